//! Variables that are set before the first command: those that the user has configured a build folder with, or else
//! those of a preset.

use serde_json::Value as Json;

use crate::roots::SOURCE;
use crate::{Files, build_folders, join};

/// Most presets that inherit from one another.
const MOST_INHERITED: usize = 8;

/// The names and values, those that count first.
pub(super) fn variables(files: &dyn Files) -> Vec<(String, String)> {
    let caches = build_folders(files).into_iter();
    let mut caches = caches.filter_map(|folder| files.read(&join(&folder, "CMakeCache.txt")));
    match caches.next() {
        Some(text) => of_cache(&text),
        None => of_preset(files).unwrap_or_default(),
    }
}

/// `NAME:TYPE=VALUE` in each line. What `CMake` itself keeps there would not be true here.
fn of_cache(text: &str) -> Vec<(String, String)> {
    let variable = |line: &str| {
        let (name, value) = line.split_once('=')?;
        let (name, kind) = name.split_once(':')?;
        let is_users = matches!(
            kind,
            "BOOL" | "STRING" | "PATH" | "FILEPATH" | "UNINITIALIZED"
        );
        (is_users && counts(name)).then(|| (name.to_owned(), value.to_owned()))
    };
    text.lines().filter_map(variable).collect()
}

fn counts(name: &str) -> bool {
    !name.starts_with(['#', '/']) && (!name.starts_with("CMAKE_") || name == "CMAKE_BUILD_TYPE")
}

/// The cache variables of the first preset that can be chosen.
fn of_preset(files: &dyn Files) -> Option<Vec<(String, String)>> {
    let text = files.read("CMakePresets.json")?;
    let all: Json = serde_json::from_str(&text).ok()?;
    let presets = all["configurePresets"].as_array()?;
    let first = presets.iter().find(|preset| preset["hidden"] != true)?;
    let mut found = Vec::new();
    inherit(presets, first, MOST_INHERITED, &mut found);
    Some(found)
}

/// Adds the variables of a preset, then those that it inherits and does not set itself.
fn inherit(presets: &[Json], preset: &Json, left: usize, found: &mut Vec<(String, String)>) {
    let name = preset["name"].as_str().unwrap_or_default();
    let own = preset["cacheVariables"].as_object().into_iter().flatten();
    for (variable, value) in own {
        let value = match value {
            Json::Object(typed) => typed.get("value").unwrap_or(&Json::Null),
            plain => plain,
        };
        let value = match value {
            Json::Bool(true) => "ON".to_owned(),
            Json::Bool(false) => "OFF".to_owned(),
            Json::String(text) => text
                .replace("${sourceDir}", SOURCE)
                .replace("${presetName}", name),
            _ => continue,
        };
        if counts(variable) && !found.iter().any(|(known, _)| known == variable) {
            found.push((variable.clone(), value));
        }
    }
    let parents = match &preset["inherits"] {
        Json::String(one) => vec![&**one],
        Json::Array(several) => several.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    };
    for parent in parents {
        let parent = presets.iter().find(|preset| preset["name"] == parent);
        if let (Some(parent), Some(left)) = (parent, left.checked_sub(1)) {
            inherit(presets, parent, left, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::project;

    #[test]
    fn what_was_configured_counts_before_presets() {
        let presets = r#"{"configurePresets": [
            {"name": "base", "hidden": true, "cacheVariables": {"DEPTH": "4", "HEX": {"type": "BOOL", "value": "ON"}}},
            {"name": "dev", "inherits": ["base"], "cacheVariables": {"DEPTH": "8", "AT": "${sourceDir}/${presetName}"}}]}"#;
        let read = |files: &[(&str, &str)]| variables(&project(files));
        let pairs = |wanted: &[(&str, &str)]| -> Vec<(String, String)> {
            let owned = wanted
                .iter()
                .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()));
            owned.collect()
        };
        assert_eq!(read(&[]), []);
        assert_eq!(
            read(&[("CMakePresets.json", presets)]),
            pairs(&[
                ("AT", &format!("{SOURCE}/dev")),
                ("DEPTH", "8"),
                ("HEX", "ON")
            ])
        );
        let cache = "// Depth\nDEPTH:STRING=16\nHEX:BOOL=OFF\nCMAKE_AR:FILEPATH=/usr/bin/ar\n#x\nS:INTERNAL=1\n";
        for place in [
            "build/CMakeCache.txt",
            "cmake-build-debug/CMakeCache.txt",
            "out/build/dev/CMakeCache.txt",
        ] {
            assert_eq!(
                read(&[("CMakePresets.json", presets), (place, cache)]),
                pairs(&[("DEPTH", "16"), ("HEX", "OFF")]),
                "{place}"
            );
        }
    }
}
