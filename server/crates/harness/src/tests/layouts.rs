//! Tests in the layouts of other tools.

use super::Memory;
use super::discovery::PROGRAM;
use crate::{Action, Compare, ExitStatus, Tolerance, discover};

/// Names, inputs and outputs of the tests, the way of comparing, and the sentences about it.
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
    // The user's choice of comparing applies to them as well.
    let files = [
        ("p/max.c", ""),
        ("p/faultlens.toml", "compare = \"exact\""),
        ("p/samples/b.in", "3"),
        ("p/samples/b.out", "4"),
    ];
    assert_eq!(laid_out("p/max.c", &files).1, Some(Compare::Exact));
    // A compiler's output is not a test, nor is the text of another program.
    let files = [
        ("p/max.c", ""),
        ("p/max.out", "\x7fELF"),
        ("p/notes.in", "3"),
    ];
    assert_eq!(laid_out("p/max.c", &files).0, [""; 0]);
}

#[test]
fn a_collection_of_programs_has_its_tests_in_one_folder() {
    // Parts of the folder of tests have the names of the programs' folders.
    let files = [
        (".git/x", ""),
        ("wrong/year-1/lab02/ex01/ex01-stu1.c", ""),
        ("tests/lab02/ex01/ex01_0.stdin", "a"),
        ("tests/lab02/ex01/ex01_0.stdout", "b"),
        ("tests/lab02/ex02/ex02_0.stdin", "c"),
        ("tests/lab02/ex02/ex02_0.stdout", "d"),
    ];
    let (tests, _, said) = laid_out("wrong/year-1/lab02/ex01/ex01-stu1.c", &files);
    assert_eq!(tests, ["ex01_0: a -> b"]);
    assert!(
        said[0].contains(" in ../../../../tests/lab02/ex01/ are"),
        "{said:?}"
    );
    // The folder around everything has the name of the program.
    let files = [
        (".git/x", ""),
        ("digits/1f/003/digits.c", ""),
        ("digits/tests/blackbox/1.in", "a"),
        ("digits/tests/blackbox/1.out", "b"),
        ("median/tests/blackbox/1.in", "c"),
        ("median/tests/blackbox/1.out", "d"),
    ];
    let (tests, ..) = laid_out("digits/1f/003/digits.c", &files);
    assert_eq!(tests, ["blackbox/1: a -> b"]);
    // The names of tests contain the name of the folder.
    let files = [
        (".git/x", ""),
        ("set/Lab-3/2810/270138_buggy.c", ""),
        ("set/test/in.2810.1.txt", "a"),
        ("set/test/out.2810.1.txt", "b"),
        ("set/test/in.2811.1.txt", "c"),
        ("set/test/out.2811.1.txt", "d"),
    ];
    let (tests, ..) = laid_out("set/Lab-3/2810/270138_buggy.c", &files);
    assert_eq!(tests, ["2810.1: a -> b"]);
    // Other tests around a program do not belong to it.
    let files = [
        (".git/x", ""),
        ("tools/max.c", ""),
        ("tests/compiler/1.in", "a"),
        ("tests/compiler/1.out", "b"),
    ];
    assert_eq!(laid_out("tools/max.c", &files).0, [""; 0]);
}

#[test]
fn a_package_says_arguments_and_how_near_numbers_must_be() {
    let files = [
        (
            "k/problem.yaml",
            "name: x\nvalidator_flags: float_tolerance 1e-4\n",
        ),
        ("k/submissions/accepted/sol.c", ""),
        ("k/data/sample/1.in", "s"),
        ("k/data/sample/1.ans", "t"),
        (
            "k/data/sample/1.yaml",
            "args: [-n, 3]\noutput_validator_args: [float_absolute_tolerance, '0.5']\n",
        ),
        ("k/data/secret/2.in", "u"),
        ("k/data/secret/2.ans", "v"),
    ];
    let files = Memory::new(&files);
    let found = discover("k/submissions/accepted/sol.c", &PROGRAM, None, None, &files);
    let told = found.tests.iter().map(|test| {
        let Action::Main { args, .. } = &test.action else {
            panic!("runs of the program")
        };
        (args.len(), test.expect.tolerance)
    });
    let tolerance = |most: f64| Tolerance::new(most).unwrap();
    let wanted = [(2, tolerance(0.5)), (0, tolerance(1e-4))];
    assert_eq!(told.collect::<Vec<_>>(), wanted);
}

