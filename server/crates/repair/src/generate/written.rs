//! Expressions with the text that says them: the tree and the text of an edit are put together in the same steps.
//!
//! Operators are written anew, operands are copied from the source, and get parentheses where C needs them or gcc asks
//! for them (`-Wparentheses`).

use syntax::ast::{BinaryOp, Expr, ExprKind, TypeSpec, UnaryOp};
use syntax::{Parse, Span};

use super::print::{AND, OR, UNARY, binary_precedence, precedence, spelling, suggests_parentheses};
use super::types::plain_type;
use crate::macros::is_part_of_name;

/// An expression with its text.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    pub(crate) expr: Expr,
    pub(crate) text: String,
    /// Precedence of the text; the highest one for a name, or in parentheses.
    level: u8,
}

impl Written {
    pub(crate) fn new(kind: ExprKind, span: Span, text: String) -> Written {
        // A macro brings its own parentheses.
        let is_name = text.chars().all(is_part_of_name);
        Written {
            level: if is_name { u8::MAX } else { precedence(&kind) },
            expr: Expr { kind, span },
            text,
        }
    }

    /// A name.
    pub(crate) fn name(name: &str, span: Span) -> Written {
        Written::new(ExprKind::Ident(name.to_owned()), span, name.to_owned())
    }

    /// An expression of the source.
    pub(crate) fn source(parse: &Parse, e: &Expr) -> Written {
        let text = parse.sources.text(e.span).to_owned();
        Written::new(e.kind.clone(), e.span, text)
    }

    /// The text, in parentheses unless it binds at least as tightly as `least`.
    pub(crate) fn operand(&self, least: u8) -> String {
        if self.level < least {
            format!("({})", self.text)
        } else {
            self.text.clone()
        }
    }

    /// The expression in parentheses, unless it is a name.
    pub(crate) fn in_parentheses(self) -> Written {
        if self.level == u8::MAX {
            return self;
        }
        Written {
            text: format!("({})", self.text),
            level: u8::MAX,
            ..self
        }
    }

    /// `!e`, `-e` or `~e`
    pub(crate) fn unary(self, op: UnaryOp) -> Written {
        let sign = match op {
            UnaryOp::Not => "!",
            UnaryOp::Neg => "-",
            UnaryOp::Plus => "+",
            UnaryOp::BitNot => "~",
        };
        let operand = self.operand(UNARY);
        // `--a` would be a decrement.
        let text = if operand.starts_with(sign) {
            format!("{sign}({operand})")
        } else {
            format!("{sign}{operand}")
        };
        let span = self.expr.span;
        Written::new(ExprKind::Unary(op, Box::new(self.expr)), span, text)
    }

    /// `(name)e`
    pub(crate) fn cast(self, name: &str, ty: TypeSpec) -> Written {
        let text = format!("({name}){}", self.operand(UNARY));
        let span = self.expr.span;
        let ty = Box::new(plain_type(ty, span));
        Written::new(ExprKind::Cast(ty, Box::new(self.expr)), span, text)
    }

    /// `a op b`
    pub(crate) fn binary(op: BinaryOp, a: Written, b: Written, span: Span) -> Written {
        let text = joined(&a, spelling(op), &b, binary_precedence(op));
        let (a, b) = (Box::new(a.expr), Box::new(b.expr));
        Written::new(ExprKind::Binary(op, a, b), span, text)
    }

    /// `a && b` or `a || b`
    pub(crate) fn connected(is_and: bool, a: Written, b: Written, span: Span) -> Written {
        let (sign, level) = if is_and { ("&&", AND) } else { ("||", OR) };
        let text = joined(&a, sign, &b, level);
        let (a, b) = (Box::new(a.expr), Box::new(b.expr));
        let kind = if is_and {
            ExprKind::LogicalAnd(a, b)
        } else {
            ExprKind::LogicalOr(a, b)
        };
        Written::new(kind, span, text)
    }

    /// `a = b`
    pub(crate) fn assigned(op: Option<BinaryOp>, a: Written, b: Written, span: Span) -> Written {
        let sign = format!("{}=", op.map_or("", spelling));
        let text = joined(&a, &sign, &b, 2);
        let kind = ExprKind::Assign(op, Box::new(a.expr), Box::new(b.expr));
        Written::new(kind, span, text)
    }

    /// `callee(args)`
    pub(crate) fn called(callee: Written, args: Vec<Written>, span: Span) -> Written {
        let texts: Vec<String> = args.iter().map(|a| a.operand(2)).collect();
        let text = format!("{}({})", callee.text, texts.join(", "));
        let args = args.into_iter().map(|a| a.expr).collect();
        Written::new(ExprKind::Call(Box::new(callee.expr), args), span, text)
    }
}

/// The texts of two operands with an operator of this precedence between them.
fn joined(a: &Written, sign: &str, b: &Written, level: u8) -> String {
    let beside = |operand: &Written, least: u8| {
        let is_suggested =
            operand.level != u8::MAX && suggests_parentheses(level, &operand.expr.kind);
        operand.operand(if is_suggested { u8::MAX } else { least })
    };
    format!("{} {sign} {}", beside(a, level), beside(b, level + 1))
}
