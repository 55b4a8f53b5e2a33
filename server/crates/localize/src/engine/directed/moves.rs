//! Moves: what an execution may be forced to do, and the order in which the moves are tried.

use eval::{ForcedChoice, ForcedValue};
use ir::{AltKind, CompId, CompSet, ComponentKind, Inst, Program, Scalar};
use smallvec::SmallVec;

use super::alternatives::{Alternative, AngelicValue, alternatives, number_alternative};
use super::facts::NearbyValues;
use super::rule::{Rule, Situation};
use super::words::Words;
use crate::engine::{FailingTest, QueryContext};
use crate::limits::{
    FLIPPED_BLOCKS, MAX_FORCED_VALUES, MAX_FUNCTION_CONSTANTS, MAX_INPUT_NUMBERS,
    MAX_WANTED_NUMBERS, RULES_PER_VALUE,
};

/// An alternative, with the rules for its values.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Move {
    pub(super) comp: CompId,
    alternative: Alternative,
    rules: SmallVec<[Rule; 1]>,
    /// Number of consecutive executions that make this move.
    pub(super) block: u32,
}

/// Everything that the components of a set may be forced to do.
pub(super) struct Moves {
    /// Choices of each component of the set.
    comps: Vec<Choices>,
    /// Numbers on standard input.
    pub(super) input: Vec<f64>,
}

/// What one component may be forced to do.
struct Choices {
    comp: CompId,
    kind: ComponentKind,
    alternatives: Vec<Alternative>,
    /// Numbers in the text of the component's function.
    constants: Vec<i64>,
}

impl Moves {
    pub(super) fn new(
        shared: &QueryContext<'_>,
        failing_test: &FailingTest<'_>,
        set: &CompSet,
    ) -> Moves {
        let program = shared.program;
        let of = |comp: CompId| Choices {
            comp,
            kind: program.components[comp.index()].kind,
            alternatives: alternatives(program, shared.relaxing, comp),
            constants: constants(program, comp),
        };
        let input = Words::new(&failing_test.test.start.input);
        Moves {
            comps: set.iter().map(of).collect(),
            input: input.numbers(0, MAX_INPUT_NUMBERS),
        }
    }

    /// Whether no execution can be forced to do anything.
    pub(super) fn is_empty(&self) -> bool {
        self.comps.iter().all(|c| c.alternatives.is_empty())
    }

    /// Whether all components decide branches, so that the values they computed before do not matter.
    pub(super) fn are_conditions(&self) -> bool {
        let is_condition = |c: &Choices| c.kind == ComponentKind::Condition;
        self.comps.iter().all(is_condition)
    }

    /// Choices that all executions of a single component may make alike.
    pub(super) fn policies(&self) -> Vec<ForcedChoice> {
        let [only] = self.comps.as_slice() else {
            return Vec::new();
        };
        let mut policies = Vec::new();
        for alternative in &only.alternatives {
            let types = alternative.asked();
            let numbers: &[i64] = match types {
                [] => {
                    policies.push(alternative.choice());
                    continue;
                }
                [asked] if asked.ty == Scalar::Ptr => &[0],
                [asked] if asked.ty == Scalar::Bool => &[0, 1],
                _ => &[0, 1, -1],
            };
            policies.extend(numbers.iter().map(|&number| {
                let mut choice = alternative.choice();
                choice.values.push(ForcedValue::Int(number));
                choice
            }));
        }
        policies
    }

    /// For a component that yields a number: the alternative that asks for it, and whether the number must be an
    /// integer.
    pub(super) fn number(&self, comp: CompId) -> Option<(ForcedChoice, bool)> {
        let of = self.of(comp)?;
        let alternative = number_alternative(&of.alternatives)?;
        let ty = alternative.single()?.ty;
        let is_whole = !ty.is_float();
        (ty != Scalar::Bool).then(|| (alternative.choice(), is_whole))
    }

    fn of(&self, comp: CompId) -> Option<&Choices> {
        self.comps.iter().find(|c| c.comp == comp)
    }

    /// Moves for an execution of a component, most promising first.
    pub(super) fn at(&self, comp: CompId, situation: &Situation<'_>) -> Vec<Move> {
        let Some(of) = self.of(comp) else {
            return Vec::new();
        };
        let mut moves = Vec::new();
        for alternative in &of.alternatives {
            let types = alternative.asked();
            match types {
                [] => {
                    moves.push(of.plain(alternative, 1));
                    let is_flip = alternative.kind == AltKind::Flip;
                    if is_flip && self.comps.len() == 1 && situation.later < 3 {
                        moves.extend(FLIPPED_BLOCKS.map(|block| of.plain(alternative, block)));
                    }
                }
                // If the other branch suffices, its truth value need not be forced in addition; but a condition that
                // traps has no other branch.
                [_] if of.kind == ComponentKind::Condition => {
                    let flips = of.alternatives.iter().any(|a| a.kind == AltKind::Flip);
                    if !flips || (situation.later == 0 && situation.traps) {
                        moves.extend([0, 1].map(|x| of.valued(alternative, &[Rule::Constant(x)])));
                    }
                }
                [asked] => {
                    let rules = self.rules(of, *asked, situation.facts);
                    moves.extend(
                        rules
                            .into_iter()
                            .map(|rule| of.valued(alternative, &[rule])),
                    );
                }
                _ => self.combinations(of, alternative, situation.facts, &mut moves),
            }
        }
        moves
    }

