//! Values for an assignment that occur elsewhere in its function: `e->next = t->bucket[h]` for `e->next = NULL`.
//!
//! The value that is meant is often written nearby, where it is read or about to be replaced. Only objects are borrowed
//! (members, elements, what pointers point to); variables are exchanged elsewhere. Its own target, negated, is a value as
//! well: signs alternate by `sign = -sign`.

use syntax::ast::{Expr, ExprKind, UnaryOp};

use crate::edit::constant;
use crate::generate::edit_maker::Maker;
use crate::generate::objects::{is_place, objects};
use crate::generate::print::{UNARY, binary, operand};
use crate::generate::scope::Scope;
use crate::kind::EditKind;
use crate::limits::MAX_BORROWED;

impl Maker<'_> {
    /// `a = b`, where `b` is a constant, a variable or an object, with an object that the function names elsewhere.
    pub(super) fn borrowed(&mut self, a: &Expr, b: &Expr, scope: &Scope) {
        let is_constant = constant(b).is_some() || matches!(b.kind, ExprKind::Cast(..));
        if !is_constant && !is_place(b) {
            return;
        }
        let sources = &self.parse.sources;
        let (target, value) = (sources.text(a.span), sources.text(b.span));
        let mut known = vec![target, value];
        let mut others = objects(&self.parse.unit, self.e.span);
        others.retain(|object| {
            let text = sources.text(object.span);
            let is_new = !known.contains(&text) && self.parse.macro_use_at(object.span).is_none();
            known.push(text);
            is_new
        });
        for object in others.into_iter().take(MAX_BORROWED) {
            let text = binary(self.parse, a, "=", &object, 2);
            let kind = ExprKind::Assign(None, Box::new(a.clone()), Box::new(object));
            self.whole(kind, text, EditKind::Borrowed);
        }
        if let (Some(_), ExprKind::Ident(name)) = (constant(b), &a.kind)
            && scope.is_plain(name)
        {
            self.own_negated(a);
        }
    }

    /// `a = -a`
    fn own_negated(&mut self, a: &Expr) {
        let negated = Expr {
            kind: ExprKind::Unary(UnaryOp::Neg, Box::new(a.clone())),
            span: a.span,
        };
        let target = operand(self.parse, a, UNARY);
        let kind = ExprKind::Assign(None, Box::new(a.clone()), Box::new(negated));
        self.whole(kind, format!("{target} = -{target}"), EditKind::Borrowed);
    }
}

#[cfg(test)]
mod tests {
    use crate::generate::tests::edited;

    #[test]
    fn a_value_is_found_where_the_function_uses_it() {
        let text = "struct n { struct n *next; }; struct n *all[9]; int at(int k);
void put(struct n *e, int k) { e->next = 0; all[at(k)] = e; k = k++; }";
        let edits = edited(text);
        let expected = text.replace("= 0", "= all[at(k)]");
        assert!(edits.contains(&expected), "{edits:#?}");
        assert!(!edits.iter().any(|edit| edit.contains("e->next = e->next")));
    }

    #[test]
    fn a_sign_alternates() {
        let text = "int f(int n) { int sign = 1, sum = 0; while (n--) { sum += sign * n; sign = 1; } return sum; }";
        let expected = text.replace("; sign = 1", "; sign = -sign");
        assert!(edited(text).contains(&expected));
    }
}
