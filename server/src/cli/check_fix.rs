//! `check-fix PATCH`: runs the tests on a patch from elsewhere.
//!
//! The tests run twice, on the files as they are and with the patch applied in memory; nothing is written.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;
use schemars::JsonSchema;
use serde::Serialize;

use super::emit::{self, Format, Style};
use super::signals::Signals;
use super::{Exit, args, job, text::plural};
use crate::files::SourceText;
use crate::jobs::{JobKind, JobSpec, Report};
use crate::model::{Nearby, Outcome, Problem, Severity, TestReport, VERSION};
use crate::patch;

/// Maximum number of tests named.
const NAMED: usize = 8;

/// Result of checking a patch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct PatchReport {
    /// Version of the format.
    version: u32,
    /// Patch file, as the user named it.
    patch: String,
    /// Files that the patch changes.
    files: Vec<String>,
    /// Files that are not C, which the patch changes too. The tests ran without these changes.
    left_out: Vec<String>,
    /// Tests that pass with the patch.
    passing: Vec<String>,
    /// Tests that failed before, and pass with the patch.
    mended: Vec<String>,
    /// Tests that passed before, and do not pass with the patch.
    broken: Vec<String>,
    /// Tests that fail with the patch as before.
    failing: Vec<String>,
    /// Tests without a verdict, with and without the patch.
    undecided: Vec<String>,
    /// Behaviour on inputs near those of the tests.
    nearby: Nearby,
    /// Problems with the text after the patch.
    problems: Vec<Problem>,
}

/// Runs `faultlens check-fix PATCH [FILE…]`.
pub(super) fn run(matches: &ArgMatches, log: Option<&str>) -> ExitCode {
    let style = Style::of(matches);
    match check(matches, log, style) {
        Ok(checked) => {
            let exit = checked.exit();
            match style.format {
                Format::Json => emit::json(&checked, exit),
                _ => emit::result(checked.text(), exit),
            }
            .into()
        }
        Err(why) => emit::refuse(&why),
    }
}

fn check(matches: &ArgMatches, log: Option<&str>, style: Style) -> Result<PatchReport, String> {
    let name = matches.get_one::<String>("patch").cloned();
    let name = name.ok_or("no patch given")?;
    let content = read(&name).map_err(|why| format!("{name}: {why}"))?;
    let files = args::given_files(matches);
    let check = PatchCheck::new(&name, &content, files, |files| {
        job::spec_of(JobKind::Test, matches, files, style)
    })?;
    let signals = Signals::take();
    check.report(|spec| job::report_of(spec, log, &signals))
}

/// A patch, and the jobs that test a program without and with it.
pub(crate) struct PatchCheck {
    name: String,
    changed: Vec<String>,
    left_out: Vec<String>,
    before: JobSpec,
    after: JobSpec,
}

impl PatchCheck {
    /// Applies a patch in memory to the program of these files, or to the files that it names. An error is a sentence
    /// that begins with the `name` of the patch or of a file.
    pub(crate) fn new(
        name: &str,
        content: &[u8],
        mut files: Vec<String>,
        spec_of: impl FnOnce(Vec<String>) -> Result<JobSpec, String>,
    ) -> Result<PatchCheck, String> {
        let parts = patch::parse(content).map_err(|why| format!("{name}: {why}"))?;
        let (parts, left_out): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|part| is_c(&part.names[0]));
        let left_out: Vec<String> = left_out.iter().map(|part| part.names[0].clone()).collect();
        if parts.is_empty() {
            let named = left_out.join(", ");
            return Err(format!("{name}: it changes no C file, only {named}"));
        }
        if files.is_empty() {
            files = parts.iter().map(|part| on_disk(&part.names)).collect();
        }
        let before = spec_of(files)?;
        let mut after = before.clone();
        after.patched = true;
        let mut contents: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
        for part in &parts {
            let (file, text) = member(&mut after, &part.names).ok_or_else(|| {
                format!(
                    "{name}: `{}` is not one of the C files of the program",
                    part.names[0]
                )
            })?;
            let of_file = |why: String| format!("{}: {why}", file.display());
            let content = match contents.get(file) {
                Some(content) => content.clone(),
                None => fs::read(file).map_err(|error| of_file(error.to_string()))?,
            };
            let content = part.apply(&content).map_err(of_file)?;
            let source = SourceText::of(&content).map_err(of_file)?;
            contents.insert(file.clone(), content);
            *text = Some(source.text);
        }
        let changed = contents.keys().map(|file| file.display().to_string());
        Ok(PatchCheck {
            name: name.to_owned(),
            changed: changed.collect(),
            left_out,
            before,
            after,
        })
    }

    /// Runs both jobs, and compares their results. An error is a sentence about why there is nothing to compare.
    pub(crate) fn report(
        self,
        run: impl Fn(&JobSpec) -> Option<Report>,
    ) -> Result<PatchReport, String> {
        let run = |spec: &JobSpec| match run(spec) {
            Some(Report::Test(report)) if report.reason.is_none() => Ok(report),
            Some(Report::Test(report)) => {
                let problem = report.problems.first().map(|p| p.message.clone());
                Err(problem.or(report.reason).unwrap_or_default())
            }
            _ => Err("the tests could not be run".to_owned()),
        };
        let (before, after) = (run(&self.before)?, run(&self.after)?);
        Ok(PatchReport {
            left_out: self.left_out,
            ..PatchReport::new(self.name, self.changed, &before, &after)
        })
    }
}

