//! Starting and stopping of worker processes, from the asking side.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};

use super::canceller::Canceller;
use super::protocol::{Event, JobSpec};
use super::supervise;

/// The subcommand of worker processes.
pub const WORKER: &str = "worker";

/// The variable that asks for a log where there is no command line to say it: a level, or a filter as `tracing` has it.
pub const LOG_VARIABLE: &str = "FAULTLENS_LOG";

/// Starts worker processes.
#[derive(Debug, Clone)]
pub struct Worker {
    program: PathBuf,
    log: Option<String>,
    only_last: bool,
}

impl Worker {
    /// Uses the current executable for workers.
    pub fn this_program() -> io::Result<Worker> {
        Ok(Worker::at(std::env::current_exe()?))
    }

    /// Uses this `faultlens` executable for workers; for tests, which run inside another program.
    pub fn at(program: impl Into<PathBuf>) -> Worker {
        Worker {
            program: program.into(),
            log: None,
            only_last: false,
        }
    }

    /// Forwards only the last event of each job. The others are not even parsed, which saves time for the worker,
    /// unless the last event is missing.
    pub fn with_only_the_last(mut self, only_last: bool) -> Worker {
        self.only_last = only_last;
        self
    }

    /// Sets the log filter of workers, as in `FAULTLENS_LOG`; their log appears in this process's log.
    pub fn with_log(mut self, filter: Option<String>) -> Worker {
        self.log = filter;
        self
    }

    /// Starts a job; its events arrive in [`JobHandle::events`]. Time and memory limits are those of `spec.options`.
    ///
    /// Never blocks for longer than starting a process takes.
    pub fn spawn(&self, spec: &JobSpec) -> io::Result<JobHandle> {
        let (send, events) = channel();
        let job = self.spawn_with(spec, move |event| {
            // An error means that the handle is being dropped, which ends the job.
            let _ = send.send(event);
        })?;
        Ok(JobHandle { events, job })
    }

    /// Starts a job like [`Worker::spawn`], but passes each event to `sink` on a thread of the job (for other kinds of
    /// channels). Dropping the canceller's last clone does not end the job; [`Canceller::cancel`] does.
    pub fn spawn_with(
        &self,
        spec: &JobSpec,
        sink: impl FnMut(Event) + Send + 'static,
    ) -> io::Result<Canceller> {
        let started = self.start(spec)?;
        let job = started.canceller();
        let ended = job.clone();
        std::thread::spawn(move || {
            drop(started.watch(sink));
            ended.wait();
        });
        Ok(job)
    }

    /// Starts a job without a supervisor.
    pub fn start(&self, spec: &JobSpec) -> io::Result<WaitingJob> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let line = serde_json::to_string(spec).map_err(io::Error::other)?;
        let mut child = self.command().spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("the worker has no pipes"));
        };
        widen(&stdout);
        let job = Canceller::new(NEXT.fetch_add(1, Ordering::Relaxed), child);
        tracing::info!(job = job.id(), file = %spec.file.display(), kind = ?spec.kind, "a job starts");
        Ok(WaitingJob {
            spec: spec.clone(),
            line,
            pipes: supervise::Pipes {
                stdin,
                stdout,
                stderr,
            },
            job,
            only_last: self.only_last,
        })
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .arg(WORKER)
            // Otherwise the allocator of `main` commits its first gigabyte at once, and the memory limit counts all of
            // it.
            .env("MIMALLOC_ARENA_EAGER_COMMIT", "0")
            .env(TUNABLES, tunables(std::env::var_os(TUNABLES)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(filter) = &self.log {
            command.env(LOG_VARIABLE, filter);
        }
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // A separate process group: killing it also kills a compiler that the worker started, and a Ctrl-C at the
            // terminal reaches only this process, so that results can still be shown.
            command.process_group(0);
        }
        command
    }
}

/// A job whose worker waits for its specification.
#[derive(Debug)]
pub struct WaitingJob {
    spec: JobSpec,
    line: String,
    pipes: supervise::Pipes,
    job: Canceller,
    only_last: bool,
}

impl WaitingJob {
    /// A handle that can cancel the job from elsewhere.
    pub fn canceller(&self) -> Canceller {
        self.job.clone()
    }

    /// Supervises the worker, on this thread, until `sink` was given the last event.
    pub fn watch(self, sink: impl FnMut(Event)) -> IdleWorker {
        let job = self.job.clone();
        let supervisor = supervise::Supervisor::new(&self.spec, self.job, self.only_last, sink);
        IdleWorker {
            _stdin: supervisor.run(&self.line, self.pipes),
            job,
        }
    }
}

/// A worker that has finished. Dropping this kills it: until then the caller has the processor for the result.
#[derive(Debug)]
pub struct IdleWorker {
    /// The worker's stdin; closing it ends the worker, see [`super::worker`].
    _stdin: ChildStdin,
    job: Canceller,
}

impl Drop for IdleWorker {
    fn drop(&mut self) {
        self.job.kill();
    }
}

/// A running job. Dropping it kills the job.
#[derive(Debug)]
pub struct JobHandle {
    /// Events of the worker, in order; closed after the last event.
    pub events: Receiver<Event>,
    job: Canceller,
}

impl JobHandle {
    /// The id of the job, unique in this process.
    pub fn id(&self) -> u64 {
        self.job.id()
    }

    /// Kills the worker, if it is still running. The last event then is a report with status `stopped`, reason
    /// `cancelled`, and the diagnoses so far.
    pub fn cancel(&self) {
        self.job.cancel();
    }

    /// A handle that can cancel the job from elsewhere.
    pub fn canceller(&self) -> Canceller {
        self.job.clone()
    }
}

impl Drop for JobHandle {
    fn drop(&mut self) {
        self.job.cancel();
    }
}

/// Environment variable with glibc's settings for a new process.
const TUNABLES: &str = "GLIBC_TUNABLES";

/// Size of glibc's cache of thread stacks in bytes. A worker has many short-lived threads with large stacks, because
/// programs may be deeply nested. By default no stack would be kept for the next threads: 2 % of the time of a search.
const STACKS: &str = "glibc.pthread.stack_cache_size=536870912";

/// The value of the variable: the user's settings, followed by ours.
fn tunables(given: Option<OsString>) -> OsString {
    let given = given.filter(|given| !given.is_empty());
    given.map_or_else(
        || STACKS.into(),
        |mut given| {
            given.push(":");
            given.push(STACKS);
            given
        },
    )
}

/// Enlarges a pipe to hold most reports, if the system allows it, so that the writer does not wait for the reader.
#[cfg(target_os = "linux")]
fn widen(pipe: &ChildStdout) {
    // An error only makes reports slower.
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, supervise::REPORT);
}

#[cfg(not(target_os = "linux"))]
fn widen(_: &ChildStdout) {}

/// Kills this process and, if it leads a group, the whole group.
pub(super) fn end_own_group() {
    #[cfg(unix)]
    {
        use rustix::process::{Signal, getpgrp, getpid, kill_current_process_group, kill_process};
        if getpgrp() == getpid() {
            let _ = kill_current_process_group(Signal::KILL);
        }
        let _ = kill_process(getpid(), Signal::KILL);
    }
    #[cfg(not(unix))]
    std::process::abort();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_user_tells_glibc_stays() {
        assert_eq!(tunables(None), STACKS);
        assert_eq!(tunables(Some(OsString::new())), STACKS);
        let both = tunables(Some("glibc.malloc.check=1".into()));
        assert_eq!(both, *format!("glibc.malloc.check=1:{STACKS}"));
    }
}
