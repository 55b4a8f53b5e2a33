//! Test runs and searches: calls the core, and converts its results to the model.

use std::collections::BTreeMap;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::sync::atomic::Ordering;

use eval::TrapKind;
use exec::run::{Failure, TestOutcome, UndecidedReason, Verdict, step_limit};
use harness::{Action, Compare, Discovery, Test};
use ir::{CompId, CompSet, ComponentKind, Program};
use localize::session::ALL_IGNORED;
use localize::spectrum::Formula;
use localize::{Relaxing, Session, Weighting};
use search::Strategy;
use syntax::{Parse, Span};

use super::Job;
use super::display_paths::DisplayPaths;
use crate::config;
use crate::files::frameworks::{self, AssertionWords};
use crate::jobs::control::peak_memory_mb;
use crate::jobs::convert::{self, Names};
use crate::jobs::protocol::{Event, Memory};
use crate::model::{
    Asserted, Cause, CoveredLine, FailingTest, Group, LocalizeReport, Outcome, Stats, TestReport,
    TestResult, TestSummary, Unanalysable,
};

/// Everything that is known before the first test runs.
pub(super) struct Ready<'a> {
    pub(super) parse: &'a Parse,
    pub(super) program: &'a Program,
    pub(super) discovery: &'a Discovery,
}

impl<'a> Ready<'a> {
    pub(super) fn names(&self) -> Names<'a> {
        Names {
            parse: self.parse,
            program: self.program,
            tests: &self.discovery.tests,
            added: &[],
        }
    }

    pub(super) fn sources(&self) -> &'a syntax::Sources {
        &self.parse.sources
    }

    pub(super) fn tests(&self) -> &'a [Test] {
        &self.discovery.tests
    }

    fn session(&self, options: localize::JobOptions) -> Session<'a> {
        Session::new(self.parse, self.program, self.tests(), options)
    }
}

