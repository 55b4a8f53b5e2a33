//! Tests of the client's folders, and of files that change on disk.

use std::time::Duration;

use serde_json::{Value, json};
use tower_lsp::ls_types::{Diagnostic, DiagnosticSeverity, PublishDiagnosticsParams};

use super::client::{TestClient, able, document};
use crate::jobs::JobKind;
use crate::lsp::views::testing::{MAX3, report, test_report};
use crate::model::LocalizeReport;

async fn changed(client: &mut TestClient, uri: &str) {
    let change = json!({ "changes": [{ "uri": uri, "type": 2 }] });
    client
        .notify("workspace/didChangeWatchedFiles", change)
        .await;
}

#[tokio::test]
async fn files_that_change_on_disk_make_results_stale() {
    let mut client = TestClient::tested().await;
    client.command("faultlens.localize").await;
    client.jobs.next(JobKind::Localize).await.finish(report());
    client.status(|status| status.sets == 2).await;
    changed(&mut client, "file:///w/tests/t0.out").await;
    assert!(client.status(|status| status.stale).await.tests_stale);
    let job = client.jobs.next(JobKind::Test).await;
    job.finish_tests(test_report(2));
    let status = client.status(|status| status.failing == Some(2)).await;
    assert!(status.stale, "the sets are still about the old tests");
    assert!(!status.tests_stale);
    client.shut_down().await;
}

/// A report whose set has its second statement in another file.
fn across_files() -> LocalizeReport {
    let mut report = report();
    let other = &mut report.diagnoses[0].components[1];
    (other.file, other.line, other.column) = ("list.c".into(), 40, 5);
    (other.end_line, other.end_column) = (40, 21);
    report.ranking[1].file = "list.c".into();
    report.ranking[1].line = 40;
    report
}

/// A client that has found this set.
async fn found_across_files() -> TestClient {
    let (client, job) = TestClient::localizing().await;
    job.finish(across_files());
    client
}

/// The next diagnostics of the other file.
async fn said_of_list(client: &mut TestClient) -> Vec<Diagnostic> {
    let of_list = |params: &PublishDiagnosticsParams| params.uri.as_str() == "file:///w/list.c";
    let published = client.notification("textDocument/publishDiagnostics", of_list);
    published.await.diagnostics
}

#[tokio::test]
async fn suspects_in_another_file_of_the_program_are_shown_there_until_it_changes() {
    let mut client = found_across_files().await;
    let said = said_of_list(&mut client).await;
    let [suspect] = &said[..] else {
        panic!("one statement is there: {said:?}")
    };
    assert_eq!(suspect.severity, Some(DiagnosticSeverity::WARNING));
    let (start, end) = (suspect.range.start, suspect.range.end);
    assert_eq!((start.line, start.character, end.character), (39, 4, 20));
    assert!(
        suspect.message.starts_with("suspect 2 of 6"),
        "{}",
        suspect.message
    );
    // An edit of the first file makes the result stale; the lines of the other file have not moved.
    client.edit(2, 2, 0, 0, " ").await;
    let said = said_of_list(&mut client).await;
    assert!(said[0].message.starts_with("stale: "), "{said:?}");
    changed(&mut client, "file:///w/list.h").await;
    assert_eq!(said_of_list(&mut client).await, []);
    client.shut_down().await;
}

#[tokio::test]
async fn what_a_document_said_of_another_file_goes_with_it() {
    let mut client = found_across_files().await;
    assert_eq!(said_of_list(&mut client).await.len(), 1);
    client.notify("textDocument/didClose", document()).await;
    assert_eq!(said_of_list(&mut client).await, []);
    client.shut_down().await;
}

#[tokio::test]
async fn what_a_compiler_writes_leaves_results_as_they_are() {
    let mut client = TestClient::tested().await;
    for uri in [
        "file:///w/a.out",
        "file:///elsewhere/t.out",
        "file:///w/other.c",
    ] {
        changed(&mut client, uri).await;
    }
    client.jobs.none_for(Duration::from_millis(700)).await;
    changed(&mut client, "file:///elsewhere/common.h").await;
    client.status(|status| status.tests_stale).await;
    client.shut_down().await;
}

