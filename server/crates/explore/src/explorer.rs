//! An exploration: its goal, its limits, and its progress.

use std::sync::Arc;

use eval::{Goal, Guard, Machine, PausePoint, State, Sym, Symbolic, VisitedCode};
use ir::Relaxing;
use ir::program::{BranchId, CompId, FnId, Program};
use term::{Feasibility, Pool, Term};

use super::analysis::Analysis;
use super::failing_goal::Hunt;
use super::limits::{ExploreLimits, FORK_INSTRUCTIONS, TERM_INSTRUCTIONS};
use super::result::UnknownReason;
use crate::demand::BranchSet;

/// The path condition of passing runs, for strategies that want a formula.
#[derive(Debug, Clone, PartialEq)]
pub struct Passing {
    /// One conjunction for each passing run.
    pub paths: Vec<Vec<Term>>,
    /// Whether runs were given up.
    pub bounded: bool,
    /// Reason why some run could not be followed to its end.
    pub unknown: Option<UnknownReason>,
}

/// Kind of witness that a yes comes with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Witness {
    /// No witness.
    None,
    /// A script.
    Script,
    /// A script with simple values, for people to read.
    Plain,
}

pub(super) struct Region {
    pub(super) meet: Option<PausePoint>,
    pub(super) pending: Vec<State<Sym>>,
    pub(super) arrived: Vec<State<Sym>>,
}

/// An exploration of one test.
pub struct Explorer<'p, 's> {
    pub(super) machine: Machine<'p, Symbolic>,
    pub(super) analysis: &'p Analysis,
    pub(super) solver: &'s mut dyn Feasibility,
    pub(super) stopped: &'s dyn Fn() -> bool,
    pub(super) turns: u32,
    pub(super) goal: Goal,
    pub(super) limits: ExploreLimits,
    pub(super) guards: Vec<Option<Term>>,
    pub(super) relaxing: Relaxing,
    pub(super) placeholder: State<Sym>,
    /// Bits of the input functions that are permanently relaxed.
    pub(super) open_reads: u64,
    /// Number of checks of this query that the solver gave up.
    pub(super) open_checks: u32,
    /// Whether some of these were about floating values.
    pub(super) float_checks: bool,
    pub(super) forks: u32,
    /// Number of times that one branch of one activation may be decided on the longest of paths that have joined.
    pub(super) joined: u32,
    pub(super) bounded: bool,
    pub(super) unknown: Option<UnknownReason>,
    /// The search for failing runs, if these are wanted instead of passing ones.
    pub(super) hunt: Option<Hunt>,
    /// Why a failing run was not recorded: the solver could not tell whether there is an input for it.
    pub(super) unsolved: Option<UnknownReason>,
    /// Whether only the first component that is entered is altered.
    pub(super) once: bool,
    /// Closed branches that runs reached.
    pub(super) met: BranchSet,
    /// The smallest set of closed branches through which a run may pass.
    pub(super) asked: Option<Vec<BranchId>>,
    pub(super) collect: Option<Vec<Vec<Term>>>,
    /// Kind of witness that a yes comes with.
    pub(super) witness: Witness,
    /// Number of instructions that this exploration was given.
    pub(super) given: u64,
}

