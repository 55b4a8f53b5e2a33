//! What each generator of edits is worth: `bench --ablate generators`.
//!
//! Every case is localized, and its first repair of all failing tests is judged: by tests that were held back or the
//! reference where there is one, otherwise by the known lines. Then it is localized without the generator that made this repair. A generator whose
//! right repairs others make, too, can go.

use std::collections::BTreeMap;
use std::time::Instant;

use localize::report::{Fix as Repair, Generator, Report, TextEdit};
use localize::{JobOptions, Session};
use syntax::Parse;

use crate::ablate::Clock;
use crate::answer::{Edit, Fix};
use crate::case::{Case, Set};
use crate::cli::Cli;
use crate::held_back::HeldBack;
use crate::load::{LoadedCase, load};
use crate::markdown::Table;
use crate::native::Workshop;
use crate::reference::Reference;
use crate::{Outcome, pool};

/// A judged repair.
pub(crate) struct Judged {
    generator: Generator,
    pub(crate) is_right: bool,
    edits: Fix,
}

/// The first repair of a case, and the one without its generator.
type Both = Option<(Judged, Option<Judged>)>;

/// What a generator is worth in some cases.
#[derive(Default)]
struct Worth {
    /// Cases whose first repair it makes.
    first: u64,
    /// Those of them that are right …
    right: u64,
    /// … and have a right first repair without it.
    right_without: u64,
    /// Those that are wrong and have a right one without it.
    mended: u64,
}

/// The table over the cases of all sets; each case is reported on stderr.
pub(crate) fn table(cli: &Cli, sets: &[Set]) -> Outcome<String> {
    let cases: Vec<&Case> = sets.iter().flat_map(|set| &set.cases).collect();
    let all = pool::map(cli.jobs, &cases, |case| {
        let both = judge(cli, case)?;
        eprintln!("{}", line(case, &both));
        Ok(both)
    })?;
    let mut worth: BTreeMap<Generator, Worth> = BTreeMap::new();
    for (first, without) in all.into_iter().flatten() {
        let is_right = without.is_some_and(|without| without.is_right);
        let own = worth.entry(first.generator).or_default();
        own.first += 1;
        own.right += u64::from(first.is_right);
        own.right_without += u64::from(first.is_right && is_right);
        own.mended += u64::from(!first.is_right && is_right);
    }
    let head = [
        "generator",
        "first repairs",
        "right",
        "right without it, too",
        "wrong, but right without it",
    ];
    let mut rows: Vec<(Generator, Worth)> = worth.into_iter().collect();
    rows.sort_by_key(|(_, worth)| std::cmp::Reverse(worth.right));
    let row = |(generator, worth): &(Generator, Worth)| {
        let counts = [worth.first, worth.right, worth.right_without, worth.mended];
        let counts = counts.map(|count| count.to_string());
        let name = std::iter::once((*generator).to_owned());
        name.chain(counts).collect()
    };
    let table = Table {
        head: head.map(str::to_owned).to_vec(),
        rows: rows.iter().map(row).collect(),
    };
    Ok(table.markdown())
}

fn line(case: &Case, both: &Both) -> String {
    let words = |judged: &Judged| {
        let verdict = if judged.is_right { "right" } else { "wrong" };
        format!("{verdict}, {}: {}", judged.generator, judged.edits)
    };
    match both {
        None => format!("{}: no repair", case.name),
        Some((first, None)) => format!("{}: {} | nothing else", case.name, words(first)),
        Some((first, Some(other))) => format!("{}: {} | {}", case.name, words(first), words(other)),
    }
}

fn judge(cli: &Cli, case: &Case) -> Outcome<Both> {
    let loaded = load(case)?;
    let judge = Judge::of(case, &loaded)?;
    let repaired = |without: Vec<Generator>| -> Outcome<Option<Judged>> {
        let repair = first_repair(cli, &loaded, without)?;
        let judged = repair.map(|repair| judge.judged(&loaded.parse, &repair));
        judged.transpose()
    };
    let Some(first) = repaired(Vec::new())? else {
        return Ok(None);
    };
    let without = repaired(vec![first.generator])?;
    Ok(Some((first, without)))
}

/// The first repair of all failing tests.
fn first_repair(
    cli: &Cli,
    loaded: &LoadedCase,
    without: Vec<Generator>,
) -> Outcome<Option<Repair>> {
    let options = JobOptions {
        without,
        workers: 2,
        ..JobOptions::default()
    };
    let mut session = Session::new(&loaded.parse, &loaded.program, &loaded.tests, options);
    let clock = Clock {
        until: Instant::now() + cli.time_limit()?,
    };
    let report = session.localize(&clock, &mut |_| ());
    Ok(first_of(&report))
}

fn first_of(report: &Report) -> Option<Repair> {
    let all: usize = report.groups.iter().map(|group| group.tests.len()).sum();
    let ranked = report.ranking.iter().flat_map(|line| &line.diagnoses);
    let mut sets = ranked.filter_map(|at| report.diagnoses.get(*at));
    let of_all = |group: usize| report.groups[group].tests.len() == all;
    let found = sets.find(|set| of_all(set.group) && !set.fixes.is_empty())?;
    found.fixes.first().cloned()
}

/// What judges the repairs of a case.
pub(crate) struct Judge<'a> {
    case: &'a Case,
    held_back: Option<HeldBack>,
    reference: Option<Reference>,
    source: Vec<u8>,
    workshop: Workshop,
}

impl<'a> Judge<'a> {
    pub(crate) fn of(case: &'a Case, loaded: &LoadedCase) -> Outcome<Judge<'a>> {
        let workshop = Workshop::new(&case.name)?;
        let held_back = HeldBack::of(case);
        let reference = match held_back {
            Some(_) => None,
            None => Reference::of(case, &loaded.tests, &workshop)?,
        };
        Ok(Judge {
            case,
            held_back,
            reference,
            source: std::fs::read(case.folder.join("program.c")).map_err(|e| e.to_string())?,
            workshop,
        })
    }

    /// Whether there are other tests or a reference, and not only lines.
    pub(crate) fn is_sound(&self) -> bool {
        self.held_back.is_some() || self.reference.is_some()
    }

    pub(crate) fn judged(&self, parse: &Parse, repair: &Repair) -> Outcome<Judged> {
        let edit = |edit: &TextEdit| Edit {
            line: parse.sources.line_col(edit.span).0,
            start: edit.span.start as usize,
            end: edit.span.end as usize,
            old: parse.sources.text(edit.span).to_owned(),
            new: edit.text.clone(),
        };
        let edits = Fix {
            edit: edit(&repair.edit),
            also: repair.also.iter().map(edit).collect(),
            scope: "all".to_owned(),
            mends: Vec::new(),
            doubtful: !repair.is_sure(),
            likely: false,
        };
        Ok(Judged {
            generator: repair.generator,
            is_right: self.is_right(&edits)?,
            edits,
        })
    }

    /// Whether the program with a repair passes the tests that were held back; without any, whether it does what the
    /// reference does; and without one, whether an edit is on a line of a known fault.
    pub(crate) fn is_right(&self, repair: &Fix) -> Outcome<bool> {
        let text = repair.applied(&self.source).unwrap_or_default();
        match (&self.held_back, &self.reference) {
            (Some(held_back), _) => held_back.are_passed_by(&text, &self.workshop),
            (None, Some(reference)) => reference.is_met_by(&text, &self.workshop),
            (None, None) => {
                let faults = self.case.faults();
                let mut lines = repair.edits().map(|edit| edit.line);
                Ok(lines.any(|line| faults.iter().any(|fault| fault.contains(&line))))
            }
        }
    }
}
