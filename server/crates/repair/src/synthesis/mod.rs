//! Repair by synthesis: everything that the program's own names can say at a place is tried.
//!
//! A *place* is an expression. Its *candidates* are built by a small grammar ([`grammar`]) from the *leaves* that fit
//! there ([`leaves`]): variables, members, elements, numbers, named numbers and calls. There are hundreds at a place,
//! far too many to lower the program for each. So the program is lowered once for a place, with all candidates in it as
//! a *schema* that computes the one that a number selects ([`schema`]; R. Untch, A. J. Offutt, M. J. Harrold: *Mutation
//! Analysis Using Mutant Schemata*, 1993), and run with one number after the other, failing tests first.
//!
//! What passes all tests is lowered alone and judged like any other edit. Passing is where evidence begins: a condition
//! that no longer decides anything is doubtful, and so is each of many candidates that pass.
//!
//! # References
//! * M. Monperrus, J. Xuan et al.: *Nopol*, TSE 2017 (conditions from the values of the names in scope).
//! * F. Long, M. Rinard: *Automatic Patch Generation by Learning Correct Code* (Prophet), POPL 2016 (a prior orders
//!   what passes).

mod class;
mod grammar;
mod guards;
mod habits;
mod leaves;

mod predicates;
mod schema;
mod screen;

use std::ops::Range;
use std::rc::Rc;

use ir::CompId;
use rustc_hash::FxHashSet;
use syntax::ast::{Expr, ExprKind, StmtKind};
use syntax::visit::{Walk, each_expr, each_statement};
use syntax::{Parse, Span};

use crate::edit::Edit;
use crate::generate::print::{operator_span, spelling};
use crate::generate::scope::Scope;
use crate::generate::written::Written;
use crate::kind::EditKind;
use crate::limits::{
    DECIDING_CANDIDATES, DECISIVE_CANDIDATES, FEW_TESTS, MAX_CONFIRMED, OUTSTANDING,
};
use crate::macros::MacroBodies;
use crate::named_numbers::is_name_of_number;
use crate::patch::Fix;
use crate::plausibility;
use crate::sites::{Context, Truth, sites, truth_operands};
use crate::validate::{Fixer, Repair};
pub(crate) use class::Class;
use grammar::{Draft, Grammar};
pub(crate) use guards::{Guarded, guarded};
pub(crate) use habits::Habits;
pub(crate) use leaves::{Leaf, Leaves};
pub(crate) use predicates::Predicate;
use schema::Schema;
pub(crate) use schema::{SchemaBase, Schemata, chosen_pair, chosen_statement};
use screen::Survivor;

/// How much an unlikely candidate that passes weighs against a likely one.
const UNLIKELY: f64 = 0.3;
/// Least plausibility of a repair that is one of very few, unless something else speaks against it.
const DECIDED: f64 = 0.65;
/// Plausibility up to which something speaks against a repair: it is vacuous, or breaks inputs near those of the tests.
const DOUBTED: f64 = 0.3;

/// Likelihoods of candidates, by the order in which they are tried.
const TIERS: [Range<f64>; 2] = [0.5..f64::INFINITY, 0.0..0.5];

/// An expression with its position in the traversal of the unit.
struct Place {
    position: usize,
    context: Context,
    expr: Expr,
    /// Whether it is the condition of a statement, or an operand of a connective.
    is_condition: bool,
}

impl Place {
    /// Whether only the truth value of the expression matters.
    fn is_truth(&self) -> bool {
        self.is_condition || self.context.truth != Truth::Value
    }
}

