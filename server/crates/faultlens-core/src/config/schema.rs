//! JSON schema of options, made from their table.

use serde_json::{Map, Value as Json, json};

use super::spec::{OptionSpec, ValueKind};

/// Schema of an object with these options.
pub fn object<'r>(rows: impl IntoIterator<Item = &'r OptionSpec>) -> Json {
    let rows = rows.into_iter();
    let options: Map<String, Json> = rows
        .map(|row| (row.name.to_owned(), property(row)))
        .collect();
    json!({ "type": "object", "additionalProperties": false, "properties": options })
}

/// Schema of the values of an option.
pub(super) fn property(row: &OptionSpec) -> Json {
    let mut object = match row.kind {
        ValueKind::Choice(choices) => {
            let (names, helps): (Vec<_>, Vec<_>) = choices.iter().map(|c| (c.name, c.help)).unzip();
            json!({ "type": "string", "enum": names, "enumDescriptions": helps })
        }
        ValueKind::Integer(low, i64::MAX) => json!({ "type": "integer", "minimum": low }),
        ValueKind::Integer(low, high) => {
            json!({ "type": "integer", "minimum": low, "maximum": high })
        }
        ValueKind::Decimal(low, high) => {
            json!({ "type": "number", "minimum": low, "maximum": high })
        }
        ValueKind::Flag => json!({ "type": "boolean" }),
        ValueKind::Name | ValueKind::Path => json!({ "type": "string" }),
        ValueKind::Places => json!({
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
        ValueKind::Integer(..) | ValueKind::Decimal(..) | ValueKind::Flag => {
            serde_json::from_str(default).unwrap_or(Json::Null)
        }
        ValueKind::Choice(_) | ValueKind::Name | ValueKind::Path | ValueKind::Places => {
            default.into()
        }
    }
}
