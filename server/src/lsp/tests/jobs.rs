//! Jobs: cancelling, superseding, deadlines, progress.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{TestClient, URI, able};
use crate::jobs::{Cost, Event, JobKind, Memory};
use crate::lsp::ext::{Activity, Knowledge};
use crate::lsp::views::testing::{MAX3, report, test_report};

/// Maximum time of a cancellation, from the message to the kill.
const SOON: Duration = Duration::from_millis(100);

#[tokio::test]
async fn sets_are_shown_as_they_are_found() {
    let (mut client, job) = TestClient::localizing().await;
    let full = report();
    job.send(Event::Phase {
        name: "search".into(),
    });
    job.send(Event::Tests {
        summary: full.tests.clone(),
        groups: full.groups.clone(),
    });
    job.send(Event::Diagnosis {
        diagnosis: full.diagnoses[0].clone(),
    });
    let diagnostics = client.diagnostics(|all| !all.is_empty()).await;
    assert!(
        diagnostics[0]
            .message
            .starts_with("suspect 1 of 3 so far: "),
        "{}",
        diagnostics[0].message
    );
    assert_eq!(
        client.lenses().await,
        [
            "3 of 5 tests fail",
            "cause 1 of 1 so far {5, 8, 11}",
            "explain t0",
            "Cancel"
        ]
    );
    job.finish(full);
    client
        .status(|status| status.result == Knowledge::Found && status.sets == 2)
        .await;
    client.shut_down().await;
}

#[tokio::test]
async fn cancelling_kills_at_once_and_keeps_what_was_found() {
    let (mut client, job) = TestClient::localizing().await;
    job.send(Event::Tests {
        summary: report().tests,
        groups: report().groups,
    });
    job.send(Event::Diagnosis {
        diagnosis: report().diagnoses[0].clone(),
    });
    client.status(|status| status.sets == 1).await;
    let asked = Instant::now();
    assert_eq!(client.command("faultlens.cancel").await, json!(true));
    assert!(job.killed().await.duration_since(asked) < SOON);
    let status = client.status(|status| status.state == Activity::Idle).await;
    assert_eq!((status.result, status.sets), (Knowledge::Stopped, 1));
    assert!(status.detail.contains("cancelled"), "{}", status.detail);
    // Events after the end of the job are ignored.
    job.finish(report());
    assert_eq!(client.command("faultlens.cancel").await, json!(false));
    assert_eq!(client.lenses().await[1], "cause 1 of 1 {5, 8, 11}");
    client.shut_down().await;
}

#[tokio::test]
async fn the_cancel_button_of_the_progress_works() {
    let (mut client, job) = TestClient::localizing().await;
    let begun: Value = client
        .notification("$/progress", |p: &Value| p["value"]["kind"] == "begin")
        .await;
    assert_eq!(begun["value"]["title"], "Localizing max3.c");
    assert_eq!(begun["value"]["cancellable"], true);
    job.send(Event::Progress {
        sets_found: 2,
        queries: 7,
        elapsed_ms: 3400,
        cost: Cost::default(),
    });
    let shown: Value = client
        .notification("$/progress", |p: &Value| p["value"]["kind"] == "report")
        .await;
    assert_eq!(shown["value"]["message"], "2 sets so far, 3 s");
    client
        .notify(
            "window/workDoneProgress/cancel",
            json!({ "token": begun["token"] }),
        )
        .await;
    job.killed().await;
    let end: Value = client
        .notification("$/progress", |p: &Value| p["value"]["kind"] == "end")
        .await;
    assert_eq!(end["value"]["message"], "cancelled");
    client.shut_down().await;
}

