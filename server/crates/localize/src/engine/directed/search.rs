//! The search itself: policies, recipes, then directed changes with few discrepancies.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use eval::{ForcedChoice, ForcedChoices, ForcedValue, Script};
use ir::CompSet;
use rustc_hash::{FxHashMap, FxHasher};

use super::moves::{Move, Moves};
use super::outcome::{Event, Outcome};
use super::rule::Situation;
use super::runs::{BudgetExhausted, Pause, Runs, may_be_given};
use super::secant::Secant;
use crate::engine::{FailingTest, QueryContext};
use crate::limits::{EXECUTIONS_BEFORE_PAUSE, WANTED_WORDS};
use crate::limits::{
    MAX_CHANGES, MAX_DIRECTED_RUNS, MAX_DISCREPANCIES, MAX_FAVOURITES, MAX_NEUTRAL_CHANGES,
    NEAR_EXECUTIONS, OLDER_EXECUTIONS, RECENT_EXECUTIONS, directed_instructions,
};

/// Searches for choices of the set under which the test passes within `steps` instructions. Returns them as a script,
/// and the work spent.
pub(crate) fn find_choices(
    shared: &QueryContext<'_>,
    failing_test: &FailingTest<'_>,
    set: &CompSet,
    steps: u64,
    experience: &mut Experience,
) -> (Option<Script>, u64) {
    let moves = Moves::new(shared, failing_test, set);
    if moves.is_empty() {
        return (None, 0);
    }
    let runs = u64::from(MAX_DIRECTED_RUNS) * shared.growth;
    let work = directed_instructions(failing_test.steps, shared.limits.path_steps) * shared.growth;
    let runs = Runs::new(
        shared,
        failing_test,
        set,
        u32::try_from(runs).unwrap_or(u32::MAX),
        work,
    );
    let mut search = DirectedSearch {
        runs,
        moves,
        experience: experience.clone(),
        known: FxHashMap::default(),
    };
    let found = match search.run() {
        Err(End::Found(choices)) => {
            *experience = std::mem::take(&mut search.experience);
            search.runs.script(choices, steps)
        }
        Ok(()) | Err(End::Exhausted) => None,
    };
    (found, work - search.runs.work)
}

/// What let other tests pass with the same set: faults are systematic, so it is tried first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Experience {
    pub(super) policy: Option<ForcedChoice>,
    pub(super) recipe: Option<Move>,
    /// Moves that got a run further, most recent first.
    pub(super) moves: Vec<Move>,
}

/// Why the search ends before everything has been tried.
pub(super) enum End {
    /// The test passes with these choices.
    Found(ForcedChoices),
    /// The budget of runs or instructions is exhausted.
    Exhausted,
}

impl From<BudgetExhausted> for End {
    fn from(_: BudgetExhausted) -> End {
        End::Exhausted
    }
}

/// A search for the choices of a set in one test.
pub(super) struct DirectedSearch<'a> {
    pub(super) runs: Runs<'a>,
    pub(super) moves: Moves,
    pub(super) experience: Experience,
    /// Results of changes, by fingerprint: a search with more discrepancies starts like one with fewer.
    known: FxHashMap<u64, Outcome>,
}

/// Changes to the run as written, and their outcome.
pub(super) struct SearchNode {
    changes: Rc<BTreeMap<u32, ForcedChoice>>,
    fingerprint: u64,
    pub(super) outcome: Outcome,
}

/// A change that gets the run no further, kept for later if a discrepancy is left.
struct Neutral {
    node: SearchNode,
    pause: Pause,
}

