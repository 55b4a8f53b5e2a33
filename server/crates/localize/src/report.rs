//! The result of a localization, as plain data in the words of docs/dev/glossary.md. Nothing here knows JSON or LSP.

use std::fmt;

use ir::explore::UnknownReason;
use ir::{AltKind, CompId, CompSet, Component, PartKind, Program};

pub use exec::Number;
use exec::run::Undecided;
pub use repair::{Fix, TextEdit};
pub use search::Minimal;
use search::{Explored, Shortfall};

/// How the job ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// Every subset-minimal set up to the size was found.
    Complete {
        /// What limits that.
        bounds: Bounds,
    },
    /// There are tests and all pass.
    None,
    /// The search was not exhaustive; what was found is right.
    Stopped {
        /// Why.
        why: StopReason,
    },
    /// Nothing was found, and it is not known whether a test passes.
    Undecided {
        /// The id of the first of these tests.
        test: String,
        /// Why.
        why: Undecided,
    },
    /// No answer can be given.
    Unanalysable {
        /// Why.
        reason: String,
        /// Where, as a 1-based line of the main file.
        line: Option<u32>,
    },
}

/// What a complete search does not say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bounds {
    /// There is no set of up to this size.
    pub none_up_to: Option<usize>,
    /// That there are no other sets holds for runs that decide a branch of one call at most this often.
    pub unwind: Option<u32>,
    /// Sets beyond this size were not looked for, because there are too many.
    pub up_to_size: Option<usize>,
}

/// Why a search was not exhaustive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StopReason {
    /// The job had to end: its time was over, its memory used up, or somebody cancelled it. In the words of whoever
    /// ended it.
    Ended(String),
    /// The work that the user allowed was done.
    Work(u64),
    /// The strategy leaves something out by its nature.
    Shortfall(Shortfall),
    /// A question stayed open, for this reason if one is known.
    Open(Option<UnknownReason>),
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Ended(words) => f.write_str(words),
            StopReason::Work(limit) => write!(f, "work limit {limit}"),
            StopReason::Shortfall(shortfall) => shortfall.fmt(f),
            StopReason::Open(Some(why)) => why.fmt(f),
            StopReason::Open(None) => f.write_str("not everything could be decided"),
        }
    }
}

/// Why the tests of a group fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupKind {
    /// They end, with the wrong output or exit status.
    WrongOutcome,
    /// Undefined behaviour or an assertion at one place.
    Trap,
    /// They do not end.
    NoEnd,
}

/// Failing tests that are explained together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Why they fail.
    pub kind: GroupKind,
    /// Indices into the job's tests.
    pub tests: Vec<usize>,
    /// Of the trap or the loop.
    pub span: Option<syntax::Span>,
    /// Of the trap or the loop.
    pub message: Option<String>,
    /// The group of a trap behind which the same tests fail like this, when undefined accesses of memory do not end a run.
    pub behind: Option<usize>,
    /// What stands around the trap in one of the tests, if that was recorded.
    pub context: Option<trace::Context>,
}

/// Evidence that something simpler than angelic values already suffices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// Deleting all components of the set makes every failing test of the group pass and breaks no passing one that was
    /// tried.
    Deletion,
    /// Negating all its conditions does.
    Flip,
    /// A small edit makes every failing test of the group pass, and breaks one passing test in a hundred at most.
    Edit,
}

/// What shows that every failing test of the group passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certificate {
    /// Values of the components, replayed in each of the tests.
    Values,
    /// An edit of the text, with which each of them was run. What it does is beyond the values of the components: it
    /// writes elsewhere, or passes other arguments.
    Edit,
}

/// One value that a component had and the one that makes the test pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NeededValue {
    /// Index into the job's tests.
    pub test: usize,
    /// 1-based execution of the component in the repaired run.
    pub execution: u32,
    /// What it was in the failing run at that execution, in C syntax.
    pub was: Option<String>,
    /// What it has to be, in C syntax; `skipped`, `not taken`, … where there is no value.
    pub needs: String,
    /// The alternative that was chosen.
    pub how: Option<AltKind>,
    /// The numbers, if they are integers and this is the only execution of the component in both runs.
    pub number: Option<Number>,
    /// Values that do as well, all of them: `>= 5`, `1 .. 9`, `!= 4`. Not filled in by the search.
    pub range: Option<String>,
}

