//! Training runs for profile-guided optimization.

use std::time::Instant;

use localize::{JobOptions, Session};

use crate::Outcome;
use crate::ablate::Clock;
use crate::case::Set;
use crate::cli::Cli;
use crate::load::load;

/// Localizes every case.
pub(crate) fn run(cli: &Cli, sets: &[Set]) -> Outcome<()> {
    let limit = cli.time_limit()?;
    for case in sets.iter().flat_map(|set| &set.cases) {
        let loaded = load(case)?;
        let options = JobOptions {
            // Communication between threads is part of the profile.
            workers: 2,
            ..JobOptions::default()
        };
        let mut session = Session::new(&loaded.parse, &loaded.program, &loaded.tests, options);
        let clock = Clock {
            until: Instant::now() + limit,
        };
        let report = session.localize(&clock, &mut |_| ());
        eprintln!("{:<28} {} sets", case.name, report.diagnoses.len());
    }
    Ok(())
}
