//! A program in a folder of its own, with tests: the original, or one with a change.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use faultlens_core::files::compiler::CompilerLimits;
use faultlens_core::files::{self, Disk, Flags};
use faultlens_core::jobs::LinkedSource;
use harness::{Action, SourceFacts, Test};
use syntax::Parse;

use crate::child::{self, ProcessOutput};
use crate::gcc;
use crate::{Outcome, scratch};

/// Name of the file with `main` in a case.
const MAIN: &str = "program.c";
/// Start of the `main` that calls a function.
const CALL: &str = "\n/* The call of a test. */ int main(void) ";
/// Folder of a case's tests.
const TESTS: &str = "tests";

/// A program and its tests, in a folder that may be changed.
pub(super) struct Program {
    /// Where the program comes from.
    pub(super) name: String,
    pub(super) folder: PathBuf,
    /// All files of the program, the one with `main` first.
    pub(super) files: Vec<PathBuf>,
    pub(super) tests: Vec<Test>,
}

/// Programs below a path: cases, and plain C files.
pub(super) fn programs(paths: &[PathBuf]) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_file() || path.join(MAIN).is_file() {
            found.push(path.clone());
            continue;
        }
        let entries = fs::read_dir(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut inner: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        inner.sort();
        let is_c = |path: &Path| path.extension().is_some_and(|e| e == "c");
        inner.retain(|path| is_c(path) || path.join(MAIN).is_file());
        found.extend(inner);
    }
    if found.is_empty() {
        return Err("no programs".to_owned());
    }
    Ok(found)
}

impl Program {
    /// Copies the case or the file into a folder and finds its tests. A file has one test: it must print what gcc's
    /// program prints.
    pub(super) fn laid_out(path: &Path, folder: &Path, limit: Duration) -> Outcome<Program> {
        let fail = |error: std::io::Error| format!("{}: {error}", path.display());
        if path.is_dir() {
            scratch::copy_folder(path, folder).map_err(fail)?;
        } else {
            let tests = folder.join(TESTS);
            fs::create_dir_all(&tests).map_err(fail)?;
            fs::copy(path, folder.join(MAIN)).map_err(fail)?;
            let input = fs::read(path.with_extension("in")).unwrap_or_default();
            fs::write(tests.join("own.in"), input).map_err(fail)?;
            fs::write(tests.join("own.out"), "").map_err(fail)?;
        }
        let mut program = Program {
            name: path.display().to_string(),
            folder: folder.to_owned(),
            files: Vec::new(),
            tests: Vec::new(),
        };
        program.find()?;
        if path.is_file() {
            program.expect_own_output(limit)?;
        }
        Ok(program)
    }

    /// Replaces the expected output of every test by what the program prints now.
    pub(super) fn expect_own_output(&mut self, limit: Duration) -> Outcome<()> {
        let binary = self.compiled()?;
        for test in &self.tests {
            let ran = self.run(&binary, test, limit)?;
            if ran.status.is_none_or(|status| status.code().is_none()) || ran.flooded() {
                return Err("it does not end by itself".to_owned());
            }
            let file = self.folder.join(TESTS).join(format!("{}.out", test.id));
            fs::write(&file, ran.stdout).map_err(|e| format!("{}: {e}", file.display()))?;
        }
        self.find()
    }

    /// Whether the text of the program, without the headers of the system, calls one of these functions.
    pub(super) fn calls(&self, parse: &Parse, names: &[&str]) -> bool {
        let files = parse.sources.files.iter();
        let mut own = files.filter(|file| Path::new(&file.path).starts_with(&self.folder));
        own.any(|file| {
            let words = |(at, name): (usize, &str)| {
                let before = file.text[..at].chars().next_back();
                let is_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
                !is_word && file.text[at + name.len()..].trim_start().starts_with('(')
            };
            names
                .iter()
                .any(|name| file.text.match_indices(name).any(words))
        })
    }

    /// Finds the files and the tests, which may have changed.
    pub(super) fn find(&mut self) -> Outcome<()> {
        let main = self.main();
        let linked = LinkedSource::beside(&main, None).map_err(|error| error.to_string())?;
        let others = linked.into_iter().map(|other| other.file);
        self.files = std::iter::once(main.clone()).chain(others).collect();
        let text = files::read_source(&main)?.text;
        let facts = SourceFacts {
            has_main: true,
            asserts: text.contains("assert("),
            opens_files: text.contains("open("),
            ..SourceFacts::default()
        };
        let main = main.to_string_lossy();
        self.tests = harness::discover(&main, &facts, None, None, &Disk).tests;
        Ok(())
    }

