//! Functions that only look: they write nothing but their own variables, and call no others. Only they make sense as
//! conditions.

use ir::{Builtin, Nature};
use rustc_hash::FxHashSet;
use syntax::Parse;
use syntax::ast::{Expr, ExprKind, Function, Item};
use syntax::visit::{Walk, each_of_item};

/// The names of the functions of a program that only look.
pub(crate) fn observers(parse: &Parse) -> FxHashSet<String> {
    let functions: Vec<(&str, &Function)> = parse
        .unit
        .functions()
        .filter_map(|f| Some((f.declarator.name.as_ref()?.text.as_str(), f)))
        .collect();
    let mut names: FxHashSet<&str> = functions.iter().map(|(name, _)| *name).collect();
    let globals = parse.unit.items.iter().filter_map(|item| match item {
        Item::Declaration(d) => Some(&d.declarators),
        Item::Function(_) | Item::End => None,
    });
    let globals = globals.flatten().filter_map(|d| d.declarator.name.as_ref());
    let globals: FxHashSet<&str> = globals.map(|name| &*name.text).collect();
    // What calls one that is none is none.
    loop {
        let acts =
            |(name, f): &&(&str, &Function)| names.contains(name) && acts(f, &names, &globals);
        let others: Vec<&str> = functions
            .iter()
            .filter(acts)
            .map(|(name, _)| *name)
            .collect();
        if others.is_empty() {
            return names.into_iter().map(str::to_owned).collect();
        }
        names.retain(|name| !others.contains(name));
    }
}

/// Whether a function writes something that is not its own, or calls a function that is not one of these.
fn acts(function: &Function, observers: &FxHashSet<&str>, globals: &FxHashSet<&str>) -> bool {
    let mut item = Item::Function(function.clone());
    each_of_item(&mut item, &mut |e| match &e.kind {
        ExprKind::Assign(_, target, _) | ExprKind::IncDec { target, .. }
            if !is_own(target, globals) =>
        {
            Walk::Stop
        }
        ExprKind::Call(callee, _) => match &callee.kind {
            ExprKind::Ident(name) if observers.contains(&**name) => Walk::On,
            ExprKind::Ident(name)
                if Builtin::by_name(name).is_some_and(|of| of.nature() == Nature::Pure) =>
            {
                Walk::On
            }
            _ => Walk::Stop,
        },
        _ => Walk::On,
    }) == Walk::Stop
}

/// Whether an object is a variable of the function, or a member of one.
fn is_own(target: &Expr, globals: &FxHashSet<&str>) -> bool {
    match &target.kind {
        ExprKind::Ident(name) => !globals.contains(&**name),
        ExprKind::Member(of, _, false) => is_own(of, globals),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::tests::read;

    #[test]
    fn functions_that_write_or_print_are_none() {
        let text = "
            struct s { int n; }; int total;
            static int twice(int n) { int k = n; k += n; return k; }
            static int of(struct s *s) { return twice(s->n) + strlen(\"a\"); }
            static int next(struct s *s) { return s->n++; }
            static int both(struct s *s) { return of(s) + next(s); }
            static int show(int n) { printf(\"%d\", n); return n; }
            static int count(int n) { total += n; return total; }
            static int odd(int n) { return n == 0 ? 0 : !odd(n - 1); }";
        let mut found: Vec<String> = observers(&read(text)).into_iter().collect();
        found.sort();
        assert_eq!(found, ["odd", "of", "twice"]);
    }
}
