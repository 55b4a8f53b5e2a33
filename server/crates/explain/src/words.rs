//! Names, values and invariants as a C programmer writes them.

use std::collections::BTreeSet;

use eval::ObjId;
use exec::display;
use ir::{FnId, Program};
use rustc_hash::FxHashMap;
use syntax::Sources;
use term::Node;

use crate::invariant::{Atom, Chain, Invariant, Relation, range};
use crate::trace::{Cell, StepKind, Trace, VarId};

/// The context for wording names, values and invariants.
pub struct Words<'a> {
    program: &'a Program,
    sources: &'a Sources,
    trace: &'a Trace,
    /// All names of each cell.
    names: FxHashMap<&'a Cell, Vec<VarId>>,
    /// Numbers in the formulas: bounds that a person would write.
    constants: BTreeSet<i128>,
    /// Names of objects whose elements are not scalars.
    in_parts: BTreeSet<String>,
}

impl<'a> Words<'a> {
    /// Collects the names and constants of a trace and its invariants.
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
        Words {
            program,
            sources,
            trace,
            names,
            constants: constants(trace, chain),
            in_parts: in_parts(sources, trace),
        }
    }

    /// An invariant at a cut as text, conjunct by conjunct. *Control came this way* is left out.
    pub fn invariant(&self, cut: usize, invariant: &Invariant) -> Vec<String> {
        let under = invariant.under.iter().map(|(_, a)| a);
        let atoms = invariant.atoms.iter().chain(under);
        let mut all: Vec<String> = Vec::new();
        for text in atoms.filter_map(|a| self.atom(cut, a)) {
            if !all.contains(&text) {
                all.push(text);
            }
        }
        all
    }

    /// `x = 3`; `None` for a value without a name in the source, except for results of calls.
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
            Atom::Within { var, low, high } => return self.within(cut, var, low, high),
            Atom::Differs { var, value } => self.differs(cut, var, value),
            Atom::Same { var } => match self.trace.var(var).cell {
                Cell::Control(_) => return None,
                Cell::Silence => "nothing more was printed".to_owned(),
                _ => format!("{} == {}", self.name(cut, var), self.literal(var)),
            },
            Atom::Apart { left, right, most } => {
                let (a, b) = (self.name(cut, left), self.name(cut, right));
                let below = self.constants.contains(&(most + 1)) && !self.constants.contains(&most);
                let (op, by) = if below { ("<", most + 1) } else { ("<=", most) };
                match by {
                    0 => format!("{a} {op} {b}"),
                    _ if by > 0 => format!("{a} {op} {b} + {by}"),
                    _ => format!("{a} {op} {b} - {}", -by),
                }
            }
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

    /// The statement that a name lies between two numbers; `None` if that is always true.
    pub fn within(&self, cut: usize, var: VarId, low: i128, high: i128) -> Option<String> {
        let name = self.name(cut, var);
        let (min, max) = range(self.trace.var(var).ty);
        Some(match (low > min, high < max) {
            _ if low == high => format!("{name} == {}", self.number(var, low)),
            (true, true) => format!(
                "{} && {}",
                self.at_least(var, &name, low),
                self.at_most(var, &name, high)
            ),
            (true, false) => self.at_least(var, &name, low),
            (false, true) => self.at_most(var, &name, high),
            (false, false) => return None,
        })
    }

    /// The statement that a name differs from a number.
    pub fn differs(&self, cut: usize, var: VarId, value: i128) -> String {
        format!("{} != {}", self.name(cut, var), self.number(var, value))
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
        display::scalar(self.trace.var(var).ty, value as u64, false)
    }

    /// The value of a name in the run.
    fn literal(&self, var: VarId) -> String {
        let v = self.trace.var(var);
        if v.object != 0 {
            let object = self.trace.objects.get(&v.object);
            let name = object.map_or("?", |o| o.name.as_str());
            return match v.value as i64 {
                0 => format!("&{name}"),
                offset => format!("(char *)&{name} + {offset}"),
            };
        }
        let bits = eval::arith::extend(v.ty, v.value);
        display::scalar(v.ty, bits, false)
    }

    /// The text for a name at a cut.
    fn name(&self, cut: usize, var: VarId) -> String {
        let v = self.trace.var(var);
        if !v.named {
            return self.passing(cut, var);
        }
        let mut name = match v.cell {
            Cell::Memory { object, offset, .. } => self.scalar_in(var, object, offset),
            _ => v.name.clone(),
        };
        if let Some(scope) = v.scope.filter(|scope| *scope != self.running(cut)) {
            name = format!("{name} (in {})", self.program.functions[scope.index()].name);
        }
        let versions = self.names.get(&v.cell).into_iter().flatten();
        let before = versions.map(|w| self.trace.var(*w).step);
        let latest = before.filter(|step| *step < cut).max();
        if latest.is_some_and(|step| step > v.step) {
            let line = self.sources.line_col(self.trace.steps[v.step].span).0;
            name = format!("{name} (as of line {line})");
        }
        name
    }

    /// The text for a scalar in memory: the object, a member as written in the source, an element.
    fn scalar_in(&self, var: VarId, object: ObjId, offset: u64) -> String {
        let v = self.trace.var(var);
        let size = u64::from(v.ty.size());
        let whole = self.trace.objects.get(&object).map_or(0, |o| o.size);
        if whole == size {
            return v.name.clone();
        }
        let same = self.names.get(&v.cell).into_iter().flatten();
        let mut texts = same.map(|w| self.sources.text(self.trace.var(*w).text));
        if let Some(member) = texts.find_map(member) {
            return member.to_owned();
        }
        if offset.is_multiple_of(size) && !self.in_parts.contains(&v.name) {
            return format!("{}[{}]", v.name, offset / size);
        }
        format!(
            "*({} *)((char *)&{} + {offset})",
            v.ty.c_name(self.sources.data_model),
            v.name
        )
    }

    /// The text for a temporary value: the variable that it was read from, or its expression.
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
        let text = text.collect::<Vec<_>>().join(" ");
        if has_operator(&text) {
            format!("({text})")
        } else {
            text
        }
    }

    fn running(&self, cut: usize) -> FnId {
        let step = self.trace.steps.get(cut);
        step.map_or(self.trace.failure.function, |s| s.function)
    }
}

