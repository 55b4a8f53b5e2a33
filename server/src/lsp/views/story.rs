//! Explanation of a failure as shown in the text: at the failing output the way to it, on a statement what holds around
//! it, on the lines of the selected set what holds behind them, and a lens that opens the whole explanation.
//!
//! Only proved facts are shown. Nothing is shown beside the code for an older text; the diagnostic at the failing
//! output moves along and says that it is stale, as all diagnostics do.

use std::fmt::Write as _;
use std::ops::Range;

use tower_lsp::ls_types::{DiagnosticRelatedInformation, Location};

use super::words;
use crate::lsp::explanation::PlacedExplanation;
use crate::lsp::snapshot::Snapshot;
use crate::model::words::{code_span, flat, plain_in_markdown, visible};
use crate::model::{Component, GroupKind, Statement, StatementKind, sentence};

/// Maximum number of entries of the way to the failure; more are left out in the middle.
const SHOWN_STEPS: usize = 16;
/// Number of these entries before the gap. The end of the way is more informative.
const FIRST_STEPS: usize = 4;
/// Maximum number of executions of a statement listed in its hover.
const SHOWN_EXECUTIONS: usize = 4;
/// Lens `explain t3: 7 statements`; without the number while it is not known. `None` for an endless run, which has no
/// failure that could be explained.
pub(crate) fn lens(snapshot: &Snapshot) -> Option<(&str, String)> {
    let group = snapshot.findings.as_ref().and_then(|findings| {
        let (_, set) = snapshot.selected_set()?;
        findings.report.groups.get(set.group)
    });
    if group.is_some_and(|group| group.kind == GroupKind::NoEnd) {
        return None;
    }
    let known = snapshot.fresh_explanation();
    let known = known.filter(|_| snapshot.explains_selection());
    match known.and_then(|known| Some((known, known.test()?))) {
        Some((PlacedExplanation { report, .. }, test)) if report.kept > 0 => {
            let statements = words::counted(report.kept, "statement");
            Some((test, format!("explain {test}: {statements}")))
        }
        Some((_, test)) => Some((test, format!("explain {test}"))),
        None => {
            let test = snapshot.failing_test()?;
            Some((test, format!("explain {test}")))
        }
    }
}

/// Message at the failure: `test t3 fails here: expected "2", printed "1"; 7 of 8 executed statements matter`
pub(crate) fn failure(explained: &PlacedExplanation) -> Option<String> {
    let report = &explained.report;
    let (test, failure) = (explained.test()?, report.failure.as_ref()?);
    let (kept, executed) = (report.kept, report.executed);
    let matter = match (kept, executed) {
        (0, _) => "no statement before it matters".to_owned(),
        (_, 1) => "the only executed statement matters".to_owned(),
        _ => format!("{kept} of {executed} executed statements matter"),
    };
    let message = &failure.message;
    Some(format!("test {test} fails here: {message}; {matter}"))
}

/// The way to the failure: relevant statements, alternating with what holds between them.
///
/// `elsewhere` finds the start of a line of another file.
pub(crate) fn path_to_failure(
    snapshot: &Snapshot,
    explained: &PlacedExplanation,
    elsewhere: impl Fn(&str, u32) -> Option<Location>,
) -> Vec<DiagnosticRelatedInformation> {
    let report = &explained.report;
    let count = report.statements.len();
    let mut entries = Vec::new();
    for (number, step) in report.statements.iter().enumerate() {
        let location = match explained.places.statements.get(number) {
            Some(Some(place)) => Some(Location::new(snapshot.uri.clone(), snapshot.range(place))),
            _ if step.file != report.file => elsewhere(&step.file, step.line),
            // The statement has been deleted.
            _ => None,
        };
        let Some(location) = location else { continue };
        let mut add = |message: String| {
            let location = location.clone();
            entries.push(DiagnosticRelatedInformation { location, message });
        };
        let before = explained.before(number);
        if number == 0 && !before.is_empty() {
            add(format!("from the start: {}", all(before)));
        }
        add(format!("{} of {count}: {}", number + 1, effect(step)));
        if step.holds != before && !step.holds.is_empty() {
            add(format!("from here on: {}", all(&step.holds)));
        }
    }
    cut(&mut entries);
    entries
}

/// Removes the middle of a way that is too long.
fn cut(entries: &mut Vec<DiagnosticRelatedInformation>) {
    if entries.len() <= SHOWN_STEPS {
        return;
    }
    let resume = entries.len() - (SHOWN_STEPS - FIRST_STEPS - 1);
    let gap: Vec<_> = entries
        .drain(FIRST_STEPS..resume)
        .map(|entry| entry.location)
        .collect();
    if let Some(location) = gap.first().cloned() {
        let message = format!("… {} more; `explain` shows all", gap.len());
        entries.insert(
            FIRST_STEPS,
            DiagnosticRelatedInformation { location, message },
        );
    }
}

/// Events at an offset on the way to the failure: the place, and paragraphs about it, the shortest first.
pub(crate) fn at(
    snapshot: &Snapshot,
    offset: usize,
    markdown: bool,
) -> Option<(Range<usize>, Vec<String>)> {
    let explained = snapshot.fresh_explanation()?;
    let place = place_at(snapshot, explained, offset)?;
    let steps: Vec<usize> = (0..explained.places.statements.len())
        .filter(|&step| explained.places.statements.get(step) == Some(&Some(place.clone())))
        .collect();
    let text = Text {
        explained,
        markdown,
    };
    Some((place, text.paragraphs(&steps)))
}

