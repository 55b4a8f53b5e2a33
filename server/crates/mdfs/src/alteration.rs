//! Alteration of statement executions: could the test pass then?
//!
//! The run is repeated as written up to the first of the executions (§4.2: "using concrete values until reaching s");
//! from there on its value is symbolic, and the exploration of `ir` follows all consequences up to the failure's
//! property.

use std::collections::BTreeMap;

use eval::{Guard, Image, Machine, State, Stop, Sym, Symbolic, VisitedCode};
use exec::run::PreparedTest;
use explore::{Analysis, ExploreLimits, ExploreResult, Explorer};
use ir::{CompId, ComponentKind, Program};
use term::Pool;
use trace::Owner;

use crate::domain::Graph;
use crate::limits::{CHECK, FORKS, TERMS, TOTAL_STEPS, UNWIND};
use crate::search::Pollution;

/// The failing run whose executions are altered.
pub struct Alterations<'a> {
    program: &'a Program,
    graph: &'a Graph,
    test: &'a PreparedTest,
    /// Number of instructions of the failing run.
    steps: u64,
    image: Image<Sym>,
    analysis: Analysis,
    stopped: &'a dyn Fn() -> bool,
    /// Statements that the user declares correct.
    correct: Vec<CompId>,
}

impl<'a> Alterations<'a> {
    /// Creates alterations of a run that takes `steps` instructions.
    pub fn new(
        program: &'a Program,
        graph: &'a Graph,
        test: &'a PreparedTest,
        steps: u64,
        correct: Vec<CompId>,
        stopped: &'a dyn Fn() -> bool,
    ) -> Alterations<'a> {
        Alterations {
            program,
            graph,
            test,
            steps,
            image: Image::new(program),
            analysis: Analysis::new(program),
            stopped,
            correct,
        }
    }

    /// State in which the first of these executions begins.
    fn reached(&self, executions: &[Owner]) -> Option<(State<Sym>, VisitedCode)> {
        let mut dom = Symbolic::new(self.program.components.len());
        dom.guards.fill(Guard::Open);
        let start = &self.test.start;
        let state = self.image.start(&mut dom, self.program, start, false);
        let mut machine = Machine::new(
            self.program,
            dom,
            state,
            std::sync::Arc::clone(&self.test.goal.expected),
            2 * self.steps + 10_000,
        );
        let mut entered: BTreeMap<CompId, u32> = BTreeMap::new();
        while let Err(stop) = machine.run(None) {
            let Stop::Enter(component) = *stop else {
                return None;
            };
            let count = entered.entry(component).or_insert(0);
            *count += 1;
            let here = Owner {
                component,
                execution: *count,
            };
            if executions.contains(&here) {
                return Some((machine.state, machine.dom.visited));
            }
            machine.state.calls.advance();
        }
        None
    }
}

impl Pollution for Alterations<'_> {
    fn is_candidate(&self, node: usize) -> bool {
        let Some(owner) = self.graph.owners[node] else {
            return false;
        };
        let component = &self.program.components[owner.component.index()];
        // The paper alters assigned values and decisions. The effect of a call consists of the statements executed in
        // it.
        let is_altered = matches!(
            component.kind,
            ComponentKind::Assignment
                | ComponentKind::Initialiser
                | ComponentKind::Return
                | ComponentKind::Condition
                | ComponentKind::Switch
        );
        is_altered && !self.graph.reads_input[node]
    }

    fn is_right(&self, node: usize) -> bool {
        let owner = self.graph.owners[node];
        owner.is_some_and(|owner| self.correct.contains(&owner.component))
    }

    fn is_polluted(&mut self, nodes: &[usize]) -> Option<bool> {
        let owners = nodes.iter().filter_map(|node| self.graph.owners[*node]);
        let owners: Vec<Owner> = owners.collect();
        let begin = self.reached(&owners)?;
        let mut solver = smt::solver(smt::Choice::Auto);
        solver.set_limits(smt::SolverLimits {
            work: Some(CHECK * smt::SolverLimits::MILLISECOND),
            ..smt::SolverLimits::default()
        });
        let limits = ExploreLimits {
            unwind: UNWIND,
            path_steps: 4 * self.steps + 50_000,
            total_steps: 20 * self.steps + TOTAL_STEPS,
            forks: FORKS,
            open_checks: 2,
            terms: TERMS,
        };
        let mut explorer = Explorer::new(
            self.program,
            &self.analysis,
            begin,
            self.test.goal.clone(),
            limits,
            Pool::new(),
            solver.as_mut(),
            self.stopped,
        );
        explorer.without_witness();
        for owner in &owners {
            explorer.relax(owner.component, None);
        }
        if owners.len() == 1 {
            explorer.relax_once();
        }
        match explorer.ask() {
            ExploreResult::Passes(_) => Some(true),
            ExploreResult::Fails { .. } => Some(false),
            ExploreResult::NeedsBranches(_) | ExploreResult::Unknown(_) => None,
        }
    }

    fn is_stopped(&self) -> bool {
        (self.stopped)()
    }
}
