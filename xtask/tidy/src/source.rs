//! Files of the repository, and its Rust files as modules of crates.

use std::path::Path;
use std::process::Command;

/// All checked files.
pub(crate) struct Repository {
    /// Text files that git tracks, with their content.
    pub(crate) texts: Vec<(String, String)>,
    /// Rust files that are not tests.
    pub(crate) modules: Vec<Module>,
}

/// A Rust file.
pub(crate) struct Module {
    /// Path in the repository.
    pub(crate) path: String,
    /// Folder of the crate.
    pub(crate) package: String,
    /// Module path in the crate; empty for the root.
    pub(crate) name: Vec<String>,
    /// Text of the file.
    pub(crate) text: String,
    /// Syntax tree, without items that are compiled only for tests.
    pub(crate) tree: syn::File,
}

impl Repository {
    /// Reads the repository around the current folder.
    pub(crate) fn read() -> Result<Repository, String> {
        let listed = Command::new("git")
            .args(["ls-files", "--cached", "--others", "--exclude-standard"])
            .output()
            .map_err(|error| format!("git ls-files: {error}"))?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let mut texts = Vec::new();
        let mut modules = Vec::new();
        for path in listed.lines() {
            // Binary and deleted files are not checked.
            let Ok(text) = std::fs::read_to_string(path) else {
                continue;
            };
            let is_rust = Path::new(path).extension().is_some_and(|ext| ext == "rs");
            if is_rust && !is_test(path) {
                modules.extend(module(path, &text)?);
            }
            texts.push((path.to_owned(), text));
        }
        Ok(Repository { texts, modules })
    }
}

/// Whether a file is compiled only for tests.
pub(crate) fn is_test(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.any(|part| {
        matches!(
            part,
            "tests" | "tests.rs" | "snapshots.rs" | "testing.rs" | "benches"
        )
    })
}

pub(crate) fn module(path: &str, text: &str) -> Result<Option<Module>, String> {
    let Some((package, inside)) = path.split_once("/src/") else {
        return Ok(None);
    };
    let mut tree = syn::parse_file(text).map_err(|error| format!("{path}: {error}"))?;
    tree.items.retain(|item| !is_for_tests(item));
    let inside = inside.trim_end_matches(".rs");
    let mut name: Vec<String> = inside.split('/').map(str::to_owned).collect();
    if matches!(
        name.last().map(String::as_str),
        Some("mod" | "lib" | "main")
    ) {
        name.pop();
    }
    Ok(Some(Module {
        path: path.to_owned(),
        package: package.to_owned(),
        name,
        text: text.to_owned(),
        tree,
    }))
}

fn is_for_tests(item: &syn::Item) -> bool {
    let attributes = match item {
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|attribute| {
        let is_cfg = attribute.path().is_ident("cfg");
        is_cfg
            && matches!(&attribute.meta, syn::Meta::List(list) if list.tokens.to_string() == "test")
    })
}
