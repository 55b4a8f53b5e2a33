//! Extensions of the Language Server Protocol: commands, two notifications, settings.
//!
//! A client that implements none of them still gets everything that matters: diagnostics, hover, lenses, hints and code
//! actions are plain LSP, and the commands below are reached through them. The notifications only let a client *draw*
//! more (heat in the gutter, a status item); they are views of the same immutable snapshot as everything else, so they
//! can never contradict it. Clients ignore unknown notifications, so they are always sent.
//!
//! # Commands (`workspace/executeCommand`)
//!
//! Every command takes one optional argument, the document's URI as a string; without it the command applies to the
//! document that the client used last. Commands about a line take its number from 0 as the second argument. A command
//! returns at once unless stated otherwise: work continues in the background and shows as progress and status.
//!
//! | command | effect | returns |
//! |---|---|---|
//! | `faultlens.localize` | search for the suspects of the failing tests | `null` |
//! | `faultlens.cancel` | stop what runs for the document; results so far are kept | `true` if something ran |
//! | `faultlens.nextSet`, `faultlens.previousSet` | select another set of changes, cyclically | [`StatusParams`] |
//! | `faultlens.selectSet` | select the set whose number from 1 is the second argument | [`StatusParams`] |
//! | `faultlens.goToSet` | show the strongest place of the selected set, if the client can be asked to show something | `true` if it was asked |
//! | `faultlens.markCorrect`, `faultlens.markSuspect` | mark a line as correct, so that no set changes it, or as suspected, so that its sets come first; the same command again removes the mark | `null` |
//! | `faultlens.clearMarks` | remove all marks | `null` |
//! | `faultlens.explain` | explain the failure of a test; its id is the second argument, and defaults to the first test that the selected set explains, or the first that fails. Answers when the explanation is known | Markdown, a string |
//! | `faultlens.runTests` | run the tests again. Answers when they have ended | [`StatusParams`] |
//! | `faultlens.why` | explain why something has its value at a line when a test fails, or why the line was not reached; the question is the second argument: `11:m`, or `11`, lines from 1. The test is the default of `explain`. Answers when the explanation is known | Markdown, a string |
//! | `faultlens.run` | return the run of a failing test, statement by statement with the values of variables; the test's id is the second argument, with the same default as for `explain`. Answers when the run is recorded | the object of `faultlens trace --run --format json`; each file is a URI |
//! | `faultlens.newTest` | write tests into `tests/` beside the program, from the text in the second argument: blocks behind `Input:` and `Output:`, or plain input, whose output is then empty until it is accepted. Answers when they are written | the names, an array |
//! | `faultlens.acceptOutput` | make the actual output of the test in the second argument its expected output. Answers when it is written | the path of the file |
//! | `faultlens.listTests` | return the tests and their results; [`StatusParams::test_run`] says when to ask again | the object of `faultlens test --format json`, or `null` |
//! | `faultlens.whyNoTest` | tell which tests were found, and why other candidates were rejected | Markdown, a string |
//! | `faultlens.listPrograms` | return the C files of the client's folders that have tests, judged by file names and by what the texts show without being parsed: test functions, a `main` that asserts. A program whose assertions are all in other files is only recognised when it is opened. Takes no argument, answers when all are found | an array of URIs |
//! | `faultlens.showReport` | return the whole report | the object of `faultlens localize --format json`, or `null` |
//! | `faultlens.doctor` | return version, client, settings, documents and jobs, for a bug report | a string |
//!
//! # Notifications from the server
//!
//! [`Status`] (`faultlens/status`) and [`Lines`] (`faultlens/lines`), one of each after every change of a document's
//! state, each with the document's version. When a document is closed, both are sent once more, empty.
//!
//! # Settings
//!
//! See [`Settings`](super::settings::Settings). Clients with folders are asked for the settings of each folder.
//!
//! # Folders and files
//!
//! The files that belong to a document are found from its own path, so any number of folders can be open, or none. If
//! the client can watch files, tests, `faultlens.toml`, C files and `compile_commands.json` are watched: results of the
//! documents that depend on a changed file become stale, and their tests run again. The same happens when an open file
//! is edited that is linked with a program.

