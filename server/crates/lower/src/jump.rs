//! Unstructured control flow: `switch` labels, `break`, `continue`, `goto`.
//!
//! A jump into a scope skips the points at which the lifetimes of the scope's objects begin. So the dispatch code of a
//! `switch` is placed after its body and starts the lifetimes of the objects in scope at the labels, and a `goto` into
//! a scope passes through a piece of code at the end of the function that does likewise.

use ir::{Inst, Scalar, Switch};
use syntax::Span;
use syntax::ast::{Block, BlockItem, Expr, Name, Stmt, StmtKind};

use super::Lowerer;
use super::builder::{Exit, Label, OpenSwitch, PendingGoto};
use super::stmt::without_semicolon;
use super::targets::each_stmt;
use super::types::Type;
use super::value::Value;

/// Address of the first label whose address is taken, below those of all objects.
const FIRST_LABEL: u64 = 0x100;

impl Lowerer<'_> {
    /// `switch (e) body`
    pub(super) fn switch_stmt(&mut self, s: &Stmt, e: &Expr, body: &Stmt) {
        let Some((value, ty)) = self.switch_value(s, e) else {
            return self.wrong(e.span, "the value of a switch is not an integer");
        };
        let (dispatch, end) = (self.f.label(), self.f.label());
        self.f.emit(e.span, Inst::Jump { to: dispatch });
        let outer_live = self.f.live.len();
        self.f.switches.push(OpenSwitch {
            ty: Some(ty),
            outer_live,
            ..OpenSwitch::default()
        });
        self.f.exits.push(Exit {
            on_break: end,
            on_continue: None,
        });
        self.stmt(body);
        self.f.exits.pop();
        let open = self.f.switches.pop().unwrap_or_default();
        self.f.jump(e.span, end);
        self.f.bind(dispatch);
        for slot in open.entered {
            self.f.emit(e.span, Inst::SlotLive { slot });
        }
        let default = open.default.unwrap_or(end);
        self.f.emit(
            e.span,
            Inst::Switch(Box::new(Switch {
                value,
                ty,
                cases: open.cases,
                default,
            })),
        );
        self.f.bind(end);
    }

    /// A label of the innermost switch, bound to the next instruction.
    fn switch_label(&mut self, span: Span) -> Option<Label> {
        let here = self.f.here();
        let live = self.f.live.clone();
        let Some(open) = self.f.switches.last_mut() else {
            self.wrong(span, "a `case` outside of a switch");
            return None;
        };
        for slot in live.into_iter().skip(open.outer_live) {
            if !open.entered.contains(&slot) {
                open.entered.push(slot);
            }
        }
        Some(here)
    }

    /// `case low:` or `case low ... high:`
    pub(super) fn case(&mut self, low: &Expr, high: Option<&Expr>) {
        let low_value = self.constant_int(low);
        let high_value = match high {
            Some(high) => self.constant_int(high),
            None => low_value,
        };
        let (Some(low_value), Some(high_value)) = (low_value, high_value) else {
            return self.wrong(low.span, "the label of a case is not constant");
        };
        let Some(label) = self.switch_label(low.span) else {
            return;
        };
        if let Some(open) = self.f.switches.last_mut()
            && let Some(ty) = open.ty
        {
            let value = |v: i128| super::types::wrap(v as u64, ty) as i64;
            let (from, to) = (value(low_value), value(high_value));
            let is_there = open
                .cases
                .iter()
                .any(|(low, high, _)| *low <= to && from <= *high);
            open.cases.push((from, to, label));
            if is_there && from <= to {
                self.wrong(low.span, "duplicate case value");
            }
        }
    }

    /// `default:`
    pub(super) fn default_case(&mut self, span: Span) {
        let label = self.switch_label(span);
        let Some(open) = self.f.switches.last_mut() else {
            return;
        };
        if open.default.is_some() && label.is_some() {
            self.wrong(span, "multiple default labels in one switch");
        } else {
            open.default = open.default.or(label);
        }
    }

    /// `break` and `continue`; `which` selects the target from an enclosing statement.
    pub(super) fn break_or_continue(&mut self, span: Span, which: impl Fn(&Exit) -> Option<Label>) {
        let Some(to) = self.f.exits.iter().rev().find_map(which) else {
            return self.wrong(span, "there is no loop or switch to leave here");
        };
        let span = without_semicolon(span, &self.parse.sources);
        self.jump_component(span, |this| this.f.emit(span, Inst::Jump { to }));
    }

    /// `goto name;`
    pub(super) fn goto(&mut self, name: &Name, span: Span) {
        let span = without_semicolon(span, &self.parse.sources);
        self.jump_component(span, |this| {
            this.f.goto(&name.text, span);
        });
    }

    /// `goto *e;`
    pub(super) fn goto_value(&mut self, e: &Expr, span: Span) {
        self.check_order(e);
        let target = self.rvalue(e);
        let value = self.f.reg();
        self.f.assign(span, value, target.reg);
        let span = without_semicolon(span, &self.parse.sources);
        self.jump_component(span, |this| this.f.goto_value(value, span));
    }

    /// The address of a label of the function: a number that is no address of an object; `None` if there is none.
    pub(super) fn label_address(&self, label: &Name) -> Option<u64> {
        let mut known = self.f.label_values.iter();
        let position = known.position(|name| name.text == label.text)?;
        Some(FIRST_LABEL + position as u64)
    }

    /// GNU `&&label`
    pub(super) fn label_value(&mut self, label: &Name, span: Span) -> Value {
        let address = self.label_address(label);
        if address.is_none() {
            self.wrong(span, format!("use of undeclared label `{}`", label.text));
        }
        Value {
            reg: self.f.constant(span, Scalar::Ptr, address.unwrap_or(0)),
            ty: Type::Void.pointer(),
        }
    }

    /// Dispatches every `goto *e` of the function to its labels.
    fn resolve_value_gotos(&mut self) {
        for jump in std::mem::take(&mut self.f.value_gotos) {
            self.f.bind(jump.via);
            let (mut cases, other) = (Vec::new(), self.f.label());
            for (address, label) in (FIRST_LABEL as i64..).zip(self.f.label_values.clone()) {
                let via = self.f.label();
                cases.push((address, address, via));
                self.f.gotos.push(PendingGoto {
                    name: label.text,
                    via,
                    live: jump.live.clone(),
                    span: label.span,
                });
            }
            self.f.emit(
                jump.span,
                Inst::Switch(Box::new(Switch {
                    value: jump.value,
                    ty: Scalar::U64,
                    cases,
                    default: other,
                })),
            );
            self.f.bind(other);
            self.unsupported(
                jump.span,
                "a `goto` to what is not the address of a label of its function",
            );
        }
    }

    /// Connects every `goto` of the function to its label.
    pub(super) fn resolve_gotos(&mut self) {
        self.resolve_value_gotos();
        for goto in std::mem::take(&mut self.f.gotos) {
            let Some((label, live)) = self.f.named.get(&goto.name).cloned() else {
                self.f.bind(goto.via);
                self.wrong(
                    goto.span,
                    format!("use of undeclared label `{}`", goto.name),
                );
                continue;
            };
            let entered: Vec<_> = live
                .into_iter()
                .filter(|slot| !goto.live.contains(slot))
                .collect();
            if entered.is_empty() {
                self.f.alias(goto.via, label);
                continue;
            }
            self.f.bind(goto.via);
            for slot in entered {
                self.f.emit(goto.span, Inst::SlotLive { slot });
            }
            self.f.emit(goto.span, Inst::Jump { to: label });
        }
    }
}

/// The labels of a function, in the order of the text.
pub(super) fn labels(body: &Block) -> Vec<Name> {
    let mut labels = Vec::new();
    for item in &body.items {
        if let BlockItem::Statement(s) = item {
            each_stmt(s, &mut |s| {
                if let StmtKind::Label(name, _) = &s.kind {
                    labels.push(name.clone());
                }
            });
        }
    }
    labels
}
