//! Result of `faultlens localize`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::fix::{Edit, Fix, Scope};
use super::words::{code_span, flat};
use super::{Cause, RootCauses};

/// Maximum number of sets of parts named in a sentence.
const NAMED_PARTS: usize = 3;

/// Kind of components that are not in the text: statements that may be missing.
pub const INSERTION: &str = "insertion";

/// Localization of one file, as one JSON object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LocalizeReport {
    /// Version of the format; see [`super::VERSION`].
    pub version: u32,
    /// Source file, as the user named it.
    pub file: String,
    /// How the job ended.
    pub status: Status,
    /// Limitation behind the status: the bound, limit or construct.
    pub reason: Option<String>,
    /// 1-based line of the main file that `reason` refers to.
    pub reason_line: Option<u32>,
    /// Limits on the claim of a complete search.
    #[serde(default)]
    pub bounds: Bounds,
    /// Tests by outcome.
    pub tests: TestSummary,
    /// Failing tests that are explained together.
    pub groups: Vec<Group>,
    /// Diagnoses, best first.
    pub diagnoses: Vec<Diagnosis>,
    /// Sets that explain only some of the failing tests of their group, those for most tests first. Only strategies
    /// that process each test separately produce them.
    #[serde(default)]
    pub partial: Vec<PartialSet>,
    /// Every first line of a component of a diagnosis, each once, best first; behind them the lines that are only
    /// suspected.
    pub ranking: Vec<RankedLine>,
    /// Root causes of one failing test, if requested (`--strategy mdfs`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root_causes: Option<RootCauses>,
    /// Pins of the user, and what was concretised or bounded.
    pub assumed: Vec<String>,
    /// Problems with the text or the tests that did not end the analysis.
    pub problems: Vec<Problem>,
    /// Cost.
    pub stats: Stats,
}

impl LocalizeReport {
    /// Effect of a verified fix of a group, as the end of a sentence. Tests without a verdict are not mentioned.
    pub fn with_fix(&self, group: usize, fix: &Fix) -> String {
        let failing = self.tests.failing.len();
        let some = |tests| format!("{tests} of {failing} failing tests pass then, and none breaks");
        let promise = match (fix.scope, self.groups.get(group)) {
            (_, Some(of)) if of.behind.is_some() => {
                "with this, only the undefined access is left".to_owned()
            }
            (Scope::All, _) if self.tests.unanalysable.is_empty() => "all tests pass".to_owned(),
            (Scope::Group, Some(of)) if of.tests.len() < failing => some(of.tests.len()),
            (Scope::Partial, _) => some(fix.mends.len()),
            _ => "all failing tests pass then, and none breaks".to_owned(),
        };
        if fix.doubtful {
            format!("{promise}, but it is doubtful")
        } else {
            promise
        }
    }

    /// All fixes, each once, in the order of the ranked lines that they belong to: fix 1 comes first.
    pub fn fixes(&self) -> Vec<&Fix> {
        let ranked = self.certified().iter().flat_map(|line| &line.diagnoses);
        let ranked = ranked.filter_map(|d| self.diagnoses.get(*d));
        let mut fixes: Vec<&Fix> = Vec::new();
        let of_sets = ranked.chain(&self.diagnoses).flat_map(|d| &d.fixes);
        for fix in of_sets.chain(self.partial.iter().flat_map(|p| &p.fixes)) {
            if fixes.iter().all(|known| !known.edits().eq(fix.edits())) {
                fixes.push(fix);
            }
        }
        fixes
    }

    /// Number of a fix among [`LocalizeReport::fixes`], from 1.
    pub fn number_of(&self, fix: &Fix) -> usize {
        let fixes = self.fixes();
        let same = fixes.iter().position(|known| known.edits().eq(fix.edits()));
        same.map_or(0, |at| at + 1)
    }

