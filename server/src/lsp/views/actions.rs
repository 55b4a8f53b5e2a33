//! Code actions: verified fixes, and every command of the lenses, because many clients have no lenses.

use std::collections::HashMap;
use std::sync::Arc;

use tower_lsp::ls_types::{
    AnnotatedTextEdit, ChangeAnnotation, CodeAction, CodeActionContext, CodeActionKind,
    CodeActionOrCommand, CodeActionTriggerKind, Command, Diagnostic, DocumentChanges,
    NumberOrString, OneOf, OptionalVersionedTextDocumentIdentifier, Range, TextDocumentEdit,
    TextEdit, Uri, WorkspaceEdit,
};

use super::diagnostics::{SOURCE, verdict};
use super::lenses::{command, command_at};
use super::words;
use crate::lsp::ext::{self, Activity, Knowledge};
use crate::lsp::line_index::LineIndex;
use crate::lsp::marks::Mark;
use crate::lsp::snapshot::Snapshot;
use crate::model::{Component, Fix, Scope};

/// Actions for a range.
///
/// When editors ask on their own (to draw a light bulb), actions are offered only at suspects and at the lenses' line;
/// a light bulb on every line of a file would be noise.
pub(crate) fn actions(
    snapshot: &Snapshot,
    range: Range,
    context: &CodeActionContext,
    others: &OtherFiles,
) -> Vec<CodeActionOrCommand> {
    let wanted = context.only.as_ref().is_none_or(|kinds| {
        kinds
            .iter()
            .any(|kind| kind.as_str().is_empty() || *kind == CodeActionKind::QUICKFIX)
    });
    if !wanted || !(asked(context) || at_something_of_ours(snapshot, range, context)) {
        return Vec::new();
    }
    let fixes = fixes(snapshot, range, others);
    let mut commands = commands(snapshot, range);
    if asked(context) {
        commands.extend(questions(snapshot, range));
    }
    if !snapshot.client.action_literals {
        return commands
            .into_iter()
            .map(CodeActionOrCommand::Command)
            .collect();
    }
    let literal = |command: Command| CodeAction {
        title: command.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: answered(&command, context),
        command: Some(command),
        ..CodeAction::default()
    };
    let commands = commands.into_iter().map(literal);
    fixes
        .into_iter()
        .chain(commands)
        .map(CodeActionOrCommand::CodeAction)
        .collect()
}

/// Diagnostics that a command answers: a search for suspects answers that tests fail.
fn answered(command: &Command, context: &CodeActionContext) -> Option<Vec<Diagnostic>> {
    let asks = |diagnostic: &&Diagnostic| {
        let code = NumberOrString::String(verdict::CODE.to_owned());
        diagnostic.source.as_deref() == Some(SOURCE) && diagnostic.code.as_ref() == Some(&code)
    };
    let given = context.diagnostics.iter().filter(asks);
    let asking: Vec<Diagnostic> = given.cloned().collect();
    (command.command == ext::LOCALIZE && !asking.is_empty()).then_some(asking)
}

/// Other files of the program that fixes change, by their names in the report.
pub(crate) type OtherFiles = HashMap<String, OtherFile>;

/// A file other than the document.
#[derive(Debug, Clone)]
pub(crate) struct OtherFile {
    /// URI of the file.
    pub(crate) uri: Uri,
    /// Current text.
    pub(crate) text: Arc<str>,
    /// Line index of the text.
    pub(crate) index: LineIndex,
}

/// Names of the files beside the document that fixes change.
pub(crate) fn other_files(snapshot: &Snapshot) -> Vec<String> {
    let Some(findings) = &snapshot.findings else {
        return Vec::new();
    };
    let edits = findings.report.fixes();
    let edits = edits.iter().flat_map(|fix| fix.edits());
    let mut files: Vec<String> = edits.map(|edit| edit.file.clone()).collect();
    files.sort();
    files.dedup();
    files.retain(|file| *file != findings.report.file);
    files
}

