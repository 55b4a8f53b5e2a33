//! Edits as a means of reach: a component that an edit mends is a diagnosis.
//!
//! Whether a component alone explains all failing tests is a question for the solver; where formulas are too dear (floating
//! values, loops whose length is unknown) it stays open. Then the edits are tried before the answer: if with one of them
//! every failing test passes, the values that the edited component computes are values under which they pass as
//! written, a witness for each test at once. Passing tests have no say here; a fix has to please them too, and is looked
//! for later among what was found.

use ir::{CompId, Program};
use syntax::{Parse, Span};

use super::budget::Budget;
use super::fixer::{Fixer, Refuted};
use super::judges::Judges;
use crate::edit::Edit;
use crate::generate::Candidate;
use crate::kind::Kind;
use crate::validate::constant::fill;
use exec::runner::Runner;

/// What looking for them may cost in a group.
const MENDING: Budget = Budget {
    trials: 4_000,
    steps: 40_000_000,
};

/// Looks for them in one group.
pub struct EditWitnesses<'a> {
    parse: &'a Parse,
    judges: Judges<'a>,
    stopped: &'a (dyn Fn() -> bool + Sync),
    /// Made when it is first needed, which in most searches it never is.
    fixer: Option<Fixer<'a>>,
}

impl<'a> EditWitnesses<'a> {
    /// For this program and a group of failing tests; `stopped` ends it early.
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

    /// Tells for which of the components there is an edit, with the edited program; `found` says whether it serves, if
    /// not others are tried.
    pub fn try_edits(
        &mut self,
        comps: &[(CompId, Span)],
        found: &mut dyn FnMut(CompId, &Program) -> bool,
    ) {
        let (parse, judges, stopped) = (self.parse, self.judges, self.stopped);
        let new = || Fixer::new(parse, judges, MENDING, stopped);
        self.fixer.get_or_insert_with(new).mend_all(comps, found);
    }

    /// What has been refuted on the way.
    pub fn refuted(&self) -> Refuted {
        let known = self.fixer.as_ref().map(|fixer| fixer.refuted.clone());
        known.unwrap_or_default()
    }
}

impl Fixer<'_> {
    /// Kind by kind of edit, likely kinds first, until each component is repaired or has no edits left.
    fn mend_all(
        &mut self,
        comps: &[(CompId, Span)],
        found: &mut dyn FnMut(CompId, &Program) -> bool,
    ) {
        let all: Vec<Vec<Candidate>> = comps.iter().map(|c| self.candidates(c.1)).collect();
        let mut repaired = vec![false; comps.len()];
        for kind in Kind::ALL {
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
                        .mends(*position, edit)
                        .is_some_and(|edited| found(comps[i].0, &edited));
                }
            }
        }
    }

    /// The program with the edit, with components, if all failing tests pass then. Edits of which that is not so are
    /// remembered.
    fn mends(&mut self, position: usize, edit: &Edit) -> Option<Program> {
        let mut program = self.edited(position, edit, false)?;
        let Some(hole) = edit.hole else {
            if self.still_failing(&mut Runner::new(&program)).is_some() {
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
