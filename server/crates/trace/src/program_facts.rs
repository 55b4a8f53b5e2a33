//! Facts about a program's code that a recording needs.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use ir::flow::{
    LibraryUse, Liveness, Successors, WriteSet, post_dominators_along, successors,
    written_successors,
};
use ir::{CompId, ComponentKind, FnId, Function, Inst, Pc, Program, Reg};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::effects::{StaticEffects, WriteTargets};

/// Facts about one function.
#[derive(Debug)]
pub(crate) struct FunctionFacts {
    /// The innermost component of each position.
    pub(crate) component: Vec<Option<CompId>>,
    /// For positions inside nested components: the component around the innermost one.
    pub(crate) nested: Vec<Option<CompId>>,
    /// For each position, the position where the paths from it join.
    pub(crate) meet: Vec<Option<Pc>>,
    pub(crate) live: Liveness,
    /// Registers that are variables of the source.
    pub(crate) variables: FxHashSet<Reg>,
    /// Whether the function has components.
    pub(crate) has_components: bool,
}

impl FunctionFacts {
    fn new(program: &Program, f: &Function) -> FunctionFacts {
        let mut component = vec![None; f.code.len()];
        let mut nested = vec![None; f.code.len()];
        for (pc, inst) in f.code.iter().enumerate() {
            let Inst::Enter { comp, relaxation } = inst else {
                continue;
            };
            let resume = f.relaxations[*relaxation as usize].resume as usize;
            let kind = program.components[comp.index()].kind;
            // The branch on a condition's value comes after the condition's effects are complete.
            let branches = matches!(kind, ComponentKind::Condition | ComponentKind::Switch)
                && matches!(
                    f.code.get(resume),
                    Some(Inst::Branch { .. } | Inst::Switch(_))
                );
            let around = component[pc].filter(|around| around != comp);
            let own = pc..resume.min(f.code.len());
            for at in own.chain(branches.then_some(resume)) {
                component[at] = Some(*comp);
                nested[at] = around;
            }
        }
        FunctionFacts {
            has_components: component.iter().any(Option::is_some),
            component,
            nested,
            meet: post_dominators_along(f, successors_with_jumps),
            live: Liveness::new(f),
            variables: f.variables.iter().map(|(r, ..)| *r).collect(),
        }
    }
}

/// Whether a component that only jumps begins here: `break`, `continue`, `goto`, `return;`.
pub(crate) fn begins_jump(f: &Function, pc: Pc) -> bool {
    let Inst::Enter { relaxation, .. } = &f.code[pc as usize] else {
        return false;
    };
    let resume = f.relaxations[*relaxation as usize].resume;
    match f.code.get(pc as usize + 1) {
        Some(Inst::Jump { to }) => *to != resume,
        Some(Inst::Return { value: None } | Inst::ReturnNothing) => true,
        _ => false,
    }
}

/// Successors of an instruction where every component behaves as written, except that jumps may be left out.
fn successors_with_jumps(f: &Function, pc: Pc) -> Successors {
    if begins_jump(f, pc) {
        successors(f, pc)
    } else {
        written_successors(f, pc)
    }
}

/// Possible targets of the instructions that were asked for.
type KnownTargets = FxHashMap<(FnId, Pc), Option<Rc<WriteTargets>>>;

/// Facts about a program, computed on demand.
#[derive(Debug)]
pub(crate) struct CachedFacts<'p> {
    pub(crate) program: &'p Program,
    functions: Vec<OnceCell<FunctionFacts>>,
    effects: StaticEffects<'p>,
    untaken: RefCell<FxHashMap<(FnId, Pc, Pc), Rc<WriteSet>>>,
    writes: RefCell<KnownTargets>,
}

impl<'p> CachedFacts<'p> {
    pub(crate) fn new(program: &'p Program) -> CachedFacts<'p> {
        CachedFacts {
            program,
            functions: program.functions.iter().map(|_| OnceCell::new()).collect(),
            effects: StaticEffects::new(program),
            untaken: RefCell::default(),
            writes: RefCell::default(),
        }
    }

    pub(crate) fn function(&self, id: FnId) -> &FunctionFacts {
        let f = &self.program.functions[id.index()];
        self.functions[id.index()].get_or_init(|| FunctionFacts::new(self.program, f))
    }

    /// Whether code that does not name the object may reach it through pointers.
    pub(crate) fn is_exposed(&self, name: &eval::Name) -> bool {
        self.effects.is_exposed(name)
    }

    /// Possible effects of the targets of a branch that were not taken, up to the point where the paths join.
    pub(crate) fn untaken(&self, function: FnId, pc: Pc, taken: Pc) -> Rc<WriteSet> {
        let key = (function, pc, taken);
        if let Some(known) = self.untaken.borrow().get(&key) {
            return Rc::clone(known);
        }
        let f = &self.program.functions[function.index()];
        let facts = self.function(function);
        let meet = facts.meet[pc as usize];
        let others = successors_with_jumps(f, pc)
            .into_iter()
            .filter(|to| *to != taken);
        let others: Vec<Pc> = others.filter(|to| Some(*to) != meet).collect();
        let mut effects = self.effects.between(function, &others, meet);
        if let Some(meet) = meet {
            let is_live = |r: &Reg| facts.live.live(meet, *r);
            effects.registers.retain(is_live);
        } else {
            effects.registers.clear();
        }
        let effects = Rc::new(effects);
        self.untaken.borrow_mut().insert(key, Rc::clone(&effects));
        effects
    }

    /// The program's use of the library.
    pub(crate) fn library(&self) -> LibraryUse {
        self.effects.library()
    }

    /// Possible targets of an instruction's writes to memory; `None` if it writes to no memory.
    pub(crate) fn targets(&self, function: FnId, pc: Pc) -> Option<Rc<WriteTargets>> {
        let key = (function, pc);
        if let Some(known) = self.writes.borrow().get(&key) {
            return known.clone();
        }
        let targets = self.effects.targets(function, pc).map(Rc::new);
        self.writes.borrow_mut().insert(key, targets.clone());
        targets
    }
}
