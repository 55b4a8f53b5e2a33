//! Scripts as whole projects have them.

use super::{CASES, check, check_recipe};
use expect_test::expect;

#[test]
fn a_table_in_a_file() {
    check(
        &[(
            "tests/cases.txt",
            "# bytes\n-b 1|h\\nw\\n|h\\nw\n\n-f 1 -d :|a:b\\n|a\n",
        )],
        r##"cd "$(dirname "$0")"; failed=0
while IFS='|' read -r args input expected; do
	case $args in
	''|'#'*) continue ;;
	esac
	got=$(printf "$input" | ../cut $args 2>&1)
	want=$(printf "$expected")
	if [ "$got" != "$want" ]; then echo "case $args"; failed=$((failed + 1)); fi
done < cases.txt
test $failed = 0
"##,
        expect![[r#"
            -b 1: [tests] cut -b 1 <"h\nw\n" both = "h\nw" stripped
            -f 1 -d :: [tests] cut -f 1 -d : <"a:b\n" both = "a" stripped
        "#]],
    );
}

#[test]
fn commands_in_folders() {
    check_recipe(
        &[
            ("tests/1-add/cmd", "echo 2 3 + p | rpn\n"),
            ("tests/1-add/expected", "5\n"),
            ("tests/2-here/cmd", "rpn <<EOF\n1 p\nEOF\n"),
            ("tests/2-here/expected", "1\n"),
            ("tests/3-two/cmd", "rpn 1\nrpn 2\n"),
            ("tests/3-two/expected", "1\n2\n"),
        ],
        &[
            r##"pass=0; all=0; for d in tests/*/; do all=$((all + 1)); if diff <(cd $d && PATH=".:$PATH" sh ./cmd 2>&1) ${d}expected; then pass=$((pass + 1)); else echo "^^^ ${d%/}"; fi; done; [[ $pass == $all ]]"##,
        ],
        expect![[r#"
            1-add: (tests/1-add/cmd:1) [tests/1-add] rpn <"2 3 + p\n" both = "5\n" exact
            2-here: (tests/2-here/cmd:1) [tests/2-here] rpn <"1 p\n" both = "1\n" exact
            3-two: (tests/3-two/cmd:1) [tests/3-two] rpn 1 -- its output is compared together with other output
            3-two (line 2): (tests/3-two/cmd:2) [tests/3-two] rpn 2 -- its output is compared together with other output
        "#]],
    );
}

#[test]
fn pictures_in_octal() {
    check(
        &[],
        r##"set -e
: "${TOOL:=./tool}"
tmp=$(mktemp -d)
mk() { local f=$1 w=$2; shift 2; printf 'P5\n%d\n' "$w" > "$f"; for px in "$@"; do printf "\\$px"; done >> "$f"; }
mk "$tmp/a" 2   001 377
echo "1. twice"
$TOOL "$tmp/a" "$tmp/b" invert
! cmp -s "$tmp/a" "$tmp/b"
$TOOL "$tmp/b" "$tmp/c" invert
cmp "$tmp/a" "$tmp/c"
echo "2. mirror"
mk "$tmp/want" 2   377 001
$TOOL "$tmp/a" "$tmp/out" mirror
cmp "$tmp/out" "$tmp/want"
if $TOOL "$tmp/a" "$tmp/out" crop 2> "$tmp/err"; then echo "accepted"; exit 1; fi
grep -q "cannot" "$tmp/err"
! $TOOL "$tmp/none" "$tmp/out" flip 2> /dev/null
"##,
        expect![[r#"
            1. twice: tool /tmp/tmp.1/a /tmp/tmp.1/b invert {/tmp/tmp.1/a: "P5\n2\n\u{1}�"} exit 0 -- a file must differ from another one
            1. twice (line 9): tool /tmp/tmp.1/b /tmp/tmp.1/c invert {/tmp/tmp.1/a: "P5\n2\n\u{1}�"} exit 0, /tmp/tmp.1/c = "P5\n2\n\u{1}�" -- it may read b, which another run writes
            2. mirror: tool /tmp/tmp.1/a /tmp/tmp.1/out mirror {/tmp/tmp.1/a: "P5\n2\n\u{1}�"} {/tmp/tmp.1/want: "P5\n2\n�\u{1}"} exit 0, /tmp/tmp.1/out = "P5\n2\n�\u{1}"
            2. mirror (line 15): tool /tmp/tmp.1/a /tmp/tmp.1/out crop {/tmp/tmp.1/a: "P5\n2\n\u{1}�"} {/tmp/tmp.1/want: "P5\n2\n�\u{1}"} exit not 0, errors = "cannot" contains
            2. mirror (line 17): tool /tmp/tmp.1/none /tmp/tmp.1/out flip {/tmp/tmp.1/a: "P5\n2\n\u{1}�"} {/tmp/tmp.1/want: "P5\n2\n�\u{1}"} exit not 0
        "#]],
    );
}

#[test]
fn output_errors_and_status_in_files() {
    check(
        &[
            ("tests/bad.in", "?\n"),
            ("tests/bad.out", ""),
            ("tests/bad.err", "error\n"),
            ("tests/bad.rc", "3\n"),
            ("tests/good.in", "1\n"),
            ("tests/good.out", "one\n"),
        ],
        r##"for i in tests/*.in; do
	n=${i%.in}
	timeout 5s ./prog -q < $n.in > /tmp/out.$$ 2> /tmp/err.$$
	rc=$?
	if [ $rc -eq 124 ]; then echo "timeout"; continue; elif [ $rc -ge 128 ]; then echo "crash"; continue; fi
	want=0; ok=yes
	test -f $n.rc && want=`cat $n.rc`
	test $rc -eq $want || ok=no
	cmp -s /tmp/out.$$ $n.out || ok=no
	if test -f $n.err; then diff /tmp/err.$$ $n.err > /dev/null || ok=no
	elif test -s /tmp/err.$$; then ok=no; fi
	test $ok = yes || status=1
done
exit $status
"##,
        expect![[r#"
            bad: prog -q <"?\n" exit not 124, exit 3, = "" exact, errors = "error\n" exact
            good: prog -q <"1\n" exit not 124, exit 0, = "one\n" exact, errors = "" stripped
        "#]],
    );
}

#[test]
fn functions_found_by_their_names() {
    check(
        &[],
        r##"run() { output=$("$@" 2>&1); status=$?; }
fail() { echo "FAIL: $*" >&2; exit 1; }
assert_status() { [ "$status" -eq "$1" ] || fail "expected status $1, got $status"; }
assert_contains() { case "$output" in *"$1"*) ;; *) fail "no '$1' in '$output'";; esac; }
test_help() { run ./tool --help; assert_status 0; assert_contains "Usage:"; }
test_bad() { run ./tool --bogus; assert_status 2; }
for t in $(declare -F | awk '{print $3}' | grep '^test_'); do $t && echo "ok $t"; done
"##,
        expect![[r#"
            test_bad: tool --bogus exit 2
            test_help: tool --help exit 0, both = "Usage:" contains
        "#]],
    );
}

#[test]
fn both_streams_in_many_ways() {
    check(
        CASES,
        r##"./p 1 &> log && exit 1
grep -q "invalid" log || exit 1
./p 2 |& grep -q "^ok$" || exit 1
out=$(./p 3 2> err.txt) || exit 1
[[ -z "$(cat err.txt)" && "$out" =~ ^[0-9]+\ items$ ]] || exit 1
err=$(./p 4 2>&1 >/dev/null); [ $? -eq 1 ] && [ "$err" = "no" ] || exit 1
./p 5 2>&1 1>/dev/null | diff - tests/a.out || exit 1
diff <(./p 6 2>&1 || true) - <<EOF || exit 1
both
EOF
{ ./p 7; } > both.txt 2>&1; cmp both.txt tests/a.out || exit 1
"##,
        expect![[r#"
            line 1: p 1 exit not 0, both = "invalid" contains
            line 3: p 2 both = "^ok$" pattern
            line 4: p 3 exit 0, errors = "" stripped, = "^[0-9]+ items$" pattern
            line 6: p 4 exit 1, errors = "no" stripped
            line 7: p 5 errors = "3\n" exact
            line 8: p 6 both = "both\n" exact
            line 11: p 7 both = "3\n" exact
        "#]],
    );
}

#[test]
fn filters_of_white_space() {
    check(
        &[("want", "a b\n")],
        r##"./p 1 | tr -d '\r' | diff - want || exit 1
./p 2 | sed -e 's/[[:space:]]*$//' > o; cmp o want || exit 1
[ "$(./p 3 | tr '\n' ' ')" = "a b " ] || exit 1
n=$(./p 4 | wc -l); [ $n -eq 7 ] || exit 1
[ "$(./p 5 | wc -l | tr -d ' ')" = 2 ] || exit 1
[ "$(./p 6 | tr '\n' ,)" = "a,b," ] || exit 1
./p 7 | tr -d ' ' | diff - want || exit 1
./p 8 | sed 's/ *//' | diff - want || exit 1
[ "$(./p 9 2>&1 | head -1)" = "a.b" ] || exit 1
./p 10 | tail -n 1 | diff - want || exit 1
"##,
        expect![[r#"
            line 1: p 1 = "a b\n" white space
            line 2: p 2 = "a b\n" white space
            line 3: p 3 = "a b " white space
            line 4: p 4 = "\\A(?:[^\\n]*\\n){7}[^\\n]*\\z" pattern
            line 5: p 5 = "\\A(?:[^\\n]*\\n){2}[^\\n]*\\z" pattern
            line 6: p 6 -- its output passes through `tr`
            line 7: p 7 -- its output passes through `tr`
            line 8: p 8 -- its output passes through `sed`
            line 9: p 9 both = "\\Aa\\.b(?:\\n|\\z)" pattern
            line 10: p 10 = "(?:\\A|\\n)a b\\n?\\z" pattern
        "#]],
    );
}
