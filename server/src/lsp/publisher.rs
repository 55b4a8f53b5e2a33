//! The one task that tells the client about changed state.
//!
//! It may wait for the client; the session never does. States that pile up meanwhile are skipped: only the newest one of
//! each document is shown, and nothing is sent twice.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::sync::mpsc::UnboundedReceiver;
use tower_lsp::Client;
use tower_lsp::ls_types::{
    CodeLens, Diagnostic, InlayHint, Location, MessageType, Position, Range, ShowDocumentParams,
    Uri,
};

use super::client::ClientInfo;
use super::ext::{self, Activity, Knowledge, LinesParams, StatusParams};
use super::snapshot::Snapshot;
use super::views;

/// Something for the client.
pub(crate) enum Outgoing {
    /// The state of a document.
    Show(Arc<Snapshot>),
    /// A document is no longer there; clear what was drawn.
    Closed { uri: Uri, client: Arc<ClientInfo> },
    /// A sentence for the user.
    Tell(String),
    /// A place that the user wants to see.
    GoTo(Location),
}

/// Runs until the session ends.
pub(crate) async fn publish(client: Client, mut outgoing: UnboundedReceiver<Outgoing>) {
    let mut publisher = Publisher {
        refresh: Refresh::new(&client),
        client,
        shown: BTreeMap::new(),
    };
    while let Some(first) = outgoing.recv().await {
        let mut newest: BTreeMap<String, Outgoing> = BTreeMap::new();
        let mut next = Some(first);
        while let Some(item) = next {
            match item {
                Outgoing::Tell(message) => {
                    publisher
                        .client
                        .show_message(MessageType::INFO, message)
                        .await;
                }
                Outgoing::GoTo(place) => publisher.go_to(place),
                Outgoing::Show(ref snapshot) => {
                    newest.insert(snapshot.uri.as_str().to_owned(), item);
                }
                Outgoing::Closed { ref uri, .. } => {
                    newest.insert(uri.as_str().to_owned(), item);
                }
            }
            next = outgoing.try_recv().ok();
        }
        for (key, item) in newest {
            match item {
                Outgoing::Show(snapshot) => publisher.show(key, &snapshot).await,
                Outgoing::Closed { uri, client } => publisher.clear(&key, uri, &client).await,
                Outgoing::Tell(_) | Outgoing::GoTo(_) => {}
            }
        }
    }
}

struct Publisher {
    client: Client,
    refresh: Refresh,
    shown: BTreeMap<String, Shown>,
}

/// What the client has of a document.
#[derive(Default)]
struct Shown {
    version: Option<i32>,
    diagnostics: Vec<Diagnostic>,
    lenses: Vec<CodeLens>,
    hints: Vec<String>,
    status: Option<StatusParams>,
    lines: Option<LinesParams>,
}

impl Publisher {
    /// Nobody waits for the client's answer: it may open a file first, or never say anything.
    fn go_to(&self, place: Location) {
        let client = self.client.clone();
        tokio::spawn(async move {
            let shown = client
                .show_document(ShowDocumentParams {
                    uri: place.uri,
                    external: None,
                    take_focus: Some(true),
                    selection: Some(place.range),
                })
                .await;
            if let Err(error) = shown {
                tracing::warn!("the client could not show a place: {error}");
            }
        });
    }

