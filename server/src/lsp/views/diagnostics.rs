//! Diagnostics: Warning on every component of the selected set; Information on the lines of ranks 2 to 5, on the
//! explained output, and on edits since which tests fail; Hint on the first lines that are only suspected if no set is
//! known; Error where tests stop and where the text is wrong; nothing elsewhere. For clients without lenses a
//! diagnostic contains the text of the lenses ([`verdict`]).
//!
//! Results about an older text keep their places (moved with the edits) but say `stale:` and fade.
//!
//! Results for one file of a program may lie in another file: [`elsewhere`].

mod edits;
mod failures;
mod problems;
mod suspects;
pub(crate) use suspects::SHOWN_RANKS;
pub(crate) mod verdict;

use std::ops::Range;

use tower_lsp::ls_types::{
    Diagnostic, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString, Uri,
};

use crate::lsp::client::ClientInfo;
use crate::lsp::snapshot::Snapshot;

/// `source` of every diagnostic.
pub(crate) const SOURCE: &str = "FaultLens";

/// Column behind every line: the largest number that the protocol allows.
const END_OF_LINE: u32 = i32::MAX.cast_unsigned();

/// Maximum number of related failing tests shown on one diagnostic.
const SHOWN_TESTS: usize = 3;

/// A diagnostic with the file that it is about.
type Placed = (Uri, Diagnostic);

/// All diagnostics of a document, ordered by place.
pub(crate) fn diagnostics(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let placed = everywhere(snapshot).into_iter();
    let own = placed.filter(|(uri, _)| *uri == snapshot.uri);
    own.map(|(_, diagnostic)| diagnostic).collect()
}

/// Diagnostics of the other files of its program, by file. There are none once one of these files has changed, because
/// the current places of their lines are not known.
pub(crate) fn elsewhere(snapshot: &Snapshot) -> Vec<(Uri, Vec<Diagnostic>)> {
    let mut files: Vec<(Uri, Vec<Diagnostic>)> = Vec::new();
    for (uri, diagnostic) in everywhere(snapshot) {
        if uri == snapshot.uri {
            continue;
        }
        match files.iter_mut().find(|(known, _)| *known == uri) {
            Some((_, diagnostics)) => diagnostics.push(diagnostic),
            None => files.push((uri, vec![diagnostic])),
        }
    }
    files
}

/// All diagnostics, ordered by place.
fn everywhere(snapshot: &Snapshot) -> Vec<Placed> {
    let view = View {
        snapshot,
        client: &snapshot.client,
    };
    let mut all = Vec::new();
    if let Some(findings) = &snapshot.findings {
        view.selected(findings, &mut all);
        view.other_ranks(findings, &mut all);
        view.suspected(findings, &mut all);
        view.stops(findings, &mut all);
        view.not_analysed(findings, &mut all);
    } else {
        view.not_run(&mut all);
    }
    if let Some(explained) = snapshot.explanation() {
        view.failure(explained, &mut all);
    }
    view.verdict(&mut all);
    view.problems(&mut all);
    view.broken(&mut all);
    all.sort_by_key(|(_, diagnostic)| (diagnostic.range.start, diagnostic.range.end));
    all
}

struct View<'a> {
    snapshot: &'a Snapshot,
    client: &'a ClientInfo,
}

impl View<'_> {
    /// A place in the document.
    fn here(&self, place: &Range<usize>) -> Location {
        Location::new(self.snapshot.uri.clone(), self.snapshot.range(place))
    }

    /// Location of a whole line of another file.
    fn elsewhere(&self, file: &str, line: u32) -> Option<Location> {
        let Location { uri, mut range } = self.snapshot.elsewhere(file, line)?;
        range.end.character = END_OF_LINE;
        Some(Location { uri, range })
    }

    fn base(
        &self,
        severity: DiagnosticSeverity,
        code: &str,
        at: Location,
        message: String,
    ) -> Placed {
        self.dated(self.snapshot.stale(), severity, code, at, message)
    }

    fn dated(
        &self,
        stale: bool,
        severity: DiagnosticSeverity,
        code: &str,
        at: Location,
        message: String,
    ) -> Placed {
        let faded = stale && self.client.unnecessary_tag;
        let severity = match (stale, faded) {
            (false, _) => severity,
            (true, true) => DiagnosticSeverity::HINT,
            (true, false) => DiagnosticSeverity::INFORMATION,
        };
        let diagnostic = Diagnostic {
            range: at.range,
            severity: Some(severity),
            code: Some(NumberOrString::String(code.to_owned())),
            source: Some(SOURCE.to_owned()),
            message: if stale {
                format!("stale: {message}")
            } else {
                message
            },
            tags: faded.then(|| vec![DiagnosticTag::UNNECESSARY]),
            ..Diagnostic::default()
        };
        (at.uri, diagnostic)
    }
}

#[cfg(test)]
mod tests;
