//! Use of the C compiler, for preprocessing only.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::flags::Flags;
use crate::memory;

/// Subcommand of the processes that run the compiler for a worker. It is for internal use only.
pub const COMPILER: &str = "compiler";

/// Compiler used for preprocessing: `cc`, its name on POSIX systems.
const PROGRAM: &str = "cc";

/// Maximum size of the output, in bytes.
const MAX_OUTPUT: u64 = 64 << 20;

/// Resource limits of a compiler.
#[derive(Debug, Clone, Copy)]
pub struct CompilerLimits {
    /// Memory of each of its processes, in megabytes.
    pub memory_mb: u64,
    /// Processor time of each of its processes, in seconds.
    pub seconds: u64,
}

impl Default for CompilerLimits {
    /// Limits of a job with default options.
    fn default() -> CompilerLimits {
        CompilerLimits {
            memory_mb: 2048,
            seconds: 20,
        }
    }
}

/// Path of the compiler, and the search path for the programs that it starts: `cc` from the first absolute folder of
/// the search path that contains it. Relative folders are skipped, because they are relative to the folder of the
/// analysed program, and programs there must not be run.
fn installed() -> Result<&'static (PathBuf, OsString), String> {
    static FOUND: OnceLock<Option<(PathBuf, OsString)>> = OnceLock::new();
    let found = FOUND.get_or_init(|| find(&env::var_os("PATH")?));
    let found = found.as_ref();
    found.ok_or_else(|| format!("there is no compiler: no `{PROGRAM}` on the search path"))
}

fn find(path: &OsStr) -> Option<(PathBuf, OsString)> {
    let absolute = || env::split_paths(path).filter(|folder| folder.is_absolute());
    let mut candidates = absolute().map(|folder| folder.join(PROGRAM));
    let found = candidates.find(|candidate| is_program(candidate))?;
    Some((found, env::join_paths(absolute()).ok()?))
}

