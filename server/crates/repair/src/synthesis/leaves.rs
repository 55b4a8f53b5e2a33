//! The leaves of the grammar at a place: what the program's names say there without any operator.

use rustc_hash::FxHashSet;
use syntax::Parse;
use syntax::Span;
use syntax::ast::{Expr, ExprKind, Item, Name};
use syntax::visit::{Walk, each_of_item};

use super::class::Class;
use super::habits::Habits;
use crate::edit::{Number, constant};
use crate::generate::objects::objects;
use crate::generate::print::{CAST, operand};
use crate::generate::scope::Scope;
use crate::limits::{MAX_LEAF_INDICES, MAX_LEAF_NUMBERS, MAX_LEAVES_OF_CLASS, NEAR_LINES};
use crate::macros::names;

/// An expression without operators, or one that the function contains elsewhere.
#[derive(Debug, Clone)]
pub(crate) struct Leaf {
    pub(crate) kind: ExprKind,
    pub(crate) text: String,
    pub(super) class: Class,
    /// Likelihood that it was meant, relative to others.
    pub(crate) prior: f64,
    /// Its value, if it is a number.
    pub(super) number: Option<i64>,
    /// Whether it is the name of a number.
    pub(super) is_named: bool,
    /// Whether it can be assigned to.
    pub(super) is_object: bool,
}

// Likelihoods of leaves, relative to others.
const LOCAL: f64 = 0.8;
const OBJECT_OF_FUNCTION: f64 = 0.8;
/// Another member of an object.
const SIBLING: f64 = 0.9;
const GLOBAL: f64 = 0.7;
const MEMBER: f64 = 0.9;
const ELEMENT: f64 = 0.8;
const NUMBER_OF_FUNCTION: f64 = 0.7;
const SMALL_NUMBERS: [i64; 4] = [0, 1, -1, 2];
const OF_SMALL: [f64; 4] = [0.85, 0.75, 0.65, 0.65];
const NAMED_NUMBER: f64 = 0.65;

/// Factors for an object that names something far from the place, or a near object's member that is.
const FAR: f64 = 0.8;
const PARTLY_NEAR: f64 = 0.92;

/// Leaves at a place, likeliest first.
pub(crate) struct Leaves {
    pub(super) span: Span,
    pub(super) all: Vec<Leaf>,
}

impl Leaves {
    /// All leaves at a place.
    pub(crate) fn at(span: Span, scope: &Scope, parse: &Parse, habits: &Habits) -> Leaves {
        let mut leaves = Leaves {
            span,
            all: Vec::new(),
        };
        leaves.objects(scope, parse);
        leaves.variables(scope);
        leaves.numbers(parse, habits);
        let near = near_names(span, parse);
        for leaf in leaves.all.iter_mut().filter(|leaf| leaf.is_object) {
            leaf.prior *= nearness(&leaf.text, &near);
        }
        leaves.all.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        leaves
    }

    /// Leaves of a class, likeliest first, not too many.
    pub(crate) fn of<'l>(&'l self, class: &'l Class) -> impl Iterator<Item = &'l Leaf> {
        let of_class = self.all.iter().filter(move |leaf| leaf.class == *class);
        of_class.take(MAX_LEAVES_OF_CLASS)
    }

