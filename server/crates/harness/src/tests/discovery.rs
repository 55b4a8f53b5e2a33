//! Discovery over folders in memory.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Action, Compare, Discovery, Files, Given, Origin, SourceFacts, Test, TestFunction, discover,
};

/// Files by path.
struct Memory(BTreeMap<String, Vec<u8>>);

impl Memory {
    fn new(files: &[(&str, &str)]) -> Self {
        Memory(
            files
                .iter()
                .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
                .collect(),
        )
    }

    /// Paths below a folder, relative to it.
    fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        let prefix = if folder.is_empty() {
            String::new()
        } else {
            format!("{folder}/")
        };
        self.0
            .keys()
            .filter_map(move |path| path.strip_prefix(&prefix))
    }
}

impl Files for Memory {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.0
            .get(path)
            .filter(|content| content.as_slice() != b"unreadable")
            .cloned()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let names: BTreeSet<&str> = self
            .below(folder)
            .map(|path| path.split('/').next().unwrap_or(path))
            .collect();
        names.into_iter().map(str::to_owned).collect()
    }

    fn is_dir(&self, path: &str) -> bool {
        self.below(path).next().is_some()
    }
}

const PROGRAM: SourceFacts = SourceFacts {
    has_main: true,
    asserts: false,
    main_asserts: false,
    checks_itself: false,
    opens_files: false,
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
        (Some(b"x\n".as_slice()), Some(3))
    );
    assert_eq!(main_of(&found.tests[1]).0, [] as [&str; 0]);
    assert_eq!(
        (&found.tests[1].expect.stdout, found.tests[1].expect.exit),
        (&None, Some(1))
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
    assert_eq!(found.tests[0].expect.exit, Some(0));
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
"#,
        ),
        ("p/tests/t.out", ""),
    ]);
    assert_eq!(problems(&found), [] as [&str; 0]);
    assert_eq!(ids(&found), ["t", "one", "test 2", "here"]);
    let [pair, one, call, _] = found.tests.as_slice() else {
        panic!()
    };
    assert_eq!(main_of(one), (vec!["-n", "3"], "from a file", "p"));
    assert_eq!((one.origin.line, one.expect.exit), (5, Some(1)));
    assert_eq!(
        (pair.expect.compare, one.expect.compare),
        (Compare::Trim, Compare::Trim)
    );
    let args = vec!["3".to_owned(), "4".to_owned()];
    assert_eq!(
        call.action,
        Action::Call {
            function: "f".to_owned(),
            args,
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
            "2: unknown key `colour`: there are test, compare, options, sources",
        ),
        ("test = 1", "1: `test` is a list: write [[test]]"),
        (
            "test = [1]",
            "1: `test` is a list of tables: write [[test]]",
        ),
        (
            "compare = 'fuzzy'",
            "1: `compare` is \"exact\", \"trim\" or \"tokens\"",
        ),
        (
            "[[test]]\ncompare = 1",
            "2: `compare` is \"exact\", \"trim\" or \"tokens\"",
        ),
        (
            "[[test]]\nexit = 256",
            "2: `exit` is an exit status, from 0 to 255",
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

/// What a run may open, in words.
fn given(test: &Test, path: &str) -> String {
    let Action::Main {
        files: Some(files), ..
    } = &test.action
    else {
        return "no files".to_owned();
    };
    match files.get(path.as_bytes()) {
        Given::File(content) => String::from_utf8_lossy(content).into_owned(),
        Given::NotRead(why) => format!("not read: {why}"),
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
        ("p/tests/a.args", "../named.txt"),
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
    let search = crate::Search::begin("/w/p/max.c", None, &files).with_names(names);
    let found = search.finish(&facts, None);
    let outside = "not read: it is outside the folders of the program and of the test";
    for (path, want) in [
        ("/w/there.txt", outside),
        ("/w/none.txt", "Missing { folder: true }"),
        ("/x/none.txt", "Missing { folder: false }"),
        // Beside the program's folder, or in it, seen from that of the test.
        ("../there.txt", outside),
        ("../in.txt", outside),
        ("../none.txt", "Missing { folder: true }"),
        ("/no/arg", "Missing { folder: false }"),
        // Nobody has looked.
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
    assert_eq!(ids(&found), ["plain", "piped"]);
    let [plain, piped] = &found.tests[..] else {
        panic!("{found:?}")
    };
    assert_eq!(main_of(plain), (vec!["3", "1"], "", "p/build"));
    assert_eq!(
        (plain.origin.path.as_str(), plain.origin.line),
        ("p/CMakeLists.txt", 12)
    );
    assert_eq!((&plain.expect.stdout, plain.expect.exit), (&None, Some(0)));
    assert_eq!(main_of(piped), (vec![], "7", "p/build"));
    assert_eq!(
        (piped.expect.stdout.as_deref(), piped.expect.exit),
        (Some(&b"9"[..]), None)
    );
    let reasons: Vec<String> = skipped(&found);
    assert_eq!(
        reasons
            .iter()
            .map(|reason| reason.strip_prefix("p/build/ctest.json: ").unwrap())
            .collect::<Vec<_>>(),
        [
            "2 tests run `min`, not `max`",
            "`fails`: it has to fail, but not with which exit status (WILL_FAIL)",
            "`lost`: p/build/gone.txt cannot be read",
            "`script`: a shell does more there than to run a program: ./max && ./min",
            "`unbuilt`: it has no command: its program is not built yet",
            "`words`: a regular expression says what passes",
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
    // By itself it is another program's.
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

/// Names, inputs and outputs of the tests, the way of comparing, and what is said of that.
fn laid_out(program: &str, files: &[(&str, &str)]) -> (Vec<String>, Option<Compare>, Vec<String>) {
    let discovery = discover(program, &PROGRAM, None, None, &Memory::new(files));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let tests = discovery.tests.iter().map(|test| {
        let Action::Main { stdin, .. } = &test.action else {
            panic!("runs of the program")
        };
        let stdout = test.expect.stdout.as_deref().unwrap_or_default();
        format!("{}: {} -> {}", test.id, text(stdin), text(stdout))
    });
    let compare = discovery.tests.first().map(|test| test.expect.compare);
    (tests.collect(), compare, discovery.assumed)
}

#[test]
fn tests_of_other_tools_are_found_as_they_lie() {
    type Layout<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)], &'a [&'a str]);
    let layouts: &[Layout<'_>] = &[
        (
            "online-judge-tools",
            "p/max.c",
            &[
                ("p/max.c", ""),
                ("p/test/sample-1.in", "1"),
                ("p/test/sample-1.out", "2"),
                ("p/test/sample-2.in", "3"),
            ],
            &["sample-1: 1 -> 2"],
        ),
        (
            "an archive of a judge, beside the program",
            "p/max.c",
            &[
                ("p/max.c", ""),
                ("p/2.in", "3"),
                ("p/2.ans", "4"),
                ("p/10.in", "5"),
                ("p/10.ans", "6"),
            ],
            &["2: 3 -> 4", "10: 5 -> 6"],
        ),
        (
            "numbered words",
            "p/max.c",
            &[
                ("p/max.c", ""),
                ("p/cases/input1.txt", "a"),
                ("p/cases/output1.txt", "b"),
                ("p/cases/readme.txt", "c"),
            ],
            &["1: a -> b"],
        ),
        (
            "a folder of inputs and one of outputs",
            "p/max.c",
            &[
                ("p/max.c", ""),
                ("p/in/a1.txt", "a"),
                ("p/out/a1.txt", "b"),
                ("p/in/a2.in", "c"),
                ("p/out/a2.out", "d"),
            ],
            &["a1: a -> b", "a2: c -> d"],
        ),
        (
            "a package of a contest",
            "k/submissions/accepted/sol.c",
            &[
                ("k/problem.yaml", "name: x"),
                ("k/submissions/accepted/sol.c", ""),
                ("k/data/sample/1.in", "s"),
                ("k/data/sample/1.ans", "t"),
                ("k/data/secret/group1/big.in", "u"),
                ("k/data/secret/group1/big.ans", "v"),
            ],
            &["sample/1: s -> t", "secret/group1/big: u -> v"],
        ),
        (
            "competitest",
            "p/max.c",
            &[
                ("p/max.c", ""),
                ("p/min.c", ""),
                ("p/max_input0.txt", "a"),
                ("p/max_output0.txt", "b"),
                ("p/min_input0.txt", "c"),
                ("p/min_output0.txt", "d"),
            ],
            &["max_0: a -> b"],
        ),
        (
            "stdin and stdout, a level below",
            "p/max.c",
            &[
                ("p/max.c", ""),
                ("p/tests/lab1/ex_0.stdin", "a"),
                ("p/tests/lab1/ex_0.stdout", "b"),
            ],
            &["lab1/ex_0: a -> b"],
        ),
        (
            "sources in a folder of their own",
            "p/src/max.c",
            &[
                ("p/src/max.c", ""),
                ("p/tests/t1.inp", "a"),
                ("p/tests/t1.expected", "b"),
            ],
            &["t1: a -> b"],
        ),
    ];
    for (tool, program, files, wanted) in layouts {
        let (tests, compare, said) = laid_out(program, files);
        assert_eq!(tests, *wanted, "{tool}");
        assert_eq!(compare, Some(Compare::Tokens), "{tool}");
        assert_eq!(said.len(), 1, "{tool}");
        assert!(said[0].contains("word by word"), "{said:?}");
    }
}

#[test]
fn samples_of_a_problem_are_read_from_what_the_helper_keeps() {
    let problem = r#"{"name": "A", "tests": [{"id": 1, "input": "2\n", "output": "4\n"}, {"input": "3", "output": "9"}]}"#;
    let files = [
        ("p/max.c", ""),
        ("p/.cph/.max.c_0f3a.prob", problem),
        ("p/.cph/.maximum.c_0f3a.prob", "{}"),
    ];
    let (tests, compare, said) = laid_out("p/max.c", &files);
    assert_eq!(tests, ["sample-1: 2\n -> 4\n", "sample-2: 3 -> 9"]);
    assert_eq!(compare, Some(Compare::Trim));
    assert!(said[0].contains(".max.c_0f3a.prob"), "{said:?}");
}

#[test]
fn layouts_of_others_count_only_without_tests_of_our_own() {
    let files = [
        ("p/max.c", ""),
        ("p/tests/a.in", "1"),
        ("p/tests/a.out", "2"),
        ("p/samples/b.in", "3"),
        ("p/samples/b.out", "4"),
    ];
    let (tests, compare, said) = laid_out("p/max.c", &files);
    assert_eq!(tests, ["a: 1 -> 2"]);
    assert_eq!((compare, said.len()), (Some(Compare::Exact), 0));
    // The user's word on comparing holds for them as well.
    let files = [
        ("p/max.c", ""),
        ("p/faultlens.toml", "compare = \"exact\""),
        ("p/samples/b.in", "3"),
        ("p/samples/b.out", "4"),
    ];
    assert_eq!(laid_out("p/max.c", &files).1, Some(Compare::Exact));
    // What a compiler has made is no test, nor is the text of another program.
    let files = [
        ("p/max.c", ""),
        ("p/max.out", "\x7fELF"),
        ("p/notes.in", "3"),
    ];
    assert_eq!(laid_out("p/max.c", &files).0, [""; 0]);
}
