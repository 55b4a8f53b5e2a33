//! References between the functions of a program.

use std::collections::BTreeSet;

use ir::{Callee, FnId, Inst, Program};

/// The call graph, as far as calls are by name.
#[derive(Clone, Copy)]
pub(super) struct Calls<'a> {
    pub(super) program: &'a Program,
}

impl<'a> Calls<'a> {
    fn code(self, f: FnId) -> &'a [Inst] {
        let function = self.program.functions.get(f.index());
        function.map_or(&[], |f| &f.code)
    }

    /// The functions that a function calls by name.
    pub(super) fn of(self, f: FnId) -> impl Iterator<Item = FnId> + use<'a> {
        self.code(f).iter().filter_map(|inst| match inst {
            Inst::Call(call) => match call.callee {
                Callee::Fn(callee) => Some(callee),
                Callee::Ptr(_) => None,
            },
            _ => None,
        })
    }

    /// The functions that a function calls, or takes the address of.
    pub(super) fn mentioned_by(self, f: FnId) -> impl Iterator<Item = FnId> + use<'a> {
        let taken = self.code(f).iter().filter_map(|inst| match inst {
            Inst::AddrFn { function, .. } => Some(*function),
            _ => None,
        });
        self.of(f).chain(taken)
    }

    /// A function and all functions that it may call.
    pub(super) fn reached(self, from: FnId) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut open = vec![from];
        while let Some(f) = open.pop() {
            if reached.insert(f.index()) {
                open.extend(self.of(f));
            }
        }
        reached
    }

    /// Whether a function contains an assertion itself.
    pub(super) fn asserts_itself(self, f: usize) -> bool {
        let function = self.program.functions.get(f);
        function.is_some_and(|f| f.asserts())
    }

    /// Whether a function, or one that it calls, contains an assertion.
    pub(super) fn asserts(self, f: FnId) -> bool {
        let mut reached = self.reached(f).into_iter();
        reached.any(|f| self.asserts_itself(f))
    }
}
