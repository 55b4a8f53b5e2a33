//! Selects the expressions that are extended components: indices of written elements, arguments, and sizes of
//! allocations.

use ir::ComponentKind;
use rustc_hash::FxHashMap;
use syntax::ast::{Expr, ExprKind};
use syntax::visit::{Walk, each_expr};
use syntax::{Parse, Span};

/// Functions that allocate a given number of bytes.
const ALLOCATORS: [&str; 3] = ["malloc", "calloc", "realloc"];

/// Functions that are inputs and outputs, which are components by themselves.
const INPUT_AND_OUTPUT: [&str; 14] = [
    "printf", "fprintf", "sprintf", "snprintf", "puts", "fputs", "putchar", "putc", "fputc",
    "scanf", "fscanf", "sscanf", "fgets", "gets",
];

/// The expressions and their kinds. Lowering drops those that are not values by themselves.
pub(super) fn places(parse: &Parse) -> FxHashMap<Span, ComponentKind> {
    let mut found = FxHashMap::default();
    let mut add = |e: &Expr, kind| {
        if parse.macro_use_at(e.span).is_none() {
            found.entry(e.span).or_insert(kind);
        }
    };
    each_expr(&mut parse.unit.clone(), &mut |e| {
        match &e.kind {
            ExprKind::Call(callee, args) => {
                if let Some(kind) = kind_of_arguments(callee) {
                    for arg in args {
                        add(arg, kind);
                    }
                }
            }
            ExprKind::Assign(_, target, _) | ExprKind::IncDec { target, .. } => {
                for index in indices(target) {
                    add(index, ComponentKind::Target);
                }
            }
            _ => {}
        }
        Walk::On
    });
    found
}

/// Kind of the arguments of a function; `None` for inputs and outputs, which are components by themselves.
fn kind_of_arguments(callee: &Expr) -> Option<ComponentKind> {
    let ExprKind::Ident(name) = &callee.kind else {
        return Some(ComponentKind::Argument);
    };
    let kind = if ALLOCATORS.contains(&&**name) {
        ComponentKind::Size
    } else {
        ComponentKind::Argument
    };
    (!INPUT_AND_OUTPUT.contains(&&**name)).then_some(kind)
}

/// The expressions that determine which element is written: `i` and `j` of `a[i][j]`, both operands of `*(p + i)`.
fn indices(target: &Expr) -> Vec<&Expr> {
    match &target.kind {
        ExprKind::Index(array, index) => {
            let mut found = indices(array);
            found.push(index);
            found
        }
        ExprKind::Member(of, _, _) => indices(of),
        ExprKind::Deref(of) => match &of.kind {
            ExprKind::Binary(_, a, b) => vec![&**a, &**b],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::ComponentKind::{Argument, Size, Target};
    use syntax::{NoIncludes, Options, parse};

    #[test]
    fn indices_arguments_and_sizes() {
        let text = "void *malloc(unsigned long); int printf(const char *, ...); int compute(int, int);\n\
            void f(int *a, int t[3][3], int n) {\n\
              a[n - 1] = n; t[n][0]++; *(a + 2) = 1;\n\
              int *b = malloc(n * 4); compute(n, b[3]); printf(\"%d\", a[5]); }";
        let parse = parse("a.c", text, &NoIncludes, &Options::default());
        assert!(parse.problems.is_empty(), "{:?}", parse.problems);
        let mut found: Vec<(&str, ComponentKind)> = places(&parse)
            .into_iter()
            .map(|(span, kind)| (parse.sources.text(span), kind))
            .collect();
        found.sort_unstable();
        assert_eq!(
            found,
            [
                ("0", Target),
                ("2", Target),
                ("a", Target),
                ("b[3]", Argument),
                ("n", Target),
                ("n", Argument),
                ("n * 4", Size),
                ("n - 1", Target),
            ]
        );
    }
}
