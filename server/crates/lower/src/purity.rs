//! Purity analysis: functions of the program that have no effect except their result.
//!
//! A relaxed call may have any result. If running the function has no other effect, its execution as written need not
//! be explored in addition. That halves the runs of such a query, and components inside the function then occur in no
//! core. A function counts as pure if its text shows it: it writes only to its own variables and calls only pure
//! functions. A possible trap or non-termination does not count as an effect: a run in which it happens does not pass.
//!
//! Names are distinguished by their text alone: a function that uses one name both for a variable of the file and for a
//! local one, or that is defined twice, is not considered pure, and neither is one whose text has errors.

use ir::{Builtin, Nature};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{
    Block, BlockItem, Declaration, Derive, Expr, ExprKind, ForInit, Function, Init, Item, Stmt,
    StmtKind, Storage,
};
use syntax::{Parse, Span};

use super::Lowerer;
use super::call::is_specification_name;
use super::effects::{Effects, effects, for_each_expr, init_effects, stmt_parts};
use super::scope::Entity;

impl Lowerer<'_> {
    /// Whether a called name is a function without side effects.
    fn is_pure_function(&self, name: &str) -> bool {
        match self.scopes.find(name) {
            None | Some(Entity::Function(None, _)) => self.library.is_pure_name(name),
            Some(Entity::Function(Some(id), _)) => self.functions.is_pure(*id),
            Some(_) => false,
        }
    }

    /// Side effects of an expression.
    pub(super) fn effects(&self, e: &Expr) -> Effects {
        effects(e, &|name| self.is_pure_function(name))
    }

    /// Side effects of an initialiser.
    pub(super) fn init_effects(&self, init: &Init) -> Effects {
        init_effects(init, &|name| self.is_pure_function(name))
    }
}

/// Effects of a function besides its result, as far as its own text shows them.
#[derive(Debug)]
enum Outward<'a> {
    /// The function calls these functions and has no other effects.
    Calls(Vec<&'a str>),
    /// The function has other effects.
    Effects,
}

/// The functions of a program that only look: what they write is their own. Only they make sense as conditions.
pub fn observers(parse: &Parse) -> FxHashSet<String> {
    let units: Vec<&[Item]> = parse.unit.translation_units().collect();
    let is_pure = |name: &str| Builtin::by_name(name).is_some_and(|of| of.nature() == Nature::Pure);
    pure_functions(&units, &|_| false, &is_pure)
}

/// The functions among these items that have no effect, by name; `is_broken` returns whether the text has errors, and
/// `pure_library` which library functions have no effect.
pub(super) fn pure_functions(
    items: &[&[Item]],
    is_broken: &dyn Fn(Span) -> bool,
    pure_library: &dyn Fn(&str) -> bool,
) -> FxHashSet<String> {
    let all = || items.iter().flat_map(|items| items.iter());
    let mut of_file: FxHashSet<&str> = FxHashSet::default();
    let mut outward: FxHashMap<&str, Outward<'_>> = FxHashMap::default();
    for item in all() {
        if let Item::Declaration(d) = item {
            of_file.extend(names_of(d));
        }
    }
    for item in all() {
        let Item::Function(f) = item else { continue };
        let Some(name) = &f.declarator.name else {
            continue;
        };
        let again = outward.contains_key(&*name.text);
        let found = if again || is_specification_name(&name.text) || is_broken(f.span) {
            Outward::Effects
        } else {
            outward_of(f, &of_file)
        };
        outward.insert(&name.text, found);
    }
    // Mutually recursive functions are pure together, so the impure ones are computed as a fixpoint.
    let mut pure: FxHashSet<&str> = outward.keys().copied().collect();
    loop {
        let is_pure = |called: &&str| {
            let is_own = outward.contains_key(*called);
            pure.contains(*called) || !is_own && pure_library(called)
        };
        let stays = |name: &&&str| match &outward[**name] {
            Outward::Calls(called) => called.iter().all(is_pure),
            Outward::Effects => false,
        };
        let left: FxHashSet<&str> = pure.iter().filter(stays).copied().collect();
        if left.len() == pure.len() {
            return pure.into_iter().map(str::to_owned).collect();
        }
        pure = left;
    }
}

fn names_of(d: &Declaration) -> impl Iterator<Item = &str> {
    let names = d.declarators.iter().map(|d| d.declarator.name.as_ref());
    names.flatten().map(|name| &*name.text)
}

/// The variables of a function.
struct Own<'a> {
    names: FxHashSet<&'a str>,
    /// Names declared as arrays (as opposed to pointers to arrays); another variable of the same name is in `others`,
    /// too.
    arrays: FxHashSet<&'a str>,
    others: FxHashSet<&'a str>,
}

