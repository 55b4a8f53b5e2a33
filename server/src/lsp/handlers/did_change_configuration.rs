//! `workspace/didChangeConfiguration`, and fetching the settings.

use std::sync::Arc;

use serde_json::Value as Json;
use tower_lsp::Client;
use tower_lsp::ls_types::{ConfigurationItem, DidChangeConfigurationParams, MessageType};

use crate::lsp::client::ClientInfo;
use crate::lsp::session::{Event, SessionHandle};
use crate::lsp::settings::Settings;

/// Takes over changed settings: asks for them where the client answers, else reads what it sent.
pub(crate) fn did_change_configuration(
    session: &SessionHandle,
    client: &Client,
    info: &ClientInfo,
    params: DidChangeConfigurationParams,
) {
    if info.configuration {
        tokio::spawn(fetch_settings(session.clone(), client.clone()));
    } else if params.settings.is_object() {
        let (session, client) = (session.clone(), client.clone());
        tokio::spawn(async move { apply(&session, &client, &params.settings).await });
    }
}

/// Asks the client for the section `faultlens`. In a task of its own: never within a handler.
pub(super) async fn fetch_settings(session: SessionHandle, client: Client) {
    let item = ConfigurationItem {
        scope_uri: None,
        section: Some("faultlens".to_owned()),
    };
    match client.configuration(vec![item]).await {
        // Clients without such a section answer null: what `initializationOptions` said stays.
        Ok(sections) => match sections.first() {
            Some(section) if section.is_object() => apply(&session, &client, section).await,
            _ => {}
        },
        Err(error) => tracing::warn!("the client does not give its configuration: {error}"),
    }
}

async fn apply(session: &SessionHandle, client: &Client, json: &Json) {
    let (settings, problems) = Settings::from_json(json);
    session.send(Event::Settings(Arc::new(settings)));
    for problem in problems {
        client
            .show_message(
                MessageType::WARNING,
                format!("FaultLens settings: {problem}"),
            )
            .await;
    }
}
