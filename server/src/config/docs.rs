//! What is generated from the table for people and editors.

use std::fmt::Write;

use harness::Compare;
use serde_json::{Map, Value as Json, json};

use super::table::{Kind, OPTIONS, OptionSpec, Scope};

/// The page of options in Markdown, kept beside the manifest as `OPTIONS.md`.
pub fn markdown_page() -> String {
    let mut text = String::from(PAGE);
    for (title, scope) in [
        ("Every job", Scope::Tests),
        ("The search (not of `faultlens test`)", Scope::Search),
        ("Output (command line only)", Scope::Output),
    ] {
        let _ = write!(text, "\n## {title}\n\n{}", markdown_table(scope));
    }
    text
}

const PAGE: &str = "<!-- Generated from src/config/table.rs by its test (UPDATE_EXPECT=1). -->
# Options

On the command line an option is `--max-size 2`; in `faultlens.toml` it stands under `[options]` as `max-size = 2`; in an
editor it is the setting `faultlens.maxSize`, but for `timeout` and `memory`, which are `faultlens.timeLimit` and
`faultlens.memoryLimit` there. Later ones win: defaults, `faultlens.toml`, what was changed in the editor or given on the
command line. A list is `correct = [12, \"util.c:30\"]` in the file, and the option once for each item on the command line.
The `faultlens.toml` in the folder of the C file or in the nearest folder above counts, up to one that holds a `.git`.
";

fn markdown_table(scope: Scope) -> String {
    let mut text = String::from("| option | values | default | meaning |\n|---|---|---|---|\n");
    for row in OPTIONS.iter().filter(|row| row.scope == scope) {
        let default = row.default.map_or_else(String::new, |d| format!("`{d}`"));
        let (name, help) = (row.name, row.help);
        let _ = writeln!(text, "| `{name}` | {} | {default} | {help} |", values(row));
    }
    text
}

fn values(row: &OptionSpec) -> String {
    match row.kind {
        Kind::Choice(choices) => {
            let names: Vec<String> = choices
                .iter()
                .filter(|c| c.available)
                .map(|c| format!("`{}`", c.name))
                .collect();
            names.join(", ")
        }
        Kind::Integer(low, i64::MAX) => format!("≥ {low}"),
        Kind::Integer(low, high) if low == high => low.to_string(),
        Kind::Integer(low, high) => format!("{low} – {high}"),
        Kind::Decimal(low, high) => format!("{low} – {high}"),
        Kind::Flag => "`true`, `false`".to_owned(),
        Kind::Name => "a function".to_owned(),
        Kind::Path => "a path".to_owned(),
        Kind::Places => "`LINE`, `FILE:LINE`; several of them".to_owned(),
    }
}

/// A JSON schema (draft 2020-12) of `faultlens.toml`, kept beside the manifest as `faultlens.schema.json`.
pub fn json_schema() -> Json {
    let rows = OPTIONS.iter().filter(|row| row.scope != Scope::Output);
    let options: Map<String, Json> = rows
        .map(|row| (row.name.to_owned(), property(row)))
        .collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "faultlens.toml",
        "type": "object",
        "properties": {
            "compare": {
                "type": "string",
                "enum": Compare::NAMES,
                "description": "How standard output is compared where a test does not say it itself"
            },
            "sources": {
                "type": "array",
                "items": { "type": "string" },
                "description": "The files of the program, relative to this file; one that is analysed is linked with the others"
            },
            "options": { "type": "object", "additionalProperties": false, "properties": options },
            "test": {
                "type": "array",
                "items": { "type": "object" },
                "description": "Tests: name, args, stdin or stdin-file, stdout or stdout-file, exit, compare; or call and returns"
            },
        },
    })
}

fn property(row: &OptionSpec) -> Json {
    let mut object = match row.kind {
        Kind::Choice(choices) => {
            let open = choices.iter().filter(|c| c.available);
            let (names, helps): (Vec<_>, Vec<_>) = open.map(|c| (c.name, c.help)).unzip();
            json!({ "type": "string", "enum": names, "enumDescriptions": helps })
        }
        Kind::Integer(low, i64::MAX) => json!({ "type": "integer", "minimum": low }),
        Kind::Integer(low, high) => json!({ "type": "integer", "minimum": low, "maximum": high }),
        Kind::Decimal(low, high) => json!({ "type": "number", "minimum": low, "maximum": high }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Name | Kind::Path => json!({ "type": "string" }),
        Kind::Places => json!({
            "type": "array",
            "items": { "type": ["integer", "string"] }
        }),
    };
    if let Json::Object(map) = &mut object {
        map.insert("description".to_owned(), row.help.into());
        if let Some(default) = row.default {
            map.insert("default".to_owned(), default_json(row, default));
        }
    }
    object
}

fn default_json(row: &OptionSpec, default: &str) -> Json {
    match row.kind {
        Kind::Integer(..) | Kind::Decimal(..) | Kind::Flag => {
            serde_json::from_str(default).unwrap_or(Json::Null)
        }
        Kind::Choice(_) | Kind::Name | Kind::Path | Kind::Places => default.into(),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect_file;

    use super::*;

    #[test]
    fn page_and_schema_are_up_to_date() {
        expect_file!["../../OPTIONS.md"].assert_eq(&markdown_page());
        let schema = serde_json::to_string_pretty(&json_schema()).unwrap() + "\n";
        expect_file!["../../faultlens.schema.json"].assert_eq(&schema);
    }

    /// How editors call it where they have names of their own.
    fn setting(row: &OptionSpec) -> String {
        match row.name {
            "timeout" => "faultlens.timeLimit".to_owned(),
            "memory" => "faultlens.memoryLimit".to_owned(),
            _ => format!("faultlens.{}", row.camel_case()),
        }
    }

    #[test]
    fn settings_of_vs_code_are_those_of_the_table() {
        let package = include_str!("../../../editors/code/package.json");
        let package: Json = serde_json::from_str(package).unwrap();
        let settings = &package["contributes"]["configuration"]["properties"];
        for row in OPTIONS.iter().filter(|row| row.scope != Scope::Output) {
            let (wanted, found) = (property(row), &settings[setting(row)]);
            if found.is_null() {
                // Lines move while one types: a setting is no place for them.
                assert!(
                    matches!(row.name, "correct" | "suspect"),
                    "{} is missing",
                    setting(row)
                );
                continue;
            }
            for key in ["enum", "minimum", "maximum", "description"] {
                assert_eq!(
                    wanted.get(key).map(number),
                    found.get(key).map(number),
                    "{}: {key}",
                    setting(row)
                );
            }
            if row.default.is_some() {
                assert_eq!(
                    wanted.get("default").map(number),
                    found.get("default").map(number)
                );
            }
        }
    }

    /// 20 and 20.0 are the same default.
    fn number(value: &Json) -> Json {
        value.as_f64().map_or_else(|| value.clone(), Json::from)
    }
}
