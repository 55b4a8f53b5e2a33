//! Discovery in folders in memory.

use super::Memory;
use crate::{
    Action, Compare, Discovery, ExitStatus, FileEntry, Observed, Origin, SourceFacts, Test,
    TestFunction, discover,
};

pub(super) const PROGRAM: SourceFacts = SourceFacts {
    has_main: true,
    asserts: false,
    main_asserts: false,
    checks_itself: false,
    counts_failures: false,
    opens_files: false,
    only_function: None,
    runs_tests: false,
    test_functions: Vec::new(),
};

fn find(files: &[(&str, &str)]) -> Discovery {
    discover("p/max.c", &PROGRAM, None, None, &Memory::new(files))
}

fn ids(discovery: &Discovery) -> Vec<&str> {
    discovery
        .tests
        .iter()
        .map(|test| test.id.as_str())
        .collect()
}

fn skipped(discovery: &Discovery) -> Vec<String> {
    discovery
        .skipped
        .iter()
        .map(|s| format!("{}: {}", s.path, s.reason))
        .collect()
}

fn problems(discovery: &Discovery) -> Vec<String> {
    discovery
        .problems
        .iter()
        .map(|p| format!("{}:{}: {}", p.path, p.line, p.message))
        .collect()
}

fn main_of(test: &Test) -> (Vec<&str>, &str, &str) {
    let Action::Main {
        args,
        stdin,
        folder,
        ..
    } = &test.action
    else {
        panic!("{test:?}")
    };
    let args = args
        .iter()
        .map(|arg| std::str::from_utf8(arg).unwrap())
        .collect();
    (args, std::str::from_utf8(stdin).unwrap(), folder)
}

#[test]
fn pairs_are_found_in_the_usual_places_in_natural_order() {
    let found = find(&[
        ("p/max.c", ""),
        ("p/min.c", ""),
        ("p/tests/t10.out", "10"),
        ("p/tests/t2.in", "2 2"),
        ("p/tests/t2.out", "2"),
        ("p/tests/max_1.ans", ""),
        ("p/tests/min_1.out", ""),
        ("p/tests/max/deep.out", ""),
        ("p/max.tests/own.expected", ""),
        ("p/max.out", ""),
        ("p/max-b.out", ""),
        ("p/maximum.out", ""),
        ("p/max_3.c", ""),
        ("p/max_3_1.out", ""),
        ("p/min.out", ""),
        ("p/a.out", "\x7fELF"),
        ("p/notes.txt", ""),
    ]);
    assert_eq!(
        ids(&found),
        ["deep", "max", "max-b", "max_1", "own", "t2", "t10"]
    );
    let name =
        "p/maximum.out: its name does not begin with max_; a test of any name can be in tests/";
    assert_eq!(
        skipped(&found),
        [name, "p/tests/min_1.out: it belongs to min.c"]
    );
    assert_eq!(main_of(&found.tests[5]), (vec![], "2 2", "p/tests"));
    assert_eq!(found.tests[5].origin.path, "p/tests/t2.out");
}

#[test]
fn the_files_of_a_test_say_what_is_run_and_expected() {
    let found = find(&[
        ("p/tests/a.out", "x\n"),
        ("p/tests/a.args", "-n\r\n\nlast one\n"),
        ("p/tests/a.exit", " 3\n"),
        ("p/tests/b.exit", "1"),
        ("p/tests/b.args", ""),
    ]);
    assert_eq!(ids(&found), ["a", "b"]);
    assert_eq!(main_of(&found.tests[0]).0, ["-n", "", "last one"]);
    let expect = &found.tests[0].expect;
    assert_eq!(
        (expect.stdout.as_deref(), expect.exit),
        (Some(b"x\n".as_slice()), Some(ExitStatus::Is(3)))
    );
    assert_eq!(main_of(&found.tests[1]).0, [] as [&str; 0]);
    assert_eq!(
        (&found.tests[1].expect.stdout, found.tests[1].expect.exit),
        (&None, Some(ExitStatus::Is(1)))
    );
}

