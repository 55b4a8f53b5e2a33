//! `find --write`: failing inputs become tests.
//!
//! Where a reference says what should be printed they are a pair of files like all others; else there is nothing to
//! expect, and an entry of `faultlens.toml` says that the program must not fail on the input.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::text::plural;
use crate::model::InputsReport;
use crate::newtest::{self, New};

/// Writes them; says where.
pub(super) fn tests(report: &InputsReport) -> Result<String, String> {
    let source = Path::new(&report.file);
    let (known, open): (Vec<_>, Vec<_>) = report
        .failing
        .iter()
        .partition(|input| input.expected.is_some());
    let mut said = String::new();
    if !known.is_empty() {
        let folder = newtest::folder_of(source);
        let tests: Vec<New> = known
            .iter()
            .map(|input| New::typed(&input.stdin, input.expected.as_deref()))
            .collect();
        let names = newtest::write(&folder, &tests)?;
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
        let mut text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(format!("{}: {error}", file.display())),
        };
        let mut number = 0;
        for input in &open {
            let name = loop {
                number += 1;
                let name = format!("found-{number}");
                if !text.contains(&format!("\"{name}\"")) {
                    break name;
                }
            };
            if !text.is_empty() {
                text.push('\n');
            }
            // Strings of JSON are strings of TOML.
            let stdin = serde_json::Value::from(input.stdin.as_str());
            let _ = writeln!(
                text,
                "[[test]]\nname = \"{name}\"    # {}\nstdin = {stdin}",
                one_line(&input.message)
            );
        }
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        let tests = plural(open.len(), "test", "tests");
        let _ = writeln!(said, "{tests} written to {}", file.display());
    }
    Ok(said)
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
