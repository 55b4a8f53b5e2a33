//! Generator expressions: `$<BUILD_INTERFACE:…>`, `$<TARGET_FILE:…>` and the like.
//!
//! `CMake` evaluates them after all files are read. Here they are evaluated from the inside
//! out, for a Linux build with GCC whose type has no name; what is unknown becomes empty.

use super::expand::items;
use crate::roots::BINARY;
use crate::template;

/// The most expressions in one text.
const MOST: usize = 200;

/// The items of the texts, with their generator expressions evaluated.
pub(super) fn resolve_all(texts: &[String]) -> Vec<String> {
    texts
        .iter()
        .flat_map(|text| items(&resolve(text)))
        .collect()
}

/// A text with its generator expressions evaluated.
pub(super) fn resolve(text: &str) -> String {
    let mut text = text.to_string();
    for _ in 0..MOST {
        // The last opening has no other one inside of it.
        let Some((before, rest)) = text.rsplit_once("$<") else {
            break;
        };
        let Some((inside, after)) = rest.split_once('>') else {
            break;
        };
        text = format!("{before}{}{after}", value_of(inside));
    }
    text
}

/// The value of one expression without others inside.
fn value_of(expression: &str) -> String {
    let (name, rest) = expression.split_once(':').unwrap_or((expression, ""));
    let truth = |holds: bool| if holds { "1" } else { "0" }.to_string();
    let mut parts = rest.split(',');
    match name {
        "1" | "BUILD_INTERFACE" | "BUILD_LOCAL_INTERFACE" | "LINK_ONLY" | "TARGET_NAME" => {
            rest.to_string()
        }
        "TARGET_FILE" | "TARGET_LINKER_FILE" => format!("{BINARY}/{rest}"),
        "TARGET_FILE_NAME" | "TARGET_FILE_BASE_NAME" | "LOWER_CASE" => rest.to_string(),
        "TARGET_FILE_DIR" => BINARY.to_string(),
        "BOOL" => truth(!template::is_false(rest)),
        "NOT" => truth(template::is_false(rest)),
        "AND" => truth(parts.all(|part| part == "1")),
        "OR" => truth(parts.any(|part| part == "1")),
        "STREQUAL" => truth(parts.next() == parts.next()),
        "C_COMPILER_ID" => truth(parts.any(|part| part == "GNU")),
        "COMPILE_LANGUAGE" | "LINK_LANGUAGE" => truth(parts.any(|part| part == "C")),
        "COMPILE_LANG_AND_ID" => {
            truth(parts.next() == Some("C") && parts.any(|part| part == "GNU"))
        }
        "PLATFORM_ID" => truth(parts.any(|part| part == "Linux")),
        "CONFIG" | "VERSION_LESS" | "TARGET_EXISTS" => truth(false),
        "SEMICOLON" => ";".to_string(),
        "COMMA" => ",".to_string(),
        _ => String::new(),
    }
}
