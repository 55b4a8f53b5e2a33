//! The options of a command.

use crate::script::value::Value;

/// The options and operands of a command.
#[derive(Debug, Clone, Default)]
pub(in crate::script) struct Options {
    given: Vec<Flag>,
    /// What is no option.
    pub(in crate::script) operands: Vec<Value>,
}

/// An option that is given.
#[derive(Debug, Clone)]
struct Flag {
    name: String,
    value: Value,
}

impl Options {
    /// Reads arguments. The letters are those of the options that take a value.
    pub(in crate::script) fn new(args: &[Value], valued: &str) -> Self {
        let mut options = Options::default();
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            let text = arg.text().unwrap_or_default();
            if text == "--" {
                options.operands.extend(rest.cloned());
                break;
            }
            if let Some(name) = text.strip_prefix("--") {
                let (name, value) = name.split_once('=').unwrap_or((name, ""));
                options.add(name, Value::from(value));
                continue;
            }
            let Some(letters) = text.strip_prefix('-').filter(|letters| !letters.is_empty()) else {
                options.operands.push(arg.clone());
                continue;
            };
            // A number alone is an option of `head` and `tail`.
            if letters.starts_with(|first: char| first.is_ascii_digit()) {
                options.add("n", Value::from(letters));
                continue;
            }
            for (at, letter) in letters.char_indices() {
                if !valued.contains(letter) {
                    options.add(&letter.to_string(), Value::default());
                    continue;
                }
                let after = letters.get(at + letter.len_utf8()..).unwrap_or_default();
                let value = match after {
                    "" => rest.next().cloned().unwrap_or_default(),
                    after => Value::from(after),
                };
                options.add(&letter.to_string(), value);
                break;
            }
        }
        options
    }

    /// Adds an option.
    fn add(&mut self, name: &str, value: Value) {
        let name = name.to_string();
        self.given.push(Flag { name, value });
    }

    /// Whether an option is given.
    pub(in crate::script) fn has(&self, name: &str) -> bool {
        self.given.iter().any(|given| given.name == name)
    }

    /// The names of the options in order.
    pub(in crate::script) fn flags(&self) -> impl Iterator<Item = &str> {
        self.given.iter().map(|given| given.name.as_str())
    }

    /// The last value of an option.
    pub(in crate::script) fn value(&self, name: &str) -> Option<&str> {
        let given = self.given.iter().rev().find(|given| given.name == name);
        given.and_then(|given| given.value.text())
    }

    /// All values of an option.
    pub(in crate::script) fn values(&self, name: &str) -> Vec<Value> {
        let given = self.given.iter().filter(|given| given.name == name);
        given.map(|given| given.value.clone()).collect()
    }

    /// The operands as texts; one that is not known is empty.
    pub(in crate::script) fn texts(&self) -> Vec<String> {
        let operands = self.operands.iter();
        operands
            .map(|operand| operand.text_or_empty().to_string())
            .collect()
    }

    /// The operand with this number as a text.
    pub(in crate::script) fn operand(&self, index: usize) -> Option<&str> {
        self.operands.get(index)?.text()
    }
}
