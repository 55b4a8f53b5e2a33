//! Recording of one failing test, and the dependences of its failure.

use exec::Control as _;
use exec::run::{Failure, TestOutcome, Verdict};
use harness::Test;
use trace::{DependenceKind, Kinds, Leaf, NotRecorded, Recording, SliceNode};

use super::explain::point;
use super::run::{Ready, failure_line, ignored, undecided, unity_values};
use super::run_steps::run_steps;
use super::story::NoRecording;
use super::{Job, NoAnswer};
use crate::jobs::control::peak_memory_mb;
use crate::model::{Dependency, TraceEdge, TraceNode, TraceReport, TraceStatus};

impl Job<'_> {
    /// Runs the test and reports the dependences of its failure.
    pub(super) fn trace(&mut self, ready: &Ready<'_>) -> Result<TraceReport, NoAnswer> {
        let mut report = match self.failing(ready)? {
            None => TraceReport::empty(self.file.clone(), TraceStatus::Passes, None),
            Some((test, ran)) => self.trace_test(ready, test, &ran),
        };
        report.test = report.test.or_else(|| self.spec.explain.test.clone());
        report.problems = self.take_problems();
        let time_ms = self.now();
        report.stats.time_ms = time_ms;
        report.stats.phases_ms = self.phases().end(time_ms);
        report.stats.peak_memory_mb = peak_memory_mb();
        Ok(report)
    }

    fn trace_test(&self, ready: &Ready<'_>, test: &Test, ran: &TestOutcome) -> TraceReport {
        let empty = |status, reason| TraceReport::empty(self.file.clone(), status, reason);
        let mut report = match &ran.verdict {
            Verdict::Pass => empty(TraceStatus::Passes, None),
            Verdict::Unanalysable { reason, span } => {
                let mut report = empty(TraceStatus::Unanalysable, Some(reason.clone()));
                report.reason_line = span.and_then(|span| ready.names().line_here(span));
                report
            }
            Verdict::Ignored { reason, span } => {
                let mut report = empty(TraceStatus::Unanalysable, Some(ignored(reason)));
                report.reason_line = ready.names().line_here(*span);
                report
            }
            Verdict::Undecided(why) => {
                let (_, reason, line) = undecided(ready, *why);
                let mut report = empty(TraceStatus::Stopped, Some(reason));
                report.reason_line = line;
                report
            }
            Verdict::Fail(failure) => {
                let (message, _) = failure_line(ready, failure, unity_values(ready, ran).as_ref());
                self.record(ready, test, failure, message)
            }
        };
        report.test = Some(test.id.clone());
        report
    }

    fn record(
        &self,
        ready: &Ready<'_>,
        test: &Test,
        failure: &Failure,
        message: String,
    ) -> TraceReport {
        let empty = |status, reason| TraceReport::empty(self.file.clone(), status, reason);
        self.phase("record");
        let sliced = self.recorded(ready, test, failure, |recording| {
            self.sliced(ready, recording, message)
        });
        match sliced {
            Ok(report) => report,
            Err(NoRecording::Unprepared(reason)) => empty(TraceStatus::Unanalysable, Some(reason)),
            Err(NoRecording::Run(NotRecorded::Stopped)) => {
                empty(TraceStatus::Stopped, self.outside().stop_reason())
            }
            Err(NoRecording::Run(NotRecorded::Unsupported { what, span })) => {
                let reason = what.to_string();
                let mut report = empty(TraceStatus::Unanalysable, Some(reason));
                report.reason_line = ready.names().line_here(span);
                report
            }
            Err(NoRecording::Run(NotRecorded::Passes | NotRecorded::NoChoice)) => {
                let reason = "the test passes when it is run again".to_owned();
                empty(TraceStatus::Unanalysable, Some(reason))
            }
        }
    }

    fn sliced(&self, ready: &Ready<'_>, recording: &Recording<'_>, message: String) -> TraceReport {
        let mut report = TraceReport::empty(self.file.clone(), TraceStatus::Traced, None);
        let slice = recording.graph(Kinds::PAPER.with(DependenceKind::Order));
        let span = recording.event().span;
        report.failure = Some(point(ready, span, message));
        let nodes = slice.groups();
        report.nodes = nodes.iter().map(|node| to_model(ready, node)).collect();
        let edges = slice.grouped_edges().into_iter();
        report.edges = edges
            .map(|(from, to, kind)| TraceEdge {
                from,
                to,
                kind: dependency(kind),
            })
            .collect();
        report.inputs = slice.inputs().iter().map(input).collect();
        if self.spec.explain.run {
            (report.run, report.run_before) = run_steps(ready, recording);
        }
        report.complete = slice.is_complete();
        report.stats.instructions = recording.instructions();
        report.stats.nodes = recording.nodes();
        report
    }
}

fn input(leaf: &Leaf) -> String {
    match leaf {
        Leaf::Input { from, to } if from == to => "the end of stdin".to_owned(),
        Leaf::Input { from, to } => format!("stdin[{from}..{to}]"),
        Leaf::Argument(i) => format!("argv[{i}]"),
    }
}

fn dependency(kind: DependenceKind) -> Dependency {
    match kind {
        DependenceKind::Data => Dependency::Data,
        DependenceKind::Control => Dependency::Control,
        DependenceKind::Summary => Dependency::Summary,
        DependenceKind::Order => Dependency::Order,
        DependenceKind::Aliased => Dependency::Aliased,
    }
}

fn to_model(ready: &Ready<'_>, node: &SliceNode) -> TraceNode {
    let (names, program) = (ready.names(), ready.program);
    let function = &program.functions[node.function.index()];
    let span = match node.owner {
        Some(owner) => program.components[owner.component.index()].span,
        None => {
            let span = function.spans.get(node.pc as usize);
            span.copied().unwrap_or_default()
        }
    };
    let [(line, column), (end_line, end_column)] = names.extent(span);
    TraceNode {
        file: names.file(span.file),
        line,
        column,
        end_line,
        end_column,
        start: span.start,
        end: span.end,
        text: ready.sources().text(span).to_owned(),
        function: function.name.clone(),
        component: node.owner.map(|o| o.component.0),
        execution: node.owner.map_or(0, |o| o.execution),
        activation: node.activation,
        distance: node.distance,
        via: dependency(node.via),
    }
}