#[test]
fn every_candidate_that_is_not_taken_has_a_reason() {
    let found = find(&[
        ("p/tests/a.in", ""),
        ("p/tests/b.out", "unreadable"),
        ("p/tests/c.out", ""),
        ("p/tests/c.ans", ""),
        ("p/tests/d.out", ""),
        ("p/tests/d.exit", "failure"),
        ("p/max.tests/c.out", ""),
        ("p/max.out", "\x7fELF..."),
    ]);
    assert_eq!(ids(&found), ["c"]);
    assert_eq!(
        skipped(&found),
        [
            "p/max.out: it is a compiled program, not an expected output",
            "p/max.tests/c.out: another test has the same name",
            "p/tests/a.in: there is no a.out with the expected output",
            "p/tests/b.out: it cannot be read",
            "p/tests/c.ans: c.out is used as the expected output",
            "p/tests/d.exit: it does not hold an exit status, which is a whole number",
        ]
    );
}

#[test]
fn asserts_are_a_test_only_without_others() {
    let asserts = SourceFacts {
        has_main: true,
        asserts: true,
        opens_files: false,
        ..SourceFacts::default()
    };
    let counts = SourceFacts {
        checks_itself: true,
        ..PROGRAM
    };
    let alone = Memory::new(&[("max.c", "")]);
    let found = discover("max.c", &counts, None, None, &alone);
    assert_eq!(ids(&found), ["main"]);
    assert_eq!(found.tests[0].expect.exit, Some(ExitStatus::SUCCESS));
    assert_eq!(found.assumed.len(), 1);
    let found = discover("max.c", &asserts, None, None, &alone);
    assert_eq!(ids(&found), ["main"]);
    assert_eq!(main_of(&found.tests[0]), (vec![], "", ""));
    assert_eq!(found.tests[0].expect.stdout, None);
    let with = Memory::new(&[("max.c", ""), ("tests/t.out", "")]);
    assert_eq!(ids(&discover("max.c", &asserts, None, None, &with)), ["t"]);
    assert_eq!(
        ids(&discover("max.c", &PROGRAM, None, None, &alone)),
        [] as [&str; 0]
    );
}

#[test]
fn without_main_there_is_nothing_to_run() {
    let files = Memory::new(&[("max.c", ""), ("max.out", "")]);
    let found = discover(
        "max.c",
        &SourceFacts {
            has_main: false,
            asserts: true,
            opens_files: false,
            ..SourceFacts::default()
        },
        None,
        None,
        &files,
    );
    assert_eq!(ids(&found), [] as [&str; 0]);
    assert_eq!(
        skipped(&found),
        ["max.out: the program has no `main` to run"]
    );
}

#[test]
fn a_named_folder_or_file_is_taken_as_it_is() {
    let files = Memory::new(&[
        ("max.c", ""),
        ("max.out", ""),
        ("min.c", ""),
        ("data/min_1.out", ""),
        ("data/x.out", ""),
        ("data/x.in", "5"),
        ("data/more.toml", "[[test]]\nname='m'"),
        ("empty/readme", ""),
    ]);
    let named = |path| discover("max.c", &PROGRAM, Some(path), None, &files);
    assert_eq!(ids(&named("data")), ["min_1", "x"]);
    assert_eq!(ids(&named("data/x.in")), ["x"]);
    assert_eq!(ids(&named("data/more.toml")), ["m"]);
    assert_eq!(
        problems(&named("data/y.in")),
        ["data/y.in:1: there is no such test"]
    );
    assert_eq!(named("empty").problems.len(), 1);
    assert_eq!(named("nowhere").problems.len(), 1);
    assert_eq!(named("nowhere.toml").problems.len(), 1);
}

