//! The checks of CS50's `check50`, as far as they are literals:
//! `check50.run("./cash").stdin("41").stdout("4\n").exit(0)`.
//!
//! Checks are Python code, which is not run. A chain of calls with literal arguments still says what is typed and what
//! must be printed, in order. For a computed expression, the text that the check shows for it is used. Whether a
//! program still waits for input (`reject`) cannot be decided from its output.

use super::commands::run_of;
use super::{Case, Layout, Program};
use crate::model::Compare;

/// Most folders around a program in which checks are looked for.
const MOST_FOLDERS: usize = 3;

pub(super) fn read(program: &Program<'_>) -> Layout {
    let found = program.nearest("__init__.py", MOST_FOLDERS);
    let Some((path, content)) = found else {
        return Layout::default();
    };
    let text = String::from_utf8_lossy(&content);
    if !text.contains("check50") {
        return Layout::default();
    }
    let cases = checks(&text).filter_map(|(name, chain)| case(program, name, chain));
    program.layout(&path, cases.collect())
}

/// The chains of calls, each with the name of the function that contains it.
fn checks(text: &str) -> impl Iterator<Item = (&str, Option<Vec<Call>>)> {
    const RUN: &str = "check50.run(";
    text.match_indices(RUN).map(move |(at, _)| {
        let before = &text[..at];
        let name = before.rfind("\ndef ").map_or("", |def| &text[def + 5..at]);
        let name = name.split('(').next().unwrap_or_default();
        (name, Chain::new(&text[at + "check50.".len()..]).calls())
    })
}

/// A call of a chain.
#[derive(Debug, PartialEq)]
struct Call {
    name: String,
    arguments: Vec<Argument>,
}

#[derive(Debug, PartialEq)]
enum Argument {
    Text(String),
    Number(String),
    /// `EOF`, or `check50.EOF`.
    End,
    /// `regex=False`
    Named(String, String),
    /// A value that only Python could compute.
    Computed,
}

/// The test of a chain; `None` if it runs another program or expects nothing.
fn case(
    program: &Program<'_>,
    name: &str,
    chain: Option<Vec<Call>>,
) -> Option<Result<Case, (String, String)>> {
    let refused = |reason: &str| Some(Err((name.to_owned(), reason.to_owned())));
    let Some(chain) = chain else {
        return refused("it is more than a chain of calls");
    };

    // The first call runs the program.
    let (run, calls) = chain.split_first()?;
    let [Argument::Text(command), ..] = &run.arguments[..] else {
        return refused("its command is computed");
    };
    let run = match run_of(program, "", command)? {
        Ok(run) => run,
        Err(reason) => return refused(&reason),
    };

    // The others send input and expect output, in order; expected outputs are parts of one pattern.
    let mut case = Case {
        id: name.to_owned(),
        args: run.args,
        compare: Compare::Regex,
        ..Case::default()
    };
    let mut pattern = String::new();
    for call in calls {
        match (call.name.as_str(), &call.arguments[..]) {
            ("stdin", [Argument::Text(line) | Argument::Number(line), ..]) => {
                case.stdin.extend(format!("{line}\n").bytes());
            }
            ("stdin", [Argument::End, ..]) => {}
            ("stdout", arguments) => match expected(arguments) {
                Some(part) => pattern.push_str(&part),
                None => return refused("what it expects is computed"),
            },
            ("exit", [Argument::Number(status), ..]) => case.exit = status.parse().ok(),
            ("exit", []) => {}
            ("reject", _) => return refused("it asks whether the program refuses an input"),
            _ => return refused("it is more than a chain of literals"),
        }
    }

    // A test that expects nothing says nothing about the program.
    if pattern.is_empty() && case.exit.is_none() {
        return None;
    }
    case.stdout = (!pattern.is_empty()).then(|| pattern.into_bytes());
    Some(Ok(case))
}

/// The regular expression for one `stdout`; any text may precede the match.
fn expected(arguments: &[Argument]) -> Option<String> {
    const ANYTHING: &str = "(?s:.*?)";
    let is_text = arguments.contains(&Argument::Named("regex".into(), "False".into()));
    Some(match arguments {
        [] => String::new(),
        [Argument::End, ..] => r"\z".to_owned(),
        [Argument::Text(text), ..] if is_text => format!("{ANYTHING}{}", escaped(text)),
        [Argument::Text(pattern), ..] => format!("{ANYTHING}(?:{pattern})"),
        [Argument::Number(number), ..] => format!("{ANYTHING}{}", decimal(number)),
        [Argument::Computed, Argument::Text(shown), ..] => {
            let shown = shown.trim();
            if shown.parse::<f64>().is_ok() {
                format!("{ANYTHING}{}", decimal(shown))
            } else {
                format!("{ANYTHING}{}", escaped(shown))
            }
        }
        _ => return None,
    })
}

/// A regular expression for a number that is not part of a longer one.
fn decimal(number: &str) -> String {
    format!(
        r"(?:\A|[^0-9.\-]){}(?:\z|[^0-9.]|\.[^0-9])",
        escaped(number)
    )
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if r"\.+*?()|[]{}^$#&-~".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// A parser of a chain of calls in Python.
struct Chain<'t> {
    rest: &'t str,
}

impl<'t> Chain<'t> {
    fn new(rest: &'t str) -> Self {
        Chain { rest }
    }

    /// All calls of the chain; `None` if the code does not have the expected form.
    fn calls(&mut self) -> Option<Vec<Call>> {
        let mut calls = Vec::new();
        loop {
            let name = self.name()?;
            let inside = self.parentheses()?;
            calls.push(Call {
                name: name.to_owned(),
                arguments: arguments(inside),
            });
            // The chain may continue on the next line, inside parentheses or after a backslash.
            let next = self.rest.trim_start_matches([' ', '\t', '\n', '\r', '\\']);
            match next.strip_prefix('.') {
                Some(rest) => self.rest = rest,
                None => return Some(calls),
            }
        }
    }

