//! Recording: the symbolic machine runs the test instruction by instruction along the way that the run takes.
//!
//! What the machine writes into a variable or into memory is replaced by a fresh symbol at once, and its value noted. So
//! the machine's registers hold terms over names, and a decision that it asks for is answered by the values of the names.

use std::collections::BTreeMap;
use std::rc::Rc;

use exec::run::PreparedTest;
use ir::demand::{Untaken, Written};
use ir::eval::{Domain, Image, Machine, ObjId, Stop, Sym, Symbolic, Val, sort};
use ir::flow::{Liveness, definition, post_dominators_along, register_types, written_successors};
use ir::{Builtin, CompId, ComponentKind, FnId, Function, Inst, Nature, Pc, Program, Reg, Scalar};
use rustc_hash::FxHashMap;
use syntax::Span;
use term::Term;

use super::memory::Bulk;
use super::region::Region;
use super::{Cell, Definition, Failure, Named, Step, StepKind, Trace, VarId, Variable, value_of};

/// What a recording may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Instructions.
    pub instructions: u64,
    /// Steps of the trace.
    pub steps: usize,
    /// Terms.
    pub terms: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            instructions: 5_000_000,
            steps: 200_000,
            terms: 4_000_000,
        }
    }
}

/// Why there is no trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// For people.
    pub reason: String,
    /// Where.
    pub span: Option<Span>,
}

/// Facts about a function as written.
pub(super) struct Facts {
    pub(super) meet: Vec<Option<Pc>>,
    pub(super) live: Liveness,
    pub(super) types: Vec<Option<Scalar>>,
    /// Names of the registers that are variables.
    pub(super) names: FxHashMap<Reg, (String, Scalar)>,
    /// The statement that each position belongs to: the outermost component around it.
    pub(super) statement: Vec<Option<CompId>>,
    /// The innermost component around it.
    inner: Vec<Option<CompId>>,
}

