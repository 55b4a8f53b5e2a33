//! Counts of tokens: sentences, also inside macros, and lines with code.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

use crate::Finding;
use crate::source::Repository;

/// Number of words from which a text is a sentence.
const SENTENCE_WORDS: usize = 4;
/// Macros whose texts only developers see.
const ASSERTIONS: [&str; 8] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "panic",
    "unreachable",
];

/// English sentences in string literals of pure crates: those whose `clippy.toml` rejects files and clocks.
pub(super) fn sentences(repository: &Repository) -> Vec<Finding> {
    let pure: BTreeSet<&str> = repository
        .texts
        .iter()
        .filter_map(|(path, _)| path.strip_suffix("/clippy.toml"))
        .collect();
    let mut findings = Vec::new();
    for module in &repository.modules {
        if !pure.contains(module.package.as_str()) {
            continue;
        }
        let tokens = module.tree.to_token_stream();
        each_token(tokens, may_hold_sentences, &mut |token| {
            if let TokenTree::Literal(literal) = token
                && let syn::Lit::Str(text) = syn::Lit::new(literal.clone())
                && is_sentence(&text.value())
            {
                findings.push(Finding {
                    file: module.path.clone(),
                    line: literal.span().start().line,
                    message: format!("sentence {:?}", text.value()),
                });
            }
        });
    }
    findings
}

/// Whether a text is English: four words of letters or placeholders, and not code of C.
fn is_sentence(text: &str) -> bool {
    let words = text.split_whitespace().filter(|word| {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
        let mut rest = word.chars();
        rest.next().is_some_and(char::is_alphabetic)
            && rest.all(|c| c.is_lowercase() || "'’-".contains(c))
    });
    let is_code = text.starts_with('#')
        || text.trim_end().ends_with(';')
        || [";\n", "({"].iter().any(|code| text.contains(code));
    words.count() >= SENTENCE_WORDS && !is_code
}

/// Numbers of lines with code, by the last folder of the crate's path.
pub(super) fn lines(repository: &Repository) -> BTreeMap<String, usize> {
    let mut by_crate = BTreeMap::new();
    for module in &repository.modules {
        let mut lines = BTreeSet::new();
        let tokens = module.tree.to_token_stream();
        each_token(tokens, is_code, &mut |token| {
            let spans = match token {
                // What is inside has spans of its own.
                TokenTree::Group(group) => vec![group.span_open(), group.span_close()],
                token => vec![token.span()],
            };
            for span in spans {
                lines.extend(span.start().line..=span.end().line);
            }
        });
        let name = module.package.rsplit('/').next().unwrap_or_default();
        *by_crate.entry(name.to_owned()).or_default() += lines.len();
    }
    by_crate
}

/// Owner of a group of tokens, by name.
#[derive(Clone, Copy)]
enum Owner<'a> {
    Attribute(&'a str),
    Macro(&'a str),
}

/// Whether texts may be for users; those of attributes are not, but for the messages of `thiserror`.
fn may_hold_sentences(owner: Owner<'_>) -> bool {
    match owner {
        Owner::Attribute(name) => name == "error",
        Owner::Macro(name) => !ASSERTIONS.contains(&name),
    }
}

fn is_code(owner: Owner<'_>) -> bool {
    !matches!(owner, Owner::Attribute("doc"))
}

/// Calls `f` with each token, also inside groups, but not with those of attributes and macros that `keeps` rejects.
fn each_token(tokens: TokenStream, keeps: fn(Owner<'_>) -> bool, f: &mut dyn FnMut(&TokenTree)) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rest = tokens.as_slice();
    while let [token, behind @ ..] = rest {
        rest = behind;
        // An attribute is left out with its mark: documentation gives its place to both.
        let attribute = match behind {
            [bang, attribute @ ..] if is_punct(bang, '!') => attribute,
            attribute => attribute,
        };
        if is_punct(token, '#')
            && let [TokenTree::Group(attribute), behind @ ..] = attribute
            && let Some(TokenTree::Ident(name)) = attribute.stream().into_iter().next()
            && !keeps(Owner::Attribute(&name.to_string()))
        {
            rest = behind;
            continue;
        }
        f(token);
        if let TokenTree::Group(group) = token {
            each_token(group.stream(), keeps, f);
        }
        if let TokenTree::Ident(name) = token
            && let [bang, TokenTree::Group(_), behind @ ..] = behind
            && is_punct(bang, '!')
            && !keeps(Owner::Macro(&name.to_string()))
        {
            rest = behind;
        }
    }
}

fn is_punct(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::repository;

    #[test]
    fn english_for_users_in_pure_crates() {
        let text = r##"//! Documentation is no sentence to count.
            const A: &str = "there is no such file";
            fn f() {
                format!("`{name}` cannot be read here: {error}");
                assert!(x, "this is only for developers");
                y.map_err(|e| vec![format!("the file {e} is not read")]);
                g("three words only", "in {} {}: {}", "/a b/c d/e f/g h");
                let c = "extern int long unsigned;";
                let c = "#define a b c d e";
                let c = "if ({condition} || this is code) {statement}";
            }
            #[allow(dead_code, reason = "nothing else uses this function")]
            #[doc = "This is documentation of an item"]
            fn g() {}
            #[derive(Error)]
            enum E { #[error("a file that cannot be read: {0}")] File(String) }
            #[cfg(test)]
            mod tests { const A: &str = "there is no such file"; }"##;
        let files = [
            ("pure/clippy.toml", ""),
            ("pure/src/lib.rs", text),
            ("other/src/lib.rs", text),
        ];
        let findings = sentences(&repository(&files));
        let found: Vec<(&str, usize)> = findings
            .iter()
            .map(|finding| (finding.file.as_str(), finding.line))
            .collect();
        let lines = [2, 4, 6, 16];
        assert_eq!(found, lines.map(|line| ("pure/src/lib.rs", line)));
    }

    #[test]
    fn lines_with_code() {
        let text = r#"//! Documentation of the module,
//! in two lines.

/* A comment
   in lines. */
/// Documentation.
#[derive(Debug)] // counts
struct S {
    /// Documentation.
    a: u8, // counts
}

fn f() {
    // A comment.
    let text = "
        two lines and a bracket";
    print!(
        "{text}"
    );
}

#[cfg(test)]
mod tests {
    fn g() {}
}
"#;
        let files = [
            ("server/crates/p/src/lib.rs", text),
            (
                "server/crates/p/src/a/b.rs",
                "#[cfg(test)] mod c;\nmod d;\n",
            ),
            ("server/crates/p/src/a/b/c.rs", "fn f() {}\n"),
            ("server/crates/p/src/a/b/c/e.rs", "fn f() {}\n"),
            ("server/crates/p/src/tests.rs", text),
            ("server/src/lib.rs", "mod d;\nmod e;\n"),
        ];
        let found: Vec<(String, usize)> = lines(&repository(&files)).into_iter().collect();
        assert_eq!(found, [("p".to_owned(), 12), ("server".to_owned(), 2)]);
    }
}
