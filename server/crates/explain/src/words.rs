//! Names, values and invariants as a C programmer writes them.

use std::collections::BTreeSet;

use ir::{FnId, Program};
use localize::engine::show;
use rustc_hash::FxHashMap;
use syntax::Sources;
use term::Node;

use crate::invariant::{Atom, Chain, Invariant, Relation, range};
use crate::trace::{Cell, StepKind, Trace, VarId};

/// What is needed to find words.
pub struct Words<'a> {
    program: &'a Program,
    sources: &'a Sources,
    trace: &'a Trace,
    /// Names of each cell, in order.
    names: FxHashMap<&'a Cell, Vec<VarId>>,
    /// Numbers that the formulas have: the bounds that a person would write.
    constants: BTreeSet<i128>,
}

impl<'a> Words<'a> {
    /// Looks at a trace and what was found about it.
    pub fn new(
        program: &'a Program,
        sources: &'a Sources,
        trace: &'a Trace,
        chain: &Chain,
    ) -> Words<'a> {
        let mut names: FxHashMap<&Cell, Vec<VarId>> = FxHashMap::default();
        for (i, v) in trace.variables.iter().enumerate() {
            names.entry(&v.cell).or_default().push(VarId(i as u32));
        }
        for all in names.values_mut() {
            all.sort_by_key(|v| trace.var(*v).step);
        }
        Words {
            program,
            sources,
            trace,
            names,
            constants: constants(trace, chain),
        }
    }

    /// What an invariant says at a cut, conjunct by conjunct. That control came here needs no words.
    pub fn invariant(&self, cut: usize, invariant: &Invariant) -> Vec<String> {
        let mut all: Vec<String> = invariant
            .atoms
            .iter()
            .filter_map(|a| self.atom(cut, a))
            .collect();
        all.dedup();
        all
    }

    /// `x = 3`; nothing for what the source has no name of, but for the results of calls.
    pub fn value(&self, cut: usize, var: VarId) -> Option<String> {
        let v = self.trace.var(var);
        let result = self.trace.steps[v.step].kind == StepKind::Return;
        match v.cell {
            Cell::Control(_) | Cell::Silence => None,
            Cell::Value(_) if !result => None,
            _ => Some(format!("{} = {}", self.name(cut, var), self.literal(var))),
        }
    }

    fn atom(&self, cut: usize, atom: &Atom) -> Option<String> {
        Some(match *atom {
            Atom::Within { var, low, high } => {
                let name = self.name(cut, var);
                let (min, max) = range(self.trace.var(var).ty);
                match (low > min, high < max) {
                    _ if low == high => format!("{name} == {}", self.number(var, low)),
                    (true, true) => format!(
                        "{} && {}",
                        self.at_least(var, &name, low),
                        self.at_most(var, &name, high)
                    ),
                    (true, false) => self.at_least(var, &name, low),
                    (false, true) => self.at_most(var, &name, high),
                    (false, false) => return None,
                }
            }
            Atom::Differs { var, value } => {
                format!("{} != {}", self.name(cut, var), self.number(var, value))
            }
            Atom::Same { var } => match self.trace.var(var).cell {
                Cell::Control(_) => return None,
                Cell::Silence => "nothing more was printed".to_owned(),
                _ => format!("{} == {}", self.name(cut, var), self.literal(var)),
            },
            Atom::Related {
                left,
                relation,
                right,
            } => {
                let (a, b) = (self.name(cut, left), self.name(cut, right));
                let op = match relation {
                    Relation::Less => "<",
                    Relation::AtMost => "<=",
                    Relation::Equal => "==",
                    Relation::Different => "!=",
                };
                format!("{a} {op} {b}")
            }
        })
    }

    fn at_least(&self, var: VarId, name: &str, low: i128) -> String {
        if self.constants.contains(&(low - 1)) && !self.constants.contains(&low) {
            format!("{name} > {}", self.number(var, low - 1))
        } else {
            format!("{name} >= {}", self.number(var, low))
        }
    }

    fn at_most(&self, var: VarId, name: &str, high: i128) -> String {
        if self.constants.contains(&(high + 1)) && !self.constants.contains(&high) {
            format!("{name} < {}", self.number(var, high + 1))
        } else {
            format!("{name} <= {}", self.number(var, high))
        }
    }

    fn number(&self, var: VarId, value: i128) -> String {
        show::scalar(self.trace.var(var).ty, value as u64, false)
    }

    /// The value of a name in the run.
    fn literal(&self, var: VarId) -> String {
        let v = self.trace.var(var);
        if v.object != 0 {
            return format!("the address {} of object {}", v.value as i64, v.object);
        }
        let bits = ir::eval::arith::extend(v.ty, v.value);
        show::scalar(v.ty, bits, false)
    }

    /// How a name is called at a cut.
    fn name(&self, cut: usize, var: VarId) -> String {
        let v = self.trace.var(var);
        if !v.named {
            return self.passing(cut, var);
        }
        let mut name = v.name.clone();
        if let Some(scope) = v.scope.filter(|scope| *scope != self.running(cut)) {
            name = format!("{name} (in {})", self.program.functions[scope.index()].name);
        }
        let versions = self.names.get(&v.cell).into_iter().flatten();
        let latest = versions
            .filter(|w| self.trace.var(**w).step < cut)
            .next_back();
        if latest.is_some_and(|w| self.trace.var(*w).step > v.step) {
            let line = self.sources.line_col(self.trace.steps[v.step].span).0;
            name = format!("{name} (as of line {line})");
        }
        name
    }

    /// A value on its way: what it was read from, or the text that it is the value of.
    fn passing(&self, cut: usize, var: VarId) -> String {
        let v = self.trace.var(var);
        let step = &self.trace.steps[v.step];
        let definition = step.definitions.iter().find(|d| d.var == var);
        if step.kind != StepKind::Return
            && let Some(d) = definition
            && let [source] = self.trace.vars_in(d.value)[..]
            && self.trace.var(source).term == d.value
        {
            return self.name(cut, source);
        }
        let text = self.sources.text(v.text).split_whitespace();
        text.collect::<Vec<_>>().join(" ")
    }

    fn running(&self, cut: usize) -> FnId {
        let step = self.trace.steps.get(cut);
        step.map_or(self.trace.failure.function, |s| s.function)
    }
}

/// The numbers in the formulas of the steps that matter.
fn constants(trace: &Trace, chain: &Chain) -> BTreeSet<i128> {
    let mut terms = vec![trace.failure.holds];
    for step in chain.relevant() {
        for d in &trace.steps[step].definitions {
            terms.push(d.value);
        }
    }
    let mut all = BTreeSet::from([0]);
    let mut seen: rustc_hash::FxHashSet<term::Term> = terms.iter().copied().collect();
    while let Some(t) = terms.pop() {
        if let Node::Const(bits) = *trace.pool.node(t)
            && !trace.pool.sort(t).is_float()
        {
            let value = term::value::signed(trace.pool.width(t), bits);
            all.extend([i128::from(value), -i128::from(value)]);
        }
        terms.extend(trace.pool.node(t).children().filter(|c| seen.insert(*c)));
    }
    all
}
