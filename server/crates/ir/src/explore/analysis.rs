//! What the driver knows of each function beforehand: where branches meet, which registers live, their types.

use super::reads::Reads;
use crate::flow::{Liveness, explored_successors, post_dominators_along, register_types};
use crate::program::{CompId, ComponentKind, Function, Inst, Pc, Program, Scalar};
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
    /// Which components only say what a variable holds before it is written; see [`first_values`].
    declares: Vec<bool>,
}

/// Which components only say what a variable holds before it is written. As written it holds nothing, and whoever uses
/// that traps. So where no run traps like this, or ends with such a value, relaxing these components changes nothing:
/// whatever they gave would not be used either.
///
/// There are none of them in a program that writes bit-fields, for a byte becomes determinate with the first of its
/// fields.
fn first_values(program: &Program) -> Vec<bool> {
    let writes_fields = |f: &Function| {
        let mut code = f.code.iter();
        code.any(|inst| matches!(inst, Inst::StoreBits { .. }))
    };
    let none = program.functions.iter().any(writes_fields);
    let components = program.components.iter();
    components
        .map(|c| !none && c.kind == ComponentKind::Declaration)
        .collect()
}

impl Analysis {
    /// Whether a component that runs entered may matter; `first_values`: what variables held before they were written did.
    pub fn may_matter(&self, comp: CompId, first_values: bool) -> bool {
        first_values || !self.declares[comp.index()]
    }

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
            declares: first_values(program),
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
