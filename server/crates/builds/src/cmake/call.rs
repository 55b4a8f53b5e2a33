//! Calls: of commands that are known here, and of the project's functions and macros.
//!
//! A function has variables of its own. In a macro, its parameters are no variables:
//! `${name}` is replaced in the text of its commands before they are executed.

use super::expand::items;
use super::flow::Flow;
use super::interpreter::{Interpreter, Procedure};
use super::words::Command;
use crate::paths;
use std::collections::BTreeMap;
use std::rc::Rc;

impl Interpreter<'_> {
    /// Executes one command; one that is not known does nothing.
    pub(super) fn run_command(&mut self, command: &Command) -> Flow {
        if let Some(procedure) = self.procedures.get(&command.name).cloned() {
            let arguments = self.expand_all(&command.arguments);
            return self.call(&procedure, &arguments);
        }
        let arguments = self.expand_all(&command.arguments);
        match command.name.as_str() {
            "include" => self.include(&arguments),
            "add_subdirectory" | "subdirs" => self.add_folder(&arguments),
            "cmake_parse_arguments" => self.parse_arguments(&arguments),
            "set"
            | "unset"
            | "option"
            | "list"
            | "string"
            | "get_filename_component"
            | "file"
            | "project"
            | "math"
            | "aux_source_directory"
            | "find_package" => {
                self.run_on_variables(&command.name, &arguments);
            }
            "configure_file" => self.configure_file(&arguments),
            "generate_export_header" => self.write_export_header(&arguments),
            "check_include_file" | "check_include_files" | "check_c_compiler_flag" => {
                self.check(&command.name, &arguments);
            }
            "add_test" => self.add_test(&arguments),
            "set_tests_properties" => self.set_tests_properties(&arguments),
            "set_property" => self.set_property(&arguments),
            _ => self.run_on_targets(&command.name, &arguments),
        }
        Flow::Next
    }

    /// Interprets another file in the same scope.
    fn include(&mut self, arguments: &[String]) {
        let Some(name) = arguments.first() else {
            return;
        };
        let mut candidates = vec![name.clone()];
        if !name.contains('/') {
            let folders = items(self.value("CMAKE_MODULE_PATH"));
            candidates.extend(
                folders
                    .iter()
                    .map(|folder| format!("{folder}/{name}.cmake")),
            );
        }
        for candidate in candidates {
            let path = self.path_in_project(&candidate);
            let Some(path) = path.filter(|path| !path.is_empty()) else {
                continue;
            };
            let Some(text) = self.files.read(&path) else {
                continue;
            };
            let outside = self.value("CMAKE_CURRENT_LIST_DIR").to_string();
            let folder = paths::join(crate::roots::SOURCE, paths::folder_of(&path));
            self.set("CMAKE_CURRENT_LIST_DIR", folder);
            self.run_text(&text, path);
            self.set("CMAKE_CURRENT_LIST_DIR", outside);
            return;
        }
    }

    /// Calls a function or macro.
    fn call(&mut self, procedure: &Rc<Procedure>, arguments: &[String]) -> Flow {
        let values = values_of_parameters(procedure, arguments);
        let amount: usize = values.values().map(String::len).sum();
        if !self.budget.spend(amount) {
            return Flow::Return;
        }
        self.calls.push(self.place.clone());
        let flow = if procedure.is_macro {
            let body = self.replace_parameters(&procedure.body, &values);
            self.run(&body)
        } else {
            let values = values.into_iter().map(|(name, value)| (name, Some(value)));
            self.scopes.push(values.collect());
            self.run(&procedure.body);
            self.scopes.pop();
            Flow::Next
        };
        if let Some(place) = self.calls.pop() {
            self.place = place;
        }
        flow
    }

    /// The commands of a macro with `${name}` replaced for its parameters.
    fn replace_parameters(
        &mut self,
        body: &[Command],
        values: &BTreeMap<String, String>,
    ) -> Vec<Command> {
        let mut body = body.to_vec();
        for argument in body.iter_mut().flat_map(|command| &mut command.arguments) {
            if argument.text.contains("${") {
                for (name, value) in values {
                    let reference = format!("${{{name}}}");
                    let count = argument.text.matches(&reference).count();
                    if count > 0 && self.budget.spend(count.saturating_mul(value.len())) {
                        argument.text = argument.text.replace(&reference, value);
                    }
                }
            }
            if !self.budget.spend(argument.text.len()) {
                return Vec::new();
            }
        }
        body
    }

    /// `cmake_parse_arguments(prefix options one multi arguments…)`, or the same with
    /// `PARSE_ARGV n` in front, which takes the arguments of the function.
    fn parse_arguments(&mut self, arguments: &[String]) {
        let mut rest = arguments.to_vec();
        if rest.len() > 2 && rest.first().is_some_and(|word| word == "PARSE_ARGV") {
            let first = rest
                .drain(..2)
                .next_back()
                .and_then(|number| number.parse().ok());
            let first = first.unwrap_or(0);
            let given = items(self.value("ARGV"));
            rest.truncate(4);
            rest.extend(given.into_iter().skip(first));
        }
        let [prefix, options, singles, lists, values @ ..] = rest.as_slice() else {
            return;
        };
        let (options, singles, lists) = (items(options), items(singles), items(lists));
        for option in &options {
            self.set(&format!("{prefix}_{option}"), "FALSE".to_string());
        }
        for name in singles.iter().chain(&lists) {
            self.set_variable(&format!("{prefix}_{name}"), None, false);
        }
        let mut keyword = "UNPARSED_ARGUMENTS".to_string();
        let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for value in values {
            if options.contains(value) {
                found.insert(value.clone(), vec!["TRUE".to_string()]);
                keyword = "UNPARSED_ARGUMENTS".to_string();
            } else if singles.contains(value) || lists.contains(value) {
                keyword.clone_from(value);
            } else {
                found
                    .entry(keyword.clone())
                    .or_default()
                    .push(value.clone());
                if singles.contains(&keyword) {
                    keyword = "UNPARSED_ARGUMENTS".to_string();
                }
            }
        }
        for (name, values) in found {
            self.set(&format!("{prefix}_{name}"), values.join(";"));
        }
    }
}

/// The values of the parameters, with `ARGC`, `ARGV`, `ARGN` and `ARGV0` and so on.
fn values_of_parameters(procedure: &Procedure, arguments: &[String]) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    values.insert("ARGC".to_string(), arguments.len().to_string());
    values.insert("ARGV".to_string(), arguments.join(";"));
    let unnamed = arguments
        .get(procedure.parameters.len()..)
        .unwrap_or_default();
    values.insert("ARGN".to_string(), unnamed.join(";"));
    for (index, argument) in arguments.iter().take(20).enumerate() {
        values.insert(format!("ARGV{index}"), argument.clone());
    }
    for (name, value) in procedure.parameters.iter().zip(arguments) {
        values.insert(name.clone(), value.clone());
    }
    values
}
