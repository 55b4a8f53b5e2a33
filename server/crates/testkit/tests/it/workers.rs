//! More threads find the same, to the last fix.

use localize::report::Report;
use localize::{Options, Session};

use crate::support::{Loaded, Patience, fixtures, load};

/// Fixtures with fixes, several groups or several faults.
const FIXTURES: [&str; 4] = ["max3", "two-faults", "division-by-zero", "wrong-constant"];

fn localize(loaded: &Loaded, workers: usize) -> Report {
    let options = Options {
        max_size: 2,
        workers,
        ..Options::default()
    };
    let (parse, program) = (&loaded.compiled.parse, &loaded.compiled.program);
    let mut session = Session::new(parse, program, &loaded.tests, options);
    let report = session.localize(&Patience::seconds(60), &mut |_| ());
    Report {
        // A first look ends by the clock; what it missed is asked again.
        questions: 0,
        solver_calls: 0,
        ..report
    }
}

#[test]
fn threads_do_not_change_the_results() {
    let mut fixes = 0;
    let named = |f: &std::path::PathBuf| FIXTURES.iter().any(|name| f.ends_with(name));
    for folder in fixtures().into_iter().filter(named) {
        let loaded = load(&folder, "program.c");
        let one = localize(&loaded, 1);
        fixes += one.diagnoses.iter().map(|d| d.fixes.len()).sum::<usize>();
        assert_eq!(one, localize(&loaded, 2), "{}", folder.display());
    }
    assert!(fixes > 0, "no fix is put to the test");
}
