//! Guards: a statement, or two in a row, that should run only under a condition: `if (p) s;`.
//!
//! As many conditions are tried as for other expressions, in one schema for each statement. A guard that never lets
//! the statement run deletes it, which is another edit; so the tests must decide the condition both ways.

use ir::CompId;
use syntax::ast::{Block, BlockItem, Expr, ExprKind, Function, Item, Stmt, StmtKind};
use syntax::visit::{Walk, each_block_of, each_of_item, each_statement_of};
use syntax::{Parse, Span};

use super::habits::Habits;
use super::leaves::Leaves;
use super::predicates::Predicate;
use super::schema::{Schemata, chosen_condition};
use crate::generate::scope::Scope;
use crate::limits::FOLLOWED;
use crate::patch::{Fix, TextEdit};
use crate::validate::Fixer;

/// Plausibility of a guard, before that of its condition.
const GUARD: f64 = 0.85;

/// Statements of a function that a condition may be missing for.
pub(crate) struct Guarded<'p> {
    pub(crate) item: usize,
    function: &'p Function,
    /// The first statement, and the one after it if the condition is for both.
    pub(crate) first: Span,
    second: Option<Span>,
}

/// How a guarded statement is written: what ends a line, what its line begins with, and one level of indentation.
struct Indentation<'p> {
    end: &'p str,
    lead: &'p str,
    step: &'p str,
}

impl Fixer<'_> {
    /// Guards for the statements that are components, likeliest components first, with the number of those with which
    /// all tests pass.
    pub(super) fn guards(
        &mut self,
        comps: &[(CompId, Span)],
        habits: &Habits,
        schemata: &mut Schemata<'_>,
    ) -> (usize, Vec<(CompId, Fix)>) {
        let (mut count, mut found) = (0, Vec::new());
        for (comp, span) in comps {
            for guarded in guarded(self.original, *span) {
                if self.exhausted() {
                    return (count, found);
                }
                self.trials.edited = Some(*comp);
                let (of_place, fixes) = self.guards_of(&guarded, habits, schemata);
                self.trials.edited = None;
                count += of_place;
                found.extend(fixes.into_iter().map(|fix| (*comp, fix)));
            }
        }
        (count, found)
    }

    fn guards_of(
        &mut self,
        guarded: &Guarded<'_>,
        habits: &Habits,
        schemata: &mut Schemata<'_>,
    ) -> (usize, Vec<Fix>) {
        let scope = Scope::at(&self.original.unit, guarded.first);
        let mut conditions =
            Leaves::at(guarded.first, &scope, self.original, habits).predicates(&scope, habits);
        let followed = guarded.followed();
        let followed: Vec<&str> = followed
            .iter()
            .map(|pointer| self.original.sources.text(pointer.span))
            .collect();
        for condition in &mut conditions {
            if followed.contains(&&*condition.text) {
                condition.prior = FOLLOWED;
            }
        }
        let change = |conditions: &[Predicate]| {
            let all: Vec<_> = conditions.iter().map(|p| p.expr.clone()).collect();
            let condition = chosen_condition(&all, guarded.first);
            Some((guarded.item, guarded.under(condition)))
        };
        let Some(schema) = schemata.schema(conditions, &change) else {
            return (0, Vec::new());
        };
        self.trials.charge(schema.cost());
        let mut passing = self.screen(&schema);
        passing.retain(|survivor| self.decides(&schema, survivor));
        let count = passing.len();
        let start = guarded.start();
        let words = |p: &Predicate| (start, format!("if ({}) ", p.text), p.prior);
        let passing = self.likeliest(passing, &words);
        let fixes = passing.into_iter().filter_map(|(survivor, few)| {
            let Predicate { expr, text, prior } = survivor.candidate;
            let Item::Function(function) = guarded.under(expr.clone()) else {
                return None;
            };
            let program = self.with_function(guarded.item, &function)?;
            let mut fix = guarded.fix(self.original, text)?;
            let plausible = GUARD * prior * self.naturalness_of(fix.edit.span, &fix.edit.text);
            fix.plausibility = (plausible * few).min(1.0);
            self.accepted(&program, fix)
        });
        (count, fixes.collect())
    }
}

