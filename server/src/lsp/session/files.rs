//! Files beside the open documents: other files of a program, and files that change on disk.

use std::path::{Path, PathBuf};

use super::document::Document;
use super::{AFTER_EDIT, Session};
use crate::files::find_config;
use crate::jobs;
use crate::lsp::workspace::Surroundings;

impl Session {
    /// Other files of the program, with their unsaved contents. A mistake in the list is reported when the options are
    /// read.
    pub(super) fn linked(&self, path: &Path, text: &str) -> Vec<jobs::LinkedSource> {
        let mut files = jobs::LinkedSource::beside(path, Some(text)).unwrap_or_default();
        for linked in &mut files {
            let mut documents = self.documents.values();
            let open = documents.find(|d| d.path.as_deref() == Some(linked.file.as_path()));
            linked.text = open.map(|d| String::from(&*d.text));
        }
        files
    }

    /// Place of a document's tests according to the settings.
    pub(super) fn tests_setting(&self, document: &Path) -> Option<PathBuf> {
        let settings = self.settings.of(Some(document));
        let tests = settings.options.tests.as_deref()?;
        Some(self.folders.resolve(document, tests))
    }

    /// Paths that belong to a project because the user opened or configured them: the client's folders, and the place
    /// of the tests according to the settings.
    pub(super) fn inside(&self, tests: Option<&Path>) -> Vec<PathBuf> {
        let tests = tests.and_then(|tests| {
            if tests.is_dir() {
                Some(tests)
            } else {
                tests.parent()
            }
        });
        let folders = self.folders.paths().iter().map(PathBuf::as_path);
        folders.chain(tests).map(Path::to_path_buf).collect()
    }

    /// Handles files changed on disk: results of the documents that depend on them become outdated.
    pub(super) fn files_changed(&mut self, changed: &[PathBuf]) {
        // For open files the text in the editor counts.
        let open = |file: &PathBuf| {
            let mut documents = self.documents.values();
            documents.any(|document| document.path.as_ref() == Some(file))
        };
        let changed: Vec<&PathBuf> = changed.iter().filter(|file| !open(file)).collect();
        self.outdate(|session, document| {
            let path = document.path.as_deref();
            path.is_some_and(|path| {
                session.depends(path, &document.linked, &changed)
                    || session.is_linked_otherwise(path, document, &changed)
            })
        });
    }

    /// Handles a changed text in the editor: other documents may be linked with it.
    pub(super) fn text_changed(&mut self, changed: Option<&Path>) {
        let Some(changed) = changed else { return };
        self.outdate(|_, document| document.linked.iter().any(|linked| linked == changed));
    }

    /// Stops what runs for some documents, marks their results as outdated, and runs their tests again.
    pub(super) fn outdate(&mut self, concerned: impl Fn(&Self, &Document) -> bool) {
        let documents = self.documents.iter();
        let concerned: Vec<String> = documents
            .filter(|(_, document)| document.analysed && concerned(self, document))
            .map(|(key, _)| key.clone())
            .collect();
        for key in concerned {
            self.jobs.kill_for(&key);
            let Some(document) = self.documents.get_mut(&key) else {
                continue;
            };
            document.outdate();
            let generation = document.generation;
            self.publish(&key);
            self.run_tests_after(AFTER_EDIT, &key, generation);
        }
    }

    /// Whether a document's program consists of other files than before, after files beside it have changed.
    fn is_linked_otherwise(&self, path: &Path, document: &Document, changed: &[&PathBuf]) -> bool {
        let is_beside = |file: &&&PathBuf| {
            file.parent() == path.parent() && file.extension().is_some_and(|e| e == "c")
        };
        changed.iter().any(|file| is_beside(&file)) && {
            let now = self.linked(path, &document.text);
            !now.iter().map(|linked| &linked.file).eq(&document.linked)
        }
    }

    /// Whether the results of a document depend on changed files.
    fn depends(&self, document: &Path, linked: &[PathBuf], changed: &[&PathBuf]) -> bool {
        let (config, tests) = (find_config(document), self.tests_setting(document));
        let surroundings = Surroundings {
            document,
            config: config.as_deref(),
            tests: tests.as_deref(),
            linked,
        };
        changed.iter().any(|file| surroundings.depend_on(file))
    }
}
