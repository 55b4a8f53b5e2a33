//! What edits and the search find, before the ledger records it.

use ir::CompId;

use crate::control::{Event, Tell};
use crate::report::{AddedComponent, Diagnosis, Fix, LEAST_CREDIBLE, Report};
use repair::{Joint, Refuted, Repair};

/// A place of an edit.
#[derive(Debug, Clone)]
pub(crate) enum Site {
    /// A component of the program.
    Component(CompId),
    /// Something that the program has no component for, such as a missing statement.
    Added(AddedComponent),
}

/// Places and the fix that changes them, certified by the edited program.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) sites: Vec<Site>,
    pub(crate) weight: f64,
    pub(crate) fix: Fix,
}

impl Finding {
    /// The diagnosis of a group. What the edits add is numbered behind the components of the program.
    pub(crate) fn diagnosis(
        self,
        group: usize,
        components: usize,
        added: &mut Vec<AddedComponent>,
    ) -> Diagnosis {
        let number = |site: Site| match site {
            Site::Component(comp) => comp,
            Site::Added(one) => add(one, components, added),
        };
        let comps: Vec<CompId> = self.sites.into_iter().map(number).collect();
        Diagnosis::by_edit(group, &comps, self.weight, self.fix)
    }
}

/// Number of something that is not part of the program. An equal one is reused.
pub(crate) fn add(one: AddedComponent, components: usize, all: &mut Vec<AddedComponent>) -> CompId {
    let known = all.iter().position(|known| *known == one);
    let at = known.unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    });
    CompId((components + at) as u32)
}

/// Reports a finding before the ledger records it: searches for edits run beside others.
pub(crate) fn announce(finding: &Finding, group: usize, components: usize, tell: &Tell<'_>) {
    let mut added = Vec::new();
    let diagnosis = finding.clone().diagnosis(group, components, &mut added);
    tell(Event::Diagnosis(&diagnosis, &added));
}

/// Minimum of [`Fix::plausibility`] for an edit that fixes tests that fail in several ways.
const LEAST_OF_SEVERAL: f64 = 0.6;

/// Results of the edits of a group.
#[derive(Debug, Clone, Default)]
pub(crate) struct EditOutcome {
    /// Results of edits of components.
    pub(crate) repairs: Vec<(CompId, Repair)>,
    /// Missing statements, and sizes of arrays that are too small.
    pub(crate) added: Vec<Finding>,
    /// Pairs of edits that are fixes together.
    pub(crate) pairs: Vec<Finding>,
    /// Edits of several places at once, and statements that move.
    pub(crate) joints: Vec<Joint>,
    /// Edits that need not be tried again.
    pub(crate) refuted: Refuted,
}

impl EditOutcome {
    /// Whether a component has a fix by a single edit that is not doubtful.
    pub(crate) fn has_fix(&self) -> bool {
        self.fixes()
            .any(|(_, fix)| fix.plausibility >= LEAST_CREDIBLE)
    }

    /// Whether a component has a fix by a single edit that leaves little doubt.
    pub(crate) fn has_sure_fix(&self) -> bool {
        self.fixes().any(|(_, fix)| fix.is_sure())
    }

    /// Whether a fix of any kind leaves little doubt.
    pub(crate) fn is_surely_fixed(&self) -> bool {
        let found = self.added.iter().chain(&self.pairs).map(|found| &found.fix);
        let joint = self.joints.iter().map(|joint| &joint.fix);
        self.has_sure_fix() || found.chain(joint).any(Fix::is_sure)
    }

    /// Components with fixes by single edits.
    pub(crate) fn fixes(&self) -> impl Iterator<Item = (CompId, &Fix)> {
        self.repairs
            .iter()
            .filter_map(|(comp, repair)| match repair {
                Repair::Fix(fix) => Some((*comp, fix)),
                Repair::Near => None,
            })
    }

    /// Raises the plausibility of each fix that is not doubtful to [`LEAST_OF_SEVERAL`]. A fix for several
    /// kinds of failures is more credible than one for a single kind.
    pub(crate) fn of_several(mut self) -> EditOutcome {
        for (_, repair) in &mut self.repairs {
            if let Repair::Fix(fix) = repair
                && fix.plausibility >= LEAST_CREDIBLE
            {
                fix.plausibility = fix.plausibility.max(LEAST_OF_SEVERAL);
            }
        }
        self
    }

    /// Whether a fix makes its place a likely fault.
    pub(crate) fn is_likely_fixed(&self) -> bool {
        !self.added.is_empty() || !self.joints.is_empty() || self.has_fix()
    }
}

/// Tests that fail in another way in memory with slack.
#[derive(Debug)]
pub(crate) struct Behind {
    /// Group of the tests.
    pub(crate) group: usize,
    /// Tests of the group that can be run with slack.
    pub(crate) tests: Vec<usize>,
    /// Tests among them that fail with slack as well.
    pub(crate) failing: Vec<usize>,
}

/// Results of a search behind undefined accesses.
#[derive(Debug)]
pub(crate) struct FoundBehind {
    pub(crate) behind: Behind,
    pub(crate) report: Report,
}

/// Components of a group that are diagnoses by themselves.
#[derive(Debug)]
pub(crate) struct Singles {
    pub(crate) group: usize,
    pub(crate) comps: Vec<CompId>,
    /// Edits that need not be tried again.
    pub(crate) refuted: Refuted,
}
