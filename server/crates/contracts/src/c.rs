//! Translation of predicates to expressions of C.
//!
//! A quantifier becomes a loop over the numbers between its bounds, which are taken from its own body: `\forall integer
//! i; 0 <= i < n ==> a[i] > 0` counts `i` from `0` to `n`. Extra numbers do no harm, because the complete body is
//! evaluated. Sums and products are computed with 64 bits, because those of ACSL are unbounded: `x + 1 > x` does not
//! overflow.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::predicate::Predicate;

/// Prefix for the name of the copy of a variable made before the call.
pub(crate) const OLD: &str = "__old_";
/// Name of the variable that holds the return value of the function.
pub(crate) const RESULT: &str = "__result";

/// Names available to a predicate.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// Whether there is a result.
    pub has_result: bool,
    /// Variables that were copied before the call; `None` if there was no call.
    pub copied: Option<BTreeSet<String>>,
}

/// Translates the predicate to an expression in parentheses; an error is a sentence.
pub fn expression(node: &Predicate, scope: &Scope) -> Result<String, String> {
    let mut writer = Writer {
        scope,
        bound: Vec::new(),
        is_old: false,
        loops: 0,
    };
    writer.node(node)
}

struct Writer<'s> {
    scope: &'s Scope,
    /// Variables of the enclosing quantifiers.
    bound: Vec<String>,
    /// Whether the current node is inside `\old`.
    is_old: bool,
    /// Number of loops written so far.
    loops: usize,
}

impl Writer<'_> {
    fn node(&mut self, node: &Predicate) -> Result<String, String> {
        Ok(match node {
            Predicate::Word(word) => self.name(word),
            Predicate::Result if self.scope.has_result => RESULT.to_owned(),
            Predicate::Result => return Err("there is no result here".to_owned()),
            Predicate::Old(of) => {
                if self.scope.copied.is_none() {
                    return Err("`\\old` is known in contracts only".to_owned());
                }
                let before = std::mem::replace(&mut self.is_old, true);
                let text = self.node(of);
                self.is_old = before;
                text?
            }
            Predicate::Unary(op, of) if op == "-" => format!("(-(0LL + {}))", self.node(of)?),
            Predicate::Unary(op, of) => format!("({op}{})", self.node(of)?),
            Predicate::Binary(op, a, b) => binary(op, &self.node(a)?, &self.node(b)?),
            Predicate::Chain(operands, comparisons) => self.chain(operands, comparisons)?,
            Predicate::Conditional(parts) => {
                let [condition, yes, no] = &**parts;
                let (condition, yes) = (self.node(condition)?, self.node(yes)?);
                format!("({condition} ? {yes} : {})", self.node(no)?)
            }
            Predicate::Index(array, index) => {
                format!("{}[{}]", self.node(array)?, self.node(index)?)
            }
            Predicate::Member(of, op, name) => format!("{}{op}{name}", self.node(of)?),
            Predicate::Cast(ty, of) => format!("(({}){})", c_type(ty), self.node(of)?),
            Predicate::Sizeof(text) => text.clone(),
            Predicate::Call(name, args) => self.call(name, args)?,
            Predicate::Quantifier(exists, vars, body) => self.quantifier(*exists, vars, body)?,
            Predicate::Range(..) => return Err("a range of values is no value".to_owned()),
        })
    }

    fn name(&self, word: &str) -> String {
        let is_copied = self.is_old
            && !self.bound.iter().any(|name| name == word)
            && self
                .scope
                .copied
                .as_ref()
                .is_some_and(|copied| copied.contains(word));
        if is_copied {
            format!("{OLD}{word}")
        } else {
            word.to_owned()
        }
    }

    fn chain(&mut self, operands: &[Predicate], comparisons: &[String]) -> Result<String, String> {
        let operands = operands.iter().map(|operand| self.node(operand));
        let operands = operands.collect::<Result<Vec<_>, _>>()?;
        let pairs = operands.windows(2).zip(comparisons);
        let pairs = pairs.map(|(pair, op)| format!("{} {op} {}", pair[0], pair[1]));
        Ok(format!("({})", pairs.collect::<Vec<_>>().join(" && ")))
    }

    fn call(&mut self, name: &str, args: &[Predicate]) -> Result<String, String> {
        match (name, args) {
            // Pointers made by the harness are valid; an invalid one is detected when it is used.
            (
                "\\valid"
                | "\\valid_read"
                | "\\separated"
                | "\\initialized"
                | "\\valid_string"
                | "\\valid_read_string"
                | "\\is_finite",
                _,
            ) => Ok("1".to_owned()),
            ("\\abs", [of]) => {
                let of = self.node(of)?;
                Ok(format!("({of} < 0 ? -(0LL + {of}) : {of})"))
            }
            ("\\min" | "\\max", [a, b]) => {
                let (a, b) = (self.node(a)?, self.node(b)?);
                let op = if name == "\\min" { "<" } else { ">" };
                // Each operand is evaluated once, because operands may contain further minima and maxima.
                Ok(format!(
                    "({{ __typeof__({a}) __a = {a}; __typeof__({b}) __b = {b}; __a {op} __b ? __a : __b; }})"
                ))
            }
            _ if name.starts_with('\\') => Err(format!("`{name}` is not known")),
            _ => {
                let args = args.iter().map(|arg| self.node(arg));
                let args = args.collect::<Result<Vec<_>, _>>()?;
                Ok(format!("{name}({})", args.join(", ")))
            }
        }
    }

    fn quantifier(
        &mut self,
        exists: bool,
        vars: &[(String, String)],
        body: &Predicate,
    ) -> Result<String, String> {
        let mut conditions = Vec::new();
        collect(body, exists, &mut conditions);
        self.loops += 1;
        let flag = format!("__q{}", self.loops);
        let mut text = format!("({{ int {flag} = {}; ", u8::from(!exists));
        let goes_on = if exists { "!" } else { "" };
        let outside = self.bound.len();
        for (at, (ty, name)) in vars.iter().enumerate() {
            if ["real", "float", "double"]
                .iter()
                .any(|real| ty.contains(real))
                || ty.contains('*')
            {
                return Err(format!("`{name}` is no integer: it cannot be counted"));
            }
            let unbound: Vec<&str> = vars[at..].iter().map(|(_, name)| name.as_str()).collect();
            let bound = |is_lower| {
                let mut bounds = conditions
                    .iter()
                    .filter_map(|c| bound(c, name, is_lower, &unbound));
                let side = if is_lower { "lower" } else { "upper" };
                bounds
                    .next()
                    .ok_or_else(|| format!("`{name}` has no {side} bound"))
            };
            let (low, high) = (self.node(bound(true)?)?, self.node(bound(false)?)?);
            self.bound.push(name.clone());
            let _ = write!(
                text,
                "for (long long {name} = {low}; {goes_on}{flag} && {name} <= {high}; {name}++) "
            );
        }
        let body = self.node(body)?;
        self.bound.truncate(outside);
        let (turns, value) = if exists { ("", 1) } else { ("!", 0) };
        Ok(text + &format!("if ({turns}{body}) {flag} = {value}; {flag}; }})"))
    }
}

