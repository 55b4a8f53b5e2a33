//! A job from tests to report: run all tests, group the failing ones, search each group, certify, explain, rank.
//!
//! Results are reported while the job runs. A job that is stopped reports what it has found, with the reason.

use std::sync::Mutex;

use harness::Test;
use ir::flow::uninstrumented;
use ir::{Program, Relaxing};
use syntax::Parse;

use crate::control::{Control, Event, Sink, Tell};
use crate::engine::{functions_of, group};
use crate::finer::finer;
use crate::options::JobOptions;
use crate::pipeline;
use crate::query_cache::QueryCache;
use crate::rank::Factors;
use crate::report::Report;
use crate::run::{OfVariant, Run};
use crate::stage::{STAGES, Stage};
use crate::stages::rank::rank_by;
use crate::variant::Variant;
use exec::parallel::lock;
use exec::run::{PreparedTest, TestOutcome, Verdict, prepare};
use exec::run_all::RunAll;
use ir::CompSet;
use search::Strategy;

pub use crate::stages::ALL_IGNORED;

/// Error: the job ended before all tests were run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TestsUnfinished;

/// A localization of one program.
pub struct Session<'a> {
    parse: &'a Parse,
    program: &'a Program,
    /// The program as tests run it. The other lowerings are for runs with relaxed components.
    plain: Program,
    tests: &'a [Test],
    options: JobOptions,
    prepared: Vec<Result<PreparedTest, String>>,
    outcomes: Vec<TestOutcome>,
    /// Suspiciousness of each component before anything is certified.
    suspicion: Vec<f64>,
    /// Stages that localize the program.
    stages: &'static [Stage],
    /// Number of edits that may be combined, each of which mends some of the tests.
    mends: usize,
    /// Factor of the budgets for edits.
    growth: usize,
    /// A correct version of the program, if there is one.
    reference: Option<&'a Program>,
    /// Results of earlier searches; `None` without a cache.
    cache: Option<QueryCache>,
}

