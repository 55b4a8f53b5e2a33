//! What a client may expect of the server's messages; used by the tests in the crate and by those of the binary.
//!
//! Every message from the server goes through [`Conduct::check`]. It panics on methods that nobody expects, on requests
//! that the client did not announce support for, and on messages out of order: versions that go back, progress that was
//! not created, or goes on after its end.

use std::collections::BTreeMap;

use serde_json::Value;

/// The rules, for one client.
pub(crate) struct Conduct {
    capabilities: Value,
    /// Of the window, and of folders that have settings of their own, by their URIs.
    settings: BTreeMap<Option<String>, Value>,
    versions: BTreeMap<(String, String), i64>,
    progress: BTreeMap<String, Progress>,
}

#[derive(Debug, PartialEq)]
enum Progress {
    Created,
    Begun,
    Ended,
}

impl Conduct {
    pub(crate) fn new(capabilities: Value) -> Self {
        Self {
            capabilities,
            settings: BTreeMap::new(),
            versions: BTreeMap::new(),
            progress: BTreeMap::new(),
        }
    }

    /// What `workspace/configuration` is answered with, for the window or for a folder.
    pub(crate) fn set_settings(&mut self, folder: Option<&str>, settings: Value) {
        self.settings.insert(folder.map(str::to_owned), settings);
    }

    /// The section of the settings that is asked for.
    fn section(&self, item: &Value) -> Value {
        assert_eq!(item["section"], "faultlens");
        let scope = item["scopeUri"].as_str().map(str::to_owned);
        assert!(
            scope.is_none() || self.can("/workspace/workspaceFolders"),
            "a client without folders was asked about {item}"
        );
        let own = self.settings.get(&scope);
        own.or(self.settings.get(&None))
            .cloned()
            .unwrap_or_default()
    }

    /// Whether the client announced a capability.
    pub(crate) fn can(&self, pointer: &str) -> bool {
        !matches!(
            self.capabilities.pointer(pointer),
            None | Some(Value::Null | Value::Bool(false))
        )
    }

    /// Whether diagnostics should be pulled and not pushed.
    pub(crate) fn pulls(&self) -> bool {
        self.can("/textDocument/diagnostic") && self.can("/workspace/diagnostics/refreshSupport")
    }

    /// Checks a notification or request of the server; the answer to a request.
    pub(crate) fn check(&mut self, message: &Value) -> Option<Value> {
        let method = message["method"].as_str().expect("a method");
        let params = &message["params"];
        if message.get("id").is_some() {
            return Some(self.answer(method, params));
        }
        match method {
            "textDocument/publishDiagnostics" => {
                // What a document says itself is pulled; what is said of it elsewhere is about no version of it.
                let is_own = !params["version"].is_null();
                assert!(!self.pulls() || !is_own, "pushed to a client that pulls");
                self.check_version(method, params);
                let list = params["diagnostics"].as_array();
                let of_tests = |all: &Vec<Value>| all.iter().any(|d| d["code"] == "tests");
                if self.can("/textDocument/codeLens") {
                    assert!(!list.is_some_and(of_tests), "lenses say that tests fail");
                }
                if !self.can("/textDocument/publishDiagnostics/relatedInformation") {
                    let related = params.pointer("/diagnostics/0/relatedInformation");
                    assert!(
                        related.is_none_or(Value::is_null),
                        "related information was not announced"
                    );
                }
            }
            "faultlens/status" | "faultlens/lines" => self.check_version(method, params),
            "$/progress" => self.check_progress(params),
            "window/showMessage" => {}
            _ => panic!("unexpected notification {message}"),
        }
        None
    }

    fn check_version(&mut self, method: &str, params: &Value) {
        let Some(version) = params["version"].as_i64() else {
            return;
        };
        let uri = params["uri"].as_str().expect("a URI").to_owned();
        let last = self
            .versions
            .entry((method.to_owned(), uri))
            .or_insert(version);
        assert!(
            version >= *last,
            "{method} went back from version {last} to {version}"
        );
        *last = version;
    }

    fn check_progress(&mut self, params: &Value) {
        let token = params["token"].to_string();
        let state = self
            .progress
            .get_mut(&token)
            .unwrap_or_else(|| panic!("progress {token} was not created"));
        let kind = params["value"]["kind"].as_str().expect("a kind");
        *state = match (&*state, kind) {
            (Progress::Created, "begin") | (Progress::Begun, "report") => Progress::Begun,
            (Progress::Begun, "end") => Progress::Ended,
            (state, kind) => panic!("progress {token}: {kind} after {state:?}"),
        };
        let percentage = &params["value"]["percentage"];
        assert!(
            percentage.is_null(),
            "nobody knows how many sets there will be"
        );
    }

    fn answer(&mut self, method: &str, params: &Value) -> Value {
        let needed = match method {
            "window/workDoneProgress/create" => {
                self.progress
                    .insert(params["token"].to_string(), Progress::Created);
                "/window/workDoneProgress"
            }
            "window/showDocument" => "/window/showDocument/support",
            "workspace/configuration" => "/workspace/configuration",
            "workspace/codeLens/refresh" => "/workspace/codeLens/refreshSupport",
            "workspace/inlayHint/refresh" => "/workspace/inlayHint/refreshSupport",
            "workspace/diagnostic/refresh" => "/workspace/diagnostics/refreshSupport",
            "client/registerCapability" => {
                for registration in params["registrations"].as_array().expect("registrations") {
                    self.check_registration(registration);
                }
                return Value::Null;
            }
            _ => panic!("unexpected request {method} {params}"),
        };
        assert!(
            self.can(needed),
            "{method} was sent to a client without {needed}"
        );
        match method {
            "window/showDocument" => serde_json::json!({ "success": true }),
            "workspace/configuration" => {
                let items = params["items"].as_array().expect("items");
                items.iter().map(|item| self.section(item)).collect()
            }
            _ => Value::Null,
        }
    }

    fn check_registration(&self, registration: &Value) {
        let needed = match registration["method"].as_str().expect("a method") {
            "workspace/didChangeConfiguration" => {
                "/workspace/didChangeConfiguration/dynamicRegistration"
            }
            "workspace/didChangeWatchedFiles" => {
                "/workspace/didChangeWatchedFiles/dynamicRegistration"
            }
            method => panic!("unexpected registration of {method}"),
        };
        assert!(self.can(needed), "registration without {needed}");
    }

    /// At the end no progress may be left running on the user's screen.
    pub(crate) fn check_end(&self) {
        for (token, state) in &self.progress {
            assert_ne!(*state, Progress::Begun, "progress {token} never ended");
        }
    }
}
