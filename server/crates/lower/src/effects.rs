//! Side effects of expressions, and sizes of pieces of the syntax tree.

use syntax::ast::{Block, BlockItem, Expr, ExprKind, ForInit, Init, InitList, Stmt, StmtKind};

/// Side effects of an expression. Traps do not count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Effects {
    /// Whether the expression contains assignments, `++` or `--`.
    pub(super) writes: bool,
    /// Whether a write may be skipped (`a && (b = 1)`).
    pub(super) conditional_writes: bool,
    /// Whether the expression contains calls with effects, or statement expressions.
    pub(super) calls: bool,
}

impl Effects {
    /// Whether there are no side effects at all.
    pub(super) fn pure(self) -> bool {
        !self.writes && !self.calls
    }

    /// Side effects of several expressions.
    pub(super) fn and(self, other: Effects) -> Effects {
        Effects {
            writes: self.writes || other.writes,
            conditional_writes: self.conditional_writes || other.conditional_writes,
            calls: self.calls || other.calls,
        }
    }
}

/// Side effects of an expression; `pure_function` returns whether a called name has none.
pub(super) fn effects(e: &Expr, pure_function: &dyn Fn(&str) -> bool) -> Effects {
    let mut found = Effects::default();
    let mut stack = vec![(e, false)];
    while let Some((e, conditional)) = stack.pop() {
        match &e.kind {
            ExprKind::Assign(..) | ExprKind::IncDec { .. } => {
                found.writes = true;
                found.conditional_writes |= conditional;
            }
            ExprKind::Call(callee, _) => {
                let pure = matches!(&callee.kind, ExprKind::Ident(name) if pure_function(name));
                found.calls |= !pure;
            }
            ExprKind::StatementExpr(_) | ExprKind::VaArg(..) | ExprKind::Unsupported(_) => {
                found.calls = true;
            }
            _ => {}
        }
        match &e.kind {
            ExprKind::LogicalAnd(a, b) | ExprKind::LogicalOr(a, b) => {
                stack.push((a, conditional));
                stack.push((b, true));
            }
            ExprKind::Conditional(c, a, b) => {
                stack.push((c, conditional));
                stack.extend(a.iter().map(|a| (&**a, true)));
                stack.push((b, true));
            }
            _ => for_each_child(e, &mut |child| stack.push((child, conditional))),
        }
    }
    found
}

/// Side effects of an initialiser.
pub(super) fn init_effects(init: &Init, pure_function: &dyn Fn(&str) -> bool) -> Effects {
    match init {
        Init::Expr(e) => effects(e, pure_function),
        Init::List(list) => list
            .entries
            .iter()
            .map(|entry| init_effects(&entry.init, pure_function))
            .fold(Effects::default(), Effects::and),
    }
}

/// Calls `f` on the operands that are evaluated.
pub(super) fn for_each_child<'a>(e: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    match &e.kind {
        ExprKind::Call(callee, args) => {
            f(callee);
            args.iter().for_each(f);
        }
        ExprKind::Index(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::LogicalAnd(a, b)
        | ExprKind::LogicalOr(a, b)
        | ExprKind::Assign(_, a, b)
        | ExprKind::Comma(a, b) => {
            f(a);
            f(b);
        }
        ExprKind::Member(a, _, _)
        | ExprKind::Unary(_, a)
        | ExprKind::AddressOf(a)
        | ExprKind::Deref(a)
        | ExprKind::IncDec { target: a, .. }
        | ExprKind::Cast(_, a)
        | ExprKind::VaArg(a, _) => f(a),
        ExprKind::Conditional(condition, then, els) => {
            f(condition);
            if let Some(then) = then {
                f(then);
            }
            f(els);
        }
        ExprKind::CompoundLiteral(_, list) => list_children(list, f),
        // The selected one depends on types, which are unknown here.
        ExprKind::Generic(_, associations) => associations.iter().for_each(|(_, e)| f(e)),
        ExprKind::ChooseExpr(parts) => {
            f(&parts.1);
            f(&parts.2);
        }
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
        | ExprKind::StatementExpr(_)
        | ExprKind::LabelAddress(_)
        | ExprKind::Unsupported(_) => {}
    }
}

fn list_children<'a>(list: &'a InitList, f: &mut dyn FnMut(&'a Expr)) {
    for entry in &list.entries {
        match &entry.init {
            Init::Expr(e) => f(e),
            Init::List(inner) => list_children(inner, f),
        }
    }
}

/// The expressions in an initialiser.
pub(super) fn init_exprs(init: &Init) -> Vec<&Expr> {
    let mut exprs = Vec::new();
    match init {
        Init::Expr(e) => exprs.push(e),
        Init::List(list) => list_children(list, &mut |e| exprs.push(e)),
    }
    exprs
}

/// Whether an initialiser evaluates a name for which `is` holds.
pub(super) fn init_names(init: &Init, is: &dyn Fn(&str) -> bool) -> bool {
    let mut stack = init_exprs(init);
    while let Some(e) = stack.pop() {
        if matches!(&e.kind, ExprKind::Ident(name) if is(name)) {
            return true;
        }
        for_each_child(e, &mut |child| stack.push(child));
    }
    false
}

/// Number of nodes and height of a piece of the tree.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Extent {
    /// Nodes.
    pub(super) nodes: u32,
    /// Length of the longest path downwards, in nodes.
    pub(super) height: u32,
}

impl Extent {
    /// A node with these children.
    pub(super) fn over(children: impl IntoIterator<Item = Extent>) -> Extent {
        let all = children.into_iter().fold(Extent::default(), |a, b| Extent {
            nodes: a.nodes + b.nodes,
            height: a.height.max(b.height),
        });
        Extent {
            nodes: all.nodes + 1,
            height: all.height + 1,
        }
    }
}

