//! Static facts about each function for the driver: join points of branches, live registers, register types.
//!
//! Only open conditions and merged states need these facts. So for an edited program, of which a fix explores a few
//! paths, they are computed when an exploration first needs them ([`Analysis::lazy`]). Where branches of a
//! program are closed and reopened ([`crate::demand`]), the facts hold for the program with all branches open, and must
//! be computed beforehand.

use std::sync::OnceLock;

use ir::Relaxing;
use ir::flow::{Liveness, explored_successors, post_dominators_along, register_types};
use ir::program::{CompId, ComponentKind, FnId, Function, Pc, Program, Scalar};

use super::input_reads::Reads;

/// Facts about the functions of one program.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// Reads of standard input that can still follow each position.
    pub reads: Reads,
    /// Components that only determine what a variable holds before it is written; see [`first_values`].
    declares: Vec<bool>,
    live: fn(&Function) -> Liveness,
    /// Facts about each function, by [`FnId`].
    functions: Vec<OnceLock<FunctionAnalysis>>,
}

/// Facts about one function.
#[derive(Debug, Clone)]
pub struct FunctionAnalysis {
    /// Immediate post-dominator of each position.
    pub meet: Vec<Option<Pc>>,
    /// Live registers.
    pub live: Liveness,
    /// Types of the registers, as far as the code determines them.
    pub types: Vec<Option<Scalar>>,
}

/// The components that only determine what a variable holds before it is written. As written the variable is
/// indeterminate, and any use of it traps. So where no run traps for this reason, or ends with such a value, relaxing
/// these components changes nothing: an angelic value would not be used either.
///
/// There are no such components in a program that writes bit-fields, because a byte becomes determinate with the first
/// of its fields.
fn first_values(program: &Program) -> Vec<bool> {
    let none = program.writes_fields();
    let components = program.components.iter();
    components
        .map(|c| !none && c.kind == ComponentKind::Declaration)
        .collect()
}

impl Analysis {
    /// Whether a component that runs entered may matter. `first_values`: whether values of variables before their first
    /// write have mattered.
    pub fn may_matter(&self, comp: CompId, first_values: bool) -> bool {
        first_values || !self.declares[comp.index()]
    }

    /// Analyses a program, for explorations of the alternatives that are searched.
    pub fn new(program: &Program) -> Analysis {
        Analysis::with(program, Liveness::searched)
    }

    /// A lazy analysis that computes facts when they are first needed: meanwhile the program must not change, except
    /// for its constants.
    pub fn lazy(program: &Program) -> Analysis {
        Analysis::empty(program, Liveness::searched)
    }

    /// The analysis for explorations in this relax mode.
    pub fn of(program: &Program, relaxing: Relaxing) -> Analysis {
        match relaxing {
            Relaxing::Angelic => Analysis::new(program),
            // Some alternatives are followed that the angelic search omits as covered.
            Relaxing::Deletion => Analysis::of_all_alternatives(program),
        }
    }

    /// The analysis for explorations of all alternatives ([`super::Explorer::narrow`]).
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

    /// The facts about a function of the program.
    pub fn of_function(&self, program: &Program, function: FnId) -> &FunctionAnalysis {
        self.functions[function.index()].get_or_init(|| {
            let f = &program.functions[function.index()];
            FunctionAnalysis {
                meet: post_dominators_along(f, explored_successors),
                live: (self.live)(f),
                types: register_types(program, f),
            }
        })
    }
}
