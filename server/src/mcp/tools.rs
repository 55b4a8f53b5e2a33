//! The table of tools. What a tool does and which options it takes is said where the command line says it.

use std::sync::Arc;

use rmcp::handler::server::tool::schema_for_input;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::cli::{args, schema as reports};
use crate::config::{OPTIONS, OptionSpec, Scope, schema};
use crate::jobs::JobKind;

/// Arguments of all tools; each takes some of them.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// Path of the C file, absolute or relative to the folder in which the server was started.
    pub(super) file: Option<String>,
    /// Further C files that are linked with it. Without this, they are looked for beside it.
    pub(super) files: Option<Vec<String>>,
    /// Content of `file` that is not saved: used instead of what is on the disk.
    pub(super) text: Option<String>,
    /// Options by the names that they have in faultlens.toml, where they override it.
    pub(super) options: Option<JsonObject>,
    /// Id of the test, as `test` lists it. Without this, the first that fails.
    pub(super) test: Option<String>,
    /// Number of a line of `file`, from 1.
    pub(super) line: Option<u32>,
    /// A variable, member or element whose value at the line is in question, such as `p->next`. Without this, the
    /// question is why the line was not reached.
    pub(super) variable: Option<String>,
    /// Inputs that count: a condition in C on variables that `main` reads, such as `n >= 1 && n <= 100`, or the path of
    /// a C file with a program that ends with status 0 on them.
    pub(super) valid: Option<String>,
    /// The patch as a unified diff, with paths such as those of `file`. It is applied in memory only.
    pub(super) patch: Option<String>,
}

/// A tool.
pub(super) struct ToolSpec {
    pub(super) name: &'static str,
    pub(super) kind: JobKind,
    /// Names of the arguments that it must have, and of those that it may have.
    needs: &'static [&'static str],
    takes: &'static [&'static str],
    /// Name of the reports that it returns.
    pub(super) report: &'static str,
}

const fn tool(
    name: &'static str,
    kind: JobKind,
    needs: &'static [&'static str],
    takes: &'static [&'static str],
    report: &'static str,
) -> ToolSpec {
    ToolSpec {
        name,
        kind,
        needs,
        takes,
        report,
    }
}

/// Name of the questions that a search leaves, as reports.
pub(super) const ASK: &str = "ask";

const PROGRAM: &[&str] = &["files", "text", "options"];
const ONE_TEST: &[&str] = &["files", "text", "options", "test"];
const ASKED: &[&str] = &["files", "text", "options", "test", "variable"];
const INPUTS: &[&str] = &["files", "text", "options", "valid"];
const REDUCED: &[&str] = &["files", "text", "options", "test", "valid"];
const CHECKED: &[&str] = &["file", "files", "options"];

/// Every tool; the names are those of commands, with `_` for `-`.
pub(super) const TOOLS: [ToolSpec; 8] = [
    tool("test", JobKind::Test, &["file"], PROGRAM, "test"),
    tool(
        "localize",
        JobKind::Localize,
        &["file"],
        PROGRAM,
        "localize",
    ),
    tool("ask", JobKind::Localize, &["file"], PROGRAM, ASK),
    tool("explain", JobKind::Explain, &["file"], ONE_TEST, "explain"),
    tool("why", JobKind::Explain, &["file", "line"], ASKED, "explain"),
    tool("find", JobKind::Find, &["file"], INPUTS, "inputs"),
    tool("reduce", JobKind::Reduce, &["file"], REDUCED, "inputs"),
    tool("check_fix", JobKind::Test, &["patch"], CHECKED, "check-fix"),
];

impl ToolSpec {
    /// Description of its command in a sentence, and the options of the command that an agent may set: no rights, and
    /// nothing about display.
    pub(super) fn described(&self) -> Option<(String, Vec<&'static OptionSpec>)> {
        let all = args::command();
        let command = all.find_subcommand(self.name.replace('_', "-"))?;
        let rows = OPTIONS.iter().filter(|row| {
            let mut arguments = command.get_arguments();
            row.scope != Scope::Output
                && row.name != "allow-outside"
                && arguments.any(|argument| argument.get_id() == row.name)
        });
        Some((command.get_about()?.to_string(), rows.collect()))
    }

    /// Reads the arguments of a call. An error is a sentence about what is wrong with them.
    pub(super) fn arguments(&self, given: JsonObject) -> Result<Arguments, String> {
        let known = || self.needs.iter().chain(self.takes);
        for (name, value) in &given {
            if !known().any(|known| known == name) {
                let all: Vec<&str> = known().copied().collect();
                let (tool, all) = (self.name, all.join(", "));
                return Err(format!(
                    "there is no argument `{name}`; those of `{tool}` are {all}"
                ));
            }
            // Alone, so that the error has its name.
            serde_json::from_value::<Arguments>(json!({ name: value }))
                .map_err(|error| format!("{name}: {error}"))?;
        }
        let mut needs = self.needs.iter();
        if let Some(missing) = needs.find(|name| given.get(**name).is_none_or(Json::is_null)) {
            return Err(format!("`{}` needs the argument `{missing}`", self.name));
        }
        serde_json::from_value(Json::Object(given)).map_err(|error| error.to_string())
    }

    /// The tool as clients see it.
    fn listed(&self) -> Tool {
        let (about, rows) = self.described().unwrap_or_default();
        let all = schema_for_input::<Arguments>().unwrap_or_default();
        let mut input = JsonObject::clone(&all);
        if let Some(Json::Object(properties)) = input.get_mut("properties") {
            properties.retain(|name, _| {
                let mut own = self.needs.iter().chain(self.takes);
                own.any(|own| own == name)
            });
            if let Some(options) = properties.get_mut("options") {
                let about = options["description"].take();
                *options = schema::object(rows);
                options["description"] = about;
            }
        }
        input.insert("required".to_owned(), json!(self.needs));
        input.insert("additionalProperties".to_owned(), json!(false));
        let hints = ToolAnnotations::new()
            .read_only(true)
            .idempotent(true)
            .open_world(false);
        Tool::new(self.name, about, Arc::new(input))
            .with_raw_output_schema(reports::schema(self.report))
            .with_annotations(hints)
    }
}

/// Every tool as clients see it.
pub(super) fn listed() -> Vec<Tool> {
    TOOLS.iter().map(ToolSpec::listed).collect()
}
