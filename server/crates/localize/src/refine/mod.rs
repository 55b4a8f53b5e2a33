//! Refinement: finds the parts of a component that matter (`CFaults` §4, "Refinement").
//!
//! A diagnosis names whole statements and conditions. Often a smaller part suffices: in `f < s && f >= t`, only the
//! first operand. `CFaults` instruments the program again, only inside the statements that it found, and lets its
//! solver choose between each piece and a nondeterministic value. FaultLens does the same: [`lower::lower_parts`]
//! makes every operand inside the components of the best diagnoses a component, and the oracle of the search is queried
//! about sets of these parts in place of their component, with the rest of the diagnosis relaxed as a whole. A yes has
//! the usual meaning: every failing test of the group passes in concrete replay. [`mod@smallest`] decides which sets
//! are queried and reported.
//!
//! Refinement is the last step, when all diagnoses are known and ranked. It begins with the best ones and ends when it
//! has cost a given share of the work of the search. A component for which a query stays open is not refined.
//!
//! Not refined: addresses, records, and operands with side effects (`lower::parts` says why).

mod smallest;

use ir::{CompId, ComponentKind};
use lower::{LowerOptions, lower_parts};
use syntax::{Parse, Span};

use crate::limits::{
    MAX_OPEN_REFINE_QUERIES, MAX_REFINED_DIAGNOSES, MAX_REFINED_NODES, MIN_REFINE_INSTRUCTIONS,
    REFINE_WORK_DIVISOR,
};
use crate::relowered::{Again, Images, Questions, RefinedProgram};
use crate::report::{Diagnosis, Part, Report};
use exec::parallel::join;
use exec::run::{PreparedTest, TestOutcome};
use ir::CompSet;
use smallest::smallest;

/// The parts of a component.
struct Parts {
    /// Components of the parts, in order of place.
    comps: Vec<CompId>,
    places: Vec<Span>,
    /// Whether one part covers everything that the component assigns, returns or decides; that part is left out.
    has_value: bool,
}

impl RefinedProgram {
    fn parts(&self, comp: CompId, parse: &Parse) -> Parts {
        let components = &self.program.components;
        let whole = components[comp.index()].span;
        let all = self.coarse..components.len();
        let inside = all.filter(|i| whole.encloses(components[*i].span));
        let (values, parts): (Vec<usize>, Vec<usize>) =
            inside.partition(|i| is_value(parse, whole, components[*i].span));
        Parts {
            comps: parts.iter().map(|i| CompId(*i as u32)).collect(),
            places: parts.iter().map(|i| components[*i].span).collect(),
            has_value: !values.is_empty(),
        }
    }

    fn part(&self, comp: CompId) -> Option<Part> {
        let component = &self.program.components[comp.index()];
        let ComponentKind::Part(kind) = component.kind else {
            return None;
        };
        Some(Part {
            span: component.span,
            kind,
        })
    }
}

/// Whether a part is everything that a component assigns, returns or decides.
fn is_value(parse: &Parse, whole: Span, part: Span) -> bool {
    let (before, after) = (
        Span {
            end: part.start,
            ..whole
        },
        Span {
            start: part.end,
            ..whole
        },
    );
    let opened = |c: char| c == '(' || c.is_whitespace();
    let closed = |c: char| c == ')' || c.is_whitespace();
    let before = parse.sources.text(before).trim_end_matches(opened);
    let begins = before.is_empty() || before.ends_with('=') || before.ends_with("return");
    begins && parse.sources.text(after).chars().all(closed)
}

