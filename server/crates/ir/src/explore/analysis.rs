//! What the driver knows of each function beforehand: where branches meet, which registers live, their types.

use super::reads::Reads;
use crate::flow::{Liveness, explored_successors, post_dominators_along, register_types};
use crate::program::{Function, Pc, Program, Scalar};
use crate::relaxing::Relaxing;

/// Facts about all functions of a program, by [`crate::FnId`].
#[derive(Debug, Clone)]
pub struct Analysis {
    /// Immediate post-dominator of each position.
    pub meet: Vec<Vec<Option<Pc>>>,
    /// Live registers.
    pub live: Vec<Liveness>,
    /// Types of the registers, where the code tells.
    pub types: Vec<Vec<Option<Scalar>>>,
    /// Which reads of standard input can still come from each position on.
    pub reads: Reads,
}

impl Analysis {
    /// Analyses a program, for explorations of the alternatives that are searched.
    pub fn new(program: &Program) -> Analysis {
        Analysis::with(program, Liveness::searched)
    }

    /// For explorations in which relaxed components may do that.
    pub fn of(program: &Program, relaxing: Relaxing) -> Analysis {
        match relaxing {
            Relaxing::Angelic => Analysis::new(program),
            // Some of what the angelic search leaves out as covered is followed.
            Relaxing::Deletion => Analysis::of_all_alternatives(program),
        }
    }

    /// For explorations of all alternatives ([`super::Explorer::narrow`]).
    pub fn of_all_alternatives(program: &Program) -> Analysis {
        Analysis::with(program, Liveness::new)
    }

    fn with(program: &Program, live: fn(&Function) -> Liveness) -> Analysis {
        let meet = |f| post_dominators_along(f, explored_successors);
        let functions = program.functions.iter();
        Analysis {
            reads: Reads::new(program),
            meet: functions.map(meet).collect(),
            live: program.functions.iter().map(live).collect(),
            types: program
                .functions
                .iter()
                .map(|f| register_types(program, f))
                .collect(),
        }
    }
}
