//! The C compiler, used for nothing but preprocessing.

use std::process::{Command, Stdio};

/// The compiler that preprocesses: `cc`, as POSIX systems call theirs.
const PROGRAM: &str = "cc";

/// The first line of what the compiler says about itself; an error is a clause.
pub fn version() -> Result<String, String> {
    let output = Command::new(PROGRAM)
        .arg("--version")
        .stdin(Stdio::null())
        .output();
    let output = output.map_err(|_| format!("no `{PROGRAM}` on the search path"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(text.lines().next().unwrap_or(PROGRAM).to_owned())
}
