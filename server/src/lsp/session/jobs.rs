//! The jobs of a session: one test run, one localization, one explanation that somebody waits for and one that nobody
//! does at a time, the rest waits.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use tower_lsp::ls_types::Uri;

use super::event::{Event, SessionHandle};
use super::{Outgoing, Reply, Session, explaining};
use crate::config::Place;
use crate::jobs::{self, JobKind, JobSpec, Report};
use crate::lsp::ext::Activity;
use crate::lsp::findings::{provisional, unfinished};
use crate::lsp::marks::Mark;
use crate::lsp::progress::{Progress, ProgressStarter};
use crate::lsp::runner::{JobRunner, Kill};
use crate::lsp::views;
use crate::lsp::workspace::Folders;
use crate::model::{LocalizeReport, Status};

/// How much longer than its own limit a job may take before the server ends it. The worker keeps its limit itself; this
/// is for the case that it cannot.
const GRACE: Duration = Duration::from_secs(5);

/// Running and waiting jobs.
pub(super) struct Jobs {
    runner: Arc<dyn JobRunner>,
    events: SessionHandle,
    progress: ProgressStarter,
    next_id: u64,
    running: Vec<Running>,
    waiting: VecDeque<Waiting>,
}

/// A job that was not started yet.
struct Waiting {
    key: String,
    kind: JobKind,
    /// Nobody waits for it.
    quiet: bool,
}

/// A job that was started and has not ended.
struct Running {
    id: u64,
    key: String,
    kind: JobKind,
    /// Nobody waits for it.
    quiet: bool,
    /// The text that it analyses.
    text: Arc<str>,
    /// There once its process is.
    kill: Option<Kill>,
    /// What it told so far, for the case that it does not come to its end.
    partial: LocalizeReport,
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
        }
    }

    /// What a document has running; the more telling job first.
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
            // A test run that waits for another one is as good as running: it needs no decision and no cancelling.
            Activity::Testing
        } else {
            Activity::Idle
        }
    }

    /// A process came into being. If nobody waits for it any more it goes at once.
    pub(super) fn started(&mut self, id: u64, kill: Kill) {
        match self.running.iter_mut().find(|job| job.id == id) {
            Some(job) => job.kill = Some(kill),
            None => kill(),
        }
    }

    /// Ends all jobs of a document.
    pub(super) fn kill_for(&mut self, key: &str) {
        self.waiting.retain(|waiting| waiting.key != key);
        self.kill_where(|job| job.key == key, "cancelled");
    }

    /// Ends all jobs.
    pub(super) fn kill_all(&mut self) {
        self.waiting.clear();
        self.kill_where(|_| true, "cancelled");
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

    /// Takes a job out of the table; its process is left alone.
    fn take(&mut self, id: u64) -> Option<Running> {
        let at = self.running.iter().position(|job| job.id == id)?;
        Some(self.running.swap_remove(at))
    }

    fn find(&mut self, id: u64) -> Option<&mut Running> {
        self.running.iter_mut().find(|job| job.id == id)
    }

    /// Takes the first job that has room out of the queue.
    fn next(&mut self) -> Option<Waiting> {
        let is_free = |waiting: &Waiting| {
            let mut running = self.running.iter();
            !running.any(|job| (job.kind, job.quiet) == (waiting.kind, waiting.quiet))
        };
        let at = self.waiting.iter().position(is_free)?;
        self.waiting.remove(at)
    }

    /// Answers with the URIs of the programs in the folders, when they are found.
    pub(super) fn list_programs(&self, folders: Folders, reply: Reply) {
        let runner = Arc::clone(&self.runner);
        tokio::task::spawn_blocking(move || {
            // Whoever asked may have gone.
            let found = runner.programs(folders.paths(), &|| !reply.is_closed());
            let uris = found.iter().filter_map(|path| {
                let uri = Uri::from_file_path(path)?;
                Some(Json::String(uri.as_str().to_owned()))
            });
            let _ = reply.send(Ok(Json::Array(uris.collect())));
        });
    }

    /// Lines about what runs and waits, for `doctor`.
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

    /// Starts a process on another thread; what it says comes back as events.
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
            progress,
            since,
        });
    }
}

impl Running {
    fn end(self, message: &str) {
        if let Some(kill) = self.kill {
            kill();
        }
        if let Some(progress) = self.progress {
            progress.end(message);
        }
    }

