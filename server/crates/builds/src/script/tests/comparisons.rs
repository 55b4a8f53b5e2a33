//! Scripts that compare what programs print.

use super::{CASES, check};
use expect_test::expect;

#[test]
fn a_loop_over_inputs_compares_with_diff() {
    check(
        CASES,
        r##"#!/bin/bash
pass=0; fail=0
for input in tests/*.in; do
    expected="${input%.in}.out"
    ./sum < "$input" > /tmp/out.txt
    if diff -q /tmp/out.txt "$expected" > /dev/null; then
        echo "PASS $input"
        pass=$((pass + 1))
    else
        echo "FAIL $input"
        fail=$((fail + 1))
    fi
done
echo "$pass passed, $fail failed"
[ "$fail" -eq 0 ]
"##,
        expect![[r#"
            a: sum <"1 2\n" = "3\n" exact
            b: sum <"4 5\n" = "9\n" exact
        "#]],
    );
}

#[test]
fn a_pipe_into_diff_ends_the_script() {
    check(
        CASES,
        r##"#!/bin/sh
set -e
cd "$(dirname "$0")"
for i in *.in; do
  ../sum < $i | diff - `basename $i .in`.out || exit 1
done
"##,
        expect![[r#"
            a: [tests] sum <"1 2\n" = "3\n" exact
            b: [tests] sum <"4 5\n" = "9\n" exact
        "#]],
    );
}

#[test]
fn texts_are_compared_after_substitution() {
    check(
        &[],
        r##"#!/bin/bash
check() {
    local expected="$1"; shift
    actual=$(./calc "$@")
    if [ "$actual" != "$expected" ]; then
        echo "expected $expected, got $actual"
        exit 1
    fi
}
check 3 1 + 2
check "error: x" x
"##,
        expect![[r#"
            3: calc 1 + 2 = "3" stripped
            error: x: calc x = "error: x" stripped
        "#]],
    );
}

#[test]
fn cmp_with_messages_on_both_sides() {
    check(
        CASES,
        r##"for f in a b; do
  ./sum < tests/$f.in > $f.tmp
  cmp -s $f.tmp tests/$f.out && echo "ok $f" || echo "not ok $f"
  rm -f $f.tmp
done
"##,
        expect![[r#"
            a: sum <"1 2\n" = "3\n" exact
            b: sum <"4 5\n" = "9\n" exact
        "#]],
    );
}

#[test]
fn the_difference_is_a_file() {
    check(
        CASES,
        r##"for t in tests/*.in; do
  base=$(basename $t .in)
  ./sum < $t > $base.res
  diff $base.res tests/$base.out > $base.diff
  if [ -s $base.diff ]; then echo "$base failed"; else echo "$base passed"; fi
done
"##,
        expect![[r#"
            a: sum <"1 2\n" = "3\n" exact
            b: sum <"4 5\n" = "9\n" exact
        "#]],
    );
}

#[test]
fn the_difference_is_a_text() {
    check(
        CASES,
        r##"#!/bin/bash
for t in tests/*.in; do
  D=$(diff <(./sum < "$t") "${t/.in/.out}")
  if [ "$D" != "" ]; then
    echo -e "\e[31mFailed\e[0m $t"
  fi
done
if [[ -z $(./sum 1 1 | diff - tests/a.out) ]]; then echo same; fi
"##,
        expect![[r#"
            a: sum <"1 2\n" = "3\n" exact
            b: sum <"4 5\n" = "9\n" exact
            line 8: sum 1 1 = "3\n" exact
        "#]],
    );
}

#[test]
fn grep_looks_into_the_output() {
    check(
        &[],
        r##"./prog --help | grep -q "Usage" || { echo "no usage"; exit 1; }
./prog --version > v.txt
if ! grep -qE '^prog [0-9]+\.[0-9]+$' v.txt; then echo "bad version"; exit 1; fi
out=$(./prog x)
if echo "$out" | grep -q error; then echo "FAIL: error"; exit 1; fi
case "$out" in
  *done*) echo ok ;;
  *) echo "not ok"; exit 1 ;;
esac
[[ $out =~ ^[a-z]+$ ]] || exit 1
"##,
        expect![[r#"
            line 1: prog --help = "Usage" contains
            line 2: prog --version = "^prog [0-9]+\\.[0-9]+$" pattern
            line 4: prog x != "error" contains, = "done" contains, = "^[a-z]+$" pattern
        "#]],
    );
}

#[test]
fn a_tap_script_counts() {
    check(
        &[],
        r##"#!/bin/sh
n=0
t() {
  n=$((n+1))
  got=$(printf "$2" | ./rot13)
  if test "$got" = "$3"; then echo "ok $n - $1"; else echo "not ok $n - $1"; fi
}
echo 1..2
t "simple word" 'abc\n' nop
t "empty" '' ''
"##,
        expect![[r#"
            simple word: rot13 <"abc\n" = "nop" stripped
            empty: rot13 = "" stripped
        "#]],
    );
}

#[test]
fn empty_and_not_empty() {
    check(
        &[],
        r##"out=$(./p 1)
[ -z "$out" ] || exit 1
out=$(./p 2)
if [ -n "$out" ]; then echo pass; else echo fail; fi
if [ -z "`./p 3`" ]; then echo "FAIL: no output"; fi
./p 4 > o; [ -s o ] || exit 1
"##,
        expect![[r#"
            line 1: p 1 = "" stripped
            line 3: p 2 != "" stripped
            line 5: p 3 != "" stripped
            line 6: p 4 != "" stripped
        "#]],
    );
}

#[test]
fn the_wrong_output_is_refused() {
    check(
        &[],
        r##"out=$(./p)
[ "$out" = bad ] && exit 1
if [ "$out" = worse ] || [ "$out" = worst ]; then echo FAIL; exit 1; fi
./q | grep -q 'core dumped' && { echo "crashed: FAIL"; exit 1; }
echo fine
"##,
        expect![[r#"
            line 1: p != "bad" stripped, != "worse" stripped, != "worst" stripped
            line 4: q != "core dumped" contains
        "#]],
    );
}

#[test]
fn a_subshell_is_a_condition() {
    check(
        CASES,
        r##"main() {
  local dir="$(dirname "$0")"
  for src in "$dir"/*.in; do check "$dir" "$(stem "$src")"; done
}
stem() { local x="${1%.*}"; echo "${x##*/}"; }
check() {
  if ( diff <(./sum "$2") "$1/${2}.out" ); then echo "pass: $2"; else echo "fail: $2"; false; fi
}
main
"##,
        expect![[r#"
            a: sum a = "3\n" exact
            b: sum b = "9\n" exact
        "#]],
    );
}

#[test]
fn a_missing_expectation_is_skipped() {
    check(
        CASES,
        r##"for f in tests/*.in tests/none.in; do
  e="${f%.in}.out"
  if [ ! -f "$e" ]; then echo "missing $e"; continue; fi
  ( cd tests && ../sum "$(basename "$f")" ) > got
  rc=$?
  [ $rc -eq 0 ] && cmp -s got "$e" || { echo "not ok"; bad=1; }
done
[ -z "$bad" ]
"##,
        expect![[r#"
            a: [tests] sum a.in exit 0, = "3\n" exact
            b: [tests] sum b.in exit 0, = "9\n" exact
        "#]],
    );
}
