//! The failing run as a straight line of steps, each with a formula ("Flow-sensitive Fault Localization", §3 and §5).
//!
//! A step is one thing that the run did: it gave a variable a value, took a branch, passed an argument, printed. Each
//! value that is written gets a *name* of its own ([`Variable`], static single assignment), so the formula of a step is
//! "the new name has this value", over the names before it. Nothing is encoded by hand: the symbolic machine of `ir` runs
//! the program, and whatever it writes is replaced by a fresh symbol at once ([`record`]).
//!
//! **Branches are names, too.** A condition defines a truth value, *control came this way*: the one of the region around it
//! and its own outcome. What stands in the region is guarded by it. That is the flow-sensitive trace formula of the
//! paper's Algorithm 2, with the chain of implications for one statement folded into one name; the paper mentions such
//! auxiliary variables at the end of the first example of §6. Where a region ends, each variable that the branch not taken
//! could have written gets a new name that equals the old one *if control came this way*: the frame conditions.
//!
//! **What does not count as failing to pass.** A run that traps, or prints something wrong, before it comes to the failure
//! does not pass either, so the absence of traps is assumed along the way. What is assumed beyond that is told
//! ([`Trace::assumed`]): where pointers lead, and which element an index names when it is written.

mod facts;
mod failure;
mod frame;
mod memory;
mod merge;
mod record;
mod recorder;
mod region;

use std::collections::BTreeMap;

use ir::eval::ObjId;
use ir::{CompId, FnId, Pc, Reg, Scalar};
use rustc_hash::FxHashMap;
use syntax::Span;
use term::{Memo, Pool, Term};

pub use record::{Limits, record};
pub use recorder::NoTrace;

/// Index into [`Trace::variables`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

impl VarId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a name is the value of.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// A variable that lives in a register: of which activation, and which.
    Local {
        /// Number of the activation, in order of calls.
        activation: u32,
        /// Its register.
        register: Reg,
    },
    /// A scalar in memory.
    Memory {
        /// The object.
        object: ObjId,
        /// Its first byte there.
        offset: u64,
        /// Bytes.
        size: u32,
    },
    /// A value on its way: the result of a call, an element that was read. Each has a cell of its own.
    Value(u32),
    /// Control came this way: the condition of that step went as it did, and so did those around it.
    Control(usize),
    /// Nothing was printed since the last output that was as expected.
    Silence,
}

/// A name: the value of a cell from one step on.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its symbol.
    pub term: Term,
    /// What it is the value of.
    pub cell: Cell,
    /// Its type; [`Scalar::Bool`] for truth values.
    pub ty: Scalar,
    /// Its value in the run; of a pointer, the offset.
    pub value: u64,
    /// The object that it points into; 0 for what is no pointer.
    pub object: ObjId,
    /// The step that defines it.
    pub step: usize,
    /// The function that it belongs to, if it is a local variable.
    pub scope: Option<FnId>,
    /// How the source calls it, or the object that it lies in; empty for a value on its way.
    pub name: String,
    /// The expression that it is the value of.
    pub text: Span,
    /// The source does call it something: a variable, an element.
    pub named: bool,
}

/// A name gets its value.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The name.
    pub var: VarId,
    /// The value, over earlier names.
    pub value: Term,
    /// What must hold besides the step's guard, or the value may be any.
    pub when: Vec<Term>,
}

/// What a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    /// The inputs of the test: arguments, and what objects hold before the first instruction.
    Start,
    /// A value is computed and written.
    Assign,
    /// A call begins: its parameters.
    Call,
    /// A call ends: its result.
    Return,
    /// A branch; it went this way.
    Condition {
        /// The condition held (for a `switch`: a case did).
        held: bool,
    },
    /// A region ends: what the branch not taken at that step could have written is as it was.
    Frame {
        /// The step with the condition.
        condition: usize,
    },
    /// A library function did something.
    Library,
    /// Input was read.
    Input,
    /// Output was written.
    Output,
}

/// One step of the run.
#[derive(Debug, Clone)]
pub struct Step {
    /// What it is.
    pub kind: StepKind,
    /// Where it stands.
    pub span: Span,
    /// The statement that it belongs to; of a call, the call itself.
    pub component: Option<CompId>,
    /// Which execution of that component it is, from 1; 0 if there is none.
    pub execution: u32,
    /// The function that it runs in.
    pub function: FnId,
    /// The activation of it.
    pub activation: u32,
    /// The instruction, in that function; of a frame condition, its branch.
    pub pc: Pc,
    /// Which execution of the instruction in the whole run, from 1.
    pub visit: u32,
    /// Control came this way: the innermost region around it.
    pub guard: Option<VarId>,
    /// Names that get their values.
    pub definitions: Vec<Definition>,
    /// What holds unless the run ends in a trap here.
    pub assumed: Vec<Term>,
}

