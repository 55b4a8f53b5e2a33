//! Candidate statements, classified by likelihood.

use ir::{Builtin, Direction};
use rustc_hash::FxHashSet;
use syntax::Span;
use syntax::ast::{Expr, ExprKind, StmtKind, TypeSpec};
use syntax::visit::{Walk, each_inside};

use super::object::Object;
use crate::generator::Generator;
use crate::limits::TAKES_INPUT;

use super::trees::{ident, node, number};

/// Classes of statements, most likely first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// The statement repeats another one, or uses something that is otherwise unused.
    Unused,
    /// A natural value, a step, a `return`.
    Natural,
    /// A variable is reset to its initial value, or kept within a range.
    Derived,
    /// A statement of the program with another operand.
    Adapted,
    /// The value of another variable.
    Value,
    /// A call, or a statement with another target.
    Call,
    /// A jump under a condition.
    Guard,
    /// Another statement under a condition.
    Guarded,
}

impl Class {
    /// All classes, most likely first.
    #[cfg(test)]
    pub(crate) const ALL: [Class; 8] = [
        Class::Unused,
        Class::Natural,
        Class::Derived,
        Class::Adapted,
        Class::Value,
        Class::Call,
        Class::Guard,
        Class::Guarded,
    ];

    /// Plausibility of a fix by a statement of this class.
    pub(crate) fn plausibility(self) -> f64 {
        match self {
            Class::Unused => 0.6,
            Class::Natural => 0.5,
            Class::Derived => 0.45,
            Class::Adapted => 0.75,
            Class::Value | Class::Call => 0.02,
            Class::Guard => 0.7,
            Class::Guarded => 0.55,
        }
    }

    /// What makes the statements of the class.
    pub(super) fn generator(self) -> Generator {
        match self {
            Class::Unused => "missing, unused",
            Class::Natural => "missing, natural",
            Class::Derived => "missing, derived",
            Class::Adapted => "missing, adapted",
            Class::Value => "missing, value",
            Class::Call => "missing, call",
            Class::Guard => "missing, guarded jump",
            Class::Guarded => "missing, guarded",
        }
    }

    /// Most statements of the class for one place.
    fn most(self) -> usize {
        match self {
            Class::Unused | Class::Natural => 80,
            Class::Derived => 40,
            Class::Value | Class::Adapted => 150,
            Class::Call => 100,
            Class::Guard | Class::Guarded => usize::MAX,
        }
    }
}

/// A statement and its text.
#[derive(Debug, Clone)]
pub(crate) struct StatementText {
    /// Text, including the semicolon.
    pub(crate) text: String,
    pub(crate) kind: StmtKind,
    pub(crate) class: Class,
    /// Likelihood that it was meant, relative to others of its class.
    pub(crate) prior: f64,
}

impl StatementText {
    /// Likelihood that it was meant: who forgets a statement seldom forgets an input.
    pub(super) fn likelihood(&self) -> f64 {
        let takes = match &self.kind {
            StmtKind::Expr(e) | StmtKind::If(e, ..) => takes_input(e),
            _ => false,
        };
        self.prior * if takes { TAKES_INPUT } else { 1.0 }
    }
}

/// Whether an expression calls a function of the library that reads from the standard input.
fn takes_input(e: &Expr) -> bool {
    let mut found = false;
    each_inside(&mut e.clone(), &mut |e| {
        if let ExprKind::Call(callee, _) = &e.kind
            && let ExprKind::Ident(name) = &callee.kind
        {
            let stream = Builtin::by_name(name).and_then(|of| of.stream(|d| d == Direction::Takes));
            found |= stream.is_some();
        }
        Walk::On
    });
    found
}

/// Collects candidate statements.
pub(super) struct StatementList {
    pub(super) span: Span,
    pub(super) all: Vec<StatementText>,
    pub(super) known: FxHashSet<String>,
}

impl StatementList {
    pub(super) fn push(&mut self, class: Class, text: String, kind: StmtKind) {
        self.push_rated(class, text, kind, 1.0);
    }

