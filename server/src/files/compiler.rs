//! The C compiler, used for nothing but preprocessing.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use super::flags::Flags;

/// The compiler that preprocesses: `cc`, as POSIX systems call theirs.
const PROGRAM: &str = "cc";

/// Most output that is taken, in bytes.
const MAX_OUTPUT: u64 = 64 << 20;

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

/// What `cc -E` makes of `text`, as if it stood in `file`; an error is a clause.
///
/// The text goes in through a pipe, for it may not be saved yet; its line markers name `file` all the same.
pub fn preprocess(file: &Path, text: &str, flags: &Flags) -> Result<String, String> {
    let folder = file.parent().filter(|f| !f.as_os_str().is_empty());
    let mut command = Command::new(PROGRAM);
    command
        .arg("-E")
        .args(flags.arguments())
        .args(["-x", "c", "-"])
        .current_dir(folder.unwrap_or(Path::new(".")))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let cannot = |e: io::Error| match e.kind() {
        io::ErrorKind::NotFound => {
            format!("there is no compiler: no `{PROGRAM}` on the search path")
        }
        _ => format!("`{PROGRAM} -E` cannot be run: {e}"),
    };
    let mut child = command.spawn().map_err(cannot)?;
    let name = file
        .display()
        .to_string()
        .replace('\\', "\\\\")
        .replace('"', "\\\"");
    let input = format!("# 1 \"{name}\"\n{text}");
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    // Its pipes are served at once, or it and we would wait for each other.
    let feeding = thread::spawn(move || stdin.map(|mut pipe| pipe.write_all(input.as_bytes())));
    let messages = thread::spawn(move || read(stderr));
    let output = read(stdout);
    // A compiler that stops reading early says why on stderr.
    let _ = feeding.join();
    let messages = messages.join().unwrap_or_default();
    let status = child.wait().map_err(cannot)?;
    if status.success() {
        return Ok(output);
    }
    let first = messages
        .lines()
        .find(|line| line.contains("error"))
        .unwrap_or(&messages);
    Err(format!("`{PROGRAM} -E` failed: {}", first.trim()))
}

fn read(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        // What came before an error is all there is.
        let _ = pipe.take(MAX_OUTPUT).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_name_the_file_and_mistakes_are_told() {
        if version().is_err() {
            return;
        }
        let flags = Flags {
            defines: vec!["N=3".to_owned()],
            ..Flags::default()
        };
        let output = preprocess(Path::new("x.c"), "int a = N;\n", &flags).unwrap();
        assert!(
            output.contains("# 1 \"x.c\"") && output.contains("int a = 3;"),
            "{output}"
        );
        let refused = preprocess(Path::new("x.c"), "#include <no/such.h>\n", &flags).unwrap_err();
        assert!(refused.contains("no/such.h"), "{refused}");
    }
}