/// Names of objects whose elements have parts somewhere in the source, so that the elements are not scalars.
fn in_parts(sources: &Sources, trace: &Trace) -> BTreeSet<String> {
    let names = trace.objects.values().map(|object| &object.name);
    let has_parts = |name: &&String| sources.files.iter().any(|f| has_parts(&f.text, name));
    names.filter(has_parts).cloned().collect()
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

/// The target of an assignment, if it is a member of a record (`a.b`, `p->b`).
fn member(text: &str) -> Option<&str> {
    let (target, value) = text.split_once('=')?;
    let target = target.trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '^', ' ']);
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '>');
    let is_member = target.contains('.') || target.contains("->");
    (is_member && target.chars().all(plain) && !value.starts_with('=')).then_some(target)
}

/// Whether the text of an expression is two operands with an operator between them, so that it needs parentheses.
fn has_operator(text: &str) -> bool {
    let (mut depth, mut quoted, mut operand, mut last) = (0_i32, None, false, ' ');
    for c in text.replace("->", ".").chars() {
        let escaped = std::mem::replace(&mut last, c) == '\\';
        match (c, quoted) {
            (_, Some(quote)) if c == quote && !escaped => quoted = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) => (quoted, operand) = (Some(c), true),
            ('(' | '[', None) => depth += 1,
            (')' | ']', None) => (depth, operand) = (depth - 1, true),
            _ if depth > 0 || c.is_whitespace() || c == '.' => {}
            _ if c.is_alphanumeric() || c == '_' => operand = true,
            _ if operand => return true,
            _ => {}
        }
    }
    false
}

/// Whether the text accesses parts of an element of the object: `v[i][j]`, `v[i].b`.
fn has_parts(text: &str, name: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        rest = &rest[at + name.len()..];
        let Some(index) = rest.strip_prefix('[') else {
            continue;
        };
        let mut depth = 1;
        let end = index.find(|c| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            depth == 0
        });
        let behind = end.map_or("", |end| &index[end + 1..]);
        if behind.starts_with(['[', '.']) || behind.starts_with("->") {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_that_are_members() {
        assert_eq!(member("p->a = l.b"), Some("p->a"));
        assert_eq!(member("l.b += 2"), Some("l.b"));
        for text in ["v[i].b = 1", "x = 1", "l.b == 2", "l.b"] {
            assert_eq!(member(text), None, "{text}");
        }
    }

    #[test]
    fn operators_between_operands() {
        for text in [
            "a < b",
            "a&&f(b)",
            "f(x) == 3",
            "x[1] + 2",
            "'a' + 1",
            "p->n - 1",
        ] {
            assert!(has_operator(text), "{text}");
        }
        for text in [
            "f(a, b + 1)",
            "x[i + 1]",
            "-a",
            "*p",
            "!f(x)",
            "\"a + b\"",
            "p->q.r",
            "s.t[1]",
            "p->q[1]",
            "f(\"\\\"\")",
        ] {
            assert!(!has_operator(text), "{text}");
        }
    }

    #[test]
    fn elements_with_parts() {
        assert!(has_parts("v[i][1] = g", "v") && has_parts("w + v[a[0]].b", "v"));
        assert!(!has_parts("v[a[0]] + v2[1][2]", "v") && !has_parts("x", "v"));
    }
}
