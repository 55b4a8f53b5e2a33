//! Places of a program at which the witness can look, found in its tree.

use std::collections::BTreeMap;

use syntax::ast::{
    Block, BlockItem, Declaration, Derive, Expr, ExprKind, ForInit, Init, Item, Stmt, StmtKind,
    Storage, TypeSpec, UnaryOp,
};
use syntax::{Parse, Span};

/// A place that is executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Site {
    pub(super) span: Span,
    pub(super) shape: Shape,
    /// Number of the node of the tree.
    node: usize,
    /// Whether other nodes have the same span, because a macro makes them all.
    pub(super) is_shared: bool,
    /// Whether the node is not the operand of an expression, so that text of macros cannot reach out of it.
    is_whole: bool,
}

/// The ways to look at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A statement, which can become a block.
    Statement { whole: Span },
    /// An expression.
    Expression(Use),
    /// A variable that is declared in a function.
    Variable,
    /// An object that is initialised before `main` runs.
    Static,
}

impl Site {
    /// The range around which text is inserted.
    pub(super) fn changed(&self) -> Span {
        match self.shape {
            Shape::Statement { whole } => whole,
            Shape::Expression(_) | Shape::Variable | Shape::Static => self.span,
        }
    }
}

/// Use of an expression's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// The value is used.
    Value,
    /// It matters whether the value is zero.
    Truth,
    /// The value is not used.
    Nothing,
    /// The object is used: it is written, or its address is taken.
    Place,
}

/// All places of a program.
#[derive(Debug, Default)]
pub(super) struct Sites {
    all: BTreeMap<Span, Vec<Site>>,
    /// Number of the current node.
    node: usize,
}

impl Sites {
    /// Finds the places of a program's files.
    pub(super) fn of(parse: &Parse) -> Sites {
        let mut sites = Sites::default();
        for item in &parse.unit.items {
            match item {
                Item::Function(function) => sites.block(&function.body, false),
                Item::Declaration(declaration) => {
                    for one in &declaration.declarators {
                        sites.node += 1;
                        sites.add(one.span, Shape::Static, true);
                    }
                }
                Item::End => {}
            }
        }
        sites
    }

