//! Tests with clients that are slow, wrong or unusual.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{TestClient, URI, able, document, position};
use crate::jobs::JobKind;
use crate::lsp::ext::Knowledge;
use crate::lsp::views::testing::{MAX3, report};

#[tokio::test]
async fn a_client_that_never_answers_does_not_wedge_the_server() {
    let mut client = TestClient::start(able(), Value::Null).await;
    client.answers = false;
    client.open(MAX3).await;
    client.tests_end(3).await;
    for _ in 0..12 {
        client.command("faultlens.localize").await;
        client.jobs.next(JobKind::Localize).await.finish(report());
        client
            .status(|status| status.result == Knowledge::Found)
            .await;
        client.command("faultlens.cancel").await;
    }
    let asked = Instant::now();
    let _: Value = client.request("textDocument/hover", position(4, 9)).await;
    assert!(asked.elapsed() < Duration::from_secs(2));
    client.shut_down().await;
}

#[tokio::test]
async fn documents_that_are_not_ours_are_left_alone() {
    let mut client = TestClient::start(able(), Value::Null).await;
    for (uri, language) in [
        ("file:///w/a.h", "c"),
        ("file:///w/a.py", "python"),
        ("untitled:Untitled-1", "c"),
    ] {
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": MAX3 });
        client
            .notify("textDocument/didOpen", json!({ "textDocument": document }))
            .await;
    }
    client.jobs.none_for(Duration::from_millis(300)).await;
    let params = json!({ "command": "faultlens.localize", "arguments": ["file:///w/a.h"] });
    let answer = client.response("workspace/executeCommand", params).await;
    assert!(
        answer["error"]["message"]
            .as_str()
            .unwrap()
            .contains("only C source files"),
        "{answer}"
    );
    client.shut_down().await;
}

#[tokio::test]
async fn requests_about_nothing_are_answered_with_nothing() {
    let mut client = TestClient::start(able(), Value::Null).await;
    assert_eq!(
        client
            .request::<Value>("textDocument/hover", position(0, 0))
            .await,
        Value::Null
    );
    assert_eq!(
        client
            .request::<Value>("textDocument/codeLens", document())
            .await,
        Value::Null
    );
    client.open("").await;
    assert_eq!(
        client
            .request::<Value>("textDocument/hover", position(70, 70))
            .await,
        Value::Null
    );
    client.edit(2, 9, 3, 1, "x").await;
    let answer = client
        .response(
            "workspace/executeCommand",
            json!({ "command": "faultlens.fix" }),
        )
        .await;
    assert!(
        answer["error"]["message"]
            .as_str()
            .unwrap()
            .contains("no command `faultlens.fix`"),
        "{answer}"
    );
    let params = json!({ "command": "faultlens.localize", "arguments": ["not a uri \u{0}"] });
    assert!(
        client
            .response("workspace/executeCommand", params)
            .await
            .get("error")
            .is_some()
    );
    client.shut_down().await;
}

#[tokio::test]
async fn wild_reports_do_not_bring_the_server_down() {
    let mut client = TestClient::tested().await;
    client.command("faultlens.localize").await;
    let mut wild = report();
    wild.diagnoses[0].group = 99;
    wild.diagnoses[0].components[0].start = 1_000_000;
    wild.diagnoses[0].components[1].end = 0;
    wild.diagnoses[1].components.clear();
    wild.ranking[0].line = 4_000_000_000;
    wild.ranking[1].diagnoses = vec![77];
    client.jobs.next(JobKind::Localize).await.finish(wild);
    client
        .status(|status| status.result == Knowledge::Found)
        .await;
    for line in 0..20 {
        let _: Value = client
            .request("textDocument/hover", position(line, 9))
            .await;
    }
    client.lenses().await;
    client.command("faultlens.nextSet").await;
    client.lenses().await;
    client.shut_down().await;
}

#[tokio::test]
async fn whole_text_changes_are_edits_too() {
    let mut client = TestClient::tested().await;
    client.command("faultlens.localize").await;
    client.jobs.next(JobKind::Localize).await.finish(report());
    client.diagnostics(|all| !all.is_empty()).await;
    let params = json!({
        "textDocument": { "uri": URI, "version": 2 },
        "contentChanges": [{ "text": format!("/* \u{1f980} */\n{MAX3}") }],
    });
    client.notify("textDocument/didChange", params).await;
    let moved = client
        .diagnostics(|all| all.iter().all(|d| d.message.starts_with("stale: ")))
        .await;
    assert_eq!(
        (moved[0].range.start.line, moved[0].range.start.character),
        (5, 8)
    );
    client.shut_down().await;
}

#[tokio::test]
async fn a_big_file_takes_keystrokes_without_waiting() {
    let mut client = TestClient::start(able(), Value::Null).await;
    client
        .open(&"int f(void) { return 0; }\n".repeat(40_000))
        .await;
    let _: Value = client.request("textDocument/codeLens", document()).await;
    let began = Instant::now();
    for version in 2..22 {
        client.edit(version, 20_000, 0, 0, "x").await;
    }
    let _: Value = client.request("textDocument/codeLens", document()).await;
    let each = began.elapsed() / 20;
    assert!(
        each < Duration::from_millis(200),
        "{each:?} for a keystroke in a file of 1 MB"
    );
    client.shut_down().await;
}
