//! Compilation and runs of a program by gcc, plain and with sanitizers.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::child::{self, ProcessOutput};
use crate::cli::Settings;
use crate::scratch::Scratch;

/// Flags of the compared C: without the optimizations that exploit undefined behaviour.
const PLAIN: [&str; 4] = ["-std=gnu17", "-O0", "-w", "-fno-strict-aliasing"];
const SANITIZED: [&str; 3] = [
    "-g1",
    "-fsanitize=address,undefined,float-cast-overflow",
    "-fno-sanitize-recover=all",
];
/// Flags of a sanitizer that only clang has; its reports are a bonus.
const MEMORY: [&str; 2] = ["-g1", "-fsanitize=memory"];
const COMPILE: Duration = Duration::from_secs(60);

/// How a compiled program ended.
pub(crate) enum NativeRun {
    Ended { stdout: Vec<u8>, exit: i32 },
    Crashed,
    TooLong,
}

/// Compiles and runs programs, one after another.
pub(crate) struct Gcc<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) words: &'a [String],
    pub(crate) scratch: &'a Scratch,
}

impl Gcc<'_> {
    /// Compiles and runs; an error is that of the compiler.
    pub(crate) fn outcome(&self, source: &Path) -> Result<NativeRun, String> {
        let binary = self.compile("cc", source, &[])?;
        let ran = self.run(&mut limited(&binary))?;
        if ran.flooded() {
            return Ok(NativeRun::TooLong);
        }
        Ok(match ran.status.map(|status| status.code()) {
            None => NativeRun::TooLong,
            Some(None) => NativeRun::Crashed,
            Some(Some(exit)) => NativeRun::Ended {
                stdout: ran.stdout,
                exit,
            },
        })
    }

    /// Report of the sanitizers about a program, if there is one.
    pub(crate) fn sanitizers(&self, source: &Path) -> Option<String> {
        let reported = |compiler: &str, flags: &[&str]| {
            let binary = self.compile(compiler, source, flags).ok()?;
            report(&self.run(&mut Command::new(binary)).ok()?)
        };
        reported("cc", &SANITIZED).or_else(|| reported("clang", &MEMORY))
    }

    fn compile(&self, compiler: &str, source: &Path, more: &[&str]) -> Result<PathBuf, String> {
        let binary = self.scratch.file("a.out");
        let more = more.iter().map(|&flag| flag.to_owned());
        let flags: Vec<String> = more.chain(self.words.iter().cloned()).collect();
        compile(compiler, &[source.to_owned()], &flags, &binary)?;
        Ok(binary)
    }

    fn run(&self, command: &mut Command) -> Result<ProcessOutput, String> {
        command
            .current_dir(self.scratch.path())
            .env("ASAN_OPTIONS", "detect_leaks=0:abort_on_error=0")
            .env("LC_ALL", "C");
        child::run(command, self.settings.time_limit()).map_err(|error| error.to_string())
    }
}

/// Compiles files without optimization; an error is that of the compiler.
pub(crate) fn compile(
    compiler: &str,
    sources: &[PathBuf],
    flags: &[String],
    binary: &Path,
) -> Result<(), String> {
    let mut command = Command::new(compiler);
    command.args(PLAIN).args(flags);
    command.arg("-o").arg(binary).args(sources).arg("-lm");
    let made = child::run(&mut command, COMPILE).map_err(|error| error.to_string())?;
    if made.succeeded() {
        return Ok(());
    }
    let error = made.stderr.lines().find(|line| line.contains("error"));
    let error = error.or_else(|| made.stderr.lines().next_back());
    Err(error.unwrap_or("no word from the compiler").to_owned())
}

/// Whether some function may end without the value that it should return. The value of its call is indeterminate, but
/// in fact it is what a register happens to hold.
pub(crate) fn may_lack_value(sources: &[PathBuf], scratch: &Path) -> bool {
    let mut command = Command::new("cc");
    command.args(["-std=gnu17", "-Wreturn-type", "-o"]);
    command.arg(scratch).args(sources).arg("-lm");
    child::run(&mut command, COMPILE).is_ok_and(|made| made.stderr.contains("-Wreturn-type"))
}

/// A command that runs a binary with the arguments that are added. An ordinary program stays within its limits; one
/// that does not must not exhaust the machine's memory or its disk.
pub(crate) fn limited(binary: &Path) -> Command {
    let limited = "ulimit -c 0; ulimit -v 8000000; ulimit -f 100000; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited]).arg(binary);
    command
}

/// Line of a sanitizer's report that describes the error.
fn report(ran: &ProcessOutput) -> Option<String> {
    let said = |line: &&str| {
        line.contains("runtime error:")
            || line.contains("ERROR: AddressSanitizer")
            || line.contains("WARNING: MemorySanitizer")
    };
    let line = ran.stderr.lines().find(said)?;
    let from = line
        .find("runtime error:")
        .or_else(|| line.find("Sanitizer"));
    Some(line[from.unwrap_or(0)..].chars().take(120).collect())
}
