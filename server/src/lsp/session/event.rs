//! Events of a session.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value as Json;
use tokio::sync::{mpsc::UnboundedSender, oneshot};
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, Uri, WorkspaceFoldersChangeEvent};

use crate::jobs;
use crate::lsp::client::ClientInfo;
use crate::lsp::ext;
use crate::lsp::marks::Mark;
use crate::lsp::runner::Kill;
use crate::lsp::settings::Settings;
use crate::lsp::snapshot::Snapshot;
use crate::lsp::workspace::Folders;

/// Channel for the answer to a command: a value, or a sentence that says why there is none.
pub(crate) type Reply = oneshot::Sender<Result<Json, String>>;

/// One event; events are applied in order, each without waiting.
pub(crate) enum Event {
    /// The client introduced itself.
    Initialize {
        client: Arc<ClientInfo>,
        settings: Settings,
        folders: Folders,
    },
    /// A task is going to request the settings; it needs the number of its request, and the folders to ask about.
    Folders {
        reply: oneshot::Sender<(u64, Folders)>,
    },
    /// The settings may have changed: those of the window, if known, and those of folders with their own.
    Settings {
        /// Number of the request that this answers.
        asked: Option<u64>,
        window: Option<Settings>,
        folders: Vec<(PathBuf, Settings)>,
    },
    /// A document was opened.
    Open {
        uri: Uri,
        language: String,
        version: i32,
        text: String,
    },
    /// A document was edited.
    Change {
        uri: Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    },
    /// A document was saved.
    Save { uri: Uri },
    /// A document was closed.
    Close { uri: Uri },
    /// Files changed on disk.
    FilesChanged(Vec<PathBuf>),
    /// The client has opened or closed folders.
    FoldersChanged(WorkspaceFoldersChangeEvent),
    /// A request needs the current state.
    Read {
        uri: String,
        reply: oneshot::Sender<Option<Arc<Snapshot>>>,
    },
    /// The user issued a command; the answer is a value, or a sentence that says why there is none.
    Command {
        command: Command,
        uri: Option<Uri>,
        reply: Reply,
    },
    /// The delay before a test run is over; the tests run if the document has not changed.
    RunTests { uri: String, generation: u64 },
    /// A worker process exists, and can be killed with this handle.
    JobStarted { id: u64, kill: Kill },
    /// A worker sent an event.
    Job { id: u64, event: jobs::Event },
    /// A worker could not be started.
    JobRefused { id: u64, message: String },
    /// A job did not end in time by itself.
    Deadline { id: u64 },
    /// The user cancelled a job from its progress.
    CancelJob { id: u64 },
    /// The server is ending: kill everything.
    Shutdown { reply: oneshot::Sender<()> },
}

impl Event {
    /// Name of the event, for the log.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Initialize { .. } => "initialize",
            Self::Folders { .. } => "folders",
            Self::Settings { .. } => "settings",
            Self::Open { .. } => "open",
            Self::Change { .. } => "change",
            Self::Save { .. } => "save",
            Self::Close { .. } => "close",
            Self::FilesChanged(_) => "files changed",
            Self::FoldersChanged(_) => "folders changed",
            Self::Read { .. } => "read",
            Self::Command { .. } => "command",
            Self::RunTests { .. } => "run tests",
            Self::JobStarted { .. } => "job started",
            Self::Job { .. } => "job event",
            Self::JobRefused { .. } => "job refused",
            Self::Deadline { .. } => "deadline",
            Self::CancelJob { .. } => "cancel job",
            Self::Shutdown { .. } => "shutdown",
        }
    }
}

/// A command of the user; see [`ext`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    /// [`ext::LOCALIZE`]
    Localize,
    /// [`ext::CANCEL`]
    Cancel,
    /// [`ext::NEXT_SET`]
    NextSet,
    /// [`ext::PREVIOUS_SET`]
    PreviousSet,
    /// [`ext::SELECT_SET`], with its number from 1.
    SelectSet(u32),
    /// [`ext::GO_TO_SET`]
    GoToSet,
    /// [`ext::MARK_CORRECT`] and [`ext::MARK_SUSPECT`], for a line from 0.
    Mark(Mark, u32),
    /// [`ext::CLEAR_MARKS`]
    ClearMarks,
    /// [`ext::EXPLAIN`], for a test, or for the first that fails.
    Explain(Option<String>),
    /// [`ext::RUN_TESTS`]
    RunTests,
    /// [`ext::NEW_TEST`], from this text.
    NewTest(String),
    /// [`ext::ACCEPT_OUTPUT`], for this test.
    AcceptOutput(String),
    /// [`ext::WHY`], with this question.
    Why(String),
    /// [`ext::FIND`]
    Find,
    /// [`ext::RUN`], for a test, or for the first that fails.
    Run(Option<String>),
    /// [`ext::LIST_TESTS`]
    ListTests,
    /// [`ext::WHY_NO_TEST`]
    WhyNoTest,
    /// [`ext::LIST_PROGRAMS`]
    ListPrograms,
    /// [`ext::SHOW_REPORT`]
    ShowReport,
    /// [`ext::DOCTOR`]
    Doctor,
}

