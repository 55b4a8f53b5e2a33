//! Where runs stand and what they are called.

use super::{check, check_recipe};
use expect_test::expect;

#[test]
fn titles_of_functions() {
    check(
        &[("tests/a.txt", "1\n")],
        r##"is() { n=$((n + 1)); if [ "$1" = "$2" ]; then echo "ok $n"; else echo "not ok $n - $3"; fi; }
is "$(./p 1)" 'Zg==' 'encode 1 byte'
is "$(./p '')" '' 'empty'
./p 2 > /dev/null; is $? 1 'truncated input fails'
check() { out=$(printf "$3" | ./q $2); [ "$out" = "$4" ] || exit 1; }
check "compact obj" "-c" '{}\n' '{}'
assert() { ./r "$2"; [ "$?" = "$1" ] || exit 1; }
assert 42 "1+2"
assert 3 "a title that is longer than sixty letters, which is why its end is cut
and has a second line"
file() { ./s < $1 | grep -q "$2" || exit 1; }
file tests/a.txt 1
"##,
        expect![[r#"
            encode 1 byte: p 1 = "Zg==" stripped
            empty: p "" = "" stripped
            truncated input fails: p 2 exit 1
            compact obj: q -c <"{}\n" = "{}" stripped
            1+2: r 1+2 exit 42
            a title that is longer than sixty letters, which is why its : r "a title that is longer than sixty letters, which is why its end is cut\nand has a second line" exit 3
            a: s <"1\n" = "1" contains
        "#]],
    );
}

#[test]
fn headings_and_tap() {
    check(
        &[],
        r##"echo "1. invert twice"
./p a || exit 1
./p b || exit 1
echo "=== Test 2: errors ==="
if ./p --bad; then exit 1; fi
echo "Test 2 passed"
[ "$(./p c)" = x ] && echo "ok 3 - prints x" || echo "not ok 3 - prints x"
echo "all tests done"
"##,
        expect![[r#"
            1. invert twice: p a exit 0
            1. invert twice (line 3): p b exit 0
            Test 2: errors: p --bad exit not 0
            prints x: p c = "x" stripped
        "#]],
    );
}

#[test]
fn places_in_other_scripts() {
    let files = [
        (
            "tests/lib.sh",
            "t() {\n  [ \"$(./p $1)\" = \"$2\" ] || exit 1\n}\n",
        ),
        (
            "tests/all.sh",
            "#!/bin/sh\n. tests/lib.sh\n\nt 1 one\n./tests/more.sh\n",
        ),
        ("tests/more.sh", "#!/bin/sh\n\n./p more || exit 1\n"),
    ];
    check_recipe(
        &files,
        &["true", "sh tests/all.sh", "MODE=fast bash tests/more.sh"],
        expect![[r#"
            one: (tests/all.sh:4) p 1 = "one" stripped
            line 3: (tests/more.sh:3) p more exit 0
            line 3 #2: (tests/more.sh:3) MODE=fast p more exit 0
        "#]],
    );
}

#[test]
fn lines_that_are_read_name_runs() {
    check(
        &[("args/neg_01.txt", "-x 1\n")],
        r##"for c in "server.host|localhost" "port|80"; do
  IFS='|' read -r query want <<< "$c"
  [ "$(./get $query)" = "$want" ] || exit 1
done
for f in args/*.txt; do read -r args < $f; ./get $args || exit 1; done
for d in a/b 1/2; do ./div $d || exit 1; done
"##,
        expect![[r#"
            server.host: get server.host = "localhost" stripped
            port: get port = "80" stripped
            neg_01: get -x 1 exit 0
            a/b: div a/b exit 0
            1/2: div 1/2 exit 0
        "#]],
    );
}
