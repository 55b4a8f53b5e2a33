//! Running a page: what it says is in a file is written to a folder, and what it says one types is typed there.
//!
//! A block that begins with ```` ```c file=max.c ```` is the file `max.c`. In a block ```` ```console ```` the lines after
//! `$ ` are commands, and the lines up to the next one are what each prints.

use std::fmt::Write;
use std::process::Command;

use crate::common::Folder;

/// The page as it should be, given what its commands print now, and how many commands there were.
pub(crate) fn run(page: &str) -> (String, usize) {
    let folder = Folder::new("guide");
    let mut now = String::new();
    let mut commands = 0;
    let mut lines = page.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        now.push_str(line);
        let Some(kind) = line.trim_end().strip_prefix("```") else {
            continue;
        };
        let mut block = String::new();
        while let Some(line) = lines.next_if(|line| line.trim_end() != "```") {
            block.push_str(line);
        }
        if let Some((_, name)) = kind.split_once(" file=") {
            folder.write(name, block.as_bytes());
        } else if kind == "console" {
            let (typed, shown) = type_all(&folder, &block);
            commands += typed;
            block = shown;
        }
        now.push_str(&block);
        now.push_str(lines.next().unwrap_or_default());
    }
    (now, commands)
}

/// Types the commands of a block; says how many there were, and how the block should look.
fn type_all(folder: &Folder, block: &str) -> (usize, String) {
    let commands = block.lines().filter_map(|line| line.strip_prefix("$ "));
    let mut shown = String::new();
    let mut count = 0;
    for command in commands {
        let program = std::path::Path::new(env!("CARGO_BIN_EXE_faultlens"));
        let path = format!(
            "{}:{}",
            program.parent().unwrap().display(),
            std::env::var("PATH").unwrap()
        );
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("exec 2>&1; {command}")])
            .env("PATH", path);
        let output = shell.current_dir(folder.path()).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let _ = write!(shown, "$ {command}\n{printed}");
        count += 1;
    }
    (count, shown)
}

/// Whether two pages differ in more than how long something took.
pub(crate) fn differ(old: &str, new: &str) -> bool {
    without_times(old) != without_times(new)
}

/// The text without `(12 ms)` and `(1.2 s)`.
fn without_times(text: &str) -> String {
    let mut parts = text.split('(');
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let after = rest.strip_prefix(" ms)").or(rest.strip_prefix(" s)"));
        match after.filter(|_| rest.len() < part.len()) {
            Some(after) => kept.push_str(after),
            None => kept.extend(["(", part]),
        }
    }
    kept
}

#[test]
fn a_page_that_says_something_else_differs() {
    let page = "```c file=a.txt\none\n```\n\nThen:\n\n```console\n$ cat a.txt; echo two >&2\none\ntwo\n$ true\n```\nEnd.\n";
    assert_eq!(run(page), (page.to_owned(), 2));
    let wrong = page.replace("two\n$", "three\n$");
    assert_eq!(run(&wrong).0, page);
    assert!(differ(&wrong, page));
    assert!(!differ("found (12 ms), f(3)", "found (1.4 s), f(3)"));
    assert!(differ("found (12 ms), f(3)", "found (12 ms), f(4)"));
}