    /// Sets the scope of each fix: all failing tests, if all are in one group or each group has the same fix.
    pub fn judge_fixes(&mut self) {
        let whole: Vec<usize> = self
            .groups
            .iter()
            .filter(|group| group.behind.is_none())
            .map(|group| group.id)
            .collect();
        let known: Vec<(usize, Fix)> = self
            .diagnoses
            .iter()
            .flat_map(|d| d.fixes.iter().map(|fix| (d.group, fix.clone())))
            .collect();
        let mends = |group: usize, fix: &Fix| {
            let same = |(g, other): &(usize, Fix)| *g == group && other.edits().eq(fix.edits());
            known.iter().any(same)
        };
        for diagnosis in &mut self.diagnoses {
            let is_whole = whole.contains(&diagnosis.group);
            let whole_group = diagnosis.fixes.iter_mut();
            for fix in whole_group.filter(|fix| fix.scope != Scope::Partial) {
                fix.scope = if is_whole && whole.iter().all(|g| mends(*g, fix)) {
                    Scope::All
                } else {
                    Scope::Group
                };
            }
        }
    }

    /// Data that determines the exit status.
    pub fn end(&self) -> End {
        End {
            status: self.status,
            has_sets: !self.diagnoses.is_empty(),
        }
    }

    /// Ranks lines that are only suspected behind those of certified sets: the best of them is the next to look at if
    /// the sets are not convincing.
    pub fn add_suspected(&mut self, suspected: &[RankedLine]) {
        let known = |ranking: &[RankedLine], line: &RankedLine| {
            let same = |r: &RankedLine| (&r.file, r.line) == (&line.file, line.line);
            ranking.iter().any(same)
        };
        let certified = self.ranking.clone();
        let least = certified.last().map_or(1.0, |line| line.score);
        for line in suspected.iter().filter(|line| !known(&certified, line)) {
            self.ranking.push(RankedLine {
                rank: self.ranking.len() as u32 + 1,
                score: least * line.score,
                ..line.clone()
            });
        }
    }

    /// Sets that explain every kind of failure, if there are several groups: the sets of the first group that every
    /// other group has too, since changed statements make the tests of each group pass. In the order of the ranking.
    pub fn joint(&self) -> Vec<&Diagnosis> {
        let mut groups = self.groups.iter().filter(|group| group.behind.is_none());
        let (Some(first), rest) = (groups.next(), groups.collect::<Vec<_>>()) else {
            return Vec::new();
        };
        if rest.is_empty() {
            return Vec::new();
        }
        let is_joint = |set: &&Diagnosis| {
            let ids: Vec<u32> = set.components.iter().map(|c| c.id).collect();
            let has = |group: &Group| self.diagnoses.iter().any(|d| d.is_of(group.id, &ids));
            set.group == first.id && set.given.is_empty() && rest.iter().all(|group| has(group))
        };
        let mut joint: Vec<&Diagnosis> = self.diagnoses.iter().filter(is_joint).collect();
        let rank = |set: &Diagnosis| {
            let place = |c: &Component| (c.file.clone(), c.line);
            let places: Vec<_> = set.components.iter().map(place).collect();
            let of_line = |line: &&RankedLine| places.contains(&(line.file.clone(), line.line));
            let ranked = self.ranking.iter().find(of_line);
            (
                set.components.len(),
                ranked.map_or(u32::MAX, |line| line.rank),
            )
        };
        joint.sort_by_key(|set| rank(set));
        joint
    }

    /// Inserts the lines of root causes before all lines that are only suspected.
    pub fn add_root_causes(&mut self, lines: Vec<RankedLine>) {
        let is_new = |known: &RankedLine| {
            !lines
                .iter()
                .any(|line| line.line == known.line && line.file == known.file)
        };
        let (certified, suspected) = (self.certified().to_vec(), self.suspected().to_vec());
        let suspected = suspected.into_iter().filter(is_new);
        let rest: Vec<RankedLine> = suspected.collect();
        self.ranking = certified.into_iter().chain(lines).chain(rest).collect();
        let count = self.ranking.len();
        for (at, line) in self.ranking.iter_mut().enumerate() {
            line.rank = at as u32 + 1;
            if !line.certified {
                line.score = 1.0 - at as f64 / count as f64;
            }
        }
    }

