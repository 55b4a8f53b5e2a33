//! `localize --apply N` and `localize --format patch`: write a fix into the files, or show it as a patch. Also
//! `localize --export sketch`, for fixes from elsewhere.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Exit, emit};
use crate::files::{Replacement, SourceText, read_source, replace_all};
use crate::jobs::JobSpec;
use crate::model::{Edit, Fix, LocalizeReport, sketch};
use crate::patch;

/// Content of a program's files before an analysis, by name.
pub(super) struct Originals(BTreeMap<PathBuf, Vec<u8>>);

impl Originals {
    /// Reads the files of a job. The job reports those that cannot be read.
    pub(super) fn of(spec: &JobSpec) -> Originals {
        let linked = spec.linked.iter().map(|linked| &linked.file);
        let files = [&spec.file].into_iter().chain(linked);
        let read = files.filter_map(|file| Some((file.clone(), fs::read(file).ok()?)));
        Originals(read.collect())
    }

    /// The files that a fix changes, ordered by name.
    fn changed(&self, fix: &Fix) -> Result<Vec<Replacement>, String> {
        let mut by_file: BTreeMap<&str, Vec<&Edit>> = BTreeMap::new();
        for edit in fix.edits() {
            by_file.entry(&edit.file).or_default().push(edit);
        }
        let mut files = Vec::new();
        for (name, edits) in by_file {
            let file = PathBuf::from(name);
            let before = fs::read(&file).map_err(|error| format!("cannot read {name}: {error}"))?;
            if self.0.get(&file).is_some_and(|known| *known != before) {
                return Err(format!("{name} has changed since the analysis"));
            }
            let after = after(&before, &edits).map_err(|why| format!("{name}: {why}"))?;
            files.push(Replacement {
                file,
                before,
                after,
            });
        }
        Ok(files)
    }
}

/// The content of a file after some edits of its text.
fn after(before: &[u8], edits: &[&Edit]) -> Result<Vec<u8>, String> {
    let source = SourceText::of(before)?;
    source.encode(&patch::edited(&source.text, edits)?)
}

/// Writes a fix, given by its number, into the files, and says so in a line. Nothing is written unless all of it applies.
pub(super) fn apply(
    report: &LocalizeReport,
    number: usize,
    originals: &Originals,
) -> Result<String, String> {
    let fix = chosen(report, number)?;
    let files = originals.changed(fix)?;
    replace_all(&files)?;
    let names: Vec<String> = files
        .iter()
        .map(|changed| changed.file.display().to_string())
        .collect();
    Ok(format!(
        "fix {number} is in {} now: {}\n",
        names.join(" and "),
        fix.sentence()
    ))
}

/// Shows a fix, given by its number, as a unified diff.
pub(super) fn show(
    report: &LocalizeReport,
    number: usize,
    originals: &Originals,
    exit: Exit,
) -> Exit {
    match chosen(report, number).and_then(|fix| originals.changed(fix)) {
        Ok(files) => {
            let diffs = files.iter().flat_map(|changed| {
                let name = changed.file.to_string_lossy();
                patch::unified(&name, &changed.before, &changed.after)
            });
            emit::result(diffs.collect::<Vec<u8>>(), exit)
        }
        Err(why) => refuse(&why),
    }
}

/// Shows a sketch of the best set of changes.
pub(super) fn sketch(report: &LocalizeReport, exit: Exit) -> Exit {
    let Some(files) = sketch::files(report) else {
        return refuse("there is no set of changes to make a sketch of");
    };
    let read = |file: &str| {
        let read = read_source(Path::new(file));
        read.map(|source| source.text)
            .map_err(|why| format!("{file}: {why}"))
    };
    let texts = files.into_iter().map(|file| Ok((file, read(file)?)));
    match texts.collect::<Result<Vec<_>, String>>() {
        Ok(texts) => emit::result(sketch::sketch(report, &texts), exit),
        Err(why) => refuse(&why),
    }
}

