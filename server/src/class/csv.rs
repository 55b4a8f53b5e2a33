//! Records as a table for spreadsheets.

use super::groups::Groups;
use super::record::{Record, State, TestVerdict};

/// A line for each record under a line of headings.
pub(crate) fn csv(records: &[Record]) -> String {
    let tests = super::page::columns(records);
    let heads = [
        "submission",
        "student",
        "state",
        "passed",
        "failed",
        "mistake",
        "file",
        "line",
        "said",
        "repair",
    ];
    let mut text = row(heads.into_iter().chain(tests.iter().copied()));
    let groups = Groups::of(records);
    for record in records {
        let all = groups
            .explained
            .iter()
            .chain(&groups.unexplained)
            .chain(&groups.single);
        let mut own =
            all.filter(|group| group.members.iter().any(|one| std::ptr::eq(*one, record)));
        let title = own.next().map_or("", |group| group.title.as_str());
        let [passed, failed] =
            [TestVerdict::Pass, TestVerdict::Fail].map(|v| record.count(v).to_string());
        let place = match record.state {
            State::Fails => record.suspect.as_ref(),
            _ => record.problem.as_ref(),
        };
        let line = place.map_or_else(String::new, |place| place.line.to_string());
        let cells: [&str; 10] = [
            &record.submission,
            &record.student,
            record.state.word(),
            &passed,
            &failed,
            title,
            place.map_or("", |place| &place.file),
            &line,
            place.map_or("", |place| &place.said),
            record.repair.as_ref().map_or("", |repair| &repair.sentence),
        ];
        let verdicts = tests
            .iter()
            .map(|id| record.verdict(id).map_or("", TestVerdict::word));
        text += &row(cells.into_iter().chain(verdicts));
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