#[test]
fn no_more_than_the_limit_is_read() {
    let names: Vec<String> = (0..5000).map(|n| format!("tests/t{n}.out")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "0\n")).collect();
    let files = Memory::new(&files);
    let found = discover("max.c", &PROGRAM, None, Some(3), &files);
    assert_eq!(
        (ids(&found), found.beyond_limit),
        (vec!["t0", "t1", "t2"], 4997)
    );
    let all = discover("max.c", &PROGRAM, None, None, &files);
    assert_eq!(
        (all.tests.len(), all.tests[4999].id.as_str()),
        (5000, "t4999")
    );
    let [first, second] = [0, 1].map(|index| all.tests[index].expect.stdout.clone().unwrap());
    assert!(std::sync::Arc::ptr_eq(&first, &second));
}

#[test]
fn configured_tests_say_everything() {
    let found = find(&[
        ("p/in.txt", "from a file"),
        (
            "p/faultlens.toml",
            r#"
compare = "trim"
[options]
max-size = 2
[[test]]
name = "one"
args = ["-n", 3]
stdin-file = "in.txt"
stdout = "3\n"
exit = 1
[[test]]
call = "f(3, 4)"
returns = "7"
compare = "tokens"
[[test]]
name = "elsewhere"
program = "min.c"
[[test]]
name = "here"
program = "max.c"
output-file = "made.txt"
exit = "failure"
"#,
        ),
        ("p/tests/t.out", ""),
    ]);
    assert_eq!(problems(&found), [] as [&str; 0]);
    assert_eq!(ids(&found), ["t", "one", "test 2", "here"]);
    let [pair, one, call, here] = found.tests.as_slice() else {
        panic!()
    };
    assert_eq!(main_of(one), (vec!["-n", "3"], "from a file", "p"));
    assert_eq!(here.expect.observed, Observed::File("made.txt".into()));
    assert_eq!(here.expect.exit, Some(ExitStatus::IsNot(0)));
    assert_eq!(
        (one.origin.line, one.expect.exit),
        (5, Some(ExitStatus::Is(1)))
    );
    assert_eq!(
        (pair.expect.compare, one.expect.compare),
        (Compare::Trim, Compare::Trim)
    );
    let args = vec!["3".to_owned(), "4".to_owned()];
    assert_eq!(
        call.action,
        Action::Call {
            unit: None,
            function: "f".to_owned(),
            args,
            stdin: [].into(),
            files: None,
        }
    );
    assert_eq!(
        (call.expect.returns.as_deref(), call.expect.compare),
        (Some("7"), Compare::Tokens)
    );
}

