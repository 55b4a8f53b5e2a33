//! Hovers. On suspects: the sets that contain them, the tests, actual and needed values, and the certainty of the
//! result. On statements on the way to a failure: what holds around them.

use std::fmt::Write as _;
use std::ops::Range;

use tower_lsp::ls_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

use super::{diagnostics, story, words};
use crate::lsp::findings::Findings;
use crate::lsp::snapshot::Snapshot;
use crate::model::words::{code_span, flat, plain_in_markdown, visible};
use crate::model::{
    Bounds, Certificate, Component, Diagnosis, Evidence, FaultPlace, Minimal, Status,
};

/// Maximum number of rows of the table of values.
const ROWS: usize = 8;
/// Maximum number of other sets named.
const OTHER_SETS: usize = 5;

/// Hover at a position: about the suspect there (the smallest one, of the selected set if it has one there), and about
/// the statement there that is on the way to the explained failure.
pub(crate) fn hover(snapshot: &Snapshot, position: Position) -> Option<Hover> {
    let markdown = snapshot.client.markdown;
    let offset = snapshot
        .index
        .offset(&snapshot.text, position, snapshot.encoding());
    let suspect = snapshot.findings.as_ref().and_then(|findings| {
        let (set, member) = suspect_at(snapshot, findings, offset)?;
        let text = Text {
            snapshot,
            findings,
            markdown,
        };
        Some((findings.component(set, member)?, text, set, member))
    });
    let step = story::at(snapshot, offset, markdown);
    let (place, paragraphs) = match (suspect, step) {
        (Some((place, text, set, member)), step) => {
            let story = step.map_or_else(Vec::new, |(_, story)| story);
            (place, text.explain(set, member, story)?)
        }
        (None, Some(step)) => step,
        (None, None) => suspected_at(snapshot, offset)?,
    };
    let kind = if markdown {
        MarkupKind::Markdown
    } else {
        MarkupKind::PlainText
    };
    let value = paragraphs.join("\n\n");
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind, value }),
        range: Some(snapshot.range(&place)),
    })
}

/// Text about a line that is only suspected, if nothing is certified.
fn suspected_at(snapshot: &Snapshot, offset: usize) -> Option<(Range<usize>, Vec<String>)> {
    let findings = snapshot.findings.as_ref()?;
    let report = &findings.report;
    if !findings.sets().is_empty() {
        return None;
    }
    let line = snapshot.index.line_number(offset);
    let mut lines = report.ranking.iter().zip(&findings.places.ranking);
    let (ranked, place) = lines.find_map(|(ranked, place)| {
        let place = place.clone()?;
        (snapshot.index.line_number(place.start) == line).then_some((ranked, place))
    })?;
    let (rank, of) = (ranked.rank, report.ranking.len());
    let certificate = if ranked.explains.is_empty() {
        "Nothing shows yet that a change here makes a failing test pass."
    } else {
        "Nothing shows yet that a change here makes all of them pass."
    };
    let paragraph = format!("Suspect {rank} of {of}: {}. {certificate}", ranked.why);
    Some((place, vec![paragraph]))
}

/// Set and member whose component, or whose line, contains the offset.
fn suspect_at(snapshot: &Snapshot, findings: &Findings, offset: usize) -> Option<(usize, usize)> {
    let selected = snapshot.selected_set().map(|(number, _)| number);
    let line = snapshot.index.line_number(offset);
    let places = (0..findings.sets().len()).flat_map(|set| {
        let members = findings
            .places
            .components
            .get(set)
            .into_iter()
            .flatten()
            .enumerate();
        members.filter_map(move |(member, place)| place.as_ref().map(|place| (set, member, place)))
    });
    let on_line = places.filter(|(_, _, place)| {
        (snapshot.index.line_number(place.start)..=snapshot.index.line_number(place.end))
            .contains(&line)
    });
    // `min_by_key` takes the first of equal elements, which belongs to the best set.
    on_line
        .min_by_key(|(set, _, place)| {
            let inside = place.contains(&offset) || place.end == offset;
            (!inside, Some(*set) != selected, place.len())
        })
        .map(|(set, member, _)| (set, member))
}

struct Text<'a> {
    snapshot: &'a Snapshot,
    findings: &'a Findings,
    markdown: bool,
}

