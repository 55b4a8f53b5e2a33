//! The result of a localization: plain data in the terms of docs/dev/glossary.md. Nothing here knows JSON or LSP.

use std::fmt;

use explore::UnknownReason;
use ir::{AltKind, CompId, CompSet, Component, PartKind, Program};

pub use exec::Number;
use exec::run::UndecidedReason;
pub use repair::{Difference, Effort, Fix, Generator, Judged, LEAST_SURE, PassingEdits, TextEdit};
pub use search::Minimal;
use search::{BranchCounts, Shortfall};

use crate::limits::{MAX_COMPONENT_ROWS, MAX_VALUE_ROWS};

/// Final status of the job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// Every subset-minimal set up to the size was found.
    Complete {
        /// Bounds within which that holds.
        bounds: Bounds,
    },
    /// There are tests, and all of them pass.
    None,
    /// The search was not exhaustive; everything that was found is right.
    Stopped {
        /// Reason of the early end.
        why: StopReason,
    },
    /// Nothing was found, and for some tests it is unknown whether they pass.
    Undecided {
        /// Id of the first of these tests.
        test: String,
        /// Reason why the test is undecided.
        why: UndecidedReason,
    },
    /// No result can be given.
    Unanalysable {
        /// Reason, for users.
        reason: String,
        /// Place of the reason, as a 1-based line of the main file.
        line: Option<u32>,
    },
}

impl Status {
    /// Whether the search ended by itself and left something open.
    pub fn is_open(&self) -> bool {
        matches!(
            self,
            Status::Stopped {
                why: StopReason::Open(_)
            }
        )
    }
}

/// Bounds of a complete search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bounds {
    /// There is no set of at most this size.
    pub none_up_to: Option<usize>,
    /// The absence of other sets is proved only for runs that decide a branch of one call at most this often.
    pub unwind: Option<u32>,
    /// Sets larger than this were not searched for, because there are too many.
    pub up_to_size: Option<usize>,
}

/// Reason why a search was not exhaustive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StopReason {
    /// The job had to end: its time or its memory was exhausted, or it was cancelled. The text comes from the caller
    /// that ended it.
    Ended(String),
    /// The work that the user allowed was spent.
    Work(u64),
    /// The strategy is incomplete by design.
    Shortfall(Shortfall),
    /// A query stayed open, for this reason if one is known.
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

/// Kind of failure that the tests of a group share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupKind {
    /// The tests end, with the wrong output or exit status.
    WrongOutcome,
    /// The tests end in undefined behaviour or a failed assertion at one place.
    Trap,
    /// The tests do not end.
    NoEnd,
}

/// Failing tests that are explained together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Kind of failure that they share.
    pub kind: GroupKind,
    /// Failing tests, as indices into the job's tests.
    pub tests: Vec<usize>,
    /// Place of the trap or the loop.
    pub span: Option<syntax::Span>,
    /// Message of the trap or the loop.
    pub message: Option<String>,
    /// The group of the trap behind which the same tests fail in this manner, when undefined memory accesses do not end
    /// a run.
    pub behind: Option<usize>,
    /// Surroundings of the trap in one of the tests, if they were recorded.
    pub context: Option<trace::Context>,
}

/// Evidence that something simpler than angelic values suffices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// Deleting all components of the set makes every failing test of the group pass and breaks none of the passing
    /// tests that were tried.
    Deletion,
    /// Negating all conditions of the set has that effect.
    Flip,
    /// A small edit makes every failing test of the group pass and breaks at most one passing test in a hundred.
    Edit,
}

/// Proof that every failing test of the group passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certificate {
    /// Values of the components, replayed in each of the tests.
    Values,
    /// An edit of the text, with which each of the tests was run. Its effect goes beyond the values of the components:
    /// it writes elsewhere, or passes other arguments.
    Edit,
}

/// A value that a component had, and the value that makes the test pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NeededValue {
    /// Index into the job's tests.
    pub test: usize,
    /// Number of the component's execution in the repaired run, 1-based.
    pub execution: u32,
    /// Value in the failing run at that execution, in C syntax.
    pub was: Option<String>,
    /// Value that is needed, in C syntax; `skipped`, `not taken`, … where there is no value.
    pub needs: String,
    /// The alternative that was chosen.
    pub how: AltKind,
    /// The value, if it is an address.
    pub address: Option<Address>,
    /// The numbers, if they are integers and the component is executed once in the failing run.
    pub number: Option<Number>,
    /// All values that do as well: `>= 5`, `1 .. 9`, `!= 4`. Not filled in by the search.
    pub range: Option<String>,
}

