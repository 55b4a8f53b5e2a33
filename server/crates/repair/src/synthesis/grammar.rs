//! The grammar: the candidates for an expression, each with the likelihood that somebody meant it.

use rustc_hash::FxHashSet;
use syntax::Parse;
use syntax::ast::{BinaryOp, Expr, ExprKind, IntLit, TypeSpec, UnaryOp};
use syntax::visit::{Walk, each_inside};

use super::Place;
use super::class::Class;
use super::habits::{Habits, is_of_bits};
use super::leaves::{Leaf, Leaves};
use super::predicates::Predicate;
use crate::edit::{constant, other_masks, spelled_like};
use crate::generate::print::{AND, is_negated, precedence, stands_alone, wants_parentheses};
use crate::generate::scope::Scope;
use crate::generate::written::Written;
use crate::generator::Generator;
use crate::limits::{COPIED_TEXT, FOR_NEIGHBOUR, KNOWN_DIVISOR, MAX_CANDIDATES};
use crate::macros::{is_part_of_name, names};
use crate::sites::{Role, is_truth};

/// A candidate.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub(super) written: Written,
    /// Likelihood that it was meant, relative to others.
    pub(super) prior: f64,
    /// The form that makes it.
    pub(super) form: Generator,
}

// Likelihoods of the forms of candidates, relative to others.
const SAME_KIND: f64 = 0.95;
const OPERATOR: f64 = 0.8;
const NEGATED: f64 = 0.85;
const SIGNED: f64 = 0.55;
const WIDENED: f64 = 0.85;
const OPERAND_ALONE: f64 = 0.6;
const EXCHANGED: f64 = 0.75;
/// Other parentheses: what was meant, where precedence says something else.
const REGROUPED: f64 = 0.85;
/// An operation on bits with another value, and with a number that has a name.
const BITS: f64 = 0.6;
const MASK: f64 = 0.8;
const COMBINED: f64 = 0.75;
/// A sum of a number that stands at the place and an object.
const WITH_LITERAL: f64 = 0.75;
/// A product or quotient with another object.
const PRODUCT: f64 = 0.75;
const CONNECTED: f64 = 0.75;
const PREDICATE: f64 = 0.6;
const OTHER_TARGET: f64 = 0.85;
const CALLED: f64 = 0.7;
/// A name where a number stands.
const FOR_NUMBER: f64 = 0.8;
/// A value that is assigned where one is counted up.
const STEP_AS_VALUE: f64 = 0.65;
/// The name of a number where another one stands, the same for another enumerator of its type, and anything else there.
const NAMED: f64 = 1.3;
const SIBLING: f64 = 1.45;
const STRANGER: f64 = 0.9;
const FOR_NAMED: f64 = 0.6;
/// Factor for a condition before one that accesses memory, relative to one behind it.
const FIRST: f64 = 0.95;
/// The absolute value.
const ABSOLUTE: f64 = 0.6;
/// Factor for an order in place of an equality.
const UNLIKE: f64 = 0.7;
/// A comparison of counters that begin again at 0.
const AROUND: f64 = 0.7;
/// The first or last value of a type for a number.
const EXTREME: f64 = 0.6;
/// A name where something is computed.
const FOR_COMPOUND: f64 = 0.65;

/// Whether an expression is an object plus or minus a number.
fn is_neighbour(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, _, b) => constant(b).is_some(),
        _ => false,
    }
}

/// Whether two operators may be meant in the other order: factors, or operators of bits.
fn commute(one: BinaryOp, other: BinaryOp) -> bool {
    let is_factor = |op| matches!(op, BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem);
    is_factor(one) && is_factor(other) || is_of_bits(one) && is_of_bits(other)
}

/// Whether compilers ask for parentheses between two operators although C needs none.
fn needs_thought(op: BinaryOp, inner: BinaryOp) -> bool {
    is_of_bits(op) || is_of_bits(inner)
}

/// Whether an expression, with its text, is a null pointer constant.
fn is_null(e: &Expr, text: &str) -> bool {
    constant(e) == Some(0) || text == "NULL"
}

/// The grammar at a place.
pub(super) struct Grammar<'g> {
    place: &'g Place,
    scope: &'g Scope,
    parse: &'g Parse,
    leaves: Leaves,
    habits: &'g Habits,
    class: Option<Class>,
    /// Whether the name of a number stands at the place.
    is_named: bool,
}

/// The candidates so far.
struct Drafts {
    all: Vec<Draft>,
    texts: FxHashSet<String>,
    /// The form of the next ones.
    form: Generator,
}

