//! Programs compiled by gcc and run natively: the independent judge of repairs.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use harness::{Action, Expected, Matcher, Test};

use crate::run::ProcessEnd;
use crate::{Outcome, run};

/// Time limit for one test; programs in tests need milliseconds.
const LIMIT: Duration = Duration::from_secs(2);

/// A folder for compiled programs, deleted when dropped.
pub(crate) struct Workshop {
    folder: PathBuf,
}

impl Workshop {
    /// Creates a folder with a name that no other case has.
    pub(crate) fn new(name: &str) -> Outcome<Workshop> {
        let folder = format!("faultlens-bench-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(Workshop { folder })
    }

    /// Path of the folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Compiles a text as a program of this name, with further options; `None` if gcc rejects it.
    pub(crate) fn compile(
        &self,
        name: &str,
        text: &[u8],
        options: &[&str],
    ) -> Outcome<Option<PathBuf>> {
        let (source, program) = (
            self.folder.join(format!("{name}.c")),
            self.folder.join(name),
        );
        fs::write(&source, text).map_err(|e| format!("{}: {e}", source.display()))?;
        let mut gcc = Command::new("gcc");
        gcc.arg("-w")
            .args(options)
            .arg("-o")
            .arg(&program)
            .arg(&source)
            .arg("-lm");
        let output = gcc.output().map_err(|e| format!("gcc: {e}"))?;
        Ok(output.status.success().then_some(program))
    }

    /// Whether a program passes a test; true for tests that call functions.
    pub(crate) fn passes(&self, program: &Path, test: &Test) -> Outcome<bool> {
        let Action::Main { args, stdin, .. } = &test.action else {
            return Ok(true);
        };
        let args: Vec<String> = args
            .iter()
            .map(|arg| String::from_utf8_lossy(arg).into_owned())
            .collect();
        let ended = self.run(program, &args, stdin)?;
        let expect = &test.expect;
        let (expected, mut matcher) = (Expected::of(expect), Matcher::new());
        let same = matcher.feed(&expected, &ended.stdout) && matcher.finish(&expected);
        let exit = expect
            .exit
            .is_none_or(|wanted| ended.code.is_some_and(|code| wanted.allows(code)));
        // A program that is killed by a signal has failed, whatever it printed.
        Ok(same && exit && ended.code.is_some())
    }

    /// What a program prints; `None` if it does not end by itself.
    pub(crate) fn output(
        &self,
        program: &Path,
        args: &[String],
        stdin: &[u8],
    ) -> Outcome<Option<Vec<u8>>> {
        let ended = self.run(program, args, stdin)?;
        Ok(ended.code.map(|_| ended.stdout))
    }

    fn run(&self, program: &Path, args: &[String], stdin: &[u8]) -> Outcome<ProcessEnd> {
        let failed = |e: std::io::Error| format!("{}: {e}", self.folder.display());
        let input = self.folder.join("input");
        fs::write(&input, stdin).map_err(failed)?;
        let stdin = Stdio::from(File::open(&input).map_err(failed)?);
        run::run_with(program, args, &self.folder, stdin, LIMIT)
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
