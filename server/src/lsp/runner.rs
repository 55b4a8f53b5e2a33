//! Where jobs run. A trait, so that tests of the session need neither processes nor an analysis.

use std::io;

use crate::jobs::{Event, JobSpec, Worker};

/// Receives a job's events, on a thread of the job.
pub(crate) type Sink = Box<dyn FnMut(Event) + Send>;
/// Ends a job at once.
pub(crate) type Kill = Box<dyn FnOnce() + Send>;

/// Starts jobs.
pub(crate) trait JobRunner: Send + Sync + 'static {
    /// Starts a job; may block for as long as starting a process takes.
    fn start(&self, spec: &JobSpec, sink: Sink) -> io::Result<Kill>;
}

impl JobRunner for Worker {
    fn start(&self, spec: &JobSpec, sink: Sink) -> io::Result<Kill> {
        let canceller = self.spawn_with(spec, sink)?;
        Ok(Box::new(move || canceller.cancel()))
    }
}
