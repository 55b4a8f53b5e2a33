//! Test runs and searches: calls the core, and converts its results to the model.

mod test_results;

use std::mem::ManuallyDrop;
use std::sync::atomic::Ordering;

use exec::run::{TestOutcome, step_limit};
use harness::{Discovery, Test};
use ir::Program;
use localize::session::ALL_IGNORED;
use localize::spectrum::Formula;
use localize::{Relaxing, Session, Weighting};
use lower::Warning;
use search::Strategy;
use syntax::Parse;

use self::test_results::coverage;
use super::{Job, white_space};
use crate::config;
use crate::files::frameworks;
use crate::jobs::control::peak_memory_mb;
use crate::jobs::convert::{self, Names};
use crate::jobs::protocol::{Event, Memory};
use crate::memory::LIMIT;
use crate::model::{Group, LocalizeReport, Outcome, Stats, TestReport, TestSummary};
pub(super) use test_results::{failure_line, ignored, undecided, unity_values};

/// Everything that is known before the first test runs.
pub(super) struct Ready<'a> {
    pub(super) parse: &'a Parse,
    pub(super) program: &'a Program,
    pub(super) warnings: &'a [Warning],
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
        let assumed = self.remarks(ready, outcomes);
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

    /// What results depend on, and what one should know of the tests.
    fn remarks(&self, ready: &Ready<'_>, outcomes: &[TestOutcome]) -> Vec<String> {
        let mut all = self.assumptions(outcomes);
        all.extend(ready.discovery.assumed.iter().cloned());
        all.extend(self.remark_on_arguments(ready, outcomes));
        all.extend(white_space::remark(ready.tests(), outcomes));
        all
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
        let mut trusts = self.trust_tests(ready, &mut options);
        trusts.extend(self.add_coverage(&names, &mut options));
        let correct = options.correct.clone();

        // The process ends after the report: the session need not be taken apart.
        let reference = ManuallyDrop::new(self.reference(ready, &options));
        let mut session = ManuallyDrop::new(ready.session(options));
        session.set_reference(reference.as_ref());
        if self.spec.remember {
            let memory = self.spec.memory.as_ref().map(Memory::read);
            session.set_cache(memory.unwrap_or_default());
        }

        // Results are sent on while the search goes on.
        let (mut told, mut assumed, mut first_set_ms) =
            (StreamedResults::default(), Vec::new(), None);
        let mut found = session.localize(&self.outside(), &mut |event| match event {
            localize::Event::Tests(outcomes) => {
                assumed = self.remarks(ready, outcomes);
                told.summary = self.summary(ready, outcomes);
            }
            localize::Event::Groups(groups) => {
                told.groups(&names, groups);
                told = std::mem::take(&mut told).through(self.emit);
            }
            localize::Event::Suspected(lines) => {
                if lines.iter().any(|line| !line.explains.is_empty()) {
                    first_set_ms.get_or_insert(self.now());
                }
                (self.emit)(&Event::Suspected {
                    lines: lines.iter().map(|line| names.ranked(line)).collect(),
                });
            }
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

        // From here on, numbers beyond those of the program mean the components that the search added.
        let names = Names {
            added: &found.added,
            ..names
        };
        let mut report = self.converted(&names, &found, told);
        report.assumed = assumed;
        report.assumed.extend(beyond_limit(ready.discovery));
        report.assumed.append(&mut found.assumed);

        // Assumptions of the user, too, are part of the answer.
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
        if self.is_untested
            && let Ok(Some((test, ran))) = self.failing(ready)
        {
            report.story = self.story_of(ready, test, &ran).0;
        }
        report.problems = self.take_problems();
        report.stats = self.stats(ready, &found, first_set_ms);
        report
    }

    /// The report with all results that can be converted one by one.
    fn converted(
        &self,
        names: &Names<'_>,
        found: &localize::report::Report,
        told: StreamedResults,
    ) -> LocalizeReport {
        let (status, reason, reason_line) = convert::status(&found.status);
        let mut report = LocalizeReport::empty(self.file.clone(), status, reason);
        report.reason_line = reason_line;
        report.bounds = convert::bounds(&found.status);
        report.tests = told.summary;
        report.groups = told.groups;
        report.diagnoses = found.diagnoses.iter().map(|d| names.diagnosis(d)).collect();
        report.partial = found.partial.iter().map(|p| names.partial(p)).collect();
        report.ranking = found.ranking.iter().map(|l| names.ranked(l)).collect();
        report.compare_fixes();
        report.answered = found.status.is_open() && report.is_mended();
        report.faults = names.faults(&found.mended);
        report.find_faults();
        report.undecided = found
            .undecided
            .as_ref()
            .map(|u| names.undecided(u, &report))
            .filter(|choice| choice.with.iter().all(|one| one.fix > 0));
        let suspected = found.uncertified.iter().map(|line| names.ranked(line));
        report.add_suspected(&suspected.collect::<Vec<_>>());
        report
    }

    fn stats(
        &self,
        ready: &Ready<'_>,
        found: &localize::report::Report,
        first_set_ms: Option<f64>,
    ) -> Stats {
        let time_ms = self.now();
        Stats {
            time_ms,
            first_set_ms,
            phases_ms: self.phases().end(time_ms),
            questions: found.questions,
            solver_calls: found.solver_calls,
            components: ready.program.components.len(),
            unknown_answers: found.unknown_answers,
            recalled_answers: found.recalled,
            edits: convert::edits(&found.edits),
            branches: convert::branches(&found.explored),
            peak_memory_mb: peak_memory_mb(),
        }
    }

    pub(super) fn stop_reason(&self) -> String {
        self.control
            .stop_reason()
            .unwrap_or_else(|| "stopped".to_owned())
    }

    pub(super) fn outside(&self) -> Outside<'_> {
        Outside { job: self }
    }
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

    fn is_memory_tight(&self) -> bool {
        LIMIT.is_tight()
    }

    fn answered(&self, checks: u64, is_open: bool) {
        let control = self.job.control;
        control.queries.fetch_add(1, Ordering::Relaxed);
        control.solver_calls.fetch_add(checks, Ordering::Relaxed);
        let open = u64::from(is_open);
        control.unknown_answers.fetch_add(open, Ordering::Relaxed);
    }
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
        max_edits: if options.all_sizes {
            options.max_size
        } else {
            core.max_edits
        },
        unwind: options.unwind.map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
        work: options.work,
        joint: options.joint,
        workers: options.workers as usize,
        verify: options.verify,
        leaks: options.leaks,
        step_limit: step_limit(options.timeout),
        // If the user asks for a size, the cost does not matter.
        patience: if options.all_sizes {
            u64::MAX
        } else {
            core.patience
        },
        ..localize::JobOptions::default()
    }
}