/// Reads a patch: `-` is stdin.
fn read(name: &str) -> Result<Vec<u8>, String> {
    let read = if name == "-" {
        let mut content = Vec::new();
        std::io::stdin().read_to_end(&mut content).map(|_| content)
    } else {
        fs::read(name)
    };
    read.map_err(|error| error.to_string())
}

/// Whether a file of this name is C: a source or a header. Changes of all other files, such as those of tests and of
/// documentation, are left out.
fn is_c(name: &str) -> bool {
    let extension = Path::new(name).extension();
    extension.is_some_and(|extension| extension == "c" || extension == "h")
}

/// The first of these names that is a file on disk.
fn on_disk(names: &[String]) -> String {
    let there = names.iter().find(|name| Path::new(name).is_file());
    there.unwrap_or(&names[0]).clone()
}

/// File of a program that one of these names refers to, and its text in the job.
fn member<'s>(
    spec: &'s mut JobSpec,
    names: &[String],
) -> Option<(&'s PathBuf, &'s mut Option<String>)> {
    let is_meant = |file: &Path| names.iter().any(|name| file.ends_with(name));
    if is_meant(&spec.file) {
        return Some((&spec.file, &mut spec.text));
    }
    let linked = spec.linked.iter_mut().find(|other| is_meant(&other.file))?;
    Some((&linked.file, &mut linked.text))
}

impl PatchReport {
    fn new(
        patch: String,
        files: Vec<String>,
        before: &TestReport,
        after: &TestReport,
    ) -> PatchReport {
        let old: BTreeMap<&str, Outcome> = before
            .tests
            .iter()
            .map(|test| (&*test.id, test.outcome))
            .collect();
        let mut checked = PatchReport {
            version: VERSION,
            patch,
            files,
            left_out: Vec::new(),
            passing: Vec::new(),
            mended: Vec::new(),
            broken: Vec::new(),
            failing: Vec::new(),
            undecided: Vec::new(),
            nearby: after.nearby.clone().unwrap_or_default(),
            problems: after.problems.clone(),
        };
        checked.problems.retain(|p| p.severity == Severity::Error);
        for test in &after.tests {
            let passed = old.get(&*test.id) == Some(&Outcome::Pass);
            let kinds: &mut [&mut Vec<String>] = match test.outcome {
                Outcome::Pass if passed => &mut [&mut checked.passing],
                Outcome::Pass => &mut [&mut checked.passing, &mut checked.mended],
                Outcome::Ignored => &mut [],
                _ if passed => &mut [&mut checked.broken],
                Outcome::Fail => &mut [&mut checked.failing],
                Outcome::Unanalysable => &mut [&mut checked.undecided],
            };
            for kind in kinds {
                kind.push(test.id.clone());
            }
        }
        checked
    }

    fn exit(&self) -> Exit {
        if !self.broken.is_empty() || !self.failing.is_empty() {
            Exit::Suspects
        } else if !self.undecided.is_empty() || self.passing.is_empty() {
            Exit::Stopped
        } else {
            Exit::NothingSuspicious
        }
    }

    /// The result as text, in some lines.
    pub(crate) fn text(&self) -> String {
        let count =
            self.passing.len() + self.failing.len() + self.broken.len() + self.undecided.len();
        let mut text = match (self.exit(), count) {
            (Exit::NothingSuspicious, 1) => "the one test passes".to_owned(),
            (Exit::NothingSuspicious, n) => format!("all {n} tests pass"),
            _ => format!(
                "{} of {} pass",
                self.passing.len(),
                plural(count, "test", "tests")
            ),
        };
        text.push_str(" with this patch\n");

        if !self.left_out.is_empty() {
            let named = self.left_out.join(", ");
            let they_are = match self.left_out.len() {
                1 => "it is",
                _ => "they are",
            };
            let _ = writeln!(text, "  left out, because {they_are} not C: {named}");
        }

        // Problems with the patch or the tests.
        for problem in &self.problems {
            let line = problem
                .line
                .map_or_else(String::new, |line| format!(":{line}"));
            let _ = writeln!(text, "  {}{line}: {}", problem.file, problem.message);
        }

        // Tests by the effect of the patch, a few of each kind by name.
        for (what, tests) in [
            ("mended", &self.mended),
            ("still failing", &self.failing),
            ("broken", &self.broken),
            ("undecided", &self.undecided),
        ] {
            if !tests.is_empty() {
                let mut named = tests[..tests.len().min(NAMED)].join(", ");
                if tests.len() > NAMED {
                    let _ = write!(named, " and {} more", tests.len() - NAMED);
                }
                let _ = writeln!(text, "  {what}: {named}");
            }
        }

        // A patch that passes the tests may still break the program on other inputs.
        if self.nearby.breaks.len() > self.nearby.heals {
            let first = self.nearby.breaks[0].split_whitespace();
            let first = first.collect::<Vec<_>>().join(" ");
            let _ = writeln!(
                text,
                "  but of {} near those of the tests, {} lead to undefined behaviour that was not there before: {first}",
                plural(self.nearby.inputs, "input", "inputs"),
                self.nearby.breaks.len(),
            );
        }
        text
    }
}
