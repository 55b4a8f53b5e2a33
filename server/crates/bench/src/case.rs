//! Cases on disk, and the known facts about their faults.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::Outcome;

/// A folder of cases, with a table of its own.
#[derive(Debug)]
pub(crate) struct Set {
    /// Name of the folder.
    pub(crate) name: String,
    /// Cases in natural order of their names.
    pub(crate) cases: Vec<Case>,
}

/// A faulty program with its tests.
#[derive(Debug)]
pub(crate) struct Case {
    /// Name of the folder.
    pub(crate) name: String,
    /// Absolute path of the folder.
    pub(crate) folder: PathBuf,
    /// Known facts; `None` if there are none, so only times and endings count.
    pub(crate) truth: Option<Truth>,
}

/// Contents of `truth.json`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Truth {
    /// Lines at which each fault can be repaired: they are alternatives.
    faulty_lines: Vec<BTreeSet<u32>>,
    /// Ids of the failing tests.
    pub(crate) failing: BTreeSet<String>,
    /// Tests in which the reference has undefined behaviour …
    unreliable: BTreeSet<String>,
    /// … or the faulty program has …
    ub_failing: BTreeSet<String>,
    /// … or indeterminate values matter: C does not define whether they fail.
    uninit_sensitive: BTreeSet<String>,
    /// Number of lines of the program.
    pub(crate) loc: u32,
}

impl Truth {
    /// Faults whose lines are known.
    pub(crate) fn faults(&self) -> impl Iterator<Item = &BTreeSet<u32>> {
        self.faulty_lines.iter().filter(|lines| !lines.is_empty())
    }

    /// Whether C defines if the test fails.
    pub(crate) fn decides(&self, test: &str) -> bool {
        let loose = [&self.unreliable, &self.ub_failing, &self.uninit_sensitive];
        !loose.iter().any(|tests| tests.contains(test))
    }
}

impl Case {
    /// Lines at which each fault can be repaired; empty if nothing is known.
    pub(crate) fn faults(&self) -> Vec<&BTreeSet<u32>> {
        let truth = self.truth.iter();
        truth.flat_map(Truth::faults).collect()
    }

    /// Number of lines of the program according to its truth.
    pub(crate) fn loc(&self) -> u32 {
        self.truth.as_ref().map_or(0, |truth| truth.loc)
    }
}

/// Selection of cases of a folder.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice<'a> {
    /// Names; all cases if empty.
    pub(crate) only: &'a [String],
    /// Step between the selected ones of those, at least 1.
    pub(crate) every: usize,
}

/// Reads the cases of each folder; a folder that is itself a case is a set of one.
pub(crate) fn sets(folders: &[PathBuf], choice: &Choice<'_>) -> Outcome<Vec<Set>> {
    folders.iter().map(|folder| set(folder, choice)).collect()
}

fn set(folder: &Path, choice: &Choice<'_>) -> Outcome<Set> {
    let folder = folder.canonicalize();
    let folder = folder.map_err(|e| format!("a folder of cases cannot be read: {e}"))?;
    let name = name(&folder);
    let mut folders = if is_case(&folder) {
        vec![folder]
    } else {
        let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let entries = entries.flatten().map(|entry| entry.path());
        entries.filter(|path| is_case(path)).collect()
    };
    folders.retain(|f| choice.only.is_empty() || choice.only.contains(&self::name(f)));
    folders.sort_by_cached_key(|f| natural(&self::name(f)));
    let chosen = folders.into_iter().step_by(choice.every);
    let cases: Vec<Case> = chosen.map(case).collect::<Outcome<_>>()?;
    if cases.is_empty() {
        return Err(format!(
            "{name}: no case, that is, no folder with program.c"
        ));
    }
    Ok(Set { name, cases })
}

fn is_case(folder: &Path) -> bool {
    folder.join("program.c").is_file()
}

fn case(folder: PathBuf) -> Outcome<Case> {
    let file = folder.join("truth.json");
    let truth = if file.exists() {
        let place = |why: String| format!("{}: {why}", file.display());
        let text = fs::read_to_string(&file).map_err(|e| place(e.to_string()))?;
        Some(serde_json::from_str(&text).map_err(|e| place(e.to_string()))?)
    } else {
        None
    };
    let name = name(&folder);
    Ok(Case {
        name,
        folder,
        truth,
    })
}

fn name(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Sort key by which `v10` comes after `v9`: runs of digits are compared as numbers.
fn natural(name: &str) -> Vec<(String, u64)> {
    let mut parts = vec![(String::new(), 0)];
    let mut digits = String::new();
    for c in name.chars() {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if !digits.is_empty() {
            end_number(&mut parts, &mut digits);
        }
        if let Some((text, _)) = parts.last_mut() {
            text.push(c);
        }
    }
    end_number(&mut parts, &mut digits);
    parts
}

/// Adds the number to the last part and begins the next.
fn end_number(parts: &mut Vec<(String, u64)>, digits: &mut String) {
    if let Some((_, number)) = parts.last_mut() {
        *number = digits.parse().unwrap_or(0);
    }
    parts.push((String::new(), 0));
    digits.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_come_in_the_order_of_their_numbers() {
        let mut names = vec!["v10", "v9", "a2b3", "a2b10", "v1", "a10b1"];
        names.sort_by_cached_key(|name| natural(name));
        assert_eq!(names, ["a2b3", "a2b10", "a10b1", "v1", "v9", "v10"]);
    }

    #[test]
    fn a_fault_without_lines_is_not_known() {
        let truth = r#"{"faulty_lines": [[3, 4], []], "failing": ["a"], "ub_failing": ["b"], "loc": 9, "more": 1}"#;
        let truth: Truth = serde_json::from_str(truth).unwrap();
        assert_eq!(truth.faults().collect::<Vec<_>>(), [&[3, 4].into()]);
        assert!(truth.decides("a") && !truth.decides("b"));
        assert_eq!(truth.loc, 9);
    }
}
