//! The only place that calls the pure core: takes a job, and produces events and a report.

mod compared_values;
mod contracts;
mod coverage_elsewhere;
mod display_paths;
mod explain;
mod inputs;
mod long_double;
mod nearby;
mod not_searched;
mod pins;
mod ranges;
mod reference;
mod root_causes;
mod run;
mod run_steps;
mod story;
mod test_places;
mod trace;
mod undefined;
mod unit_tests;
mod valid;
mod white_space;
mod without_tests;
mod words_in_a_line;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ::contracts::Callable;
use exec::run::TestOutcome;
use harness::TestSearch;
use ir::Program;
use lower::{LowerOptions, LoweredUnit, lower};
use syntax::ast::Item;
use syntax::{Parse, Severity};

use test_places::Places;

use super::control::{Control, peak_memory_mb};
use super::convert::Names;
use super::phases::Phases;
use super::protocol::{Event, JobKind, JobSpec, Report};
use crate::config;
use crate::files::frameworks::{self, AppendedText};
use crate::files::{self, DiskIncludes, Preprocessing, Projects, SourceText, verifier};
use crate::model;
use crate::model::{
    Build, ExplainReport, ExplainStatus, InputsReport, InputsStatus, LocalizeReport, Problem,
    SkippedCandidate, Status, TestReport, TraceReport, TraceStatus,
};

const LAYOUT: &str = "numbers made from addresses are those of one run, and differ in others";
const LATIN1: &str = "the file is not UTF-8 and was read as Latin-1";

/// Runs the job.
pub(super) fn analyse(spec: &JobSpec, control: &Control, emit: &(dyn Fn(&Event) + Sync)) -> Report {
    let mut job = Job::new(spec, control, emit);
    job.run()
        .unwrap_or_else(|no_answer| job.unanalysable(no_answer))
}

/// Reason why no answer can be given, and its line in the main file.
struct NoAnswer {
    reason: String,
    line: Option<u32>,
    /// Whether nothing is wrong: there is no failure to answer for.
    is_calm: bool,
}

impl From<String> for NoAnswer {
    fn from(reason: String) -> NoAnswer {
        NoAnswer {
            reason,
            line: None,
            is_calm: false,
        }
    }
}

/// A job in progress.
struct Job<'a> {
    spec: &'a JobSpec,
    control: &'a Control,
    emit: &'a (dyn Fn(&Event) + Sync),
    /// Name of the file, as given by the user.
    file: String,
    phases: Mutex<Phases>,
    problems: Vec<Problem>,
    skipped: Vec<SkippedCandidate>,
    /// Assumptions made when the files were read, as sentences.
    assumed: Vec<String>,
    /// Files and flags that a compiler would get, as far as the files were read.
    build: Build,
    /// Functions that need a harness even without a contract, once they are known.
    called: Option<BTreeSet<String>>,
    /// Whether the program has no tests but crashes.
    is_untested: bool,
    /// Functions that can be called with arguments from standard input.
    callable: Vec<Callable>,
    /// Descriptions of builds that were read.
    projects: Projects,
}

