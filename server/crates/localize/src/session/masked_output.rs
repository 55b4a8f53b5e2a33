//! Search for faults that an output hides.
//!
//! A relaxed output prints what is expected, and so hides every fault in the values that it prints: if it is in each
//! diagnosis of a group, the search finds nothing else. Then its text is corrected as far as the tests determine it
//! (`repair::reword`): the words between the values are those that the tests expect, the values are the program's. If
//! all tests pass with that text, it is a fix. Otherwise the reworded program is searched instead, with its reworded
//! outputs pinned. A set found there explains the tests that still fail together with the outputs, *given* the edits.
//! Such sets come after the others; they are minimal in the reworded program only, in which they were certified by
//! replay.

use std::cell::OnceCell;

use harness::Test;
use ir::{CompId, ComponentKind, Program};
use rustc_hash::FxHashMap;
use syntax::{Parse, Span};

use super::Session;
use crate::control::{Control, Event, Sink};
use crate::group_search::PrintedTexts;
use crate::limits::MAX_MASKING_DIAGNOSES;
use crate::options::JobOptions;
use crate::report::{AddedComponent, Diagnosis, Fix, Report, Suspect, TextEdit};
use exec::run::{TestOutcome, Verdict};
use repair::{Rewording, reword, reworded};

/// Result of rewording.
enum RewordingOutcome {
    /// All tests pass with this fix for the diagnosis of this index.
    Fix(usize, Fix),
    /// Sets that explain the remaining failures, and the missing statements that they name.
    Sets(Vec<Diagnosis>, Vec<AddedComponent>),
}

/// The program with other texts for the outputs of a diagnosis.
struct Behind<'d> {
    diagnosis: &'d Diagnosis,
    outputs: Vec<CompId>,
    edits: Vec<TextEdit>,
    parse: Parse,
    program: Program,
    /// Outcome of each test that was run on the reworded program.
    outcomes: Vec<TestOutcome>,
}

/// The failing tests of a group, followed by the passing tests.
struct Judges {
    tests: Vec<Test>,
    /// Indices of the tests among all tests.
    numbers: Vec<usize>,
    failing: usize,
}

impl Behind<'_> {
    fn fix(&self) -> Option<Fix> {
        let (edit, also) = self.edits.split_first()?;
        Some(Fix {
            edit: edit.clone(),
            also: also.to_vec(),
            plausibility: 1.0,
        })
    }

    /// Combines a set of the reworded program with the outputs to a set of the original program.
    fn with(
        &self,
        found: Diagnosis,
        outer: &mut dyn FnMut(Suspect) -> Option<Suspect>,
    ) -> Option<Diagnosis> {
        let reworded = self.diagnosis.suspects.iter();
        let reworded = reworded.filter(|s| self.outputs.contains(&s.comp));
        // They print as they are reworded, and need no other text.
        let reworded = reworded.map(|s| Suspect {
            refined: s.refined.clone(),
            ..Suspect::new(s.comp)
        });
        let others: Option<Vec<Suspect>> = found.suspects.into_iter().map(outer).collect();
        let suspects = reworded.chain(others?).collect();
        let fixes = found.fixes.into_iter().map(|fix| Fix {
            also: [fix.also, self.edits.clone()].concat(),
            ..fix
        });
        Some(Diagnosis {
            group: self.diagnosis.group,
            suspects,
            weight: self.diagnosis.weight + found.weight,
            verified: found.verified,
            certificate: found.certificate,
            minimal: found.minimal,
            evidence: found.evidence,
            fixes: fixes.collect(),
            partial: Vec::new(),
            given: self.edits.clone(),
        })
    }
}

