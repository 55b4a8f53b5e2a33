//! Records as a table for spreadsheets.

use std::collections::BTreeMap;

use super::groups::Groups;
use super::record::{Record, State, TestVerdict};

/// Headings of all columns but those of tests.
const HEADS: &str = "submission,student,state,passed,failed,mistake,file,line,said,repair";

/// A line for each record under a line of headings.
pub(crate) fn csv(records: &[Record]) -> String {
    let tests = super::page::columns(records);
    let groups = Groups::of(records);
    let titles = groups.all().flat_map(|group| {
        let members = group.members.iter();
        members.map(|record| (record.submission.as_str(), group.title.as_str()))
    });
    let titles: BTreeMap<&str, &str> = titles.collect();
    let mut text = row(HEADS.split(',').chain(tests.iter().copied()));
    for record in records {
        let place = match record.state {
            State::Fails => record.suspect.as_ref(),
            _ => record.problem.as_ref(),
        };
        let line = place.filter(|place| place.line > 0);
        let cells: [&str; 10] = [
            &record.submission,
            &record.student,
            record.state.word(),
            &record.count(TestVerdict::Pass).to_string(),
            &record.count(TestVerdict::Fail).to_string(),
            titles.get(&*record.submission).copied().unwrap_or_default(),
            place.map_or("", |place| &place.file),
            &line.map_or_else(String::new, |place| place.line.to_string()),
            place.map_or("", |place| &place.said),
            record.repair.as_ref().map_or("", |repair| &repair.sentence),
        ];
        let verdicts = tests.iter().map(|id| record.verdict(id));
        let words = verdicts.map(|verdict| verdict.map_or("", TestVerdict::word));
        text += &row(cells.into_iter().chain(words));
    }
    text
}

/// A line of cells.
fn row<'c>(cells: impl Iterator<Item = &'c str>) -> String {
    let cells: Vec<String> = cells.map(cell).collect();
    cells.join(",") + "\r\n"
}

/// A cell that no spreadsheet takes for a formula, in quotation marks where it needs them (RFC 4180).
fn cell(text: &str) -> String {
    let mark = if text.starts_with(['=', '+', '-', '@', '\t']) {
        "'"
    } else {
        ""
    };
    let text = format!("{mark}{text}");
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_text() {
        for (text, written) in [
            ("a", "a"),
            ("a,b", "\"a,b\""),
            ("say \"x\"", "\"say \"\"x\"\"\""),
            ("=1+1", "'=1+1"),
            ("two\nlines", "\"two\nlines\""),
        ] {
            assert_eq!(cell(text), written);
        }
        assert_eq!(csv(&[]).lines().count(), 1);
    }
}
