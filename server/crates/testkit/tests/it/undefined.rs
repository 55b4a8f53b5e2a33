//! The programs of `grammar-tests/undefined`: the evaluator fails at the marked place, sanitizers agree, and the cause
//! can be found.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use exec::run::{Failure, Verdict};
use localize::{JobOptions, Session};
use testkit::{CompiledProgram, run_of_main};

use crate::cc;
use crate::support::Patience;

/// A program of the corpus.
struct Case {
    name: String,
    path: PathBuf,
    text: String,
    /// Sanitizer that detects the error, and its message.
    sanitizer: (String, String),
    /// Whether the sanitizer's report names no line of the program.
    lineless: bool,
    /// Line and message of the mark.
    mark: Option<(u32, String)>,
}

impl Case {
    fn read(path: PathBuf) -> Case {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let first = text.lines().next().unwrap();
        let said = first.strip_prefix("// ").and_then(|s| s.split_once(": "));
        let (who, what) = said.unwrap_or_else(|| panic!("{name}: which sanitizer sees it?"));
        let lineless = what.ends_with(" (no line)");
        let what = what.trim_end_matches(" (no line)");
        let marks = text.lines().zip(1..).filter_map(|(line, number)| {
            let (_, mark) = line.split_once("//~ undefined: ")?;
            Some((number, mark.trim().to_owned()))
        });
        let marks: Vec<_> = marks.collect();
        assert!(marks.len() <= 1, "{name}: one kind each");
        Case {
            sanitizer: (who.to_owned(), what.to_owned()),
            lineless,
            mark: marks.into_iter().next(),
            name,
            path,
            text,
        }
    }

    /// Value of a comment `// key: value` at the top.
    fn header(&self, key: &str) -> Option<&str> {
        let top = self.text.lines().take_while(|line| line.starts_with("// "));
        let mut values = top.filter_map(|line| line[3..].strip_prefix(key)?.strip_prefix(": "));
        values.next()
    }

    fn stdin(&self) -> String {
        self.header("stdin")
            .map_or_else(String::new, |s| format!("{s}\n"))
    }

    fn options(&self) -> JobOptions {
        JobOptions {
            step_limit: 4_000_000,
            leaks: self.header("options") == Some("leaks"),
            ..JobOptions::default()
        }
    }
}

fn corpus() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../grammar-tests/undefined");
    let folder = folder.canonicalize().expect("the corpus is there");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let cases: Vec<Case> = paths.into_iter().map(Case::read).collect();
    assert!(cases.len() >= 40, "{} programs", cases.len());
    cases
}

