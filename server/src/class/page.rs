//! The report of a class as a self-contained page: a summary, the tests of all students, groups of the same mistake, and
//! a section for each student.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};

use super::groups::{Group, Groups};
use super::limits::{NAMED, UPRIGHT};
use super::record::{Place, Record, State, TestVerdict};
use crate::html_parts::{self, coded, diff};
use crate::model::words::{list, plural};

const STYLE: &str = include_str!("page.css");

/// Ids of all tests, in natural order.
pub(super) fn columns(records: &[Record]) -> Vec<&str> {
    let tests = records.iter().flat_map(|record| &record.tests);
    let ids: BTreeSet<&str> = tests.map(|test| test.id.as_str()).collect();
    let mut ids: Vec<&str> = ids.into_iter().collect();
    ids.sort_by(|a, b| harness::natural_order(a, b));
    ids
}

/// The whole page.
pub(crate) fn page(records: &[Record]) -> String {
    let class = ClassPage::of(records);
    let groups = Groups::of(records);
    let content = html! {
        h1 { "Class report" }
        p.lead { (class.summary()) }
        (class.matrix())
        (class.groups("Common mistakes", &groups.explained))
        (class.groups("Not explained", &groups.unexplained))
        (class.problems("Does not compile", State::NotCompiled))
        (class.problems("Without an answer", State::NotAnalysed))
        (class.problems("Undecided", State::Undecided))
        (class.singles(&groups.single))
        h2 { "Students" }
        @for at in 0..records.len() { (class.student(at)) }
        footer { p { "Made by FaultLens " (env!("CARGO_PKG_VERSION")) ". A group has the same certified edit, up to names, and the same failing tests. A repair makes these tests pass; it need not be what the student meant." } }
    };
    html_parts::page("Class report", STYLE, &content)
}

/// What became of the class, in a line.
pub(crate) fn summary(records: &[Record]) -> String {
    ClassPage::of(records).summary()
}

/// The records, with what is needed to show them.
struct ClassPage<'r> {
    records: &'r [Record],
    tests: Vec<&'r str>,
    /// Positions of the records by submission.
    places: BTreeMap<&'r str, usize>,
    /// Students with several submissions, or of the same name.
    ambiguous: BTreeSet<&'r str>,
}

impl<'r> ClassPage<'r> {
    fn of(records: &'r [Record]) -> ClassPage<'r> {
        let mut seen = BTreeSet::new();
        let students = records.iter().map(|record| record.student.as_str());
        let names = records.iter().map(|record| record.submission.as_str());
        ClassPage {
            tests: columns(records),
            places: names.zip(0..).collect(),
            ambiguous: students.filter(|student| !seen.insert(*student)).collect(),
            records,
        }
    }

    fn of_state(&self, state: State) -> impl Iterator<Item = &'r Record> {
        self.records
            .iter()
            .filter(move |record| record.state == state)
    }

    /// `30 submissions: 12 pass all 5 tests, 15 fail, 3 do not compile`
    fn summary(&self) -> String {
        let tests = match self.tests.len() {
            1 => "the one test".to_owned(),
            tests => format!("all {tests} tests"),
        };
        let (one, many) = (format!("passes {tests}"), format!("pass {tests}"));
        let states = [
            (State::Passes, one.as_str(), many.as_str()),
            (State::Fails, "fails", "fail"),
            (State::NotCompiled, "does not compile", "do not compile"),
            (State::Undecided, "is undecided", "are undecided"),
            (
                State::NotAnalysed,
                "is without an answer",
                "are without an answer",
            ),
        ];
        let counted = states.map(|(state, one, many)| {
            let count = self.of_state(state).count();
            (count, if count == 1 { one } else { many })
        });
        let parts = counted.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts
            .map(|(count, words)| format!("{count} {words}"))
            .collect();
        let all = plural(self.records.len(), "submission", "submissions");
        format!("{all}: {}", parts.join(", "))
    }

    fn name(&self, record: &Record) -> Markup {
        html! {
            (record.student)
            @if self.ambiguous.contains(record.student.as_str()) { " " span.why { (record.submission) } }
        }
    }

    fn link(&self, record: &Record) -> Markup {
        let at = self
            .places
            .get(record.submission.as_str())
            .copied()
            .unwrap_or(0);
        html! { a href=(format!("#s{at}")) { (self.name(record)) } }
    }

    /// The verdict on every test of every student.
    fn matrix(&self) -> Markup {
        let is_upright = self.tests.iter().all(|id| id.chars().count() <= UPRIGHT);
        html! {
            h2 { "Tests" }
            @if self.tests.is_empty() { p { "No test was run." } } @else {
                div.wide {
                    table.matrix.upright[is_upright] {
                        thead {
                            tr {
                                th { "Student" }
                                @for id in &self.tests { th.test { span { (id) } } }
                            }
                        }
                        tbody {
                            tr.share {
                                th { "passed by" }
                                @for id in &self.tests { td { (self.share(id)) } }
                            }
                            @for record in self.records {
                                tr {
                                    th { (self.link(record)) }
                                    @for id in &self.tests { (cell(record, id)) }
                                }
                            }
                        }
                    }
                }
                p.why { "✓ passes, ✗ fails, ? undecided, – cannot be analysed." }
            }
        }
    }

    /// How many percent of all submissions pass a test.
    fn share(&self, id: &str) -> String {
        let verdicts = self.records.iter().map(|record| record.verdict(id));
        let passing = verdicts
            .filter(|verdict| *verdict == Some(TestVerdict::Pass))
            .count();
        format!("{}%", 100 * passing / self.records.len().max(1))
    }