/// How the run fails: where it stops, and what would have to hold there instead.
#[derive(Debug, Clone)]
pub struct Failure {
    /// Where.
    pub span: Span,
    /// The function that runs there.
    pub function: FnId,
    /// The activation of it.
    pub activation: u32,
    /// Control came to the failure this way.
    pub guard: Option<VarId>,
    /// The postcondition: what holds if it does not fail here. False in the run.
    pub holds: Term,
}

/// An object that names lie in or point to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedObject {
    /// How the source calls it, or what it is.
    pub name: String,
    /// Bytes.
    pub size: u64,
}

/// The failing run.
#[derive(Debug)]
pub struct Trace {
    /// All terms.
    pub pool: Pool,
    /// Names.
    pub variables: Vec<Variable>,
    /// The steps in order; the first is [`StepKind::Start`].
    pub steps: Vec<Step>,
    /// The end.
    pub failure: Failure,
    /// What the formulas take as it was in the run, in words.
    pub assumed: Vec<String>,
    /// Instructions executed.
    pub instructions: u64,
    /// The objects that names lie in or point to.
    pub objects: BTreeMap<ObjId, NamedObject>,
    /// Of each activation, the step with the call that began it; none of those that the run begins with.
    pub calls: Vec<Option<usize>>,
    of_term: FxHashMap<Term, VarId>,
}

impl Trace {
    /// A name.
    pub fn var(&self, id: VarId) -> &Variable {
        &self.variables[id.index()]
    }

    /// The names in a term, in order.
    pub fn vars_in(&self, t: Term) -> Vec<VarId> {
        let vars = self.pool.vars(t);
        vars.iter()
            .filter_map(|t| self.of_term.get(t).copied())
            .collect()
    }

    /// The value of a term in the run.
    pub fn value(&self, t: Term) -> u64 {
        value_of(&self.pool, &self.variables, &self.of_term, t)
    }

    /// The formula of a step with these of its definitions, as conjuncts; `flow` says whether branches may go either way
    /// (§5) or are assumed to go as they did (§3).
    pub fn formula(
        &mut self,
        step: usize,
        flow: Flow,
        wanted: &dyn Fn(VarId) -> bool,
    ) -> Vec<Term> {
        let step = &self.steps[step];
        let pool = &mut self.pool;
        let guard = match flow {
            Flow::Sensitive => step.guard.map(|g| self.variables[g.index()].term),
            Flow::Assumed => None,
        };
        let condition = matches!(step.kind, StepKind::Condition { .. });
        let mut formula = Vec::new();
        for d in &step.definitions {
            let term = self.variables[d.var.index()].term;
            if condition && flow == Flow::Assumed {
                formula.extend([d.value, term]);
                continue;
            }
            if !wanted(d.var) {
                continue;
            }
            let is = match (condition, guard) {
                // Control comes this way if it came to the condition and the condition went this way.
                (true, Some(guard)) => {
                    let came = pool.and(guard, d.value);
                    pool.eq(term, came)
                }
                _ => pool.eq(term, d.value),
            };
            let mut when = d.when.clone();
            when.extend(guard.filter(|_| !condition));
            let when = pool.and_all(&when);
            formula.push(pool.implies(when, is));
        }
        for &holds in &step.assumed {
            let guarded = guard.map(|g| pool.implies(g, holds));
            formula.push(guarded.unwrap_or(holds));
        }
        formula
    }

    /// Whether formulas hold in the run.
    pub fn formula_holds(&self, formula: &[Term]) -> bool {
        formula.iter().all(|t| self.value(*t) != 0)
    }

    /// The postcondition as a formula: control did not come to the failure, or it holds.
    pub fn passes(&mut self, flow: Flow) -> Term {
        let holds = self.failure.holds;
        match (flow, self.failure.guard) {
            (Flow::Sensitive, Some(guard)) => {
                let came = self.variables[guard.index()].term;
                self.pool.implies(came, holds)
            }
            _ => holds,
        }
    }
}

/// What the formula of the trace says of branches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Flow {
    /// They may go either way: the flow-sensitive trace formula (§5).
    #[default]
    Sensitive,
    /// They go as they did: the trace formula (§3).
    Assumed,
}

/// The value of a term where each name has its value in the run.
fn value_of(pool: &Pool, variables: &[Variable], of_term: &FxHashMap<Term, VarId>, t: Term) -> u64 {
    let model = |t: Term| {
        let id = of_term.get(&t);
        id.map_or(0, |id| variables[id.index()].value)
    };
    pool.eval_with(t, &model, &mut Memo::default())
}
