use tower_lsp::ls_types::{Position, TextEdit};

use super::*;
use crate::lsp::client::ClientInfo;
use crate::lsp::ext::Activity;
use crate::lsp::line_index::LineIndex;
use crate::lsp::marks::Mark;
use crate::lsp::views::diagnostics::diagnostics;
use crate::lsp::views::testing::{MAX3, found, opened, poor, report, tested};
use crate::lsp::views::words;
use crate::model::{Edit, Fix, Scope};

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
            nth: None,
        },
        scope: Scope::All,
        ..Fix::default()
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
        report.compare_fixes();
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
        nth: None,
    };
    report.diagnoses[0].fixes.push(Fix {
        edit: edit(&condition.file, condition.start + 2, "<"),
        also: vec![edit("/far/ä.h", 3, "-")],
        scope: Scope::All,
        doubtful: true,
        ..Fix::default()
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
