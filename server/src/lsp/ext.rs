//! What `faultlens` adds to the Language Server Protocol: commands, two notifications, settings.
//!
//! A client that knows none of this page still gets everything that matters: diagnostics, hover, lenses, hints and
//! code actions are plain LSP, and the commands below are reached through them. The notifications only let a client
//! *draw* more (heat in the gutter, a status item); they are views of the same immutable snapshot as everything else,
//! so they can never contradict it. Clients ignore notifications that they do not know, so they are always sent.
//!
//! # Commands (`workspace/executeCommand`)
//!
//! Every command takes one optional argument, the document's URI as a string; without it the document that the client
//! used last is meant. Those about a line take its number from 0 as the second one. Unless it says otherwise a command
//! returns at once: work goes on in the background and shows as progress and status.
//!
//! | command | effect | returns |
//! |---|---|---|
//! | `faultlens.localize` | look for the suspects of the failing tests | `null` |
//! | `faultlens.cancel` | stop what runs for the document; what was found stays | `true` if something ran |
//! | `faultlens.nextSet`, `faultlens.previousSet` | select another set of changes, cyclically | [`StatusParams`] |
//! | `faultlens.selectSet` | select the set whose number from 1 is the second argument | [`StatusParams`] |
//! | `faultlens.goToSet` | show the strongest place of the selected set, where the client can be asked to show something | `true` if it was asked |
//! | `faultlens.markCorrect`, `faultlens.markSuspect` | say of a line that it is correct, so that no set changes it, or suspected, so that its sets come first; said again, it is taken back | `null` |
//! | `faultlens.clearMarks` | take back what was said of lines | `null` |
//! | `faultlens.explain` | how a test comes to fail; its id is the second argument, without it the first that the selected set explains is meant, or the first that fails. Answers when that is known | Markdown, a string |
//! | `faultlens.runTests` | run the tests again. Answers when they have ended | [`StatusParams`] |
//! | `faultlens.why` | why something has its value at a line when a test fails, or why the line was not reached; the question is the second argument: `11:m`, or `11`, lines from 1. The test is the one that `explain` means. Answers when that is known | Markdown, a string |
//! | `faultlens.run` | the run of a failing test, statement by statement with the values of variables; its id is the second argument, without it the test is the one that `explain` means. Answers when it is recorded | the object of `faultlens trace --run --format json`; each file is a URI |
//! | `faultlens.newTest` | write tests into `tests/` beside the program, out of the text that is the second argument: blocks behind `Input:` and `Output:`, or what is typed, whose output is then empty until it is accepted. Answers when they are written | the names, an array |
//! | `faultlens.acceptOutput` | make what the program printed in the test that is the second argument what it must print from now on. Answers when it is written | the path of the file |
//! | `faultlens.listTests` | the tests and how they ended; [`StatusParams::test_run`] says when to ask again | the object of `faultlens test --format json`, or `null` |
//! | `faultlens.whyNoTest` | which tests were found, and why others were not taken | Markdown, a string |
//! | `faultlens.listPrograms` | the C files of the client's folders that have tests, by the names of files and by what the texts show without being parsed: test functions, a `main` that asserts. A program whose assertions are all in other files is known when it is opened. Takes no argument, answers when all are found | an array of URIs |
//! | `faultlens.showReport` | the whole report | the object of `faultlens localize --format json`, or `null` |
//! | `faultlens.doctor` | version, client, settings, documents and jobs, for a bug report | a string |
//!
//! # Notifications from the server
//!
//! [`Status`] (`faultlens/status`) and [`Lines`] (`faultlens/lines`), one of each after every change of a document's
//! state, each with the document's version. On close both are sent once more, empty.
//!
//! # Settings
//!
//! See [`Settings`](super::settings::Settings). Clients that have folders are asked for those of each.
//!
//! # Folders and files
//!
//! What belongs to a document is found from its own path, so any number of folders can be open, or none. Where the client
//! can watch files, tests, `faultlens.toml`, C files and `compile_commands.json` are watched: results of the documents that
//! depend on a changed file turn stale, and their tests run again. The same happens when an open file is edited that a
//! program is linked with.

use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::{Location, Uri, notification::Notification};

/// Looks for the suspects of the failing tests.
pub const LOCALIZE: &str = "faultlens.localize";
/// Stops what runs for the document.
pub const CANCEL: &str = "faultlens.cancel";
/// Selects the next set of changes.
pub const NEXT_SET: &str = "faultlens.nextSet";
/// Selects the previous set of changes.
pub const PREVIOUS_SET: &str = "faultlens.previousSet";
/// Selects a set of changes by its number.
pub const SELECT_SET: &str = "faultlens.selectSet";
/// Shows the selected set's place.
pub const GO_TO_SET: &str = "faultlens.goToSet";
/// Says that a line is correct.
pub const MARK_CORRECT: &str = "faultlens.markCorrect";
/// Says that a line is suspected.
pub const MARK_SUSPECT: &str = "faultlens.markSuspect";
/// Takes back what was said of lines.
pub const CLEAR_MARKS: &str = "faultlens.clearMarks";
/// Explains how a test comes to fail.
pub const EXPLAIN: &str = "faultlens.explain";
/// Runs the tests again.
pub const RUN_TESTS: &str = "faultlens.runTests";
/// Answers a question about the run of a failing test.
pub const WHY: &str = "faultlens.why";
/// Looks for an input on which the program fails, and answers in Markdown.
pub const FIND: &str = "faultlens.find";
/// The run of a failing test, statement by statement.
pub const RUN: &str = "faultlens.run";
/// Writes tests out of a text.
pub const NEW_TEST: &str = "faultlens.newTest";
/// Makes what a test printed what it must print.
pub const ACCEPT_OUTPUT: &str = "faultlens.acceptOutput";
/// Returns the tests and how they ended.
pub const LIST_TESTS: &str = "faultlens.listTests";
/// Tells which tests were found, and why others were not taken.
pub const WHY_NO_TEST: &str = "faultlens.whyNoTest";
/// Returns the C files of the client's folders that have tests.
pub const LIST_PROGRAMS: &str = "faultlens.listPrograms";
/// Returns the whole report.
pub const SHOW_REPORT: &str = "faultlens.showReport";
/// Returns what a bug report needs.
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