use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::{Location, Uri, notification::Notification};

/// Searches for the suspects of the failing tests.
pub const LOCALIZE: &str = "faultlens.localize";
/// Stops everything that runs for the document.
pub const CANCEL: &str = "faultlens.cancel";
/// Selects the next set of changes.
pub const NEXT_SET: &str = "faultlens.nextSet";
/// Selects the previous set of changes.
pub const PREVIOUS_SET: &str = "faultlens.previousSet";
/// Selects a set of changes by its number.
pub const SELECT_SET: &str = "faultlens.selectSet";
/// Shows the strongest place of the selected set.
pub const GO_TO_SET: &str = "faultlens.goToSet";
/// Marks a line as correct.
pub const MARK_CORRECT: &str = "faultlens.markCorrect";
/// Marks a line as suspected.
pub const MARK_SUSPECT: &str = "faultlens.markSuspect";
/// Removes all marks.
pub const CLEAR_MARKS: &str = "faultlens.clearMarks";
/// Explains the failure of a test.
pub const EXPLAIN: &str = "faultlens.explain";
/// Runs the tests again.
pub const RUN_TESTS: &str = "faultlens.runTests";
/// Answers a question about the run of a failing test.
pub const WHY: &str = "faultlens.why";
/// Searches for an input on which the program fails, and answers in Markdown.
pub const FIND: &str = "faultlens.find";
/// Returns the run of a failing test, statement by statement.
pub const RUN: &str = "faultlens.run";
/// Writes tests from a text.
pub const NEW_TEST: &str = "faultlens.newTest";
/// Makes the actual output of a test its expected output.
pub const ACCEPT_OUTPUT: &str = "faultlens.acceptOutput";
/// Returns the tests and their results.
pub const LIST_TESTS: &str = "faultlens.listTests";
/// Tells which tests were found, and why other candidates were rejected.
pub const WHY_NO_TEST: &str = "faultlens.whyNoTest";
/// Returns the C files of the client's folders that have tests.
pub const LIST_PROGRAMS: &str = "faultlens.listPrograms";
/// Returns the whole report.
pub const SHOW_REPORT: &str = "faultlens.showReport";
/// Returns the data for a bug report.
pub const DOCTOR: &str = "faultlens.doctor";

/// All commands, as announced to the client.
pub const COMMANDS: [&str; 21] = [
    LOCALIZE,
    CANCEL,
    NEXT_SET,
    PREVIOUS_SET,
    SELECT_SET,
    GO_TO_SET,
    MARK_CORRECT,
    MARK_SUSPECT,
    CLEAR_MARKS,
    EXPLAIN,
    RUN_TESTS,
    WHY,
    FIND,
    RUN,
    NEW_TEST,
    ACCEPT_OUTPUT,
    LIST_TESTS,
    WHY_NO_TEST,
    LIST_PROGRAMS,
    SHOW_REPORT,
    DOCTOR,
];

/// `faultlens/status`: the state of one document, for a status item.
#[derive(Debug)]
pub enum Status {}

impl Notification for Status {
    type Params = StatusParams;
    const METHOD: &'static str = "faultlens/status";
}

/// Activity of the server for a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Activity {
    /// Nothing is running.
    Idle,
    /// A job is waiting for its turn.
    Queued,
    /// The tests run.
    Testing,
    /// Suspects are looked for.
    Localizing,
}

/// State of the results for a document. Only `allPass` means that nothing is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Knowledge {
    /// There are no results yet.
    Unknown,
    /// There are no tests.
    NoTests,
    /// There are tests, and all of them pass.
    AllPass,
    /// Some tests fail; there was no search for suspects.
    TestsFail,
    /// Suspects were found: all sets of changes up to the size limit.
    Found,
    /// Tests fail, and no set of changes up to the size limit explains them.
    NoneFound,
    /// A limit or the user ended the search; the results are right, but more may exist.
    Stopped,
    /// No answer can be given; `detail` says why.
    Unanalysable,
}

