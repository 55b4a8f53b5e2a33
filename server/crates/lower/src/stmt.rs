//! Lowering of statements.

use ir::{AltKind, ComponentKind, Inst, Reg, Scalar};
use syntax::ast::{Block, BlockItem, Expr, For, ForInit, Stmt, StmtKind};
use syntax::{Sources, Span};

use super::Lowerer;
use super::builder::{Exit, Label};
use super::effects::Extent;
use super::library::is_plain;
use super::lvalue::LValue;
use super::relax::{Open, Reach};
use super::types::{Type, promote};
use super::value::Value;
use super::warnings::WarningKind;

impl Lowerer<'_> {
    /// Lowers a block, whose names and objects end with it.
    pub(super) fn block(&mut self, block: &Block) {
        self.scopes.push();
        let outer_end = std::mem::replace(&mut self.f.scope_end, block.span.end);
        let live = self.f.live.len();
        self.items(block);
        self.f.end_lifetimes(live, block.span.last_byte());
        self.f.scope_end = outer_end;
        self.scopes.pop();
    }

    /// Lowers the declarations and statements of a block.
    pub(super) fn items(&mut self, block: &Block) {
        for (index, item) in block.items.iter().enumerate() {
            self.insertion_point(block, index);
            self.block_item(item);
        }
        self.insertion_point(block, block.items.len());
    }

    /// Lowers a declaration or a statement.
    pub(super) fn block_item(&mut self, item: &BlockItem) {
        match item {
            BlockItem::Declaration(d) => self.local_declaration(d),
            BlockItem::Statement(s) => self.stmt(s),
        }
    }

    /// Lowers a statement.
    pub(super) fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Block(block) => self.block(block),
            StmtKind::Empty => {}
            StmtKind::Expr(e) => self.expression_statement(e),
            StmtKind::If(c, then, els) => self.if_stmt(s, c, then, els.as_deref()),
            StmtKind::While(c, body) => self.while_stmt(s, c, body),
            StmtKind::DoWhile(body, c) => self.do_stmt(s, body, c),
            StmtKind::For(parts) => self.for_stmt(s, parts),
            StmtKind::Switch(e, body) => self.switch_stmt(s, e, body),
            StmtKind::Case(low, high, body) => {
                self.case(low, high.as_ref());
                self.stmt(body);
            }
            StmtKind::Default(body) => {
                self.default_case(s.span);
                self.stmt(body);
            }
            StmtKind::Label(name, body) => {
                self.f.bind_named(&name.text);
                self.stmt(body);
            }
            StmtKind::Goto(name) => self.goto(name, s.span),
            StmtKind::GotoValue(e) => self.goto_value(e, s.span),
            StmtKind::Break => self.break_or_continue(s.span, |exit| Some(exit.on_break)),
            StmtKind::Continue => self.break_or_continue(s.span, |exit| exit.on_continue),
            StmtKind::Return(None) => self.return_nothing(s.span),
            StmtKind::Return(Some(e)) => self.return_value(s, e),
            StmtKind::Unsupported(what) => self.unsupported(s.span, what.clone()),
        }
    }

    /// Emits a branch on a condition.
    fn decide(&mut self, s: &Stmt, c: &Expr, then: Label, els: Label) {
        self.check_order(c);
        let (cond, ty) = self.condition(c, self.height(s), None);
        self.f.emit(
            c.span,
            Inst::Branch {
                cond,
                ty,
                then,
                els,
            },
        );
    }

    fn if_stmt(&mut self, s: &Stmt, c: &Expr, then: &Stmt, els: Option<&Stmt>) {
        let (on_true, on_false) = (self.f.label(), self.f.label());
        self.decide(s, c, on_true, on_false);
        self.f.bind(on_true);
        self.stmt(then);
        let Some(els) = els else {
            return self.missing_else(s, then, on_false);
        };
        let end = self.f.label();
        self.f.jump(c.span, end);
        self.f.bind(on_false);
        self.stmt(els);
        self.f.bind(end);
    }

    fn body(&mut self, body: &Stmt, on_break: Label, on_continue: Label) {
        self.f.exits.push(Exit {
            on_break,
            on_continue: Some(on_continue),
        });
        self.stmt(body);
        self.f.exits.pop();
    }

    fn while_stmt(&mut self, s: &Stmt, c: &Expr, body: &Stmt) {
        let (top, inside, end) = (self.f.here(), self.f.label(), self.f.label());
        self.decide(s, c, inside, end);
        self.f.bind(inside);
        self.body(body, end, top);
        self.f.jump(c.span, top);
        self.f.bind(end);
    }

    fn do_stmt(&mut self, s: &Stmt, body: &Stmt, c: &Expr) {
        let (top, test, end) = (self.f.here(), self.f.label(), self.f.label());
        self.body(body, end, test);
        self.f.bind(test);
        self.decide(s, c, top, end);
        self.f.bind(end);
    }

    fn for_stmt(&mut self, s: &Stmt, parts: &For) {
        self.scopes.push();
        let outer_end = std::mem::replace(&mut self.f.scope_end, s.span.end);
        let live = self.f.live.len();
        match &parts.init {
            ForInit::None => {}
            ForInit::Declaration(d) => self.local_declaration(d),
            ForInit::Expr(e) => self.expression_statement(e),
        }
        let (top, step, end) = (self.f.here(), self.f.label(), self.f.label());
        if let Some(c) = &parts.condition {
            let inside = self.f.label();
            self.decide(s, c, inside, end);
            self.f.bind(inside);
        }
        self.body(&parts.body, end, step);
        self.f.bind(step);
        if let Some(e) = &parts.step {
            self.expression_statement(e);
        }
        self.f.jump(s.span, top);
        self.f.bind(end);
        self.f.end_lifetimes(live, s.span.last_byte());
        self.f.scope_end = outer_end;
        self.scopes.pop();
    }

    /// The controlling value of a `switch`, as a component.
    pub(super) fn switch_value(&mut self, s: &Stmt, e: &Expr) -> Option<(Reg, Scalar)> {
        self.check_order(e);
        let ty = promote(self.type_of(e).integer()?);
        let extent = Extent {
            height: self.height(s),
            ..self.extent(e)
        };
        let pure = self.effects(e).pure();
        let open = self.begin(ComponentKind::Switch, e.span, extent);
        let value = self.rvalue(e);
        let value = self.convert(value, &Type::Arith(ty), e.span);
        let Some(mut open) = open else {
            return Some((value.reg, ty));
        };
        let result = self.f.reg();
        self.f.assign(e.span, result, value.reg);
        self.f.observe(open.comp, result, ty);
        let mut covers = pure;
        self.alternative(&mut open, AltKind::Angelic, true);
        self.angelic_into(result, open.comp, &Type::Arith(ty), e.span);
        if !pure && self.can_evaluate_again(&open) {
            self.alternative(&mut open, AltKind::EvalAngelic, true);
            let dropped = self.f.dropped;
            self.rvalue(e);
            self.angelic_into(result, open.comp, &Type::Arith(ty), e.span);
            covers = self.f.dropped == dropped;
        }
        self.finish(open, covers);
        Some((result, ty))
    }

    fn return_value(&mut self, s: &Stmt, e: &Expr) {
        let ty = self.f.result.clone();
        if ty == Type::Void {
            if self.type_of(e) != Type::Void {
                self.warn(WarningKind::ReturnType, s.span);
            }
            self.expression_statement(e);
            return self.return_nothing(s.span);
        }
        self.check_order(e);
        let span = without_semicolon(s.span, &self.parse.sources);
        let extent = Extent::over([self.extent(e)]);
        let Some(mut open) = self.begin(ComponentKind::Return, span, extent) else {
            let value = self.return_operand(e, &ty);
            return self.emit_return(&value, span);
        };
        if is_plain(e) {
            self.components.mark_pass_through(open.comp);
        }
        self.calls.mark_owned(e);
        let pure = self.effects(e).pure();
        let value = self.return_operand(e, &ty);
        if let Some(scalar) = ty.scalar() {
            self.f.observe(open.comp, value.reg, scalar);
        }
        self.emit_return(&value, span);
        let reach = self.reach(&ty);
        let mut covers = pure && reach == Reach::All;
        self.alternative(&mut open, AltKind::Angelic, true);
        self.return_angelic(&open, &ty, span);
        if !pure && self.can_evaluate_again(&open) {
            self.alternative(&mut open, AltKind::EvalAngelic, true);
            let dropped = self.f.dropped;
            self.return_operand(e, &ty);
            self.return_angelic(&open, &ty, span);
            covers = reach == Reach::All && self.f.dropped == dropped;
        }
        self.finish(open, covers);
    }

    fn return_operand(&mut self, e: &Expr, ty: &Type) -> Value {
        self.calls.set_pointee(ty, e, &self.records);
        self.converted(e, ty, e.span)
    }

    pub(super) fn return_angelic(&mut self, open: &Open, ty: &Type, span: Span) {
        if ty.scalar().is_some() {
            let value = self.angelic(open.comp, ty, span);
            return self.emit_return(&value, span);
        }
        if let Some(address) = self.f.result_address {
            self.angelic_object(address, ty, open.comp, span);
        }
        self.f.emit(span, Inst::Return { value: None });
    }

    fn emit_return(&mut self, value: &Value, span: Span) {
        match (self.f.result_address, value.ty.scalar()) {
            (Some(address), None) => {
                let place = LValue::Memory(address, value.ty.clone());
                self.store(&place, value.clone(), span);
                self.f.emit(span, Inst::Return { value: None });
            }
            _ => self.f.emit(
                span,
                Inst::Return {
                    value: Some(value.reg),
                },
            ),
        }
    }

    fn return_nothing(&mut self, span: Span) {
        let span = without_semicolon(span, &self.parse.sources);
        let inst = if self.f.result == Type::Void {
            Inst::Return { value: None }
        } else {
            Inst::ReturnNothing
        };
        if self.f.result != Type::Void {
            self.warn(WarningKind::ReturnType, span);
        }
        self.jump_component(span, |this| this.f.emit(span, inst));
    }

    /// Lowers `break`, `continue`, `goto` or `return` without a value as a component: taken or not.
    pub(super) fn jump_component(&mut self, span: Span, jump: impl FnOnce(&mut Self)) {
        let open = self.begin(
            ComponentKind::Jump,
            span,
            Extent {
                nodes: 1,
                height: 1,
            },
        );
        jump(self);
        if let Some(mut open) = open {
            self.alternative(&mut open, AltKind::Skip, true);
            self.finish(open, false);
        }
    }
}

/// The span of a statement without its semicolon.
pub(super) fn without_semicolon(span: Span, sources: &Sources) -> Span {
    let Some(source) = sources.files.get(span.file.0 as usize) else {
        return span;
    };
    let Some(text) = source.text.get(span.start as usize..span.end as usize) else {
        return span;
    };
    let kept = text.strip_suffix(';').unwrap_or(text).trim_end();
    Span {
        end: span.start + kept.len() as u32,
        ..span
    }
}
