//! Work-done progress of a job: create, begin, reports, end, in this order and never inside a handler.
//!
//! `window/workDoneProgress/create` is a request to the client. It is awaited in a separate task; a client that answers
//! late, or never, delays nothing else.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tower_lsp::Client;
use tower_lsp::ls_types::{
    NumberOrString, ProgressParams, ProgressParamsValue, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressEnd, WorkDoneProgressReport, notification,
};

/// Time that the client may take to create a progress before the job continues without one.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time that the server waits at its end for shown progresses to end.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// Time that the connection needs to send its queue.
const QUEUE: Duration = Duration::from_millis(5);
/// Prefix of all our tokens, followed by the job's number.
const PREFIX: &str = "faultlens/job/";

/// Starts progresses for one client.
#[derive(Clone)]
pub(crate) struct ProgressStarter {
    client: Client,
    supported: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Number of progresses that are on the user's screen, or on their way there.
    shown: watch::Sender<usize>,
}

impl ProgressStarter {
    /// Creates a starter for a client. Support for progress is queried each time, because it is known only after
    /// `initialize`.
    pub(crate) fn new(
        client: Client,
        supported: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Self {
        Self {
            client,
            supported: Arc::new(supported),
            shown: watch::Sender::new(0),
        }
    }

    /// Shows that a job runs.
    pub(crate) fn start(&self, job: u64, title: String) -> Progress {
        let (send, steps) = unbounded_channel();
        if (self.supported)() {
            let shown = ProgressCount::new(&self.shown);
            let show = show(self.client.clone(), token(job), title, steps);
            tokio::spawn(async move {
                show.await;
                drop(shown);
            });
        }
        Progress { steps: send }
    }

    /// Waits until the client has been told of the end of all ended progresses, at most for [`LAST_WORDS`].
    pub(crate) fn settled(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut shown = self.shown.subscribe();
        async move {
            let none = shown.wait_for(|shown| *shown == 0);
            if tokio::time::timeout(LAST_WORDS, none).await.is_ok() {
                // Messages are sent through a queue beside that of the answers; there is no signal when they have left.
                tokio::time::sleep(QUEUE).await;
            }
        }
    }
}

/// Counts one progress as long as it lives.
struct ProgressCount(watch::Sender<usize>);

impl ProgressCount {
    fn new(count: &watch::Sender<usize>) -> Self {
        count.send_modify(|shown| *shown += 1);
        Self(count.clone())
    }
}

impl Drop for ProgressCount {
    fn drop(&mut self) {
        self.0.send_modify(|shown| *shown -= 1);
    }
}

/// A shown progress, which ends when dropped.
pub(crate) struct Progress {
    steps: UnboundedSender<Step>,
}

enum Step {
    Report(String),
    End(String),
}

impl Progress {
    /// Shows a message.
    pub(crate) fn report(&self, message: &str) {
        let _ = self.steps.send(Step::Report(message.to_owned()));
    }

    /// Ends the progress with a message.
    pub(crate) fn end(self, message: &str) {
        let _ = self.steps.send(Step::End(message.to_owned()));
    }
}

async fn show(
    client: Client,
    token: NumberOrString,
    title: String,
    mut steps: UnboundedReceiver<Step>,
) {
    let created =
        tokio::time::timeout(PATIENCE, client.create_work_done_progress(token.clone())).await;
    if !matches!(created, Ok(Ok(()))) {
        return;
    }
    let send = |value| {
        let params = ProgressParams {
            token: token.clone(),
            value: ProgressParamsValue::WorkDone(value),
        };
        client.send_notification::<notification::Progress>(params)
    };
    let begin = WorkDoneProgressBegin {
        title,
        cancellable: Some(true),
        message: None,
        percentage: None,
    };
    send(WorkDoneProgress::Begin(begin)).await;
    let mut last = None;
    while let Some(step) = steps.recv().await {
        match step {
            Step::Report(message) => {
                let report = WorkDoneProgressReport {
                    cancellable: Some(true),
                    message: Some(message),
                    percentage: None,
                };
                send(WorkDoneProgress::Report(report)).await;
            }
            Step::End(message) => {
                last = Some(message);
                break;
            }
        }
    }
    send(WorkDoneProgress::End(WorkDoneProgressEnd { message: last })).await;
}

fn token(job: u64) -> NumberOrString {
    NumberOrString::String(format!("{PREFIX}{job}"))
}

/// Number of the job that a token stands for; `None` for a token of another server.
pub(crate) fn job_of(token: &NumberOrString) -> Option<u64> {
    match token {
        NumberOrString::String(name) => name.strip_prefix(PREFIX)?.parse().ok(),
        NumberOrString::Number(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_lead_back_to_their_job() {
        assert_eq!(job_of(&token(7)), Some(7));
        assert_eq!(job_of(&NumberOrString::Number(7)), None);
        assert_eq!(job_of(&NumberOrString::String("other/7".into())), None);
    }
}
