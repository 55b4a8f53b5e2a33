//! Files of the repository, and its Rust files as modules of crates.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::Context;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

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
    /// Names of the modules that are compiled only for tests.
    tests: Vec<String>,
}

impl Repository {
    /// Reads the repository around the current folder.
    pub(crate) fn read() -> anyhow::Result<Repository> {
        let listed = Command::new("git")
            .args(["ls-files", "--cached", "--others", "--exclude-standard"])
            .output()
            .context("git ls-files")?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        // Binary and deleted files are not checked.
        let texts = listed.lines().filter_map(|path| {
            let text = std::fs::read_to_string(path).ok()?;
            Some((path.to_owned(), text))
        });
        Repository::of_texts(texts.collect())
    }

    fn of_texts(texts: Vec<(String, String)>) -> anyhow::Result<Repository> {
        let mut modules = Vec::new();
        for (path, text) in &texts {
            let is_rust = Path::new(path).extension().is_some_and(|ext| ext == "rs");
            if is_rust && !is_test(path) {
                modules.extend(module(path, text)?);
            }
        }
        let tests: BTreeSet<(String, Vec<String>)> =
            modules.iter().flat_map(Module::test_modules).collect();
        modules.retain(|module| {
            !(1..=module.name.len()).any(|depth| {
                tests.contains(&(module.package.clone(), module.name[..depth].to_vec()))
            })
        });
        Ok(Repository { texts, modules })
    }
}

/// Whether a file is compiled only for tests, as far as its path says.
pub(crate) fn is_test(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.any(|part| matches!(part, "tests" | "tests.rs" | "benches"))
}

impl Module {
    /// Packages and names of the files that this one declares as modules of tests.
    fn test_modules(&self) -> impl Iterator<Item = (String, Vec<String>)> {
        self.tests.iter().map(|test| {
            let mut name = self.name.clone();
            name.push(test.clone());
            (self.package.clone(), name)
        })
    }
}

pub(crate) fn module(path: &str, text: &str) -> anyhow::Result<Option<Module>> {
    let Some((package, inside)) = path.split_once("/src/") else {
        return Ok(None);
    };
    let mut tree = syn::parse_file(text).with_context(|| path.to_owned())?;
    let tests = tree.items.iter().filter_map(|item| match item {
        syn::Item::Mod(item) if is_for_tests(item) => Some(item.ident.to_string()),
        _ => None,
    });
    let tests = tests.collect();
    remove_tests(&mut tree.items);
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
        tests,
    }))
}

/// Removes items that are compiled only for tests, also inside modules, implementations and traits.
fn remove_tests(items: &mut Vec<syn::Item>) {
    items.retain(|item| !is_for_tests(item));
    for item in items {
        match item {
            syn::Item::Mod(syn::ItemMod {
                content: Some((_, items)),
                ..
            }) => remove_tests(items),
            syn::Item::Impl(item) => item.items.retain(|item| !is_for_tests(item)),
            syn::Item::Trait(item) => item.items.retain(|item| !is_for_tests(item)),
            _ => {}
        }
    }
}

/// Whether an item has an attribute `#[test]`, `#[cfg(test)]` or `#[cfg(all(test, …))]`.
fn is_for_tests(item: &impl ToTokens) -> bool {
    let mut tokens = item.to_token_stream().into_iter();
    while let (Some(TokenTree::Punct(mark)), Some(TokenTree::Group(attribute))) =
        (tokens.next(), tokens.next())
    {
        if mark.as_char() != '#' {
            break;
        }
        let mut attribute = attribute.stream().into_iter();
        match (attribute.next(), attribute.next()) {
            (Some(TokenTree::Ident(name)), None) if name == "test" => return true,
            (Some(TokenTree::Ident(name)), Some(TokenTree::Group(condition)))
                if name == "cfg" && needs_test(condition.stream()) =>
            {
                return true;
            }
            _ => {}
        }
    }
    false
}

/// Whether the condition of a `cfg` holds only in tests.
fn needs_test(condition: TokenStream) -> bool {
    let mut tokens = condition.into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), None) => name == "test",
        (Some(TokenTree::Ident(name)), Some(TokenTree::Group(all))) if name == "all" => all
            .stream()
            .into_iter()
            .any(|token| matches!(token, TokenTree::Ident(name) if name == "test")),
        _ => false,
    }
}

/// Repository of a few files.
#[cfg(test)]
pub(crate) fn repository(files: &[(&str, &str)]) -> Repository {
    let texts = files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    Repository::of_texts(texts.collect()).unwrap()
}