#[test]
fn the_nearest_configuration_up_to_the_repository_governs() {
    let test = "[[test]]\nname='up'";
    let paths = |files: &[(&str, &str)]| {
        let found = discover("r/a/b/max.c", &PROGRAM, None, None, &Memory::new(files));
        found
            .tests
            .iter()
            .map(|test| test.origin.path.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        paths(&[("r/faultlens.toml", test), ("r/.git/HEAD", "")]),
        ["r/faultlens.toml"]
    );
    assert_eq!(
        paths(&[("r/faultlens.toml", test), ("r/a/.git/HEAD", "")]),
        [] as [&str; 0]
    );
    let both = [("r/faultlens.toml", test), ("r/a/b/faultlens.toml", test)];
    assert_eq!(paths(&both), ["r/a/b/faultlens.toml"]);
    let inner = [
        ("r/faultlens.toml", test),
        ("r/a/b/tests/faultlens.toml", "[[test]]\nname='in'"),
    ];
    assert_eq!(
        paths(&inner),
        ["r/faultlens.toml", "r/a/b/tests/faultlens.toml"]
    );
}

#[test]
fn mistakes_are_told_with_their_line_and_end_their_test() {
    let bad = |text: &str| {
        let found = find(&[("p/faultlens.toml", text)]);
        assert_eq!(ids(&found), [] as [&str; 0], "{text}");
        problems(&found).join("; ").replace("p/faultlens.toml:", "")
    };
    for (text, problem) in [
        (
            "[[test]]\nstdot = '3'",
            "2: unknown key `stdot`: did you mean `stdout`?",
        ),
        ("tset = 1", "1: unknown key `tset`: did you mean `test`?"),
        (
            "\ncolour = 1",
            "2: unknown key `colour`: there are test, compare, tolerance, options, sources",
        ),
        ("test = 1", "1: `test` is a list: write [[test]]"),
        (
            "test = [1]",
            "1: `test` is a list of tables: write [[test]]",
        ),
        (
            "compare = 'fuzzy'",
            "1: `compare` is \"exact\", \"trim\", \"tokens\", \"contains\" or \"regex\"",
        ),
        (
            "[[test]]\ncompare = 1",
            "2: `compare` is \"exact\", \"trim\", \"tokens\", \"contains\" or \"regex\"",
        ),
        (
            "[[test]]\nexit = 256",
            "2: `exit` is an exit status, from 0 to 255, or \"failure\"",
        ),
        ("[[test]]\nstdin = 3", "2: `stdin` is a string"),
        (
            "[[test]]\nargs = 'x'",
            "2: `args` is a list, such as [\"-n\", \"3\"]",
        ),
        (
            "[[test]]\nargs = [\n'x',\n1.5]",
            "4: an argument is a string or a whole number",
        ),
        (
            "[[test]]\nstdin = ''\nstdin-file = 'x'",
            "3: there is `stdin` already",
        ),
        ("[[test]]\nstdout-file = 'x'", "2: p/x cannot be read"),
        ("[[test]]\nreturns = '1'", "2: `returns` needs a `call`"),
        (
            "[[test]]\ncall = 'f(1'",
            "2: expected a call such as \"f(3, 4)\"",
        ),
        (
            "[[test]]\ncall='f()'\nexit = 0",
            "3: `exit` is for a run of the program; this test has a `call`",
        ),
    ] {
        assert_eq!(bad(text), problem, "{text}");
    }
    assert!(bad("[[test]\n").starts_with("1: "));
}

#[test]
fn configured_tests_with_one_name_are_skipped() {
    let found = find(&[("p/faultlens.toml", "[[test]]\nname='a'\n[[test]]\nname='a'")]);
    assert_eq!(ids(&found), ["a"]);
    assert_eq!(
        skipped(&found),
        ["p/faultlens.toml: line 3: another test is called `a`"]
    );
}

/// The files that a run may open, as text.
fn given(test: &Test, path: &str) -> String {
    let Action::Main {
        files: Some(files), ..
    } = &test.action
    else {
        return "no files".to_owned();
    };
    match files.get(path.as_bytes()) {
        FileEntry::File(content) => String::from_utf8_lossy(content).into_owned(),
        FileEntry::NotRead(why) => format!("not read: {why}"),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_program_that_opens_files_is_given_those_around_it() {
    let large = "x".repeat((1 << 20) + 1);
    let files = Memory::new(&[
        ("p/max.c", ""),
        ("p/words.txt", "words"),
        ("p/both.txt", "outer"),
        ("p/large.txt", &large),
        ("p/data/one.txt", "one"),
        ("p/data/deep/two.txt", "two"),
        ("p/tests/a.out", "1"),
        ("p/tests/a.in", "stdin"),
        (
            "p/tests/a.args",
            "../named.txt\ndata/deep/none.txt\nno/such/file",
        ),
        ("p/tests/b.out", "1"),
        ("p/tests/both.txt", "inner"),
        ("named.txt", "named"),
    ]);
    let facts = SourceFacts {
        opens_files: true,
        ..PROGRAM
    };
    let found = discover("p/max.c", &facts, None, None, &files);
    let [a, b] = &found.tests[..] else {
        panic!("{:?}", found.tests)
    };
    for (path, want) in [
        ("words.txt", "words"),
        ("./tests/../words.txt", "words"),
        ("both.txt", "inner"),
        ("a.in", "stdin"),
        ("data/one.txt", "one"),
        ("data", "Folder"),
        ("data/none.txt", "Absent"),
        ("none.txt", "Absent"),
        ("none/none.txt", "NoFolder"),
        ("../named.txt", "named"),
        ("data/deep/none.txt", "New"),
        ("no/such/file", "NoFolder"),
        ("large.txt", "not read: it is larger than 1 MiB"),
        (
            "data/deep/two.txt",
            "not read: it is in a folder whose files were not read",
        ),
        (
            "/etc/passwd",
            "not read: it is outside the folders of the program and of the test",
        ),
    ] {
        assert_eq!(given(a, path), want, "{path}");
    }
    assert!(given(b, "../named.txt").starts_with("not read"));
    let plain = discover("p/max.c", &PROGRAM, None, None, &files);
    assert_eq!(given(&plain.tests[0], "words.txt"), "no files");
}

#[test]
fn of_names_that_lead_out_it_is_known_whether_they_exist() {
    let files = Memory::new(&[
        ("/w/p/max.c", ""),
        ("/w/p/in.txt", "in"),
        ("/w/p/tests/a.out", "1"),
        ("/w/p/tests/a.args", "/no/arg"),
        ("/w/there.txt", "there"),
    ]);
    let facts = SourceFacts {
        opens_files: true,
        ..PROGRAM
    };
    let names = [
        "/w/there.txt",
        "/w/none.txt",
        "/x/none.txt",
        "../there.txt",
        "../in.txt",
        "../none.txt",
        "in.txt",
    ];
    let names = names.map(str::to_owned).to_vec();
    let search = crate::TestSearch::begin("/w/p/max.c", None, &files).with_names(names);
    let found = search.finish(&facts, None);
    let outside = "not read: it is outside the folders of the program and of the test";
    for (path, want) in [
        ("/w/there.txt", outside),
        ("/w/none.txt", "Missing { folder: true }"),
        ("/x/none.txt", "Missing { folder: false }"),
        // Beside the program's folder, or in it, relative to that of the test.
        ("../there.txt", outside),
        ("../in.txt", outside),
        ("../none.txt", "Missing { folder: true }"),
        ("/no/arg", "Missing { folder: false }"),
        // These paths were not looked up.
        ("/computed", outside),
        ("in.txt", "in"),
    ] {
        assert_eq!(given(&found.tests[0], path), want, "{path}");
    }
}

#[test]
fn there_is_a_limit_to_the_files_of_a_folder() {
    let names: Vec<String> = (0..300).map(|i| format!("p/f{i:03}")).collect();
    let mut all: Vec<(&str, &str)> = names.iter().map(|n| (n.as_str(), "x")).collect();
    all.extend([("p/max.c", ""), ("p/tests/a.out", "1")]);
    let facts = SourceFacts {
        opens_files: true,
        ..PROGRAM
    };
    let found = discover("p/max.c", &facts, None, None, &Memory::new(&all));
    assert_eq!(given(&found.tests[0], "f000"), "x");
    assert!(given(&found.tests[0], "f299").starts_with("not read"));
    assert_eq!(given(&found.tests[0], "f300"), "Absent");
}

const LISTING: &str = r#"{
  "kind": "ctestInfo", "version": { "major": 1, "minor": 0 },
  "backtraceGraph": {
    "commands": ["add_test"], "files": ["p/CMakeLists.txt"],
    "nodes": [{ "file": 0 }, { "command": 0, "file": 0, "line": 12, "parent": 0 }]
  },
  "tests": [
    { "name": "plain", "backtrace": 1, "command": ["p/build/max", "3", "1"],
      "properties": [{ "name": "WORKING_DIRECTORY", "value": "p/build" }] },
    { "name": "piped", "command": ["/bin/sh", "-c", "./max < in.txt | diff - ../out.txt"],
      "properties": [{ "name": "WORKING_DIRECTORY", "value": "p/build" }] },
    { "name": "script", "command": ["/bin/sh", "-c", "./max && ./min"] },
    { "name": "lost", "command": ["/bin/sh", "-c", "./max < gone.txt"] },
    { "name": "fails", "command": ["max"], "properties": [{ "name": "WILL_FAIL", "value": true }] },
    { "name": "words", "command": ["max"], "properties": [{ "name": "PASS_REGULAR_EXPRESSION", "value": ["ok"] }] },
    { "name": "unbuilt" },
    { "name": "min1", "command": ["p/build/min"] }, { "name": "min2", "command": ["p/build/min.exe"] }
  ]
}"#;

#[test]
fn a_listing_of_ctest_is_read() {
    let found = find(&[
        ("p/max.c", ""),
        ("p/build/ctest.json", LISTING),
        ("p/build/in.txt", "7"),
        ("p/build/../out.txt", "9"),
    ]);
    assert_eq!(ids(&found), ["plain", "piped", "fails", "words"]);
    let [plain, piped, fails, words] = &found.tests[..] else {
        panic!("{found:?}")
    };
    assert_eq!(main_of(plain), (vec!["3", "1"], "", "p/build"));
    assert_eq!(
        (plain.origin.path.as_str(), plain.origin.line),
        ("p/CMakeLists.txt", 12)
    );
    assert_eq!(
        (&plain.expect.stdout, plain.expect.exit),
        (&None, Some(ExitStatus::SUCCESS))
    );
    assert_eq!(main_of(piped), (vec![], "7", "p/build"));
    assert_eq!(
        (piped.expect.stdout.as_deref(), piped.expect.exit),
        (Some(&b"9"[..]), None)
    );
    assert_eq!(fails.expect.exit, Some(ExitStatus::IsNot(0)));
    assert_eq!(
        (
            words.expect.stdout.as_deref(),
            words.expect.compare,
            &words.expect.observed,
            words.expect.exit
        ),
        (
            Some(&b"(?:ok)"[..]),
            Compare::Regex,
            &Observed::OutputAndErrors,
            None
        )
    );
    let reasons: Vec<String> = skipped(&found);
    assert_eq!(
        reasons
            .iter()
            .map(|reason| reason.strip_prefix("p/build/ctest.json: ").unwrap())
            .collect::<Vec<_>>(),
        [
            "2 tests run `min`, not `max`",
            "`lost`: p/build/gone.txt cannot be read",
            "`script`: a shell does more there than to run a program: ./max && ./min",
            "`unbuilt`: it has no command: its program is not built yet",
        ]
    );
}

#[test]
fn a_named_listing_may_call_the_program_otherwise() {
    let one = r#"{ "kind": "ctestInfo", "tests": [{ "name": "t", "command": ["/b/app", "1"] }] }"#;
    let files = Memory::new(&[
        ("p/max.c", ""),
        ("b/list.json", one),
        ("p/ctest.json", "{}"),
        ("p/other.json", "{"),
    ]);
    let named = |path| discover("p/max.c", &PROGRAM, Some(path), None, &files);
    assert_eq!(ids(&named("b/list.json")), ["t"]);
    assert_eq!(
        problems(&named("p/ctest.json")),
        ["p/ctest.json:1: this is no listing of ctest: make one with `ctest --show-only=json-v1`"]
    );
    assert!(
        problems(&named("p/other.json"))[0]
            .starts_with("p/other.json:1: this is no listing of ctest: EOF")
    );
    // Taken alone, the test belongs to another program.
    let beside = Memory::new(&[("p/max.c", ""), ("p/ctest.json", one)]);
    let found = discover("p/max.c", &PROGRAM, None, None, &beside);
    assert_eq!(
        skipped(&found),
        ["p/ctest.json: 1 test runs `app`, not `max`"]
    );
}

#[test]
fn test_functions_are_tests_where_there_are_no_others() {
    let function = |name: &str, objection: Option<&str>| TestFunction {
        name: name.to_owned(),
        entry: format!("run_{name}"),
        unit: 0,
        origin: Origin {
            path: "max.c".to_owned(),
            line: 7,
        },
        objection: objection.map(str::to_owned),
    };
    let mut facts = SourceFacts {
        asserts: true,
        test_functions: vec![
            function("test_a", None),
            function("test_b", Some("it is not run")),
        ],
        ..PROGRAM
    };
    let alone = Memory::new(&[("max.c", "")]);
    let found = discover("max.c", &facts, None, None, &alone);
    assert_eq!(ids(&found), ["test_a"]);
    let Action::Call { function, args, .. } = &found.tests[0].action else {
        panic!("{found:?}")
    };
    assert_eq!((function.as_str(), args.len()), ("run_test_a", 0));
    assert_eq!(skipped(&found), ["max.c: line 7: it is not run"]);
    let with = Memory::new(&[("max.c", ""), ("tests/t.out", "")]);
    assert_eq!(ids(&discover("max.c", &facts, None, None, &with)), ["t"]);
    facts.main_asserts = true;
    assert_eq!(
        ids(&discover("max.c", &facts, None, None, &alone)),
        ["test_a", "main"]
    );
    let limited = discover("max.c", &facts, None, Some(1), &alone);
    assert_eq!((ids(&limited), limited.beyond_limit), (vec!["test_a"], 1));
}

#[test]
fn test_functions_of_one_name_are_told_apart() {
    let named = |functions: &[(&str, &str)]| {
        let mut facts = SourceFacts {
            asserts: true,
            ..PROGRAM
        };
        for (unit, (path, name)) in (0..).zip(functions) {
            facts.test_functions.push(TestFunction {
                name: (*name).to_owned(),
                entry: (*name).to_owned(),
                unit,
                origin: Origin {
                    path: (*path).to_owned(),
                    line: 1,
                },
                objection: None,
            });
        }
        let found = discover("p/main.c", &facts, None, None, &Memory::new(&[]));
        let calls = found.tests.iter().map(|test| match &test.action {
            Action::Call { unit, .. } => (*unit, test.id.clone()),
            Action::Main { .. } => (None, test.id.clone()),
        });
        calls.collect::<Vec<_>>()
    };
    let with_units = |names: &[&str]| -> Vec<_> {
        (0..)
            .map(Some)
            .zip(names.iter().map(ToString::to_string))
            .collect()
    };
    for (functions, names) in [
        // Only where names collide, files are named.
        (
            &[
                ("p/a.c", "test_add"),
                ("p/b.c", "test_add"),
                ("p/b.c", "test_sub"),
            ][..],
            &["a.c: test_add", "b.c: test_add", "test_sub"][..],
        ),
        // Files of one name are told apart by their folders, as far as needed.
        (
            &[
                ("p/x/t.c", "test_a"),
                ("p/y/t.c", "test_a"),
                ("p/u.c", "test_a"),
                ("t.c", "test_a"),
            ],
            &[
                "x/t.c: test_a",
                "y/t.c: test_a",
                "u.c: test_a",
                "t.c: test_a",
            ],
        ),
        (
            &[("p/t.c", "test_a"), ("p/q/p/t.c", "test_a")],
            &["p/t.c: test_a", "q/p/t.c: test_a"],
        ),
        // A library's own names of tests need not be unique in a file.
        (
            &[("p/t.c", "adds"), ("p/t.c", "adds"), ("p/t.c", "adds (2)")],
            &["adds", "adds (2)", "adds (2) (2)"],
        ),
    ] {
        assert_eq!(named(functions), with_units(names), "{functions:?}");
    }
}

#[test]
fn the_only_function_is_called_if_there_is_nothing_else() {
    let facts = SourceFacts {
        has_main: false,
        asserts: true,
        only_function: Some("scenario".to_owned()),
        ..PROGRAM
    };
    let found = |files: &[(&str, &str)]| {
        let found = discover("p/max.c", &facts, None, None, &Memory::new(files));
        let ids: Vec<String> = found.tests.iter().map(|test| test.id.clone()).collect();
        (ids, found.assumed.len())
    };
    assert_eq!(found(&[]), (vec!["scenario".to_owned()], 1));
    let given = "[[test]]\nname = \"a\"\ncall = \"scenario()\"\n";
    assert_eq!(
        found(&[("p/faultlens.toml", given)]),
        (vec!["a".to_owned()], 0)
    );
}
