//! The conditions of `if` and `elseif`.
//!
//! `OR` binds weaker than `AND`, and that weaker than `NOT` and the comparisons. A bare word
//! may be the name of a variable, whose value is then meant. What is unknown is false.

use super::expand::{Word, items};
use super::interpreter::Interpreter;
use crate::pattern::Pattern;
use crate::{paths, template};
use std::cmp::Ordering;

/// The deepest nesting of parentheses.
const DEEPEST: usize = 20;

/// The words of a condition and how far they are read.
struct Reader<'a> {
    words: &'a [Word],
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    /// The word at a distance, if it is bare.
    fn bare(&self, distance: usize) -> &str {
        let word = self
            .words
            .get(self.at + distance)
            .filter(|word| !word.is_quoted);
        word.map_or("", |word| &word.text)
    }

    /// Whether the next word is this one; then it is taken.
    fn take(&mut self, text: &str) -> bool {
        let is_next = self.bare(0) == text;
        self.at += usize::from(is_next);
        is_next
    }
}

impl Interpreter<'_> {
    /// Whether a condition holds.
    pub(super) fn holds(&mut self, words: &[Word]) -> bool {
        let mut reader = Reader {
            words,
            at: 0,
            depth: 0,
        };
        self.any_holds(&mut reader)
    }

    /// Conditions with `OR` between them.
    fn any_holds(&mut self, reader: &mut Reader) -> bool {
        let mut result = self.all_hold(reader);
        while reader.take("OR") {
            result |= self.all_hold(reader);
        }
        result
    }

    /// Conditions with `AND` between them.
    fn all_hold(&mut self, reader: &mut Reader) -> bool {
        let mut result = self.one_holds(reader);
        while reader.take("AND") {
            result &= self.one_holds(reader);
        }
        result
    }

    /// One condition with the `NOT`s before it.
    fn one_holds(&mut self, reader: &mut Reader) -> bool {
        let mut is_negated = false;
        while reader.take("NOT") {
            is_negated = !is_negated;
        }
        if reader.bare(0) == "(" && reader.depth < DEEPEST {
            reader.at += 1;
            reader.depth += 1;
            let result = self.any_holds(reader);
            reader.depth -= 1;
            reader.take(")");
            return result != is_negated;
        }
        self.comparison_holds(reader) != is_negated
    }

    /// A test of one word, a comparison of two, or a word alone.
    fn comparison_holds(&mut self, reader: &mut Reader) -> bool {
        let is_last = reader.words.len() <= reader.at + 1;
        if let Some(word) = reader.words.get(reader.at + 1)
            && let Some(result) = self.unary(reader.bare(0), &word.text)
            && !is_comparison(reader.bare(1))
        {
            reader.at += 2;
            return result;
        }
        let Some(left) = reader.words.get(reader.at) else {
            return false;
        };
        if !is_last && is_comparison(reader.bare(1)) {
            let operator = reader.bare(1).to_string();
            // Without its right side, which may have been an empty variable, it is `""`.
            let right = reader.words.get(reader.at + 2);
            let right = right.map(|word| self.operand(word)).unwrap_or_default();
            let left = self.operand(left);
            reader.at += 3;
            return self.compare(&left, &operator, &right);
        }
        if is_comparison(reader.bare(0)) {
            // The left side was an empty variable.
            let operator = reader.bare(0).to_string();
            let right = reader.words.get(reader.at + 1);
            let right = right.map(|word| self.operand(word)).unwrap_or_default();
            reader.at += 2;
            return self.compare("", &operator, &right);
        }
        reader.at += 1;
        self.is_true(left)
    }

    /// The result of a test of one word; `None` if this is not the name of such a test.
    fn unary(&self, test: &str, word: &str) -> Option<bool> {
        let path = || self.path_in_project(word);
        Some(match test {
            "DEFINED" => self.variable(word).is_some(),
            "TARGET" => self.target_index(word).is_some(),
            "TEST" => self.tests.iter().any(|test| test.name == word),
            "COMMAND" => self.procedures.contains_key(&word.to_ascii_lowercase()),
            "POLICY" => true,
            "EXISTS" => path().is_some_and(|path| paths::exists(self.files, &path)),
            "IS_DIRECTORY" => path().is_some_and(|path| !self.files.list(&path).is_empty()),
            "IS_ABSOLUTE" => word.starts_with('/'),
            "IS_SYMLINK" => false,
            _ => return None,
        })
    }

    /// What a word of a comparison stands for.
    fn operand(&self, word: &Word) -> String {
        let variable = self.variable(&word.text).filter(|_| !word.is_quoted);
        variable.unwrap_or(&word.text).to_string()
    }

    /// Whether a single word is true.
    fn is_true(&self, word: &Word) -> bool {
        let upper = word.text.to_ascii_uppercase();
        let is_number = word.text.parse::<f64>().is_ok_and(|number| number != 0.0);
        if is_number || ["ON", "YES", "TRUE", "Y"].contains(&upper.as_str()) {
            return true;
        }
        let value = self.variable(&word.text).filter(|_| !word.is_quoted);
        value.is_some_and(|value| !template::is_false(value))
    }

    /// Whether a comparison holds. After `MATCHES`, the groups are variables.
    fn compare(&mut self, left: &str, operator: &str, right: &str) -> bool {
        let (kind, test) = match operator.rsplit_once('_') {
            Some(("VERSION", test)) => ("VERSION", test),
            Some(("VERSION_LESS" | "VERSION_GREATER", _)) => {
                ("VERSION", operator.trim_start_matches("VERSION_"))
            }
            _ if operator.starts_with("STR") => ("STR", operator.trim_start_matches("STR")),
            _ => ("", operator),
        };
        let order = match kind {
            "VERSION" => Some(compare_versions(left, right)),
            "STR" => Some(left.cmp(right)),
            _ => match (left.trim().parse::<f64>(), right.trim().parse::<f64>()) {
                (Ok(left), Ok(right)) => left.partial_cmp(&right),
                _ => None,
            },
        };
        match test {
            "EQUAL" => order == Some(Ordering::Equal),
            "LESS" => order == Some(Ordering::Less),
            "GREATER" => order == Some(Ordering::Greater),
            "LESS_EQUAL" => order.is_some_and(Ordering::is_le),
            "GREATER_EQUAL" => order.is_some_and(Ordering::is_ge),
            "IN_LIST" => items(right).iter().any(|item| item == left),
            "PATH_EQUAL" => paths::clean(left) == paths::clean(right),
            "MATCHES" => self.matches(left, right),
            _ => false,
        }
    }

    /// Whether a text contains a match of a pattern.
    pub(super) fn matches(&mut self, text: &str, pattern: &str) -> bool {
        self.budget.spend(text.len() + pattern.len());
        let Some(pattern) = Pattern::new(pattern) else {
            return false;
        };
        let Some(mut groups) = pattern.groups(text) else {
            return false;
        };
        groups.resize(10, String::new());
        for (number, group) in groups.into_iter().enumerate() {
            self.set(&format!("CMAKE_MATCH_{number}"), group);
        }
        true
    }
}

/// Whether a word compares what is left and right of it.
fn is_comparison(word: &str) -> bool {
    let operators = ["EQUAL", "LESS", "GREATER", "LESS_EQUAL", "GREATER_EQUAL"];
    let rest = word
        .strip_prefix("VERSION_")
        .or_else(|| word.strip_prefix("STR"));
    operators.contains(&rest.unwrap_or(word))
        || ["MATCHES", "IN_LIST", "PATH_EQUAL"].contains(&word)
}

/// The order of two versions such as 3.9 and 3.10.
fn compare_versions(left: &str, right: &str) -> Ordering {
    let numbers = |text: &str| -> Vec<u64> {
        text.split('.')
            .map(|part| part.parse().unwrap_or(0))
            .collect()
    };
    let (mut left, mut right) = (numbers(left), numbers(right));
    let length = left.len().max(right.len());
    left.resize(length, 0);
    right.resize(length, 0);
    left.cmp(&right)
}
