//! The edits of one expression.

use syntax::ast::{BinaryOp, Expr, ExprKind, IntLit, Name, UnaryOp};
use syntax::{Parse, Span};

use super::print::{
    UNARY, binary, binary_precedence, operand, operator_span, precedence, spelling, stands_alone,
};
use super::scope::Scope;

/// Stands in [`Edit::text`] where the solved constant goes.
pub(super) const HOLE: &str = "\u{1}";

/// What is known of where an expression stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    /// Only its truth matters.
    pub(super) truth: bool,
    /// It gives a truth value, and no operand of another connective is it.
    pub(super) decision: bool,
    /// All expressions with its span are inside it: replacing the text of the span replaces it and nothing else.
    pub(super) alone: bool,
    /// What it is there for.
    pub(super) role: Role,
}

/// What an expression is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Its value is used.
    Value,
    /// It is assigned to, or its address is taken.
    Target,
    /// It is a statement.
    Statement,
}

/// One edit.
#[derive(Debug, Clone)]
pub(super) struct Edit {
    /// What stands there instead.
    pub(super) tree: Expr,
    /// What is replaced in the source.
    pub(super) span: Span,
    /// By what.
    pub(super) text: String,
    /// A constant in `tree` that is still to be found.
    pub(super) hole: Option<Hole>,
    /// Of which kind it is.
    pub(super) kind: Kind,
}

/// A constant to be found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hole {
    /// Its place.
    pub(super) span: Span,
    /// What stands there now.
    pub(super) old: Number,
}

/// A constant's value.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(super) enum Number {
    /// Of an integer.
    Int(i64),
    /// Of a floating one.
    Float(f64),
}

impl Number {
    /// `0` of this kind, where a constant is to be found.
    pub(super) fn zero(self) -> ExprKind {
        match self {
            Number::Int(_) => ExprKind::Int(IntLit {
                value: 0,
                decimal: true,
                unsigned: false,
                longs: 0,
            }),
            Number::Float(_) => ExprKind::Float {
                value: 0.0,
                suffix: None,
            },
        }
    }
}

/// Kinds of edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An operator for its neighbour: `<` for `<=`, `=` for `==`.
    Neighbour,
    /// An operator for another, `&&` for `||`, arms exchanged, operands grouped otherwise.
    Operator,
    /// A statement left out.
    Statement,
    /// A part left out, negated, or made a floating number.
    Part,
    /// A condition of several left out: whoever wrote it as a rule meant it, in another form.
    Check,
    /// An operator for one of another kind: `/` for `-`.
    Unlike,
    /// Another constant.
    Constant,
    /// One more or one less.
    Step,
    /// Operands, arguments, indices or the sides of an assignment exchanged; `*p` for `p`.
    Exchange,
    /// Another format of an input or output.
    Format,
    /// A further factor with a constant in it.
    Factor,
    /// Another variable, member or function, a variable for a constant, or a function without parameters for a variable.
    Name,
    /// A further condition: a part that was forgotten.
    Guard,
    /// A further statement: the end of a text, the next of a list.
    Addition,
    /// One more step of a counter.
    Count,
}

impl Kind {
    /// Likely ones first.
    pub(super) const ALL: [Kind; 13] = [
        Kind::Neighbour,
        Kind::Statement,
        Kind::Operator,
        Kind::Part,
        Kind::Constant,
        Kind::Factor,
        Kind::Name,
        Kind::Step,
        Kind::Exchange,
        Kind::Format,
        Kind::Unlike,
        Kind::Check,
        Kind::Guard,
    ];
    /// How plausible an edit is by its kind.
    pub(super) fn plausibility(self) -> f64 {
        match self {
            Kind::Neighbour => 1.0,
            Kind::Operator => 0.95,
            Kind::Constant => 0.9,
            Kind::Statement | Kind::Part => 0.85,
            Kind::Name | Kind::Step => 0.8,
            Kind::Exchange | Kind::Format => 0.75,
            Kind::Factor | Kind::Addition | Kind::Unlike => 0.6,
            Kind::Check => 0.55,
            Kind::Guard => 0.5,
            Kind::Count => 0.0,
        }
    }