#[tokio::test]
async fn a_search_is_told_what_the_one_before_has_found_out() {
    let (mut client, job) = TestClient::localizing().await;
    assert!(job.spec.remember && job.spec.memory.is_none());
    let memory: Memory = serde_json::from_str(r#"{"facts": [1, 2]}"#).unwrap();
    job.send(Event::Learned {
        memory: memory.clone(),
    });
    job.finish(report());
    client
        .status(|status| status.result == Knowledge::Found)
        .await;
    client.edit(2, 0, 0, 0, "\n").await;
    let tests = client.jobs.next(JobKind::Test).await;
    assert!(!tests.spec.remember && tests.spec.memory.is_none());
    tests.finish_tests(test_report(3));
    client.command("faultlens.localize").await;
    let job = client.jobs.next(JobKind::Localize).await;
    assert_eq!(job.spec.memory, Some(memory));
    job.finish(report());
    client.shut_down().await;
}

#[tokio::test]
async fn an_edit_kills_the_job_and_its_late_result_is_dropped() {
    let (mut client, job) = TestClient::localizing().await;
    client.edit(2, 0, 0, 0, "\n").await;
    job.killed().await;
    job.finish(report());
    client.tests_end(3).await;
    let status = client
        .status(|status| {
            status.version == Some(2) && status.state == Activity::Idle && !status.stale
        })
        .await;
    assert_eq!((status.result, status.sets), (Knowledge::TestsFail, 0));
    client.shut_down().await;
}

#[tokio::test]
async fn typing_runs_the_tests_once_when_it_pauses() {
    let mut client = TestClient::tested().await;
    for version in 2..12 {
        client.edit(version, 0, 0, 0, "\n").await;
    }
    let job = client.jobs.next(JobKind::Test).await;
    assert!(
        job.spec
            .text
            .as_deref()
            .unwrap()
            .starts_with("\n\n\n\n\n\n\n\n\n\n#include")
    );
    client.jobs.none_for(Duration::from_millis(500)).await;
    job.finish_tests(test_report(3));
    client.shut_down().await;
}

#[tokio::test]
async fn asking_again_supersedes_the_running_job() {
    let mut client = TestClient::tested().await;
    client.command("faultlens.localize").await;
    let first = client.jobs.next(JobKind::Localize).await;
    client.command("faultlens.localize").await;
    let second = client.jobs.next(JobKind::Localize).await;
    first.killed().await;
    assert!(!second.is_killed());
    first.finish(test_none());
    second.finish(report());
    client
        .status(|status| status.result == Knowledge::Found)
        .await;
    client.shut_down().await;
}

fn test_none() -> crate::model::LocalizeReport {
    crate::model::LocalizeReport::empty("/w/max3.c", crate::model::Status::None, None)
}

#[tokio::test]
async fn tests_of_many_documents_run_one_after_the_other() {
    let mut client = TestClient::start(able(), Value::Null).await;
    for name in ["a", "b"] {
        let uri = format!("file:///w/{name}.c");
        let document = json!({ "uri": uri, "languageId": "c", "version": 1, "text": MAX3 });
        client
            .notify("textDocument/didOpen", json!({ "textDocument": document }))
            .await;
    }
    let first = client.jobs.next(JobKind::Test).await;
    client.jobs.none_for(Duration::from_millis(150)).await;
    first.finish_tests(test_report(0));
    let second = client.jobs.next(JobKind::Test).await;
    assert_ne!(first.spec.file, second.spec.file);
    second.finish_tests(test_report(0));
    client.shut_down().await;
}

#[tokio::test]
async fn a_worker_that_cannot_start_or_fails_is_told_and_leaves_nothing_running() {
    let mut client = TestClient::tested().await;
    client.jobs.refuse.store(true, Ordering::SeqCst);
    client.command("faultlens.localize").await;
    let told: Value = client.notification("window/showMessage", |_| true).await;
    assert!(
        told["message"]
            .as_str()
            .unwrap()
            .contains("could not be started"),
        "{told}"
    );
    client
        .status(|status| status.state == Activity::Idle && status.result == Knowledge::Unanalysable)
        .await;
    client.jobs.refuse.store(false, Ordering::SeqCst);
    client.command("faultlens.localize").await;
    let job = client.jobs.next(JobKind::Localize).await;
    job.send(Event::failed("the worker was killed by signal 9"));
    let told: Value = client.notification("window/showMessage", |_| true).await;
    assert!(
        told["message"].as_str().unwrap().contains("signal 9"),
        "{told}"
    );
    client.status(|status| status.state == Activity::Idle).await;
    client.shut_down().await;
}

#[tokio::test]
async fn a_search_that_finds_nothing_says_why() {
    let mut client = TestClient::tested().await;
    client.command("faultlens.localize").await;
    let mut nothing = test_none();
    nothing.status = crate::model::Status::Unanalysable;
    nothing.reason = Some("`longjmp` is not modelled".into());
    client.jobs.next(JobKind::Localize).await.finish(nothing);
    let told: Value = client.notification("window/showMessage", |_| true).await;
    assert_eq!(
        told["message"],
        "FaultLens: Could not analyse: `longjmp` is not modelled."
    );
    client.shut_down().await;
}

#[tokio::test]
async fn a_worker_that_ignores_its_limit_is_ended() {
    let mut capabilities = able();
    capabilities["workspace"]["configuration"] = json!(false);
    let mut client = TestClient::start(capabilities, json!({ "timeLimit": 0.01 })).await;
    client.open(MAX3).await;
    client.tests_end(3).await;
    client.status(|status| status.failing == Some(3)).await;
    client.command("faultlens.localize").await;
    let job = client.jobs.next(JobKind::Localize).await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    let status = client
        .status(|status| status.result == Knowledge::Stopped)
        .await;
    assert!(job.is_killed());
    assert!(status.detail.contains("time limit"), "{}", status.detail);
    client.shut_down().await;
}

#[tokio::test]
async fn closing_a_document_kills_its_jobs_and_clears_what_was_drawn() {
    let mut client = TestClient::tested().await;
    client.command("faultlens.localize").await;
    client.jobs.next(JobKind::Localize).await.finish(report());
    client.diagnostics(|all| !all.is_empty()).await;
    client.command("faultlens.localize").await;
    let job = client.jobs.next(JobKind::Localize).await;
    client
        .notify(
            "textDocument/didClose",
            json!({ "textDocument": { "uri": URI } }),
        )
        .await;
    job.killed().await;
    client.diagnostics(<[_]>::is_empty).await;
    client
        .lines(|lines| lines.version.is_none() && lines.lines.is_empty())
        .await;
    client.status(|status| status.version.is_none()).await;
    let answer = client
        .response(
            "workspace/executeCommand",
            json!({ "command": "faultlens.localize" }),
        )
        .await;
    assert!(
        answer["error"]["message"]
            .as_str()
            .unwrap()
            .contains("no C file is open"),
        "{answer}"
    );
    client.shut_down().await;
}

#[tokio::test]
async fn shutting_down_kills_everything() {
    let (mut client, job) = TestClient::localizing().await;
    let _: Value = client.request("shutdown", Value::Null).await;
    assert!(job.is_killed());
}

#[tokio::test]
async fn nothing_starts_after_shutting_down() {
    let mut client = TestClient::tested().await;
    client.edit(2, 0, 0, 0, "\n").await;
    let _: Value = client.request("shutdown", Value::Null).await;
    client.jobs.none_for(Duration::from_millis(600)).await;
}

#[tokio::test]
async fn no_progress_is_left_on_the_screen_when_shutting_down() {
    let (mut client, _job) = TestClient::localizing().await;
    client
        .notification("$/progress", |p: &Value| p["value"]["kind"] == "begin")
        .await;
    client.shut_down().await;
}
