//! What the driver knows of each function beforehand: where branches meet, which registers live, their types.
//!
//! Only conditions that are open and states that meet again need it. So of an edited program, of which a fix explores a
//! few paths, it is worked out when an exploration first asks ([`Analysis::when_asked`]). Where ways of a program are
//! closed and opened again ([`crate::demand`]), it holds for the program with all of them, and has to be known before.

use std::sync::OnceLock;

use super::reads::Reads;
use crate::flow::{Liveness, explored_successors, post_dominators_along, register_types};
use crate::program::{CompId, ComponentKind, FnId, Function, Pc, Program, Scalar};
use crate::relaxing::Relaxing;

/// Facts about the functions of one program.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// Which reads of standard input can still come from each position on.
    pub reads: Reads,
    /// Which components only say what a variable holds before it is written; see [`first_values`].
    declares: Vec<bool>,
    live: fn(&Function) -> Liveness,
    /// By [`FnId`].
    functions: Vec<OnceLock<Facts>>,
}

/// What is known of one function.
#[derive(Debug, Clone)]
pub struct Facts {
    /// Immediate post-dominator of each position.
    pub meet: Vec<Option<Pc>>,
    /// Live registers.
    pub live: Liveness,
    /// Types of the registers, where the code tells.
    pub types: Vec<Option<Scalar>>,
}

/// Which components only say what a variable holds before it is written. As written it holds nothing, and whoever uses
/// that traps. So where no run traps like this, or ends with such a value, relaxing these components changes nothing:
/// whatever they gave would not be used either.
///
/// There are none of them in a program that writes bit-fields, for a byte becomes determinate with the first of its
/// fields.
fn first_values(program: &Program) -> Vec<bool> {
    let none = program.writes_fields();
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

    /// The same, but nothing is worked out before it is needed: the program must stay as it is, but for constants.
    pub fn when_asked(program: &Program) -> Analysis {
        Analysis::empty(program, Liveness::searched)
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
        let analysis = Analysis::empty(program, live);
        for i in 0..program.functions.len() {
            analysis.of_function(program, FnId(i as u32));
        }
        analysis
    }

    fn empty(program: &Program, live: fn(&Function) -> Liveness) -> Analysis {
        Analysis {
            declares: first_values(program),
            reads: Reads::new(program),
            live,
            functions: program.functions.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// What is known of a function of the program.
    pub fn of_function(&self, program: &Program, function: FnId) -> &Facts {
        self.functions[function.index()].get_or_init(|| {
            let f = &program.functions[function.index()];
            Facts {
                meet: post_dominators_along(f, explored_successors),
                live: (self.live)(f),
                types: register_types(program, f),
            }
        })
    }
}
