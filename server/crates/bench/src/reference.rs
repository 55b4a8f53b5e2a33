//! The judge of a repair where a correct program is known: on inputs near those of the tests it must print what that
//! program prints.
//!
//! An input counts only if it looks like those of the tests (nobody says what a program has to do with others), and if C
//! defines what the reference does with it: it ends by itself, and prints the same whether
//! variables without a value start as zeros or as something else.

use std::path::PathBuf;

use harness::{Action, Compare, InputShape, Test};
use inputs::fuzz::{Dice, near};

use crate::Outcome;
use crate::case::Case;
use crate::native::Workshop;

/// Inputs that are compared.
const INPUTS: usize = 1_000;
/// Inputs on which the reference may come to no end before no more are made.
const MAX_ENDLESS: usize = 5;

/// What the reference of a case prints.
pub(crate) struct Reference {
    /// Arguments, standard input, and the output.
    runs: Vec<(Vec<String>, Vec<u8>, Vec<u8>)>,
    /// Whether white space counts, as in the tests.
    is_exact: bool,
}

impl Reference {
    /// Runs `reference.c` of a case; `None` if there is none, or if no test reads anything.
    pub(crate) fn of(
        case: &Case,
        tests: &[Test],
        workshop: &Workshop,
    ) -> Outcome<Option<Reference>> {
        let Ok(text) = std::fs::read(case.folder.join("reference.c")) else {
            return Ok(None);
        };
        let (Some(one), Some(other)) = (
            compiled(workshop, &text, "zero")?,
            compiled(workshop, &text, "pattern")?,
        ) else {
            return Ok(None);
        };
        let seeds: Vec<(Vec<String>, &[u8])> = tests.iter().filter_map(seed).collect();
        let shape = InputShape::of(seeds.iter().map(|(_, stdin)| *stdin));
        let (mut dice, mut runs, mut endless) = (Dice::default(), Vec::new(), 0);
        for (args, stdin) in seeds.iter().cycle().take(INPUTS) {
            if endless == MAX_ENDLESS {
                break;
            }
            let input = near(stdin, &mut dice);
            if shape.as_ref().is_some_and(|shape| !shape.admits(&input)) {
                continue;
            }
            match workshop.output(&one, args, &input)? {
                None => endless += 1,
                Some(printed) => {
                    if workshop.output(&other, args, &input)?.as_ref() == Some(&printed) {
                        runs.push((args.clone(), input, printed));
                    }
                }
            }
        }
        let is_exact = tests.iter().all(|t| t.expect.compare == Compare::Exact);
        Ok((!runs.is_empty()).then_some(Reference { runs, is_exact }))
    }

    /// Whether a program prints the same on all inputs.
    pub(crate) fn is_met_by(&self, text: &[u8], workshop: &Workshop) -> Outcome<bool> {
        let Some(program) = compiled(workshop, text, "zero")? else {
            return Ok(false);
        };
        for (args, input, printed) in &self.runs {
            let Some(own) = workshop.output(&program, args, input)? else {
                return Ok(false);
            };
            if own != *printed && (self.is_exact || !words(&own).eq(words(printed))) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The words of an output.
pub(crate) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = text.split(u8::is_ascii_whitespace);
    words.filter(|word| !word.is_empty())
}

/// A compiled program in which variables without a value start like this.
fn compiled(workshop: &Workshop, text: &[u8], init: &str) -> Outcome<Option<PathBuf>> {
    workshop.compile(init, text, &[&format!("-ftrivial-auto-var-init={init}")])
}

/// Arguments and standard input of a test of the whole program.
fn seed(test: &Test) -> Option<(Vec<String>, &[u8])> {
    match &test.action {
        Action::Main { args, stdin, .. } if !stdin.is_empty() => {
            let args = args
                .iter()
                .map(|arg| String::from_utf8_lossy(arg).into_owned());
            Some((args.collect(), stdin))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repairs::tests::test;

    #[test]
    fn repairs_are_compared_where_the_reference_is_defined() {
        let program = |work: &str| {
            format!(
                "#include <stdio.h>\nint main(void) {{ int n, m; scanf(\"%d %d\", &n, &m); {work} \
                 printf(\"%d\\n\", n); return 0; }}\n"
            )
        };
        let workshop = Workshop::new("reference").unwrap();
        std::fs::write(workshop.folder().join("reference.c"), program("n += m;")).unwrap();
        let case = Case {
            name: String::new(),
            folder: workshop.folder().to_owned(),
            truth: None,
        };
        let tests = [test("a", "2 2\n", "4\n")];
        let reference = Reference::of(&case, &tests, &workshop).unwrap().unwrap();
        let is_met = |work: &str| {
            let text = program(work);
            reference.is_met_by(text.as_bytes(), &workshop).unwrap()
        };
        assert!(is_met("n = m + n;"));
        assert!(!is_met("n *= m;"));
        // Where a word is missing, the sum is not defined.
        assert!(reference.runs.len() < INPUTS);
    }
}
