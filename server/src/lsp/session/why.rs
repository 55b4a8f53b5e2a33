//! Questions about the run of a failing test (why something has its value at a line, why the line was not reached, the
//! run itself), and searches for a failing input. Each is a short, separate job that leaves no trace in the session.

use std::sync::mpsc::channel;

use serde_json::Value as Json;
use tower_lsp::ls_types::Uri;

use super::{NOT_ANALYSED, Reply, Session};
use crate::jobs::{Event, Explaining, JobKind, JobSpec, Report, Why};
use crate::lsp::views;
use crate::model::markdown;

impl Session {
    /// Answers a question `LINE` or `LINE:NAME`, in Markdown.
    pub(super) fn why(&mut self, uri: Option<&Uri>, question: &str, reply: Reply) {
        let why =
            Why::parsed(question).ok_or("the question is a line, or a line and a name: `11:m`");
        let spec = self.meant(uri).and_then(|key| {
            let explain = Explaining {
                why: Some(why?),
                ..self.explaining(&key)
            };
            self.question(&key, JobKind::Explain, explain)
        });
        self.ask(spec, reply, |report| match report {
            Report::Explain(report) => Some(Json::String(markdown(&report))),
            _ => None,
        });
    }

    /// Answers with an input on which the program fails, in Markdown.
    pub(super) fn find(&mut self, uri: Option<&Uri>, reply: Reply) {
        let spec = self.meant(uri).and_then(|key| {
            let explain = self.explaining(&key);
            self.question(&key, JobKind::Find, explain)
        });
        self.ask(spec, reply, |report| match report {
            Report::Inputs(report) => Some(Json::String(views::inputs::inputs(&report))),
            _ => None,
        });
    }

    /// Answers with the run of a failing test.
    pub(super) fn run_of_test(&mut self, uri: Option<&Uri>, test: Option<String>, reply: Reply) {
        let mut own = None;
        let spec = self.meant(uri).and_then(|key| {
            let explain = self.explaining(&key);
            let explain = Explaining {
                test: test.or(explain.test),
                run: true,
                ..explain
            };
            own = self.snapshot(&key);
            self.question(&key, JobKind::Trace, explain)
        });
        self.ask(spec, reply, move |report| match report {
            Report::Trace(mut report) => {
                let uri = |file: &str| {
                    let place = own.as_ref()?.elsewhere(file, 1)?;
                    Some(place.uri.as_str().to_owned())
                };
                for step in &mut report.run {
                    step.file = uri(&step.file).unwrap_or_default();
                }
                // The client only draws the run.
                report.nodes = Vec::new();
                report.edges = Vec::new();
                serde_json::to_value(&report).ok()
            }
            _ => None,
        });
    }

    fn question(
        &mut self,
        key: &str,
        kind: JobKind,
        explain: Explaining,
    ) -> Result<JobSpec, String> {
        let spec = self.spec_of(key, kind, explain, false);
        spec.ok_or_else(|| NOT_ANALYSED.to_owned())
    }

    /// Runs a separate job and converts its report to an answer.
    fn ask(
        &mut self,
        spec: Result<JobSpec, String>,
        reply: Reply,
        answer: impl Fn(Report) -> Option<Json> + Send + 'static,
    ) {
        let spec = match spec {
            Ok(spec) => spec,
            Err(why) => {
                let _ = reply.send(Err(why));
                return;
            }
        };
        let runner = self.jobs.runner();
        tokio::task::spawn_blocking(move || {
            let (send, events) = channel();
            let started = runner.resolve(spec).and_then(|spec| {
                let sink = Box::new(move |event| {
                    // The requester may have gone away.
                    let _ = send.send(event);
                });
                runner.start(&spec, sink)
            });
            let answered = match started {
                Err(error) => Err(format!("the worker process could not be started: {error}")),
                Ok(_kill) => events
                    .iter()
                    .find_map(|event| match event {
                        Event::Done { report } => {
                            let told = answer(*report);
                            Some(told.ok_or_else(|| "another report came".to_owned()))
                        }
                        Event::Failed { message, .. } => Some(Err(message)),
                        _ => None,
                    })
                    .unwrap_or_else(|| Err("the worker ended without an answer".to_owned())),
            };
            let _ = reply.send(answered);
        });
    }
}
