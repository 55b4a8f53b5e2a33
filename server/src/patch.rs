//! Conversion of fixes to unified diffs and back, in the format of `git apply` and `patch`.

use diffy::patch_set::{FileOperation, ParseOptions, PatchKind, PatchSet};
use diffy::{DiffOptions, Line};

use crate::model::Edit;

/// The text after some edits, which may be in any order. An error is a clause that says which edit does not fit.
pub(crate) fn edited(text: &str, edits: &[&Edit]) -> Result<String, String> {
    let mut edits = edits.to_vec();
    edits.sort_by_key(|edit| (edit.start, edit.end));
    let mut after = String::with_capacity(text.len());
    let mut copied = 0;
    for edit in edits {
        let (start, end) = (edit.start as usize, edit.end as usize);
        let kept = text.get(copied..start);
        let Some(kept) = kept.filter(|_| text.get(start..end) == Some(&edit.old)) else {
            return Err(format!("line {} is not what it was", edit.line));
        };
        after.push_str(kept);
        after.push_str(&edit.new);
        copied = end;
    }
    after.push_str(&text[copied..]);
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
    /// Changed lines; an error is a clause that says why there are none.
    patch: Result<diffy::Patch<'p, [u8]>, &'static str>,
}

impl FilePatch<'_> {
    /// The content after the patch. Lines that have moved in the meantime are found again.
    pub(crate) fn apply(&self, content: &[u8]) -> Result<Vec<u8>, String> {
        let patch = self.patch.as_ref().map_err(|why| (*why).to_owned())?;
        diffy::apply_bytes(content, patch)
            .map_err(|_| "the lines that the patch changes are not there".to_owned())
    }
}

/// The parts of a unified diff. An error is a clause that says what is wrong with it.
pub(crate) fn parse(patch: &[u8]) -> Result<Vec<FilePatch<'_>>, String> {
    let is_git = patch
        .split(|byte| *byte == b'\n')
        .any(|line| line.starts_with(b"diff --git "));
    let options = if is_git {
        ParseOptions::gitdiff()
    } else {
        ParseOptions::unidiff()
    };
    let mut parts = Vec::new();
    for part in PatchSet::parse_bytes(patch, options) {
        let part = part.map_err(|error| format!("it is no unified diff: {error}"))?;
        let (name, keeps_file) = match part.operation() {
            FileOperation::Modify { modified, .. } => (modified, true),
            FileOperation::Create(name) | FileOperation::Delete(name) => (name, false),
            FileOperation::Rename { to, .. } | FileOperation::Copy { to, .. } => (to, false),
        };
        let name = String::from_utf8_lossy(name).into_owned();
        let short = name.split_once('/').map(|(_, rest)| rest.to_owned());
        let names = short
            .filter(|_| name.starts_with("b/"))
            .into_iter()
            .chain([name.clone()]);
        parts.push(FilePatch {
            names: names.collect(),
            patch: match part.into_patch() {
                _ if !keeps_file => Err("the patch creates, deletes or renames it"),
                PatchKind::Text(patch) => Ok(patch),
                PatchKind::Binary(_) => Err("the patch changes it as a file that is no text"),
            },
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
            nth: None,
        }
    }

    const TEXT: &str = "int a;\nint b;\nint c;\n";

    #[test]
    fn edits_become_a_patch_that_makes_the_same_text() {
        let edits = [edit(18, "c", "d"), edit(4, "a", "e")];
        let after = edited(TEXT, &edits.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!(after, "int e;\nint b;\nint d;\n");
        let patch = unified("src/a.c", TEXT.as_bytes(), after.as_bytes());
        let begin = b"--- a/src/a.c\n+++ b/src/a.c\n@@ -1,3 +1,3 @@\n-int a;\n+int e;\n";
        assert!(patch.starts_with(begin), "{}", patch.escape_ascii());
        let parts = parse(&patch).unwrap();
        assert_eq!(parts.len(), 1);
        assert_eq!(parts[0].names, ["src/a.c", "b/src/a.c"]);
        assert_eq!(parts[0].apply(TEXT.as_bytes()).unwrap(), after.into_bytes());
        // An additional line before it makes no difference, but other lines do.
        let moved = format!("/* a */\n{TEXT}");
        let moved = parts[0].apply(moved.as_bytes()).unwrap();
        assert!(moved.ends_with(b"int d;\n"));
        assert!(parts[0].apply(b"int x;\n").is_err());
    }

    #[test]
    fn what_is_not_there_is_not_edited() {
        let wrong = edit(4, "b", "e");
        let why = edited(TEXT, &[&wrong]).unwrap_err();
        assert_eq!(why, "line 1 is not what it was");
        let beyond = edit(90, "b", "e");
        assert!(edited(TEXT, &[&beyond]).is_err());
        let overlapping = [edit(0, "int a", "x"), edit(4, "a", "e")];
        assert!(edited(TEXT, &overlapping.iter().collect::<Vec<_>>()).is_err());
    }

    #[test]
    fn what_git_writes_is_read() {
        let text = "diff --git a/a.c b/a.c\nindex 1..2 100644\n--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-int a;\n+int b;\n\
            diff --git a/b.c b/b.c\nindex 1..2 100644\n--- a/b.c\n+++ b/b.c\n@@ -1 +1 @@\n-int a;\n+int b;\n";
        let names: Vec<String> = parse(text.as_bytes())
            .unwrap()
            .into_iter()
            .map(|part| part.names[0].clone())
            .collect();
        assert_eq!(names, ["a.c", "b.c"]);
        let new = b"--- /dev/null\n+++ b/a.c\n@@ -0,0 +1 @@\n+int a;\n";
        let parts = parse(new).unwrap();
        assert_eq!(parts[0].names[0], "a.c");
        let why = parts[0].apply(b"").unwrap_err();
        assert_eq!(why, "the patch creates, deletes or renames it");
        assert!(parse(b"no patch\n").is_err());
    }
}
