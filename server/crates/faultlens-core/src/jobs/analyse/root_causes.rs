//! Root causes of a failing test by frontiers of its dependence graph: `--strategy mdfs`.

use exec::Control as _;
use exec::run::{Failure, Verdict, prepare};
use ir::CompId;
use mdfs::{Alterations, Graph, PollutedEntity};
use trace::Kinds;

use super::Job;
use super::run::Ready;
use crate::config;
use crate::model::{Execution, LocalizeReport, RankedLine, RootCause, RootCauses, Status};

/// Explanation beside a line of a root cause in the ranking.
const WHY: &str = "with another value here the first failing test passes, and nothing earlier that it depends on explains the failure";
/// Explanation beside a line between a root cause and the failure.
const WHY_ON_THE_WAY: &str = "the wrong value came through here";

impl Job<'_> {
    /// Searches for the root causes of the first failing test of the first group, and adds them to the report.
    pub(super) fn root_causes(
        &self,
        ready: &Ready<'_>,
        correct: Vec<CompId>,
        report: &mut LocalizeReport,
    ) {
        let first = report.groups.first().and_then(|group| group.tests.first());
        let Some(id) = first.cloned() else { return };
        self.phase("root_causes");
        match self.causes_of(ready, &id, correct) {
            Err(why) => (report.status, report.reason) = (Status::Unanalysable, Some(why)),
            Ok(found) => {
                (report.status, report.reason) = match self.control.stop_reason() {
                    Some(why) => (Status::Stopped, Some(why)),
                    None => (Status::Complete, None),
                };
                report.add_root_causes(ranked(&found));
                report.root_causes = Some(found);
            }
        }
    }

    fn causes_of(
        &self,
        ready: &Ready<'_>,
        id: &str,
        correct: Vec<CompId>,
    ) -> Result<RootCauses, String> {
        let test = ready.tests().iter().find(|test| test.id == id);
        let test = test.ok_or_else(|| format!("there is no test {id}"))?;
        let prepared = prepare(ready.program, &self.spec.options.entry, test)?;

        // The test is run again, because a run without end or with another outcome has no failure to be traced back.
        let mut runner = exec::runner::Runner::new(ready.program);
        let outside = self.outside();
        let goes_on = || outside.stop_reason().is_none();
        let steps = exec::run::step_limit(self.spec.options.timeout);
        let nothing = eval::ChoiceSource::Nothing;
        let ran = runner.run(&prepared, nothing, steps, false, &goes_on).ran;
        let Verdict::Fail(failure) = &ran.verdict else {
            return Err(format!("test {id} does not fail when it is run again"));
        };
        if matches!(failure, Failure::NoEnd(_)) {
            return Err("a run without end has no dependence graph".to_owned());
        }

        // The graph of dependences, whose executions are altered one frontier after the other.
        let graph = self.recorded(ready, test, failure, |recording| {
            Graph::of(&recording.graph(Kinds::PAPER))
        });
        let graph = graph.map_err(|_| "the run could not be recorded".to_owned())?;
        let graph = graph.ok_or("the failure depends on nothing")?;
        let stopped = || !goes_on();
        let mut alterations = Alterations::new(
            ready.program,
            &graph,
            &prepared,
            ran.steps,
            correct,
            &stopped,
        );
        let frontier = match self.spec.options.frontier {
            config::Frontier::Cut => mdfs::Frontier::Mdfs,
            config::Frontier::Step => mdfs::Frontier::SingleStep,
            config::Frontier::Half => mdfs::Frontier::Bisection,
        };
        let found = mdfs::search(&graph, frontier, &mut alterations);

        // Executions become places of the text.
        let shown = |polluted: &[PollutedEntity]| {
            let polluted = polluted.iter();
            polluted.filter_map(|p| cause(ready, &graph, p)).collect()
        };
        Ok(RootCauses {
            test: id.to_owned(),
            causes: shown(&found.causes),
            on_the_way: shown(&found.on_the_way),
            altered: found.altered,
            frontiers: found.frontiers,
            unknown: found.unknown,
        })
    }
}

fn cause(ready: &Ready<'_>, graph: &Graph, polluted: &PollutedEntity) -> Option<RootCause> {
    let chain = graph.chain(polluted.node);
    let place = |node: &usize| execution(ready, graph, *node);
    Some(RootCause {
        at: place(&polluted.node)?,
        with: polluted.with.iter().filter_map(place).collect(),
        distance: chain.len() - 1,
        chain: chain.iter().filter_map(place).collect(),
    })
}

fn execution(ready: &Ready<'_>, graph: &Graph, node: usize) -> Option<Execution> {
    let owner = graph.owners[node]?;
    let span = ready.program.components[owner.component.index()].span;
    let (line, column) = ready.sources().line_col_chars(span);
    Some(Execution {
        file: ready.names().file(span.file),
        line,
        column,
        text: ready.sources().text(span).to_owned(),
        execution: owner.execution,
    })
}

/// The lines of the root causes, then those on the path to the failure, each once.
fn ranked(found: &RootCauses) -> Vec<RankedLine> {
    let causes = found.causes.iter().map(|cause| (cause, WHY));
    let way = found.on_the_way.iter().map(|cause| (cause, WHY_ON_THE_WAY));
    let mut lines: Vec<RankedLine> = Vec::new();
    for (cause, why) in causes.chain(way) {
        let Execution { file, line, .. } = &cause.at;
        if !lines.iter().any(|l| l.line == *line && l.file == *file) {
            lines.push(RankedLine {
                likely: false,
                percent: None,
                rank: 0,
                file: file.clone(),
                line: *line,
                score: 1.0,
                certified: false,
                diagnoses: Vec::new(),
                explains: Vec::new(),
                why: why.to_owned(),
            });
        }
    }
    lines
}
