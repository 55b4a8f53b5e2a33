//! Verified fixes: one small edit that makes all failing tests of a group pass and breaks no passing test.
//!
//! A diagnosis of one component says that *some* values there would do; an edit says that *this text* does. It is the
//! strongest evidence for a line that tests can give, and often the correction itself. The edits tried are those by
//! which people most often differ from what they meant: an operator for another of its kind, a constant, a variable for
//! another of its type, a condition with a part too many or negated, arms exchanged ([`edits`]). This is generate and
//! validate over the mutation operators of the testing literature. First small edits of everything that the failing tests
//! execute are tried ([`crate::session::edits`]), then all edits of the components that a diagnosis names.
//!
//! Edits are made on the tree and the changed program is lowered without components, so a candidate costs about as
//! much as one more test. Failing tests are run first: most candidates end there. Passing tests that never enter the
//! edited component do what they did, and are not run. Constants are not enumerated but solved for ([`constant`]).
//!
//! # References
//! * R. `DeMillo`, R. Lipton, F. Sayward: *Hints on Test Data Selection*, 1978 (the operators, and why small edits suffice).
//! * V. Debroy, W. E. Wong: *Using Mutation to Automatically Suggest Fixes for Faulty Programs*, 2010.

mod additions;
mod arguments;
mod comparisons;
mod constant;
mod definition;
mod deletion;
mod doubts;
mod edit_witness;
mod edits;
mod everywhere;
mod formats;
mod missing;
mod print;
mod quotient;
mod regroup;
mod scope;
mod shares;
mod steps;
mod terms;
mod together;
mod trial;
mod wording;

use std::cmp::{Ordering, Reverse};

use ir::lower::{LowerOptions, Relowering, lower};
use ir::{CompId, Program};
use rustc_hash::FxHashSet;
use syntax::ast::{Expr, ExprKind, Function, Item, Unit};
use syntax::visit::{Walk, each_expr, each_inside, each_of_item};
use syntax::{Parse, Severity, Span};

use crate::engine::Refuted;
use crate::limits::MAX_PROPOSED_CONSTANTS;
use crate::report::{Fix, TextEdit};
use additions::additions;
pub(crate) use definition::{Definition, definitions, sizes};
use deletion::{deletion, statements};
pub(crate) use edit_witness::EditWitnesses;
use edits::{Context, Edit, Kind, Number, Role};
pub(crate) use everywhere::{Everywhere, everywhere};
use exec::run::{PreparedTest, Verdict};
use exec::runner::Runner;
use ir::CompSet;
use ir::eval::Relaxed;
pub(crate) use missing::Missing;
use scope::Scope;
pub(crate) use shares::Fixers;
use shares::Mending;
pub(crate) use wording::{Rewording, reword, reworded};

/// What looking for fixes of a group may cost.
pub(crate) const FIXING: Budget = Budget {
    trials: 3000,
    steps: 100_000_000,
};

/// The same for edits from the beginning.
pub(crate) const LAYER_ONE: Budget = Budget {
    trials: 2000,
    steps: 20_000_000,
};

/// What inserting missing statements may cost for a group.
pub(crate) const MISSING: Budget = Budget {
    trials: 3000,
    steps: 10_000_000,
};

/// The same for the numbers of half of the macros.
pub(crate) const REDEFINING: Budget = Budget {
    trials: 100,
    steps: 20_000_000,
};

/// Tests by which edits are compared that are not fixes.
const MOST_COMPARED: usize = 6;

/// What trials may still cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    /// Programs run.
    trials: u64,
    /// Instructions of these runs.
    steps: u64,
}

impl Budget {
    /// One of so many equal parts.
    pub(crate) fn part(self, parts: usize) -> Budget {
        Budget {
            trials: self.trials / parts as u64,
            steps: self.steps / parts as u64,
        }
    }
}

