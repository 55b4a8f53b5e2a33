//! Tests of requested and background explanations.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::{TestClient, URI};
use crate::jobs::{Event, JobKind, Report};
use crate::lsp::ext::{Activity, Knowledge};
use crate::lsp::views::testing::{explanation, report};
use crate::model::{ExplainReport, ExplainStatus, InputsReport, InputsStatus};

/// A client that has found suspects, and the background job that follows.
async fn found() -> (TestClient, super::runner::FakeJob) {
    let mut client = TestClient::tested().await;
    client.command("faultlens.localize").await;
    client.jobs.next(JobKind::Localize).await.finish(report());
    let found = |status: &crate::lsp::ext::StatusParams| status.result == Knowledge::Found;
    assert_eq!(client.status(found).await.explained, None);
    let job = client.jobs.next(JobKind::Explain).await;
    (client, job)
}

#[tokio::test]
async fn what_was_found_is_explained_by_itself_and_shown_everywhere() {
    let (mut client, job) = found().await;
    assert_eq!(job.spec.explain.test.as_deref(), Some("t0"));
    assert!(job.spec.options.timeout <= 5.0, "nobody waits for it");
    // The job gets the sets of this test's group, so that they need not be searched for again.
    let found = job.spec.explain.found.as_ref().expect("the search's sets");
    let of_t0 = |group: usize| report().groups[group].tests.contains(&"t0".to_owned());
    assert!(!found.is_empty() && found.iter().all(|set| of_t0(set.group)));
    assert!(client.lenses().await.contains(&"explain t0".to_owned()));
    job.finish_explanation(explanation());
    client
        .status(|status| status.explained.as_deref() == Some("t0"))
        .await;
    let title = "explain t0: 6 statements";
    assert!(client.lenses().await.contains(&title.to_owned()));
    // The answer is known already: no second job.
    let explain = json!({ "command": "faultlens.explain", "arguments": [URI, "t0"] });
    let text: String = client.request("workspace/executeCommand", explain).await;
    assert!(text.contains("// holds: "), "{text}");
    let other = json!({ "command": "faultlens.explain", "arguments": [URI, "t2"] });
    client.ask("workspace/executeCommand", other).await;
    let job = client.jobs.next(JobKind::Explain).await;
    assert_eq!(job.spec.explain.test.as_deref(), Some("t2"));
    assert!(job.spec.options.timeout > 5.0, "somebody waits for it");
    job.finish_explanation(ExplainReport {
        test: Some("t2".into()),
        ..explanation()
    });
    assert!(client.answer().await["error"].is_null());
    // The last requested explanation is shown, and no other replaces it, since t2 is in the selected set's group too.
    assert!(client.lenses().await.contains(&title.replace("t0", "t2")));
    client.command("faultlens.nextSet").await;
    client.command("faultlens.localize").await;
    let job = client.jobs.next(JobKind::Localize).await;
    client
        .status(|status| status.state == Activity::Localizing)
        .await;
    job.finish(report());
    let status = client.status(|status| status.state == Activity::Idle).await;
    assert_eq!(status.explained.as_deref(), Some("t2"));
    client.shut_down().await;
}

#[tokio::test]
async fn an_explanation_without_success_is_told_to_nobody_but_doctor() {
    let (mut client, job) = found().await;
    job.send(Event::failed("the worker ended by a signal"));
    let doctor = loop {
        let doctor: String = client
            .request(
                "workspace/executeCommand",
                json!({ "command": "faultlens.doctor" }),
            )
            .await;
        if doctor.contains("explanation: ") {
            break doctor;
        }
    };
    assert!(doctor.contains("the worker ended by a signal"), "{doctor}");
    let notes = client.notifications.iter().map(Value::to_string);
    let notes: Vec<String> = notes.filter(|note| note.contains("signal")).collect();
    assert_eq!(notes, [""; 0]);
    assert!(client.lenses().await.contains(&"explain t0".to_owned()));
    client.shut_down().await;
}

#[tokio::test]
async fn an_edit_ends_the_quiet_job_and_what_it_says_later_is_dropped() {
    let (mut client, job) = found().await;
    client.edit(2, 0, 0, 0, "\n").await;
    job.killed().await;
    job.finish_explanation(explanation());
    client.tests_end(3).await;
    let status = client
        .status(|status| status.version == Some(2) && status.failing == Some(3))
        .await;
    assert_eq!((status.stale, status.explained), (true, None));
    client.jobs.none_for(Duration::from_millis(100)).await;
    client.shut_down().await;
}

#[tokio::test]
async fn an_explanation_is_the_answer_or_there_is_none() {
    let mut client = TestClient::tested().await;
    let explained = ExplainReport {
        test: Some("t1".into()),
        ..ExplainReport::empty("max3.c", ExplainStatus::Passes, None)
    };
    let explain = json!({ "command": "faultlens.explain", "arguments": [URI, "t1"] });
    client
        .ask("workspace/executeCommand", explain.clone())
        .await;
    let job = client.jobs.next(JobKind::Explain).await;
    assert_eq!(job.spec.explain.test.as_deref(), Some("t1"));
    job.finish_explanation(explained);
    assert_eq!(
        client.answer().await["result"],
        "# max3.c: test t1 passes\n"
    );
    // An edit ends the job, and with it the wait.
    client.ask("workspace/executeCommand", explain).await;
    let job = client.jobs.next(JobKind::Explain).await;
    client.edit(2, 0, 0, 0, "\n").await;
    assert!(client.answer().await["error"].is_object());
    job.killed().await;
    client.shut_down().await;
}

#[tokio::test]
async fn a_failing_input_is_looked_for_and_told() {
    let mut client = TestClient::tested().await;
    let find = json!({ "command": "faultlens.find", "arguments": [URI] });
    client.ask("workspace/executeCommand", find).await;
    let job = client.jobs.next(JobKind::Find).await;
    let report = InputsReport {
        complete: true,
        ..InputsReport::empty("max3.c", InputsStatus::None, None)
    };
    job.send(Event::Done {
        report: Box::new(Report::Inputs(report)),
    });
    let answer = client.answer().await;
    let told = answer["result"].as_str().unwrap();
    assert!(told.contains("No input makes the program fail"), "{answer}");
    client.shut_down().await;
}
