//! A client for tests.

use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf,
};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tower_lsp::Server;
use tower_lsp::ls_types::{CodeLens, Diagnostic};

use super::conduct::Conduct;
use super::runner::{FakeJob, FakeRunner, Jobs};
use crate::lsp::backend::Backend;
use crate::lsp::ext::{LinesParams, StatusParams};
use crate::lsp::lifetime::Life;
use crate::lsp::views::testing::MAX3;

/// URI of the document in most tests.
pub(super) const URI: &str = "file:///w/max3.c";

const TIMEOUT: Duration = Duration::from_secs(20);

/// A connected client.
pub(super) struct TestClient {
    output: WriteHalf<DuplexStream>,
    incoming: UnboundedReceiver<Value>,
    /// Notifications not yet consumed by a wait.
    pub(super) notifications: Vec<Value>,
    /// Requests of the server, already answered.
    pub(super) requests: Vec<Value>,
    /// Whether requests of the server are answered.
    pub(super) answers: bool,
    next_id: i64,
    pub(super) conduct: Conduct,
    pub(super) jobs: Jobs,
    server: JoinHandle<()>,
}

/// All capabilities that a client can have.
pub(super) fn able() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-16"] },
        "window": { "workDoneProgress": true },
        "textDocument": {
            "publishDiagnostics": { "relatedInformation": true, "tagSupport": { "valueSet": [1, 2] } },
            "hover": { "contentFormat": ["markdown", "plaintext"] },
            "codeLens": {},
            "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix"] } } },
        },
        "workspace": {
            "configuration": true,
            "codeLens": { "refreshSupport": true },
            "inlayHint": { "refreshSupport": true },
            "didChangeConfiguration": { "dynamicRegistration": true },
            "didChangeWatchedFiles": { "dynamicRegistration": true },
        },
    })
}

