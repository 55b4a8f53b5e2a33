//! Inputs by following all paths: every call that reads is relaxed, and a path that fails has a model.

use exec::run::PreparedTest;
use ir::eval::{Image, Symbolic, Visited};
use ir::explore::{Analysis, Explorer, Failing, Goal, Limits, Plausible, UnknownReason, Wanted};
use ir::{CompId, Program};
use term::Pool;

use crate::stdin::Reads;

/// Instructions on one path.
const PATH_STEPS: u64 = 200_000;
/// Forks of all paths together.
const FORKS: u32 = 30_000;
/// Checks that the solver may give up.
const OPEN_CHECKS: u32 = 8;
/// Terms of the formulas.
const TERMS: usize = 2_000_000;
/// A check of the solver, in milliseconds of its own measure of work.
const CHECK: u64 = 400;

/// What following the paths has given.
#[derive(Debug, Default)]
pub struct PathInputs {
    /// Texts on which the program may fail.
    pub failing: Vec<Vec<u8>>,
    /// Texts on which it may come to its end.
    pub ending: Vec<Vec<u8>>,
    /// Why not every path was followed; nothing if each was, however long.
    pub unknown: Option<UnknownReason>,
    /// Paths were left after so many iterations of a loop.
    pub bounded: bool,
}

/// How far paths are followed.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Iterations of one loop.
    pub unwind: u32,
    /// Work on all paths together, in instructions.
    pub work: u64,
}

/// Follows the paths of a program from the beginning of a run, within so much work.
pub fn follow(
    program: &Program,
    reads: &Reads,
    from: &PreparedTest,
    wanted: Wanted,
    effort: Effort,
    stopped: &dyn Fn() -> bool,
) -> PathInputs {
    let components = program.components.len();
    let image = Image::new(program);
    let analysis = Analysis::new(program);
    let state = image.start(&mut Symbolic::new(components), program, &from.start, false);
    let mut solver = smt::solver(smt::Choice::Auto);
    let work_of_check = CHECK * smt::Limits::MILLISECOND;
    solver.set_limits(smt::Limits {
        work: Some(work_of_check),
        ..smt::Limits::default()
    });
    let limits = Limits {
        unwind: effort.unwind,
        path_steps: PATH_STEPS,
        total_steps: effort.work,
        forks: FORKS,
        open_checks: OPEN_CHECKS,
        terms: TERMS,
    };
    let goal = Goal {
        exit: None,
        returns: None,
        ..from.goal.clone()
    };
    let plausible: &mut Plausible<'_> = &mut |entries, pool| reads.constraints(entries, pool);
    let found = explore(
        Explorer::new(
            program,
            &analysis,
            (state, Visited::nothing(components)),
            goal,
            limits,
            Pool::new(),
            solver.as_mut(),
            stopped,
        ),
        reads.components(),
        wanted,
        plausible,
    );
    let texts = |scripts: Vec<ir::eval::Script>| {
        let texts = scripts.iter().filter_map(|script| reads.text(script));
        texts.map(String::into_bytes).collect()
    };
    PathInputs {
        failing: texts(
            found
                .failures
                .into_iter()
                .map(|(_, script)| script)
                .collect(),
        ),
        ending: texts(found.endings),
        unknown: found.unknown,
        bounded: found.bounded,
    }
}

fn explore<'s>(
    mut explorer: Explorer<'_, 's>,
    relaxed: impl Iterator<Item = CompId>,
    wanted: Wanted,
    plausible: &'s mut Plausible<'s>,
) -> Failing {
    for comp in relaxed {
        explorer.relax(comp, None);
    }
    explorer.failing(wanted, plausible)
}
