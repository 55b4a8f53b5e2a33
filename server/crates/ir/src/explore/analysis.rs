//! What the driver knows of each function beforehand: where branches meet, which registers live, their types.

use crate::flow::{Liveness, post_dominators, register_types};
use crate::program::{Pc, Program, Scalar};

/// Facts about all functions of a program, by [`crate::FnId`].
#[derive(Debug, Clone)]
pub struct Analysis {
    /// Immediate post-dominator of each position.
    pub meet: Vec<Vec<Option<Pc>>>,
    /// Live registers.
    pub live: Vec<Liveness>,
    /// Types of the registers, where the code tells.
    pub types: Vec<Vec<Option<Scalar>>>,
}

impl Analysis {
    /// Analyses a program.
    pub fn new(program: &Program) -> Analysis {
        Analysis {
            meet: program.functions.iter().map(post_dominators).collect(),
            live: program.functions.iter().map(Liveness::new).collect(),
            types: program
                .functions
                .iter()
                .map(|f| register_types(program, f))
                .collect(),
        }
    }
}