impl std::iter::Sum for Budget {
    fn sum<I: Iterator<Item = Budget>>(all: I) -> Budget {
        let none = Budget {
            trials: 0,
            steps: 0,
        };
        all.fold(none, |sum, one| Budget {
            trials: sum.trials + one.trials,
            steps: sum.steps + one.steps,
        })
    }
}

/// The tests that judge an edit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Judges<'a> {
    /// Failing tests of the group.
    pub(crate) failing: &'a [&'a PreparedTest],
    /// All passing tests, with the components that they enter.
    pub(crate) passing: &'a [(&'a PreparedTest, &'a CompSet)],
    /// Instructions that one run may take.
    pub(crate) steps: u64,
    /// Threads that may run them at once.
    pub(crate) threads: usize,
}

impl Judges<'_> {
    /// So many broken tests still speak for the place, though not for the edit: some tests pass by luck.
    fn tolerance(&self) -> usize {
        self.passing.len() / 100
    }
}

/// Looks for fixes of one group of failing tests.
pub(crate) struct Fixer<'a> {
    /// As the user wrote it.
    original: &'a Parse,
    /// The same, or with an edit.
    parse: Parse,
    /// Position of the first expression behind each item of the unit.
    ends: Vec<usize>,
    /// Made when it is first needed.
    relowering: Option<Relowering<'a>>,
    judges: Judges<'a>,
    stopped: &'a (dyn Fn() -> bool + Sync),
    left: Budget,
    /// Failing tests in the order in which to run them: what still fails after one edit often does after the next.
    first: Vec<usize>,
    /// The same of passing tests: those that an edit broke first, for what breaks one edit often breaks the next.
    order: Vec<usize>,
    /// Constants of the program: what is missing in one place often stands in another.
    constants: Vec<Number>,
    /// Expressions that are statements.
    statements: FxHashSet<Span>,
    /// The component that is edited, if it is only one.
    edited: Option<CompId>,
    /// Constants are solved for; otherwise only natural ones are tried.
    solves: bool,
    /// All fixes of a component are wanted, not the first.
    wants_all: bool,
    /// Edits that need not be tried any more: with most of them some failing test still fails.
    refuted: Refuted,
}

/// What an edit at a component comes to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Repair {
    /// It is a fix.
    Fix(Fix),
    /// All failing tests pass, and all but a few of the passing ones.
    Near,
}

/// An edit that is not enough, and the program with it.
pub(crate) struct FirstHalf {
    pub(crate) fix: Fix,
    pub(crate) parse: Parse,
}

/// An edit, at a position of the walk over the unit.
type Candidate = (usize, Edit);

impl<'a> Fixer<'a> {
    pub(crate) fn new(
        original: &'a Parse,
        judges: Judges<'a>,
        budget: Budget,
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Fixer<'a> {
        let mut parse = original.clone();
        let (mut constants, mut position) = (Vec::new(), 0);
        let mut ends = Vec::with_capacity(parse.unit.items.len());
        for item in &mut parse.unit.items {
            each_of_item(item, &mut |e| {
                constants.extend(edits::number(e));
                position += 1;
                Walk::On
            });
            ends.push(position);
        }
        constants.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        constants.dedup();
        constants.truncate(MAX_PROPOSED_CONSTANTS);
        let statements = statements(&mut parse.unit);
        Fixer {
            original,
            parse,
            ends,
            relowering: None,
            judges,
            constants,
            statements,
            edited: None,
            stopped,
            left: budget,
            first: (0..judges.failing.len()).collect(),
            order: (0..judges.passing.len()).collect(),
            solves: true,
            wants_all: false,
            refuted: Refuted::default(),
        }
    }

    /// Edits that others have refuted.
    pub(crate) fn leave_out(&mut self, refuted: Refuted) {
        self.refuted.extend(refuted);
    }

