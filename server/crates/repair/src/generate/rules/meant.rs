//! Builds what is meant from the parts of the program.

use syntax::ast::{Expr, ExprKind, IntLit, Name};

use super::reading::RULES;
use super::{Bindings, Bound, Site};
use crate::generate::print::{CAST, UNARY};
use crate::generate::written::Written;

/// What is meant, with the values of its parameters; `None` if it cannot be said.
pub(super) fn built(meant: &Expr, bound: &Bindings<'_>, site: Site<'_>) -> Option<Written> {
    let span = site.e.span;
    let part = |e: &Expr| built(e, bound, site);
    let own_text = RULES.parse.sources.text(meant.span);
    let written = |kind, text| Some(Written::new(kind, span, text));
    let boxed = |of: Written| Box::new(of.expr);
    match &meant.kind {
        ExprKind::Ident(name) => {
            let known = bound.iter().find_map(|(known, value)| match value {
                Bound::Expr(of) if known == name => Some(of.clone()),
                _ => None,
            });
            known.or_else(|| Some(Written::name(name, span)))
        }
        ExprKind::Int(_) | ExprKind::Char(_) | ExprKind::SizeofType(_) => {
            written(meant.kind.clone(), own_text.to_owned())
        }
        ExprKind::Binary(op, a, b) => Some(Written::binary(*op, part(a)?, part(b)?, span)),
        ExprKind::LogicalAnd(a, b) => Some(Written::connected(true, part(a)?, part(b)?, span)),
        ExprKind::LogicalOr(a, b) => Some(Written::connected(false, part(a)?, part(b)?, span)),
        ExprKind::Assign(op, a, b) => Some(Written::assigned(*op, part(a)?, part(b)?, span)),
        ExprKind::Conditional(c, Some(a), b) => {
            let (c, a, b) = (part(c)?, part(a)?, part(b)?);
            let text = format!("{} ? {} : {}", c.operand(4), a.operand(3), b.operand(3));
            written(
                ExprKind::Conditional(boxed(c), Some(boxed(a)), boxed(b)),
                text,
            )
        }
        ExprKind::Unary(op, a) => Some(part(a)?.unary(*op)),
        ExprKind::Deref(a) => {
            let a = part(a)?;
            let text = format!("*{}", a.operand(UNARY));
            written(ExprKind::Deref(boxed(a)), text)
        }
        ExprKind::SizeofExpr(a) => {
            let a = part(a)?;
            let text = format!("sizeof({})", a.text);
            written(ExprKind::SizeofExpr(boxed(a)), text)
        }
        ExprKind::Cast(ty, a) => {
            let name = RULES.parse.sources.text(ty.span);
            Some(part(a)?.cast(name, ty.specs.ty.clone()))
        }
        ExprKind::IncDec {
            target,
            increment,
            prefix,
        } => {
            let (increment, prefix, target) = (*increment, *prefix, part(target)?);
            let (sign, of) = (if increment { "++" } else { "--" }, target.operand(UNARY));
            let text = if prefix {
                format!("{sign}{of}")
            } else {
                format!("{of}{sign}")
            };
            let target = boxed(target);
            written(
                ExprKind::IncDec {
                    target,
                    increment,
                    prefix,
                },
                text,
            )
        }
        ExprKind::Index(a, i) => {
            let (a, i) = (part(a)?, part(i)?);
            let text = format!("{}[{}]", a.operand(CAST + 1), i.text);
            written(ExprKind::Index(boxed(a), boxed(i)), text)
        }
        ExprKind::Member(base, member, _) => member_of(base, member, bound, site),
        ExprKind::Call(callee, args) => {
            let args: Vec<Written> = args.iter().map(part).collect::<Option<_>>()?;
            let callee = part(callee)?;
            let op = bound.iter().find_map(|(known, value)| match value {
                Bound::Operator(op) if *known == callee.text => Some(*op),
                _ => None,
            });
            match (op, &*callee.text, &args[..]) {
                (Some(op), _, [a, b]) => Some(Written::binary(op, a.clone(), b.clone(), span)),
                (None, function @ ("less" | "half" | "real" | "digit"), [of]) => {
                    number_by(function, of)
                }
                _ => Some(Written::called(callee, args, span)),
            }
        }
        _ => None,
    }
}

/// A member of what a parameter stands for.
fn member_of(base: &Expr, member: &Name, bound: &Bindings<'_>, site: Site<'_>) -> Option<Written> {
    let ExprKind::Ident(of) = &base.kind else {
        return None;
    };
    let through = bound.iter().find_map(|(known, value)| match value {
        Bound::Through(through) if known == of => Some(*through),
        _ => None,
    })?;
    let text = bound.iter().find_map(|(known, value)| match value {
        Bound::Member(text) if *known == member.text => Some(text.clone()),
        _ => None,
    })?;
    let base = built(base, bound, site)?;
    let span = site.e.span;
    let written = format!(
        "{}{}{text}",
        base.operand(CAST + 1),
        if through { "->" } else { "." }
    );
    let name = Name { text, span };
    let kind = ExprKind::Member(Box::new(base.expr), name, through);
    Some(Written::new(kind, span, written))
}

/// Another number made from one.
fn number_by(function: &str, of: &Written) -> Option<Written> {
    let ExprKind::Int(IntLit { value, .. }) = of.expr.kind else {
        return None;
    };
    let span = of.expr.span;
    let (kind, text) = match function {
        "real" => {
            let value = f64::from(u32::try_from(value).ok()?);
            (
                ExprKind::Float {
                    value,
                    suffix: None,
                },
                format!("{value:.1}"),
            )
        }
        "digit" => {
            let digit = u8::try_from(value).ok()?;
            (
                ExprKind::Char(i32::from(b'0' + digit)),
                format!("'{digit}'"),
            )
        }
        _ => {
            let value = if function == "less" {
                value - 1
            } else {
                value / 2
            };
            (Expr::int(value, span).kind, value.to_string())
        }
    };
    Some(Written::new(kind, span, text))
}
