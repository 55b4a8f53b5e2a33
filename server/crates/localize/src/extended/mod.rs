//! Extended components: what the values of a statement leave out (docs/dev/design.md, Relaxation).
//!
//! Relaxing a component gives an arbitrary value to what it assigns, decides or prints. That does not cover *where* a
//! value is written, the *arguments* of a call, or how much memory is *allocated*. So the program is lowered again with
//! the expressions that determine these as components ([`lower::lower_parts`]), and the oracle of the search is
//! queried about each of them alone. One that suffices is a diagnosis like any other, certified by replay, and says
//! which index, argument or size was needed.
//!
//! These components are queried after the search and take no part in it, so its sets are the same with and without
//! them. Components are skipped where a single component of the program already explains the failure, or where an edit
//! is a convincing fix.

mod places;

use ir::{CompId, CompSet, Component, ComponentKind, Relaxing};
use lower::{LowerOptions, lower_parts};
use rustc_hash::FxHashMap;
use search::Strategy;
use syntax::Span;

use crate::ledger::Ledger;
use crate::limits::{
    MAX_EXTENDED, MAX_EXTENDED_ASKED, MAX_OPEN_EXTENDED_QUERIES, MIN_EXTENDED_INSTRUCTIONS,
};
use crate::relowered::{Again, RefinedProgram};
use crate::report::{AddedComponent, Diagnosis, Needs, Suspect};
use places::places;

/// An expression that may be queried.
struct Candidate {
    /// Component id in the program with extended components.
    comp: CompId,
    span: Span,
    kind: ComponentKind,
    /// The component of the program that contains the expression.
    whole: Option<CompId>,
    suspiciousness: f64,
}

impl Again<'_> {
    /// Records the extended components that suffice.
    pub(crate) fn extend(&self, ledger: &mut Ledger<'_>) {
        let is_open = |g: usize| !ledger.of_group(g).any(Diagnosis::has_convincing_fix);
        let groups = 0..self.run.groups.len();
        let open: Vec<usize> = groups.filter(|g| is_open(*g)).collect();
        // Measurements of another strategy or relax mode must contain only that strategy's sets.
        let options = self.run.options;
        let usual = (Strategy::Multi, Relaxing::Angelic);
        let is_usual = (options.strategy, options.relaxing) == usual;
        if open.is_empty() || !is_usual || (self.run.stopped)() {
            return;
        }
        let places = places(self.run.parse);
        let within: Vec<Span> = places.keys().copied().collect();
        let lowered = lower_parts(self.run.parse, &LowerOptions::default(), &within);
        let Some(lowered) = self.lowered(lowered.program) else {
            return;
        };
        let budget = (ledger.searched.work / 4).max(MIN_EXTENDED_INSTRUCTIONS);
        for g in open {
            let candidates = self.candidates(&lowered, &places, g, ledger);
            self.ask_extended(&lowered, candidates, g, budget, ledger);
        }
    }

    /// Expressions that may be queried for a group, most suspicious first.
    fn candidates(
        &self,
        lowered: &RefinedProgram,
        places: &FxHashMap<Span, ComponentKind>,
        group: usize,
        ledger: &Ledger<'_>,
    ) -> Vec<Candidate> {
        let tests = &self.run.groups[group].tests;
        let suspiciousness = self.run.spectrum_of(tests).ochiai();
        let singles = ledger.of_group(group).filter_map(Diagnosis::only);
        let known: CompSet = singles.collect();
        let executed = |c: CompId| {
            tests
                .iter()
                .all(|t| self.run.outcomes[*t].covered.contains(c))
        };
        let parts = lowered
            .program
            .components
            .iter()
            .enumerate()
            .skip(lowered.coarse);
        let candidate = |(i, part): (usize, &Component)| {
            let kind = *places.get(&part.span)?;
            let whole = self.around(part.span);
            let asked = whole.is_some_and(|whole| {
                executed(whole)
                    && !known.contains(whole)
                    && !self.run.options.correct.contains(&whole)
            });
            asked.then(|| Candidate {
                comp: CompId(i as u32),
                span: part.span,
                kind,
                whole,
                suspiciousness: whole
                    .and_then(|c| suspiciousness.get(c.index()))
                    .copied()
                    .unwrap_or(0.0),
            })
        };
        let mut all: Vec<Candidate> = parts.filter_map(candidate).collect();
        all.sort_by(|a, b| b.suspiciousness.total_cmp(&a.suspiciousness));
        all.truncate(MAX_EXTENDED_ASKED);
        all
    }

    /// The smallest component of the program that encloses a place.
    fn around(&self, place: Span) -> Option<CompId> {
        let components = self.run.program.components.iter().zip(0..);
        let around = components.filter(|(c, _)| c.span.encloses(place));
        let smallest = around.min_by_key(|(c, _)| c.span.end - c.span.start)?;
        Some(CompId(smallest.1))
    }

    fn ask_extended(
        &self,
        lowered: &RefinedProgram,
        candidates: Vec<Candidate>,
        group: usize,
        mut budget: u64,
        ledger: &mut Ledger<'_>,
    ) {
        let images = lowered.images();
        let numbers = self.run.representatives(group);
        let Some(tests) = self.run_again(lowered, &images, &numbers, &mut budget) else {
            return;
        };
        let hard: CompSet = self.run.options.correct.iter().copied().collect();
        let shared = self.shared(lowered, &images, &hard);
        let mut questions = self.questions(&shared, &tests, MAX_OPEN_EXTENDED_QUERIES, budget);
        let mut found = 0;
        for candidate in candidates {
            if questions.exhausted() || found == MAX_EXTENDED {
                return;
            }
            let set = CompSet::from_iter([candidate.comp]);
            if questions.suffices(&set) != Some(true) {
                continue;
            }
            let needs = questions.needs(&shared, &numbers, candidate.comp);
            found += 1;
            self.record_extended(&candidate, needs, group, ledger);
        }
    }

    fn record_extended(
        &self,
        candidate: &Candidate,
        needs: Needs,
        group: usize,
        ledger: &mut Ledger<'_>,
    ) {
        let Some(whole) = candidate.whole else { return };
        let weight = ledger.weight_behind();
        let comp = ledger.add(AddedComponent {
            component: Component {
                span: candidate.span,
                kind: candidate.kind,
                pass_through: false,
                target: None,
                operands: None,
                ..self.run.program.components[whole.index()].clone()
            },
            side: None,
            statement: self.run.parse.sources.text(candidate.span).to_owned(),
            near: Some(whole),
        });
        let suspects = vec![Suspect::new(comp).with(needs)];
        ledger.record(Diagnosis::by_values(group, suspects, weight));
    }
}