    /// Tries the edits of a kind at each of these components, unless it has a fix.
    fn attempt_kind(&mut self, kind: Kind, mendings: &mut [Mending]) {
        for mending in mendings {
            if mending.is_settled() && !self.wants_all {
                continue;
            }
            self.edited = Some(mending.comp);
            let candidates = std::mem::take(&mut mending.candidates);
            let of_kind = candidates.iter().filter(|(_, e)| e.kind == kind);
            for (position, edit) in of_kind {
                if self.exhausted() {
                    break;
                }
                if self.refuted.contains(&(*position, edit.text.clone())) {
                    continue;
                }
                // What is nearly a fix is told apart once; from then on only a fix is of interest.
                let tolerance = match mending.best {
                    Some(_) => 0,
                    None => self.judges.tolerance(),
                };
                match self.attempt(*position, edit, tolerance) {
                    Some(Repair::Fix(mut fix)) => {
                        let is_doubtful =
                            doubts::repeats(self.original, fix.edit.span, &fix.edit.text);
                        if is_doubtful {
                            fix.plausibility *= doubts::REPEATED;
                        }
                        if self.wants_all {
                            let whole = (fix.clone(), (*position, edit.clone()));
                            mending.fixes.push(whole);
                        }
                        mending.take(fix, kind.is_convincing() && !is_doubtful);
                        if !self.wants_all && !is_doubtful {
                            break;
                        }
                    }
                    Some(Repair::Near) if mending.best.is_none() => {
                        mending.best = Some(Repair::Near);
                    }
                    Some(Repair::Near) => {}
                    // There may be constants that were not tried.
                    None if edit.hole.is_some() && !self.solves => {}
                    None => {
                        self.refuted.insert((*position, edit.text.clone()));
                    }
                }
            }
            mending.candidates = candidates;
        }
        self.edited = None;
    }

    fn exhausted(&self) -> bool {
        self.left.trials == 0 || self.out_of_steps()
    }

    /// The tree with an edit of which all is known.
    fn with_edit(&self, (position, edit): &Candidate) -> Option<Parse> {
        let mut parse = self.original.clone();
        let mut tree = edit.hole.is_none().then(|| edit.tree.clone())?;
        exchange(&mut parse.unit.items, *position, &mut tree)?;
        Some(parse)
    }

    fn candidates(&mut self, place: Span) -> Vec<Candidate> {
        let sites = sites(&mut self.parse.unit, place, &self.statements);
        let scope = Scope::at(&self.parse.unit, place);
        let mut found = Vec::new();
        for (position, context, expr) in &sites {
            let edits = edits::edits(expr, *context, &scope, &self.parse);
            found.extend(edits.into_iter().map(|edit| (*position, edit)));
            let deletion = deletion(&self.statements, &self.parse, expr);
            found.extend(deletion.map(|edit| (*position, edit)));
            let is_statement = context.role == Role::Statement;
            let additions = additions(expr, is_statement, &scope, &self.parse);
            found.extend(additions.into_iter().map(|edit| (*position, edit)));
        }
        found
    }

    fn attempt(&mut self, position: usize, edit: &Edit, tolerance: usize) -> Option<Repair> {
        let mut program = self.edited(position, edit, false)?;
        let (text, broken) = match edit.hole {
            Some(hole) => {
                let (value, broken) = self.solve(&mut program, hole, tolerance)?;
                (self.filled(edit, &value), broken)
            }
            None => (edit.text.clone(), self.broken(&program, tolerance)?),
        };
        if self.parse.sources.text(edit.span) == text {
            return None;
        }
        Some(if broken == 0 {
            let span = edit.span;
            Repair::Fix(Fix {
                edit: TextEdit { span, text },
                also: Vec::new(),
                plausibility: edit.kind.plausibility(),
            })
        } else {
            Repair::Near
        })
    }

    /// The program with the edit, with or without components; none if it is wrong.
    fn edited(&mut self, position: usize, edit: &Edit, instrument: bool) -> Option<Program> {
        let item = self.ends.partition_point(|end| *end <= position);
        let begin = item.checked_sub(1).map_or(0, |before| self.ends[before]);
        let inside = position - begin;
        let mut other = edit.tree.clone();
        exchange(
            self.parse.unit.items.get_mut(item..=item)?,
            inside,
            &mut other,
        )?;
        let program = if instrument {
            self.lowered(true)
        } else {
            self.relowered(&[item])
        };
        exchange(&mut self.parse.unit.items[item..=item], inside, &mut other)?;
        program
    }

