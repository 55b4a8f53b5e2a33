//! The recording in progress: the machine, the steps and names so far, and the operations that all kinds of
//! instructions use.

use std::rc::Rc;

use eval::{Domain, Image, Machine, Stop, Sym, Symbolic, Val, sort};
use exec::run::PreparedTest;
use ir::flow::{Scope, Summaries, WriteSet};
use ir::{FnId, Function, Pc, Program, Reg, Scalar};
use rustc_hash::FxHashMap;
use syntax::Span;
use term::Term;

use super::facts::FunctionFacts;
use super::{Cell, Definition, Step, StepKind, VarId, Variable, value_of};

/// Reason why there is no trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoTrace {
    /// Reason in English.
    pub reason: String,
    /// Place of the reason in the text.
    pub span: Option<Span>,
}

/// A branch whose paths have not joined yet.
#[derive(Debug, Clone)]
pub(super) struct Region {
    /// The activation.
    pub(super) activation: u32,
    /// The branch.
    pub(super) pc: Pc,
    /// The position where the paths join; `None` if that is the function's return.
    pub(super) meet: Option<Pc>,
    /// Start of the path taken.
    pub(super) taken: Pc,
    /// Starts of the paths not taken.
    pub(super) untaken: Vec<Pc>,
    /// The name *control came this way*.
    pub(super) control: Option<VarId>,
    /// The step with the condition.
    pub(super) step: usize,
    /// Intermediate results of the path not taken, if that only computes.
    pub(super) others: Vec<(Reg, Val<Sym>)>,
}

/// A step that wrote bytes of an object without a name for each.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bulk {
    pub(super) step: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A recording in progress.
pub(super) struct Recorder<'p> {
    pub(super) program: &'p Program,
    pub(super) machine: Machine<'p, Symbolic>,
    pub(super) facts: Vec<FunctionFacts>,
    pub(super) summaries: Summaries<'p>,
    pub(super) variables: Vec<Variable>,
    pub(super) of_term: FxHashMap<Term, VarId>,
    pub(super) steps: Vec<Step>,
    /// Number of the activation of each frame of the machine.
    pub(super) activations: Vec<u32>,
    /// The function of each activation.
    pub(super) functions: Vec<FnId>,
    /// Number of executions of each instruction of each function on the path of the run.
    pub(super) visits: Vec<Vec<u32>>,
    /// Whether the current instruction is on a path that the run does not take.
    pub(super) aside: bool,
    /// The step with the call that began each activation.
    pub(super) calls: Vec<Option<usize>>,
    /// Number of executions of each component.
    pub(super) entered: Vec<u32>,
    pub(super) regions: Vec<Region>,
    /// Writes to memory by library functions and to whole objects.
    pub(super) bulk: FxHashMap<u32, Vec<Bulk>>,
    /// The current name of silence; `None` since the last output that matched.
    pub(super) silence: Option<VarId>,
    /// Conditions under which the current instruction has its effect.
    pub(super) when: Vec<Term>,
    pub(super) addresses_assumed: bool,
    /// Conditions of the paths inside an expression that are being followed.
    pub(super) conditions: Vec<Term>,
    /// Registers with the results of expressions that branch; see `merge`.
    pub(super) computing: FxHashMap<(FnId, Pc, Pc), Option<Vec<Reg>>>,
    /// Possible writes of branches; see `frame`.
    pub(super) written: FxHashMap<(FnId, Pc, Pc, bool), Rc<WriteSet>>,
    /// The step of the last output that matched.
    pub(super) spoke_at: usize,
    /// Number of temporary values so far.
    pub(super) values: u32,
    /// Requirements, of instructions that define nothing, for the run not to have trapped.
    pub(super) pending: Vec<Term>,
    /// The expression of the next temporary value, if it is not that of the current instruction.
    pub(super) text_of_values: Option<Span>,
}

