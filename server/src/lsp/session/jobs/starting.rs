//! Start of jobs, from request to process.

use std::sync::Arc;

use super::Waiting;
use crate::config::LineRef;
use crate::jobs::{Explaining, Finding, JobKind, JobSpec};
use crate::lsp::marks::Mark;
use crate::lsp::session::{Session, explaining};

impl Session {
    /// Starts a job for a document as soon as there is capacity; a running job of the same kind for it is superseded.
    pub(in crate::lsp::session) fn start_job(&mut self, key: &str, kind: JobKind) {
        self.jobs
            .waiting
            .retain(|waiting| !(waiting.key == key && waiting.kind == kind));
        self.jobs
            .kill_where(|job| job.key == key && job.kind == kind, "superseded");
        self.jobs.waiting.push_back(Waiting {
            key: key.to_owned(),
            kind,
            quiet: self.is_quiet(key, kind),
        });
        self.start_next();
        self.publish(key);
    }

    /// Starts all waiting jobs for which there is capacity.
    pub(in crate::lsp::session) fn start_next(&mut self) {
        while let Some(job) = self.jobs.next() {
            let key = job.key.clone();
            self.launch(job);
            self.publish(&key);
        }
    }

    fn launch(&mut self, job: Waiting) {
        let (key, kind) = (job.key.as_str(), job.kind);
        let explain = self.explaining(key);
        let Some(spec) = self.spec_of(key, kind, explain, job.quiet) else {
            return;
        };
        let Some(document) = self.documents.get(key) else {
            return;
        };
        let text = Arc::clone(&document.text);
        let name = spec.file.file_name().unwrap_or(spec.file.as_os_str());
        let name = name.to_string_lossy();
        let title = match kind {
            JobKind::Explain => format!("Explaining {name}"),
            JobKind::Trace => format!("Recording {name}"),
            JobKind::Find | JobKind::Reduce => format!("Looking for failing inputs of {name}"),
            JobKind::Localize | JobKind::Test => format!("Localizing {name}"),
        };
        self.jobs.launch(job, title, text, spec);
    }

    /// Specification of a job on a document; `None` if the document cannot be analysed.
    pub(in crate::lsp::session) fn spec_of(
        &mut self,
        key: &str,
        kind: JobKind,
        explain: Explaining,
        quiet: bool,
    ) -> Option<JobSpec> {
        let document = self.documents.get(key)?;
        let path = document.path.clone().filter(|_| document.analysed)?;
        let text = Arc::clone(&document.text);
        let mut options = self.settings.of(Some(&path)).options.clone();
        options.timeout = explaining::limit(options.timeout, kind, quiet);
        let place = |line| LineRef { file: None, line };
        options
            .correct
            .extend(document.marked(Mark::Correct).map(place));
        options
            .suspect
            .extend(document.marked(Mark::Suspect).map(place));
        options.tests = self.tests_setting(&path);
        let known = document.memory.as_ref();
        let memory = known.filter(|_| kind == JobKind::Localize).cloned();
        let linked = self.linked(&path, &text);
        if let Some(document) = self.documents.get_mut(key) {
            document.linked = linked.iter().map(|linked| linked.file.clone()).collect();
        }
        Some(JobSpec {
            kind,
            linked,
            file: path,
            text: Some(String::from(&*text)),
            given: Vec::new(),
            tests: options.tests.clone(),
            inside: self.inside(options.tests.as_deref()),
            patched: false,
            options,
            explain,
            inputs: Finding::default(),
            written: false,
            remember: kind == JobKind::Localize,
            memory,
        })
    }
}
