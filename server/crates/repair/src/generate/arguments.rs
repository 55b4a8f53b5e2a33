//! Edits of calls: arguments in another order, or an address that was forgotten.

use syntax::Span;
use syntax::ast::{Expr, ExprKind};
use syntax::visit::{Walk, each_inside};

use crate::generate::edit_maker::Maker;
use crate::generate::formats::before_targets;
use crate::generate::print::{UNARY, operand};
use crate::generate::scope::Scope;
use crate::generate::written::Written;
use crate::kind::EditKind;
use crate::limits::MAX_CHANGED_ARGUMENTS;

impl Maker<'_> {
    /// `f(a, b)` as `f(b, a)`, and `scanf("%d", n)` as `scanf("%d", &n)`.
    pub(crate) fn arguments(&mut self, callee: &Expr, args: &[Expr], scope: &Scope) {
        if args.len() > MAX_CHANGED_ARGUMENTS || !self.stand_apart(callee, args) {
            return;
        }
        let mut exchange = EditKind::Exchange;
        if let ExprKind::Ident(name) = &callee.kind
            && let Some(first) = before_targets(name)
        {
            self.addresses(callee, args, first, scope);
            exchange = EditKind::Order;
        }
        self.pointers(callee, args);
        self.shapes(callee, args, scope);
        self.moved(callee, args, exchange);
        let is_text = |e: &Expr| matches!(e.kind, ExprKind::Str(_));
        for i in 0..args.len() {
            for j in i + 1..args.len() {
                let (a, b) = (&args[i], &args[j]);
                let same = self.parse.sources.text(a.span) == self.parse.sources.text(b.span);
                if !same && !is_text(a) && !is_text(b) {
                    let mut others = self.written(args);
                    others.swap(i, j);
                    self.call_with(callee, others, exchange);
                }
            }
        }
    }

    /// `f(*p, *q)` as `f(p, q)`; changing a single one is an edit of the argument.
    fn pointers(&mut self, callee: &Expr, args: &[Expr]) {
        let pointer = |e: &Expr| match &e.kind {
            ExprKind::Deref(p) => Some((**p).clone()),
            _ => None,
        };
        let pointers: Vec<Option<Expr>> = args.iter().map(pointer).collect();
        if pointers.iter().flatten().count() > 1 {
            let others = pointers.into_iter().zip(args);
            let others: Vec<Expr> = others
                .map(|(p, e)| p.unwrap_or_else(|| e.clone()))
                .collect();
            let others = self.written(&others);
            self.call_with(callee, others, EditKind::Neighbour);
        }
    }

    /// `f(a[n], n)` as `f(a, n)`, and `f(*p)` as `f(p)`, where the parameter is a pointer: all such arguments at once.
    fn shapes(&mut self, callee: &Expr, args: &[Expr], scope: &Scope) {
        let ExprKind::Ident(name) = &callee.kind else {
            return;
        };
        let Some(parameters) = scope.parameters_of(name) else {
            return;
        };
        let fits = |e: &Expr, at: usize| {
            let (of, to) = (scope.type_of(e)?, parameters.get(at)?);
            Some(of.fits(to))
        };
        let meant = |(at, e): (usize, &Expr)| {
            let (ExprKind::Index(base, _) | ExprKind::Deref(base)) = &e.kind else {
                return None;
            };
            let wrong = fits(e, at) == Some(false) && fits(base, at) == Some(true);
            wrong.then(|| (**base).clone())
        };
        let meant: Vec<Option<Expr>> = args.iter().enumerate().map(meant).collect();
        if meant.iter().any(Option::is_some) {
            let others = meant.into_iter().zip(args);
            let others: Vec<Expr> = others
                .map(|(p, e)| p.unwrap_or_else(|| e.clone()))
                .collect();
            let others = self.written(&others);
            self.call_with(callee, others, EditKind::Neighbour);
        }
    }

    /// One argument moved to another place among the others, farther than to the next.
    fn moved(&mut self, callee: &Expr, args: &[Expr], of: EditKind) {
        let is_text = |e: &Expr| matches!(e.kind, ExprKind::Str(_));
        for from in 0..args.len() {
            for to in 0..args.len() {
                let range = from.min(to)..=from.max(to);
                if from.abs_diff(to) < 2 || args[range].iter().any(is_text) {
                    continue;
                }
                let mut others = self.written(args);
                let argument = others.remove(from);
                others.insert(to, argument);
                self.call_with(callee, others, of);
            }
        }
    }

    /// `return (a, n + 1);` as `return f(a, n + 1);`: the name of the function was forgotten.
    pub(crate) fn uncalled(&mut self, scope: &Scope) {
        let mut args = Vec::new();
        list(self.e, &mut args);
        let fitting = scope.callable().filter(|(_, of)| of.len() == args.len());
        for (name, _) in fitting {
            let callee = Written::name(name, self.e.span);
            let call = Written::called(callee, self.written(&args), self.e.span);
            let Written { expr, text, .. } = call;
            match self.in_parentheses() {
                Some((span, space)) => {
                    self.push(
                        expr.kind,
                        span,
                        format!("{space}{text}"),
                        EditKind::Neighbour,
                        None,
                    );
                }
                None => self.whole(expr.kind, text, EditKind::Neighbour),
            }
        }
    }

    /// The expression with its enclosing parentheses, and the blank that is needed without them.
    fn in_parentheses(&self) -> Option<(Span, &'static str)> {
        let span = self.e.span;
        let text = &self.parse.sources.file(span.file)?.text;
        let before = text.get(..span.start as usize)?.strip_suffix('(')?;
        text.get(span.end as usize..)?.strip_prefix(')')?;
        let is_word = before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let whole = Span {
            start: span.start - 1,
            end: span.end + 1,
            ..span
        };
        Some((whole, if is_word { " " } else { "" }))
    }

    /// The address of each variable that is passed by value, one at a time and all of them.
    fn addresses(&mut self, callee: &Expr, args: &[Expr], first: usize, scope: &Scope) {
        let by_value = |e: &Expr| match &e.kind {
            ExprKind::Ident(name) => scope.is_plain(name),
            ExprKind::Index(..) => scope.type_of(e).is_some_and(|ty| ty.is_number()),
            ExprKind::Member(..) => true,
            _ => false,
        };
        let wrong: Vec<usize> = (first..args.len())
            .filter(|i| by_value(&args[*i]))
            .collect();
        let all = (wrong.len() > 1).then(|| wrong.clone());
        for some in wrong.into_iter().map(|i| vec![i]).chain(all) {
            let mut others = self.written(args);
            for i in some {
                let (e, span) = (args[i].clone(), args[i].span);
                let text = format!("&{}", operand(self.parse, &e, UNARY));
                let kind = ExprKind::AddressOf(Box::new(e));
                others[i] = Written::new(kind, span, text);
            }
            self.call_with(callee, others, EditKind::Neighbour);
        }
    }

    /// Arguments with their texts.
    pub(crate) fn written(&self, args: &[Expr]) -> Vec<Written> {
        let all = args.iter().map(|e| Written::source(self.parse, e));
        all.collect()
    }

    /// The call with other arguments.
    pub(crate) fn call_with(&mut self, callee: &Expr, args: Vec<Written>, of: EditKind) {
        let callee = Written::source(self.parse, callee);
        let call = Written::called(callee, args, self.e.span);
        self.whole(call.expr.kind, call.text, of);
    }

    /// Whether each expression is spelled out in the text: none comes from a macro.
    fn stand_apart(&self, callee: &Expr, args: &[Expr]) -> bool {
        let mut written = true;
        for e in args.iter().chain([callee]) {
            each_inside(&mut e.clone(), &mut |e| {
                written &= self.parse.macro_use_at(e.span).is_none();
                if written { Walk::On } else { Walk::Stop }
            });
        }
        let spans: Vec<Span> = args.iter().map(|e| e.span).collect();
        written && spans.windows(2).all(|two| two[0].end <= two[1].start)
    }
}