    /// Whether one fix of the kind is enough. What only leaves something out, or adds to it, pleases tests too easily.
    pub(super) fn is_convincing(self) -> bool {
        !matches!(
            self,
            Kind::Statement | Kind::Check | Kind::Addition | Kind::Count
        )
    }

    /// Those that hardly ever need more than a few runs of the tests.
    pub(super) const SMALL: [Kind; 13] = [
        Kind::Neighbour,
        Kind::Statement,
        Kind::Operator,
        Kind::Part,
        Kind::Constant,
        Kind::Name,
        Kind::Step,
        Kind::Exchange,
        Kind::Format,
        Kind::Unlike,
        Kind::Check,
        Kind::Addition,
        Kind::Count,
    ];
}

/// Gives a truth value by its operator.
pub(super) fn is_truth(e: &Expr) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    match &e.kind {
        ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) | ExprKind::Unary(UnaryOp::Not, _) => {
            true
        }
        ExprKind::Binary(op, ..) => matches!(op, Lt | Le | Gt | Ge | Eq | Ne),
        _ => false,
    }
}

/// Operands of which only the truth matters.
pub(super) fn truth_operands(e: &Expr) -> Vec<Span> {
    match &e.kind {
        ExprKind::LogicalAnd(a, b) | ExprKind::LogicalOr(a, b) => vec![a.span, b.span],
        ExprKind::Unary(UnaryOp::Not, a) => vec![a.span],
        ExprKind::Conditional(c, ..) => vec![c.span],
        _ => Vec::new(),
    }
}

/// All edits of an expression itself; its operands have their own.
pub(super) fn edits(e: &Expr, context: Context, scope: &Scope, parse: &Parse) -> Vec<Edit> {
    let mut maker = Maker {
        e,
        parse,
        edits: Vec::new(),
    };
    // Text that a macro left has no place of its own; its use can be replaced as a whole.
    if let Some(used) = parse.macro_use_at(e.span) {
        if used.use_span == e.span
            && context.alone
            && let Some(old) = number(e)
        {
            maker.constant(old);
        }
        return maker.edits;
    }
    match &e.kind {
        ExprKind::Binary(op, a, b) => {
            maker.operators(*op, a, b);
            maker.connectives(*op, a, b, context);
            maker.operands_exchanged(*op, a, b);
            maker.terms_regrouped(*op, a, b);
            maker.terms(*op, a, b);
            maker.factors(*op, a, b, scope);
            maker.real_quotient(*op, a, b, scope);
            maker.comparison(*op, a, b, scope);
        }
        ExprKind::LogicalAnd(a, b) => {
            maker.connective(a, b, true);
            maker.all_together(context);
        }
        ExprKind::LogicalOr(a, b) => {
            maker.connective(a, b, false);
            maker.all_together(context);
            maker.conditions_regrouped(a, b);
        }
        ExprKind::Conditional(c, Some(a), b) => maker.arms(c, a, b),
        ExprKind::Unary(UnaryOp::Not | UnaryOp::Neg, a) => maker.replace_by(a),
        ExprKind::IncDec {
            target,
            increment,
            prefix,
        } => maker.step(target, (*increment, *prefix), context),
        ExprKind::Assign(op, a, b) => maker.assignment(*op, a, b, context),
        ExprKind::Ident(name) => {
            for peer in scope.peers(name) {
                maker.name(peer);
            }
            for function in scope.functions(name) {
                maker.call(function);
            }
            for callee in scope.callees(name) {
                maker.name(&callee);
            }
            if scope.is_integer(name) && context.role == Role::Value {
                maker.one_off();
            }
            if scope.is_pointer(name) {
                maker.dereferenced();
            }
            for link in scope.links(name) {
                maker.followed(link);
            }
        }
        ExprKind::Deref(a) => maker.replace_by(a),
        ExprKind::Member(base, name, arrow) => {
            for member in scope.members(&name.text) {
                maker.member(base, name, *arrow, &member);
            }
            if *arrow {
                maker.replace_by(base);
            }
        }
        ExprKind::Index(array, last) => {
            if let ExprKind::Index(array, first) = &array.kind {
                maker.indices_exchanged(array, first, last);
            }
        }
        ExprKind::Call(callee, args) => {
            maker.arguments(callee, args, scope);
            maker.formats(callee, args, scope);
            if matches!(&callee.kind, ExprKind::Ident(name) if name == "strlen") {
                maker.one_off();
            }
        }
        _ => {}
    }
    if let Some(Number::Float(old)) = number(e) {
        maker.constant(Number::Float(old));
    } else if let Some(old) = constant(e) {
        maker.constant(Number::Int(old));
        for name in scope.integers() {
            maker.name(name);
        }
    } else if context.truth {
        maker.negation();
    }
    if context.decision {
        for name in scope.integers() {
            maker.guards(name);
        }
    }
    maker.edits
}