    fn groups(&self, heading: &str, groups: &[Group<'_>]) -> Markup {
        html! {
            @if !groups.is_empty() {
                h2 { (heading) }
                @for group in groups {
                    section.group {
                        h3 { (coded(&group.title)) " " span.count { (plural(group.members.len(), "student", "students")) } }
                        @if let Some(first) = group.members.first() {
                            p.why { "fails " (self.tests_named(&first.failing())) }
                            (self.members(group))
                            @if let Some(repair) = &first.repair {
                                details { summary { "The repair of " (first.student) } (diff(&repair.diff)) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// `1, 2 and 3 more`, or `all 8 tests`
    fn tests_named(&self, tests: &[&str]) -> String {
        if tests.len() == self.tests.len() && tests.len() > 1 {
            return format!("all {} tests", tests.len());
        }
        list(tests, NAMED)
    }

    fn members(&self, group: &Group<'_>) -> Markup {
        html! {
            ul.members { @for record in &group.members { li { (self.link(record)) (doubt(record)) } } }
        }
    }

    /// Mistakes of one student each.
    fn singles(&self, groups: &[Group<'_>]) -> Markup {
        html! {
            @if !groups.is_empty() {
                h2 { "Mistakes of one student only" }
                ul {
                    @for group in groups {
                        @for record in &group.members {
                            li { (self.link(record)) ": " (coded(&group.title)) (doubt(record)) }
                        }
                    }
                }
            }
        }
    }

    /// Submissions in a state that a problem has led to.
    fn problems(&self, heading: &str, state: State) -> Markup {
        let mut found = self.of_state(state).peekable();
        html! {
            @if found.peek().is_some() {
                h2 { (heading) }
                ul.problems {
                    @for record in found {
                        li { (self.link(record)) @if let Some(problem) = &record.problem { ": " (place(problem)) } }
                    }
                }
            }
        }
    }

    /// The section of a student.
    fn student(&self, at: usize) -> Markup {
        let record = &self.records[at];
        let (passed, all) = (record.count(TestVerdict::Pass), record.tests.len());
        html! {
            details.student {
                summary {
                    b { (self.name(record)) } " "
                    span class=(format!("state {}", record.state.class())) { (record.state.word()) }
                    @if all > 0 { " " span.why { (passed) " of " (plural(all, "test", "tests")) } }
                }
                div id=(format!("s{at}")) {
                    @if record.student != record.submission { p.why { (record.submission) } }
                    @if record.cut_short { p.warn { "The time limit ended the search here: a faster machine may find more." } }
                    @if record.state != State::Fails && let Some(problem) = &record.problem { p { (place(problem)) } }
                    (failure(record))
                }
            }
        }
    }
}

/// How a submission fails, its first suspect and its repair.
fn failure(record: &Record) -> Markup {
    html! {
        @if let Some(test) = record.difference() { p { "Test " b { (test.id) } ": " (test.message) } }
        @if let Some(suspect) = &record.suspect {
            p { @if record.certified { "First suspect: " } @else { "Worth a look: " } (place(suspect)) }
        }
        @if !record.story.is_empty() { ul.story { @for sentence in &record.story { li { (coded(sentence)) } } } }
        @if let Some(repair) = &record.repair {
            p { "Repair: " (coded(&repair.sentence)) " (" (repair.promise) ")" }
            (diff(&repair.diff))
            @if let Some(lesson) = &repair.lesson { p { "A common mistake: " (coded(lesson)) "." } }
        }
    }
}

/// The mark of a doubtful repair.
fn doubt(record: &Record) -> Markup {
    let is_doubtful = record.repair.as_ref().is_some_and(|repair| repair.doubtful);
    html! { @if is_doubtful { " " span.why { "(doubtful)" } } }
}

/// A place with its line of text and its sentence.
fn place(place: &Place) -> Markup {
    html! {
        @if !place.file.is_empty() {
            span.at { (place.file) @if place.line > 0 { ":" (place.line) } } ": "
        }
        (coded(&place.said))
        @if !place.text.trim().is_empty() { pre.line { (place.text.trim()) } }
    }
}

fn cell(record: &Record, id: &str) -> Markup {
    let (class, sign) = match record.verdict(id) {
        Some(TestVerdict::Pass) => ("pass", "✓"),
        Some(TestVerdict::Fail) => ("fail", "✗"),
        Some(TestVerdict::Undecided) => ("open", "?"),
        Some(TestVerdict::NotAnalysable) | None => ("open", "–"),
    };
    let message = record.tests.iter().find(|test| test.id == id);
    let message = message
        .map(|test| test.message.as_str())
        .filter(|message| !message.is_empty());
    html! { td class=(class) title=[message] { (sign) } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::record::TestLine;

    #[test]
    fn what_a_student_writes_is_only_text() {
        let test = TestLine {
            id: "<i>".to_owned(),
            verdict: TestVerdict::Fail,
            message: "printed \"<script>\"".to_owned(),
        };
        let records = ["<b>x", "<b>y"].map(|name| Record {
            submission: name.to_owned(),
            student: "<b>".to_owned(),
            state: State::Fails,
            tests: vec![test.clone()],
            ..Record::default()
        });
        let page = page(&records);
        for text in ["<b>x", "<b><", "<i>", "<script", "http:"] {
            assert!(!page.contains(text), "{text}");
        }
        assert!(page.contains("2 submissions: 2 fail"));
        // Two students of one name are told apart.
        assert!(page.contains("&lt;b&gt; <span class=\"why\">&lt;b&gt;x"));
    }
}
