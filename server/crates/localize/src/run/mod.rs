//! A program whose tests have run: what every stage reads and none changes.

mod executed;
mod judging;
mod limits;
mod pins;
mod representatives;
mod spectra;

use ir::{CompId, Program, Relaxing};
use syntax::{Parse, Span};

use crate::control::Control;
use crate::limits::{CONTINUED_BUDGET_DIVISOR, LEAST_RUNS, MAX_FINER_GROUPS, MOST_STEPS};
use crate::options::JobOptions;
use crate::report::{Group, Report};
use crate::stage::Stage;
use crate::variant::Variant;
use exec::run::{PreparedTest, TestOutcome, Verdict};
use harness::Test;
pub(crate) use judging::Judging;
use repair::TrialBudget;
use search::Strategy;

/// A program, its tests, and how they ended.
pub(crate) struct Run<'r> {
    pub(crate) parse: &'r Parse,
    pub(crate) program: &'r Program,
    /// The program as tests run it. The other lowerings are for runs with relaxed components.
    pub(crate) plain: &'r Program,
    pub(crate) tests: &'r [Test],
    pub(crate) options: &'r JobOptions,
    pub(crate) prepared: &'r [Result<PreparedTest, String>],
    pub(crate) outcomes: &'r [TestOutcome],
    /// A correct version of the program, if there is one.
    pub(crate) reference: Option<&'r Program>,
    pub(crate) control: &'r dyn Control,
    /// Whether the job must end.
    pub(crate) stopped: &'r (dyn Fn() -> bool + Sync),
    /// Stages that localize the program.
    pub(crate) stages: &'static [Stage],
    /// Whether groups that nothing explains are divided ([`crate::finer`]).
    pub(crate) divides: bool,
    /// Number of edits that may be combined, each of which mends some of the tests.
    pub(crate) mends: usize,
    /// Factor of the budgets for edits.
    pub(crate) growth: usize,
    /// What runs the tests of a variant, and what localizes it.
    pub(crate) of_variant: OfVariant,
    /// Groups of failing tests.
    pub(crate) groups: Vec<Group>,
    /// Suspiciousness of each component before anything is certified.
    pub(crate) suspicion: Vec<f64>,
}

/// What a run does with a variant of its program. Tests with known outcomes are not run.
#[derive(Clone, Copy)]
pub(crate) struct OfVariant {
    pub(crate) run: fn(&Variant<'_>, JobOptions, &dyn Control) -> Vec<TestOutcome>,
    pub(crate) localize: fn(&Variant<'_>, JobOptions, Vec<TestOutcome>, &dyn Control) -> Report,
}

impl Run<'_> {
    /// Runs the tests of a variant.
    pub(crate) fn outcomes_of(
        &self,
        variant: &Variant<'_>,
        options: JobOptions,
    ) -> Vec<TestOutcome> {
        (self.of_variant.run)(variant, options, self.control)
    }

    /// Localizes a variant whose outcomes may be known.
    pub(crate) fn localize(
        &self,
        variant: &Variant<'_>,
        options: JobOptions,
        known: Vec<TestOutcome>,
    ) -> Report {
        (self.of_variant.localize)(variant, options, known, self.control)
    }

    /// Whether edits are tried. They are not when another strategy or relaxation is measured.
    pub(crate) fn tries_edits(&self) -> bool {
        let options = self.options;
        let usual = (Strategy::Multi, Relaxing::Angelic);
        let is_usual = (options.strategy, options.relaxing) == usual;
        self.stages.contains(&Stage::Edit) && is_usual && options.work != Some(0)
    }

    /// The budget for edits of a kind: enough for many runs, if they are not too long. With an edit that mends
    /// some of the tests, the rest is searched with less.
    pub(crate) fn budget(&self, whole: TrialBudget) -> TrialBudget {
        let is_continued = self.mends > 0 && self.mends < self.options.max_edits;
        let divisor = if is_continued {
            CONTINUED_BUDGET_DIVISOR
        } else {
            1
        };
        let failing = self.all_failing().into_iter();
        let shortest = failing.map(|t| self.outcomes[t].steps).min();
        whole
            .for_runs(shortest.unwrap_or(0), LEAST_RUNS, MOST_STEPS)
            .times(self.growth)
            .part(divisor)
    }

    /// This run with budgets for edits that are `growth` times as large.
    pub(crate) fn grown(&self, growth: usize) -> Run<'_> {
        Run {
            growth,
            groups: self.groups.clone(),
            suspicion: self.suspicion.clone(),
            ..*self
        }
    }

    /// Whether a group is divided if nothing explains it.
    pub(crate) fn may_divide(&self, group: &Group) -> bool {
        self.divides && group.tests.len() > 1 && self.groups.len() < MAX_FINER_GROUPS
    }

    /// Place of a component of the program.
    pub(crate) fn place(&self, comp: CompId) -> Span {
        self.program.components[comp.index()].span
    }

    /// Suspiciousness of a component before anything is certified.
    pub(crate) fn suspicion_of(&self, comp: CompId) -> f64 {
        self.suspicion.get(comp.index()).copied().unwrap_or(0.0)
    }

    /// Indices of the tests with a matching verdict.
    pub(crate) fn tests_with(&self, is_wanted: impl Fn(&Verdict) -> bool) -> Vec<usize> {
        let outcomes = self.outcomes.iter().enumerate();
        let wanted = outcomes.filter(|(_, ran)| is_wanted(&ran.verdict));
        wanted.map(|(test, _)| test).collect()
    }

    /// Failing tests of all groups.
    pub(crate) fn all_failing(&self) -> Vec<usize> {
        self.groups.iter().flat_map(|g| g.tests.clone()).collect()
    }

    /// The given failing tests, followed by all passing tests.
    pub(crate) fn with_passing(&self, failing: &[usize]) -> Vec<usize> {
        let passing = self.tests_with(|verdict| *verdict == Verdict::Pass);
        failing.iter().copied().chain(passing).collect()
    }
}
