//! Inputs from path exploration: every call that reads is relaxed, and each failing path has a model.

use eval::{Goal, Image, Symbolic, VisitedCode};
use exec::run::PreparedTest;
use explore::{Analysis, ExploreLimits, Explorer, Failing, HuntGoal, Plausible, UnknownReason};
use ir::{CompId, Program};
use term::Pool;

use crate::limits::{CHECK, FORKS, OPEN_CHECKS, PATH_STEPS, TERMS};
use crate::stdin::Reads;

/// Result of path exploration.
#[derive(Debug, Default)]
pub struct PathInputs {
    /// Inputs on which the program may fail.
    pub failing: Vec<Vec<u8>>,
    /// Inputs on which the program may terminate.
    pub ending: Vec<Vec<u8>>,
    /// Reason why not every path was followed; `None` if each was, however long.
    pub unknown: Option<UnknownReason>,
    /// Whether paths were cut at the unwinding bound of a loop.
    pub bounded: bool,
}

/// Limits on following paths.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Maximum number of iterations of one loop.
    pub unwind: u32,
    /// Work on all paths together, in instructions.
    pub work: u64,
}

/// Follows the paths of a program from the start of a run, within the limits of `effort`.
pub fn follow(
    program: &Program,
    reads: &Reads,
    from: &PreparedTest,
    wanted: HuntGoal,
    effort: Effort,
    stopped: &dyn Fn() -> bool,
) -> PathInputs {
    // The solver may give up on a single check, since other paths remain.
    let components = program.components.len();
    let image = Image::new(program);
    let analysis = Analysis::new(program);
    let state = image.start(&mut Symbolic::new(components), program, &from.start, false);
    let mut solver = smt::solver(smt::Choice::Auto);
    let work_of_check = CHECK * smt::SolverLimits::MILLISECOND;
    solver.set_limits(smt::SolverLimits {
        work: Some(work_of_check),
        ..smt::SolverLimits::default()
    });

    // A path may end with any exit status and any result.
    let limits = ExploreLimits {
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

    // Only texts that a user could have typed are asked for.
    let plausible: &mut Plausible<'_> = &mut |entries, pool| reads.constraints(entries, pool);
    let found = explore(
        Explorer::new(
            program,
            &analysis,
            (state, VisitedCode::nothing(components)),
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

    // Choices at the calls that read become the text that they read.
    let texts = |scripts: Vec<eval::Script>| {
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
    wanted: HuntGoal,
    plausible: &'s mut Plausible<'s>,
) -> Failing {
    for comp in relaxed {
        explorer.relax(comp, None);
    }
    explorer.failing(wanted, plausible)
}