impl Facts {
    fn new(program: &Program, f: &Function) -> Facts {
        let names = f.variables.iter();
        let (statement, inner) = owners(program, f);
        Facts {
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

/// A component's own code begins behind its `Enter` and ends before its alternatives; the branch on a condition's value
/// stands where its effect is complete.
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

/// A recording under way.
pub(super) struct Recorder<'p> {
    pub(super) program: &'p Program,
    pub(super) machine: Machine<'p, Symbolic>,
    pub(super) facts: Vec<Facts>,
    pub(super) untaken: Untaken<'p>,
    pub(super) variables: Vec<Variable>,
    pub(super) of_term: FxHashMap<Term, VarId>,
    pub(super) steps: Vec<Step>,
    /// Numbers of the activations, as the machine's frames.
    pub(super) activations: Vec<u32>,
    /// The function of each activation.
    functions: Vec<FnId>,
    /// How often each instruction of each function was executed on the way that the run takes.
    visits: Vec<Vec<u32>>,
    /// Instructions of a way that the run does not take are executed.
    pub(super) aside: bool,
    /// The step with the call that began each activation.
    calls: Vec<Option<usize>>,
    /// How often each component was entered.
    entered: Vec<u32>,
    pub(super) regions: Vec<Region>,
    /// What libraries and whole-object writes left in memory.
    pub(super) bulk: FxHashMap<u32, Vec<Bulk>>,
    /// The current name of silence; none since an output that was as expected.
    pub(super) silence: Option<VarId>,
    /// Conditions under which the running instruction does what it does.
    pub(super) when: Vec<Term>,
    pub(super) assumed: Vec<String>,
    /// Conditions of the ways inside an expression that are being followed.
    pub(super) conditions: Vec<Term>,
    /// Where expressions branch, and where their results lie; see `merge`.
    pub(super) computing: FxHashMap<(FnId, Pc, Pc), Option<Vec<Reg>>>,
    /// What ways may write; see `frame`.
    pub(super) written: FxHashMap<(FnId, Pc, Pc, bool), Rc<Written>>,
    /// The step of the last output that was as expected.
    pub(super) spoke_at: usize,
    /// Values on their way so far.
    pub(super) values: u32,
    /// What is required for the run not to have ended in a trap, by instructions that define nothing.
    pub(super) pending: Vec<Term>,
    /// The text that the next value on its way is the value of, if it is not the running instruction's.
    text_of_values: Option<Span>,
}

/// Runs a failing test and records it.
///
/// # Errors
/// Why it cannot be recorded: something that is not modelled, a limit, a run that passes.
pub fn record(
    program: &Program,
    test: &PreparedTest,
    limits: Limits,
    stopped: &dyn Fn() -> bool,
) -> Result<Trace, Refused> {
    let image: Image<Sym> = Image::new(program);
    let mut dom = Symbolic::new(program.components.len());
    let state = image.start(&mut dom, program, &test.start, false);
    let machine = Machine {
        program,
        dom,
        state,
        expected: std::sync::Arc::clone(&test.goal.expected),
        steps: u64::MAX,
        observed: None,
    };
    let facts = program.functions.iter().map(|f| Facts::new(program, f));
    let mut recorder = Recorder {
        program,
        facts: facts.collect(),
        untaken: Untaken::new(program),
        activations: (0..machine.state.frames.len() as u32).collect(),
        functions: machine.state.frames.iter().map(|f| f.function).collect(),
        visits: program
            .functions
            .iter()
            .map(|f| vec![0; f.code.len()])
            .collect(),
        aside: false,
        calls: vec![None; machine.state.frames.len()],
        entered: vec![0; program.components.len()],
        machine,
        variables: Vec::new(),
        of_term: FxHashMap::default(),
        steps: Vec::new(),
        regions: Vec::new(),
        bulk: FxHashMap::default(),
        silence: None,
        when: Vec::new(),
        assumed: Vec::new(),
        conditions: Vec::new(),
        computing: FxHashMap::default(),
        written: FxHashMap::default(),
        spoke_at: 0,
        values: 0,
        pending: Vec::new(),
        text_of_values: None,
    };
    recorder.start(test);
    let mut instructions = 0;
    loop {
        instructions += 1;
        if instructions > limits.instructions
            || recorder.steps.len() > limits.steps
            || recorder.machine.dom.terms.len() > limits.terms
        {
            let reason =
                format!("the run is too long to be explained: {instructions} instructions");
            return Err(recorder.refused(reason));
        }
        if instructions % 1024 == 0 && stopped() {
            return Err(recorder.refused("stopped".into()));
        }
        if let Some(failure) = recorder.instruction(test)? {
            return Ok(Trace {
                objects: recorder.objects(),
                pool: recorder.machine.dom.terms,
                variables: recorder.variables,
                steps: recorder.steps,
                failure,
                assumed: recorder.assumed,
                calls: recorder.calls,
                instructions,
                of_term: recorder.of_term,
            });
        }
    }
}

impl<'p> Recorder<'p> {
    pub(super) fn refused(&self, reason: String) -> Refused {
        let span = Some(self.machine.span());
        Refused { reason, span }
    }

    /// The first step: arguments of the function that a test calls.
    fn start(&mut self, test: &PreparedTest) {
        let function = test.start.function;
        self.steps.push(Step {
            kind: StepKind::Start,
            span: self.program.functions[function.index()].span,
            component: None,
            execution: 0,
            function,
            activation: 0,
            pc: 0,
            visit: 0,
            guard: None,
            definitions: Vec::new(),
            assumed: Vec::new(),
        });
        if test.start.literals.is_empty() {
            return;
        }
        for r in 0..self.program.functions[function.index()].params.len() {
            self.define_register(0, 0, r as Reg);
        }
    }

    /// The running function.
    pub(super) fn function(&self) -> (FnId, &'p Function) {
        let id = self
            .machine
            .state
            .frames
            .last()
            .map_or(FnId(0), |f| f.function);
        (id, &self.program.functions[id.index()])
    }

    /// Number of the running activation.
    pub(super) fn activation(&self) -> u32 {
        self.activations.last().copied().unwrap_or(0)
    }

    /// The value of a term in the run.
    pub(super) fn value(&self, t: Term) -> u64 {
        value_of(&self.machine.dom.terms, &self.variables, &self.of_term, t)
    }

    pub(super) fn holds(&self, t: Term) -> bool {
        self.value(t) != 0
    }

    pub(super) fn guard(&self) -> Option<VarId> {
        self.regions.last().and_then(|r| r.control)
    }

    /// A new step at the running instruction, which is at `pc`.
    pub(super) fn step(&mut self, kind: StepKind, pc: Pc) -> usize {
        let (function, f) = self.function();
        let activation = self.activation();
        self.step_in(kind, (function, f, activation), pc)
    }

    fn step_in(
        &mut self,
        kind: StepKind,
        (function, f, activation): (FnId, &Function, u32),
        pc: Pc,
    ) -> usize {
        let facts = &self.facts[function.index()];
        let owners = if kind == StepKind::Call {
            &facts.inner
        } else {
            &facts.statement
        };
        let component = owners.get(pc as usize).copied().flatten();
        let span = match component {
            Some(c) => self.program.components[c.index()].span,
            None => f.spans.get(pc as usize).copied().unwrap_or_default(),
        };
        self.steps.push(Step {
            kind,
            span,
            component,
            execution: component.map_or(0, |c| self.entered[c.index()]),
            function,
            activation,
            pc,
            visit: self.visits[function.index()]
                .get(pc as usize)
                .copied()
                .unwrap_or(0),
            guard: self.guard(),
            definitions: Vec::new(),
            assumed: Vec::new(),
        });
        self.steps.len() - 1
    }

    /// Requirements of instructions that define nothing: they go to the next step that does.
    pub(super) fn require(&mut self, step: usize, required: Vec<Term>) {
        let mut all = std::mem::take(&mut self.pending);
        all.extend(required);
        self.steps[step].assumed = all;
    }

    /// Keeps requirements for the next step, with the guard that they have here.
    fn postpone(&mut self, required: Vec<Term>) {
        let guard = self.guard().map(|g| self.variables[g.index()].term);
        for t in required {
            let guarded = guard.map(|g| self.machine.dom.terms.implies(g, t));
            self.pending.push(guarded.unwrap_or(t));
        }
    }

    /// A fresh name for a value; the caller puts it where the value was.
    pub(super) fn define(
        &mut self,
        step: usize,
        cell: Cell,
        (name, named): (String, bool),
        ty: Scalar,
        value: Val<Sym>,
        when: Vec<Term>,
    ) -> Val<Sym> {
        // Whatever type a pointer lies in memory as, it is an offset with 64 bits.
        let ty = if value.object == 0 { ty } else { Scalar::Ptr };
        let term = self.machine.dom.bits_term(ty, value.bits);
        let fresh = self.machine.dom.terms.var(sort(ty));
        self.name(
            step,
            cell,
            (name, named),
            ty,
            value.object,
            (fresh, term),
            when,
        );
        Val {
            bits: Sym::Term(fresh),
            ..value
        }
    }

    /// Takes note that `fresh` is a name of the value `term`.
    #[allow(
        clippy::too_many_arguments,
        reason = "they are what a name consists of"
    )]
    pub(super) fn name(
        &mut self,
        step: usize,
        cell: Cell,
        (name, named): (String, bool),
        ty: Scalar,
        object: u32,
        (fresh, term): (Term, Term),
        when: Vec<Term>,
    ) -> VarId {
        let id = VarId(self.variables.len() as u32);
        let value = self.value(term);
        let text = self.text_of_values.unwrap_or_else(|| self.machine.span());
        let scope = match &cell {
            Cell::Local { activation, .. } => self.functions.get(*activation as usize).copied(),
            _ => None,
        };
        self.variables.push(Variable {
            term: fresh,
            cell,
            ty,
            value,
            object,
            step,
            scope,
            text,
            name,
            named,
        });
        self.of_term.insert(fresh, id);
        self.steps[step].definitions.push(Definition {
            var: id,
            value: term,
            when,
        });
        id
    }

