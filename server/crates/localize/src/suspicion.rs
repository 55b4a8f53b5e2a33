//! Suspects before anything is proved: the spectrum of the tests, restricted to and weighted by the statements that the
//! failure depends on.
//!
//! A certified set needs a search, which takes a while and may find nothing. The components that all failing tests
//! execute, and those that the wrong output depends on, are known as soon as the tests have run. So the first ranking
//! of a job is computed from two facts about each component:
//!
//! * its *suspiciousness*: how strongly executing it correlates with failing ([`crate::spectrum`]);
//! * its *distance* from the failure: the least number of dependences between its executions and the failure event, in
//!   the backward slices of a few failing tests ([`trace`]). A component in no slice could not have changed the
//!   observed failure. It is ranked last, but not dropped, because a statement missing beside it could have.
//!
//! Such a suspect is *uncertified*: it has not been shown that a change there makes a test pass. It ranks behind every
//! line of a certified set, and views must mark it as uncertified.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use eval::ChoiceSource;
use exec::run::{Failure, PreparedTest, TestOutcome, Verdict};
use ir::flow::LOWERED_STEPS;
use ir::{CompId, CompSet, Program};
use rustc_hash::FxHashMap;
use syntax::FileId;
use trace::{Context, EventKind, Kinds, ProgramFacts, RecordingLimits};

use crate::limits::{
    FURTHER_RECORDED_RUN_INSTRUCTIONS, MAX_RANKED_LINES, MAX_RECORDED_RUN_INSTRUCTIONS,
    NON_TERMINATION_INSTRUCTIONS, RECORDED_INSTRUCTIONS, RECORDED_TESTS, RECORDED_WINDOWS,
};
use crate::report::RankedLine;
use crate::spectrum::told;

/// Amount by which each step away from the failure lowers a component's score: enough to decide between components that
/// the same tests execute, but little compared with a difference in suspiciousness.
const STEP: f64 = 0.02;
/// Factor for the score of components that are executed but in no slice: they could not have changed the observed
/// failure, but a statement may be missing beside them.
const OUTSIDE: f64 = 0.25;

/// A group of failing tests (or the tests that are not known to end), with the components that all tests executed.
pub(crate) struct Evidence<'a> {
    pub(crate) program: &'a Program,
    pub(crate) prepared: &'a [Result<PreparedTest, String>],
    pub(crate) outcomes: &'a [TestOutcome],
    /// The failing tests.
    pub(crate) failing: &'a [usize],
    /// The passing tests.
    pub(crate) passing: &'a [usize],
    /// Suspiciousness of every component, in `0..=1`.
    pub(crate) suspiciousness: &'a [f64],
    /// Components that cannot be suspects.
    pub(crate) correct: &'a CompSet,
}

/// The evidence against a component.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Suspicion {
    pub(crate) comp: CompId,
    /// Score, in `0..=1`.
    pub(crate) score: f64,
    /// Whether the failing tests have not come to an end, and may never do so.
    unfinished: bool,
    /// Number of failing tests that execute the component, and of all failing tests.
    failing: (usize, usize),
    /// Number of passing tests that execute the component, and of all passing tests.
    passing: (usize, usize),
    /// Number of dependences between the component and the failure; `None` if no run could be recorded, or not far
    /// enough.
    distance: Option<u32>,
    /// Whether the failure is known not to depend on the component.
    outside: bool,
}

/// Suspects of one group, in order of components, and the surroundings of a trap. `keep_going` is polled from time to
/// time; if there is no time for a recording, everything that failing tests execute is suspected.
pub(crate) fn suspicions(
    evidence: &Evidence<'_>,
    facts: &ProgramFacts<'_>,
    keep_going: &dyn Fn() -> bool,
) -> (Vec<Suspicion>, Option<Context>) {
    let (distances, context) = distances(evidence, facts, keep_going);
    let is_undecided = |t: &usize| matches!(evidence.outcomes[*t].verdict, Verdict::Undecided(_));
    let unfinished = evidence.failing.iter().all(is_undecided);
    let counts = |tests: &[usize], comp| {
        let runs = tests.iter().map(|&t| &evidence.outcomes[t]);
        let executed = runs.filter(|ran| ran.covered.contains(comp)).count();
        (executed, tests.len())
    };
    let components = (0..evidence.program.components.len()).map(|i| CompId(i as u32));
    let suspicions = components
        .filter(|comp| !evidence.correct.contains(*comp))
        .filter_map(|comp| {
            let suspiciousness = evidence.suspiciousness.get(comp.index()).copied()?;
            let outside = distances
                .as_ref()
                .is_some_and(|known| !known.contains_key(&comp));
            let (distance, weight) = match &distances {
                None => (None, 1.0),
                Some(distances) => match distances.get(&comp) {
                    Some(Some(distance)) => {
                        (Some(*distance), 1.0 / (1.0 + STEP * f64::from(*distance)))
                    }
                    // The component was executed before the recorded part of the run.
                    Some(None) => (None, 0.5),
                    None => (None, OUTSIDE),
                },
            };
            let score = suspiciousness * weight;
            (score > 0.0).then(|| Suspicion {
                comp,
                score,
                unfinished,
                failing: counts(evidence.failing, comp),
                passing: counts(evidence.passing, comp),
                distance,
                outside,
            })
        })
        .collect();
    (suspicions, context)
}

