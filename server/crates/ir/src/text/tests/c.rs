//! Compiles and runs small C programs.
#![allow(
    clippy::disallowed_methods,
    reason = "the tests compare with the compiler"
)]

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Runs a C program on an input and returns its output; `None`, with a message, if there is no compiler.
pub(super) fn run(name: &str, source: &str, input: String) -> Option<String> {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("faultlens-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (code, program) = (folder.join("main.c"), folder.join("main"));
    std::fs::write(&code, source).unwrap();
    let compiled = Command::new("cc")
        .arg("-w")
        .arg("-O0")
        .arg("-o")
        .arg(&program)
        .arg(&code)
        .status();
    let Ok(status) = compiled else {
        #[allow(clippy::print_stderr, reason = "a skipped test must say so")]
        {
            eprintln!("skipped: there is no `cc` to compare with");
        }
        return None;
    };
    assert!(
        status.success(),
        "the reference program of {name} does not compile"
    );
    let mut child = Command::new(&program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    Some(String::from_utf8(output.stdout).unwrap())
}