    async fn show(&mut self, key: String, snapshot: &Snapshot) {
        let shown = self.shown.entry(key).or_default();
        let client = &snapshot.client;

        let diagnostics = views::diagnostics::diagnostics(snapshot);
        let moved = shown.version != Some(snapshot.version) && !diagnostics.is_empty();
        if diagnostics != shown.diagnostics || moved {
            if client.pulls() {
                self.refresh.diagnostics.notify_one();
            } else {
                let version = Some(snapshot.version);
                self.client
                    .publish_diagnostics(snapshot.uri.clone(), diagnostics.clone(), version)
                    .await;
            }
            shown.diagnostics = diagnostics;
        }

        let lines = views::lines::lines(snapshot);
        if shown.lines.as_ref() != Some(&lines) {
            self.client
                .send_notification::<ext::Lines>(lines.clone())
                .await;
            shown.lines = Some(lines);
        }
        // What says that a search is over comes behind what it has found.
        let status = views::status::status(snapshot);
        if shown.status.as_ref() != Some(&status) {
            self.client
                .send_notification::<ext::Status>(status.clone())
                .await;
            shown.status = Some(status);
        }

        let lenses = views::lenses::lenses(snapshot);
        if lenses != shown.lenses {
            if client.lens_refresh {
                self.refresh.lenses.notify_one();
            }
            shown.lenses = lenses;
        }
        let everything = Range::new(Position::new(0, 0), Position::new(u32::MAX, 0));
        let hints: Vec<String> = views::hints::hints(snapshot, everything)
            .iter()
            .map(describe)
            .collect();
        if hints != shown.hints {
            if client.hint_refresh {
                self.refresh.hints.notify_one();
            }
            shown.hints = hints;
        }
        shown.version = Some(snapshot.version);
    }

    async fn clear(&mut self, key: &str, uri: Uri, client: &ClientInfo) {
        let Some(shown) = self.shown.remove(key) else {
            return;
        };
        if !shown.diagnostics.is_empty() && !client.pulls() {
            self.client
                .publish_diagnostics(uri.clone(), Vec::new(), None)
                .await;
        }
        let lines = LinesParams {
            uri: uri.clone(),
            version: None,
            stale: false,
            lines: Vec::new(),
            groups: Vec::new(),
        };
        self.client.send_notification::<ext::Lines>(lines).await;
        let status = StatusParams {
            uri,
            version: None,
            state: Activity::Idle,
            result: Knowledge::Unknown,
            stale: false,
            text: String::new(),
            detail: String::new(),
            tests: None,
            failing: None,
            test_run: None,
            tests_stale: false,
            set: None,
            sets: 0,
            set_lines: Vec::new(),
            explained: None,
        };
        self.client.send_notification::<ext::Status>(status).await;
    }
}

/// Everything about a hint that can change, as its type has no equality.
fn describe(hint: &InlayHint) -> String {
    format!("{:?} {:?}", hint.position, hint.label)
}

/// Refresh requests. Each kind has a task that awaits the client; requests that pile up meanwhile become one.
struct Refresh {
    diagnostics: Arc<Notify>,
    lenses: Arc<Notify>,
    hints: Arc<Notify>,
}

/// How long the client may take for one refresh before the next may be sent.
const PATIENCE: Duration = Duration::from_secs(5);
/// The least time between two refreshes. VS Code answers one at once, then asks for the hints, and until it has them hears
/// of no other: hints that changed again meanwhile would stay as they were.
const PAUSE: Duration = Duration::from_millis(300);

impl Refresh {
    fn new(client: &Client) -> Self {
        let of = |kind: Kind| {
            let (notify, client) = (Arc::new(Notify::new()), client.clone());
            let woken = Arc::clone(&notify);
            tokio::spawn(async move {
                loop {
                    woken.notified().await;
                    let refresh = async {
                        match kind {
                            Kind::Diagnostics => client.workspace_diagnostic_refresh().await,
                            Kind::Lenses => client.code_lens_refresh().await,
                            Kind::Hints => client.inlay_hint_refresh().await,
                        }
                    };
                    if let Ok(Err(error)) = tokio::time::timeout(PATIENCE, refresh).await {
                        tracing::debug!("refresh was refused: {error}");
                    }
                    // What changes meanwhile is told together.
                    tokio::time::sleep(PAUSE).await;
                }
            });
            notify
        };
        Self {
            diagnostics: of(Kind::Diagnostics),
            lenses: of(Kind::Lenses),
            hints: of(Kind::Hints),
        }
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Diagnostics,
    Lenses,
    Hints,
}