/// Parameters of [`Status`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusParams {
    /// URI of the document.
    pub uri: Uri,
    /// Version of the document; `null` when it was closed.
    pub version: Option<i32>,
    /// Current activity.
    pub state: Activity,
    /// State of the results.
    pub result: Knowledge,
    /// Whether the results are about an older text.
    pub stale: bool,
    /// Text for a status bar, such as `3 of 5 tests fail · set 1 of 4`.
    pub text: String,
    /// Text for a tooltip, in whole sentences.
    pub detail: String,
    /// Number of tests, if known.
    pub tests: Option<usize>,
    /// Number of failing tests, if known.
    pub failing: Option<usize>,
    /// Number of the test run that `faultlens.listTests` reports; each run has a different one. `null` before the
    /// first.
    pub test_run: Option<u64>,
    /// Whether that run was of an older text, or of older tests.
    pub tests_stale: bool,
    /// Number of the selected set, from 1; `null` without sets.
    pub set: Option<usize>,
    /// Number of sets found so far.
    pub sets: usize,
    /// Lines of the selected set, from 0 as in LSP, in order.
    pub set_lines: Vec<u32>,
    /// Test with a known explanation for this very text: `faultlens.explain` answers at once.
    pub explained: Option<String>,
}

/// `faultlens/lines`: the suspect lines of one document, for drawing heat.
#[derive(Debug)]
pub enum Lines {}

impl Notification for Lines {
    type Params = LinesParams;
    const METHOD: &'static str = "faultlens/lines";
}

/// Parameters of [`Lines`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LinesParams {
    /// URI of the document.
    pub uri: Uri,
    /// Version of the document; `null` when it was closed.
    pub version: Option<i32>,
    /// Whether the lines belong to an older text and were moved along with the edits.
    pub stale: bool,
    /// Lines, best first. An empty list clears everything that was drawn.
    pub lines: Vec<HeatLine>,
    /// Failing tests in groups, each with the sets of changes that explain it.
    pub groups: Vec<SetGroup>,
}

/// Failing tests that are explained together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetGroup {
    /// Description of their failure, such as `3 tests have a wrong outcome`.
    pub title: String,
    /// Ids of the tests.
    pub tests: Vec<String>,
    /// Sets of changes that explain the tests, in the order of the report.
    pub sets: Vec<ChangeSet>,
    /// Number of further sets that are not listed, to keep the list short.
    pub more: usize,
}

/// One set of changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangeSet {
    /// Number from 1 over all groups, the argument of `faultlens.selectSet`.
    pub number: usize,
    /// Whether the set is selected.
    pub selected: bool,
    /// Letter of the likely fault that the set is, if there are several faults.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<char>,
    /// Places to change, in the order of the report.
    pub places: Vec<ChangePlace>,
}

/// A place that has to change together with the others of its set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangePlace {
    /// Current LSP location; `null` if its text has been deleted.
    pub location: Option<Location>,
    /// Text of the place, on one line.
    pub text: String,
    /// Claim about its fault, in a clause.
    pub claim: String,
    /// Rank of its line, from 1.
    pub rank: Option<u32>,
    /// Values, such as `was true, needs false (t0, t2)`.
    pub values: Option<String>,
}

/// One suspect line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HeatLine {
    /// Line number from 0, as in LSP.
    pub line: u32,
    /// Rank from 1, the strongest suspect.
    pub rank: u32,
    /// Number of ranked lines.
    pub of: usize,
    /// Score in 0..=1, decreasing with the rank.
    pub score: f64,
    /// Role of the line in the selected set.
    pub role: Role,
    /// Reason for the rank.
    pub why: String,
    /// Values in the selected set, such as `was true, needs false (t0, t2)`.
    pub values: Option<String>,
}

/// Role of a line in the selected set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// The line is in the selected set.
    Selected,
    /// The line is only in other sets.
    Suspect,
    /// The line is in no set: nothing is certified, and the line is only suspected.
    Uncertified,
}