/// An address in the repaired run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Number of the object. Objects are numbered in the order in which the run makes them.
    pub object: u32,
    /// Distance from its beginning, in bytes.
    pub offset: u64,
    /// Name of the object.
    pub name: String,
    /// Place of the allocation, if the object was allocated.
    pub born: Option<syntax::Span>,
}

/// A part of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Place of the part.
    pub span: syntax::Span,
    /// Kind of the part.
    pub kind: PartKind,
}

/// Position of a missing statement relative to something in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Before the text.
    Before,
    /// After the text.
    After,
    /// In the loop that ends before the text.
    InLoop,
}

/// A component that is not part of the program: a statement that may be missing, or the number that a macro stands for.
#[derive(Debug, Clone, PartialEq)]
pub struct AddedComponent {
    /// The component, with the span of the text beside its place.
    pub component: Component,
    /// Position of the missing statement relative to that span.
    pub side: Option<Side>,
    /// The statement, with a gap for what it assigns or prints; or the number.
    pub statement: String,
    /// A component of the program that is executed when the statement would be, as far as can be seen from the text.
    pub near: Option<CompId>,
}

/// One component of a diagnosis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspect {
    /// The component; ids beyond the components of the program are those of [`Report::added`].
    pub comp: CompId,
    /// The smallest sets of its parts that suffice in its place (`CFaults` §4, "Refinement"), each certified by replay
    /// of all failing tests of the group: the first eight, in order of place. Empty where nothing less than everything
    /// that the component assigns, returns or decides suffices; `None` where there are no parts, they were not
    /// examined, or a query stayed open.
    pub refined: Option<Vec<Vec<Part>>>,
    /// Needed values in the failing tests, execution by execution. Together with those of the other components they
    /// determine runs in which the tests pass: executions without a value behave as written.
    pub values: Vec<NeededValue>,
    /// Number of values that were left out because there are too many.
    pub values_left_out: usize,
    /// Whether the component is a statement that is not in the text and is executed each time. Then it has no values.
    pub always: bool,
}

/// Least plausibility of a fix that leaves little doubt.
pub(crate) const CONVINCING: f64 = 0.5;
/// Least plausibility of a fix that somebody may have meant. A less plausible one passes the tests, but repeats itself,
/// leaves its constant open, or breaks inputs near those of the tests.
pub(crate) const LEAST_CREDIBLE: f64 = 0.3;

/// A diagnosis (MCS) of one group.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnosis {
    /// Index into [`Report::groups`].
    pub group: usize,
    /// Components of the diagnosis, in order of place.
    pub suspects: Vec<Suspect>,
    /// Sum of the weights of its components.
    pub weight: f64,
    /// Whether every failing test of the group passed in concrete replay.
    pub verified: bool,
    /// Kind of certificate.
    pub certificate: Certificate,
    /// What is known about its subsets.
    pub minimal: Minimal,
    /// Evidence, in order.
    pub evidence: Vec<Evidence>,
    /// Edits that suffice, as far as they were searched for.
    pub fixes: Vec<Fix>,
    /// Other texts for outputs among its components, which the set presupposes: the words as the tests expect them, the
    /// values as the program computes them. With free values, the outputs alone would suffice; the other components are
    /// subset-minimal given these edits.
    pub given: Vec<TextEdit>,
    /// Edits of one of the components that make some failing tests pass and break none, with these tests.
    pub partial: Vec<(Fix, Vec<usize>)>,
}

impl Suspect {
    /// A suspect about which nothing is known yet.
    pub fn new(comp: CompId) -> Suspect {
        Suspect {
            comp,
            refined: None,
            values: Vec::new(),
            values_left_out: 0,
            always: false,
        }
    }

    /// The suspect with the values that it needs.
    pub(crate) fn with(self, needs: Needs) -> Suspect {
        Suspect {
            values: needs.values,
            values_left_out: needs.left_out,
            ..self
        }
    }
}

impl Diagnosis {
    /// The diagnosis certified by a verified fix that changes these components.
    pub(crate) fn by_edit(group: usize, comps: &[CompId], weight: f64, fix: Fix) -> Diagnosis {
        let suspects = comps.iter().copied().map(Suspect::new).collect();
        Diagnosis {
            certificate: Certificate::Edit,
            // Of several components, not every edit of a single one was tried.
            minimal: if comps.len() == 1 {
                Minimal::Proved
            } else {
                Minimal::Unchecked
            },
            fixes: vec![fix],
            ..Diagnosis::by_values(group, suspects, weight)
        }
    }

