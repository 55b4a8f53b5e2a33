//! The runs that are recorded, and what is found out about them.

use super::claims::{Claim, RunCheck};
use super::naming::Naming;
use super::products::Products;
use super::value::{Status, negation};
use super::{Check, How, Run};

/// The most checks of one run.
const MOST_CHECKS: usize = 50;

/// The runs in order.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    /// The runs.
    pub(super) runs: Vec<Run>,
    /// What may name them, in the same order.
    pub(super) namings: Vec<Naming>,
    /// What they leave behind.
    pub(super) products: Products,
}

impl Ledger {
    /// Adds a run; returns its number.
    pub(super) fn add(&mut self, run: Run, naming: Naming) -> usize {
        self.runs.push(run);
        self.namings.push(naming);
        self.runs.len() - 1
    }

    /// Gives all runs their names.
    pub(super) fn name_runs(&mut self) {
        for (run, naming) in self.runs.iter_mut().zip(&self.namings) {
            run.name = naming.name(run);
        }
    }

    /// Notes why a run is no test; the first reason stays.
    pub(super) fn spoil(&mut self, run: usize, reason: &str) {
        if let Some(run) = self.runs.get_mut(run) {
            run.is_checked = true;
            run.not_understood.get_or_insert_with(|| reason.to_string());
        }
    }

    /// What is already known about a check.
    pub(super) fn answer(&self, run: usize, asked: &Check) -> Option<bool> {
        let checks = &self.runs.get(run)?.checks;
        checks.iter().find_map(|check| answer(check, asked))
    }

    /// The status of a comparison: known, or a claim.
    pub(super) fn ask(&self, run: usize, check: Check) -> Status {
        match self.answer(run, &check) {
            Some(is_true) => Status::of(is_true),
            None => Status::claim(run, check),
        }
    }

    /// Decides whether a status is 0, and records what follows. It is what is wanted, or else what the script compares.
    pub(super) fn decide(&mut self, status: &Status, wanted: Option<bool>) -> bool {
        match status {
            Status::Known(number) => *number == 0,
            Status::Unknown(runs) => {
                if wanted.is_some() {
                    self.products.compared.extend(runs);
                }
                wanted.unwrap_or(true)
            }
            Status::Run(run) => {
                if let Some(is_zero) = self.answer(*run, &Check::Exit(0)) {
                    return is_zero;
                }
                let check = match wanted {
                    Some(true) => Check::Exit(0),
                    Some(false) => Check::ExitNot(0),
                    None => return true,
                };
                self.record(*run, check);
                wanted.unwrap_or(true)
            }
            Status::Claim(claim) => {
                let is_true = wanted.unwrap_or(!claim.is_inverted);
                self.settle(claim, is_true != claim.is_inverted);
                is_true
            }
        }
    }

    /// Records that the checks of a claim hold, or that they do not.
    fn settle(&mut self, claim: &Claim, holds: bool) {
        for RunCheck { run, check } in &claim.checks {
            let opposite = negation(check);
            let new = if holds {
                Some(check.clone())
            } else {
                opposite.clone()
            };
            if let Some(found) = self.runs.get_mut(*run) {
                let old = if holds { opposite } else { Some(check.clone()) };
                found.checks.retain(|check| Some(check) != old.as_ref());
            }
            match new {
                Some(_) if !holds && claim.checks.len() > 1 => {
                    self.spoil(*run, "one of several comparisons must fail");
                }
                Some(new) => self.record(*run, new),
                None => self.spoil(*run, "a file must differ from another one"),
            }
        }
    }

    /// Records a check.
    fn record(&mut self, run: usize, check: Check) {
        if let Some(run) = self.runs.get_mut(run)
            && run.checks.len() < MOST_CHECKS
            && !run.checks.contains(&check)
        {
            run.is_checked = true;
            run.checks.push(check);
        }
    }
}

/// What a check says about another one.
fn answer(known: &Check, asked: &Check) -> Option<bool> {
    match (known, asked) {
        (Check::Exit(known), Check::Exit(asked)) => Some(known == asked),
        (Check::Exit(known), Check::ExitNot(asked)) => Some(known != asked),
        (Check::ExitNot(known), Check::Exit(asked)) if known == asked => Some(false),
        (
            Check::Printed {
                of: known_of,
                text: known,
                how: how_known,
                negated: false,
            },
            Check::Printed {
                of: asked_of,
                text: asked,
                how: how_asked,
                negated: false,
            },
        ) if known_of == asked_of
            && is_exact(*how_known)
            && is_exact(*how_asked)
            && trimmed(known) != trimmed(asked) =>
        {
            Some(false)
        }
        _ => None,
    }
}

/// Whether a comparison tells the whole text, up to newlines at the end.
fn is_exact(how: How) -> bool {
    matches!(how, How::Exact | How::WithoutFinalNewlines)
}

/// A text without its newlines at the end.
fn trimmed(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| *byte != b'\n');
    end.and_then(|end| text.get(..=end)).unwrap_or_default()
}
