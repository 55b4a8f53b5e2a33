//! More threads find the same, to the last fix.

use std::fmt::Write;

use localize::report::Report;
use localize::{Options, Session};

use crate::support::{Loaded, Patience, fixtures, load};

/// Fixtures with fixes, several groups or several faults.
const FIXTURES: [&str; 4] = ["max3", "two-faults", "division-by-zero", "wrong-constant"];

/// All that does not depend on the clock: how far the solver looks for small values does.
fn found(report: &Report) -> String {
    let mut text = format!("{:?}\n", report.status);
    let asked = (
        report.questions,
        report.solver_calls,
        report.unknown_answers,
    );
    let _ = writeln!(text, "{asked:?}");
    for d in &report.diagnoses {
        let comps: Vec<_> = d.suspects.iter().map(|s| s.comp).collect();
        let (evidence, fixes) = (&d.evidence, &d.fixes);
        let _ = writeln!(text, "{comps:?} {:?} {evidence:?} {fixes:?}", d.minimal);
    }
    for line in &report.ranking {
        let _ = writeln!(text, "{line:?}");
    }
    text
}

fn localize(loaded: &Loaded, workers: usize) -> Report {
    let options = Options {
        max_size: 2,
        workers,
        ..Options::default()
    };
    let (parse, program) = (&loaded.compiled.parse, &loaded.compiled.program);
    let mut session = Session::new(parse, program, &loaded.tests, options);
    session.localize(&Patience::seconds(60), &mut |_| ())
}

#[test]
fn threads_do_not_change_the_results() {
    let mut fixes = 0;
    let named = |f: &std::path::PathBuf| FIXTURES.iter().any(|name| f.ends_with(name));
    for folder in fixtures().into_iter().filter(named) {
        let loaded = load(&folder, "program.c");
        let one = localize(&loaded, 1);
        fixes += one.diagnoses.iter().map(|d| d.fixes.len()).sum::<usize>();
        for workers in [2, 4] {
            assert_eq!(found(&one), found(&localize(&loaded, workers)));
        }
    }
    assert!(fixes > 0, "no fix is put to the test");
}
