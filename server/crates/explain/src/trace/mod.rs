//! The failing run as a straight line of steps, each with a formula ("Flow-sensitive Fault Localization", §3 and §5).
//!
//! A step is one action of the run: it gave a variable a value, took a branch, passed an argument, printed. Each value
//! that is written gets a *name* of its own ([`Variable`], static single assignment), so the formula of a step is "the
//! new name has this value", over earlier names. Nothing is encoded by hand: the symbolic machine of `ir` runs the
//! program, and everything that it writes is replaced by a fresh symbol at once ([`mod@record`]).
//!
//! **Branches are names, too.** A condition defines a truth value, *control came this way*: the conjunction of that of
//! the region around it and its own outcome. It guards everything in the region. That is the flow-sensitive trace
//! formula of the paper's Algorithm 2, with the chain of implications for one statement folded into one name; the
//! paper mentions such auxiliary variables at the end of the first example of §6. At the end of a region, each
//! variable that the branch not taken could have written gets a new name that equals the old one *if control came this
//! way*: the frame conditions.
//!
//! **Assumptions.** A run that traps, or prints something wrong, before it comes to the failure does not pass either,
//! so the absence of traps is assumed along the way. Another assumption is reported ([`Trace::addresses_assumed`]): the
//! targets of pointers, and the elements that indices select when they are written.

mod facts;
mod failure;
mod frame;
mod memory;
mod merge;
mod record;
mod recorder;
mod region;

use std::collections::BTreeMap;

use eval::ObjId;
use ir::{CompId, FnId, Pc, Reg, Scalar};
use rustc_hash::FxHashMap;
use syntax::Span;
use term::{Memo, Pool, Term};

pub use record::{TraceLimits, record};
pub use recorder::NoTrace;

/// Index into [`Trace::variables`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

impl VarId {
    /// Converts the id to an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The cell whose value a name stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// A variable that lives in a register of an activation.
    Local {
        /// Number of the activation, in order of calls.
        activation: u32,
        /// Register of the variable.
        register: Reg,
    },
    /// A scalar in memory.
    Memory {
        /// The object.
        object: ObjId,
        /// Offset of its first byte.
        offset: u64,
        /// Size in bytes.
        size: u32,
    },
    /// A temporary value: the result of a call, an element that was read. Each has a cell of its own.
    Value(u32),
    /// *Control came this way*: the condition of that step went as in the run, and so did those around it.
    Control(usize),
    /// Nothing was printed since the last output that matched.
    Silence,
}

/// A name: the value of a cell from one step on.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Symbol of the name.
    pub term: Term,
    /// The cell that holds the value.
    pub cell: Cell,
    /// Type of the value; [`Scalar::Bool`] for truth values.
    pub ty: Scalar,
    /// Value in the run; the offset of a pointer.
    pub value: u64,
    /// The object that the value points into; 0 if it is not a pointer.
    pub object: ObjId,
    /// The step that defines the name.
    pub step: usize,
    /// The function of a local variable.
    pub scope: Option<FnId>,
    /// Name in the source, or of the object that contains the value; empty for a temporary value.
    pub name: String,
    /// The expression with this value.
    pub text: Span,
    /// Whether the source has a name for it: a variable, an element.
    pub named: bool,
}

/// The definition of a name.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The name.
    pub var: VarId,
    /// The value, as a term over earlier names.
    pub value: Term,
    /// Conditions besides the step's guard under which the definition holds; otherwise the value may be any.
    pub when: Vec<Term>,
}

/// Kind of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    /// The inputs of the test: arguments, and the initial contents of objects.
    Start,
    /// A value is computed and written.
    Assign,
    /// A call begins and passes its arguments.
    Call,
    /// A call ends and returns its result.
    Return,
    /// A branch is taken.
    Condition {
        /// Whether the condition held (for a `switch`: whether a case matched).
        held: bool,
    },
    /// A region ends: everything that the branch not taken at that step could have written keeps its value.
    Frame {
        /// The step with the condition.
        condition: usize,
    },
    /// A library function was executed.
    Library,
    /// Input was read.
    Input,
    /// Output was written.
    Output,
}

/// One step of the run.
#[derive(Debug, Clone)]
pub struct Step {
    /// Kind of the step.
    pub kind: StepKind,
    /// Place in the text.
    pub span: Span,
    /// The statement that the step belongs to; for a call, the call itself.
    pub component: Option<CompId>,
    /// Number of that component's execution, from 1; 0 if there is none.
    pub execution: u32,
    /// Function of the step.
    pub function: FnId,
    /// Activation of that function.
    pub activation: u32,
    /// The instruction in that function; for a frame condition, its branch.
    pub pc: Pc,
    /// Number of the instruction's execution in the whole run, from 1.
    pub visit: u32,
    /// *Control came this way* for the innermost region around the step.
    pub guard: Option<VarId>,
    /// Names that the step defines.
    pub definitions: Vec<Definition>,
    /// Conditions under which the run does not trap here.
    pub assumed: Vec<Term>,
}

/// The failure of the run: its place, and the postcondition.
#[derive(Debug, Clone)]
pub struct Failure {
    /// Place in the text.
    pub span: Span,
    /// Function of the failure.
    pub function: FnId,
    /// Activation of that function.
    pub activation: u32,
    /// *Control came this way* for the innermost region around the failure.
    pub guard: Option<VarId>,
    /// The postcondition, which holds if the run does not fail here. It is false in the run.
    pub holds: Term,
}

/// An object that contains names or that names point to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedObject {
    /// Name in the source, or a description.
    pub name: String,
    /// Size in bytes.
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
    /// The failure at the end.
    pub failure: Failure,
    /// Whether the formulas take array indices and pointers from the run.
    pub addresses_assumed: bool,
    /// Whether addresses became numbers: these have the values of one layout of memory.
    pub uses_addresses: bool,
    /// Number of instructions executed.
    pub instructions: u64,
    /// The objects that contain names or that names point to.
    pub objects: BTreeMap<ObjId, NamedObject>,
    /// For each activation, the step with the call that began it; `None` for the initial activations.
    pub calls: Vec<Option<usize>>,
    of_term: FxHashMap<Term, VarId>,
}

impl Trace {
    /// The name with this id.
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

    /// The formula of a step, restricted to its definitions of `wanted` names, as conjuncts; `flow` says whether
    /// branches may go either way (§5) or are assumed to go as in the run (§3).
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
                // Control comes this way if it reached the condition and the condition had this outcome.
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

    /// The postcondition as a formula: control did not reach the failure, or the postcondition holds.
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

/// Treatment of branches in the formula of the trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Flow {
    /// Branches may go either way: the flow-sensitive trace formula (§5).
    #[default]
    Sensitive,
    /// Branches go as in the run: the trace formula (§3).
    Assumed,
}

/// The value of a term, with each name at its value in the run.
fn value_of(pool: &Pool, variables: &[Variable], of_term: &FxHashMap<Term, VarId>, t: Term) -> u64 {
    let model = |t: Term| {
        let id = of_term.get(&t);
        id.map_or(0, |id| variables[id.index()].value)
    };
    pool.eval_with(t, &model, &mut Memo::default())
}
