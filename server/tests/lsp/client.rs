//! A blocking client of the shipped binary, on its stdin and stdout.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::conduct::Conduct;

/// Generous: the machine may be busy. What has to be quick is measured by itself.
const TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    incoming: Receiver<Value>,
    notifications: Vec<Value>,
    pub(crate) conduct: Conduct,
    /// The server asked to pull diagnostics again, and [`Self::take`] has answered.
    pub(crate) refreshed: bool,
    /// What `initialize` was answered with.
    pub(crate) initialized: Value,
    next_id: i64,
}

impl Client {
    /// Starts the server for an editor whose capabilities were captured.
    pub(crate) fn start(editor: &str, folder: &Path, process_id: u32, options: Value) -> Self {
        let capabilities = capabilities(editor);
        let mut child = Command::new(env!("CARGO_BIN_EXE_faultlens"))
            .arg("lsp")
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (send, incoming) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || read(output, &send));
        let mut client = Self {
            input: child.stdin.take(),
            child,
            incoming,
            notifications: Vec::new(),
            conduct: Conduct::new(capabilities.clone()),
            refreshed: false,
            initialized: Value::Null,
            next_id: 0,
        };
        let params = json!({
            "processId": process_id,
            "clientInfo": { "name": editor },
            "rootUri": format!("file://{}", folder.display()),
            "capabilities": capabilities,
            "initializationOptions": options,
        });
        client.initialized = client.request("initialize", params);
        client.notify("initialized", json!({}));
        client
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "c", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    pub(crate) fn command(&mut self, command: &str, uri: &str) -> Value {
        self.request(
            "workspace/executeCommand",
            json!({ "command": command, "arguments": [uri] }),
        )
    }

    /// Sends a request whose response [`Self::take`] will hand out; its id.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The next notification or response that comes within a time; requests of the server are answered on the way.
    pub(crate) fn take(&mut self, limit: Duration) -> Option<Value> {
        if !self.notifications.is_empty() {
            return Some(self.notifications.remove(0));
        }
        loop {
            let message = self.incoming.recv_timeout(limit).ok()?;
            if message.get("method").is_none() {
                return Some(message);
            }
            self.refreshed |= message["method"] == "workspace/diagnostic/refresh";
            match self.conduct.check(&message) {
                Some(answer) => {
                    let id = message["id"].clone();
                    self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": answer }));
                }
                None => return Some(message),
            }
        }
    }

    /// A request's result, decoded: a wrong shape fails.
    pub(crate) fn request<T: DeserializeOwned>(&mut self, method: &str, params: Value) -> T {
        let id = self.ask(method, params);
        loop {
            if let Some(response) = self.pump() {
                assert_eq!(response["id"], id, "a response to nothing that was asked");
                assert!(response.get("error").is_none(), "{method}: {response}");
                return serde_json::from_value(response["result"].clone()).unwrap();
            }
        }
    }

    /// The next notification of a method whose parameters fit; earlier ones of the method are dropped.
    pub(crate) fn notification(&mut self, method: &str, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            while let Some(at) = self
                .notifications
                .iter()
                .position(|n| n["method"] == method)
            {
                let params = self.notifications.remove(at)["params"].take();
                if fits(&params) {
                    return params;
                }
            }
            assert!(self.pump().is_none(), "a response that nobody waits for");
        }
    }

    pub(crate) fn status(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        self.notification("faultlens/status", fits)
    }

    /// Diagnostics, pushed or pulled as the client does it, once they fit.
    pub(crate) fn diagnostics(&mut self, uri: &str, fits: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        if !self.conduct.pulls() {
            let params = self.notification("textDocument/publishDiagnostics", |p| {
                p["uri"] == uri && fits(&list(&p["diagnostics"]))
            });
            return list(&params["diagnostics"]);
        }
        let end = Instant::now() + TIMEOUT;
        loop {
            let params = json!({ "textDocument": { "uri": uri } });
            let report: Value = self.request("textDocument/diagnostic", params);
            assert_eq!(report["kind"], "full");
            let items = list(&report["items"]);
            if fits(&items) {
                return items;
            }
            assert!(
                Instant::now() < end,
                "the diagnostics never fitted: {items:#?}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Processes that the server has started and that still live.
    pub(crate) fn workers(&self) -> Vec<u32> {
        children(self.child.id())
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Closes the server's stdin.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
    }

    /// Waits for the server's end.
    pub(crate) fn wait(&mut self, limit: Duration) -> ExitStatus {
        let end = Instant::now() + limit;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(
                Instant::now() < end,
                "the server is still there after {limit:?}"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends the server as the protocol wants it; nothing may be left of it.
    pub(crate) fn shut_down(mut self) {
        let workers = self.workers();
        let _: Value = self.request("shutdown", Value::Null);
        self.conduct.check_end();
        self.notify("exit", Value::Null);
        let status = self.wait(Duration::from_secs(10));
        assert_eq!(status.code(), Some(0));
        assert_gone(&workers, Duration::from_secs(2));
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let input = self.input.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        input.flush().unwrap();
    }

    fn pump(&mut self) -> Option<Value> {
        let message = self.incoming.recv_timeout(TIMEOUT);
        let message =
            message.unwrap_or_else(|_| panic!("nothing came; unread: {:#?}", self.notifications));
        if message.get("method").is_none() {
            return Some(message);
        }
        match self.conduct.check(&message) {
            Some(answer) => {
                let id = message["id"].clone();
                self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": answer }));
            }
            None => self.notifications.push(message),
        }
        None
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// None of the processes lives any more within the limit; returns how long that took.
pub(crate) fn assert_gone(processes: &[u32], limit: Duration) -> Duration {
    let began = Instant::now();
    while processes.iter().any(|&process| is_alive(process)) {
        assert!(
            began.elapsed() < limit,
            "{processes:?} are still there after {limit:?}"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
    began.elapsed()
}

/// Neither gone nor waiting to be reaped.
fn is_alive(process: u32) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{process}/stat")) else {
        return false;
    };
    stat.rsplit(')')
        .next()
        .is_some_and(|rest| !rest.trim_start().starts_with(['Z', 'X']))
}

fn children(process: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task"))
        .into_iter()
        .flatten()
        .flatten();
    let lists =
        threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| {
            list.split_whitespace()
                .filter_map(|id| id.parse().ok())
                .collect::<Vec<u32>>()
        })
        .collect()
}

/// Capabilities as the editor really sent them; those of our concern.
pub(crate) fn capabilities(editor: &str) -> Value {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/lsp/capabilities/{editor}.json"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn read(mut output: BufReader<ChildStdout>, messages: &Sender<Value>) {
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if output.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            let line = line.trim();
            if line.is_empty() {
                break;
            }
            let length_of = line
                .strip_prefix("Content-Length:")
                .expect("only this header is sent");
            length = length_of.trim().parse().unwrap();
        }
        let mut body = vec![0; length];
        if output.read_exact(&mut body).is_err() {
            return;
        }
        if messages
            .send(serde_json::from_slice(&body).expect("JSON on stdout"))
            .is_err()
        {
            return;
        }
    }
}
