//! Suspects from coverage, before anything is certified.

use exec::run::Verdict;
use ir::{CompId, CompSet};
use trace::ProgramFacts;

use super::Session;
use crate::control::Control;
use crate::report::{Group, RankedLine};
use crate::suspicion::{Evidence, Suspicion, ranked_lines, suspicions};

impl Session<'_> {
    /// Suspicious lines of all groups, most suspicious first. If no test fails but some have not ended, these count as
    /// failing, because they may be endless. The context of the traps is stored in the groups.
    pub(super) fn suspected(
        &mut self,
        groups: &mut [Group],
        control: &dyn Control,
    ) -> Vec<RankedLine> {
        let suspicions = self.suspicions(groups, control);
        self.suspicion = vec![0.0; self.program.components.len()];
        for suspicion in &suspicions {
            let most = &mut self.suspicion[suspicion.comp.index()];
            *most = most.max(suspicion.score);
        }
        ranked_lines(&suspicions, &|comp: CompId| {
            let span = self.program.components[comp.index()].span;
            (span.file, self.parse.sources.line_col(span).0)
        })
    }

    /// Suspicions of each group.
    fn suspicions(&self, groups: &mut [Group], control: &dyn Control) -> Vec<Suspicion> {
        let mut failing: Vec<Vec<usize>> = groups.iter().map(|g| g.tests.clone()).collect();
        let endless = self.tests_with(|verdict| matches!(verdict, Verdict::Undecided(_)));
        if failing.is_empty() && !endless.is_empty() {
            failing.push(endless);
        }
        if failing.is_empty() {
            return Vec::new();
        }
        let passing = self.tests_with(|verdict| *verdict == Verdict::Pass);
        let correct: CompSet = self.options.correct.iter().copied().collect();
        let facts = ProgramFacts::new(self.program);
        let keep_going = || control.stop_reason().is_none();
        let of_group = |failing: &[usize]| {
            let suspiciousness = self.spectrum_of(failing).ochiai();
            let evidence = Evidence {
                program: self.program,
                prepared: &self.prepared,
                outcomes: &self.outcomes,
                failing,
                passing: &passing,
                suspiciousness: &suspiciousness,
                correct: &correct,
            };
            suspicions(&evidence, &facts, &keep_going)
        };
        let mut all = Vec::new();
        for (i, failing) in failing.iter().enumerate() {
            let (suspicions, context) = of_group(failing);
            all.extend(suspicions);
            if let Some(group) = groups.get_mut(i) {
                group.context = context;
            }
        }
        all
    }

    /// Indices of the tests with a matching verdict.
    fn tests_with(&self, is_wanted: impl Fn(&Verdict) -> bool) -> Vec<usize> {
        let outcomes = self.outcomes.iter().enumerate();
        let wanted = outcomes.filter(|(_, ran)| is_wanted(&ran.verdict));
        wanted.map(|(test, _)| test).collect()
    }
}