    pub(super) fn push_rated(&mut self, class: Class, text: String, kind: StmtKind, prior: f64) {
        let of_class = self.all.iter().filter(|known| known.class == class);
        if of_class.count() == class.most() || !self.known.insert(text.clone()) {
            return;
        }
        self.all.push(StatementText {
            text,
            kind,
            class,
            prior,
        });
    }

    pub(super) fn expr(&mut self, class: Class, text: String, kind: ExprKind) {
        let e = node(kind, self.span);
        self.push(class, text, StmtKind::Expr(e));
    }

    pub(super) fn assign(&mut self, class: Class, target: &Object, text: &str, value: Expr) {
        let (to, value) = (Box::new(target.expr.clone()), Box::new(value));
        let kind = ExprKind::Assign(None, to, value);
        self.expr(class, format!("{} = {text};", target.text), kind);
    }

    /// Adds a statement that sets a whole array to 0.
    pub(super) fn clear(&mut self, array: &Object) {
        if array.ty.is_pointer() {
            return;
        }
        let of = || array.expr.clone();
        let size = node(ExprKind::SizeofExpr(Box::new(of())), self.span);
        let callee = Box::new(ident("memset", self.span));
        let call = ExprKind::Call(callee, vec![of(), number(0), size]);
        let text = format!("memset({0}, 0, sizeof({0}));", array.text);
        // A text ends with one zero.
        let class = if array.ty.is_base(&[TypeSpec::Char]) {
            Class::Derived
        } else {
            Class::Natural
        };
        self.expr(class, text, call);
    }

    /// Adds a statement that ends a text.
    pub(super) fn terminate(&mut self, array: &Object, at: &str) {
        let end = node(ExprKind::Char(0), self.span);
        let kind = self.element(array, ident(at, self.span), end);
        let text = format!("{}[{at}] = '\\0';", array.text);
        self.expr(Class::Natural, text, kind);
    }

    /// Adds a statement that writes the next element.
    pub(super) fn append(&mut self, array: &Object, counter: &str, value: &Object) {
        let next = ExprKind::IncDec {
            target: Box::new(ident(counter, self.span)),
            increment: true,
            prefix: false,
        };
        let kind = self.element(array, node(next, self.span), value.expr.clone());
        let text = format!("{}[{counter}++] = {};", array.text, value.text);
        self.expr(Class::Call, text, kind);
    }

    /// An assignment to an element.
    fn element(&self, array: &Object, at: Expr, value: Expr) -> ExprKind {
        let element = ExprKind::Index(Box::new(array.expr.clone()), Box::new(at));
        let element = node(element, self.span);
        ExprKind::Assign(None, Box::new(element), Box::new(value))
    }

    /// Adds a statement that reads a number.
    pub(super) fn input(&mut self, target: &Object) {
        let Some(letters) = target.ty.conversion().filter(|letters| *letters != "s") else {
            return;
        };
        let callee = Box::new(ident("scanf", self.span));
        let format = node(ExprKind::Str(format!("%{letters}").into_bytes()), self.span);
        let address = node(
            ExprKind::AddressOf(Box::new(target.expr.clone())),
            self.span,
        );
        let call = ExprKind::Call(callee, vec![format, address]);
        let text = format!("scanf(\"%{letters}\", &{});", target.text);
        self.expr(Class::Unused, text, call);
    }

    pub(super) fn print(&mut self, text: &str) {
        let bytes = if text == " " { b" " } else { b"\n" };
        let call = self.printf(bytes.to_vec(), None);
        self.expr(Class::Natural, format!("printf(\"{text}\");"), call);
    }

    /// Adds a statement that prints a value.
    pub(super) fn print_value(&mut self, object: &Object) {
        let letters = match object.ty.conversion() {
            Some("lf") => "f",
            Some(letters) => letters,
            None => return,
        };
        let format = format!("%{letters}");
        let text = format!("printf(\"{format}\", {});", object.text);
        let call = self.printf(format.into_bytes(), Some(object.expr.clone()));
        self.expr(Class::Adapted, text, call);
    }

    fn printf(&self, format: Vec<u8>, value: Option<Expr>) -> ExprKind {
        let callee = Box::new(ident("printf", self.span));
        let format = node(ExprKind::Str(format), self.span);
        let arguments = std::iter::once(format).chain(value).collect();
        ExprKind::Call(callee, arguments)
    }
}
