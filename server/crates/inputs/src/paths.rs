//! Inputs from path exploration: the input is not known, and each failing path has a model.

use eval::{Goal, Image, InputKind, LeftOut, Symbolic, VisitedCode};
use exec::run::PreparedTest;
use explore::{Analysis, ExploreLimits, Explorer, HuntGoal, InputPieces, UnknownReason};
use ir::Program;
use syntax::Span;
use term::Pool;

use crate::limits::{CHECK, FORKS, OPEN_CHECKS, PATH_STEPS, TERMS};
use crate::stdin;

/// Result of path exploration.
#[derive(Debug, Default)]
pub struct PathInputs {
    /// Inputs on which the program may fail, with the places.
    pub failing: Vec<(Span, Option<Vec<u8>>)>,
    /// Inputs on which the program may terminate.
    pub ending: Vec<Vec<u8>>,
    /// Reason why not every path was followed; `None` if each was, however long.
    pub unknown: Option<UnknownReason>,
    /// What was not followed, with the places.
    pub left_out: Vec<(Span, LeftOut)>,
}

/// Limits on following paths.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Maximum number of iterations of one loop.
    pub unwind: u32,
    /// Work on all paths together, in instructions.
    pub work: u64,
}

/// Follows the paths of a program from the start of a run on inputs of a kind, within the limits of `effort`.
pub fn follow(
    program: &Program,
    inputs: InputKind,
    from: &PreparedTest,
    wanted: HuntGoal,
    effort: Effort,
    stopped: &dyn Fn() -> bool,
) -> PathInputs {
    // The solver may give up on a single check, since other paths remain.
    let components = program.components.len();
    let image = Image::new(program);
    let analysis = Analysis::new(program);
    let mut state = image.start(&mut Symbolic::new(components), program, &from.start, false);
    state.input.set_free(inputs);
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
    let mut explorer = Explorer::new(
        program,
        &analysis,
        (state, VisitedCode::nothing(components)),
        goal,
        limits,
        Pool::new(),
        solver.as_mut(),
        stopped,
    );
    let found = explorer.failing(wanted);
    let text = |pieces: InputPieces| stdin::text(&pieces);
    let failures = found.failures.into_iter();
    PathInputs {
        failing: failures
            .map(|(trap, read)| (trap.span, text(read)))
            .collect(),
        ending: found.endings.into_iter().filter_map(text).collect(),
        unknown: found.unknown,
        left_out: found.left_out,
    }
}
