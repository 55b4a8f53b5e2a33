//! Inlay hints at the end of every line of the selected set: the actual value, the needed one, and what holds behind
//! the line.
//!
//! They are short; their tooltips contain everything.

use tower_lsp::ls_types::{InlayHint, InlayHintLabel, InlayHintTooltip, Position, Range};

use super::{story, words};
use crate::lsp::marks::Mark;
use crate::lsp::snapshot::Snapshot;
use crate::model::Component;

/// Maximum length of a hint: VS Code truncates longer ones by default.
const LONGEST: usize = 43;

/// Hints whose lines lie in a range: the user's marks, values, and invariants.
pub(crate) fn hints(snapshot: &Snapshot, range: Range) -> Vec<InlayHint> {
    let mut hints = of_selected_set(snapshot, range);
    if snapshot.settings.inlay_hints {
        for (mark, line) in snapshot.marks.lines(&snapshot.index) {
            if (range.start.line..=range.end.line).contains(&(line - 1)) {
                let said = match mark {
                    Mark::Correct => "marked correct",
                    Mark::Suspect => "marked suspect",
                };
                add(&mut hints, end_of(snapshot, line), said.to_owned(), None);
            }
        }
    }
    hints
}

/// Values and invariants of the selected set. None are shown for an older text, because they refer to another program.
fn of_selected_set(snapshot: &Snapshot, range: Range) -> Vec<InlayHint> {
    let (Some(findings), Some((number, set))) = (&snapshot.findings, snapshot.selected_set())
    else {
        return Vec::new();
    };
    if snapshot.stale() || !snapshot.settings.inlay_hints {
        return Vec::new();
    }
    let mut hints: Vec<InlayHint> = Vec::new();
    for (member, component) in set.components.iter().enumerate() {
        let (Some(place), Some((text, tooltip))) = (
            findings.component(number, member),
            hint(snapshot, component),
        ) else {
            continue;
        };
        let line = snapshot.index.line_number(place.end);
        let position = end_of(snapshot, line);
        if position.line < range.start.line || position.line > range.end.line {
            continue;
        }
        let tooltip = format!("{}: {tooltip}", words::quoted(&component.text));
        add(&mut hints, position, text, Some(tooltip));
    }
    hints
}

/// Hint for a component, in short and in full. For an explained test the short form contains only that test's values,
/// so that it tells a single story, and what holds behind the component if there is room.
fn hint(snapshot: &Snapshot, component: &Component) -> Option<(String, String)> {
    let after = story::after(snapshot, component);
    let only_test = snapshot.counts().is_some_and(|counts| counts.failing == 1);
    let test = after.as_ref().map(|after| after.test);
    let left_out = component.values_left_out;
    let short = words::values_within(LONGEST, &component.values, left_out, test, only_test);
    let all = words::values(&component.values, component.values_left_out);
    match (short, all, after) {
        (None, _, None) => None,
        (Some(short), all, None) => Some((short, all.unwrap_or_default())),
        (Some(short), all, Some(after)) => {
            let with_fact = format!("{short} · then {}", after.short);
            let fits = with_fact.chars().count() <= LONGEST;
            let full = format!("{}\n{}", all.unwrap_or_default(), after.full);
            Some((if fits { with_fact } else { short }, full))
        }
        (None, _, Some(after)) => Some((format!("then {}", after.short), after.full)),
    }
}

/// End of a line, given by its number from 1.
fn end_of(snapshot: &Snapshot, line: u32) -> Position {
    let end = snapshot.index.source_line(&snapshot.text, line).end;
    let (text, encoding) = (&snapshot.text, snapshot.encoding());
    snapshot.index.position(text, end, encoding)
}

/// Adds a hint. Two hints for one line are joined; each is then labelled by its tooltip if it has one.
fn add(hints: &mut Vec<InlayHint>, position: Position, text: String, tooltip: Option<String>) {
    match hints.iter_mut().find(|hint| hint.position == position) {
        Some(InlayHint {
            label: InlayHintLabel::String(label),
            tooltip: Some(InlayHintTooltip::String(known)),
            ..
        }) => {
            let more = tooltip.unwrap_or(text);
            *label = format!("{label} · {more}");
            *known = format!("{known}\n{more}");
        }
        _ => hints.push(InlayHint {
            position,
            tooltip: Some(InlayHintTooltip::String(
                tooltip.unwrap_or_else(|| text.clone()),
            )),
            label: InlayHintLabel::String(text),
            kind: None,
            text_edits: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        }),
    }
}

#[cfg(test)]
mod tests {
    use tower_lsp::ls_types::Position;

    use super::*;
    use crate::lsp::views::testing::{edited, found, report};

    fn labels(snapshot: &Snapshot, from: u32, to: u32) -> Vec<String> {
        let range = Range::new(Position::new(from, 0), Position::new(to, 0));
        let show = |hint: InlayHint| match hint.label {
            InlayHintLabel::String(label) => {
                format!("{}:{} {label}", hint.position.line, hint.position.character)
            }
            InlayHintLabel::LabelParts(_) => String::new(),
        };
        hints(snapshot, range).into_iter().map(show).collect()
    }

    #[test]
    fn values_of_the_selected_set_stand_at_the_end_of_its_lines() {
        let snapshot = found(report());
        let expected = [
            "4:24 was true, needs false (t0, t2)",
            "7:24 was true, needs false (t2)",
        ];
        assert_eq!(labels(&snapshot, 0, 99), expected);
        assert_eq!(labels(&snapshot, 5, 9), expected[1..]);
        assert_eq!(
            labels(
                &Snapshot {
                    selected: 1,
                    ..snapshot
                },
                0,
                99
            ),
            ["5:16 was 1, needs 3 (t0)"]
        );
    }

    #[test]
    fn values_of_an_older_text_are_not_shown() {
        assert_eq!(
            labels(&edited(&found(report()), "max = 0", "max = 1"), 0, 99),
            [""; 0]
        );
    }

    #[test]
    fn they_can_be_switched_off() {
        let mut snapshot = found(report());
        std::sync::Arc::make_mut(&mut snapshot.settings).inlay_hints = false;
        assert_eq!(labels(&snapshot, 0, 99), [""; 0]);
    }
}
