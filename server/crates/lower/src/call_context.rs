//! What the context of a call says about it.

use rustc_hash::FxHashSet;
use syntax::ast::{Expr, ExprKind};

use super::layout::Records;
use super::types::Type;

/// Facts about calls that only the code around them knows.
#[derive(Debug, Default)]
pub(super) struct CallContext {
    /// Size of the pointee of the next call, where the context determines it.
    pointee_size: Option<u32>,
    /// Calls that are the whole operand of an enclosing component, by address.
    owned: FxHashSet<usize>,
}

impl CallContext {
    /// Records the pointee type for the call `e` (if it is one): `malloc` itself cannot know it.
    pub(super) fn set_pointee(&mut self, ty: &Type, e: &Expr, records: &Records) {
        self.pointee_size = match (ty, &e.kind) {
            (Type::Pointer(to), ExprKind::Call(..)) => Some(records.step(to) as u32),
            _ => None,
        };
    }

    /// Size of the pointee of the call being lowered, where the context determines it; the calls inside it have none.
    pub(super) fn take_pointee_size(&mut self) -> Option<u32> {
        self.pointee_size.take()
    }

    /// Marks a call that is the whole operand of a component (`x = f(y)`, `return f(y)`), which is no component of its
    /// own: an angelic value of the enclosing component, with the operand evaluated or not, covers everything that the
    /// call could contribute.
    pub(super) fn mark_owned(&mut self, operand: &Expr) {
        let mut e = operand;
        while let ExprKind::Cast(_, inner) = &e.kind {
            e = inner;
        }
        if matches!(e.kind, ExprKind::Call(..)) {
            self.owned.insert(std::ptr::from_ref(e).addr());
        }
    }

    /// Whether a call is the whole operand of an enclosing component.
    pub(super) fn is_owned(&self, call: &Expr) -> bool {
        self.owned.contains(&std::ptr::from_ref(call).addr())
    }
}
