//! Builtin commands that set options and declare variables.

use super::interpreter::Interpreter;
use super::syntax::Assignment;
use super::syntax::is_name;
use super::tools::options::Options;
use super::value::{Status, Value};
use super::variables::Content;
use std::collections::BTreeMap;

/// The options of `set` that matter, with their letters.
const OPTIONS: [(char, &str); 2] = [('e', "errexit"), ('_', "pipefail")];

impl Interpreter<'_> {
    /// Executes `export`, `local` and their like; false if the command is none of them.
    pub(super) fn declare(&mut self, fields: &[Value], declarations: &[Assignment]) -> bool {
        let name = fields.first().map_or("", Value::text_or_empty);
        if !matches!(
            name,
            "export" | "local" | "declare" | "typeset" | "readonly"
        ) {
            return false;
        }
        let options = Options::new(fields.get(1..).unwrap_or_default(), "");
        let is_local =
            name == "local" || (matches!(name, "declare" | "typeset") && !options.has("g"));
        let plain = options.texts();
        if options.has("F") {
            self.list_functions("declare -f ");
        }
        for name in declarations
            .iter()
            .map(|assignment| &assignment.name)
            .chain(&plain)
        {
            if is_local && let Some(hidden) = self.hidden.last_mut() {
                let old = self.shell.variables.get(name).cloned();
                hidden.entry(name.clone()).or_insert(old);
            }
            if options.has("A") {
                self.shell.variable(name).content = Content::Table(BTreeMap::new());
            } else if options.has("a") || (is_local && plain.contains(name) && is_name(name)) {
                self.shell.variables.remove(name);
            }
        }
        for assignment in declarations {
            self.assign(assignment);
        }
        if name == "export" || options.has("x") {
            for name in declarations
                .iter()
                .map(|assignment| &assignment.name)
                .chain(&plain)
            {
                self.shell.export(name);
            }
        }
        self.substituted = None;
        self.shell.status = Status::Known(0);
        true
    }

    /// Prints the names of the functions, a line for each.
    pub(super) fn list_functions(&mut self, start: &str) -> Status {
        let names = self.shell.functions.keys();
        let lines: Vec<String> = names.map(|name| [start, name, "\n"].concat()).collect();
        self.print(lines.concat());
        Status::Known(0)
    }

    /// Executes `set`.
    pub(super) fn set_options(&mut self, args: &[Value]) -> Status {
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            let text = arg.text_or_empty();
            if text == "--" {
                self.shell.args = rest.cloned().collect();
                break;
            }
            let Some(letters) = text.strip_prefix(['-', '+']) else {
                self.shell.args = std::iter::once(arg).chain(rest).cloned().collect();
                break;
            };
            let is_set = text.starts_with('-');
            let long = if letters.contains('o') {
                rest.next().map_or("", Value::text_or_empty)
            } else {
                ""
            };
            for (letter, name) in OPTIONS {
                if letters.contains(letter) || long == name {
                    self.shell.set_option(name, is_set);
                }
            }
        }
        Status::Known(0)
    }
}
