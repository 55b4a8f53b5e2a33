//! `class DIR`: layouts, outputs, and runs that were ended.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::common::{Folder, Run, faultlens};

/// The sum of the numbers up to one that is read, with another limit of the loop and another start of the sum.
fn sum(limit: &str, start: &str, name: &str) -> String {
    format!(
        "#include <stdio.h>\nint main(void) {{\n    int {name}, i, s = {start};\n    scanf(\"%d\", &{name});\n    \
         for (i = 1; {limit}; i++)\n        s += i;\n    printf(\"%d\\n\", s);\n    return 0;\n}}\n"
    )
}

fn zipped(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        archive
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Ten submissions as files, folders and archives, and three tests.
fn class(name: &str) -> Folder {
    let folder = Folder::new(name);
    let good = sum("i <= n", "0", "n");
    let short = |name: &str| sum(&format!("i < {name}"), "0", name);
    for (path, text) in [
        ("subs/ann.c", good.clone()),
        ("subs/bob.c", short("n")),
        ("subs/hw1-cat/main.c", short("last")),
        ("subs/dan.c", good.replace("&n", "n")),
        ("subs/fay.c", good.replace("s += i;", "s += i")),
        ("subs/gus.c", "int f(void) { return 1; }\n".to_owned()),
        ("subs/hw1-hal/main.c", "#include <stdio.h>\nint sum(int n);\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", sum(n)); return 0; }\n".to_owned()),
        ("subs/hw1-hal/lib/sum.c", "int sum(int n) { return n * (n + 1) / 2; }\n".to_owned()),
        ("subs/hw1-jan/notes.txt", "sick".to_owned()),
        ("tests/1.in", "1\n".to_owned()),
        ("tests/1.out", "1\n".to_owned()),
        ("tests/2.in", "3\n".to_owned()),
        ("tests/2.out", "6\n".to_owned()),
        ("tests/10.in", "10\n".to_owned()),
        ("tests/10.out", "55\n".to_owned()),
    ] {
        folder.write(path, text.as_bytes());
    }
    let eve = sum("i <= n", "1", "n");
    folder.write("subs/eve.zip", &zipped(&[("eve/p.c", &eve)]));
    let ida = short("max");
    let junk = ("__MACOSX/p.c", "int main(void) { return 1; }");
    folder.write("subs/ida.zip", &zipped(&[("p.c", &ida), junk]));
    folder
}

fn run(folder: &Folder, more: &[&str]) -> Run {
    let arguments = ["class", "subs", "--tests", "tests"];
    let run = faultlens(folder.path(), &[&arguments[..], more].concat());
    run.is_calm();
    run
}

fn bytes(folder: &Folder, names: &[&str]) -> Vec<String> {
    let read = |name: &&str| fs::read_to_string(folder.path().join(name)).unwrap();
    names.iter().map(read).collect()
}

#[test]
fn a_class_is_reported() {
    let folder = class("class");
    let done = run(&folder, &["--out", "r.html", "--out", "r.csv"]);
    assert_eq!(done.status, 1, "{}", done.stderr);
    let said = "10 submissions: 2 pass all 3 tests, 5 fail, 1 does not compile, 2 are without an answer; written: r.html, r.csv\n";
    assert_eq!(done.stdout, said);
    let [page, table] = &bytes(&folder, &["r.html", "r.csv"])[..] else {
        panic!("two files");
    };
    // The same mistake in a file, in a folder and in an archive.
    let title = "`<` for `<=` in the condition of a `for`";
    let members = table.lines().filter(|line| line.contains(title));
    let members: Vec<&str> = members.filter_map(|line| line.split(',').next()).collect();
    assert_eq!(members, ["bob.c", "hw1-cat", "ida.zip"], "{table}");
    assert!(page.contains("<code>&lt;</code> for <code>&lt;=</code>"));
    let line = |name: &str| table.lines().find(|line| line.starts_with(name)).unwrap();
    assert!(
        line("dan.c").contains("missing `&` in an argument of `scanf`"),
        "{table}"
    );
    assert!(
        line("eve.zip").contains("a constant off by one: `1` for `0`"),
        "{table}"
    );
    assert!(
        line("fay.c").contains("does not compile") && line("fay.c").contains("fay.c,6,"),
        "{table}"
    );
    assert!(line("hw1-jan").contains("there is no C file"), "{table}");
    assert!(
        line("hw1-hal").starts_with("hw1-hal,hal,passes,3,0,"),
        "{table}"
    );
    assert!(!page.contains("<script") && !page.contains("faultlens-class-"));
    // The tests are in their natural order.
    assert!(
        table.lines().next().unwrap().ends_with("repair,1,2,10"),
        "{table}"
    );
}