    fn name(&mut self) -> Option<&'t str> {
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!name.is_empty()).then_some(name)
    }

    /// The text between the parentheses that open here.
    fn parentheses(&mut self) -> Option<&'t str> {
        let text = self.rest.strip_prefix('(')?;
        let end = closing(text)?;
        self.rest = &text[end + 1..];
        Some(&text[..end])
    }
}

/// Offset of the closing parenthesis that matches the one before this text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match c {
            '"' | '\'' => at += literal(&text[at..], false)?.1 - 1,
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += c.len_utf8();
    }
    None
}

/// The string literal at the start of a text: its value, and the offset of its end.
fn literal(text: &str, is_raw: bool) -> Option<(String, usize)> {
    let quote = text.chars().next()?;
    let long: String = std::iter::repeat_n(quote, 3).collect();
    let mark = if text.starts_with(&long) {
        &long[..]
    } else {
        &long[..1]
    };
    let mut value = String::new();
    let mut at = mark.len();
    loop {
        let rest = text.get(at..)?;
        if rest.starts_with(mark) {
            return Some((value, at + mark.len()));
        }
        let c = rest.chars().next()?;
        at += c.len_utf8();
        if c == '\n' && mark.len() == 1 {
            return None;
        }
        if c != '\\' {
            value.push(c);
            continue;
        }
        let escaped = text.get(at..)?.chars().next()?;
        at += escaped.len_utf8();
        match escaped {
            _ if is_raw => value.extend(['\\', escaped]),
            'n' => value.push('\n'),
            't' => value.push('\t'),
            'r' => value.push('\r'),
            '\n' => {}
            '\\' | '"' | '\'' => value.push(escaped),
            // Python keeps the backslash of unknown escapes, and regular expressions use that.
            other => value.extend(['\\', other]),
        }
    }
}

/// The arguments of a call.
fn arguments(text: &str) -> Vec<Argument> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.trim().is_empty() {
        let end = argument_end(rest);
        found.push(argument(rest[..end].trim()));
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    found
}

fn argument_end(text: &str) -> usize {
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(c) = text[at..].chars().next() {
        match c {
            '"' | '\'' => match literal(&text[at..], false) {
                Some((_, len)) => at += len - 1,
                None => return text.len(),
            },
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => return at,
            _ => {}
        }
        at += c.len_utf8();
    }
    text.len()
}

fn argument(text: &str) -> Argument {
    if let Some(text) = strings(text) {
        return Argument::Text(text);
    }
    if text == "EOF" || text == "check50.EOF" {
        return Argument::End;
    }
    if text.parse::<f64>().is_ok() {
        return Argument::Number(text.to_owned());
    }
    match text.split_once('=') {
        Some((name, value)) if name.chars().all(|c| c.is_ascii_alphabetic() || c == '_') => {
            Argument::Named(name.to_owned(), value.trim().to_owned())
        }
        _ => Argument::Computed,
    }
}

/// Adjacent string literals, which form one text.
fn strings(mut text: &str) -> Option<String> {
    let mut all = String::new();
    loop {
        let is_raw = text.starts_with(['r', 'R']);
        let literal_text = if is_raw { &text[1..] } else { text };
        if !literal_text.starts_with(['"', '\'']) {
            return None;
        }
        let (value, end) = literal(literal_text, is_raw)?;
        all.push_str(&value);
        text = literal_text[end..].trim_start();
        if text.is_empty() {
            return Some(all);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_of_literals_are_read() {
        let text = "\ndef test_a():\n    check50.run(\"./max 3\").stdin(\"1\\n2\").stdin(4, prompt=False).stdout(r\"\\d+\\n\", 'x').exit(0)\n\
                    \ndef test_b():\n    (check50.run('./max')\n        .stdout(f(3), \"3\\n\", regex=False)\n        .stdout(check50.EOF))\n";
        let all: Vec<(&str, Option<Vec<Call>>)> = checks(text).collect();
        assert_eq!(all.len(), 2);
        assert_eq!((all[0].0, all[1].0), ("test_a", "test_b"));
        let call = |name: &str, arguments: Vec<Argument>| Call {
            name: name.to_owned(),
            arguments,
        };
        let string = |text: &str| Argument::Text(text.to_owned());
        let number = |text: &str| Argument::Number(text.to_owned());
        let named = |name: &str, value: &str| Argument::Named(name.to_owned(), value.to_owned());
        let first = vec![
            call("run", vec![string("./max 3")]),
            call("stdin", vec![string("1\n2")]),
            call("stdin", vec![number("4"), named("prompt", "False")]),
            call("stdout", vec![string("\\d+\\n"), string("x")]),
            call("exit", vec![number("0")]),
        ];
        assert_eq!(all[0].1.as_ref(), Some(&first));
        let second = vec![
            call("run", vec![string("./max")]),
            call(
                "stdout",
                vec![Argument::Computed, string("3\n"), named("regex", "False")],
            ),
            call("stdout", vec![Argument::End]),
        ];
        assert_eq!(all[1].1.as_ref(), Some(&second));
    }

    #[test]
    fn any_text_is_read() {
        let pieces = [
            "check50.run(",
            "\"",
            "'",
            "\\",
            ")",
            ".",
            ",",
            "(",
            "é",
            "\n",
            "r",
            "f",
            "=",
            "\"\"\"",
        ];
        for a in pieces {
            for b in pieces {
                for c in pieces {
                    let text = format!("check50.run({a}{b}{c}{a}");
                    checks(&text).for_each(drop);
                }
            }
        }
    }
}
