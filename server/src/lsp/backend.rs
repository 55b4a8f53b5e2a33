//! The framework's trait, implemented with one call per method: the logic is in [`handlers`] and the session.
//!
//! The framework polls handlers in the order of their messages but lets them overlap, so notification handlers send
//! their event before they can wait for anything, and no handler ever awaits a request to the client: with all slots
//! waiting for a slow client, nothing would ever be answered again.

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

use tokio::sync::mpsc::unbounded_channel;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    CodeActionParams, CodeActionResponse, CodeLens, CodeLensParams, DidChangeConfigurationParams,
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    DocumentDiagnosticParams, DocumentDiagnosticReportResult, ExecuteCommandParams, Hover,
    HoverParams, InitializeParams, InitializeResult, InitializedParams, InlayHint, InlayHintParams,
    LSPAny, WorkDoneProgressCancelParams,
};
use tower_lsp::{Client, ClientSocket, LanguageServer, LspService};

use super::client::ClientInfo;
use super::client_process;
use super::handlers;
use super::lifetime::Life;
use super::progress::ProgressStarter;
use super::publisher;
use super::runner::JobRunner;
use super::session::{Session, SessionHandle};

/// The server as the framework sees it.
pub(crate) struct Backend {
    client: Client,
    session: SessionHandle,
    info: Arc<OnceLock<Arc<ClientInfo>>>,
    life: Arc<Life>,
}

impl Backend {
    /// Creates a server whose jobs run in `runner`, its end of the connection, and a handle on its session.
    pub(crate) fn service(
        runner: Arc<dyn JobRunner>,
        life: &Arc<Life>,
    ) -> (LspService<Self>, ClientSocket, SessionHandle) {
        let mut handle = None;
        let (service, socket) = LspService::build(|client| {
            let backend = Self::new(client, runner, Arc::clone(life));
            handle = Some(backend.session.clone());
            backend
        })
        .custom_method("window/workDoneProgress/cancel", Self::cancel_progress)
        .finish();
        let session = handle.unwrap_or_else(|| service.inner().session.clone());
        (service, socket, session)
    }

    fn new(client: Client, runner: Arc<dyn JobRunner>, life: Arc<Life>) -> Self {
        let info: Arc<OnceLock<Arc<ClientInfo>>> = Arc::new(OnceLock::new());
        let progress = {
            let info = Arc::clone(&info);
            ProgressStarter::new(client.clone(), move || {
                info.get().is_some_and(|info| info.progress)
            })
        };
        let (send, receive) = unbounded_channel();
        tokio::spawn(publisher::publish(client.clone(), receive));
        let session = Session::start(runner, progress, send);
        Self {
            client,
            session,
            info,
            life,
        }
    }

    fn info(&self) -> Arc<ClientInfo> {
        self.info
            .get()
            .map_or_else(|| Arc::new(ClientInfo::unknown()), Arc::clone)
    }

    #[expect(
        clippy::unused_async,
        reason = "the framework takes only async functions"
    )]
    async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        handlers::cancel(&self.session, &params);
    }
}

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let info = Arc::clone(self.info.get_or_init(|| Arc::new(ClientInfo::new(&params))));
        if let Some(process) = params.process_id {
            client_process::watch(process, Arc::clone(&self.life));
        }
        Ok(handlers::initialize(
            &self.session,
            &self.client,
            info,
            &params,
        ))
    }

    async fn initialized(&self, _: InitializedParams) {
        handlers::initialized(&self.session, &self.client, &self.info());
    }

    async fn shutdown(&self) -> Result<()> {
        self.life.shutdown_requested.store(true, Ordering::SeqCst);
        self.session.shut_down().await;
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        handlers::did_open(&self.session, params);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        handlers::did_change(&self.session, params);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        handlers::did_save(&self.session, params);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        handlers::did_close(&self.session, params);
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        handlers::did_change_configuration(&self.session, &self.client, &self.info(), &params);
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        handlers::did_change_watched_files(&self.session, &params);
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        handlers::did_change_workspace_folders(&self.session, &self.client, &self.info(), params);
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        handlers::hover(&self.session, params).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        handlers::code_lens(&self.session, params).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        handlers::code_action(&self.session, params).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        handlers::inlay_hint(&self.session, params).await
    }

    async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        handlers::diagnostic(&self.session, params).await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        handlers::execute_command(&self.session, params).await
    }
}
