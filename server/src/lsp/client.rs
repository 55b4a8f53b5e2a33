//! Capabilities of the client, read once from `initialize`.

use serde_json::Value;
use tower_lsp::ls_types::InitializeParams;

use super::line_index::Encoding;

/// Facts about a client on which the server's behaviour depends. Everything that is not announced is taken as absent.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one independent capability of the protocol"
)]
pub(crate) struct ClientInfo {
    /// Name and version of the client, for `doctor`.
    pub(crate) name: String,
    /// Negotiated encoding, in which columns are counted.
    pub(crate) encoding: Encoding,
    /// Whether hovers may be Markdown.
    pub(crate) markdown: bool,
    /// Whether a hover shows the diagnostics of the place above the server's text.
    pub(crate) diagnostics_in_hovers: bool,
    /// Whether diagnostics may have related information.
    pub(crate) related_information: bool,
    /// Whether diagnostics may have the tag `Unnecessary`.
    pub(crate) unnecessary_tag: bool,
    /// Whether the client can pull diagnostics, see [`Self::pulls`].
    pub(crate) pull: bool,
    /// Whether the client can be asked to pull diagnostics again.
    pub(crate) diagnostic_refresh: bool,
    /// Whether the client shows lenses.
    pub(crate) lenses: bool,
    /// Whether the client can be asked to request lenses again.
    pub(crate) lens_refresh: bool,
    /// Whether the client can be asked to request inlay hints again.
    pub(crate) hint_refresh: bool,
    /// Whether the client can be asked to show a place.
    pub(crate) show_document: bool,
    /// Whether work-done progress can be created.
    pub(crate) progress: bool,
    /// Whether code actions may be literals; else only commands.
    pub(crate) action_literals: bool,
    /// Whether the client can preview edits.
    pub(crate) confirms: bool,
    /// Whether the client answers `workspace/configuration`.
    pub(crate) configuration: bool,
    /// Whether several folders may be open, with settings of their own.
    pub(crate) folders: bool,
    /// Whether changes of the configuration can be registered for.
    pub(crate) register_configuration: bool,
    /// Whether watchers of files can be registered.
    pub(crate) register_watchers: bool,
}

/// Client names of VS Code and its derivatives; no capability describes how their hovers behave.
const CODES: [&str; 5] = [
    "Visual Studio Code",
    "Code - OSS",
    "code-server",
    "VSCodium",
    "Cursor",
];

impl ClientInfo {
    /// Reads the capabilities.
    pub(crate) fn new(params: &InitializeParams) -> Self {
        // The tree is read by path rather than through its types: a client that sends more or odd members still works.
        let capabilities = serde_json::to_value(&params.capabilities).unwrap_or_default();
        let name = params.client_info.as_ref().map_or_else(
            || "unnamed client".to_owned(),
            |info| {
                format!("{} {}", info.name, info.version.as_deref().unwrap_or(""))
                    .trim_end()
                    .to_owned()
            },
        );
        Self::from_json(name, &capabilities)
    }

    /// A client without capabilities, assumed until the client has introduced itself.
    pub(crate) fn unknown() -> Self {
        Self::from_json("unknown client".to_owned(), &Value::Null)
    }

    fn from_json(name: String, capabilities: &Value) -> Self {
        // The three kinds of values; whatever is missing counts as absent.
        let is_true = |path: &str| {
            capabilities
                .pointer(path)
                .and_then(Value::as_bool)
                .unwrap_or(false)
        };
        let is_present = |path: &str| {
            capabilities
                .pointer(path)
                .is_some_and(|value| !value.is_null())
        };
        let strings = |path: &str| -> Vec<String> {
            let values = capabilities.pointer(path).and_then(Value::as_array);
            values
                .into_iter()
                .flatten()
                .filter_map(|value| value.as_str().map(str::to_owned))
                .collect()
        };
        let tags = capabilities
            .pointer("/textDocument/publishDiagnostics/tagSupport/valueSet")
            .and_then(Value::as_array);
        Self {
            diagnostics_in_hovers: CODES.iter().any(|code| name.starts_with(code)),
            name,
            encoding: Encoding::negotiate(&strings("/general/positionEncodings")),
            markdown: strings("/textDocument/hover/contentFormat")
                .iter()
                .any(|format| format == "markdown"),
            related_information: is_true("/textDocument/publishDiagnostics/relatedInformation"),
            unnecessary_tag: tags
                .is_some_and(|tags| tags.iter().any(|tag| tag.as_u64() == Some(1))),
            pull: is_present("/textDocument/diagnostic"),
            diagnostic_refresh: is_true("/workspace/diagnostics/refreshSupport"),
            lenses: is_present("/textDocument/codeLens"),
            lens_refresh: is_true("/workspace/codeLens/refreshSupport"),
            hint_refresh: is_true("/workspace/inlayHint/refreshSupport"),
            show_document: is_true("/window/showDocument/support"),
            progress: is_true("/window/workDoneProgress"),
            action_literals: is_present("/textDocument/codeAction/codeActionLiteralSupport"),
            confirms: is_true("/workspace/workspaceEdit/documentChanges")
                && is_present("/workspace/workspaceEdit/changeAnnotationSupport"),
            configuration: is_true("/workspace/configuration"),
            folders: is_true("/workspace/workspaceFolders"),
            register_configuration: is_true(
                "/workspace/didChangeConfiguration/dynamicRegistration",
            ),
            register_watchers: is_true("/workspace/didChangeWatchedFiles/dynamicRegistration"),
        }
    }

    /// Whether this client's diagnostics are pulled; otherwise they are pushed. Never both: clients keep the two in
    /// separate collections and would show everything twice.
    ///
    /// Our diagnostics also change without an edit, when a job ends, so pulling only works if the client can be asked
    /// to pull again. Neovim 0.11 and Helix 25.07 announce pull without refresh, so diagnostics are pushed to them.
    pub(crate) fn pulls(&self) -> bool {
        self.pull && self.diagnostic_refresh
    }
}

#[cfg(test)]
impl ClientInfo {
    /// A client with all capabilities, and UTF-16.
    pub(crate) fn able() -> Self {
        Self {
            name: "test".to_owned(),
            diagnostics_in_hovers: false,
            encoding: Encoding::Utf16,
            markdown: true,
            related_information: true,
            unnecessary_tag: true,
            pull: false,
            diagnostic_refresh: true,
            lenses: true,
            lens_refresh: true,
            hint_refresh: true,
            show_document: true,
            progress: true,
            action_literals: true,
            confirms: true,
            configuration: true,
            folders: true,
            register_configuration: true,
            register_watchers: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(capabilities: &str) -> ClientInfo {
        ClientInfo::from_json(String::new(), &serde_json::from_str(capabilities).unwrap())
    }

    #[test]
    fn nothing_is_assumed() {
        let poor = ClientInfo::unknown();
        assert!(
            !poor.markdown
                && !poor.progress
                && !poor.pulls()
                && !poor.related_information
                && !poor.action_literals
        );
        assert_eq!(poor.encoding, Encoding::Utf16);
    }

    #[test]
    fn pulling_needs_refresh() {
        assert!(!info(r#"{"textDocument":{"diagnostic":{}}}"#).pulls());
        let both = r#"{"textDocument":{"diagnostic":{}},"workspace":{"diagnostics":{"refreshSupport":true}}}"#;
        assert!(info(both).pulls());
    }
}
