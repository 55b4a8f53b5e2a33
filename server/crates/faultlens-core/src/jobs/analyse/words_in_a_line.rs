//! Files of arguments with several words in one line, which are one argument as documented: if all tests with such a
//! file fail, and some of them pass with the words as arguments, the report says so.

use std::path::Path;

use exec::run::{TestOutcome, Verdict};
use harness::{Action, Test};
use localize::Session;

use super::Job;
use super::run::{Ready, core_options};

/// Most tests that are run once more.
const MOST_TESTS: usize = 20;

impl Job<'_> {
    /// A sentence for the user, if the words of a line were meant to be arguments.
    pub(super) fn remark_on_arguments(
        &self,
        ready: &Ready<'_>,
        outcomes: &[TestOutcome],
    ) -> Option<String> {
        let tests = ready.tests().iter().zip(outcomes);
        let tests = tests.filter_map(|(test, ran)| Some((with_words(test)?, ran)));
        let tests: Vec<(Test, &TestOutcome)> = tests.collect();
        let (first, _) = tests.first()?;
        if !tests
            .iter()
            .all(|(_, ran)| matches!(ran.verdict, Verdict::Fail(_)))
        {
            return None;
        }
        let file = Path::new(&first.origin.path).with_extension(ARGUMENTS);
        let file = file.file_name()?.to_string_lossy().into_owned();
        let mut again: Vec<Test> = tests.into_iter().map(|(test, _)| test).collect();
        again.truncate(MOST_TESTS);
        let options = core_options(&self.spec.options);
        let mut session = Session::new(ready.parse, ready.program, &again, options);
        let outcomes = session.run_tests(&self.outside()).iter();
        let passing = outcomes.filter(|ran| ran.verdict == Verdict::Pass).count();
        (passing > 0).then(|| {
            format!(
                "each line of {file} and the like is one argument; with one word in each line, {passing} of {} failing tests would pass",
                again.len()
            )
        })
    }
}

const ARGUMENTS: &str = "args";

/// A test with the words of its only line as arguments.
fn with_words(test: &Test) -> Option<Test> {
    let mut changed = test.clone();
    let Action::Main { args, .. } = &mut changed.action else {
        return None;
    };
    let [line] = &args[..] else {
        return None;
    };
    let words = shlex::split(std::str::from_utf8(line).ok()?)?;
    let has_file = Path::new(&test.origin.path)
        .with_extension(ARGUMENTS)
        .is_file();
    if words.len() < 2 || !has_file {
        return None;
    }
    *args = words.into_iter().map(String::into_bytes).collect();
    Some(changed)
}
