//! Explanations, requested by the user or made in the background after a search has found suspects.
//!
//! A background explanation is made before anybody asks, because it is cheap. It starts only after the suspects have
//! been shown, has a short limit and its own place in the queue, so that no request ever waits for it; its failure is
//! reported only in the log and by `doctor`.

use std::sync::Arc;

use serde_json::Value as Json;
use tower_lsp::ls_types::Uri;

use super::document::ExplanationRequest;
use super::{NOT_ANALYSED, Reply, Session};
use crate::jobs::{Explaining, JobKind};
use crate::model::{ExplainReport, ExplainStatus, markdown};

/// Time limit in seconds for a background explanation.
const QUIET_LIMIT: f64 = 5.0;

impl Session {
    /// Answers with the explanation of a test's failure: at once if it is known, else when the job has ended.
    pub(super) fn explain(&mut self, uri: Option<&Uri>, test: Option<String>, reply: Reply) {
        let asked = self.meant(uri).and_then(|key| {
            let document = self.documents.get_mut(&key);
            match document.filter(|document| document.analysed) {
                Some(_) => Ok(key),
                None => Err(NOT_ANALYSED.to_owned()),
            }
        });
        match asked {
            Ok(key) => match self.known_explanation(&key, test.as_deref()) {
                Some(known) => {
                    let _ = reply.send(Ok(Json::String(known)));
                }
                None => self.ask_worker(&key, test, reply),
            },
            Err(why) => {
                let _ = reply.send(Err(why));
            }
        }
    }

    fn ask_worker(&mut self, key: &str, test: Option<String>, reply: Reply) {
        if let Some(document) = self.documents.get_mut(key) {
            document.asked = Some(ExplanationRequest { test, reply });
            self.start_job(key, JobKind::Explain);
        }
    }

    /// Explanation that the document shows, if it is the requested one.
    fn known_explanation(&mut self, key: &str, test: Option<&str>) -> Option<String> {
        let snapshot = self.snapshot(key)?;
        let known = snapshot.fresh_explanation()?;
        let meant = match test {
            Some(test) => known.test() == Some(test),
            None => snapshot.explains_selection(),
        };
        meant.then(|| markdown(&known.report))
    }

    /// Explains the selected set, unless that is done already, or a request waits for another explanation.
    pub(super) fn explain_selection(&mut self, key: &str) {
        let waited_for = self.documents.get(key).is_none_or(|d| d.asked.is_some());
        let wanted = self.snapshot(key).is_some_and(|snapshot| {
            let fresh = snapshot.findings.is_some() && !snapshot.stale();
            fresh && snapshot.failing_test().is_some() && !snapshot.explains_selection()
        });
        if wanted && !waited_for {
            self.start_job(key, JobKind::Explain);
        }
    }

    /// What a job is to explain: the user's request, else the selected set.
    pub(super) fn explaining(&mut self, key: &str) -> Explaining {
        let asked = self.documents.get(key).and_then(|d| d.asked.as_ref());
        let asked = asked.and_then(|asked| asked.test.clone());
        let snapshot = self.snapshot(key);
        let test = asked.or_else(|| Some(snapshot.as_ref()?.failing_test()?.to_owned()));
        let searched = snapshot.as_ref().and_then(|snapshot| {
            let findings = snapshot.findings.as_ref();
            findings.filter(|findings| !findings.partial && !findings.is_stale(&snapshot.text))
        });
        let found = searched.zip(test.as_deref());
        let found = found.map(|(searched, test)| Explaining::found(&searched.report, test));
        Explaining {
            is_story: false,
            test,
            assume_branches: false,
            run: false,
            why: None,
            found,
        }
    }

    /// Whether no request waits for a job: it then shows no progress and has less time.
    pub(super) fn is_quiet(&self, key: &str, kind: JobKind) -> bool {
        let document = self.documents.get(key);
        match kind {
            JobKind::Localize | JobKind::Trace | JobKind::Find | JobKind::Reduce => false,
            JobKind::Test => true,
            JobKind::Explain => document.is_none_or(|document| document.asked.is_none()),
        }
    }

    /// Records an explanation and answers the request that waits for it.
    pub(super) fn explained(&mut self, key: &str, report: ExplainReport, text: &Arc<str>) {
        let answer = markdown(&report);
        if let Some(document) = self.documents.get_mut(key) {
            document.explained(report, text);
        }
        self.answer(key, Ok(answer));
    }

    /// Records a job that ended without an explanation, for `doctor`, and answers the request that waits for it.
    pub(super) fn not_explained(&mut self, key: &str, text: &Arc<str>, why: &str) {
        let status = ExplainStatus::Unanalysable;
        let report = ExplainReport::empty(key, status, Some(why.to_owned()));
        if let Some(document) = self.documents.get_mut(key) {
            document.explained(report, text);
        }
        self.answer(key, Err(why.to_owned()));
    }

    /// Answers the request that waits for an explanation.
    pub(super) fn answer(&mut self, key: &str, answer: Result<String, String>) {
        let document = self.documents.get_mut(key);
        if let Some(asked) = document.and_then(|document| document.asked.take()) {
            let _ = asked.reply.send(answer.map(Json::String));
        }
    }
}

/// Time limit of a job, in seconds.
pub(super) fn limit(seconds: f64, kind: JobKind, quiet: bool) -> f64 {
    if kind == JobKind::Explain && quiet {
        seconds.min(QUIET_LIMIT)
    } else {
        seconds
    }
}
