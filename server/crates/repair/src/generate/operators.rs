//! Edits of single tokens: another operator, name, member or number.

use syntax::ast::{BinaryOp, Expr, ExprKind, IntLit};
use syntax::visit::{Walk, each_inside};

use super::edit_maker::Maker;
use crate::edit::{HOLE, Hole, Number, constant};
use crate::generate::print::{binary, binary_precedence, operator_span, spelling};
use crate::kind::EditKind;

impl Maker<'_> {
    /// Another operator.
    pub(super) fn operators(&mut self, op: BinaryOp, a: &Expr, b: &Expr) {
        // `a * 1` is the same as `a`, which is offered as a part, and nobody would write `a * 1`.
        let one = constant(b) == Some(1);
        let written = |(other, _): &(BinaryOp, EditKind)| {
            !(one && matches!(other, BinaryOp::Mul | BinaryOp::Div))
        };
        for (other, of) in alternatives(op).into_iter().filter(written) {
            let kind = ExprKind::Binary(other, Box::new(a.clone()), Box::new(b.clone()));
            let level = binary_precedence(other);
            let token = operator_span(self.parse, a, spelling(op), b)
                .filter(|_| level == binary_precedence(op));
            match token {
                Some(span) => self.push(kind, span, spelling(other).to_owned(), of, None),
                None => {
                    let text = binary(self.parse, a, spelling(other), b, level);
                    self.whole(kind, text, of);
                }
            }
        }
    }

    /// Another assignment operator.
    pub(super) fn assignment(&mut self, op: Option<BinaryOp>, a: &Expr, b: &Expr) {
        let boxed = || (Box::new(a.clone()), Box::new(b.clone()));
        let with = |this: &mut Self, other: Option<BinaryOp>, of| {
            let (left, right) = boxed();
            let sign = other.map_or("", spelling);
            let text = binary(this.parse, a, &format!("{sign}="), b, 2);
            this.whole(ExprKind::Assign(other, left, right), text, of);
        };
        match op {
            Some(op) => {
                for (other, of) in alternatives(op) {
                    with(self, Some(other), of);
                }
                with(self, None, EditKind::Part);
            }
            None => {
                // Nobody writes `n += n + 1`.
                let own = self.parse.sources.text(a.span);
                let is_target = |e: &Expr| self.parse.sources.text(e.span) == own;
                let reads = each_inside(&mut b.clone(), &mut |e| {
                    if is_target(e) { Walk::Stop } else { Walk::On }
                });
                if reads == Walk::On {
                    with(self, Some(BinaryOp::Add), EditKind::Operator);
                    with(self, Some(BinaryOp::Sub), EditKind::Operator);
                }
            }
        }
    }

    pub(super) fn name(&mut self, name: &str) {
        self.whole(
            ExprKind::Ident(name.to_owned()),
            name.to_owned(),
            EditKind::Name,
        );
    }

    pub(super) fn constant(&mut self, old: Number) {
        let span = self.e.span;
        let hole = Some(Hole { span, old });
        let kind = match &self.e.kind {
            ExprKind::Int(literal) => ExprKind::Int(IntLit {
                value: 0,
                ..*literal
            }),
            _ => old.zero(),
        };
        self.push(kind, span, HOLE.to_owned(), EditKind::Constant, hole);
    }
}

/// Operators that are commonly mistaken for one another.
fn alternatives(op: BinaryOp) -> Vec<(BinaryOp, EditKind)> {
    use BinaryOp::{
        Add, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Rem, Shl, Shr, Sub,
    };
    let (near, far): (&[BinaryOp], &[BinaryOp]) = match op {
        Lt => (&[Le], &[Gt, Ge, Ne, Eq]),
        Le => (&[Lt], &[Ge, Gt, Eq, Ne]),
        Gt => (&[Ge], &[Lt, Le, Ne, Eq]),
        Ge => (&[Gt], &[Le, Lt, Eq, Ne]),
        Eq => (&[Ne], &[Le, Ge, Lt, Gt]),
        Ne => (&[Eq], &[Lt, Gt, Le, Ge]),
        Add => (&[Sub], &[Mul, Div]),
        Sub => (&[Add], &[Mul, Div]),
        Mul => (&[Add], &[Div, Sub]),
        Div => (&[Rem], &[Mul, Sub]),
        Rem => (&[Div], &[Mul, Sub]),
        BitAnd => (&[BitOr], &[BitXor]),
        BitOr => (&[BitAnd], &[BitXor]),
        BitXor => (&[BitOr], &[BitAnd]),
        Shl => (&[Shr], &[]),
        Shr => (&[Shl], &[]),
    };
    let computes = |op: BinaryOp| match op {
        Add | Sub => Some(true),
        Mul | Div | Rem => Some(false),
        _ => None,
    };
    // Who writes `==` seldom means an order.
    let is_order = |op| matches!(op, Lt | Le | Gt | Ge);
    let is_negation = |other| matches!((op, other), (Lt, Ge) | (Ge, Lt) | (Gt, Le) | (Le, Gt));
    let far_kind = |other: BinaryOp| {
        if is_negation(other) {
            EditKind::Part
        } else if computes(op) == computes(other) && (is_order(op) || !is_order(other)) {
            EditKind::Operator
        } else {
            EditKind::Unlike
        }
    };
    let near = near.iter().map(|op| (*op, EditKind::Neighbour));
    near.chain(far.iter().map(|other| (*other, far_kind(*other))))
        .collect()
}