impl Guarded<'_> {
    /// The function with the statements under a condition.
    pub(crate) fn under(&self, condition: Expr) -> Item {
        let mut function = self.function.clone();
        let mut condition = Some(condition);
        let mut guard = |s: &mut Stmt, kind: StmtKind| {
            if let Some(condition) = condition.take() {
                let span = s.span;
                s.kind = StmtKind::If(condition, Box::new(Stmt { kind, span }), None);
            }
        };
        let is_first = |s: &Stmt| s.span == self.first;
        if self.second.is_none() {
            each_statement_of(&mut function, &mut |s| {
                if is_first(s) {
                    guard(s, s.kind.clone());
                }
            });
            return Item::Function(function);
        }
        let mut is_done = false;
        each_block_of(&mut function, &mut |block| {
            let is_it = |item: &BlockItem| matches!(item, BlockItem::Statement(s) if is_first(s));
            let at = block.items.iter().position(is_it);
            if let Some(at) = at.filter(|_| !is_done)
                && let Some([BlockItem::Statement(one), BlockItem::Statement(other)]) =
                    block.items.get(at..at + 2)
            {
                let items = [one.clone(), other.clone()].map(BlockItem::Statement);
                let kind = StmtKind::Block(Block {
                    items: items.to_vec(),
                    span: one.span,
                });
                block.items.remove(at + 1);
                if let BlockItem::Statement(one) = &mut block.items[at] {
                    guard(one, kind);
                }
                // The new block has the two statements, too.
                is_done = true;
            }
        });
        Item::Function(function)
    }

    /// The pointers that the first statement follows.
    pub(crate) fn followed(&self) -> Vec<Expr> {
        let mut found = Vec::new();
        each_of_item(&mut Item::Function(self.function.clone()), &mut |e| {
            if let ExprKind::Member(base, _, true)
            | ExprKind::Deref(base)
            | ExprKind::Index(base, _) = &e.kind
                && self.first.encloses(e.span)
            {
                found.push((**base).clone());
            }
            Walk::On
        });
        found
    }

    /// The place before the first statement.
    fn start(&self) -> Span {
        let start = self.first.start;
        Span {
            end: start,
            ..self.first
        }
    }

    /// The statements get lines of their own, one level deeper, if they have such lines.
    fn indentation<'s>(&self, parse: &'s Parse) -> Option<Indentation<'s>> {
        let source = parse.sources.file(self.first.file)?;
        let before = source.text.get(..self.first.start as usize)?;
        let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
        if !line.chars().all(char::is_whitespace) {
            return Some(Indentation {
                end: " ",
                lead: "",
                step: "",
            });
        }
        let step = if line.ends_with('\t') { "\t" } else { "    " };
        Some(Indentation {
            end: source.line_end(self.first.start),
            lead: line,
            step,
        })
    }

    /// The edit of the text.
    fn fix(&self, parse: &Parse, condition: &str) -> Option<Fix> {
        let Indentation { end, lead, step } = self.indentation(parse)?;
        let edit = match self.second {
            None => TextEdit {
                span: self.start(),
                text: format!("if ({condition}){end}{lead}{step}"),
            },
            Some(second) => {
                let [one, other] = [self.first, second].map(|s| parse.sources.text(s));
                let inner = format!("{lead}{step}");
                TextEdit {
                    span: Span {
                        end: second.end,
                        ..self.first
                    },
                    text: format!(
                        "if ({condition}) {{{end}{inner}{one}{end}{inner}{other}{end}{lead}}}"
                    ),
                }
            }
        };
        Some(Fix::new("guard", edit, GUARD))
    }

    /// The edit of the text with another statement in the `else` of the condition.
    pub(crate) fn fix_with_else(&self, parse: &Parse, condition: &str, other: &str) -> Option<Fix> {
        let Indentation { end, lead, step } = self.indentation(parse)?;
        let behind = TextEdit {
            span: Span {
                start: self.first.end,
                ..self.first
            },
            text: format!("{end}{lead}else{end}{lead}{step}{other}"),
        };
        Fix::of(
            "guard",
            vec![self.fix(parse, condition)?.edit, behind],
            GUARD,
        )
    }
}

/// The statement that a component is, alone and with the one after it.
pub(crate) fn guarded(parse: &Parse, comp: Span) -> Vec<Guarded<'_>> {
    let mut items = parse.unit.items.iter().enumerate();
    let of = items.find_map(|(item, of)| match of {
        Item::Function(function) if function.span.encloses(comp) => Some((item, function)),
        _ => None,
    });
    let Some((item, function)) = of else {
        return Vec::new();
    };
    let mut own = None;
    let mut before_else: Vec<Span> = Vec::new();
    let mut changed = function.clone();
    each_statement_of(&mut changed, &mut |s| match &s.kind {
        StmtKind::Expr(e) if e.span == comp => own = Some(s.span),
        StmtKind::Break | StmtKind::Continue | StmtKind::Return(None) if s.span.encloses(comp) => {
            own = Some(s.span);
        }
        // An `else` would belong to the new `if`.
        StmtKind::If(_, then, Some(_)) => before_else.push(then.span),
        _ => {}
    });
    let Some(first) =
        own.filter(|own| !before_else.contains(own) && parse.macro_use_at(*own).is_none())
    else {
        return Vec::new();
    };
    let mut second = None;
    each_block_of(&mut changed, &mut |block| {
        for pair in block.items.windows(2) {
            if let [BlockItem::Statement(a), BlockItem::Statement(b)] = pair
                && a.span == first
                && matches!(b.kind, StmtKind::Expr(_))
                && parse.macro_use_at(b.span).is_none()
            {
                second = Some(b.span);
            }
        }
    });
    let guarded = |second| Guarded {
        item,
        function,
        first,
        second,
    };
    let alone = guarded(None);
    std::iter::once(alone)
        .chain(second.map(|second| guarded(Some(second))))
        .collect()
}