    /// Gives the value in a register of a frame a name, if it has one that a formula can speak of.
    pub(super) fn define_register(&mut self, step: usize, frame: usize, register: Reg) {
        let f = &self.machine.state.frames[frame];
        let (function, at) = (f.function, f.base as usize + register as usize);
        let value = self.machine.state.regs[at];
        let facts = &self.facts[function.index()];
        let Some((ty, name)) = (match facts.names.get(&register) {
            Some((name, ty)) => Some((*ty, Some(name.clone()))),
            None => facts.types[register as usize].map(|ty| (ty, None)),
        }) else {
            return;
        };
        if !value.init || ir::eval::is_function(value.object) {
            return;
        }
        let (cell, name) = match name {
            Some(name) => {
                let activation = self.activations[frame];
                (
                    Cell::Local {
                        activation,
                        register,
                    },
                    (name, true),
                )
            }
            None => {
                self.values += 1;
                (Cell::Value(self.values), (String::new(), false))
            }
        };
        let when = self.when.clone();
        self.machine.state.regs[at] = self.define(step, cell, name, ty, value, when);
    }

    /// Executes one instruction; the failure, if it is the last.
    pub(super) fn instruction(&mut self, test: &PreparedTest) -> Result<Option<Failure>, Refused> {
        self.leave_regions();
        let (id, function) = self.function();
        let pc = self.machine.state.pc;
        let Some(inst) = function.code.get(pc as usize) else {
            return self.plain(pc, None, test);
        };
        if !self.aside {
            self.visits[id.index()][pc as usize] += 1;
        }
        if let Inst::Enter { comp, .. } = inst {
            self.entered[comp.index()] += 1;
        }
        match inst {
            Inst::Branch { .. } | Inst::BranchIf { .. } | Inst::Switch(_) => {
                self.branch(pc, inst, test)
            }
            Inst::Load { .. }
            | Inst::LoadBits { .. }
            | Inst::Store { .. }
            | Inst::StoreBits { .. } => self.access(pc, inst, test),
            Inst::Copy { .. } | Inst::Zero { .. } | Inst::Builtin(_) => self.bulk(pc, inst, test),
            _ => self.plain(pc, Some(inst), test),
        }
    }

