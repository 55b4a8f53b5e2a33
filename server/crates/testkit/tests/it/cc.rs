//! The C compiler, and runs of compiled programs.

use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Outcome of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) stdout: Vec<u8>,
    pub(crate) exit: Option<i32>,
}

/// Whether a compiler is available for comparison.
pub(crate) fn available() -> bool {
    let there = Command::new("cc").arg("--version").output().is_ok();
    let excused = std::env::var_os("FAULTLENS_NO_CC").is_some();
    assert!(
        there || excused,
        "there is no `cc` to compare with; set FAULTLENS_NO_CC=1 to skip this test"
    );
    if !there {
        eprintln!("skipped: there is no `cc`");
    }
    there
}

/// What the compiler says about a text.
pub(crate) struct Compiled {
    /// Warnings and errors with their lines.
    pub(crate) messages: Vec<(u32, String)>,
    /// Whether there are no errors.
    pub(crate) is_accepted: bool,
}

impl Compiled {
    /// Compiles a text without linking it.
    pub(crate) fn object(text: &str, options: &[&str]) -> Compiled {
        Compiled::new(text, options, &["-c", "-o", "/dev/null"])
    }

    fn new(text: &str, options: &[&str], output: &[&str]) -> Compiled {
        let mut child = Command::new("cc")
            .args(["-std=gnu17", "-O0", "-x", "c", "-"])
            .args(options)
            .args(output)
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
        let made = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&made.stderr);
        // `<stdin>:3:5: warning: …`, at the end of the text without a column
        let messages = said.lines().filter_map(|line| {
            let rest = line.strip_prefix("<stdin>:")?;
            let (number, rest) = rest.split_once(':')?;
            let message = rest.split_once(' ')?.1;
            let is_said = message.starts_with("warning: ") || message.starts_with("error: ");
            is_said.then_some((number.parse().ok()?, message.to_owned()))
        });
        Compiled {
            messages: messages.collect(),
            is_accepted: made.status.success(),
        }
    }
}

/// A compiled program, deleted when dropped.
pub(crate) struct Binary(PathBuf);

impl Drop for Binary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

impl Binary {
    /// Compiles without optimization. `name` must be unique within this process.
    pub(crate) fn compile(source: &Path, name: &str) -> Binary {
        let file = format!("faultlens-{}-{name}", std::process::id());
        let target = std::env::temp_dir().join(file);
        let made = Command::new("cc")
            .args(["-std=gnu17", "-O0", "-w", "-o"])
            .arg(&target)
            .arg(source)
            .arg("-lm")
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "{}: {errors}", source.display());
        Binary(target)
    }

    /// Compiles a text.
    pub(crate) fn compile_text(text: &str, name: &str) -> Binary {
        let file = format!("faultlens-{}-{name}.c", std::process::id());
        let source = std::env::temp_dir().join(file);
        std::fs::write(&source, text).unwrap();
        let binary = Binary::compile(&source, name);
        let _ = std::fs::remove_file(&source);
        binary
    }

    /// Compiles a text, and returns what the compiler says. `None` if there are errors.
    pub(crate) fn with_warnings(
        text: &str,
        name: &str,
        options: &[&str],
    ) -> (Compiled, Option<Binary>) {
        let file = format!("faultlens-{}-{name}", std::process::id());
        let target = std::env::temp_dir().join(file);
        let compiled = Compiled::new(text, options, &["-o", target.to_str().unwrap(), "-lm"]);
        let binary = compiled.is_accepted.then(|| Binary(target));
        (compiled, binary)
    }

    /// Runs the program to its end in an empty folder.
    pub(crate) fn run<A: AsRef<std::ffi::OsStr>>(&self, args: &[A], input: &[u8]) -> Outcome {
        self.run_with(args, input, &[])
    }

    /// Runs the program in a folder with copies of the plain files of other folders.
    pub(crate) fn run_with<A: AsRef<std::ffi::OsStr>>(
        &self,
        args: &[A],
        input: &[u8],
        folders: &[&Path],
    ) -> Outcome {
        // Files that it writes are deleted with its folder.
        let folder = self.0.with_extension("run");
        std::fs::create_dir_all(&folder).unwrap();
        for from in folders {
            for entry in std::fs::read_dir(from).unwrap().flatten() {
                if entry.path().is_file() {
                    std::fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
                }
            }
        }
        let mut child = Command::new(&self.0)
            // What the evaluator calls every program.
            .arg0("program")
            .args(args)
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // A program that does not read all of its input closes the pipe.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        let _ = std::fs::remove_dir_all(&folder);
        Outcome {
            stdout: output.stdout,
            exit: output.status.code(),
        }
    }
}
