//! Scripts that call functions, other scripts and programs of many kinds.

use super::{CASES, check};
use expect_test::expect;

#[test]
fn a_compilers_test_runs_what_it_made() {
    check(
        &[],
        r##"#!/bin/bash
assert() {
  expected="$1"
  input="$2"
  ./cc9 "$input" > tmp.s || exit
  gcc -static -o tmp tmp.s
  ./tmp
  actual="$?"
  if [ "$actual" = "$expected" ]; then
    echo "$input => $actual"
  else
    echo "$input => $expected expected, but got $actual"
    exit 1
  fi
}
assert 0 0
assert 42 '42;'
echo OK
"##,
        expect![[r#"
            0: cc9 0 exit 0 -- what it prints is given to `gcc`
            0 (line 16): tmp exit 0 -- it runs a program made of another program's output
            42: cc9 42; exit 0 -- what it prints is given to `gcc`
            42;: tmp exit 42 -- it runs a program made of another program's output
        "#]],
    );
}

#[test]
fn the_program_is_an_argument() {
    check(
        CASES,
        r##"#!/bin/bash
if [ $# -ne 1 ]; then echo "usage: $0 program"; exit 1; fi
BIN=$1
for f in tests/*.in; do
    RES=$($BIN < "$f" 2>/dev/null)
    if [ "$RES" == "$(cat ${f%.in}.out)" ]; then echo ok; else echo fail; fi
done
"##,
        expect![[r#"
            a: ? <"1 2\n" = "3" stripped
            b: ? <"4 5\n" = "9" stripped
        "#]],
    );
}

#[test]
fn wrappers_and_environment() {
    check(
        &[("want", "1\n")],
        r##"export MODE=fast
timeout -k 1 5 ./a 1 < want | diff want - || exit 1
LANG=C valgrind -q --error-exitcode=1 ./b; test $? -eq 0 || exit 1
env X=1 ./c; time ./d
"##,
        expect![[r#"
            line 2: MODE=fast a 1 <"1\n" = "1\n" exact
            line 3: LANG=C MODE=fast b exit 0
            line 4: MODE=fast X=1 c
            line 4 #2: MODE=fast d exit 0
        "#]],
    );
}

#[test]
fn unknown_inputs() {
    check(
        &[],
        r##"./gen > data
./use data | diff - data || exit 1
./gen | ./use2
python3 gen.py > p.txt
./use3 < p.txt
./use4 "$(date)"
./server & 
./client
"##,
        expect![[r#"
            line 1: gen -- its output is compared together with other output
            line 2: use data -- its input is what another program prints
            line 3: gen -- what it prints is given to `use2`
            line 3 #2: use2 -- its input is what another program prints
            line 5: use3 -- its input is what another program prints
            line 6: use4 "" -- its input is what another program prints
            line 7: server -- it runs in the background
            line 8: client exit 0 -- another program runs in the background
        "#]],
    );
}

#[test]
fn a_helper_script_of_the_project() {
    check(
        &[
            (
                "tests/check.sh",
                "#!/bin/sh\nout=$(./prog $1)\n[ \"$out\" = \"$2\" ] || exit 1\n",
            ),
            (
                "tests/lib.sh",
                "run() { ./prog \"$1\" > \"$1.log\" || fail=1; }\n",
            ),
        ],
        r##". tests/lib.sh
fail=0
./tests/check.sh a 1 || fail=1
sh tests/check.sh b 2 || exit 1
run c
exit $fail
"##,
        expect![[r#"
            line 2: (tests/check.sh:2) prog a = "1" stripped
            line 2 #2: (tests/check.sh:2) prog b = "2" stripped
            c: prog c exit 0
        "#]],
    );
}

#[test]
fn a_bare_name_is_a_program() {
    check(
        &[],
        r##"PATH=$PWD/src:$PATH
echo hi | mytool -v | cmp - expected.txt
out=`mytool x`; test "x$out" = "xhello" || exit 1
"##,
        expect![[r#"
            line 2: mytool -v <"hi\n" -- expected.txt is not there
            line 3: mytool x = "hello" stripped
        "#]],
    );
}

#[test]
fn compiled_programs() {
    check(
        &[("t.c", ""), ("lib.c", ""), ("want", "1\n")],
        r##"gcc -Wall -o t t.c lib.c -lm || exit 1
${CC:-cc} t.c -o build/u
./t | diff want - || exit 1
./build/u 3
"##,
        expect![[r#"
            line 3: t = "1\n" exact
            line 4: build/u 3 exit 0
            compiles t from t.c lib.c
            compiles build/u from t.c
        "#]],
    );
}

#[test]
fn unfinished_scripts() {
    check(
        &[],
        r##"./prog 1
if [ 1 ]; then
  ./prog 2
"##,
        expect![[r#"
            line 1: prog 1
            stops in line 2: its syntax is not understood
            fails
        "#]],
    );
}

#[test]
fn endless_scripts() {
    check(
        &[],
        r##"./prog 1
f() { f; }
f
while true; do :; done
"##,
        expect![[r#"
            line 1: prog 1
            stops in line 2: it is nested too deeply
            fails
        "#]],
    );
}

#[test]
fn evaluated_commands() {
    check(
        &[("want", "1\n"), ("in", "0\n")],
        r##"t() {
  local NAME="$1" CMD="$2" EXPECTED="$3" ACTUAL="$4"
  eval "$CMD"
  if diff -q "$EXPECTED" "$ACTUAL" > /dev/null; then echo "[PASS] $NAME"; rm "$ACTUAL"; else echo "[FAIL] $NAME"; F=$((F + 1)); fi
}
t "plain run" "./a -x < in > got" want got
t "two runs" "./a < in | ./b > got" want got
timeout 10 bash -c "./c ${EMPTY} 1 2" >got 2>err; RET="${?}"
[[ ${RET} -eq 3 ]] || exit 1
"##,
        expect![[r#"
            plain run: a -x <"0\n" = "1\n" exact
            two runs: a <"0\n" -- what it prints is given to `b`
            two runs (line 7): b = "1\n" exact -- its input is what another program prints
            line 8: c 1 2 exit 3
        "#]],
    );
}

#[test]
fn programs_write_files_and_programs() {
    check(
        &[],
        r##"tmp=$(mktemp -d /tmp/t-XXXX)
echo 'int x;' > $tmp/a.c
rm -f $tmp/out
./mycc -c -o $tmp/out $tmp/a.c
[ -f $tmp/out ] || exit 1
./mycc -o prog $tmp/a.c
./prog | grep -q x || exit 1
for t in $(echo 'a_1_in.txt' | sed 's/_[^_]*//2g'); do ./mycc $t; done
"##,
        expect![[r#"
            line 4: mycc -c -o /tmp/tmp.1/out /tmp/tmp.1/a.c {/tmp/tmp.1/a.c: "int x;\n"}
            line 6: mycc -o prog /tmp/tmp.1/a.c {/tmp/tmp.1/a.c: "int x;\n"} -- `./prog` reads prog, which it writes
            line 7: prog {/tmp/tmp.1/a.c: "int x;\n"} = "x" contains -- it runs a program made of another program's output
            a_1: mycc a_1 {/tmp/tmp.1/a.c: "int x;\n"} exit 0
        "#]],
    );
}
