//! Where a symbolic run may begin: the run as written, photographed a few times.
//!
//! Until the first relaxed component is entered, a relaxed run is the run as written. So the run as written is executed
//! once per test, its state is kept at some of the entries of components, and each question starts from the last one
//! before anything relaxed. Objects in memory are shared between the photographs and the runs that begin there.

use std::rc::Rc;

use super::driver::Goal;
use crate::eval::{Guard, Image, Machine, Start, State, Stop, Sym, Symbolic};
use crate::program::{CompId, Program};

/// Photographs per run.
const POINTS: u64 = 16;

struct Point {
    /// Entries of components before it.
    entries: u64,
    state: State<Sym>,
    touched: Vec<bool>,
}

/// The photographs of one test's run.
pub struct Checkpoints {
    /// By component: how many entries come before its first one.
    first_entry: Vec<u64>,
    points: Vec<Point>,
}

impl Checkpoints {
    /// Runs the test as written; `entries` is how often it enters components, `steps` how many instructions it takes.
    pub fn record(
        program: &Program,
        image: &Image<Sym>,
        start: &Start,
        goal: &Goal,
        entries: u64,
        steps: u64,
    ) -> Checkpoints {
        let components = program.components.len();
        let mut dom = Symbolic::new(components);
        dom.guards.fill(Guard::Open);
        let state = image.start(&mut dom, program, start, false);
        let first = Point {
            entries: 0,
            state: state.clone(),
            touched: vec![false; components],
        };
        let mut recorded = Checkpoints {
            first_entry: vec![u64::MAX; components],
            points: vec![first],
        };
        let expected = Rc::clone(&goal.expected);
        let mut machine = Machine {
            program,
            dom,
            state,
            expected,
            steps,
            observed: None,
        };
        let stride = (entries / POINTS).max(1);
        let mut seen = 0;
        while let Err(stop) = machine.run(None) {
            let Stop::Enter(comp) = *stop else { break };
            let first = &mut recorded.first_entry[comp.index()];
            *first = (*first).min(seen);
            if seen % stride == 0 && seen > 0 {
                let mut state = machine.state.clone();
                state.spent = steps - machine.steps;
                // The component at hand has been entered, but nothing of it has happened yet.
                let touched = machine.dom.touched.clone();
                recorded.points.push(Point {
                    entries: seen,
                    state,
                    touched,
                });
            }
            seen += 1;
            machine.state.pc += 1;
        }
        recorded
    }

    /// The state to begin with when these components are relaxed, and the components entered before.
    pub fn start(&self, relaxed: impl Iterator<Item = CompId>) -> (State<Sym>, Vec<bool>) {
        let first = relaxed
            .map(|c| self.first_entry[c.index()])
            .min()
            .unwrap_or(u64::MAX);
        let i = self.points.partition_point(|p| p.entries <= first).max(1) - 1;
        let point = &self.points[i];
        (point.state.clone(), point.touched.clone())
    }
}
