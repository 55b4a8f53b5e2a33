//! Documentation and schema that tests generate from the table of options, and compare with the files.

use std::fmt::Write;

use harness::Compare;
use serde_json::{Value as Json, json};

use super::schema::object;

use super::spec::{OptionSpec, Scope, ValueKind};
use super::table::OPTIONS;

const SCOPES: [(&str, Scope); 5] = [
    ("Every job", Scope::Tests),
    ("The search (not of `faultlens test`)", Scope::Search),
    ("Rights (command line and editors only)", Scope::User),
    ("Output (command line only)", Scope::Output),
    (
        "For comparing methods (their names are explained in [papers](papers.md))",
        Scope::Method,
    ),
];

/// Page of options in Markdown, stored as `docs/options.md`: tables, then each option with the ways to set it.
fn markdown_page() -> String {
    let mut text = String::from(PAGE);
    for (title, scope) in SCOPES {
        let _ = write!(text, "\n## {title}\n\n{}", markdown_table(scope));
    }
    text.push_str(EDITORS);
    for (_, scope) in SCOPES {
        for row in OPTIONS.iter().filter(|row| row.scope == scope) {
            let _ = write!(text, "\n{}", section(row));
        }
    }
    text
}

const PAGE: &str = "<!-- Generated from crates/faultlens-core/src/config/table.rs by its test (UPDATE_EXPECT=1). -->
# Options

On the command line an option is `--max-size 2`; in `faultlens.toml` it stands under `[options]` as `max-size = 2`; in an
editor it is the setting `faultlens.maxSize`, but for `timeout` and `memory`, which are `faultlens.timeLimit` and
`faultlens.memoryLimit` there. Later ones win: defaults, `faultlens.toml`, what was changed in the editor or given on the
command line. A list is `correct = [12, \"util.c:30\"]` in the file, and the option once for each item on the command line.
The `faultlens.toml` in the folder of the C file or in the nearest folder above counts, up to one that holds a `.git`.
";

const EDITORS: &str = "
## Only in editors

| setting | values | default | meaning |
|---|---|---|---|
| `faultlens.run` | `onCommand`, `onSave` | `onCommand` | When to look for suspects: when asked, or also when a file is saved whose tests fail |
| `faultlens.codeLens` | `true`, `false` | `true` | Show code lenses, or, in editors without them, a diagnostic at the head of `main` when tests fail |
| `faultlens.inlayHints` | `true`, `false` | `true` | Show values, and what holds, at the end of suspect lines |

VS Code has some more, about itself; its settings page lists them. Where an editor has several folders open, each may have
its own settings: VS Code takes them from the `.vscode/settings.json` of the folder, Emacs from its `.dir-locals.el`.

## Each option, everywhere

Neovim's lines go into a call of `vim.lsp.config('faultlens', { settings = { faultlens = { … } } })`, Helix' below
`[language-server.faultlens.config.faultlens]`; Emacs' are elements of `(setq-default eglot-workspace-configuration
'(:faultlens (…)))`.
";

/// Section for one option: its effect, the meanings of its values, and a line for each place where it can be set.
fn section(row: &OptionSpec) -> String {
    let mut text = format!("### `{}`\n\n{}.\n\n", row.name, row.help);
    if let ValueKind::Choice(choices) = row.kind {
        for choice in choices {
            let _ = writeln!(text, "* `{}`: {}", choice.name, choice.help);
        }
        text.push('\n');
    }
    let example = example(row);
    let flag = match &example {
        Json::Bool(_) => format!("--{}", row.name),
        Json::Array(items) => items
            .iter()
            .map(|item| format!("--{} {}", row.name, plain(item)))
            .collect::<Vec<_>>()
            .join(" "),
        value => format!("--{} {}", row.name, plain(value)),
    };
    let _ = writeln!(
        text,
        "| where | example |\n|---|---|\n| command line | `{flag}` |"
    );
    if row.scope == Scope::Output {
        return text;
    }
    if row.scope.is_for_projects() {
        let _ = writeln!(
            text,
            "| `faultlens.toml`, `[options]` | `{} = {example}` |",
            row.name
        );
    }
    let setting = setting(row);
    // Line numbers change while the user types, so marks are used instead of a setting.
    if row.kind == ValueKind::Places {
        text.push_str("| editors | the action at a line |\n");
        return text;
    }
    let key = setting.trim_start_matches("faultlens.");
    let lisp = match &example {
        Json::Bool(_) => "t".to_owned(),
        value => value.to_string(),
    };
    if row.scope != Scope::Method {
        let _ = writeln!(
            text,
            "| VS Code, `settings.json` | `\"{setting}\": {example}` |"
        );
    }
    let _ = writeln!(text, "| Neovim, Helix | `{key} = {example}` |");
    let _ = writeln!(text, "| Emacs | `:{key} {lisp}` |");
    text
}

