//! What reaches the user, however a job ends and wherever its result goes: one whole report, or exit status 2 and a sentence.

use std::fs::{self, File};
use std::io::Read;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use crate::common::{Folder, LOCALIZE_KEYS, faultlens};
use serde_json::Value;

const FAULTLENS: &str = env!("CARGO_BIN_EXE_faultlens");

/// One test of two fails.
fn failing() -> Folder {
    let folder = Folder::new("reports");
    let text = "#include <stdio.h>\nint main(void) {\n    int x = 0;\n    scanf(\"%d\", &x);\n    printf(\"%d\\n\", x > 2 ? x : 0);\n    return 0;\n}\n";
    folder.write("p.c", text.as_bytes());
    for (name, number) in [("t1", "2\n"), ("t2", "3\n")] {
        folder.write(&format!("tests/{name}.in"), number.as_bytes());
        folder.write(&format!("tests/{name}.out"), number.as_bytes());
    }
    folder
}

/// Everything that writes to stdout.
const COMMANDS: [&[&str]; 11] = [
    &["test", "p.c"],
    &["test", "p.c", "--format", "json"],
    &["localize", "p.c"],
    &["localize", "p.c", "--format", "json"],
    &["explain", "p.c"],
    &["explain", "p.c", "--format", "json"],
    &["explain", "p.c", "--format", "markdown"],
    &["doctor"],
    &["--help"],
    &["localize", "--help"],
    &["--version"],
];

fn command(folder: &Folder, args: &[&str]) -> Command {
    let mut command = Command::new(FAULTLENS);
    command.args(args).current_dir(folder.path());
    command.env_remove("FAULTLENS_LOG").stdin(Stdio::null());
    command
}

