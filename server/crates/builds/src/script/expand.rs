//! Expands words: substitutions, splitting, braces, file patterns.

use super::braces::{MOST_WORDS, with_braces};
use super::disk::PathKind;
use super::interpreter::{Interpreter, NEXT};
use super::parameters::Expansion;
use super::regex::{glob_of, is_fitting, plain_text};
use super::syntax::{Block, Piece, Word};
use super::value::{Part, Status, Value};
use crate::paths::join;

/// A part of a word that is being expanded.
#[derive(Debug, Clone)]
struct Fragment {
    value: Value,
    is_quoted: bool,
}

/// The words that a word becomes.
#[derive(Debug, Default)]
struct Fields {
    done: Vec<Vec<Fragment>>,
    current: Option<Vec<Fragment>>,
}

impl Fields {
    /// Adds to the last word.
    fn push(&mut self, value: Value, is_quoted: bool) {
        let current = self.current.get_or_insert_default();
        match current.last_mut() {
            Some(last) if last.is_quoted == is_quoted => last.value.append(&value),
            _ => current.push(Fragment { value, is_quoted }),
        }
    }

    /// Takes back the last word if nothing is in it.
    fn forget_empty(&mut self) {
        self.current
            .take_if(|fragments| fragments.iter().all(|fragment| fragment.value.is_empty()));
    }

    /// Ends the last word.
    fn end(&mut self) {
        if self.done.len() < MOST_WORDS {
            self.done.extend(self.current.take());
        }
    }

    /// Adds the words of a text. Blanks between words count once, other separators each.
    fn push_words(&mut self, text: &str, separators: &str) {
        let mut is_after_blank = false;
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let end = rest
                .find(|letter| separators.contains(letter))
                .unwrap_or(rest.len());
            let (word, after) = rest.split_at(end.max(first.len_utf8()));
            rest = after;
            if end > 0 {
                self.push(Value::from(word), false);
                is_after_blank = false;
            } else if first.is_whitespace() {
                is_after_blank |= self.current.is_some();
                self.end();
            } else {
                if self.current.is_none() && !is_after_blank {
                    self.push(Value::default(), true);
                }
                self.end();
                is_after_blank = false;
            }
        }
    }

    /// Adds the values of a parameter.
    fn push_values(&mut self, expansion: &Expansion, separators: &str) {
        if expansion.values.is_empty() && expansion.is_split {
            self.forget_empty();
        }
        for (index, value) in expansion.values.iter().enumerate() {
            if index > 0 {
                self.end();
            }
            if expansion.is_split {
                self.push(value.clone(), true);
            } else {
                self.push_split(value, separators);
            }
        }
    }

    /// Adds a text that is split at separators.
    fn push_split(&mut self, value: &Value, separators: &str) {
        for part in &value.0 {
            match part {
                Part::Known(text) => self.push_words(text, separators),
                Part::Output(output) => {
                    let mut output = output.clone();
                    output.is_split = !separators.is_empty();
                    self.push(Value::from(output), true);
                }
                other => self.push(Value(vec![other.clone()]), true),
            }
        }
    }
}

/// The text of fragments.
fn joined(fragments: &[Fragment]) -> Value {
    let mut value = Value::default();
    for fragment in fragments {
        value.append(&fragment.value);
    }
    value
}

/// Fragments as a pattern of file names.
fn pattern_of(fragments: &[Fragment]) -> String {
    let mut pattern = String::new();
    for fragment in fragments {
        let text = fragment.value.text_or_empty();
        if fragment.is_quoted {
            pattern.push_str(&glob_of(text));
        } else {
            pattern.push_str(text);
        }
    }
    pattern
}

