//! Findings in the other files of a program: what was found from one of them holds for all, and a search from each would
//! only take time from the first.

use std::path::Path;
use std::sync::Arc;

use super::Session;
use super::document::Document;
use crate::files;
use crate::jobs::JobKind;
use crate::lsp::ext::Activity;
use crate::model::LocalizeReport;

impl Session {
    /// Shows the findings of a job that analysed `text` in its document, and in the other open files of its program.
    pub(super) fn show_findings(
        &mut self,
        key: &str,
        report: LocalizeReport,
        partial: bool,
        text: &Arc<str>,
    ) {
        let Some(document) = self.documents.get_mut(key) else {
            return;
        };
        document.found(report, partial, text);
        let others: Vec<String> = self.documents.keys().cloned().collect();
        for other in others.iter().filter(|other| *other != key) {
            self.share(key, other);
        }
        self.publish(key);
    }

    /// Shows in a document that was opened what is known of its program.
    pub(super) fn share_known(&mut self, key: &str) {
        let finders: Vec<String> = self.documents.keys().cloned().collect();
        for finder in finders.iter().filter(|finder| *finder != key) {
            self.share(finder, key);
        }
    }

    /// Shows the findings of one document in another one, if that is a file of the same program without a search and
    /// better findings of its own.
    fn share(&mut self, finder: &str, other: &str) {
        let searches = matches!(
            self.jobs.activity(other),
            Activity::Localizing | Activity::Queued
        );
        let (Some(from), Some(to)) = (self.documents.get(finder), self.documents.get(other)) else {
            return;
        };
        // Partial findings are shared often, so the report is copied last.
        let is_partial = from.fresh_report().is_some_and(|(_, partial)| partial);
        if searches || is_partial && to.has_fresh_findings() {
            return;
        }
        let Some((report, partial)) = seen_from(from, to) else {
            return;
        };
        if let Some(document) = self.documents.get_mut(other) {
            let text = Arc::clone(&document.text);
            document.found(report, partial, &text);
            self.publish(other);
        }
    }

    /// Searches from the files that show what the search from another one, which was closed, has found so far.
    pub(super) fn search_on(&mut self) {
        let unfinished = self.documents.iter();
        let unfinished = unfinished.filter(|(key, document)| {
            let partial = document.fresh_report().is_some_and(|(_, partial)| partial);
            partial && self.jobs.activity(key) == Activity::Idle
        });
        let unfinished: Vec<String> = unfinished.map(|(key, _)| key.clone()).collect();
        for key in unfinished {
            self.start_job(&key, JobKind::Localize);
        }
    }
}

/// The findings of a document as another file of its program sees them, and whether more may follow; `None` if it is no
/// such file or the findings are outdated.
fn seen_from(finder: &Document, other: &Document) -> Option<(LocalizeReport, bool)> {
    let (path, own) = (other.path.as_deref()?, finder.path.as_deref()?);
    let other_program = !other.linked.is_empty() && other.linked.iter().all(|f| f != own);
    if other_program || finder.linked.iter().all(|file| file != path) {
        return None;
    }
    let (report, partial) = finder.fresh_report()?;
    let folder = own.parent().unwrap_or(Path::new(""));
    let mut names = report.files();
    let name = names.find(|name| files::tidy(&folder.join(name)) == path);
    let name = name
        .cloned()
        .unwrap_or_else(|| path.to_string_lossy().into_owned());
    // Relative names would mean other files in another folder.
    let same_folder = path.parent() == Some(folder);
    (same_folder || Path::new(&name).is_absolute()).then(|| (report.seen_from(name), partial))
}
