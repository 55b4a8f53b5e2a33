//! Schemata: one lowered program for all candidates at a place, of which a number selects one.
//!
//! The place computes `choice < 2 ? (choice < 1 ? e : first) : …`, a balanced tree of conditional expressions over a
//! variable that no program has. Its value is set before a run. Where only a truth value matters, the schema also
//! notes in a second variable which truth values occurred. Candidates that do not fit the others' types are left out:
//! they are found by lowering halves.

use lower::{Relowering, lower};
use syntax::ast::{BinaryOp, Block, BlockItem, Expr, ExprKind, Item, Stmt, StmtKind, Unit};
use syntax::{NoIncludes, Options, Parse, Severity, Span, parse};

use super::Place;
use super::grammar::Draft;
use crate::limits::{LOWERING_INSTRUCTIONS, MANY_REGISTERS, MAX_REFUSED};
use crate::sites::{Role, replace_copies};
use crate::validate::bare;
use exec::runner::Runner;
use ir::Program;
use ir::flow::compact_above;

/// The variable that selects a candidate.
const CHOICE: &str = "faultlens_choice";
/// The variable that notes truth values: bit 0 for true, bit 1 for false.
const SEEN: &str = "faultlens_seen";

/// A program with the variables of schemata, lowered once.
pub(crate) struct SchemaBase {
    parse: Parse,
    /// Position of the first expression after each item of the original unit.
    ends: Vec<usize>,
    /// Number of items inserted before each item of the original unit.
    shifts: Vec<usize>,
}

/// A program that does what one of several candidates says.
pub(crate) struct Schema<T> {
    pub(super) program: Program,
    /// The candidates, numbered from 1; 0 selects the original.
    pub(crate) candidates: Vec<T>,
    /// Global variables that select.
    choices: Vec<usize>,
    /// Global variables that note truth values.
    pub(super) seen: Vec<usize>,
}

impl<T> Schema<T> {
    /// Makes a runner of the program run the candidate with this number.
    pub(super) fn select(&self, runner: &mut Runner<'_>, number: i32) {
        for choice in &self.choices {
            runner.set_global(*choice, number);
        }
    }

    /// About the instructions that it takes to lower it: the function with the candidates is the largest, as a rule.
    pub(crate) fn cost(&self) -> u64 {
        let codes = self.program.functions.iter().map(|f| f.code.len());
        LOWERING_INSTRUCTIONS * codes.max().unwrap_or(0) as u64
    }
}

/// An item of the original unit, by its number, in which a number selects the candidate.
type Changed = Option<(usize, Item)>;

impl SchemaBase {
    /// The base for a program; `ends` has the position of the first expression after each of its items.
    pub(crate) fn new(original: &Parse, ends: &[usize]) -> SchemaBase {
        let text = format!("static int {CHOICE}, {SEEN};");
        let variables = parse("", &text, &NoIncludes, &Options::default()).unit;
        let (mut items, mut shifts) = (variables.items.clone(), Vec::new());
        for item in &original.unit.items {
            shifts.push(items.len() - shifts.len());
            items.push(item.clone());
            // The declarations of a unit end with it.
            if matches!(item, Item::End) {
                items.extend(variables.items.iter().cloned());
            }
        }
        let mut parse = original.clone();
        parse.unit = Unit { items };
        SchemaBase {
            parse,
            ends: ends.to_vec(),
            shifts,
        }
    }

