//! Result of a search for failing inputs, as Markdown.

use std::fmt::Write as _;

use crate::model::words::{longest_quotes, plain_in_markdown};
use crate::model::{InputsReport, InputsStatus};

/// Formats the inputs, each with the program's failure; or the reason why there is none.
pub(crate) fn inputs(report: &InputsReport) -> String {
    let mut text = String::new();
    for input in &report.failing {
        let place = input.failure.as_ref();
        let place = place.map_or_else(String::new, |at| format!("Line {}: ", at.line));
        let _ = writeln!(text, "**{place}{}**\n", plain_in_markdown(&input.message));
        if let Some(call) = &input.call {
            let _ = writeln!(text, "```c\n{call}\n```\n");
        } else if input.stdin.is_empty() {
            text.push_str("It fails without any input.\n\n");
        } else {
            let fence = "`".repeat(3.max(longest_quotes(&input.stdin) + 1));
            let _ = writeln!(text, "{fence}text\n{}\n{fence}\n", input.stdin.trim_end());
        }
    }
    let why = report.reason.as_deref();
    let because = why.map_or_else(String::new, |why| format!(": {}", plain_in_markdown(why)));
    match report.status {
        InputsStatus::Found => {
            text.push_str("The program was run on this, and fails. `faultlens find --write` makes a test of it.\n");
        }
        InputsStatus::None if report.complete => {
            text.push_str(
                "No input makes the program fail: every path was followed on all inputs.\n",
            );
        }
        InputsStatus::None | InputsStatus::Stopped => {
            let _ = writeln!(text, "No failing input was found{because}.");
            for left_out in &report.left_out {
                let what = plain_in_markdown(&left_out.text());
                let _ = writeln!(text, "* not tried: {what}");
            }
        }
        InputsStatus::Unanalysable => {
            let _ = writeln!(text, "The program could not be analysed{because}.");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::FailingInput;

    #[test]
    fn inputs_stand_as_they_are_typed() {
        let mut report = InputsReport::empty("p.c", InputsStatus::Found, None);
        report.failing.push(FailingInput {
            args: Vec::new(),
            call: None,
            stdin: "1 2\n```\n".to_owned(),
            stdin_bytes: None,
            failure: None,
            message: "assertion failed".to_owned(),
            expected: None,
            bytes_before: None,
        });
        let text = inputs(&report);
        assert!(
            text.starts_with("**assertion failed**\n\n````text\n1 2\n```\n````\n"),
            "{text}"
        );
        let mut none = InputsReport::empty("p.c", InputsStatus::None, None);
        assert_eq!(inputs(&none), "No failing input was found.\n");
        none.complete = true;
        assert!(inputs(&none).contains("every path was followed"));
    }
}
