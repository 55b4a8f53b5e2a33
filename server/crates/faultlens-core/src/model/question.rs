//! A question that decides between two repairs with which all tests pass: what must be printed for an input on which
//! they differ? The answer is a new test.

use schemars::JsonSchema;
use serde::Serialize;

use super::words::{capital, list};
use super::{LocalizeReport, VERSION};

/// What must be printed for an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpenQuestion {
    /// Version of the format.
    version: u32,
    /// Source file, as the user named it.
    file: String,
    /// The input; null if there is nothing to ask.
    pub input: Option<String>,
    /// Arguments of the program there.
    pub args: Vec<String>,
    /// What the program prints there as it is; null if that is long, or not known.
    pub now: Option<String>,
    /// What it prints with each of two repairs, the likelier one first.
    pub answers: Vec<PossibleAnswer>,
}

/// What a program prints with a repair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PossibleAnswer {
    /// Number of the repair, from 1, as for `localize --apply`.
    fix: usize,
    /// What the repair does.
    does: String,
    /// The whole output; null if it is long.
    pub output: Option<String>,
    /// The first line of the output that differs from that with the other repair.
    line: String,
}

impl OpenQuestion {
    /// The question that the result of a search leaves.
    pub fn of(report: &LocalizeReport) -> OpenQuestion {
        let fixes = report.fixes();
        let open = report.undecided.as_ref();
        let with = open.iter().flat_map(|open| &open.with);
        let answers = with.filter_map(|with| {
            let fix = fixes.get(with.fix.checked_sub(1)?)?;
            Some(PossibleAnswer {
                fix: with.fix,
                does: match &fix.also[..] {
                    [] => fix.edit.with_line(),
                    _ => fix.sentence(),
                },
                output: with.stdout.clone(),
                line: with.output.clone(),
            })
        });
        OpenQuestion {
            version: VERSION,
            file: report.file.clone(),
            input: open.map(|open| open.input.clone()),
            args: open.map(|open| open.args.clone()).unwrap_or_default(),
            now: open.and_then(|open| open.now.clone()),
            answers: answers.collect(),
        }
    }

    /// The question as text, with a letter for each answer; `None` if there is none.
    pub fn text(&self) -> Option<String> {
        let input = self.input.as_deref()?;
        let mut parts = vec![
            "All tests pass with each of two repairs, but these do different things.\n".to_owned(),
        ];
        if !self.args.is_empty() {
            let args: Vec<&str> = self.args.iter().map(String::as_str).collect();
            parts.push(format!("With the arguments {}", list(&args, args.len())));
        }
        parts.push(format!("For the input\n{}", indented(input)));
        if let Some(now) = &self.now {
            parts.push(format!("the program prints now\n{}", indented(now)));
        }
        parts.extend(
            LETTERS
                .into_iter()
                .zip(&self.answers)
                .map(|(letter, answer)| {
                    let output = indented(answer.output.as_ref().unwrap_or(&answer.line));
                    format!(
                        "{letter}) {}. Then it prints\n{output}",
                        capital(&answer.does)
                    )
                }),
        );
        Some(parts.join("\n"))
    }
}

/// What is said where there is no question.
pub const NOTHING: &str =
    "There is nothing to ask: no input is known on which two likely repairs differ.";

/// Letters of the two answers.
pub const LETTERS: [&str; 2] = ["a", "b"];

/// A text with four blanks before each line.
fn indented(text: &str) -> String {
    if text.trim().is_empty() {
        return "    (nothing)\n".to_owned();
    }
    let lines: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
    lines.join("\n") + "\n"
}
