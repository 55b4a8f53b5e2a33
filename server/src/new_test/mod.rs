//! New tests: from the text of a task, from a judge's archive, or from the current output of the program.
//!
//! Tests are written into `tests/` beside the program, as `NAME.in` and `NAME.out`, and never replace existing ones.

mod archive;
mod blocks;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

pub(crate) use archive::tests as tests_of_judge;

use crate::files::Boundary;
use crate::jobs::Report;

/// Most numbers that are tried as a name.
const MOST_NUMBERS: u32 = 100_000;

/// A test to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct New {
    /// Name of the test; `None` for the first free number.
    pub(crate) name: Option<String>,
    /// Arguments of the program.
    pub(crate) args: Vec<String>,
    /// Standard input of the test.
    pub(crate) input: Vec<u8>,
    /// Expected output; `None` for the current output of the program.
    pub(crate) output: Option<Vec<u8>>,
}

impl New {
    /// A test from typed texts: each gets a final newline if it is not empty.
    pub(crate) fn typed(input: &str, output: Option<&str>) -> New {
        New {
            name: None,
            args: Vec::new(),
            input: line(input).into_bytes(),
            output: output.map(|output| line(output).into_bytes()),
        }
    }
}

/// The tests that a text describes: blocks after `Input:` and `Output:`, or the format of Competitive Companion.
pub(crate) fn described(text: &str) -> Vec<New> {
    let pairs = blocks::of_companion(text).unwrap_or_else(|| blocks::tests(text));
    let pairs = pairs.into_iter();
    pairs
        .map(|(input, output)| New::typed(&input, Some(&output)))
        .collect()
}

/// The folder for the tests of a program.
pub(crate) fn folder_of(source: &Path) -> PathBuf {
    source.with_file_name("tests")
}

/// Writes tests into a folder, which is created if necessary; returns their names. Where one of them is there already,
/// none is written. No link leads out of the project, or to a file that is there already.
pub(crate) fn write(folder: &Path, tests: &[New]) -> Result<Vec<String>, String> {
    if folder.is_symlink() && !(folder.is_dir() && Boundary::around(folder, &[]).holds(folder)) {
        return Err(format!(
            "{} is a symbolic link that leads out of the project: nothing is written there",
            folder.display()
        ));
    }
    let named = tests.iter().filter_map(|test| test.name.as_deref());
    if let Some(why) = named.into_iter().find_map(|name| refusal(folder, name)) {
        return Err(why);
    }
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut written = Vec::new();
    for test in tests {
        let name = test.name.clone().unwrap_or_else(|| free_name(folder, ""));
        write_one(folder, &name, test)?;
        written.push(name);
    }
    Ok(written)
}

/// Checks whether tests may have this name; an error is a clause.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    let is_plain = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0']);
    if is_plain {
        Ok(())
    } else {
        Err(format!(
            "`{name}` cannot be the name of a test: it names files in the folder of the tests"
        ))
    }
}

fn write_one(folder: &Path, name: &str, test: &New) -> Result<(), String> {
    check_name(name)?;
    let output = test.output.as_deref().unwrap_or_default();
    let args: String = test.args.iter().map(|arg| line(arg)).collect();
    let args = (!args.is_empty()).then_some(("args", args.as_bytes()));
    let all = [("in", &test.input[..]), ("out", output)];
    for (extension, text) in all.into_iter().chain(args) {
        let path = folder.join(format!("{name}.{extension}"));
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let mut file = fs::File::create_new(&path).map_err(failed)?;
        file.write_all(text).map_err(failed)?;
    }
    Ok(())
}

/// Removes a test.
pub(crate) fn remove(folder: &Path, name: &str) {
    for extension in ["in", "out", "args"] {
        let _ = fs::remove_file(folder.join(format!("{name}.{extension}")));
    }
}

/// The output of the first test of a report; an error says why that cannot be the expected output.
pub(crate) fn printed(report: Option<&Report>) -> Result<String, String> {
    let Some(Report::Test(report)) = report else {
        return Err("the program could not be run".to_owned());
    };
    match report.tests.first() {
        Some(test) if test.exit.is_some() => Ok(test.stdout.clone()),
        Some(test) => Err(test.reason.clone().unwrap_or_default()),
        None => Err(report.reason.clone().unwrap_or_default()),
    }
}

/// The text, with a final newline if it is not empty, because users do not type one.
fn line(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') {
        text.to_owned()
    } else {
        format!("{text}\n")
    }
}

/// The first name that no test has, of those that differ from this one in the number at the end: `max_3` after `max_2`.
pub(crate) fn free_name(folder: &Path, like: &str) -> String {
    let prefix = like.trim_end_matches(|c: char| c.is_ascii_digit());
    let mut names = (1..=MOST_NUMBERS).map(|number| format!("{prefix}{number}"));
    let free = names.find(|name| !is_taken(folder, name));
    free.unwrap_or_else(|| format!("{prefix}{MOST_NUMBERS}"))
}

/// Whether a test has this name. A link that leads nowhere takes one, too.
fn is_taken(folder: &Path, name: &str) -> bool {
    refusal(folder, name).is_some()
}

/// Reason why no test of this name can be written, if there is one.
fn refusal(folder: &Path, name: &str) -> Option<String> {
    let mut paths = ["in", "out", "args"]
        .map(|extension| folder.join(format!("{name}.{extension}")))
        .into_iter();
    paths.find_map(|path| {
        let shown = path.display();
        if path.is_symlink() {
            return Some(format!(
                "{shown} is a symbolic link: tests are written to new files only"
            ));
        }
        path.exists().then(|| {
            format!("{shown} is already there; nothing was written. Another name can be given: `--name NAME`")
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder() {
        for name in ["a", "a b", "1", "sample-1"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in ["", "../a", "a/b", ".hidden", "a\\b"] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn what_a_browser_sends_is_read() {
        let sent = r#"{"name": "A", "tests": [{"input": "1 2\n", "output": "3\n"}]}"#;
        assert_eq!(described(sent), [New::typed("1 2", Some("3"))]);
        assert_eq!(
            described("Input: 4\nOutput: 5\n"),
            [New::typed("4", Some("5"))]
        );
    }
}
