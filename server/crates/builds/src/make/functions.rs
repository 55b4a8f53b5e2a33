//! The functions of GNU make that transform texts.

use super::Makefile;
use super::expansion::{Local, Scope, mapped, patterned, split_argument};

/// The most words over which a loop runs.
const MOST_WORDS: usize = 2_000;

impl Makefile<'_> {
    /// Evaluates a function; `None` if there is none with this name. Those that query the system give nothing.
    pub(super) fn function(&self, name: &str, text: &str, scope: &Scope<'_>) -> Option<String> {
        let value = |text: &str| self.expanded_in(text, scope);
        match name {
            "if" | "or" | "and" | "foreach" | "call" => {
                return Some(self.control(name, text, scope));
            }
            // What a command of a recipe asks the shell, it may ask it itself.
            "shell" if !self.is_deciding.get() => return Some(format!("$({})", value(text))),
            "eval" => {
                let value = value(text);
                self.evaluated.borrow_mut().push(value);
                return Some(String::new());
            }
            "shell" | "info" | "warning" | "error" | "origin" | "flavor" | "file" => {
                return Some(String::new());
            }
            "value" => {
                let variable = self.variables.get(text.trim());
                return Some(variable.map_or_else(String::new, |found| found.text.clone()));
            }
            _ => {}
        }
        let (first, second) = match split_argument(text) {
            Some((first, rest)) => (value(first), rest),
            None => (String::new(), text),
        };
        let changed = match name {
            "strip" | "abspath" | "realpath" => mapped(&value(text), str::to_owned),
            "sort" => {
                let all = value(text);
                let mut words: Vec<&str> = all.split_whitespace().collect();
                words.sort_unstable();
                words.dedup();
                words.join(" ")
            }
            "wildcard" => {
                let patterns = value(text);
                let found = patterns.split_whitespace();
                let found: Vec<String> = found.flat_map(|one| self.files_like(one)).collect();
                found.join(" ")
            }
            "addprefix" => mapped(&value(second), |word| format!("{}{word}", first.trim())),
            "addsuffix" => mapped(&value(second), |word| format!("{word}{}", first.trim())),
            "patsubst" | "subst" => {
                let (to, words) = split_argument(second)?;
                let (to, words) = (value(to), value(words));
                if name == "subst" {
                    let is_short = words.len() * (to.len() + 1) < 1 << 20;
                    let is_possible = !first.is_empty() && is_short;
                    return Some(if is_possible {
                        words.replace(&first, &to)
                    } else {
                        words
                    });
                }
                mapped(&words, |word| patterned(word, first.trim(), to.trim()))
            }
            "filter" | "filter-out" => {
                let words = value(second);
                let kept = words.split_whitespace().filter(|word| {
                    let mut patterns = first.split_whitespace();
                    patterns.any(|pattern| is_like(word, pattern)) == (name == "filter")
                });
                kept.collect::<Vec<_>>().join(" ")
            }
            "findstring" => {
                let is_there = value(second).contains(&first);
                if is_there { first } else { String::new() }
            }
            "join" => {
                let second = value(second);
                let (mut left, mut right) = (first.split_whitespace(), second.split_whitespace());
                let mut joined: Vec<String> = Vec::new();
                loop {
                    match (left.next(), right.next()) {
                        (None, None) => break,
                        (a, b) => joined.push([a.unwrap_or(""), b.unwrap_or("")].concat()),
                    }
                }
                joined.join(" ")
            }
            "word" | "words" | "wordlist" | "firstword" | "lastword" => {
                chosen(name, &first, &value(second))
            }
            "dir" | "notdir" | "basename" | "suffix" => {
                mapped(&value(text), |path| part(name, path))
            }
            _ => return None,
        };
        Some(changed)
    }

    /// Evaluates a function that does not expand all of its arguments at once.
    fn control(&self, name: &str, text: &str, scope: &Scope<'_>) -> String {
        let value = |text: &str| self.expanded_in(text, scope);
        let (first, rest) = split_argument(text).unwrap_or((text, ""));
        match name {
            "if" => {
                let (then, otherwise) = split_argument(rest).unwrap_or((rest, ""));
                let holds = !value(first.trim()).trim().is_empty();
                value(if holds { then } else { otherwise })
            }
            "or" | "and" => {
                let parts = arguments(text);
                let mut last = String::new();
                for part in parts {
                    last = value(part.trim());
                    if last.is_empty() != (name == "or") {
                        break;
                    }
                }
                last
            }
            "foreach" => {
                let Some((words, body)) = split_argument(rest) else {
                    return String::new();
                };
                let (variable, words) = (value(first), value(words));
                let words = words.split_whitespace().take(MOST_WORDS);
                let results = words.map(|word| {
                    let local = Local {
                        name: variable.trim().to_owned(),
                        value: word.to_owned(),
                    };
                    self.expanded_in(body, &scope.with([local]))
                });
                results.collect::<Vec<_>>().join(" ")
            }
            _ => {
                let values = arguments(text).into_iter().map(value);
                let locals = values.enumerate().map(|(at, value)| Local {
                    name: at.to_string(),
                    value,
                });
                let function = value(first);
                let body = self.variables.get(function.trim());
                body.map_or_else(String::new, |body| {
                    self.expanded_in(&body.text, &scope.with(locals))
                })
            }
        }
    }
}

/// Whether a word matches a pattern with at most one `%`.
fn is_like(word: &str, pattern: &str) -> bool {
    match pattern.split_once('%') {
        Some((before, after)) => {
            let rest = word.strip_prefix(before);
            rest.is_some_and(|rest| rest.ends_with(after))
        }
        None => word == pattern,
    }
}

/// The arguments of a function.
fn arguments(mut text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    while let Some((first, rest)) = split_argument(text) {
        found.push(first);
        text = rest;
    }
    found.push(text);
    found
}

/// Some of the words of a text.
fn chosen(name: &str, first: &str, text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let word = match name {
        "words" => return words.len().to_string(),
        "word" => {
            let number: usize = first.trim().parse().unwrap_or(0);
            number.checked_sub(1).and_then(|at| words.get(at))
        }
        "firstword" => words.first(),
        "lastword" => words.last(),
        _ => return String::new(),
    };
    word.copied().unwrap_or_default().to_owned()
}

/// A part of a path.
fn part(name: &str, path: &str) -> String {
    let (folder, file) = match path.rfind('/') {
        Some(at) => path.split_at(at + 1),
        None => ("", path),
    };
    let dot = file.rfind('.').unwrap_or(file.len());
    match name {
        "dir" if folder.is_empty() => "./".to_owned(),
        "dir" => folder.to_owned(),
        "notdir" => file.to_owned(),
        "suffix" => file[dot..].to_owned(),
        _ => format!("{folder}{}", &file[..dot]),
    }
}
