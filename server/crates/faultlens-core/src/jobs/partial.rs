//! Events of a job so far, and the report that is made from them if the worker cannot make its own.

use std::time::Instant;

use super::phases::Phases;
use super::protocol::{Cost, Event, JobKind, JobSpec, Report};
use crate::model::{
    Diagnosis, ExplainReport, ExplainStatus, Group, InputsReport, InputsStatus, LocalizeReport,
    RankedLine, Stats, Status, TestReport, TestSummary, TraceReport, TraceStatus,
};

/// A collector of events.
#[derive(Debug)]
pub struct Partial {
    kind: JobKind,
    file: String,
    started: Instant,
    summary: TestSummary,
    groups: Vec<Group>,
    suspected: Vec<RankedLine>,
    diagnoses: Vec<Diagnosis>,
    first_set_ms: Option<f64>,
    questions: u64,
    cost: Cost,
    phases: Phases,
}

impl Partial {
    /// Creates a collector without events.
    pub fn new(spec: &JobSpec) -> Partial {
        Partial {
            kind: spec.kind,
            file: spec.file.display().to_string(),
            started: Instant::now(),
            summary: TestSummary::default(),
            groups: Vec::new(),
            suspected: Vec::new(),
            diagnoses: Vec::new(),
            first_set_ms: None,
            questions: 0,
            cost: Cost::default(),
            phases: Phases::default(),
        }
    }

    /// Notes an event that arrived at this time.
    pub(super) fn note(&mut self, event: &Event, at: Instant) {
        match event {
            Event::Tests { summary, groups } => {
                self.summary = summary.clone();
                self.groups.clone_from(groups);
            }
            Event::Suspected { lines } => {
                if lines.iter().any(|line| !line.explains.is_empty()) {
                    self.first_set_ms.get_or_insert(self.since_start(at));
                }
                self.suspected.clone_from(lines);
            }
            Event::Diagnosis { diagnosis } => {
                self.first_set_ms.get_or_insert(self.since_start(at));
                diagnosis.clone().add_to(&mut self.diagnoses);
            }
            Event::Withdrawn { group, components } => {
                self.diagnoses.retain(|d| !d.is_of(*group, components));
            }
            Event::Progress { queries, cost, .. } => {
                (self.questions, self.cost) = (*queries, *cost);
            }
            Event::Phase { name } => {
                let since = self.since_start(at);
                self.phases.begin(name, since);
            }
            Event::Searched { .. }
            | Event::Learned { .. }
            | Event::OutOfMemory
            | Event::Done { .. }
            | Event::Written { .. }
            | Event::Failed { .. } => {}
        }
    }

    /// Milliseconds since the start of the job.
    fn now(&self) -> f64 {
        self.since_start(Instant::now())
    }

    fn since_start(&self, at: Instant) -> f64 {
        at.saturating_duration_since(self.started).as_secs_f64() * 1000.0
    }

    /// The report of a job that was stopped from outside.
    pub(super) fn stopped(&self, reason: &str) -> Report {
        self.report(Status::Stopped, reason)
    }

    /// The report of a job that failed.
    pub fn failed(&self, message: &str) -> Report {
        self.report(Status::Unanalysable, message)
    }

    fn report(&self, status: Status, reason: &str) -> Report {
        let (time_ms, reason) = (self.now(), Some(reason.to_owned()));

        // Each kind of job has a report of its own; only a localization has results before its end.
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
                report.stats.solver_calls = self.cost.solver_calls;
                report.stats.peak_memory_mb = self.cost.peak_memory_mb;
                Report::Explain(report)
            }
            JobKind::Trace => {
                let status = match status {
                    Status::Stopped => TraceStatus::Stopped,
                    _ => TraceStatus::Unanalysable,
                };
                let mut report = TraceReport::empty(self.file.clone(), status, reason);
                report.stats.time_ms = time_ms;
                report.stats.phases_ms = self.phases.clone().end(time_ms);
                Report::Trace(report)
            }
            JobKind::Find | JobKind::Reduce => {
                let status = match status {
                    Status::Stopped => InputsStatus::Stopped,
                    _ => InputsStatus::Unanalysable,
                };
                let mut report = InputsReport::empty(self.file.clone(), status, reason);
                report.time_ms = time_ms;
                Report::Inputs(report)
            }
            JobKind::Localize => {
                let mut report = LocalizeReport::empty(self.file.clone(), status, reason);
                report.tests = self.summary.clone();
                report.groups.clone_from(&self.groups);
                report.diagnoses.clone_from(&self.diagnoses);
                report.ranking = rank_in_order(&self.diagnoses);
                report.compare_fixes();
                report.add_suspected(&self.suspected);
                report.stats = Stats {
                    time_ms,
                    first_set_ms: self.first_set_ms,
                    phases_ms: self.phases.clone().end(time_ms),
                    questions: self.questions,
                    solver_calls: self.cost.solver_calls,
                    components: self.cost.components,
                    unknown_answers: self.cost.unknown_answers,
                    peak_memory_mb: self.cost.peak_memory_mb,
                    ..Stats::default()
                };
                Report::Localize(report)
            }
        }
    }
}