/// Smallest statement of the way that contains the offset, else one on its line.
fn place_at(
    snapshot: &Snapshot,
    explained: &PlacedExplanation,
    offset: usize,
) -> Option<Range<usize>> {
    let line = snapshot.index.line_number(offset);
    let on_line = explained.places.statements.iter().flatten().filter(|span| {
        let lines = snapshot.index.line_number(span.start)..=snapshot.index.line_number(span.end);
        lines.contains(&line)
    });
    let place = on_line.min_by_key(|span| {
        let inside = span.contains(&offset) || span.end == offset;
        (!inside, span.len())
    });
    place.cloned()
}

struct Text<'a> {
    explained: &'a PlacedExplanation,
    markdown: bool,
}

impl Text<'_> {
    fn paragraphs(&self, steps: &[usize]) -> Vec<String> {
        let report = &self.explained.report;
        let test = self.explained.test().unwrap_or_default();
        let mut all = Vec::new();
        // The last executions are nearest to the failure.
        let earlier = steps.len().saturating_sub(SHOWN_EXECUTIONS);
        for (nth, &step) in steps.iter().skip(earlier).enumerate() {
            let Some(statement) = report.statements.get(step) else {
                continue;
            };
            let mut text = String::new();
            if nth == 0 {
                let title = self.bold(&format!("How {} fails", self.plain(test)));
                let _ = write!(text, "{title}, ");
            }
            let number = format!("step {} of {}", step + 1, report.statements.len());
            let number = if nth == 0 {
                number
            } else {
                words::capital(&number)
            };
            let _ = write!(text, "{number}: {}.", self.code(&effect(statement)));
            text.push_str(&self.around(step, statement));
            if nth == 0 && earlier > 0 {
                let before = words::counted(earlier, "earlier execution");
                let _ = write!(text, " ({before} not shown.)");
            }
            all.push(text);
        }
        let message = report.failure.as_ref().map(|f| f.message.as_str());
        if let Some(message) = message.filter(|_| !all.is_empty()) {
            let given = if report.lifetimes_assumed {
                ", where memory is freed as in this run"
            } else {
                ""
            };
            all.push(format!(
                "These facts alone lead to the failure ({}){given}; that is proved.",
                self.plain(message)
            ));
        }
        all
    }

    /// Conditions that hold before and after a statement.
    fn around(&self, step: usize, statement: &Statement) -> String {
        let before = self.explained.before(step);
        let mut text = String::new();
        if before == statement.holds {
            if !before.is_empty() {
                let _ = write!(text, " Holds before and after: {}.", self.facts(before));
            }
            return text;
        }
        for (when, facts) in [("before", before), ("after", &statement.holds)] {
            if !facts.is_empty() {
                let _ = write!(text, " Holds {when}: {}.", self.facts(facts));
            }
        }
        text
    }

    fn facts(&self, facts: &[String]) -> String {
        let facts: Vec<String> = facts.iter().map(|fact| self.code(fact)).collect();
        facts.join(" and ")
    }

    fn bold(&self, text: &str) -> String {
        if self.markdown {
            format!("**{text}**")
        } else {
            text.to_owned()
        }
    }

    fn plain(&self, text: &str) -> String {
        if self.markdown {
            plain_in_markdown(text)
        } else {
            visible(text, false).into_owned()
        }
    }

    fn code(&self, text: &str) -> String {
        if self.markdown {
            code_span(&flat(text))
        } else {
            text.to_owned()
        }
    }
}

/// Conditions that hold behind a component after its last execution on the way to the failure.
pub(crate) struct After<'a> {
    /// Name of the explained test.
    pub(crate) test: &'a str,
    /// One fact, for the end of the line.
    pub(crate) short: String,
    /// A sentence with all facts.
    pub(crate) full: String,
}

/// Conditions that hold behind a component in the explained test; `None` if it is not on the way.
pub(crate) fn after<'a>(snapshot: &'a Snapshot, component: &Component) -> Option<After<'a>> {
    let explained = snapshot.fresh_explanation()?;
    let test = explained.test()?;
    let mut steps = explained.report.statements.iter().rev();
    // A call that only passes its arguments has not finished.
    let step = steps
        .find(|step| step.component == Some(component.id) && step.kind != StatementKind::Call)?;
    let facts = &step.holds;
    // A fact about something else would be surprising at the end of this line.
    let about = |fact: &&String| names(fact).any(|name| names(&component.text).any(|n| n == name));
    let short = facts.iter().find(about).or(facts.first())?;
    Some(After {
        test,
        short: short.clone(),
        full: format!("Behind it holds in {test}: {}.", all(facts)),
    })
}

/// Names and numbers in a piece of C.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter(|word| !word.is_empty())
}

/// Effect of a statement, with white space collapsed.
fn effect(step: &Statement) -> String {
    flat(&sentence(step))
}

fn all(facts: &[String]) -> String {
    facts.join(" and ")
}

#[cfg(test)]
mod tests;