impl Text<'_> {
    /// Paragraphs about a suspect, the most important first; `story` describes what happens there on the way to a
    /// failure.
    fn explain(&self, number: usize, member: usize, story: Vec<String>) -> Option<Vec<String>> {
        let set = self.findings.sets().get(number)?;
        let component = set.components.get(member)?;
        let mut paragraphs = Vec::new();
        if self.snapshot.stale() {
            paragraphs.push("The file has changed since. Localize again.".to_owned());
        }
        paragraphs.extend(self.fault(component));
        // Each fact is stated once, by the diagnostic or here.
        let is_told = self.is_told(number, member);
        let mut summary = Vec::new();
        if !is_told {
            summary.push(self.summary(number, set, member));
        }
        summary.extend(set.fixes.iter().map(|fix| {
            let promise = self.findings.report.with_fix(set.group, fix);
            let nearby = fix
                .nearby
                .map_or_else(String::new, |runs| format!(" {}", runs.sentence()));
            let lesson = fix.lesson.as_deref();
            let lesson = lesson.map_or_else(String::new, |lesson| {
                format!(" A common mistake: {lesson}.")
            });
            format!(
                "{}, and {promise}.{nearby}{lesson}",
                words::capital(&fix.sentence())
            )
        }));
        if let Some(given) = set.given() {
            summary.push(format!("That is given that you {given}."));
        }
        let parts = component.parts();
        let parts = parts.map(|parts| format!("Changing only {parts} would be enough."));
        if is_told {
            summary.extend(parts);
            paragraphs.extend((!summary.is_empty()).then(|| summary.join(" ")));
        } else {
            paragraphs.push(summary.join(" "));
            let parts = parts.map_or_else(String::new, |parts| format!(". {parts}"));
            let (kind, text) = (&component.kind, words::quoted(&component.text));
            paragraphs.push(format!("{kind} {text}{parts}"));
        }
        let is_all_told = is_told && words::values_are_few(&component.values);
        if !component.values.is_empty() && !is_all_told {
            paragraphs.push(self.table(component));
        }
        paragraphs.extend(story);
        paragraphs.extend(self.why(number, member));
        paragraphs.extend(macro_note(component));
        paragraphs.extend(self.other_sets(number, component));
        paragraphs.push(self.certainty(set));
        Some(paragraphs)
    }

    /// The fault at the line of a component, if there are several: `Fault B of 2: explains t3.`
    fn fault(&self, component: &Component) -> Option<String> {
        let report = &self.findings.report;
        let place = FaultPlace::of(component);
        let mut faults = report.named_faults();
        let (name, fault) = faults.find(|(_, fault)| fault.places.contains(&place))?;
        let title = self.bold(&format!("Fault {name} of {}:", report.faults.len()));
        let explained = self.plain(&fault.explained());
        Some(format!("{title} explains {explained}."))
    }

    /// Whether the client shows a diagnostic for this suspect above the hover.
    fn is_told(&self, number: usize, member: usize) -> bool {
        let selected = self.snapshot.selected_set().map(|(selected, _)| selected);
        let rank = self.findings.rank_of(number, member);
        let is_shown = |rank: u32| rank <= diagnostics::SHOWN_RANKS;
        self.snapshot.client.diagnostics_in_hovers
            && (selected == Some(number) || rank.is_some_and(|ranked| is_shown(ranked.rank)))
    }

    /// Text with any markup in it escaped.
    fn plain(&self, text: &str) -> String {
        if self.markdown {
            plain_in_markdown(text)
        } else {
            visible(text, false).into_owned()
        }
    }

    fn bold(&self, text: &str) -> String {
        if self.markdown {
            format!("**{text}**")
        } else {
            text.to_owned()
        }
    }

    /// Summary: `Suspect 1 of 4. Changing lines 5, 8 and 11 makes all 3 failing tests pass; …`
    fn summary(&self, number: usize, set: &Diagnosis, member: usize) -> String {
        let rank = self
            .findings
            .rank_of(number, member)
            .map_or(0, |ranked| ranked.rank);
        let so_far = if self.findings.partial { " so far" } else { "" };
        let title = format!(
            "Suspect {rank} of {}{so_far}.",
            self.findings.report.certified().len()
        );
        let lines = self.findings.set_lines(&self.snapshot.index, number);
        let places = set.components.len();
        let places = if places > lines.len() {
            format!(" ({})", words::counted(places, "place"))
        } else {
            String::new()
        };
        let explained = self.plain(&words::explained(self.findings, set));
        let smaller = self.smaller(number, set, member);
        format!(
            "{} Changing {}{places} makes {explained} pass{smaller}.",
            self.bold(&title),
            words::lines(&lines)
        )
    }

    /// Claim about smaller sets. "No smaller set" is a claim about all sets and needs a complete search;
    /// subset-minimality only says that no part of this set suffices.
    fn smaller(&self, number: usize, set: &Diagnosis, member: usize) -> String {
        if set.components.len() < 2 || set.minimal == Minimal::Unchecked {
            return String::new();
        }
        let line = set.components.get(member).map(|component| component.line);
        let smaller_exists = self.findings.sets().iter().any(|other| {
            other.group == set.group
                && other.components.len() < set.components.len()
                && other
                    .components
                    .iter()
                    .any(|component| Some(component.line) == line)
        });
        let complete = self.findings.report.status == Status::Complete
            && self.findings.report.bounds == Bounds::default();
        match self
            .findings
            .component_line(&self.snapshot.index, number, member)
        {
            Some(line) if complete && !smaller_exists && !self.findings.partial => {
                format!("; no smaller set with line {line} does")
            }
            _ => "; no part of this set alone does".to_owned(),
        }
    }

    fn table(&self, component: &Component) -> String {
        let values = &component.values;
        // The text that an output wrote has no value, although the output was reached.
        let unknown = if component.kind == "output" {
            "other text"
        } else {
            "not reached"
        };
        let mut text = if self.markdown {
            "| test | time | was | needs |\n|---|---|---|---|".to_owned()
        } else {
            "test, time: was, needs".to_owned()
        };
        for value in values.iter().take(ROWS) {
            let (was, execution) = (value.was.as_deref(), value.execution);
            let _ = if self.markdown {
                let was = was.map_or_else(|| unknown.to_owned(), code);
                let (test, needs) = (self.plain(&value.test), code(&value.needed()));
                write!(text, "\n| {test} | {execution} | {was} | {needs} |")
            } else {
                let was = was.map_or_else(|| unknown.to_owned(), |was| format!("was {was}"));
                let (test, needs) = (&value.test, value.needed());
                write!(text, "\n{test}, {execution}: {was}, needs {needs}")
            };
        }
        let more = values.len().saturating_sub(ROWS) + component.values_left_out;
        if more > 0 {
            let separator = if self.markdown { "\n\n" } else { "\n" };
            let _ = write!(text, "{separator}… {more} more");
        }
        text
    }

    fn why(&self, number: usize, member: usize) -> Option<String> {
        let ranked = self.findings.rank_of(number, member)?;
        Some(format!(
            "Why this rank: {}.",
            self.plain(ranked.why.trim_end_matches('.'))
        ))
    }

    /// Other sets that contain this suspect.
    fn other_sets(&self, number: usize, component: &Component) -> Option<String> {
        let sets = self.findings.sets();
        let others: Vec<usize> = (0..sets.len())
            .filter(|&other| other != number)
            .filter(|&other| {
                sets.get(other)
                    .is_some_and(|set| set.components.iter().any(|c| c.id == component.id))
            })
            .collect();
        let name = |other: &usize| {
            format!(
                "{} {}",
                other + 1,
                words::set(&self.findings.set_lines(&self.snapshot.index, *other))
            )
        };
        let named: Vec<String> = others.iter().map(name).collect();
        let named: Vec<&str> = named.iter().map(String::as_str).collect();
        (!named.is_empty()).then(|| {
            format!(
                "Also part of cause {} of {}.",
                words::some(&named, OTHER_SETS),
                sets.len()
            )
        })
    }

    /// Certainty of the result: replay for sufficiency, proofs and bounds for minimality.
    fn certainty(&self, set: &Diagnosis) -> String {
        let mut text = match (set.verified, set.certificate) {
            (true, Certificate::Values) => {
                "Confirmed by running the failing tests with the needed values.".to_owned()
            }
            (true, Certificate::Edit) => {
                "Confirmed by running the failing tests with the edit.".to_owned()
            }
            (false, _) => "Not confirmed by running the tests.".to_owned(),
        };
        let one = set.components.len() == 1;
        for evidence in &set.evidence {
            text.push_str(match (evidence, one) {
                (Evidence::Deletion, true) => " Deleting it suffices.",
                (Evidence::Deletion, false) => " Deleting all of them suffices.",
                (Evidence::Flip, true) => " The opposite decision suffices.",
                (Evidence::Flip, false) => " The opposite decisions suffice.",
                (Evidence::Edit, _) => {
                    " A small edit passes all failing and nearly all passing tests."
                }
            });
        }
        text.push_str(match set.minimal {
            Minimal::Proved if one => "",
            Minimal::Proved => " That every part is needed is proved.",
            Minimal::WithinBounds => " That every part is needed is proved",
            Minimal::Unchecked => " Whether every part is needed was not checked.",
        });
        if set.minimal == Minimal::WithinBounds {
            text.push_str(&self.bound());
        }
        if self.findings.report.status == Status::Stopped && !self.findings.partial {
            text.push_str(" There may be other causes: not everything could be tried.");
        }
        text
    }

    /// Bound of the proofs: ` within 8 loop iterations.`
    fn bound(&self) -> String {
        match self.findings.report.bounds.unwind {
            Some(count) => format!(" within {count} loop iterations."),
            None => " within a bound on loop iterations.".to_owned(),
        }
    }
}

fn macro_note(component: &Component) -> Option<String> {
    let used = component.macro_use.as_ref()?;
    let place = used
        .line
        .map_or_else(String::new, |line| format!(", defined on line {line}"));
    Some(format!(
        "This is a use of the macro `{}`{place}.",
        used.name
    ))
}

/// Formats a value as inline code in a table cell.
fn code(text: &str) -> String {
    code_span(&flat(text)).replace('|', "\\|")
}

#[cfg(test)]
mod tests;
