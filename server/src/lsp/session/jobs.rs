//! Jobs of a session. At most one test run, one localization, one requested explanation and one background explanation
//! run at a time; the others wait. This module contains the table of jobs; its use by the session is in `starting` and
//! `outcomes`.

mod outcomes;
mod starting;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use tower_lsp::ls_types::Uri;

use super::Reply;
use super::event::{Event, SessionHandle};
use crate::jobs::{JobKind, JobSpec};
use crate::lsp::ext::Activity;
use crate::lsp::findings::{provisional, unfinished};
use crate::lsp::progress::{Progress, ProgressStarter};
use crate::lsp::runner::{JobRunner, Kill};
use crate::lsp::workspace::Folders;
use crate::model::{LocalizeReport, Status};

/// Time beyond its own limit after which the server ends a job. The worker enforces the limit itself; this is for the
/// case that it cannot.
const GRACE: Duration = Duration::from_secs(5);

/// Running and waiting jobs.
pub(super) struct Jobs {
    runner: Arc<dyn JobRunner>,
    events: SessionHandle,
    progress: ProgressStarter,
    next_id: u64,
    running: Vec<Running>,
    waiting: VecDeque<Waiting>,
    /// Whether the session is ending: no job is started any more.
    closed: bool,
}

/// A job that has not been started yet.
struct Waiting {
    key: String,
    kind: JobKind,
    /// Whether no request waits for it.
    quiet: bool,
}

/// A job that was started and has not ended.
struct Running {
    id: u64,
    key: String,
    kind: JobKind,
    /// Whether no request waits for it.
    quiet: bool,
    /// Text that it analyses.
    text: Arc<str>,
    /// Handle to kill the job, once its process exists.
    kill: Option<Kill>,
    /// Results so far, in case the job does not finish.
    partial: LocalizeReport,
    /// Number of groups of failing tests whose search has ended.
    searched: usize,
    progress: Option<Progress>,
    since: Instant,
}

impl Jobs {
    pub(super) fn new(
        runner: Arc<dyn JobRunner>,
        events: SessionHandle,
        progress: ProgressStarter,
    ) -> Self {
        Self {
            runner,
            events,
            progress,
            next_id: 1,
            running: Vec::new(),
            waiting: VecDeque::new(),
            closed: false,
        }
    }

    /// What is running for a document; the more informative job takes precedence.
    pub(super) fn activity(&self, key: &str) -> Activity {
        let runs = |kind| {
            self.running
                .iter()
                .any(|job| job.key == key && job.kind == kind)
        };
        let waits = |kind| {
            self.waiting
                .iter()
                .any(|waiting| waiting.key == key && waiting.kind == kind)
        };
        if runs(JobKind::Localize) {
            Activity::Localizing
        } else if waits(JobKind::Localize) {
            Activity::Queued
        } else if runs(JobKind::Test) || waits(JobKind::Test) {
            // A test run that waits for another one counts as running: it needs no decision and cannot be cancelled.
            Activity::Testing
        } else {
            Activity::Idle
        }
    }

    /// Records a started process, which is killed at once if its job is no longer wanted.
    pub(super) fn started(&mut self, id: u64, kill: Kill) {
        match self.running.iter_mut().find(|job| job.id == id) {
            Some(job) => job.kill = Some(kill),
            None => kill(),
        }
    }

    /// Kills all jobs of a document.
    pub(super) fn kill_for(&mut self, key: &str) {
        self.waiting.retain(|waiting| waiting.key != key);
        self.kill_where(|job| job.key == key, "cancelled");
    }

    /// Kills all jobs, for good.
    pub(super) fn kill_all(&mut self) {
        self.closed = true;
        self.waiting.clear();
        self.kill_where(|_| true, "cancelled");
    }

    /// Completes when the client knows that all shown jobs have ended.
    pub(super) fn settled(&self) -> impl Future<Output = ()> + Send + use<> {
        self.progress.settled()
    }

    fn kill_where(&mut self, which: impl Fn(&Running) -> bool, why: &str) {
        let (ended, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.running)
            .into_iter()
            .partition(|job| which(job));
        self.running = rest;
        for job in ended {
            job.end(why);
        }
    }