    /// The program of the tree as it is now, where only these of its items differ from the original, and these only in the
    /// bodies of functions.
    fn relowered(&mut self, items: &[usize]) -> Option<Program> {
        let original = self.original;
        let relowering = self
            .relowering
            .get_or_insert_with(|| Relowering::new(original, &bare()));
        let bodies = items
            .iter()
            .map(|&item| match self.parse.unit.items.get(item) {
                Some(Item::Function(f)) if relowering.fits(item) => Some((item, f)),
                _ => None,
            });
        match bodies.collect::<Option<Vec<_>>>() {
            Some(bodies) => relowering.with(bodies),
            None => self.lowered(false),
        }
    }

    /// The original program with another function for this item of the unit; none if it is wrong.
    fn with_function(&mut self, item: usize, function: &Function) -> Option<Program> {
        let original = self.original;
        let relowering = self
            .relowering
            .get_or_insert_with(|| Relowering::new(original, &bare()));
        if relowering.fits(item) {
            return relowering.with([(item, function)]);
        }
        let new = Item::Function(function.clone());
        let old = std::mem::replace(self.parse.unit.items.get_mut(item)?, new);
        let program = self.lowered(false);
        self.parse.unit.items[item] = old;
        program
    }

    /// The program of the tree as it is now, with or without components; none if it is wrong.
    fn lowered(&self, instrument: bool) -> Option<Program> {
        let options = LowerOptions {
            instrument,
            ..bare()
        };
        let lowered = lower(&self.parse, &options);
        let wrong = |p: &syntax::Problem| p.severity == Severity::Error;
        (!lowered.problems.iter().any(wrong)).then_some(lowered.program)
    }

    /// The text with its constant; `a-3` must not become `a--5`.
    fn filled(&self, edit: &Edit, value: &str) -> String {
        let before = Span {
            start: edit.span.start.saturating_sub(1),
            end: edit.span.start,
            ..edit.span
        };
        let collides = value.starts_with('-') && self.parse.sources.text(before) == "-";
        if collides {
            edit.text.replace(edits::HOLE, &format!("({value})"))
        } else {
            edit.text.replace(edits::HOLE, value)
        }
    }
}

/// How near failing tests are to passing in a program with edits, more is better: how many of them pass, and by how many
/// bytes less the length of what they print is wrong. The first few tests tell that.
pub(crate) fn progress(
    parse: &Parse,
    judges: Judges<'_>,
    stopped: &dyn Fn() -> bool,
) -> (usize, Reverse<usize>) {
    let lowered = lower(parse, &bare());
    let mut runner = Runner::new(&lowered.program);
    let (mut passing, mut wrong) = (0, 0);
    for test in judges.failing.iter().take(MOST_COMPARED) {
        let going = || !stopped();
        let ran = runner.run(test, Relaxed::Nothing, judges.steps, false, &going);
        passing += usize::from(ran.ran.verdict == Verdict::Pass);
        let wanted = test.stdout.as_ref().map_or(0, |text| text.len());
        wrong += wanted.abs_diff(ran.ran.stdout.len());
    }
    (passing, Reverse(wrong))
}

/// The tests among these that pass in a program with edits, by their numbers, in order.
pub(crate) fn mended(
    parse: &Parse,
    tests: &[(usize, &PreparedTest)],
    steps: u64,
    stopped: &dyn Fn() -> bool,
) -> Vec<usize> {
    let lowered = lower(parse, &bare());
    let mut runner = Runner::new(&lowered.program);
    let mut passing: Vec<usize> = tests
        .iter()
        .filter(|(_, test)| {
            !stopped()
                && runner
                    .passes_with_assertions(test, Relaxed::Nothing, steps)
                    .0
        })
        .map(|(number, _)| *number)
        .collect();
    passing.sort_unstable();
    passing
}

