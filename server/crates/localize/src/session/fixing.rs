//! Fixes are looked for beside the search: the sets of one component come first, and while larger ones are still looked
//! for, a second thread tries edits at the single ones, with another one beside it ([`crate::fix::Fixers`]).
//!
//! Requests wait in a channel. Whoever takes its end works them off: the second thread, if there is one; otherwise this
//! one does at the end. The requests and their order are those of the search, so the fixes found do not depend on who
//! looks for them.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread::Scope;

use ir::CompId;
use syntax::Span;

use super::{Control, Session};
use crate::fix::{Fixers, Judges, Repair};
use crate::job::Singles;
use crate::report::{Diagnosis, Evidence, Group, Report};
use exec::parallel::{Helper, lock};
use exec::run::{PreparedTest, TestOutcome, Verdict};
use ir::CompSet;

/// What edits at a component do for a group.
struct Repaired {
    group: usize,
    comp: CompId,
    repair: Repair,
}

/// The tests that judge edits.
pub(super) struct Judging<'a> {
    /// Failing tests, by group.
    failing: Vec<Vec<&'a PreparedTest>>,
    /// With the components that they enter.
    passing: Vec<(&'a PreparedTest, &'a CompSet)>,
    /// Instructions that a test may take in an edited program.
    steps: u64,
    /// Threads that may run tests at once.
    threads: usize,
}

impl Judging<'_> {
    /// Group by group.
    pub(super) fn of_groups(&self) -> impl Iterator<Item = Judges<'_>> {
        self.failing.iter().map(|failing| Judges {
            failing,
            passing: &self.passing,
            steps: self.steps,
            threads: self.threads,
        })
    }
}

/// Requests to come, until somebody takes them.
pub(super) struct Requests(Mutex<Option<Receiver<Singles>>>);

impl Requests {
    /// With the end of the channel that they come by.
    pub(super) fn new() -> (std::sync::mpsc::Sender<Singles>, Requests) {
        let (send, receive) = channel();
        (send, Requests(Mutex::new(Some(receive))))
    }

    fn take(&self) -> Option<Receiver<Singles>> {
        lock(&self.0).take()
    }
}

/// A thread that looks for fixes, if there is one.
pub(super) struct Fixing<'s>(Option<Helper<'s, Vec<Repaired>>>);

impl Session<'_> {
    /// Begins to work requests off, if the user allows a thread for it.
    pub(super) fn start_fixing<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        requests: &'s Requests,
        judging: &'s Judging<'s>,
        control: &'s dyn Control,
    ) -> Fixing<'s> {
        if self.options.workers < 2 {
            return Fixing(None);
        }
        let work = move || self.repaired(requests, judging, control);
        // Without a thread the fixes come later.
        Fixing(Helper::start(scope, "fixes", work))
    }

    /// Waits for the fixes, or looks for them now, and adds them to the report.
    pub(super) fn finish_fixing(
        &self,
        fixing: Fixing<'_>,
        requests: &Requests,
        judging: &Judging<'_>,
        report: &mut Report,
        control: &dyn Control,
    ) {
        control.phase("fix");
        let mut all = self.repaired(requests, judging, control);
        if let Some(thread) = fixing.0 {
            all.extend(thread.join());
        }
        for Repaired {
            group,
            comp,
            repair,
        } in all
        {
            let of = |d: &&mut Diagnosis| d.group == group && d.only() == Some(comp);
            let Some(diagnosis) = report.diagnoses.iter_mut().find(of) else {
                continue;
            };
            match repair {
                Repair::Fix(fix) => diagnosis.fixes.push(fix),
                Repair::Near => diagnosis.evidence.push(Evidence::Edit),
            }
        }
    }

    /// Works the requests off, unless somebody else does.
    fn repaired(
        &self,
        requests: &Requests,
        judging: &Judging<'_>,
        control: &dyn Control,
    ) -> Vec<Repaired> {
        let Some(requests) = requests.take() else {
            return Vec::new();
        };
        let stopped = || control.stop_reason().is_some();
        let side_by_side = self.options.workers > 1;
        let mut all = Vec::new();
        for asked in requests {
            let Singles {
                group,
                comps,
                refuted,
            } = asked;
            let Some(judges) = judging.of_groups().nth(group) else {
                continue;
            };
            let mut fixers = Fixers::new(self.parse, judges, &refuted, &stopped);
            let places: Vec<(CompId, Span)> = comps.iter().map(|c| (*c, self.place(*c))).collect();
            let repairs = comps.into_iter().zip(fixers.repair(&places, side_by_side));
            all.extend(repairs.filter_map(|(comp, repair)| {
                let repair = repair?;
                Some(Repaired {
                    group,
                    comp,
                    repair,
                })
            }));
        }
        all
    }

    /// The tests that judge edits for these groups.
    pub(super) fn judging(&self, groups: &[Group]) -> Judging<'_> {
        let failing = |group: &Group| {
            let mut tests = group.tests.clone();
            // Most edits are refuted by the first one.
            tests.sort_by_key(|t| self.outcomes[*t].steps);
            self.ready(&tests)
        };
        let passes = |ran: &TestOutcome| ran.verdict == Verdict::Pass;
        let all = self.prepared.iter().zip(&self.outcomes);
        let passing = all.filter(|(_, ran)| passes(ran));
        Judging {
            failing: groups.iter().map(failing).collect(),
            passing: passing
                .filter_map(|(test, ran)| Some((test.as_ref().ok()?, &ran.covered)))
                .collect(),
            steps: self.path_steps(),
            threads: self.options.workers,
        }
    }

    /// Those of the tests that can be run.
    fn ready(&self, tests: &[usize]) -> Vec<&PreparedTest> {
        let of = |t: &usize| self.prepared[*t].as_ref().ok();
        tests.iter().filter_map(of).collect()
    }

    pub(super) fn place(&self, comp: CompId) -> Span {
        self.program.components[comp.index()].span
    }
}