#[test]
fn each_kind_fails_where_it_is_marked() {
    let mut wrong = String::new();
    for case in corpus() {
        let compiled = CompiledProgram::new(&case.text);
        let tests = [run_of_main("t", &[], &case.stdin(), None)];
        let mut session = Session::new(&compiled.parse, &compiled.program, &tests, case.options());
        let ran = session.run_tests(&Patience::seconds(60));
        let sources = &compiled.parse.sources;
        let line = |span| sources.line_col(span).0;
        let seen = match &ran[0].verdict {
            Verdict::Pass => None,
            Verdict::Fail(Failure::Trap(t)) => Some((line(t.span), t.kind.text(sources))),
            Verdict::Fail(Failure::NoEnd(e)) => Some((e.span.map_or(0, line), e.text(sources))),
            other => Some((0, format!("{other:?}"))),
        };
        if case.mark.is_none()
            && case
                .header("ours")
                .is_none_or(|why| !why.starts_with("none"))
        {
            let _ = writeln!(wrong, "{}: neither marked nor `// ours: none`", case.name);
        }
        if seen != case.mark {
            let (name, mark) = (&case.name, &case.mark);
            let _ = writeln!(wrong, "{name}:\n  marked {mark:?}\n  seen   {seen:?}");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Compiler and runner for a sanitizer; `None` if no sanitizer detects the error.
struct Tool {
    compiler: &'static str,
    flags: &'static [&'static str],
    /// Program that the compiled program runs under.
    under: Option<&'static str>,
}

fn tool(sanitizer: &str) -> Tool {
    const ADDRESS: &[&str] = &["-fsanitize=address,pointer-compare,pointer-subtract"];
    const UNDEFINED: &[&str] = &[
        "-fsanitize=undefined,float-cast-overflow,bounds",
        "-fno-sanitize-recover=all",
    ];
    const BOTH: &[&str] = &[
        "-fsanitize=address,undefined,float-cast-overflow,bounds",
        "-fno-sanitize-recover=all",
    ];
    let (compiler, flags, under) = match sanitizer {
        "asan" => ("cc", ADDRESS, None),
        "ubsan" => ("cc", UNDEFINED, None),
        "clang ubsan" => ("clang", UNDEFINED, None),
        "msan" => ("clang", &["-fsanitize=memory"][..], None),
        "valgrind" => ("cc", &[][..], Some("valgrind")),
        "signal" | "none" => ("cc", BOTH, None),
        other => panic!("what is {other}?"),
    };
    Tool {
        compiler,
        flags,
        under,
    }
}

impl Tool {
    fn compile(&self, source: &Path, target: &Path) -> bool {
        let made = Command::new(self.compiler)
            .args(["-std=gnu17", "-g", "-O0", "-w"])
            .args(self.flags)
            .arg("-o")
            .args([target, source])
            .arg("-lm")
            .output();
        made.is_ok_and(|made| made.status.success())
    }

    /// Reason why the tool cannot be used here.
    fn missing(&self, folder: &Path) -> Option<String> {
        let source = folder.join("probe.c");
        std::fs::write(&source, "int main(void) { return 0; }\n").unwrap();
        if !self.compile(&source, &folder.join("probe")) {
            return Some(format!("`{}` has no {:?}", self.compiler, self.flags));
        }
        let under = self.under?;
        let there = Command::new(under).arg("--version").output().is_ok();
        (!there).then(|| format!("there is no `{under}`"))
    }

    fn run(&self, binary: &Path, input: &str, patience: Duration) -> Option<Output> {
        use std::io::Write as _;
        let mut command = match self.under {
            Some(under) => {
                let mut command = Command::new(under);
                command.arg(binary);
                command
            }
            None => Command::new(binary),
        };
        let asan = "detect_stack_use_after_return=1:detect_invalid_pointer_pairs=2:detect_leaks=1";
        let mut child = command
            .env("ASAN_OPTIONS", asan)
            .env("UBSAN_OPTIONS", "print_stacktrace=0")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let until = Instant::now() + patience;
        // The reports fit into a pipe, so they can be read later.
        while child.try_wait().unwrap().is_none() {
            if Instant::now() > until {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Some(child.wait_with_output().unwrap())
    }
}

/// First line of the program that a report names.
fn reported_line(report: &str, file: &str) -> Option<u32> {
    let (_, rest) = report.split_once(&format!("{file}:"))?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Disagreement between the sanitizer's report and the case.
fn disagreement(case: &Case, tool: &Tool, folder: &Path) -> Option<String> {
    let binary = folder.join(&case.name);
    if !tool.compile(&case.path, &binary) {
        return Some("does not compile".into());
    }
    let (who, what) = &case.sanitizer;
    let silent = who == "none";
    let patience = Duration::from_secs(if silent { 1 } else { 30 });
    let output = tool.run(&binary, &case.stdin(), patience);
    let _ = std::fs::remove_file(&binary);
    let Some(output) = output else {
        return (!silent).then(|| "does not end".into());
    };
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    let complains = ["runtime error:", "ERROR: ", "WARNING: "]
        .iter()
        .any(|w| report.contains(w));
    if silent {
        return complains.then(|| format!("a sanitizer sees it:\n{report}"));
    }
    let kind = if who == "signal" {
        use std::os::unix::process::ExitStatusExt as _;
        // abort() is signal 6 everywhere.
        what == "SIGABRT" && output.status.signal() == Some(6)
    } else {
        // AddressSanitizer's name for it in the summary is `bad-free`.
        report.contains(what.as_str())
    };
    if !kind {
        return Some(format!("no `{what}` in\n{report}"));
    }
    let line = reported_line(&report, &format!("{}.c", case.name));
    let wanted = case.mark.as_ref().map(|(line, _)| *line);
    if case.lineless {
        return line.map(|line| format!("the report names line {line}"));
    }
    if wanted.is_some() && line != wanted {
        return Some(format!(
            "marked at line {wanted:?}, reported at {line:?}:\n{report}"
        ));
    }
    None
}

#[test]
fn sanitizers_agree() {
    if !cc::available() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("faultlens-undefined-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let cases = corpus();
    let mut missing: Vec<(&str, Option<String>)> = Vec::new();
    for case in &cases {
        let who = case.sanitizer.0.as_str();
        if missing.iter().all(|(known, _)| *known != who) {
            let why = tool(who).missing(&folder);
            if let Some(why) = &why {
                eprintln!("skipped: programs that only `{who}` sees: {why}");
            }
            missing.push((who, why));
        }
    }
    let excused = |who: &str| missing.iter().any(|(m, why)| *m == who && why.is_some());
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(String::new());
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let who = case.sanitizer.0.as_str();
            if excused(who) {
                continue;
            }
            if let Some(why) = disagreement(case, &tool(who), &folder) {
                let _ = writeln!(wrong.lock().unwrap(), "{}: {why}", case.name);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let _ = std::fs::remove_dir_all(&folder);
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn the_cause_is_found() {
    let mut wrong = String::new();
    let mut count = 0;
    for case in corpus() {
        let Some(fault) = case.header("fault") else {
            continue;
        };
        let fault: u32 = fault.parse().unwrap();
        count += 1;
        let compiled = CompiledProgram::new(&case.text);
        let tests = [run_of_main("t", &[], &case.stdin(), None)];
        let mut session = Session::new(&compiled.parse, &compiled.program, &tests, case.options());
        let report = session.localize(&Patience::seconds(20), &mut |_| {});
        let line = |c: ir::CompId| {
            let span = report.component(&compiled.program, c).unwrap().0.span;
            compiled.parse.sources.line_col(span).0
        };
        let sets: Vec<Vec<u32>> = report
            .diagnoses
            .iter()
            .filter(|d| d.verified)
            .map(|d| d.suspects.iter().map(|s| line(s.comp)).collect())
            .collect();
        if !sets.iter().any(|set| set.contains(&fault)) {
            let (name, status) = (&case.name, &report.status);
            let _ = writeln!(
                wrong,
                "{name}: line {fault} is in none of {sets:?}; {status:?}"
            );
        }
    }
    assert!(count >= 12, "{count} programs with a known fault");
    assert!(wrong.is_empty(), "\n{wrong}");
}