    /// All leaves, likeliest first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Leaf> {
        self.all.iter()
    }

    /// Whether a text is the name of a number.
    pub(super) fn is_named(&self, text: &str) -> bool {
        let mut named = self.all.iter().filter(|leaf| leaf.is_named);
        named.any(|leaf| leaf.text == text)
    }

    pub(super) fn expr(&self, kind: ExprKind) -> Expr {
        Expr {
            kind,
            span: self.span,
        }
    }

    fn add(&mut self, kind: ExprKind, text: String, scope: &Scope, prior: f64) {
        let expr = self.expr(kind);
        let class = Class::of(&expr, scope);
        let Some(class) = class.filter(|_| self.all.iter().all(|leaf| leaf.text != text)) else {
            return;
        };
        let number = constant(&expr);
        self.all.push(Leaf {
            is_object: number.is_none() && !matches!(expr.kind, ExprKind::Call(..)),
            kind: expr.kind,
            text,
            class,
            prior,
            number,
            is_named: false,
        });
    }

    /// Variables, and what is one step away from them.
    fn variables(&mut self, scope: &Scope) {
        let indices: Vec<String> = scope.local_integers().map(str::to_owned).collect();
        let locals: Vec<String> = scope.local_names().map(str::to_owned).collect();
        let globals: Vec<String> = scope.global_names().map(str::to_owned).collect();
        let names = locals.into_iter().map(|name| (name, LOCAL));
        let names = names.chain(globals.into_iter().map(|name| (name, GLOBAL)));
        for (name, prior) in names {
            let base = ExprKind::Ident(name.clone());
            self.add(base.clone(), name.clone(), scope, prior);
            for (member, through) in scope.members_of(&name) {
                let arrow = if through { "->" } else { "." };
                let text = format!("{name}{arrow}{member}");
                let name = Name {
                    text: member.to_owned(),
                    span: self.span,
                };
                let kind = ExprKind::Member(Box::new(self.expr(base.clone())), name, through);
                self.elements(&kind, &text, &indices, scope, MEMBER * prior);
                self.add(kind, text, scope, MEMBER * prior);
            }
            if scope.is_pointer(&name) {
                let kind = ExprKind::Deref(Box::new(self.expr(base.clone())));
                self.add(kind, format!("*{name}"), scope, ELEMENT * prior);
            }
            self.elements(&base, &name, &indices, scope, prior);
        }
    }

    /// Elements of an array.
    fn elements(
        &mut self,
        base: &ExprKind,
        name: &str,
        indices: &[String],
        scope: &Scope,
        prior: f64,
    ) {
        let ty = scope.type_of(&self.expr(base.clone()));
        if !ty.is_some_and(|ty| ty.is_indexed()) {
            return;
        }
        let first = (Expr::int(0, self.span), "0".to_owned());
        let named = indices.iter().take(MAX_LEAF_INDICES);
        let named = named.map(|name| (self.expr(ExprKind::Ident(name.clone())), name.clone()));
        for (at, index) in named.chain([first]).collect::<Vec<_>>() {
            let kind = ExprKind::Index(Box::new(self.expr(base.clone())), Box::new(at));
            let text = format!("{name}[{index}]");
            // Of a table, each element in a row.
            self.elements(&kind, &text, indices, scope, ELEMENT * prior);
            self.add(kind, text, scope, ELEMENT * prior);
        }
    }

    /// Objects that the function names elsewhere, and their other members.
    fn objects(&mut self, scope: &Scope, parse: &Parse) {
        let mut found = objects(&parse.unit, self.span);
        found.retain(|object| parse.macro_use_at(object.span).is_none() && scope.names_all(object));
        for object in &found {
            let text = parse.sources.text(object.span).to_owned();
            self.add(object.kind.clone(), text, scope, OBJECT_OF_FUNCTION);
        }
        for object in &found {
            let ExprKind::Member(base, own, through) = &object.kind else {
                continue;
            };
            // What points to a record is the record here.
            let record = if *through {
                self.expr(ExprKind::Deref(base.clone()))
            } else {
                (**base).clone()
            };
            let arrow = if *through { "->" } else { "." };
            for member in scope
                .members_in(&record)
                .filter(|member| *member != own.text)
            {
                // The parentheses of `(*p)->next` are no part of `*p`.
                let text = format!("{}{arrow}{member}", operand(parse, base, CAST + 1));
                let name = Name {
                    text: member.to_owned(),
                    span: self.span,
                };
                let kind = ExprKind::Member(base.clone(), name, *through);
                self.add(kind, text, scope, SIBLING * OBJECT_OF_FUNCTION);
            }
        }
    }

    /// Numbers that the function contains, small ones, and those that have names.
    fn numbers(&mut self, parse: &Parse, habits: &Habits) {
        let mut values: Vec<(i64, f64)> = Vec::new();
        let mut items = parse.unit.items.iter();
        let function = items.find(|item| match item {
            Item::Function(f) => f.span.encloses(self.span),
            _ => false,
        });
        if let Some(mut item) = function.cloned() {
            each_of_item(&mut item, &mut |e| {
                if let Some(value) = constant(e)
                    && parse.macro_use_at(e.span).is_none()
                    && values.len() < MAX_LEAF_NUMBERS
                    && !values.iter().any(|(known, _)| *known == value)
                {
                    values.push((value, NUMBER_OF_FUNCTION));
                }
                Walk::On
            });
        }
        values.retain(|(value, _)| !SMALL_NUMBERS.contains(value));
        values.extend(SMALL_NUMBERS.into_iter().zip(OF_SMALL));
        for (value, prior) in values {
            self.number(value, prior);
        }
        for (name, kind) in habits.named.iter().cloned() {
            self.all.push(Leaf {
                number: None,
                kind,
                text: name,
                class: Class::Integer,
                prior: NAMED_NUMBER,
                is_named: true,
                is_object: false,
            });
        }
    }

    /// A number.
    pub(super) fn number(&mut self, value: i64, prior: f64) {
        if self.all.iter().all(|leaf| leaf.number != Some(value)) {
            self.all.push(Leaf::number(value, prior, self.span));
        }
    }
}