impl Job<'_> {
    /// Runs only the tests.
    pub(super) fn test(&mut self, ready: &Ready<'_>) -> TestReport {
        let mut session = ready.session(core_options(&self.spec.options));
        let control = self.outside();
        let began = self.now();
        let outcomes = session.run_tests(&control);
        let is_stopped = outcomes.iter().any(TestOutcome::is_cut_short);
        let stopped = is_stopped.then(|| self.stop_reason());
        let mut assumed = self.assumptions(outcomes);
        assumed.extend(ready.discovery.assumed.iter().cloned());
        let mut report = TestReport::empty(self.file.clone(), None);
        report.tests = self.results(ready, outcomes, self.now() - began);
        report.coverage = coverage(ready, outcomes);
        report.stopped = stopped.is_some();
        let nothing_counts = || {
            let ignored = report.count(Outcome::Ignored);
            (ignored == report.tests.len()).then(|| ALL_IGNORED.to_owned())
        };
        report.reason = stopped
            .or_else(|| beyond_limit(ready.discovery))
            .or_else(nothing_counts);
        let program = self.begins_elsewhere(ready.parse, ready.program);
        report.program = program.map(|file| file.display().to_string());
        report.build = std::mem::take(&mut self.build);
        let libraries = self.spec.linked.iter().map(|linked| &*linked.file);
        let libraries = libraries.filter(|file| frameworks::is_library(file));
        let libraries = libraries.map(|file| file.display().to_string());
        report.build.files.extend(libraries);
        report.skipped = std::mem::take(&mut self.skipped);
        report.assumed = assumed;
        report.problems = self.take_problems();
        if self.spec.patched {
            report.nearby = self.nearby(ready);
        }
        report.time_ms = self.now();
        report
    }

    /// Runs the tests and searches.
    pub(super) fn localize(&mut self, ready: &Ready<'_>) -> LocalizeReport {
        let names = ready.names();
        let mut options = core_options(&self.spec.options);
        self.pin(&names, &mut options);
        let narrows = self.spec.options.strategy == config::Strategy::Mdfs;
        if narrows {
            options.work = Some(0);
        }
        let trusts = self.trust_tests(ready, &mut options);
        let correct = options.correct.clone();
        let reference = ManuallyDrop::new(self.reference(ready, &options));
        let mut session = ManuallyDrop::new(ready.session(options));
        session.set_reference(reference.as_ref());
        if self.spec.remember {
            let memory = self.spec.memory.as_ref().map(Memory::read);
            session.set_cache(memory.unwrap_or_default());
        }
        let (mut told, mut assumed, mut first_set_ms) =
            (StreamedResults::default(), Vec::new(), None);
        let mut found = session.localize(&self.outside(), &mut |event| match event {
            localize::Event::Tests(outcomes) => {
                assumed = self.assumptions(outcomes);
                assumed.extend(ready.discovery.assumed.iter().cloned());
                told.summary = self.summary(ready, outcomes);
            }
            localize::Event::Groups(groups) => {
                told.groups(&names, groups);
                told = std::mem::take(&mut told).through(self.emit);
            }
            localize::Event::Suspected(lines) => (self.emit)(&Event::Suspected {
                lines: lines.iter().map(|line| names.ranked(line)).collect(),
            }),
            localize::Event::Withdrawn(diagnosis) => {
                self.control.sets_found.fetch_sub(1, Ordering::Relaxed);
                let suspects = diagnosis.suspects.iter();
                (self.emit)(&Event::Withdrawn {
                    group: diagnosis.group,
                    components: suspects.map(|s| s.comp.0).collect(),
                });
            }
            localize::Event::Searched { group, complete } => {
                (self.emit)(&Event::Searched { group, complete });
            }
            localize::Event::Diagnosis(diagnosis, added) => {
                first_set_ms.get_or_insert(self.now());
                self.control.sets_found.fetch_add(1, Ordering::Relaxed);
                (self.emit)(&Event::Diagnosis {
                    diagnosis: Names { added, ..names }.diagnosis(diagnosis),
                });
            }
        });
        if let Some(memory) = session.cache().and_then(Memory::new) {
            (self.emit)(&Event::Learned { memory });
        }
        self.ranges(ready, &mut found);
        let names = Names {
            added: &found.added,
            ..names
        };
        let (status, reason, reason_line) = convert::status(&found.status);
        let diagnoses = found.diagnoses.iter().map(|d| names.diagnosis(d)).collect();
        let ranking = found
            .ranking
            .iter()
            .map(|line| names.ranked(line))
            .collect();
        let mut report = LocalizeReport::empty(self.file.clone(), status, reason);
        report.reason_line = reason_line;
        report.bounds = convert::bounds(&found.status);
        report.tests = told.summary;
        report.groups = told.groups;
        report.diagnoses = diagnoses;
        report.partial = found.partial.iter().map(|p| names.partial(p)).collect();
        report.ranking = ranking;
        let suspected = found.uncertified.iter();
        report.judge_fixes();
        report.add_suspected(&suspected.map(|line| names.ranked(line)).collect::<Vec<_>>());
        report.assumed = assumed;
        report.assumed.extend(beyond_limit(ready.discovery));
        report.assumed.extend(found.assumed);
        if reference.is_some()
            && let Some(file) = &self.spec.options.reference
        {
            let file = file.display();
            report.assumed.push(format!(
                "{file} is right: repairs that do something else on inputs near those of the tests are left out"
            ));
        }
        report.assumed.extend(trusts);
        if narrows {
            self.root_causes(ready, correct, &mut report);
        }
        report.problems = self.take_problems();
        let time_ms = self.now();
        report.stats = Stats {
            time_ms,
            first_set_ms,
            phases_ms: self.phases().end(time_ms),
            questions: found.questions,
            solver_calls: found.solver_calls,
            components: ready.program.components.len(),
            unknown_answers: found.unknown_answers,
            recalled_answers: found.recalled,
            branches: found.explored.iter().map(convert::branches).collect(),
            peak_memory_mb: peak_memory_mb(),
        };
        report
    }

    pub(super) fn stop_reason(&self) -> String {
        self.control
            .stop_reason()
            .unwrap_or_else(|| "stopped".to_owned())
    }

    pub(super) fn outside(&self) -> Outside<'_> {
        Outside { job: self }
    }

    fn summary(&self, ready: &Ready<'_>, outcomes: &[TestOutcome]) -> TestSummary {
        let shown = DisplayPaths::new(&self.spec.file);
        let mut summary = TestSummary {
            total: outcomes.len(),
            ..TestSummary::default()
        };
        for (test, ran) in ready.tests().iter().zip(outcomes) {
            let id = test.id.clone();
            match &ran.verdict {
                Verdict::Pass => summary.passing.push(id),
                Verdict::Ignored { .. } => summary.ignored.push(id),
                Verdict::Unanalysable { reason, span } => summary.unanalysable.push(Unanalysable {
                    id,
                    reason: reason.clone(),
                    cause: Cause::NotModelled,
                    line: span.and_then(|span| ready.names().line_here(span)),
                }),
                Verdict::Undecided(why) => {
                    let (cause, reason, line) = undecided(ready, *why);
                    summary.unanalysable.push(Unanalysable {
                        id,
                        reason,
                        cause,
                        line,
                    });
                }
                Verdict::Fail(failure) => {
                    let (message, _) =
                        failure_line(ready, failure, unity_values(ready, ran).as_ref());
                    summary.details.push(FailingTest {
                        id: id.clone(),
                        message,
                        path: Some(shown.path(&test.origin.path)),
                        line: stated_at(test, ran),
                        group: None,
                    });
                    summary.failing.push(id);
                }
            }
        }
        summary
    }

    fn results(
        &self,
        ready: &Ready<'_>,
        outcomes: &[TestOutcome],
        time_ms: f64,
    ) -> Vec<TestResult> {
        let shown = DisplayPaths::new(&self.spec.file);
        let steps: u64 = outcomes.iter().map(|ran| ran.steps).sum();
        let mut compared = self.compared(ready, outcomes);
        let pairs = ready.tests().iter().zip(outcomes);
        pairs
            .map(|(test, ran)| {
                let said = compared
                    .remove(&test.id)
                    .or_else(|| unity_values(ready, ran));
                let mut cause = None;
                let (outcome, reason, line) = match &ran.verdict {
                    Verdict::Pass => (Outcome::Pass, None, None),
                    Verdict::Ignored { reason, span } => {
                        let line = ready.names().line_here(*span);
                        (Outcome::Ignored, Some(ignored(reason)), line)
                    }
                    Verdict::Fail(failure) => {
                        let (message, line) = failure_line(ready, failure, said.as_ref());
                        (Outcome::Fail, Some(message), line)
                    }
                    Verdict::Unanalysable { reason, span } => {
                        let reason = ready.names().placed(reason.clone(), *span);
                        let line = span.and_then(|span| ready.names().line_here(span));
                        cause = Some(Cause::NotModelled);
                        (Outcome::Unanalysable, Some(reason), line)
                    }
                    Verdict::Undecided(why) => {
                        let (kind, reason, line) = undecided(ready, *why);
                        cause = Some(kind);
                        (Outcome::Unanalysable, Some(reason), line)
                    }
                };
                let expected = test.expect.stdout.as_ref();
                let (args, stdin) = given(&test.action);
                let said = said.filter(|_| outcome == Outcome::Fail);
                TestResult {
                    id: test.id.clone(),
                    outcome,
                    reason,
                    cause,
                    stdout: String::from_utf8_lossy(&ran.stdout).into_owned(),
                    expected: expected.map(|e| String::from_utf8_lossy(e).into_owned()),
                    exit: ran.exit,
                    line,
                    time_ms: time_ms * ran.steps as f64 / steps.max(1) as f64,
                    path: Some(shown.path(&test.origin.path)),
                    path_line: stated_at(test, ran),
                    args,
                    stdin,
                    asserted: said
                        .and_then(|said| said.values)
                        .map(|(expected, actual)| Asserted { expected, actual }),
                }
            })
            .collect()
    }
}