#[tokio::test]
async fn several_changes_run_the_tests_once() {
    let mut client = TestClient::tested().await;
    for number in 0..5 {
        changed(&mut client, &format!("file:///w/tests/t{number}.out")).await;
    }
    let job = client.jobs.next(JobKind::Test).await;
    job.finish_tests(test_report(1));
    client.status(|status| status.failing == Some(1)).await;
    client.jobs.none_for(Duration::from_millis(700)).await;
    client.shut_down().await;
}

#[tokio::test]
async fn the_setting_for_tests_is_relative_to_the_folder_of_the_document() {
    let mut client = TestClient::start(able(), json!({ "tests": "checks" })).await;
    let folder = |path: &str| json!({ "uri": format!("file://{path}"), "name": path });
    let opened = json!({ "event": { "added": [folder("/v"), folder("/w")], "removed": [] } });
    client
        .notify("workspace/didChangeWorkspaceFolders", opened)
        .await;
    client.open(MAX3).await;
    let job = client.jobs.next(JobKind::Test).await;
    assert_eq!(job.spec.tests.as_deref(), Some("/w/checks".as_ref()));
    job.finish_tests(test_report(0));
    let closed = json!({ "event": { "added": [], "removed": [folder("/w")] } });
    client
        .notify("workspace/didChangeWorkspaceFolders", closed)
        .await;
    changed(&mut client, "file:///w/checks/t0.out").await;
    client.jobs.next(JobKind::Test).await;
    client.shut_down().await;
}

/// Number of sections that a request for the configuration asks for.
fn asks_for(request: &Value) -> usize {
    request["params"]["items"].as_array().map_or(0, Vec::len)
}

#[tokio::test]
async fn the_newest_question_about_settings_counts_and_mistakes_are_told_once() {
    let mut capabilities = able();
    capabilities["workspace"]["workspaceFolders"] = json!(true);
    let mut client = TestClient::start(capabilities, Value::Null).await;
    client.asked("workspace/configuration").await;
    client.answers = false;
    let added = json!([{ "uri": "file:///w", "name": "w" }]);
    let opened = json!({ "event": { "added": added, "removed": [] } });
    client
        .notify("workspace/didChangeWorkspaceFolders", opened)
        .await;
    let first = client.asked("workspace/configuration").await;
    assert_eq!(asks_for(&first), 2, "{first}");
    assert_eq!(first["params"]["items"][1]["scopeUri"], "file:///w");
    let change = json!({ "settings": {} });
    client
        .notify("workspace/didChangeConfiguration", change)
        .await;
    let second = client.asked("workspace/configuration").await;
    let wrong = json!({ "maxSize": 2, "timeLimit": "soon" });
    let right = json!({ "timeLimit": 7, "maxSize": 5 });
    client.respond(&second, json!([wrong, right])).await;
    let mistake = |told: &Value| told["message"].as_str().is_some_and(|m| m.contains("soon"));
    client.notification("window/showMessage", mistake).await;
    client.respond(&first, json!([wrong, wrong])).await;
    client.notification("window/showMessage", mistake).await;
    client.open(MAX3).await;
    let job = client.jobs.next(JobKind::Test).await;
    let options = &job.spec.options;
    assert_eq!((options.timeout, options.max_size), (7.0, 5));
    let more = client.notifications.iter();
    let more = more.filter(|n| n["method"] == "window/showMessage").count();
    assert_eq!(more, 0, "the same mistake of two scopes is one");
    client.shut_down().await;
}

#[tokio::test]
async fn a_client_that_cannot_watch_is_not_asked_to() {
    for can in [true, false] {
        let mut capabilities = able();
        capabilities["workspace"]["didChangeWatchedFiles"] = json!({ "dynamicRegistration": can });
        let mut client = TestClient::start(capabilities, Value::Null).await;
        let asked = client.asked("client/registerCapability").await;
        let methods: Vec<&str> = asked["params"]["registrations"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|registration| registration["method"].as_str())
            .collect();
        assert_eq!(methods.contains(&"workspace/didChangeWatchedFiles"), can);
        client.shut_down().await;
    }
}

#[tokio::test]
async fn a_result_from_before_the_change_is_not_shown_as_new() {
    let (mut client, job) = TestClient::localizing().await;
    changed(&mut client, "file:///w/tests/t0.out").await;
    job.killed().await;
    job.finish(report());
    client.tests_end(2).await;
    let status = client.status(|status| status.failing == Some(2)).await;
    assert_eq!((status.sets, status.tests_stale), (0, false));
    client.shut_down().await;
}