    /// What is known if the job ends here.
    fn cut_short(&self, reason: &str) -> LocalizeReport {
        let mut report = provisional(self.partial.clone());
        report.status = Status::Stopped;
        report.reason = Some(reason.to_owned());
        report.stats.time_ms = self.since.elapsed().as_secs_f64() * 1000.0;
        report
    }
}

impl Session {
    /// Starts a job for a document as soon as there is room; one of the same kind that runs for it is superseded.
    pub(super) fn start_job(&mut self, key: &str, kind: JobKind) {
        self.jobs
            .waiting
            .retain(|waiting| !(waiting.key == key && waiting.kind == kind));
        self.jobs
            .kill_where(|job| job.key == key && job.kind == kind, "superseded");
        self.jobs.waiting.push_back(Waiting {
            key: key.to_owned(),
            kind,
            quiet: self.is_quiet(key, kind),
        });
        self.start_next();
        self.publish(key);
    }

    /// Starts whatever waits and has room.
    pub(super) fn start_next(&mut self) {
        while let Some(job) = self.jobs.next() {
            let key = job.key.clone();
            self.launch(job);
            self.publish(&key);
        }
    }

    fn launch(&mut self, job: Waiting) {
        let (key, kind) = (job.key.as_str(), job.kind);
        let explain = self.explaining(key);
        let Some(document) = self.documents.get(key) else {
            return;
        };
        let Some(path) = document.path.clone().filter(|_| document.analysed) else {
            return;
        };
        let text = Arc::clone(&document.text);
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        let mut options = self.settings.of(Some(&path)).options.clone();
        options.timeout = explaining::limit(options.timeout, kind, job.quiet);
        let place = |line| Place { file: None, line };
        options
            .correct
            .extend(document.marked(Mark::Correct).map(place));
        options
            .suspect
            .extend(document.marked(Mark::Suspect).map(place));
        options.tests = self.tests_setting(&path);
        let linked = self.linked(&path);
        if let Some(document) = self.documents.get_mut(key) {
            document.linked = linked.iter().map(|linked| linked.file.clone()).collect();
        }
        let spec = JobSpec {
            kind,
            linked,
            file: path,
            text: Some(String::from(&*text)),
            tests: options.tests.clone(),
            options,
            explain,
        };
        let title = match kind {
            JobKind::Explain => format!("Explaining {name}"),
            JobKind::Localize | JobKind::Test => format!("Localizing {name}"),
        };
        self.jobs.launch(job, title, text, spec);
    }

    /// Applies what a worker says; nothing if its job is no longer wanted.
    pub(super) fn job_event(&mut self, id: u64, event: jobs::Event) {
        let Some(job) = self.jobs.find(id) else {
            return;
        };
        match event {
            jobs::Event::Phase { name } => job.report(&phase(&name)),
            jobs::Event::Progress {
                sets_found,
                elapsed_ms,
                ..
            } => {
                job.report(&format!(
                    "{}, {} s",
                    found_so_far(sets_found),
                    elapsed_ms / 1000
                ));
            }
            jobs::Event::Tests { summary, groups } => {
                (job.partial.tests, job.partial.groups) = (summary, groups);
            }
            jobs::Event::Diagnosis { diagnosis } => {
                job.partial.diagnoses.push(diagnosis);
                job.report(&found_so_far(job.partial.diagnoses.len()));
                let (key, text) = (job.key.clone(), Arc::clone(&job.text));
                let report = provisional(job.partial.clone());
                self.show_findings(&key, report, true, &text);
            }
            jobs::Event::Done { report } => self.job_done(id, *report),
            jobs::Event::Failed { message } => self.job_failed(id, &message),
        }
    }

    fn job_done(&mut self, id: u64, report: Report) {
        let Some(job) = self.jobs.take(id) else {
            return;
        };
        let key = job.key.clone();
        match report {
            Report::Localize(report) => {
                let end = found_so_far(report.diagnoses.len()).replace(" so far", "");
                if let Some(progress) = job.progress {
                    progress.end(&end);
                }
                let nothing_to_see = report.diagnoses.is_empty();
                self.show_findings(&key, report, false, &job.text);
                if nothing_to_see {
                    self.say_why(&key);
                }
                self.explain_selection(&key);
            }
            Report::Test(report) => {
                if let Some(document) = self.documents.get_mut(&key) {
                    document.tests_ran(id, report, job.text);
                    let wanted = std::mem::take(&mut document.localize_after_tests);
                    if wanted && document.fresh_failures().is_some_and(|failing| failing > 0) {
                        self.start_job(&key, JobKind::Localize);
                    }
                }
            }
            Report::Explain(report) => {
                if let Some(progress) = job.progress {
                    progress.end("");
                }
                self.explained(&key, report, &job.text);
            }
        }
        self.start_next();
        self.publish(&key);
        if job.kind == JobKind::Test {
            self.tests_ended(&key, None);
        }
    }

