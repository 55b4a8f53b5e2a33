//! Walks over all expressions of a tree that are evaluated, which may change them.
//!
//! The order is that of the source, outer before inner, so the position of an expression in the walk identifies it: as
//! long as nothing before it changes, the same position yields the same expression again.

use crate::ast::{
    Block, BlockItem, Declaration, Declarator, Derive, Expr, ExprKind, ForInit, Function, Init,
    InitList, Item, Specs, Stmt, StmtKind, TypeSpec, Unit,
};

/// Whether a walk continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walk {
    /// Continues, first into the operands.
    On,
    /// Ends the walk.
    Stop,
}

/// Calls `f` on each expression of a unit until it returns [`Walk::Stop`]; returns its last result.
pub fn each_expr(unit: &mut Unit, f: &mut dyn FnMut(&mut Expr) -> Walk) -> Walk {
    all(&mut unit.items, |item| each_of_item(item, f))
}

/// Calls `f` on each expression of an item, as [`each_expr`] does for a unit.
pub fn each_of_item(item: &mut Item, f: &mut dyn FnMut(&mut Expr) -> Walk) -> Walk {
    match item {
        Item::Function(function) => block(&mut function.body, f),
        Item::Declaration(d) => declaration(d, f),
        Item::End => Walk::On,
    }
}

/// Calls `f` on an expression and each one inside it, as [`each_expr`] does for a unit.
pub fn each_inside(e: &mut Expr, f: &mut dyn FnMut(&mut Expr) -> Walk) -> Walk {
    expr(e, f)
}

/// Calls `f` on each expression of a statement, as [`each_expr`] does for a unit.
pub fn each_inside_statement(s: &mut Stmt, f: &mut dyn FnMut(&mut Expr) -> Walk) -> Walk {
    statement(s, f)
}

/// Calls `f` on each expression in the sizes of arrays that a unit declares, including members of records. They are
/// evaluated, if at all, before the program runs, so [`each_expr`] skips them.
pub fn each_size(unit: &mut Unit, f: &mut dyn FnMut(&mut Expr)) {
    declarations(unit, &mut |d| sizes_in_declaration(d, f));
}

/// Calls `f` on the specifiers of each declaration of a unit: of objects, members of records, functions and their
/// parameters.
pub fn each_specs(unit: &mut Unit, f: &mut dyn FnMut(&mut Specs)) {
    for item in &mut unit.items {
        if let Item::Function(function) = item {
            f(&mut function.specs);
            specs_of_parameters(&mut function.declarator, f);
        }
    }
    declarations(unit, &mut |d| {
        each_inner_specs(&mut d.specs, f);
        for one in &mut d.declarators {
            specs_of_parameters(&mut one.declarator, f);
        }
    });
}

/// Specifiers, and those of the members that they declare.
fn each_inner_specs(specs: &mut Specs, f: &mut dyn FnMut(&mut Specs)) {
    f(specs);
    if let TypeSpec::Record(record) = &mut specs.ty {
        for field in record.fields.iter_mut().flatten() {
            each_inner_specs(&mut field.specs, f);
        }
    }
}

fn specs_of_parameters(declarator: &mut Declarator, f: &mut dyn FnMut(&mut Specs)) {
    for derive in &mut declarator.derive {
        if let Derive::Function(list) = derive {
            list.params.iter_mut().for_each(|param| f(&mut param.specs));
        }
    }
}

/// Calls `f` on each declaration of a unit and of its functions.
fn declarations(unit: &mut Unit, f: &mut dyn FnMut(&mut Declaration)) {
    for item in &mut unit.items {
        match item {
            Item::Function(function) => declarations_in(&mut function.body, f),
            Item::Declaration(d) => f(d),
            Item::End => {}
        }
    }
}

/// Calls `f` on each statement of a unit, outer before inner.
pub fn each_statement(unit: &mut Unit, f: &mut dyn FnMut(&mut Stmt)) {
    for item in &mut unit.items {
        if let Item::Function(function) = item {
            each_statement_of(function, f);
        }
    }
}

/// Calls `f` on each statement of a function, outer before inner.
pub fn each_statement_of(function: &mut Function, f: &mut dyn FnMut(&mut Stmt)) {
    for item in &mut function.body.items {
        if let BlockItem::Statement(s) = item {
            statements_in(s, f);
        }
    }
}

