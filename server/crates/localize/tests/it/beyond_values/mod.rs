//! Faults that no value of a statement explains: writes to a wrong place, blocks that are too small, wrong inputs and
//! arguments, missing statements.
//!
//! Each program of `programs.txt` has one faulty line; the correct text is behind `//!`, and the expected output is
//! that of the program with the correct line.

use exec::run::Verdict;
use harness::Test;
use localize::{JobOptions, Session};
use testkit::{CompiledProgram, run_of_main};

use crate::support::Patience;

/// Rank up to which the faulty line must be found, or a missing statement reported beside it.
const TOP: u32 = 3;

/// Work for one program: nearly all need less, and the results do not depend on the load of the machine.
const WORK: u64 = 100_000_000;

struct Program {
    name: String,
    faulty: String,
    right: String,
    /// 1-based line of the fault.
    line: u32,
    /// Whether the line is empty.
    is_missing: bool,
    inputs: Vec<String>,
}

fn programs() -> Vec<Program> {
    let mut all: Vec<Program> = Vec::new();
    for line in include_str!("programs.txt").lines() {
        if let Some(name) = line.strip_prefix("== ") {
            all.push(Program {
                name: name.to_owned(),
                faulty: String::new(),
                right: String::new(),
                line: 0,
                is_missing: false,
                inputs: Vec::new(),
            });
            continue;
        }
        let program = all.last_mut().expect("a name comes first");
        if let Some(input) = line.strip_prefix("-- ") {
            program.inputs.push(format!("{input}\n"));
            continue;
        }
        let (faulty, right) = line.split_once("//! ").unwrap_or((line, line));
        if faulty != line {
            program.line = program.faulty.lines().count() as u32 + 1;
            program.is_missing = faulty.trim().is_empty() || faulty.trim() == "}";
        }
        for (text, line) in [
            (&mut program.faulty, faulty.trim_end()),
            (&mut program.right, right),
        ] {
            text.push_str(line);
            text.push('\n');
        }
    }
    all
}

/// Tests that expect the output of the correct program.
fn tests(program: &Program) -> Vec<Test> {
    let right = CompiledProgram::new(&program.right);
    let inputs = program.inputs.iter().zip(1..);
    let asked: Vec<Test> = inputs
        .clone()
        .map(|(input, i)| run_of_main(&i.to_string(), &[], input, None))
        .collect();
    let ran = right.run(&asked);
    let expected = inputs.zip(ran).map(|((input, i), ran)| {
        assert_eq!(ran.verdict, Verdict::Pass, "{}", program.name);
        run_of_main(&i.to_string(), &[], input, Some(&ran.stdout))
    });
    expected.collect()
}

/// Rank of the line, or of one beside it if something is missing.
fn rank(program: &Program) -> Option<u32> {
    let (compiled, tests) = (CompiledProgram::new(&program.faulty), tests(program));
    let options = JobOptions {
        max_rounds: 1,
        work: Some(WORK),
        ..JobOptions::default()
    };
    let mut session = Session::new(&compiled.parse, &compiled.program, &tests, options);
    let report = session.localize(&Patience::seconds(600), &mut |_| {});
    assert!(
        !report.groups.is_empty(),
        "{}: all tests pass",
        program.name
    );
    let slack = u32::from(program.is_missing);
    let lines = report.ranking.iter();
    let mut near = lines.filter(|ranked| ranked.line.abs_diff(program.line) <= slack);
    near.next().map(|ranked| ranked.rank)
}

#[test]
fn what_is_beyond_values_is_found() {
    let programs = programs();
    let ranks: Vec<_> = programs.iter().map(|p| (&p.name, rank(p))).collect();
    let found = ranks
        .iter()
        .filter(|(_, rank)| rank.is_some_and(|rank| rank <= TOP));
    // Seven out of eight programs.
    let enough = programs.len() - programs.len() / 8;
    assert!(found.count() >= enough, "{ranks:#?}");
}