/// Says why there is no result.
pub(super) fn refuse(why: &str) -> Exit {
    emit::stderr(&format!("faultlens: {why}"));
    Exit::BadUsage
}

fn chosen(report: &LocalizeReport, number: usize) -> Result<&Fix, String> {
    let fixes = report.fixes();
    let at = number.checked_sub(1);
    at.and_then(|at| fixes.get(at).copied())
        .ok_or_else(|| match fixes.len() {
            0 => "no fix was found".to_owned(),
            1 => format!("there is no fix {number}: there is one, with the number 1"),
            n => format!("there is no fix {number}: they have the numbers 1 to {n}"),
        })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Content of a file: text in one of the encodings, with any line ends, perhaps with a byte order mark.
    fn content() -> impl Strategy<Value = Vec<u8>> {
        let byte = prop_oneof![
            4 => Just(b"a".to_vec()),
            2 => Just(b"\n".to_vec()),
            2 => Just(b"\r\n".to_vec()),
            1 => Just(b"\r".to_vec()),
            1 => Just("é".as_bytes().to_vec()),
            1 => Just("€".as_bytes().to_vec()),
            2 => (0x80u8..=0xff).prop_map(|byte| vec![byte]),
        ];
        let bytes = proptest::collection::vec(byte, 1..40);
        (any::<bool>(), bytes).prop_map(|(has_mark, bytes)| {
            let mark: &[u8] = if has_mark { b"\xef\xbb\xbf" } else { b"" };
            [mark, b"x", &bytes.concat()].concat()
        })
    }

    proptest! {
        #[test]
        fn bytes_outside_of_edits_stay(
            before in content(),
            cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..4),
            new in proptest::collection::vec("[b\r\n]{0,3}", 4),
        ) {
            // Cut the bytes into pieces where characters begin; every other piece is replaced.
            let source = SourceText::of(&before).unwrap();
            let starts: Vec<usize> = source.text.char_indices().map(|(at, _)| at).collect();
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| starts[cut.index(starts.len())]).collect();
            cuts.sort_unstable();
            cuts.dedup();
            let (mut edits, mut expected, mut end) = (Vec::new(), Vec::new(), 0);
            let encoded = |until: usize| source.encode(&source.text[..until]).unwrap().len();
            for (pair, new) in cuts.chunks(2).zip(&new) {
                let [start, stop] = [pair[0], *pair.last().unwrap()];
                edits.push(Edit {
                    file: "p.c".into(),
                    line: 1,
                    column: 1,
                    end_line: 1,
                    end_column: 1,
                    start: start as u32,
                    end: stop as u32,
                    old: source.text[start..stop].to_owned(),
                    new: new.clone(),
                    nth: None,
                });
                expected.extend_from_slice(&before[end..encoded(start)]);
                expected.extend_from_slice(new.as_bytes());
                end = encoded(stop);
            }
            expected.extend_from_slice(&before[end..]);
            let edits: Vec<&Edit> = edits.iter().rev().collect();
            prop_assert_eq!(after(&before, &edits).unwrap(), expected);
        }
    }

    #[test]
    fn a_file_that_has_changed_is_not_edited() {
        let folder = std::env::temp_dir().join(format!("faultlens-fixes-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("p.c");
        fs::write(&file, "int a;\nint b;\n").unwrap();
        let edit = Edit {
            file: file.display().to_string(),
            line: 1,
            column: 5,
            end_line: 1,
            end_column: 6,
            start: 4,
            end: 5,
            old: "a".to_owned(),
            new: "c".to_owned(),
            nth: None,
        };
        let fix = Fix {
            edit,
            scope: crate::model::Scope::default(),
            ..Fix::default()
        };
        let known = |content: &str| Originals([(file.clone(), content.into())].into());
        let changed = known("int a;\nint b;\n").changed(&fix).unwrap();
        assert_eq!(changed[0].after, b"int c;\nint b;\n");
        let why = known("int a;\n").changed(&fix).unwrap_err();
        assert!(why.ends_with("p.c has changed since the analysis"), "{why}");
        fs::remove_dir_all(folder).unwrap();
    }
}