    /// Ranked lines of certified sets.
    pub fn certified(&self) -> &[RankedLine] {
        let count = self
            .ranking
            .iter()
            .take_while(|line| line.certified)
            .count();
        &self.ranking[..count]
    }

    /// Ranked lines that are only suspected.
    pub fn suspected(&self) -> &[RankedLine] {
        &self.ranking[self.certified().len()..]
    }

    /// A report without findings.
    pub fn empty(file: impl Into<String>, status: Status, reason: Option<String>) -> Self {
        Self {
            version: super::VERSION,
            file: file.into(),
            status,
            reason,
            reason_line: None,
            bounds: Bounds::default(),
            tests: TestSummary::default(),
            groups: Vec::new(),
            diagnoses: Vec::new(),
            partial: Vec::new(),
            ranking: Vec::new(),
            root_causes: None,
            assumed: Vec::new(),
            problems: Vec::new(),
            stats: Stats::default(),
        }
    }
}

/// How a job ended (docs/dev/design.md, Trust).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Every subset-minimal set up to the size was found.
    Complete,
    /// There are tests, and all of them pass.
    None,
    /// A limit ended the search; the results are right, but more may exist.
    Stopped,
    /// No answer can be given.
    Unanalysable,
}

/// Limits on the claim of a complete search; all null if there are none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// Size up to which no set exists.
    pub none_up_to: Option<usize>,
    /// Bound on the decisions of a branch within one call, in the runs for which completeness holds.
    pub unwind: Option<u32>,
    /// Size beyond which sets were not searched for, because there are too many.
    pub up_to_size: Option<usize>,
}

/// End of a job, as far as it determines the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// Status of the report.
    pub status: Status,
    /// Whether the report has certified sets.
    pub has_sets: bool,
}

/// Tests by outcome.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TestSummary {
    /// Number of tests that were run.
    pub total: usize,
    /// Ids of the failing tests, in order of discovery.
    pub failing: Vec<String>,
    /// Ids of the passing tests, in order of discovery.
    pub passing: Vec<String>,
    /// Tests without a verdict.
    pub unanalysable: Vec<Unanalysable>,
    /// Ids of the tests that asked to be ignored, in order of discovery.
    #[serde(default)]
    pub ignored: Vec<String>,
    /// Failures of the failing tests, in the order of `failing`.
    pub details: Vec<FailingTest>,
}

impl TestSummary {
    /// Number of undecided tests.
    pub fn undecided(&self) -> usize {
        let open = self.unanalysable.iter();
        open.filter(|test| test.cause.is_undecided()).count()
    }
}

/// A test without a verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unanalysable {
    /// Id of the test.
    pub id: String,
    /// Reason why there is no verdict.
    pub reason: String,
    /// Kind of the reason.
    pub cause: Cause,
    /// 1-based line that the run could not pass, or of the loop that it was in.
    pub line: Option<u32>,
}

/// Failure of a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailingTest {
    /// Id of the test.
    pub id: String,
    /// Description in one line, such as `expected "3", printed "1"`.
    pub message: String,
    /// File that contains the expectation.
    pub path: Option<String>,
    /// 1-based line in `path` that states the expectation (an assertion, an entry of `faultlens.toml`).
    pub line: Option<u32>,
    /// Index into [`LocalizeReport::groups`].
    pub group: Option<usize>,
}

