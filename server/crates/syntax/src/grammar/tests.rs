//! The recogniser must find nothing wrong with programs that compile.
#![allow(clippy::disallowed_methods, reason = "the programs are files")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::errors;
use crate::{NoIncludes, Options, bare_conditions, names, optional_semicolons, preprocess};

#[test]
fn programs_that_compile_have_no_errors() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../grammar-tests");
    let (mut count, mut wrong) = (0, String::new());
    for folder in ["ok", "run", "undefined", "unsupported"] {
        for entry in fs::read_dir(root.join(folder)).unwrap().flatten() {
            if entry
                .path()
                .extension()
                .is_none_or(|extension| extension != "c")
            {
                continue;
            }
            let text = fs::read_to_string(entry.path()).unwrap();
            let mut output = preprocess::preprocess("p.c", &text, &NoIncludes, &Options::default());
            optional_semicolons::semicolons(&mut output);
            bare_conditions::parenthesise(&mut output);
            let (tokens, interner) = (&output.tokens, &output.interner);
            let roles = names::roles(tokens, interner);
            let found = errors(tokens, &roles, tokens.len(), interner);
            for error in found {
                let span = tokens[error.at].span;
                let line = text[..span.start as usize].matches('\n').count() + 1;
                let name = entry.file_name();
                let _ = writeln!(wrong, "{}:{line}: {}", name.display(), error.message);
            }
            count += 1;
        }
    }
    assert_eq!(wrong, "");
    assert!(count > 100, "{count}");
}
