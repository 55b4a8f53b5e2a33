//! Tests of typical use, from opening a file to reading about its suspects.

use std::time::Duration;

use serde_json::{Value, json};
use tower_lsp::ls_types::{
    CodeActionOrCommand, DiagnosticSeverity, DocumentDiagnosticReport, InlayHint, InlayHintLabel,
};

use super::client::{TestClient, URI, able, document, position};
use crate::config::LineRef;
use crate::jobs::JobKind;
use crate::lsp::ext::{Activity, Knowledge, Role};
use crate::lsp::views::testing::{MAX3, report, test_report};
use crate::model::{Edit, Fix, Scope};

#[tokio::test]
async fn opening_a_file_runs_its_tests_and_offers_to_localize() {
    let mut client = TestClient::start(able(), Value::Null).await;
    client.open(MAX3).await;
    assert_eq!(client.lenses().await, [""; 0]);
    let job = client.jobs.next(JobKind::Test).await;
    assert_eq!(job.spec.text.as_deref(), Some(MAX3));
    client
        .status(|status| status.state == Activity::Testing && status.result == Knowledge::Unknown)
        .await;
    job.finish_tests(test_report(3));
    let status = client.status(|status| status.state == Activity::Idle).await;
    assert_eq!(
        (status.result, status.text.as_str()),
        (Knowledge::TestsFail, "3 of 5 tests fail")
    );
    assert_eq!(
        client.lenses().await,
        ["3 of 5 tests fail", "Localize 3 failing tests"]
    );
    client.shut_down().await;
}

#[tokio::test]
async fn the_lens_of_a_set_goes_to_its_place() {
    let mut capabilities = able();
    capabilities["window"]["showDocument"]["support"] = json!(true);
    let mut client = TestClient::start(capabilities, Value::Null).await;
    client.open(MAX3).await;
    client.tests_end(3).await;
    assert_eq!(client.command("faultlens.goToSet").await, json!(false));
    client.command("faultlens.localize").await;
    client.jobs.next(JobKind::Localize).await.finish(report());
    client.status(|status| status.set == Some(1)).await;
    let lenses: Value = client
        .request(
            "textDocument/codeLens",
            json!({ "textDocument": { "uri": URI } }),
        )
        .await;
    assert_eq!(lenses[1]["command"]["command"], "faultlens.goToSet");
    assert_eq!(client.command("faultlens.goToSet").await, json!(true));
    let shown = client.asked("window/showDocument").await;
    assert_eq!(shown["params"]["uri"], URI);
    assert_eq!(shown["params"]["selection"]["start"]["line"], 4);
    client.shut_down().await;
}

#[tokio::test]
async fn a_first_suspect_in_another_file_is_shown_to_who_asked_for_the_search() {
    let mut capabilities = able();
    capabilities["window"]["showDocument"]["support"] = json!(true);
    let mut client = TestClient::start(capabilities, Value::Null).await;
    client.open(MAX3).await;
    client.tests_end(3).await;
    client.command("faultlens.localize").await;
    let mut found = report();
    for set in &mut found.diagnoses {
        set.components.truncate(1);
        set.components[0].file = "other.c".to_owned();
        set.components[0].line = 3;
    }
    client.jobs.next(JobKind::Localize).await.finish(found);
    let shown = client.asked("window/showDocument").await;
    assert_eq!(shown["params"]["uri"], "file:///w/other.c");
    assert_eq!(shown["params"]["selection"]["start"]["line"], 2);
    client.shut_down().await;
}