impl<'a> Session<'a> {
    /// Prepares the tests without running them.
    pub fn new(
        parse: &'a Parse,
        program: &'a Program,
        tests: &'a [Test],
        options: JobOptions,
    ) -> Session<'a> {
        let prepared = tests
            .iter()
            .map(|t| {
                let mut prepared = prepare(program, &options.entry, t)?;
                prepared.start.leaks = options.leaks;
                Ok(prepared)
            })
            .collect();
        Session {
            parse,
            program,
            plain: uninstrumented(program),
            tests,
            mends: options.max_edits,
            options,
            prepared,
            outcomes: Vec::new(),
            suspicion: Vec::new(),
            stages: STAGES,
            growth: 1,
            reference: None,
            cache: None,
        }
    }

    /// Sets a correct program, lowered as tests run it. Fixes must agree with it on inputs near those of the tests.
    pub fn set_reference(&mut self, reference: Option<&'a Program>) {
        self.reference = reference;
    }

    /// Lets the search use and extend the results of earlier searches, for any version of the program.
    pub fn set_cache(&mut self, cache: QueryCache) {
        self.cache = Some(cache);
    }

    /// Results that the next search can use, if this session was given a cache.
    pub fn cache(&self) -> Option<&QueryCache> {
        self.cache.as_ref()
    }

    /// Runs all tests. Tests for which no time is left get the outcome "not run".
    pub fn run_tests(&mut self, control: &dyn Control) -> &[TestOutcome] {
        self.run_until(control, &|_| false);
        self.outcomes
            .resize_with(self.tests.len(), TestOutcome::not_run);
        &self.outcomes
    }

    /// Runs tests until one fails or cannot be analysed, and returns its index and outcome. Without such a test it
    /// returns the first undecided one, or `None` if all tests pass or are ignored.
    ///
    /// # Errors
    /// The job had to end before all tests were run.
    pub fn first_failing(
        &mut self,
        control: &dyn Control,
    ) -> Result<Option<(usize, &TestOutcome)>, TestsUnfinished> {
        let counts =
            |ran: &TestOutcome| !matches!(ran.verdict, Verdict::Pass | Verdict::Ignored { .. });
        let fails =
            |ran: &TestOutcome| counts(ran) && !matches!(ran.verdict, Verdict::Undecided(_));
        self.run_until(control, &fails);
        let ran = || self.outcomes.iter().enumerate();
        if let Some(found) = ran().find(|(_, ran)| fails(ran)) {
            return Ok(Some(found));
        }
        if self.outcomes.len() < self.tests.len()
            || self.outcomes.iter().any(TestOutcome::is_cut_short)
        {
            return Err(TestsUnfinished);
        }
        Ok(ran().find(|(_, ran)| counts(ran)))
    }

    fn run_until(&mut self, control: &dyn Control, enough: &dyn Fn(&TestOutcome) -> bool) {
        control.phase("run_tests");
        let all = RunAll {
            program: &self.plain,
            tests: &self.prepared,
            steps: self.options.step_limit,
            workers: self.options.workers,
            control,
        };
        all.run(&mut self.outcomes, enough);
        for (test, ran) in self.prepared.iter_mut().zip(&self.outcomes) {
            if let Ok(test) = test {
                test.goal.asserts.clone_from(&ran.asserts);
                test.passes_by_layout = ran.depends_on_layout && ran.verdict == Verdict::Pass;
            }
        }
    }

    /// Finds, certifies, explains and ranks the diagnoses.
    pub fn localize(&mut self, control: &dyn Control, sink: &mut Sink<'_>) -> Report {
        self.run_tests(control);
        let sink = Mutex::new(sink);
        let tell: &Tell<'_> = &|event: Event<'_>| lock(&sink)(event);
        tell(Event::Tests(&self.outcomes));
        let mut cache = self.cache.take();
        let stopped = || control.stop_reason().is_some();
        let mut run = self.run(control, &stopped);
        let trusted: CompSet = self.options.trusted.iter().copied().collect();
        run.groups = group(
            &self.outcomes,
            self.options.joint,
            &|ran| functions_of(ran, self.program, &trusted),
            &self.parse.sources,
        );
        // The sets of other strategies and relaxations are compared with those of whole groups.
        let options = &self.options;
        let is_usual = (options.strategy, options.relaxing) == (Strategy::Multi, Relaxing::Angelic);
        run.divides = is_usual && !options.joint && self.stages.contains(&Stage::Behind);
        let report = pipeline::localize(&mut run, &mut cache, tell);
        let report = finer(&mut run, report, &mut cache, tell);
        self.suspicion = run.suspicion;
        self.cache = cache;
        report
    }

    /// Orders the diagnoses and lines of a report of this session. A localization does so itself, by
    /// [`crate::rank::FACTORS`].
    pub fn rank(&self, control: &dyn Control, report: &mut Report, factors: &Factors) {
        let mut run = self.run(control, &|| false);
        run.suspicion.clone_from(&self.suspicion);
        rank_by(&run, report, factors);
    }

    /// A session of a variant of a program.
    fn of_variant(variant: &'a Variant<'_>, options: JobOptions) -> Session<'a> {
        let Variant {
            parse,
            program,
            tests,
            ..
        } = variant;
        let mut session = Session::new(parse, program, tests, options);
        session.stages = variant.stages;
        session.mends = variant.mends;
        session.growth = variant.growth;
        session.reference = variant.reference;
        let with_slack = session.prepared.iter_mut().take(variant.with_slack);
        with_slack
            .flatten()
            .for_each(|test| test.start.slack = true);
        session
    }

    /// The program and its tests as the stages see them.
    fn run<'r>(
        &'r self,
        control: &'r dyn Control,
        stopped: &'r (dyn Fn() -> bool + Sync),
    ) -> Run<'r> {
        Run {
            parse: self.parse,
            program: self.program,
            plain: &self.plain,
            tests: self.tests,
            options: &self.options,
            prepared: &self.prepared,
            outcomes: &self.outcomes,
            reference: self.reference,
            control,
            stopped,
            stages: self.stages,
            of_variant: OF_VARIANT,
            divides: false,
            mends: self.mends,
            growth: self.growth,
            groups: Vec::new(),
            suspicion: Vec::new(),
        }
    }
}

/// How stages run and localize a variant. They are told here, because these begin the same stages.
const OF_VARIANT: OfVariant = OfVariant {
    run: |variant, options, control| {
        let mut session = Session::of_variant(variant, options);
        session.run_tests(control).to_vec()
    },
    localize: |variant, options, known, control| {
        let mut session = Session::of_variant(variant, options);
        session.outcomes = known;
        session.localize(&Inner(control), &mut |_| {})
    },
};

/// Control of a job inside another one, which does not report its phases.
struct Inner<'c>(&'c dyn Control);

impl exec::Control for Inner<'_> {
    fn stop_reason(&self) -> Option<String> {
        self.0.stop_reason()
    }

    fn phase(&self, _name: &'static str) {}
}

impl Control for Inner<'_> {
    fn interrupt(&self) -> smt::Interrupt {
        self.0.interrupt()
    }
}
