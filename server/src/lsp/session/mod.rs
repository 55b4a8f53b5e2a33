//! The single owner of all state: a task that applies events in the order in which the client sent them.
//!
//! ```text
//! notification handlers ──┐                             ┌─▶ jobs (worker processes)
//! requests (Read, reply) ─┼─▶ one channel ─▶ Session ───┼─▶ publisher ─▶ client
//! jobs, timers ───────────┘                             └─▶ replies with Arc<Snapshot>
//! ```
//!
//! Invariants:
//! * Handlers push their event before their first `.await`; the framework polls them in order of arrival, so the
//!   channel has the client's order. A request asks for its snapshot *through* the channel, so it sees every earlier
//!   edit.
//! * The session awaits nothing but its channel: no client, no file, no process. A keystroke therefore never waits.
//! * Results carry the id of their job. A job that was cancelled or superseded, or whose text was edited, is no longer
//!   in the table, and its later events are dropped.

mod document;
mod event;
mod explaining;
mod files;
mod jobs;
mod new_tests;
mod sharing;
mod testing;
mod why;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value as Json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp::ls_types::Uri;

use self::document::Document;
pub(crate) use self::event::{Command, Event, Reply, SessionHandle};
use self::jobs::Jobs;
use super::barrier;
use super::client::ClientInfo;
use super::ext::Activity;
use super::progress::ProgressStarter;
use super::publisher::Outgoing;
use super::runner::JobRunner;
use super::scopes::Scopes;
use super::settings::{Settings, WhenToSearch};
use super::snapshot::Snapshot;
use super::views;
use super::workspace::Folders;
use crate::jobs::JobKind;

/// Delay between opening a document and running its tests. Editors reopen many documents at once, some only briefly.
const AFTER_OPEN: Duration = Duration::from_millis(100);
/// Debounce delay between the last keystroke and running the tests.
const AFTER_EDIT: Duration = Duration::from_millis(400);
/// Answer to commands about any other document.
const NOT_ANALYSED: &str = "only C source files on disk can be analysed";

/// All state of the server.
pub(crate) struct Session {
    client: Arc<ClientInfo>,
    settings: Scopes,
    /// Number of the last request for settings, and of the last one that was answered.
    asked: (u64, u64),
    folders: Folders,
    documents: BTreeMap<String, Document>,
    /// Document that the client used last, the default for commands without an argument.
    active: Option<String>,
    jobs: Jobs,
    events: SessionHandle,
    outgoing: UnboundedSender<Outgoing>,
}

impl Session {
    /// Starts the session's task.
    pub(crate) fn start(
        runner: Arc<dyn JobRunner>,
        progress: ProgressStarter,
        outgoing: UnboundedSender<Outgoing>,
    ) -> SessionHandle {
        let (send, receive) = unbounded_channel();
        let events = SessionHandle::new(send);
        let session = Self {
            client: Arc::new(ClientInfo::unknown()),
            settings: Scopes::default(),
            asked: (0, 0),
            folders: Folders::default(),
            documents: BTreeMap::new(),
            active: None,
            jobs: Jobs::new(runner, events.clone(), progress),
            events: events.clone(),
            outgoing,
        };
        tokio::spawn(session.run(receive));
        events
    }

    async fn run(mut self, mut events: UnboundedReceiver<Event>) {
        while let Some(event) = events.recv().await {
            let name = event.name();
            // State is only replaced as a whole, so after a panic it is the state before or after the event.
            let outcome = catch_unwind(AssertUnwindSafe(|| self.apply(event)));
            if let Err(panic) = outcome {
                tracing::error!("{name} panicked: {}", barrier::describe(panic.as_ref()));
            }
        }
    }

