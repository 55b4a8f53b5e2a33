//! Exchange of two values in a formula: `d * 9 / 5` for `d * 5 / 9`, and of two variables between calls:
//! `pop(&b) && pop(&a)` for `pop(&a) && pop(&b)`.

use syntax::Span;
use syntax::ast::{Expr, ExprKind};
use syntax::visit::{Walk, each_inside};

use crate::generate::edit_maker::Maker;
use crate::generate::scope::Scope;
use crate::kind::EditKind;
use crate::limits::MAX_LEAVES;

impl Maker<'_> {
    /// Exchanges each pair of names or numbers in a formula. Only whole values are edited, not their parts; the two
    /// operands of one operator are exchanged elsewhere.
    pub(crate) fn leaves_exchanged(&mut self) {
        let mut leaves: Vec<(Expr, String)> = Vec::new();
        let mut is_formula = true;
        each_inside(&mut self.e.clone(), &mut |e| {
            let is_written = self.parse.macro_use_at(e.span).is_none();
            match &e.kind {
                ExprKind::Ident(_) | ExprKind::Int(_) | ExprKind::Float { .. } if is_written => {
                    leaves.push((e.clone(), self.parse.sources.text(e.span).to_owned()));
                }
                ExprKind::Binary(..) if is_written => {}
                _ => is_formula = false,
            }
            if is_formula { Walk::On } else { Walk::Stop }
        });
        if !is_formula || !(3..=MAX_LEAVES).contains(&leaves.len()) {
            return;
        }
        for (i, (first, a)) in leaves.iter().enumerate() {
            for (second, b) in &leaves[i + 1..] {
                if a == b {
                    continue;
                }
                if let Some(text) = self.with_both(first.span, b, second.span, a) {
                    let tree = exchanged(self.e, first, second);
                    self.whole(tree.kind, text, EditKind::Exchange);
                }
            }
        }
    }

    /// Exchanges each pair of variables of one type that are arguments of different calls, or whose addresses are.
    /// Arguments of the same call are exchanged elsewhere.
    pub(crate) fn exchanged_between_calls(&mut self, scope: &Scope) {
        let mut arguments: Vec<(usize, Expr, String)> = Vec::new();
        let mut calls = 0;
        each_inside(&mut self.e.clone(), &mut |e| {
            if let ExprKind::Call(_, args) = &e.kind {
                let names = args.iter().filter_map(|argument| variable_in(argument));
                let written = names.filter(|(e, _)| self.parse.macro_use_at(e.span).is_none());
                arguments.extend(written.map(|(e, name)| (calls, e.clone(), name.to_owned())));
                calls += 1;
            }
            Walk::On
        });
        if calls < 2 || arguments.len() > MAX_LEAVES {
            return;
        }
        for (i, (call, first, a)) in arguments.iter().enumerate() {
            for (other, second, b) in &arguments[i + 1..] {
                if call == other || !scope.peers(a).any(|peer| peer == b) {
                    continue;
                }
                if let Some(text) = self.with_both(first.span, b, second.span, a) {
                    let tree = exchanged(self.e, first, second);
                    self.whole(tree.kind, text, EditKind::Exchange);
                }
            }
        }
    }

    /// The text with two places replaced, the first of which precedes the second.
    fn with_both(&self, first: Span, a: &str, second: Span, b: &str) -> Option<String> {
        let whole = self.e.span;
        let text = self.parse.sources.text(whole);
        let at = |place: u32| Some(place.checked_sub(whole.start)? as usize);
        let before = text.get(..at(first.start)?)?;
        let between = text.get(at(first.end)?..at(second.start)?)?;
        let after = text.get(at(second.end)?..)?;
        Some(format!("{before}{a}{between}{b}{after}"))
    }
}

/// The variable that an argument is, or whose address it is, with its name.
fn variable_in(argument: &Expr) -> Option<(&Expr, &str)> {
    let inner = match &argument.kind {
        ExprKind::AddressOf(inner) => inner,
        _ => argument,
    };
    match &inner.kind {
        ExprKind::Ident(name) => Some((inner, name)),
        _ => None,
    }
}

fn exchanged(e: &Expr, first: &Expr, second: &Expr) -> Expr {
    let mut tree = e.clone();
    each_inside(&mut tree, &mut |e| {
        if e.span == first.span {
            e.kind = second.kind.clone();
        } else if e.span == second.span {
            e.kind = first.kind.clone();
        }
        Walk::On
    });
    tree
}

#[cfg(test)]
mod tests {
    use crate::generate::tests::edited;

    #[test]
    fn two_variables_change_places_between_calls() {
        let text = "int pop(int *x); int f(int n) { int a, b; double c; if (!pop(&a) || !pop(&b) || !pop(&c)) return n; return a - b; }";
        let edits = edited(text);
        let expected = text.replace("!pop(&a) || !pop(&b)", "!pop(&b) || !pop(&a)");
        assert!(edits.contains(&expected), "{edits:#?}");
        let other = text.replace("!pop(&b) || !pop(&c)", "!pop(&c) || !pop(&b)");
        assert!(!edits.contains(&other), "the types differ");
    }

    #[test]
    fn two_values_change_places() {
        let edits = edited("int f(int d, int k) { return d * 9 / (5 - k); }");
        for new in ["d * 5 / (9 - k)", "d * k / (5 - 9)", "9 * d / (5 - k)"] {
            let text = format!("int f(int d, int k) {{ return {new}; }}");
            assert!(edits.contains(&text), "{new} is not in {edits:#?}");
        }
    }
}