    /// Rules for a single value.
    fn rules(&self, choices: &Choices, asked: AngelicValue, facts: &NearbyValues) -> Vec<Rule> {
        use Rule::{Byte, Constant, Input, Negated, Next, Of, Previous, Variable, Wanted, Written};
        let variables = |step: i64| facts.variables.iter().map(move |(r, _)| Variable(*r, step));
        let others = |values: &[(CompId, ForcedValue)]| -> Vec<Rule> {
            values.iter().map(|(comp, _)| Of(*comp)).collect()
        };
        let mut rules = Vec::new();

        // The order decides which values are tried within the budget: small corrections of what was written come first,
        // then numbers that the test expects, then values of other places.
        match asked.ty {
            Scalar::Bool => rules.extend([Constant(0), Constant(1)]),
            Scalar::Ptr => {
                rules.extend([Constant(0), Previous(0), Next]);
                rules.extend(variables(0));
                rules.extend(others(&facts.pointers));
            }
            _ => {
                if choices.kind == ComponentKind::Input {
                    rules.extend((0..self.input.len()).map(Input));
                }
                rules.extend([
                    Written(1),
                    Written(-1),
                    Previous(0),
                    Previous(1),
                    Previous(-1),
                ]);
                rules.extend([
                    Wanted(0),
                    Byte,
                    Constant(0),
                    Constant(1),
                    Constant(-1),
                    Next,
                ]);
                rules.extend(variables(0));
                rules.extend((1..MAX_WANTED_NUMBERS).map(Wanted));
                rules.push(Negated);
                rules.extend(others(&facts.numbers));
                rules.extend(choices.constants.iter().map(|&x| Constant(x)));
                rules.extend(variables(1));
                rules.extend(variables(-1));
            }
        }
        rules
    }

    /// Moves for several values, each given by one of its first rules.
    fn combinations(
        &self,
        of: &Choices,
        alternative: &Alternative,
        facts: &NearbyValues,
        moves: &mut Vec<Move>,
    ) {
        use Rule::{Constant, Counter, Moved, Of, Previous, Written};
        let most = RULES_PER_VALUE[alternative.asked().len().min(MAX_FORCED_VALUES)];
        let mut all: Vec<SmallVec<[Rule; 1]>> = vec![SmallVec::new()];
        for asked in alternative.asked() {
            let mut rules = match asked.ty {
                Scalar::Bool => vec![Constant(0), Constant(1)],
                Scalar::Ptr => vec![Written(0), Constant(0), Previous(0)],
                _ => vec![
                    Written(0),
                    Counter(1),
                    Counter(0),
                    Counter(-1),
                    Moved,
                    Written(1),
                    Written(-1),
                ],
            };
            if asked.ty == Scalar::Ptr {
                rules.extend(facts.variables.iter().map(|(r, _)| Rule::Variable(*r, 0)));
                rules.extend(facts.pointers.iter().map(|(comp, _)| Of(*comp)));
            } else if of.kind == ComponentKind::Input {
                rules.splice(..0, (0..self.input.len().min(most)).map(Rule::Input));
            }
            rules.truncate(most);
            let extended = all.iter().flat_map(|begin| {
                rules.iter().map(move |rule| {
                    let mut combination = begin.clone();
                    combination.push(*rule);
                    combination
                })
            });
            all = extended.collect();
        }
        moves.extend(all.iter().map(|rules| of.valued(alternative, rules)));
    }
}

impl Choices {
    fn plain(&self, alternative: &Alternative, block: u32) -> Move {
        Move {
            comp: self.comp,
            alternative: *alternative,
            rules: SmallVec::new(),
            block,
        }
    }

    fn valued(&self, alternative: &Alternative, rules: &[Rule]) -> Move {
        Move {
            comp: self.comp,
            alternative: *alternative,
            rules: rules.into(),
            block: 1,
        }
    }
}

impl Move {
    /// The move's choice at an execution; `None` if one of its rules yields no value there.
    pub(super) fn choice(
        &self,
        situation: &Situation<'_>,
        is_live: &dyn Fn(ForcedValue, u32) -> bool,
    ) -> Option<ForcedChoice> {
        let mut choice = self.alternative.choice();
        for (i, (rule, asked)) in self.rules.iter().zip(self.alternative.asked()).enumerate() {
            let value = rule.value(situation, i, asked.ty)?;
            if !is_live(value, asked.elem) {
                return None;
            }
            choice.values.push(value);
        }
        Some(choice)
    }

    /// Whether the move needs the value that the execution computes as written.
    pub(super) fn needs_written(&self) -> bool {
        let needs = |rule: &Rule| matches!(rule, Rule::Written(_) | Rule::Negated | Rule::Moved);
        self.rules.iter().any(needs)
    }
}

/// Numbers in the text of a component's function, then others of the program.
fn constants(program: &Program, comp: CompId) -> Vec<i64> {
    let own = program.components[comp.index()].function;
    let functions = program.functions.get(own.index()).into_iter();
    let mut constants = Vec::new();
    for function in functions.chain(&program.functions) {
        for inst in &function.code {
            let Inst::Const { bits, .. } = inst else {
                continue;
            };
            let number = *bits as i64;
            let is_small = number.unsigned_abs() < 1 << 40;
            if is_small && !constants.contains(&number) {
                constants.push(number);
            }
            if constants.len() == MAX_FUNCTION_CONSTANTS {
                return constants;
            }
        }
    }
    constants
}
