//! Suspects from coverage, before anything is certified.

use exec::run::Verdict;
use ir::{CompId, CompSet};
use trace::ProgramFacts;

use crate::report::{Group, RankedLine};
use crate::run::Run;
use crate::suspicion::{Evidence, Suspicion, ranked_lines, suspicions};

/// Suspicious lines of all groups, most suspicious first. If no test fails but some have not ended, these count as
/// failing, because they may be endless. The suspicion of each component is stored in the run, and the context of the
/// traps in its groups.
pub(crate) fn suspect(run: &mut Run<'_>) -> Vec<RankedLine> {
    let mut groups = std::mem::take(&mut run.groups);
    let suspicions = by_group(run, &mut groups);
    run.groups = groups;
    run.suspicion = vec![0.0; run.program.components.len()];
    for suspicion in &suspicions {
        let most = &mut run.suspicion[suspicion.comp.index()];
        *most = most.max(suspicion.score);
    }
    ranked_lines(&suspicions, &|comp: CompId| {
        let span = run.place(comp);
        (span.file, run.parse.sources.line_col(span).0)
    })
}

/// Suspicions of each group.
fn by_group(run: &Run<'_>, groups: &mut [Group]) -> Vec<Suspicion> {
    let mut failing: Vec<Vec<usize>> = groups.iter().map(|g| g.tests.clone()).collect();
    let endless = run.tests_with(|verdict| matches!(verdict, Verdict::Undecided(_)));
    if failing.is_empty() && !endless.is_empty() {
        failing.push(endless);
    }
    if failing.is_empty() {
        return Vec::new();
    }
    let passing = run.tests_with(|verdict| *verdict == Verdict::Pass);
    let correct: CompSet = run.options.correct.iter().copied().collect();
    let facts = ProgramFacts::new(run.program);
    let keep_going = || !(run.stopped)();
    let of_group = |failing: &[usize]| {
        let suspiciousness = run.spectrum_of(failing).ochiai();
        let evidence = Evidence {
            program: run.program,
            prepared: run.prepared,
            outcomes: run.outcomes,
            failing,
            passing: &passing,
            suspiciousness: &suspiciousness,
            correct: &correct,
        };
        suspicions(&evidence, &facts, &keep_going)
    };
    let mut all = Vec::new();
    for (i, failing) in failing.iter().enumerate() {
        let (suspicions, context) = of_group(failing);
        all.extend(suspicions);
        if let Some(group) = groups.get_mut(i) {
            group.context = context;
        }
    }
    all
}
