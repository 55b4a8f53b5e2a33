//! Recipes: every execution of a component follows the same rule, in a run that pauses at each of them.

use eval::{ForcedChoices, ForcedValue};
use smallvec::SmallVec;

use super::moves::Move;
use super::outcome::Event;
use super::rule::Situation;
use super::runs::BudgetExhausted;
use super::search::{DirectedSearch, End, Experience, SearchNode};
use crate::limits::WANTED_WORDS;
use crate::limits::{MAX_RECIPE_EXECUTIONS, MAX_RECIPES};

impl DirectedSearch<'_> {
    /// Tries the recipes for a component that is executed several times. They may cost a third of the budget.
    pub(super) fn recipes(&mut self, root: &SearchNode) -> Result<(), End> {
        if self.runs.set.len() != 1 || self.moves.are_conditions() || root.outcome.executions < 2 {
            return Ok(());
        }
        let (runs, work) = (self.runs.left, self.runs.work);
        let recipes = self.all_recipes(root)?;
        for recipe in recipes.into_iter().take(MAX_RECIPES) {
            if self.runs.left < runs / 3 * 2 || self.runs.work < work / 3 * 2 {
                break;
            }
            self.recipe(&recipe, root)?;
        }
        Ok(())
    }

    /// Tries one recipe.
    pub(super) fn recipe(&mut self, recipe: &Move, root: &SearchNode) -> Result<(), End> {
        let choices = self.follow(recipe, root)?;
        let begin = self.runs.begin();
        if !choices.at.is_empty() && self.runs.attempt(&begin, choices.clone())?.passes() {
            self.experience = Experience {
                recipe: Some(recipe.clone()),
                ..Experience::default()
            };
            return Err(End::Found(choices));
        }
        Ok(())
    }

    /// Moves at the second execution, where the value of the first one is available.
    fn all_recipes(&mut self, root: &SearchNode) -> Result<Vec<Move>, BudgetExhausted> {
        let begin = self.runs.begin();
        let mut walk = self.runs.walk(&begin, ForcedChoices::default(), true)?;
        let Some(comp) = walk.advance(&mut self.runs, 1, &mut []) else {
            return Ok(Vec::new());
        };
        let facts = walk.facts(comp);
        let situation = Situation {
            facts: &facts,
            counter: &[],
            off: None,
            wanted: Vec::new(),
            input: &self.moves.input,
            byte: None,
            later: root.outcome.executions,
            traps: false,
        };
        Ok(self.moves.at(comp, &situation))
    }

    /// Choices of a run in which every execution follows the recipe, for as long as that run continues.
    fn follow(
        &mut self,
        recipe: &Move,
        root: &SearchNode,
    ) -> Result<ForcedChoices, BudgetExhausted> {
        let begin = self.runs.begin();
        let mut walk = self.runs.walk(&begin, ForcedChoices::default(), true)?;
        let mut counter: SmallVec<[ForcedValue; 1]> = SmallVec::new();
        let expected = self.runs.failing_test.test.goal.expected.bytes();
        for execution in 0..MAX_RECIPE_EXECUTIONS {
            let Some(comp) = walk.advance(&mut self.runs, execution, &mut []) else {
                break;
            };
            let mut facts = walk.facts(comp);
            if recipe.needs_written() {
                facts.was = walk.written(&mut self.runs, comp);
            }
            let right = walk.right(&self.runs);
            let situation = Situation {
                facts: &facts,
                counter: &counter,
                off: root.outcome.progress.off,
                wanted: self
                    .runs
                    .wanted
                    .numbers(self.runs.wanted.before(right), WANTED_WORDS),
                input: &self.moves.input,
                byte: expected.get(right).copied(),
                later: root.outcome.executions,
                traps: root.outcome.progress.event == Event::Trap,
            };
            let is_live = |value: ForcedValue, elem| walk.is_live(value, elem);
            if let Some(choice) = recipe.choice(&situation, &is_live) {
                counter.clone_from(&choice.values);
                walk.force(execution, choice);
            }
        }
        Ok(walk.choices())
    }
}
