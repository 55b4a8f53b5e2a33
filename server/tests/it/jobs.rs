//! What the asking process makes of workers that behave and of workers that do not. The workers here are shell scripts.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use faultlens_core::config::Options;
use faultlens_core::jobs::{Event, JobHandle, JobKind, JobSpec, Report, Worker};
use faultlens_core::model::{LocalizeReport, Status};

const DIAGNOSIS: &str = r#"{"diagnosis":{"diagnosis":{"group":0,"components":[{"id":4,"file":"a.c","line":5,"column":7,"end_line":5,"end_column":9,"start":40,"end":42,"kind":"condition","text":"f","function":"main","refined":null,"macro":null,"values":[]}],"weight":1.0,"verified":true,"minimal":"proved","evidence":[]}}}"#;
const TESTS: &str = r#"{"tests":{"summary":{"total":2,"failing":["t0"],"passing":["t1"],"unanalysable":[],"details":[]},"groups":[]}}"#;

/// A worker that reads its job and then does what `script` says.
fn start(name: &str, script: &str, timeout: f64) -> JobHandle {
    start_with(name, script, timeout, false)
}

/// The same, perhaps with no event told but the last.
fn start_with(name: &str, script: &str, timeout: f64, only_last: bool) -> JobHandle {
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("worker-{name}"));
    fs::write(&program, format!("#!/bin/sh\nread job\n{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let spec = JobSpec {
        options: Options {
            timeout,
            ..Options::default()
        },
        ..JobSpec::new(JobKind::Localize, "a.c")
    };
    // "Text file busy": another test's child still holds the script open for writing, between its fork and its exec.
    (0..100)
        .find_map(|_| {
            let worker = Worker::at(&program).with_only_the_last(only_last);
            let job = worker.spawn(&spec).ok();
            if job.is_none() {
                std::thread::sleep(Duration::from_millis(10));
            }
            job
        })
        .unwrap()
}

/// All events and the time they took.
fn collect(job: &JobHandle) -> (Vec<Event>, Duration) {
    let started = Instant::now();
    (job.events.iter().collect(), started.elapsed())
}

fn report(events: &[Event]) -> &LocalizeReport {
    match events.last().unwrap() {
        Event::Done { report } => match report.as_ref() {
            Report::Localize(report) => report,
            _ => {
                panic!("a report of the wrong kind")
            }
        },
        other => panic!("the last event is {other:?}"),
    }
}

#[test]
fn what_was_found_before_a_hang_is_in_the_report() {
    let job = start(
        "hang",
        &format!("echo '{TESTS}'\necho '{DIAGNOSIS}'\nsleep 100"),
        0.3,
    );
    let (events, time) = collect(&job);
    let report = report(&events);
    assert_eq!(
        (report.status, report.reason.as_deref()),
        (Status::Stopped, Some("time limit 0.3 s"))
    );
    assert_eq!(report.tests.failing, ["t0"]);
    assert_eq!(report.diagnoses.len(), 1);
    assert_eq!((report.ranking[0].line, report.ranking[0].rank), (5, 1));
    assert!(time < Duration::from_secs(5), "{time:?}");
}

#[test]
fn what_nobody_listened_to_is_read_when_it_is_needed() {
    let found = format!("echo '{TESTS}'; echo '{DIAGNOSIS}'");
    let all = |name: &str, script: &str| {
        let script = format!("{found}\n{script}");
        let (events, _) = collect(&start_with(name, &script, 20.0, true));
        assert_eq!(events.len(), 1, "{events:?}");
        events
    };
    let crashed = all("unheard-crash", "kill -SEGV $$");
    assert_eq!(report(&crashed).diagnoses.len(), 1);
    let failed = all(
        "unheard-failure",
        r#"echo '{"failed":{"message":"no luck"}}'; sleep 100"#,
    );
    let [Event::Failed { message, told }] = &failed[..] else {
        panic!("{failed:?}");
    };
    let Some(Report::Localize(told)) = told.as_deref() else {
        panic!("{told:?}");
    };
    assert_eq!((message.as_str(), told.diagnoses.len()), ("no luck", 1));
    assert_eq!(told.reason.as_deref(), Some("no luck"));
}