/// The value of an expression made of constants only; of floating ones only literals.
pub(super) fn number(e: &Expr) -> Option<Number> {
    match &e.kind {
        ExprKind::Float { value, .. } => Some(Number::Float(*value)),
        _ => constant(e).map(Number::Int),
    }
}

/// The value of an expression made of integer constants only.
pub(super) fn constant(e: &Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Int(lit) => i64::try_from(lit.value).ok(),
        ExprKind::Unary(UnaryOp::Neg, a) => constant(a)?.checked_neg(),
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (constant(a)?, constant(b)?);
            match op {
                BinaryOp::Add => a.checked_add(b),
                BinaryOp::Sub => a.checked_sub(b),
                BinaryOp::Mul => a.checked_mul(b),
                BinaryOp::Div => a.checked_div(b),
                BinaryOp::Shl => a.checked_shl(u32::try_from(b).ok()?),
                _ => None,
            }
        }
        _ => None,
    }
}

pub(super) struct Maker<'a> {
    pub(super) e: &'a Expr,
    pub(super) parse: &'a Parse,
    edits: Vec<Edit>,
}

impl Maker<'_> {
    /// Another expression of this kind, by another text for a span of the source.
    fn push(&mut self, kind: ExprKind, span: Span, text: String, of: Kind, hole: Option<Hole>) {
        let tree = Expr {
            kind,
            span: self.e.span,
        };
        self.edits.push(Edit {
            tree,
            span,
            text,
            hole,
            kind: of,
        });
    }

    /// The whole is replaced; in parentheses where the new binds less than the old and has neighbours.
    pub(super) fn whole(&mut self, kind: ExprKind, text: String, of: Kind) {
        self.whole_with(kind, text, of, None);
    }

    /// The same with a constant to be found.
    pub(super) fn whole_with(
        &mut self,
        kind: ExprKind,
        text: String,
        of: Kind,
        hole: Option<Hole>,
    ) {
        let looser = precedence(&kind) < precedence(&self.e.kind);
        let level = precedence(&kind);
        let text = if looser && !stands_alone(self.parse, self.e.span, level) {
            format!("({text})")
        } else {
            text
        };
        self.push(kind, self.e.span, text, of, hole);
    }

    pub(super) fn replace_by(&mut self, part: &Expr) {
        let text = self.parse.sources.text(part.span).to_owned();
        self.whole(part.kind.clone(), text, Kind::Part);
    }

    fn operators(&mut self, op: BinaryOp, a: &Expr, b: &Expr) {
        // `a * 1` for `a - 1` is `a`, which is offered as a part, and nobody would write it otherwise.
        let one = constant(b) == Some(1);
        let written = |(other, _): &(BinaryOp, Kind)| {
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

    fn connective(&mut self, a: &Expr, b: &Expr, is_and: bool) {
        let (kind, op) = joined(!is_and, a.clone(), b.clone());
        let text = binary(self.parse, a, op, b, precedence(&kind));
        self.whole(kind, text, Kind::Operator);
        for part in [a, b] {
            let text = self.parse.sources.text(part.span).to_owned();
            self.whole(part.kind.clone(), text, Kind::Check);
        }
    }

    fn arms(&mut self, c: &Expr, a: &Expr, b: &Expr) {
        let kind = ExprKind::Conditional(
            Box::new(c.clone()),
            Some(Box::new(b.clone())),
            Box::new(a.clone()),
        );
        let texts = [(c, 4), (b, 3), (a, 3)].map(|(e, least)| operand(self.parse, e, least));
        let text = format!("{} ? {} : {}", texts[0], texts[1], texts[2]);
        self.whole(kind, text, Kind::Operator);
        self.replace_by(a);
        self.replace_by(b);
    }

    /// `i++` as `i--`, and as `++i` where its value is used.
    fn step(&mut self, target: &Expr, (increment, prefix): (bool, bool), context: Context) {
        let turned = (!increment, prefix, Kind::Operator);
        let moved =
            (context.role != Role::Statement).then_some((increment, !prefix, Kind::Neighbour));
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

    /// `a & b` as `a && b` where only the truth matters, and `a == b;` as `a = b;`.
    fn connectives(&mut self, op: BinaryOp, a: &Expr, b: &Expr, context: Context) {
        let is_and = match op {
            BinaryOp::BitAnd => true,
            BinaryOp::BitOr => false,
            BinaryOp::Eq if context.role == Role::Statement => {
                let text = binary(self.parse, a, "=", b, 2);
                let (a, b) = (Box::new(a.clone()), Box::new(b.clone()));
                return self.whole(ExprKind::Assign(None, a, b), text, Kind::Neighbour);
            }
            _ => return,
        };
        if context.truth {
            let (kind, op) = joined(is_and, a.clone(), b.clone());
            let text = binary(self.parse, a, op, b, precedence(&kind));
            self.whole(kind, text, Kind::Neighbour);
        }
    }

    /// `a - b` as `b - a`.
    fn operands_exchanged(&mut self, op: BinaryOp, a: &Expr, b: &Expr) {
        use BinaryOp::{Div, Rem, Shl, Shr, Sub};
        if matches!(op, Sub | Div | Rem | Shl | Shr) {
            let text = binary(self.parse, b, spelling(op), a, binary_precedence(op));
            let (a, b) = (Box::new(a.clone()), Box::new(b.clone()));
            self.whole(ExprKind::Binary(op, b, a), text, Kind::Exchange);
        }
    }

    /// `m[i][j]` as `m[j][i]`.
    fn indices_exchanged(&mut self, array: &Expr, first: &Expr, last: &Expr) {
        let texts = [array, last, first].map(|e| self.parse.sources.text(e.span));
        let [of, i, j] = texts;
        let text = format!("{of}[{i}][{j}]");
        let row = ExprKind::Index(Box::new(array.clone()), Box::new(last.clone()));
        let row = Expr {
            kind: row,
            span: self.e.span,
        };
        let kind = ExprKind::Index(Box::new(row), Box::new(first.clone()));
        self.whole(kind, text, Kind::Exchange);
    }

    /// `p` as `p->next`.
    fn followed(&mut self, link: &str) {
        let span = self.e.span;
        let name = Name {
            text: link.to_owned(),
            span,
        };
        let text = format!("{}->{link}", self.parse.sources.text(span));
        let kind = ExprKind::Member(Box::new(self.e.clone()), name, true);
        self.whole(kind, text, Kind::Name);
    }

    /// `p` as `*p`.
    fn dereferenced(&mut self) {
        let text = format!("*{}", operand(self.parse, self.e, UNARY));
        let kind = ExprKind::Deref(Box::new(self.e.clone()));
        self.whole(kind, text, Kind::Exchange);
    }

    /// Another member.
    fn member(&mut self, base: &Expr, name: &Name, arrow: bool, other: &str) {
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
        self.push(kind, span, text, Kind::Name, None);
    }

    fn assignment(&mut self, op: Option<BinaryOp>, a: &Expr, b: &Expr, context: Context) {
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
                with(self, None, Kind::Part);
            }
            None => {
                with(self, Some(BinaryOp::Add), Kind::Operator);
                with(self, Some(BinaryOp::Sub), Kind::Operator);
                self.turned(a, b);
            }
        }
        // `=` for `==` in a condition.
        if op.is_none() && context.truth {
            let (left, right) = boxed();
            let level = binary_precedence(BinaryOp::Eq);
            let text = binary(self.parse, a, "==", b, level);
            self.whole(
                ExprKind::Binary(BinaryOp::Eq, left, right),
                text,
                Kind::Neighbour,
            );
        }
    }

    /// `a = b` as `b = a`.
    fn turned(&mut self, a: &Expr, b: &Expr) {
        let is_place = matches!(
            b.kind,
            ExprKind::Ident(_) | ExprKind::Index(..) | ExprKind::Member(..) | ExprKind::Deref(_)
        );
        if is_place {
            let text = binary(self.parse, b, "=", a, UNARY);
            let (a, b) = (Box::new(a.clone()), Box::new(b.clone()));
            self.whole(ExprKind::Assign(None, b, a), text, Kind::Exchange);
        }
    }

    fn name(&mut self, name: &str) {
        self.whole(
            ExprKind::Ident(name.to_owned()),
            name.to_owned(),
            Kind::Name,
        );
    }

    fn call(&mut self, function: &str) {
        let callee = Expr {
            kind: ExprKind::Ident(function.to_owned()),
            span: self.e.span,
        };
        let kind = ExprKind::Call(Box::new(callee), Vec::new());
        self.whole(kind, format!("{function}()"), Kind::Name);
    }

    fn negation(&mut self) {
        if matches!(self.e.kind, ExprKind::Unary(UnaryOp::Not, _)) {
            return;
        }
        let text = format!("!{}", operand(self.parse, self.e, UNARY));
        let kind = ExprKind::Unary(UnaryOp::Not, Box::new(self.e.clone()));
        self.whole(kind, text, Kind::Part);
    }

    /// `e && x > 5` and its like, with a constant to be found.
    fn guards(&mut self, name: &str) {
        let end = self.e.span.end;
        let place = Span {
            start: end,
            end,
            ..self.e.span
        };
        let expr = |kind| Expr { kind, span: place };
        let hole = Hole {
            span: place,
            old: Number::Int(0),
        };
        for (op, is_and) in [
            (BinaryOp::Gt, true),
            (BinaryOp::Lt, true),
            (BinaryOp::Gt, false),
            (BinaryOp::Lt, false),
        ] {
            let variable = Box::new(expr(ExprKind::Ident(name.to_owned())));
            let limit = Box::new(expr(hole.old.zero()));
            let guard = expr(ExprKind::Binary(op, variable, limit));
            let (kind, connective) = joined(is_and, self.e.clone(), guard);
            let left = operand(self.parse, self.e, precedence(&kind));
            let text = format!("{left} {connective} {name} {} {HOLE}", spelling(op));
            self.whole_with(kind, text, Kind::Guard, Some(hole));
        }
    }

    fn constant(&mut self, old: Number) {
        let span = self.e.span;
        let hole = Some(Hole { span, old });
        self.push(old.zero(), span, HOLE.to_owned(), Kind::Constant, hole);
    }
}

/// `a && b` or `a || b`, and the connective.
pub(super) fn joined(is_and: bool, a: Expr, b: Expr) -> (ExprKind, &'static str) {
    let (a, b) = (Box::new(a), Box::new(b));
    if is_and {
        (ExprKind::LogicalAnd(a, b), "&&")
    } else {
        (ExprKind::LogicalOr(a, b), "||")
    }
}

/// Operators that are written for one another.
fn alternatives(op: BinaryOp) -> Vec<(BinaryOp, Kind)> {
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
    let far_kind = |other: BinaryOp| {
        if computes(op) == computes(other) {
            Kind::Operator
        } else {
            Kind::Unlike
        }
    };
    let near = near.iter().map(|op| (*op, Kind::Neighbour));
    near.chain(far.iter().map(|other| (*other, far_kind(*other))))
        .collect()
}
