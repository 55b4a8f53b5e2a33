//! Builtin commands that read lines or arguments.

use super::interpreter::Interpreter;
use super::tools::options::Options;
use super::value::{Status, Value};

impl Interpreter<'_> {
    /// Executes `read`.
    pub(super) fn read_line(&mut self, args: &[Value]) -> Status {
        let options = Options::new(args, "dnNptuia");
        let descriptor = options
            .value("u")
            .and_then(|number| number.parse().ok())
            .unwrap_or(0);
        let mut names = options.texts();
        let list = options.value("a").map(str::to_string);
        if names.is_empty() {
            names.push("REPLY".to_string());
        }
        let line = self.take_line(descriptor);
        let Some(text) = line.as_ref().and_then(Value::text) else {
            let value = line.clone().unwrap_or_default();
            for name in &names {
                self.shell.set(name, value.clone());
            }
            return Status::of(line.is_some());
        };
        let status = Status::of(text.ends_with('\n'));
        let mut text = text.trim_end_matches('\n').to_string();
        if !options.has("r") {
            text = text.replace('\\', "");
        }
        let separators = self
            .shell
            .get("IFS")
            .map_or(" \t\n", Value::text_or_empty)
            .to_string();
        let count = if list.is_some() {
            usize::MAX
        } else {
            names.len()
        };
        let words = split_words(&text, &separators, count);
        match list {
            Some(list) => {
                self.name_turn(&text, words.first().map_or("", String::as_str));
                let words = words.into_iter().map(Value::from);
                self.shell.set_list(&list, words.collect());
            }
            None => {
                self.name_turn(&text, words.first().map_or("", String::as_str));
                self.store_words(&names, words);
            }
        }
        status
    }

    /// Stores the words of a line.
    fn store_words(&mut self, names: &[String], words: Vec<String>) {
        let mut words = words.into_iter().map(Value::from);
        for name in names {
            let value = words.next().unwrap_or_default();
            self.shell.set(name, value);
        }
    }

    /// Names the turn of a loop that reads lines, or that runs over them, by the first word of the line.
    fn name_turn(&mut self, line: &str, word: &str) {
        let label = self.label(&Value::from(word));
        if let Some(last) = self.shell.loop_names.last_mut()
            && last.as_deref().is_none_or(|last| last == line.trim())
        {
            *last = label;
        }
    }

    /// Executes `mapfile`.
    pub(super) fn read_lines(&mut self, args: &[Value]) -> Status {
        let options = Options::new(args, "dnOsuCc");
        let name = options
            .operands
            .first()
            .map_or("MAPFILE", Value::text_or_empty)
            .to_string();
        let mut lines = Vec::new();
        while let Some(mut line) = self.take_line(0) {
            if options.has("t") {
                line.strip_newlines();
            }
            lines.push(line);
        }
        self.shell.set_list(&name, lines);
        Status::Known(0)
    }

    /// Executes `getopts`.
    pub(super) fn get_options(&mut self, texts: &[&str]) -> Status {
        let (Some(letters), Some(name)) = (texts.first(), texts.get(1)) else {
            return Status::Known(2);
        };
        let index = self
            .shell
            .get("OPTIND")
            .and_then(|index| index.text()?.parse::<usize>().ok());
        let index = index.unwrap_or(1).max(1);
        let given = texts.get(2..).filter(|given| !given.is_empty());
        let args = match given {
            Some(given) => given.iter().map(|arg| Value::from(*arg)).collect(),
            None => self.shell.args.clone(),
        };
        let arg = args
            .get(index - 1)
            .map(|arg| arg.text_or_empty().to_string());
        let Some(letter) = arg
            .as_deref()
            .and_then(|arg| arg.strip_prefix('-')?.chars().next())
        else {
            self.shell.set(name, Value::from("?"));
            return Status::Known(1);
        };
        let mut next = index + 1;
        let place = letters.find(letter);
        if place.is_some_and(|at| {
            letters
                .get(at + 1..)
                .is_some_and(|rest| rest.starts_with(':'))
        }) {
            let inside = arg
                .as_deref()
                .and_then(|arg| arg.get(2..))
                .filter(|rest| !rest.is_empty());
            let value = match inside {
                Some(rest) => Value::from(rest),
                None => {
                    next += 1;
                    args.get(index).cloned().unwrap_or_default()
                }
            };
            self.shell.set("OPTARG", value);
        }
        let letter = if place.is_some() { letter } else { '?' };
        self.shell.set(name, Value::from(letter.to_string()));
        self.shell.set("OPTIND", Value::from(next.to_string()));
        Status::Known(0)
    }
}

/// The words of a line, of which the last is all the rest.
fn split_words(text: &str, separators: &str, count: usize) -> Vec<String> {
    let is_blank = |letter: char| letter.is_whitespace() && separators.contains(letter);
    let mut words = Vec::new();
    let mut rest = text.trim_matches(is_blank);
    while !rest.is_empty() && words.len() + 1 < count {
        let Some(end) = rest.find(|letter| separators.contains(letter)) else {
            break;
        };
        let (word, after) = rest.split_at(end);
        words.push(word.to_string());
        let after = after.trim_start_matches(is_blank);
        let has_sign =
            after.starts_with(|letter: char| separators.contains(letter) && !is_blank(letter));
        let skipped = after.chars().next().map_or(0, char::len_utf8);
        rest = if has_sign {
            after
                .get(skipped..)
                .unwrap_or_default()
                .trim_start_matches(is_blank)
        } else {
            after
        };
    }
    if !rest.is_empty() {
        words.push(rest.to_string());
    }
    words
}
