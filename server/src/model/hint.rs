//! Hints by degrees for a student, who shall find the fault and not be told it.
//!
//! 1. which test fails, where its output differs first, and a test that passes with nearly the same input;
//! 2. the function, and what is wrong there first in that test;
//! 3. the line, and what would be needed there;
//! 4. a repair.
//!
//! The first two degrees are made of the visible tests and of values that the program as it stands computes: nothing in
//! them comes from a repair. Tests that are marked `hidden` count for no degree; that some of them fail may be said.

use super::words::{capital, code_span, one_line, plural};
use super::{Component, LocalizeReport, Outcome, TestReport, TestResult, Value};

/// The highest degree.
pub(crate) const HIGHEST: u32 = 4;

/// Most characters of a text that are shown.
const SHOWN: usize = 80;
/// Most bytes of two inputs whose distance is computed.
const COMPARED: usize = 400;

/// What hints are made of.
pub(crate) struct Hints<'h> {
    /// The results of the tests.
    pub(crate) tests: &'h TestReport,
    /// The result of the search; the first degree does not need it.
    pub(crate) found: Option<&'h LocalizeReport>,
}

impl Hints<'_> {
    /// The sentences of a degree; those of lower degrees are not repeated.
    pub(crate) fn sentences(&self, degree: u32) -> Vec<String> {
        let Some(test) = self.failing() else {
            return vec![self.without_failing()];
        };
        match degree {
            1 => self.about(test),
            2 => self.function(test),
            3 => self.line(test),
            _ => self.repair(),
        }
    }

    /// The visible failing test with the shortest input.
    fn failing(&self) -> Option<&TestResult> {
        let visible = self.visible(Outcome::Fail);
        visible.min_by_key(|test| given(test).len())
    }

    fn visible(&self, outcome: Outcome) -> impl Iterator<Item = &TestResult> {
        let tests = self.tests.tests.iter();
        tests.filter(move |test| test.outcome == outcome && !test.hidden)
    }

    fn without_failing(&self) -> String {
        let hidden = self.tests.tests.iter().filter(|test| test.hidden);
        let failing = hidden.filter(|test| test.outcome == Outcome::Fail).count();
        if failing > 0 {
            let tests = plural(failing, "hidden test", "hidden tests");
            return format!(
                "No test that you can see fails, but {tests} of your course: try inputs of other kinds, such as the \
                 smallest, the largest and the empty one."
            );
        }
        match self.visible(Outcome::Unanalysable).next() {
            Some(test) => format!(
                "No test fails, but {} has no verdict: {}.",
                test.id,
                test.reason.as_deref().unwrap_or("the reason is not known")
            ),
            None if self.tests.tests.is_empty() => "There are no tests.".to_owned(),
            None => "No test fails.".to_owned(),
        }
    }

    /// The first degree.
    fn about(&self, test: &TestResult) -> Vec<String> {
        let reason = test.reason.as_deref().unwrap_or("it does not pass");
        let mut sentences = vec![format!("Test {} fails: {reason}.", test.id)];
        let own = given(test);
        if !own.is_empty() {
            sentences.push(format!("It gives the program {}.", shown(&own)));
        }
        let near = self
            .visible(Outcome::Pass)
            .filter(|_| !own.is_empty())
            .map(|passing| (distance(&own, &given(passing)), passing))
            .min_by_key(|(distance, _)| *distance);
        if let Some((_, passing)) = near {
            sentences.push(format!(
                "The most similar one that passes is {}, with {}. What is different between the two?",
                passing.id,
                shown(&given(passing))
            ));
        }
        sentences
    }

    /// The second degree.
    fn function(&self, test: &TestResult) -> Vec<String> {
        let Some(component) = self.component() else {
            return vec![self.nothing_found()];
        };
        let mut sentences = vec![match &*component.function {
            "" => format!("Look outside of the functions, in {}.", component.file),
            function => format!("Look at the function {}.", code_span(function)),
        }];
        if let Some(value) = first_wrong(component, test) {
            let was = value.was.as_deref().unwrap_or_default();
            sentences.push(match (&*component.kind, was) {
                ("condition", "true" | "false") => format!(
                    "In test {}, a condition there is {was} once when it should not be. Follow the test by hand: which?",
                    test.id
                ),
                ("output", _) => format!(
                    "In test {}, it prints {} there. Follow the test by hand: is that what is wanted?",
                    test.id,
                    shown(was)
                ),
                _ => format!(
                    "In test {}, a value there becomes {} once, and that is wrong. Follow the test by hand: where?",
                    test.id,
                    shown(was)
                ),
            });
        }
        sentences
    }

    /// The third degree.
    fn line(&self, test: &TestResult) -> Vec<String> {
        let Some(component) = self.component() else {
            return vec![self.nothing_found()];
        };
        // Where a statement is missing, its text would be the repair.
        let claim = match component.missing() {
            Some(place) => format!("something may be missing {place}"),
            None => component.claim(),
        };
        let mut sentences = vec![format!("Line {}: {claim}.", component.line)];
        if let (Some(value), None) = (first_wrong(component, test), component.missing()) {
            let was = value.was.as_deref().unwrap_or_default();
            sentences.push(format!(
                "In test {}, it is {} there; the test would pass with {}.",
                test.id,
                shown(was),
                value.needed()
            ));
        }
        sentences
    }

    /// The fourth degree.
    fn repair(&self) -> Vec<String> {
        let first = self.found.and_then(|found| {
            let fixes = found.fixes();
            let sure = fixes.iter().find(|fix| !fix.doubtful);
            sure.or(fixes.first()).map(|fix| (found, *fix))
        });
        let Some((found, fix)) = first else {
            return vec!["No repair was found that makes the tests pass.".to_owned()];
        };
        let group = found
            .diagnoses
            .iter()
            .find(|diagnosis| diagnosis.fixes.contains(fix));
        let promise = group.map(|diagnosis| found.with_fix(diagnosis.group, fix));
        let place = if fix.also.is_empty() {
            format!("In line {}, ", fix.edit.line)
        } else {
            String::new()
        };
        let mut sentences = vec![capital(&format!("{place}{}.", fix.sentence()))];
        sentences.extend(promise.map(|promise| format!("With that, {promise}.")));
        sentences
    }

    /// The component of the first line.
    fn component(&self) -> Option<&Component> {
        let found = self.found?;
        let line = found.certified().first()?;
        let diagnosis = found.diagnoses.get(*line.diagnoses.first()?)?;
        let components = diagnosis.components.iter();
        let mut of_line = components.filter(|component| line.is_of(component));
        of_line.next().or(diagnosis.components.first())
    }

    fn nothing_found(&self) -> String {
        let suspected = self.found.and_then(|found| found.suspected().first());
        match suspected {
            Some(_) => {
                "No cause is confirmed, so there is no better hint than the test.".to_owned()
            }
            None => "Nothing was found that could be the cause.".to_owned(),
        }
    }
}

/// The first value of a component in a test that must be another one.
fn first_wrong<'c>(component: &'c Component, test: &TestResult) -> Option<&'c Value> {
    let of_test = component
        .values
        .iter()
        .filter(|value| value.test == test.id);
    let mut wrong = of_test.filter(|value| value.was.is_some() && !value.is_kept());
    wrong.next()
}

/// What a test gives the program: its arguments and its input.
fn given(test: &TestResult) -> String {
    let parts = test
        .args
        .iter()
        .map(String::as_str)
        .chain(test.stdin.as_deref());
    parts.collect::<Vec<&str>>().join(" ").trim_end().to_owned()
}

fn shown(text: &str) -> String {
    match text.trim() {
        "" => "nothing".to_owned(),
        text => code_span(&one_line(text, SHOWN)),
    }
}

/// Number of letters by which two texts differ (V. Levenshtein), of their beginnings.
fn distance(one: &str, other: &str) -> usize {
    let one: Vec<char> = one.chars().take(COMPARED).collect();
    let other: Vec<char> = other.chars().take(COMPARED).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, second) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != second);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distances_are_numbers_of_edits() {
        assert_eq!(distance("", ""), 0);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("3 1 2", "3 1"), 2);
    }
}