/// The arguments and the input of a test of the whole program, if it has any.
fn given(action: &Action) -> (Vec<String>, Option<String>) {
    let Action::Main { args, stdin, .. } = action else {
        return (Vec::new(), None);
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let args = args.iter().map(|arg| text(arg)).collect();
    (args, (!stdin.is_empty()).then(|| text(stdin)))
}

/// Streamed results that the report needs again.
#[derive(Default)]
struct StreamedResults {
    summary: TestSummary,
    groups: Vec<Group>,
}

impl StreamedResults {
    /// Emits the results without copying them, because there may be many tests.
    fn through(self, emit: &dyn Fn(&Event)) -> StreamedResults {
        let StreamedResults { summary, groups } = self;
        let event = Event::Tests { summary, groups };
        emit(&event);
        match event {
            Event::Tests { summary, groups } => StreamedResults { summary, groups },
            _ => StreamedResults::default(),
        }
    }

    fn groups(&mut self, names: &Names<'_>, groups: &[localize::report::Group]) {
        self.groups = groups
            .iter()
            .enumerate()
            .map(|(id, group)| names.group(id, group))
            .collect();
        for group in &self.groups {
            for detail in self
                .summary
                .details
                .iter_mut()
                .filter(|d| group.behind.is_none() && group.tests.contains(&d.id))
            {
                detail.group = Some(group.id);
            }
        }
    }
}

/// The control through which the core queries and informs the job.
pub(super) struct Outside<'a> {
    job: &'a Job<'a>,
}