/// Verified fixes of the suspects in a range, and hints that repair some tests; empty if the text is not the one that
/// was analysed.
fn fixes(snapshot: &Snapshot, range: Range, others: &OtherFiles) -> Vec<CodeAction> {
    let Some(findings) = snapshot.findings.as_ref().filter(|_| !snapshot.stale()) else {
        return Vec::new();
    };
    let report = &findings.report;
    let here = |c: &Component| {
        let suspect = snapshot.range(&(c.start as usize..c.end as usize));
        let is_in = suspect.start.line <= range.end.line && range.start.line <= suspect.end.line;
        c.file == report.file && is_in
    };
    let of_sets = report.diagnoses.iter();
    let of_sets = of_sets.map(|set| (set.group, &set.components, &set.fixes));
    let hints = report.partial.iter();
    let hints = hints.map(|part| (part.group, &part.components, &part.fixes));
    let mut found: Vec<CodeAction> = Vec::new();
    let mut known: Vec<&Fix> = Vec::new();
    for (group, components, fixes) in of_sets.chain(hints) {
        if !components.iter().any(here) {
            continue;
        }
        for fix in fixes {
            if known.len() == MOST_FIXES || known.contains(&fix) {
                continue;
            }
            if let Some(changes) = changes(snapshot, fix, others) {
                known.push(fix);
                found.extend(both(snapshot, fix, &report.with_fix(group, fix), changes));
            }
        }
    }
    found
}

/// Maximum number of fixes offered at one place.
const MOST_FIXES: usize = 3;

/// Edits of a fix, by document; `None` if one of them is in a file that has changed.
fn changes(
    snapshot: &Snapshot,
    fix: &Fix,
    others: &OtherFiles,
) -> Option<Vec<(Uri, Vec<TextEdit>)>> {
    let report = &snapshot.findings.as_ref()?.report;
    let mut changes: Vec<(Uri, Vec<TextEdit>)> = Vec::new();
    for edit in fix.edits() {
        let place = edit.start as usize..edit.end as usize;
        let (uri, range) = if edit.file == report.file {
            (snapshot.uri.clone(), snapshot.range(&place))
        } else {
            let other = others.get(&edit.file)?;
            if other.text.get(place.clone())? != edit.old {
                return None;
            }
            let encoding = snapshot.client.encoding;
            (
                other.uri.clone(),
                other.index.range(&other.text, &place, encoding),
            )
        };
        let change = TextEdit::new(range, edit.new.clone());
        match changes.iter_mut().find(|(known, _)| *known == uri) {
            Some((_, edits)) => edits.push(change),
            None => changes.push((uri, vec![change])),
        }
    }
    Some(changes)
}

/// Actions that apply a fix directly, and with a preview if the client can show one.
fn both(
    snapshot: &Snapshot,
    fix: &Fix,
    promise: &str,
    changes: Vec<(Uri, Vec<TextEdit>)>,
) -> Vec<CodeAction> {
    let sentence = fix.sentence();
    let apply = CodeAction {
        title: format!("FaultLens: {sentence} ({promise})"),
        kind: Some(CodeActionKind::QUICKFIX),
        edit: Some(WorkspaceEdit {
            changes: Some(changes.iter().cloned().collect()),
            ..WorkspaceEdit::default()
        }),
        is_preferred: Some(fix.scope == Scope::All && !fix.doubtful),
        ..CodeAction::default()
    };
    if !snapshot.client.confirms {
        return vec![apply];
    }
    let preview = CodeAction {
        title: format!("FaultLens: show first: {sentence}"),
        kind: Some(CodeActionKind::QUICKFIX),
        edit: Some(confirmed(changes, &sentence, promise)),
        ..CodeAction::default()
    };
    vec![apply, preview]
}

/// A workspace edit that the client shows before it applies it.
fn confirmed(changes: Vec<(Uri, Vec<TextEdit>)>, sentence: &str, promise: &str) -> WorkspaceEdit {
    const ID: &str = "fix";
    let document = |(uri, edits): (Uri, Vec<TextEdit>)| {
        let annotated = edits.into_iter().map(|text_edit| {
            OneOf::Right(AnnotatedTextEdit {
                text_edit,
                annotation_id: ID.to_owned(),
            })
        });
        TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version: None },
            edits: annotated.collect(),
        }
    };
    let annotation = ChangeAnnotation {
        label: sentence.to_owned(),
        needs_confirmation: Some(true),
        description: Some(promise.to_owned()),
    };
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(
            changes.into_iter().map(document).collect(),
        )),
        change_annotations: Some([(ID.to_owned(), annotation)].into()),
        ..WorkspaceEdit::default()
    }
}

