//! Search for further faults behind an undefined access.
//!
//! A test that reads a value that was never written, or writes beyond the end of an array, ends there, so further
//! faults stay hidden. Often there are none. But where no small change makes such tests pass, they are run once more in
//! memory with slack ([`eval::Start::slack`]), in which a run continues as on most machines. A test that then ends
//! in another way is a failure of its own. Such tests form groups of their own and are searched like any other; their
//! sets are certified by replay in memory with slack.

use eval::{ChoiceSource, TrapKind};
use exec::run::{Failure, TestOutcome, Verdict};
use exec::runner::Runner;

use super::EditContext;
use crate::control::Event;
use crate::engine::QueryContext;
use crate::found::{Behind, EditOutcome, FoundBehind};
use crate::ledger::Ledger;
use crate::limits::WORK_BEHIND;
use crate::options::JobOptions;
use crate::report::{Diagnosis, Group, GroupKind, Report};
use crate::run::Run;
use crate::stage::WITH_SLACK;
use crate::variant::Variant;

impl EditContext<'_> {
    /// Looks for further faults in groups whose tests end at an undefined access of memory, unless one edit or two
    /// edits make the tests pass.
    pub(super) fn add_hidden_faults(&self, edited: &mut [EditOutcome]) -> Vec<FoundBehind> {
        let mut found = Vec::new();
        for (group, edited) in edited.iter_mut().enumerate() {
            if edited.is_likely_fixed() || (self.run.stopped)() {
                continue;
            }
            // A test that does not end may have another fault behind the loop.
            if self.run.groups[group].kind == GroupKind::NoEnd {
                edited.pairs = self.pairs(group);
                continue;
            }
            let Some(behind) = tests_failing_later(self.run, group) else {
                continue;
            };
            edited.pairs = self.pairs(group);
            if edited.pairs.is_empty() {
                let report = localized_with_slack(self.run, &behind);
                found.push(FoundBehind { behind, report });
            }
        }
        found
    }
}

/// Tests of a group that fail in another way with slack, if there are any.
fn tests_failing_later(run: &Run<'_>, group: usize) -> Option<Behind> {
    let all = run.groups[group].tests.iter().copied();
    let tests: Vec<usize> = all.filter(|t| oversteps(&run.outcomes[*t])).collect();
    if tests.is_empty() {
        return None;
    }
    let mut runner = Runner::new(run.plain);
    let mut fails = |t: &usize| {
        let ran = with_slack(run, *t, &mut runner);
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
fn oversteps(ran: &TestOutcome) -> bool {
    let Verdict::Fail(Failure::Trap(trap)) = &ran.verdict else {
        return false;
    };
    trap.kind.is_overrun() || matches!(trap.kind, TrapKind::Uninitialised { .. })
}

/// Whether a failure with slack differs from the accesses that slack makes possible.
fn is_another(failure: &Failure) -> bool {
    match failure {
        Failure::Outcome(_) => true,
        Failure::Trap(trap) => trap.kind == TrapKind::Assertion,
        Failure::NoEnd(_) => false,
    }
}

fn with_slack(run: &Run<'_>, test: usize, runner: &mut Runner<'_>) -> Option<TestOutcome> {
    let mut test = run.prepared[test].as_ref().ok()?.clone();
    test.start.slack = true;
    let (steps, going) = (run.replay_steps(), || !(run.stopped)());
    let ran = runner.run(&test, ChoiceSource::Nothing, steps, false, &going);
    Some(ran.ran)
}

/// The tests of the group with slack, together with the passing tests without slack.
fn variant<'r>(run: &Run<'r>, behind: &Behind) -> Variant<'r> {
    let numbers = run.with_passing(&behind.tests);
    Variant {
        with_slack: behind.tests.len(),
        ..Variant::new(run.parse, run.program, run.tests, numbers, WITH_SLACK)
    }
}

fn localized_with_slack(run: &Run<'_>, behind: &Behind) -> Report {
    let options = JobOptions {
        joint: true,
        step_limit: run.replay_steps(),
        // The remaining time is for failures that are seen without slack.
        max_size: 1,
        max_rounds: 1,
        work: Some(run.options.work.unwrap_or(u64::MAX).min(WORK_BEHIND)),
        ..run.options.clone()
    };
    run.localize(&variant(run, behind), options, Vec::new())
}

/// Adds what was found behind undefined accesses as groups of their own after the others.
pub(crate) fn add_behind(run: &Run<'_>, _: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    for found in std::mem::take(&mut ledger.behind) {
        if !found.report.diagnoses.is_empty() {
            add_group_behind(run, &found, ledger);
        }
    }
}

fn add_group_behind(run: &Run<'_>, found: &FoundBehind, ledger: &mut Ledger<'_>) {
    let FoundBehind { behind, report } = found;
    let group = ledger.report.groups.len();
    ledger.report.groups.push(Group {
        kind: GroupKind::WrongOutcome,
        tests: behind.failing.clone(),
        span: ledger.report.groups[behind.group].span,
        message: None,
        behind: Some(behind.group),
        context: None,
    });
    ledger.tell(Event::Groups(&ledger.report.groups));
    for diagnosis in variant(run, behind).outward(report, run.program, ledger) {
        ledger.record(Diagnosis { group, ..diagnosis });
    }
}
