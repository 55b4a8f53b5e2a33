//! Edits of operators: another operator, exchanged operands, another name, an additional condition.

use syntax::ast::{BinaryOp, Expr, ExprKind, IntLit, Name, UnaryOp};

use syntax::visit::{Walk, each_inside};

use super::edit_maker::Maker;
use crate::edit::{HOLE, Hole, Number, constant, number};
use crate::generate::objects::is_place;
use crate::generate::print::{
    CAST, UNARY, binary, binary_precedence, operand, operator_span, precedence, spelling,
};
use crate::generate::scope::Scope;
use crate::kind::EditKind;
use crate::limits::MAX_NAMED;
use crate::sites::{Context, Role, Truth};

impl Maker<'_> {
    pub(crate) fn replace_by(&mut self, part: &Expr) {
        self.replace_as(part, EditKind::Part);
    }

    /// Replaces the expression by a part of it.
    pub(crate) fn replace_as(&mut self, part: &Expr, of: EditKind) {
        let text = self.parse.sources.text(part.span).to_owned();
        self.whole(part.kind.clone(), text, of);
    }

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

    pub(super) fn connective(&mut self, a: &Expr, b: &Expr, is_and: bool) {
        let (kind, op) = joined(!is_and, a.clone(), b.clone());
        let text = binary(self.parse, a, op, b, precedence(&kind));
        self.whole(kind, text, EditKind::Operator);
        for part in [a, b] {
            self.replace_as(part, EditKind::Check);
        }
    }

    pub(super) fn arms(&mut self, c: &Expr, a: &Expr, b: &Expr) {
        let kind = ExprKind::Conditional(
            Box::new(c.clone()),
            Some(Box::new(b.clone())),
            Box::new(a.clone()),
        );
        let texts = [(c, 4), (b, 3), (a, 3)].map(|(e, least)| operand(self.parse, e, least));
        let text = format!("{} ? {} : {}", texts[0], texts[1], texts[2]);
        self.whole(kind, text, EditKind::Exchange);
        for arm in [a, b] {
            self.replace_as(arm, EditKind::Check);
        }
    }

    /// `i++` as `i--`, and as `++i` where its value is used.
    pub(super) fn step(
        &mut self,
        target: &Expr,
        (increment, prefix): (bool, bool),
        context: Context,
    ) {
        let turned = (!increment, prefix, EditKind::Step);
        let moved =
            (context.role != Role::Statement).then_some((increment, !prefix, EditKind::Neighbour));
        for (increment, prefix, of) in [turned].into_iter().chain(moved) {
            let kind = ExprKind::IncDec {
                target: Box::new(target.clone()),
                increment,
                prefix,
            };
            let op = if increment { "++" } else { "--" };
            let target = operand(self.parse, target, UNARY);
            let text = if prefix {
                format!("{op}{target}")
            } else {
                format!("{target}{op}")
            };
            self.whole(kind, text, of);
        }
    }

    /// `a & b` as `a && b` where only the truth value matters, and `a == b;` as `a = b;`.
    pub(super) fn connectives(&mut self, op: BinaryOp, a: &Expr, b: &Expr, context: Context) {
        let is_and = match op {
            BinaryOp::BitAnd => true,
            BinaryOp::BitOr => false,
            BinaryOp::Eq if context.role == Role::Statement => {
                let text = binary(self.parse, a, "=", b, 2);
                let (a, b) = (Box::new(a.clone()), Box::new(b.clone()));
                return self.whole(ExprKind::Assign(None, a, b), text, EditKind::Neighbour);
            }
            _ => return,
        };
        if context.truth != Truth::Value {
            let (kind, op) = joined(is_and, a.clone(), b.clone());
            let text = binary(self.parse, a, op, b, precedence(&kind));
            self.whole(kind, text, EditKind::Neighbour);
        }
    }

    /// `a - b` as `b - a`.
    pub(super) fn operands_exchanged(&mut self, op: BinaryOp, a: &Expr, b: &Expr) {
        use BinaryOp::{Div, Rem, Shl, Shr, Sub};
        if matches!(op, Sub | Div | Rem | Shl | Shr) {
            let text = binary(self.parse, b, spelling(op), a, binary_precedence(op));
            let (a, b) = (Box::new(a.clone()), Box::new(b.clone()));
            self.whole(ExprKind::Binary(op, b, a), text, EditKind::Exchange);
        }
    }

    /// `x % count` as `x % SIZE`, and `i < n` as `i < SIZE`: a named number instead of a variable. It is most likely if the
    /// file has the same elsewhere.
    pub(super) fn limited(&mut self, op: BinaryOp, a: &Expr, b: &Expr, scope: &Scope) {
        use BinaryOp::{Ge, Gt, Le, Lt, Rem};
        let is_variable = |name: &String| scope.is_integer(name);
        if !matches!(op, Rem | Lt | Le | Gt | Ge)
            || !matches!(&b.kind, ExprKind::Ident(name) if is_variable(name))
        {
            return;
        }
        for (name, kind) in scope.named_numbers(self.parse).iter().take(MAX_NAMED) {
            let b = Expr {
                kind: kind.clone(),
                span: b.span,
            };
            let kind = ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone()));
            let same = format!("{} {name}", spelling(op));
            let file = self.parse.sources.file(b.span.file);
            let of = if file.is_some_and(|file| file.text.contains(&same)) {
                EditKind::Neighbour
            } else {
                EditKind::Name
            };
            self.push(kind, b.span, name.clone(), of, None);
        }
    }

    /// `m[i][j]` as `m[j][i]`.
    pub(super) fn indices_exchanged(&mut self, array: &Expr, first: &Expr, last: &Expr) {
        let texts = [array, last, first].map(|e| self.parse.sources.text(e.span));
        let [of, i, j] = texts;
        let text = format!("{of}[{i}][{j}]");
        let row = ExprKind::Index(Box::new(array.clone()), Box::new(last.clone()));
        let row = Expr {
            kind: row,
            span: self.e.span,
        };
        let kind = ExprKind::Index(Box::new(row), Box::new(first.clone()));
        self.whole(kind, text, EditKind::Exchange);
    }

    /// `p` as `p->next`.
    pub(super) fn followed(&mut self, link: &str) {
        let span = self.e.span;
        let name = Name {
            text: link.to_owned(),
            span,
        };
        let text = format!("{}->{link}", self.parse.sources.text(span));
        let kind = ExprKind::Member(Box::new(self.e.clone()), name, true);
        self.whole(kind, text, EditKind::Name);
    }

    /// `p` as `*p`.
    pub(super) fn dereferenced(&mut self) {
        let text = format!("*{}", operand(self.parse, self.e, UNARY));
        let kind = ExprKind::Deref(Box::new(self.e.clone()));
        self.whole(kind, text, EditKind::Exchange);
    }

    /// `sizeof(a[0])` as `sizeof(a)`, and `sizeof(p)` as `sizeof(*p)`.
    pub(super) fn measured(&mut self, of: &Expr, scope: &Scope) {
        let (other, text) = match &of.kind {
            ExprKind::Index(whole, _) | ExprKind::Deref(whole) => {
                let text = self.parse.sources.text(whole.span);
                ((**whole).clone(), text.to_owned())
            }
            _ if scope
                .type_of(of)
                .is_some_and(|ty| ty.is_indexed() || ty.is_pointer()) =>
            {
                let kind = ExprKind::Deref(Box::new(of.clone()));
                let text = format!("*{}", operand(self.parse, of, UNARY));
                (Expr { kind, ..of.clone() }, text)
            }
            _ => return,
        };
        let kind = ExprKind::SizeofExpr(Box::new(other));
        self.whole(kind, format!("sizeof({text})"), EditKind::Part);
    }

    /// `*p` as `p[i]`.
    pub(super) fn element(&mut self, pointer: &Expr, index: &str) {
        let span = self.e.span;
        let at = Expr {
            kind: ExprKind::Ident(index.to_owned()),
            span,
        };
        let text = format!("{}[{index}]", operand(self.parse, pointer, CAST + 1));
        let kind = ExprKind::Index(Box::new(pointer.clone()), Box::new(at));
        self.whole(kind, text, EditKind::Exchange);
    }

    /// Replaces a member by another one.
    pub(super) fn member(&mut self, base: &Expr, name: &Name, arrow: bool, other: &str) {
        let span = name.span;
        if self.parse.sources.text(span) != name.text {
            return;
        }
        let other = Name {
            text: other.to_owned(),
            span,
        };
        let text = other.text.clone();
        let kind = ExprKind::Member(Box::new(base.clone()), other, arrow);
        self.push(kind, span, text, EditKind::Name, None);
    }

    pub(super) fn assignment(
        &mut self,
        op: Option<BinaryOp>,
        a: &Expr,
        b: &Expr,
        context: Context,
    ) {
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
                self.turned(a, b);
            }
        }
        // `=` for `==` where the value is used.
        if op.is_none() && context.role == Role::Value {
            let (left, right) = boxed();
            let level = binary_precedence(BinaryOp::Eq);
            let text = binary(self.parse, a, "==", b, level);
            self.whole(
                ExprKind::Binary(BinaryOp::Eq, left, right),
                text,
                EditKind::Neighbour,
            );
            self.first_compared(a, b);
        }
    }

    /// `a = b && c` as `a == b && c`.
    fn first_compared(&mut self, a: &Expr, b: &Expr) {
        fn compared(a: &Expr, b: &Expr) -> Option<Expr> {
            let (ExprKind::LogicalAnd(first, rest) | ExprKind::LogicalOr(first, rest)) = &b.kind
            else {
                return None;
            };
            let equal = || {
                let kind = ExprKind::Binary(BinaryOp::Eq, Box::new(a.clone()), first.clone());
                let span = first.span;
                Expr { kind, span }
            };
            let first = Box::new(compared(a, first).unwrap_or_else(equal));
            let kind = match &b.kind {
                ExprKind::LogicalAnd(..) => ExprKind::LogicalAnd(first, rest.clone()),
                _ => ExprKind::LogicalOr(first, rest.clone()),
            };
            Some(Expr { kind, span: b.span })
        }
        if let Some(whole) = compared(a, b) {
            let [left, right] = [a, b].map(|e| self.parse.sources.text(e.span));
            self.whole(
                whole.kind,
                format!("{left} == {right}"),
                EditKind::Neighbour,
            );
        }
    }

    /// `a = b` as `b = a`.
    pub(super) fn turned(&mut self, a: &Expr, b: &Expr) {
        if is_place(b) {
            let text = binary(self.parse, b, "=", a, UNARY);
            let (a, b) = (Box::new(a.clone()), Box::new(b.clone()));
            self.whole(ExprKind::Assign(None, b, a), text, EditKind::Exchange);
        }
    }

    pub(super) fn name(&mut self, name: &str) {
        self.whole(
            ExprKind::Ident(name.to_owned()),
            name.to_owned(),
            EditKind::Name,
        );
    }

    /// The names of other numbers, for the name of one.
    pub(super) fn other_names(&mut self, own: Number, scope: &Scope) {
        let numbers = scope.named_numbers(self.parse).iter().take(MAX_NAMED);
        for (name, kind) in numbers {
            let span = self.e.span;
            let kind = kind.clone();
            if number(&Expr {
                kind: kind.clone(),
                span,
            }) != Some(own)
            {
                self.whole(kind, name.clone(), EditKind::Name);
            }
        }
    }

    pub(super) fn call(&mut self, function: &str) {
        let callee = Expr {
            kind: ExprKind::Ident(function.to_owned()),
            span: self.e.span,
        };
        let kind = ExprKind::Call(Box::new(callee), Vec::new());
        self.whole(kind, format!("{function}()"), EditKind::Name);
    }

    pub(super) fn negation(&mut self) {
        if matches!(self.e.kind, ExprKind::Unary(UnaryOp::Not, _)) {
            return;
        }
        let text = format!("!{}", operand(self.parse, self.e, UNARY));
        let kind = ExprKind::Unary(UnaryOp::Not, Box::new(self.e.clone()));
        self.whole(kind, text, EditKind::Part);
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

/// `a && b` or `a || b`, and the spelling of the connective.
pub(crate) fn joined(is_and: bool, a: Expr, b: Expr) -> (ExprKind, &'static str) {
    let (a, b) = (Box::new(a), Box::new(b));
    if is_and {
        (ExprKind::LogicalAnd(a, b), "&&")
    } else {
        (ExprKind::LogicalOr(a, b), "||")
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
