//! Rule: nothing refers to documents outside the repository, because a clone does not contain them.

use crate::source::Repository;
use crate::{Finding, Rule};

/// Texts that occur only in such references.
const SIGNS: [&str; 4] = ["../shared", "DESIGN §", "DESIGN,", "anchors/"];

pub(crate) fn check(repository: &Repository) -> Rule {
    let mut findings = Vec::new();
    let texts = repository
        .texts
        .iter()
        .filter(|(path, _)| !path.starts_with("xtask/tidy/"));
    for (path, text) in texts {
        for (line, content) in (1..).zip(text.lines()) {
            if let Some(sign) = SIGNS.iter().find(|sign| content.contains(**sign)) {
                findings.push(Finding {
                    file: path.clone(),
                    line,
                    message: format!("refers to a document outside the repository (`{sign}`)"),
                });
            }
        }
    }
    Rule {
        name: "references outside the repository",
        is_error: true,
        findings,
    }
}