impl Command {
    /// Command with this name in the protocol, with the number (a line, a set) and the test or text that it takes, if
    /// any.
    pub(crate) fn named(name: &str, number: Option<u32>, test: Option<&str>) -> Option<Self> {
        Some(match name {
            ext::LOCALIZE => Self::Localize,
            ext::CANCEL => Self::Cancel,
            ext::GO_TO_SET => Self::GoToSet,
            ext::NEXT_SET => Self::NextSet,
            ext::PREVIOUS_SET => Self::PreviousSet,
            ext::SELECT_SET => Self::SelectSet(number?),
            ext::MARK_CORRECT => Self::Mark(Mark::Correct, number?),
            ext::MARK_SUSPECT => Self::Mark(Mark::Suspect, number?),
            ext::CLEAR_MARKS => Self::ClearMarks,
            ext::EXPLAIN => Self::Explain(test.map(str::to_owned)),
            ext::RUN_TESTS => Self::RunTests,
            ext::NEW_TEST => Self::NewTest(test?.to_owned()),
            ext::ACCEPT_OUTPUT => Self::AcceptOutput(test?.to_owned()),
            ext::WHY => Self::Why(test?.to_owned()),
            ext::FIND => Self::Find,
            ext::RUN => Self::Run(test.map(str::to_owned)),
            ext::LIST_TESTS => Self::ListTests,
            ext::WHY_NO_TEST => Self::WhyNoTest,
            ext::LIST_PROGRAMS => Self::ListPrograms,
            ext::SHOW_REPORT => Self::ShowReport,
            ext::DOCTOR => Self::Doctor,
            _ => return None,
        })
    }
}

/// Sends events to the session; cheap to clone. After the session's end, events are dropped and reads return nothing.
#[derive(Clone)]
pub(crate) struct SessionHandle {
    events: UnboundedSender<Event>,
}

impl SessionHandle {
    pub(super) fn new(events: UnboundedSender<Event>) -> Self {
        Self { events }
    }

    /// Appends an event; never waits.
    pub(crate) fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }

    /// Appends an event after a delay.
    pub(crate) fn send_after(&self, delay: Duration, event: Event) {
        let handle = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            handle.send(event);
        });
    }

    /// Snapshot of the document after every event so far. The event is sent when this is called, not when it is first
    /// polled.
    pub(crate) fn read(
        &self,
        uri: &Uri,
    ) -> impl Future<Output = Option<Arc<Snapshot>>> + Send + use<> {
        let (reply, answer) = oneshot::channel();
        self.send(Event::Read {
            uri: uri.as_str().to_owned(),
            reply,
        });
        async move { answer.await.ok().flatten() }
    }

    /// Folders after every event so far, with a number for the request for their settings.
    pub(crate) fn folders(&self) -> impl Future<Output = Option<(u64, Folders)>> + Send + use<> {
        let (reply, answer) = oneshot::channel();
        self.send(Event::Folders { reply });
        async move { answer.await.ok() }
    }

    /// Runs a command.
    pub(crate) async fn command(&self, command: Command, uri: Option<Uri>) -> Result<Json, String> {
        let (reply, answer) = oneshot::channel();
        self.send(Event::Command {
            command,
            uri,
            reply,
        });
        answer
            .await
            .unwrap_or_else(|_| Err("it was ended before there was an answer".to_owned()))
    }

    /// Kills every job; returns when this is done.
    pub(crate) async fn shut_down(&self) {
        let (reply, done) = oneshot::channel();
        self.send(Event::Shutdown { reply });
        let _ = done.await;
    }
}

impl fmt::Debug for SessionHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionHandle").finish_non_exhaustive()
    }
}
