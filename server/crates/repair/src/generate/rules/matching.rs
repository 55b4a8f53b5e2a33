//! Compares patterns with expressions.

use syntax::Span;
use syntax::ast::{BinaryOp, Expr, ExprKind, Name};

use super::properties::has_property;
use super::reading::{Parameter, Rule, mentions, stands_for_values};
use super::{Bindings, Bound, Site};
use crate::edit::{HOLE, Number, number};
use crate::generate::print::{EQUALITY, RELATION, binary_precedence};
use crate::generate::written::Written;
use crate::limits::{MAX_LOCALS, MAX_NAMED};

impl Rule {
    /// Whether an expression matches a pattern; binds the parameters in it.
    pub(super) fn matches<'r>(
        &'r self,
        pattern: &'r Expr,
        e: &Expr,
        site: Site<'_>,
        bound: &mut Bindings<'r>,
    ) -> bool {
        let mut all = |pairs: &[(&'r Expr, &Expr)]| self.all_match(pairs, site, bound);
        match (&pattern.kind, &e.kind) {
            (ExprKind::Ident(name), own) => match self.parameter(name) {
                Some(parameter) => parameter.bind(e, site, bound),
                None => matches!(own, ExprKind::Ident(own) if own == name),
            },
            (ExprKind::Int(_), _) => number(pattern) == number(e),
            (ExprKind::Binary(op, a, b), ExprKind::Binary(own, x, y)) => {
                op == own && all(&[(a, x), (b, y)])
            }
            (ExprKind::LogicalAnd(a, b), ExprKind::LogicalAnd(x, y))
            | (ExprKind::LogicalOr(a, b), ExprKind::LogicalOr(x, y))
            | (ExprKind::Assign(None, a, b), ExprKind::Assign(None, x, y))
            | (ExprKind::Index(a, b), ExprKind::Index(x, y)) => all(&[(a, x), (b, y)]),
            (ExprKind::Conditional(c, Some(a), b), ExprKind::Conditional(z, Some(x), y)) => {
                all(&[(c, z), (a, x), (b, y)])
            }
            (ExprKind::Unary(op, a), ExprKind::Unary(own, x)) => op == own && all(&[(a, x)]),
            (ExprKind::Deref(a), ExprKind::Deref(x))
            | (ExprKind::SizeofExpr(a), ExprKind::SizeofExpr(x)) => all(&[(a, x)]),
            (ExprKind::IncDec { target: a, .. }, ExprKind::IncDec { target: x, .. }) => {
                step_sign(pattern) == step_sign(e) && all(&[(a, x)])
            }
            (ExprKind::Call(op, args), ExprKind::Binary(own, x, y)) => {
                let [a, b] = &args[..] else { return false };
                self.bind_operator(op, *own, bound)
                    && self.all_match(&[(a, x), (b, y)], site, bound)
            }
            (ExprKind::Call(callee, args), ExprKind::Call(own, given)) => {
                let pairs: Vec<(&Expr, &Expr)> = args.iter().zip(given).collect();
                self.operator(callee).is_none()
                    && args.len() == given.len()
                    && all(&[(callee, own)])
                    && all(&pairs)
            }
            (ExprKind::Member(a, member, _), ExprKind::Member(x, name, through)) => {
                all(&[(a, x)]) && bind_member(a, member, name, *through, bound)
            }
            _ => false,
        }
    }

    /// Whether each of some expressions matches its pattern.
    fn all_match<'r>(
        &'r self,
        pairs: &[(&'r Expr, &Expr)],
        site: Site<'_>,
        bound: &mut Bindings<'r>,
    ) -> bool {
        let mut pairs = pairs.iter();
        pairs.all(|(pattern, e)| self.matches(pattern, e, site, bound))
    }

    /// The parameter that is called like a function: it stands for an operator.
    fn operator(&self, callee: &Expr) -> Option<&Parameter> {
        match &callee.kind {
            ExprKind::Ident(name) => self.parameter(name),
            _ => None,
        }
    }

    /// Binds a parameter that stands for an operator, if it is one of its kind.
    fn bind_operator<'r>(&'r self, callee: &Expr, op: BinaryOp, bound: &mut Bindings<'r>) -> bool {
        use BinaryOp::{Add, Div, Mul, Sub};
        let Some(parameter) = self.operator(callee) else {
            return false;
        };
        let level = binary_precedence(op);
        let fits = match &*parameter.ty {
            "arithmetic" => matches!(op, Add | Sub | Mul | Div),
            "comparison" => level == EQUALITY || level == RELATION,
            "order" => level == RELATION,
            _ => false,
        };
        bound.push((&parameter.name, Bound::Operator(op)));
        fits
    }

    /// Binds the parameters that no pattern has to the whole expression, if it has their properties.
    pub(super) fn bind_whole<'r>(&'r self, site: Site<'_>, bound: &mut Bindings<'r>) -> bool {
        let mut free = self
            .parameters
            .iter()
            .filter(|parameter| parameter.is_whole);
        free.all(|parameter| parameter.bind(site.e, site, bound))
    }

    /// The bindings with every value that the other parameters of what is meant may have.
    pub(super) fn completed<'r>(
        &'r self,
        meant: &Expr,
        bound: &Bindings<'r>,
        site: Site<'_>,
    ) -> Vec<Bindings<'r>> {
        let is_open = |parameter: &&Parameter| {
            stands_for_values(&parameter.ty)
                && bound.iter().all(|(known, _)| *known != parameter.name)
                && mentions(meant, &parameter.name)
        };
        let mut all = vec![bound.clone()];
        for parameter in self.parameters.iter().filter(is_open) {
            let values = parameter.values(bound, site);
            let with = |value: &Bound| {
                let more = (&*parameter.name, value.clone());
                all.iter()
                    .map(move |bound| [&bound[..], std::slice::from_ref(&more)].concat())
            };
            all = values.iter().flat_map(with).collect();
        }
        all
    }

    fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters
            .iter()
            .find(|parameter| parameter.name == name)
    }
}

