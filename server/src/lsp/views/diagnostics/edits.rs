//! Edits since tests passed that fail now.

use tower_lsp::ls_types::DiagnosticSeverity;

use super::{Placed, SHOWN_TESTS, View};
use crate::lsp::views::words;

impl View<'_> {
    /// Adds `t1 passed before this edit; it was …` at each edit, as long as this very text is the tested one.
    pub(super) fn broken(&self, all: &mut Vec<Placed>) {
        let tests = self.snapshot.tests.as_ref();
        let fresh = tests.filter(|tests| !tests.is_stale(&self.snapshot.text));
        let Some(broken) = fresh.and_then(|tests| tests.broken.as_ref()) else {
            return;
        };
        let names: Vec<&str> = broken.tests.iter().map(String::as_str).collect();
        let names = words::some(&names, SHOWN_TESTS);
        let among = if broken.edits.len() > 1 {
            format!("one of these {} edits", broken.edits.len())
        } else {
            "this edit".to_owned()
        };
        for edit in &broken.edits {
            let what = match (edit.is_deleted, edit.was.is_empty()) {
                (true, _) => format!("deleted: {}", words::quoted(&edit.was)),
                (false, true) => "nothing was here".to_owned(),
                (false, false) => format!("it was {}", words::quoted(&edit.was)),
            };
            all.push(self.dated(
                false,
                DiagnosticSeverity::INFORMATION,
                "edit",
                self.here(&edit.place),
                format!("{names} passed before {among}; {what}"),
            ));
        }
    }
}