/// Edited programs run only a few times.
fn bare() -> LowerOptions {
    LowerOptions {
        instrument: false,
        compact: false,
        ..LowerOptions::default()
    }
}

/// The expressions inside a span, with their positions in the walk over the unit.
fn sites(unit: &mut Unit, span: Span, statements: &FxHashSet<Span>) -> Vec<(usize, Context, Expr)> {
    let mut found: Vec<(usize, Context, Expr)> = Vec::new();
    let mut position = 0;
    // A condition is the whole of its component; operands of `&&` and `||` are conditions as well.
    let mut truths: Vec<Span> = Vec::new();
    let mut targets: Vec<Span> = Vec::new();
    each_expr(unit, &mut |e| {
        if span.encloses(e.span) {
            let truth = truths.contains(&e.span) || edits::is_truth(e);
            if truth {
                truths.extend(edits::truth_operands(e));
            }
            let decision = edits::is_truth(e) && !truths.contains(&e.span);
            let context = Context {
                truth,
                decision,
                alone: true,
                role: match e.span {
                    span if targets.contains(&span) => Role::Target,
                    span if statements.contains(&span) => Role::Statement,
                    _ => Role::Value,
                },
            };
            match &e.kind {
                ExprKind::Assign(_, target, _)
                | ExprKind::IncDec { target, .. }
                | ExprKind::AddressOf(target) => targets.push(target.span),
                _ => {}
            }
            found.push((position, context, e.clone()));
        }
        position += 1;
        Walk::On
    });
    let spans = |e: &Expr| {
        let mut spans = Vec::new();
        each_inside(&mut e.clone(), &mut |e| {
            spans.push(e.span);
            Walk::On
        });
        spans
    };
    let all: Vec<Span> = found.iter().map(|(_, _, e)| e.span).collect();
    let count = |spans: &[Span], span: Span| spans.iter().filter(|s| **s == span).count();
    for (_, context, e) in &mut found {
        context.alone = count(&spans(e), e.span) == count(&all, e.span);
    }
    // What a macro leaves may become parts of different expressions: `a - X` with `X` being `1+1`. What is inside operands
    // that are not taken apart is copied as it stands.
    let whole: Vec<Span> = found
        .iter()
        .filter(|(_, context, _)| context.alone)
        .map(|(_, _, e)| e.span)
        .collect();
    found.retain(|(_, _, e)| upper_spans(e).iter().all(|s| whole.contains(s)));
    found
}

/// The spans of an expression and of its operands, and so on for those that edits take apart in their turn.
fn upper_spans(e: &Expr) -> Vec<Span> {
    let mut spans = vec![e.span];
    for operand in operands(e) {
        let apart = matches!(
            operand.kind,
            ExprKind::Binary(..) | ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..)
        );
        if apart {
            spans.extend(upper_spans(operand));
        } else {
            spans.push(operand.span);
        }
    }
    spans
}

/// The operands of what edits take apart.
fn operands(e: &Expr) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Binary(_, a, b)
        | ExprKind::LogicalAnd(a, b)
        | ExprKind::LogicalOr(a, b)
        | ExprKind::Assign(_, a, b)
        | ExprKind::Conditional(a, None, b) => vec![a, b],
        ExprKind::Conditional(c, Some(a), b) => vec![c, a, b],
        ExprKind::Unary(_, a) | ExprKind::IncDec { target: a, .. } => vec![a],
        _ => Vec::new(),
    }
}

/// Exchanges an expression with the one at a position of the walk over these items; `None` if none is there.
fn exchange(items: &mut [Item], position: usize, other: &mut Expr) -> Option<()> {
    let mut at = 0;
    let mut look = |e: &mut Expr| {
        if at == position {
            std::mem::swap(e, other);
            return Walk::Stop;
        }
        at += 1;
        Walk::On
    };
    let mut items = items.iter_mut();
    let found = items.any(|item| each_of_item(item, &mut look) == Walk::Stop);
    found.then_some(())
}

#[cfg(test)]
mod tests;
