//! Failing tests that are explained together (DESIGN §2): all wrong outcomes, traps place by place, tests without end.

use ir::eval::TrapKind;
use syntax::Span;

use super::run::{Failure, Ran, Verdict};
use crate::report::{Group, GroupKind};

/// Groups, wrong outcomes first, then traps in order of place. With `joint` there is one group of all.
pub(crate) fn group(outcomes: &[Ran], joint: bool) -> Vec<Group> {
    let mut groups: Vec<(Order, Group)> = Vec::new();
    for (i, ran) in outcomes.iter().enumerate() {
        let Verdict::Fail(failure) = &ran.verdict else {
            continue;
        };
        let order = if joint {
            Order::Outcome
        } else {
            Order::of(failure)
        };
        match groups.iter_mut().find(|(o, _)| *o == order) {
            Some((_, g)) => g.tests.push(i),
            None => groups.push((order, new_group(failure, i))),
        }
    }
    groups.sort_by_key(|(o, g)| match o {
        Order::Outcome => (0, Span::default(), 0),
        Order::Trap(span, _) => (1, *span, g.tests[0]),
        Order::NoEnd => (2, Span::default(), 0),
    });
    groups.into_iter().map(|(_, g)| g).collect()
}

#[derive(PartialEq)]
enum Order {
    Outcome,
    Trap(Span, std::mem::Discriminant<TrapKind>),
    NoEnd,
}

impl Order {
    fn of(failure: &Failure) -> Order {
        match failure {
            Failure::Outcome(_) => Order::Outcome,
            Failure::Trap(t) => Order::Trap(t.span, std::mem::discriminant(&t.kind)),
            Failure::NoEnd => Order::NoEnd,
        }
    }
}

fn new_group(failure: &Failure, test: usize) -> Group {
    let (kind, span, message) = match failure {
        Failure::Outcome(_) => (GroupKind::WrongOutcome, None, None),
        Failure::Trap(t) => (GroupKind::Trap, Some(t.span), Some(t.kind.to_string())),
        Failure::NoEnd => (GroupKind::NoEnd, None, None),
    };
    Group {
        kind,
        tests: vec![test],
        span,
        message,
    }
}