impl Drafts {
    /// Those of a form.
    fn of(&mut self, form: Generator) -> &mut Drafts {
        self.form = form;
        self
    }
}

impl<'g> Grammar<'g> {
    pub(super) fn at(
        place: &'g Place,
        scope: &'g Scope,
        parse: &'g Parse,
        habits: &'g Habits,
    ) -> Grammar<'g> {
        let mut leaves = Leaves::at(place.expr.span, scope, parse, habits);
        if let Some(own) = constant(&place.expr) {
            let masks = other_masks(parse.sources.text(place.expr.span), own);
            for near in masks.unwrap_or([own.saturating_sub(1), own.saturating_add(1)]) {
                leaves.number(near, OPERATOR);
            }
        }
        let is_named = leaves.is_named(parse.sources.text(place.expr.span));
        let number = is_named.then_some(Class::Integer);
        Grammar {
            class: Class::of(&place.expr, scope).or(number),
            is_named,
            place,
            scope,
            parse,
            leaves,
            habits,
        }
    }

    /// All candidates, likeliest first.
    pub(super) fn candidates(&self) -> Vec<Draft> {
        let mut drafts = Drafts {
            all: Vec::new(),
            texts: FxHashSet::from_iter([self.parse.sources.text(self.place.expr.span).to_owned()]),
            form: "",
        };
        match (self.place.context.role, &self.place.expr.kind) {
            (Role::Value, _) => self.values(&mut drafts),
            (Role::Statement, ExprKind::Assign(op, target, value)) => {
                self.targets(*op, target, value, drafts.of("grammar: assignment"));
            }
            (Role::Statement, ExprKind::IncDec { target, .. }) => {
                self.steps(target, drafts.of("grammar: step"));
            }
            (Role::Statement | Role::Target, _) => {}
        }
        drafts.all.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        drafts.all.truncate(MAX_CANDIDATES);
        drafts.all
    }

    /// Candidates for a value.
    fn values(&self, drafts: &mut Drafts) {
        let e = &self.place.expr;
        if let ExprKind::Binary(op, a, b) = &e.kind {
            self.other_operators(*op, a, b, drafts.of("grammar: operator"));
        }
        if self.place.is_truth() {
            self.negated(drafts.of("grammar: negation"));
            self.compared_with_zero(drafts.of("grammar: compared with 0"));
            self.predicates(drafts.of("grammar: predicate"));
            return;
        }
        let Some(class) = &self.class else { return };
        let is_number = constant(e).is_some();
        drafts.of("grammar: leaf");
        for leaf in self.leaves.of(class) {
            let replaces = match e.kind {
                _ if is_neighbour(e) => FOR_NEIGHBOUR,
                ExprKind::Binary(..) | ExprKind::Call(..) | ExprKind::Conditional(..) => {
                    FOR_COMPOUND
                }
                _ if self.is_named && leaf.is_named => {
                    let own = self.parse.sources.text(e.span);
                    match self.habits.are_of_one_type(own, &leaf.text) {
                        Some(true) => SIBLING,
                        Some(false) => STRANGER,
                        None => NAMED,
                    }
                }
                _ if self.is_named => FOR_NAMED,
                _ if is_number && leaf.number.is_none() => FOR_NUMBER,
                _ => 1.0,
            };
            let prior = leaf.prior * replaces;
            let (kind, text) = match (&e.kind, leaf.number) {
                (ExprKind::Int(literal), Some(value @ 0..)) => {
                    let value_of = value.unsigned_abs();
                    let kind = ExprKind::Int(IntLit {
                        value: value_of,
                        ..*literal
                    });
                    (kind, spelled_like(self.parse.sources.text(e.span), value))
                }
                _ => (leaf.kind.clone(), leaf.text.clone()),
            };
            self.push(drafts, self.written(kind, text), prior);
        }
        if is_number && self.place.context.whole {
            for (name, kind) in &self.habits.extremes {
                self.push(drafts, self.written(kind.clone(), name.clone()), EXTREME);
            }
        }
        if *class == Class::Floating {
            for leaf in self.leaves.of(&Class::Integer) {
                self.push(drafts, self.leaf(leaf), leaf.prior * OPERATOR);
            }
        }
        if matches!(class, Class::Integer | Class::Floating) {
            self.signs(class, drafts.of("grammar: prefix"));
            self.combined(class, drafts.of("grammar: combination"));
            self.called(class, drafts.of("grammar: call"));
        }
    }

    /// `-e`, `~e` in a program of bits, `(wide)e` with the types that the program names, and `(signed char)e`.
    fn signs(&self, class: &Class, drafts: &mut Drafts) {
        let e = &self.place.expr;
        if let ExprKind::Unary(UnaryOp::Neg | UnaryOp::BitNot, a) = &e.kind {
            return self.push(drafts, self.source(a), NEGATED);
        }
        if constant(e).is_some() {
            return;
        }
        if !self.place.context.whole {
            for (text, ty) in &self.habits.wide {
                self.push(drafts, self.own().cast(text, ty.clone()), WIDENED);
            }
        }
        if let Some((text, ty)) = self.other_sign().filter(|_| !self.meets_end_of_file()) {
            self.push(drafts, self.own().cast(text, ty), WIDENED);
        }
        if let Some(function) = self.absolute() {
            self.push(drafts, self.called_with_own(function), ABSOLUTE);
        }
        let has_bits = *class == Class::Integer && self.habits.has_bits;
        for (op, prior) in [(UnaryOp::Neg, SIGNED), (UnaryOp::BitNot, NEGATED)] {
            if op == UnaryOp::Neg || has_bits {
                self.push(drafts, self.own().unary(op), prior);
            }
        }
    }

    /// The function of the library that gives the absolute value of the expression, if its header is included.
    fn absolute(&self) -> Option<&'static str> {
        let ty = self.scope.type_of(&self.place.expr)?;
        let functions = [
            (TypeSpec::Int, "abs", "stdlib.h"),
            (TypeSpec::Long, "labs", "stdlib.h"),
            (TypeSpec::LongLong, "llabs", "stdlib.h"),
            (TypeSpec::Double, "fabs", "math.h"),
        ];
        let of_type = |(of, ..): &(TypeSpec, _, _)| {
            ty.steps.is_empty() && ty.is_base(std::slice::from_ref(of))
        };
        let (_, function, header) = functions.into_iter().find(of_type)?;
        let is_included = self.parse.std_headers.iter().any(|name| name == header);
        is_included.then_some(function)
    }

    /// Whether the expression is compared with `EOF`, which only a wider type holds.
    fn meets_end_of_file(&self) -> bool {
        let span = self.place.expr.span;
        let file = self.parse.sources.file(span.file);
        let after = file.and_then(|file| file.text.get(span.end as usize..));
        let rest = after.unwrap_or_default().trim_start();
        let compared = ["==", "!="].iter().find_map(|op| rest.strip_prefix(op));
        compared.is_some_and(|other| other.trim_start().starts_with("EOF"))
    }

    /// The type of the expression with the other sign.
    fn other_sign(&self) -> Option<(&'static str, TypeSpec)> {
        let ty = self.scope.type_of(&self.place.expr)?;
        ty.other_sign(self.habits.has_fixed)
    }

    /// Tries other operators, exchanges the operands, and takes each of them alone.
    fn other_operators(&self, op: BinaryOp, a: &Expr, b: &Expr, drafts: &mut Drafts) {
        use BinaryOp::{Add, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Rem, Sub};
        let kinds: [&[BinaryOp]; 2] = [&[Lt, Le, Gt, Ge, Eq, Ne], &[Add, Sub, Mul, Div, Rem]];
        let is_floating = Class::of(a, self.scope) == Some(Class::Floating)
            || Class::of(b, self.scope) == Some(Class::Floating);
        for same in kinds.iter().filter(|kind| kind.contains(&op)) {
            for other in same.iter().filter(|other| **other != op) {
                let is_neutral = matches!(other, Mul | Div | Rem) && constant(b) == Some(1);
                if !(is_neutral || is_floating && *other == Rem) {
                    let is_equality = |op: BinaryOp| matches!(op, Eq | Ne);
                    let is_unlike = is_equality(op) && !is_equality(*other);
                    let prior = if is_unlike {
                        OPERATOR * UNLIKE
                    } else {
                        OPERATOR
                    };
                    self.push(
                        drafts,
                        self.binary(*other, self.source(a), self.source(b)),
                        prior,
                    );
                }
            }
            self.push(
                drafts,
                self.binary(op, self.source(b), self.source(a)),
                EXCHANGED,
            );
        }
        self.regrouped(op, a, b, drafts);
        self.compared_around(op, a, b, drafts);
        if !self.place.is_truth() {
            for one in [a, b] {
                if constant(one).is_none() {
                    self.push(drafts, self.source(one), OPERAND_ALONE);
                }
            }
        }
    }

    /// `(int32_t)(now - end) >= 0` for `now >= end`: counters that begin again at 0.
    fn compared_around(&self, op: BinaryOp, a: &Expr, b: &Expr, drafts: &mut Drafts) {
        use BinaryOp::{Ge, Gt, Le, Lt, Sub};
        let types = [a, b].map(|e| self.scope.type_of(e));
        let [Some(ty), Some(other)] = types else {
            return;
        };
        let signed = ty.other_sign(self.habits.has_fixed);
        let Some((name, signed)) = signed.filter(|_| ty == other && ty.is_unsigned()) else {
            return;
        };
        if matches!(op, Lt | Le | Gt | Ge) {
            let difference = self.binary(Sub, self.source(a), self.source(b));
            let zero = self.leaf(&Leaf::number(0, 1.0, self.place.expr.span));
            let whole = self.binary(op, difference.cast(name, signed), zero);
            self.push(drafts, whole, AROUND);
        }
    }

    /// Other parentheses: `(x & y) == z` for `x & y == z`, `!(x == y)` for `!x == y`; and factors, as operations on
    /// bits, in another order: `a * 100 / b`, `(x << n) & mask`.
    fn regrouped(&self, op: BinaryOp, a: &Expr, b: &Expr, drafts: &mut Drafts) {
        use BinaryOp::{Add, BitAnd, BitOr, BitXor, Mul};
        // For an associative operator, both groupings mean the same.
        let is_associative =
            |inner: BinaryOp| inner == op && matches!(op, Add | Mul | BitAnd | BitOr | BitXor);
        let grouped = |inner: BinaryOp, x: &Expr, y: &Expr| {
            self.binary(inner, self.source(x), self.source(y))
        };
        let mut push = |whole: Written| self.push(drafts, whole, REGROUPED);
        if let ExprKind::Binary(inner, x, y) = &a.kind {
            if !is_associative(*inner) {
                push(self.binary(*inner, self.source(x), grouped(op, y, b)));
            }
            if *inner != op && commute(op, *inner) {
                push(self.binary(*inner, grouped(op, x, b), self.source(y)));
            }
        }
        if let ExprKind::Binary(inner, x, y) = &b.kind
            && !is_associative(*inner)
        {
            push(self.binary(*inner, grouped(op, a, x), self.source(y)));
        }
        if let ExprKind::Unary(sign @ (UnaryOp::Not | UnaryOp::BitNot), x) = &a.kind {
            push(grouped(op, x, b).unary(*sign));
        }
    }

    /// `e op leaf` and `leaf op e`.
    fn combined(&self, class: &Class, drafts: &mut Drafts) {
        use BinaryOp::{Add, Div, Mul, Rem, Sub};
        let e = &self.place.expr;
        // Only another object makes something new of a number.
        let is_number = constant(e).is_some();
        let is_literal = is_number && !matches!(e.kind, ExprKind::Binary(..));
        let numbers = self.leaves.of(&Class::Integer);
        let others = self.leaves.of(class).filter(|_| *class != Class::Integer);
        for leaf in numbers.chain(others).collect::<Vec<_>>() {
            if is_number && !leaf.is_object {
                continue;
            }
            let other = self.leaf(leaf);
            let prior = COMBINED * leaf.prior * if is_literal { WITH_LITERAL } else { 1.0 };
            for op in [Add, Sub, Mul, Div, Rem] {
                let is_neutral = match op {
                    Add | Sub => leaf.number.is_some_and(|n| n <= 0),
                    Mul | Div | Rem => leaf.number.is_some_and(|n| n <= 1),
                    _ => false,
                };
                if !(is_neutral || *class == Class::Floating && op == Rem) {
                    let is_product = matches!(op, Mul | Div) && leaf.is_object;
                    let factor = match op {
                        _ if is_product => PRODUCT,
                        Rem if self.habits.divisors.contains(&leaf.text) => KNOWN_DIVISOR,
                        _ => 1.0,
                    };
                    let whole = self.binary(op, self.own(), other.clone());
                    self.push(drafts, whole, prior * factor);
                }
            }
            if *class == Class::Integer && self.habits.has_bits && leaf.number.is_none_or(|n| n > 0)
            {
                for op in [BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor] {
                    let factor = if leaf.is_named { MASK } else { BITS };
                    let whole = self.binary(op, self.own(), other.clone());
                    self.push(drafts, whole, leaf.prior.sqrt() * factor);
                }
            }
            for op in [Sub, Div] {
                if leaf.number != Some(0) {
                    let whole = self.binary(op, other.clone(), self.own());
                    self.push(drafts, whole, prior * OPERATOR);
                }
            }
        }
    }

    /// Calls of functions with one argument.
    fn called(&self, class: &Class, drafts: &mut Drafts) {
        for (name, parameters) in self.scope.callable() {
            let result = self.scope.result_of(name);
            let result = result.and_then(|ty| Class::of_type(&ty));
            let [parameter] = &parameters[..] else {
                continue;
            };
            if result.as_ref() == Some(class)
                && Class::of_type(parameter) == self.class
                && self.scope.is_own_function(name)
            {
                self.push(drafts, self.called_with_own(name), CALLED);
            }
        }
    }

    /// `!e`
    fn negated(&self, drafts: &mut Drafts) {
        let e = &self.place.expr;
        let whole = match &e.kind {
            ExprKind::Unary(UnaryOp::Not, a) => self.source(a),
            _ => self.own().unary(UnaryOp::Not),
        };
        self.push(drafts, whole, NEGATED);
    }

    /// `e < 0` and `e > 0`: what `strcmp` and the like return is more than a truth value.
    fn compared_with_zero(&self, drafts: &mut Drafts) {
        let e = &self.place.expr;
        let is_call = matches!(e.kind, ExprKind::Call(..));
        if is_truth(e) || !(is_call || self.class == Some(Class::Integer)) {
            return;
        }
        let zero = self.leaf(&Leaf::number(0, 1.0, e.span));
        for op in [BinaryOp::Lt, BinaryOp::Gt] {
            let whole = self.binary(op, self.own(), zero.clone());
            self.push(drafts, whole, if is_call { OPERATOR } else { SIGNED });
        }
    }

    /// Another predicate, or one more.
    fn predicates(&self, drafts: &mut Drafts) {
        let e = &self.place.expr;
        let own_names: FxHashSet<&str> = names(self.parse.sources.text(e.span)).collect();
        let is_access = each_inside(&mut e.clone(), &mut |inner| match inner.kind {
            ExprKind::Index(..) | ExprKind::Deref(_) | ExprKind::Member(_, _, true) => Walk::Stop,
            _ => Walk::On,
        }) == Walk::Stop;
        let predicates = self.leaves.predicates(self.scope, self.habits).into_iter();
        let predicates = predicates.chain(self.leaves.with_other_numbers(e, self.parse));
        let strange = self
            .leaves
            .with_strange_characters(e, self.parse, self.scope, self.habits);
        let predicates = predicates.chain(strange);
        let connected =
            |is_and: bool, a: Written, b: Written| Written::connected(is_and, a, b, e.span);
        for Predicate { expr, text, prior } in predicates {
            let one = self.written(expr.kind, text);
            // What keeps an index within its bounds is asked first.
            let has_own = names(&one.text).any(|name| name != "NULL" && own_names.contains(name));
            if is_access && has_own {
                let whole = connected(true, one.clone(), self.own());
                self.push(drafts, whole, FIRST * CONNECTED * prior);
            }
            for is_and in [true, false] {
                let whole = connected(is_and, self.own(), one.clone());
                self.push(drafts, whole, CONNECTED * prior);
            }
            self.push(drafts, one, PREDICATE * prior);
        }
    }

    /// An assignment to another object.
    fn targets(&self, op: Option<BinaryOp>, target: &Expr, value: &Expr, drafts: &mut Drafts) {
        let Some(class) = Class::of(target, self.scope) else {
            return;
        };
        let span = self.place.expr.span;
        let assigned = |op, to: Written, of: Written| Written::assigned(op, to, of, span);
        for leaf in self.leaves.of(&class).filter(|leaf| leaf.is_object) {
            let to = self.leaf(leaf);
            if !self.scope.is_constant(&to.expr) {
                let whole = assigned(op, to, self.source(value));
                self.push(drafts, whole, OTHER_TARGET * leaf.prior);
            }
        }
        if op.is_none() && class == Class::Integer && self.habits.has_bits {
            for op in [BinaryOp::BitOr, BinaryOp::BitAnd, BinaryOp::BitXor] {
                let whole = assigned(Some(op), self.source(target), self.source(value));
                self.push(drafts, whole, OPERATOR);
            }
        }
        // The text itself, where a pointer to it is kept that somebody else writes to.
        let is_text = matches!(&class, Class::Pointer(to) if to.steps.is_empty() && to.is_base(&[TypeSpec::Char]));
        if op.is_none() && is_text && !matches!(value.kind, ExprKind::Call(..)) {
            let callee = Written::name("strdup", span);
            let copy = Written::called(callee, vec![self.source(value)], span);
            self.push(drafts, assigned(op, self.source(target), copy), COPIED_TEXT);
        }
        // Another pointer for a null pointer.
        let is_null = matches!(class, Class::Pointer(_))
            && is_null(value, self.parse.sources.text(value.span));
        if op.is_none() && is_null {
            for leaf in self.leaves.of(&class).filter(|leaf| leaf.is_object) {
                let whole = assigned(op, self.source(target), self.leaf(leaf));
                self.push(drafts, whole, FOR_NUMBER * leaf.prior);
            }
        }
        // A sign that alternates.
        if let (None, Some(_), ExprKind::Ident(_)) = (op, constant(value), &target.kind)
            && matches!(class, Class::Integer | Class::Floating)
        {
            let negated = self.source(target).unary(UnaryOp::Neg);
            self.push(drafts, assigned(op, self.source(target), negated), NEGATED);
        }
    }

    /// Another value for `n++`: `n = leaf`, `n = leaf + 1`, and other steps.
    fn steps(&self, target: &Expr, drafts: &mut Drafts) {
        let class = Class::of(target, self.scope);
        let Some(class) = class.filter(|class| *class == Class::Integer) else {
            return;
        };
        let name = self.parse.sources.text(target.span);
        for leaf in self.leaves.of(&class).filter(|leaf| leaf.text != name) {
            let value = self.leaf(leaf);
            let one = self.leaf(&Leaf::number(1, 1.0, self.place.expr.span));
            let mut values = vec![(None, value.clone(), STEP_AS_VALUE)];
            if leaf.is_object {
                values.push((
                    None,
                    self.binary(BinaryOp::Add, value.clone(), one),
                    STEP_AS_VALUE,
                ));
            }
            if leaf.number.is_none_or(|number| number > 1) {
                for op in [BinaryOp::Add, BinaryOp::Sub] {
                    values.push((Some(op), value.clone(), OPERATOR));
                }
            }
            for (op, value, prior) in values {
                let whole = Written::assigned(op, self.source(target), value, self.place.expr.span);
                self.push(drafts, whole, prior * leaf.prior);
            }
        }
    }

    /// `a op b`, with parentheses where compilers ask for them although C needs none.
    fn binary(&self, op: BinaryOp, a: Written, b: Written) -> Written {
        let [a, b] = [a, b].map(|side| match side.expr.kind {
            ExprKind::Binary(inner, ..) if inner != op && needs_thought(op, inner) => {
                side.in_parentheses()
            }
            _ => side,
        });
        Written::binary(op, a, b, self.place.expr.span)
    }

    /// A call of a function with the expression.
    fn called_with_own(&self, function: &str) -> Written {
        Written::called(
            Written::name(function, self.place.expr.span),
            vec![self.own()],
            self.place.expr.span,
        )
    }

    fn own(&self) -> Written {
        self.source(&self.place.expr)
    }

    fn source(&self, e: &Expr) -> Written {
        Written::source(self.parse, e)
    }

    fn leaf(&self, leaf: &Leaf) -> Written {
        self.written(leaf.kind.clone(), leaf.text.clone())
    }

    fn written(&self, kind: ExprKind, text: String) -> Written {
        Written::new(kind, self.place.expr.span, text)
    }

    fn push(&self, drafts: &mut Drafts, written: Written, prior: f64) {
        let Written {
            expr: Expr { kind, .. },
            text,
            ..
        } = written;
        let (span, level) = (self.place.expr.span, precedence(&kind));
        let looser = level < precedence(&self.place.expr.kind);
        let is_operand = self.place.is_truth() && level > AND && !is_negated(self.parse, span);
        let is_alone = is_operand || stands_alone(self.parse, span, level);
        // A macro brings its own.
        let is_name = text.chars().all(is_part_of_name);
        let is_wanted = !is_name
            && (looser && !is_alone
                || wants_parentheses(self.parse, span, &kind, self.place.is_truth()));
        let text = if is_wanted && self.place.context.role != Role::Statement {
            format!("({text})")
        } else {
            text
        };
        if drafts.texts.insert(text.clone()) {
            let prior = prior * SAME_KIND;
            let form = drafts.form;
            drafts.all.push(Draft {
                written: self.written(kind, text),
                prior,
                form,
            });
        }
    }
}
