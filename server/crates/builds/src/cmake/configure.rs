//! `configure_file` and other commands that write headers, and the checks for headers.

use super::expand::items;
use super::interpreter::Interpreter;
use crate::roots::project_path;
use crate::template::{Filling, Style, fill};
use crate::{Configured, paths};

impl Interpreter<'_> {
    /// `configure_file(input output [COPYONLY] [@ONLY])`.
    pub(super) fn configure_file(&mut self, arguments: &[String]) {
        let [input, output, options @ ..] = arguments else {
            return;
        };
        let Some(text) = self.read_file(input) else {
            return;
        };
        let binary = self.binary_folder();
        let is_folder = output.ends_with('/') || output == ".";
        let mut path = paths::join(&binary, output);
        if is_folder || path == binary {
            path = paths::join(&path, paths::name_of(input));
        }
        let Some(path) = project_path(&path) else {
            return;
        };
        let has = |option: &str| options.iter().any(|word| word == option);
        let style = if has("@ONLY") {
            Style::CmakeAt
        } else {
            Style::Cmake
        };
        let value_of = |name: &str| {
            self.variable(name)
                .map(|text| Filling::Text(text.to_string()))
        };
        let text = if has("COPYONLY") {
            text
        } else {
            fill(&text, style, &value_of)
        };
        if self.budget.spend(text.len()) {
            self.build.configured.push(Configured { path, text });
        }
    }

    /// `generate_export_header(target …)`: a header with macros that say nothing here.
    pub(super) fn write_export_header(&mut self, arguments: &[String]) {
        let after = |word: &str| {
            let place = arguments.iter().position(|argument| argument == word);
            place.and_then(|place| arguments.get(place + 1))
        };
        let Some(base) = after("BASE_NAME").or(arguments.first()) else {
            return;
        };
        let written = format!("{}_export.h", base.to_lowercase());
        let file = after("EXPORT_FILE_NAME").unwrap_or(&written);
        let path = project_path(&paths::join(&self.binary_folder(), file));
        let base = base.to_uppercase().replace('-', "_");
        let default = format!("{base}_EXPORT");
        let export = after("EXPORT_MACRO_NAME").unwrap_or(&default);
        let mut text = format!("#define {export}\n");
        for ending in [
            "NO_EXPORT",
            "DEPRECATED",
            "DEPRECATED_EXPORT",
            "DEPRECATED_NO_EXPORT",
        ] {
            text.extend(["#define ", &base, "_", ending, "\n"]);
        }
        if let Some(path) = path.filter(|_| self.budget.spend(text.len())) {
            self.build.configured.push(Configured { path, text });
        }
    }

    /// Checks of headers and flags: those that every Linux with GCC has succeed.
    pub(super) fn check(&mut self, command: &str, arguments: &[String]) {
        let [checked, name, ..] = arguments else {
            return;
        };
        let headers = items(checked);
        let mut headers = headers.iter().map(String::as_str);
        if command == "check_c_compiler_flag" || headers.all(paths::is_known_header) {
            self.set(name, "1".to_string());
        }
    }
}
