//! Groups of failing tests that are explained together (docs/dev/design.md, Groups): one for all wrong outcomes, one
//! for the traps at each place, one for tests that do not end.

use eval::{Endless, Trap, TrapKind};
use syntax::{Sources, Span};

use crate::report::{Group, GroupKind};
use exec::run::{Failure, TestOutcome, Verdict};

/// The groups: wrong outcomes first, then traps in order of place. With `joint`, all failing tests form one group.
pub(crate) fn group(outcomes: &[TestOutcome], joint: bool, sources: &Sources) -> Vec<Group> {
    let mut groups: Vec<(Order, Vec<usize>)> = Vec::new();
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
            Some((_, tests)) => tests.push(i),
            None => groups.push((order, vec![i])),
        }
    }
    groups.sort_by_key(|(o, tests)| match o {
        Order::Outcome => (0, Span::default(), 0),
        Order::Trap(span, _) => (1, *span, tests[0]),
        Order::NoEnd => (2, Span::default(), 0),
    });
    groups
        .into_iter()
        .map(|(_, tests)| new_group(outcomes, tests, sources))
        .collect()
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

fn new_group(outcomes: &[TestOutcome], tests: Vec<usize>, sources: &Sources) -> Group {
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
        let groups = group(&outcomes, false, &sources);
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
}
