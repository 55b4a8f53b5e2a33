//! Edits as a source of witnesses: a component for which an edit makes all failing tests pass is a diagnosis.
//!
//! Whether a component alone explains all failing tests is a query for the solver; where formulas are too expensive
//! (floating-point values, loops of unknown length), it stays open. Then edits are tried: if every failing test passes
//! with one of them, the values that the edited component computes are angelic values for the original one, a witness
//! for each test at once. Passing tests do not matter here; fixes, which have to keep them passing, are searched for
//! later.

use ir::{CompId, Program};
use syntax::{Parse, Span};

use super::budget::TrialBudget;
use super::fixer::{Fixer, Refuted};
use super::judges::Judges;
use crate::edit::Edit;
use crate::generate::Candidate;
use crate::kind::EditKind;
use crate::validate::constant::fill;
use exec::runner::Runner;

/// Budget for finding edits in a group.
const MENDING: TrialBudget = TrialBudget {
    trials: 4_000,
    steps: 40_000_000,
};

/// Finds edits that yield witnesses in one group.
pub struct EditWitnesses<'a> {
    parse: &'a Parse,
    judges: Judges<'a>,
    stopped: &'a (dyn Fn() -> bool + Sync),
    /// Created when it is first needed, which it never is in most searches.
    fixer: Option<Fixer<'a>>,
}

impl<'a> EditWitnesses<'a> {
    /// The edits for this program and a group of failing tests; `stopped` ends the search early.
    pub fn new(
        parse: &'a Parse,
        judges: Judges<'a>,
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> EditWitnesses<'a> {
        EditWitnesses {
            parse,
            judges,
            stopped,
            fixer: None,
        }
    }

    /// Reports each of the components for which there is an edit, with the edited program. `found` returns whether the
    /// edit yields witnesses; if it does not, further edits of the component are tried.
    pub fn try_edits(
        &mut self,
        comps: &[(CompId, Span)],
        found: &mut dyn FnMut(CompId, &Program) -> bool,
    ) {
        let (parse, judges, stopped) = (self.parse, self.judges, self.stopped);
        let new = || Fixer::new(parse, judges, MENDING, stopped);
        self.fixer.get_or_insert_with(new).repair_all(comps, found);
    }

    /// Edits that have been refuted so far.
    pub fn refuted(&self) -> Refuted {
        let known = self.fixer.as_ref().map(|fixer| fixer.refuted.clone());
        known.unwrap_or_default()
    }
}

impl Fixer<'_> {
    /// Tries the kinds of edits in order of likelihood, until each component is repaired or has no edits left.
    fn repair_all(
        &mut self,
        comps: &[(CompId, Span)],
        found: &mut dyn FnMut(CompId, &Program) -> bool,
    ) {
        let all: Vec<Vec<Candidate>> = comps.iter().map(|c| self.candidates(c.1)).collect();
        let mut repaired = vec![false; comps.len()];
        for kind in EditKind::ALL {
            for (i, candidates) in all.iter().enumerate() {
                let of_kind = candidates.iter().filter(|(_, e)| e.kind == kind);
                for (position, edit) in of_kind {
                    if repaired[i] {
                        break;
                    }
                    if self.exhausted() {
                        return;
                    }
                    repaired[i] = self
                        .try_edit(*position, edit)
                        .is_some_and(|edited| found(comps[i].0, &edited));
                }
            }
        }
    }

    /// The edited program, with components, if all failing tests pass with the edit. Other edits are recorded as
    /// refuted.
    fn try_edit(&mut self, position: usize, edit: &Edit) -> Option<Program> {
        let mut program = self.edited(position, edit, false)?;
        let Some(hole) = edit.hole else {
            if self
                .trials
                .still_failing(&mut Runner::new(&program))
                .is_some()
            {
                self.refuted.insert((position, edit.text.clone()));
                return None;
            }
            return self.edited(position, edit, true);
        };
        let bits = self.serving(&mut program, hole)?;
        let mut edited = self.edited(position, edit, true)?;
        fill(&mut edited, hole.span, bits);
        Some(edited)
    }
}