impl Parameter {
    /// Binds the parameter to a part of the program, if it fits.
    fn bind<'r>(&'r self, e: &Expr, site: Site<'_>, bound: &mut Bindings<'r>) -> bool {
        let written = Written::source(site.parse, e);
        let mut known = bound.iter().filter(|(known, _)| *known == self.name);
        if let Some((_, Bound::Expr(known))) = known.next() {
            return known.text == written.text;
        }
        bound.push((&self.name, Bound::Expr(written)));
        has_property(&self.ty, e, site)
    }

    /// The values that it may have.
    fn values(&self, bound: &Bindings<'_>, site: Site<'_>) -> Vec<Bound> {
        let Site { e, parse, scope } = site;
        let end = Span {
            start: e.span.end,
            ..e.span
        };
        let written = |kind, text: &str| Bound::Expr(Written::new(kind, end, text.to_owned()));
        match &*self.ty {
            "local" => {
                let names = scope.local_integers().take(MAX_LOCALS);
                let all = names.map(|name| Bound::Expr(Written::name(name, end)));
                all.collect()
            }
            "named" => {
                let numbers = scope.named_numbers(parse).iter().take(MAX_NAMED);
                numbers
                    .map(|(name, kind)| written(kind.clone(), name))
                    .collect()
            }
            "member" => {
                let members = bound.iter().filter_map(|(_, value)| match value {
                    Bound::Member(name) => Some(scope.members(name)),
                    _ => None,
                });
                members.flatten().map(Bound::Member).collect()
            }
            "hole" => vec![written(Number::Int(0).zero(), HOLE)],
            _ => vec![written(Number::Float(1.0).zero(), HOLE)],
        }
    }
}

/// Binds the member of a pattern, whose base is a parameter.
fn bind_member<'r>(
    base: &'r Expr,
    member: &'r Name,
    name: &Name,
    through: bool,
    bound: &mut Bindings<'r>,
) -> bool {
    let ExprKind::Ident(base) = &base.kind else {
        return false;
    };
    let mut known = bound.iter().filter(|(known, _)| *known == member.text);
    let is_same =
        known.all(|(_, value)| matches!(value, Bound::Member(text) if *text == name.text));
    bound.push((&member.text, Bound::Member(name.text.clone())));
    bound.push((base, Bound::Through(through)));
    is_same
}

/// Operator and position of a step.
fn step_sign(e: &Expr) -> Option<(bool, bool)> {
    match e.kind {
        ExprKind::IncDec {
            increment, prefix, ..
        } => Some((increment, prefix)),
        _ => None,
    }
}