    /// Removes a job from the table without touching its process.
    fn take(&mut self, id: u64) -> Option<Running> {
        let at = self.running.iter().position(|job| job.id == id)?;
        Some(self.running.swap_remove(at))
    }

    fn find(&mut self, id: u64) -> Option<&mut Running> {
        self.running.iter_mut().find(|job| job.id == id)
    }

    /// Takes the first job for which there is capacity out of the queue.
    fn next(&mut self) -> Option<Waiting> {
        let at = self.waiting.iter().position(|waiting| {
            let mut running = self.running.iter();
            !self.closed
                && !running.any(|job| (job.kind, job.quiet) == (waiting.kind, waiting.quiet))
        })?;
        self.waiting.remove(at)
    }

    /// Answers with the URIs of the programs in the folders, once they are found.
    pub(super) fn list_programs(&self, folders: Folders, reply: Reply) {
        let runner = Arc::clone(&self.runner);
        tokio::task::spawn_blocking(move || {
            // Stop if the requester has gone away.
            let found = runner.programs(folders.paths(), &|| !reply.is_closed());
            let uris = found.iter().filter_map(|path| {
                let uri = Uri::from_file_path(path)?;
                Some(Json::String(uri.as_str().to_owned()))
            });
            let _ = reply.send(Ok(Json::Array(uris.collect())));
        });
    }

    /// Runner of the jobs.
    pub(super) fn runner(&self) -> Arc<dyn JobRunner> {
        Arc::clone(&self.runner)
    }

    /// Lines about running and waiting jobs, for `doctor`.
    pub(super) fn describe(&self) -> Vec<String> {
        let running = self.running.iter().map(|job| {
            format!(
                "job {} {:?} of {}, for {} ms",
                job.id,
                job.kind,
                job.key,
                job.since.elapsed().as_millis()
            )
        });
        running
            .chain(
                self.waiting
                    .iter()
                    .map(|job| format!("waiting: {:?} of {}", job.kind, job.key)),
            )
            .collect()
    }

    /// Starts a process on another thread; its output arrives as events.
    fn launch(&mut self, job: Waiting, title: String, text: Arc<str>, spec: JobSpec) {
        let id = self.next_id;
        self.next_id += 1;
        let Waiting { key, kind, quiet } = job;
        let partial = unfinished(spec.file.to_string_lossy().into_owned());
        let progress = (!quiet).then(|| self.progress.start(id, title));
        let (runner, events) = (Arc::clone(&self.runner), self.events.clone());
        tokio::task::spawn_blocking(move || {
            let started = runner.resolve(spec).and_then(|spec| {
                let limit = spec.options.time_limit().saturating_add(GRACE);
                events.send_after(limit, Event::Deadline { id });
                let sink = {
                    let events = events.clone();
                    Box::new(move |event| events.send(Event::Job { id, event }))
                };
                runner.start(&spec, sink)
            });
            events.send(match started {
                Ok(kill) => Event::JobStarted { id, kill },
                Err(error) => Event::JobRefused {
                    id,
                    message: format!("the job could not be started: {error}"),
                },
            });
        });
        let since = Instant::now();
        self.running.push(Running {
            id,
            key,
            kind,
            quiet,
            text,
            kill: None,
            partial,
            searched: 0,
            progress,
            since,
        });
    }
}

impl Running {
    fn report(&self, message: &str) {
        if let Some(progress) = &self.progress {
            progress.report(message);
        }
    }

    fn end(self, message: &str) {
        if let Some(kill) = self.kill {
            kill();
        }
        if let Some(progress) = self.progress {
            progress.end(message);
        }
    }

    /// Report for a job that ends here.
    fn cut_short(&self, reason: &str) -> LocalizeReport {
        let mut report = provisional(self.partial.clone());
        report.status = Status::Stopped;
        report.reason = Some(reason.to_owned());
        report.stats.time_ms = self.since.elapsed().as_secs_f64() * 1000.0;
        report
    }
}
