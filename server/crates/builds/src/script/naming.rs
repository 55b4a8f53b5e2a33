//! What may name a run, and the choice among it.

use super::escapes::{bytes_of, unescaped};
use super::{Check, Run};
use std::rc::Rc;

/// The longest name, in letters.
const LONGEST_NAME: usize = 60;

/// What may name a run.
#[derive(Debug, Clone, Default)]
pub(super) struct Naming {
    /// What is printed after it in the Test Anything Protocol.
    pub(super) title: Option<String>,
    /// The value of the innermost loop's variable.
    pub(super) of_loop: Option<String>,
    /// The known arguments of the outermost call of a function that the run is in.
    pub(super) of_call: Option<Rc<[String]>>,
    /// The known arguments of the call that uses its output or status.
    pub(super) of_use: Option<Rc<[String]>>,
    /// A line that was printed shortly before.
    pub(super) heading: Option<String>,
}

/// A line that a script prints in front of a test.
#[derive(Debug, Clone)]
pub(super) struct Heading {
    pub(super) path: String,
    pub(super) line: usize,
    pub(super) text: String,
}

impl Naming {
    /// The name of a run.
    pub(super) fn name(&self, run: &Run) -> String {
        let calls = [&self.of_call, &self.of_use].into_iter().flatten();
        let mut foreign = calls
            .flat_map(|texts| texts.iter())
            .filter(|text| !is_own(run, text));
        let text = (self.title.as_ref())
            .or(self.of_loop.as_ref())
            .or_else(|| foreign.next())
            .or_else(|| self.telling_argument())
            .or(self.heading.as_ref());
        let text = text.map_or_else(|| format!("line {}", run.line), String::clone);
        let line = text.trim().lines().next().unwrap_or_default().trim_end();
        line.chars().take(LONGEST_NAME).collect()
    }

    /// The first argument of the call that is no number or sign, or else the first one.
    fn telling_argument(&self) -> Option<&String> {
        let texts = self.of_call.as_ref()?;
        let mut telling = texts
            .iter()
            .filter(|text| text.len() > 1 && text.parse::<f64>().is_err());
        telling.next().or(texts.first())
    }
}

/// Whether a text is what a run is given or must give.
fn is_own(run: &Run, text: &str) -> bool {
    let plain = unescaped(text, false).text;
    let bytes = [text, &plain].map(|text| bytes_of(text.trim_end()));
    let is_text = |other: &[u8]| bytes.iter().any(|bytes| other.trim_ascii_end() == bytes);
    let words: Vec<&str> = text.split_whitespace().collect();
    is_text(&run.stdin)
        || run.args.iter().any(|arg| arg == text)
        || (words.len() > 1 && words == run.args)
        || run.program.as_deref() == Some(text.trim_start_matches("./"))
        || run.checks.iter().any(|check| match check {
            Check::Printed { text, .. } | Check::File { text, .. } => is_text(text),
            Check::Exit(number) | Check::ExitNot(number) => text.parse() == Ok(*number),
        })
}
