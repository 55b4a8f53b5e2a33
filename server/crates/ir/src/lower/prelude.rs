//! The part of the library that is written in C.
//!
//! What calls back (`qsort`) or keeps something between calls (`strtok`) is ordinary C, in `prelude.c`, and so runs on
//! the one evaluator in either domain like everything else. A library function whose address is taken gets a function
//! around its call. Only what a program names is lowered with it.

use std::fmt::Write as _;
use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{Declaration, Expr, ExprKind, Function, Item, Unit};

use super::effects::{for_each_expr, init_exprs};
use crate::{Builtin, Scalar};

/// Prefix of the functions around calls of library functions.
pub(super) const AROUND: &str = "__around_";

static PRELUDE: LazyLock<Unit> = LazyLock::new(|| {
    let text = format!("{}{}", include_str!("prelude.c"), functions_around());
    let options = syntax::Options::default();
    syntax::parse("prelude.c", &text, &syntax::NoIncludes, &options).unit
});

/// What of the library a unit needs to have lowered with it.
#[derive(Debug, Default)]
pub(super) struct Prelude {
    /// Functions with a body.
    pub(super) functions: Vec<&'static Function>,
    /// Variables.
    pub(super) variables: Vec<&'static Declaration>,
}

impl Prelude {
    /// For a unit; what it defines itself is not needed.
    pub(super) fn of(unit: &Unit) -> Prelude {
        let defined: FxHashSet<&str> = unit.items.iter().filter_map(function_name).collect();
        let mut wanted: Vec<String> = names(unit).into_iter().collect();
        let mut prelude = Prelude::default();
        let mut done: FxHashSet<String> = FxHashSet::default();
        while let Some(name) = wanted.pop() {
            if defined.contains(&*name) || !done.insert(name.clone()) {
                continue;
            }
            for item in &PRELUDE.items {
                match item {
                    Item::Function(f) if function_name(item) == Some(&name) => {
                        prelude.functions.push(f);
                        for_each_expr(&f.body, &mut |e| wanted.extend(ident(e)));
                    }
                    Item::Declaration(d) if declares(d, &name) => prelude.variables.push(d),
                    _ => {}
                }
            }
        }
        prelude.functions.sort_by_key(|f| f.span);
        prelude
    }
}

fn function_name(item: &Item) -> Option<&str> {
    match item {
        Item::Function(f) => Some(&f.declarator.name.as_ref()?.text),
        Item::Declaration(_) => None,
    }
}

fn declares(d: &Declaration, name: &str) -> bool {
    let of = |d: &syntax::ast::InitDeclarator| d.declarator.name.as_ref().map(|n| n.text == name);
    d.declarators.iter().any(|d| of(d) == Some(true))
}

fn ident(e: &Expr) -> Option<String> {
    match &e.kind {
        ExprKind::Ident(name) => Some(name.clone()),
        _ => None,
    }
}

/// Names that a unit uses; a library function used otherwise than by calling it gives the name of the one around it.
fn names(unit: &Unit) -> FxHashSet<String> {
    let mut uses: FxHashMap<String, i32> = FxHashMap::default();
    let mut note = |e: &Expr| {
        if let Some(name) = ident(e) {
            *uses.entry(name).or_default() += 1;
        }
        if let ExprKind::Call(callee, _) = &e.kind
            && let Some(name) = ident(callee)
        {
            *uses.entry(name).or_default() -= 1;
        }
    };
    for item in &unit.items {
        match item {
            Item::Function(f) => for_each_expr(&f.body, &mut note),
            Item::Declaration(d) => {
                for init in d.declarators.iter().filter_map(|d| d.init.as_ref()) {
                    let mut open = init_exprs(init);
                    while let Some(e) = open.pop() {
                        note(e);
                        super::effects::for_each_child(e, &mut |child| open.push(child));
                    }
                }
            }
        }
    }
    let as_value = |name: &String| Builtin::by_name(name).is_some();
    let around = uses
        .iter()
        .filter(|(name, others)| **others > 0 && as_value(name))
        .map(|(name, _)| format!("{AROUND}{name}"));
    let around: Vec<String> = around.collect();
    uses.into_keys().chain(around).collect()
}

/// A function around the call of each library function with fixed parameters.
fn functions_around() -> String {
    let mut text = String::new();
    for builtin in Builtin::ALL.iter().filter(|b| !b.variadic()) {
        let (mut params, mut args) = (Vec::new(), Vec::new());
        for (i, ty) in builtin.params().iter().enumerate() {
            params.push(format!("{} a{i}", c_type(*ty)));
            args.push(format!("a{i}"));
        }
        let params = if params.is_empty() {
            "void".to_owned()
        } else {
            params.join(", ")
        };
        let name = builtin.name();
        let (result, back) = match builtin.result() {
            Some(ty) => (c_type(ty), "return "),
            None => ("void", ""),
        };
        let args = args.join(", ");
        let _ = writeln!(
            text,
            "static {result} {AROUND}{name}({params}) {{ {back}{name}({args}); }}"
        );
    }
    text
}

fn c_type(ty: Scalar) -> &'static str {
    match ty {
        Scalar::Bool => "_Bool",
        Scalar::I8 => "signed char",
        Scalar::U8 => "unsigned char",
        Scalar::I16 => "short",
        Scalar::U16 => "unsigned short",
        Scalar::I32 => "int",
        Scalar::U32 => "unsigned",
        Scalar::I64 => "long",
        Scalar::U64 => "unsigned long",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        Scalar::Ptr => "void *",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needed(text: &str) -> Vec<String> {
        let parse = syntax::parse(
            "a.c",
            text,
            &syntax::NoIncludes,
            &syntax::Options::default(),
        );
        let prelude = Prelude::of(&parse.unit);
        let name = |f: &&Function| f.declarator.name.as_ref().map(|n| n.text.clone());
        let mut names: Vec<String> = prelude.functions.iter().filter_map(name).collect();
        names.extend(prelude.variables.iter().map(|_| "variable".to_owned()));
        names
    }

    #[test]
    fn only_what_is_named_and_not_defined() {
        assert_eq!(needed("int f(void) { return abs(1); }"), [""; 0]);
        assert_eq!(
            needed("int c(); void f(int *a) { qsort(a, 2, 4, c); }"),
            ["__sort", "qsort"]
        );
        assert_eq!(
            needed("void f(char *s) { strtok(s, \" \"); }"),
            ["strtok_r", "strtok", "variable"]
        );
        assert_eq!(
            needed("int (*table[])() = { abs }; int g() { return abs(1); }"),
            ["__around_abs"]
        );
        assert_eq!(needed("void qsort() {} void f() { qsort(); }"), [""; 0]);
    }

    #[test]
    fn the_text_is_without_problems() {
        let all = format!("{}{}", include_str!("prelude.c"), functions_around());
        let options = syntax::Options::default();
        let parse = syntax::parse("prelude.c", &all, &syntax::NoIncludes, &options);
        assert!(parse.problems.is_empty(), "{:?}", parse.problems);
        let lowered = super::super::lower(&parse, &super::super::LowerOptions::default());
        assert!(lowered.problems.is_empty(), "{:?}", lowered.problems);
    }
}