impl Interpreter<'_> {
    /// Expands words as arguments of a command.
    pub(super) fn fields(&mut self, words: &[Word]) -> Vec<Value> {
        let mut result = Vec::new();
        for word in words {
            for word in with_braces(word) {
                let fields = self.expanded(&word, true);
                for field in fields {
                    self.add_paths(&field, &mut result);
                }
            }
        }
        let size = result.iter().map(Value::len).sum();
        self.budget.spend(size);
        result
    }

    /// Expands a word that stays one.
    pub(super) fn single(&mut self, word: &Word) -> Value {
        let fields = self.expanded(word, false);
        let mut value = Value::default();
        for (index, field) in fields.iter().enumerate() {
            if index > 0 {
                value.append(&Value::from(" "));
            }
            value.append(&joined(field));
        }
        self.budget.spend(value.len());
        value
    }

    /// Expands a word as a pattern of file names.
    pub(super) fn pattern(&mut self, word: &Word) -> String {
        let fields = self.expanded(word, false);
        let patterns: Vec<String> = fields.iter().map(|field| pattern_of(field)).collect();
        patterns.join(" ")
    }

    /// Expands a word as a regular expression; what is quoted has no meaning.
    pub(super) fn regex(&mut self, word: &Word) -> String {
        let mut regex = String::new();
        for fragment in self.expanded(word, false).concat() {
            let text = fragment.value.text_or_empty();
            if fragment.is_quoted {
                regex.push_str(&super::regex::escaped(text));
            } else {
                regex.push_str(&super::regex::from_posix(text, true));
            }
        }
        regex
    }

    /// Expands a word without file patterns.
    fn expanded(&mut self, word: &Word, is_split: bool) -> Vec<Vec<Fragment>> {
        let mut separators = String::new();
        if is_split {
            let set = self.shell.get("IFS").and_then(Value::text);
            set.unwrap_or(" \t\n").clone_into(&mut separators);
        }
        let mut fields = Fields::default();
        for (index, piece) in word.0.iter().enumerate() {
            match piece {
                Piece::Text { text, is_quoted } => {
                    let text = match index {
                        0 if !is_quoted => with_home(text),
                        _ => text.clone(),
                    };
                    fields.push(Value::from(text), *is_quoted);
                }
                Piece::Parameter(parameter, is_quoted) => {
                    let mut expansion = self.parameter(parameter, *is_quoted);
                    expansion.is_split |= *is_quoted;
                    fields.push_values(&expansion, &separators);
                }
                Piece::Command(block, true) => {
                    let value = self.substitute(block);
                    fields.push(value, true);
                }
                Piece::Command(block, false) => {
                    let value = self.substitute(block);
                    fields.push_split(&value, &separators);
                }
                Piece::Arithmetic(word) => {
                    let value = match self.number_or_operands(word) {
                        Ok(number) => Value::from(number.to_string()),
                        Err(operands) => Value::unknown_of("a number is not known", [&operands]),
                    };
                    fields.push(value, true);
                }
                Piece::Process(block) => {
                    let value = self.captured(|inner| inner.block(block, None));
                    let path = self.new_path("process");
                    self.disk.set(&path, super::disk::Entry::File(value));
                    fields.push(Value::from(path), true);
                }
            }
        }
        fields.end();
        fields.done
    }

    /// Executes a command substitution.
    fn substitute(&mut self, block: &Block) -> Value {
        let before = self.shell.status.clone();
        let mut value = self.captured(|inner| {
            inner.shell.conditions += usize::from(!inner.shell.has("errexit"));
            if let [super::syntax::Statement { chain, .. }] = block.as_slice()
                && let [link] = chain.as_slice()
                && let [
                    super::syntax::Command {
                        kind: super::syntax::Kind::Simple(simple),
                        redirects,
                        ..
                    },
                ] = link.pipeline.commands.as_slice()
                && simple.words.is_empty()
                && !redirects.is_empty()
            {
                inner.redirect(redirects);
                let text = inner.take_input(0);
                inner.write(1, &text);
                return NEXT;
            }
            inner.block(block, None)
        });
        self.substituted = Some(std::mem::replace(&mut self.shell.status, before));
        value.strip_newlines();
        value
    }

    /// The status of the substitutions since this was asked last.
    pub(super) fn take_substituted(&mut self) -> Status {
        self.substituted.take().unwrap_or(Status::Known(0))
    }

    /// Adds the paths that fit a word, or the word itself.
    fn add_paths(&mut self, field: &[Fragment], result: &mut Vec<Value>) {
        let value = joined(field);
        let pattern = pattern_of(field);
        if value.text().is_none() || plain_text(&pattern).is_some() {
            result.push(value);
            return;
        }
        let mut paths = self.fitting_paths(&pattern);
        let (folder, name) = pattern.rsplit_once('/').unwrap_or(("", &pattern));
        if let (true, Some(folder)) = (paths.is_empty(), plain_text(folder)) {
            let names = self.ledger.products.fitting(&self.path(&folder), name);
            let start = pattern.len() - name.len();
            let start = if start > 0 { folder + "/" } else { folder };
            paths.extend(names.into_iter().map(|name| format!("{start}{name}")));
        }
        if paths.is_empty() && !self.shell.has("nullglob") {
            result.push(value);
        }
        result.extend(paths.into_iter().map(Value::from));
    }

    /// The paths that fit a pattern, sorted.
    fn fitting_paths(&mut self, pattern: &str) -> Vec<String> {
        let mut found = vec![if pattern.starts_with('/') {
            "/".to_string()
        } else {
            String::new()
        }];
        let parts: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty()).collect();
        for (index, part) in parts.iter().enumerate() {
            let is_last = index + 1 == parts.len();
            let mut next = Vec::new();
            for start in &found {
                if !self.budget.step() {
                    break;
                }
                let folder = super::disk::resolved(&self.shell.folder, start);
                let names = match plain_text(part) {
                    Some(name) => vec![name],
                    None => self.disk.list(&folder),
                };
                self.budget.spend(names.len().saturating_mul(part.len()));
                for name in names {
                    let is_hidden = name.starts_with('.') && !part.starts_with('.');
                    let is_there = match plain_text(part) {
                        Some(_) => {
                            !is_last || self.disk.kind(&join(&folder, &name)) != PathKind::Missing
                        }
                        None => is_fitting(part, &name),
                    };
                    if !is_hidden && is_there {
                        next.push(if is_last {
                            format!("{start}{name}")
                        } else {
                            format!("{start}{name}/")
                        });
                    }
                }
            }
            found = next;
            found.truncate(MOST_WORDS);
        }
        if pattern.ends_with('/') {
            found.retain(|path| self.disk.kind(&self.path(path)) == PathKind::Folder);
            for path in &mut found {
                path.push('/');
            }
        }
        found
    }
}

/// A word in which `~` stands for the home folder.
fn with_home(text: &str) -> String {
    match text.strip_prefix('~') {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("/home/user{rest}"),
        _ => text.to_string(),
    }
}