/// Failing tests that are explained together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Index in [`LocalizeReport::groups`].
    pub id: usize,
    /// Kind of their failure.
    pub kind: GroupKind,
    /// Ids of the tests.
    pub tests: Vec<String>,
    /// 1-based line of the trap or of the endless loop.
    pub line: Option<u32>,
    /// Message of the trap or the loop.
    pub message: Option<String>,
    /// For a group of failures behind a trap, which show when undefined memory accesses do not end a run: the group of
    /// the trap.
    #[serde(default)]
    pub behind: Option<usize>,
    /// Further facts about a trap, in sentences: the calls around it, the origin of the value read, the place where
    /// memory was freed.
    #[serde(default)]
    pub details: Vec<String>,
}

/// Kind of failure of the tests of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GroupKind {
    /// The tests end, with the wrong output or exit status.
    WrongOutcome,
    /// Undefined behaviour or an assertion at one place.
    Trap,
    /// The tests do not end within the step limit.
    NoEnd,
}

/// A set of components whose change makes every failing test of the group pass, while no proper subset does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Diagnosis {
    /// Index into [`LocalizeReport::groups`].
    pub group: usize,
    /// Components in order of place.
    pub components: Vec<Component>,
    /// Sum of the weights of the components.
    pub weight: f64,
    /// Whether every failing test of the group passed in concrete replay.
    pub verified: bool,
    /// How that was shown.
    #[serde(default)]
    pub certificate: Certificate,
    /// Certificate about the proper subsets.
    pub minimal: Minimal,
    /// Signs that something simpler than arbitrary values suffices.
    pub evidence: Vec<Evidence>,
    /// Edits that make the failing tests of the group pass and break no passing test.
    #[serde(default)]
    pub fixes: Vec<Fix>,
    /// Edits of outputs among the components that the set presupposes: they correct the literal text as the tests
    /// expect it, around the values that the program computes. Alone, the outputs would suffice only by inventing these
    /// values; the other components are subset-minimal given these edits.
    #[serde(default)]
    pub given: Vec<Edit>,
}

impl Diagnosis {
    /// Whether this is the set of a group with these components, given by their ids.
    pub fn is_of(&self, group: usize, components: &[u32]) -> bool {
        let ids = self.components.iter().map(|c| c.id);
        self.group == group && ids.eq(components.iter().copied())
    }

    /// Adds the diagnosis to those reported before. If an edit and values certify the same set, the later diagnosis
    /// replaces the earlier one.
    pub fn add_to(self, told: &mut Vec<Diagnosis>) {
        let ids: Vec<u32> = self.components.iter().map(|c| c.id).collect();
        told.retain(|d| !d.is_of(self.group, &ids));
        told.push(self);
    }

    /// Edits that the diagnosis presupposes, if there are any: ``in line 14 replace `"%d"` by `"%d\n"` ``.
    pub fn given(&self) -> Option<String> {
        let edits: Vec<String> = self.given.iter().map(Edit::with_line).collect();
        (!edits.is_empty()).then(|| edits.join(", and "))
    }

    /// First lines of its components in the main file or elsewhere, each once, in order of place.
    pub fn lines(&self) -> Vec<u32> {
        let mut lines: Vec<u32> = self.components.iter().map(|c| c.line).collect();
        lines.dedup();
        lines
    }
}

/// A set of components whose change makes only some failing tests of the group pass: not a diagnosis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartialSet {
    /// Index into [`LocalizeReport::groups`].
    pub group: usize,
    /// Components in order of place, without values.
    pub components: Vec<Component>,
    /// Ids of the tests that passed in concrete replay, or with the fixes.
    pub tests: Vec<String>,
    /// Edits that make these tests pass, and break none.
    #[serde(default)]
    pub fixes: Vec<Fix>,
}

/// Evidence that every failing test of the group passes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certificate {
    /// Values of the components, replayed in each test.
    #[default]
    Values,
    /// An edit of the text, with which each test was run: the first of the fixes. Values of the components cannot
    /// express its effect, or were not found; the search ignores it.
    Edit,
}

/// Certificate that no proper subset suffices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Minimal {
    /// Every proper subset is proved not to suffice.
    Proved,
    /// Some proofs hold only within a loop bound.
    WithinBounds,
    /// Some subset's answer is unknown.
    Unchecked,
}

