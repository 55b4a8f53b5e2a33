//! Scripts that compare with options, through filters, or with files that are not there.

use super::check;
use expect_test::expect;

#[test]
fn filters_spoil_outputs() {
    check(
        &[("want", "1\n2\n")],
        r##"./prog | sort | diff - want
./prog x > out.txt
tail -n 1 out.txt > last.txt
cmp last.txt want || exit 1
./prog y 2>&1 | diff - want
./prog z | tee copy | diff want -
"##,
        expect![[r#"
            line 1: prog -- its output passes through `sort`
            line 2: prog x -- its output passes through `tail`
            line 5: prog y both = "1\n2\n" exact
            line 6: prog z = "1\n2\n" exact
        "#]],
    );
}

#[test]
fn files_that_the_program_writes() {
    check(
        &[("want.txt", "x\n")],
        r##"rm -f out.txt
./convert in.txt out.txt
cmp out.txt want.txt || { echo differ; exit 1; }
./convert -o other.txt
diff -u missing.txt other.txt
"##,
        expect![[r#"
            line 2: convert in.txt out.txt out.txt = "x\n"
            line 4: convert -o other.txt -- missing.txt is not there
        "#]],
    );
}

#[test]
fn comparisons_without_white_space() {
    check(
        &[("want", "1 2\n")],
        r##"./prog | diff -bw want - && echo ok
./prog x > out; diff --ignore-all-space out want || exit 1
diff -i out want
"##,
        expect![[r#"
            line 1: prog = "1 2\n" white space
            line 2: prog x = "1 2\n" white space -- it is compared with options that are not modelled
        "#]],
    );
}

#[test]
fn expected_output_is_missing_or_a_glob_is_empty() {
    check(
        &[],
        r##"./p | diff - nowhere.txt || exit 1
for f in cases/*.in; do
  [ -f "$f" ] || continue
  ./p $f
done
shopt -s nullglob
for f in cases/*.in; do ./q $f; done
"##,
        expect![[r#"
            line 1: p -- nowhere.txt is not there
        "#]],
    );
}

#[test]
fn several_outputs_in_one_file() {
    check(
        &[("want", "1\n2\n")],
        r##"./p 1 > out
./p 2 >> out
diff out want || exit 1
{ ./p 3; echo "status $?"; } > out3
"##,
        expect![[r#"
            line 1: p 1 -- its output is compared together with other output
            line 2: p 2 -- its output is compared together with other output
            line 4: p 3
        "#]],
    );
}

#[test]
fn output_with_text_around() {
    check(
        &[("want", "got: 5!\n")],
        r##"echo "got: $(./p)!" | diff - want || exit 1
[ "x$(./q)" = x ] || exit 1
echo "$(./r)" > r.out; cmp r.out want
"##,
        expect![[r#"
            line 1: p = "5" stripped
            line 2: q = "" stripped
            line 3: r = "got: 5!" stripped
        "#]],
    );
}

#[test]
fn words_of_differences() {
    check(
        &[("want", "1\n")],
        r##"run() {
  name="$1"; shift
  ./$name "$@" > $name.got
  status=0
  if test "x$(diff $name.got want)" != x; then status=1; fi
  return $status
}
run a x || exit 1
./b > got; git diff --no-index got want || exit 1
./c > got; if [ $(diff got want | wc -l) -eq 0 ]; then echo ok; else echo nok; fi
./d | sort > got; [ "$(cat got)" = 1 ] || exit 1
./e | head -n 1 | grep -q x || exit 1
"##,
        expect![[r#"
            a: a x = "1\n" exact
            line 9: b = "1\n" exact
            line 10: c = "1\n" exact
            line 11: d -- its output passes through `sort`
            line 12: e -- it is searched in what a filter leaves of its output
        "#]],
    );
}

#[test]
fn case_insensitive_and_whole_lines() {
    check(
        &[],
        r##"./p | grep -qi 'hello' || exit 1
./p 2 | grep -qx 'a.c' || exit 1
./p 3 | grep -F -q 'a.c*' || exit 1
n=$(./p 4 | grep -c foo)
./p 5 | grep -v bar && echo ok
./p 6 2>&1 >/dev/null | grep -q usage || exit 1
if ./p 7 | grep -e one -e two; then echo ok; else echo ko; fi
"##,
        expect![[r#"
            line 1: p = "(?i)hello" pattern
            line 2: p 2 = "^(?:a.c)$" pattern
            line 3: p 3 = "a.c*" contains
            line 4: p 4
            line 5: p 5 -- it is compared in a way that is not modelled
            line 6: p 6 errors = "usage" contains
            line 7: p 7 = "one|two" pattern
        "#]],
    );
}
