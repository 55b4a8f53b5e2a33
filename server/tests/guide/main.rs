//! The user guide in `docs/` is true: its commands are run, and print what it says; its links lead somewhere.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

#[path = "../common/mod.rs"]
mod common;
mod links;
mod page;

use std::path::{Path, PathBuf};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The pages of the guide, by name.
fn pages() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("docs")).unwrap().flatten();
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    assert!(!pages.is_empty());
    pages
}

/// `UPDATE_EXPECT=1` writes into the guide what the commands print today.
#[test]
fn commands_of_the_guide_print_what_it_says() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut commands = 0;
    for path in pages() {
        let text = std::fs::read_to_string(&path).unwrap();
        let (now, run) = page::run(&text);
        commands += run;
        if page::differ(&text, &now) {
            if update {
                std::fs::write(&path, now).unwrap();
            } else {
                expect_test::expect_file![path].assert_eq(&now);
            }
        }
    }
    assert!(commands > 10, "only {commands} commands were found");
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    for path in pages() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(
            name == "SUMMARY.md" || summary.contains(&format!("({name})")),
            "{name}"
        );
    }
}

#[test]
fn links_of_all_pages_lead_somewhere() {
    let mut pages = pages();
    // The guide is shipped without the sources, and a book has pages of its own folder only.
    for page in &pages {
        let text = std::fs::read_to_string(page).unwrap();
        assert!(
            !text.contains("](../"),
            "{} leads out of docs/",
            page.display()
        );
    }
    for name in [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "editors/README.md",
        "editors/RULES.md",
        "editors/code/README.md",
        "editors/nvim/README.md",
        "server/ARCHITECTURE.md",
    ] {
        pages.push(root().join(name));
    }
    let dead: Vec<String> = pages.iter().flat_map(|page| links::dead(page)).collect();
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}
