//! `initialize` and `initialized`.

use std::sync::Arc;

use tower_lsp::Client;
use tower_lsp::ls_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    DiagnosticOptions, DiagnosticServerCapabilities, DidChangeWatchedFilesRegistrationOptions,
    ExecuteCommandOptions, HoverProviderCapability, InitializeParams, InitializeResult,
    MessageType, OneOf, Registration, SaveOptions, ServerCapabilities, ServerInfo,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

use super::did_change_configuration::fetch_settings;
use super::did_change_watched_files::watchers;
use crate::lsp::client::ClientInfo;
use crate::lsp::ext;
use crate::lsp::session::{Event, SessionHandle};
use crate::lsp::settings::Settings;
use crate::lsp::workspace::Folders;

/// Reads the client's capabilities and answers with ours.
pub(crate) fn initialize(
    session: &SessionHandle,
    client: &Client,
    info: Arc<ClientInfo>,
    params: &InitializeParams,
) -> InitializeResult {
    tracing::info!("client: {}", info.name);
    let options = params.initialization_options.clone().unwrap_or_default();
    let (settings, problems) = Settings::from_json(&options);
    let capabilities = capabilities(&info);
    session.send(Event::Initialize {
        client: info,
        settings,
        folders: Folders::new(params),
    });
    let client = client.clone();
    tokio::spawn(async move {
        for problem in problems {
            client
                .log_message(
                    MessageType::WARNING,
                    format!("FaultLens settings: {problem}"),
                )
                .await;
        }
    });
    InitializeResult {
        capabilities,
        server_info: Some(ServerInfo {
            name: "FaultLens".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
        ..InitializeResult::default()
    }
}

/// Sends the requests that are only allowed after `initialize`, without waiting for the answers.
pub(crate) fn initialized(session: &SessionHandle, client: &Client, info: &ClientInfo) {
    if info.configuration {
        fetch_settings(session, client, info);
    }
    let registrations = registrations(info);
    if !registrations.is_empty() {
        let client = client.clone();
        tokio::spawn(async move {
            if let Err(error) = client.register_capability(registrations).await {
                tracing::warn!("the client refused a registration: {error}");
            }
        });
    }
}

/// Announced capabilities. Semantic tokens, rename, completion and the like are deliberately absent: they belong to the
/// C language server that runs beside FaultLens.
fn capabilities(info: &ClientInfo) -> ServerCapabilities {
    // Capabilities that depend on the client or have options of their own.
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
            include_text: Some(false),
        })),
        ..TextDocumentSyncOptions::default()
    };
    let actions = CodeActionOptions {
        code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
        ..CodeActionOptions::default()
    };
    let code_action_provider = if info.action_literals {
        CodeActionProviderCapability::Options(actions)
    } else {
        CodeActionProviderCapability::Simple(true)
    };
    let pulled = DiagnosticServerCapabilities::Options(DiagnosticOptions {
        identifier: Some("faultlens".to_owned()),
        inter_file_dependencies: false,
        workspace_diagnostics: false,
        work_done_progress_options: WorkDoneProgressOptions::default(),
    });
    ServerCapabilities {
        position_encoding: Some(info.encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        code_action_provider: Some(code_action_provider),
        inlay_hint_provider: Some(OneOf::Left(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: ext::COMMANDS.map(str::to_owned).to_vec(),
            ..ExecuteCommandOptions::default()
        }),
        diagnostic_provider: info.pulls().then_some(pulled),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            ..WorkspaceServerCapabilities::default()
        }),
        ..ServerCapabilities::default()
    }
}

fn registrations(info: &ClientInfo) -> Vec<Registration> {
    let mut all = Vec::new();
    let mut add = |method: &str, options| {
        all.push(Registration {
            id: format!("faultlens/{method}"),
            method: method.to_owned(),
            register_options: options,
        });
    };
    if info.register_configuration {
        let section = serde_json::json!({ "section": "faultlens" });
        add("workspace/didChangeConfiguration", Some(section));
    }
    if info.register_watchers {
        let options = DidChangeWatchedFilesRegistrationOptions {
            watchers: watchers(),
        };
        add(
            "workspace/didChangeWatchedFiles",
            serde_json::to_value(options).ok(),
        );
    }
    all
}
