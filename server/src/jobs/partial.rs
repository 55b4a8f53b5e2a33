//! What a job has told so far, and the report made of it when the worker cannot make its own any more.

use std::time::Instant;

use super::phases::Phases;
use super::protocol::{Event, JobKind, JobSpec, Report};
use crate::model::{
    Diagnosis, ExplainReport, ExplainStatus, Group, LocalizeReport, RankedLine, Status, TestReport,
    TestSummary,
};

/// Collects events.
#[derive(Debug)]
pub(crate) struct Partial {
    kind: JobKind,
    file: String,
    started: Instant,
    summary: TestSummary,
    groups: Vec<Group>,
    diagnoses: Vec<Diagnosis>,
    queries: u64,
    peak_memory_mb: Option<u64>,
    phases: Phases,
}

impl Partial {
    /// Nothing has been told yet.
    pub(crate) fn new(spec: &JobSpec) -> Partial {
        Partial {
            kind: spec.kind,
            file: spec.file.display().to_string(),
            started: Instant::now(),
            summary: TestSummary::default(),
            groups: Vec::new(),
            diagnoses: Vec::new(),
            queries: 0,
            peak_memory_mb: None,
            phases: Phases::default(),
        }
    }

    /// Takes note of an event that came at this moment.
    pub(super) fn note(&mut self, event: &Event, at: Instant) {
        match event {
            Event::Tests { summary, groups } => {
                self.summary = summary.clone();
                self.groups.clone_from(groups);
            }
            Event::Diagnosis { diagnosis } => self.diagnoses.push(diagnosis.clone()),
            Event::Progress {
                queries,
                peak_memory_mb,
                ..
            } => {
                self.queries = *queries;
                self.peak_memory_mb = *peak_memory_mb;
            }
            Event::Phase { name } => {
                let since = at.saturating_duration_since(self.started);
                self.phases.begin(name, since.as_secs_f64() * 1000.0);
            }
            Event::Learned { .. }
            | Event::OutOfMemory
            | Event::Done { .. }
            | Event::Written { .. }
            | Event::Failed { .. } => {}
        }
    }

    /// Milliseconds since the start of the job.
    fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64() * 1000.0
    }

    /// The report of a job that was ended from outside.
    pub(super) fn stopped(&self, reason: &str) -> Report {
        self.report(Status::Stopped, reason)
    }

    /// The report of a job that failed.
    pub(crate) fn failed(&self, message: &str) -> Report {
        self.report(Status::Unanalysable, message)
    }

    fn report(&self, status: Status, reason: &str) -> Report {
        let (time_ms, reason) = (self.now(), Some(reason.to_owned()));
        match self.kind {
            JobKind::Test => {
                let mut report = TestReport::empty(self.file.clone(), reason);
                report.stopped = status == Status::Stopped;
                report.time_ms = time_ms;
                Report::Test(report)
            }
            JobKind::Explain => {
                let status = match status {
                    Status::Stopped => ExplainStatus::Stopped,
                    _ => ExplainStatus::Unanalysable,
                };
                let mut report = ExplainReport::empty(self.file.clone(), status, reason);
                report.stats.time_ms = time_ms;
                report.stats.phases_ms = self.phases.clone().end(time_ms);
                report.stats.peak_memory_mb = self.peak_memory_mb;
                Report::Explain(report)
            }
            JobKind::Localize => {
                let mut report = LocalizeReport::empty(self.file.clone(), status, reason);
                report.tests = self.summary.clone();
                report.groups.clone_from(&self.groups);
                report.diagnoses.clone_from(&self.diagnoses);
                report.ranking = rank_in_order(&self.diagnoses);
                report.stats.time_ms = time_ms;
                report.stats.phases_ms = self.phases.clone().end(time_ms);
                report.stats.solver_calls = self.queries;
                report.stats.peak_memory_mb = self.peak_memory_mb;
                Report::Localize(report)
            }
        }
    }
}

/// A plain ranking for sets whose worker could not rank them: smaller and lighter sets first, then as found.
fn rank_in_order(diagnoses: &[Diagnosis]) -> Vec<RankedLine> {
    let mut order: Vec<usize> = (0..diagnoses.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&diagnoses[a], &diagnoses[b]);
        a.components
            .len()
            .cmp(&b.components.len())
            .then(a.weight.total_cmp(&b.weight))
    });
    let mut ranking: Vec<RankedLine> = Vec::new();
    for index in order {
        for component in &diagnoses[index].components {
            let known = ranking
                .iter_mut()
                .find(|r| (&r.file, r.line) == (&component.file, component.line));
            if let Some(known) = known {
                if !known.diagnoses.contains(&index) {
                    known.diagnoses.push(index);
                }
                continue;
            }
            let rank = ranking.len() as u32 + 1;
            ranking.push(RankedLine {
                rank,
                file: component.file.clone(),
                line: component.line,
                score: 1.0 / f64::from(rank),
                diagnoses: vec![index],
                why: format!(
                    "in a set of {}; stopped before ranking",
                    diagnoses[index].components.len()
                ),
            });
        }
    }
    ranking
}