/// Name of an option in editors, which have names of their own for two options.
fn setting(row: &OptionSpec) -> String {
    match row.name {
        "timeout" => "faultlens.timeLimit".to_owned(),
        "memory" => "faultlens.memoryLimit".to_owned(),
        _ => format!("faultlens.{}", row.camel_case()),
    }
}

/// An example value that differs from the default, so that setting it has an effect.
fn example(row: &OptionSpec) -> Json {
    match row.kind {
        ValueKind::Choice(choices) => {
            let mut names = choices.iter().map(|choice| choice.name);
            let other = names.find(|name| Some(*name) != row.default);
            other.unwrap_or_default().into()
        }
        ValueKind::Integer(low, high) => {
            let usual = row.default.and_then(|default| default.parse::<i64>().ok());
            let other = match usual {
                Some(highest) if highest == high => highest / 2,
                Some(usual) => usual * 2,
                None => 100,
            };
            other.clamp(low, high).into()
        }
        ValueKind::Decimal(low, high) => {
            let usual = row.default.and_then(|default| default.parse::<f64>().ok());
            usual
                .map_or(high, |usual| usual / 8.0)
                .clamp(low, high)
                .into()
        }
        ValueKind::Flag => true.into(),
        ValueKind::Name => "start".into(),
        ValueKind::Path => "my-tests".into(),
        ValueKind::Places => json!([12, "util.c:30"]),
    }
}

/// A value in the notation of the command line.
fn plain(value: &Json) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

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
        ValueKind::Choice(choices) => {
            let names: Vec<String> = choices.iter().map(|c| format!("`{}`", c.name)).collect();
            names.join(", ")
        }
        ValueKind::Integer(low, i64::MAX) => format!("≥ {low}"),
        ValueKind::Integer(low, high) if low == high => low.to_string(),
        ValueKind::Integer(low, high) => format!("{low} – {high}"),
        ValueKind::Decimal(low, high) => format!("{low} – {high}"),
        ValueKind::Flag => "`true`, `false`".to_owned(),
        ValueKind::Name => "a function".to_owned(),
        ValueKind::Path => "a path".to_owned(),
        ValueKind::Places => "`LINE`, `FILE:LINE`; several of them".to_owned(),
    }
}

/// JSON schema (draft 2020-12) of `faultlens.toml`, stored beside the manifest as `faultlens.schema.json`.
fn json_schema() -> Json {
    let rows = OPTIONS.iter().filter(|row| row.scope.is_for_projects());
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
            "tolerance": {
                "type": "number",
                "minimum": 0,
                "description": "By how much a number that is printed may differ from the expected one, absolute or relative to it; words are compared then"
            },
            "sources": {
                "type": "array",
                "items": { "type": "string" },
                "description": "The files of the program, relative to this file; one that is analysed is linked with the others"
            },
            "options": object(rows),
            "test": {
                "type": "array",
                "items": { "type": "object" },
                "description": "Tests: name, args, stdin or stdin-file, stdout or stdout-file, output or output-file, env, exit, compare, tolerance; or call and returns"
            },
        },
    })
}

mod tests {
    use expect_test::expect_file;

    use super::*;
    use crate::config::schema::property;

    #[test]
    fn page_and_schema_are_up_to_date() {
        expect_file!["../../../../../docs/options.md"].assert_eq(&markdown_page());
        let schema = serde_json::to_string_pretty(&json_schema()).unwrap() + "\n";
        expect_file!["../../../../faultlens.schema.json"].assert_eq(&schema);
    }

    /// The examples on the page are accepted and have an effect.
    #[test]
    fn examples_of_the_page_are_taken_everywhere() {
        use crate::config::{Options, Value};
        for row in OPTIONS.iter().filter(|row| row.scope != Scope::Output) {
            let value = Value::from_json(&example(row)).unwrap();
            let mut options = Options::default();
            options.set(row.name, &value).unwrap();
            assert_ne!(options, Options::default(), "{}", row.name);
        }
    }

    #[test]
    fn settings_of_vs_code_are_those_of_the_table() {
        let package = include_str!("../../../../../editors/code/package.json");
        let package: Json = serde_json::from_str(package).unwrap();
        let settings = &package["contributes"]["configuration"]["properties"];
        for row in OPTIONS
            .iter()
            .filter(|row| !matches!(row.scope, Scope::Output | Scope::Method))
        {
            let (wanted, found) = (property(row), &settings[setting(row)]);
            if found.is_null() {
                // Line numbers change while the user types, so there is no setting.
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

    /// Makes 20 and 20.0 the same default.
    fn number(value: &Json) -> Json {
        value.as_f64().map_or_else(|| value.clone(), Json::from)
    }
}
