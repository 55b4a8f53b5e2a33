//! Insertions: statements that may be missing, as components of their own (`CFaults` §4, "Refinement").
//!
//! To find out where a statement is missing, the program is lowered again; at chosen points between its statements,
//! each statement that could stand there becomes a component. As written it does nothing. All other components keep
//! their ids, so a set found in the original program means the same here.
//!
//! # What can be missing
//! A jump (`break`, `continue`, `return` with any value, `goto` to a label of the function), an assignment of any value
//! to a scalar object ([`targets`](super::targets)), and output of any text. A relaxed insertion is executed or not,
//! independently at each execution, so the inclusion law holds. An object that cannot be reached (`p->f` with `p` null)
//! is not assigned to.
//!
//! # Where
//! Before each statement of a block, at the end of a block, and in the missing `else` of an `if`. An assignment is not
//! repeated where it would have the same effect as an earlier one: after a statement that does not touch the object.
//! But where a loop is followed by an assignment, its body ends with an insertion that assigns to the same object: a
//! brace may be misplaced.

use ir::{AltKind, ComponentKind, FnId, InsertedStatement, Insertion, Inst, Reg, Scalar};
use rustc_hash::FxHashMap;
use syntax::Span;
use syntax::ast::{Block, BlockItem, ExprKind, Stmt, StmtKind};

use super::builder::{Label, Writes};
use super::call::is_specification;
use super::effects::Extent;
use super::relax::Open;
use super::scope::{Entity, Scopes};
use super::targets::{Assignment, Mentions, Target, assignments, labels, targets};
use super::types::Type;
use super::{LowerOptions, LoweredUnit, Lowerer};

/// Most labels of a function to which jumps are inserted.
const MOST_LABELS: usize = 4;

/// Kind of a point at which a statement may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gap {
    /// Before a statement.
    Before,
    /// At the end of a block.
    End,
    /// In an `else` branch that is itself missing.
    Else,
}

/// A point at which a statement may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The text at the point: the first word of the following statement, the brace that ends the block, or the last
    /// byte of the `if`.
    pub span: Span,
    /// Kind of the point.
    pub gap: Gap,
    /// The enclosing function.
    pub function: FnId,
    /// The enclosing block, or the `if` that has no `else`.
    pub around: Span,
    /// The preceding statement in the block.
    pub before: Option<Span>,
    /// The following statement in the block.
    pub after: Option<Span>,
}

/// The data that components of kind [`ComponentKind::Insertion`] refer to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Insertions {
    /// Points, in the order in which they were visited.
    pub points: Vec<Point>,
    /// Objects and labels, as they are spelled.
    pub names: Vec<String>,
    /// Statements that assign a particular value to an object: the alternatives of kind [`AltKind::Taken`] of an
    /// assignment.
    pub terms: FxHashMap<Insertion, Vec<String>>,
    /// For assignments that are missing in a loop: the statement directly after the loop, if it assigns to the same
    /// object. It may have been meant to stand inside the loop.
    pub behind: FxHashMap<Insertion, Span>,
}

impl Insertions {
    /// The text of a statement, with a gap for what it assigns, returns or prints.
    pub fn statement(&self, insertion: Insertion) -> String {
        let name = |i: u32| self.names.get(i as usize).map_or("", String::as_str);
        let statement = match insertion.what {
            InsertedStatement::Break => "break;".to_owned(),
            InsertedStatement::Continue => "continue;".to_owned(),
            InsertedStatement::Return => "return;".to_owned(),
            InsertedStatement::Goto(label) => format!("goto {};", name(label)),
            InsertedStatement::Assign(object) => format!("{} = …;", name(object)),
            InsertedStatement::Print => "printf(…);".to_owned(),
            InsertedStatement::Statement => "…;".to_owned(),
        };
        self.in_place(insertion, &statement)
    }