impl<'p, 's> Explorer<'p, 's> {
    /// Prepares an exploration that begins in a state of the run as written (see [`super::Checkpoints`]), which has
    /// passed what was `visited` so far. The exploration takes `pool`, which [`Explorer::finish`] returns; `stopped`
    /// tells whether the job must end.
    #[allow(
        clippy::too_many_arguments,
        reason = "they are what a question consists of"
    )]
    pub fn new(
        program: &'p Program,
        analysis: &'p Analysis,
        (state, visited): (State<Sym>, VisitedCode),
        goal: Goal,
        limits: ExploreLimits,
        pool: Pool,
        solver: &'s mut dyn Feasibility,
        stopped: &'s dyn Fn() -> bool,
    ) -> Explorer<'p, 's> {
        let components = program.components.len();
        let dom = Symbolic {
            terms: pool,
            visited,
            ..Symbolic::new(components)
        };
        let expected = Arc::clone(&goal.expected);
        let machine = Machine::new(program, dom, state, expected, 0);
        Explorer {
            machine,
            analysis,
            solver,
            stopped,
            turns: 0,
            goal,
            limits,
            guards: vec![None; components],
            relaxing: Relaxing::default(),
            placeholder: State::placeholder(),
            open_reads: 0,
            open_checks: 0,
            float_checks: false,
            forks: 0,
            joined: u32::MAX,
            bounded: false,
            unknown: None,
            hunt: None,
            unsolved: None,
            once: false,
            met: BranchSet::default(),
            asked: None,
            collect: None,
            witness: Witness::Script,
            given: limits.total_steps,
        }
    }

    /// Omits the script of a yes, if only the answer matters.
    pub fn without_witness(&mut self) {
        self.witness = Witness::None;
    }

    /// Prefers a script with small numbers, for people to read.
    pub fn with_plain_witness(&mut self) {
        self.witness = Witness::Plain;
    }

    /// Leaves undecided what lies beyond the bound on any of the paths that have joined. With everything relaxed, loops
    /// in loops would otherwise make formulas of the square of the bound.
    pub fn bound_joined_paths(&mut self) {
        self.joined = self.limits.unwind;
    }

    /// Work done so far, in units of about one instruction: copies of states, merges and terms count as well.
    pub fn work(&self) -> u64 {
        let steps = self.given - self.limits.total_steps;
        steps
            + FORK_INSTRUCTIONS * u64::from(self.forks)
            + TERM_INSTRUCTIONS * self.machine.dom.terms.len() as u64
    }

    /// Relaxes a component; with a guard, it may also be kept if the guard holds.
    pub fn relax(&mut self, comp: CompId, guard: Option<Term>) {
        self.machine.dom.guards[comp.index()] = Guard::Open;
        self.guards[comp.index()] = guard;
    }

    /// Alters only the next execution of a relaxed component; later executions are as written.
    pub fn relax_once(&mut self) {
        self.once = true;
    }

    /// Selects the behaviour of relaxed components; the analysis must be one [`Analysis::of`] that mode.
    pub fn set_relaxing(&mut self, relaxing: Relaxing) {
        self.relaxing = relaxing;
    }

    /// Restricts angelic integers to this number of bits, sign-extended, and takes all alternatives; for tests only,
    /// with a matching analysis.
    pub fn narrow(&mut self, bits: u32) {
        self.machine.dom.narrow = Some(bits);
    }

    /// Sets the variable that [`Inst::Hole`](ir::Inst::Hole) returns, which must have its type.
    pub fn set_hole(&mut self, variable: Term) {
        self.machine.dom.hole = Some(variable);
    }

    /// Whether the run forked.
    pub fn parted(&self) -> bool {
        self.forks > 0
    }

    /// Components that some run entered and that may matter. A declaration with an initial value does not matter if no
    /// indeterminate value was used.
    pub fn touched(&self) -> impl Iterator<Item = bool> + '_ {
        let first_values = self.machine.dom.first_values;
        let all = (0..).map(CompId).zip(&self.machine.dom.visited.components);
        all.map(move |(c, entered)| *entered && self.analysis.may_matter(c, first_values))
    }

    /// Functions that some run called.
    pub fn called(&self) -> impl Iterator<Item = FnId> + '_ {
        let all = (0..).map(FnId).zip(&self.machine.dom.visited.functions);
        all.filter_map(|(f, called)| called.then_some(f))
    }

    /// Closed branches that runs reached: they may be the reason for an unknown result.
    pub fn met(&self) -> Vec<BranchId> {
        self.met.iter().collect()
    }

    /// Ends the exploration and returns the term pool.
    pub fn finish(self) -> Pool {
        self.machine.dom.terms
    }

    pub(super) fn take_state(&mut self) -> State<Sym> {
        self.machine.replace_state(self.placeholder.snapshot())
    }
}
