//! Groups of failing tests that are explained together (docs/dev/design.md, Groups): one for wrong outcomes, one for the
//! traps at each place, one for tests that do not end. Tests that have no function in common are never in one group: no
//! single place could explain them.

use std::collections::BTreeSet;

use eval::{Endless, Trap, TrapKind};
use ir::{CompSet, FnId, Program};
use syntax::{Sources, Span};

use crate::report::{Group, GroupKind};
use exec::run::{Failure, TestOutcome, Verdict};

/// The groups: wrong outcomes first, then traps in order of place. With `joint`, all failing tests form one group.
pub(crate) fn group(
    outcomes: &[TestOutcome],
    joint: bool,
    functions: &dyn Fn(&TestOutcome) -> BTreeSet<FnId>,
    sources: &Sources,
) -> Vec<Group> {
    let mut groups: Vec<TestsAlike> = Vec::new();
    for (i, ran) in outcomes.iter().enumerate() {
        let Verdict::Fail(failure) = &ran.verdict else {
            continue;
        };
        let mut new = TestsAlike {
            order: Order::of(failure),
            functions: functions(ran),
            tests: vec![i],
        };
        // A test may connect groups that had nothing in common before.
        let (connected, others): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .partition(|group| joint || group.goes_with(&new));
        for group in connected {
            new.functions.extend(group.functions);
            new.tests.extend(group.tests);
        }
        new.tests.sort_unstable();
        groups = others;
        groups.push(new);
    }
    groups.sort_by_key(|group| match group.order {
        _ if joint => (0, Span::default(), 0),
        Order::Outcome => (0, Span::default(), group.tests[0]),
        Order::Trap(span, _) => (1, span, group.tests[0]),
        Order::NoEnd => (2, Span::default(), group.tests[0]),
    });
    groups
        .into_iter()
        .map(|group| new_group(outcomes, group.tests, sources))
        .collect()
}

/// The functions that a test has executed, without the code of tests. Initialisers of global variables do not count,
/// because every test executes them.
pub(crate) fn functions_of(
    ran: &TestOutcome,
    program: &Program,
    trusted: &CompSet,
) -> BTreeSet<FnId> {
    let tested = ran.covered.minus(trusted);
    let functions = tested
        .iter()
        .map(|c| program.components[c.index()].function);
    functions.filter(|f| Some(*f) != program.init).collect()
}

/// Tests that will be a group.
struct TestsAlike {
    order: Order,
    /// Functions that the tests have executed.
    functions: BTreeSet<FnId>,
    tests: Vec<usize>,
}

impl TestsAlike {
    /// Whether both fail in the same manner and have a function in common. Tests of nothing go together.
    fn goes_with(&self, other: &TestsAlike) -> bool {
        let is_empty = |tests: &TestsAlike| tests.functions.is_empty();
        self.order == other.order
            && (!self.functions.is_disjoint(&other.functions) || is_empty(self) && is_empty(other))
    }
}

/// What the tests of one group have in common. Values in messages do not count: tests that overflow at the same place
/// with different operands belong together.
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
            Failure::NoEnd(_) => Order::NoEnd,
        }
    }
}

/// The group of the given failing tests.
pub(crate) fn new_group(outcomes: &[TestOutcome], tests: Vec<usize>, sources: &Sources) -> Group {
    let failures: Vec<&Failure> = tests
        .iter()
        .filter_map(|t| match &outcomes[*t].verdict {
            Verdict::Fail(failure) => Some(failure),
            _ => None,
        })
        .collect();
    let (kind, span, message) = match failures.first() {
        Some(Failure::Trap(first)) => {
            let message = common_text(&failures, sources);
            (GroupKind::Trap, Some(first.span), message)
        }
        Some(Failure::NoEnd(first)) => {
            let (span, message) = common_loop(first, &failures, sources);
            (GroupKind::NoEnd, span, message)
        }
        _ => (GroupKind::WrongOutcome, None, None),
    };
    Group {
        kind,
        tests,
        span,
        message,
        behind: None,
        context: None,
    }
}

