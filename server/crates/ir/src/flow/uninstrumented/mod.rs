//! The plain program for uninstrumented runs: the same behaviour with fewer instructions.
//!
//! Lowered code is made for relaxation: each component has its alternatives beside it and a jump over them, and each
//! constant has a register at its place in the source. A run in which nothing is relaxed, which is every run of a test
//! that only decides whether it passes, does not need these. So here, function by function,
//!
//! 1. the code that is reached with all components kept is laid out anew, with chains of jumps shortened and loops
//!    rotated so that their condition is at the end ([`layout`]);
//! 2. constants of loops move to registers that hold them from the beginning of the activation ([`constants`]);
//! 3. a comparison and the branch on it become one instruction ([`fuse`]).
//!
//! Components are still entered, in the same order and equally often, so coverage and counts are those of the lowered
//! program. So are output, traps and their places. Only the number of steps is smaller.

mod constants;
mod fuse;
mod layout;

use std::sync::Arc;

use crate::program::{Function, Program, Shapes};

/// Most steps of the lowered program that correspond to one step of the plain program.
pub const LOWERED_STEPS: u64 = 3;

/// A program for runs without relaxed components. Its functions, globals and components have the same indices.
pub fn uninstrumented(program: &Program) -> Program {
    Program {
        functions: program
            .functions
            .iter()
            .map(|f| Arc::new(function(f)))
            .collect(),
        globals: program.globals.clone(),
        components: program.components.clone(),
        unsupported: program.unsupported.clone(),
        init: program.init,
        errno: program.errno,
        environment: program.environment,
        at_exit: program.at_exit,
        data_model: program.data_model,
        unset_is_any: program.unset_is_any,
        printable: program.printable.clone(),
        // Values are displayed with the shapes of the lowered program.
        shapes: Shapes::default(),
    }
}

fn function(f: &Function) -> Function {
    let mut f = f.clone();
    layout::straighten(&mut f);
    fuse::comparisons(&mut f);
    layout::straighten(&mut f);
    constants::preload(&mut f);
    layout::straighten(&mut f);
    f
}