/// Tests with their conditions: `name: input -> output (comparison, exit status)`, and skipped candidates.
fn described(program: &str, files: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
    let found = discover(program, &PROGRAM, None, None, &Memory::new(files));
    assert!(
        found.tests.is_empty() || found.assumed.len() == 1,
        "{:?}",
        found.assumed
    );
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace('\n', "|");
    let tests = found.tests.iter().map(|test| {
        let Action::Main { args, stdin, .. } = &test.action else {
            panic!("runs of the program")
        };
        let args: Vec<String> = args.iter().map(|arg| text(arg)).collect();
        let stdout = test
            .expect
            .stdout
            .as_ref()
            .map_or("-".to_owned(), |out| text(out));
        let compare = Compare::NAMES[test.expect.compare as usize];
        let exit = test.expect.exit.map_or("-".to_owned(), |exit| match exit {
            ExitStatus::Is(status) => status.to_string(),
            ExitStatus::IsNot(status) => format!("not {status}"),
        });
        format!(
            "{}: {} < {} -> {stdout} ({compare}, {exit})",
            test.id,
            args.join(" "),
            text(stdin)
        )
    });
    let skipped = found.skipped.into_iter().map(|skipped| skipped.reason);
    (tests.collect(), skipped.collect())
}

#[test]
fn tests_of_classrooms_are_read() {
    let old = r#"{"tests": [
        {"name": "adds", "setup": "gcc -o sum sum.c", "run": "./sum", "input": "3 4\n", "output": "7", "comparison": "included"},
        {"name": "args", "setup": "", "run": "./sum 1 2", "input": "", "output": " 3\n", "comparison": "exact"},
        {"name": "shape", "setup": "", "run": "echo 1 2 | ./sum", "input": "", "output": "^[0-9]+$", "comparison": "regex"},
        {"name": "open", "setup": "", "run": "./sum", "input": "", "output": "(", "comparison": "regex"},
        {"name": "built", "setup": "", "run": "make", "input": "", "output": ""}]}"#;
    let files = [
        (".git/x", ""),
        (".github/classroom/autograding.json", old),
        ("src/sum.c", ""),
    ];
    let (tests, skipped) = described("src/sum.c", &files);
    let wanted = [
        "adds:  < 3 4| -> 7 (contains, 0)",
        "args: 1 2 <  -> 3 (trim, 0)",
        "shape:  < 1 2| -> ^[0-9]+$ (regex, 0)",
    ];
    assert_eq!(tests, wanted);
    assert!(
        skipped[0].starts_with("`built`: it runs `make`"),
        "{skipped:?}"
    );
    assert!(
        skipped[1].starts_with("`open`: its regular expression"),
        "{skipped:?}"
    );

    let new = "name: Autograding\njobs:\n  run:\n    steps:\n      - uses: actions/checkout@v4\n      \
        - name: adds\n        id: adds\n        uses: classroom-resources/autograding-io-grader@v1\n        with:\n          \
        test-name: adds\n          setup-command: gcc sum.c -o app\n          command: ./app\n          input: 3\n          \
        expected-output: |\n            seven\n          comparison-method: contains\n          timeout: 10\n      \
        - uses: classroom-resources/autograding-command-grader@v1\n        with:\n          test-name: ends\n          command: ./sum 9\n";
    let files = [
        (".git/x", ""),
        (".github/workflows/classroom.yml", new),
        ("sum.c", ""),
        ("other.c", ""),
    ];
    let (tests, _) = described("sum.c", &files);
    let wanted = [
        "adds:  < 3| -> seven (contains, 0)",
        "ends: 9 <  -> - (trim, 0)",
    ];
    assert_eq!(tests, wanted);

    let fifty = r#"[{"name": "adds", "type": "io", "run": "./sum", "input-file": "a.txt", "expected": "7", "comparison": "exact"},
        {"name": "fails", "type": "run", "run": "./sum x", "exit-code": 2}, {"name": "py", "type": "python"}]"#;
    let files = [
        (".git/x", ""),
        ("tests.json", fifty),
        ("a.txt", "3 4"),
        ("sum.c", ""),
    ];
    let (tests, _) = described("sum.c", &files);
    let wanted = ["adds:  < 3 4| -> 7 (trim, -)", "fails: x <  -> - (trim, 2)"];
    assert_eq!(tests, wanted);
}