impl TestClient {
    /// Starts a client with these capabilities, and initializes it.
    pub(super) async fn start(capabilities: Value, options: Value) -> Self {
        let (runner, jobs) = FakeRunner::new();
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let life = Arc::new(Life::default());
        let (service, socket, _) = Backend::service(runner, &life);
        let (input, output) = tokio::io::split(theirs);
        let server = tokio::spawn(Server::new(input, output, socket).serve(service));
        let (input, output) = tokio::io::split(ours);
        let (send, incoming) = unbounded_channel();
        tokio::spawn(read(BufReader::new(input), send));
        let mut client = Self {
            output,
            incoming,
            notifications: Vec::new(),
            requests: Vec::new(),
            answers: true,
            next_id: 0,
            conduct: Conduct::new(capabilities.clone()),
            jobs,
            server,
        };
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options });
        let _: Value = client.request("initialize", params).await;
        client.notify("initialized", json!({})).await;
        client
    }

    /// A capable client with [`MAX3`] open, whose tests have run: three of five fail.
    pub(super) async fn tested() -> Self {
        let mut client = Self::start(able(), Value::Null).await;
        client.open(MAX3).await;
        client.tests_end(3).await;
        client.status(|status| status.failing == Some(3)).await;
        client
    }

    /// A client as from [`Self::tested`], with a search under way.
    pub(super) async fn localizing() -> (Self, FakeJob) {
        let mut client = Self::tested().await;
        client.command("faultlens.localize").await;
        let job = client.jobs.next(crate::jobs::JobKind::Localize).await;
        (client, job)
    }

    /// Ends the pending test run with `failing` failing tests.
    pub(super) async fn tests_end(&mut self, failing: usize) {
        let job = self.jobs.next(crate::jobs::JobKind::Test).await;
        job.finish_tests(crate::lsp::views::testing::test_report(failing));
    }

    pub(super) async fn open(&mut self, text: &str) {
        let document = json!({ "uri": URI, "languageId": "c", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }))
            .await;
    }

    /// Replaces a range of one line.
    pub(super) async fn edit(&mut self, version: i32, line: u32, from: u32, to: u32, text: &str) {
        let range = json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } });
        let params = json!({
            "textDocument": { "uri": URI, "version": version },
            "contentChanges": [{ "range": range, "text": text }],
        });
        self.notify("textDocument/didChange", params).await;
    }

    pub(super) async fn command(&mut self, command: &str) -> Value {
        self.request(
            "workspace/executeCommand",
            json!({ "command": command, "arguments": [URI] }),
        )
        .await
    }

    /// Executes a command about a line, from 0.
    pub(super) async fn command_at(&mut self, command: &str, line: u32) -> Value {
        self.request(
            "workspace/executeCommand",
            json!({ "command": command, "arguments": [URI, line] }),
        )
        .await
    }

    pub(super) async fn lenses(&mut self) -> Vec<String> {
        let lenses: Option<Vec<CodeLens>> = self.request("textDocument/codeLens", document()).await;
        lenses
            .unwrap_or_default()
            .into_iter()
            .map(|lens| lens.command.unwrap().title)
            .collect()
    }

    /// Waits for the next status that satisfies a predicate.
    pub(super) async fn status(&mut self, fits: impl Fn(&StatusParams) -> bool) -> StatusParams {
        self.notification("faultlens/status", fits).await
    }

    pub(super) async fn lines(&mut self, fits: impl Fn(&LinesParams) -> bool) -> LinesParams {
        self.notification("faultlens/lines", fits).await
    }

    /// Waits for the next diagnostics that satisfy a predicate.
    pub(super) async fn diagnostics(
        &mut self,
        fits: impl Fn(&[Diagnostic]) -> bool,
    ) -> Vec<Diagnostic> {
        let wanted =
            |params: &tower_lsp::ls_types::PublishDiagnosticsParams| fits(&params.diagnostics);
        self.notification("textDocument/publishDiagnostics", wanted)
            .await
            .diagnostics
    }

    /// Waits for the next notification of a method whose parameters satisfy a predicate; earlier ones are dropped.
    pub(super) async fn notification<T: DeserializeOwned>(
        &mut self,
        method: &str,
        fits: impl Fn(&T) -> bool,
    ) -> T {
        loop {
            while let Some(at) = self
                .notifications
                .iter()
                .position(|n| n["method"] == method)
            {
                let params =
                    serde_json::from_value(self.notifications.remove(at)["params"].take()).unwrap();
                if fits(&params) {
                    return params;
                }
            }
            assert!(
                self.pump().await.is_none(),
                "a response that nobody waits for"
            );
        }
    }

    /// Sends a request and returns its result.
    pub(super) async fn request<T: DeserializeOwned>(&mut self, method: &str, params: Value) -> T {
        let response = self.response(method, params).await;
        assert!(response.get("error").is_none(), "{method}: {response}");
        serde_json::from_value(response["result"].clone()).unwrap()
    }

    /// Sends a request and returns the whole response.
    pub(super) async fn response(&mut self, method: &str, params: Value) -> Value {
        self.ask(method, params).await;
        self.answer().await
    }

    /// Sends a request without waiting for the response.
    pub(super) async fn ask(&mut self, method: &str, params: Value) {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
            .await;
    }

    /// Waits for the next response, to any request.
    pub(super) async fn any_answer(&mut self) -> Value {
        loop {
            if let Some(response) = self.pump().await {
                return response;
            }
        }
    }

    /// Waits for the response to the last request.
    pub(super) async fn answer(&mut self) -> Value {
        loop {
            if let Some(response) = self.pump().await {
                let id = self.next_id;
                assert_eq!(response["id"], id, "a response to nothing that was asked");
                return response;
            }
        }
    }

    pub(super) async fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
            .await;
    }

    /// Waits until the server has sent a request with this method.
    pub(super) async fn asked(&mut self, method: &str) -> Value {
        loop {
            if let Some(at) = self
                .requests
                .iter()
                .position(|request| request["method"] == method)
            {
                return self.requests.remove(at);
            }
            assert!(
                self.pump().await.is_none(),
                "a response that nobody waits for"
            );
        }
    }

    /// Answers a request of the server.
    pub(super) async fn respond(&mut self, request: &Value, result: Value) {
        let id = request["id"].clone();
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }))
            .await;
    }

    /// Ends the connection in an orderly way; nothing may be left over.
    pub(super) async fn shut_down(mut self) {
        let _: Value = self.request("shutdown", Value::Null).await;
        self.notify("exit", Value::Null).await;
        tokio::time::timeout(TIMEOUT, self.server)
            .await
            .expect("the server should end")
            .unwrap();
        self.conduct.check_end();
    }

    async fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let frame = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        self.output.write_all(frame.as_bytes()).await.unwrap();
    }

    /// Processes one incoming message; returns it if it is a response.
    async fn pump(&mut self) -> Option<Value> {
        let message = tokio::time::timeout(TIMEOUT, self.incoming.recv()).await;
        let message =
            message.unwrap_or_else(|_| panic!("nothing came; unread: {:#?}", self.notifications));
        let message = message.expect("the server closed the connection");
        if message.get("method").is_none() {
            return Some(message);
        }
        match self.conduct.check(&message) {
            Some(answer) if self.answers => {
                let id = message["id"].clone();
                self.requests.push(message);
                self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": answer }))
                    .await;
            }
            Some(_) => self.requests.push(message),
            None => self.notifications.push(message),
        }
        None
    }
}

/// Parameters for the open document.
pub(super) fn document() -> Value {
    json!({ "textDocument": { "uri": URI } })
}

/// Parameters for a position in the open document.
pub(super) fn position(line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } })
}

async fn read(mut input: BufReader<ReadHalf<DuplexStream>>, messages: UnboundedSender<Value>) {
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if input.read_line(&mut line).await.unwrap_or(0) == 0 {
                return;
            }
            match line.trim() {
                "" => break,
                header => {
                    if let Some(value) = header.strip_prefix("Content-Length:") {
                        length = value.trim().parse().unwrap();
                    }
                }
            }
        }
        let mut body = vec![0; length];
        if input.read_exact(&mut body).await.is_err() {
            return;
        }
        if messages
            .send(serde_json::from_slice(&body).unwrap())
            .is_err()
        {
            return;
        }
    }
}
