//! "was …, needs …": the table of needed values, made from a witness.
//!
//! A test has many witnesses, and the choices of this one are arbitrary choices of the solver. So executions are made to
//! behave as written, and angelic values are replaced by those of the failing run, as long as the test still passes.
//! What is left is run once more, and the table is made from the choices of that run. It determines the run: an
//! execution that is not in it behaves as written.

use std::cell::Cell;
use std::ops::Range;

use eval::{Choice, Script};
use ir::{AltKind, CompId, ComponentKind, Inst, Program, Relaxation, Scalar};
use rustc_hash::{FxHashMap, FxHashSet};

use super::failing_test::{FailingTest, MadeChoices};
use super::observation::{Known, Was};
use super::query_context::QueryContext;
use super::witnesses::Witness;
use crate::limits::{
    EXPLAINED_INSTRUCTIONS, EXPLAINED_TESTS, MAX_SIMPLIFYING_REPLAYS, SIMPLIFIED_CHOICES,
};
use crate::report::{Address, NeededValue, Needs, Number};
use exec::display;

/// Values that components need.
pub(crate) type Needed = FxHashMap<CompId, Needs>;

/// Effort that is left for the needed values of the tests of a group.
#[derive(Debug)]
pub(crate) struct ValueBudget {
    /// Number of tests whose witnesses are still simplified.
    simplified: usize,
    /// Number of instructions that the other tests may have together.
    instructions: u64,
}

impl ValueBudget {
    /// The effort for one group.
    pub(crate) fn new() -> ValueBudget {
        ValueBudget {
            simplified: EXPLAINED_TESTS,
            instructions: EXPLAINED_INSTRUCTIONS,
        }
    }

    /// Replays that may be spent on simplifying the witness of the next test; `None` if its values are left out.
    pub(crate) fn next(
        &mut self,
        shared: &QueryContext<'_>,
        failing_test: &FailingTest<'_>,
    ) -> Option<usize> {
        if self.simplified > 0 {
            self.simplified -= 1;
            return Some(MAX_SIMPLIFYING_REPLAYS);
        }
        let steps = failing_test.observed_steps(shared);
        self.instructions = self.instructions.checked_sub(steps)?;
        // Outcomes are wanted in place of opposites.
        Some(2)
    }
}

/// Values that each component of a witness needs in a test, which has the given index. `trials` is the number of replays
/// that may be spent on simplifying the witness; without it, the values are only counted.
pub(crate) fn needed_values(
    shared: &QueryContext<'_>,
    index: usize,
    failing_test: &FailingTest<'_>,
    witness: &Witness,
    trials: Option<usize>,
) -> Needed {
    let mut needed = Needed::default();
    let made = trials.and_then(|trials| {
        let trials = trials.min(SIMPLIFIED_CHOICES / witness.script.len().max(1));
        let script = simplify(shared, failing_test, witness, trials);
        failing_test.made(shared, &witness.of, &script)
    });
    let Some(made) = made else {
        for comp in witness
            .script
            .iter()
            .filter(|c| !is_entry(c))
            .map(Choice::comp)
        {
            needed.entry(comp).or_default().left_out += 1;
        }
        return needed;
    };
    let table = Table {
        program: shared.program,
        test: index,
        was: failing_test.was(shared),
        made: &made,
    };
    table.fill(&mut needed);
    needed
}

fn is_entry(choice: &Choice) -> bool {
    matches!(choice, Choice::Enter { .. })
}

/// Choices of one execution of a component in a script.
struct Execution {
    comp: CompId,
    /// Number of the execution of the component, from 0.
    number: u32,
    /// Indices of its choices in the script.
    choices: Vec<usize>,
}