/// Evidence that a simple change suffices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// Deleting the components makes the failing tests pass.
    Deletion,
    /// Negating the conditions makes the failing tests pass.
    Flip,
    /// A small edit makes the failing tests pass, but breaks a passing test (at most one in a hundred).
    Edit,
}

/// A piece of source that may be at fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Component {
    /// Identifier, stable within one version of the text.
    pub id: u32,
    /// File that contains the component, as the user named it.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
    /// 1-based line of the end.
    pub end_line: u32,
    /// 1-based column behind the end, in characters.
    pub end_column: u32,
    /// Byte offset in the text of `file`.
    pub start: u32,
    /// Byte offset in the text of `file`, one past the last.
    pub end: u32,
    /// Kind of component: `condition`, `assignment`, …
    pub kind: String,
    /// Source text with its original white space.
    pub text: String,
    /// Function that contains the component.
    pub function: String,
    /// Smallest sets of parts whose change suffices in place of the whole component, at most eight. Empty if nothing
    /// less than everything that the component assigns, returns or decides suffices; null if that was not examined or
    /// stayed open.
    pub refined: Option<Vec<RefinedPart>>,
    /// Macro that the component is a use of, or the first one that is used in it.
    #[serde(rename = "macro")]
    pub macro_use: Option<MacroUse>,
    /// All macros of the user that the component is made from; a fault may be in their definitions.
    #[serde(default)]
    pub macros: Vec<MacroUse>,
    /// Actual and needed values, test by test.
    pub values: Vec<Value>,
    /// For a statement that is not in the text (`text` is the missing statement): the side of the place on which it may
    /// be missing.
    #[serde(default)]
    pub missing: Option<Side>,
}

/// Position of a missing statement relative to a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// In front of the place.
    Before,
    /// Behind the place.
    After,
    /// In the loop that ends in front of the place.
    InLoop,
}

impl Component {
    /// Position of a statement that is not in the text, as seen from the component's place; `None` for other
    /// components.
    pub fn missing(&self) -> Option<&'static str> {
        self.missing.map(|side| match side {
            Side::Before => "before this",
            Side::After => "after this",
            Side::InLoop => "in the loop before this",
        })
    }

    /// Parts that would suffice, as the object of "changing only": `` `a` or `b + 1` ``, `` `a` and `c` ``. `None` if
    /// there are none, or if that is not known.
    pub fn parts(&self) -> Option<String> {
        let refined = self.refined.as_deref().unwrap_or_default();
        let sets = refined.chunk_by(|a, b| a.set == b.set);
        let mut sets: Vec<String> = sets.map(RefinedPart::names).collect();
        sets.dedup();
        let more = sets.len().saturating_sub(NAMED_PARTS);
        sets.truncate(NAMED_PARTS);
        if more > 0 {
            sets.push(format!("one of {more} others"));
        }
        let last = sets.pop()?;
        let named = match sets.join(", ") {
            first if first.is_empty() => last,
            first => format!("{first} or {last}"),
        };
        Some(named)
    }
}

impl RefinedPart {
    /// Names of parts: `` `a` and `b` ``, each on one line.
    fn names(parts: &[RefinedPart]) -> String {
        let name = |part: &RefinedPart| code_span(&flat(&part.text));
        parts.iter().map(name).collect::<Vec<_>>().join(" and ")
    }
}

/// A part of a component.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefinedPart {
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
    /// 1-based line of the end.
    pub end_line: u32,
    /// 1-based column behind the end, in characters.
    pub end_column: u32,
    /// Byte offset in the text of the component's file.
    #[serde(default)]
    pub start: u32,
    /// Byte offset, one past the last.
    #[serde(default)]
    pub end: u32,
    /// Kind of part: `operator` (it, or several of its operands), `operand`, `constant`.
    pub kind: String,
    /// Source text.
    pub text: String,
    /// Number of the set: parts with the same number are needed together; sets with different numbers are alternatives.
    #[serde(default)]
    pub set: usize,
}

