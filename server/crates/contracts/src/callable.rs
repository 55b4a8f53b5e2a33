//! Calls in C notation, and the inputs that give their arguments.

use syntax::Span;

use crate::params::{Argument, ArgumentKind, Length};

/// Prefix for the name of the function that checks a contract.
const CALL: &str = "__faultlens_call_";

/// A function that can be called with arguments from standard input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callable {
    /// Name of the function.
    pub function: String,
    /// Name of the function that calls it.
    pub harness: String,
    /// Whether the function has a contract.
    pub has_contract: bool,
    /// Assumptions about the arguments, as sentences.
    pub assumed: Vec<String>,
    /// Names of the parameters, and the part of the input for each.
    layout: Vec<(String, Amount)>,
    /// Variables outside of the function whose values end the input.
    outside: Vec<String>,
    /// Places of the clauses that are checked after the call, in the order of the checks.
    pub(crate) clauses: Vec<Span>,
}

/// Amount of input for a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Amount {
    /// One number, in the first part of the input.
    Number,
    /// One word, in the second part of the input.
    Word,
    /// This number of numbers, in the second part of the input.
    Fixed(usize),
    /// Numbers in the second part of the input, as many as the value of this parameter.
    As(String),
    /// Numbers whose count is known only to a run.
    Open,
}

/// Name of the function that calls another one with arguments from standard input.
pub fn harness_of(function: &str) -> String {
    format!("{CALL}{function}")
}

impl Callable {
    pub(crate) fn new(
        function: &str,
        has_contract: bool,
        arguments: &[Argument],
        outside: Vec<String>,
        clauses: Vec<Span>,
    ) -> Callable {
        let layout = arguments
            .iter()
            .map(|a| (a.name.clone(), amount(a, arguments)));
        Callable {
            function: function.to_owned(),
            harness: harness_of(function),
            has_contract,
            assumed: arguments.iter().filter_map(|a| a.assumed.clone()).collect(),
            layout: layout.collect(),
            outside,
            clauses,
        }
    }

    /// Call in C notation for an input, such as `sum({5, 7}, 2)` or `balance = 1; withdraw(3)`.
    pub fn call(&self, input: &str) -> Option<String> {
        let mut words = input.split_whitespace();
        let numbers = self
            .layout
            .iter()
            .filter(|(_, amount)| *amount == Amount::Number);
        let numbers: Vec<(&str, &str)> = numbers
            .map(|(name, _)| Some((name.as_str(), words.next()?)))
            .collect::<Option<_>>()?;
        let number = |wanted: &str| {
            numbers
                .iter()
                .find(|(name, _)| *name == wanted)
                .map(|(_, value)| *value)
        };
        let args = self.layout.iter().map(|(name, amount)| {
            let count = match amount {
                Amount::Number => return number(name).map(str::to_owned),
                Amount::Word => return words.next().map(|word| format!("{word:?}")),
                Amount::Fixed(count) => *count,
                Amount::As(name) => number(name)?.parse().ok()?,
                Amount::Open => return None,
            };
            let elements: Vec<&str> = words.by_ref().take(count).collect();
            (elements.len() == count).then(|| format!("{{{}}}", elements.join(", ")))
        });
        let args = args.collect::<Option<Vec<String>>>()?;
        let set = self
            .outside
            .iter()
            .map(|name| Some(format!("{name} = {}; ", words.next()?)));
        let set = set.collect::<Option<String>>()?;
        Some(format!("{set}{}({})", self.function, args.join(", ")))
    }

    /// Input for the given arguments in C notation, which are followed by assignments to variables outside of the
    /// function.
    pub fn input(&self, args: &[String]) -> Option<String> {
        let (args, set) = args.split_at_checked(self.layout.len())?;
        if set.len() != self.outside.len() {
            return None;
        }
        let (mut numbers, mut rest) = (Vec::new(), Vec::new());
        for (arg, (_, amount)) in args.iter().zip(&self.layout) {
            let arg = arg.trim();
            let elements = arg.strip_prefix('{').and_then(|arg| arg.strip_suffix('}'));
            match (amount, elements) {
                (Amount::Number, None) => numbers.push(number(arg)?),
                (Amount::Word, None) => rest.push(word(arg)?),
                (Amount::Fixed(_) | Amount::As(_) | Amount::Open, Some(elements)) => {
                    let elements = elements.split(',').map(str::trim);
                    for element in elements.filter(|element| !element.is_empty()) {
                        rest.push(number(element)?);
                    }
                }
                _ => return None,
            }
        }
        for (assignment, name) in set.iter().zip(&self.outside) {
            let (of, value) = assignment.split_once('=')?;
            rest.push(number(value.trim()).filter(|_| of.trim() == name)?);
        }
        numbers.extend(rest);
        Some(numbers.join(" ") + "\n")
    }
}

/// A constant in the notation of `scanf`.
fn number(text: &str) -> Option<String> {
    if let Some(letter) = text
        .strip_prefix('\'')
        .and_then(|text| text.strip_suffix('\''))
    {
        let mut letters = letter.chars();
        let code = u32::from(letters.next()?);
        return letters.next().is_none().then(|| code.to_string());
    }
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    digits.parse::<f64>().ok().map(|_| digits.to_owned())
}

/// A string in the notation of `scanf`.
fn word(text: &str) -> Option<String> {
    let word = text.strip_prefix('"')?.strip_suffix('"')?;
    let is_one = !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || c == '\\');
    is_one.then(|| word.to_owned())
}

fn amount(argument: &Argument, all: &[Argument]) -> Amount {
    let is_number = |name: &str| {
        let mut all = all.iter();
        all.any(|a| a.name == name && a.kind == ArgumentKind::Number)
    };
    match &argument.kind {
        ArgumentKind::Number => Amount::Number,
        ArgumentKind::Word(_) => Amount::Word,
        ArgumentKind::Array(length) => match length {
            Length::Fixed(count) => Amount::Fixed(*count),
            Length::Of(name) if is_number(name) => Amount::As(name.clone()),
            Length::Of(_) | Length::Expression(_) => Amount::Open,
        },
    }
}
