//! Runs whose output or files are used by what is not modelled, or by other runs.

use super::{check, check_recipe};
use expect_test::expect;

#[test]
fn what_is_printed_is_given_to_others() {
    check(
        &[],
        r##"./mcc "1" > tmp.s || exit 1
gcc -o tmp tmp.s || exit 1
./tmp; [ $? = 1 ] || exit 1
./p a | python3 check.py || exit 1
./p b > b.txt || exit 1
python3 -c 'print(open("b.txt").read())'
./q $(./p c || exit 1) || exit 1
./p d > d.txt; [ $? -eq 3 ] || exit 1
awk '{ n += $1 } END { print n }' d.txt
"##,
        expect![[r#"
            line 1: mcc 1 exit 0 -- what it prints is given to `gcc`
            line 3: tmp exit 1 -- it runs a program made of another program's output
            line 4: p a -- what it prints is given to `python3`
            line 5: p b exit 0 -- what it prints is given to `python3`
            line 7: p c exit 0 -- what it prints is given to `q`
            line 7 #2: q "" exit 0 -- its input is what another program prints
            line 8: p d exit 3
        "#]],
    );
}

#[test]
fn files_between_runs() {
    check_recipe(
        &[("a.txt", "aa\n"), ("a.rle", "2a\n")],
        &[
            "./pack -c a.txt out.tmp && cmp out.tmp a.rle",
            "./pack -d a.rle out.tmp && cmp out.tmp a.txt",
            "./pack -c a.txt out.tmp && ./pack -d out.tmp out2.tmp && cmp out2.tmp a.txt",
            "! ./pack -d bad.rle out.tmp",
            "rm -f *.tmp",
            "./pack -c a.txt x.tmp && cmp x.tmp a.rle",
            "./pack -d x.tmp y.tmp && cmp y.tmp a.txt",
            "./db new.db create",
            "[ \"$(./db new.db list)\" = '' ]",
            "./calc 1.5 + 2 && ./calc 2 + 1.5",
            "./pack -i a.txt -o z.tmp && ./pack -o z.tmp a.txt",
        ],
        expect![[r#"
            line 1: pack -c a.txt out.tmp exit 0, out.tmp = "2a\n"
            line 2: pack -d a.rle out.tmp exit 0, out.tmp = "aa\n"
            line 3: pack -c a.txt out.tmp exit 0 -- another run reads out.tmp, which it writes
            line 3 #2: pack -d out.tmp out2.tmp exit 0, out2.tmp = "aa\n" -- it may read out.tmp, which another run writes
            line 4: pack -d bad.rle out.tmp exit not 0 -- it may read out.tmp, which another run writes
            line 6: pack -c a.txt x.tmp exit 0, x.tmp = "2a\n"
            line 7: pack -d x.tmp y.tmp {x.tmp: "2a\n"} exit 0, y.tmp = "aa\n"
            line 8: db new.db create exit 0 -- another run reads new.db, which it writes
            line 9: db new.db list = "" stripped -- it may read new.db, which another run writes
            line 10: calc 1.5 + 2 exit 0
            line 10 #2: calc 2 + 1.5 exit 0
            line 11: pack -i a.txt -o z.tmp exit 0
            line 11 #2: pack -o z.tmp a.txt exit 0
        "#]],
    );
}

#[test]
fn files_that_are_there_already() {
    check(
        &[
            ("data.txt", "b\na\n"),
            ("data.want", "a\nb\n"),
            ("out.txt", "old\n"),
            ("b.bin.want", "x"),
        ],
        r##"cp data.txt work.txt
./sort work.txt
cmp work.txt data.want || exit 1
./sort data.txt --out=out.txt
diff data.want out.txt || exit 1
./sort data.txt > got
cmp got data.want || exit 1
"##,
        expect![[r#"
            line 2: sort work.txt {work.txt: "b\na\n"} work.txt = "a\nb\n"
            line 4: sort data.txt --out=out.txt {work.txt: "b\na\n"} out.txt = "a\nb\n"
            line 6: sort data.txt {work.txt: "b\na\n"} = "a\nb\n" exact
        "#]],
    );
}

#[test]
fn files_that_a_pattern_finds() {
    check(
        &[("t/1.txt", "x\n"), ("t/1.ref", "X\n")],
        r##"mkdir out
./up t/1.txt out/1.out || exit 1
cmp --silent t/1.ref out/1.out || exit 1
for f in out/*.out; do ./up --check "$f" || exit 1; done
"##,
        expect![[r#"
            line 2: up t/1.txt out/1.out exit 0, out/1.out = "X\n"
            1: up --check out/1.out {out/1.out: "X\n"} exit 0
        "#]],
    );
}
