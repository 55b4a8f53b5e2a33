//! Lines of the program that the user names.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A line of the analysed file (`12`) or of another file of the program (`util.c:30`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineRef {
    /// The file, or the end of its path; `None` for the analysed file.
    pub file: Option<String>,
    /// Number of the line, 1-based.
    pub line: u32,
}

impl FromStr for LineRef {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (file, line) = match text.rsplit_once(':') {
            Some((file, line)) => (Some(file), line),
            None => (None, text),
        };
        let line = line.parse().ok().filter(|line| *line > 0);
        match (file, line) {
            (None, Some(line)) => Ok(LineRef { file: None, line }),
            (Some(file), Some(line)) if !file.is_empty() => Ok(LineRef {
                file: Some(file.to_owned()),
                line,
            }),
            _ => Err(format!("`{text}` is not a line: write 12, or util.c:12")),
        }
    }
}

impl fmt::Display for LineRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{file}:{}", self.line),
            None => write!(f, "line {}", self.line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_may_name_its_file() {
        let read = |text: &str| text.parse::<LineRef>().map(|place| place.to_string());
        assert_eq!(read("12"), Ok("line 12".to_owned()));
        assert_eq!(read("lib/util.c:7"), Ok("lib/util.c:7".to_owned()));
        for wrong in ["", "0", "-3", "x", ":4", "a.c:", "a.c:0", "4:a.c"] {
            let refused = format!("`{wrong}` is not a line: write 12, or util.c:12");
            assert_eq!(read(wrong), Err(refused));
        }
    }
}
