//! `long double` has more digits on the user's machine than here, where it is treated as `double`. So the digits that
//! `double` does not have say nothing about the program: tests do not compare them, and a search for inputs leaves open
//! what may depend on them.

use exec::run::TestOutcome;
use harness::{Test, Tolerance};
use lower::{Warning, WarningKind};
use syntax::Span;
use syntax::ast::Item;

use super::run::Ready;

/// What is assumed where tests do not compare all digits.
const ROUNDED: &str =
    "numbers in the output are compared to 12 digits, because `long double` is treated as `double`";

/// Compares numbers in outputs with a tolerance if the program uses the type. Returns the assumption if any test is
/// concerned.
pub(super) fn allow_rounding(tests: &mut [Test], warnings: &[Warning]) -> Option<&'static str> {
    warnings.iter().find(|one| is_use(one))?;
    let exact = tests.iter_mut().map(|test| &mut test.expect);
    let exact = exact.filter(|expect| expect.stdout.is_some() && expect.tolerance.is_none());
    let concerned = exact.map(|expect| expect.tolerance = Tolerance::of_long_double());
    (concerned.count() > 0).then_some(ROUNDED)
}

fn is_use(warning: &Warning) -> bool {
    warning.kind == WarningKind::LongDouble
}

/// Whether a failure may be due to `long double` being treated as `double`: the run enters a function that uses the
/// type, or the type is used outside of all functions.
pub(super) fn may_be_inexact(ready: &Ready<'_>, outcome: &TestOutcome) -> bool {
    let mut uses = ready.warnings.iter().filter(|one| is_use(one));
    let components = &ready.program.components;
    let covered = outcome.covered.iter();
    let entered: Vec<Span> = covered
        .map(|component| components[component.index()].span)
        .chain(inputs::find::place(outcome))
        .collect();
    uses.any(|warning| {
        let mut bodies = ready.parse.unit.items.iter().filter_map(|item| match item {
            Item::Function(f) => Some(f.body.span),
            _ => None,
        });
        let body = bodies.find(|body| body.encloses(warning.span));
        body.is_none_or(|body| entered.iter().any(|place| body.encloses(*place)))
    })
}
