//! `workspace/didChangeConfiguration`, and requests for the settings.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value as Json;
use tower_lsp::Client;
use tower_lsp::ls_types::{ConfigurationItem, DidChangeConfigurationParams, MessageType, Uri};

use crate::lsp::client::ClientInfo;
use crate::lsp::session::{Event, SessionHandle};
use crate::lsp::settings::Settings;
use crate::lsp::workspace::Folders;

/// Applies changed settings: requests them if the client supports that, else reads the ones it sent.
pub(crate) fn did_change_configuration(
    session: &SessionHandle,
    client: &Client,
    info: &ClientInfo,
    params: &DidChangeConfigurationParams,
) {
    if info.configuration {
        fetch_settings(session, client, info);
    } else if params.settings.is_object() {
        let mut told = SettingProblems::default();
        let window = told.read(&params.settings, None);
        session.send(Event::Settings {
            asked: None,
            window: Some(window),
            folders: Vec::new(),
        });
        tokio::spawn(told.tell(client.clone()));
    }
}

/// Requests the section `faultlens` of the window and of each folder from the client, in a separate task and never
/// within a handler.
pub(super) fn fetch_settings(session: &SessionHandle, client: &Client, info: &ClientInfo) {
    let (session, client, scoped) = (session.clone(), client.clone(), info.folders);
    let folders = session.folders();
    tokio::spawn(async move {
        let Some((asked, folders)) = folders.await else {
            return;
        };
        let folders = if scoped { folders } else { Folders::default() };
        let scopes = folders.paths().iter();
        let scopes: Vec<_> = scopes
            .filter_map(|folder| Some((folder, Uri::from_file_path(folder)?)))
            .collect();
        let item = |scope_uri| ConfigurationItem {
            scope_uri,
            section: Some("faultlens".to_owned()),
        };
        let of_folders = scopes.iter().map(|(_, uri)| item(Some(uri.clone())));
        let items = std::iter::once(item(None)).chain(of_folders).collect();
        let sections = match client.configuration(items).await {
            Ok(sections) => sections,
            Err(error) => {
                tracing::warn!("the client does not give its configuration: {error}");
                return;
            }
        };
        // Clients without such a section answer null: the settings from `initializationOptions` remain.
        let mut told = SettingProblems::default();
        let mut sections = sections.iter();
        let window = sections.next().filter(|section| section.is_object());
        let window = window.map(|section| told.read(section, None));
        let of_folders = scopes.iter().zip(sections);
        let of_folders = of_folders.filter(|(_, section)| section.is_object());
        let folders = of_folders
            .map(|((folder, _), section)| ((*folder).clone(), told.read(section, Some(folder))))
            .collect();
        session.send(Event::Settings {
            asked: Some(asked),
            window,
            folders,
        });
        told.tell(client).await;
    });
}

/// Problems with settings, each reported once.
#[derive(Default)]
struct SettingProblems {
    known: BTreeSet<String>,
    messages: Vec<String>,
}

impl SettingProblems {
    /// Reads the settings of a section, which belongs to a folder or to the window.
    fn read(&mut self, section: &Json, folder: Option<&Path>) -> Settings {
        let (settings, problems) = Settings::from_json(section);
        let of = folder.map_or_else(String::new, |folder| format!(" of {}", folder.display()));
        for problem in problems {
            let message = format!("FaultLens settings{of}: {problem}");
            if self.known.insert(problem) {
                self.messages.push(message);
            }
        }
        settings
    }

    async fn tell(self, client: Client) {
        for message in self.messages {
            client.show_message(MessageType::WARNING, message).await;
        }
    }
}