/// The executions of a script that do not behave as written, in the order in which they begin. Where executions are
/// nested, the choices of the outer one may be taken for those of the inner one.
fn executions(script: &Script) -> Vec<Execution> {
    let mut begun: FxHashMap<CompId, u32> = FxHashMap::default();
    let mut latest: FxHashMap<CompId, Option<usize>> = FxHashMap::default();
    let mut all: Vec<Execution> = Vec::new();
    for (i, choice) in script.iter().enumerate() {
        let comp = choice.comp();
        if let Choice::Enter { alt, .. } = choice {
            let begun = begun.entry(comp).or_default();
            let execution = alt.is_some().then(|| {
                all.push(Execution {
                    comp,
                    number: *begun,
                    choices: Vec::new(),
                });
                all.len() - 1
            });
            latest.insert(comp, execution);
            *begun += 1;
        }
        if let Some(Some(execution)) = latest.get(&comp) {
            all[*execution].choices.push(i);
        }
    }
    all
}

/// Makes as many executions as possible behave as written, then replaces as many values as possible by those of the
/// failing run.
fn simplify(
    shared: &QueryContext<'_>,
    failing_test: &FailingTest<'_>,
    witness: &Witness,
    trials: usize,
) -> Script {
    let left = Cell::new(trials);
    let passes = |script: &Script| {
        if left.get() == 0 {
            return false;
        }
        left.set(left.get() - 1);
        let steps = shared.limits.path_steps;
        failing_test.survives(shared, shared.program, &witness.of, script, steps)
    };

    // Outcomes instead of opposites.
    let was = failing_test.was(shared);
    let mut best = witness.script.clone();
    for guess in [true, false] {
        if let Some(trial) = with_outcomes(shared.program, was, &best, guess)
            && passes(&trial)
        {
            best = trial;
        }
    }

    // With all executions as written, the test fails. So each half of them is tried, then the halves of what is left.
    let script = best.clone();
    let all = executions(&script);
    let mut written = FxHashSet::default();
    let mut todo = halves(0..all.len());
    while left.get() > 0
        && let Some(part) = todo.pop()
    {
        let trial = as_written(&script, &all, &written, part.clone());
        if passes(&trial) {
            written.extend(part);
            best = trial;
        } else {
            todo.extend(halves(part));
        }
    }

    // Values that remain.
    for execution in executions(&best) {
        if left.get() == 0 {
            break;
        }
        // The first choice is the entry.
        let Some(&i) = execution.choices.get(1) else {
            continue;
        };
        let Some(kept) = kept_value(&best[i], was.at(execution.comp, execution.number)) else {
            continue;
        };
        let mut trial = best.clone();
        trial[i] = kept;
        if passes(&trial) {
            best = trial;
        }
    }
    best
}

/// The script with outcomes in place of opposites: the opposite of the outcome in the failing run, or else `guess`.
/// `None` if nothing changes.
fn with_outcomes(program: &Program, was: &Was, script: &Script, guess: bool) -> Option<Script> {
    let mut begun: FxHashMap<CompId, u32> = FxHashMap::default();
    let mut changed = false;
    let mut outcomes = Script::new();
    for choice in script {
        if let Choice::Enter { comp, kind, .. } = choice {
            let begun = begun.entry(*comp).or_default();
            let old = was.at(*comp, *begun).and_then(|old| old.bits);
            *begun += 1;
            if *kind == Some(AltKind::Flip)
                && let Some((alt, kind)) = outcome_alternative(program, *comp)
            {
                changed = true;
                outcomes.push_back(Choice::Enter {
                    comp: *comp,
                    alt: Some(alt),
                    kind: Some(kind),
                });
                outcomes.push_back(Choice::Value {
                    comp: *comp,
                    ty: Scalar::Bool,
                    bits: u64::from(old.map_or(guess, |old| old == 0)),
                    object: 0,
                });
                continue;
            }
        }
        outcomes.push_back(choice.clone());
    }
    changed.then_some(outcomes)
}

/// The alternative in which a condition has any outcome; it is evaluated first if that has effects.
fn outcome_alternative(program: &Program, comp: CompId) -> Option<(usize, AltKind)> {
    let alts = &relaxation(program, comp)?.alts;
    let of = |kind: AltKind| alts.iter().position(|alt| alt.kind == kind).zip(Some(kind));
    of(AltKind::EvalAngelic).or_else(|| of(AltKind::Angelic))
}

