//! Interface to the jobs: a trait, so that tests of the session need neither processes nor an analysis.

use std::io;
use std::path::PathBuf;

use crate::config;
use crate::files;
use crate::jobs::{Event, JobSpec, Worker};

/// Receives a job's events, on a thread of the job.
pub(crate) type Sink = Box<dyn FnMut(Event) + Send>;
/// Ends a job at once.
pub(crate) type Kill = Box<dyn FnOnce() + Send>;

/// Starts jobs.
pub(crate) trait JobRunner: Send + Sync + 'static {
    /// Adds the project's own configuration to the options of a job; reads files.
    fn resolve(&self, spec: JobSpec) -> io::Result<JobSpec> {
        Ok(spec)
    }

    /// Files below the folders that have tests; stops once they are not `wanted` any more. Reads folders and files.
    fn programs(&self, _folders: &[PathBuf], _wanted: &dyn Fn() -> bool) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Starts a job; may block for as long as starting a process takes.
    fn start(&self, spec: &JobSpec, sink: Sink) -> io::Result<Kill>;
}

impl JobRunner for Worker {
    fn resolve(&self, mut spec: JobSpec) -> io::Result<JobSpec> {
        spec.options = config::with_project(&spec.options, &spec.file).map_err(io::Error::other)?;
        spec.tests.clone_from(&spec.options.tests);
        Ok(spec)
    }

    fn programs(&self, folders: &[PathBuf], wanted: &dyn Fn() -> bool) -> Vec<PathBuf> {
        files::programs(folders, wanted)
    }

    fn start(&self, spec: &JobSpec, sink: Sink) -> io::Result<Kill> {
        let canceller = self.spawn_with(spec, sink)?;
        Ok(Box::new(move || canceller.cancel()))
    }
}