    /// The statement as it would be written at the point of an insertion, including a missing `else`.
    pub fn in_place(&self, insertion: Insertion, statement: &str) -> String {
        let point = self.points.get(insertion.point as usize);
        match point.map(|p| p.gap) {
            Some(Gap::Else) => format!("else {statement}"),
            _ => statement.to_owned(),
        }
    }
}

/// Kinds of statements that are inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Statements {
    /// Jumps.
    Jumps,
    /// Assignments.
    Assignments,
    /// Assignments, with further alternatives that assign particular values and that no search follows: values assigned
    /// elsewhere, another variable, 0 and 1, one more and one less.
    Terms,
    /// Output.
    Output,
}

/// The statements to insert, and the points.
#[derive(Clone, Copy)]
pub struct InsertionRequest<'a> {
    /// Kind of statements.
    pub what: Statements,
    /// Whether to insert at a point.
    pub at: &'a (dyn Fn(&Point) -> bool + Sync),
}

/// State of lowering with insertions.
#[derive(Default)]
pub(super) struct Inserting<'a> {
    wanted: Option<InsertionRequest<'a>>,
    /// The data of the insertions so far.
    made: Insertions,
    /// Objects that the function being lowered names.
    targets: Vec<Target>,
    /// Labels of that function.
    labels: Vec<String>,
    /// Assignments of that function.
    assignments: Vec<Assignment>,
}

/// Lowers a translation unit with the wanted statements as components of kind [`ComponentKind::Insertion`]. They are
/// numbered after all others, which are the same as in [`super::lower`].
pub fn lower_insertions<'a>(
    parse: &'a syntax::Parse,
    options: &LowerOptions,
    wanted: InsertionRequest<'a>,
) -> LoweredUnit {
    let mut lowerer = Lowerer::new(parse, *options);
    lowerer.inserting.wanted = Some(wanted);
    lowerer.run()
}

impl Inserting<'_> {
    /// Removes the data of the insertions.
    pub(super) fn take_made(&mut self) -> Insertions {
        std::mem::take(&mut self.made)
    }

    /// Assignments of the function being lowered.
    pub(super) fn assignments(&self) -> &[Assignment] {
        &self.assignments
    }

    /// The assignments directly after the loop that has this body: objects and places.
    fn assignments_after_loop(&self, body: Span) -> Vec<(String, Span)> {
        let behind = self.assignments.iter().filter(|a| a.behind == Some(body));
        behind.map(|a| (a.object.clone(), a.expr.span)).collect()
    }

    fn name(&mut self, text: &str) -> u32 {
        let names = &mut self.made.names;
        let known = names.iter().position(|n| n == text);
        let index = known.unwrap_or_else(|| {
            names.push(text.to_owned());
            names.len() - 1
        });
        index as u32
    }
}

