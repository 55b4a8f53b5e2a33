//! The options of a project: `meson.options`, before that `meson_options.txt`.
//!
//! Nobody chooses an option here, so each has its default.

use super::interpreter::Interpreter;
use super::value::{CallArguments, Value};

/// Options that every project has, as they are if nothing is chosen.
const BUILTIN: &[(&str, &str)] = &[
    ("prefix", "/usr/local"),
    ("bindir", "bin"),
    ("libdir", "lib"),
    ("includedir", "include"),
    ("datadir", "share"),
    ("mandir", "share/man"),
    ("sysconfdir", "etc"),
    ("localstatedir", "var"),
    ("libexecdir", "libexec"),
    ("localedir", "share/locale"),
    ("buildtype", "debug"),
    ("default_library", "shared"),
    ("optimization", "0"),
    ("warning_level", "1"),
    ("b_ndebug", "false"),
    ("b_sanitize", "none"),
    ("c_std", "none"),
];

impl Interpreter<'_> {
    /// Reads the options of the project.
    pub(super) fn read_options(&mut self) {
        for (name, value) in BUILTIN {
            self.options
                .insert((*name).to_string(), Value::from_text(value));
        }
        self.options.insert("debug".to_string(), Value::Truth(true));
        self.options
            .insert("werror".to_string(), Value::Truth(false));
        for file in ["meson.options", "meson_options.txt"] {
            if let Some(text) = self.files.read(file) {
                self.run_text(&text, file);
                return;
            }
        }
    }

    /// `option(name, type: …, value: …)`.
    pub(super) fn add_option(&mut self, given: &CallArguments) {
        let Some(name) = given.text(0) else { return };
        let kind = given
            .keyword("type")
            .and_then(Value::text)
            .unwrap_or_default();
        let choices = given.flat_keyword("choices");
        let written = given.keyword("value").cloned();
        let value = match (kind, written) {
            // A truth or number may be written as a string.
            ("boolean", Some(Value::Text(text))) => Value::Truth(text == "true"),
            ("integer", Some(Value::Text(text))) => {
                text.parse().map_or(Value::Unknown, Value::Number)
            }
            (_, Some(value)) => value,
            ("boolean", None) => Value::Truth(true),
            ("feature", None) => Value::from_text("auto"),
            ("combo", None) => choices.first().cloned().unwrap_or(Value::Unknown),
            ("array", None) => Value::List(choices),
            ("string", None) => Value::from_text(""),
            _ => Value::Unknown,
        };
        self.options.insert(name.to_string(), value);
    }
}