fn binary(op: &str, a: &str, b: &str) -> String {
    match op {
        "==>" => format!("(!{a} || {b})"),
        "<==>" => format!("(!{a} == !{b})"),
        "^^" => format!("(!{a} != !{b})"),
        "+" | "-" | "*" | "/" | "%" => format!("((0LL + {a}) {op} {b})"),
        _ => format!("({a} {op} {b})"),
    }
}

fn c_type(ty: &str) -> String {
    let word = |word: &str| match word {
        "integer" => "long long".to_owned(),
        "real" => "double".to_owned(),
        "boolean" => "_Bool".to_owned(),
        word => word.to_owned(),
    };
    ty.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Collects the conditions under which the body of a quantifier is relevant.
fn collect<'n>(body: &'n Predicate, exists: bool, found: &mut Vec<&'n Predicate>) {
    match body {
        Predicate::Binary(op, condition, rest) if op == "==>" && !exists => {
            collect(condition, true, found);
            collect(rest, false, found);
        }
        Predicate::Binary(op, a, b) if op == "&&" && exists => {
            collect(a, true, found);
            collect(b, true, found);
        }
        Predicate::Quantifier(inner, _, rest) if *inner == exists => collect(rest, exists, found),
        condition => found.push(condition),
    }
}

/// The lower or upper bound that a condition gives for a variable: the nearest operand in a chain of comparisons that
/// contains no variable without a value.
fn bound<'n>(
    condition: &'n Predicate,
    name: &str,
    is_lower: bool,
    unbound: &[&str],
) -> Option<&'n Predicate> {
    let Predicate::Chain(operands, comparisons) = condition else {
        return None;
    };
    let at = operands
        .iter()
        .position(|operand| matches!(operand, Predicate::Word(word) if word == name))?;
    let usable = |at: usize| {
        let operand = operands.get(at)?;
        let mentions = unbound.iter().any(|name| mentions(operand, name));
        (!mentions).then_some(operand)
    };
    let is_rising = |op: &String| matches!(op.as_str(), "<" | "<=" | "==");
    let is_falling = |op: &String| matches!(op.as_str(), ">" | ">=" | "==");
    let before = |holds: &dyn Fn(&String) -> bool| {
        let reached = (0..at).rev().take_while(|op| holds(&comparisons[*op]));
        reached.into_iter().find_map(usable)
    };
    let behind = |holds: &dyn Fn(&String) -> bool| {
        let reached = (at..comparisons.len()).take_while(|op| holds(&comparisons[*op]));
        reached.into_iter().find_map(|op| usable(op + 1))
    };
    if is_lower {
        before(&is_rising).or_else(|| behind(&is_falling))
    } else {
        behind(&is_rising).or_else(|| before(&is_falling))
    }
}

/// Whether a name occurs in a node.
pub(crate) fn mentions(node: &Predicate, name: &str) -> bool {
    let inside = |node: &Predicate| mentions(node, name);
    match node {
        Predicate::Word(word) => word == name,
        Predicate::Result => false,
        Predicate::Sizeof(text) => text.split(' ').any(|word| word == name),
        Predicate::Old(of)
        | Predicate::Unary(_, of)
        | Predicate::Cast(_, of)
        | Predicate::Member(of, ..) => inside(of),
        Predicate::Binary(_, a, b) | Predicate::Index(a, b) => inside(a) || inside(b),
        Predicate::Chain(all, _) | Predicate::Call(_, all) => all.iter().any(inside),
        Predicate::Conditional(parts) => parts.iter().any(inside),
        Predicate::Quantifier(_, _, body) => inside(body),
        Predicate::Range(low, high) => [low, high].into_iter().flatten().any(|node| inside(node)),
    }
}
