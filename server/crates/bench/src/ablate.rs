//! Contribution of each ranking factor: every case is localized once, and the result is ranked by all factors, by all
//! but one, by each alone, and by none.
//!
//! Ties are broken by size and kind of the failure first and by the place in the text last; so "none" is the baseline
//! to compare with.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use localize::rank::{FACTORS, Factor};
use localize::report::Report;
use localize::{JobOptions, Session};

use crate::case::{Case, Set};
use crate::cli::Cli;
use crate::load::load;
use crate::markdown::Table;
use crate::measure::rank_cells;
use crate::ranks::{Rank, Ranks, TOPS};
use crate::{Outcome, pool};

/// A named selection of ranking factors.
struct Mix {
    name: String,
    factors: Vec<(Factor, f64)>,
}

/// Localizes, reporting each case on stderr; returns a table for each set.
pub(crate) fn tables(cli: &Cli, sets: &[Set]) -> Outcome<String> {
    let limit = cli.time_limit()?;
    let mixes = mixes();
    let mut text = String::new();
    for set in sets {
        let known = |case: &&Case| !case.faults().is_empty();
        let cases: Vec<&Case> = set.cases.iter().filter(known).collect();
        let by_case = pool::map(cli.jobs, &cases, |case| {
            let ranks = ranks(case, &mixes, limit)?;
            let at = ranks.first().and_then(|rank| rank.at);
            let at = at.map_or_else(|| "-".to_owned(), |at| at.to_string());
            eprintln!("{:<28} rank {at}", case.name);
            Ok(ranks)
        })?;
        let table = table(&mixes, &by_case);
        let _ = writeln!(
            text,
            "## {}: factors of the ranking\n\n{}",
            set.name,
            table.markdown()
        );
    }
    Ok(text)
}

/// All selections; the one with all factors comes first.
fn mixes() -> Vec<Mix> {
    let mix = |name: String, keep: &dyn Fn(Factor) -> bool| Mix {
        name,
        factors: FACTORS.into_iter().filter(|(f, _)| keep(*f)).collect(),
    };
    let mut mixes = vec![mix("all factors".to_owned(), &|_| true)];
    for (left_out, _) in FACTORS {
        mixes.push(mix(format!("without {left_out:?}"), &|f| f != left_out));
    }
    for (kept, _) in FACTORS {
        mixes.push(mix(format!("only {kept:?}"), &|f| f == kept));
    }
    mixes.push(mix("none".to_owned(), &|_| false));
    mixes
}

/// Rank of the faulty line for each selection.
fn ranks(case: &Case, mixes: &[Mix], limit: Duration) -> Outcome<Vec<Rank>> {
    let loaded = load(case)?;
    let (parse, program) = (&loaded.parse, &loaded.program);
    let mut session = Session::new(parse, program, &loaded.tests, JobOptions::default());
    let clock = Clock {
        until: Instant::now() + limit,
    };
    let mut report = session.localize(&clock, &mut |_| ());
    let ranked = mixes.iter().map(|mix| {
        session.rank(&clock, &mut report, &mix.factors);
        rank(case, &report)
    });
    Ok(ranked.collect())
}

fn rank(case: &Case, report: &Report) -> Rank {
    let faults = case.faults();
    let found = report.ranking.iter();
    let found = found.filter(|r| faults.iter().any(|lines| lines.contains(&r.line)));
    Rank {
        at: found.map(|r| f64::from(r.rank)).reduce(f64::min),
        loc: case.loc(),
    }
}

fn table(mixes: &[Mix], by_case: &[Vec<Rank>]) -> Table {
    let mut head = ["", "mean rank"].map(str::to_owned).to_vec();
    head.extend(TOPS.map(|top| format!("top-{top}")));
    head.extend(["better in", "worse in"].map(str::to_owned));
    let row = |(i, mix): (usize, &Mix)| {
        let of_mix = by_case.iter().filter_map(|ranks| ranks.get(i).copied());
        let mut row = vec![mix.name.clone()];
        row.extend(rank_cells(&of_mix.collect::<Ranks>()));
        let counted = |than_all: &dyn Fn(f64, f64) -> bool| {
            let both = by_case
                .iter()
                .filter_map(|ranks| Some((ranks.get(i)?, ranks.first()?)));
            let held = both.filter(|(this, all)| than_all(this.counted(), all.counted()));
            held.count().to_string()
        };
        if i > 0 {
            row.push(counted(&|this, all| this < all));
            row.push(counted(&|this, all| this > all));
        }
        row
    };
    Table {
        head,
        rows: mixes.iter().enumerate().map(row).collect(),
    }
}

/// A control that ends a localization at its time limit.
pub(crate) struct Clock {
    pub(crate) until: Instant,
}

impl exec::Control for Clock {
    fn stop_reason(&self) -> Option<String> {
        (Instant::now() >= self.until).then(|| "time is over".to_owned())
    }

    fn phase(&self, _: &'static str) {}
}

impl localize::Control for Clock {}
