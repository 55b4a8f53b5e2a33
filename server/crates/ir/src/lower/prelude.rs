//! The part of the library that is written in C.
//!
//! What calls back (`qsort`) or keeps something between calls (`strtok`) is ordinary C, in `prelude.c`, and so runs on
//! the one evaluator in either domain like everything else. A library function whose address is taken gets a function
//! around its call. Only what a program names is lowered with it.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::Parse;
use syntax::ast::{Declaration, Expr, ExprKind, Function, Item, Unit};

use super::effects::{for_each_expr, init_exprs};
use super::gnu;
use crate::{Builtin, Scalar};

/// Prefix of the functions around calls of library functions.
pub(super) const AROUND: &str = "__around_";

/// What the text defines, by name.
static PRELUDE: LazyLock<FxHashMap<String, Item>> = LazyLock::new(|| {
    let items = parsed().unit.items.into_iter();
    items
        .filter_map(|item| Some((item_name(&item)?.to_owned(), item)))
        .collect()
});

fn parsed() -> Parse {
    let (standard, gnu) = (include_str!("prelude.c"), include_str!("prelude_gnu.c"));
    let text = format!("{standard}{gnu}{}", functions_around());
    let options = syntax::Options::default();
    syntax::parse("prelude.c", &text, &syntax::NoIncludes, &options)
}

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
        let mut wanted = names(unit);
        let mut prelude = Prelude::default();
        let mut done: FxHashSet<&str> = FxHashSet::default();
        while let Some(name) = wanted.pop() {
            let Some((name, item)) = PRELUDE.get_key_value(&*name) else {
                continue;
            };
            if defined.contains(&**name) || !done.insert(name) {
                continue;
            }
            match item {
                Item::Function(f) => {
                    prelude.functions.push(f);
                    for_each_expr(&f.body, &mut |e| wanted.extend(ident(e).map(Cow::from)));
                }
                Item::Declaration(d) => prelude.variables.push(d),
            }
        }
        prelude.functions.sort_by_key(|f| f.span);
        prelude
    }
}

/// Whether the text defines the name.
pub(super) fn defines(name: &str) -> bool {
    PRELUDE.contains_key(name)
}

fn function_name(item: &Item) -> Option<&str> {
    match item {
        Item::Function(f) => Some(&f.declarator.name.as_ref()?.text),
        Item::Declaration(_) => None,
    }
}

/// Of a function or of a variable.
fn item_name(item: &Item) -> Option<&str> {
    match item {
        Item::Function(_) => function_name(item),
        Item::Declaration(d) => Some(&d.declarators.first()?.declarator.name.as_ref()?.text),
    }
}

fn ident(e: &Expr) -> Option<&str> {
    match &e.kind {
        ExprKind::Ident(name) => Some(name),
        _ => None,
    }
}

/// Counts a use of a name; that a call is made of does not count.
fn note<'a>(uses: &mut FxHashMap<&'a str, i32>, e: &'a Expr) {
    if let Some(name) = ident(e) {
        *uses.entry(name).or_default() += 1;
    }
    if let ExprKind::Call(callee, _) = &e.kind
        && let Some(name) = ident(callee)
    {
        *uses.entry(name).or_default() -= 1;
    }
}

/// Names that a unit uses; a library function used otherwise than by calling it gives the name of the one around it.
fn names(unit: &Unit) -> Vec<Cow<'_, str>> {
    let mut uses: FxHashMap<&str, i32> = FxHashMap::default();
    for item in &unit.items {
        match item {
            Item::Function(f) => for_each_expr(&f.body, &mut |e| note(&mut uses, e)),
            Item::Declaration(d) => {
                for init in d.declarators.iter().filter_map(|d| d.init.as_ref()) {
                    let mut open = init_exprs(init);
                    while let Some(e) = open.pop() {
                        note(&mut uses, e);
                        super::effects::for_each_child(e, &mut |child| open.push(child));
                    }
                }
            }
        }
    }
    let as_value =
        |(name, others): &(&&str, &i32)| **others > 0 && Builtin::by_name(name).is_some();
    let around = uses.iter().filter(as_value);
    let around: Vec<_> = around
        .map(|(name, _)| format!("{AROUND}{name}").into())
        .collect();
    let around: Vec<Cow<'_, str>> = around;
    uses.into_keys().map(needs).chain(around).collect()
}

/// The function that the use of a name needs.
fn needs(name: &str) -> Cow<'_, str> {
    if gnu::overflow_operator(name).is_some() {
        return gnu::OVERFLOWS.into();
    }
    gnu::plain_name(name).unwrap_or(name).into()
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
        let parse = parsed();
        assert!(parse.problems.is_empty(), "{:?}", parse.problems);
        let lowered = super::super::lower(&parse, &super::super::LowerOptions::default());
        assert!(lowered.problems.is_empty(), "{:?}", lowered.problems);
    }
}