impl Fixer<'_> {
    /// The best synthesised repairs at each of the given components, most likely components first.
    pub fn synthesise(&mut self, comps: &[(CompId, Span)]) -> Vec<(CompId, Fix)> {
        let base = SchemaBase::new(self.original, &self.ends);
        let mut schemata = base.schemata();
        let mut habits = Habits::of(self.original);
        habits.strange = self.trials.judges.strange_characters();
        let places = self.places(comps, &conditions(self.original));
        let (mut found, mut passing) = (Vec::new(), 0.0);
        // Likely candidates of all places come before unlikely ones of any.
        for (tier, is_first) in TIERS.into_iter().zip([true, false]) {
            if !is_first {
                let (of_guards, guards) = self.guards(comps, &habits, &mut schemata);
                passing += UNLIKELY * of_guards as f64;
                found.extend(guards);
            }

            for (comp, place, scope) in &places {
                if self.exhausted() {
                    return found;
                }
                let mut drafts = Grammar::at(place, scope, &self.parse, &habits).candidates();
                drafts.retain(|draft| tier.contains(&draft.prior));
                let change = |drafts: &[Draft]| base.at_place(place, drafts);
                if let Some(schema) = schemata.schema(drafts, &change) {
                    self.trials.charge(schema.cost());
                    self.trials.edited = Some(*comp);
                    let (of_place, fixes) = self.at_place(place, &schema);
                    passing += of_place as f64 * if is_first { 1.0 } else { UNLIKELY };
                    found.extend(fixes.into_iter().map(|fix| (*comp, fix)));
                    self.trials.edited = None;
                }
            }
        }
        let judges = &self.trials.judges;
        if judges.are_few() {
            // Of so many candidates, some pass a few tests by accident, unless hardly any do.
            let factor = if passing > DECIDING_CANDIDATES {
                FEW_TESTS
            } else {
                1.0
            };
            for (_, fix) in &mut found {
                fix.plausibility *= factor;
            }
        } else if passing <= DECISIVE_CANDIDATES {
            // Everything was tried, and hardly anything passes: what does was meant, as a rule.
            for (_, fix) in found
                .iter_mut()
                .filter(|(_, fix)| fix.plausibility > DOUBTED)
            {
                fix.plausibility = fix.plausibility.max(DECIDED);
            }
        }
        found
    }

    /// The places in components, each once, with what is in scope there.
    fn places(
        &mut self,
        comps: &[(CompId, Span)],
        conditions: &FxHashSet<Span>,
    ) -> Vec<(CompId, Place, Rc<Scope>)> {
        let macros = MacroBodies::of(&self.parse);
        let mut known = FxHashSet::default();
        let mut places = Vec::new();
        for (comp, span) in comps {
            let scope = Rc::new(Scope::at(&self.parse.unit, *span));
            for (position, context, expr) in sites(&mut self.parse.unit, *span, &self.statements) {
                let is_place = context.alone && is_written(&self.parse, &expr, &macros);
                if is_place && known.insert(position) {
                    let place = Place {
                        position,
                        context,
                        is_condition: conditions.contains(&expr.span),
                        expr,
                    };
                    places.push((*comp, place, Rc::clone(&scope)));
                }
            }
        }
        places
    }

    /// Number of candidates at a place with which all tests pass, and the likeliest repairs.
    fn at_place(&mut self, place: &Place, schema: &Schema<Draft>) -> (usize, Vec<Fix>) {
        let passing = self.screen(schema);
        let count = passing.len();
        let span = place.expr.span;
        let passing = self.likeliest(passing, &|draft| {
            (span, draft.written.text.clone(), draft.prior)
        });
        let confirmed = passing.into_iter().filter_map(|(survivor, few)| {
            let draft = survivor.candidate;
            let mut fix = self.confirmed(place, draft)?;
            let is_vacuous = if place.is_truth() {
                self.is_vacuous(schema, &survivor)
            } else {
                self.is_idle(place.position)
            };
            let doubt = if is_vacuous {
                plausibility::VACUOUS
            } else {
                1.0
            };
            fix.plausibility = (fix.plausibility * draft.prior * few * doubt).min(1.0);
            Some(fix)
        });
        (count, confirmed.collect())
    }

    /// The likeliest of the candidates with which all tests pass, each with a factor for its plausibility: if there are
    /// many, of which none stands out, the tests do not decide between them. `words` are the place, text and prior.
    fn likeliest<'s, T>(
        &mut self,
        passing: Vec<Survivor<'s, T>>,
        words: &dyn Fn(&T) -> (Span, String, f64),
    ) -> Vec<(Survivor<'s, T>, f64)> {
        let rated = passing.into_iter().map(|survivor| {
            let (span, text, prior) = words(survivor.candidate);
            let likely = prior * self.naturalness_of(span, &text);
            (survivor, likely.powi(OUTSTANDING))
        });
        let mut rated: Vec<(Survivor<'s, T>, f64)> = rated.collect();
        let sum: f64 = rated.iter().map(|(_, likely)| likely).sum();
        rated.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        rated.truncate(MAX_CONFIRMED);
        for (_, likely) in &mut rated {
            *likely = (DECIDING_CANDIDATES * *likely / sum.max(f64::MIN_POSITIVE))
                .min(1.0)
                .sqrt();
        }
        rated
    }

    /// The repair by a candidate that passed in the schema, judged by itself.
    fn confirmed(&mut self, place: &Place, draft: &Draft) -> Option<Fix> {
        let Written { expr, text, .. } = draft.written.clone();
        let edit = Edit {
            tree: expr,
            span: place.expr.span,
            text,
            hole: None,
            kind: EditKind::Synthesised,
            generator: draft.form,
        };
        match self.attempt(place.position, &edit, 0)?.0 {
            Repair::Fix(fix) => Some(fix),
            Repair::Near => None,
        }
    }
}

