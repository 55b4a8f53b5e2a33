//! Fixes as their readers get them.
//!
//! Edits are tried in the tree, but what is shown, and applied, is a text. The text of a fix is read again, and has to
//! pass the tests as the tree did: so a pair of parentheses that is missing, or two operators that run together, never
//! reach a reader. What the program with the text does on nearby inputs is examined then, too, if that is not known:
//! a fix that was found as a part of another one, or as one for a single test, has not been compared.

use exec::run::PreparedTest;
use ir::CompSet;
use syntax::{Parse, Span, reread};

use super::budget::TrialBudget;
use super::fixer::Fixer;
use super::judges::Judges;
use super::trial::Trial;
use crate::nearby_inputs::NearbyComparison;
use crate::patch::{Fix, TextEdit};

/// Result of the tests with the text of a fix.
pub enum Reading {
    /// All tests pass with the text; the fix does this on nearby inputs.
    Passes(NearbyComparison),
    /// Some test fails with it, or it cannot be compiled.
    Fails,
    /// The text cannot be read here, or there was no time to run the tests.
    Unknown,
}

/// Reads the text of a fix of a program again, and runs the tests within a budget.
pub fn read_again(
    original: &Parse,
    fix: &Fix,
    judges: Judges<'_>,
    budget: TrialBudget,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Reading {
    if !original.can_be_reread() {
        return Reading::Unknown;
    }
    let edits: Vec<&TextEdit> = fix.edits().collect();
    let moved =
        |test: &&PreparedTest| PreparedTest::clone(test).moved(&|at| behind(at, &edits, original));
    let failing: Vec<PreparedTest> = judges.failing.iter().map(moved).collect();
    let failing: Vec<&PreparedTest> = failing.iter().collect();
    let passing = judges.passing.iter();
    let passing: Vec<(PreparedTest, &CompSet)> = passing
        .map(|(test, covered)| (moved(test), *covered))
        .collect();
    let passing: Vec<(&PreparedTest, &CompSet)> = passing
        .iter()
        .map(|(test, covered)| (test, *covered))
        .collect();
    let is_compared = fix.nearby.inputs > 0;
    let judges = Judges {
        failing: &failing,
        passing: &passing,
        nearby: judges.nearby.filter(|_| !is_compared),
        // The places of what is computed have moved.
        right: None,
        ..judges
    };
    let mut fixer = Fixer::new(original, judges, budget, stopped);
    let texts = edits.iter().map(|edit| (edit.span, &*edit.text));
    let parse = reread(original, &texts.collect::<Vec<_>>());
    let Some(program) = parse.and_then(|parse| fixer.lowered_of(&parse)) else {
        return Reading::Fails;
    };
    match fixer.trials.trial(&program, 0) {
        Trial::Passes(0) if is_compared => Reading::Passes(fix.nearby.clone()),
        Trial::Passes(0) => Reading::Passes(fixer.trials.nearby.clone()),
        // A run that was ended early has not failed.
        _ if fixer.exhausted() => Reading::Unknown,
        _ => Reading::Fails,
    }
}

/// Where a place is in the program with the texts of edits.
fn behind(place: Span, edits: &[&TextEdit], original: &Parse) -> Span {
    let path = |span: Span| original.sources.file(span.file).map(|file| &file.path);
    let moved = |at: u32, is_before: &dyn Fn(Span) -> bool| {
        let before = edits.iter().filter(|edit| is_before(edit.span));
        let before = before.filter(|edit| path(edit.span) == path(place));
        before.fold(at, |at, edit| {
            at + edit.text.len() as u32 - (edit.span.end - edit.span.start)
        })
    };
    Span {
        start: moved(place.start, &|edit| edit.end <= place.start),
        end: moved(place.end, &|edit| {
            edit.end <= place.end && edit.start < place.end
        }),
        ..place
    }
}

#[cfg(test)]
mod tests {
    use exec::run::prepare;
    use harness::{Expect, Test};
    use lower::lower;

    use super::*;
    use crate::generate::tests::read;
    use crate::validate::{LAYER_ONE, Tally, bare};

    const TEXT: &str = "int printf(const char *, ...);
int main(void) { int n = 5, i = 0;
  while (i < n - 1)
    i++;
    n = n - 1;
  printf(\"%d %d\\n\", i, n); return 0; }
";

    /// Whether `2 3` is printed with edits: texts, each with what it takes the place of.
    fn passes(edits: &[(&str, &str)]) -> bool {
        let parse = read(TEXT);
        let mut edits = edits.iter().map(|(old, new)| {
            let start = TEXT.find(old).unwrap() as u32;
            let span = Span {
                start,
                end: start + old.len() as u32,
                ..Span::default()
            };
            TextEdit {
                span,
                text: (*new).to_owned(),
            }
        });
        let mut fix = Fix::new("test", edits.next().unwrap(), 1.0);
        fix.also = edits.collect();
        let program = lower(&parse, &bare()).program;
        let expect = Expect {
            stdout: Some(b"2 3\n"[..].into()),
            ..Expect::default()
        };
        let test = Test {
            expect,
            ..Test::bare("t")
        };
        let test = prepare(&program, "main", &test).unwrap();
        let judges = Judges {
            failing: &[&test],
            passing: &[],
            nearby: None,
            right: None,
            steps: 1000,
            threads: 1,
            testing: &[],
            traps: &[],
            tally: &Tally::default(),
            without: &[],
            are_overruns: false,
        };
        match read_again(&parse, &fix, judges, LAYER_ONE, &|| false) {
            Reading::Passes(_) => true,
            Reading::Fails => false,
            Reading::Unknown => panic!("the text is not read"),
        }
    }

    #[test]
    fn a_text_passes_if_it_is_what_was_meant() {
        // No half of it is C.
        assert!(passes(&[
            ("i++;", "{ i++;"),
            ("n = n - 1;", "n = n - 1; }")
        ]));
        assert!(!passes(&[("n - 1)", "n)")]), "this prints `5 4`");
        assert!(!passes(&[("i++;", "i++")]), "this is not C");
    }

    #[test]
    fn places_move_with_the_texts_before_them() {
        let parse = read(TEXT);
        let span = |start, end| Span {
            start,
            end,
            ..Span::default()
        };
        let edit = |span, text: &str| TextEdit {
            span,
            text: text.to_owned(),
        };
        let edits = [
            edit(span(10, 12), "12345"),
            edit(span(20, 20), "12"),
            edit(span(30, 34), ""),
        ];
        let edits: Vec<&TextEdit> = edits.iter().collect();
        let moved = |start, end| {
            let moved = behind(span(start, end), &edits, &parse);
            (moved.start, moved.end)
        };
        assert_eq!(moved(2, 9), (2, 9));
        assert_eq!(
            moved(12, 20),
            (15, 23),
            "what is inserted behind it does not belong to it"
        );
        assert_eq!(moved(15, 40), (18, 41));
        assert_eq!(moved(34, 40), (35, 41));
    }
}
