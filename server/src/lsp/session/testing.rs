//! Test runs on request of the user.
//!
//! All tests of a document run together, whichever of them is requested: all results then belong to one text, and the
//! run of a single test would not be much quicker.

use tower_lsp::ls_types::Uri;

use super::{NOT_ANALYSED, Reply, Session};
use crate::jobs::JobKind;
use crate::lsp::views;

impl Session {
    /// Runs the tests of a document and answers when they have ended. Requests that wait for an earlier run get the
    /// result of the new one.
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

    /// Answers all requests that wait for the tests of a document with the current results, or the reason why the tests
    /// have not run.
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