/// Factor for the plausibility of each of so many candidates at a place with which all tests pass: if there are many,
/// the tests do not decide between them.
pub(crate) fn decided_among(passing: usize) -> f64 {
    let share = DECIDING_CANDIDATES / passing.max(1) as f64;
    share.min(1.0).sqrt()
}

/// Whether an expression stands in the text, or is a number that a macro names there, or a value in an argument of a
/// macro.
fn is_written(parse: &Parse, e: &Expr, macros: &MacroBodies) -> bool {
    match parse.macro_use_at(e.span) {
        None => true,
        Some(used) if used.use_span == e.span => is_name_of_number(parse, e),
        Some(_) => is_typed(parse, e) && macros.take_values(parse, e.span),
    }
}

/// Whether an expression is typed in the text as it is in the tree, and not put together by a macro.
fn is_typed(parse: &Parse, e: &Expr) -> bool {
    let text = parse.sources.text(e.span);
    match &e.kind {
        ExprKind::Ident(name) => text == name,
        ExprKind::Int(_) => text.starts_with(|c: char| c.is_ascii_digit()),
        ExprKind::Binary(op, a, b) => {
            let operator = operator_span(parse, a, spelling(*op), b);
            operator.is_some() && is_typed(parse, a) && is_typed(parse, b)
        }
        ExprKind::Index(a, at) => {
            let ends = a.span.end < at.span.start && text.ends_with(']');
            ends && is_typed(parse, a) && is_typed(parse, at)
        }
        ExprKind::Member(base, name, _) => text.ends_with(&name.text) && is_typed(parse, base),
        ExprKind::Deref(a) => text.starts_with('*') && is_typed(parse, a),
        ExprKind::Call(callee, arguments) => {
            let typed = |e: &Expr| is_typed(parse, e);
            text.ends_with(')') && typed(callee) && arguments.iter().all(typed)
        }
        _ => false,
    }
}

/// Places of the conditions of statements, and of the operands of connectives.
fn conditions(parse: &Parse) -> FxHashSet<Span> {
    let (mut unit, mut found) = (parse.unit.clone(), FxHashSet::default());
    each_expr(&mut unit, &mut |e| {
        found.extend(truth_operands(e));
        Walk::On
    });
    each_statement(&mut unit, &mut |s| match &s.kind {
        StmtKind::If(c, ..) | StmtKind::While(c, _) | StmtKind::DoWhile(_, c) => {
            found.insert(c.span);
        }
        StmtKind::For(parts) => found.extend(parts.condition.iter().map(|c| c.span)),
        _ => {}
    });
    found
}
