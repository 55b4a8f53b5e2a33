//! The commands that set variables: `set`, `option`, `project`, `list`, `file` and the like.

use super::expand::items;
use super::interpreter::Interpreter;
use crate::budget::LONGEST;
use crate::paths;
use crate::pattern::Pattern;
use crate::roots::{SOURCE, project_path};
use std::collections::HashSet;

impl Interpreter<'_> {
    /// Executes a command that sets variables.
    pub(super) fn run_on_variables(&mut self, name: &str, arguments: &[String]) {
        let Some((first, rest)) = arguments.split_first() else {
            return;
        };
        match name {
            "set" => self.run_set(first, rest),
            "unset" => {
                let in_parent = rest.iter().any(|word| word == "PARENT_SCOPE");
                self.set_variable(first, None, in_parent);
            }
            "option" => self.run_option(first, rest),
            "project" => self.run_project(first, rest),
            "list" => self.run_list(first, rest),
            "string" => self.run_string(first, rest),
            "file" => self.run_file(first, rest),
            "get_filename_component" => self.run_filename(first, rest),
            "math" => self.run_math(rest),
            "find_package" if rest.iter().any(|word| word == "REQUIRED") => {
                // Without it, `CMake` would stop here.
                self.set(&format!("{first}_FOUND"), "1".to_string());
            }
            "aux_source_directory" => {
                let found = self.found_files(&format!("{first}/*.c"), false);
                if let Some(variable) = rest.first() {
                    self.set(variable, found.join(";"));
                }
            }
            _ => {}
        }
    }

    /// `set(name values… [PARENT_SCOPE] [CACHE …])`.
    fn run_set(&mut self, name: &str, values: &[String]) {
        if name.starts_with("ENV{") {
            return;
        }
        let in_parent = values.last().is_some_and(|word| word == "PARENT_SCOPE");
        let cache = values.iter().position(|word| word == "CACHE");
        let end = cache.unwrap_or(values.len() - usize::from(in_parent));
        let is_forced = values.iter().any(|word| word == "FORCE");
        // A value in the cache is only a default.
        if cache.is_some() && self.variable(name).is_some() && !is_forced {
            return;
        }
        let values = values.get(..end).unwrap_or_default();
        let value = (!values.is_empty()).then(|| values.join(";"));
        self.set_variable(name, value, in_parent);
    }

    /// `option(name text [value])`; without a value it is off.
    fn run_option(&mut self, name: &str, arguments: &[String]) {
        if self.variable(name).is_none() || name == "BUILD_TESTING" {
            let value = arguments.get(1).map_or("OFF", String::as_str);
            // Anything else, such as a text at the wrong place, is off.
            let upper = value.to_ascii_uppercase();
            let is_on = ["ON", "YES", "TRUE", "Y", "1"].contains(&upper.as_str());
            self.set(name, if is_on { "ON" } else { "OFF" }.to_string());
        }
    }

    /// `project(name [VERSION x.y.z] …)` and the variables that it sets.
    fn run_project(&mut self, name: &str, arguments: &[String]) {
        let source = self.source_path("");
        let is_root = source == SOURCE;
        let after = |word: &str| {
            let place = arguments.iter().position(|argument| argument == word);
            place
                .and_then(|place| arguments.get(place + 1))
                .cloned()
                .unwrap_or_default()
        };
        let version = after("VERSION");
        let mut numbers = version.split('.');
        let mut values = vec![
            ("NAME", name.to_string()),
            ("SOURCE_DIR", source),
            ("BINARY_DIR", self.binary_folder()),
            ("DESCRIPTION", after("DESCRIPTION")),
            ("HOMEPAGE_URL", after("HOMEPAGE_URL")),
            (
                "IS_TOP_LEVEL",
                if is_root { "ON" } else { "OFF" }.to_string(),
            ),
        ];
        for part in [
            "VERSION_MAJOR",
            "VERSION_MINOR",
            "VERSION_PATCH",
            "VERSION_TWEAK",
        ] {
            values.push((part, numbers.next().unwrap_or_default().to_string()));
        }
        values.push(("VERSION", version));
        for (part, value) in values {
            if is_root {
                self.set(&format!("CMAKE_PROJECT_{part}"), value.clone());
            }
            self.set(&format!("{name}_{part}"), value.clone());
            self.set(&format!("PROJECT_{part}"), value);
        }
    }

    /// `list(action name …)`.
    fn run_list(&mut self, action: &str, arguments: &[String]) {
        let Some((name, rest)) = arguments.split_first() else {
            return;
        };
        let text = self.value(name).to_string();
        if !self.budget.spend(text.len()) {
            return;
        }
        let mut list = items(&text);
        // What stands at the end may be repeated for every item.
        let longest = rest.last().map_or(0, String::len).min(LONGEST);
        if action == "TRANSFORM" && !self.budget.spend(list.len().saturating_mul(longest)) {
            return;
        }
        match (action, rest) {
            ("APPEND", _) => list.extend_from_slice(rest),
            ("PREPEND", _) => list = [rest, list.as_slice()].concat(),
            ("INSERT", [place, values @ ..]) => {
                let place = place.parse().unwrap_or(0).min(list.len());
                list.splice(place..place, values.iter().cloned());
            }
            ("REMOVE_ITEM", _) => {
                let removed: HashSet<&String> = rest.iter().collect();
                list.retain(|item| !removed.contains(item));
            }
            ("REMOVE_DUPLICATES", _) => {
                let mut seen = HashSet::new();
                list.retain(|item| seen.insert(item.clone()));
            }
            ("REVERSE", _) => list.reverse(),
            ("SORT", _) => list.sort(),
            ("FILTER", [mode, _, pattern]) => {
                let is_wanted = mode == "INCLUDE";
                list.retain(|item| self.matches(item, pattern) == is_wanted);
            }
            ("TRANSFORM", [what, text]) if what == "PREPEND" => {
                for item in &mut list {
                    item.insert_str(0, text);
                }
            }
            ("TRANSFORM", [what, text]) if what == "APPEND" => {
                for item in &mut list {
                    item.push_str(text);
                }
            }
            ("TRANSFORM", [what, pattern, text]) if what == "REPLACE" => {
                for item in &mut list {
                    *item = self.replaced(pattern, text, item);
                }
            }
            _ => return self.ask_list(action, &list, rest),
        }
        self.set(name, list.join(";"));
    }

    /// The actions of `list` that leave the list and set another variable.
    fn ask_list(&mut self, action: &str, list: &[String], arguments: &[String]) {
        let Some((result, parameters)) = arguments.split_last() else {
            return;
        };
        let first = parameters.first().map(String::as_str).unwrap_or_default();
        let value = match action {
            "LENGTH" => list.len().to_string(),
            "JOIN" if self.budget.spend(list.len().saturating_mul(first.len())) => list.join(first),
            "FIND" => {
                let place = list.iter().position(|item| item == first);
                place.map_or("-1".to_string(), |place| place.to_string())
            }
            "GET" => {
                let places = parameters.iter().filter_map(|place| place_in(list, place));
                let found: Vec<String> = places
                    .filter_map(|place| list.get(place).cloned())
                    .collect();
                found.join(";")
            }
            "SUBLIST" => {
                let count = parameters.get(1).and_then(|count| count.parse().ok());
                let rest = list.iter().skip(first.parse().unwrap_or(0));
                let part: Vec<String> = rest.take(count.unwrap_or(usize::MAX)).cloned().collect();
                part.join(";")
            }
            _ => return,
        };
        self.set(result, value);
    }

    /// `file(action …)`: searching and reading; nothing is ever written.
    fn run_file(&mut self, action: &str, arguments: &[String]) {
        match (action, arguments) {
            ("GLOB" | "GLOB_RECURSE", [name, rest @ ..]) => {
                let found = self.run_glob(rest, action == "GLOB_RECURSE");
                self.set(name, found.join(";"));
            }
            ("READ", [path, name, ..]) => {
                let text = self.read_file(path).unwrap_or_default();
                self.set(name, text);
            }
            ("STRINGS", [path, name, rest @ ..]) => {
                let text = self.read_file(path).unwrap_or_default();
                let place = rest.iter().position(|word| word == "REGEX");
                let pattern = place.and_then(|place| rest.get(place + 1));
                let pattern = pattern.and_then(|pattern| Pattern::new(pattern));
                let fits = |line: &&str| match &pattern {
                    Some(pattern) => pattern.is_in(line),
                    None => true,
                };
                let lines: Vec<&str> = text.lines().filter(fits).collect();
                self.budget.spend(text.len());
                self.set(name, lines.join(";"));
            }
            ("RELATIVE_PATH", [name, folder, path]) => {
                self.set(name, paths::relative_to(folder, path));
            }
            _ => {}
        }
    }

    /// The files for `file(GLOB name [RELATIVE folder] patterns…)`.
    fn run_glob(&mut self, arguments: &[String], deep: bool) -> Vec<String> {
        let mut found = Vec::new();
        let mut seen_from = None;
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "RELATIVE" => seen_from = words.next().map(|folder| self.source_path(folder)),
                "LIST_DIRECTORIES" => {
                    words.next();
                }
                "CONFIGURE_DEPENDS" | "FOLLOW_SYMLINKS" => {}
                pattern => found.extend(self.found_files(pattern, deep)),
            }
        }
        match seen_from {
            Some(folder) => found
                .iter()
                .map(|path| paths::relative_to(&folder, path))
                .collect(),
            None => found,
        }
    }

    /// The full paths that fit a pattern.
    fn found_files(&mut self, pattern: &str, deep: bool) -> Vec<String> {
        let pattern = project_path(&self.source_path(pattern));
        let Some(pattern) = pattern.filter(|_| self.budget.spend(1_000)) else {
            return Vec::new();
        };
        let mut found = paths::find(self.files, &pattern, deep);
        found.sort();
        let length = found.iter().map(String::len).sum();
        self.budget.spend(length);
        found.iter().map(|path| paths::join(SOURCE, path)).collect()
    }
}

/// The place that a number of `list(GET …)` means; negative ones count from the end.
fn place_in(list: &[String], number: &str) -> Option<usize> {
    let number: isize = number.parse().ok()?;
    if number < 0 {
        list.len().checked_add_signed(number)
    } else {
        usize::try_from(number).ok()
    }
}
