//! Questions about the run of a failing test: why something has its value at a line, or why the line was not reached. Each is
//! a short job of its own that leaves no trace in the session.

use std::sync::mpsc::channel;

use serde_json::Value as Json;
use tower_lsp::ls_types::Uri;

use super::{Reply, Session};
use crate::jobs::{Event, Explaining, JobKind, Report, Why};
use crate::model::markdown;

impl Session {
    /// Answers `LINE` or `LINE:NAME`, in Markdown.
    pub(super) fn why(&mut self, uri: Option<&Uri>, question: &str, reply: Reply) {
        let spec = self.meant(uri).and_then(|key| {
            let why =
                parsed(question).ok_or("the question is a line, or a line and a name: `11:m`")?;
            let explain = Explaining {
                why: Some(why),
                ..self.explaining(&key)
            };
            let spec = self.spec_of(&key, JobKind::Explain, explain, false);
            spec.ok_or_else(|| "only C source files on disk can be analysed".to_owned())
        });
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
                    // The answer may not be waited for any more.
                    let _ = send.send(event);
                });
                runner.start(&spec, sink)
            });
            let answer = match started {
                Err(error) => Err(format!("the worker process could not be started: {error}")),
                Ok(_kill) => events
                    .iter()
                    .find_map(answer)
                    .unwrap_or_else(|| Err("the worker ended without an answer".to_owned())),
            };
            let _ = reply.send(answer);
        });
    }
}

/// The answer that an event brings.
fn answer(event: Event) -> Option<Result<Json, String>> {
    match event {
        Event::Done { report } => match *report {
            Report::Explain(report) => Some(Ok(Json::String(markdown(&report)))),
            _ => Some(Err("another report came".to_owned())),
        },
        Event::Failed { message, .. } => Some(Err(message)),
        _ => None,
    }
}

/// `11`, `11:m`
fn parsed(question: &str) -> Option<Why> {
    let (line, name) = match question.split_once(':') {
        Some((line, name)) => (line, Some(name.trim()).filter(|name| !name.is_empty())),
        None => (question, None),
    };
    Some(Why {
        file: None,
        line: line.trim().parse().ok()?,
        name: name.map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_a_line_and_perhaps_a_name() {
        let why = |line, name: Option<&str>| Why {
            file: None,
            line,
            name: name.map(str::to_owned),
        };
        assert_eq!(parsed("11:p->next"), Some(why(11, Some("p->next"))));
        assert_eq!(parsed("11:"), Some(why(11, None)));
        assert_eq!(parsed("11"), Some(why(11, None)));
        assert_eq!(parsed("m"), None);
    }
}