/// Says that a result was lost, and nothing else.
fn tells_the_loss(output: &Output, args: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(
        stderr.contains("the result cannot be written to stdout"),
        "{args:?}: {stderr}"
    );
    assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_result_that_is_lost_is_exit_status_2() {
    let folder = failing();
    for args in COMMANDS {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command(&folder, args)
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        tells_the_loss(&output, args);
        // As `faultlens … >&-` in a shell.
        let mut shell = Command::new("sh");
        shell
            .arg("-c")
            .arg("exec \"$0\" \"$@\" >&-")
            .arg(FAULTLENS)
            .args(args);
        let output = shell
            .current_dir(folder.path())
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        tells_the_loss(&output, args);
    }
}

#[test]
fn who_reads_only_the_beginning_gets_the_usual_exit_status() {
    let folder = failing();
    for args in COMMANDS {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command(&folder, args)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(stderr, "", "{args:?}");
        let usual = command(&folder, args).output().unwrap().status;
        assert_eq!(output.status.code(), usual.code(), "{args:?}");
    }
}

/// Hundreds of tests that pass, each after a while.
fn slow() -> Folder {
    let folder = Folder::new("slow");
    let text = "int main(void) {\n    unsigned s = 0;\n    for (unsigned i = 0; i < 200000; i++)\n        s = s * 3 + i;\n    return s == 1;\n}\n";
    folder.write("p.c", text.as_bytes());
    for i in 0..1000 {
        folder.write(&format!("tests/t{i}.exit"), b"0\n");
    }
    folder
}

/// A run whose output is read later.
fn started(folder: &Folder, args: &[&str]) -> Child {
    let mut command = command(folder, args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// A run that reacts to signals as `how` says to `env`, and as usual to all others: what runs the tests may ignore some.
#[cfg(target_os = "linux")]
fn reacting(folder: &Folder, how: &str) -> Command {
    let mut command = Command::new("env");
    command.args(["--default-signal", how, FAULTLENS]);
    command.current_dir(folder.path());
    command.env_remove("FAULTLENS_LOG").stdin(Stdio::null());
    command
}

/// The process of the worker of a run, once it has been at work for a while.
#[cfg(target_os = "linux")]
fn worker_of(run: &Child) -> String {
    let children = format!("/proc/{0}/task/{0}/children", run.id());
    loop {
        std::thread::sleep(Duration::from_millis(10));
        let workers = fs::read_to_string(&children).unwrap();
        let worker = workers.split_whitespace().next();
        if let Some(worker) = worker.filter(|worker| processor_time(worker) >= 0.6) {
            return worker.to_owned();
        }
    }
}

/// Seconds that a process has computed.
#[cfg(target_os = "linux")]
fn processor_time(process: &str) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields);
    let ticks = fields
        .split(' ')
        .skip(11)
        .take(2)
        .filter_map(|n| n.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

fn signal(name: &str, process: &str) {
    let status = Command::new("kill").args([name, process]).status().unwrap();
    assert!(status.success());
}

/// Exit status and output.
fn ended(mut child: Child) -> (i32, String) {
    let (mut stdout, mut stderr) = (String::new(), String::new());
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut stdout)
        .unwrap();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    assert_eq!(stderr, "");
    (child.wait().unwrap().code().unwrap_or(-1), stdout)
}

const TEST_KEYS: [&str; 10] = [
    "version", "file", "reason", "stopped", "tests", "skipped", "assumed", "program", "problems",
    "time_ms",
];
const EXPLAIN_KEYS: [&str; 20] = [
    "version",
    "file",
    "test",
    "status",
    "reason",
    "reason_line",
    "failure",
    "stdout",
    "expected",
    "branches_assumed",
    "holds",
    "statements",
    "executed",
    "kept",
    "slice",
    "depends_on",
    "invariants",
    "proved",
    "assumed",
    "stats",
];

fn has_keys(report: &Value, keys: &[&str]) {
    for key in keys {
        assert!(report.get(key).is_some(), "{key} is missing: {report}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_ends_the_job_and_the_report_is_whole() {
    let folder = slow();
    for (command, keys) in [
        ("localize", &LOCALIZE_KEYS[..]),
        ("test", &TEST_KEYS),
        ("explain", &EXPLAIN_KEYS),
    ] {
        let signals = ["-TERM", "-INT", "-HUP"];
        let most = if command == "localize" { 3 } else { 1 };
        for name in &signals[..most] {
            let mut run = reacting(&folder, "--default-signal");
            run.args([command, "p.c", "--format", "json", "--timeout", "600"]);
            let run = run.stdout(Stdio::piped()).stderr(Stdio::piped());
            let child = run.spawn().unwrap();
            worker_of(&child);
            signal(name, &child.id().to_string());
            let (status, stdout) = ended(child);
            assert_eq!(status, 3, "{command} {name}: {stdout}");
            let report: Value = serde_json::from_str(&stdout).unwrap();
            has_keys(&report, keys);
            assert_eq!(report["reason"], "cancelled");
        }
        let child = started(&folder, &[command, "p.c", "--timeout", "600"]);
        worker_of(&child);
        signal("-TERM", &child.id().to_string());
        let (status, stdout) = ended(child);
        assert_eq!(status, 3, "{command}: {stdout}");
        assert!(
            stdout.contains("p.c: ") && stdout.contains("cancelled"),
            "{command}: {stdout}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_run_that_ignores_some_signals_reports_at_the_others() {
    let folder = slow();
    for (ignored, sent) in [
        ("HUP", "-TERM"),
        ("HUP", "-INT"),
        ("INT", "-TERM"),
        ("HUP INT", "-TERM"),
    ] {
        let mut run = reacting(
            &folder,
            &format!("--ignore-signal={}", ignored.replace(' ', ",")),
        );
        run.args(["test", "p.c", "--timeout", "600"]);
        let run = run.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = run.spawn().unwrap();
        worker_of(&child);
        // What is ignored changes nothing.
        for name in ignored.split(' ') {
            signal(&format!("-{name}"), &child.id().to_string());
        }
        std::thread::sleep(Duration::from_millis(100));
        signal(sent, &child.id().to_string());
        let (status, stdout) = ended(child);
        assert_eq!(status, 3, "{ignored} {sent}: {stdout}");
        assert!(stdout.contains("cancelled"), "{ignored} {sent}: {stdout}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_killed_worker_has_cost_is_in_the_report() {
    let folder = slow();
    for more in [
        &["--format", "json"][..],
        &["--format", "json", "--workers", "1"],
    ] {
        let args = [&["localize", "p.c", "--timeout", "600"], more].concat();
        let child = started(&folder, &args);
        let worker = worker_of(&child);
        signal("-KILL", &worker);
        let (status, stdout) = ended(child);
        assert_eq!(status, 3, "{stdout}");
        let report: Value = serde_json::from_str(&stdout).unwrap();
        has_keys(&report, &LOCALIZE_KEYS);
        assert_eq!(report["status"], "stopped");
        assert!(
            report["reason"].as_str().unwrap().contains("signal 9"),
            "{report}"
        );
        let stats = &report["stats"];
        assert!(
            stats["phases_ms"]["run_tests"].as_f64().unwrap() > 0.0,
            "{stats}"
        );
        assert!(stats["time_ms"].as_f64().unwrap() > 0.0, "{stats}");
        assert!(stats["components"].as_u64().unwrap() > 0, "{stats}");
        assert!(stats["peak_memory_mb"].as_u64().unwrap() > 0, "{stats}");
    }
}

/// Names that do something to a terminal, if it gets them as they are.
const NAMES: [&str; 5] = [
    "\u{1b}[31mred",
    "two\nlines",
    "bell\u{7}",
    "\u{202e}backwards",
    "\u{9b}31mred",
];

#[test]
fn names_do_nothing_to_a_terminal() {
    let folder = failing();
    for name in NAMES {
        folder.write(&format!("tests/{name}.in"), b"2\n");
        folder.write(&format!("tests/{name}.out"), b"2\n");
        folder.write(&format!("tests/{name}-alone.in"), b"2\n");
    }
    folder.write(
        "faultlens.toml",
        b"[[test]]\nname = \"\\u001b[2Jnamed\"\nstdin = \"2\"\nstdout = \"2\\n\"\n",
    );
    let calm = |text: &str, what: &[&str]| {
        let odd = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!text.contains(odd), "{what:?}: {text:?}");
        assert!(
            !text.lines().any(|line| line.starts_with("lines")),
            "{what:?}: {text}"
        );
    };
    let escape = "\u{1b}[31mred";
    for args in [
        &["test", "p.c", "--all"][..],
        &["localize", "p.c", "--all"],
        &["explain", "p.c", "--test", escape],
        &["explain", "p.c", "--test", escape, "--format", "markdown"],
        &["explain", "p.c", "--test", "no\u{1b}[31msuch"],
        &["test", "p\u{1b}[31m.c"],
        &["test", "p.c", "--tests", "t\u{1b}[31m"],
    ] {
        let run = faultlens(folder.path(), args);
        run.is_calm();
        calm(&run.stdout, args);
        calm(&run.stderr, args);
    }
    let listed = faultlens(folder.path(), &["test", "p.c", "--all"]).stdout;
    assert!(
        listed.contains("\\u{1b}[31mred") && listed.contains("two\\nlines"),
        "{listed}"
    );
    // Programs get the names as they are.
    let json = faultlens(folder.path(), &["test", "p.c", "--format", "json"]).json();
    let ids: Vec<&str> = json["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| t["id"].as_str().unwrap())
        .collect();
    assert!(NAMES.iter().all(|name| ids.contains(name)), "{ids:?}");
}

#[test]
fn a_fix_shows_the_blanks_that_it_changes() {
    let folder = Folder::new("blanks");
    folder.write(
        "p.c",
        b"#include <stdio.h>\nint main(void) {\n    printf(\"a  b\\n\");\n    return 0;\n}\n",
    );
    folder.write("tests/t.out", b"a b\n");
    let shown = faultlens(folder.path(), &["localize", "p.c"]).stdout;
    assert!(
        shown.contains(r#"replace `"a  b\n"` by `"a b\n"`"#),
        "{shown}"
    );
}

#[test]
fn tests_are_reported_to_continuous_integration() {
    let folder = Folder::new("junit");
    let program = "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"<%d>\\n\", 8 / n); return 0; }\n";
    folder.write("p.c", program.as_bytes());
    for (id, input, output) in [
        ("a", "2", "<4>\n"),
        ("b", "3", "<3>\n"),
        ("c", "0", "<0>\n"),
    ] {
        folder.write(&format!("tests/{id}.in"), input.as_bytes());
        folder.write(&format!("tests/{id}.out"), output.as_bytes());
    }
    let run = faultlens(folder.path(), &["test", "p.c", "--format", "junit"]);
    run.is_calm();
    assert_eq!(run.status, 1);
    for words in [
        "<testsuite name=\"p.c\" tests=\"3\" skipped=\"0\" errors=\"0\" failures=\"2\"",
        "<testcase name=\"b\" classname=\"p.c\"",
        "&lt;2&gt;",
        "division by zero",
    ] {
        assert!(run.stdout.contains(words), "{words}: {}", run.stdout);
    }
    let run = faultlens(folder.path(), &["localize", "p.c", "--format", "junit"]);
    assert_eq!(run.status, 2);
}

#[test]
fn a_c_file_alone_is_localized_and_shells_are_told_of_the_commands() {
    let folder = Folder::new("short");
    folder.write(
        "p.c",
        b"#include <assert.h>\nint main(void) { int n = 3; assert(n == 4); return 0; }\n",
    );
    let short = faultlens(folder.path(), &["p.c", "--format", "json"]);
    short.is_calm();
    assert_eq!(short.json()["status"], "complete");
    let script = faultlens(folder.path(), &["completions", "bash"]);
    script.is_calm();
    assert!(script.stdout.contains("check-fix"), "{}", script.stdout);
    let pages = faultlens(folder.path(), &["man", "pages"]);
    pages.is_calm();
    let page = std::fs::read_to_string(folder.path().join("pages/faultlens-localize.1"));
    assert!(page.unwrap().contains("max\\-size"));
}

#[test]
fn tests_are_written_out_of_the_text_of_a_task() {
    let folder = Folder::new("add-test");
    let program = "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", 8 / n); return 0; }\n";
    folder.write("p.c", program.as_bytes());
    let task = "Divide 8.\nInput:\n2\nOutput:\n4\n\nInput: 4\nOutput: 3\n";
    let run = faultlens(folder.path(), &["add-test", "p.c", "--input", task]);
    run.is_calm();
    assert_eq!(run.stdout, "2 tests written to tests: 1, 2\n");
    let read = |name: &str| fs::read_to_string(folder.path().join("tests").join(name)).ok();
    assert_eq!(read("2.in").as_deref(), Some("4\n"));
    assert_eq!(read("2.out").as_deref(), Some("3\n"));
    // What the program prints now is right; what it does not print cannot be.
    let run = faultlens(
        folder.path(),
        &[
            "add-test", "p.c", "--input", "8", "--accept", "--name", "eight",
        ],
    );
    run.is_calm();
    assert_eq!(read("eight.out").as_deref(), Some("1\n"));
    let run = faultlens(
        folder.path(),
        &["add-test", "p.c", "--input", "0", "--accept"],
    );
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("division by zero"), "{run:?}");
    assert_eq!(read("3.in"), None);
    // Nothing is written over.
    let run = faultlens(
        folder.path(),
        &[
            "add-test",
            "p.c",
            "--input",
            "1",
            "--expected",
            "8",
            "--name",
            "eight",
        ],
    );
    assert_eq!(run.status, 2);
    assert_eq!(read("eight.out").as_deref(), Some("1\n"));
    let tests = faultlens(folder.path(), &["test", "p.c", "--format", "json"]).json();
    let outcomes: Vec<&Value> = tests["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| &t["outcome"])
        .collect();
    assert_eq!(outcomes, ["pass", "fail", "pass"]);
    let nothing = faultlens(folder.path(), &["add-test", "p.c", "--input", "1"]);
    assert!(
        nothing.stderr.contains("what must be printed?"),
        "{nothing:?}"
    );
    let outside = [
        "add-test",
        "p.c",
        "--input",
        "1",
        "--expected",
        "8",
        "--name",
        "../x",
    ];
    let outside = faultlens(folder.path(), &outside);
    assert!(
        outside.stderr.contains("cannot be the name of a test"),
        "{outside:?}"
    );
}

/// Nothing is written where a link leads, in no shape of it; a link within the project is fine.
#[test]
fn tests_are_not_written_through_links() {
    use std::os::unix::fs::symlink;
    let outside = Folder::new("outside");
    let args = ["add-test", "p.c", "--input", "1", "--expected", "8"];
    let named = [&args[..], &["--name", "one"]].concat();
    let shapes: [(&str, &str, &[&str]); 6] = [
        ("tests", "", &args),
        ("tests", "not-there", &args),
        ("tests/one.out", "one.out", &named),
        ("tests/one.in", "not-there.in", &named),
        ("sub/tests", "", &args),
        ("link.c", "far/link.c", &args),
    ];
    outside.write("one.out", b"kept");
    outside.write("far/link.c", b"int main(void) { return 0; }\n");
    for (link, target, args) in shapes {
        let folder = Folder::new("links");
        folder.write("p.c", b"int main(void) { return 0; }\n");
        folder.write("sub/p.c", b"int main(void) { return 0; }\n");
        if link.starts_with("tests/") {
            fs::create_dir(folder.path().join("tests")).unwrap();
        }
        symlink(outside.path().join(target), folder.path().join(link)).unwrap();
        let at = match link.strip_suffix("/tests") {
            Some(sub) => folder.path().join(sub),
            None => folder.path().to_path_buf(),
        };
        let mut args = args.to_vec();
        if link == "link.c" {
            args[1] = link;
        }
        let run = faultlens(&at, &args);
        run.is_calm();
        // A linked program keeps its tests beside the link.
        let is_refused = link != "link.c";
        assert_eq!(
            run.status,
            if is_refused { 2 } else { 0 },
            "{link}: {run:?}"
        );
        assert_eq!(
            run.stderr.contains("is a symbolic link"),
            is_refused,
            "{run:?}"
        );
        let mut there: Vec<_> = fs::read_dir(outside.path())
            .unwrap()
            .flatten()
            .map(|f| f.file_name())
            .collect();
        there.sort();
        assert_eq!(there, [".git", "far", "one.out"], "{link}");
        assert_eq!(fs::read_dir(outside.path().join("far")).unwrap().count(), 1);
        assert_eq!(fs::read(outside.path().join("one.out")).unwrap(), b"kept");
        assert!(!folder.path().join("tests/one.in").is_file(), "{link}");
    }
    // Free names are those of nothing at all, and a link within the project is followed.
    let folder = Folder::new("inner-link");
    folder.write("p.c", b"int main(void) { return 0; }\n");
    folder.write("cases/x", b"");
    symlink("cases", folder.path().join("tests")).unwrap();
    symlink("nowhere", folder.path().join("cases/1.out")).unwrap();
    let run = faultlens(folder.path(), &args);
    assert_eq!(run.stdout, "1 test written to tests: 2\n", "{run:?}");
    assert_eq!(fs::read(folder.path().join("cases/2.out")).unwrap(), b"8\n");
}

#[test]
fn what_a_judge_hands_out_becomes_tests() {
    let folder = Folder::new("from-judge");
    folder.write("p.c", b"#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", 2 * n); return 0; }\n");
    folder.write("handed/sample/input1.txt", b"3\n");
    folder.write("handed/sample/output1.txt", b"6\n");
    let run = faultlens(folder.path(), &["add-test", "p.c", "--from", "handed"]);
    run.is_calm();
    assert_eq!(run.stdout, "1 test written to tests: sample-1\n");
    let tests = faultlens(folder.path(), &["test", "p.c", "--format", "json"]).json();
    assert_eq!(tests["tests"][0]["outcome"], "pass");
    let nothing = faultlens(folder.path(), &["add-test", "p.c", "--from", "p.c"]);
    assert_eq!(nothing.status, 2);
}

#[test]
fn a_configuration_to_begin_with_changes_nothing() {
    let folder = Folder::new("init");
    folder.write("p.c", b"int main(void) { return 0; }\n");
    folder.write("tests/1.out", b"");
    let run = faultlens(folder.path(), &["init"]);
    run.is_calm();
    assert!(run.stdout.contains("faultlens.toml written"), "{run:?}");
    assert!(run.stdout.contains("`faultlens ./p.c`"), "{run:?}");
    let tests = faultlens(folder.path(), &["test", "p.c", "--format", "json"]).json();
    assert_eq!(tests["problems"], Value::Array(Vec::new()));
    assert_eq!(tests["tests"][0]["outcome"], "pass");
    // Never over another one.
    assert_eq!(faultlens(folder.path(), &["init"]).status, 2);
}