impl exec::Control for Outside<'_> {
    fn stop_reason(&self) -> Option<String> {
        self.job.control.stop_reason()
    }

    fn phase(&self, name: &'static str) {
        self.job.phase(name);
    }
}

impl localize::Control for Outside<'_> {
    fn interrupt(&self) -> smt::Interrupt {
        self.job.control.interrupt()
    }

    fn answered(&self, checks: u64, is_open: bool) {
        let control = self.job.control;
        control.queries.fetch_add(1, Ordering::Relaxed);
        control.solver_calls.fetch_add(checks, Ordering::Relaxed);
        let open = u64::from(is_open);
        control.unknown_answers.fetch_add(open, Ordering::Relaxed);
    }
}

/// Values that Unity's assertion printed before it failed.
pub(super) fn unity_values(ready: &Ready<'_>, ran: &TestOutcome) -> Option<AssertionWords> {
    frameworks::last_assertion(&ran.stdout).filter(|_| frameworks::included(ready.sources()))
}

/// Reason why a test is not counted, in one line; `reason` is the test's own reason, which may be empty.
pub(super) fn ignored(reason: &str) -> String {
    if reason.is_empty() {
        "the test says that it is ignored".to_owned()
    } else {
        format!("ignored: {reason}")
    }
}

/// A failure in one line, and its line in the program; `said` contains the values that a failed assertion compared.
pub(super) fn failure_line(
    ready: &Ready<'_>,
    failure: &Failure,
    said: Option<&AssertionWords>,
) -> (String, Option<u32>) {
    match failure {
        Failure::Outcome(message) => (message.clone(), None),
        Failure::Trap(trap) if trap.kind == TrapKind::Assertion => {
            let text = trap.text(ready.sources());
            let text = match said {
                Some(said) => format!("{text}: {}", said.words),
                None => text,
            };
            placed(ready, text, Some(trap.span))
        }
        Failure::Trap(trap) => placed(ready, trap.text(ready.sources()), Some(trap.span)),
        Failure::NoEnd(endless) => placed(ready, endless.text(ready.sources()), endless.span),
    }
}

/// Number of tests that run each line on which a statement begins.
fn coverage(ready: &Ready<'_>, outcomes: &[TestOutcome]) -> Vec<CoveredLine> {
    let names = ready.names();
    let mut lines: BTreeMap<(String, u32), CompSet> = BTreeMap::new();
    for (comp, component) in (0..).map(CompId).zip(&ready.program.components) {
        // Insertions have no line, and a declaration has no effect.
        let counts = !matches!(
            component.kind,
            ComponentKind::Insertion(_) | ComponentKind::Declaration
        );
        let file = names.file(component.span.file);
        if counts
            && !file.is_empty()
            && !names.is_built_in(component.span)
            && !frameworks::is_library(Path::new(&file))
        {
            let line = names.line(component.span);
            lines.entry((file, line)).or_default().insert(comp);
        }
    }
    let covered = |of: &CompSet| {
        let runs = |ran: &&TestOutcome| ran.covered.meets(of);
        outcomes.iter().filter(runs).count()
    };
    lines
        .iter()
        .map(|((file, line), of)| CoveredLine {
            file: file.clone(),
            line: *line,
            tests: covered(of),
        })
        .collect()
}