/// Extent of an expression.
pub(super) fn expr_extent(e: &Expr) -> Extent {
    let mut extent = Extent::default();
    let mut stack = vec![(e, 1)];
    while let Some((e, depth)) = stack.pop() {
        extent.nodes += 1;
        extent.height = extent.height.max(depth);
        for_each_child(e, &mut |child| stack.push((child, depth + 1)));
    }
    extent
}

/// Extent of an initialiser.
pub(super) fn init_extent(init: &Init) -> Extent {
    match init {
        Init::Expr(e) => expr_extent(e),
        Init::List(list) => Extent::over(list.entries.iter().map(|entry| init_extent(&entry.init))),
    }
}

/// Height of a statement, including everything that it contains.
pub(super) fn stmt_height(s: &Stmt) -> u32 {
    let expr = |e: &Expr| expr_extent(e).height;
    1 + match &s.kind {
        StmtKind::Block(block) => block_height(block),
        StmtKind::Expr(e) | StmtKind::GotoValue(e) | StmtKind::Return(Some(e)) => expr(e),
        StmtKind::If(c, then, els) => {
            let els = els.as_ref().map_or(0, |s| stmt_height(s));
            expr(c).max(stmt_height(then)).max(els)
        }
        StmtKind::While(c, body) | StmtKind::DoWhile(body, c) | StmtKind::Switch(c, body) => {
            expr(c).max(stmt_height(body))
        }
        StmtKind::For(f) => {
            let init = match &f.init {
                ForInit::None => 0,
                ForInit::Expr(e) => expr(e),
                ForInit::Declaration(d) => declaration_height(d),
            };
            let parts = f
                .condition
                .as_ref()
                .map_or(0, expr)
                .max(f.step.as_ref().map_or(0, expr));
            init.max(parts).max(stmt_height(&f.body))
        }
        StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
            stmt_height(body)
        }
        StmtKind::Empty
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(None)
        | StmtKind::Unsupported(_) => 0,
    }
}

fn block_height(block: &Block) -> u32 {
    let items = block.items.iter().map(|item| match item {
        BlockItem::Statement(s) => stmt_height(s),
        BlockItem::Declaration(d) => declaration_height(d),
    });
    items.max().unwrap_or(0)
}

fn declaration_height(d: &syntax::ast::Declaration) -> u32 {
    let inits = d.declarators.iter().filter_map(|d| d.init.as_ref());
    1 + inits.map(|i| init_extent(i).height).max().unwrap_or(0)
}

/// Calls `f` on every expression of a block, including statement expressions and unevaluated operands.
pub(super) fn for_each_expr<'a>(block: &'a Block, f: &mut dyn FnMut(&'a Expr)) {
    exprs_of(vec![block], Vec::new(), f);
}

/// Calls `f` on every expression of a statement, including statement expressions and unevaluated operands.
pub(super) fn for_each_expr_of<'a>(s: &'a Stmt, f: &mut dyn FnMut(&'a Expr)) {
    exprs_of(Vec::new(), vec![s], f);
}

fn exprs_of<'a>(mut blocks: Vec<&'a Block>, mut stmts: Vec<&'a Stmt>, f: &mut dyn FnMut(&'a Expr)) {
    let mut exprs: Vec<&'a Expr> = Vec::new();
    loop {
        if let Some(e) = exprs.pop() {
            f(e);
            match &e.kind {
                ExprKind::StatementExpr(block) => blocks.push(block),
                ExprKind::SizeofExpr(inner) => exprs.push(inner),
                _ => for_each_child(e, &mut |child| exprs.push(child)),
            }
        } else if let Some(s) = stmts.pop() {
            stmt_parts(s, &mut exprs, &mut stmts, &mut blocks);
        } else if let Some(block) = blocks.pop() {
            for item in &block.items {
                match item {
                    BlockItem::Statement(s) => stmts.push(s),
                    BlockItem::Declaration(d) => declaration_exprs(d, &mut exprs),
                }
            }
        } else {
            return;
        }
    }
}

/// Pushes the parts of a statement on these stacks.
pub(super) fn stmt_parts<'a>(
    s: &'a Stmt,
    exprs: &mut Vec<&'a Expr>,
    stmts: &mut Vec<&'a Stmt>,
    blocks: &mut Vec<&'a Block>,
) {
    match &s.kind {
        StmtKind::Block(block) => blocks.push(block),
        StmtKind::Expr(e) | StmtKind::GotoValue(e) | StmtKind::Return(Some(e)) => exprs.push(e),
        StmtKind::If(c, then, els) => {
            exprs.push(c);
            stmts.push(then);
            stmts.extend(els.as_deref());
        }
        StmtKind::While(c, body) | StmtKind::DoWhile(body, c) | StmtKind::Switch(c, body) => {
            exprs.push(c);
            stmts.push(body);
        }
        StmtKind::For(parts) => {
            match &parts.init {
                ForInit::None => {}
                ForInit::Expr(e) => exprs.push(e),
                ForInit::Declaration(d) => declaration_exprs(d, exprs),
            }
            exprs.extend(&parts.condition);
            exprs.extend(&parts.step);
            stmts.push(&parts.body);
        }
        StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
            stmts.push(body);
        }
        StmtKind::Empty
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(None)
        | StmtKind::Unsupported(_) => {}
    }
}

fn declaration_exprs<'a>(d: &'a syntax::ast::Declaration, exprs: &mut Vec<&'a Expr>) {
    for init in d.declarators.iter().filter_map(|d| d.init.as_ref()) {
        match init {
            Init::Expr(e) => exprs.push(e),
            Init::List(list) => list_children(list, &mut |e| exprs.push(e)),
        }
    }
}