impl Lowerer<'_> {
    /// Prepares the insertions of a function.
    pub(super) fn begin_insertions(&mut self, body: &Block) {
        let Some(wanted) = self.inserting.wanted else {
            return;
        };
        if !self.f.instrument {
            return;
        }
        self.inserting.labels = labels(body);
        self.inserting.labels.truncate(MOST_LABELS);
        if matches!(wanted.what, Statements::Assignments | Statements::Terms) {
            self.inserting.targets = targets(body, self.parse);
            self.inserting.assignments = assignments(body, self.parse);
        }
    }

    /// The point before the statement of this index, or at the end of the block.
    pub(super) fn insertion_point(&mut self, block: &Block, index: usize) {
        if self.inserting.wanted.is_none() {
            return;
        }
        let statement = |item: &BlockItem| match item {
            BlockItem::Statement(s) => Some(s.span),
            BlockItem::Declaration(_) => None,
        };
        let item = block.items.get(index);
        let after = item.and_then(statement);
        if item.is_some() && after.is_none() {
            return;
        }
        let last = index.checked_sub(1).map(|i| &block.items[i]);
        let (gap, span) = match after {
            Some(span) => (Gap::Before, self.parse.sources.first_word(span)),
            None => (Gap::End, block.span.last_byte()),
        };
        let point = Point {
            span,
            gap,
            function: self.f.id,
            around: block.span,
            before: last.and_then(statement),
            after,
        };
        // Any assertion holds if what it looks at is set just before.
        let is_judged = item.is_some_and(is_assertion);
        let mentions = last.filter(|i| statement(i).is_some()).map(Mentions::of);
        let behind = match gap {
            Gap::End => self.inserting.assignments_after_loop(block.span),
            _ => Vec::new(),
        };
        self.insert_at(point, &|target, shared| {
            let is_relevant = mentions
                .as_ref()
                .is_none_or(|m| m.is_order_relevant(target, shared));
            !is_judged && (is_relevant || behind.iter().any(|(object, _)| *object == target.text))
        });
    }

    /// The point in the missing `else` of an `if`, where `on_false` is bound.
    pub(super) fn missing_else(&mut self, s: &Stmt, then: &Stmt, on_false: Label) {
        if self.inserting.wanted.is_none() || then.ends_in_open_if() {
            return self.f.bind(on_false);
        }
        let end = self.f.label();
        self.f.jump(s.span, end);
        self.f.bind(on_false);
        let point = Point {
            span: s.span.last_byte(),
            gap: Gap::Else,
            function: self.f.id,
            around: s.span,
            before: None,
            after: None,
        };
        let mentions = Mentions::of_stmt(then);
        self.insert_at(point, &|target, _| mentions.name(target));
        self.f.bind(end);
    }

    /// Inserts everything that may be missing at a point, but only those assignments that `concern` it.
    fn insert_at(&mut self, point: Point, concern: &dyn Fn(&Target, bool) -> bool) {
        let Some(wanted) = self.inserting.wanted else {
            return;
        };
        if self.f.copies > 0 {
            self.f.dropped += 1;
            return;
        }
        if !self.f.instrument || !self.f.reachable() || !(wanted.at)(&point) {
            return;
        }
        let made = &mut self.inserting.made.points;
        made.push(point);
        let index = made.len() as u32 - 1;
        let quiet = self.diagnostics.set_quiet(true);
        let is_else = point.gap == Gap::Else;
        match wanted.what {
            Statements::Jumps if is_else => {
                // A jump in an `else` is equivalent to one after the `if`.
            }
            Statements::Jumps => self.insert_jumps(index, point.span),
            Statements::Assignments | Statements::Terms => {
                let targets = self.targets_here(&self.inserting.targets);
                for target in &targets {
                    let shared = in_register(target, &self.scopes).is_none();
                    if concern(target, shared) {
                        self.insert_assignment(index, point.span, target, &targets);
                    }
                }
            }
            Statements::Output => {
                if !is_else && !self.library.redirects() {
                    self.insert_output(index, point.span);
                }
            }
        }
        self.diagnostics.set_quiet(quiet);
    }

    fn insert_jumps(&mut self, point: u32, span: Span) {
        // Out of a loop or a switch.
        let exits = self.f.exits.iter().rev();
        let on_break = exits.clone().next().map(|exit| exit.on_break);
        let on_continue = exits.clone().find_map(|exit| exit.on_continue);
        let leaving = [
            (InsertedStatement::Break, on_break),
            (InsertedStatement::Continue, on_continue),
        ];
        for (what, to) in leaving {
            if let Some(to) = to {
                self.insert_jump(point, what, span, |this| {
                    this.f.emit(span, Inst::Jump { to });
                });
            }
        }

        // To a label.
        for name in self.inserting.labels.clone() {
            let what = InsertedStatement::Goto(self.inserting.name(&name));
            self.insert_jump(point, what, span, |this| {
                this.f.goto(&name, span);
            });
        }

        // Out of the function, with any result.
        match self.f.result.clone() {
            Type::Void => self.insert_jump(point, InsertedStatement::Return, span, |this| {
                this.f.emit(span, Inst::Return { value: None });
            }),
            ty if ty.scalar().is_some() || matches!(ty, Type::Record(_)) => {
                let Some(mut open) = self.begin_insertion(point, InsertedStatement::Return, span)
                else {
                    return;
                };
                self.alternative(&mut open, AltKind::Angelic, true);
                self.return_angelic(&open, &ty, span);
                self.finish(open, false);
            }
            _ => {}
        }
    }

    fn insert_jump(
        &mut self,
        point: u32,
        what: InsertedStatement,
        span: Span,
        jump: impl FnOnce(&mut Self),
    ) {
        if let Some(mut open) = self.begin_insertion(point, what, span) {
            self.alternative(&mut open, AltKind::Taken, true);
            jump(self);
            self.finish(open, false);
        }
    }

    /// Inserts an assignment of any value. For numbers, the previous value is covered, too, and so is doing nothing.
    fn insert_assignment(&mut self, point: u32, span: Span, target: &Target, all: &[Target]) {
        // Only scalars are assigned.
        let ty = self.type_of(&target.expr);
        let covers = matches!(ty, Type::Arith(_));
        if !covers && !matches!(ty, Type::Pointer(_)) {
            return;
        }
        let what = InsertedStatement::Assign(self.inserting.name(&target.text));
        let insertion = Insertion { point, what };
        let Some(mut open) = self.begin_insertion(point, what, span) else {
            return;
        };

        // Observe the value that the variable keeps if nothing is assigned.
        if let Some((reg, scalar)) = in_register(target, &self.scopes) {
            self.f.observe(open.comp, reg, scalar);
        }

        // Any value.
        self.alternative(&mut open, AltKind::Angelic, true);
        self.with_rescue(&open, |this| {
            if let Some(place) = this.place(&target.expr) {
                this.store_angelic(&place, open.comp, span);
            }
        });

        // Particular values, as evidence.
        if self
            .inserting
            .wanted
            .is_some_and(|w| w.what == Statements::Terms)
        {
            let terms = self.terms_for(target, &ty, all);
            for (_, term) in &terms {
                self.alternative(&mut open, AltKind::Taken, false);
                self.with_rescue(&open, |this| {
                    this.with_writes(Writes::Owned, |this| this.discard(term));
                });
            }
            let texts = terms.into_iter().map(|(text, _)| text).collect();
            self.inserting.made.terms.insert(insertion, texts);
        }

        // A statement after the loop that may belong here.
        let around = self.inserting.made.points[point as usize].around;
        let behind = self.inserting.assignments_after_loop(around);
        if let Some((_, span)) = behind.iter().find(|(object, _)| *object == target.text) {
            self.inserting.made.behind.insert(insertion, *span);
        }
        self.finish(open, covers);
    }

    /// Inserts output of any text, which may be empty.
    fn insert_output(&mut self, point: u32, span: Span) {
        if let Some(mut open) = self.begin_insertion(point, InsertedStatement::Print, span) {
            self.alternative(&mut open, AltKind::Angelic, true);
            self.f.emit(span, Inst::AngelicOutput { comp: open.comp });
            self.finish(open, true);
        }
    }

    fn begin_insertion(&mut self, point: u32, what: InsertedStatement, span: Span) -> Option<Open> {
        let kind = ComponentKind::Insertion(Insertion { point, what });
        let extent = Extent {
            nodes: 1,
            height: 1,
        };
        self.begin(kind, span, extent)
    }
}

/// The register that holds a variable.
fn in_register(target: &Target, scopes: &Scopes) -> Option<(Reg, Scalar)> {
    let ExprKind::Ident(name) = &target.expr.kind else {
        return None;
    };
    match scopes.find(name) {
        Some(Entity::Register(reg, ty)) => Some((*reg, ty.scalar()?)),
        _ => None,
    }
}

/// Whether a statement of a block is an assertion.
fn is_assertion(item: &BlockItem) -> bool {
    let BlockItem::Statement(statement) = item else {
        return false;
    };
    let StmtKind::Expr(e) = &statement.kind else {
        return false;
    };
    matches!(&e.kind, ExprKind::Call(callee, _) if is_specification(callee))
}