impl Leaf {
    /// A number.
    pub(super) fn number(value: i64, prior: f64, span: Span) -> Leaf {
        Leaf {
            kind: Number::Int(value).expr(span).kind,
            text: value.to_string(),
            class: Class::Integer,
            prior,
            number: Some(value),
            is_named: false,
            is_object: false,
        }
    }
}

/// Factor for the likelihood of a leaf: what is meant is often named nearby.
fn nearness(text: &str, near: &FxHashSet<&str>) -> f64 {
    let is_near = |name: &str| near.contains(name);
    if names(text).all(is_near) {
        1.0
    } else if names(text).next().is_some_and(is_near) {
        PARTLY_NEAR
    } else {
        FAR
    }
}

/// The names in a few lines around a place.
fn near_names(place: Span, parse: &Parse) -> FxHashSet<&str> {
    let Some(file) = parse.sources.file(place.file) else {
        return FxHashSet::default();
    };
    let line = file.line(place.start);
    let from = file.line_start(line.saturating_sub(NEAR_LINES));
    let to = file.line_start(line + NEAR_LINES + 1);
    let lines = file.text.get(from as usize..to as usize);
    lines.into_iter().flat_map(names).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::tests::read;

    #[test]
    fn what_a_leaf_says_is_what_it_is() {
        let text = "struct item { int a, b; struct item *next; }; \
            int f(struct item **at, struct item *p) { \
            while (*at) at = &(*at)->next; return (*p).a; }";
        let parse = read(text);
        let place = text.find("return").unwrap() as u32;
        let span = Span {
            start: place,
            end: place + 13,
            ..Span::default()
        };
        let scope = Scope::at(&parse.unit, span);
        let leaves = Leaves::at(span, &scope, &parse, &Habits::of(&parse));
        let texts: Vec<&str> = leaves.all.iter().map(|leaf| &*leaf.text).collect();
        for wanted in ["(*at)->a", "(*at)->b", "(*p).b"] {
            assert!(texts.contains(&wanted), "{wanted} is not in {texts:?}");
        }
        let is_wrong = |text: &&str| text.starts_with("*at->") || text.starts_with("*p.");
        assert!(!texts.iter().any(is_wrong), "{texts:?}");
    }
}
