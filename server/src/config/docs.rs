//! What is generated from the table for people and editors.

use std::fmt::Write;

use serde_json::{Map, Value as Json, json};

use super::table::{Kind, OPTIONS, OptionSpec, Scope};

/// The table of options in Markdown, for the README.
pub fn markdown_table() -> String {
    let mut text = String::from("| option | values | default | meaning |\n|---|---|---|---|\n");
    for row in OPTIONS {
        let default = row.default.map_or_else(String::new, |d| format!("`{d}`"));
        let _ = writeln!(
            text,
            "| `{}` | {} | {default} | {} |",
            row.name,
            values(row),
            row.help
        );
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
    }
}

/// A JSON schema (draft 2020-12) of `[options]`. With `editor`, the properties are named as in an editor's settings:
/// `faultlens.maxSize`.
pub fn json_schema(editor: bool) -> Json {
    let mut properties = Map::new();
    for row in OPTIONS.iter().filter(|row| row.scope != Scope::Output) {
        let name = if editor {
            format!("faultlens.{}", row.camel_case())
        } else {
            row.name.to_owned()
        };
        properties.insert(name, property(row));
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "FaultLens options",
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
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
        Kind::Choice(_) | Kind::Name | Kind::Path => default.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schema_and_table_have_every_option() {
        let (plain, editor, table) = (json_schema(false), json_schema(true), markdown_table());
        for row in OPTIONS.iter().filter(|row| row.scope != Scope::Output) {
            assert!(plain["properties"].get(row.name).is_some());
            assert!(
                editor["properties"]
                    .get(format!("faultlens.{}", row.camel_case()))
                    .is_some()
            );
            assert!(table.contains(&format!("| `{}` |", row.name)));
        }
        assert_eq!(plain["properties"]["max-size"]["default"], 3);
        assert_eq!(
            plain["properties"]["strategy"]["enum"],
            json!(["multi", "maxsat"])
        );
    }
}