#[tokio::test]
async fn localizing_shows_one_result_in_every_way() {
    let (mut client, job) = TestClient::localizing().await;
    client
        .status(|status| status.state == Activity::Localizing)
        .await;
    job.finish(report());

    let status = client
        .status(|status| status.result == Knowledge::Found)
        .await;
    assert_eq!(
        (status.set, status.sets, status.set_lines),
        (Some(1), 2, vec![4, 7, 10])
    );
    let lines = client.lines(|lines| !lines.lines.is_empty()).await;
    assert_eq!(
        lines
            .lines
            .iter()
            .filter(|line| line.role == Role::Selected)
            .count(),
        3
    );
    let diagnostics = client.diagnostics(|all| !all.is_empty()).await;
    let warnings = diagnostics
        .iter()
        .filter(|d| d.severity == Some(DiagnosticSeverity::WARNING));
    assert_eq!(
        warnings.map(|d| d.range.start.line).collect::<Vec<_>>(),
        [4, 7, 10]
    );
    let expected = [
        "3 of 5 tests fail",
        "cause 1 of 2 {5, 8, 11}",
        "previous",
        "next",
        "explain t0",
    ];
    assert_eq!(client.lenses().await, expected);
    let hover: Value = client.request("textDocument/hover", position(4, 9)).await;
    assert!(
        hover["contents"]["value"]
            .as_str()
            .unwrap()
            .starts_with("**Suspect 1 of 6.**"),
        "{hover}"
    );
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 50, "character": 0 } });
    let params = json!({ "textDocument": { "uri": URI }, "range": range });
    let hints: Vec<InlayHint> = client.request("textDocument/inlayHint", params).await;
    assert_eq!(hints.len(), 2);
    client.shut_down().await;
}

#[tokio::test]
async fn the_next_set_is_selected_everywhere() {
    let mut client = TestClient::tested().await;
    client.command("faultlens.localize").await;
    client.jobs.next(JobKind::Localize).await.finish(report());
    client
        .status(|status| status.result == Knowledge::Found)
        .await;
    let answer = client.command("faultlens.nextSet").await;
    assert_eq!(
        (&answer["set"], &answer["setLines"]),
        (&json!(2), &json!([5, 8, 11]))
    );
    assert_eq!(client.lenses().await[1], "cause 2 of 2 {6, 9, 12}");
    assert_eq!(client.command("faultlens.nextSet").await["set"], 1);
    assert_eq!(client.command("faultlens.previousSet").await["set"], 2);
    client.asked("workspace/codeLens/refresh").await;
    client.asked("workspace/inlayHint/refresh").await;
    client.shut_down().await;
}

#[tokio::test]
async fn what_the_user_says_of_lines_is_asked_for_again_and_moves_with_the_text() {
    let mut client = TestClient::tested().await;
    client.command_at("faultlens.markSuspect", 7).await;
    client.command("faultlens.localize").await;
    let job = client.jobs.next(JobKind::Localize).await;
    let lines = |places: &[LineRef]| places.iter().map(|p| p.line).collect::<Vec<_>>();
    assert_eq!(lines(&job.spec.options.suspect), [8]);
    job.finish(report());
    client
        .status(|status| status.result == Knowledge::Found)
        .await;
    client.command_at("faultlens.markCorrect", 4).await;
    let job = client.jobs.next(JobKind::Localize).await;
    assert_eq!(lines(&job.spec.options.correct), [5]);
    job.finish(report());
    client.edit(2, 0, 0, 0, "\n").await;
    let params = json!({
        "textDocument": { "uri": URI },
        "range": { "start": { "line": 5, "character": 0 }, "end": { "line": 9, "character": 0 } },
    });
    let hints: Vec<InlayHint> = client.request("textDocument/inlayHint", params).await;
    let said = |hint: &InlayHint| match &hint.label {
        InlayHintLabel::String(text) => (hint.position.line, text.clone()),
        InlayHintLabel::LabelParts(_) => panic!("parts"),
    };
    let expected = [
        (5, "marked correct".to_owned()),
        (8, "marked suspect".to_owned()),
    ];
    assert_eq!(hints.iter().map(said).collect::<Vec<_>>(), expected);
    client.command("faultlens.clearMarks").await;
    let job = client.jobs.next(JobKind::Localize).await;
    assert!(job.spec.options.correct.is_empty() && job.spec.options.suspect.is_empty());
    job.finish(report());
    client
        .status(|status| status.version == Some(2) && !status.stale && status.set.is_some())
        .await;
    client.shut_down().await;
}

