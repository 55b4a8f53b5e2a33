//! Expansion of `$(…)` in a text.

use super::{Makefile, TargetVariable};

/// Maximum depth of references between variables.
const DEPTH: usize = 16;
/// Maximum length of an expanded text, in bytes.
const LONGEST: usize = 256 << 10;

/// The variables that a rule sets for its recipe.
#[derive(Debug, Clone, Default)]
pub(super) struct Automatic {
    /// `$@`
    pub(super) target: Option<String>,
    /// `$<`
    pub(super) first: Option<String>,
    /// `$^`
    pub(super) all: Option<String>,
    /// `$*`
    pub(super) stem: String,
}

impl Automatic {
    /// Those of a target without a rule.
    pub(super) fn of_target(target: &str) -> Automatic {
        Automatic {
            target: Some(target.to_owned()),
            ..Automatic::default()
        }
    }

    /// The value of the variable with this name of one letter.
    fn value(&self, name: &str) -> Option<&str> {
        match name {
            "@" => self.target.as_deref(),
            "<" => self.first.as_deref(),
            "^" | "+" | "?" => self.all.as_deref(),
            "*" => Some(&self.stem),
            _ => None,
        }
    }
}

/// What an expansion depends on.
pub(super) struct Scope<'s> {
    automatic: &'s Automatic,
    /// Values of a loop's variable or of a call's arguments, by name.
    locals: Vec<Local>,
    depth: usize,
}

/// The value of a name in an expansion.
#[derive(Clone)]
pub(super) struct Local {
    pub(super) name: String,
    pub(super) value: String,
}

impl<'s> Scope<'s> {
    /// The scope with more names.
    pub(super) fn with(&self, more: impl IntoIterator<Item = Local>) -> Scope<'s> {
        Scope {
            automatic: self.automatic,
            locals: more
                .into_iter()
                .chain(self.locals.iter().cloned())
                .collect(),
            depth: self.depth,
        }
    }
}

impl Makefile<'_> {
    /// Expands variables and functions in a text.
    pub(super) fn expanded(&self, text: &str, automatic: &Automatic) -> String {
        let scope = Scope {
            automatic,
            locals: Vec::new(),
            depth: DEPTH,
        };
        self.expanded_in(text, &scope)
    }

    /// Expands in a scope.
    pub(super) fn expanded_in(&self, text: &str, scope: &Scope<'_>) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let Some(open) = rest.chars().next() else {
                break;
            };
            let name = match open {
                '(' => bracketed(rest, '(', ')'),
                '{' => bracketed(rest, '{', '}'),
                _ => {
                    rest = &rest[open.len_utf8()..];
                    let value = self.one_letter(open, scope);
                    out.push_str(&value);
                    continue;
                }
            };
            let Some(inside) = name else { break };
            if out.len() < LONGEST {
                out.push_str(&self.reference(inside, scope));
            }
            rest = &rest[inside.len() + 2..];
        }
        out.push_str(rest);
        self.work.set(self.work.get().saturating_sub(out.len()));
        out
    }

    /// The value of `$x`.
    fn one_letter(&self, letter: char, scope: &Scope<'_>) -> String {
        let name = letter.to_string();
        if letter == '$' {
            return name;
        }
        let local = scope.locals.iter().find(|local| local.name == name);
        let known = local.map(|local| &*local.value);
        match known.or(scope.automatic.value(&name)) {
            Some(value) => value.to_owned(),
            None => self.value(&name, scope),
        }
    }

    /// Expands a reference, whose content is the text between the brackets.
    fn reference(&self, inside: &str, scope: &Scope<'_>) -> String {
        if scope.depth == 0 || self.work.get() == 0 {
            return String::new();
        }
        let scope = &Scope {
            depth: scope.depth - 1,
            ..scope.with([])
        };
        if let Some((name, arguments)) = inside.split_once(char::is_whitespace)
            && let Some(value) = self.function(name, arguments.trim_start(), scope)
        {
            return value;
        }
        let inside = self.expanded_in(inside, scope);
        let (name, change) = match inside.split_once(':') {
            Some((name, change)) => (name, change.split_once('=')),
            None => (&*inside, None),
        };
        let value = self.value(name.trim(), scope);
        let Some((from, to)) = change else {
            return value;
        };
        if from.contains('%') {
            return mapped(&value, |word| patterned(word, from, to));
        }
        mapped(&value, |word| match word.strip_suffix(from) {
            Some(stem) => format!("{stem}{to}"),
            None => word.to_owned(),
        })
    }

    /// The value of a variable.
    fn value(&self, name: &str, scope: &Scope<'_>) -> String {
        if let Some(local) = scope.locals.iter().find(|local| local.name == name) {
            return local.value.clone();
        }
        if let Some(value) = scope.automatic.value(name) {
            return value.to_owned();
        }
        // `$(@D)` and `$(@F)`: folder and name.
        if let Some((variable, part)) = name.split_at_checked(1)
            && let Some(value) = scope.automatic.value(variable)
            && let "D" | "F" = part
        {
            return mapped(value, |word| match word.rsplit_once('/') {
                Some((folder, _)) if part == "D" => folder.to_owned(),
                Some((_, name)) => name.to_owned(),
                None if part == "D" => ".".to_owned(),
                None => word.to_owned(),
            });
        }
        let mut value = match self.variables.get(name) {
            Some(variable) if variable.is_simple => variable.text.clone(),
            Some(variable) => self.expanded_in(&variable.text, scope),
            None => String::new(),
        };
        for own in self.for_target(name, scope) {
            let own_value = self.expanded_in(&own.value, scope);
            value = if own.is_addition {
                format!("{value} {own_value}")
            } else {
                own_value
            };
        }
        value
    }

    /// What is set of a variable for the target that is made.
    fn for_target<'m>(
        &'m self,
        name: &'m str,
        scope: &'m Scope<'_>,
    ) -> impl Iterator<Item = &'m TargetVariable> {
        let target = scope.automatic.target.as_deref();
        self.of_targets.iter().filter(move |own| {
            own.name == name
                && target.is_some_and(|target| {
                    own.target == target || super::stem(target, &own.target).is_some()
                })
        })
    }
}

/// What is between a bracket at the start and the one that closes it.
fn bracketed(text: &str, open: char, close: char) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        if letter == open {
            depth += 1;
        } else if letter == close {
            depth -= 1;
            if depth == 0 {
                return text.get(1..at);
            }
        }
    }
    None
}

/// Splits a text at the first comma outside of brackets.
pub(super) fn split_argument(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_i32;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            ',' if depth == 0 => return Some((&text[..at], &text[at + 1..])),
            _ => {}
        }
    }
    None
}

/// Changes each word of a text.
pub(super) fn mapped(words: &str, change: impl Fn(&str) -> String) -> String {
    let words: Vec<String> = words.split_whitespace().map(change).collect();
    words.join(" ")
}

/// Replaces the pattern `from` by `to` in a word that matches it; `%` matches any text.
pub(super) fn patterned(word: &str, from: &str, to: &str) -> String {
    let (before, after) = from.split_once('%').unwrap_or((from, ""));
    let inside = word.strip_prefix(before);
    let inside = inside.and_then(|rest| rest.strip_suffix(after));
    match inside {
        Some(stem) if from.contains('%') || stem.is_empty() => to.replacen('%', stem, 1),
        _ => word.to_owned(),
    }
}
