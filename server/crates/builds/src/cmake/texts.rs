//! The commands that work on texts: `string`, `get_filename_component` and `math`.

use super::expression;
use super::interpreter::Interpreter;
use crate::budget::LONGEST;
use crate::paths;
use crate::pattern::Pattern;

impl Interpreter<'_> {
    /// `string(action …)`.
    pub(super) fn run_string(&mut self, action: &str, arguments: &[String]) {
        let amount: usize = arguments.iter().map(String::len).sum();
        if !self.budget.spend(amount) {
            return;
        }
        match (action, arguments) {
            ("REPLACE", [old, new, name, texts @ ..]) if !old.is_empty() => {
                let text = texts.concat();
                let grown = text.matches(old.as_str()).count().saturating_mul(new.len());
                if grown < LONGEST {
                    self.set(name, text.replace(old, new));
                }
            }
            ("REGEX", [kind, rest @ ..]) => self.run_regex(kind, rest),
            ("TOUPPER", [text, name]) => self.set(name, text.to_uppercase()),
            ("TOLOWER", [text, name]) => self.set(name, text.to_lowercase()),
            ("STRIP", [text, name]) => self.set(name, text.trim().to_string()),
            ("LENGTH", [text, name]) => self.set(name, text.len().to_string()),
            ("MAKE_C_IDENTIFIER", [text, name]) => {
                let fits = |letter: char| letter.is_ascii_alphanumeric();
                self.set(name, text.replace(|letter| !fits(letter), "_"));
            }
            ("SUBSTRING", [text, start, length, name]) => {
                let rest = text.chars().skip(start.parse().unwrap_or(0));
                let length = length.parse().unwrap_or(usize::MAX);
                self.set(name, rest.take(length).collect());
            }
            ("FIND", [text, part, name, ..]) => {
                let place = text.find(part.as_str());
                self.set(
                    name,
                    place.map_or("-1".to_string(), |place| place.to_string()),
                );
            }
            ("CONCAT", [name, texts @ ..]) => self.set(name, texts.concat()),
            ("JOIN", [between, name, texts @ ..])
                if self.budget.spend(texts.len().saturating_mul(between.len())) =>
            {
                self.set(name, texts.join(between));
            }
            ("APPEND", [name, texts @ ..]) => {
                let text = format!("{}{}", self.value(name), texts.concat());
                self.set(name, text);
            }
            ("PREPEND", [name, texts @ ..]) => {
                let text = format!("{}{}", texts.concat(), self.value(name));
                self.set(name, text);
            }
            ("CONFIGURE", [text, name, ..]) => {
                let text = self.expand(text);
                self.set(name, text);
            }
            _ => {}
        }
    }

    /// `string(REGEX MATCH|MATCHALL|REPLACE …)`.
    fn run_regex(&mut self, kind: &str, arguments: &[String]) {
        match (kind, arguments) {
            ("REPLACE", [pattern, new, name, texts @ ..]) => {
                let text = self.replaced(pattern, new, &texts.concat());
                self.set(name, text);
            }
            ("MATCH", [pattern, name, texts @ ..]) => {
                let is_found = self.matches(&texts.concat(), pattern);
                let found = self.value("CMAKE_MATCH_0").to_string();
                self.set(name, if is_found { found } else { String::new() });
            }
            ("MATCHALL", [pattern, name, texts @ ..]) => {
                let text = texts.concat();
                let Some(pattern) = Pattern::new(pattern) else {
                    return;
                };
                self.budget.spend(text.len());
                self.set(name, pattern.all(&text).join(";"));
            }
            _ => {}
        }
    }

    /// A text with all matches of a pattern replaced.
    pub(super) fn replaced(&mut self, pattern: &str, replacement: &str, text: &str) -> String {
        let Some(pattern) = Pattern::new(pattern) else {
            return text.to_string();
        };
        let result = pattern.replace_all(text, replacement, LONGEST);
        self.budget.spend(text.len() + result.len());
        result
    }

    /// `get_filename_component(name path part …)`.
    pub(super) fn run_filename(&mut self, name: &str, arguments: &[String]) {
        let [path, part, rest @ ..] = arguments else {
            return;
        };
        let file = paths::name_of(path);
        let cut = |end: Option<usize>| end.and_then(|end| file.get(..end)).unwrap_or(file);
        let value = match part.as_str() {
            "NAME" => file.to_string(),
            "NAME_WE" => cut(file.find('.')).to_string(),
            "NAME_WLE" => cut(file.rfind('.')).to_string(),
            "EXT" => file
                .find('.')
                .and_then(|dot| file.get(dot..))
                .unwrap_or_default()
                .to_string(),
            "LAST_EXT" => file
                .rfind('.')
                .and_then(|dot| file.get(dot..))
                .unwrap_or_default()
                .to_string(),
            "DIRECTORY" | "PATH" => paths::folder_of(path).to_string(),
            "ABSOLUTE" | "REALPATH" => match rest {
                [keyword, folder, ..] if keyword == "BASE_DIR" => paths::join(folder, path),
                _ => self.source_path(path),
            },
            _ => return,
        };
        self.set(name, value);
    }

    /// `math(EXPR name "a + b")`.
    pub(super) fn run_math(&mut self, arguments: &[String]) {
        if let [name, expression, ..] = arguments
            && let Some(value) = expression::value(expression)
        {
            self.set(name, value.to_string());
        }
    }
}
