//! `localize --apply N` and `localize --format patch`: write a fix into the files, or show it as a patch. Also
//! `localize --export sketch`, for fixes from elsewhere.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{Exit, emit};
use crate::files::read_source;
use crate::model::{Edit, Fix, LocalizeReport, sketch};
use crate::patch;

/// Files that a fix changes: name, text before and after.
type Changed = Vec<(String, Vec<u8>, Vec<u8>)>;

/// Writes a fix, given by its number, into the files. Nothing is written unless all of it applies.
pub(super) fn apply(report: &LocalizeReport, number: usize) -> Exit {
    let written = chosen(report, number).and_then(|fix| {
        let files = changed(fix)?;
        for (file, _, after) in &files {
            fs::write(file, after).map_err(|error| format!("cannot write {file}: {error}"))?;
        }
        let names: Vec<&str> = files.iter().map(|(file, ..)| file.as_str()).collect();
        Ok(format!(
            "fix {number} is in {} now: {}\n",
            names.join(" and "),
            fix.sentence()
        ))
    });
    match written {
        Ok(text) => emit::result(text, Exit::NothingSuspicious),
        Err(why) => refuse(&why),
    }
}

/// Shows a fix, given by its number, as a unified diff.
pub(super) fn show(report: &LocalizeReport, number: usize, exit: Exit) -> Exit {
    match chosen(report, number).and_then(changed) {
        Ok(files) => {
            let diffs = files.iter();
            let text = diffs.flat_map(|(file, before, after)| patch::unified(file, before, after));
            emit::result(text.collect::<Vec<u8>>(), exit)
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

fn refuse(why: &str) -> Exit {
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

/// Files with the fix applied, ordered by name.
fn changed(fix: &Fix) -> Result<Changed, String> {
    let mut by_file: BTreeMap<&str, Vec<&Edit>> = BTreeMap::new();
    for edit in fix.edits() {
        by_file.entry(&edit.file).or_default().push(edit);
    }
    let mut files = Vec::new();
    for (file, edits) in by_file {
        let before = fs::read(file).map_err(|error| format!("cannot read {file}: {error}"))?;
        let after = patch::edited(&before, &edits)?;
        files.push((file.to_owned(), before, after));
    }
    Ok(files)
}