    /// What lowers the program with other bodies.
    pub(crate) fn schemata(&self) -> Schemata<'_> {
        Schemata {
            base: self,
            relowering: Relowering::new(&self.parse, &bare()),
        }
    }
    /// The item in which a number selects one of these candidates at a place.
    pub(super) fn at_place(&self, place: &Place, drafts: &[Draft]) -> Changed {
        let Place { position, expr, .. } = place;
        let item = self.ends.partition_point(|end| end <= position);
        let begin = item.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut all = vec![expr.clone()];
        all.extend(drafts.iter().map(|draft| draft.written.expr.clone()));
        if place.context.role == Role::Statement {
            // Their values do not matter, and may differ in type.
            let zero = Expr::int(0, expr.span);
            all = all
                .into_iter()
                .map(|one| ExprKind::Comma(Box::new(one), Box::new(zero.clone())))
                .map(|kind| made(kind, expr.span))
                .collect();
        }
        let mut tree = chosen(&all, 0, expr.span);
        if place.is_truth() {
            tree = noted(tree);
        }
        let mut changed = self.item(item)?.clone();
        replace_copies(std::slice::from_mut(&mut changed), position - begin, &tree)?;
        Some((item, changed))
    }

    /// An item of the original unit.
    fn item(&self, item: usize) -> Option<&Item> {
        self.parse.unit.items.get(item + self.shifts.get(item)?)
    }
}

/// Lowers a program with other bodies.
pub(crate) struct Schemata<'b> {
    pub(super) base: &'b SchemaBase,
    relowering: Relowering<'b>,
}

impl Schemata<'_> {
    /// The schema of candidates, which `change` puts into an item of the unit; `None` if nothing fits there.
    pub(crate) fn schema<T>(
        &mut self,
        candidates: Vec<T>,
        change: &dyn Fn(&[T]) -> Changed,
    ) -> Option<Schema<T>> {
        let mut builder = Builder {
            base: self.base,
            relowering: &mut self.relowering,
            change,
            refused: 0,
        };
        builder.lowered(&[])?;
        let fitting = builder.fitting(candidates);
        let mut program = builder.lowered(&fitting).filter(|_| !fitting.is_empty())?;
        // Each candidate has registers of its own, and each activation has them all.
        compact_above(&mut program, MANY_REGISTERS);
        let named = |name: &str| {
            let globals = program.globals.iter().enumerate();
            let own = globals.filter(|(_, global)| &*global.name == name);
            own.map(|(at, _)| at).collect::<Vec<usize>>()
        };
        Some(Schema {
            choices: named(CHOICE),
            seen: named(SEEN),
            candidates: fitting,
            program,
        })
    }
}

/// Builds a schema.
struct Builder<'b, 'r, T> {
    base: &'b SchemaBase,
    relowering: &'b mut Relowering<'r>,
    change: &'b dyn Fn(&[T]) -> Changed,
    /// Number of candidates that do not fit.
    refused: usize,
}

impl<T> Builder<'_, '_, T> {
    /// The candidates that can be lowered together.
    fn fitting(&mut self, mut candidates: Vec<T>) -> Vec<T> {
        if self.refused > MAX_REFUSED {
            return Vec::new();
        }
        if candidates.is_empty() || self.lowered(&candidates).is_some() {
            return candidates;
        }
        if candidates.len() == 1 {
            self.refused += 1;
            return Vec::new();
        }
        let right = candidates.split_off(candidates.len() / 2);
        let mut fitting = self.fitting(candidates);
        fitting.extend(self.fitting(right));
        fitting
    }

    /// The program with these candidates; `None` if it has errors.
    fn lowered(&mut self, candidates: &[T]) -> Option<Program> {
        let (item, changed) = (self.change)(candidates)?;
        let at = item + self.base.shifts.get(item)?;
        let Item::Function(function) = &changed else {
            return None;
        };
        if self.relowering.fits(at) {
            return self.relowering.with_any_warnings((at, function));
        }
        let mut parse = self.base.parse.clone();
        parse.unit.items[at] = changed;
        let lowered = lower(&parse, &bare());
        let is_right = lowered
            .problems
            .iter()
            .all(|p| p.severity != Severity::Error);
        is_right.then_some(lowered.program)
    }
}

/// The statement of these that the variable selects, numbered from 1; 0 selects none.
pub(crate) fn chosen_statement(all: &[StmtKind], span: Span) -> Stmt {
    statement(&with_none(all, span), 0, &choice(span))
}

