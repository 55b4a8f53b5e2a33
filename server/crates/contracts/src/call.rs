//! Text of a function that calls another one with arguments from standard input and checks its contract.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use syntax::{FileId, Span};

use crate::Problem;
use crate::annotations::span;
use crate::c::{OLD, RESULT, Scope, expression, mentions};
use crate::clause::{Clause, Contract};
use crate::params::{Argument, ArgumentKind};
use crate::predicate::Predicate;

/// Exit status of runs that do not count, because their arguments violate the contract.
pub const UNCOUNTED: i32 = 125;
/// Maximum number of elements of an array.
const MOST_ELEMENTS: u32 = 8;

/// A variable outside of functions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Global<'u> {
    pub(crate) name: &'u str,
    pub(crate) is_number: bool,
}

/// A function that calls another one, while its text is written.
pub(crate) struct Call<'a> {
    pub(crate) arguments: &'a [Argument],
    pub(crate) contract: &'a Contract,
    pub(crate) globals: Vec<Global<'a>>,
    pub(crate) file: FileId,
    pub(crate) body: String,
    pub(crate) clauses: Vec<Span>,
    pub(crate) problems: Vec<Problem>,
}

impl Call<'_> {
    /// Writes the arguments and the conditions that `requires` puts on them.
    pub(crate) fn choose(&mut self) {
        let is_number = |a: &&Argument| a.kind == ArgumentKind::Number;
        let (numbers, rest): (Vec<_>, Vec<_>) = self.arguments.iter().partition(is_number);
        for Argument { name, ty, .. } in numbers {
            self.line(&format!("{ty} {name} = __FAULTLENS_READ({name});"));
        }
        let contract = self.contract;
        let required = contract.requires.iter().flat_map(Clause::conjuncts);
        let later = |(node, _): &(&Predicate, usize)| {
            let of_array = rest.iter().any(|argument| mentions(node, &argument.name));
            of_array
                || self
                    .globals
                    .iter()
                    .any(|global| mentions(node, global.name))
        };
        // Conditions on numbers alone come first, because they leave fewer lengths for the arrays.
        let (later, now): (Vec<_>, Vec<_>) = required.partition(later);
        self.require(now);
        for Argument { name, ty, kind, .. } in rest {
            match kind {
                ArgumentKind::Array(length) => {
                    self.line(&format!(
                        "if ({length} < 0 || {length} > {MOST_ELEMENTS}) exit({UNCOUNTED});"
                    ));
                    // Counting makes the length a separate concrete number on each path.
                    self.line(&format!(
                        "int __n_{name} = 0; while (__n_{name} < {length}) __n_{name}++;"
                    ));
                    let bytes = format!("(unsigned long)__n_{name} * sizeof({ty})");
                    self.line(&format!(
                        "{ty} *{name} = malloc({bytes}), *{OLD}{name} = malloc({bytes});"
                    ));
                    self.line(&format!("for (int __i = 0; __i < __n_{name}; __i++) {OLD}{name}[__i] = {name}[__i] = __FAULTLENS_READ({name}[__i]);"));
                }
                ArgumentKind::Word(bytes) => {
                    let most = bytes - 1;
                    self.line(&format!(
                        "{ty} *{name} = malloc({bytes}), *{OLD}{name} = malloc({bytes});"
                    ));
                    self.line(&format!(
                        "if (scanf(\"%{most}s\", {name}) != 1) exit({UNCOUNTED});"
                    ));
                    self.line(&format!("strcpy({OLD}{name}, {name});"));
                }
                ArgumentKind::Number => {}
            }
        }
        for name in self.outside() {
            self.line(&format!("{name} = __FAULTLENS_READ({name});"));
        }
        self.require(later);
    }

    /// Leaves the program if a condition does not hold.
    fn require(&mut self, conditions: Vec<(&Predicate, usize)>) {
        for (node, at) in conditions {
            if let Some(c) = self.c(node, at, &Scope::default()) {
                self.line(&format!("if (!{c}) exit({UNCOUNTED});"));
            }
        }
    }

    /// Variables that must have certain values for `requires` to hold.
    pub(crate) fn outside(&self) -> Vec<String> {
        let required = self.globals.iter().filter(|global| {
            let mut requires = self.contract.requires.iter();
            global.is_number && requires.any(|clause| mentions(&clause.node, global.name))
        });
        required.map(|global| global.name.to_owned()).collect()
    }

    /// Copies the variables before the call.
    pub(crate) fn copy(&mut self) {
        for Global { name, .. } in self.globals.clone() {
            self.line(&format!(
                "__typeof__({name}) {OLD}{name}; memcpy(&{OLD}{name}, &{name}, sizeof {name});"
            ));
        }
    }

    pub(crate) fn call(&mut self, function: &str, returns: bool) {
        let args: Vec<&str> = self.arguments.iter().map(|a| a.name.as_str()).collect();
        let call = format!("{function}({})", args.join(", "));
        if returns {
            self.line(&format!("__typeof__({call}) {RESULT} = {call};"));
        } else {
            self.line(&format!("{call};"));
        }
    }

    /// Writes the checks after the call.
    pub(crate) fn check(&mut self, returns: bool) {
        let arrays = self
            .arguments
            .iter()
            .filter(|a| a.kind != ArgumentKind::Number);
        let copied: BTreeSet<String> = arrays
            .map(|a| a.name.clone())
            .chain(self.globals.iter().map(|g| g.name.to_owned()))
            .collect();
        let scope = Scope {
            has_result: returns,
            copied: Some(copied),
        };
        for clause in &self.contract.ensures {
            if let Some(c) = self.c(&clause.node, clause.span.start, &scope) {
                self.assert(&c, span(self.file, &clause.span));
            }
        }
        let Some(assigns) = &self.contract.assigns else {
            return;
        };
        let at = span(self.file, &self.contract.assigns_at);
        for Global { name, .. } in self.globals.clone() {
            if !assigns.iter().any(|place| mentions(place, name)) {
                self.assert(
                    &format!("memcmp(&{OLD}{name}, &{name}, sizeof {name}) == 0"),
                    at,
                );
            }
        }
        for Argument { name, kind, .. } in self.arguments {
            if let ArgumentKind::Array(_) = kind {
                let kept = kept(name, assigns, &scope);
                self.assert(&format!("({{ int __kept = 1; for (int __i = 0; __kept && __i < __n_{name}; __i++) if ({kept} && {name}[__i] != {OLD}{name}[__i]) __kept = 0; __kept; }})"), at);
            }
        }
    }

    fn c(&mut self, node: &Predicate, at: usize, scope: &Scope) -> Option<String> {
        let c = expression(node, scope);
        c.map_err(|message| self.problems.push(Problem { at, message }))
            .ok()
    }

    fn assert(&mut self, c: &str, at: Span) {
        self.line(&format!("__VERIFIER_assert({c});"));
        self.clauses.push(at);
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.body, "    {line}");
    }
}

/// The condition that element `__i` of an array is unchanged.
fn kept(array: &str, assigns: &[Predicate], scope: &Scope) -> String {
    let of = |node: &Predicate| expression(node, scope).unwrap_or_else(|_| "__i".to_owned());
    let of_array = assigns.iter().filter(|place| mentions(place, array));
    let outside = of_array.map(|place| {
        let index = match place {
            Predicate::Index(_, index) => &**index,
            Predicate::Unary(op, inner) if op == "*" => match &**inner {
                Predicate::Word(_) => return "__i != 0".to_owned(),
                Predicate::Binary(op, _, index) if op == "+" => &**index,
                _ => return "0".to_owned(),
            },
            _ => return "0".to_owned(),
        };
        match index {
            Predicate::Range(low, high) => {
                let low = low.as_ref().map_or("0".to_owned(), |low| of(low));
                let high = high.as_ref().map_or("__i".to_owned(), |high| of(high));
                format!("(__i < {low} || __i > {high})")
            }
            index => format!("__i != {}", of(index)),
        }
    });
    let all: Vec<String> = outside.collect();
    if all.is_empty() {
        "1".to_owned()
    } else {
        all.join(" && ")
    }
}
