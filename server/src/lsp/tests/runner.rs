//! A fake runner whose jobs are controlled by the test.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::jobs::{Event, JobKind, JobSpec, Report};
use crate::lsp::runner::{JobRunner, Kill, Sink};
use crate::model::{ExplainReport, LocalizeReport, TestReport};

/// A runner that passes every started job to the test.
pub(super) struct FakeRunner {
    started: UnboundedSender<FakeJob>,
    refuse: Arc<AtomicBool>,
}

/// The test's end of a runner.
pub(super) struct Jobs {
    started: UnboundedReceiver<FakeJob>,
    /// Makes every later start fail.
    pub(super) refuse: Arc<AtomicBool>,
}

/// A job that the server believes to be running.
pub(super) struct FakeJob {
    pub(super) spec: JobSpec,
    sink: Mutex<Sink>,
    killed: Arc<Mutex<Option<Instant>>>,
}

impl FakeRunner {
    pub(super) fn new() -> (Arc<Self>, Jobs) {
        let (send, started) = unbounded_channel();
        let refuse = Arc::new(AtomicBool::new(false));
        (
            Arc::new(Self {
                started: send,
                refuse: Arc::clone(&refuse),
            }),
            Jobs { started, refuse },
        )
    }
}

impl JobRunner for FakeRunner {
    fn start(&self, spec: &JobSpec, sink: Sink) -> io::Result<Kill> {
        if self.refuse.load(Ordering::SeqCst) {
            return Err(io::Error::other("no such file"));
        }
        let killed = Arc::new(Mutex::new(None));
        let job = FakeJob {
            spec: spec.clone(),
            sink: Mutex::new(sink),
            killed: Arc::clone(&killed),
        };
        let _ = self.started.send(job);
        Ok(Box::new(move || {
            *killed.lock().unwrap() = Some(Instant::now());
        }))
    }
}

impl Jobs {
    /// Waits for the next job, which must be of this kind. Background explanations are skipped and never end.
    pub(super) async fn next(&mut self, kind: JobKind) -> FakeJob {
        loop {
            let job = tokio::time::timeout(Duration::from_secs(10), self.started.recv()).await;
            let job = job.expect("a job should have been started").unwrap();
            if job.spec.kind == kind {
                return job;
            }
            assert_eq!(job.spec.kind, JobKind::Explain);
        }
    }

    /// Asserts that no job is started for a while, except for explanations.
    pub(super) async fn none_for(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Ok(Some(job)) = {
            let left = end.saturating_duration_since(Instant::now());
            tokio::time::timeout(left, self.started.recv()).await
        } {
            assert_eq!(job.spec.kind, JobKind::Explain, "unexpected job");
        }
    }
}

impl FakeJob {
    pub(super) fn send(&self, event: Event) {
        (self.sink.lock().unwrap())(event);
    }

    pub(super) fn finish(&self, report: LocalizeReport) {
        self.send(Event::Done {
            report: Box::new(Report::Localize(report)),
        });
    }

    pub(super) fn finish_tests(&self, report: TestReport) {
        self.send(Event::Done {
            report: Box::new(Report::Test(report)),
        });
    }

    pub(super) fn finish_explanation(&self, report: ExplainReport) {
        self.send(Event::Done {
            report: Box::new(Report::Explain(report)),
        });
    }

    /// Waits until the job is killed; returns the time.
    pub(super) async fn killed(&self) -> Instant {
        for _ in 0..1000 {
            if let Some(when) = *self.killed.lock().unwrap() {
                return when;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("the job was not killed");
    }

    pub(super) fn is_killed(&self) -> bool {
        self.killed.lock().unwrap().is_some()
    }
}