#[test]
fn the_bytes_depend_neither_on_the_number_of_jobs_nor_on_shards() {
    let folder = class("class-jobs");
    let names = |stem: &str| ["html", "csv", "jsonl"].map(|end| format!("{stem}.{end}"));
    let make = |stem: &str, more: &[&str]| {
        let names = names(stem);
        let out: Vec<&str> = names.iter().flat_map(|name| ["--out", name]).collect();
        run(&folder, &[&out[..], more].concat());
        bytes(&folder, &[&*names[0], &names[1], &names[2]])
    };
    let one = make("one", &["--jobs", "1"]);
    assert_eq!(make("two", &["--jobs", "2"]), one);
    let shards = [("s1", "1/3"), ("s2", "2/3"), ("s3", "3/3")];
    for (stem, part) in shards {
        make(stem, &["--shard", part]);
    }
    let merge = [
        "class", "--out", "m.html", "--out", "m.csv", "--out", "m.jsonl", "--merge", "s3.jsonl",
        "s1.jsonl", "s2.jsonl",
    ];
    let merged = faultlens(folder.path(), &merge);
    assert!(merged.stdout.starts_with("10 submissions: "), "{merged:?}");
    assert_eq!(bytes(&folder, &["m.html", "m.csv", "m.jsonl"]), one);
}

/// A run that has finished three submissions, but not all.
fn begun(folder: &Folder, stem: &str) -> Child {
    let out = format!("{stem}.html");
    let arguments = [
        "class", "subs", "--tests", "tests", "--jobs", "1", "--out", &out,
    ];
    let child = Command::new(env!("CARGO_BIN_EXE_faultlens"))
        .args(arguments)
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = folder.path().join(format!("{stem}.jsonl"));
    let finished = || {
        fs::read_to_string(&lines)
            .unwrap_or_default()
            .lines()
            .count()
    };
    let began = Instant::now();
    while finished() < 3 && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_with_what_was_found() {
    let folder = class("class-signal");
    let child = begun(&folder, "r");
    let pid = child.id().to_string();
    Command::new("kill").args(["-TERM", &pid]).status().unwrap();
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(3), "{said}");
    assert!(
        said.contains("of 10 are done and in r.jsonl; the same command goes on from there"),
        "{said}"
    );
    let [page, lines] = &bytes(&folder, &["r.html", "r.jsonl"])[..] else {
        panic!("two files");
    };
    let done = lines.lines().count();
    assert!(
        (3..10).contains(&done) && page.contains(&format!("{done} submissions: ")),
        "{said}"
    );
    run(&folder, &["--out", "r.html"]);
    run(&folder, &["--out", "whole.html"]);
    let [ended, whole] = ["r.html", "whole.html"].map(|name| bytes(&folder, &[name]));
    assert_eq!(ended, whole);
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let folder = class("class-kill");
    run(&folder, &["--out", "whole.html"]);
    let lines = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    let mut child = begun(&folder, "cut");
    child.kill().unwrap();
    child.wait().unwrap();
    // As if the kill had come in the middle of a line.
    let left = lines("cut.jsonl");
    assert!(left.lines().count() >= 3);
    fs::write(folder.path().join("cut.jsonl"), &left[..left.len() - 40]).unwrap();
    assert!(!Path::new(&folder.path().join("cut.html")).exists());
    let again = run(&folder, &["--out", "cut.html"]);
    assert!(
        again.stderr.contains("submissions of 10 are done already"),
        "{}",
        again.stderr
    );
    for end in ["html", "jsonl"] {
        let [whole, cut] = ["whole", "cut"].map(|stem| lines(&format!("{stem}.{end}")));
        assert_eq!(whole, cut);
    }

    // What changes is run again, and nothing else.
    folder.write("subs/bob.c", sum("i <= n", "0", "n").as_bytes());
    let again = run(&folder, &["--out", "cut.html"]);
    assert!(
        again.stderr.contains("9 submissions of 10"),
        "{}",
        again.stderr
    );
    assert!(
        again.stdout.contains("3 pass all 3 tests"),
        "{}",
        again.stdout
    );
}

#[test]
fn what_cannot_be_done_is_refused() {
    let folder = class("class-refused");
    folder.write("notes.jsonl", b"not ours\n");
    folder.write("empty/notes.txt", b"x");
    for (arguments, why) in [
        (
            &["class", "subs", "--out", "r.html"][..],
            "--tests is missing",
        ),
        (
            &["class", "subs", "--tests", "empty", "--out", "r.html"],
            "there are no tests",
        ),
        (
            &["class", "empty", "--tests", "tests", "--out", "r.html"],
            "there are no submissions",
        ),
        (
            &["class", "subs", "--tests", "tests", "--out", "r.pdf"],
            "the name must end in .html",
        ),
        (
            &["class", "subs", "--tests", "tests", "--out", "notes.html"],
            "is not of an earlier run",
        ),
        (
            &[
                "class", "subs", "--tests", "tests", "--out", "r.html", "--shard", "3/2",
            ],
            "I from 1 to N",
        ),
    ] {
        let run = faultlens(folder.path(), arguments);
        assert!(run.stderr.contains(why), "{arguments:?}: {}", run.stderr);
        assert_eq!(run.status, 2);
    }
}
