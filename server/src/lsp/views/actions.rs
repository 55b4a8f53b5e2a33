//! Code actions: verified fixes, and every command of the lenses again, because many clients have no lenses.

use tower_lsp::ls_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, CodeActionTriggerKind,
    Command, Diagnostic, NumberOrString, Range, TextEdit, WorkspaceEdit,
};

use super::diagnostics::{SOURCE, verdict};
use super::lenses::{command, command_at};
use super::words;
use crate::lsp::ext::{self, Activity, Knowledge};
use crate::lsp::marks::Mark;
use crate::lsp::snapshot::Snapshot;
use crate::model::{Edit, Fix};

/// The actions for a range.
///
/// Without being asked (as editors do to draw a light bulb) they are offered only at suspects and at the lenses' line; a
/// light bulb on every line of a file would be noise.
pub(crate) fn actions(
    snapshot: &Snapshot,
    range: Range,
    context: &CodeActionContext,
) -> Vec<CodeActionOrCommand> {
    let wanted = context.only.as_ref().is_none_or(|kinds| {
        kinds
            .iter()
            .any(|kind| kind.as_str().is_empty() || *kind == CodeActionKind::QUICKFIX)
    });
    if !wanted || !(asked(context) || at_something_of_ours(snapshot, range, context)) {
        return Vec::new();
    }
    let fixes = fixes(snapshot, range);
    let commands = commands(snapshot, range);
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

/// The diagnostics that ask for a command: that tests fail is answered by a search.
fn answered(command: &Command, context: &CodeActionContext) -> Option<Vec<Diagnostic>> {
    let asks = |diagnostic: &&Diagnostic| {
        let code = NumberOrString::String(verdict::CODE.to_owned());
        diagnostic.source.as_deref() == Some(SOURCE) && diagnostic.code.as_ref() == Some(&code)
    };
    let given = context.diagnostics.iter().filter(asks);
    let asking: Vec<Diagnostic> = given.cloned().collect();
    (command.command == ext::LOCALIZE && !asking.is_empty()).then_some(asking)
}

/// Verified fixes of the suspects in a range; nothing while the text is not the one that was analysed.
fn fixes(snapshot: &Snapshot, range: Range) -> Vec<CodeAction> {
    let Some(findings) = snapshot.findings.as_ref().filter(|_| !snapshot.stale()) else {
        return Vec::new();
    };
    let lines = range.start.line..=range.end.line;
    let mut found = Vec::new();
    for set in findings.sets() {
        let in_this_file = |f: &&Fix| f.edits().all(|e| e.file == findings.report.file);
        for fix in set.fixes.iter().filter(in_this_file) {
            let here = set.components.iter().any(|c| {
                let suspect = snapshot.range(&(c.start as usize..c.end as usize));
                suspect.start.line <= *lines.end() && *lines.start() <= suspect.end.line
            });
            if here {
                found.push(edit(
                    snapshot,
                    fix,
                    &findings.report.with_fix(set.group, fix),
                ));
            }
        }
    }
    found
}

fn edit(snapshot: &Snapshot, fix: &Fix, promise: &str) -> CodeAction {
    let change = |e: &Edit| {
        let place = snapshot.range(&(e.start as usize..e.end as usize));
        TextEdit::new(place, e.new.clone())
    };
    let changes = fix.edits().map(change).collect();
    CodeAction {
        title: format!("FaultLens: {} ({promise})", fix.sentence()),
        kind: Some(CodeActionKind::QUICKFIX),
        edit: Some(WorkspaceEdit {
            changes: Some([(snapshot.uri.clone(), changes)].into()),
            ..WorkspaceEdit::default()
        }),
        is_preferred: Some(true),
        ..CodeAction::default()
    }
}

fn commands(snapshot: &Snapshot, range: Range) -> Vec<Command> {
    let mut all = Vec::new();
    if matches!(snapshot.activity, Activity::Localizing | Activity::Queued) {
        let title = "FaultLens: cancel".to_owned();
        all.push(command(snapshot, title, ext::CANCEL));
    }
    // What was just found need not be looked for again; who wants to can, but other things come first.
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
            format!("FaultLens: {which} set of changes ({} of {sets})", to + 1)
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
    // Where the tests are counted, and wherever one looks for them in vain.
    let counted_here = snapshot.tests.is_some() && at_head(snapshot, range);
    if counted_here
        || matches!(
            snapshot.knowledge(),
            Knowledge::NoTests | Knowledge::Unanalysable
        )
    {
        let title = "FaultLens: why is my test not here?".to_owned();
        all.push(command(snapshot, title, ext::WHY_NO_TEST));
    }
    all
}

/// To look for the suspects, if tests fail and nobody does yet.
fn localize(snapshot: &Snapshot) -> Option<Command> {
    let running = matches!(snapshot.activity, Activity::Localizing | Activity::Queued);
    let counts = snapshot.counts();
    let counts = counts.filter(|counts| counts.failing > 0 && !running)?;
    let title = format!("FaultLens: {}", words::localize(counts.failing));
    Some(command(snapshot, title, ext::LOCALIZE))
}

/// What can be said of the line at which a range begins: at suspects, and where something was said already.
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
        let title = "FaultLens: forget what was said of lines".to_owned();
        all.push(command(snapshot, title, ext::CLEAR_MARKS));
    }
    all
}

/// The user opened the menu. Clients that do not tell are taken to have been asked.
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

/// At the line of the lenses.
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
    use crate::model::Scope;

    fn titles(snapshot: &Snapshot, line: u32, context: &CodeActionContext) -> Vec<String> {
        let range = Range::new(Position::new(line, 0), Position::new(line, 0));
        let title = |action| match action {
            CodeActionOrCommand::Command(command) => format!("command {}", command.title),
            CodeActionOrCommand::CodeAction(action) => action.title,
        };
        actions(snapshot, range, context)
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
            "FaultLens: next set of changes (2 of 2)",
            "FaultLens: previous set of changes (2 of 2)",
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
        let answers = actions(&snapshot, read[0].range, &there).into_iter();
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
        let why = "FaultLens: why is my test not here?";
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
                "FaultLens: forget what was said of lines"
            ]
        );
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
        let edits: Vec<TextEdit> = fixes(&snapshot, range)
            .into_iter()
            .filter_map(|action| action.edit?.changes)
            .flat_map(|changes| changes.into_values().flatten())
            .collect();
        let place = snapshot.range(&(start as usize..start as usize + 1));
        assert_eq!(edits, [TextEdit::new(place, ">".into())]);
        assert_eq!(titles(&snapshot, 0, &invoked).len(), 4);
        // Of the tests of another group a fix says nothing.
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