    /// The diagnosis certified by values of these components, no part of which suffices.
    pub(crate) fn by_values(group: usize, suspects: Vec<Suspect>, weight: f64) -> Diagnosis {
        Diagnosis {
            group,
            suspects,
            weight,
            verified: true,
            certificate: Certificate::Values,
            // The tests fail without any change.
            minimal: Minimal::Proved,
            evidence: Vec::new(),
            fixes: Vec::new(),
            given: Vec::new(),
            partial: Vec::new(),
        }
    }

    /// The only component of the diagnosis; `None` if there are several.
    pub fn only(&self) -> Option<CompId> {
        match &self.suspects[..] {
            [only] => Some(only.comp),
            _ => None,
        }
    }

    /// Whether the search itself found this diagnosis of `group`: it presupposes no edits, and values certify it.
    pub(crate) fn is_plain(&self, group: usize) -> bool {
        let by_values = self.certificate == Certificate::Values;
        self.group == group && self.given.is_empty() && by_values
    }

    /// Plausibility of the best fix; 0 if there is none.
    pub(crate) fn plausibility(&self) -> f64 {
        let all = self.fixes.iter().map(|fix| fix.plausibility);
        all.fold(0.0, f64::max)
    }

    /// Whether the best fix is plausible enough that no further search is needed.
    pub fn has_convincing_fix(&self) -> bool {
        self.plausibility() >= CONVINCING
    }

    /// Whether some fix makes this place likely.
    pub(crate) fn is_likely_fixed(&self) -> bool {
        self.plausibility() > 0.0
    }

    /// Set of the diagnosis's components.
    pub(crate) fn set(&self) -> CompSet {
        self.suspects.iter().map(|s| s.comp).collect()
    }

    /// Whether both have the same group and components.
    pub(crate) fn is_same_set(&self, other: &Diagnosis) -> bool {
        let comps = |d: &Diagnosis| d.suspects.iter().map(|s| s.comp).collect::<Vec<_>>();
        self.group == other.group && comps(self) == comps(other)
    }
}

/// A set that makes some of the failing tests of a group pass, but is not known to make all of them pass, so it is no
/// diagnosis.
#[derive(Debug, Clone, PartialEq)]
pub struct Partial {
    /// Index into [`Report::groups`].
    pub group: usize,
    /// Components of the set, in order of place.
    pub comps: Vec<CompId>,
    /// The job's tests that passed in concrete replay, or with the first of the fixes.
    pub tests: Vec<usize>,
    /// Edits that make these tests pass and break none.
    pub fixes: Vec<Fix>,
}

/// One of several faults that edits mend together.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// Components that the edit changes.
    pub comps: Vec<CompId>,
    /// The edit: with it and those of the faults before it, the tests pass.
    pub fix: Fix,
    /// Failing tests that pass from this edit on, as indices into the job's tests.
    pub tests: Vec<usize>,
}

/// Two repairs with which all tests pass, and an input on which they differ.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenChoice {
    /// The repairs, the likelier one first.
    pub fixes: [Fix; 2],
    /// The input, with what the program prints with each.
    pub difference: Difference,
}

/// A ranked line.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedLine {
    /// Rank, 1-based and unique.
    pub rank: u32,
    /// File of the line.
    pub file: syntax::FileId,
    /// Line number, 1-based.
    pub line: u32,
    /// Score in `0..=1`, decreasing with the rank.
    pub score: f64,
    /// Whether the line belongs to a certified set. Otherwise it is only suspected: failing tests execute it, and the
    /// failure depends on it as far as is known.
    pub certified: bool,
    /// Indices into [`Report::diagnoses`]; empty if the line is not certified.
    pub diagnoses: Vec<usize>,
    /// Failing tests that pass with other values or an edit here, if nothing is known that lets all of them pass.
    pub explains: Vec<usize>,
    /// The reason in one line, for users.
    pub why: String,
    /// How likely the line is faulty; `None` for lines far down.
    pub judged: Option<Judged>,
}

/// The component that an id refers to in a program to which these statements were added.
pub fn component<'a>(
    program: &'a Program,
    added: &'a [AddedComponent],
    comp: CompId,
) -> Option<(&'a Component, Option<&'a AddedComponent>)> {
    let Some(beyond) = comp.index().checked_sub(program.components.len()) else {
        return Some((&program.components[comp.index()], None));
    };
    let added = added.get(beyond)?;
    Some((&added.component, Some(added)))
}