impl<'a> Job<'a> {
    fn new(spec: &'a JobSpec, control: &'a Control, emit: &'a (dyn Fn(&Event) + Sync)) -> Job<'a> {
        Job {
            spec,
            control,
            emit,
            file: spec.file.display().to_string(),
            phases: Mutex::default(),
            problems: Vec::new(),
            skipped: Vec::new(),
            assumed: Vec::new(),
            build: Build::default(),
            called: None,
            is_untested: false,
            callable: Vec::new(),
            projects: Projects::default(),
        }
    }

    /// Ends the previous phase and begins this one.
    fn phase(&self, name: &'static str) {
        let now = self.now();
        self.phases().begin(name, now);
        tracing::debug!(phase = name);
        (self.emit)(&Event::Phase {
            name: name.to_owned(),
        });
    }

    fn phases(&self) -> MutexGuard<'_, Phases> {
        self.phases.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Milliseconds since the start of the job.
    fn now(&self) -> f64 {
        self.control.elapsed().as_secs_f64() * 1000.0
    }

    fn run(&mut self) -> Result<Report, NoAnswer> {
        let asks_z3 = matches!(self.spec.kind, JobKind::Localize | JobKind::Explain);
        if asks_z3 && self.spec.options.solver == config::Solver::Z3 {
            smt::z3().map_err(str::to_owned)?;
        }
        self.phase("parse");
        let places = Places::of(self.spec, &self.spec.file)?;
        let beside = self.spec.options.workers > 1;
        let mut projects = Projects::default();
        let (read, search) = exec::parallel::join(
            "places",
            beside,
            || self.read(),
            || places.search(&mut projects),
        );
        self.projects.add(projects);
        let read = self.with_harnesses(read?)?;
        let report = self.answer(&read, search);
        self.leave(read);
        report
    }

    /// Frees what is no longer needed, unless the process ends after the report: the caller is waiting.
    fn leave<T>(&self, data: T) {
        if !self.spec.is_in_memory() {
            std::mem::forget(data);
        }
    }

    /// The report on a program that was read, with the tests of a search.
    fn answer(
        &mut self,
        read: &(Parse, LoweredUnit),
        search: TestSearch<'_>,
    ) -> Result<Report, NoAnswer> {
        let (parse, lowered) = read;
        let components = lowered.program.components.len() as u64;
        let known = &self.control.components;
        known.store(components, Ordering::Relaxed);
        self.problems_of(parse, &lowered.problems)?;
        self.warn_of_undefined(parse, &lowered.program);
        self.phase("discover");
        // Tests are named after the file that contains the program's entry.
        let elsewhere = self.begins_elsewhere(parse, &lowered.program);
        let elsewhere = elsewhere.map(|file| Places::of(self.spec, file));
        let elsewhere = elsewhere.transpose()?;
        let search = match &elsewhere {
            Some(places) => places.search(&mut self.projects),
            None => search,
        };
        let mut discovery = match self.discover(parse, &lowered.program, search) {
            // A job that searches for tests needs none.
            Err(_) if self.spec.kind == JobKind::Find => harness::Discovery::default(),
            Err(no_tests) if self.spec.tests.is_none() => {
                self.crashes(parse, &lowered.program, no_tests)?
            }
            discovery => discovery?,
        };
        let rounded = long_double::allow_rounding(&mut discovery.tests, &lowered.warnings);
        self.assumed.extend(rounded.map(str::to_owned));
        let ready = run::Ready {
            parse,
            program: &lowered.program,
            warnings: &lowered.warnings,
            discovery: &discovery,
        };
        let report = match self.spec.kind {
            JobKind::Localize => Report::Localize(self.localize(&ready)),
            JobKind::Test => Report::Test(self.test(&ready)),
            JobKind::Explain => Report::Explain(self.explain(&ready)?),
            JobKind::Trace => Report::Trace(self.trace(&ready)?),
            JobKind::Find => Report::Inputs(self.find(&ready)?),
            JobKind::Reduce => Report::Inputs(self.reduce(&ready)?),
        };
        self.leave(discovery);
        Ok(report)
    }

    /// Reads and lowers the program.
    fn read(&mut self) -> Result<(Parse, LoweredUnit), NoAnswer> {
        let parse = self.parse()?;
        let lowered = lower(&parse, &LowerOptions::default());
        Ok((parse, lowered))
    }

    /// Reads a program without a `main` again for a search for inputs: functions with assertions get a harness, too.
    fn with_harnesses(
        &mut self,
        read: (Parse, LoweredUnit),
    ) -> Result<(Parse, LoweredUnit), NoAnswer> {
        let (parse, lowered) = &read;
        let testable = self.testable(parse, &lowered.program).into_iter();
        let new: Vec<String> = testable
            .filter(|f| self.callable(&f.name).is_none())
            .map(|f| f.name.clone())
            .collect();
        if self.spec.kind != JobKind::Find || new.is_empty() {
            return Ok(read);
        }
        let known = self.called.take().unwrap_or_default();
        let called = known.into_iter().chain(new).collect();
        *self = Job {
            called: Some(called),
            phases: std::mem::take(&mut self.phases),
            ..Job::new(self.spec, self.control, self.emit)
        };
        self.read()
    }

    fn parse(&mut self) -> Result<Parse, NoAnswer> {
        let spec = self.spec;
        let mut parse = self.parse_file(&spec.file, spec.text.as_ref(), 0, None)?;
        if spec.linked.is_empty()
            && !unit_tests::defines(&parse, &spec.options.entry)
            && let Some(first) = parse.sources.files.first()
            && let Some(name) = files::guard_of_main(&first.text)
        {
            self.assumed.push(format!(
                "`{name}` is defined: without it there is no `main`"
            ));
            parse = self.parse_file(&spec.file, spec.text.as_ref(), 0, Some(name))?;
        }
        let linked = spec.linked.iter();
        let boundary = test_places::boundary(spec);
        for other in linked.filter(|other| !frameworks::is_library(&other.file)) {
            // Files from a list must be inside the project; those found from the program's text or named by the user
            // may be outside.
            if other.why.is_none() && !boundary.holds(&other.file) {
                let file = other.file.display();
                return Err(format!("the source file {file} {}", harness::OUTSIDE).into());
            }
            let first_file = parse.sources.files.len();
            let unit = self
                .parse_file(&other.file, other.text.as_ref(), first_file, None)
                .map_err(|no_answer| format!("{}: {}", other.file.display(), no_answer.reason))?;
            parse.link(unit);
        }
        if frameworks::included(&parse.sources) {
            let (path, text) = frameworks::definitions(|name| unit_tests::defines(&parse, name));
            link_ours(&mut parse, &path, &text)?;
        }
        let texts = parse.sources.texts_of_user();
        let unit = verifier::definitions(texts, |name| unit_tests::defines(&parse, name));
        if let Some((path, text)) = unit {
            link_ours(&mut parse, &path, &text)?;
        }
        parse.find_copies();
        parse.sources.unset_is_any = spec.options.uninit == config::Uninit::Any;
        Ok(parse)
    }

    /// The file that contains the program's entry, if it is one of the linked files.
    fn begins_elsewhere(&self, parse: &Parse, program: &Program) -> Option<&Path> {
        let entry = program.function(&self.spec.options.entry)?;
        let entry = program.functions.get(entry.index())?;
        let source = parse.sources.file(entry.span.file)?;
        let mut linked = self.spec.linked.iter().map(|linked| &*linked.file);
        linked.find(|file| file.as_os_str() == source.path.as_str())
    }

    /// Assumptions besides those of the core: which files belong to the program, and which do not exist.
    fn assumptions(&self, outcomes: &[TestOutcome]) -> Vec<String> {
        let missing = outcomes.iter().flat_map(|ran| &ran.missing);
        let missing: BTreeSet<&str> = missing.map(String::as_str).collect();
        let missing = missing.into_iter().map(|name| {
            format!("`{name}`, which the program looks for outside the project, does not exist")
        });
        let read = self.assumed.iter().cloned();
        let by_layout = outcomes.iter().any(|ran| ran.depends_on_layout);
        let layout = by_layout.then(|| LAYOUT.to_owned());
        let all = self.linked_files().chain(read).chain(missing);
        all.chain(layout).collect()
    }

    /// The files that the user did not name, and the reasons why they belong to the program.
    fn linked_files(&self) -> impl Iterator<Item = String> {
        let file = std::path::absolute(&self.spec.file).unwrap_or_default();
        let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
        self.spec.linked.iter().filter_map(move |linked| {
            let why = linked.why.as_ref()?;
            let absolute = std::path::absolute(&linked.file).ok()?;
            let file = files::relative(&absolute, &folder).unwrap_or(absolute);
            Some(format!("{} belongs to the program: {why}", file.display()))
        })
    }

    /// Parses one translation unit; `first_file` is the number of source texts before it, and `defined` a macro to
    /// define in addition to those of the flags.
    fn parse_file(
        &mut self,
        path: &Path,
        unsaved: Option<&String>,
        first_file: usize,
        defined: Option<String>,
    ) -> Result<Parse, NoAnswer> {
        let source = match unsaved {
            Some(text) => SourceText::of_buffer(text, path)?,
            None => files::read_source(path)?,
        };
        if source.latin1 {
            self.warn_of(path, LATIN1.to_owned());
        }

        // Flags of the build, with what is said about them, and the options of the user.
        let name = path.display().to_string();
        let mut flags = if self.spec.is_in_memory() {
            files::Flags::default()
        } else {
            files::flags_within(path, &mut self.projects)
        };
        if let Some(problem) = &flags.problem {
            self.warn_of(path, problem.clone());
        }
        flags.defines.extend(defined);
        self.note_build(&name, &flags);
        flags.inside = test_places::boundary(self.spec).folders();
        for forced in std::mem::take(&mut flags.forced_includes) {
            if flags.may_include(&forced) {
                flags.forced_includes.push(forced);
            } else {
                self.warn_of(path, outside(&forced));
            }
        }
        let model = self.spec.options.data_model.chosen(flags.data_model);
        flags.data_model = Some(model);
        self.say_data_model(model);
        if self.spec.options.include_ignored {
            flags.defines.push(frameworks::INCLUDE_IGNORED.to_owned());
        }

        // The text is preprocessed here, or by a compiler within these limits.
        let first_file = number_of_files(first_file)?;
        let limits = files::compiler::CompilerLimits {
            memory_mb: self.spec.options.memory_mb,
            seconds: self.spec.options.time_limit().as_secs().saturating_add(1),
        };
        let unit = files::parse_unit(path, &source, &flags, first_file, limits);
        for said in flags.origin_sentence().into_iter().chain(unit.found_nearby) {
            if !self.assumed.contains(&said) {
                self.assumed.push(said);
            }
        }

        for file in &unit.refused {
            self.warn_of(path, outside(file));
        }

        // A text that was preprocessed here can be read again with functions that run its tests or check its contracts.
        flags.include_dirs.extend(unit.include_dirs);
        match unit.preprocessing {
            Preprocessing::BuiltIn => {
                Ok(self.with_appended(unit.parse, path, &source, &flags, first_file))
            }
            Preprocessing::Compiler => Ok(unit.parse),
            Preprocessing::CompilerFailed(why) => {
                let headers = unit.parse.missing_headers.join(", ");
                self.warn_of(path, format!("{headers} could not be included: {why}"));
                Ok(unit.parse)
            }
        }
    }

    /// Parses a unit again with generated functions at its end, if it has unit tests or contracts: functions that run
    /// its tests, and those that check its contracts.
    fn with_appended(
        &mut self,
        mut parse: Parse,
        path: &Path,
        source: &SourceText,
        flags: &files::Flags,
        first_file: u16,
    ) -> Parse {
        let tests = frameworks::included(&parse.sources).then(|| unit_tests::visible_tests(&parse));
        let runners = frameworks::runners(&tests.unwrap_or_default());
        let mut rejected = BTreeMap::new();
        loop {
            let called = self
                .called
                .get_or_insert_with(|| contracts::called_functions(self.spec));
            let harness = ::contracts::harness(&parse, first_file, called, &rejected);
            let appended = harness.text.clone() + &runners;
            if appended.is_empty() {
                contracts::weave(&mut parse, &harness);
                return parse;
            }
            let includes = DiskIncludes::new(path, flags);
            let includes = AppendedText::new(&includes, appended);
            let options = syntax::Options {
                first_file,
                latin1: source.latin1,
                ..files::syntax_options(flags)
            };
            let text = AppendedText::<DiskIncludes>::to(&source.text);
            let mut woven = syntax::parse(&path.to_string_lossy(), &text, &includes, &options);
            contracts::weave(&mut woven, &harness);
            // Each turn rejects functions of the harness, of which there are finitely many.
            let wrong = contracts::with_errors(&woven, &harness);
            if wrong.is_empty() {
                self.callable.extend(harness.callable);
                return woven;
            }
            rejected.extend(wrong);
        }
    }

    /// Notes the flags that a compiler would get for a file.
    fn note_build(&mut self, file: &str, flags: &files::Flags) {
        let build = &mut self.build;
        if !build.files.iter().any(|known| known == file) {
            build.files.push(file.to_owned());
        }
        for flag in flags.arguments() {
            if !flag.contains("__FAULTLENS") && !build.flags.contains(&flag) {
                build.flags.push(flag);
            }
        }
    }

    /// Adds a note to the results if the data model is not that of this machine.
    fn say_data_model(&mut self, model: syntax::DataModel) {
        if model == syntax::DataModel::default() {
            return;
        }
        let bits = model.word() * 8;
        let said = format!(
            "`long` and pointers have {bits} bits (data model {})",
            model.name()
        );
        if !self.assumed.contains(&said) {
            self.assumed.push(said);
        }
    }

    /// Notes problems of the text. An error in a function closes that function: tests that do not enter it still have
    /// results. An error anywhere else ends the job, because the missing part of the tree could contain the fault.
    fn problems_of(&mut self, parse: &Parse, more: &[syntax::Problem]) -> Result<(), NoAnswer> {
        let program = Program::default();
        let names = Names {
            parse,
            program: &program,
            tests: &[],
            added: &[],
        };
        let all = parse.problems.iter().chain(more);
        self.problems
            .extend(all.clone().map(|problem| names.problem(problem)));
        let in_function = |problem: &&syntax::Problem| {
            let holds = |item: &Item| match item {
                Item::Function(f) => f.span.overlaps(problem.span),
                _ => false,
            };
            parse.unit.items.iter().any(holds)
        };
        match all
            .filter(|problem| problem.severity == Severity::Error)
            .find(|problem| !in_function(problem))
        {
            None => Ok(()),
            Some(first) => Err(NoAnswer {
                reason: first.message.clone(),
                line: (first.span.file.0 == 0).then(|| names.line(first.span)),
                is_calm: false,
            }),
        }
    }

    fn warn_of(&mut self, file: &Path, message: String) {
        self.problems.push(Problem {
            severity: model::Severity::Warning,
            file: file.display().to_string(),
            line: None,
            column: None,
            range: None,
            message,
        });
    }

    /// Takes the messages that go beside the report.
    fn take_problems(&mut self) -> Vec<Problem> {
        // A user who requested Z3 alone gets another message anyway.
        let asked = self.spec.options.solver == config::Solver::Z3;
        if let Some(trouble) = smt::z3_trouble().filter(|_| !asked) {
            let message = format!("{trouble}; {}", smt::WITHOUT_Z3);
            self.warn_of(&self.spec.file, message);
        }
        std::mem::take(&mut self.problems)
    }

    fn unanalysable(&mut self, no_answer: NoAnswer) -> Report {
        let time_ms = self.now();
        let reason = Some(no_answer.reason);

        // Each kind of job has a report of its own, which is empty except for what is known without an answer.
        match self.spec.kind {
            JobKind::Localize => {
                let status = if no_answer.is_calm {
                    Status::None
                } else {
                    Status::Unanalysable
                };
                let mut report = LocalizeReport::empty(self.file.clone(), status, reason);
                report.assumed = self.assumptions(&[]);
                report.reason_line = no_answer.line;
                report.problems = self.take_problems();
                report.stats.time_ms = time_ms;
                report.stats.phases_ms = self.phases().end(time_ms);
                report.stats.peak_memory_mb = peak_memory_mb();
                Report::Localize(report)
            }
            JobKind::Test => {
                let mut report = TestReport::empty(self.file.clone(), reason);
                report.assumed = self.assumptions(&[]);
                report.problems = self.take_problems();
                report.skipped = std::mem::take(&mut self.skipped);
                report.time_ms = time_ms;
                Report::Test(report)
            }
            JobKind::Explain => {
                let status = ExplainStatus::Unanalysable;
                let mut report = ExplainReport::empty(self.file.clone(), status, reason);
                report.reason_line = no_answer.line;
                report.problems = self.take_problems();
                report.stats.time_ms = time_ms;
                report.stats.phases_ms = self.phases().end(time_ms);
                Report::Explain(report)
            }
            JobKind::Trace => {
                let status = TraceStatus::Unanalysable;
                let mut report = TraceReport::empty(self.file.clone(), status, reason);
                report.reason_line = no_answer.line;
                report.problems = self.take_problems();
                report.stats.time_ms = time_ms;
                report.stats.phases_ms = self.phases().end(time_ms);
                Report::Trace(report)
            }
            JobKind::Find | JobKind::Reduce => {
                let status = InputsStatus::Unanalysable;
                let mut report = InputsReport::empty(self.file.clone(), status, reason);
                report.problems = self.take_problems();
                report.time_ms = time_ms;
                Report::Inputs(report)
            }
        }
    }
}

/// A warning that a file of the user's system was not read.
fn outside(file: &Path) -> String {
    format!("{} {}", file.display(), harness::OUTSIDE)
}

/// Links a built-in unit, given its path and text.
fn link_ours(parse: &mut Parse, path: &str, text: &str) -> Result<(), NoAnswer> {
    let options = syntax::Options {
        first_file: number_of_files(parse.sources.files.len())?,
        data_model: parse.sources.data_model,
        ..syntax::Options::default()
    };
    parse.link(syntax::parse(path, text, &syntax::NoIncludes, &options));
    Ok(())
}

/// The number of source texts, unless there are too many.
fn number_of_files(count: usize) -> Result<u16, NoAnswer> {
    u16::try_from(count).map_err(|_| NoAnswer::from("the program has too many files".to_owned()))
}
