//! Jobs: every analysis runs in a worker process (the same binary, hidden subcommand `worker`), so that its memory limit
//! is enforced by the system, cancelling is killing, a solver's abort is a message, and partial results stream out.
//!
//! ```text
//! asking process                               worker process
//!   Worker::spawn(spec) ── JobSpec, one line ──▶ worker::run
//!   JobHandle.events   ◀── Event, one a line ──  analyse (parse, lower, run tests, search)
//!   cancel, drop, deadline ── kill ───────────▶ ✝
//!   end of this process ── end of stdin ──────▶ ✝
//! ```
//!
//! Invariants: the last event of every job is [`Event::Done`], [`Event::Written`] or [`Event::Failed`], whatever
//! happens to the worker; events before a kill are included in the report that replaces the missing one; no worker
//! outlives its parent.

mod analyse;
mod canceller;
mod control;
mod convert;
mod given;
mod here;
mod nth;
mod outbox;
mod partial;
mod phases;
mod process;
mod protocol;
mod supervise;
mod worker;

pub use canceller::Canceller;
pub use given::GivenTest;
pub use here::{NotRun, run_here, run_line};
pub use partial::Partial;
pub use process::{IdleWorker, JobHandle, Worker};
pub use process::{LOG_VARIABLE, WORKER};
pub use protocol::{
    Cost, Event, Explaining, Finding, JobKind, JobSpec, LinkedSource, Memory, Report, Why,
};
pub use worker::run as run_worker;