    /// The place with this span; an error says why there is none, or why nothing can be inserted there.
    pub(super) fn find(&self, span: Span, parse: &Parse) -> Result<Site, &'static str> {
        let here = self.all.get(&span).map_or(&[][..], Vec::as_slice);
        let Some(first) = here.first() else {
            return Err("the place is not a statement or an expression of the tree");
        };
        // The operands of an expression may have its span, too, if a macro makes them all.
        let whole = here.iter().find(|site| site.is_whole);
        let found = whole.unwrap_or(first);
        let others = here.iter().filter(|other| other.is_whole == found.is_whole);
        if others.into_iter().any(|other| other.node != found.node) {
            return Err("a macro makes several parts of the program there");
        }
        // Nothing can be inserted into a macro.
        let around = found.changed();
        let crosses = |used: Span| used.overlaps(around) && !around.encloses(used);
        if parse.macro_uses.iter().any(|used| crosses(used.use_span)) {
            return Err("the place is inside a macro");
        }
        Ok(Site {
            is_shared: here.iter().any(|other| other.node != found.node),
            ..*found
        })
    }

    /// All places at which something can be inserted.
    #[cfg(test)]
    pub(super) fn instrumentable(&self, parse: &Parse) -> Vec<Site> {
        let found = self
            .all
            .keys()
            .filter_map(|span| self.find(*span, parse).ok());
        found.collect()
    }

    fn add(&mut self, span: Span, shape: Shape, is_whole: bool) {
        let site = Site {
            span,
            shape,
            node: self.node,
            is_shared: false,
            is_whole,
        };
        self.all.entry(span).or_default().push(site);
    }

    /// The items of a block; of a GNU statement expression, the last one is its value.
    fn block(&mut self, block: &Block, is_value: bool) {
        for (i, item) in block.items.iter().enumerate() {
            match item {
                BlockItem::Statement(s) => match &s.kind {
                    StmtKind::Expr(e) if is_value && i + 1 == block.items.len() => {
                        self.expr(e, Use::Value, true);
                    }
                    _ => self.statement(s),
                },
                BlockItem::Declaration(d) => self.declaration(d),
            }
        }
    }

    fn statement(&mut self, s: &Stmt) {
        self.node += 1;
        match &s.kind {
            StmtKind::Block(block) => self.block(block, false),
            StmtKind::Expr(e) => {
                self.whole_statement(s);
                self.add(e.span, Shape::Statement { whole: s.span }, true);
                self.inside(e, Use::Nothing);
            }
            StmtKind::If(c, then, els) => {
                self.expr(c, Use::Truth, true);
                self.statement(then);
                if let Some(els) = els {
                    self.statement(els);
                }
            }
            StmtKind::While(c, body) => {
                self.expr(c, Use::Truth, true);
                self.statement(body);
            }
            StmtKind::DoWhile(body, c) => {
                self.statement(body);
                self.expr(c, Use::Truth, true);
            }
            StmtKind::For(parts) => {
                match &parts.init {
                    ForInit::None => {}
                    ForInit::Declaration(d) => self.declaration(d),
                    ForInit::Expr(e) => self.expr(e, Use::Nothing, true),
                }
                if let Some(c) = &parts.condition {
                    self.expr(c, Use::Truth, true);
                }
                if let Some(step) = &parts.step {
                    self.expr(step, Use::Nothing, true);
                }
                self.statement(&parts.body);
            }
            StmtKind::Switch(e, body) => {
                self.expr(e, Use::Value, true);
                self.statement(body);
            }
            StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
                self.statement(body);
            }
            StmtKind::GotoValue(e) | StmtKind::Return(Some(e)) => {
                self.whole_statement(s);
                self.expr(e, Use::Value, true);
            }
            StmtKind::Return(None)
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Empty => self.whole_statement(s),
            StmtKind::Unsupported(_) => {}
        }
    }

    /// A statement by its span with and without the semicolon.
    fn whole_statement(&mut self, s: &Stmt) {
        let shape = Shape::Statement { whole: s.span };
        self.add(s.span, shape, true);
        let without = Span {
            end: s.span.last_byte().start,
            ..s.span
        };
        self.add(without, shape, true);
    }

    fn declaration(&mut self, d: &Declaration) {
        if matches!(
            d.specs.storage,
            Storage::Typedef | Storage::Extern | Storage::Static
        ) {
            return;
        }
        for one in &d.declarators {
            if matches!(one.declarator.derive.first(), Some(Derive::Function(_))) {
                continue;
            }
            self.node += 1;
            self.add(one.span, Shape::Variable, true);
            if let Some(init) = &one.init {
                self.init(init);
            }
        }
    }

    fn init(&mut self, init: &Init) {
        match init {
            // The text of an array is no expression.
            Init::Expr(e) if is_text(e) => {}
            Init::Expr(e) => self.expr(e, Use::Value, true),
            Init::List(list) => list.entries.iter().for_each(|entry| self.init(&entry.init)),
        }
    }

    /// An expression; `is_root` if it is not the operand of another one.
    fn expr(&mut self, e: &Expr, used: Use, is_root: bool) {
        self.node += 1;
        self.add(e.span, Shape::Expression(used), is_root);
        self.inside(e, used);
    }

    /// The operands of an expression that are evaluated.
    fn inside(&mut self, e: &Expr, used: Use) {
        match &e.kind {
            // What stands around a constant makes it none for gcc.
            ExprKind::Call(callee, _) if is_about_constants(callee) => {}
            ExprKind::Call(callee, arguments) => {
                if !matches!(callee.kind, ExprKind::Ident(_)) {
                    self.expr(callee, Use::Value, false);
                }
                for argument in arguments {
                    self.expr(argument, Use::Value, false);
                }
            }
            ExprKind::Index(a, b) => {
                self.expr(a, Use::Value, false);
                self.expr(b, Use::Value, false);
            }
            ExprKind::Binary(_, a, b) => {
                self.expr(a, Use::Value, false);
                self.expr(b, Use::Value, false);
            }
            ExprKind::LogicalAnd(a, b) | ExprKind::LogicalOr(a, b) => {
                self.expr(a, Use::Truth, false);
                self.expr(b, Use::Truth, false);
            }
            ExprKind::Assign(_, target, value) => {
                self.expr(target, Use::Place, false);
                self.expr(value, Use::Value, false);
            }
            ExprKind::Comma(first, second) => {
                self.expr(first, Use::Nothing, false);
                self.expr(second, used, false);
            }
            ExprKind::Conditional(c, then, els) => {
                let condition = if then.is_some() {
                    Use::Truth
                } else {
                    Use::Value
                };
                self.expr(c, condition, false);
                for branch in then.iter().chain([els]) {
                    let used = if used == Use::Place { Use::Value } else { used };
                    self.expr(branch, used, false);
                }
            }
            ExprKind::Member(of, _, is_arrow) => {
                let used = if *is_arrow { Use::Value } else { Use::Place };
                self.expr(of, used, false);
            }
            ExprKind::AddressOf(of) | ExprKind::IncDec { target: of, .. } => {
                self.expr(of, Use::Place, false);
            }
            ExprKind::Unary(UnaryOp::Not, of) => self.expr(of, Use::Truth, false),
            ExprKind::Unary(_, of) | ExprKind::Deref(of) => self.expr(of, Use::Value, false),
            ExprKind::Cast(to, of) => {
                let is_void = to.declarator.derive.is_empty() && to.specs.ty == TypeSpec::Void;
                let used = if is_void { Use::Nothing } else { Use::Value };
                self.expr(of, used, false);
            }
            ExprKind::CompoundLiteral(_, list) => {
                list.entries.iter().for_each(|entry| self.init(&entry.init));
            }
            ExprKind::StatementExpr(block) => self.block(block, true),
            // Constants and names have no operands; those of the others are not evaluated, or only by the compiler.
            _ => {}
        }
    }
}

fn is_about_constants(callee: &Expr) -> bool {
    matches!(&callee.kind, ExprKind::Ident(name) if name == "__builtin_constant_p")
}

fn is_text(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Str(_) | ExprKind::WideStr(..))
}
