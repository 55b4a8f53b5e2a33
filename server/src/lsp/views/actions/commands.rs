//! Commands as actions: those of the lenses, questions, and marks.

use tower_lsp::ls_types::{Command, Range};

use crate::lsp::ext::{self, Activity, Knowledge};
use crate::lsp::marks::Mark;
use crate::lsp::snapshot::Snapshot;
use crate::lsp::views::lenses::{command, command_at};
use crate::lsp::views::words;

/// Commands for the state of the document and for the line at which the range begins.
pub(super) fn commands(snapshot: &Snapshot, range: Range) -> Vec<Command> {
    let mut offered = Vec::new();
    if matches!(snapshot.activity, Activity::Localizing | Activity::Queued) {
        let title = "FaultLens: cancel".to_owned();
        offered.push(command(snapshot, title, ext::CANCEL));
    }
    // A repeated search is possible but listed last, because its result is known.
    let again = snapshot.selected_set().is_some() && !snapshot.stale();
    let localize = localize(snapshot);
    if !again {
        offered.extend(localize.clone());
    }
    let sets = snapshot
        .findings
        .as_ref()
        .map_or(0, |findings| findings.sets().len());
    if let Some((number, _)) = snapshot.selected_set().filter(|_| sets > 1) {
        let title = |which: &str, to: usize| {
            format!("FaultLens: {which} possible cause ({} of {sets})", to + 1)
        };
        let next = title("next", (number + 1) % sets);
        let previous = title("previous", (number + sets - 1) % sets);
        offered.push(command(snapshot, next, ext::NEXT_SET));
        offered.push(command(snapshot, previous, ext::PREVIOUS_SET));
    }
    if let Some(test) = snapshot.failing_test() {
        let title = format!("FaultLens: explain how test {test} fails");
        let mut explain = command(snapshot, title, ext::EXPLAIN);
        explain.arguments.get_or_insert_default().push(test.into());
        offered.push(explain);
    }
    offered.extend(marks(snapshot, range));
    if again {
        offered.extend(localize);
    }
    // The action is offered where the tests are counted, and in states in which users look for missing tests.
    let counted_here = snapshot.tests.is_some() && at_head(snapshot, range);
    if counted_here
        || matches!(
            snapshot.knowledge(),
            Knowledge::NoTests | Knowledge::Unanalysable
        )
    {
        let title = "FaultLens: why is a test missing?".to_owned();
        offered.push(command(snapshot, title, ext::WHY_NO_TEST));
    }
    offered
}

/// Questions about the place where a range begins, in the run of a failing test.
pub(super) fn questions(snapshot: &Snapshot, range: Range) -> Vec<Command> {
    if snapshot.failing_test().is_none() || snapshot.stale() {
        return Vec::new();
    }
    let (text, line) = (&snapshot.text, range.start.line + 1);
    let offset = snapshot
        .index
        .offset(text, range.start, snapshot.encoding());
    let code = snapshot.index.source_line(text, line);
    if text
        .get(code)
        .is_none_or(|code| code.trim().is_empty() || code.starts_with('#'))
    {
        return Vec::new();
    }
    let ask = |title: String, question: String| {
        let mut why = command(snapshot, title, ext::WHY);
        let arguments = why.arguments.get_or_insert_default();
        arguments.push(question.into());
        why
    };
    let about_line = ask(
        format!("FaultLens: why did line {line} run, or not?"),
        line.to_string(),
    );
    let about_name = word_at(text, offset).map(|name| {
        ask(
            format!("FaultLens: why is `{name}` so here?"),
            format!("{line}:{name}"),
        )
    });
    about_name.into_iter().chain([about_line]).collect()
}

/// C identifier that an offset is in or behind.
fn word_at(text: &str, offset: usize) -> Option<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (before, after) = (text.get(..offset)?, text.get(offset..)?);
    let start = before.rfind(|c| !is_part(c)).map_or(0, |at| at + 1);
    let end = after.find(|c| !is_part(c)).unwrap_or(after.len());
    let word = text.get(start..offset + end)?;
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        .then_some(word)
}

/// Command that searches for suspects, if tests fail and no search is running.
fn localize(snapshot: &Snapshot) -> Option<Command> {
    let running = matches!(snapshot.activity, Activity::Localizing | Activity::Queued);
    let counts = snapshot.counts();
    let counts = counts.filter(|counts| counts.failing > 0 && !running)?;
    let title = format!("FaultLens: {}", words::localize(counts.failing));
    Some(command(snapshot, title, ext::LOCALIZE))
}

/// Marks for the line at which a range begins: at suspects, and on lines that are marked already.
fn marks(snapshot: &Snapshot, range: Range) -> Vec<Command> {
    let line = range.start.line;
    let marked = snapshot.marks.on(&snapshot.index, line + 1);
    let suspects = snapshot.findings.iter().flat_map(|f| &f.places.components);
    let on_line = |place: &std::ops::Range<usize>| {
        let place = snapshot.range(place);
        (place.start.line..=place.end.line).contains(&line)
    };
    let mut offered = Vec::new();
    if marked.is_some() || suspects.flatten().flatten().any(on_line) {
        let mut add = |what: &str, id: &str| {
            let title = format!("FaultLens: {what}");
            offered.push(command_at(snapshot, title, id, line));
        };
        let number = line + 1;
        match marked {
            Some(Mark::Correct) => {
                add(
                    &format!("line {number} may be wrong after all"),
                    ext::MARK_CORRECT,
                );
            }
            Some(Mark::Suspect) => {
                add(
                    &format!("line {number} is a line like others"),
                    ext::MARK_SUSPECT,
                );
            }
            None => {
                add(&format!("line {number} is correct"), ext::MARK_CORRECT);
                add(&format!("suspect line {number}"), ext::MARK_SUSPECT);
            }
        }
    }
    if !snapshot.marks.is_empty() {
        let title = "FaultLens: clear all marks".to_owned();
        offered.push(command(snapshot, title, ext::CLEAR_MARKS));
    }
    offered
}

/// Whether a range is on the line of the lenses.
pub(super) fn at_head(snapshot: &Snapshot, range: Range) -> bool {
    let head = snapshot.head.as_ref();
    head.map(|head| snapshot.range(head).start.line)
        .is_some_and(|line| (range.start.line..=range.end.line).contains(&line))
}
