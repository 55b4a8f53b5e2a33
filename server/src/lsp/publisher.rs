//! The single task that tells the client about changed state.
//!
//! It may wait for the client; the session never does. Intermediate states are skipped meanwhile: only the newest one
//! of each document is shown, and nothing is sent twice.

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

/// A message for the client.
pub(crate) enum Outgoing {
    /// The state of a document.
    Show(Arc<Snapshot>),
    /// The document was closed; clear everything that was drawn.
    Closed { uri: Uri, client: Arc<ClientInfo> },
    /// A sentence for the user.
    Tell(String),
    /// A location to show to the user.
    GoTo(Location),
}

/// Runs until the session ends.
pub(crate) async fn publish(client: Client, mut outgoing: UnboundedReceiver<Outgoing>) {
    let mut publisher = Publisher {
        refresh: Refresh::new(&client),
        client,
        shown: BTreeMap::new(),
        elsewhere: BTreeMap::new(),
    };
    while let Some(first) = outgoing.recv().await {
        // Of all that is waiting, only the newest state of each document is worth showing; messages are all shown.
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
                Outgoing::Show(snapshot) => {
                    let elsewhere = views::diagnostics::elsewhere(&snapshot);
                    publisher.tell_elsewhere(&key, elsewhere).await;
                    publisher.show(key, &snapshot).await;
                }
                Outgoing::Closed { uri, client } => {
                    publisher.tell_elsewhere(&key, Vec::new()).await;
                    publisher.clear(&key, uri, &client).await;
                }
                Outgoing::Tell(_) | Outgoing::GoTo(_) => {}
            }
        }
    }
}

struct Publisher {
    client: Client,
    refresh: Refresh,
    shown: BTreeMap<String, PublishedState>,
    /// Diagnostics about other files of its program, by document.
    elsewhere: BTreeMap<String, Vec<(Uri, Vec<Diagnostic>)>>,
}

/// State of a document that the client has received.
#[derive(Default)]
struct PublishedState {
    version: Option<i32>,
    /// Whether the client pulls the diagnostics; only those from other documents about this one are then sent.
    pulled: bool,
    diagnostics: Vec<Diagnostic>,
    lenses: Vec<CodeLens>,
    hints: Vec<String>,
    status: Option<StatusParams>,
    lines: Option<LinesParams>,
}

impl Publisher {
    /// Asks the client to show a place without waiting for its answer: it may open a file first, or never answer.
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
        let shown = self.shown.entry(key.clone()).or_default();
        let client = &snapshot.client;

        let diagnostics = views::diagnostics::diagnostics(snapshot);
        let moved = shown.version != Some(snapshot.version) && !diagnostics.is_empty();
        let changed = diagnostics != shown.diagnostics;
        shown.pulled = client.pulls();
        if changed || moved {
            shown.diagnostics = diagnostics;
            if client.pulls() {
                self.refresh.diagnostics.notify_one();
            }
            if !client.pulls() || self.is_spoken_of(&snapshot.uri) {
                self.push(&snapshot.uri, Some(snapshot.version)).await;
            }
        }
        let shown = self.shown.entry(key).or_default();

        let lines = views::lines::lines(snapshot);
        if shown.lines.as_ref() != Some(&lines) {
            self.client
                .send_notification::<ext::Lines>(lines.clone())
                .await;
            shown.lines = Some(lines);
        }
        // The status, which says that a search is over, is sent after its results.
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

    /// Replaces the diagnostics of a document about other files.
    async fn tell_elsewhere(&mut self, key: &str, told: Vec<(Uri, Vec<Diagnostic>)>) {
        let before = self.elsewhere.remove(key).unwrap_or_default();
        let of = |files: &[(Uri, Vec<Diagnostic>)], uri: &Uri| {
            let file = files.iter().find(|(known, _)| known == uri);
            file.map(|(_, diagnostics)| diagnostics.clone())
        };
        let mut files: Vec<Uri> = before.iter().chain(&told).map(|(u, _)| u.clone()).collect();
        files.retain(|uri| of(&before, uri) != of(&told, uri));
        files.sort_unstable_by(|a, b| a.as_str().cmp(b.as_str()));
        files.dedup();
        if !told.is_empty() {
            self.elsewhere.insert(key.to_owned(), told);
        }
        for uri in files {
            let version = self.shown.get(uri.as_str()).and_then(|shown| shown.version);
            self.push(&uri, version).await;
        }
    }