/// The message of the traps, or the part common to them where the messages differ.
fn common_text(failures: &[&Failure], sources: &Sources) -> Option<String> {
    let traps: Vec<&Trap> = failures
        .iter()
        .filter_map(|f| match f {
            Failure::Trap(trap) => Some(&**trap),
            _ => None,
        })
        .collect();
    let all = |text: &dyn Fn(&Trap) -> String| {
        let mut texts = traps.iter().map(|t| text(t));
        let first = texts.next()?;
        texts.all(|t| t == first).then_some(first)
    };
    let mut families: Vec<&str> = traps.iter().map(|t| t.kind.family()).collect();
    families.sort_unstable();
    families.dedup();
    all(&|trap| trap.text(sources))
        .or_else(|| all(&|trap| trap.kind.general().text(sources)))
        .or_else(|| Some(families.join(" or ")))
}

/// The loop of the tests that do not end, if it is the same in all of them.
fn common_loop(
    first: &Endless,
    failures: &[&Failure],
    sources: &Sources,
) -> (Option<Span>, Option<String>) {
    let same = |f: &&Failure| matches!(f, Failure::NoEnd(e) if e.span == first.span);
    if first.span.is_some() && failures.iter().all(same) {
        (first.span, Some(first.loop_text(sources)))
    } else {
        (None, None)
    }
}

#[cfg(test)]
mod tests {
    use eval::{Calculation, TrapKind};

    use super::*;

    fn ran(failure: Failure) -> TestOutcome {
        TestOutcome::without_run(Verdict::Fail(failure))
    }

    fn overflow(start: u32, operands: (i64, i64)) -> Failure {
        let kind = TrapKind::SignedOverflow(Calculation {
            operator: "+",
            ty: ir::Scalar::I32,
            operands: Some(operands),
        });
        let span = Span {
            start,
            ..Span::default()
        };
        Failure::Trap(Box::new(Trap { kind, span }))
    }

    #[test]
    fn values_do_not_split_groups_and_are_told_where_they_agree() {
        let max = i64::from(i32::MAX);
        let outcomes = [
            ran(overflow(3, (max, 1))),
            ran(overflow(3, (max, 2))),
            ran(overflow(9, (max, 5))),
            ran(overflow(9, (max, 5))),
        ];
        let sources = Sources::default();
        let groups = group(&outcomes, false, &|_| BTreeSet::new(), &sources);
        let told: Vec<_> = groups
            .iter()
            .map(|g| (g.tests.clone(), g.message.clone().unwrap_or_default()))
            .collect();
        assert_eq!(
            told,
            [
                (
                    vec![0, 1],
                    "signed integer overflow: the result of `+` cannot be represented in `int`"
                        .to_owned()
                ),
                (
                    vec![2, 3],
                    "signed integer overflow: 2147483647 + 5 cannot be represented in `int`"
                        .to_owned()
                ),
            ]
        );
    }

    #[test]
    fn tests_without_a_common_function_are_apart_unless_another_test_connects_them() {
        let max = i64::from(i32::MAX);
        let groups = |executed: &[&[u32]], joint| -> Vec<Vec<usize>> {
            let outcomes: Vec<TestOutcome> = executed
                .iter()
                .map(|functions| TestOutcome {
                    covered: functions.iter().copied().map(ir::CompId).collect(),
                    ..ran(overflow(3, (max, 1)))
                })
                .collect();
            let functions = |ran: &TestOutcome| ran.covered.iter().map(|c| FnId(c.0)).collect();
            let groups = group(&outcomes, joint, &functions, &Sources::default());
            groups.into_iter().map(|group| group.tests).collect()
        };
        assert_eq!(groups(&[&[1], &[2], &[1, 3]], false), [vec![0, 2], vec![1]]);
        assert_eq!(groups(&[&[1], &[2], &[2, 1]], false), [vec![0, 1, 2]]);
        assert_eq!(groups(&[&[], &[2], &[]], false), [vec![0, 2], vec![1]]);
        assert_eq!(groups(&[&[1], &[2]], true), [vec![0, 1]]);
    }
}