/// Reason why a test is undecided, and the line of the loop that its run was in.
pub(super) fn undecided(ready: &Ready<'_>, why: UndecidedReason) -> (Cause, String, Option<u32>) {
    let (cause, reason) = convert::undecided(why);
    let span = match why {
        UndecidedReason::Steps { span, .. } => span,
        UndecidedReason::Interrupted | UndecidedReason::NotRun => None,
    };
    let (reason, line) = placed(ready, reason, span);
    (cause, reason, line)
}

/// The line of the test's file with the expectation that the run did not meet: in a file with the expected output, the
/// first line that was not printed.
fn stated_at(test: &Test, ran: &TestOutcome) -> Option<u32> {
    let extension = Path::new(&test.origin.path).extension();
    let is_output = ["out", "ans", "expected"]
        .map(AsRef::as_ref)
        .map(Some)
        .contains(&extension);
    let wrong = matches!(ran.verdict, Verdict::Fail(Failure::Outcome(_)));
    let expected = test.expect.stdout.as_deref();
    let differs = |expected: &&[u8]| {
        is_output && wrong && test.expect.compare == Compare::Exact && **expected != *ran.stdout
    };
    let line = expected.filter(differs).map(|expected| {
        let lines = expected.split(|&byte| byte == b'\n').count();
        let difference = {
            let form = harness::Expected::of(&test.expect);
            harness::explain_difference(expected, &ran.stdout, &form)
        };
        difference.line.min(lines)
    });
    u32::try_from(line.unwrap_or(test.origin.line)).ok()
}

/// A message with its line; if that is in another file, the message contains the place instead.
fn placed(ready: &Ready<'_>, message: String, span: Option<Span>) -> (String, Option<u32>) {
    let names = ready.names();
    let line = span.and_then(|span| names.line_here(span));
    (names.placed(message, span), line)
}

fn beyond_limit(discovery: &Discovery) -> Option<String> {
    match discovery.beyond_limit {
        0 => None,
        1 => Some("1 more test was left out (--limit-tests)".to_owned()),
        n => Some(format!("{n} more tests were left out (--limit-tests)")),
    }
}

/// Converts the options for the core.
pub(super) fn core_options(options: &config::Options) -> localize::JobOptions {
    let core = localize::JobOptions::default();
    localize::JobOptions {
        entry: options.entry.clone(),
        strategy: match options.strategy {
            // These options only run and group the tests; no set is searched for.
            config::Strategy::Multi | config::Strategy::Mdfs => Strategy::Multi,
            config::Strategy::Maxsat => Strategy::MaxSat,
            config::Strategy::Bugassist => Strategy::BugAssist,
            config::Strategy::Sniper => Strategy::Sniper,
            config::Strategy::Ofc => Strategy::Ofc,
        },
        relaxing: match options.relax {
            config::Relax::Angelic => Relaxing::Angelic,
            config::Relax::Deletion => Relaxing::Deletion,
        },
        solver: match options.solver {
            config::Solver::Auto => smt::Choice::Auto,
            config::Solver::Sat => smt::Choice::Sat,
            config::Solver::Z3 => smt::Choice::Z3,
        },
        weighting: match options.weights {
            config::Weights::Unit => Weighting::Unit,
            config::Weights::Hierarchical => Weighting::Hierarchical,
            config::Weights::Spectrum => Weighting::Spectrum(match options.spectrum {
                config::Formula::Ochiai => Formula::Ochiai,
                config::Formula::Tarantula => Formula::Tarantula,
                config::Formula::DStar => Formula::DStar,
            }),
        },
        max_size: options.max_size,
        unwind: options.unwind.map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
        work: options.work,
        joint: options.joint,
        workers: options.workers as usize,
        verify: options.verify,
        leaks: options.leaks,
        step_limit: step_limit(options.timeout),
        // If the user requests larger sets than usual, their cost does not matter.
        patience: if options.max_size > core.max_size {
            u64::MAX
        } else {
            core.patience
        },
        ..localize::JobOptions::default()
    }
}