fn commands(snapshot: &Snapshot, range: Range) -> Vec<Command> {
    let mut all = Vec::new();
    if matches!(snapshot.activity, Activity::Localizing | Activity::Queued) {
        let title = "FaultLens: cancel".to_owned();
        all.push(command(snapshot, title, ext::CANCEL));
    }
    // A repeated search is possible but listed last, because its result is known.
    let again = snapshot.selected_set().is_some() && !snapshot.stale();
    let localize = localize(snapshot);
    if !again {
        all.extend(localize.clone());
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
        all.push(command(snapshot, next, ext::NEXT_SET));
        all.push(command(snapshot, previous, ext::PREVIOUS_SET));
    }
    if let Some(test) = snapshot.failing_test() {
        let title = format!("FaultLens: explain how test {test} fails");
        let mut explain = command(snapshot, title, ext::EXPLAIN);
        explain.arguments.get_or_insert_default().push(test.into());
        all.push(explain);
    }
    all.extend(marks(snapshot, range));
    if again {
        all.extend(localize);
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
        all.push(command(snapshot, title, ext::WHY_NO_TEST));
    }
    all
}

/// Questions about the place where a range begins, in the run of a failing test.
fn questions(snapshot: &Snapshot, range: Range) -> Vec<Command> {
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
    let mut all = Vec::new();
    if marked.is_some() || suspects.flatten().flatten().any(on_line) {
        let mut add = |what: &str, id: &str| {
            let title = format!("FaultLens: {what}");
            all.push(command_at(snapshot, title, id, line));
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
        all.push(command(snapshot, title, ext::CLEAR_MARKS));
    }
    all
}

/// Whether the user opened the menu. This is assumed for clients that do not say.
fn asked(context: &CodeActionContext) -> bool {
    context.trigger_kind != Some(CodeActionTriggerKind::AUTOMATIC)
}

fn at_something_of_ours(snapshot: &Snapshot, range: Range, context: &CodeActionContext) -> bool {
    at_head(snapshot, range)
        || context
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.source.as_deref() == Some(SOURCE))
}

/// Whether a range is on the line of the lenses.
fn at_head(snapshot: &Snapshot, range: Range) -> bool {
    let head = snapshot.head.as_ref();
    head.map(|head| snapshot.range(head).start.line)
        .is_some_and(|line| (range.start.line..=range.end.line).contains(&line))
}

#[cfg(test)]
mod tests {
    use tower_lsp::ls_types::Position;

    use super::*;
    use crate::lsp::client::ClientInfo;
    use crate::lsp::views::diagnostics::diagnostics;
    use crate::lsp::views::testing::{MAX3, found, opened, poor, report, tested};
    use crate::model::Edit;

    fn titles(snapshot: &Snapshot, line: u32, context: &CodeActionContext) -> Vec<String> {
        let range = Range::new(Position::new(line, 0), Position::new(line, 0));
        let title = |action| match action {
            CodeActionOrCommand::Command(command) => format!("command {}", command.title),
            CodeActionOrCommand::CodeAction(action) => action.title,
        };
        actions(snapshot, range, context, &OtherFiles::new())
            .into_iter()
            .map(title)
            .collect()
    }

    fn context(trigger: CodeActionTriggerKind) -> CodeActionContext {
        CodeActionContext {
            trigger_kind: Some(trigger),
            ..CodeActionContext::default()
        }
    }

    #[test]
    fn everything_that_lenses_offer_is_an_action() {
        let invoked = context(CodeActionTriggerKind::INVOKED);
        assert_eq!(titles(&opened(MAX3), 0, &invoked), [""; 0]);
        assert_eq!(
            titles(&tested(3), 0, &invoked),
            [
                "FaultLens: localize 3 failing tests",
                "FaultLens: explain how test t0 fails"
            ]
        );
        let all = [
            "FaultLens: next possible cause (2 of 2)",
            "FaultLens: previous possible cause (2 of 2)",
            "FaultLens: explain how test t0 fails",
            "FaultLens: localize 3 failing tests",
        ];
        assert_eq!(titles(&found(report()), 0, &invoked), all);
        let running = Snapshot {
            activity: Activity::Localizing,
            ..tested(3)
        };
        let while_it_runs = ["FaultLens: cancel", "FaultLens: explain how test t0 fails"];
        assert_eq!(titles(&running, 0, &invoked), while_it_runs);
    }

