//! Hints by degrees for a student, who shall find the fault and not be told it.
//!
//! 1. which test fails, where its output differs first, and a test that passes with nearly the same input;
//! 2. the function, and what is wrong there first in that test;
//! 3. the line, and what would be needed there;
//! 4. a repair.
//!
//! The first two degrees are made of the visible tests and of values that the program as it stands computes: nothing in
//! them comes from a repair. Tests that are marked `hidden` count for no degree; that some of them fail may be said.

use super::words::{capital, code_span, one_line};
use super::{Component, LocalizeReport, Outcome, TestReport, TestResult, Value};

/// The highest degree.
pub const HIGHEST: u32 = 4;

/// Most characters of a text that are shown.
const SHOWN: usize = 80;
/// Most bytes of two inputs whose distance is computed.
const COMPARED: usize = 400;

/// What hints are made of.
pub struct Hints<'h> {
    /// The results of the tests.
    pub tests: &'h TestReport,
    /// The result of the search; the first degree does not need it.
    pub found: Option<&'h LocalizeReport>,
}

impl Hints<'_> {
    /// The sentences of a degree; those of lower degrees are not repeated.
    pub fn sentences(&self, degree: u32) -> Vec<String> {
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
    pub fn failing(&self) -> Option<&TestResult> {
        let visible = self.visible(Outcome::Fail);
        visible.min_by_key(|test| given(test).len())
    }

    fn visible(&self, outcome: Outcome) -> impl Iterator<Item = &TestResult> {
        let tests = self.tests.tests.iter();
        tests.filter(move |test| test.outcome == outcome && !test.hidden)
    }

    fn without_failing(&self) -> String {
        let hidden = self.tests.tests.iter().filter(|test| test.hidden);
        let mut outcomes: Vec<Outcome> = hidden.map(|test| test.outcome).collect();
        outcomes.retain(|outcome| matches!(outcome, Outcome::Fail | Outcome::Unanalysable));
        if outcomes.contains(&Outcome::Fail) {
            return "No test that you can see fails, but hidden ones of your course do: try inputs of other kinds, such \
                    as the smallest, the largest and the empty one."
                .to_owned();
        }
        if !outcomes.is_empty() {
            return "No test that you can see fails; hidden ones of your course have no verdict."
                .to_owned();
        }
        match self.visible(Outcome::Unanalysable).next() {
            Some(test) => format!(
                "No test fails, but {} has no verdict: {}.",
                test.id,
                test.reason.as_deref().unwrap_or("the reason is not known")
            ),
            None if self.tests.tests.is_empty() => {
                let reason = self.tests.reason.as_deref();
                capital(&format!("{}.", reason.unwrap_or("there are no tests")))
            }
            None => "No test fails.".to_owned(),
        }
    }

    /// The first degree.
    fn about(&self, test: &TestResult) -> Vec<String> {
        let reason = test.reason.as_deref().unwrap_or("it does not pass");
        let reason = without_lines(reason);
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
                    "In test {}, a condition there is {was} at some point. Follow the test by hand: should it be?",
                    test.id
                ),
                ("output", _) => format!(
                    "In test {}, it would print {} there. Follow the test by hand: is that what is wanted?",
                    test.id,
                    shown(was)
                ),
                _ => format!(
                    "In test {}, a value there becomes {} at some point. Follow the test by hand: is that right?",
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
        let mut place = format!("line {}", component.line);
        if component.file != self.tests.file {
            place += " of ";
            place += &component.file;
        }
        if let Some(side) = component.missing() {
            return vec![format!("Look at {place}: something may be missing {side}.")];
        }
        let text = code_span(&one_line(&component.text, SHOWN));
        let mut sentences = vec![format!("Look at {place}: {text}.")];
        if let Some(value) = first_wrong(component, test) {
            let was = shown(value.was.as_deref().unwrap_or_default());
            let needed = if self.needs_one_value(component, test) {
                value.needed()
            } else {
                "other values there".to_owned()
            };
            let id = &test.id;
            sentences.push(format!(
                "In test {id}, it is {was} there; with {needed}, the test would pass."
            ));
        }
        sentences
    }

    /// The fourth degree.
    fn repair(&self) -> Vec<String> {
        let best = self
            .found
            .and_then(|found| Some((found, found.best_fix()?)));
        let Some((found, (group, fix))) = best else {
            return vec![
                "No repair was found with which the tests pass and that may be right.".to_owned(),
            ];
        };
        let mut sentence = fix.sentence();
        if !sentence.contains(" line ") {
            sentence = format!("in line {}, {sentence}", fix.edit.line);
        }
        let mut sentences = vec![capital(&format!("{sentence}."))];
        let promise = found.with_fix(group, fix).replace(" pass then", " pass");
        sentences.push(format!("With that, {promise}."));
        sentences
    }

    /// The first cause.
    fn component(&self) -> Option<&Component> {
        let (_, _, component) = self.found?.causes().next()?;
        Some(component)
    }

    /// Whether a test passes if a component, and no other, has another value once.
    fn needs_one_value(&self, component: &Component, test: &TestResult) -> bool {
        let values = component.values.iter();
        let changed = values.filter(|value| value.test == test.id && !value.is_kept());
        let sets = self.found.into_iter().flat_map(|found| &found.diagnoses);
        let mut sets = sets.map(|diagnosis| &diagnosis.components[..]);
        changed.count() == 1
            && component.values_left_out == 0
            && sets.any(|set| matches!(set, [only] if only.id == component.id))
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

/// A message without the lines that it names: the first degree does not tell where.
fn without_lines(message: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in message.split(' ') {
        let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
        match words[..] {
            [.., "at" | "in" | "on", "line"] if is_number => {
                words.truncate(words.len() - 2);
                words.push("somewhere");
            }
            _ => words.push(word),
        }
    }
    words.join(" ")
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
    use super::{distance, without_lines};

    #[test]
    fn messages_name_no_lines() {
        assert_eq!(
            without_lines("outside of a block of 3 bytes allocated at line 4"),
            "outside of a block of 3 bytes allocated somewhere"
        );
        assert_eq!(
            without_lines("it loops at line 7 and prints"),
            "it loops somewhere and prints"
        );
        assert_eq!(
            without_lines("output line 2: expected"),
            "output line 2: expected"
        );
    }

    #[test]
    fn distances_are_numbers_of_edits() {
        assert_eq!(distance("", ""), 0);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("3 1 2", "3 1"), 2);
    }
}