/// The relaxation of a component, outside copies.
fn relaxation(program: &Program, comp: CompId) -> Option<&Relaxation> {
    let function = program.components[comp.index()].function;
    let mut relaxations = program.functions[function.index()].relaxations.iter();
    relaxations.find(|relaxation| relaxation.comp == comp)
}

/// Halves of a range, the first one last; nothing if it has only one element.
fn halves(range: Range<usize>) -> Vec<Range<usize>> {
    let middle = range.start + range.len() / 2;
    let halves = [middle..range.end, range.start..middle];
    let is_part = |half: &Range<usize>| !half.is_empty() && *half != range;
    halves.into_iter().filter(is_part).collect()
}

/// The script in which these executions behave as written, and those in `part` as well.
fn as_written(
    script: &Script,
    all: &[Execution],
    written: &FxHashSet<usize>,
    part: Range<usize>,
) -> Script {
    let executions = written.iter().copied().chain(part);
    let dropped = executions.flat_map(|execution| &all[execution].choices);
    let dropped: FxHashSet<usize> = dropped.copied().collect();
    let choices = script.iter().enumerate();
    choices
        .filter_map(|(i, choice)| match choice {
            Choice::Enter { comp, .. } if dropped.contains(&i) => Some(Choice::Enter {
                comp: *comp,
                alt: None,
                kind: None,
            }),
            choice => (!dropped.contains(&i)).then(|| choice.clone()),
        })
        .collect()
}

/// The choice of the value that the failing run computed; `None` if it is chosen already, or not known.
fn kept_value(choice: &Choice, was: Option<Known>) -> Option<Choice> {
    let &Choice::Value {
        comp,
        ty,
        bits,
        object: 0,
    } = choice
    else {
        return None;
    };
    let old = was?.bits?;
    let old = if ty == Scalar::Bool {
        u64::from(old != 0)
    } else {
        eval::arith::extend(ty, old)
    };
    (old != bits).then_some(Choice::Value {
        comp,
        ty,
        bits: old,
        object: 0,
    })
}

/// Makes rows from the choices of a run.
struct Table<'a> {
    program: &'a Program,
    /// Index of the test.
    test: usize,
    was: &'a Was,
    made: &'a MadeChoices,
}

