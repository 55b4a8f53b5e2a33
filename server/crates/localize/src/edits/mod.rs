//! The search for fixes beside the search for sets. Sets of one component are found first; while the search looks for
//! larger ones, a second thread tries edits at the single components, alone or with another edit ([`repair::Fixers`]).
//!
//! Requests wait in a channel, and one thread processes them: the second thread if there is one, otherwise the main
//! thread at the end. The search determines the requests and their order, so the fixes found do not depend on which
//! thread looks for them.

mod definitions;
mod first;
mod hidden;
mod joint;
mod missing;
mod pairs;
mod partial;
mod single;
mod synthesised;

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;

use ir::CompId;
use syntax::Span;

use crate::control::Tell;
use crate::found::{EditOutcome, Finding, FoundBehind, Singles, announce};
use crate::ledger::Ledger;
use crate::run::{Judging, Run};
use crate::stage::Stage;
use exec::parallel::{Helper, join, lock};
pub(crate) use hidden::add_behind;
pub(crate) use partial::PartialEdit;
use repair::{FIXING, Fixer, Fixers, Joint, LAYER_ONE, Repair, everywhere};

/// Context of the search for fixes.
#[derive(Clone, Copy)]
pub(crate) struct EditContext<'e> {
    pub(crate) run: &'e Run<'e>,
    pub(crate) judging: &'e Judging<'e>,
    /// Receiver of what is found, before the ledger records it.
    pub(crate) tell: &'e Tell<'e>,
}

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
pub(crate) struct Requests(Mutex<Option<Work>>);

impl Requests {
    /// Creates the work, and returns it with the sending end of its channel of requests.
    pub(crate) fn new(edited: Vec<EditOutcome>) -> (Sender<Singles>, Requests) {
        let (send, requests) = channel();
        let work = Work { requests, edited };
        (send, Requests(Mutex::new(Some(work))))
    }

    fn take(&self) -> Option<Work> {
        lock(&self.0).take()
    }
}

/// A thread that looks for fixes, if there is one.
pub(crate) struct Fixing<'s>(Option<Helper<'s, Option<Fixes>>>);

impl<'e> EditContext<'e> {
    /// Begins to process requests, if the user allows a second thread.
    pub(crate) fn start<'s>(self, scope: &'s Scope<'s, 'e>, requests: &'s Requests) -> Fixing<'s>
    where
        'e: 's,
    {
        if self.run.options.workers < 2 {
            return Fixing(None);
        }
        let work = move || self.fixes(requests);
        // If the thread cannot be started, the fixes are looked for at the end.
        Fixing(Helper::start(scope, "fixes", work))
    }

    /// Waits for the fixes, or looks for them now, and records them.
    pub(crate) fn finish(self, fixing: Fixing<'_>, requests: &Requests, ledger: &mut Ledger<'_>) {
        self.run.control.phase("fix");
        let own = self.fixes(requests);
        let helped = fixing.0.and_then(Helper::join);
        let Some(mut fixes) = own.or(helped) else {
            return;
        };

        // Edits for single groups come first, then those for all groups, then those at sets that the search found.
        for (group, of_group) in fixes.edited.iter_mut().enumerate() {
            self.record_edits(group, of_group, ledger);
        }
        for joint in &fixes.everywhere {
            for group in 0..self.run.groups.len() {
                self.record_joint(group, joint, ledger);
            }
        }
        for one in fixes.repaired {
            // Edits were tried because the search found the component, but a smaller set may have replaced it.
            if ledger
                .of_group(one.group)
                .any(|d| d.only() == Some(one.comp))
            {
                self.record_repair(one.group, one.comp, &one.repair, ledger);
            }
        }

        // A fixed set counts as a result of the group's search, even if an edit found it.
        for g in 0..self.run.groups.len() {
            let fixed = ledger
                .of_group(g)
                .filter(|d| d.has_convincing_fix())
                .count();
            let end = &mut ledger.searched.ends[g];
            end.sets = end.sets.max(fixed);
        }
        ledger.edited = fixes.edited;
        ledger.behind.extend(fixes.behind);
    }

