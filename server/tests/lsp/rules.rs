//! `editors/RULES.md` names tests; they exist.

use std::path::{Path, PathBuf};

#[test]
fn the_tests_that_the_rules_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let rules = std::fs::read_to_string(root.join("editors/RULES.md")).unwrap();
    let mut sources = String::new();
    for folder in [
        "server/src",
        "server/tests",
        "server/crates",
        "editors/code/test",
        "xtask/src",
    ] {
        read_all(&root.join(folder), &mut sources);
    }
    let rows = rules.lines().filter_map(|row| row.strip_prefix("| "));
    let rows: Vec<&str> = rows
        .filter(|row| row.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    assert_eq!(rows.len(), 23);
    for row in rows {
        let tests = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        for name in tests.split('`').skip(1).step_by(2) {
            let there = if name.contains('/') {
                root.join(name).is_file()
            } else {
                sources.contains(&format!("fn {name}("))
            };
            assert!(there, "there is no test {name}: {row}");
        }
    }
}

/// The sources below a folder, one after the other.
fn read_all(folder: &Path, into: &mut String) {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    for path in entries.map(|entry| entry.path()).collect::<Vec<PathBuf>>() {
        if path.is_dir() {
            read_all(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs" || e == "ts") {
            into.push_str(&std::fs::read_to_string(&path).unwrap_or_default());
        }
    }
}