    /// Lets the machine execute the instruction, deciding what it asks by the values of the run. `Err` with the stop that
    /// no decision helps with.
    pub(super) fn execute(&mut self) -> Result<(), Box<Stop>> {
        self.when.clear();
        loop {
            match self.machine.once() {
                Ok(()) => return Ok(()),
                Err(stop) => match *stop {
                    Stop::Fork(t) => {
                        let holds = self.holds(t);
                        self.machine.state.decisions.push((t, holds));
                        let seen = if holds {
                            t
                        } else {
                            self.machine.dom.terms.not(t)
                        };
                        self.when.push(seen);
                    }
                    Stop::Concretise(t) => {
                        let value = self.value(t);
                        self.machine.state.pinned.push((t, value));
                        let pool = &mut self.machine.dom.terms;
                        let constant = pool.constant(pool.sort(t), value);
                        let seen = pool.eq(t, constant);
                        self.when.push(seen);
                    }
                    _ => return Err(stop),
                },
            }
        }
    }

    /// What had to hold for the instruction not to trap; `Err` if some of it does not.
    pub(super) fn take_requirements(&mut self) -> Result<Vec<Term>, Term> {
        let mut required = std::mem::take(&mut self.machine.state.path);
        if !self.conditions.is_empty() {
            let way = self.machine.dom.terms.and_all(&self.conditions);
            for t in &mut required {
                *t = self.machine.dom.terms.implies(way, *t);
            }
        }
        if required.iter().all(|t| self.holds(*t)) {
            return Ok(required);
        }
        Err(self.machine.dom.terms.and_all(&required))
    }