/// Calls `f` on each block of a function, outer before inner.
pub fn each_block_of(function: &mut Function, f: &mut dyn FnMut(&mut Block)) {
    f(&mut function.body);
    each_statement_of(function, &mut |s| {
        if let StmtKind::Block(block) = &mut s.kind {
            f(block);
        }
    });
}

fn statements_in(s: &mut Stmt, f: &mut dyn FnMut(&mut Stmt)) {
    f(s);
    match &mut s.kind {
        StmtKind::Block(block) => {
            for item in &mut block.items {
                if let BlockItem::Statement(s) = item {
                    statements_in(s, f);
                }
            }
        }
        StmtKind::If(_, then, els) => {
            statements_in(then, f);
            if let Some(els) = els {
                statements_in(els, f);
            }
        }
        StmtKind::For(parts) => statements_in(&mut parts.body, f),
        StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::Switch(_, body)
        | StmtKind::Case(_, _, body)
        | StmtKind::Default(body)
        | StmtKind::Label(_, body) => statements_in(body, f),
        _ => {}
    }
}

fn declarations_in(block: &mut Block, f: &mut dyn FnMut(&mut Declaration)) {
    declarations_of_items(block, f);
    for item in &mut block.items {
        let BlockItem::Statement(s) = item else {
            continue;
        };
        statements_in(s, &mut |s| match &mut s.kind {
            StmtKind::Block(block) => declarations_of_items(block, f),
            StmtKind::For(parts) => {
                if let ForInit::Declaration(d) = &mut parts.init {
                    f(d);
                }
            }
            _ => {}
        });
    }
}

fn declarations_of_items(block: &mut Block, f: &mut dyn FnMut(&mut Declaration)) {
    for item in &mut block.items {
        if let BlockItem::Declaration(d) = item {
            f(d);
        }
    }
}

fn sizes_in_declaration(d: &mut Declaration, f: &mut dyn FnMut(&mut Expr)) {
    sizes_in_specs(&mut d.specs, f);
    for one in &mut d.declarators {
        sizes_in_declarator(&mut one.declarator, f);
    }
}

fn sizes_in_specs(specs: &mut Specs, f: &mut dyn FnMut(&mut Expr)) {
    let TypeSpec::Record(record) = &mut specs.ty else {
        return;
    };
    for field in record.fields.iter_mut().flatten() {
        sizes_in_specs(&mut field.specs, f);
        if let Some(declarator) = &mut field.declarator {
            sizes_in_declarator(declarator, f);
        }
    }
}

fn sizes_in_declarator(declarator: &mut Declarator, f: &mut dyn FnMut(&mut Expr)) {
    for derive in &mut declarator.derive {
        if let Derive::Array(Some(size)) = derive {
            expr(size, &mut |e| {
                f(e);
                Walk::On
            });
        }
    }
}

type Visitor<'f> = dyn FnMut(&mut Expr) -> Walk + 'f;

fn all<T>(parts: impl IntoIterator<Item = T>, mut f: impl FnMut(T) -> Walk) -> Walk {
    for part in parts {
        if f(part) == Walk::Stop {
            return Walk::Stop;
        }
    }
    Walk::On
}

fn block(found: &mut Block, f: &mut Visitor<'_>) -> Walk {
    all(&mut found.items, |item| match item {
        BlockItem::Declaration(d) => declaration(d, f),
        BlockItem::Statement(s) => statement(s, f),
    })
}

fn declaration(found: &mut Declaration, f: &mut Visitor<'_>) -> Walk {
    all(&mut found.declarators, |d| match &mut d.init {
        Some(found) => init(found, f),
        None => Walk::On,
    })
}

fn init(found: &mut Init, f: &mut Visitor<'_>) -> Walk {
    match found {
        Init::Expr(e) => expr(e, f),
        Init::List(list) => init_list(list, f),
    }
}

fn init_list(list: &mut InitList, f: &mut Visitor<'_>) -> Walk {
    all(&mut list.entries, |entry| init(&mut entry.init, f))
}

