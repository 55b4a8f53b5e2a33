//! Conversion of fixes to unified diffs and back, in the format of `git apply` and `patch`.

use diffy::patch_set::{FileOperation, ParseOptions, PatchKind, PatchSet};
use diffy::{DiffOptions, Line};

use crate::model::Edit;

/// The text after some edits, which may be in any order. An error is a clause that says which edit does not fit.
pub(crate) fn edited(text: &[u8], edits: &[&Edit]) -> Result<Vec<u8>, String> {
    let mut edits = edits.to_vec();
    edits.sort_by_key(|edit| (edit.start, edit.end));
    let mut after = Vec::with_capacity(text.len());
    let mut copied = 0;
    for edit in edits {
        let (start, end) = (edit.start as usize, edit.end as usize);
        let fits = start >= copied && text.get(start..end) == Some(edit.old.as_bytes());
        if !fits {
            return Err(format!(
                "line {} of {} is not what it was",
                edit.line, edit.file
            ));
        }
        after.extend_from_slice(&text[copied..start]);
        after.extend_from_slice(edit.new.as_bytes());
        copied = end;
    }
    after.extend_from_slice(&text[copied..]);
    Ok(after)
}

/// A unified diff of one file.
pub(crate) fn unified(file: &str, before: &[u8], after: &[u8]) -> Vec<u8> {
    let mut options = DiffOptions::new();
    options.set_original_filename(format!("a/{file}"));
    options.set_modified_filename(format!("b/{file}"));
    options.create_patch_bytes(before, after).to_bytes()
}

/// The difference between two texts, without context lines.
fn without_context<'t>(before: &'t str, after: &'t str) -> diffy::Patch<'t, str> {
    let mut options = DiffOptions::new();
    options.set_context_len(0);
    options.create_patch(before, after)
}

/// Adjacent lines that were replaced by others.
pub(crate) struct Hunk {
    /// Number of the first new line, from 1; if there is none, the line that is now in place of the old ones.
    pub(crate) line: usize,
    /// Old lines, including their line ends.
    pub(crate) removed: String,
    /// New lines, including their line ends.
    pub(crate) inserted: String,
}

/// The differences between two texts, with adjacent lines grouped.
pub(crate) fn hunks(before: &str, after: &str) -> Vec<Hunk> {
    let patch = without_context(before, after);
    let hunk = |hunk: &diffy::Hunk<'_, str>| {
        let (mut removed, mut inserted) = (String::new(), String::new());
        for line in hunk.lines() {
            match line {
                Line::Delete(line) => removed.push_str(line),
                Line::Insert(line) => inserted.push_str(line),
                Line::Context(_) => {}
            }
        }
        // An empty range is named by the line before it, as in every unified diff.
        let line = hunk.new_range().start() + usize::from(inserted.is_empty());
        Hunk {
            line,
            removed,
            inserted,
        }
    };
    patch.hunks().iter().map(hunk).collect()
}

/// The lines that differ between two texts, as `-` and `+` with their numbers in the old or the new text.
pub(crate) fn changed_lines(before: &str, after: &str) -> Vec<(char, usize, String)> {
    let patch = without_context(before, after);
    let mut changed = Vec::new();
    for hunk in patch.hunks() {
        let (mut old, mut new) = (hunk.old_range().start(), hunk.new_range().start());
        for line in hunk.lines() {
            let text = |line: &str| line.trim_end().to_owned();
            match line {
                Line::Delete(line) => {
                    changed.push(('-', old, text(line)));
                    old += 1;
                }
                Line::Insert(line) => {
                    changed.push(('+', new, text(line)));
                    new += 1;
                }
                Line::Context(_) => {
                    old += 1;
                    new += 1;
                }
            }
        }
    }
    changed
}

/// The changes of a patch to one file.
pub(crate) struct FilePatch<'p> {
    /// Possible names of the file in the patch, the likelier one first: without and with the `b/` of Git.
    pub(crate) names: Vec<String>,
    patch: diffy::Patch<'p, str>,
}

impl FilePatch<'_> {
    /// The text after the patch. Lines that have moved in the meantime are found again.
    pub(crate) fn apply(&self, text: &str) -> Result<String, String> {
        diffy::apply(text, &self.patch)
            .map_err(|_| "the lines that the patch changes are not there".to_owned())
    }
}