/// The macro that a component comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MacroUse {
    /// Name of the macro.
    pub name: String,
    /// File of its `#define`; null for predefined macros.
    pub file: Option<String>,
    /// 1-based line of its `#define`.
    pub line: Option<u32>,
}

/// A value that a component had, and one that makes the test pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Value {
    /// Id of the test.
    pub test: String,
    /// 1-based execution of the component in the repaired run.
    pub execution: u32,
    /// Actual value in C syntax; null if the failing run does not get there.
    pub was: Option<String>,
    /// Needed value in C syntax, or `skipped`, `not taken`, …
    pub needs: String,
    /// All values that suffice: `>= 5`, `1 .. 9`, `!= 4`. Null if that was not asked, or is not cheap to determine.
    pub range: Option<String>,
}

impl Value {
    /// The needed value with its alternatives: `5 (any >= 5)`.
    pub fn needed(&self) -> String {
        match self.range.as_deref() {
            None => self.needs.clone(),
            Some("any") => format!("{} (any other)", self.needs),
            Some(range) => format!("{} (any {range})", self.needs),
        }
    }
}

/// One line to look at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RankedLine {
    /// 1-based rank, never shared.
    pub rank: u32,
    /// File of the line.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// Score in 0..=1, decreasing with the rank.
    pub score: f64,
    /// Whether the line is in a certified set. Otherwise it is only suspected, and `why` says what speaks against it.
    #[serde(default = "yes")]
    pub certified: bool,
    /// Indices into [`LocalizeReport::diagnoses`]; empty if the line is not certified.
    pub diagnoses: Vec<usize>,
    /// Reason for users, in one line.
    pub why: String,
}

/// Default of `certified`, for reports from before there were suspected lines.
fn yes() -> bool {
    true
}

/// A problem with the text or the tests that the user should know about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Severity of the problem.
    pub severity: Severity,
    /// File of the problem.
    pub file: String,
    /// 1-based line; null if the problem concerns the whole file.
    pub line: Option<u32>,
    /// 1-based column, in characters.
    pub column: Option<u32>,
    /// Byte offsets in the text of `file`: start and one past the end.
    pub range: Option<(u32, u32)>,
    /// Message: one sentence, lower case, no full stop.
    pub message: String,
}

/// Severity of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Some text was not understood.
    Error,
    /// Everything was understood, but the user should know.
    Warning,
}

/// Cost of the job.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// Time from the start of the job to its end, in milliseconds.
    pub time_ms: f64,
    /// Time from the start of the job to its first certified set; null if there is none.
    #[serde(default)]
    pub first_set_ms: Option<f64>,
    /// Time per phase, in milliseconds.
    pub phases_ms: BTreeMap<String, f64>,
    /// Number of queries asked by the search.
    #[serde(default)]
    pub questions: u64,
    /// Number of solver calls.
    pub solver_calls: u64,
    /// Number of components of the program.
    pub components: usize,
    /// Number of queries that stayed open.
    pub unknown_answers: u64,
    /// Number of answers reused from a search before the last edit. Always 0 on the command line.
    #[serde(default)]
    pub recalled_answers: u64,
    /// Number of branches of the program that strategy `ofc` explored, group by group; empty for other strategies.
    #[serde(default)]
    pub branches: Vec<Branches>,
    /// Peak resident memory of the worker in MB; null if the system does not report it.
    pub peak_memory_mb: Option<u64>,
}