/// A part of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Where.
    pub span: syntax::Span,
    /// What.
    pub kind: PartKind,
}

/// Where a statement may be missing, as seen from something in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Before it.
    Before,
    /// After it.
    After,
    /// In the loop that ends before it.
    InLoop,
}

/// A component that is not of the program: a statement that may be missing, or the number that a macro stands for.
#[derive(Debug, Clone, PartialEq)]
pub struct Added {
    /// With what stands beside its place in the text.
    pub component: Component,
    /// Where a statement is missing, as seen from that.
    pub side: Option<Side>,
    /// The statement, what it assigns or prints left open; or the number.
    pub statement: String,
    /// A component of the program that is executed when the statement would be, as far as the text tells.
    pub near: Option<CompId>,
}

/// One component of a diagnosis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspect {
    /// Which; beyond the components of the program come those of [`Report::added`].
    pub comp: CompId,
    /// The smallest sets of its parts that suffice in its place (`CFaults` §4, "Refinement"), each certified by replay
    /// of all failing tests of the group: the first eight, in order of place. Empty where nothing less than all that it
    /// assigns, returns or decides suffices; `None` where there are no parts, they were not looked at, or a question
    /// stayed open.
    pub refined: Option<Vec<Vec<Part>>>,
    /// In the failing tests, execution by execution.
    pub values: Vec<NeededValue>,
}

/// How plausible a fix is, at least, that leaves little doubt.
const CONVINCING: f64 = 0.5;

/// A diagnosis (MCS) of one group.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnosis {
    /// Index into [`Report::groups`].
    pub group: usize,
    /// In order of place.
    pub suspects: Vec<Suspect>,
    /// Sum of the weights of its components.
    pub weight: f64,
    /// Every failing test of the group passed in concrete replay.
    pub verified: bool,
    /// How that was shown.
    pub certificate: Certificate,
    /// About its subsets.
    pub minimal: Minimal,
    /// In order.
    pub evidence: Vec<Evidence>,
    /// Edits that suffice, as far as they were looked for.
    pub fixes: Vec<Fix>,
    /// Other texts for outputs among its components, which the set presupposes: the words as the tests expect them, the
    /// values as the program computes them. The outputs alone would do if they made their values up; the other
    /// components are subset-minimal given these edits.
    pub given: Vec<TextEdit>,
    /// Edits of one of the components that make some failing tests pass, and break none, with these tests.
    pub partial: Vec<(Fix, Vec<usize>)>,
}

impl Suspect {
    /// With nothing known of it yet.
    pub(crate) fn new(comp: CompId) -> Suspect {
        Suspect {
            comp,
            refined: None,
            values: Vec::new(),
        }
    }
}

impl Diagnosis {
    /// The diagnosis that a verified fix certifies: it changes these components.
    pub(crate) fn by_edit(group: usize, comps: &[CompId], weight: f64, fix: Fix) -> Diagnosis {
        Diagnosis {
            group,
            suspects: comps.iter().copied().map(Suspect::new).collect(),
            weight,
            verified: true,
            certificate: Certificate::Edit,
            // The tests fail without any edit; not every edit of one of several components was tried.
            minimal: if comps.len() == 1 {
                Minimal::Proved
            } else {
                Minimal::Unchecked
            },
            evidence: Vec::new(),
            fixes: vec![fix],
            given: Vec::new(),
            partial: Vec::new(),
        }
    }

    /// Its component, if it has but one.
    pub fn only(&self) -> Option<CompId> {
        match &self.suspects[..] {
            [only] => Some(only.comp),
            _ => None,
        }
    }

    /// Whether it is one of the group that the search found: it presupposes nothing, and values certify it.
    pub(crate) fn is_plain(&self, group: usize) -> bool {
        let by_values = self.certificate == Certificate::Values;
        self.group == group && self.given.is_empty() && by_values
    }

    /// How plausible its best fix is; 0 without one.
    pub(crate) fn plausibility(&self) -> f64 {
        let all = self.fixes.iter().map(|fix| fix.plausibility);
        all.fold(0.0, f64::max)
    }

    /// Whether its best fix is so plausible that nothing more need be looked for.
    pub fn has_convincing_fix(&self) -> bool {
        self.plausibility() >= CONVINCING
    }

