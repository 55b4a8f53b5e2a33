//! Folders of the client, and the files on disk that affect a document.

use std::path::{Path, PathBuf};

use tower_lsp::ls_types::{InitializeParams, WorkspaceFolder};

use crate::files::CONFIG_FILE;

/// Folders that the client has open: none, one, or several unrelated ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Folders(Vec<PathBuf>);

impl Folders {
    /// Folders from `initialize`; older clients name one root.
    pub(crate) fn new(params: &InitializeParams) -> Self {
        #[expect(deprecated, reason = "older clients know nothing else")]
        let root = params.root_uri.as_ref().and_then(path);
        match &params.workspace_folders {
            Some(folders) => Self(folders.iter().filter_map(|f| path(&f.uri)).collect()),
            None => Self(root.into_iter().collect()),
        }
    }

    /// Applies closed and opened folders.
    pub(crate) fn change(&mut self, removed: &[WorkspaceFolder], added: &[WorkspaceFolder]) {
        let removed: Vec<PathBuf> = removed.iter().filter_map(|f| path(&f.uri)).collect();
        self.0.retain(|folder| !removed.contains(folder));
        self.0.extend(added.iter().filter_map(|f| path(&f.uri)));
    }

    /// Paths of the folders.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        &self.0
    }

    /// Resolves a path in the settings for a document: a relative one is relative to the workspace folder that contains
    /// the document, else to the document's own folder.
    pub(crate) fn resolve(&self, document: &Path, setting: &Path) -> PathBuf {
        let around = self.0.iter().filter(|folder| document.starts_with(folder));
        let innermost = around.max_by_key(|folder| folder.components().count());
        let base = innermost.map(PathBuf::as_path).or(document.parent());
        base.unwrap_or(Path::new("")).join(setting)
    }
}

fn path(uri: &tower_lsp::ls_types::Uri) -> Option<PathBuf> {
    (uri.scheme().as_str() == "file")
        .then(|| uri.to_file_path().map(std::borrow::Cow::into_owned))
        .flatten()
}

/// Files that a document depends on besides its text, as far as known without reading anything.
pub(crate) struct Surroundings<'a> {
    /// File of the document.
    pub(crate) document: &'a Path,
    /// Configuration file that governs the document.
    pub(crate) config: Option<&'a Path>,
    /// Place of the tests according to the settings.
    pub(crate) tests: Option<&'a Path>,
    /// Other files of the program.
    pub(crate) linked: &'a [PathBuf],
}

impl Surroundings<'_> {
    /// Whether a change of a file may change results. In doubt it may, but a compiler's output must not make everything
    /// stale at each build.
    pub(crate) fn depend_on(&self, changed: &Path) -> bool {
        let name = changed
            .file_name()
            .map_or("".into(), |n| n.to_string_lossy());
        let extension = changed
            .extension()
            .map_or("".into(), |e| e.to_string_lossy());
        match &*extension {
            // Only the worker knows which document includes a header, and which flags apply.
            "h" | "json" => true,
            "c" => self.linked.iter().any(|linked| linked == changed),
            _ if name == CONFIG_FILE => {
                self.may_be_governed_by(changed) || self.holds_tests(changed)
            }
            _ => !self.is_compiled(changed) && self.holds_tests(changed),
        }
    }

    /// Whether the file is in the document's folder or above it.
    fn may_be_governed_by(&self, config: &Path) -> bool {
        let folder = config.parent();
        folder.is_some_and(|folder| self.document.starts_with(folder))
    }

    /// Whether the file is where tests may be: below the document's folder or that of its configuration, or at the
    /// place in the settings.
    fn holds_tests(&self, changed: &Path) -> bool {
        let folders = [self.document.parent(), self.config.and_then(Path::parent)];
        let named = self.tests.is_some_and(|tests| changed.starts_with(tests));
        named
            || folders
                .into_iter()
                .flatten()
                .any(|folder| changed.starts_with(folder))
    }

    /// Whether the file is `a.out` beside a program that is not called `a`: a compiler's output, not a test.
    fn is_compiled(&self, changed: &Path) -> bool {
        let beside = changed.parent() == self.document.parent();
        let own = self.document.file_stem().is_some_and(|stem| stem == "a");
        beside && !own && changed.file_name().is_some_and(|name| name == "a.out")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(path: &str) -> WorkspaceFolder {
        WorkspaceFolder {
            uri: format!("file://{path}").parse().unwrap(),
            name: path.to_owned(),
        }
    }

    #[test]
    fn a_relative_setting_is_relative_to_the_folder_of_its_document() {
        let mut folders = Folders::default();
        folders.change(
            &[],
            &[folder("/w/one"), folder("/w/two"), folder("/w/two/inner")],
        );
        let resolve = |folders: &Folders, document: &str, setting: &str| {
            let resolved = folders.resolve(Path::new(document), Path::new(setting));
            resolved.to_string_lossy().into_owned()
        };
        assert_eq!(
            resolve(&folders, "/w/one/src/a.c", "checks"),
            "/w/one/checks"
        );
        assert_eq!(resolve(&folders, "/w/two/a.c", "checks"), "/w/two/checks");
        assert_eq!(
            resolve(&folders, "/w/two/inner/a.c", "checks"),
            "/w/two/inner/checks"
        );
        assert_eq!(resolve(&folders, "/w/two/a.c", "/t"), "/t");
        assert_eq!(
            resolve(&folders, "/elsewhere/a.c", "checks"),
            "/elsewhere/checks"
        );
        folders.change(&[folder("/w/two/inner")], &[]);
        assert_eq!(
            resolve(&folders, "/w/two/inner/a.c", "checks"),
            "/w/two/checks"
        );
    }

    #[test]
    fn older_clients_name_a_root() {
        let initialize = |json| {
            let params: InitializeParams = serde_json::from_value(json).unwrap();
            Folders::new(&params)
        };
        let of = |paths: &[&str]| Folders(paths.iter().map(PathBuf::from).collect());
        let root = serde_json::json!({ "capabilities": {}, "rootUri": "file:///w" });
        assert_eq!(initialize(root), of(&["/w"]));
        let named = serde_json::json!({
            "capabilities": {}, "rootUri": "file:///w",
            "workspaceFolders": [{ "uri": "file:///a", "name": "a" }, { "uri": "untitled:b", "name": "b" }],
        });
        assert_eq!(initialize(named), of(&["/a"]));
    }

    #[test]
    fn only_what_may_matter_makes_a_document_stale() {
        let linked = [PathBuf::from("/w/p/util.c")];
        let surroundings = Surroundings {
            document: Path::new("/w/p/max.c"),
            config: Some(Path::new("/w/faultlens.toml")),
            tests: Some(Path::new("/checks")),
            linked: &linked,
        };
        for (changed, matters) in [
            ("/w/p/tests/t1.out", true),
            ("/w/p/max_1.in", true),
            ("/w/elsewhere/t1.out", true),
            ("/other/t1.out", false),
            ("/checks/t1.exit", true),
            ("/w/p/a.out", false),
            ("/w/p/tests/a.out", true),
            ("/w/faultlens.toml", true),
            ("/w/p/faultlens.toml", true),
            ("/w/p/tests/faultlens.toml", true),
            ("/other/faultlens.toml", false),
            ("/other/x.h", true),
            ("/w/build/compile_commands.json", true),
            ("/w/p/util.c", true),
            ("/w/p/other.c", false),
            ("/w/p/max.c", false),
        ] {
            assert_eq!(
                surroundings.depend_on(Path::new(changed)),
                matters,
                "{changed}"
            );
        }
    }
}
