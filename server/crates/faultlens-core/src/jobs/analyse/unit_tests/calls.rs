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

    /// A function and all functions that it calls by name, directly or indirectly.
    pub(super) fn reached(self, from: FnId) -> BTreeSet<usize> {
        closure(vec![from], |f| self.of(f))
    }

    /// Functions and all functions that they may call, also through pointers.
    pub(super) fn reachable(self, from: impl IntoIterator<Item = FnId>) -> BTreeSet<usize> {
        closure(from.into_iter().collect(), |f| self.mentioned_by(f))
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

/// Functions, and those that follow from them.
pub(super) fn closure<I: Iterator<Item = FnId>>(
    mut open: Vec<FnId>,
    next: impl Fn(FnId) -> I,
) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    while let Some(f) = open.pop() {
        if found.insert(f.index()) {
            open.extend(next(f));
        }
    }
    found
}