    /// Tells the user why a search that they asked for has left nothing to see; many clients have no status line.
    fn say_why(&mut self, key: &str) {
        if let Some(snapshot) = self.snapshot(key) {
            let status = views::status::status(&snapshot);
            let detail = status.detail.replace('\n', " ");
            self.tell(format!("FaultLens: {detail}"));
        }
    }

    fn tell(&self, sentence: String) {
        let _ = self.outgoing.send(Outgoing::Tell(sentence));
    }

    fn show_findings(&mut self, key: &str, report: LocalizeReport, partial: bool, text: &Arc<str>) {
        if let Some(document) = self.documents.get_mut(key) {
            document.found(report, partial, text);
            self.publish(key);
        }
    }

    /// A job ended without a result.
    pub(super) fn job_failed(&mut self, id: u64, message: &str) {
        let Some(job) = self.jobs.take(id) else {
            return;
        };
        let (key, kind) = (job.key.clone(), job.kind);
        tracing::warn!("job {id} {kind:?} of {key} failed: {message}");
        let text = Arc::clone(&job.text);
        job.end("failed");
        if kind == JobKind::Explain {
            self.not_explained(&key, &text, message);
        } else if let Some(document) = self.documents.get_mut(&key) {
            document.failed(message.to_owned());
        }
        if kind == JobKind::Test {
            self.tests_ended(&key, Some(message));
        }
        if kind == JobKind::Localize {
            self.tell(format!("FaultLens could not analyse this file: {message}"));
        }
        self.start_next();
        self.publish(&key);
    }

    /// A job has neither ended nor been killed long after its limit.
    pub(super) fn job_overdue(&mut self, id: u64) {
        if self.jobs.find(id).is_some() {
            tracing::warn!("job {id} did not keep its time limit");
            self.cut_short(id, "time limit");
        }
    }

    /// The user pressed cancel on the progress of a job.
    pub(super) fn cancel_job(&mut self, id: u64) {
        self.cut_short(id, "cancelled");
    }

    /// The user cancels whatever runs for a document. Whether there was anything.
    pub(super) fn cancel(&mut self, key: &str) -> bool {
        let busy = self.is_busy(key);
        self.jobs.waiting.retain(|waiting| waiting.key != key);
        let ids: Vec<u64> = self
            .jobs
            .running
            .iter()
            .filter(|job| job.key == key)
            .map(|job| job.id)
            .collect();
        let busy = busy || !ids.is_empty();
        for id in ids {
            self.cut_short(id, "cancelled");
        }
        // Those whose run has not even begun.
        self.tests_ended(key, Some("cancelled"));
        self.publish(key);
        busy
    }

    /// Kills a job and keeps what it found; earlier findings stay if it found nothing.
    fn cut_short(&mut self, id: u64, reason: &str) {
        let Some(job) = self.jobs.take(id) else {
            return;
        };
        let key = job.key.clone();
        if job.kind == JobKind::Localize
            && let Some(document) = self.documents.get_mut(&key)
            && (!job.partial.diagnoses.is_empty() || !document.has_findings())
        {
            document.found(job.cut_short(reason), false, &job.text);
        }
        let kind = job.kind;
        job.end(reason);
        if kind == JobKind::Explain {
            self.answer(&key, Err(reason.to_owned()));
        }
        if kind == JobKind::Test {
            self.tests_ended(&key, Some(reason));
        }
        self.start_next();
        self.publish(&key);
    }
}

impl Running {
    fn report(&self, message: &str) {
        if let Some(progress) = &self.progress {
            progress.report(message);
        }
    }
}

/// Counts, not percentages: nobody knows how many sets there are before all are found.
fn found_so_far(sets: usize) -> String {
    match sets {
        0 => "no set so far".to_owned(),
        1 => "1 set so far".to_owned(),
        _ => format!("{sets} sets so far"),
    }
}

fn phase(name: &str) -> String {
    match name {
        "parse" => "reading the program".to_owned(),
        "run_tests" => "running the tests".to_owned(),
        "search" => "searching".to_owned(),
        other => other.replace('_', " "),
    }
}