impl Table<'_> {
    /// Adds a row for each value and text, and for each execution that has neither and does not behave as written.
    fn fill(&self, needed: &mut Needed) {
        let made = &self.made.all;
        let with_value: FxHashSet<(CompId, u32)> = made
            .iter()
            .filter(|(choice, _)| !is_entry(choice))
            .map(|(choice, execution)| (choice.comp(), *execution))
            .collect();
        let mut kinds: FxHashMap<(CompId, u32), AltKind> = FxHashMap::default();
        let mut seen = FxHashSet::default();
        let lost = self.lost();
        for (i, (choice, execution)) in made.iter().enumerate() {
            let comp = choice.comp();
            let row = match choice {
                Choice::Enter { kind: None, .. } => None,
                Choice::Enter {
                    alt,
                    kind: Some(kind),
                    ..
                } => {
                    kinds.insert((comp, *execution), *kind);
                    let has_value = with_value.contains(&(comp, *execution));
                    let words = self.without_value(comp, *alt, *kind, has_value);
                    words.map(|words| self.row(*execution, words.to_owned()))
                }
                Choice::Value { .. } if lost.contains(&i) => {
                    Some(self.row(*execution, "skipped".to_owned()))
                }
                Choice::Value {
                    ty, bits, object, ..
                } => {
                    // What was observed is the first value: the one that is assigned, or a result.
                    let was = self.was.at(comp, *execution);
                    let was = was.filter(|_| seen.insert((comp, *execution)));
                    Some(self.with_value(comp, *execution, was, *ty, *bits, *object))
                }
                Choice::Text { bytes, .. } | Choice::Output { bytes, .. } => {
                    let prints = matches!(
                        self.kind(comp),
                        ComponentKind::Output | ComponentKind::Insertion(_)
                    );
                    let words = if bytes.is_empty() && prints {
                        "nothing printed".to_owned()
                    } else {
                        display::text(bytes)
                    };
                    Some(self.row(*execution, words))
                }
            };
            if let (Some(row), Some(how)) = (row, kinds.get(&(comp, *execution))) {
                let row = NeededValue { how: *how, ..row };
                needed.entry(comp).or_default().push(row);
            }
        }
    }

    /// Indices of the choices of values that are not written, because their place cannot be accessed.
    fn lost(&self) -> FxHashSet<usize> {
        let made = self.made.all.iter().enumerate();
        let values = made.filter(|(_, (choice, _))| matches!(choice, Choice::Value { .. }));
        let last: FxHashMap<(CompId, u32), usize> = values
            .map(|(i, (choice, execution))| ((choice.comp(), *execution), i))
            .collect();
        let cut = self.made.cut.iter();
        cut.filter_map(|execution| last.get(execution).copied())
            .collect()
    }

    fn kind(&self, comp: CompId) -> ComponentKind {
        self.program.components[comp.index()].kind
    }

    fn row(&self, execution: u32, needs: String) -> NeededValue {
        NeededValue {
            test: self.test,
            execution: execution + 1,
            was: None,
            needs,
            how: AltKind::Angelic,
            address: None,
            number: None,
            range: None,
        }
    }

    /// The row of an angelic value.
    fn with_value(
        &self,
        comp: CompId,
        execution: u32,
        was: Option<Known>,
        ty: Scalar,
        bits: u64,
        object: u32,
    ) -> NeededValue {
        let is_truth = ty == Scalar::Bool && self.kind(comp) == ComponentKind::Condition;
        let was = was.and_then(|was| Some(display::scalar(was.ty, was.bits?, is_truth)));
        let address = (object != 0).then(|| {
            let target = self.made.end.memory.get(object);
            Address {
                object,
                offset: bits,
                name: target.map_or_else(String::new, |o| o.name.text(self.program)),
                born: target.map(|o| o.born).filter(|born| born.end > born.start),
            }
        });
        let number = self.was.only(comp).and_then(|only| {
            let integer = !ty.is_float() && !matches!(ty, Scalar::Ptr | Scalar::Bool);
            integer.then_some(Number {
                ty,
                was: eval::arith::extend(ty, only.bits?),
                needs: eval::arith::extend(ty, bits),
            })
        });
        NeededValue {
            was,
            number: number.filter(|_| address.is_none()),
            address,
            ..self.row(execution, display::scalar(ty, bits, is_truth))
        }
    }

    /// Description of an alternative that is taken, apart from its values; `None` if the values say it all.
    fn without_value(
        &self,
        comp: CompId,
        alt: Option<usize>,
        how: AltKind,
        has_value: bool,
    ) -> Option<&'static str> {
        match (how, self.kind(comp)) {
            (AltKind::Skip, ComponentKind::Jump) => Some("not taken"),
            (AltKind::Skip, _) => Some("skipped"),
            (AltKind::Taken, _) => Some("made"),
            (AltKind::InputEnd, _) => Some("input at its end"),
            _ if has_value => None,
            // It reads as written, into objects that get no values.
            (AltKind::EvalAngelic, ComponentKind::Input) => None,
            (AltKind::EvalAngelic, _) => Some("skipped, only its operands are evaluated"),
            (AltKind::Angelic, ComponentKind::Input) if self.is_null(comp, alt) => Some("NULL"),
            (AltKind::Flip, _) => Some("the opposite"),
            (AltKind::Angelic | AltKind::InputKeep, _) => Some("skipped"),
        }
    }

    /// Whether an alternative has the null pointer as its result.
    fn is_null(&self, comp: CompId, alt: Option<usize>) -> bool {
        let function = self.program.components[comp.index()].function;
        let code = &self.program.functions[function.index()].code;
        let alts = relaxation(self.program, comp).map(|relaxation| &relaxation.alts);
        let first = alts.and_then(|alts| alts.get(alt?)).map(|alt| alt.pc);
        let inst = first.and_then(|pc| code.get(pc as usize));
        matches!(
            inst,
            Some(Inst::Const {
                ty: Scalar::Ptr,
                ..
            })
        )
    }
}