/// Everything that a localization found.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Final status of the job.
    pub status: Status,
    /// Groups of failing tests.
    pub groups: Vec<Group>,
    /// Diagnoses, best first.
    pub diagnoses: Vec<Diagnosis>,
    /// Missing statements and numbers of macros that diagnoses refer to.
    pub added: Vec<AddedComponent>,
    /// Sets that explain only some of the failing tests of their group, if no component explains all of them.
    pub partial: Vec<Partial>,
    /// Faults that edits mend together, if a single edit does not mend all failing tests.
    pub mended: Vec<Fault>,
    /// Two repairs between which the tests do not decide.
    pub undecided: Option<OpenChoice>,
    /// Lines of certified sets, best first.
    pub ranking: Vec<RankedLine>,
    /// Lines that are suspected without a certificate, most suspicious first, known before the search begins. Never
    /// empty if a test fails. Includes the lines of certified sets.
    pub uncertified: Vec<RankedLine>,
    /// Assumptions: what the user pinned, and what was bounded or concretised.
    pub assumed: Vec<String>,
    /// Number of queries of the search.
    pub questions: u64,
    /// Number of queries that reached a solver.
    pub solver_calls: u64,
    /// Number of queries that stayed open.
    pub unknown_answers: u64,
    /// What the search for repairs cost.
    pub edits: Effort,
    /// All edits with which the tests of a group pass.
    pub passing: PassingEdits,
    /// Number of answers that an earlier search had found ([`crate::QueryCache`]).
    pub recalled: u64,
    /// For a strategy that opens branches on demand: the part of the program that was explored, by group.
    pub explored: Vec<(usize, BranchCounts)>,
}

impl Report {
    /// The component that an id of this report refers to, with the statement if it is one that may be missing.
    pub fn component<'a>(
        &'a self,
        program: &'a Program,
        comp: CompId,
    ) -> Option<(&'a Component, Option<&'a AddedComponent>)> {
        component(program, &self.added, comp)
    }

    /// The repairs of all groups, in the order of the lines that they belong to, each once.
    pub fn for_all(&self) -> Vec<Fix> {
        let groups = self.groups.iter().zip(0..);
        let groups: Vec<usize> = groups
            .filter(|(group, _)| group.behind.is_none())
            .map(|(_, at)| at)
            .collect();
        let mends = |fix: &Fix, group: usize| {
            let of_group = self.diagnoses.iter().filter(|d| d.group == group);
            let mut fixes = of_group.flat_map(|d| &d.fixes);
            fixes.any(|known| known.edits().eq(fix.edits()))
        };
        let ranked = self.ranking.iter().flat_map(|line| &line.diagnoses);
        let ranked = ranked.filter_map(|at| self.diagnoses.get(*at));
        let mut found: Vec<Fix> = Vec::new();
        for fix in ranked.chain(&self.diagnoses).flat_map(|d| &d.fixes) {
            let is_new = found.iter().all(|known| !known.edits().eq(fix.edits()));
            if is_new && groups.iter().all(|group| mends(fix, *group)) {
                found.push(fix.clone());
            }
        }
        found
    }

    /// A report in which nothing has been found yet.
    pub fn empty() -> Report {
        Report {
            status: Status::None,
            groups: Vec::new(),
            diagnoses: Vec::new(),
            added: Vec::new(),
            partial: Vec::new(),
            mended: Vec::new(),
            undecided: None,
            ranking: Vec::new(),
            uncertified: Vec::new(),
            assumed: Vec::new(),
            questions: 0,
            solver_calls: 0,
            unknown_answers: 0,
            edits: Effort::default(),
            passing: PassingEdits::default(),
            recalled: 0,
            explored: Vec::new(),
        }
    }
}

/// Values that a component needs in failing tests.
#[derive(Debug, Clone, Default)]
pub(crate) struct Needs {
    /// The values, test by test.
    pub(crate) values: Vec<NeededValue>,
    /// Number of further values, left out because there are too many.
    pub(crate) left_out: usize,
}

impl Needs {
    /// Adds a value, if there are not too many.
    pub(crate) fn push(&mut self, value: NeededValue) {
        if self.values.len() < MAX_VALUE_ROWS {
            self.values.push(value);
        } else {
            self.left_out += 1;
        }
    }

    /// Adds the values of one more test.
    pub(crate) fn add(&mut self, of_test: &Needs) {
        let room = MAX_COMPONENT_ROWS.saturating_sub(self.values.len());
        let taken = &of_test.values[..of_test.values.len().min(room)];
        self.values.extend_from_slice(taken);
        self.left_out += of_test.left_out + of_test.values.len() - taken.len();
    }
}
