//! The evaluator behaves like a compiled program: the same bytes on standard output, the same exit status.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::os::unix::ffi::OsStringExt as _;
use std::path::Path;

use exec::run::{Failure, TestOutcome, Verdict};
use harness::Action;
use proptest::strategy::{Strategy as _, ValueTree};
use testkit::generate::{Program, rich};
use testkit::{CompiledProgram, LoadedFixture, cases, fixtures, run_of_main, runner};

use crate::cc::{self, Binary, Outcome};

/// Number of programs in one file for the compiler.
const BATCH: usize = 64;
/// Arguments and inputs for the runs of a generated program.
const RUNS: [(&str, &str); 2] = [("13", "-5\n"), ("-200", "77")];

/// Outcome according to the evaluator; `None` where C does not define the behaviour of a compiled program, or the run
/// does not end.
fn outcome(ran: &TestOutcome) -> Option<Outcome> {
    match &ran.verdict {
        Verdict::Fail(Failure::Trap(_) | Failure::NoEnd(_))
        | Verdict::Undecided(_)
        | Verdict::Ignored { .. } => None,
        Verdict::Unanalysable { reason, .. } => panic!("unanalysable: {reason}"),
        Verdict::Pass | Verdict::Fail(Failure::Outcome(_)) => Some(Outcome {
            stdout: ran.stdout.clone(),
            exit: ran.exit,
        }),
    }
}

