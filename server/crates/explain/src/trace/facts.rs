//! Facts about the functions of a program, as written.

use ir::flow::{Liveness, post_dominators_along, register_types, written_successors};
use ir::{CompId, ComponentKind, Function, Inst, Pc, Program, Reg, Scalar};
use rustc_hash::FxHashMap;

/// Facts about a function as written.
pub(super) struct FunctionFacts {
    pub(super) meet: Vec<Option<Pc>>,
    pub(super) live: Liveness,
    pub(super) types: Vec<Option<Scalar>>,
    /// Names and types of the registers that are variables.
    pub(super) names: FxHashMap<Reg, (String, Scalar)>,
    /// The statement of each position: the outermost component around it.
    pub(super) statement: Vec<Option<CompId>>,
    /// The innermost component around each position.
    pub(super) inner: Vec<Option<CompId>>,
}

impl FunctionFacts {
    pub(super) fn new(program: &Program, f: &Function) -> FunctionFacts {
        let names = f.variables.iter();
        let (statement, inner) = owners(program, f);
        FunctionFacts {
            meet: post_dominators_along(f, written_successors),
            live: Liveness::searched(f),
            types: register_types(program, f),
            names: names
                .map(|(r, name, ty)| (*r, (name.clone(), *ty)))
                .collect(),
            statement,
            inner,
        }
    }
}

/// The outermost and innermost component of each position. A component's own code begins after its `Enter` and ends
/// before its alternatives; the branch on a condition's value comes after the condition's effects are complete.
fn owners(program: &Program, f: &Function) -> (Vec<Option<CompId>>, Vec<Option<CompId>>) {
    let mut outer = vec![None; f.code.len()];
    let mut inner = outer.clone();
    for (pc, inst) in f.code.iter().enumerate() {
        let Inst::Enter { comp, relaxation } = inst else {
            continue;
        };
        let relaxation = &f.relaxations[*relaxation as usize];
        let alternatives = relaxation.alts.iter().map(|a| a.pc);
        let end = alternatives.chain([relaxation.resume]).min();
        let resume = relaxation.resume as usize;
        let kind = program.components[comp.index()].kind;
        let branches = matches!(kind, ComponentKind::Condition | ComponentKind::Switch)
            && matches!(
                f.code.get(resume),
                Some(Inst::Branch { .. } | Inst::Switch(_))
            );
        let own = pc..(end.unwrap_or(0) as usize).min(f.code.len());
        for at in own.chain(branches.then_some(resume)) {
            outer[at].get_or_insert(*comp);
            inner[at] = Some(*comp);
        }
    }
    (outer, inner)
}
