//! Search for faults that an output hides.
//!
//! A relaxed output prints what is expected, and so hides every fault in the values that it prints: if it is in each
//! diagnosis of a group, the search finds nothing else. Then its text is corrected as far as the tests determine it
//! (`repair::reword`): the words between the values are those that the tests expect, the values are the program's. If
//! all tests pass with that text, it is a fix. Otherwise the reworded program is searched instead, with its reworded
//! outputs pinned. A set found there explains the tests that still fail together with the outputs, *given* the edits.
//! Such sets come after the others; they are minimal in the reworded program only, in which they were certified by
//! replay.

use ir::{CompId, ComponentKind, Program};
use syntax::Parse;

use crate::engine::QueryContext;
use crate::ledger::Ledger;
use crate::limits::MAX_MASKING_DIAGNOSES;
use crate::options::JobOptions;
use crate::report::{Diagnosis, Fix, Report, Suspect, TextEdit};
use crate::rounds::PrintedTexts;
use crate::run::Run;
use crate::stage::OF_REWORDED;
use crate::variant::Variant;
use exec::run::{TestOutcome, Verdict};
use repair::{Rewording, reword, reworded};

/// The program with other texts for the outputs of a diagnosis.
struct Reworded {
    diagnosis: Diagnosis,
    outputs: Vec<CompId>,
    edits: Vec<TextEdit>,
    parse: Parse,
    program: Program,
}

impl Reworded {
    /// The program with the failing tests of the group, followed by all passing tests.
    fn variant(&self, run: &Run<'_>) -> Variant<'_> {
        let tests = run.with_passing(&run.groups[self.diagnosis.group].tests);
        Variant::new(&self.parse, &self.program, run.tests, tests, OF_REWORDED)
    }

    fn fix(&self) -> Option<Fix> {
        let (edit, also) = self.edits.split_first()?;
        Some(Fix {
            also: also.to_vec(),
            ..Fix::new("wording", edit.clone(), 1.0)
        })
    }

    /// Combines a set of the reworded program, in terms of the original program, with the outputs.
    fn with(&self, found: Diagnosis) -> Diagnosis {
        let reworded = self.diagnosis.suspects.iter();
        let reworded = reworded.filter(|s| self.outputs.contains(&s.comp));
        // They print as they are reworded, and need no other text.
        let reworded = reworded.map(|s| Suspect {
            refined: s.refined.clone(),
            ..Suspect::new(s.comp)
        });
        let fixes = found.fixes.into_iter().map(|fix| Fix {
            also: [fix.also, self.edits.clone()].concat(),
            ..fix
        });
        Diagnosis {
            group: self.diagnosis.group,
            suspects: reworded.chain(found.suspects).collect(),
            weight: self.diagnosis.weight + found.weight,
            fixes: fixes.collect(),
            given: self.edits.clone(),
            partial: Vec::new(),
            ..found
        }
    }
}

/// Looks behind outputs. In every group without a fix it looks for a fix by other words; if every diagnosis contains
/// such outputs, it also looks for the faults that they hide.
pub(crate) fn unmask(run: &Run<'_>, _: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    for group in 0..run.groups.len() {
        // Adding a statement that prints does what another text would do, so it does not count as a fix here.
        let of_program = |d: &Diagnosis| {
            let own = run.program.components.len();
            d.set().iter().all(|c| c.index() < own)
        };
        let is_fixed = |d: &Diagnosis| !d.fixes.is_empty() && of_program(d);
        if !ledger.of_group(group).any(is_fixed) && !(run.stopped)() {
            run.control.phase("unmask");
            unmask_group(run, group, ledger);
        }
    }
}