    fn apply(&mut self, event: Event) {
        // In the order of a session: its start and settings, documents, questions, jobs, its end.
        match event {
            Event::Initialize {
                client,
                settings,
                folders,
            } => {
                self.settings = Scopes::of_window(settings);
                (self.client, self.folders) = (client, folders);
            }
            Event::Folders { reply } => {
                self.asked.0 += 1;
                let _ = reply.send((self.asked.0, self.folders.clone()));
            }
            Event::Settings {
                asked,
                window,
                folders,
            } => self.configure(asked, window, folders),
            Event::Open {
                uri,
                language,
                version,
                text,
            } => self.open(uri, &language, version, text),
            Event::Change {
                uri,
                version,
                changes,
            } => self.change(&uri, version, changes),
            Event::Save { uri } => self.save(&uri),
            Event::Close { uri } => self.close(&uri),
            Event::FilesChanged(paths) => self.files_changed(&paths),
            Event::FoldersChanged(event) => self.folders.change(&event.removed, &event.added),
            Event::Read { uri, reply } => {
                let _ = reply.send(self.snapshot(&uri));
                self.touch(&uri);
            }
            Event::Command {
                command,
                uri,
                reply,
            } => match command {
                Command::Explain(test) => self.explain(uri.as_ref(), test, reply),
                Command::RunTests => self.run_tests(uri.as_ref(), reply),
                Command::NewTest(text) => self.new_test(uri.as_ref(), text, reply),
                Command::Why(question) => self.why(uri.as_ref(), &question, reply),
                Command::Find => self.find(uri.as_ref(), reply),
                Command::Run(test) => self.run_of_test(uri.as_ref(), test, reply),
                Command::AcceptOutput(test) => self.accept_output(uri.as_ref(), &test, reply),
                Command::ListPrograms => self.jobs.list_programs(self.folders.clone(), reply),
                _ => {
                    let _ = reply.send(self.command(&command, uri.as_ref()));
                }
            },
            Event::RunTests { uri, generation } => self.run_tests_if_unchanged(&uri, generation),
            Event::JobStarted { id, kill } => self.jobs.started(id, kill),
            Event::Job { id, event } => self.job_event(id, event),
            Event::JobRefused { id, message } => self.job_failed(id, &message),
            Event::Deadline { id } => self.job_overdue(id),
            Event::CancelJob { id } => self.cancel_job(id),
            Event::Shutdown { reply } => {
                self.jobs.kill_all();
                let settled = self.jobs.settled();
                tokio::spawn(async move {
                    settled.await;
                    let _ = reply.send(());
                });
            }
        }
    }

    /// Applies settings. If these name another place for the tests, earlier results become outdated.
    fn configure(
        &mut self,
        asked: Option<u64>,
        window: Option<Settings>,
        folders: Vec<(PathBuf, Settings)>,
    ) {
        // Clients may answer out of order; only the answer to the latest request counts.
        let number = asked.unwrap_or(self.asked.0);
        if number < self.asked.1 {
            return;
        }
        self.asked.1 = number;
        let settings = self.settings.answered(window, folders);
        let before = std::mem::replace(&mut self.settings, settings);
        self.outdate(|session, document| {
            let path = document.path.as_deref();
            let (before, now) = (before.of(path), session.settings.of(path));
            !now.options.have_tests_of(&before.options)
        });
        let all: Vec<String> = self.documents.keys().cloned().collect();
        for uri in all {
            self.publish(&uri);
        }
    }

    fn open(&mut self, uri: Uri, language: &str, version: i32, text: String) {
        let key = uri.as_str().to_owned();
        self.jobs.kill_for(&key);
        let document = Document::new(uri, language, version, text);
        let generation = document.generation;
        self.documents.insert(key.clone(), document);
        self.active = Some(key.clone());
        self.publish(&key);
        self.share_known(&key);
        self.run_tests_after(AFTER_OPEN, &key, generation);
    }

    fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<tower_lsp::ls_types::TextDocumentContentChangeEvent>,
    ) {
        let key = uri.as_str().to_owned();
        let Some(document) = self.documents.get_mut(&key) else {
            tracing::warn!("change of a document that is not open: {key}");
            return;
        };
        document.change(version, changes, self.client.encoding);
        let (generation, path) = (document.generation, document.path.clone());
        self.jobs.kill_for(&key);
        self.active = Some(key.clone());
        self.publish(&key);
        self.run_tests_after(AFTER_EDIT, &key, generation);
        self.text_changed(path.as_deref());
    }

    fn save(&mut self, uri: &Uri) {
        let key = uri.as_str();
        let Some(document) = self.documents.get_mut(key) else {
            return;
        };
        let run = self.settings.of(document.path.as_deref()).run;
        if run != WhenToSearch::OnSave || !document.analysed {
            return;
        }
        // Results for this very text are used; otherwise the tests run first and decide.
        match document.fresh_failures() {
            Some(0) => {}
            Some(_) if document.has_fresh_findings() => {}
            Some(_) => self.start_job(key, JobKind::Localize),
            None => {
                document.localize_after_tests = true;
                self.start_job(key, JobKind::Test);
            }
        }
    }

    fn close(&mut self, uri: &Uri) {
        let key = uri.as_str();
        let searches = self.jobs.activity(key) == Activity::Localizing;
        self.jobs.kill_for(key);
        if let Some(document) = self.documents.remove(key) {
            // Unsaved changes are lost: other programs are linked with the file on disk again.
            self.text_changed(document.path.as_deref());
            let _ = self.outgoing.send(Outgoing::Closed {
                uri: uri.clone(),
                client: Arc::clone(&self.client),
            });
        }
        if self.active.as_deref() == Some(key) {
            self.active = None;
        }
        if searches {
            self.search_on();
        }
        self.start_next();
    }

    fn run_tests_after(&self, delay: Duration, key: &str, generation: u64) {
        if self
            .documents
            .get(key)
            .is_some_and(|document| document.analysed)
        {
            self.events.send_after(
                delay,
                Event::RunTests {
                    uri: key.to_owned(),
                    generation,
                },
            );
        }
    }

    fn run_tests_if_unchanged(&mut self, key: &str, generation: u64) {
        if self
            .documents
            .get(key)
            .is_some_and(|document| document.generation == generation)
        {
            self.start_job(key, JobKind::Test);
        }
    }

    fn command(&mut self, command: &Command, uri: Option<&Uri>) -> Result<Json, String> {
        if *command == Command::Doctor {
            return Ok(Json::String(self.doctor()));
        }
        let key = self.meant(uri)?;
        let document = self
            .documents
            .get_mut(&key)
            .ok_or_else(|| format!("{key} is not open in the editor"))?;
        match command {
            Command::Localize if !document.analysed => Err(NOT_ANALYSED.to_owned()),
            Command::Localize => {
                document.awaited = true;
                self.start_job(&key, JobKind::Localize);
                Ok(Json::Null)
            }
            Command::Cancel => Ok(Json::Bool(self.cancel(&key))),
            Command::NextSet | Command::PreviousSet => {
                document.select(*command == Command::NextSet);
                Ok(self.selected(&key))
            }
            Command::GoToSet => Ok(Json::Bool(self.go_to_set(&key))),
            Command::SelectSet(number) => {
                document.select_number(*number)?;
                Ok(self.selected(&key))
            }
            Command::Mark(mark, line) => {
                document.mark(*mark, line + 1);
                self.look_again(&key);
                Ok(Json::Null)
            }
            Command::ClearMarks => {
                document.clear_marks();
                self.look_again(&key);
                Ok(Json::Null)
            }
            Command::ListTests => Ok(self.view_json(&key, |snapshot| {
                serde_json::to_value(&*snapshot.tests.as_ref()?.report).ok()
            })),
            Command::WhyNoTest => Ok(self.view_json(&key, |snapshot| {
                Some(Json::String(views::discovery::discovery(snapshot)))
            })),
            Command::ShowReport => Ok(self.view_json(&key, |snapshot| {
                serde_json::to_value(&*snapshot.findings.as_ref()?.report).ok()
            })),
            // These have been answered, or will be.
            Command::Doctor
            | Command::Explain(_)
            | Command::RunTests
            | Command::NewTest(_)
            | Command::AcceptOutput(_)
            | Command::Why(_)
            | Command::Find
            | Command::Run(_)
            | Command::ListPrograms => Ok(Json::Null),
        }
    }

    /// Shows and explains the newly selected set.
    fn selected(&mut self, key: &str) -> Json {
        self.publish(key);
        self.explain_selection(key);
        self.view_json(key, |snapshot| {
            serde_json::to_value(views::status::status(snapshot)).ok()
        })
    }

    /// After a requested search, shows its first suspect if that is in another file. In the current file the client
    /// itself brings it into view.
    fn reveal_elsewhere(&mut self, key: &str) {
        let awaited = self.documents.get_mut(key);
        let awaited = awaited.is_some_and(|document| std::mem::take(&mut document.awaited));
        let place = self.snapshot(key).and_then(|s| views::sets::place(&s));
        if awaited && place.is_some_and(|place| place.uri.as_str() != key) {
            self.go_to_set(key);
        }
    }

    /// Asks the client to show the selected set; returns whether it was asked.
    fn go_to_set(&mut self, key: &str) -> bool {
        let place = self.snapshot(key).filter(|s| s.client.show_document);
        let Some(place) = place.and_then(|snapshot| views::sets::place(&snapshot)) else {
            return false;
        };
        let there = place.uri.as_str();
        // If this is another file of the program, the user who goes there expects the same findings. A file that is not
        // open gets them when it is opened.
        if self
            .documents
            .get(there)
            .is_some_and(|document| !document.has_findings())
        {
            self.start_job(there, JobKind::Localize);
        }
        self.outgoing.send(Outgoing::GoTo(place)).is_ok()
    }

    /// Document that a command is about.
    fn meant(&self, uri: Option<&Uri>) -> Result<String, String> {
        match uri {
            Some(uri) => Ok(uri.as_str().to_owned()),
            None => self
                .active
                .clone()
                .ok_or_else(|| "no C file is open".to_owned()),
        }
    }

    /// Handles changed marks: shows them at once, and repeats the search if there are findings.
    fn look_again(&mut self, key: &str) {
        let found = self.documents.get(key).is_some_and(Document::has_findings);
        if found {
            self.start_job(key, JobKind::Localize);
        } else {
            self.publish(key);
        }
    }

    fn view_json(&mut self, key: &str, view: impl FnOnce(&Snapshot) -> Option<Json>) -> Json {
        self.snapshot(key)
            .and_then(|snapshot| view(&snapshot))
            .unwrap_or(Json::Null)
    }

    fn doctor(&mut self) -> String {
        let keys: Vec<String> = self.documents.keys().cloned().collect();
        let snapshots: Vec<Arc<Snapshot>> =
            keys.iter().filter_map(|key| self.snapshot(key)).collect();
        views::doctor::doctor(
            &self.client,
            &self.settings,
            &snapshots,
            &self.jobs.describe(),
        )
    }

    fn touch(&mut self, key: &str) {
        if self.documents.contains_key(key) {
            self.active = Some(key.to_owned());
        }
    }

    fn snapshot(&mut self, key: &str) -> Option<Arc<Snapshot>> {
        let activity = self.jobs.activity(key);
        let document = self.documents.get_mut(key)?;
        let settings = self.settings.of(document.path.as_deref());
        Some(document.snapshot(activity, &self.client, settings))
    }

    /// Shows the document's state to the client. Every change of state ends here; nothing else talks to the client.
    fn publish(&mut self, key: &str) {
        if let Some(document) = self.documents.get_mut(key) {
            document.forget_snapshot();
        }
        if let Some(snapshot) = self.snapshot(key) {
            let _ = self.outgoing.send(Outgoing::Show(snapshot));
        }
    }

    /// Whether anything is running or waiting for the document.
    fn is_busy(&self, key: &str) -> bool {
        self.jobs.activity(key) != Activity::Idle
    }
}
