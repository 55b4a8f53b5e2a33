//! The language server.
//!
//! ```text
//! stdin ─▶ wire ─▶ tower-lsp ─▶ backend ─▶ handlers ─▶ session ─▶ snapshot ─▶ views ─▶ publisher ─▶ stdout
//!                                                 │  ▲
//!                                                 ▼  │ events
//!                                               worker processes
//! ```
//!
//! * [`session`]: the single owner of state; read its invariants first.
//! * `snapshot`: the immutable results for one document at one moment; `views`: pure functions of it.
//! * [`ext`]: extensions for clients beyond plain LSP.
//!
//! Deliberately absent: any analysis (it lives behind `crate::jobs`, in another process), any file access, any state
//! outside the session.

mod anchors;
mod backend;
mod barrier;
mod client;
mod client_process;
mod edit;
mod explanation;
pub mod ext;
mod findings;
mod framing;
mod handlers;
mod last_passed;
mod lifetime;
mod line_index;
mod marks;
mod progress;
mod publisher;
mod runner;
mod scopes;
mod session;
pub mod settings;
mod snapshot;
mod views;
mod wire;
mod workspace;

#[cfg(test)]
mod tests;

use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tower_lsp::Server;

use self::backend::Backend;
use self::lifetime::Life;
use self::runner::JobRunner;
use self::session::SessionHandle;
use crate::jobs::Worker;

/// Maximum number of concurrent requests. Handlers wait only for the session, so few are enough.
const CONCURRENCY: usize = 8;
/// Time limit for killing the jobs at the end.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Serves one client on stdin and stdout until it sends `exit`, closes the pipe, or dies. Jobs run in `worker`s.
///
/// Succeeds if the client requested `shutdown` first, as the protocol demands.
pub fn run(worker: Worker) -> io::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let life = Arc::new(Life::default());
    runtime.block_on(serve(Arc::new(worker), Arc::clone(&life)));
    // A read from stdin may still block a thread of the runtime; waiting for it would keep an orphan alive.
    runtime.shutdown_background();
    if let Some(error) = life.output_error.get()
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        return Err(io::Error::new(error.kind(), error.to_string()));
    }
    let orderly = life.shutdown_requested.load(Ordering::SeqCst);
    Ok(if orderly {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

async fn serve(runner: Arc<dyn JobRunner>, life: Arc<Life>) {
    let (service, socket, session) = Backend::service(runner, &life);
    let input = wire::whole_messages(tokio::io::stdin());
    let output = wire::Output::new(tokio::io::stdout(), Arc::clone(&life));
    let server = Server::new(input, output, socket).concurrency_level(CONCURRENCY);
    tokio::select! {
        () = server.serve(wire::CheckedService(service)) => {}
        () = life.orphaned.notified() => {}
    }
    end_jobs(&session).await;
}

/// Kills all running jobs, so that no worker outlives the server.
async fn end_jobs(session: &SessionHandle) {
    if tokio::time::timeout(LAST_WORDS, session.shut_down())
        .await
        .is_err()
    {
        tracing::warn!("the session does not answer any more");
    }
}