/// The components in the slices of the shortest failing runs, with their least distances from the failure (`None` if
/// none of the runs could be recorded), and the surroundings of the trap in the first run.
fn distances(
    evidence: &Evidence<'_>,
    facts: &ProgramFacts<'_>,
    keep_going: &dyn Fn() -> bool,
) -> (Option<FxHashMap<CompId, Option<u32>>>, Option<Context>) {
    let mut tests = evidence.failing.to_vec();
    tests.retain(|&t| {
        evidence.outcomes[t].steps <= MAX_RECORDED_RUN_INSTRUCTIONS
            || does_not_end(&evidence.outcomes[t])
    });
    tests.sort_by_key(|&t| (evidence.outcomes[t].steps, t));
    let limits = RecordingLimits {
        recorded: RECORDED_INSTRUCTIONS,
        windows: RECORDED_WINDOWS,
        ..RecordingLimits::default()
    };
    let mut nearest: Option<FxHashMap<CompId, Option<u32>>> = None;
    let mut context = None;
    let mut further = FURTHER_RECORDED_RUN_INSTRUCTIONS;
    for (i, t) in tests.into_iter().take(RECORDED_TESTS).enumerate() {
        let taken = evidence.outcomes[t].steps;
        if i > 0 {
            let Some(left) = further.checked_sub(taken) else {
                break;
            };
            further = left;
        }
        let Ok(prepared) = &evidence.prepared[t] else {
            continue;
        };
        let test = trace::Test {
            start: &prepared.start,
            goal: &prepared.goal,
            relaxed: ChoiceSource::Nothing,
        };
        let ran = &evidence.outcomes[t];
        let steps = if does_not_end(ran) {
            ran.steps.min(NON_TERMINATION_INSTRUCTIONS)
        } else {
            MAX_RECORDED_RUN_INSTRUCTIONS
        };
        let limits = RecordingLimits {
            // Code with components has more instructions than the code that the test was run on.
            steps: steps * LOWERED_STEPS,
            ..limits
        };
        let Ok(recording) = trace::record(facts, &test, limits, keep_going) else {
            continue;
        };
        let event = recording.event();
        if matches!(event.kind, EventKind::Trap(_)) {
            context.get_or_insert_with(|| event.context.clone());
        }
        let known = nearest.get_or_insert_default();
        for (comp, distance) in recording.slice(Kinds::PAPER).components() {
            let least = known.entry(comp).or_insert(distance);
            *least = match (*least, distance) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
    }
    (nearest, context)
}

/// Whether the run was ended from outside, with or without a proof that it would never end.
fn does_not_end(ran: &TestOutcome) -> bool {
    matches!(
        ran.verdict,
        Verdict::Undecided(_) | Verdict::Fail(Failure::NoEnd(_))
    )
}

/// The lines on which suspects of all groups begin, each once, most suspicious first.
pub(crate) fn ranked_lines(
    suspicions: &[Suspicion],
    line_of: &dyn Fn(CompId) -> (FileId, u32),
) -> Vec<RankedLine> {
    let mut best: BTreeMap<(FileId, u32), Suspicion> = BTreeMap::new();
    for suspicion in suspicions {
        let known = best.entry(line_of(suspicion.comp)).or_insert(*suspicion);
        if suspicion.score > known.score {
            *known = *suspicion;
        }
    }
    let mut lines: Vec<_> = best.into_iter().collect();
    // The sort is stable: equally suspicious lines stay in order of place.
    lines.sort_by(|(_, a), (_, b)| b.score.total_cmp(&a.score));
    lines.truncate(MAX_RANKED_LINES);
    let ranked = lines.into_iter().zip(1..);
    ranked
        .map(|(((file, line), suspicion), rank)| RankedLine {
            judged: None,
            rank,
            file,
            line,
            score: suspicion.score,
            certified: false,
            diagnoses: Vec::new(),
            explains: Vec::new(),
            why: suspicion.why(),
        })
        .collect()
}

impl Suspicion {
    /// The evidence as the beginning of a sentence.
    fn why(&self) -> String {
        let how = if self.unfinished {
            "unfinished"
        } else {
            "failing"
        };
        let mut text = told(how, self.failing, self.passing);
        let what = if self.unfinished {
            "that it goes on"
        } else {
            "the failure"
        };
        let depends = match self.distance {
            Some(0 | 1) => "depends directly on it",
            Some(_) => "depends on it",
            None if self.outside => {
                text.push_str(
                    "; in the runs that were recorded, the first wrong result does not depend on it, \
                     but something may be missing beside it",
                );
                return text;
            }
            None => return text,
        };
        let _ = write!(text, "; {what} {depends}");
        text
    }
}
