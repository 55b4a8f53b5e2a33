//! The judge of a repair where tests were held back: those in `hidden/` of a case, which no search has seen.

use std::fs;

use crate::Outcome;
use crate::case::Case;
use crate::native::Workshop;
use crate::reference::words;

/// Inputs with the expected outputs, white space aside.
pub(crate) struct HeldBack(Vec<(Vec<u8>, Vec<u8>)>);

impl HeldBack {
    /// The tests `hidden/*.in` with `*.out` of a case; `None` if there are none.
    pub(crate) fn of(case: &Case) -> Option<HeldBack> {
        let files = fs::read_dir(case.folder.join("hidden")).ok()?;
        let files = files.flatten().map(|entry| entry.path());
        let inputs = files.filter(|path| path.extension().is_some_and(|end| end == "in"));
        let tests = inputs.filter_map(|path| {
            let wanted = fs::read(path.with_extension("out")).ok()?;
            Some((fs::read(&path).ok()?, wanted))
        });
        let tests: Vec<_> = tests.collect();
        (!tests.is_empty()).then_some(HeldBack(tests))
    }

    /// Whether a program passes all of them.
    pub(crate) fn are_passed_by(&self, text: &[u8], workshop: &Workshop) -> Outcome<bool> {
        let init = "-ftrivial-auto-var-init=zero";
        let Some(program) = workshop.compile("held-back", text, &[init])? else {
            return Ok(false);
        };
        for (input, wanted) in &self.0 {
            let printed = workshop.output(&program, &[], input)?;
            if !printed.is_some_and(|printed| words(&printed).eq(words(wanted))) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repair_has_to_pass_the_tests_that_were_held_back() {
        let workshop = Workshop::new("held-back").unwrap();
        let case = Case {
            name: String::new(),
            folder: workshop.folder().to_owned(),
            truth: None,
        };
        assert!(HeldBack::of(&case).is_none());
        fs::create_dir_all(case.folder.join("hidden")).unwrap();
        fs::write(case.folder.join("hidden/1.in"), "3 4").unwrap();
        fs::write(case.folder.join("hidden/1.out"), "12\n").unwrap();
        let held_back = HeldBack::of(&case).unwrap();
        let passes = |result: &str| {
            let text = format!(
                "#include <stdio.h>\nint main(void) {{ int a, b; scanf(\"%d%d\", &a, &b); printf(\"%d \", {result}); }}\n"
            );
            held_back.are_passed_by(text.as_bytes(), &workshop).unwrap()
        };
        assert!(passes("a * b"));
        assert!(!passes("a + b") && !passes("a *"));
    }
}
