//! Coverage of tests that were run elsewhere, in the formats of gcov, llvm-cov and lcov.
//!
//! | format | recognised by | tests |
//! |---|---|---|
//! | gcov (`gcov --json-format`) | JSON with `files` | one |
//! | llvm-cov (`llvm-cov export`) | JSON with `data` | one |
//! | lcov (`.info`) | lines such as `SF:` and `DA:` | one for each name after `TN:` |

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

/// The lines that a test ran, by file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CoveredLines(pub BTreeMap<String, BTreeSet<usize>>);

/// Reads a file of coverage: the lines of each test in it. `None` if it is in none of the formats.
pub fn read_coverage(content: &[u8]) -> Option<Vec<CoveredLines>> {
    if content.trim_ascii_start().first() == Some(&b'{') {
        let json: Json = serde_json::from_slice(content).ok()?;
        return of_gcov(&json)
            .or_else(|| of_llvm(&json))
            .map(|one| vec![one]);
    }
    of_lcov(&String::from_utf8_lossy(content))
}

impl CoveredLines {
    fn add(&mut self, file: &str, line: Option<u64>) {
        let line = line.and_then(|line| usize::try_from(line).ok());
        let known = self.0.get_mut(file);
        match known {
            Some(lines) => lines.extend(line),
            None => {
                self.0.insert(file.to_owned(), line.into_iter().collect());
            }
        }
    }
}

/// `{"files": [{"file": NAME, "lines": [{"line_number": N, "count": COUNT}]}]}`
fn of_gcov(json: &Json) -> Option<CoveredLines> {
    let mut covered = CoveredLines::default();
    for file in json["files"].as_array()? {
        let name = file["file"].as_str()?;
        for line in file["lines"].as_array()? {
            if line["count"].as_u64() != Some(0) {
                covered.add(name, line["line_number"].as_u64());
            }
        }
    }
    Some(covered)
}

/// `{"data": [{"files": [{"filename": NAME, "segments": [[LINE, COLUMN, COUNT, HAS_COUNT, …]]}]}]}`: a segment reaches up
/// to the next one.
fn of_llvm(json: &Json) -> Option<CoveredLines> {
    let mut covered = CoveredLines::default();
    let data = json["data"].as_array()?;
    for file in data
        .iter()
        .filter_map(|one| one["files"].as_array())
        .flatten()
    {
        let name = file["filename"].as_str()?;
        let segments = file["segments"].as_array()?;
        for (segment, next) in segments.iter().zip(segments.iter().skip(1)) {
            let has_run = segment[3].as_bool() == Some(true) && segment[2].as_u64() != Some(0);
            let (first, end) = (segment[0].as_u64()?, next[0].as_u64()?);
            if !has_run {
                continue;
            }
            // What ends at the beginning of a line does not reach it.
            let last = if next[1].as_u64() == Some(1) {
                end.saturating_sub(1)
            } else {
                end
            };
            for line in first..=last.min(first.saturating_add(LONGEST)) {
                covered.add(name, Some(line));
            }
        }
    }
    Some(covered)
}

/// Most lines of a segment.
const LONGEST: u64 = 1 << 20;

/// `TN:TEST`, `SF:FILE`, `DA:LINE,COUNT`, `end_of_record`
fn of_lcov(text: &str) -> Option<Vec<CoveredLines>> {
    let mut tests: BTreeMap<&str, CoveredLines> = BTreeMap::new();
    let (mut test, mut file) = ("", None);
    for line in text.lines() {
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        match key {
            "TN" => test = value.trim(),
            "SF" => file = Some(value.trim()),
            "DA" => {
                let mut numbers = value.split(',').map(|part| part.trim().parse::<u64>().ok());
                let (line, count) = (numbers.next()?, numbers.next()?);
                if count != Some(0) {
                    tests.entry(test).or_default().add(file?, line);
                }
            }
            _ => {}
        }
    }
    file.map(|_| tests.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tests of a text, as `file:lines` each.
    fn read(text: &str) -> Option<Vec<String>> {
        let tests = read_coverage(text.as_bytes())?.into_iter().map(|test| {
            let files = test.0.iter().map(|(file, lines)| {
                let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
                format!("{file}:{}", lines.join(","))
            });
            files.collect::<Vec<_>>().join(" ")
        });
        Some(tests.collect())
    }

    #[test]
    fn the_formats_are_read() {
        let gcov = r#"{"format_version": "1", "files": [{"file": "a.c", "lines": [{"line_number": 2, "count": 1},
            {"line_number": 3, "count": 0}, {"line_number": 5, "count": 7}]}, {"file": "b.c", "lines": []}]}"#;
        assert_eq!(read(gcov).unwrap(), ["a.c:2,5"]);
        let llvm = r#"{"type": "llvm.coverage.json.export", "data": [{"files": [{"filename": "/p/a.c", "segments":
            [[1, 12, 1, true, true, false], [3, 5, 0, true, true, false], [5, 1, 2, true, false, false], [6, 2, 0, false, false, false]]}]}]}"#;
        assert_eq!(read(llvm).unwrap(), ["/p/a.c:1,2,3,5,6"]);
        let lcov = "TN:one\nSF:a.c\nDA:1,1\nDA:2,0\nend_of_record\nTN:two\nSF:a.c\nDA:2,3,abc\nend_of_record\n";
        assert_eq!(read(lcov).unwrap(), ["a.c:1", "a.c:2"]);
        assert_eq!(
            read("SF:a.c\nDA:1,1\nend_of_record\nSF:b.c\nDA:4,1").unwrap(),
            ["a.c:1 b.c:4"]
        );
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "{}",
            "{",
            "[]",
            "hello",
            "DA:1,1",
            "{\"files\": 3}",
            "SF:a\nDA:x",
            "{\"data\": {}}",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