/// Two statements, of each of two lists: the variable selects a pair, numbered from 1, with all second ones for the
/// first first one, and so on; 0 selects none.
pub(crate) fn chosen_pair(first: &[StmtKind], second: &[StmtKind], span: Span) -> Stmt {
    let number = |n: usize| Box::new(Expr::int(n as u64, span));
    let binary = |op, a, b| made(ExprKind::Binary(op, Box::new(a), b), span);
    let most = second.len();
    let from_zero = binary(BinaryOp::Sub, choice(span), number(1));
    let up = binary(BinaryOp::Add, from_zero.clone(), number(most));
    let of_first = binary(BinaryOp::Div, up, number(most));
    let rest = binary(BinaryOp::Rem, from_zero, number(most));
    let of_second = binary(BinaryOp::Add, rest, number(1));
    let items = [(first, of_first), (second, of_second)]
        .map(|(all, selects)| statement(&with_none(all, span), 0, &selects))
        .map(BlockItem::Statement);
    let kind = StmtKind::Block(Block {
        items: items.to_vec(),
        span,
    });
    Stmt { kind, span }
}

fn with_none(all: &[StmtKind], span: Span) -> Vec<Stmt> {
    let none = std::iter::once(StmtKind::Empty);
    let kinds = none.chain(all.iter().cloned());
    kinds.map(|kind| Stmt { kind, span }).collect()
}

fn statement(all: &[Stmt], first: u64, selects: &Expr) -> Stmt {
    if let [one] = all {
        return one.clone();
    }
    let (left, right, number) = halves(all, first);
    let kind = StmtKind::If(
        is_before(selects, number),
        Box::new(statement(left, first, selects)),
        Some(Box::new(statement(right, number, selects))),
    );
    let span = selects.span;
    Stmt { kind, span }
}

/// Both halves, and the number of the first of the second half.
fn halves<T>(all: &[T], first: u64) -> (&[T], &[T], u64) {
    let (left, right) = all.split_at(all.len() / 2);
    (left, right, first + left.len() as u64)
}

fn choice(span: Span) -> Expr {
    made(ExprKind::Ident(CHOICE.to_owned()), span)
}

/// `selects < number`
fn is_before(selects: &Expr, number: u64) -> Expr {
    let bound = Box::new(Expr::int(number, selects.span));
    let selects = Box::new(selects.clone());
    let span = selects.span;
    made(ExprKind::Binary(BinaryOp::Lt, selects, bound), span)
}

fn made(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}

/// The one of these expressions that the variable selects, the first of which has this number.
fn chosen(all: &[Expr], first: u64, span: Span) -> Expr {
    if let [one] = all {
        return one.clone();
    }
    let (left, right, number) = halves(all, first);
    let kind = ExprKind::Conditional(
        Box::new(is_before(&choice(span), number)),
        Some(Box::new(chosen(left, first, span))),
        Box::new(chosen(right, number, span)),
    );
    made(kind, span)
}

/// The condition of these that the variable selects, numbered from 1; 0 selects one that is always true.
pub(super) fn chosen_condition(all: &[Expr], span: Span) -> Expr {
    let always = std::iter::once(Expr::int(1, span));
    let all: Vec<Expr> = always.chain(all.iter().cloned()).collect();
    noted(chosen(&all, 0, span))
}

/// The truth value of an expression, which the second variable notes.
fn noted(tree: Expr) -> Expr {
    let span = tree.span;
    let note = |bit: u64, value: u64| {
        let seen = Box::new(made(ExprKind::Ident(SEEN.to_owned()), span));
        let bit = Box::new(Expr::int(bit, span));
        let note = made(ExprKind::Assign(Some(BinaryOp::BitOr), seen, bit), span);
        let value = Box::new(Expr::int(value, span));
        Box::new(made(ExprKind::Comma(Box::new(note), value), span))
    };
    let (yes, no) = (note(1, 1), note(2, 0));
    made(ExprKind::Conditional(Box::new(tree), Some(yes), no), span)
}
