//! The search for fixes beside the search for sets. Sets of one component are found first; while the search looks for
//! larger ones, a second thread tries edits at the single components, alone or with another edit ([`repair::Fixers`]).
//!
//! Requests wait in a channel, and one thread processes them: the second thread if there is one, otherwise the main
//! thread at the end. The search determines the requests and their order, so the fixes found do not depend on which
//! thread looks for them.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;

use ir::CompId;
use syntax::Span;

use super::Session;
use super::edit_results::{EditOutcome, Pair};
use super::edits::add_repair;
use super::hidden_faults::FoundBehind;
use super::judge_context::Looking;
use super::partial_edits::{add_halves, add_pairs_of_all};
use super::progress::SearchProgress;
use crate::group_search::Singles;
use crate::report::{Diagnosis, Fix, Group, Report};
use exec::parallel::{Helper, lock};
use repair::{FIXING, Fixers, Joint, LAYER_ONE, Repair, everywhere};

/// Result of edits at a component for a group.
struct GroupRepair {
    group: usize,
    comp: CompId,
    repair: Repair,
}

/// Results of the search for fixes.
struct Fixes {
    /// Results of edits from the beginning, by group.
    edited: Vec<EditOutcome>,
    /// Pairs of edits that fix the tests of all groups.
    pairs_of_all: Vec<Pair>,
    /// Fixes that change many conditions in the same way, for the tests of all groups.
    everywhere: Vec<Joint>,
    /// Diagnoses behind undefined accesses.
    behind: Vec<FoundBehind>,
    /// Results at the single components that the search found.
    repaired: Vec<GroupRepair>,
}

/// Pending work: requests to come, and the results of edits from the beginning if these have been tried.
struct Work {
    requests: Receiver<Singles>,
    edited: Vec<EditOutcome>,
}

/// Pending work until a thread takes it.
pub(super) struct Requests(Mutex<Option<Work>>);

impl Requests {
    /// Creates the work, and returns it with the sending end of its channel of requests.
    pub(super) fn new(edited: Vec<EditOutcome>) -> (Sender<Singles>, Requests) {
        let (send, requests) = channel();
        let work = Work { requests, edited };
        (send, Requests(Mutex::new(Some(work))))
    }

    fn take(&self) -> Option<Work> {
        lock(&self.0).take()
    }
}

/// A thread that looks for fixes, if there is one.
pub(super) struct Fixing<'s>(Option<Helper<'s, Option<Fixes>>>);

