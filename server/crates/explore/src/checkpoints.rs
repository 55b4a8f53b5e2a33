//! Snapshots of the run as written, from which relaxed runs start.
//!
//! Until the first relaxed component is entered, a relaxed run is identical to the run as written. So the run as
//! written is executed once per test, its state is saved at some component entries, and each query starts from the last
//! snapshot before anything relaxed. Objects in memory are shared between the snapshots and the runs that start there.

use std::sync::Arc;

use eval::{
    ChoiceSource, Concrete, Goal, Guard, Image, Machine, MachineDomain, Start, State, Stop, Sym,
    Symbolic, VisitedCode,
};
use ir::program::{CompId, Program};

use super::limits::{INSTRUCTIONS_PER_CHECKPOINT, MAX_CHECKPOINT_STACK_BYTES, MAX_CHECKPOINTS};

#[derive(Debug)]
struct Point<B> {
    /// Component entries before the snapshot.
    entries: u64,
    state: State<B>,
    visited: VisitedCode,
}

/// The snapshots of one test's run.
#[derive(Debug)]
pub struct Checkpoints<B> {
    /// Number of entries before the first entry of each component.
    first_entry: Vec<u64>,
    points: Vec<Point<B>>,
}

/// The run of which snapshots are taken.
#[derive(Debug, Clone, Copy)]
pub struct SnapshotRun<'a> {
    /// The program.
    pub program: &'a Program,
    /// Initial state of the run.
    pub start: &'a Start,
    /// Expected result of the run.
    pub goal: &'a Goal,
    /// Number of component entries in the run.
    pub entries: u64,
    /// Instructions after which the run is abandoned.
    pub steps: u64,
}

impl Checkpoints<Sym> {
    /// Takes snapshots for symbolic runs.
    pub fn symbolic(run: &SnapshotRun<'_>, image: &Image<Sym>) -> Checkpoints<Sym> {
        let mut dom = Symbolic::new(run.program.components.len());
        dom.guards.fill(Guard::Open);
        Checkpoints::record(run, image, dom, |dom| dom.visited.clone())
    }
}

impl Checkpoints<u64> {
    /// Takes snapshots for replays.
    pub fn concrete(run: &SnapshotRun<'_>, image: &Image<u64>) -> Checkpoints<u64> {
        let components = run.program.components.len();
        let comps = vec![true; components];
        let dom = Concrete::new(components, ChoiceSource::Ask { comps });
        Checkpoints::record(run, image, dom, |_| VisitedCode::default())
    }
}

impl<B: Copy + PartialEq> Checkpoints<B> {
    /// Runs the test as written, in a domain that stops at each component.
    fn record<D: MachineDomain<Bits = B>>(
        run: &SnapshotRun<'_>,
        image: &Image<B>,
        mut dom: D,
        visited: impl Fn(&D) -> VisitedCode,
    ) -> Checkpoints<B> {
        let &SnapshotRun {
            program,
            start,
            goal,
            entries,
            steps,
        } = run;
        let components = program.components.len();
        let state = image.start(&mut dom, program, start, false);
        let first = Point {
            entries: 0,
            state: state.snapshot(),
            visited: VisitedCode::nothing(components),
        };
        let mut recorded = Checkpoints {
            first_entry: vec![u64::MAX; components],
            points: vec![first],
        };
        let expected = Arc::clone(&goal.expected);
        let mut machine = Machine::new(program, dom, state, expected, steps);
        let points = (steps / INSTRUCTIONS_PER_CHECKPOINT).clamp(1, MAX_CHECKPOINTS);
        let stride = (entries / points).max(1);
        let (mut seen, mut room) = (0, MAX_CHECKPOINT_STACK_BYTES);
        while let Err(stop) = machine.run(None) {
            let Stop::Enter(comp) = *stop else { break };
            let first = &mut recorded.first_entry[comp.index()];
            *first = (*first).min(seen);
            let size = machine.state.calls.size();
            if seen % stride == 0 && seen > 0 && size <= room {
                room -= size;
                let mut state = machine.state.snapshot();
                state.path.spend(steps - machine.steps_left());
                // The component has been entered, but none of it has been executed yet.
                let visited = visited(&machine.dom);
                recorded.points.push(Point {
                    entries: seen,
                    state,
                    visited,
                });
            }
            seen += 1;
            machine.state.calls.advance();
        }
        recorded
    }

    /// The state to start from when these components are relaxed, and the components and functions reached before it.
    pub fn start(&self, relaxed: impl Iterator<Item = CompId>) -> (State<B>, VisitedCode) {
        let point = self.last_before(relaxed);
        (point.state.clone(), point.visited.clone())
    }

    /// The state to start from, reusing the allocations of an earlier run.
    pub fn start_after(
        &self,
        before: Option<State<B>>,
        relaxed: impl Iterator<Item = CompId>,
    ) -> State<B> {
        let begin = &self.last_before(relaxed).state;
        match before {
            Some(mut state) => {
                state.clone_from(begin);
                state
            }
            None => begin.clone(),
        }
    }

    fn last_before(&self, relaxed: impl Iterator<Item = CompId>) -> &Point<B> {
        let first = relaxed
            .map(|c| self.first_entry[c.index()])
            .min()
            .unwrap_or(u64::MAX);
        let i = self.points.partition_point(|p| p.entries <= first).max(1) - 1;
        &self.points[i]
    }
}