impl<'p> Recorder<'p> {
    /// Prepares a recording before the first instruction.
    pub(super) fn new(program: &'p Program, test: &PreparedTest) -> Recorder<'p> {
        // The machine stands before the first instruction, with no bound on its steps.
        let image: Image<Sym> = Image::new(program);
        let mut dom = Symbolic::new(program.components.len());
        let state = image.start(&mut dom, program, &test.start, false);
        let machine = Machine::new(
            program,
            dom,
            state,
            std::sync::Arc::clone(&test.goal.expected),
            u64::MAX,
        );

        // Counters and names start empty.
        let facts = program
            .functions
            .iter()
            .map(|f| FunctionFacts::new(program, f));
        let frames = machine.state.calls.frames();
        Recorder {
            program,
            facts: facts.collect(),
            summaries: Summaries::new(program, Scope::Alternatives),
            activations: (0..frames.len() as u32).collect(),
            functions: frames.iter().map(|f| f.function).collect(),
            visits: program
                .functions
                .iter()
                .map(|f| vec![0; f.code.len()])
                .collect(),
            aside: false,
            calls: vec![None; frames.len()],
            entered: vec![0; program.components.len()],
            machine,
            variables: Vec::new(),
            of_term: FxHashMap::default(),
            steps: Vec::new(),
            regions: Vec::new(),
            bulk: FxHashMap::default(),
            silence: None,
            when: Vec::new(),
            addresses_assumed: false,
            conditions: Vec::new(),
            computing: FxHashMap::default(),
            written: FxHashMap::default(),
            spoke_at: 0,
            values: 0,
            pending: Vec::new(),
            text_of_values: None,
        }
    }

    pub(super) fn refused(&self, reason: String) -> NoTrace {
        let span = Some(self.machine.span());
        NoTrace { reason, span }
    }

    /// The current function.
    pub(super) fn function(&self) -> (FnId, &'p Function) {
        let id = self
            .machine
            .state
            .calls
            .running()
            .map_or(FnId(0), |f| f.function);
        (id, &self.program.functions[id.index()])
    }

    /// Number of the current activation.
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

    /// The conjunction of these terms.
    pub(super) fn all(&mut self, terms: &[Term]) -> Term {
        self.machine.dom.terms.and_all(terms)
    }

    /// Adds a step at the current instruction, which is at `pc`.
    pub(super) fn step(&mut self, kind: StepKind, pc: Pc) -> usize {
        let (function, f) = self.function();
        let activation = self.activation();
        self.step_in(kind, (function, f, activation), pc)
    }

    pub(super) fn step_in(
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

    /// Adds requirements to a step, with those of earlier instructions that define nothing.
    pub(super) fn require(&mut self, step: usize, required: Vec<Term>) {
        let mut all = std::mem::take(&mut self.pending);
        all.extend(required);
        self.steps[step].assumed = all;
    }

    /// Keeps requirements for the next step, with their current guard.
    pub(super) fn postpone(&mut self, required: Vec<Term>) {
        let guard = self.guard().map(|g| self.variables[g.index()].term);
        for t in required {
            let guarded = guard.map(|g| self.machine.dom.terms.implies(g, t));
            self.pending.push(guarded.unwrap_or(t));
        }
    }

    /// Gives a value a fresh name, which the caller puts in place of the value.
    pub(super) fn define(
        &mut self,
        step: usize,
        cell: Cell,
        (name, named): (String, bool),
        ty: Scalar,
        value: Val<Sym>,
        when: Vec<Term>,
    ) -> Val<Sym> {
        // A pointer is an offset of 64 bits, whatever its type in memory.
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

    /// Records `fresh` as a name of the value `term`.
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

    /// Names the value in a register of a frame, if it has a type that a formula can express.
    pub(super) fn define_register(&mut self, step: usize, frame: usize, register: Reg) {
        let f = &self.machine.state.calls.frames()[frame];
        let (function, at) = (f.function, f.index_of(register));
        let value = self.machine.state.calls.registers().value(at);
        let facts = &self.facts[function.index()];
        let Some((ty, name)) = (match facts.names.get(&register) {
            Some((name, ty)) => Some((*ty, Some(name.clone()))),
            None => facts.types[register as usize].map(|ty| (ty, None)),
        }) else {
            return;
        };
        if !value.init || eval::is_function(value.object) {
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
        let value = self.define(step, cell, name, ty, value, when);
        self.machine.state.calls.registers_mut().set(at, value);
    }

    /// Executes the instruction; its decisions follow the values of the run. `Err` with a stop that no decision
    /// avoids.
    pub(super) fn execute(&mut self) -> Result<(), Box<Stop>> {
        self.when.clear();
        loop {
            match self.machine.step_once() {
                Ok(()) => return Ok(()),
                Err(stop) => match *stop {
                    Stop::Fork(t) => {
                        let holds = self.holds(t);
                        self.machine.state.path.decide(t, holds);
                        let seen = if holds {
                            t
                        } else {
                            self.machine.dom.terms.not(t)
                        };
                        self.when.push(seen);
                    }
                    Stop::Concretise(t) => {
                        let value = self.value(t);
                        self.machine.state.path.pin(t, value);
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

    /// Takes the conditions under which the instruction did not trap; `Err` if some of them do not hold.
    pub(super) fn take_requirements(&mut self) -> Result<Vec<Term>, Term> {
        let mut required = self.machine.state.path.take_condition();
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
}