/// Extent of the program that a strategy explored for a group by opening branches on demand. A branch is one of the
/// ways on from a conditional of the program text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branches {
    /// Id of the group.
    pub group: usize,
    /// Number of branches in the program.
    pub all: usize,
    /// Number of branches that the failing runs of the group take.
    pub traced: usize,
    /// Number of branches that were explored: traced, or opened for some test.
    pub explored: usize,
    /// Number of formulas made: one for the run of each test, and one more each time that a branch was opened for it.
    pub formulas: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(line: u32, old: &str, new: &str) -> Edit {
        Edit {
            file: "main.c".into(),
            line,
            column: 1,
            end_line: line,
            end_column: 1,
            start: 0,
            end: 0,
            old: old.into(),
            new: new.into(),
        }
    }

    #[test]
    fn a_fix_says_all_that_it_does() {
        let fix = Fix {
            edit: edit(3, "    puts(\"?\");\n", ""),
            also: vec![edit(5, "\"%d\"", "\"%d\\n\"")],
            scope: Scope::All,
            mends: Vec::new(),
            doubtful: false,
        };
        let sentence = r#"in line 3 delete `puts("?");`, and in line 5 replace `"%d"` by `"%d\n"`"#;
        assert_eq!(fix.sentence(), sentence);
    }

    #[test]
    fn a_fix_is_one_for_all_tests_if_each_group_has_it() {
        let mut report = LocalizeReport::empty("main.c", Status::Complete, None);
        let of_group = |id: usize, tests: &[&str], behind| Group {
            id,
            kind: GroupKind::Trap,
            tests: tests.iter().map(|t| (*t).to_owned()).collect(),
            line: None,
            message: None,
            behind,
            details: Vec::new(),
        };
        report.tests.failing = ["a", "b", "c"].map(str::to_owned).into();
        report.groups = vec![
            of_group(0, &["a", "b"], None),
            of_group(1, &["c"], None),
            of_group(2, &["c"], Some(1)),
        ];
        let fix = |line| Fix {
            edit: edit(line, "<", "<="),
            also: Vec::new(),
            scope: Scope::default(),
            mends: Vec::new(),
            doubtful: false,
        };
        for (group, lines) in [(0, &[3, 7][..]), (1, &[7]), (2, &[3])] {
            report.diagnoses.push(Diagnosis {
                group,
                components: Vec::new(),
                weight: 1.0,
                verified: true,
                certificate: Certificate::Edit,
                minimal: Minimal::Proved,
                evidence: Vec::new(),
                fixes: lines.iter().map(|line| fix(*line)).collect(),
                given: Vec::new(),
            });
        }
        report.judge_fixes();
        let promises: Vec<String> = report
            .diagnoses
            .iter()
            .flat_map(|d| d.fixes.iter().map(|fix| report.with_fix(d.group, fix)))
            .collect();
        let some = "2 of 3 failing tests pass then, and none breaks";
        let left = "with this, only the undefined access is left";
        assert_eq!(promises, [some, "all tests pass", "all tests pass", left]);
        let doubtful = Fix {
            scope: Scope::All,
            doubtful: true,
            ..fix(3)
        };
        assert_eq!(
            report.with_fix(0, &doubtful),
            "all tests pass, but it is doubtful"
        );
    }

    #[test]
    fn a_fix_shows_blanks_and_control_characters() {
        let blanks = edit(3, "\"a  b\\n\"", "\"a b\\n\"");
        let sentence = r#"replace `"a  b\n"` by `"a b\n"`"#;
        assert_eq!(blanks.sentence(), sentence);
        let tab = edit(3, "\"a\tb\"", "\"a b\"");
        assert_eq!(tab.sentence(), r#"replace `"a\tb"` by `"a b"`"#);
    }

    #[test]
    fn one_edit_stands_in_the_fix_itself() {
        let fix = Fix {
            edit: edit(3, "<", "<="),
            also: Vec::new(),
            scope: Scope::All,
            mends: Vec::new(),
            doubtful: false,
        };
        let json = serde_json::to_value(&fix).unwrap();
        assert_eq!(
            (&json["new"], &json["also"]),
            (&"<=".into(), &serde_json::json!([]))
        );
    }
}