#[test]
fn fixtures_do_what_gcc_does() {
    if !cc::available() {
        return;
    }
    let mut wrong = String::new();
    let mut compared = 0;
    for folder in fixtures() {
        for file in ["program.c", "fixed.c"] {
            compared += compare_fixture(&folder, file, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(compared > 200, "only {compared} runs compared");
}

/// Compares all tests of a program that has a `main`; returns the number of runs.
fn compare_fixture(folder: &Path, file: &str, wrong: &mut String) -> usize {
    let loaded = LoadedFixture::of_file(folder, file);
    if loaded.compiled.program.function("main").is_none() {
        return 0;
    }
    let name = folder.file_name().unwrap().to_string_lossy().into_owned();
    let binary = Binary::compile(&folder.join(file), &format!("{name}-{file}"));
    let mut compared = 0;
    for (test, ran) in loaded.tests.iter().zip(loaded.compiled.run(&loaded.tests)) {
        let Action::Main {
            args,
            stdin,
            folder: tests,
            files,
            ..
        } = &test.action
        else {
            continue;
        };
        let passes = ran.verdict == Verdict::Pass;
        if file == "fixed.c" && !passes {
            let _ = writeln!(wrong, "{name}/{file} {}: {:?}", test.id, ran.verdict);
        }
        if matches!(ran.verdict, Verdict::Unanalysable { .. }) {
            let _ = writeln!(wrong, "{name}/{file} {}: {:?}", test.id, ran.verdict);
            continue;
        }
        let Some(ours) = outcome(&ran) else { continue };
        let args: Vec<OsString> = args.iter().cloned().map(OsString::from_vec).collect();
        let theirs = match files {
            Some(_) => binary.run_with(&args, stdin, &[folder, Path::new(&**tests)]),
            None => binary.run(&args, stdin),
        };
        compared += 1;
        if ours != theirs {
            let _ = writeln!(wrong, "{name}/{file} {}: {ours:?}, gcc {theirs:?}", test.id);
        }
    }
    compared
}

/// The corpus `grammar-tests/run`: nothing in it is undefined, so every program has to agree.
#[test]
fn the_corpus_does_what_gcc_does() {
    if !cc::available() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../grammar-tests/run");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|e| e.path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    assert!(files.len() >= 20, "{files:?}");
    let mut wrong = String::new();
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let compiled = CompiledProgram::new(&std::fs::read_to_string(&file).unwrap());
        let input = std::fs::read_to_string(file.with_extension("in")).unwrap_or_default();
        let test = run_of_main("t", &[], &input, None);
        let ran = &compiled.run(&[test])[0];
        let binary = Binary::compile(&file, &name);
        let theirs = binary.run(&[] as &[&str], input.as_bytes());
        let unanalysable = matches!(ran.verdict, Verdict::Unanalysable { .. });
        let ours = (!unanalysable).then(|| outcome(ran)).flatten();
        if ours.as_ref() != Some(&theirs) {
            let _ = writeln!(wrong, "{name}: {}", first_difference(ran, &theirs));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Description of the first difference between a run and the compiled program.
fn first_difference(ran: &TestOutcome, theirs: &Outcome) -> String {
    let ours = ran.stdout.split(|b| *b == b'\n');
    let mut lines = ours.zip(theirs.stdout.split(|b| *b == b'\n')).enumerate();
    let line = lines.find(|(_, (a, b))| a != b).map(|(i, (a, b))| {
        let text = String::from_utf8_lossy;
        format!("line {}: {:?}, gcc {:?}; ", i + 1, text(a), text(b))
    });
    format!(
        "{}{:?}, exit {:?}, gcc {:?}, {} bytes, gcc {}",
        line.unwrap_or_default(),
        ran.verdict,
        ran.exit,
        theirs.exit,
        ran.stdout.len(),
        theirs.stdout.len()
    )
}

#[test]
fn generated_programs_do_what_gcc_does() {
    if !cc::available() {
        return;
    }
    let mut runner = runner(1);
    let (mut compared, mut undefined) = (0, 0);
    let mut left = cases(60) as usize;
    while left > 0 {
        let size = left.min(BATCH);
        left -= size;
        let trees: Vec<_> = (0..size)
            .map(|_| rich().new_tree(&mut runner).unwrap())
            .collect();
        let texts: Vec<String> = trees.iter().map(|t| t.current().to_string()).collect();
        let binary = Binary::compile_text(&together(&texts), "batch");
        for (i, (mut tree, text)) in trees.into_iter().zip(&texts).enumerate() {
            for (ours, run) in runs(text).into_iter().zip(RUNS) {
                let Some(ours) = ours else {
                    undefined += 1;
                    continue;
                };
                compared += 1;
                let theirs = binary.run(&[i.to_string().as_str(), run.0], run.1.as_bytes());
                assert!(ours == theirs, "{}", shrink(&mut tree));
            }
        }
    }
    eprintln!("{compared} runs compared, {undefined} undefined");
    assert!(compared >= undefined, "{undefined} of {compared} undefined");
}

/// Outcomes of a text according to the evaluator.
fn runs(text: &str) -> Vec<Option<Outcome>> {
    let compiled = CompiledProgram::new(text);
    let tests = RUNS.map(|(arg, input)| run_of_main(arg, &[arg], input, None));
    compiled.run(&tests).iter().map(outcome).collect()
}

/// One file with all programs; the first argument selects the one to run.
fn together(texts: &[String]) -> String {
    let mut file = String::from("#include <stdio.h>\n#include <stdlib.h>\n");
    let mut cases = String::new();
    for (i, text) in texts.iter().enumerate() {
        for name in ["main", "helper", "v"] {
            let _ = writeln!(file, "#define {name} {name}_{i}");
        }
        file.push_str(text);
        for name in ["main", "helper", "v"] {
            let _ = writeln!(file, "#undef {name}");
        }
        let _ = writeln!(cases, "case {i}: return main_{i}(argc - 1, argv + 1);");
    }
    let _ = writeln!(
        file,
        "int main(int argc, char **argv) {{ switch (atoi(argv[1])) {{ {cases} }} return 99; }}"
    );
    file
}

/// A smaller program on which evaluator and compiler differ, with a description.
fn shrink(tree: &mut dyn ValueTree<Value = Program>) -> String {
    let mut found = differs(&tree.current()).unwrap_or_else(|| "only in a batch".into());
    let mut tries = 0;
    while tries < 150 && tree.simplify() {
        tries += 1;
        match differs(&tree.current()) {
            Some(difference) => found = difference,
            None => {
                if !tree.complicate() {
                    break;
                }
            }
        }
    }
    found
}

fn differs(program: &Program) -> Option<String> {
    let text = program.to_string();
    let binary = Binary::compile_text(&text, "single");
    runs(&text).into_iter().zip(RUNS).find_map(|(ours, run)| {
        let ours = ours?;
        let theirs = binary.run(&[run.0], run.1.as_bytes());
        (ours != theirs).then(|| {
            let show =
                |o: &Outcome| format!("{:?} {:?}", String::from_utf8_lossy(&o.stdout), o.exit);
            format!(
                "{text}\n{run:?}\nours {}\ngcc  {}",
                show(&ours),
                show(&theirs)
            )
        })
    })
}
