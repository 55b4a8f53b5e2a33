//! One run of the measured program: its output, time and memory.

use std::ffi::OsStr;
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use wait4::Wait4 as _;

use crate::Outcome;

/// Result of a run.
#[derive(Debug)]
pub(crate) struct ProcessEnd {
    /// Exit code; `None` if a signal ended the process.
    pub(crate) code: Option<i32>,
    /// Whether the process had to be killed.
    pub(crate) killed: bool,
    pub(crate) stdout: Vec<u8>,
    /// Time from before the start to after the end.
    pub(crate) seconds: f64,
    /// Peak resident memory of the process, or of one that it waited for.
    pub(crate) megabytes: f64,
}

/// Runs a program in a folder, and kills it at a time limit.
pub(crate) fn run(
    program: &Path,
    arguments: &[impl AsRef<OsStr>],
    folder: &Path,
    limit: Duration,
) -> Outcome<ProcessEnd> {
    run_with(program, arguments, folder, Stdio::null(), limit)
}

/// Runs a program like [`run`], with `stdin` as standard input.
pub(crate) fn run_with(
    program: &Path,
    arguments: &[impl AsRef<OsStr>],
    folder: &Path,
    stdin: Stdio,
    limit: Duration,
) -> Outcome<ProcessEnd> {
    let failed = |e: std::io::Error| format!("{}: {e}", program.display());
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let (stdout, killed) = read(&mut child, limit).map_err(failed)?;
    let used = child.wait4().map_err(failed)?;
    Ok(ProcessEnd {
        code: used.status.code(),
        killed,
        stdout,
        seconds: start.elapsed().as_secs_f64(),
        megabytes: used.rusage.maxrss as f64 / (1 << 20) as f64,
    })
}

/// Reads to the end of the output, which comes at the time limit at the latest. The process is not waited for
/// meanwhile, so that it can still be killed.
fn read(child: &mut Child, limit: Duration) -> std::io::Result<(Vec<u8>, bool)> {
    let mut pipe = child.stdout.take();
    let child = Mutex::new(child);
    let (end, ended) = channel::<()>();
    thread::scope(|scope| {
        let watch = scope.spawn(move || {
            let late = ended.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
            if late && let Ok(mut child) = child.lock() {
                // It may just have ended by itself.
                let _ = child.kill();
            }
            late
        });
        let mut stdout = Vec::new();
        let read = pipe.as_mut().map_or(Ok(0), |p| p.read_to_end(&mut stdout));
        drop(end);
        let killed = watch.join().unwrap_or(false);
        read.map(|_| (stdout, killed))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> ProcessEnd {
        run(Path::new("/bin/sh"), &["-c", script], Path::new("/"), limit).unwrap()
    }

    #[test]
    fn output_status_and_memory_are_told() {
        let ended = shell("echo a; pwd; exit 3", Duration::from_secs(60));
        assert_eq!(ended.stdout, b"a\n/\n");
        assert_eq!((ended.code, ended.killed), (Some(3), false));
        // A shell needs some memory, but not gigabytes: checks the unit.
        assert!(
            (0.1..500.0).contains(&ended.megabytes),
            "{}",
            ended.megabytes
        );
    }

    #[test]
    fn what_takes_too_long_is_killed() {
        let ended = shell("echo a; exec sleep 600", Duration::from_millis(200));
        assert_eq!((ended.code, ended.killed), (None, true));
        assert_eq!(ended.stdout, b"a\n");
        assert!(ended.seconds < 60.0);
    }

    #[test]
    fn what_is_not_there_is_named() {
        let none: [&str; 0] = [];
        let missing = run(Path::new("/no/such"), &none, Path::new("/"), Duration::MAX);
        assert!(missing.unwrap_err().starts_with("/no/such: "));
    }
}