    #[test]
    fn what_clients_without_lenses_read_at_main_is_answered_by_a_search() {
        let snapshot = Snapshot {
            client: std::sync::Arc::new(ClientInfo {
                lenses: false,
                ..ClientInfo::able()
            }),
            ..tested(3)
        };
        let read = diagnostics(&snapshot);
        assert_eq!(read.len(), 1);
        let mut there = context(CodeActionTriggerKind::AUTOMATIC);
        there.diagnostics = read.clone();
        let answers = actions(&snapshot, read[0].range, &there, &OtherFiles::new()).into_iter();
        let answers: Vec<_> = answers
            .filter_map(|action| match action {
                CodeActionOrCommand::CodeAction(action) => Some(action),
                CodeActionOrCommand::Command(_) => None,
            })
            .filter(|action| action.diagnostics.is_some())
            .collect();
        assert_eq!(answers.len(), 1);
        assert_eq!(answers[0].diagnostics.as_ref(), Some(&read));
        let command = answers[0].command.as_ref().unwrap();
        assert_eq!(command.command, ext::LOCALIZE);
        assert!(
            read[0].message.contains(&words::localize(3)),
            "{}",
            read[0].message
        );
    }

    #[test]
    fn where_tests_are_counted_or_missing_one_can_ask_for_them() {
        let invoked = context(CodeActionTriggerKind::INVOKED);
        let why = "FaultLens: why is a test missing?";
        let asks =
            |snapshot: &Snapshot, line| titles(snapshot, line, &invoked).contains(&why.to_owned());
        assert!(asks(&tested(3), 15) && !asks(&tested(3), 3));
        let mut without = tested(0);
        if let Some(tests) = &mut without.tests {
            let mut report = (*tests.report).clone();
            report.tests.clear();
            tests.report = report.into();
        }
        assert!(asks(&without, 3));
    }

    #[test]
    fn a_suspect_line_can_be_called_correct_or_suspect_and_that_can_be_taken_back() {
        let invoked = context(CodeActionTriggerKind::INVOKED);
        let mut snapshot = found(report());
        let said = |snapshot: &Snapshot| titles(snapshot, 4, &invoked)[3..5].to_vec();
        assert_eq!(
            said(&snapshot),
            ["FaultLens: line 5 is correct", "FaultLens: suspect line 5"]
        );
        let text = snapshot.text.clone();
        snapshot
            .marks
            .toggle(Mark::Correct, &snapshot.index, &text, 5);
        assert_eq!(
            said(&snapshot),
            [
                "FaultLens: line 5 may be wrong after all",
                "FaultLens: clear all marks"
            ]
        );
    }

    #[test]
    fn what_stands_at_the_cursor_can_be_asked_about() {
        let snapshot = found(report());
        let at = snapshot.text.find("max = 0").unwrap() + 1;
        let position = snapshot
            .index
            .position(&snapshot.text, at, snapshot.encoding());
        let range = Range::new(position, position);
        let line = position.line + 1;
        let asked = |trigger| -> Vec<String> {
            let all = actions(&snapshot, range, &context(trigger), &OtherFiles::new());
            let commands = all.into_iter().filter_map(|action| match action {
                CodeActionOrCommand::CodeAction(action) => action.command,
                CodeActionOrCommand::Command(command) => Some(command),
            });
            let whys = commands.filter(|command| command.command == ext::WHY);
            whys.map(|command| command.arguments.unwrap()[1].as_str().unwrap().to_owned())
                .collect()
        };
        let wanted = [format!("{line}:max"), line.to_string()];
        assert_eq!(asked(CodeActionTriggerKind::INVOKED), wanted);
        assert_eq!(asked(CodeActionTriggerKind::AUTOMATIC), [""; 0]);
    }

    #[test]
    fn the_light_bulb_appears_only_where_there_is_something() {
        let mut automatic = context(CodeActionTriggerKind::AUTOMATIC);
        assert_eq!(titles(&tested(3), 2, &automatic), [""; 0]);
        assert_eq!(titles(&tested(3), 15, &automatic).len(), 3);
        automatic.diagnostics.push(Diagnostic {
            source: Some(SOURCE.into()),
            ..Diagnostic::default()
        });
        assert_eq!(titles(&found(report()), 4, &automatic).len(), 6);
    }

