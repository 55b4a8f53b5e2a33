//! Scripts that look at exit statuses, and recipes.

use super::{CASES, check, check_recipe};
use expect_test::expect;

#[test]
fn exit_statuses_are_compared() {
    check(
        &[],
        r##"./prog good
if [ $? -ne 0 ]; then echo "FAIL"; exit 1; fi
./prog bad 2>/dev/null
rc=$?
if [ "$rc" != 2 ]; then
  echo "wrong status $rc"
  exit 1
fi
if ./prog --wrong; then
  echo "should have failed"
  exit 1
fi
! ./prog --worse || exit 1
./prog status; case $? in 0) echo ok;; *) echo FAIL;; esac
"##,
        expect![[r#"
            line 1: prog good exit 0
            line 3: prog bad exit 2
            line 9: prog --wrong exit not 0
            line 13: prog --worse exit not 0
            line 14: prog status exit 0
        "#]],
    );
}

#[test]
fn statuses_of_conditions_that_do_not_hold() {
    check(
        &[],
        r##"if ./prog one; then echo "accepted"; exit 1; else test $? = 2 || exit 1; fi
if ./prog two; then :; else [ $? -eq 3 ] || exit 1; fi
if ./prog three
then echo FAIL
else
  rc=$?
  if [ "$rc" != 4 ]; then echo FAIL; fi
fi
./prog four | diff - expected || true
./prog five > out || :
./prog six > six; sum=$(awk '{ s += $1 } END { print s }' six) || exit 1; [ "$sum" = 3 ] || exit 1
./prog seven > seven || exit 1; if [ "$(awk 'END { print NR }' seven)" -ge 2 ]; then :; else exit 1; fi
count=$(./prog eight); [ $((count + 1)) -eq 3 ] || exit 1
out=$(./prog nine) || exit 1; [ "$(expr length "$out")" = 4 ] || exit 1
"##,
        expect![[r#"
            line 1: prog one exit not 0, exit 2
            line 2: prog two
            line 3: prog three exit not 0, exit 4
            line 9: prog four -- expected is not there
            line 10: prog five
            line 11: prog six -- its output passes through `awk`
            line 12: prog seven exit 0 -- its output passes through `awk`
            line 13: prog eight -- it is compared in a way that is not modelled
            line 14: prog nine exit 0 -- it is compared in a way that is not modelled
        "#]],
    );
}

#[test]
fn numbers_that_nobody_knows() {
    check(
        &[],
        r##"[ "$(./prog 1)" = $((RANDOM)) ] || exit 1
n=$((SECONDS * 2)); ./prog $n || exit 1
(( x = UID + 1 )); [ "$(./prog 3)" = "$x" ] || exit 1
let "y = RANDOM % 5"; [ "$(./prog 4)" = "$y" ] || exit 1
a=(5 6); ./prog ${a[$((RANDOM % 2))]} || exit 1
(( z = $(./prog 6) + 1 )); [ "$z" -eq 3 ] || exit 1
m=$(./prog 7); (( k = m * 2 )); [ $k = 4 ] || exit 1
(( q = 2, q == 2 )) && ./prog $((q += 1)) $LINENO $((LINENO)) || exit 1
"##,
        expect![[r#"
            line 1: prog 1 -- its output is compared with what is not known
            line 2: prog "" exit 0 -- a number is not known
            line 3: prog 3 -- its output is compared with what is not known
            line 4: prog 4 -- its output is compared with what is not known
            line 5: prog "" exit 0 -- a number is not known
            line 6: prog 6 -- it is compared in a way that is not modelled
            line 7: prog 7 -- it is compared in a way that is not modelled
            line 8: prog 3 8 8 exit 0
        "#]],
    );
}

#[test]
fn output_and_status_in_one_text() {
    check(
        &[("golden", "3\nexit 0\nno such sign\nexit 2\n")],
        r##"actual=$(./prog one 2>&1; echo "rc=$?"); [ "$actual" = "a
rc=4" ] || exit 1
case $(./prog two; printf '/%s' $?) in
  "two/0") ;;
  *) echo FAIL ;;
esac
run() { ./prog "$@" >> log 2>&1; echo "exit $?" >> log; }
run 1 2 +
run 1 ?
diff golden log || exit 1
out=$(./prog three; echo x); [ "${out%x}" = "three
" ] || exit 1
./prog four > log; ./prog five >> log; [ "$(cat log)" = "4
5" ] || exit 1
out=$(./prog six || echo "rc=$?"); [ "$out" = 6 ] || exit 1
[ "$(./prog seven)" -eq 7 ] || exit 1
[ $(./prog eight) = 8 ] || exit 1
! ./prog nine && ! ./prog ten && true
"##,
        expect![[r#"
            line 1: prog one both = "a\n" exact, exit 4
            line 3: prog two = "two" exact, exit 0
            1: prog 1 2 + both = "3\n" exact, exit 0
            1 (line 9): prog 1 + 1 2 both = "no such sign\n" exact, exit 2
            line 11: prog three = "three\n" exact
            line 13: prog four -- its output is compared together with other output
            line 13 #2: prog five -- its output is compared together with other output
            line 15: prog six = "6" stripped -- what is printed besides depends on its exit status
            line 16: prog seven = "7" number
            line 17: prog eight = "8" white space
            line 18: prog nine exit not 0
            line 18 #2: prog ten exit not 0
        "#]],
    );
}

#[test]
fn strict_mode_wants_success() {
    check(
        &[],
        r##"#!/usr/bin/env bash
set -euo pipefail
./prog one
./prog two | cat
x=$(./prog three)
./prog four || true
./prog five || rc=$?
[ "$rc" -eq 5 ]
"##,
        expect![[r#"
            line 3: prog one exit 0
            line 4: prog two exit 0
            line 5: prog three exit 0
            line 6: prog four
            line 7: prog five exit 5
        "#]],
    );
}

#[test]
fn automake_scripts() {
    check(
        &[("tests/in.txt", "x\n"), ("tests/exp.txt", "y\n")],
        r##"#!/bin/sh
: ${srcdir=tests}
test -x ./prog || exit 77
./prog -f "$srcdir/in.txt" > out.tmp || exit 1
diff -u "${srcdir}/exp.txt" out.tmp >/dev/null
result=$?
rm -f out.tmp
exit $result
"##,
        expect![[r#"
            line 4: prog -f tests/in.txt exit 0, = "y\n" exact
        "#]],
    );
}

#[test]
fn status_in_arithmetic() {
    check(
        &[],
        r##"./p 1
(( $? == 0 )) || exit 1
./p 2; r=$?
if (( r != 3 )); then exit 1; fi
./p 3 || fails=$((fails + 1))
./p 4; errors=$((errors + $?))
"##,
        expect![[r#"
            line 1: p 1 exit 0
            line 3: p 2 exit 3
            line 5: p 3 exit 0
            line 6: p 4 exit 0
        "#]],
    );
}

#[test]
fn functions_return_the_status() {
    check(
        CASES,
        r##"run_test() {
  ./sum < "tests/$1.in" > out
  diff out "tests/$1.out" > /dev/null
}
verify() {
  [ "$(./sum $1)" = "$2" ]
  return $?
}
if run_test a; then echo ok; else echo failed; exit 1; fi
run_test b || exit 1
verify 1 1 && echo ok
"##,
        expect![[r#"
            a: sum <"1 2\n" = "3\n" exact
            b: sum <"4 5\n" = "9\n" exact
            1: sum 1 = "1" stripped
        "#]],
    );
}

#[test]
fn a_main_function() {
    check(
        CASES,
        r##"#!/usr/bin/env bash
readonly RED='\033[0;31m' NC='\033[0m'
failures=0
assert_output() {
    local -r label="$1" expected="$2"
    shift 2
    local actual
    actual="$("$@" 2>/dev/null)"
    if [[ "$actual" == "$expected" ]]; then
        printf "  ✓ %s\n" "$label"
    else
        printf "  ${RED}✗${NC} %s\n" "$label"
        ((failures++))
    fi
}
main() {
    assert_output "adds" "3" ./sum 1 2
    assert_output "adds more" $'3\n4' ./sum 1 2 -- 2 2
    [[ $failures -eq 0 ]] || exit 1
}
main "$@"
"##,
        expect![[r#"
            adds: sum 1 2 = "3" stripped
            adds more: sum 1 2 -- 2 2 = "3\n4" stripped
        "#]],
    );
}

#[test]
fn a_recipe_line_must_succeed() {
    check_recipe(
        &[],
        &[
            r##"./test_all"##,
            r##"./prog < /dev/null > /dev/null"##,
            r##"! ./prog --bad"##,
            r##"./ignored || true"##,
        ],
        expect![[r#"
            line 1: test_all exit 0
            line 2: prog exit 0
            line 3: prog --bad exit not 0
            line 4: ignored
        "#]],
    );
}

#[test]
fn a_recipe_with_a_loop() {
    check_recipe(
        CASES,
        &[
            r##"for f in tests/*.in; do ./sum < $f > out.tmp; diff out.tmp ${f%.in}.out || exit 1; done"##,
            r##"./sum 1 2 | grep -q 3"##,
            r##"echo done"##,
        ],
        expect![[r#"
            a: sum <"1 2\n" = "3\n" exact
            b: sum <"4 5\n" = "9\n" exact
            line 2: sum 1 2 = "3" contains
        "#]],
    );
}

#[test]
fn a_recipe_that_prints_a_result() {
    check_recipe(
        &[("answer.txt", "42\n")],
        &[
            r##"./hello > output.txt"##,
            r##"if diff output.txt answer.txt > /dev/null; then echo "test: OK"; else echo "test: NG"; exit 1; fi"##,
            r##"./a && ./b && ./c"##,
            r##"[ "$(./d)" = 'x y' ]"##,
        ],
        expect![[r#"
            line 1: hello exit 0, = "42\n" exact
            line 3: a exit 0
            line 3 #2: b exit 0
            line 3 #3: c exit 0
            line 4: d = "x y" stripped
        "#]],
    );
}

#[test]
fn messages_of_own_functions() {
    check(
        &[],
        r##"die() { echo "$1"; exit 1; }
try() { ./p "$1"; res=$?; [ $res -eq $2 ] || die "[ERROR] expect $2 but got $res"; }
try "1+1" 2
try "" 0
check() { if [ "$1" == "$2" ]; then pass "$2"; else bad "$1" "$2"; fi; }
pass() { echo -e "$GREEN OK"; }
bad() { printf "expected %s\n" "$1"; let n++; }
./q 0; st=$?
check 4 "$st"
check "hi" "$(./q 1)"
"##,
        expect![[r#"
            1+1: p 1+1 exit 2
            0: p "" exit 0
            line 8: q 0 exit 4
            line 10: q 1 = "hi" stripped
        "#]],
    );
}

#[test]
fn statuses_are_added_up() {
    check(
        &[],
        r##"let FAILURE=0
for t in one two; do
  valgrind --quiet --error-exitcode=1 ./test/bin/${t}_test
  let FAILURE+=$?
done
if [ "$FAILURE" != "0" ]; then echo FAILED; else echo PASSED; fi
exit $FAILURE
"##,
        expect![[r#"
            one: test/bin/one_test exit 0
            two: test/bin/two_test exit 0
        "#]],
    );
}

#[test]
fn several_statuses_in_a_condition() {
    check(
        &[],
        r##"for t in a b; do
  ./$t > log
  output=$?
  grep -q 'SUMMARY: 0' log
  found=$?
  ! grep -q 'Assertion' log
  none=$?
  if [ "$output" -ne 0 ] || [ "$found" -ne 0 ] || [ "$none" -ne 0 ]; then echo FAILED; exit 1; else echo PASS; fi
done
"##,
        expect![[r#"
            a: a = "SUMMARY: 0" contains, != "Assertion" contains, exit 0
            b: b = "SUMMARY: 0" contains, != "Assertion" contains, exit 0
        "#]],
    );
}

#[test]
fn branches_that_say_nothing() {
    check(
        &[],
        r##"if ./p 1; then x=1; else x=2; fi
./p 2 && ./p 3
out=$(./p 4)
if [ "$out" = yes ]; then x=1; elif [ "$out" = no ]; then x=2; fi
case $(./p 5) in a) x=1;; b) x=2;; esac
while ./p 6; do sleep 1; done
until ./p 7; do sleep 1; done
echo end
"##,
        expect![[r#"
            line 1: p 1
            line 2: p 2 exit 0
            line 2 #2: p 3
            line 3: p 4
            line 5: p 5
            line 6: p 6
            line 7: p 7
        "#]],
    );
}

#[test]
fn declared_and_called_by_name() {
    check(
        &[],
        r##"test_add() { [ "$(./p add)" = 1 ] || return 1; }
test_sub() { [ "$(./p sub)" = 2 ] || return 1; }
for t in test_add test_sub; do
  if $t; then echo "$t: ok"; else echo "$t: failed"; fi
done
TESTS=(one two)
for i in "${!TESTS[@]}"; do
  n=$((i + 1)); want_var="WANT_$n"; WANT_1=x WANT_2=y
  [ "$(./q ${TESTS[i]})" = "${!want_var}" ] || exit 1
done
"##,
        expect![[r#"
            test_add: p add = "1" stripped
            test_sub: p sub = "2" stripped
            0: q one = "x" stripped
            1: q two = "y" stripped
        "#]],
    );
}