    /// Records the results of edits for one group, as diagnoses or as fixes of those that are known.
    fn record_edits(self, group: usize, edited: &mut EditOutcome, ledger: &mut Ledger<'_>) {
        let added = std::mem::take(&mut edited.added).into_iter();
        let pairs = std::mem::take(&mut edited.pairs);
        for finding in added.chain(pairs) {
            ledger.record_edit(group, finding);
        }
        for (comp, repair) in &edited.repairs {
            self.record_repair(group, *comp, repair, ledger);
        }
        for joint in std::mem::take(&mut edited.joints) {
            self.record_joint(group, &joint, ledger);
        }
    }

    fn record_repair(self, group: usize, comp: CompId, repair: &Repair, ledger: &mut Ledger<'_>) {
        match repair {
            Repair::Fix(fix) => ledger.record_edit(group, self.single(group, comp, fix)),
            Repair::Near => ledger.record_near(group, comp),
        }
    }

    /// Announces a finding of a group.
    fn announce(self, group: usize, finding: &Finding) {
        announce(finding, group, self.run.program.components.len(), self.tell);
    }

    /// Tries edits of what failing tests execute, and records the fixes.
    pub(crate) fn try_again(self, ledger: &mut Ledger<'_>) {
        let synthesised = || {
            let mut edited = vec![EditOutcome::default(); self.run.groups.len()];
            self.add_synthesised(&mut edited);
            edited
        };
        let two = self.run.options.workers > 1;
        let (edited, synthesised) = join(
            "fixes",
            two,
            || {
                let mut edited = self.edited();
                self.add_joints(&mut edited);
                self.add_definitions(&mut edited);
                edited
            },
            synthesised,
        );
        for mut of_groups in [edited, synthesised] {
            for (group, of_group) in of_groups.iter_mut().enumerate() {
                self.record_edits(group, of_group, ledger);
            }
        }
    }

    /// Processes the requests, unless another thread has taken them.
    fn fixes(self, requests: &Requests) -> Option<Fixes> {
        let Work {
            requests,
            mut edited,
        } = requests.take()?;
        let mut behind = Vec::new();
        let mut alike = Vec::new();
        if edited.is_empty() && self.run.tries_edits() {
            edited = self.edited();
            self.add_joints(&mut edited);
            self.add_synthesised(&mut edited);
            self.add_definitions(&mut edited);
            if self.run.stages.contains(&Stage::Behind) {
                behind = self.add_hidden_faults(&mut edited);
            }
            let budget = self.run.budget(LAYER_ONE).part(4);
            let of_all = self.judging.of_all();
            let mut fixer = Fixer::new(self.run.parse, of_all, budget, self.run.stopped);
            alike = everywhere(&mut fixer);
        }
        let mut repaired = Vec::new();
        for asked in requests {
            let of_group = edited.get(asked.group);
            // Other kinds of edits are less likely than those already tried.
            if !of_group.is_some_and(EditOutcome::has_sure_fix) {
                repaired.extend(self.repaired(asked, of_group));
            }
        }
        Some(Fixes {
            edited,
            everywhere: alike,
            behind,
            repaired,
        })
    }

    /// Results of edits of single components, without the edits already tried.
    fn repaired(self, asked: Singles, tried: Option<&EditOutcome>) -> Vec<GroupRepair> {
        let Singles {
            group,
            comps,
            mut refuted,
        } = asked;
        let Some(judges) = self.judging.of_groups().nth(group) else {
            return Vec::new();
        };
        refuted.extend(tried.into_iter().flat_map(|tried| tried.refuted.clone()));
        let (parse, stopped) = (self.run.parse, self.run.stopped);
        let mut fixers = Fixers::new(parse, judges, self.run.budget(FIXING), &refuted, stopped);
        let places: Vec<(CompId, Span)> = comps.iter().map(|c| (*c, self.run.place(*c))).collect();
        let side_by_side = self.run.options.workers > 1;
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
}
