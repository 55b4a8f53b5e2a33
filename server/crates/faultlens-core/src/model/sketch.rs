//! A sketch: the program with holes in the place of a set of changes, and everything known about the contents of the
//! holes. A person or a code-generating program fills the holes; `check-fix` says whether the result is right.
//!
//! The term is from A. Solar-Lezama, *Program Synthesis by Sketching*, 2008.

use std::fmt::Write;

use super::{Component, Diagnosis, LocalizeReport, Side};

/// Maximum number of failing tests listed.
const MOST_TESTS: usize = 20;
/// Maximum number of values listed for a hole.
const MOST_VALUES: usize = 20;

/// Files that a sketch needs: those with components of the best set. `None` without a set.
pub fn files(report: &LocalizeReport) -> Option<Vec<&str>> {
    let best = report.diagnoses.first()?;
    let mut files: Vec<&str> = best.components.iter().map(|c| &*c.file).collect();
    files.sort_unstable();
    files.dedup();
    Some(files)
}

/// Sketch of these files, given with their texts.
pub fn sketch(report: &LocalizeReport, files: &[(&str, String)]) -> String {
    let Some(best) = report.diagnoses.first() else {
        return String::new();
    };
    let mut text = head(report, best);
    for (file, source) in files {
        let _ = writeln!(text, "\n/* ---- {file} ---- */\n");
        text.push_str(&with_holes(file, source, best));
    }
    text
}

/// Comment that describes the task.
fn head(report: &LocalizeReport, best: &Diagnosis) -> String {
    let mut text = String::from("/*\n");
    let (failing, file) = (report.tests.failing.len(), &report.file);
    let holes = best.components.len();
    let _ = writeln!(
        text,
        "{failing} of {} tests of {file} fail. With other code in the {} below they can pass.\n\
         Replace each HOLE by C code that is right in general, not only for these tests, and change nothing\n\
         else if you can. Answer with a unified diff against the original text, which stands in the comments.\n\
         To check an answer: faultlens check-fix ANSWER.patch {file}",
        report.tests.total,
        if holes == 1 { "hole" } else { "holes" },
    );
    for (number, component) in (1..).zip(&best.components) {
        let _ = writeln!(text, "\nHOLE_{number}: {}", what(component));
        for value in component.values.iter().take(MOST_VALUES) {
            let was = value
                .was
                .as_deref()
                .map_or_else(String::new, |was| format!("was {was}, "));
            let _ = writeln!(
                text,
                "  test {}, execution {}: {was}a value with which the test passes: {}",
                value.test,
                value.execution,
                value.needed()
            );
        }
        let more = component.values.len().saturating_sub(MOST_VALUES) + component.values_left_out;
        if more > 0 {
            let _ = writeln!(text, "  … {more} more");
        }
    }
    text.push_str("\nFailing tests:\n");
    for test in report.tests.details.iter().take(MOST_TESTS) {
        let _ = writeln!(text, "  {}: {}", test.id, test.message);
    }
    let more = report.tests.details.len().saturating_sub(MOST_TESTS);
    if more > 0 {
        let _ = writeln!(text, "  and {more} more");
    }
    // Quoted text must not end the comment.
    text.replace("*/", "* /") + "*/\n"
}

fn what(component: &Component) -> String {
    let place = format!("{}:{}", component.file, component.line);
    match component.missing() {
        Some(side) => format!(
            "{place}, in `{}`, a statement that may be missing {side}",
            component.function
        ),
        None => format!(
            "{place}, in `{}`, {} `{}`",
            component.function, component.kind, component.text
        ),
    }
}

/// Text of a file with the holes of a set.
fn with_holes(file: &str, source: &str, best: &Diagnosis) -> String {
    let mut holes: Vec<(usize, usize, String)> = Vec::new();
    for (number, c) in (1..).zip(&best.components).filter(|(_, c)| c.file == file) {
        let (start, end) = (c.start as usize, c.end as usize);
        holes.push(match c.missing {
            None => {
                let old = c.text.replace("*/", "* /");
                (start, end, format!("HOLE_{number} /* {old} */"))
            }
            Some(Side::After) => (end, end, format!(" HOLE_{number};")),
            Some(_) => (start, start, format!("HOLE_{number}; ")),
        });
    }
    holes.sort();
    let mut text = String::with_capacity(source.len());
    let mut copied = 0;
    for (start, end, hole) in holes {
        // A hole inside another one is part of it.
        let Some(between) = source.get(copied..start) else {
            continue;
        };
        text.push_str(between);
        text.push_str(&hole);
        copied = end;
    }
    text.push_str(source.get(copied..).unwrap_or_default());
    text
}
