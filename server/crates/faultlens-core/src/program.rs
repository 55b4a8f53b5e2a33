//! A program in memory, and the questions that one asks about it.

use crate::config::Options;
use crate::jobs::{
    Explaining, GivenTest, JobKind, JobSpec, LinkedSource, NotRun, Report, run_here,
};
use crate::model::{ExplainReport, LocalizeReport, TestReport};

/// A C program in memory with its tests.
#[derive(Debug, Clone)]
pub struct Program {
    spec: JobSpec,
}

impl Program {
    /// A program of one file; its name is only shown.
    pub fn new(file: &str, text: &str) -> Program {
        Program {
            spec: JobSpec {
                text: Some(text.to_owned()),
                ..JobSpec::new(JobKind::Localize, file)
            },
        }
    }

    /// Adds another source file.
    ///
    /// ```
    /// use faultlens_core::{GivenTest, Program};
    ///
    /// let program = Program::new("main.c", "#include <stdio.h>\nint twice(int);\nint main(void) { printf(\"%d\", twice(4)); }\n")
    ///     .with_source("twice.c", "int twice(int n) { return n + 2; }\n")
    ///     .with_test(GivenTest::new("four", "", "8"));
    /// let suspect = program.localize()?.ranking.remove(0);
    /// assert_eq!((&*suspect.file, suspect.line), ("twice.c", 1));
    /// # Ok::<(), faultlens_core::NotRun>(())
    /// ```
    #[must_use]
    pub fn with_source(mut self, file: &str, text: &str) -> Program {
        self.spec.linked.push(LinkedSource {
            file: file.into(),
            text: Some(text.to_owned()),
            why: None,
        });
        self
    }

    /// Adds a test.
    #[must_use]
    pub fn with_test(mut self, test: GivenTest) -> Program {
        self.spec.given.push(test);
        self
    }

    /// Sets the options, such as the limits of time and of work.
    ///
    /// ```
    /// use faultlens_core::{GivenTest, Program, config::Options};
    ///
    /// let mut options = Options::default();
    /// options.workers = 1;
    /// options.work = Some(1_000_000);
    /// let program = Program::new("one.c", "int main(void) { return 1; }\n")
    ///     .with_options(options)
    ///     .with_test(GivenTest { exit: Some(0), ..GivenTest::new("ends well", "", "") });
    /// assert_eq!(program.localize()?.ranking[0].line, 1);
    /// # Ok::<(), faultlens_core::NotRun>(())
    /// ```
    #[must_use]
    pub fn with_options(mut self, options: Options) -> Program {
        self.spec.options = options;
        self
    }

    /// Runs the tests.
    ///
    /// # Errors
    /// There are no tests, or no thread for the analysis.
    pub fn run_tests(&self) -> Result<TestReport, NotRun> {
        match self.ask(JobKind::Test, Explaining::default())? {
            Report::Test(report) => Ok(report),
            _ => Err(NotRun::OtherReport),
        }
    }

    /// Runs the tests, and searches for the places where a change would make the failing ones pass.
    ///
    /// # Errors
    /// There are no tests, or no thread for the analysis.
    pub fn localize(&self) -> Result<LocalizeReport, NotRun> {
        match self.ask(JobKind::Localize, Explaining::default())? {
            Report::Localize(report) => Ok(report),
            _ => Err(NotRun::OtherReport),
        }
    }

    /// Explains why a test fails, as a story along its run.
    ///
    /// ```
    /// use faultlens_core::{GivenTest, Program};
    ///
    /// let program = Program::new("sum.c", "#include <stdio.h>\nint main(void) {\n    int a, b;\n    scanf(\"%d %d\", &a, &b);\n    int sum = a - b;\n    printf(\"%d\\n\", sum);\n}\n")
    ///     .with_test(GivenTest::new("t", "2 3", "5"));
    /// let story = program.explain("t")?.story;
    /// assert!(story.iter().any(|sentence| sentence.text.contains("-1")));
    /// # Ok::<(), faultlens_core::NotRun>(())
    /// ```
    ///
    /// # Errors
    /// There are no tests, or no thread for the analysis.
    pub fn explain(&self, test: &str) -> Result<ExplainReport, NotRun> {
        let explain = Explaining {
            test: Some(test.to_owned()),
            is_story: true,
            ..Explaining::default()
        };
        match self.ask(JobKind::Explain, explain)? {
            Report::Explain(report) => Ok(report),
            _ => Err(NotRun::OtherReport),
        }
    }

    fn ask(&self, kind: JobKind, explain: Explaining) -> Result<Report, NotRun> {
        let spec = JobSpec {
            kind,
            explain,
            ..self.spec.clone()
        };
        run_here(&spec, &|_| {})
    }
}
