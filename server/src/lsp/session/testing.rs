//! Tests that the user runs.
//!
//! All tests of a document run together, whichever of them is asked for: what is shown of them is then always about one
//! text, and the run of a single test would not be quicker by much.

use tower_lsp::ls_types::Uri;

use super::{NOT_ANALYSED, Reply, Session};
use crate::jobs::JobKind;
use crate::lsp::views;

impl Session {
    /// Runs the tests of a document and answers when they have ended. Whoever waits for an earlier run gets the new one.
    pub(super) fn run_tests(&mut self, uri: Option<&Uri>, reply: Reply) {
        let key = match self.meant(uri) {
            Ok(key) => key,
            Err(why) => {
                let _ = reply.send(Err(why));
                return;
            }
        };
        let document = self.documents.get_mut(&key);
        let Some(document) = document.filter(|document| document.analysed) else {
            let _ = reply.send(Err(NOT_ANALYSED.to_owned()));
            return;
        };
        document.testers.push(reply);
        self.start_job(&key, JobKind::Test);
    }

    /// Tells whoever waits for the tests of a document what is known now, or why they have not run.
    pub(super) fn tests_ended(&mut self, key: &str, why_not: Option<&str>) {
        let document = self.documents.get_mut(key);
        let waiting = document.map(|document| std::mem::take(&mut document.testers));
        for reply in waiting.unwrap_or_default() {
            let _ = reply.send(match why_not {
                Some(why) => Err(why.to_owned()),
                None => Ok(self.view_json(key, |snapshot| {
                    serde_json::to_value(views::status::status(snapshot)).ok()
                })),
            });
        }
    }
}
