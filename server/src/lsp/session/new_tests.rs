//! Tests that the user creates in the editor. Files are written outside the session's task, and then treated as
//! changed.

use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};
use tower_lsp::ls_types::Uri;

use super::{Event, Reply, Session};
use crate::model::{Outcome, TestReport, TestResult};
use crate::new_test::{self, New};

/// Extensions of files with expected output.
const OUTPUTS: [&str; 3] = ["out", "ans", "expected"];

impl Session {
    /// Writes tests from a text.
    pub(super) fn new_test(&self, uri: Option<&Uri>, text: String, reply: Reply) {
        let path = match self.path_of(uri) {
            Ok(path) => path,
            Err(why) => {
                let _ = reply.send(Err(why));
                return;
            }
        };
        self.write_files(reply, move || {
            let mut tests = new_test::described(&text);
            if tests.is_empty() {
                tests.push(New::typed(&text, Some("")));
            }
            let folder = new_test::folder_of(&path);
            let names = new_test::write(&folder, &tests)?;
            let files = names.iter().map(|name| folder.join(format!("{name}.out")));
            Ok((files.collect(), json!(names)))
        });
    }

    /// Makes the actual output of a test its expected output; without a name, of the first test that fails.
    pub(super) fn accept_output(&mut self, uri: Option<&Uri>, test: &str, reply: Reply) {
        let meant = self.meant(uri);
        let printed = self.path_of(uri).and_then(|path| {
            let snapshot = self.snapshot(&meant?);
            let tests = snapshot.and_then(|snapshot| snapshot.tests.clone());
            let tests = tests.ok_or("the tests have not run yet")?;
            accepted(&path, &tests.report, test)
        });
        let (file, text) = match printed {
            Ok(printed) => printed,
            Err(why) => {
                let _ = reply.send(Err(why));
                return;
            }
        };
        self.write_files(reply, move || {
            std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
            let shown = json!(file.display().to_string());
            Ok((vec![file], shown))
        });
    }

    fn path_of(&self, uri: Option<&Uri>) -> Result<PathBuf, String> {
        let key = self.meant(uri)?;
        let document = self.documents.get(&key);
        let path = document.and_then(|document| document.path.clone());
        path.ok_or_else(|| format!("{key} is no open file on disk"))
    }

    /// Writes files on another thread, answers, and has them treated like other changed files.
    fn write_files(
        &self,
        reply: Reply,
        write: impl FnOnce() -> Result<(Vec<PathBuf>, Json), String> + Send + 'static,
    ) {
        let events = self.events.clone();
        tokio::task::spawn_blocking(move || {
            let answer = write().map(|(files, answer)| {
                events.send(Event::FilesChanged(files));
                answer
            });
            let _ = reply.send(answer);
        });
    }
}

/// File of a test's expected output, and the actual output. Only the output of a run that ended by itself can be
/// accepted.
fn accepted(program: &Path, report: &TestReport, test: &str) -> Result<(PathBuf, String), String> {
    let mut tests = report.tests.iter();
    let found = match test {
        "" => tests.find(|found| found.outcome == Outcome::Fail),
        test => tests.find(|found| found.id == test),
    };
    let test = found.map_or(test, |found| &found.id);
    let TestResult {
        outcome,
        path,
        stdout,
        exit,
        reason,
        ..
    } = found.ok_or_else(|| match test {
        "" => "no test fails".to_owned(),
        test => format!("there is no test `{test}`"),
    })?;
    if *outcome != Outcome::Fail {
        return Err(format!("`{test}` does not fail"));
    }
    if exit.is_none() {
        let reason = reason.as_deref().unwrap_or("it does not end by itself");
        return Err(format!("what `{test}` printed is not all of it: {reason}"));
    }
    let folder = program.parent().unwrap_or(Path::new(""));
    let file = path.as_ref().map(|path| folder.join(path));
    let is_output = |file: &PathBuf| {
        let extension = file.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| OUTPUTS.contains(&extension))
    };
    let file = file.filter(is_output).ok_or_else(|| {
        format!(
            "`{test}` keeps what it expects among other things, which have to be changed by hand"
        )
    })?;
    Ok((file, stdout.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::views::testing::test_report;

    #[test]
    fn only_what_a_file_expects_and_a_run_has_printed_can_be_accepted() {
        let mut report = test_report(3);
        let failing = report
            .tests
            .iter_mut()
            .find(|test| test.outcome == Outcome::Fail);
        let failing = failing.unwrap();
        let id = failing.id.clone();
        failing.path = Some("tests/1.out".to_owned());
        failing.exit = Some(0);
        failing.stdout = "7\n".to_owned();
        let program = Path::new("/p/a.c");
        let found = accepted(program, &report, &id).unwrap();
        assert_eq!(found, (PathBuf::from("/p/tests/1.out"), "7\n".to_owned()));
        assert!(accepted(program, &report, "no such").is_err());
        let at = report.tests.iter().position(|test| test.id == id).unwrap();
        report.tests[at].exit = None;
        assert!(accepted(program, &report, &id).is_err());
        report.tests[at].exit = Some(0);
        report.tests[at].path = Some("faultlens.toml".to_owned());
        assert!(accepted(program, &report, &id).is_err());
    }
}