/// What runs for a document now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Activity {
    /// Nothing.
    Idle,
    /// Something waits for its turn.
    Queued,
    /// The tests run.
    Testing,
    /// Suspects are looked for.
    Localizing,
}

/// What is known about a document. Only `allPass` means that nothing is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Knowledge {
    /// Nothing yet.
    Unknown,
    /// There is no test.
    NoTests,
    /// There are tests and all pass.
    AllPass,
    /// Some tests fail; suspects were not looked for.
    TestsFail,
    /// Suspects were found, all sets of changes up to the size.
    Found,
    /// Tests fail and no set of changes up to the size explains them.
    NoneFound,
    /// A limit or the user ended the search; what was found is right, more may exist.
    Stopped,
    /// No answer can be given; `detail` says why.
    Unanalysable,
}

/// Parameters of [`Status`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusParams {
    /// The document.
    pub uri: Uri,
    /// Its version; `null` when it was closed.
    pub version: Option<i32>,
    /// What runs now.
    pub state: Activity,
    /// What is known.
    pub result: Knowledge,
    /// What is known is about an older text.
    pub stale: bool,
    /// A few words for a status bar, such as `3 of 5 tests fail · set 1 of 4`.
    pub text: String,
    /// Whole sentences for a tooltip.
    pub detail: String,
    /// Number of tests, when known.
    pub tests: Option<usize>,
    /// Number of failing tests, when known.
    pub failing: Option<usize>,
    /// The run of the tests that `faultlens.listTests` tells of; another one has another number. `null` before the first.
    pub test_run: Option<u64>,
    /// That run was of an older text, or of older tests.
    pub tests_stale: bool,
    /// The selected set, from 1; `null` without sets.
    pub set: Option<usize>,
    /// Number of sets that were found so far.
    pub sets: usize,
    /// Lines of the selected set, from 0 as in LSP, in order.
    pub set_lines: Vec<u32>,
    /// The test whose explanation is known for this very text: `faultlens.explain` answers at once.
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
    /// The document.
    pub uri: Uri,
    /// Its version; `null` when it was closed.
    pub version: Option<i32>,
    /// The lines belong to an older text and were moved along with the edits.
    pub stale: bool,
    /// Best first. Empty: clear everything that was drawn.
    pub lines: Vec<HeatLine>,
    /// The failing tests, in groups, each with the sets of changes that explain it.
    pub groups: Vec<SetGroup>,
}

/// Failing tests that are explained together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetGroup {
    /// How they fail, such as `3 tests have a wrong outcome`.
    pub title: String,
    /// Their ids.
    pub tests: Vec<String>,
    /// What explains them, in the order of the report.
    pub sets: Vec<ChangeSet>,
    /// How many further sets are not told here, because nobody looks at so many.
    pub more: usize,
}

/// One set of changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangeSet {
    /// From 1, over all groups, as `faultlens.selectSet` takes it.
    pub number: usize,
    /// Whether the user looks at it.
    pub selected: bool,
    /// What would have to change, in the order of the report.
    pub places: Vec<ChangePlace>,
}

/// A place that is to change with the others of its set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangePlace {
    /// Where it is now, as in LSP; `null` when its text was deleted since.
    pub location: Option<Location>,
    /// Its text, on one line.
    pub text: String,
    /// What is wrong with it, in a clause.
    pub claim: String,
    /// Its line's rank, from 1.
    pub rank: Option<u32>,
    /// Values, such as `was true, needs false (t0, t2)`.
    pub values: Option<String>,
}

/// One suspect line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HeatLine {
    /// From 0, as in LSP.
    pub line: u32,
    /// From 1; 1 is the strongest suspect.
    pub rank: u32,
    /// Number of ranked lines.
    pub of: usize,
    /// In 0..=1, falling with the rank.
    pub score: f64,
    /// Whether the line is in the selected set.
    pub role: Role,
    /// Why the line has its rank.
    pub why: String,
    /// Values in the selected set, such as `was true, needs false (t0, t2)`.
    pub values: Option<String>,
}

/// A line's part in the selected set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// In the selected set.
    Selected,
    /// Only in other sets.
    Suspect,
    /// In no set: nothing is certified, and this line is only suspected.
    Uncertified,
}