fn outward_of<'a>(f: &'a Function, of_file: &FxHashSet<&str>) -> Outward<'a> {
    // The variables: parameters and local declarations.
    let mut own = Own {
        names: FxHashSet::default(),
        arrays: FxHashSet::default(),
        others: FxHashSet::default(),
    };
    if let Some(Derive::Function(params)) = f.declarator.derive.first() {
        let names = params.params.iter().map(|p| p.declarator.name.as_ref());
        let names = names.flatten().map(|name| &*name.text);
        own.names.extend(names.clone());
        own.others.extend(names);
    }

    // What outlives the call, or has the name of something that does, is an effect.
    let mut lasts = false;
    let is_read = each_declaration(&f.body, &mut |d| {
        lasts |= d.specs.storage != Storage::None;
        for declared in &d.declarators {
            let Some(name) = &declared.declarator.name else {
                continue;
            };
            own.names.insert(&name.text);
            match declared.declarator.derive.first() {
                Some(Derive::Array(_)) => own.arrays.insert(&name.text),
                _ => own.others.insert(&name.text),
            };
        }
    });
    if !is_read || lasts || own.names.iter().any(|name| of_file.contains(name)) {
        return Outward::Effects;
    }

    // Writes to anything else are effects. Calls of functions by name are collected; other calls are effects.
    let (mut called, mut effects) = (Vec::new(), false);
    for_each_expr(&f.body, &mut |e| match &e.kind {
        ExprKind::Assign(_, target, _) | ExprKind::IncDec { target, .. } => {
            effects |= !own.holds(target);
        }
        ExprKind::Call(callee, _) => match &callee.kind {
            ExprKind::Ident(name) if !own.names.contains(&**name) => called.push(&**name),
            _ => effects = true,
        },
        ExprKind::StatementExpr(_) | ExprKind::VaArg(..) | ExprKind::Unsupported(_) => {
            effects = true;
        }
        _ => {}
    });
    if effects {
        Outward::Effects
    } else {
        Outward::Calls(called)
    }
}

impl Own<'_> {
    /// Whether the assigned object is part of one of these variables.
    fn holds(&self, target: &Expr) -> bool {
        match &target.kind {
            ExprKind::Ident(name) => self.names.contains(&**name),
            ExprKind::Member(whole, _, false) => self.holds(whole),
            ExprKind::Index(array, _) => match &array.kind {
                ExprKind::Ident(name) => {
                    self.arrays.contains(&**name) && !self.others.contains(&**name)
                }
                _ => false,
            },
            _ => false,
        }
    }
}

/// Calls `f` on the declarations in a block, except those inside statement expressions. Returns false if there is a
/// statement that could not be parsed.
fn each_declaration<'a>(block: &'a Block, f: &mut dyn FnMut(&'a Declaration)) -> bool {
    let mut is_read = true;
    let mut blocks = vec![block];
    let (mut statements, mut exprs): (Vec<&'a Stmt>, Vec<&'a Expr>) = (Vec::new(), Vec::new());
    loop {
        if let Some(s) = statements.pop() {
            match &s.kind {
                StmtKind::For(parts) => {
                    if let ForInit::Declaration(d) = &parts.init {
                        f(d);
                    }
                }
                StmtKind::Unsupported(_) => is_read = false,
                _ => {}
            }
            stmt_parts(s, &mut exprs, &mut statements, &mut blocks);
            exprs.clear();
        } else if let Some(block) = blocks.pop() {
            for item in &block.items {
                match item {
                    BlockItem::Statement(s) => statements.push(s),
                    BlockItem::Declaration(d) => f(d),
                }
            }
        } else {
            return is_read;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pure(text: &str) -> Vec<String> {
        let options = syntax::Options::default();
        let parse = syntax::parse("a.c", text, &syntax::NoIncludes, &options);
        assert!(parse.problems.is_empty(), "{:?}", parse.problems);
        let found = pure_functions(&[&parse.unit.items], &|_| false, &|name| name == "abs");
        let mut names: Vec<String> = found.into_iter().collect();
        names.sort();
        names
    }

    #[test]
    fn who_writes_only_to_own_variables_is_pure() {
        let text = "\
int g, table[3]; struct s { int a[2], b; }; int printf(const char *, ...); int abs(int);
int reads(int i) { return table[i] + g; }
int own(int n) { int m = 0; for (int i = 0; i < n; i++) m += i; n--; return m; }
int array(void) { int a[4], i; for (i = 0; i < 4; i++) a[i] = i; return a[2]; }
int part(struct s s) { struct s t; t.b = 1; s.b = 2; return s.b + t.b; }
int calls(int x) { return own(x) + abs(x); }
int odd(int n); int even(int n) { return n == 0 || odd(n - 1); } int odd(int n) { return n != 0 && even(n - 1); }
";
        let all = ["array", "calls", "even", "odd", "own", "part", "reads"];
        assert_eq!(pure(text), all);
    }

    #[test]
    fn all_else_is_not() {
        let text = "\
int g, shared; struct s { int a[2], b; }; int printf(const char *, ...); int abs(int);
int global(void) { return g++; }
int through(int *p) { *p = 1; return 0; }
int element(int *p) { p[0] = 1; return 0; }
int parameter(int p[4]) { p[0] = 1; return 0; }
int arrow(struct s *s) { s->b = 1; return 0; }
int inner(struct s *s) { struct s *t = s; t->a[1] = 2; return 0; }
int prints(void) { printf(\"\"); return 0; }
int counts(void) { static int n; n = 1; return n; }
int far(void) { extern int elsewhere; elsewhere = 1; return 0; }
int hides(void) { { int shared; shared = 1; } shared = 2; return 0; }
int pointer(int (*f)(int)) { return f(1); }
int local(int abs) { int (*f)(void) = 0; return f(); }
int above(void) { return prints(); }
int twice(int *a) { a[0] = 1; { int a[2]; a[0] = 2; } return 0; }
int machine(void) { __asm__(\"nop\"); return 0; }
int ring(int n) { return n ? round(n - 1) : 0; } int round(int n) { g = n; return ring(n); }
int block(void) { return ({ g = 1; 2; }); }
int abs(int x) { g = x; return x; } int uses(void) { return abs(1); }
int __VERIFIER_assert(int x) { while (!x) ; return 0; }
";
        assert_eq!(pure(text), [""; 0]);
        assert_eq!(
            pure("int f(void) { return 1; } int f(void) { return 2; }"),
            [""; 0]
        );
    }
}
