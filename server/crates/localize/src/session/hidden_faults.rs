//! Search for further faults behind an undefined access.
//!
//! A test that reads a value that was never written, or writes beyond the end of an array, ends there, so further
//! faults stay hidden. Often there are none. But where no small change makes such tests pass, they are run once more in
//! memory with slack ([`eval::Start::slack`]), in which a run continues as on most machines. A test that then ends
//! in another way is a failure of its own. Such tests form groups of their own and are searched like any other; their
//! sets are certified by replay in memory with slack.

use eval::{ChoiceSource, TrapKind};
use exec::run::{Failure, PreparedTest, TestOutcome, Verdict};
use exec::runner::Runner;

use super::Session;
use super::edit_results::EditOutcome;
use super::judge_context::Looking;
use super::masked_output::Inner;
use crate::control::{Control, Event, Sink};
use crate::limits::WORK_BEHIND;
use crate::options::JobOptions;
use crate::report::{Group, GroupKind, Report};

/// Tests that fail in another way in memory with slack.
#[derive(Debug)]
struct Behind {
    /// Group of the tests.
    group: usize,
    /// Tests of the group that can be run with slack.
    tests: Vec<usize>,
    /// Tests among them that fail with slack as well.
    failing: Vec<usize>,
}

/// Results of a search behind undefined accesses.
#[derive(Debug)]
pub(super) struct FoundBehind {
    behind: Behind,
    report: Report,
    /// Indices of the tests of that report among all tests.
    numbers: Vec<usize>,
}

impl Session<'_> {
    /// Looks for further faults in groups whose tests end at an undefined access of memory, unless one edit or two
    /// edits make the tests pass.
    pub(super) fn add_hidden_faults(
        &self,
        edited: &mut [EditOutcome],
        looking: Looking<'_>,
    ) -> Vec<FoundBehind> {
        if self.has_slack {
            return Vec::new();
        }
        let (groups, control) = (looking.groups, looking.control);
        let mut found = Vec::new();
        for (group, edited) in edited.iter_mut().enumerate() {
            if edited.is_likely_fixed() || control.stop_reason().is_some() {
                continue;
            }
            // A test that does not end may have another fault behind the loop.
            if groups[group].kind == GroupKind::NoEnd {
                edited.pairs = self.pairs(group, looking);
                continue;
            }
            let Some(behind) = self.tests_failing_later(group, groups, control) else {
                continue;
            };
            edited.pairs = self.pairs(group, looking);
            if edited.pairs.is_empty() {
                let (report, numbers) = self.localized_with_slack(&behind, &Inner(control));
                found.push(FoundBehind {
                    behind,
                    report,
                    numbers,
                });
            }
        }
        found
    }

    /// Tests of a group that fail in another way with slack, if there are any.
    fn tests_failing_later(
        &self,
        group: usize,
        groups: &[Group],
        control: &dyn Control,
    ) -> Option<Behind> {
        let all = groups[group].tests.iter().copied();
        let tests: Vec<usize> = all.filter(|t| self.oversteps(*t)).collect();
        if tests.is_empty() {
            return None;
        }
        let mut runner = Runner::new(&self.plain);
        let mut fails = |t: &usize| {
            let ran = self.with_slack(*t, &mut runner, control);
            matches!(ran.map(|ran| ran.verdict), Some(Verdict::Fail(f)) if is_another(&f))
        };
        let failing: Vec<usize> = tests.iter().copied().filter(|t| fails(t)).collect();
        (!failing.is_empty()).then_some(Behind {
            group,
            tests,
            failing,
        })
    }

    /// Whether a test ends at an access of memory that slack makes possible.
    fn oversteps(&self, test: usize) -> bool {
        let Verdict::Fail(Failure::Trap(trap)) = &self.outcomes[test].verdict else {
            return false;
        };
        trap.kind.is_overrun() || matches!(trap.kind, TrapKind::Uninitialised { .. })
    }

    fn with_slack(
        &self,
        test: usize,
        runner: &mut Runner<'_>,
        control: &dyn Control,
    ) -> Option<TestOutcome> {
        let mut test = self.prepared[test].as_ref().ok()?.clone();
        tolerate_undefined_access(&mut test);
        let (steps, going) = (self.replay_steps(), || control.stop_reason().is_none());
        let ran = runner.run(&test, ChoiceSource::Nothing, steps, false, &going);
        Some(ran.ran)
    }

    /// Localizes the tests of the group with slack together with the passing tests without slack. Returns the report
    /// and the indices of its tests.
    fn localized_with_slack(&self, behind: &Behind, control: &dyn Control) -> (Report, Vec<usize>) {
        let passes = |t: &usize| self.outcomes[*t].verdict == Verdict::Pass;
        let passing = (0..self.tests.len()).filter(passes);
        let numbers: Vec<usize> = behind.tests.iter().copied().chain(passing).collect();
        let tests: Vec<_> = numbers.iter().map(|t| self.tests[*t].clone()).collect();
        let options = JobOptions {
            joint: true,
            step_limit: self.replay_steps(),
            // The remaining time is for failures that are seen without slack.
            max_size: 1,
            max_rounds: 1,
            work: Some(self.options.work.unwrap_or(u64::MAX).min(WORK_BEHIND)),
            ..self.options.clone()
        };
        let mut session = Session::new(self.parse, self.program, &tests, options);
        session.has_slack = true;
        let with_slack = session.prepared.iter_mut().take(behind.tests.len());
        with_slack.flatten().for_each(tolerate_undefined_access);
        (session.localize(control, &mut |_| {}), numbers)
    }

    /// Adds the results as groups of their own after the others.
    pub(super) fn add_behind(
        &self,
        found: Vec<FoundBehind>,
        report: &mut Report,
        sink: &mut Sink<'_>,
    ) {
        for one in found {
            if !one.report.diagnoses.is_empty() {
                self.add_group_behind(one, report, sink);
            }
        }
    }

    fn add_group_behind(&self, found: FoundBehind, report: &mut Report, sink: &mut Sink<'_>) {
        let FoundBehind {
            behind,
            report: inner,
            numbers,
        } = found;
        let trap = &report.groups[behind.group];
        let group = report.groups.len();
        let span = trap.span;
        report.groups.push(Group {
            kind: GroupKind::WrongOutcome,
            tests: behind.failing,
            span,
            message: None,
            behind: Some(behind.group),
            context: None,
        });
        sink(Event::Groups(&report.groups));
        let components = self.program.components.len();
        for mut diagnosis in inner.diagnoses {
            diagnosis.group = group;
            for suspect in &mut diagnosis.suspects {
                if let Some(added) = suspect.comp.index().checked_sub(components) {
                    let added = inner.added[added].clone();
                    suspect.comp = self.added_to(&mut report.added, added);
                }
                for value in &mut suspect.values {
                    value.test = numbers[value.test];
                }
            }
            sink(Event::Diagnosis(&diagnosis, &report.added));
            report.diagnoses.push(diagnosis);
        }
    }
}

/// Whether a failure with slack differs from the accesses that slack makes possible.
fn is_another(failure: &Failure) -> bool {
    match failure {
        Failure::Outcome(_) => true,
        Failure::Trap(trap) => trap.kind == TrapKind::Assertion,
        Failure::NoEnd(_) => false,
    }
}

fn tolerate_undefined_access(test: &mut PreparedTest) {
    test.start.slack = true;
}
