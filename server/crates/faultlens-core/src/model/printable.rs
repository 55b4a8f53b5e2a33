//! Reports for display on a terminal.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::words::visible;

/// Keys of source text and of program output, which are put on one line or quoted elsewhere.
const QUOTED_LATER: [&str; 5] = ["text", "old", "new", "stdout", "expected"];

/// Copies a report for display on a terminal: names and messages contain neither control characters nor line breaks.
/// (Names of tests and files may contain whatever the file system allows.)
pub fn printable<R: Clone + Serialize + DeserializeOwned>(report: &R) -> R {
    let Ok(mut json) = serde_json::to_value(report) else {
        return report.clone();
    };
    if !escape(&mut json) {
        return report.clone();
    }
    // Cannot fail: the report came as JSON, through a pipe.
    serde_json::from_value(json).unwrap_or_else(|_| report.clone())
}

/// Escapes all texts; returns whether there was anything to escape.
fn escape(json: &mut Json) -> bool {
    match json {
        Json::String(text) => {
            let shown = visible(text, false);
            let differs = shown != *text;
            if differs {
                *text = shown.into_owned();
            }
            differs
        }
        Json::Array(items) => escape_all(items.iter_mut()),
        Json::Object(entries) => {
            // The text of a sentence quotes source text and outputs itself.
            let is_sentence = entries.contains_key("facts");
            let is_shown = |key: &str| !QUOTED_LATER.contains(&key) || is_sentence && key == "text";
            let shown = entries.iter_mut().filter(|(key, _)| is_shown(key));
            escape_all(shown.map(|(_, value)| value))
        }
        _ => false,
    }
}

fn escape_all<'j>(values: impl Iterator<Item = &'j mut Json>) -> bool {
    let mut differs = false;
    for value in values {
        differs |= escape(value);
    }
    differs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{LocalizeReport, Status};

    #[test]
    fn names_are_escaped_and_sources_are_not() {
        let reason = Some("no\nend".to_owned());
        let mut report = LocalizeReport::empty("\u{1b}[2Jp.c", Status::Stopped, reason);
        report.tests.failing = vec!["t\u{1b}[31m".to_owned(), "t1".to_owned()];
        report.stats.time_ms = 0.1;
        let shown = printable(&report);
        assert_eq!(shown.file, "\\u{1b}[2Jp.c");
        assert_eq!(shown.reason.as_deref(), Some("no\\nend"));
        assert_eq!(shown.tests.failing, ["t\\u{1b}[31m", "t1"]);
        assert_eq!(shown.stats, report.stats);
        assert_eq!(printable(&shown), shown);
        let mut source = serde_json::json!({ "text": "a\nb", "file": "a\nb" });
        assert!(escape(&mut source));
        assert_eq!(
            source,
            serde_json::json!({ "text": "a\nb", "file": "a\\nb" })
        );
        let mut sentence = serde_json::json!({ "text": "a\u{202e}b", "facts": [] });
        assert!(escape(&mut sentence));
        assert_eq!(
            sentence,
            serde_json::json!({ "text": "a\\u{202e}b", "facts": [] })
        );
    }
}
