//! Job outcomes: events of workers during a job, results, and every other way in which a job ends.

use std::sync::Arc;

use crate::jobs::{self, JobKind, Report};
use crate::lsp::findings::provisional;
use crate::lsp::session::{Outgoing, Session};
use crate::lsp::views;

impl Session {
    /// Applies an event of a worker; ignored if its job is no longer wanted.
    pub(in crate::lsp::session) fn job_event(&mut self, id: u64, event: jobs::Event) {
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
                let groups = groups_searched(job.searched, job.partial.groups.len());
                let sets = found_so_far(sets_found);
                job.report(&format!("{groups}{sets}, {} s", elapsed_ms / 1000));
            }
            jobs::Event::Tests { summary, groups } => {
                (job.partial.tests, job.partial.groups) = (summary, groups);
            }
            jobs::Event::Suspected { lines } => {
                job.partial.ranking = lines;
                let (key, text) = (job.key.clone(), Arc::clone(&job.text));
                let report = provisional(job.partial.clone());
                self.show_findings(&key, report, true, &text);
            }
            jobs::Event::Diagnosis { diagnosis } => {
                diagnosis.add_to(&mut job.partial.diagnoses);
                job.report(&found_so_far(job.partial.diagnoses.len()));
                let (key, text) = (job.key.clone(), Arc::clone(&job.text));
                let report = provisional(job.partial.clone());
                self.show_findings(&key, report, true, &text);
            }
            // The set that replaces it follows, and is then shown.
            jobs::Event::Withdrawn { group, components } => {
                let sets = &mut job.partial.diagnoses;
                sets.retain(|d| !d.is_of(group, &components));
            }
            jobs::Event::Searched { .. } => job.searched += 1,
            jobs::Event::Learned { memory } => {
                if let Some(document) = self.documents.get_mut(&job.key) {
                    document.memory = Some(memory);
                }
            }
            // The report of this job will say so.
            jobs::Event::OutOfMemory => {}
            jobs::Event::Done { report } => self.job_done(id, *report),
            // No job of the session requests it.
            jobs::Event::Written { .. } => self.job_failed(id, "the result came in the wrong form"),
            jobs::Event::Failed { message, .. } => self.job_failed(id, &message),
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
                self.reveal_elsewhere(&key);
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
            // The editor requests none of these here.
            Report::Trace(_) | Report::Inputs(_) => {}
        }
        self.start_next();
        self.publish(&key);
        if job.kind == JobKind::Test {
            self.tests_ended(&key, None);
        }
    }

    /// Tells the user why a requested search has nothing to show; many clients have no status line.
    fn say_why(&mut self, key: &str) {
        if let Some(snapshot) = self.snapshot(key) {
            self.tell(format!("FaultLens: {}", views::status::notice(&snapshot)));
        }
    }

    fn tell(&self, sentence: String) {
        let _ = self.outgoing.send(Outgoing::Tell(sentence));
    }

    /// Handles a job that ended without a result.
    pub(in crate::lsp::session) fn job_failed(&mut self, id: u64, message: &str) {
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

    /// Handles a job that has neither ended nor been killed long after its limit.
    pub(in crate::lsp::session) fn job_overdue(&mut self, id: u64) {
        if self.jobs.find(id).is_some() {
            tracing::warn!("job {id} did not keep its time limit");
            self.cut_short(id, "time limit");
        }
    }

    /// Cancels a job on request of the user, from its progress.
    pub(in crate::lsp::session) fn cancel_job(&mut self, id: u64) {
        self.cut_short(id, "cancelled");
    }

    /// Cancels everything that runs for a document; returns whether anything was running.
    pub(in crate::lsp::session) fn cancel(&mut self, key: &str) -> bool {
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
        // Also answers requests whose run has not even begun.
        self.tests_ended(key, Some("cancelled"));
        self.publish(key);
        busy
    }

    /// Kills a job and keeps what it found; earlier findings remain if it found nothing.
    fn cut_short(&mut self, id: u64, reason: &str) {
        let Some(job) = self.jobs.take(id) else {
            return;
        };
        let key = job.key.clone();
        if job.kind == JobKind::Localize
            && let Some(document) = self.documents.get(&key)
            && (!job.partial.diagnoses.is_empty() || !document.has_findings())
        {
            self.show_findings(&key, job.cut_short(reason), false, &job.text);
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

/// Progress of the search, if failing tests fall into several groups.
fn groups_searched(searched: usize, groups: usize) -> String {
    if groups < 2 {
        return String::new();
    }
    format!("{searched} of {groups} groups of failing tests searched, ")
}

/// Number of sets so far; a percentage is impossible, because the total is unknown until all are found.
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