fn statement(s: &mut Stmt, f: &mut Visitor<'_>) -> Walk {
    match &mut s.kind {
        StmtKind::Block(found) => block(found, f),
        StmtKind::Expr(e) | StmtKind::GotoValue(e) | StmtKind::Return(Some(e)) => expr(e, f),
        StmtKind::If(c, then, els) => {
            let head = all([c], |c| expr(c, f));
            let bodies = [Some(then), els.as_mut()];
            if head == Walk::Stop {
                return head;
            }
            all(bodies.into_iter().flatten(), |s| statement(s, f))
        }
        StmtKind::While(e, body) | StmtKind::Switch(e, body) => match expr(e, f) {
            Walk::Stop => Walk::Stop,
            Walk::On => statement(body, f),
        },
        StmtKind::DoWhile(body, e) => match statement(body, f) {
            Walk::Stop => Walk::Stop,
            Walk::On => expr(e, f),
        },
        StmtKind::For(parts) => {
            let begin = match &mut parts.init {
                ForInit::None => Walk::On,
                ForInit::Declaration(d) => declaration(d, f),
                ForInit::Expr(e) => expr(e, f),
            };
            if begin == Walk::Stop {
                return begin;
            }
            let rest = [parts.condition.as_mut(), parts.step.as_mut()];
            if all(rest.into_iter().flatten(), |e| expr(e, f)) == Walk::Stop {
                return Walk::Stop;
            }
            statement(&mut parts.body, f)
        }
        // Case labels are constants that the compiler needs, so they are skipped.
        StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
            statement(body, f)
        }
        StmtKind::Empty
        | StmtKind::Return(None)
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Unsupported(_) => Walk::On,
    }
}

fn expr(e: &mut Expr, f: &mut Visitor<'_>) -> Walk {
    if f(e) == Walk::Stop {
        return Walk::Stop;
    }
    match &mut e.kind {
        ExprKind::Call(callee, args) => match expr(callee, f) {
            Walk::Stop => Walk::Stop,
            Walk::On => all(args, |a| expr(a, f)),
        },
        ExprKind::Index(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::LogicalAnd(a, b)
        | ExprKind::LogicalOr(a, b)
        | ExprKind::Assign(_, a, b)
        | ExprKind::Comma(a, b) => all([a, b], |e| expr(e, f)),
        ExprKind::Member(a, _, _)
        | ExprKind::Unary(_, a)
        | ExprKind::AddressOf(a)
        | ExprKind::Deref(a)
        | ExprKind::IncDec { target: a, .. }
        | ExprKind::Cast(_, a)
        | ExprKind::VaArg(a, _) => expr(a, f),
        ExprKind::Conditional(c, a, b) => {
            let parts = [Some(c), a.as_mut(), Some(b)];
            all(parts.into_iter().flatten(), |e| expr(e, f))
        }
        // The control of `_Generic` is not evaluated.
        ExprKind::Generic(_, associations) => all(associations, |(_, e)| expr(e, f)),
        ExprKind::ChooseExpr(parts) => all([&mut parts.1, &mut parts.2], |e| expr(e, f)),
        ExprKind::CompoundLiteral(_, list) => init_list(list, f),
        ExprKind::StatementExpr(found) => block(found, f),
        ExprKind::Int(_)
        | ExprKind::Float { .. }
        | ExprKind::Char(_)
        | ExprKind::Str(_)
        | ExprKind::WideStr(..)
        | ExprKind::Ident(_)
        | ExprKind::SizeofExpr(_)
        | ExprKind::SizeofType(_)
        | ExprKind::AlignofType(_)
        | ExprKind::AlignofExpr(_)
        | ExprKind::TypesCompatible(_)
        | ExprKind::Offsetof(..)
        | ExprKind::LabelAddress(_)
        | ExprKind::Unsupported(_) => Walk::On,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoIncludes, Options, parse};

    #[test]
    fn in_the_order_of_the_source() {
        let text = "int g = 1; int f(int a) { int b[2] = { a, 2 }; \
                    for (int i = 3; i < 4; i++) if (b[5] > a && !g) return a ? 6 : 7; else while (8) g = 9; \
                    do { switch (10) { case 0: f(11); } } while (12); return 13; }";
        let mut unit = parse("a.c", text, &NoIncludes, &Options::default()).unit;
        let mut numbers = Vec::new();
        let mut walk = |stop: Option<u64>| {
            each_expr(&mut unit, &mut |e| match e.kind {
                ExprKind::Int(lit) => {
                    numbers.push(lit.value);
                    if stop == Some(lit.value) {
                        Walk::Stop
                    } else {
                        Walk::On
                    }
                }
                _ => Walk::On,
            })
        };
        assert_eq!(walk(None), Walk::On);
        assert_eq!(walk(Some(5)), Walk::Stop);
        let expected: Vec<u64> = (1..=4).chain([5]).chain(6..=13).chain(1..=5).collect();
        // The step of a loop comes before its body in the source.
        assert_eq!(numbers, expected);
    }
}
