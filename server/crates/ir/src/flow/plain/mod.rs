//! The program as plain runs execute it: the same instructions, fewer of them.
//!
//! Lowered code is made for relaxation: each component has its alternatives beside it, a jump over them, and a register
//! for each constant at the place where the source has it. A run in which nothing is relaxed, and that is every run of a
//! test that only asks whether it passes, has no use for them. So here, function by function,
//!
//! 1. the code that the kept paths reach is laid out anew, with jumps to jumps followed and loops turned so that their
//!    condition stands at the end ([`layout`]);
//! 2. constants of loops move to registers that hold them from the beginning of the activation on ([`constants`]);
//! 3. a comparison and the branch on it become one instruction ([`fuse`]).
//!
//! Components are still entered, in the same order and as often: coverage and counts are those of the program as lowered.
//! So are output, traps and their places. Only the number of steps is smaller.

mod constants;
mod fuse;
mod layout;

use std::sync::Arc;

use crate::program::{Function, Program, Shapes};

/// A step of the plain program does the work of about so many of the program as lowered, at most.
pub const LOWERED_STEPS: u64 = 3;

/// A program for runs without relaxed components. Its functions, globals and components have the same indices.
pub fn plain(program: &Program) -> Program {
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
        at_exit: program.at_exit,
        data_model: program.data_model,
        printable: program.printable.clone(),
        // Values are told from the program as lowered.
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