fn unmask_group(run: &Run<'_>, group: usize, ledger: &mut Ledger<'_>) {
    let report = &ledger.report;
    let of_group = |p: &&PrintedTexts| report.diagnoses[p.diagnosis].group == group;
    let printed = ledger.searched.printed.iter().filter(of_group);
    let mut printed: Vec<&PrintedTexts> = printed.collect();
    // The fewer other components have to change, the more the printed text tells about the words.
    let others = |p: &PrintedTexts| report.diagnoses[p.diagnosis].suspects.len() - p.texts.len();
    printed.sort_by_key(|p| (others(p), p.texts.len()));
    let is_masked = |d: &Diagnosis| d.suspects.iter().any(|s| is_output(run, report, s.comp));
    let masked = ledger.of_group(group).all(is_masked);
    let mut best = None;
    for p in printed.into_iter().take(MAX_MASKING_DIAGNOSES) {
        let Some(reworded) = reworded_for(run, p, report) else {
            continue;
        };
        let variant = reworded.variant(run);
        let options = JobOptions {
            step_limit: run.replay_steps(),
            ..run.options.clone()
        };
        let outcomes = run.outcomes_of(&variant, options);
        match judge(run, group, &variant, &outcomes) {
            Some(true) => {
                let (at, fix) = (p.diagnosis, reworded.fix());
                ledger.report.diagnoses[at].fixes.extend(fix);
                return;
            }
            Some(false) if masked && best.is_none() => best = Some((reworded, outcomes)),
            _ => {}
        }
    }
    if let Some((reworded, outcomes)) = best {
        localize_reworded(run, &reworded, outcomes, ledger);
    }
}

/// Whether a component prints.
fn is_output(run: &Run<'_>, report: &Report, comp: CompId) -> bool {
    match report.component(run.program, comp) {
        Some((_, Some(added))) => added.statement.starts_with("printf"),
        Some((component, None)) => component.kind == ComponentKind::Output,
        None => false,
    }
}

/// The program with the texts that outputs of a diagnosis print.
fn reworded_for(run: &Run<'_>, printed: &PrintedTexts, report: &Report) -> Option<Reworded> {
    let texts = printed.texts.iter();
    let rewordings = texts.map(|(comp, t)| reword(run.parse, run.place(*comp), t));
    let rewordings = rewordings.collect::<Option<Vec<Rewording>>>()?;
    let (parse, program) = reworded(run.parse, &rewordings)?;
    Some(Reworded {
        diagnosis: report.diagnoses[printed.diagnosis].clone(),
        outputs: printed.texts.keys().copied().collect(),
        edits: rewordings.into_iter().map(|r| r.edit).collect(),
        parse,
        program,
    })
}

/// Whether all failing tests of the group pass in a variant; `None` if a passing test breaks.
fn judge(
    run: &Run<'_>,
    group: usize,
    variant: &Variant<'_>,
    outcomes: &[TestOutcome],
) -> Option<bool> {
    let passes = |(ran, number): (&TestOutcome, &usize)| {
        let depends_newly = ran.depends_on_layout && !run.outcomes[*number].depends_on_layout;
        ran.verdict == Verdict::Pass && !depends_newly
    };
    let passed = outcomes.iter().zip(&variant.numbers).map(passes);
    let passed: Vec<bool> = passed.collect();
    let (failing, passing) = passed.split_at_checked(run.groups[group].tests.len())?;
    let keeps = passing.iter().all(|passes| *passes);
    keeps.then(|| failing.iter().all(|passes| *passes))
}

/// Localizes the reworded program like any other; its new outputs count as correct.
fn localize_reworded(
    run: &Run<'_>,
    reworded: &Reworded,
    outcomes: Vec<TestOutcome>,
    ledger: &mut Ledger<'_>,
) {
    let variant = reworded.variant(run);
    let inward = |comps: &[CompId]| variant.inward(comps, run.program);
    let options = JobOptions {
        correct: inward(&[&run.options.correct[..], &reworded.outputs].concat()),
        suspect: inward(&run.options.suspect),
        joint: true,
        step_limit: run.replay_steps(),
        ..run.options.clone()
    };
    let found = run.localize(&variant, options, outcomes);
    for diagnosis in variant.outward(&found, run.program, ledger) {
        let mut diagnosis = reworded.with(diagnosis);
        // Members are shown in the order of the text.
        let place = |s: &Suspect| {
            ledger
                .report
                .component(run.program, s.comp)
                .map(|c| c.0.span)
        };
        diagnosis.suspects.sort_by_key(place);
        if !ledger
            .report
            .diagnoses
            .iter()
            .any(|d| d.is_same_set(&diagnosis))
        {
            ledger.record(diagnosis);
        }
    }
}