#[test]
fn literal_checks_of_check50_are_read() {
    let checks = "import check50\n\n@check50.check()\ndef exists():\n    check50.exists(\"cash.c\")\n\n\
        @check50.check(exists)\ndef test41():\n    \"\"\"41 is 4\"\"\"\n    check50.run(\"./cash\").stdin(\"41\").stdout(coins(4), \"4\\n\").exit(0)\n\n\
        @check50.check(exists)\ndef refuses():\n    check50.run(\"./cash\").stdin(\"-1\").reject()\n\n\
        @check50.check(exists)\ndef grade():\n    check50.run(\"./cash\").stdin(\"a.b\").stdout(\"Grade 7\\n\", regex=False).stdout(check50.EOF)\n";
    let files = [("p/cash.c", ""), ("p/__init__.py", checks)];
    let (tests, skipped) = described("p/cash.c", &files);
    let wanted = [
        r"test41:  < 41| -> (?s:.*?)(?:\A|[^0-9.\-])4(?:\z|[^0-9.]|\.[^0-9]) (regex, 0)",
        r"grade:  < a.b| -> (?s:.*?)Grade 7|\z (regex, -)",
    ];
    assert_eq!(tests, wanted);
    assert_eq!(
        skipped,
        ["`refuses`: it asks whether the program refuses an input"]
    );
}

#[test]
fn questions_of_a_course_are_read() {
    let quiz = "<?xml version=\"1.0\"?><quiz><question type=\"coderunner\"><name><text>sum</text></name><testcases>\
        <testcase><testcode><text></text></testcode><stdin><text>3 4</text></stdin><expected><text>7\n</text></expected></testcase>\
        <testcase><testcode><text>f(3);</text></testcode><expected><text>7</text></expected></testcase>\
        </testcases></question><question type=\"coderunner\"><name><text>other</text></name></question></quiz>";
    let files = [("p/sum.c", ""), ("p/other.c", ""), ("p/quiz.xml", quiz)];
    let (tests, skipped) = described("p/sum.c", &files);
    assert_eq!(tests, ["1:  < 3 4 -> 7| (trim, -)"]);
    assert_eq!(
        skipped,
        ["`2`: it is C code that calls functions of the answer"]
    );
}

#[test]
fn the_description_of_a_judge_is_read() {
    let init = "archive: x.zip\nchecker: {name: floats, args: {precision: 3}}\ntest_cases:\n- {in: a.1.in, out: a.1.out, points: 5}\n\
        - batched:\n  - {in: a.2.in, out: a.2.out}\n  - {in: a.3.in, out: a.3.out}\n  points: 10\n";
    let files = [
        ("p/sum.c", ""),
        ("p/init.yml", init),
        ("p/a.1.in", "1"),
        ("p/a.1.out", "2"),
        ("p/a.2.in", "3"),
        ("p/a.2.out", "4"),
    ];
    let (tests, skipped) = described("p/sum.c", &files);
    assert_eq!(
        tests,
        ["1:  < 1 -> 2 (tokens, -)", "2:  < 3 -> 4 (tokens, -)"]
    );
    assert_eq!(
        skipped,
        ["`3`: a.3.in is in x.zip, which has to be unpacked"]
    );
}

#[test]
fn all_tests_of_an_editor_in_one_file_are_read() {
    // {1: {input: "3", output: "9"}} in MessagePack.
    let table = "\u{1}";
    let mut content = vec![0x81, 0x01, 0x82, 0xa5];
    content.extend(b"input\xa13\xa6output\xa19");
    let mut files = Memory::new(&[("p/sum.c", ""), ("p/sum.testcases", table)]);
    files.write("p/sum.testcases", content);
    let found = discover("p/sum.c", &PROGRAM, None, None, &files);
    assert_eq!(found.tests[0].expect.stdout.as_deref(), Some(&b"9"[..]));
    assert_eq!(found.tests.len(), 1);
}
