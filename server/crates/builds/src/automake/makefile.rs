//! The variables of one `Makefile.am`.
//!
//! Of a condition, the first branch is taken: features are mostly on. Values are kept as
//! written and replaced when they are asked for, as make does it.

use crate::budget::{Budget, LONGEST};
use crate::flags::words;
use crate::{Files, paths};
use std::collections::HashMap;

/// The deepest nesting of variables in variables.
const DEEPEST: usize = 12;

/// A variable with the place where it is set first.
#[derive(Default, Clone)]
pub(super) struct Variable {
    pub text: String,
    pub file: String,
    pub line: usize,
}

/// The variables of one `Makefile.am`.
#[derive(Default)]
pub(super) struct Makefile {
    variables: HashMap<String, Variable>,
    /// The names in the order in which they are set.
    pub names: Vec<String>,
}

impl Makefile {
    /// Sets a variable that is known before the file is read.
    pub(super) fn preset(&mut self, name: &str, text: &str) {
        let variable = Variable {
            text: text.to_string(),
            ..Variable::default()
        };
        self.variables.insert(name.to_string(), variable);
    }

    /// The variable, if it is set.
    pub(super) fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.get(name)
    }

    /// Reads the text of a file, and of those it includes.
    pub(super) fn read(&mut self, files: &dyn Files, budget: &mut Budget, file: &str, text: &str) {
        if text.len() > LONGEST || !budget.spend(text.len()) || !budget.enter() {
            return;
        }
        // For each open condition, whether its branch is taken.
        let mut branches: Vec<bool> = Vec::new();
        for line in logical_lines(text) {
            if !budget.step() {
                break;
            }
            let body = line.text.trim();
            match body.split_whitespace().next() {
                Some("if") => branches.push(true),
                Some("else") => {
                    branches.pop();
                    branches.push(false);
                }
                Some("endif") => {
                    branches.pop();
                }
                Some("include" | "-include") if !branches.contains(&false) => {
                    self.include(files, budget, file, body);
                }
                _ if branches.contains(&false) || line.text.starts_with('\t') => {}
                _ => self.assign(budget, file, line.number, body),
            }
        }
        budget.leave();
    }

    /// Reads an included file; `%D%` in it stands for its own folder.
    fn include(&mut self, files: &dyn Files, budget: &mut Budget, file: &str, body: &str) {
        let Some(name) = body.split_whitespace().nth(1) else {
            return;
        };
        let name = self.expand(name, budget);
        let folder = paths::folder_of(file);
        let path = crate::roots::project_path(&name).unwrap_or_else(|| paths::join(folder, &name));
        let Some(text) = files.read(&path).filter(|text| text.len() <= LONGEST) else {
            return;
        };
        let own = paths::relative_to(folder, paths::folder_of(&path));
        let canonical = canonical_name(&own);
        let with_slash = |text: &str| {
            if text.is_empty() {
                String::new()
            } else {
                format!("{text}/")
            }
        };
        let text = text
            .replace("%reldir%/", &with_slash(&own))
            .replace("%D%/", &with_slash(&own))
            .replace("%canon_reldir%", &canonical)
            .replace("%C%", &canonical);
        self.read(files, budget, &path, &text);
    }

    /// Takes `name = value`, `name += value` and the like.
    fn assign(&mut self, budget: &mut Budget, file: &str, line: usize, body: &str) {
        let Some((left, right)) = body.split_once('=') else {
            return;
        };
        let is_addition = left.ends_with('+');
        let name = left.trim_end_matches(['+', ':', '?']).trim();
        let may_be = |letter: char| letter.is_ascii_alphanumeric() || "_.@".contains(letter);
        if name.is_empty() || !name.chars().all(may_be) {
            return;
        }
        let before = self
            .variables
            .get(name)
            .map_or(0, |variable| variable.text.len());
        if !budget.spend(right.len() + before) {
            return;
        }
        let place = Variable {
            text: String::new(),
            file: file.to_string(),
            line,
        };
        let is_new = !self.variables.contains_key(name);
        if is_new {
            self.names.push(name.to_string());
        }
        let variable = self.variables.entry(name.to_string()).or_insert(place);
        if !is_addition {
            variable.text.clear();
        }
        variable.text.push(' ');
        variable.text.push_str(right.trim());
    }

    /// The value of a variable with all variables in it replaced.
    pub(super) fn value(&self, name: &str, budget: &mut Budget) -> String {
        self.variable(name)
            .map_or_else(String::new, |found| self.expand(&found.text, budget))
    }

    /// The words of a variable's value.
    pub(super) fn words(&self, name: &str, budget: &mut Budget) -> Vec<String> {
        words(&self.value(name, budget))
    }

    /// A text with its variables replaced.
    pub(super) fn expand(&self, text: &str, budget: &mut Budget) -> String {
        let mut result = String::new();
        self.expand_into(&mut result, text, budget, 0);
        result
    }

    /// Adds a text to the result with its variables replaced.
    fn expand_into(&self, result: &mut String, text: &str, budget: &mut Budget, depth: usize) {
        let mut rest = text;
        while let Some(place) = rest.find(['$', '@']) {
            let (before, found) = rest.split_at(place);
            result.push_str(before);
            if depth > DEEPEST || result.len() > LONGEST || !budget.spend(before.len() + 20) {
                return;
            }
            let closing = match found.get(..2) {
                Some("$(") => ')',
                Some("${") => '}',
                _ => '@',
            };
            let skipped = if closing == '@' { 1 } else { 2 };
            let inside = found.get(skipped..).unwrap_or_default();
            match inside.split_once(closing) {
                Some((name, after)) if closing != '@' || self.variables.contains_key(name) => {
                    self.expand_reference(result, name, budget, depth);
                    rest = after;
                }
                _ => {
                    result.extend(found.chars().next());
                    rest = found.get(1..).unwrap_or_default();
                }
            }
        }
        result.push_str(rest);
    }

    /// Adds what `name`, or `name:.c=.o`, stands for.
    fn expand_reference(&self, result: &mut String, name: &str, budget: &mut Budget, depth: usize) {
        let (name, change) = name.split_once(':').unwrap_or((name, ""));
        let Some(variable) = self.variable(name) else {
            return;
        };
        let Some((old, new)) = change.split_once('=') else {
            return self.expand_into(result, &variable.text, budget, depth + 1);
        };
        let mut value = String::new();
        self.expand_into(&mut value, &variable.text, budget, depth + 1);
        let change = |word: &str| match word.strip_suffix(old) {
            Some(stem) => format!("{stem}{new}"),
            None => word.to_string(),
        };
        let changed: Vec<String> = value.split_whitespace().map(change).collect();
        budget.spend(value.len());
        result.push_str(&changed.join(" "));
    }
}

/// A name as it is written in the names of variables: all but letters and digits is `_`.
pub(super) fn canonical_name(name: &str) -> String {
    let is_kept = |letter: char| letter.is_ascii_alphanumeric() || letter == '@';
    name.replace(|letter| !is_kept(letter), "_")
}

/// A line with those that continue it.
struct Line {
    text: String,
    number: usize,
}

/// The lines with continued ones joined, and without comments.
fn logical_lines(text: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut is_continued = false;
    for (index, line) in text.lines().enumerate() {
        let body = line.strip_suffix('\\');
        let content = body.unwrap_or(line);
        match lines.last_mut().filter(|_| is_continued) {
            Some(last) => {
                last.text.push(' ');
                last.text.push_str(content.trim());
            }
            None => lines.push(Line {
                text: content.to_string(),
                number: index + 1,
            }),
        }
        is_continued = body.is_some();
    }
    for line in &mut lines {
        if let Some(place) = line.text.find('#') {
            line.text.truncate(place);
        }
    }
    lines
}