    /// Whether there is an edit for it that speaks for its place.
    pub(crate) fn is_likely_fixed(&self) -> bool {
        self.plausibility() > 0.0
    }

    /// Its components.
    pub(crate) fn set(&self) -> CompSet {
        self.suspects.iter().map(|s| s.comp).collect()
    }

    /// Whether it has the same components for the same group.
    pub(crate) fn is_same_set(&self, other: &Diagnosis) -> bool {
        let comps = |d: &Diagnosis| d.suspects.iter().map(|s| s.comp).collect::<Vec<_>>();
        self.group == other.group && comps(self) == comps(other)
    }
}

/// A set that makes some of the failing tests of a group pass, but is not known to make them all: no diagnosis.
/// Strategies that take each test by itself find such sets.
#[derive(Debug, Clone, PartialEq)]
pub struct Partial {
    /// Index into [`Report::groups`].
    pub group: usize,
    /// Its components, in order of place.
    pub comps: Vec<CompId>,
    /// The job's tests that passed in concrete replay, or with the first of the fixes.
    pub tests: Vec<usize>,
    /// Edits that make these tests pass and break none.
    pub fixes: Vec<Fix>,
}

/// One ranked line.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedLine {
    /// 1-based, unique.
    pub rank: u32,
    /// File of the line.
    pub file: syntax::FileId,
    /// 1-based.
    pub line: u32,
    /// In 0..=1, falling with the rank.
    pub score: f64,
    /// The line is in a certified set. Otherwise it is only suspected: failing tests execute it, and the failure depends on
    /// it as far as that is known.
    pub certified: bool,
    /// Indices into [`Report::diagnoses`]; none if the line is not certified.
    pub diagnoses: Vec<usize>,
    /// One line for people.
    pub why: String,
}

/// What an id means in a program to which these statements were added.
pub fn component<'a>(
    program: &'a Program,
    added: &'a [Added],
    comp: CompId,
) -> Option<(&'a Component, Option<&'a Added>)> {
    let Some(beyond) = comp.index().checked_sub(program.components.len()) else {
        return Some((&program.components[comp.index()], None));
    };
    let added = added.get(beyond)?;
    Some((&added.component, Some(added)))
}

/// Everything that a localization found.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// How it ended.
    pub status: Status,
    /// Of failing tests.
    pub groups: Vec<Group>,
    /// Best first.
    pub diagnoses: Vec<Diagnosis>,
    /// Statements that may be missing and numbers of macros, as far as diagnoses name them.
    pub added: Vec<Added>,
    /// Sets that explain only some of the failing tests of their group, most tests first; empty for most strategies.
    pub partial: Vec<Partial>,
    /// Lines of certified sets, best first.
    pub ranking: Vec<RankedLine>,
    /// Lines that are suspected without a certificate, most suspicious first, known before the search begins. Never empty
    /// if a test fails. Lines of certified sets are among them.
    pub uncertified: Vec<RankedLine>,
    /// What the user pinned and what was bounded or concretised.
    pub assumed: Vec<String>,
    /// Questions asked by the search.
    pub questions: u64,
    /// Those that reached a solver.
    pub solver_calls: u64,
    /// Questions that stayed open.
    pub unknown_answers: u64,
    /// Answers that an earlier search had found ([`crate::QueryCache`]).
    pub recalled: u64,
    /// Of a strategy that opens branches on demand: how much of the program it looked at, with the group.
    pub explored: Vec<(usize, Explored)>,
}

impl Report {
    /// What an id in this report of the program means, with the statement if it is one that may be missing.
    pub fn component<'a>(
        &'a self,
        program: &'a Program,
        comp: CompId,
    ) -> Option<(&'a Component, Option<&'a Added>)> {
        component(program, &self.added, comp)
    }

    /// Nothing found yet.
    pub fn empty() -> Report {
        Report {
            status: Status::None,
            groups: Vec::new(),
            diagnoses: Vec::new(),
            added: Vec::new(),
            partial: Vec::new(),
            ranking: Vec::new(),
            uncertified: Vec::new(),
            assumed: Vec::new(),
            questions: 0,
            solver_calls: 0,
            unknown_answers: 0,
            recalled: 0,
            explored: Vec::new(),
        }
    }
}
