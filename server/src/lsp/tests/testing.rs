//! Tests of running and listing tests, and of walking through the sets.

use serde_json::{Value, json};
use tower_lsp::ls_types::{Diagnostic, NumberOrString};

use super::client::{TestClient, URI, able};
use crate::jobs::JobKind;
use crate::lsp::ext::{Activity, StatusParams};
use crate::lsp::views::testing::{MAX3, report, test_report};

async fn ask_for_tests(client: &mut TestClient) {
    let params = json!({ "command": "faultlens.runTests", "arguments": [URI] });
    client.ask("workspace/executeCommand", params).await;
}

#[tokio::test]
async fn running_the_tests_answers_when_they_have_ended() {
    let mut client = TestClient::tested().await;
    let before: Value = client.command("faultlens.listTests").await;
    assert_eq!(before["tests"][2]["outcome"], "fail");
    ask_for_tests(&mut client).await;
    let job = client.jobs.next(JobKind::Test).await;
    client
        .status(|status| status.state == Activity::Testing)
        .await;
    job.finish_tests(test_report(1));
    let answer = client.answer().await["result"].take();
    let answer: StatusParams = serde_json::from_value(answer).unwrap();
    assert_eq!((answer.failing, answer.tests_stale), (Some(1), false));
    let status = client.status(|status| status.failing == Some(1)).await;
    assert_eq!(status.test_run, answer.test_run);
    let tests: Value = client.command("faultlens.listTests").await;
    assert_eq!(tests["tests"][2]["outcome"], "pass");
    client.shut_down().await;
}

#[tokio::test]
async fn every_run_has_a_number_of_its_own_and_ages_with_the_text() {
    let mut client = TestClient::tested().await;
    ask_for_tests(&mut client).await;
    let job = client.jobs.next(JobKind::Test).await;
    job.finish_tests(test_report(3));
    let first = client.answer().await["result"]["testRun"].as_u64();
    client.edit(2, 0, 0, 0, "\n").await;
    let aged = client.status(|status| status.tests_stale).await;
    assert_eq!(aged.test_run, first);
    let job = client.jobs.next(JobKind::Test).await;
    job.finish_tests(test_report(3));
    let second = client.status(|status| !status.tests_stale).await;
    assert!(second.test_run > first, "{first:?} {second:?}");
    client.shut_down().await;
}

#[tokio::test]
async fn a_run_that_does_not_come_to_its_end_says_why() {
    let mut client = TestClient::tested().await;
    ask_for_tests(&mut client).await;
    let job = client.jobs.next(JobKind::Test).await;
    client.edit(2, 0, 0, 0, "\n").await;
    let answer = client.answer().await;
    let why = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(why.contains("ended before there was an answer"), "{answer}");
    job.killed().await;
    client.shut_down().await;
}

#[tokio::test]
async fn a_failed_or_cancelled_run_is_answered_too() {
    let mut client = TestClient::tested().await;
    ask_for_tests(&mut client).await;
    let job = client.jobs.next(JobKind::Test).await;
    job.send(crate::jobs::Event::failed("the worker ended by a signal"));
    let answer = client.answer().await;
    assert!(answer.to_string().contains("ended by a signal"), "{answer}");

    ask_for_tests(&mut client).await;
    let job = client.jobs.next(JobKind::Test).await;
    let cancel = json!({ "command": "faultlens.cancel", "arguments": [URI] });
    client.ask("workspace/executeCommand", cancel).await;
    let answers = [client.any_answer().await, client.any_answer().await];
    let refused = answers
        .iter()
        .find_map(|answer| answer["error"]["message"].as_str());
    assert!(
        refused.is_some_and(|why| why.contains("cancelled")),
        "{answers:?}"
    );
    job.killed().await;
    client.shut_down().await;
}

#[tokio::test]
async fn a_set_is_selected_by_its_number_everywhere() {
    let (mut client, job) = TestClient::localizing().await;
    job.finish(report());
    client.status(|status| status.sets == 2).await;
    let answer = client.command_at("faultlens.selectSet", 2).await;
    assert_eq!(answer["set"], 2);
    assert_eq!(answer["setLines"], json!([5, 8, 11]));
    let lines = client
        .lines(|lines| lines.groups.iter().any(|g| g.sets[1].selected))
        .await;
    assert!(!lines.groups[0].sets[0].selected);
    assert!(client.lenses().await[1].starts_with("cause 2 of 2"));
    for number in [json!(0), json!(3), json!(-1), json!("x"), Value::Null] {
        let params = json!({ "command": "faultlens.selectSet", "arguments": [URI, number] });
        let refused = client.response("workspace/executeCommand", params).await;
        assert!(refused.get("error").is_some(), "{number}: {refused}");
    }
    client.shut_down().await;
}

#[tokio::test]
async fn why_a_test_is_not_here_is_answered_in_words() {
    let mut client = TestClient::tested().await;
    let answer = client.command("faultlens.whyNoTest").await;
    let text = answer.as_str().unwrap();
    assert!(text.starts_with("# Tests of max3.c"), "{text}");
    assert!(text.contains("## Where tests are looked for"), "{text}");
    client.shut_down().await;
}

#[tokio::test]
async fn an_edit_that_broke_tests_is_pointed_out_until_they_pass() {
    let mut client = TestClient::start(able(), Value::Null).await;
    client.open(MAX3).await;
    client.tests_end(0).await;
    client.status(|status| status.failing == Some(0)).await;
    client.edit(2, 4, 8, 9, "s").await;
    client.tests_end(2).await;
    let edit = |d: &Diagnostic| d.code == Some(NumberOrString::String("edit".to_owned()));
    let said = client.diagnostics(|all| all.iter().any(edit)).await;
    let said = said.into_iter().find(edit).expect("it was there");
    assert_eq!(said.range.start.line, 4);
    assert_eq!(
        said.message,
        "t0, t1 passed before this edit; it was `if (f < s && f >= t)`"
    );
    client.edit(3, 4, 8, 9, "f").await;
    client.diagnostics(|all| !all.iter().any(edit)).await;
    client.tests_end(0).await;
    client.status(|status| status.failing == Some(0)).await;
    client.shut_down().await;
}