#[tokio::test]
async fn edits_move_the_result_and_mark_it_before_anything_runs() {
    let mut client = TestClient::tested().await;
    client.command("faultlens.localize").await;
    client.jobs.next(JobKind::Localize).await.finish(report());
    client.diagnostics(|all| !all.is_empty()).await;
    client.edit(2, 0, 0, 0, "\n").await;
    let diagnostics = client
        .diagnostics(|all| all.iter().all(|d| d.message.starts_with("stale: ")))
        .await;
    assert_eq!(diagnostics[0].range.start.line, 5);
    let lines = client.lines(|lines| lines.stale).await;
    assert_eq!((lines.version, lines.lines[0].line), (Some(2), 5));
    assert!(
        client
            .status(|status| status.version == Some(2))
            .await
            .stale
    );

    // The tests run again automatically; the search for suspects starts only on request.
    let job = client.jobs.next(JobKind::Test).await;
    assert_eq!(job.spec.text.as_deref(), Some(&*format!("\n{MAX3}")));
    job.finish_tests(test_report(0));
    let status = client
        .status(|status| status.result == Knowledge::AllPass)
        .await;
    assert!(!status.stale);
    client.diagnostics(<[_]>::is_empty).await;
    client.jobs.none_for(Duration::from_millis(50)).await;
    client.shut_down().await;
}

#[tokio::test]
async fn after_the_fix_of_one_of_several_faults_the_others_are_looked_for() {
    let (mut client, job) = TestClient::localizing().await;
    let mut found = report();
    let start = MAX3.find("f < s").unwrap() as u32 + 2;
    let edit = Edit {
        file: found.file.clone(),
        line: 5,
        column: 11,
        end_line: 5,
        end_column: 12,
        start,
        end: start + 1,
        old: "<".into(),
        new: ">".into(),
        nth: None,
    };
    found.diagnoses[0].fixes.push(Fix {
        edit,
        scope: Scope::Partial,
        mends: vec!["t0".into()],
        ..Fix::default()
    });
    job.finish(found);
    client.status(|status| status.sets == 2).await;
    // Another edit leaves that to the user.
    client.edit(2, 4, 10, 11, "!=").await;
    client.tests_end(2).await;
    client.edit(3, 4, 10, 12, "<").await;
    client.tests_end(3).await;
    client.jobs.none_for(Duration::from_millis(100)).await;

    client.edit(4, 4, 10, 11, ">").await;
    client.tests_end(2).await;
    client.jobs.next(JobKind::Localize).await.finish(report());
    client.shut_down().await;
}

#[tokio::test]
async fn undoing_an_edit_makes_the_result_fresh_again() {
    let mut client = TestClient::tested().await;
    client.command("faultlens.localize").await;
    client.jobs.next(JobKind::Localize).await.finish(report());
    let before = client.diagnostics(|all| !all.is_empty()).await;
    client.edit(2, 4, 8, 13, "").await;
    client
        .diagnostics(|all| all.iter().all(|d| d.message.starts_with("stale: ")))
        .await;
    client.edit(3, 4, 8, 8, "f < s").await;
    let after = client
        .diagnostics(|all| all.iter().all(|d| !d.message.starts_with("stale: ")))
        .await;
    assert_eq!(before, after);
    client.shut_down().await;
}

#[tokio::test]
async fn an_edit_and_a_request_right_after_it_are_seen_in_this_order() {
    let mut client = TestClient::tested().await;
    for version in 2..40 {
        client.edit(version, 15, 3, 3, " ").await;
        let lenses: Vec<Value> = client.request("textDocument/codeLens", document()).await;
        let length = u64::try_from(version - 1).unwrap();
        assert_eq!(
            lenses[0]["range"]["start"]["character"],
            4 + length,
            "lens of another version"
        );
    }
    client.shut_down().await;
}