/// The threads of a worker tell things while one of them writes the report.
#[test]
fn a_report_that_is_passed_on_is_the_report() {
    let announced = r#"{"written":{"end":{"status":"complete","has_sets":true}}}"#;
    let progress = r#"{"progress":{"sets_found":0,"queries":0,"elapsed_ms":1}}"#;
    let report = r#"{"version":1,"file":"a.c"}"#;
    for (name, script) in [
        (
            "at-once",
            format!("printf '%s\\n' '{announced}' '{report}' '{progress}'; sleep 100"),
        ),
        (
            "apart",
            format!(
                "echo '{announced}'; sleep 0.2; printf '%s\\n' '{report}' '{progress}'; sleep 100"
            ),
        ),
        (
            "between",
            format!(
                "echo '{announced}'; sleep 0.2; echo '{progress}'; sleep 0.2; echo '{report}'; sleep 100"
            ),
        ),
    ] {
        for only_last in [false, true] {
            let name = format!("written-{name}-{only_last}");
            let (events, _) = collect(&start_with(&name, &script, 20.0, only_last));
            let Some(Event::Written { report: found, .. }) = events.last() else {
                panic!("{name}: {events:?}");
            };
            assert_eq!(*found, format!("{report}\n").into_bytes(), "{name}");
        }
    }
}

#[test]
fn cancelling_kills_and_keeps_what_was_found() {
    let job = start(
        "cancel",
        &format!("echo '{TESTS}'\necho '{DIAGNOSIS}'\nsleep 100"),
        60.0,
    );
    let first = job.events.recv().unwrap();
    assert!(matches!(first, Event::Tests { .. }));
    let second = job.events.recv().unwrap();
    assert!(matches!(second, Event::Diagnosis { .. }));
    job.cancel();
    job.cancel();
    let (events, time) = collect(&job);
    let report = report(&events);
    assert_eq!(
        (report.status, report.reason.as_deref()),
        (Status::Stopped, Some("cancelled"))
    );
    assert_eq!(report.diagnoses.len(), 1);
    assert!(time < Duration::from_secs(5), "{time:?}");
}

#[test]
fn a_crash_is_a_report() {
    let crash = |name: &str, script: &str| {
        let job = start(name, script, 20.0);
        let (events, _) = collect(&job);
        let report = report(&events);
        assert_eq!(report.status, Status::Stopped);
        report.reason.clone().unwrap()
    };
    assert_eq!(
        crash("segv", "kill -SEGV $$"),
        "worker crashed: signal 11 (segmentation fault)"
    );
    assert!(crash("exit", "exit 7").contains("exit status: 7"));
    assert_eq!(
        crash(
            "memory",
            "echo 'memory allocation of 8 bytes failed' >&2; kill -ABRT $$"
        ),
        "memory limit 2048 MB"
    );
    assert!(crash("noise", "echo 'hello, I am no event'").contains("without an answer"));
}

#[test]
fn nothing_of_a_dropped_job_is_left() {
    let marker = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("worker-drop.pid");
    let _ = fs::remove_file(&marker);
    // The process in question is one that the worker started, as it may start a compiler.
    let script = format!(
        "sleep 100 &\necho $! > '{}'\necho '{TESTS}'\nwait",
        marker.display()
    );
    let job = start("drop", &script, 60.0);
    job.events.recv().unwrap();
    let pid = fs::read_to_string(&marker).unwrap().trim().to_owned();
    let process = PathBuf::from(format!("/proc/{pid}"));
    drop(job);
    let gone = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        is_gone(&process)
    });
    assert!(gone, "process {pid} is still there");
}

/// Ended, if perhaps not yet waited for by whoever inherited it.
fn is_gone(process: &std::path::Path) -> bool {
    fs::read_to_string(process.join("stat")).map_or(true, |stat| stat.contains(") Z "))
}

#[test]
fn a_worker_that_cannot_be_started_is_an_error() {
    let spec = JobSpec::new(JobKind::Test, "a.c");
    assert!(Worker::at("/no/such/program").spawn(&spec).is_err());
}
