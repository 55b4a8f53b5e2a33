//! The choices of a relaxed run, in the order in which it makes them.
//!
//! A symbolic run logs its choices. Under a model of its path condition the log becomes a [`Script`], which the
//! concrete evaluator replays: that is the certificate of a diagnosis.

use std::collections::VecDeque;
use std::rc::Rc;

use ir::{AltKind, BranchId, CompId, Scalar};
use serde::{Deserialize, Serialize};
use term::{Pool, Term};

use super::free_input::InputPiece;
use super::value::ObjId;

/// Behaviour chosen for an execution of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entering {
    /// The component behaves as written.
    Kept,
    /// The alternative of this index.
    Alternative(usize),
    /// The first alternative of one of these kinds.
    Kind(&'static [AltKind]),
    /// The driver decides.
    Ask,
}

/// One choice of a concrete relaxed run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Choice {
    /// A relaxed component was entered; `None` means that it behaved as written.
    Enter {
        /// The component.
        comp: CompId,
        /// Index into the component's alternatives.
        alt: Option<usize>,
        /// Kind of the alternative.
        kind: Option<AltKind>,
    },
    /// An angelic value.
    Value {
        /// The component that asked for the value.
        comp: CompId,
        /// Type of the value.
        ty: Scalar,
        /// Bits or offset.
        bits: u64,
        /// Object of a pointer.
        object: ObjId,
    },
    /// An angelic text in memory, without the final NUL.
    Text {
        /// The component that asked for the text.
        comp: CompId,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// An angelic text on standard output.
    Output {
        /// The component that printed the text.
        comp: CompId,
        /// The bytes.
        bytes: Vec<u8>,
    },
}

impl Choice {
    /// The component that makes the choice.
    pub fn comp(&self) -> CompId {
        match self {
            Choice::Enter { comp, .. }
            | Choice::Value { comp, .. }
            | Choice::Text { comp, .. }
            | Choice::Output { comp, .. } => *comp,
        }
    }

    /// Mutable access to the component that makes the choice.
    pub fn comp_mut(&mut self) -> &mut CompId {
        match self {
            Choice::Enter { comp, .. }
            | Choice::Value { comp, .. }
            | Choice::Text { comp, .. }
            | Choice::Output { comp, .. } => comp,
        }
    }
}

/// All choices of a run, in order.
pub type Script = VecDeque<Choice>;

/// One entry of the log of a symbolic run.
#[derive(Debug, Clone)]
pub enum Entry {
    /// A relaxed component was entered.
    Enter {
        /// The component.
        comp: CompId,
        /// Index into the component's alternatives; `None`: as written.
        alt: Option<usize>,
        /// Kind of the alternative.
        kind: Option<AltKind>,
    },
    /// An angelic value; the term is a variable.
    Value {
        /// The component that asked for the value.
        comp: CompId,
        /// Type of the value.
        ty: Scalar,
        /// The variable (for a pointer: the offset).
        term: Term,
        /// Object of a pointer.
        object: ObjId,
    },
    /// An angelic text in memory.
    Text {
        /// The component that asked for the text.
        comp: CompId,
        /// One variable for each byte.
        bytes: Vec<Term>,
    },
    /// An arbitrary text was printed; later output determines its length.
    Output {
        /// The component that printed the text.
        comp: CompId,
    },
    /// A known text was printed; recorded only after an arbitrary text.
    Printed {
        /// The bytes.
        bytes: Rc<[u8]>,
    },
    /// A part of an input that is not known was read.
    Read(InputPiece<Term>),
    /// The run skipped a closed branch, whose effect is unknown.
    Closed {
        /// The branch.
        branch: BranchId,
    },
    /// Two runs were merged; the second log applies where `cond` is false. Both begin after `base`.
    Merge {
        /// Condition that selects the first log.
        cond: Term,
        /// Log of the first.
        yes: Log,
        /// Log of the second.
        no: Log,
        /// Common prefix of both logs.
        base: Log,
    },
}

/// A persistent list of entries, newest first; cloning is cheap.
#[derive(Debug, Clone, Default)]
pub struct Log(Option<Rc<Node>>);

#[derive(Debug)]
struct Node {
    entry: Entry,
    before: Log,
    length: usize,
}

impl Drop for Node {
    fn drop(&mut self) {
        // Dropping a long log recursively would overflow the stack.
        let mut next = self.before.0.take();
        while let Some(node) = next {
            match Rc::try_unwrap(node) {
                Ok(mut node) => next = node.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

impl Log {
    /// Number of entries, where a merge counts as one more than its base.
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |n| n.length)
    }

    /// Whether nothing was logged.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Adds an entry.
    pub fn push(&mut self, entry: Entry) {
        let before = std::mem::take(self);
        let length = before.len() + 1;
        self.0 = Some(Rc::new(Node {
            entry,
            before,
            length,
        }));
    }

    /// Whether both are the same list, not merely equal ones.
    pub fn same(&self, other: &Log) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// The longest common prefix of both lists.
    pub fn common(&self, other: &Log) -> Log {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !a.same(&b) {
            if a.len() >= b.len() {
                a = a.before();
            } else {
                b = b.before();
            }
        }
        a
    }

    fn before(&self) -> Log {
        self.0
            .as_ref()
            .map_or_else(Log::default, |n| n.before.clone())
    }

    /// The log of a run that is `self` where `cond` holds and `other` elsewhere.
    pub fn merge(&self, cond: Term, other: &Log) -> Log {
        if self.same(other) {
            return self.clone();
        }
        let base = self.common(other);
        let mut merged = base.clone();
        merged.push(Entry::Merge {
            cond,
            yes: self.clone(),
            no: other.clone(),
            base,
        });
        merged
    }

    /// The condition under which the run skipped no closed branches except the `allowed` ones.
    pub fn keeps_to(&self, allowed: &dyn Fn(BranchId) -> bool, pool: &mut Pool) -> Term {
        self.since(&Log::default(), allowed, pool)
    }

    /// The condition of [`Log::keeps_to`] for the entries after `start`; recursive only along nested merges.
    fn since(&self, start: &Log, allowed: &dyn Fn(BranchId) -> bool, pool: &mut Pool) -> Term {
        let mut all = Vec::new();
        let mut list = self.clone();
        while !list.same(start) {
            let Some(node) = list.0.clone() else { break };
            match &node.entry {
                Entry::Closed { branch } if !allowed(*branch) => return pool.bool(false),
                Entry::Merge {
                    cond,
                    yes,
                    no,
                    base,
                } => {
                    let yes = yes.since(base, allowed, pool);
                    let no = no.since(base, allowed, pool);
                    all.push(pool.ite(*cond, yes, no));
                }
                _ => {}
            }
            list = node.before.clone();
        }
        pool.and_all(&all)
    }

    /// The entries of one run in order, with merges resolved by `holds` (the value of a condition in a model).
    pub fn resolve(&self, holds: &mut dyn FnMut(Term) -> bool) -> Vec<Entry> {
        let mut reversed = Vec::new();
        // Pairs of a list and its end; the innermost segment is visited first, newest entry first.
        let mut todo = vec![(self.clone(), Log::default())];
        while let Some((list, end)) = todo.pop() {
            if list.same(&end) {
                continue;
            }
            let Some(node) = list.0.clone() else { continue };
            todo.push((node.before.clone(), end));
            if let Entry::Merge {
                cond,
                yes,
                no,
                base,
            } = &node.entry
            {
                let taken = if holds(*cond) { yes } else { no };
                todo.push((taken.clone(), base.clone()));
            } else {
                reversed.push(node.entry.clone());
            }
        }
        reversed.reverse();
        reversed
    }
}
