//! The lines of a makefile: conditionals, assignments, and rules.

use super::expansion::{Automatic, split_argument};
use super::rules::{Line, Rule};
use super::{Makefile, TargetVariable, Variable};
use crate::paths;

/// The most files that include each other.
const DEEPEST: usize = 8;
/// The longest value of a variable, in bytes.
const LONGEST: usize = 64 << 10;
/// The most rules that are kept.
const MOST_RULES: usize = 4_000;

/// The conditionals around a line.
#[derive(Default)]
struct Conditions(Vec<Condition>);

/// A conditional.
struct Condition {
    /// Whether its current branch counts.
    counts: bool,
    /// Whether this branch or an earlier one counts.
    has_counted: bool,
}

impl Conditions {
    /// Whether the line counts.
    fn hold(&self) -> bool {
        self.0.iter().all(|condition| condition.counts)
    }

    fn begin(&mut self, counts: bool) {
        self.0.push(Condition {
            counts,
            has_counted: counts,
        });
    }

    /// Goes on with an `else`, which has a condition of its own.
    fn turn(&mut self, holds: bool) {
        if let Some(last) = self.0.last_mut() {
            last.counts = !last.has_counted && holds;
            last.has_counted |= last.counts;
        }
    }
}

impl Makefile<'_> {
    /// Reads a text, with the files that it includes.
    pub(super) fn read_text(&mut self, path: &str, text: &str, depth: usize) {
        let mut conditions = Conditions::default();
        // A recipe belongs to the rule before it, if that rule counts.
        let mut is_in_rule = false;
        // A variable of several lines.
        let mut definition: Option<String> = None;
        for line in lines(text, path) {
            let trimmed = line.text.trim();
            if let Some(name) = &definition {
                if trimmed == "endef" {
                    definition = None;
                } else if conditions.hold() {
                    let name = name.clone();
                    self.add_line(&name, &line.text);
                }
                continue;
            }
            if let Some(command) = line.text.strip_prefix('\t') {
                let rule = self.rules.last_mut().filter(|_| is_in_rule);
                if let Some(rule) = rule.filter(|_| conditions.hold()) {
                    let text = command.trim().to_owned();
                    rule.recipe.push(Line { text, ..line });
                    continue;
                } else if !is_in_rule && trimmed.contains('=') {
                    // An assignment that is set back with a tab.
                } else {
                    continue;
                }
            }
            let body = without_comment(&line.text).replace("\\\n", " ");
            let body = body.trim();
            let (word, rest) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
            let rest = rest.trim();
            match word {
                "" => {}
                "ifeq" | "ifneq" | "ifdef" | "ifndef" => {
                    let holds = self.holds(word, rest);
                    conditions.begin(holds);
                }
                "else" => {
                    let condition = rest.split_once(char::is_whitespace);
                    conditions
                        .turn(condition.is_none_or(|(word, rest)| self.holds(word, rest.trim())));
                }
                "endif" => {
                    conditions.0.pop();
                }
                _ if !conditions.hold() => {}
                "define" => {
                    let name = rest.trim_end_matches([':', '=', '?', ' ']);
                    self.variables.insert(name.to_owned(), Variable::default());
                    definition = Some(name.to_owned());
                }
                "include" | "-include" | "sinclude" => self.include(path, rest, depth),
                "vpath" | "unexport" | "undefine" => {}
                _ if is_only_references(body) => {
                    is_in_rule = false;
                    self.evaluate(body, path, line.number, depth);
                }
                _ => is_in_rule = self.statement(body, &line),
            }
        }
    }

    /// Expands a line that consists of references, and reads the texts that `eval` gets there.
    fn evaluate(&mut self, body: &str, path: &str, number: usize, depth: usize) {
        self.evaluated.take();
        self.expanded(body, &Automatic::default());
        let first = self.rules.len();
        for text in self.evaluated.take() {
            if depth < DEEPEST {
                self.read_text(path, &text, depth + 1);
            }
        }
        // Their commands stand where the line is.
        for rule in self.rules.iter_mut().skip(first) {
            for line in &mut rule.recipe {
                line.number = number;
            }
        }
    }

    /// Reads the files that a line includes.
    fn include(&mut self, path: &str, names: &str, depth: usize) {
        let names = self.expanded(names, &Automatic::default());
        for name in names.split_whitespace() {
            let included = self.path(name);
            if depth < DEEPEST
                && included != path
                && let Some(text) = self.files.read(&included)
            {
                self.read_text(&included, &text, depth + 1);
            }
        }
    }

    /// Adds a line to a variable of several lines.
    fn add_line(&mut self, name: &str, line: &str) {
        if let Some(variable) = self.variables.get_mut(name)
            && variable.text.len() < LONGEST
        {
            if !variable.text.is_empty() {
                variable.text.push('\n');
            }
            variable.text.push_str(line);
        }
    }

    /// Reads an assignment or the head of a rule; returns whether it was the head of a rule.
    fn statement(&mut self, body: &str, line: &Line) -> bool {
        let body = body.strip_prefix("export ").unwrap_or(body);
        let body = body.strip_prefix("override ").unwrap_or(body);
        let outside = outside_of_references(body);
        let equals = outside.find('=');
        let colon = outside.find(':');
        match (equals, colon) {
            (Some(equals), _) if colon.is_none_or(|colon| equals <= colon + 2) => {
                self.assign(&body[..equals], body[equals + 1..].trim());
                false
            }
            (Some(equals), Some(colon)) if is_name(&body[colon..equals]) => {
                self.assign_for_targets(&body[..colon], &body[colon..equals], &body[equals + 1..]);
                false
            }
            (_, Some(colon)) => {
                self.rule(
                    &body[..colon],
                    body[colon + 1..].trim_start_matches(':'),
                    line,
                );
                true
            }
            _ => false,
        }
    }

    /// Adds the rule of a head.
    fn rule(&mut self, targets: &str, behind: &str, line: &Line) {
        if self.rules.len() >= MOST_RULES {
            return;
        }
        let (needed, command) = split_outside(behind, ';').unwrap_or((behind, ""));
        let (pattern, needed) = match split_outside(needed, ':') {
            Some((pattern, needed)) => (Some(pattern), needed),
            None => (None, needed),
        };
        let words = |text: &str| -> Vec<String> {
            let text = self.expanded(text, &Automatic::default());
            let words = text.split_whitespace();
            words
                .filter(|word| *word != "|")
                .map(str::to_owned)
                .collect()
        };
        let command = command.trim();
        let command = (!command.is_empty()).then(|| Line {
            text: command.to_owned(),
            ..line.clone()
        });
        let rule = Rule {
            targets: words(targets),
            pattern: pattern.and_then(|pattern| words(pattern).into_iter().next()),
            prerequisites: self.with_files(words(needed)),
            recipe: command.into_iter().collect(),
        };
        self.rules.push(rule);
    }

    /// Words with those that are patterns of files replaced by the files.
    fn with_files(&self, words: Vec<String>) -> Vec<String> {
        let words = words.into_iter().flat_map(|word| {
            if word.contains(['*', '?']) {
                self.files_like(&word)
            } else {
                vec![word]
            }
        });
        words.collect()
    }

    /// Files whose paths fit a pattern.
    pub(super) fn files_like(&self, pattern: &str) -> Vec<String> {
        if !pattern.contains(['*', '?', '[']) {
            let exists = paths::exists(self.files, &self.path(pattern));
            return exists.then(|| pattern.to_owned()).into_iter().collect();
        }
        let found = paths::find(self.files, &self.path(pattern), false);
        let start = if pattern.starts_with("./") { "./" } else { "" };
        let found = found.iter();
        found
            .map(|path| format!("{start}{}", paths::relative_to(&self.folder, path)))
            .collect()
    }

    /// Assigns a variable. `name` ends in the operator before the `=`: `+`, `?`, `:` or `!`.
    fn assign(&mut self, name: &str, value: &str) {
        let bare = name.trim_end_matches(['+', '?', ':', '!', ' ', '\t']);
        let operator = name.get(bare.len()..).unwrap_or_default().trim();
        let bare = self.expanded(bare.trim(), &Automatic::default());
        let known = self.variables.get(&bare);
        let is_simple = operator.starts_with(':');
        let text = match operator {
            "!" => return,
            "?" if known.is_some() => return,
            "+" => {
                let known = known.cloned().unwrap_or_default();
                if known.text.len() > LONGEST {
                    return;
                }
                let value = if known.is_simple {
                    self.expanded(value, &Automatic::default())
                } else {
                    value.to_owned()
                };
                let variable = Variable {
                    text: format!("{} {value}", known.text).trim_start().to_owned(),
                    ..known
                };
                self.variables.insert(bare, variable);
                return;
            }
            // Only this operator expands the value at once, so the value may refer to the old value of the variable.
            _ if is_simple => self.expanded(value, &Automatic::default()),
            _ => value.to_owned(),
        };
        self.variables.insert(bare, Variable { text, is_simple });
    }

    /// Assigns a variable for some targets.
    fn assign_for_targets(&mut self, targets: &str, name: &str, value: &str) {
        let targets = self.expanded(targets, &Automatic::default());
        let is_addition = name.ends_with('+');
        let name = name.trim_matches([':', '+', '?', ' ', '\t']);
        let own = targets.split_whitespace().map(|target| TargetVariable {
            target: target.to_owned(),
            name: name.to_owned(),
            value: value.trim().to_owned(),
            is_addition,
        });
        self.of_targets.extend(own);
    }

    /// Whether a condition holds.
    fn holds(&self, word: &str, rest: &str) -> bool {
        let expanded = |text: &str| {
            self.is_deciding.set(true);
            let value = self.expanded(text, &Automatic::default());
            self.is_deciding.set(false);
            value
        };
        let is_set = || {
            let value = self.variables.get(expanded(rest).trim());
            value.is_some_and(|value| !value.text.is_empty())
        };
        let is_equal = || {
            let inside = rest
                .strip_prefix('(')
                .and_then(|rest| rest.strip_suffix(')'));
            if let Some((left, right)) = inside.and_then(split_argument) {
                return expanded(left).trim() == expanded(right).trim();
            }
            let mut quoted = rest
                .split(['"', '\''])
                .filter(|part| !part.trim().is_empty());
            let mut next = || expanded(quoted.next().unwrap_or(""));
            next().trim() == next().trim()
        };
        match word {
            "ifdef" => is_set(),
            "ifndef" => !is_set(),
            "ifneq" => !is_equal(),
            _ => is_equal(),
        }
    }
}