    /// Whether another document has diagnostics about a file.
    fn is_spoken_of(&self, uri: &Uri) -> bool {
        let mut files = self.elsewhere.values().flatten();
        files.any(|(about, _)| about == uri)
    }

    /// Sends the diagnostics about a file: its own ones, unless the client pulls them, and those of other documents
    /// that it does not have itself.
    async fn push(&mut self, uri: &Uri, version: Option<i32>) {
        let own = self.shown.get(uri.as_str());
        let pulled = own.is_some_and(|shown| shown.pulled);
        let own: &[Diagnostic] = own.map_or(&[], |shown| &shown.diagnostics);
        let mut all: Vec<Diagnostic> = Vec::new();
        let others = self.elsewhere.values().flatten();
        let others = others.filter(|(about, _)| about == uri);
        for diagnostic in others.flat_map(|(_, diagnostics)| diagnostics) {
            // The file's own diagnostics of the same kind are more precise about its text.
            let is_known = own.iter().any(|d| d.code == diagnostic.code);
            if !is_known && !all.contains(diagnostic) {
                all.push(diagnostic.clone());
            }
        }
        if !pulled {
            all.extend_from_slice(own);
            all.sort_by_key(|diagnostic| (diagnostic.range.start, diagnostic.range.end));
        }
        // Diagnostics from other documents belong to no version of the text.
        self.client
            .publish_diagnostics(uri.clone(), all, version.filter(|_| !pulled))
            .await;
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

/// Everything about a hint that can change; its type has no equality.
fn describe(hint: &InlayHint) -> String {
    format!("{:?} {:?}", hint.position, hint.label)
}

/// Refresh requests. Each kind has a task that awaits the client; requests that accumulate meanwhile become one.
struct Refresh {
    diagnostics: Arc<Notify>,
    lenses: Arc<Notify>,
    hints: Arc<Notify>,
}

/// Time that the client may take for one refresh before the next may be sent.
const PATIENCE: Duration = Duration::from_secs(5);
/// Minimum time between two refreshes. VS Code answers at once, then requests the hints, and until it has them ignores
/// further refreshes: hints that changed again meanwhile would remain outdated.
const PAUSE: Duration = Duration::from_millis(300);

impl Refresh {
    fn new(client: &Client) -> Self {
        let of = |kind: PublicationKind| {
            let (notify, client) = (Arc::new(Notify::new()), client.clone());
            let woken = Arc::clone(&notify);
            tokio::spawn(async move {
                loop {
                    woken.notified().await;
                    let refresh = async {
                        match kind {
                            PublicationKind::Diagnostics => {
                                client.workspace_diagnostic_refresh().await
                            }
                            PublicationKind::Lenses => client.code_lens_refresh().await,
                            PublicationKind::Hints => client.inlay_hint_refresh().await,
                        }
                    };
                    if let Ok(Err(error)) = tokio::time::timeout(PATIENCE, refresh).await {
                        tracing::debug!("refresh was refused: {error}");
                    }
                    // Changes during the pause are sent together.
                    tokio::time::sleep(PAUSE).await;
                }
            });
            notify
        };
        Self {
            diagnostics: of(PublicationKind::Diagnostics),
            lenses: of(PublicationKind::Lenses),
            hints: of(PublicationKind::Hints),
        }
    }
}

#[derive(Clone, Copy)]
enum PublicationKind {
    Diagnostics,
    Lenses,
    Hints,
}