/// The parts of a unified diff. An error is a clause that says what is wrong with it.
pub(crate) fn parse(text: &str) -> Result<Vec<FilePatch<'_>>, String> {
    let is_git = text.lines().any(|line| line.starts_with("diff --git "));
    let options = if is_git {
        ParseOptions::gitdiff()
    } else {
        ParseOptions::unidiff()
    };
    let mut parts = Vec::new();
    for part in PatchSet::parse(text, options) {
        let part = part.map_err(|error| format!("it is no unified diff: {error}"))?;
        let name = match part.operation() {
            FileOperation::Modify { modified, .. } => modified.to_string(),
            _ => return Err("it creates, deletes or renames a file".to_owned()),
        };
        let PatchKind::Text(patch) = part.patch() else {
            return Err("it changes a file that is no text".to_owned());
        };
        let short = name.split_once('/').map(|(_, rest)| rest.to_owned());
        let names = short
            .filter(|_| name.starts_with("b/"))
            .into_iter()
            .chain([name]);
        parts.push(FilePatch {
            names: names.collect(),
            patch: patch.clone(),
        });
    }
    if parts.is_empty() {
        return Err("it changes nothing".to_owned());
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: u32, old: &str, new: &str) -> Edit {
        Edit {
            file: "a.c".into(),
            line: 1,
            column: 1,
            end_line: 1,
            end_column: 1,
            start,
            end: start + old.len() as u32,
            old: old.into(),
            new: new.into(),
        }
    }

    const TEXT: &str = "int a;\nint b;\nint c;\n";

    #[test]
    fn edits_become_a_patch_that_makes_the_same_text() {
        let edits = [edit(18, "c", "d"), edit(4, "a", "e")];
        let after = edited(TEXT.as_bytes(), &edits.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!(after, b"int e;\nint b;\nint d;\n");
        let patch = unified("src/a.c", TEXT.as_bytes(), &after);
        let patch = String::from_utf8(patch).unwrap();
        assert!(
            patch.starts_with("--- a/src/a.c\n+++ b/src/a.c\n@@ -1,3 +1,3 @@\n-int a;\n+int e;\n"),
            "{patch}"
        );
        let parts = parse(&patch).unwrap();
        assert_eq!(parts.len(), 1);
        assert_eq!(parts[0].names, ["src/a.c", "b/src/a.c"]);
        assert_eq!(parts[0].apply(TEXT).unwrap().as_bytes(), after);
        // An additional line before it makes no difference, but other lines do.
        let moved = format!("/* a */\n{TEXT}");
        assert!(parts[0].apply(&moved).unwrap().ends_with("int d;\n"));
        assert!(parts[0].apply("int x;\n").is_err());
    }

    #[test]
    fn what_is_not_there_is_not_edited() {
        let wrong = edit(4, "b", "e");
        let why = edited(TEXT.as_bytes(), &[&wrong]).unwrap_err();
        assert_eq!(why, "line 1 of a.c is not what it was");
        let beyond = edit(90, "b", "e");
        assert!(edited(TEXT.as_bytes(), &[&beyond]).is_err());
        let overlapping = [edit(0, "int a", "x"), edit(4, "a", "e")];
        assert!(edited(TEXT.as_bytes(), &overlapping.iter().collect::<Vec<_>>()).is_err());
    }

    #[test]
    fn what_git_writes_is_read() {
        let text = "diff --git a/a.c b/a.c\nindex 1..2 100644\n--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-int a;\n+int b;\n\
            diff --git a/b.c b/b.c\nindex 1..2 100644\n--- a/b.c\n+++ b/b.c\n@@ -1 +1 @@\n-int a;\n+int b;\n";
        let names: Vec<String> = parse(text)
            .unwrap()
            .into_iter()
            .map(|part| part.names[0].clone())
            .collect();
        assert_eq!(names, ["a.c", "b.c"]);
        let new = "--- /dev/null\n+++ b/a.c\n@@ -0,0 +1 @@\n+int a;\n";
        assert!(parse(new).is_err());
        assert!(parse("no patch\n").is_err());
    }
}
