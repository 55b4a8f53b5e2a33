//! Operands of one expression that change a variable and read or change it again (`a[i] = i++`): C leaves their order
//! open, and with it what they do (C11 6.5 §2). gcc warns with `-Wsequence-point`.

use std::collections::BTreeSet;

use syntax::ast::{Expr, ExprKind};

use super::WarningKind;
use crate::Lowerer;
use crate::effects::for_each_child;

impl Lowerer<'_> {
    /// Warns of each part of a full expression whose operands may be evaluated in an order that matters.
    pub(crate) fn check_order(&mut self, full: &Expr) {
        if !has_inner_write(full) {
            return;
        }
        let mut stack = vec![full];
        while let Some(e) = stack.pop() {
            if conflicts(e) {
                self.warn(WarningKind::Order, e.span);
            }
            for_each_child(e, &mut |child| stack.push(child));
        }
    }
}

/// Whether an expression changes a variable other than by being an assignment itself. Most do not.
fn has_inner_write(full: &Expr) -> bool {
    let mut stack = Vec::new();
    for_each_child(full, &mut |child| stack.push(child));
    while let Some(e) = stack.pop() {
        if matches!(e.kind, ExprKind::Assign(..) | ExprKind::IncDec { .. }) {
            return true;
        }
        for_each_child(e, &mut |child| stack.push(child));
    }
    false
}

/// Variables that an expression itself reads and changes; what called functions do comes in one piece.
#[derive(Default)]
struct Accesses<'e> {
    reads: BTreeSet<&'e str>,
    writes: BTreeSet<&'e str>,
}

impl<'e> Accesses<'e> {
    fn of(e: &'e Expr) -> Accesses<'e> {
        let mut accesses = Accesses::default();
        let mut stack = vec![e];
        while let Some(e) = stack.pop() {
            match &e.kind {
                ExprKind::Ident(name) => _ = accesses.reads.insert(name),
                ExprKind::Assign(op, to, from) => {
                    accesses.change(to, op.is_some(), &mut stack);
                    stack.push(from);
                }
                ExprKind::IncDec { target, .. } => accesses.change(target, true, &mut stack),
                // Its address is not its value.
                ExprKind::AddressOf(of) if matches!(of.kind, ExprKind::Ident(_)) => {}
                _ => for_each_child(e, &mut |child| stack.push(child)),
            }
        }
        accesses
    }

    /// Adds a change of a target; if that is more than a name, it is looked through.
    fn change(&mut self, target: &'e Expr, is_read: bool, stack: &mut Vec<&'e Expr>) {
        let ExprKind::Ident(name) = &target.kind else {
            stack.push(target);
            return;
        };
        self.writes.insert(name);
        if is_read {
            self.reads.insert(name);
        }
    }

    /// Whether evaluation in another order may give something else.
    fn conflict_with(&self, other: &Accesses<'_>) -> bool {
        let meets = |a: &BTreeSet<&str>, b: &BTreeSet<&str>| a.iter().any(|name| b.contains(name));
        meets(&self.writes, &other.writes)
            || meets(&self.writes, &other.reads)
            || meets(&self.reads, &other.writes)
    }
}

/// Whether the operands of this expression, whose order is not determined, change a variable that another one changes
/// or reads.
fn conflicts(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Assign(_, to, from) => {
            let from = Accesses::of(from);
            match &to.kind {
                // What the right side reads is read before the variable is changed.
                ExprKind::Ident(name) => from.writes.contains(name.as_str()),
                _ => Accesses::of(to).conflict_with(&from),
            }
        }
        ExprKind::Binary(..) | ExprKind::Index(..) | ExprKind::Call(..) => {
            let mut each: Vec<Accesses<'_>> = Vec::new();
            for_each_child(e, &mut |operand| each.push(Accesses::of(operand)));
            (1..each.len()).any(|i| each[..i].iter().any(|one| one.conflict_with(&each[i])))
        }
        _ => false,
    }
}