    pub(super) fn main(&self) -> PathBuf {
        self.folder.join(MAIN)
    }

    /// Name of a file in the program's folder.
    pub(super) fn name_of(&self, file: &str) -> String {
        let own = Path::new(file).strip_prefix(&self.folder);
        own.map_or_else(|_| file.to_owned(), |own| own.display().to_string())
    }

    /// The files as one tree.
    pub(super) fn parsed(&self) -> Outcome<Parse> {
        let mut whole: Option<Parse> = None;
        for file in &self.files {
            let source = files::read_source(file)?;
            let flags = Flags {
                standard: Some("gnu17".to_owned()),
                ..files::flags_of(file)
            };
            let first = whole
                .as_ref()
                .map_or(0, |parse| parse.sources.files.len() as u16);
            let limits = CompilerLimits::default();
            let parse = files::parse_unit(file, &source, &flags, first, limits).parse;
            match &mut whole {
                None => whole = Some(parse),
                Some(whole) => whole.link(parse),
            }
        }
        whole.ok_or_else(|| "no files".to_owned())
    }

    /// Appends a `main` that makes the call of a test, if the test is a call.
    pub(super) fn begin_with(&self, test: &Test) -> Outcome<()> {
        let Action::Call { function, args, .. } = &test.action else {
            return Ok(());
        };
        let main = self.main();
        let text = files::read_source(&main)?.text;
        let start = text.split(CALL).next().unwrap_or_default();
        let call = format!("{CALL}{{ {function}({}); return 0; }}\n", args.join(", "));
        fs::write(&main, format!("{start}{call}")).map_err(|e| format!("{}: {e}", main.display()))
    }

    /// Compiles the program as it is.
    pub(super) fn compiled(&self) -> Outcome<PathBuf> {
        let binary = self.folder.join("a.out");
        gcc::compile("cc", &self.files, &[], &binary)?;
        Ok(binary)
    }

    /// Whether some function may end without its value.
    pub(super) fn may_lack_value(&self) -> bool {
        gcc::may_lack_value(&self.files, &self.folder.join("a.out"))
    }

    /// Runs a binary on a test, in a copy of the folders that the test may read.
    pub(super) fn run(
        &self,
        binary: &Path,
        test: &Test,
        limit: Duration,
    ) -> Outcome<ProcessOutput> {
        let (args, stdin) = match &test.action {
            Action::Main { args, stdin, .. } => (&**args, stdin),
            Action::Call { stdin, .. } => (&[][..], stdin),
        };
        let fail = |error: std::io::Error| error.to_string();
        let run = self.folder.join("run");
        let _ = fs::remove_dir_all(&run);
        fs::create_dir_all(&run).map_err(fail)?;
        for from in [self.folder.clone(), self.folder.join(TESTS)] {
            scratch::copy_files(&from, &run).map_err(fail)?;
        }
        let input = self.folder.join("stdin");
        fs::write(&input, stdin).map_err(fail)?;
        let mut command = gcc::limited(binary);
        let args: &[Vec<u8>] = args;
        command.args(args.iter().map(|argument| os_text(argument)));
        command.current_dir(&run).env("LC_ALL", "C");
        // The blocks that glibc keeps for each thread are the only ones that `M_PERTURB` does not fill.
        command.env("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0");
        let stdin = Stdio::from(fs::File::open(&input).map_err(fail)?);
        child::run_with(&mut command, stdin, limit).map_err(fail)
    }

    /// Whether a run gives what the test expects.
    pub(super) fn passes(test: &Test, ran: &ProcessOutput) -> bool {
        let is_same = test
            .expect
            .stdout
            .as_deref()
            .is_none_or(|out| out == ran.stdout);
        let exit = ran.status.and_then(|status| status.code());
        let is_end = match test.expect.exit {
            Some(wanted) => exit.is_some_and(|exit| wanted.allows(exit)),
            None => exit.is_some(),
        };
        is_same && is_end
    }
}

fn os_text(bytes: &[u8]) -> &std::ffi::OsStr {
    use std::os::unix::ffi::OsStrExt as _;
    std::ffi::OsStr::from_bytes(bytes)
}
