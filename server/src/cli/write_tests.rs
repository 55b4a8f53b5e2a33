//! `find --write`: writes the failing inputs found, and passing ones beside them, as tests.
//!
//! If a reference gives the expected output, a test is a pair of files like all others. Otherwise there is no expected
//! output, and an entry of `faultlens.toml` says that the program must not fail on the input.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::text::plural;
use crate::model::InputsReport;
use crate::new_test::{self, New};

/// An input to write as a test.
struct Input<'r> {
    /// Whether the program passes on it.
    passes: bool,
    call: Option<&'r str>,
    stdin: &'r str,
    /// The input, if it is not UTF-8.
    bytes: Option<&'r [u8]>,
    expected: Option<&'r str>,
    /// Comment about the input.
    about: String,
}

/// Writes the tests; returns a message that says where.
pub(super) fn tests(report: &InputsReport) -> Result<String, String> {
    let source = Path::new(&report.file);
    let (known, open): (Vec<_>, Vec<_>) =
        inputs(report).partition(|input| input.expected.is_some());
    let mut said = String::new();
    if !known.is_empty() {
        let folder = new_test::folder_of(source);
        let tests: Vec<New> = known
            .iter()
            .map(|input| New::typed(input.stdin, input.expected))
            .collect();
        let names = new_test::write(&folder, &tests)?;
        let _ = writeln!(
            said,
            "written to {}: {}",
            folder.display(),
            names.join(", ")
        );
    }
    if !open.is_empty() {
        let file = source
            .parent()
            .unwrap_or(Path::new(""))
            .join("faultlens.toml");
        let [failing, passing] =
            append(&file, &open).map_err(|error| format!("{}: {error}", file.display()))?;
        let tests = plural(failing + passing, "test", "tests");
        let of_them = match passing {
            0 => String::new(),
            n => format!(", {n} of them passing"),
        };
        let _ = match failing + passing {
            0 => writeln!(said, "{} has it already", file.display()),
            _ => writeln!(said, "{tests} written to {}{of_them}", file.display()),
        };
    }
    Ok(said)
}

fn inputs(report: &InputsReport) -> impl Iterator<Item = Input<'_>> {
    let failing = report.failing.iter().map(|input| Input {
        passes: false,
        call: input.call.as_deref(),
        stdin: &input.stdin,
        bytes: input.stdin_bytes.as_deref(),
        expected: input.expected.as_deref(),
        about: input.message.replace(['\n', '\r'], " "),
    });
    let passing = report.passing.iter().map(|input| Input {
        passes: true,
        call: input.call.as_deref(),
        stdin: &input.stdin,
        bytes: None,
        expected: input.expected.as_deref(),
        about: "passes; a change must not break it".to_owned(),
    });
    failing.chain(passing)
}

/// Appends the tests to a configuration that may not exist yet, under free names, except for inputs that it already
/// contains. Returns how many failing and passing ones were written.
fn append(file: &Path, inputs: &[Input<'_>]) -> std::io::Result<[usize; 2]> {
    let mut written = [0, 0];
    let mut text = match fs::read_to_string(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        read => read?,
    };
    for input in inputs {
        let kind = if input.passes { "passes" } else { "found" };
        let mut names = (1..).map(|number| format!("{kind}-{number}"));
        let Some(name) = names.find(|name| !text.contains(&format!("\"{name}\""))) else {
            continue;
        };
        // Strings of JSON are valid strings of TOML.
        let action = match (input.call, input.bytes) {
            (Some(call), _) => format!("call = {}\n", serde_json::Value::from(call)),
            (None, None) => format!("stdin = {}\n", serde_json::Value::from(input.stdin)),
            (None, Some(bytes)) => {
                let beside = format!("{name}.in");
                fs::write(file.with_file_name(&beside), bytes)?;
                format!("stdin-file = \"{beside}\"\n")
            }
        };
        if text.contains(&action) {
            continue;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        let about = &input.about;
        let _ = write!(text, "[[test]]\nname = \"{name}\"    # {about}\n{action}");
        written[usize::from(input.passes)] += 1;
    }
    fs::write(file, text)?;
    Ok(written)
}
