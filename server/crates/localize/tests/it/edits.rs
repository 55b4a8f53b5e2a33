//! Faults that no values of a component explain, but that small edits of executed code repair.

use std::sync::Mutex;

use harness::Test;
use localize::report::{Certificate, Diagnosis, Report};
use localize::{Event, JobOptions, Session};
use testkit::{CompiledProgram, run_of_main};

use crate::support::Patience;

/// Counts how often each number from 1 to 4, and other ones, occur in the input; the counted element is one too low.
const COUNT: &str = "\
#include <stdio.h>
int main(void) {
  int count[5] = {0}, n;
  while (scanf(\"%d\", &n) == 1)
    if (n >= 1 && n <= 4)
      count[n - 1]++;
    else
      count[0]++;
  printf(\"others: %d\\n\", count[0]);
  for (int i = 1; i <= 4; i++)
    printf(\"%d: %d\\n\", i, count[i]);
  return 0;
}
";

fn tests() -> Vec<Test> {
    let run = |id, input: &str, others: u32, counts: [u32; 4]| {
        let lines = (1..).zip(counts).map(|(i, n)| format!("{i}: {n}\n"));
        let output = format!("others: {others}\n{}", lines.collect::<String>());
        run_of_main(id, &[], input, Some(output.as_bytes()))
    };
    vec![
        run("several", "1 2 2 9 4", 1, [1, 2, 0, 1]),
        run("three", "3 3 3", 0, [0, 0, 3, 0]),
        run("none", "7 9", 2, [0; 4]),
    ]
}

fn localize(compiled: &CompiledProgram, workers: usize) -> (Report, Vec<Diagnosis>) {
    let options = JobOptions {
        max_size: 2,
        workers,
        ..JobOptions::default()
    };
    let tests = tests();
    let mut session = Session::new(&compiled.parse, &compiled.program, &tests, options);
    let told = Mutex::new(Vec::new());
    let report = session.localize(&Patience::seconds(60), &mut |event| {
        if let Event::Diagnosis(diagnosis, _) = event {
            told.lock().unwrap().push(diagnosis.clone());
        }
    });
    (report, told.into_inner().unwrap())
}

/// Lines of the diagnoses that an edit certifies, with the text that the first edit inserts.
fn edited(compiled: &CompiledProgram, all: &[Diagnosis]) -> Vec<(u32, String)> {
    let sources = &compiled.parse.sources;
    all.iter()
        .filter(|d| d.certificate == Certificate::Edit)
        .map(|d| {
            let comp = d.suspects[0].comp.index();
            let span = compiled.program.components[comp].span;
            (sources.line_col(span).0, d.fixes[0].edit.text.clone())
        })
        .collect()
}

#[test]
fn a_wrong_target_is_found_by_an_edit() {
    let compiled = CompiledProgram::new(COUNT);
    let (report, told) = localize(&compiled, 1);
    let by_edit = [(6, "n".to_owned())];
    assert_eq!(edited(&compiled, &report.diagnoses), by_edit);
    assert_eq!(edited(&compiled, &told), by_edit, "it is told of at once");
    assert_eq!(report.ranking[0].line, 6);
    // Values of the component do not reach another element.
    let by_values = report.diagnoses.iter().filter(|d| {
        let lines = d.suspects.iter().map(|s| {
            let span = compiled.program.components[s.comp.index()].span;
            compiled.parse.sources.line_col(span).0
        });
        d.certificate == Certificate::Values && lines.eq([6])
    });
    assert_eq!(by_values.count(), 0);
    for workers in [2, 4] {
        let (other, _) = localize(&compiled, workers);
        assert_eq!(other.diagnoses, report.diagnoses);
        assert_eq!(other.ranking, report.ranking);
    }
}