impl Again<'_> {
    /// Refines the best diagnoses of a ranked report whose search spent `searched` work.
    pub(crate) fn refine(&self, report: &mut Report, searched: u64) {
        let best = &report.diagnoses[..report.diagnoses.len().min(MAX_REFINED_DIAGNOSES)];
        let mut within: Vec<Span> = best
            .iter()
            .filter(|d| is_refined(d))
            .flat_map(|d| &d.suspects)
            .filter_map(|s| self.run.program.components.get(s.comp.index()))
            .filter(|c| c.nodes <= MAX_REFINED_NODES)
            .map(|c| c.span)
            .collect();
        within.sort_unstable();
        within.dedup();
        if within.is_empty() || (self.run.stopped)() {
            return;
        }
        let lowered = lower_parts(self.run.parse, &LowerOptions::default(), &within);
        let Some(fine) = self.lowered(lowered.program) else {
            return;
        };
        let mut budget = (searched / REFINE_WORK_DIVISOR).max(MIN_REFINE_INSTRUCTIONS);
        for g in 0..report.groups.len() {
            let best = report.diagnoses.iter_mut().take(MAX_REFINED_DIAGNOSES);
            let best: Vec<&mut Diagnosis> =
                best.filter(|d| d.group == g && is_refined(d)).collect();
            if !best.is_empty() {
                self.group(&fine, &self.run.representatives(g), best, &mut budget);
            }
        }
    }

    /// Refines the diagnoses of one group within the budget. If the user allows a second thread, every other diagnosis
    /// is refined in parallel; the results do not depend on that.
    fn group(
        &self,
        fine: &RefinedProgram,
        tests: &[usize],
        diagnoses: Vec<&mut Diagnosis>,
        budget: &mut u64,
    ) {
        let images = fine.images();
        let Some(tests) = self.run_again(fine, &images, tests, budget) else {
            return;
        };
        let beside = self.run.options.workers > 1 && diagnoses.len() > 1;
        let mut halves = [Vec::new(), Vec::new()];
        for (at, diagnosis) in diagnoses.into_iter().enumerate() {
            halves[at % 2].push(diagnosis);
        }
        let [first, mut second] = halves;
        let most = *budget / 2;
        let (one, other) = join(
            "refine",
            beside,
            || self.refine_all(fine, &images, &tests, first, most),
            || {
                let diagnoses = std::mem::take(&mut second);
                self.refine_all(fine, &fine.images(), &tests, diagnoses, most)
            },
        );
        *budget = budget.saturating_sub(one + other);
    }

    /// Refines these diagnoses within the budget. Returns the work spent.
    fn refine_all(
        &self,
        fine: &RefinedProgram,
        images: &Images,
        tests: &[(&PreparedTest, TestOutcome)],
        diagnoses: Vec<&mut Diagnosis>,
        budget: u64,
    ) -> u64 {
        let hard: CompSet = self.run.options.correct.iter().copied().collect();
        let shared = self.shared(fine, images, &hard);
        let mut questions = self.questions(&shared, tests, MAX_OPEN_REFINE_QUERIES, budget);
        for diagnosis in diagnoses {
            self.refine_one(fine, diagnosis, &mut questions);
        }
        questions.work()
    }

    fn refine_one(
        &self,
        fine: &RefinedProgram,
        diagnosis: &mut Diagnosis,
        questions: &mut Questions<'_>,
    ) {
        let whole: CompSet = diagnosis.suspects.iter().map(|s| s.comp).collect();
        if whole.iter().any(|c| c.index() >= fine.coarse) {
            return;
        }
        for suspect in &mut diagnosis.suspects {
            let parts = fine.parts(suspect.comp, self.run.parse);
            if parts.comps.is_empty() && !parts.has_value {
                continue;
            }
            let rest = whole.without(suspect.comp);
            let sets = smallest(&parts.places, !parts.has_value, &mut |set| {
                let relaxed = set.iter().map(|i| parts.comps[*i]);
                questions.suffices(&relaxed.fold(rest.clone(), |s, c| s.with(c)))
            });
            let told = |set: Vec<usize>| {
                let comps = set.iter().map(|i| parts.comps[*i]);
                comps.filter_map(|c| fine.part(c)).collect()
            };
            suspect.refined = sets.map(|sets| sets.into_iter().map(told).collect());
        }
    }
}

/// Whether a diagnosis has been refined already: sets that presuppose edits were refined in the edited program; in this
/// one, their outputs alone suffice, whatever the rest does.
fn is_refined(diagnosis: &Diagnosis) -> bool {
    diagnosis.given.is_empty()
}