/// The operands of a chain of commas.
fn list(e: &Expr, found: &mut Vec<Expr>) {
    match &e.kind {
        ExprKind::Comma(a, b) => {
            list(a, found);
            list(b, found);
        }
        _ => found.push(e.clone()),
    }
}

#[cfg(test)]
mod tests {
    use crate::generate::tests::edited;

    #[test]
    fn arguments_change_places() {
        let edits =
            edited("int g(int, int, int); int f(int a, int b) { return g(a, (b, a), b + 1); }");
        for new in [
            "g((b, a), a, b + 1)",
            "g(b + 1, (b, a), a)",
            "g(a, b + 1, (b, a))",
            "g((b, a), b + 1, a)",
        ] {
            let text = format!("int g(int, int, int); int f(int a, int b) {{ return {new}; }}");
            assert!(edits.contains(&text), "{new} is not in {edits:#?}");
        }
    }

    #[test]
    fn an_element_is_passed_for_its_array() {
        let head = "int g(int *, int *, int);";
        let edits = edited(&format!(
            "{head} int f(int a[], int n, int *p) {{ return g(a[n], *p, n); }}"
        ));
        let text = format!("{head} int f(int a[], int n, int *p) {{ return g(a, p, n); }}");
        assert!(edits.contains(&text), "{edits:#?}");
    }

    #[test]
    fn the_name_of_a_function_was_forgotten() {
        let edits = edited("int f(int a, int b) { return(a, b + 1); }");
        let text = "int f(int a, int b) { return f(a, b + 1); }";
        assert!(edits.contains(text), "{edits:#?}");
    }

    #[test]
    fn pointers_are_passed_for_what_they_point_to() {
        let edits =
            edited("int g(int *, int *, int); int f(int *a, int *b) { return g(*a, *b, 1); }");
        let text = "int g(int *, int *, int); int f(int *a, int *b) { return g(a, b, 1); }";
        assert!(edits.contains(text), "{edits:#?}");
    }

    #[test]
    fn an_address_was_forgotten() {
        let head = "int scanf(const char *, ...); int x[3]; char s[9];";
        let edits = edited(&format!(
            "{head} int f(int a, int *p) {{ return scanf(\"%d%d%s%d\", a, x[1], s, p); }}"
        ));
        for new in ["&a, x[1], s, p", "a, &x[1], s, p", "&a, &x[1], s, p"] {
            let text =
                format!("{head} int f(int a, int *p) {{ return scanf(\"%d%d%s%d\", {new}); }}");
            assert!(edits.contains(&text), "{new} is not in {edits:#?}");
        }
        assert!(
            !edits
                .iter()
                .any(|text| text.contains("&s") || text.contains("&p"))
        );
    }
}