/// Whether a text between `:` and `=` is the name of a variable, perhaps with the operator's other letters.
fn is_name(text: &str) -> bool {
    let name = text.trim_matches([':', '+', '?', ' ', '\t']);
    !name.is_empty() && !name.contains([' ', '$', '(', '{', '%', '/'])
}

/// A text of the same length in which what is inside `$(…)` is blank.
fn outside_of_references(text: &str) -> String {
    let mut depth = 0_usize;
    let letters = text.chars().map(|letter| {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > 0 || !letter.is_ascii() {
            "_".repeat(letter.len_utf8())
        } else {
            letter.to_string()
        }
    });
    letters.collect()
}

/// Whether a line consists of references: `$(eval …)`.
fn is_only_references(text: &str) -> bool {
    let outside = outside_of_references(text);
    text.starts_with("$(")
        && outside
            .chars()
            .all(|letter| matches!(letter, '$' | '_' | ')' | ' '))
}

/// Splits a text at the first such letter that is not inside `$(…)`.
fn split_outside(text: &str, letter: char) -> Option<(&str, &str)> {
    let at = outside_of_references(text).find(letter)?;
    Some((&text[..at], &text[at + 1..]))
}

/// Lines of the text; those that end in a backslash are kept together with the next one.
fn lines(text: &str, file: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut goes_on = false;
    for (line, number) in text.lines().zip(1..) {
        let more = line.ends_with('\\');
        match lines.last_mut().filter(|_| goes_on) {
            Some(last) => {
                last.text.push('\n');
                last.text.push_str(line.trim_start());
            }
            None => lines.push(Line {
                text: line.to_owned(),
                file: file.to_owned(),
                number,
            }),
        }
        goes_on = more;
    }
    lines
}

fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    for (at, letter) in line.char_indices() {
        if letter == '#' && before != '\\' {
            return &line[..at];
        }
        before = letter;
    }
    line
}