impl Session<'_> {
    /// Looks behind outputs. In every group without a fix it looks for a fix by other words; if every diagnosis
    /// contains such outputs, it also looks for the faults that they hide.
    pub(super) fn add_masked_faults(
        &self,
        printed: &[PrintedTexts],
        report: &mut Report,
        control: &dyn Control,
        sink: &mut Sink<'_>,
    ) {
        for group in 0..report.groups.len() {
            let of = |i: &usize| report.diagnoses[*i].group == group;
            let all: Vec<usize> = (0..report.diagnoses.len()).filter(of).collect();
            // Adding a statement that prints does what another text would do, so it does not count as a fix here.
            let of_program = |d: &Diagnosis| {
                d.set()
                    .iter()
                    .all(|c| c.index() < self.program.components.len())
            };
            let is_fixed = |d: &Diagnosis| !d.fixes.is_empty() && of_program(d);
            let has_fix = all.iter().any(|i| is_fixed(&report.diagnoses[*i]));
            if !has_fix && control.stop_reason().is_none() {
                control.phase("unmask");
                let inner = Inner(control);
                let printed = printed.iter().filter(|p| of(&p.diagnosis));
                match self.unmask_group(printed.collect(), &all, report, &inner) {
                    Some(RewordingOutcome::Fix(i, fix)) => report.diagnoses[i].fixes.push(fix),
                    Some(RewordingOutcome::Sets(sets, added)) => {
                        report.added.extend(added);
                        for set in &sets {
                            sink(Event::Diagnosis(set, &report.added));
                        }
                        report.diagnoses.extend(sets);
                    }
                    None => {}
                }
            }
        }
    }

    fn unmask_group(
        &self,
        mut printed: Vec<&PrintedTexts>,
        all: &[usize],
        report: &Report,
        control: &dyn Control,
    ) -> Option<RewordingOutcome> {
        // The fewer other components have to change, the more the printed text tells about the words.
        let others =
            |p: &PrintedTexts| report.diagnoses[p.diagnosis].suspects.len() - p.texts.len();
        printed.sort_by_key(|p| (others(p), p.texts.len()));
        let is_output = |s: &Suspect| match report.component(self.program, s.comp) {
            Some((_, Some(added))) => added.statement.starts_with("printf"),
            Some((component, None)) => component.kind == ComponentKind::Output,
            None => false,
        };
        let is_masked = |i: &usize| report.diagnoses[*i].suspects.iter().any(is_output);
        let masked = all.iter().all(is_masked);
        let mut best = None;
        // The tests are copied only if there is a text to judge.
        let judges = OnceCell::new();
        for p in printed.into_iter().take(MAX_MASKING_DIAGNOSES) {
            let diagnosis = &report.diagnoses[p.diagnosis];
            let texts = p.texts.iter();
            let rewordings = texts.map(|(comp, t)| reword(self.parse, self.place(*comp), t));
            let Some(rewordings) = rewordings.collect::<Option<Vec<Rewording>>>() else {
                continue;
            };
            let Some((parse, program)) = reworded(self.parse, &rewordings) else {
                continue;
            };
            let judges = judges.get_or_init(|| self.judges(&report.groups[diagnosis.group].tests));
            let mut behind = Behind {
                diagnosis,
                outputs: p.texts.keys().copied().collect(),
                edits: rewordings.into_iter().map(|r| r.edit).collect(),
                parse,
                program,
                outcomes: Vec::new(),
            };
            match self.judge(&mut behind, judges, control) {
                Some(true) => return Some(RewordingOutcome::Fix(p.diagnosis, behind.fix()?)),
                Some(false) if masked && best.is_none() => best = Some(behind),
                _ => {}
            }
        }
        let first = self.program.components.len() + report.added.len();
        let (mut sets, added) = self.localize_reworded(best?, judges.get()?, first, control);
        let known = |s: &Diagnosis| report.diagnoses.iter().any(|d| d.is_same_set(s));
        sets.retain(|set| !known(set));
        Some(RewordingOutcome::Sets(sets, added))
    }

    /// Runs the tests on the reworded program. Returns whether all pass; `None` if a passing test breaks.
    fn judge(
        &self,
        behind: &mut Behind<'_>,
        judges: &Judges,
        control: &dyn Control,
    ) -> Option<bool> {
        let options = JobOptions {
            step_limit: self.replay_steps(),
            ..self.options.clone()
        };
        let mut session = Session::new(&behind.parse, &behind.program, &judges.tests, options);
        session.run_tests(control);
        behind.outcomes = session.outcomes;
        let passes = |(ran, number): (&TestOutcome, &usize)| {
            let depends_newly = ran.depends_on_layout && !self.outcomes[*number].depends_on_layout;
            ran.verdict == Verdict::Pass && !depends_newly
        };
        let passed: Vec<bool> = behind
            .outcomes
            .iter()
            .zip(&judges.numbers)
            .map(passes)
            .collect();
        let (failing, passing) = passed.split_at_checked(judges.failing)?;
        let whole = passed.len() == judges.tests.len() && passing.iter().all(|passes| *passes);
        whole.then(|| failing.iter().all(|passes| *passes))
    }

    /// The given failing tests and all passing tests.
    fn judges(&self, failing: &[usize]) -> Judges {
        let passes = |t: &usize| self.outcomes[*t].verdict == Verdict::Pass;
        let passing = (0..self.tests.len()).filter(passes);
        let numbers: Vec<usize> = failing.iter().copied().chain(passing).collect();
        Judges {
            tests: numbers.iter().map(|t| self.tests[*t].clone()).collect(),
            numbers,
            failing: failing.len(),
        }
    }

    /// Localizes the reworded program. Missing statements are numbered from `first`.
    fn localize_reworded(
        &self,
        mut behind: Behind<'_>,
        judges: &Judges,
        first: usize,
        control: &dyn Control,
    ) -> (Vec<Diagnosis>, Vec<AddedComponent>) {
        let outcomes = std::mem::take(&mut behind.outcomes);

        // Components are known by their places in both programs; their numbers differ.
        let in_reworded = by_place(&behind.program);
        let renumbered = |comps: &[CompId]| -> Vec<CompId> {
            let renumbered = comps
                .iter()
                .filter_map(|c| in_reworded.get(&place(self.program, *c)));
            renumbered.copied().collect()
        };
        let options = JobOptions {
            correct: renumbered(&[&self.options.correct[..], &behind.outputs].concat()),
            suspect: renumbered(&self.options.suspect),
            joint: true,
            step_limit: self.replay_steps(),
            ..self.options.clone()
        };

        // The reworded program is searched like any other; its new outputs count as correct.
        let mut session = Session::new(&behind.parse, &behind.program, &judges.tests, options);
        session.is_behind = true;
        session.outcomes = outcomes;
        let inner = session.localize(control, &mut |_| {});

        // Sets and missing statements get the numbers of the original program, and values those of its tests.
        let in_original = by_place(self.program);
        let outside = |comp: CompId| in_original.get(&place(&behind.program, comp)).copied();
        let mut added = Vec::new();
        let mut outer = |mut suspect: Suspect| -> Option<Suspect> {
            suspect.comp = match inner.component(&behind.program, suspect.comp)? {
                (_, None) => outside(suspect.comp)?,
                (_, Some(missing)) => {
                    added.push(AddedComponent {
                        near: missing.near.and_then(outside),
                        ..missing.clone()
                    });
                    CompId((first + added.len() - 1) as u32)
                }
            };
            for value in &mut suspect.values {
                value.test = judges.numbers[value.test];
            }
            Some(suspect)
        };
        let combined = |found: &Diagnosis| behind.with(found.clone(), &mut outer);
        let mut sets: Vec<Diagnosis> = inner.diagnoses.iter().filter_map(combined).collect();
        let span = |s: &Suspect| match s.comp.index().checked_sub(first) {
            Some(i) => added[i].component.span,
            None => place(self.program, s.comp).0,
        };

        // Members are shown in the order of the text.
        for set in &mut sets {
            set.suspects.sort_by_key(span);
        }
        (sets, added)
    }
}

/// Control of a job inside another one, which does not report its phases.
pub(super) struct Inner<'c>(pub(super) &'c dyn Control);

impl exec::Control for Inner<'_> {
    fn stop_reason(&self) -> Option<String> {
        self.0.stop_reason()
    }

    fn phase(&self, _name: &'static str) {}
}

impl Control for Inner<'_> {
    fn interrupt(&self) -> smt::Interrupt {
        self.0.interrupt()
    }
}

/// Identity of a component across programs with different numbering.
type Place = (Span, ComponentKind);

fn place(program: &Program, comp: CompId) -> Place {
    let component = &program.components[comp.index()];
    (component.span, component.kind)
}

fn by_place(program: &Program) -> FxHashMap<Place, CompId> {
    let all = (0..program.components.len()).map(|i| CompId(i as u32));
    all.map(|comp| (place(program, comp), comp)).collect()
}