    #[test]
    fn a_fix_is_offered_at_its_suspect_and_edits_the_text_that_was_analysed() {
        let mut report = report();
        let condition = report.diagnoses[0].components[0].clone();
        let start = condition.start + 2;
        report.diagnoses[0].fixes.push(Fix {
            edit: Edit {
                file: condition.file,
                line: 5,
                column: condition.column + 2,
                end_line: 5,
                end_column: condition.column + 3,
                start,
                end: start + 1,
                old: "<".into(),
                new: ">".into(),
            },
            also: Vec::new(),
            scope: Scope::All,
            mends: Vec::new(),
            doubtful: false,
        });
        let invoked = context(CodeActionTriggerKind::INVOKED);
        let snapshot = found(report);
        assert_eq!(
            titles(&snapshot, 4, &invoked)[0],
            "FaultLens: replace `<` by `>` (all tests pass)"
        );
        let range = Range::new(Position::new(4, 0), Position::new(4, 0));
        let edits: Vec<TextEdit> = fixes(&snapshot, range, &OtherFiles::new())
            .into_iter()
            .filter_map(|action| action.edit?.changes)
            .flat_map(|changes| changes.into_values().flatten())
            .collect();
        let place = snapshot.range(&(start as usize..start as usize + 1));
        assert_eq!(edits, [TextEdit::new(place, ">".into())]);
        assert_eq!(
            titles(&snapshot, 4, &invoked)[1],
            "FaultLens: show first: replace `<` by `>`"
        );
        assert_eq!(titles(&snapshot, 0, &invoked).len(), 4);
        // A fix makes no claim about tests of another group.
        let mut of_two = snapshot.clone();
        if let Some(findings) = &mut of_two.findings {
            let mut report = (*findings.report).clone();
            report.tests.failing.push("another".to_owned());
            report.groups.push(report.groups[0].clone());
            report.groups[1].id = 1;
            report.judge_fixes();
            findings.report = report.into();
        }
        assert_eq!(
            titles(&of_two, 4, &invoked)[0],
            "FaultLens: replace `<` by `>` (3 of 4 failing tests pass then, and none breaks)"
        );
        let changed = Snapshot {
            text: format!(" {MAX3}").into(),
            ..snapshot
        };
        assert_eq!(titles(&changed, 4, &invoked).len(), 6);
    }

    #[test]
    fn a_fix_of_several_files_changes_each_of_them_if_it_is_what_it_was() {
        let mut report = report();
        let condition = report.diagnoses[0].components[0].clone();
        let edit = |file: &str, start: u32, old: &str| Edit {
            file: file.to_owned(),
            line: 1,
            column: start + 1,
            end_line: 1,
            end_column: start + 2,
            start,
            end: start + 1,
            old: old.to_owned(),
            new: "+".into(),
        };
        report.diagnoses[0].fixes.push(Fix {
            edit: edit(&condition.file, condition.start + 2, "<"),
            also: vec![edit("/far/ä.h", 3, "-")],
            scope: Scope::All,
            mends: Vec::new(),
            doubtful: true,
        });
        let snapshot = found(report);
        assert_eq!(other_files(&snapshot), ["/far/ä.h"]);
        let range = Range::new(Position::new(4, 0), Position::new(4, 0));
        let with = |text: &str| {
            let other = OtherFile {
                uri: "file:///far/%C3%A4.h".parse().unwrap(),
                text: text.into(),
                index: LineIndex::new(text),
            };
            fixes(&snapshot, range, &[("/far/ä.h".to_owned(), other)].into())
        };
        let offered = with("ä -b");
        assert_eq!(offered.len(), 2);
        assert_eq!(offered[0].is_preferred, Some(false));
        let changes = offered[0].edit.as_ref().unwrap().changes.as_ref().unwrap();
        let places: Vec<Range> = changes
            .iter()
            .filter(|(uri, _)| **uri != snapshot.uri)
            .flat_map(|(_, edits)| edits.iter().map(|edit| edit.range))
            .collect();
        // The report counts bytes, the protocol UTF-16 code units.
        let place = Range::new(Position::new(0, 2), Position::new(0, 3));
        assert_eq!(places, [place]);
        let shown = offered[1].edit.as_ref().unwrap();
        let annotations = shown.change_annotations.as_ref().unwrap();
        assert!(
            annotations
                .values()
                .all(|a| a.needs_confirmation == Some(true))
        );
        // The file has been changed in the meantime.
        assert_eq!(with("ä *b").len(), 0);
        assert_eq!(fixes(&snapshot, range, &OtherFiles::new()).len(), 0);
    }

    #[test]
    fn other_kinds_are_not_ours_and_old_clients_get_commands() {
        let mut asked = context(CodeActionTriggerKind::INVOKED);
        assert_eq!(
            titles(&poor(tested(1)), 0, &asked),
            [
                "command FaultLens: localize 1 failing test",
                "command FaultLens: explain how test t0 fails"
            ]
        );
        asked.only = Some(vec![CodeActionKind::REFACTOR]);
        assert_eq!(titles(&tested(1), 0, &asked), [""; 0]);
    }
}
