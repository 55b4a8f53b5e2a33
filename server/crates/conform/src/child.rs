//! Child processes with limits on time and output, so that they can do no harm.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// Maximum number of bytes read of a process's output; then its pipe is closed.
const MAX_OUTPUT: u64 = 16 << 20;

/// How a process ended.
pub(crate) struct ProcessOutput {
    /// Exit status; `None` if the process was killed at its time limit.
    pub(crate) status: Option<ExitStatus>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl ProcessOutput {
    /// Whether the process wrote more than is read.
    pub(crate) fn flooded(&self) -> bool {
        self.stdout.len() as u64 >= MAX_OUTPUT
    }

    pub(crate) fn succeeded(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

/// Runs a command with empty standard input.
pub(crate) fn run(command: &mut Command, limit: Duration) -> io::Result<ProcessOutput> {
    run_with(command, Stdio::null(), limit)
}

/// Runs a command with this standard input.
pub(crate) fn run_with(
    command: &mut Command,
    stdin: Stdio,
    limit: Duration,
) -> io::Result<ProcessOutput> {
    let mut child = spawn(command.stdin(stdin).stderr(Stdio::piped()))?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let stdout = thread::spawn(move || read(stdout));
    let stderr = thread::spawn(move || read(stderr));
    let status = wait(&mut child, limit)?;
    // Processes that it started would keep the pipes open.
    kill(&child);
    Ok(ProcessOutput {
        status,
        stdout: stdout.join().unwrap_or_default(),
        stderr: String::from_utf8_lossy(&stderr.join().unwrap_or_default()).into_owned(),
    })
}

/// Starts a command with the standard input that it says in a process group of its own, with its output in a pipe.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Child> {
    use std::os::unix::process::CommandExt as _;
    command
        .stdout(Stdio::piped())
        // A child that is out of memory should not spend its end on a backtrace.
        .env("RUST_BACKTRACE", "0")
        .process_group(0)
        .spawn()
}

/// Kills a process and all processes of its group.
pub(crate) fn kill(child: &Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // The group may be empty.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            kill(child);
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn read(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        // Output before an error is kept.
        let _ = pipe.take(MAX_OUTPUT).read_to_end(&mut bytes);
    }
    bytes
}