#[tokio::test]
async fn code_actions_offer_the_commands() {
    let mut client = TestClient::tested().await;
    let range =
        json!({ "start": { "line": 15, "character": 0 }, "end": { "line": 15, "character": 0 } });
    let params =
        json!({ "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [] } });
    let actions: Vec<CodeActionOrCommand> = client.request("textDocument/codeAction", params).await;
    let CodeActionOrCommand::CodeAction(action) = &actions[0] else {
        panic!("a literal was announced")
    };
    let command = action.command.clone().unwrap();
    let _: Value = client
        .request(
            "workspace/executeCommand",
            serde_json::to_value(command).unwrap(),
        )
        .await;
    client.jobs.next(JobKind::Localize).await;
    client.command("faultlens.cancel").await;
    client.shut_down().await;
}

#[tokio::test]
async fn clients_that_pull_are_refreshed_and_never_pushed_to() {
    let mut capabilities = able();
    capabilities["textDocument"]["diagnostic"] = json!({});
    capabilities["workspace"]["diagnostics"] = json!({ "refreshSupport": true });
    let mut client = TestClient::start(capabilities, Value::Null).await;
    client.open(MAX3).await;
    client.tests_end(3).await;
    client.command("faultlens.localize").await;
    client.jobs.next(JobKind::Localize).await.finish(report());
    client.asked("workspace/diagnostic/refresh").await;
    let answer: DocumentDiagnosticReport =
        client.request("textDocument/diagnostic", document()).await;
    let DocumentDiagnosticReport::Full(full) = answer else {
        panic!("full reports only")
    };
    assert_eq!(full.full_document_diagnostic_report.items.len(), 5);
    client.shut_down().await;
}

#[tokio::test]
async fn saving_localizes_only_if_the_user_wants_it() {
    let mut client = TestClient::tested().await;
    client.notify("textDocument/didSave", document()).await;
    client.jobs.none_for(Duration::from_millis(50)).await;
    let settings = json!({ "settings": {} });
    client
        .conduct
        .set_settings(None, json!({ "run": "onSave", "maxSize": 1 }));
    client
        .notify("workspace/didChangeConfiguration", settings)
        .await;
    client.asked("workspace/configuration").await;
    client.asked("workspace/configuration").await;
    let _: Value = client.request("textDocument/codeLens", document()).await;
    client.edit(2, 4, 8, 8, " ").await;
    client.notify("textDocument/didSave", document()).await;
    // The tests of the new text decide.
    client.tests_end(1).await;
    let job = client.jobs.next(JobKind::Localize).await;
    assert_eq!(job.spec.options.max_size, 1);
    job.finish(report());
    client
        .status(|status| status.result == Knowledge::Found)
        .await;
    client.shut_down().await;
}

#[tokio::test]
async fn options_of_initialize_reach_the_jobs_and_mistakes_in_them_are_told() {
    let mut capabilities = able();
    capabilities["workspace"]["configuration"] = json!(false);
    let options = json!({ "timeLimit": 3, "memoryLimit": 128, "codeLens": false });
    let mut client = TestClient::start(capabilities, options).await;
    client.open(MAX3).await;
    let job = client.jobs.next(JobKind::Test).await;
    assert_eq!(
        (job.spec.options.timeout, job.spec.options.memory_mb),
        (3.0, 128)
    );
    job.finish_tests(test_report(3));
    client.status(|status| status.failing == Some(3)).await;
    assert_eq!(client.lenses().await, [""; 0]);
    let settings = json!({ "settings": { "faultlens": { "timeLimit": "soon" } } });
    client
        .notify("workspace/didChangeConfiguration", settings)
        .await;
    let told: Value = client.notification("window/showMessage", |_| true).await;
    assert!(
        told["message"]
            .as_str()
            .unwrap()
            .contains("faultlens.timeLimit"),
        "{told}"
    );
    client.shut_down().await;
}

#[tokio::test]
async fn reports_and_tests_can_be_had_as_json() {
    let mut client = TestClient::tested().await;
    let tests = client.command("faultlens.listTests").await;
    assert_eq!(tests["tests"][0]["outcome"], "fail");
    assert_eq!(client.command("faultlens.showReport").await, Value::Null);
    let doctor = client
        .request::<String>(
            "workspace/executeCommand",
            json!({ "command": "faultlens.doctor" }),
        )
        .await;
    for part in [
        "faultlens 0",
        "pushed",
        "max3.c version 1",
        "3 of 5 tests fail",
    ] {
        assert!(doctor.contains(part), "{part}: {doctor}");
    }
    client.shut_down().await;
}
