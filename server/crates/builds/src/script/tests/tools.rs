//! Scripts that use the shell and its tools in many ways.

use super::{CASES, check};
use expect_test::expect;

#[test]
fn here_documents_are_inputs_and_expectations() {
    check(
        &[],
        r##"cat > in.txt <<EOF
hello
  $USER world
EOF
./wc -l in.txt > out
diff - out <<'EOF' || exit 1
2 in.txt
EOF
"##,
        expect![[r#"
            line 5: wc -l in.txt {in.txt: "hello\n   world\n"} = "2 in.txt\n" exact
        "#]],
    );
}

#[test]
fn a_table_in_a_here_document() {
    check(
        &[],
        r##"while IFS='|' read -r name args expected; do
  [ -z "$name" ] && continue
  actual=$(./calc $args)
  [ "$actual" = "$expected" ] || echo "FAIL $name"
done <<EOF
add|1 + 2|3

mul|2 x 3|6
EOF
"##,
        expect![[r#"
            add: calc 1 + 2 = "3" stripped
            mul: calc 2 x 3 = "6" stripped
        "#]],
    );
}

#[test]
fn arrays_hold_cases() {
    check(
        &[],
        r##"#!/bin/bash
inputs=("1 2" "3 4")
outputs=(3 7)
for ((i = 0; i < ${#inputs[@]}; i++)); do
  r=$(echo "${inputs[$i]}" | ./add)
  if (( r == outputs[i] )); then :; fi
  if [[ "$r" -eq "${outputs[i]}" ]]; then echo PASS; else echo FAIL; fi
done
declare -A want=([x]=1 [y]=2)
for k in "${!want[@]}"; do
  test "$(./get $k)" = "${want[$k]}" || exit 1
done
"##,
        expect![[r#"
            line 5: add <"1 2\n" = "3" number
            line 5 #2: add <"3 4\n" = "7" number
            x: get x = "1" stripped
            y: get y = "2" stripped
        "#]],
    );
}

#[test]
fn numbers_from_a_loop() {
    check(
        &[],
        r##"for n in {1..3}; do
  printf "%d\n" $n > in_$n
  if [ "$(./square < in_$n)" -ne $((n * n)) ]; then echo wrong; exit 1; fi
  rm in_$n
done
for i in $(seq 2 2 4); do ./even $i && echo pass || echo fail; done
"##,
        expect![[r#"
            1: square <"1\n" {in_1: "1\n"} = "1" number
            2: square <"2\n" {in_2: "2\n"} = "4" number
            3: square <"3\n" {in_3: "3\n"} = "9" number
            2 (line 6): even 2 exit 0
            4: even 4 exit 0
        "#]],
    );
}

#[test]
fn mktemp_trap_and_cleanup() {
    check(
        &[],
        r##"#!/bin/sh
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
echo "a b" > "$tmp/in"
./prog "$tmp/in" > "$tmp/out"
echo "b a" > "$tmp/exp"
cmp "$tmp/exp" "$tmp/out" || exit 1
"##,
        expect![[r#"
            line 5: prog /tmp/tmp.1/in {/tmp/tmp.1/in: "a b\n"} = "b a\n" exact
        "#]],
    );
}

#[test]
fn absolute_paths_of_the_project() {
    check(
        CASES,
        r##"DIR="$( cd "$( dirname "${BASH_SOURCE[0]}" )" >/dev/null 2>&1 && pwd )"
ROOT=$(cd "$DIR/.." && pwd)
PROG="$ROOT/build/sum"
[ -x "$PROG" ] || { echo "build first"; exit 1; }
for f in "$DIR"/*.in; do
  "$PROG" --file="$f" "$f" | diff -q - "${f%.*}.out" >/dev/null || { echo "FAIL: $(basename "$f")"; exit 1; }
done
"##,
        expect![[r#"
            a: build/sum --file=tests/a.in tests/a.in = "3\n" exact
            b: build/sum --file=tests/b.in tests/b.in = "9\n" exact
        "#]],
    );
}

#[test]
fn words_of_an_output() {
    check(
        &[],
        r##"echo $(./p 1) | diff - want
if [ $(./p 2) = 7 ]; then echo ok; else echo ko; fi
set -- $(./p 3); [ "$1" = a ] || exit 1
"##,
        expect![[r#"
            line 1: p 1 -- want is not there
            line 2: p 2 = "7" white space
            line 3: p 3 = "a" white space
        "#]],
    );
}

#[test]
fn find_and_xargs() {
    check(
        CASES,
        r##"find tests -name '*.in' | sort | while read -r f; do
  ./sum "$f" > o; cmp -s o "${f%.in}.out" || echo "FAIL $f"
done
ls tests/*.in | xargs -n1 ./sum
ls tests | grep '\.in$' | xargs -I{} ./sum -f {}
"##,
        expect![[r#"
            a: sum tests/a.in = "3\n" exact
            b: sum tests/b.in = "9\n" exact
            line 4: sum tests/a.in
            line 4 #2: sum tests/b.in
            line 5: sum -f a.in
            line 5 #2: sum -f b.in exit 0
        "#]],
    );
}

#[test]
fn printf_and_tr_make_inputs() {
    check(
        &[],
        r##"printf '%s\n' a b c | ./p 1 | cmp - - 
printf '\x41\101\377' | ./p 2
echo -e 'a\tb' | tr 'a-z' 'A-Z' | ./p 3
x=$(printf '%03d|%-4s|%5s|%x' 7 ab cd 255); ./p 4 "$x"
echo "a,b,c" | cut -d, -f2 | ./p 5 $(expr 2 + 3) "$(echo abc | sed 's/b/[&]/;s/c$/\n/')"
y=hello; ./p 6 ${y:1:3} ${y^^} ${y/l/L} ${y//l/L} ${#y} ${y%l*} ${y##*l} "${z:-d e}" ${y+set}
head -c 3 <<< abcdef | ./p 7
seq 3 | tac | head -n 2 | ./p 8 $'a\nb' {a,b}{1..2} "$(wc -l < /dev/null)"
"##,
        expect![[r#"
            line 1: p 1 <"a\nb\nc\n" = "" exact
            line 2: p 2 <"AA�"
            line 3: p 3 <"A\tB\n"
            line 4: p 4 "007|ab  |   cd|ff"
            line 5: p 5 5 a[b] <"b\n"
            line 6: p 6 ell HELLO heLlo heLLo 5 hel o "d e" set
            line 7: p 7 <"abc"
            line 8: p 8 "a\nb" a1 a2 b1 b2 0 <"3\n2\n" exit 0
        "#]],
    );
}

#[test]
fn options_of_the_script() {
    check(
        &[("want", "1\n")],
        r##"verbose=0
while getopts "vb:" opt; do
  case $opt in
    v) verbose=1 ;;
    b) bin=$OPTARG ;;
  esac
done
shift $((OPTIND - 1))
bin=${bin:-./prog}
$bin "$@" | diff -u want - && echo "ok" || { echo "not ok"; exit 1; }
"##,
        expect![[r#"
            line 10: prog = "1\n" exact
        "#]],
    );
}

#[test]
fn folders_of_cases() {
    check(
        &[
            ("t/a/cmd", "-x 1"),
            ("t/a/input", "5\n"),
            ("t/a/output", "6\n"),
            ("t/b/cmd", "-y"),
            ("t/b/output", "7\n"),
        ],
        r##"for d in t/*/; do
  name=$(basename "$d")
  args=()
  [ -f "$d/cmd" ] && read -ra args < "$d/cmd"
  if [ -f "$d/input" ]; then
    out=$(./prog "${args[@]}" < "$d/input"); else out=$(./prog "${args[@]}"); fi
  if [ "$out" == "$(<"$d/output")" ]; then printf '%-10s %s\n' "$name" OK; else printf '%-10s %s\n' "$name" KO; fi
done
"##,
        expect![[r#"
            a: prog -x 1 <"5\n" = "6" stripped
            b: prog -y = "7" stripped
        "#]],
    );
}