fn is_program(file: &Path) -> bool {
    let Ok(facts) = file.metadata() else {
        return false;
    };
    #[cfg(unix)]
    let may_run = std::os::unix::fs::PermissionsExt::mode(&facts.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let may_run = true;
    facts.is_file() && may_run
}

/// First line of the compiler's version information; an error is a clause.
pub fn version() -> Result<String, String> {
    let (program, path) = installed()?;
    let output = Command::new(program)
        .arg("--version")
        .env("PATH", path)
        .stdin(Stdio::null())
        .output();
    let output = output.map_err(|error| format!("`{PROGRAM}` cannot be run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(text.lines().next().unwrap_or(PROGRAM).to_owned())
}

/// Output of `cc -E` for `text` as the content of `file`; an error is a clause. For workers only: see [`watch_over`].
///
/// The text is passed through a pipe, because it may not be saved yet; its line markers still name `file`.
pub fn preprocess(
    file: &Path,
    text: &str,
    flags: &Flags,
    limits: CompilerLimits,
) -> Result<String, String> {
    let (program, path) = installed()?;
    let this = env::current_exe().map_err(|error| cannot(&error))?;
    let mut command = Command::new(this);
    command
        .arg(COMPILER)
        .arg(std::process::id().to_string())
        .args([limits.memory_mb, limits.seconds].map(|limit| limit.to_string()))
        .arg(program)
        .env("PATH", path);
    run(command, file, text, flags)
}

fn cannot(error: &io::Error) -> String {
    format!("`{PROGRAM} -E` cannot be run: {error}")
}

/// Runs the compiler with its own limits and the pipes of this process. The arguments are `WORKER MB SECONDS PROGRAM
/// ARGUMENTS…`. When the worker ends for any reason, all processes of its group are killed, including those that the
/// compiler has started.
pub fn watch_over(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let mut number = || arguments.next()?.to_str()?.parse::<u64>().ok();
    let numbers = number().zip(number()).zip(number());
    let (Some(((worker, memory_mb), seconds)), Some(program)) = (numbers, arguments.next()) else {
        return ExitCode::from(2);
    };
    let mut command = Command::new(program);
    command.args(arguments);
    memory::limit_data(memory_mb << 20);
    #[cfg(unix)]
    {
        limit_time(seconds);
        thread::spawn(move || end_with(worker));
    }
    #[cfg(not(unix))]
    let _ = (worker, seconds);
    ended_as(command.status())
}

#[allow(clippy::print_stderr, reason = "the worker reads it there")]
fn ended_as(status: io::Result<ExitStatus>) -> ExitCode {
    match status.map(|status| (status.code(), status)) {
        Ok((Some(code), _)) => ExitCode::from(u8::try_from(code).unwrap_or(2)),
        Ok((None, status)) => {
            eprintln!("error: it was ended by a {status}");
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

#[cfg(unix)]
fn limit_time(seconds: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::Cpu).maximum;
    let current = Some(maximum.map_or(seconds, |hard| hard.min(seconds)));
    // Without that limit, the waiting process ends the compiler.
    let _ = setrlimit(Resource::Cpu, Rlimit { current, maximum });
}

/// Waits until the given worker is no longer the parent of this process, and kills its group.
#[cfg(unix)]
fn end_with(worker: u64) {
    use rustix::process::{Pid, Signal, getpgrp, getppid, kill_current_process_group};
    let worker = i32::try_from(worker).ok().and_then(Pid::from_raw);
    while getppid() == worker {
        thread::sleep(ORPHAN_PERIOD);
    }
    // A worker started by hand does not lead a group.
    if Some(getpgrp()) == worker {
        let _ = kill_current_process_group(Signal::KILL);
    }
    std::process::exit(2);
}

/// Interval between checks whether the worker still runs.
#[cfg(unix)]
const ORPHAN_PERIOD: Duration = Duration::from_millis(50);

/// Runs the compiler until its output ends.
fn run(mut command: Command, file: &Path, text: &str, flags: &Flags) -> Result<String, String> {
    for forced in &flags.forced_includes {
        // A special file could make the compiler wait for a writer or read forever.
        if forced.metadata().is_ok_and(|facts| !facts.is_file()) {
            return Err(format!("{} is not a regular file", forced.display()));
        }
    }
    let folder = file.parent().filter(|f| !f.as_os_str().is_empty());
    command
        .arg("-E")
        .args(flags.arguments())
        .args(["-x", "c", "-"])
        .current_dir(folder.unwrap_or(Path::new(".")))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| cannot(&error))?;
    let name = file
        .display()
        .to_string()
        .replace('\\', "\\\\")
        .replace('"', "\\\"");
    let input = format!("# 1 \"{name}\"\n{text}");
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    // The pipes are served at once; otherwise both processes could wait for each other.
    let feeding = thread::spawn(move || stdin.map(|mut pipe| pipe.write_all(input.as_bytes())));
    let messages = thread::spawn(move || read(stderr));
    let output = thread::spawn(move || read(stdout));
    let status = child.wait().map_err(|error| cannot(&error))?;
    if !ends_soon(&output) || !ends_soon(&messages) {
        LEFT_BEHIND.store(true, Ordering::Relaxed);
        return Err(format!("`{PROGRAM} -E` was killed ({status})"));
    }
    let output = output.join().unwrap_or_default();
    // A compiler that stops reading early reports the reason on stderr.
    let _ = feeding.join();
    let messages = messages.join().unwrap_or_default();
    if status.success() {
        return Ok(output);
    }
    let first = messages
        .lines()
        .find(|line| line.contains("error"))
        .unwrap_or(&messages);
    Err(format!("`{PROGRAM} -E` failed: {}", first.trim()))
}

/// Whether a killed compiler has left a process that holds its pipes. Such a process has to be killed with the group of
/// this process.
static LEFT_BEHIND: AtomicBool = AtomicBool::new(false);

/// Whether a process that a compiler started may still run after the compiler has ended.
pub(crate) fn left_behind() -> bool {
    LEFT_BEHIND.load(Ordering::Relaxed)
}

/// Whether a thread reaches the end of the output of a compiler that has ended, within about two seconds.
fn ends_soon(reading: &thread::JoinHandle<String>) -> bool {
    (0..400).any(|_| {
        let ended = reading.is_finished();
        if !ended {
            thread::sleep(Duration::from_millis(5));
        }
        ended
    })
}

fn read(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        // After an error, the output read so far is used.
        let _ = pipe.take(MAX_OUTPUT).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn only_absolute_folders_are_searched() {
        let root = env::temp_dir().join(format!("faultlens-cc-{}", std::process::id()));
        for (folder, mode) in [("data", 0o644), ("program", 0o755)] {
            let cc = root.join(folder).join(PROGRAM);
            std::fs::create_dir_all(cc.parent().unwrap()).unwrap();
            std::fs::write(&cc, "").unwrap();
            let mode = std::os::unix::fs::PermissionsExt::from_mode(mode);
            std::fs::set_permissions(&cc, mode).unwrap();
        }
        let (data, program) = (root.join("data"), root.join("program"));
        let path = env::join_paths([
            "",
            ".",
            "bin",
            data.to_str().unwrap(),
            program.to_str().unwrap(),
        ]);
        let (found, searched) = find(&path.unwrap()).unwrap();
        assert_eq!(found, program.join(PROGRAM));
        assert_eq!(searched, env::join_paths([data, program]).unwrap());
        assert_eq!(find(OsStr::new(":.:bin")), None);
        std::fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn markers_name_the_file_and_mistakes_are_told() {
        let Ok((program, _)) = installed() else {
            return;
        };
        let preprocess = |text, flags| run(Command::new(program), Path::new("x.c"), text, flags);
        let flags = Flags {
            defines: vec!["N=3".to_owned()],
            ..Flags::default()
        };
        let output = preprocess("int a = N;\n", &flags).unwrap();
        assert!(
            output.contains("# 1 \"x.c\"") && output.contains("int a = 3;"),
            "{output}"
        );
        let refused = preprocess("#include <no/such.h>\n", &flags).unwrap_err();
        assert!(refused.contains("no/such.h"), "{refused}");
        let endless = Flags {
            forced_includes: vec!["/dev/zero".into()],
            ..Flags::default()
        };
        let refused = preprocess("", &endless).unwrap_err();
        assert_eq!(refused, "/dev/zero is not a regular file");
    }
}