    /// An instruction that writes at most a register, calls or returns.
    fn plain(
        &mut self,
        pc: Pc,
        inst: Option<&'p Inst>,
        test: &PreparedTest,
    ) -> Result<Option<Failure>, Refused> {
        let (frames, span) = (self.machine.state.frames.len(), self.machine.span());
        let (guard, from) = (self.guard(), self.function().0);
        if let Err(stop) = self.execute() {
            return self.ended(*stop, test);
        }
        let required = match self.take_requirements() {
            Ok(required) => required,
            Err(holds) => return Ok(Some(self.failed(span, holds))),
        };
        let now = self.machine.state.frames.len();
        if now > frames {
            self.called(pc, frames);
            return Ok(None);
        }
        if now < frames {
            self.returned(from, pc, guard);
            return Ok(None);
        }
        let written = inst.and_then(definition).copied();
        self.after(pc, StepKind::Assign, written, required);
        Ok(None)
    }

    /// Names what an instruction left in a register, if it is a variable, or if it is there only under conditions.
    pub(super) fn after(
        &mut self,
        pc: Pc,
        kind: StepKind,
        written: Option<Reg>,
        required: Vec<Term>,
    ) {
        let (function, _) = self.function();
        let is_variable = |r: Reg| self.facts[function.index()].names.contains_key(&r);
        let named = written.filter(|r| is_variable(*r) || !self.when.is_empty());
        let Some(register) = named else {
            self.postpone(required);
            return;
        };
        let step = self.step(kind, pc);
        self.require(step, required);
        let frame = self.machine.state.frames.len() - 1;
        self.define_register(step, frame, register);
    }

    /// A call began in the frame before `callee`.
    fn called(&mut self, pc: Pc, callee: usize) {
        let caller = self.machine.state.frames[callee - 1].function;
        let f: &Function = &self.program.functions[caller.index()];
        let place = (caller, f, self.activation());
        let step = self.step_in(StepKind::Call, place, pc);
        self.require(step, Vec::new());
        let function = self.machine.state.frames[callee].function;
        self.activations.push(self.functions.len() as u32);
        self.functions.push(function);
        self.calls.push(Some(step));
        for r in 0..self.program.functions[function.index()].params.len() {
            self.define_register(step, callee, r as Reg);
        }
    }

    /// A call ended with the `return` at `pc` of the function `from`, under this guard.
    fn returned(&mut self, from: FnId, pc: Pc, guard: Option<VarId>) {
        let left = self.activations.pop().unwrap_or(0);
        self.end_regions_of(left);
        let call_at = self.machine.state.pc.saturating_sub(1);
        let (_, function) = self.function();
        let Some(Inst::Call(call)) = function.code.get(call_at as usize) else {
            return;
        };
        let Some(dst) = call.dst else { return };
        let f = &self.program.functions[from.index()];
        let step = self.step_in(StepKind::Return, (from, f, left), pc);
        self.steps[step].guard = guard;
        self.require(step, Vec::new());
        self.text_of_values = function.spans.get(call_at as usize).copied();
        let frame = self.machine.state.frames.len() - 1;
        self.define_register(step, frame, dst);
        self.text_of_values = None;
    }

    /// What is to be known of the objects that names lie in or point to.
    fn objects(&self) -> BTreeMap<ObjId, Named> {
        let ids = self.variables.iter().flat_map(|v| match v.cell {
            Cell::Memory { object, .. } => [object, v.object],
            _ => [0, v.object],
        });
        let named = ids.filter_map(|id| {
            let o = self.machine.state.memory.get(id)?;
            let name = o.name.text(self.machine.program);
            let size = u64::from(o.extent);
            Some((id, Named { name, size }))
        });
        named.collect()
    }

    /// What a builtin is, as a step.
    pub(super) fn kind_of(builtin: Builtin) -> StepKind {
        match builtin.nature() {
            Nature::Output => StepKind::Output,
            Nature::Input => StepKind::Input,
            _ => StepKind::Library,
        }
    }

    /// A condition as a term.
    pub(super) fn all(&mut self, terms: &[Term]) -> Term {
        self.machine.dom.terms.and_all(terms)
    }
}