impl DirectedSearch<'_> {
    fn run(&mut self) -> Result<(), End> {
        let begin = self.runs.begin();
        let outcome = self.runs.attempt(&begin, ForcedChoices::default())?;
        if outcome.passes() {
            // The run passes as written: it only needed more instructions.
            return Err(End::Found(ForcedChoices::default()));
        }
        if outcome.executions == 0 {
            // Executions after the failure cannot influence it.
            return Ok(());
        }
        let root = SearchNode {
            changes: Rc::default(),
            fingerprint: 0,
            outcome,
        };
        // First, what has helped other tests.
        if let Some(policy) = self.experience.policy.take() {
            self.policy(&begin, policy)?;
        }
        if let Some(recipe) = self.experience.recipe.take() {
            self.recipe(&recipe, &root)?;
        }
        if !self.experience.moves.is_empty() {
            self.descend(&root, &begin, 0, 0)?;
        }
        // Then everything else.
        for policy in self.moves.policies() {
            self.policy(&begin, policy)?;
        }
        self.recipes(&root)?;
        for discrepancies in 0..=MAX_DISCREPANCIES {
            self.descend(&root, &begin, 0, discrepancies)?;
        }
        Ok(())
    }

    /// Forces the same choice on all executions.
    fn policy(&mut self, begin: &Pause, policy: ForcedChoice) -> Result<(), End> {
        let choices = ForcedChoices::always(policy.clone());
        if self.runs.attempt(begin, choices.clone())?.passes() {
            self.experience = Experience {
                policy: Some(policy),
                ..Experience::default()
            };
            return Err(End::Found(choices));
        }
        Ok(())
    }

    /// Changes one more execution of a run, latest before the failure first, and continues from each change that gets
    /// further.
    ///
    /// The executions from `first` on begin after the pause `from`. Earlier ones are changed only if these did not
    /// help.
    fn descend(
        &mut self,
        node: &SearchNode,
        from: &Pause,
        first: u32,
        mut discrepancies: u32,
    ) -> Result<(), End> {
        if node.changes.len() >= MAX_CHANGES {
            return Ok(());
        }
        let mut neutral = Vec::new();
        let mut looks = vec![node.outcome.look];
        for (i, executions) in executions(node, first).into_iter().enumerate() {
            if executions.is_empty() {
                continue;
            }
            let pauses = if i == EXECUTIONS_BEFORE_PAUSE {
                self.pauses(node, &self.runs.begin(), executions)?
            } else {
                self.pauses(node, from, executions)?
            };
            for pause in pauses {
                // A number that becomes right is seldom a coincidence.
                if let Some(child) = self.approach(node, &pause)? {
                    self.descend(&child, &pause, pause.execution + 1, discrepancies)?;
                    if discrepancies == 0 {
                        return Ok(());
                    }
                    discrepancies -= 1;
                }
                for (made, choice) in self.choices(node, &pause) {
                    let child = match self.change(node, &pause, &choice, made.block) {
                        Ok(child) => child,
                        Err(end) => {
                            if matches!(end, End::Found(_)) {
                                self.favour(made);
                            }
                            return Err(end);
                        }
                    };
                    let progress = &child.outcome.progress;
                    if progress.is_further_than(&node.outcome.progress) {
                        self.favour(made);
                        self.descend(&child, &pause, pause.execution + 1, discrepancies)?;
                        if discrepancies == 0 {
                            return Ok(());
                        }
                        discrepancies -= 1;
                    } else if discrepancies > 0
                        && neutral.len() < MAX_NEUTRAL_CHANGES
                        && !looks.contains(&child.outcome.look)
                        && progress.is_no_worse_than(&node.outcome.progress)
                    {
                        looks.push(child.outcome.look);
                        let pause = pause.clone();
                        neutral.push(Neutral { node: child, pause });
                    }
                }
            }
        }
        if discrepancies == 0 {
            return Ok(());
        }
        for Neutral { node, pause } in neutral {
            self.descend(&node, &pause, pause.execution + 1, discrepancies - 1)?;
        }
        Ok(())
    }

    /// Pauses before these executions of a run, latest first.
    fn pauses(
        &mut self,
        node: &SearchNode,
        from: &Pause,
        mut executions: Vec<u32>,
    ) -> Result<Vec<Pause>, End> {
        let order = executions.clone();
        executions.sort_unstable();
        let observes = !self.moves.are_conditions();
        let choices = node.choices_from(from.execution);
        let mut pauses = self.runs.pauses(from, choices, &executions, observes)?;
        pauses.sort_by_key(|pause| order.iter().position(|e| *e == pause.execution));
        Ok(pauses)
    }

    /// Choices available at a pause, those that have helped first: each choice once, without the one that is made there
    /// anyway.
    fn choices(&self, node: &SearchNode, pause: &Pause) -> Vec<(Move, ForcedChoice)> {
        let situation = self.situation(node, pause);
        let mut moves = self.moves.at(pause.comp, &situation);
        moves.sort_by_key(|made| {
            let place = self.experience.moves.iter().position(|f| f == made);
            place.unwrap_or(MAX_FAVOURITES)
        });
        let is_live = |value, elem| may_be_given(&pause.state, value, elem);
        let mut choices: Vec<(Move, ForcedChoice)> = Vec::new();
        for made in moves {
            let Some(choice) = made.choice(&situation, &is_live) else {
                continue;
            };
            let is_written =
                choice.values.len() == 1 && choice.values.first() == pause.facts.was.as_ref();
            let is_new = !choices
                .iter()
                .any(|(m, c)| *c == choice && m.block == made.block);
            if is_new && !is_written {
                choices.push((made, choice));
            }
        }
        choices
    }

    fn situation<'s>(&'s self, node: &'s SearchNode, pause: &'s Pause) -> Situation<'s> {
        let Outcome {
            progress,
            executions,
            ..
        } = node.outcome;
        let last = node.changes.range(..pause.execution).next_back();
        let expected = self.runs.failing_test.test.goal.expected.bytes();
        Situation {
            facts: &pause.facts,
            counter: last.map_or(&[], |(_, choice)| &choice.values),
            off: progress.off,
            wanted: self.runs.wanted.numbers(progress.words, WANTED_WORDS),
            input: &self.moves.input,
            byte: expected.get(progress.bytes).copied(),
            later: executions.saturating_sub(pause.execution + 1),
            traps: progress.event == Event::Trap,
        }
    }

    /// Changes `block` executions, beginning with the one at the pause.
    fn change(
        &mut self,
        node: &SearchNode,
        pause: &Pause,
        choice: &ForcedChoice,
        block: u32,
    ) -> Result<SearchNode, End> {
        let executions = pause.execution..pause.execution + block;
        let mut fingerprint = node.fingerprint;
        for execution in executions.clone() {
            fingerprint ^= fingerprint_of(execution, choice);
        }
        let with = |mut changes: BTreeMap<u32, ForcedChoice>| {
            changes.extend(executions.clone().map(|e| (e, choice.clone())));
            changes
        };
        let outcome = match self.known.get(&fingerprint) {
            Some(known) => *known,
            None => {
                let mut choices = node.choices_from(pause.execution);
                choices.at = with(choices.at);
                self.runs.attempt(pause, choices)?
            }
        };
        if outcome.passes() {
            let at = with((*node.changes).clone());
            return Err(End::Found(ForcedChoices { at, rest: None }));
        }
        self.known.insert(fingerprint, outcome);
        let changes = if outcome.progress.is_no_worse_than(&node.outcome.progress)
            || outcome.progress.is_further_than(&node.outcome.progress)
        {
            Rc::new(with((*node.changes).clone()))
        } else {
            // The search never continues from this run.
            Rc::clone(&node.changes)
        };
        Ok(SearchNode {
            changes,
            fingerprint,
            outcome,
        })
    }

    /// Adjusts the value of an execution until the first wrong number is right; `None` if that does not succeed.
    fn approach(&mut self, node: &SearchNode, pause: &Pause) -> Result<Option<SearchNode>, End> {
        let Some(off) = node.outcome.progress.off else {
            return Ok(None);
        };
        let Some((choice, is_whole)) = self.moves.number(pause.comp) else {
            return Ok(None);
        };
        let start = match pause.facts.was {
            Some(ForcedValue::Int(x)) => x as f64,
            Some(ForcedValue::Float(x)) if x.is_finite() => x,
            _ => return Ok(None),
        };
        let right = node.outcome.progress.words;
        let mut secant = Secant::new(start, off, is_whole);
        while let Some(x) = secant.next() {
            let value = if is_whole {
                ForcedValue::Int(x as i64)
            } else {
                ForcedValue::Float(x)
            };
            let mut choice = choice.clone();
            choice.values.push(value);
            let child = self.change(node, pause, &choice, 1)?;
            let progress = child.outcome.progress;
            match progress.off {
                _ if progress.words > right => return Ok(Some(child)),
                Some(off) if progress.words == right => secant.observe(x, off),
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Moves a move to the front, so that it is tried first from now on.
    fn favour(&mut self, made: Move) {
        let moves = &mut self.experience.moves;
        moves.retain(|known| *known != made);
        moves.insert(0, made);
        moves.truncate(MAX_FAVOURITES);
    }
}

/// The executions to change next: those just before the failure, others since `first`, and earlier ones.
fn executions(node: &SearchNode, first: u32) -> [Vec<u32>; 3] {
    let last = node.outcome.executions;
    let is_cut = node.outcome.progress.event == Event::Cut;
    let is_free = |e: &u32| !node.changes.contains_key(e);
    let mut later: Vec<u32> = if is_cut {
        // Where a run should have ended is unknown: early executions are the better guess.
        let early = (first..last).take(OLDER_EXECUTIONS);
        early
            .chain((first..last).rev().take(OLDER_EXECUTIONS))
            .collect()
    } else {
        let recent = (first..last).rev().take(RECENT_EXECUTIONS);
        let older = first..last.saturating_sub(RECENT_EXECUTIONS as u32).max(first);
        let stride = (older.len() / OLDER_EXECUTIONS).max(1);
        recent.chain(older.step_by(stride)).collect()
    };
    let mut seen = Vec::new();
    later.retain(|e| {
        is_free(e) && !seen.contains(e) && {
            seen.push(*e);
            true
        }
    });
    let near = if is_cut {
        later.len()
    } else {
        NEAR_EXECUTIONS.min(later.len())
    };
    let others = later.split_off(near);
    let earlier = if is_cut {
        Vec::new()
    } else {
        let before = (0..first.min(last)).rev().filter(is_free);
        before.take(RECENT_EXECUTIONS).collect()
    };
    [later, others, earlier]
}

impl SearchNode {
    /// The node's choices for the executions from this one on.
    fn choices_from(&self, execution: u32) -> ForcedChoices {
        let later = self.changes.range(execution..);
        ForcedChoices {
            at: later.map(|(e, choice)| (*e, choice.clone())).collect(),
            rest: None,
        }
    }
}

fn fingerprint_of(execution: u32, choice: &ForcedChoice) -> u64 {
    let mut hasher = FxHasher::default();
    (execution, choice.alt).hash(&mut hasher);
    for value in &choice.values {
        match value {
            ForcedValue::Int(x) => (0, *x as u64, 0).hash(&mut hasher),
            ForcedValue::Float(x) => (1, x.to_bits(), 0).hash(&mut hasher),
            ForcedValue::Pointer(object, offset) => (2, *offset, *object).hash(&mut hasher),
        }
    }
    hasher.finish()
}