impl Session<'_> {
    /// Begins to process requests, if the user allows a second thread.
    pub(super) fn start_fixing<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        requests: &'s Requests,
        looking: Looking<'s>,
    ) -> Fixing<'s> {
        if self.options.workers < 2 {
            return Fixing(None);
        }
        let work = move || self.fixes(requests, looking);
        // If the thread cannot be started, the fixes are looked for at the end.
        Fixing(Helper::start(scope, "fixes", work))
    }

    /// Waits for the fixes, or looks for them now, and adds them to the report. Results of edits from the beginning and
    /// diagnoses behind undefined accesses are kept in `progress`.
    pub(super) fn finish_fixing(
        &self,
        fixing: Fixing<'_>,
        requests: &Requests,
        looking: Looking<'_>,
        (progress, report): (&mut SearchProgress, &mut Report),
    ) {
        looking.control.phase("fix");
        let own = self.fixes(requests, looking);
        let helped = fixing.0.and_then(Helper::join);
        let Some(Fixes {
            mut edited,
            pairs_of_all,
            everywhere,
            behind,
            repaired,
        }) = own.or(helped)
        else {
            return;
        };

        // Edits for single groups come first, then those for all groups, then those at sets that the search found.
        for (group, of_group) in edited.iter_mut().enumerate() {
            self.add_group_edits(report, (group, looking.groups), of_group);
        }
        add_pairs_of_all(report, &pairs_of_all);
        for joint in &everywhere {
            for group in 0..looking.groups.len() {
                self.add_joint(report, (group, looking.groups), joint);
            }
        }
        for GroupRepair {
            group,
            comp,
            repair,
        } in repaired
        {
            add_repair(report, (group, comp), &repair);
        }

        // A fixed set counts as a result of the group's search, even if an edit found it.
        for (g, end) in progress.searched.ends.iter_mut().enumerate() {
            let of_group = report.diagnoses.iter().filter(|d| d.group == g);
            let fixed = of_group.filter(|d| d.has_convincing_fix()).count();
            end.sets = end.sets.max(fixed);
        }
        progress.edited = edited;
        progress.behind.extend(behind);
    }

    /// Adds the results of edits for one group to the report, as diagnoses or as fixes of those that are known.
    fn add_group_edits(
        &self,
        report: &mut Report,
        of: (usize, &[Group]),
        edited: &mut EditOutcome,
    ) {
        let (group, groups) = of;
        for missing in std::mem::take(&mut edited.missing) {
            let diagnosis = self.by_missing(&mut report.added, of, &missing);
            report.diagnoses.push(diagnosis);
        }
        for (size, fix) in std::mem::take(&mut edited.sizes) {
            let diagnosis = self.by_number(&mut report.added, group, &size, fix);
            report.diagnoses.push(diagnosis);
        }
        for pair in std::mem::take(&mut edited.pairs) {
            let by_edits = self.by_pair(&mut report.added, of, &pair);
            let is_known = |d: &&mut Diagnosis| d.set() == by_edits.set() && d.is_plain(group);
            match report.diagnoses.iter_mut().find(is_known) {
                Some(known) => known.fixes.extend(by_edits.fixes),
                None => report.diagnoses.push(by_edits),
            }
        }
        for (comp, repair) in &edited.repairs {
            self.add_edit(report, (group, *comp), repair, groups);
        }
        for joint in std::mem::take(&mut edited.joints) {
            self.add_joint(report, of, &joint);
        }
        add_halves(report, group, std::mem::take(&mut edited.halves));
    }

    /// Processes the requests, unless another thread has taken them.
    fn fixes(&self, requests: &Requests, looking: Looking<'_>) -> Option<Fixes> {
        let Work {
            requests,
            mut edited,
        } = requests.take()?;
        let mut behind = Vec::new();
        let (mut pairs_of_all, mut alike) = (Vec::new(), Vec::new());
        if edited.is_empty() && self.tries_edits() {
            edited = self.edited(looking);
            self.add_joints(&mut edited, looking);
            behind = self.add_hidden_faults(&mut edited, looking);
            for (group, edited) in edited.iter_mut().enumerate() {
                if !edited.is_likely_fixed() && edited.pairs.is_empty() {
                    self.add_halves_of(group, edited, looking);
                }
            }
            let stopped = || looking.control.stop_reason().is_some();
            let budget = LAYER_ONE.part(4);
            alike = everywhere(self.parse, looking.judging.of_all(), budget, &stopped);
            // Each group has a fix of its own: pairs of these may fix all groups.
            if edited.len() > 1 && edited.iter().all(EditOutcome::has_fix) && !is_one_fix(&edited) {
                pairs_of_all = self.pairs_of_all(looking);
            }
        }
        let mut repaired = Vec::new();
        for asked in requests {
            let of_group = edited.get(asked.group);
            // Other kinds of edits are less likely than those already tried.
            if !of_group.is_some_and(EditOutcome::has_fix) {
                repaired.extend(self.repaired(asked, of_group, looking));
            }
        }
        Some(Fixes {
            edited,
            pairs_of_all,
            everywhere: alike,
            behind,
            repaired,
        })
    }

    /// Results of edits of single components, without the edits already tried.
    fn repaired(
        &self,
        asked: Singles,
        tried: Option<&EditOutcome>,
        looking: Looking<'_>,
    ) -> Vec<GroupRepair> {
        let stopped = || looking.control.stop_reason().is_some();
        let Singles {
            group,
            comps,
            mut refuted,
        } = asked;
        let Some(judges) = looking.judging.of_groups().nth(group) else {
            return Vec::new();
        };
        refuted.extend(tried.into_iter().flat_map(|tried| tried.refuted.clone()));
        let mut fixers = Fixers::new(self.parse, judges, FIXING, &refuted, &stopped);
        let places: Vec<(CompId, Span)> = comps.iter().map(|c| (*c, self.place(*c))).collect();
        let side_by_side = self.options.workers > 1;
        let repairs = comps.into_iter().zip(fixers.repair(&places, side_by_side));
        let repaired = repairs.filter_map(|(comp, repair)| {
            let repair = repair?;
            Some(GroupRepair {
                group,
                comp,
                repair,
            })
        });
        repaired.collect()
    }

    pub(super) fn place(&self, comp: CompId) -> Span {
        self.program.components[comp.index()].span
    }
}

/// Whether one edit fixes the tests of all groups.
fn is_one_fix(edited: &[EditOutcome]) -> bool {
    let fixes = |of: &EditOutcome| -> Vec<Fix> {
        let fix = |(_, repair): &(CompId, Repair)| match repair {
            Repair::Fix(fix) => Some(fix.clone()),
            Repair::Near => None,
        };
        of.repairs.iter().filter_map(fix).collect()
    };
    let same = |fix: &Fix, of: &EditOutcome| fixes(of).iter().any(|f| f.edit == fix.edit);
    let first = edited.first().map_or_else(Vec::new, fixes);
    first
        .iter()
        .any(|fix| edited.iter().all(|of| same(fix, of)))
}