/// A simple ranking for sets that the worker could not rank: smaller and lighter sets first, then in the order of
/// discovery.
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
                likely: false,
                percent: None,
                rank,
                file: component.file.clone(),
                line: component.line,
                score: 1.0 / f64::from(rank),
                certified: true,
                diagnoses: vec![index],
                explains: Vec::new(),
                why: format!(
                    "in a set of {}; stopped before ranking",
                    diagnoses[index].components.len()
                ),
            });
        }
    }
    ranking
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_a_killed_worker_has_told_of_its_cost_is_in_the_report() {
        let spec = JobSpec::new(JobKind::Localize, "p.c");
        let mut partial = Partial::new(&spec);
        let at = |ms| partial_start() + Duration::from_millis(ms);
        partial.started = partial_start();
        for (ms, name) in [(0, "parse"), (10, "run_tests"), (40, "search")] {
            let name = name.to_owned();
            partial.note(&Event::Phase { name }, at(ms));
        }
        let cost = Cost {
            components: 24,
            solver_calls: 7,
            unknown_answers: 1,
            peak_memory_mb: Some(38),
        };
        let progress = Event::Progress {
            sets_found: 0,
            queries: 212,
            elapsed_ms: 90,
            cost,
        };
        partial.note(&progress, at(90));
        let Report::Localize(report) = partial.stopped("worker crashed") else {
            panic!("another report");
        };
        let stats = report.stats;
        assert_eq!(
            (stats.questions, stats.solver_calls, stats.components),
            (212, 7, 24)
        );
        assert_eq!((stats.unknown_answers, stats.peak_memory_mb), (1, Some(38)));
        assert_eq!(stats.phases_ms["run_tests"].round(), 30.0);
        assert!(stats.phases_ms["search"] >= 50.0 && stats.time_ms >= 90.0);
    }

    #[test]
    fn what_was_taken_back_is_not_in_the_report() {
        let mut partial = Partial::new(&JobSpec::new(JobKind::Localize, "p.c"));
        let told = |ids: &[u32]| {
            Event::Diagnosis {
            diagnosis: serde_json::from_value(serde_json::json!({
                "group": 0, "weight": 1.0, "verified": true, "minimal": "unchecked", "evidence": [], "fixes": [],
                "components": ids.iter().map(|id| serde_json::json!({
                    "id": id, "file": "p.c", "line": id, "column": 1, "end_line": id, "end_column": 1, "start": 0,
                    "end": 0, "kind": "condition", "text": "", "function": "f", "values": [],
                })).collect::<Vec<_>>(),
            }))
            .unwrap(),
        }
        };
        for event in [
            told(&[1, 2]),
            told(&[3, 4]),
            Event::Withdrawn {
                group: 0,
                components: vec![1, 2],
            },
            told(&[2]),
        ] {
            partial.note(&event, Instant::now());
        }
        let Report::Localize(report) = partial.stopped("time limit 1 s") else {
            panic!("another report");
        };
        let lines: Vec<u32> = report.ranking.iter().map(|line| line.line).collect();
        assert_eq!(lines, [2, 3, 4]);
        assert!(report.stats.first_set_ms.is_some());
    }

    /// A time one second ago.
    fn partial_start() -> Instant {
        static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        *START.get_or_init(|| {
            let now = Instant::now();
            now.checked_sub(Duration::from_secs(1)).unwrap_or(now)
        })
    }
}
