//! Rule: each of the searching crates keeps its numeric limits in one table, `limits.rs`.

use syn::spanned::Spanned;

use crate::source::Repository;
use crate::{Finding, Rule};

/// Folders in which limits decide about results.
const PLACES: [&str; 7] = [
    "server/crates/explore/src/",
    "server/crates/search/src/",
    "server/crates/localize/src/",
    "server/crates/repair/src/",
    "server/crates/smt/src/",
    "server/crates/inputs/src/",
    "server/crates/mdfs/src/",
];
/// Tables of another kind: the factors of the ranking and their tiers.
const OTHER_TABLES: [&str; 1] = ["server/crates/localize/src/rank/"];

pub(crate) fn check(repository: &Repository) -> Rule {
    let mut findings = Vec::new();
    for module in &repository.modules {
        let path = &module.path;
        let is_checked = PLACES.iter().any(|place| path.starts_with(place))
            && !OTHER_TABLES.iter().any(|place| path.starts_with(place))
            && !path.ends_with("limits.rs");
        if !is_checked {
            continue;
        }
        for item in &module.tree.items {
            if let syn::Item::Const(item) = item
                && is_count(&item.ty)
                && is_number(&item.expr)
            {
                findings.push(Finding {
                    file: path.clone(),
                    line: item.span().start().line,
                    message: format!("`{}` belongs into the crate's `limits.rs`", item.ident),
                });
            }
        }
    }
    Rule {
        name: "numeric limits outside their table",
        is_error: true,
        findings,
    }
}

fn is_count(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else {
        return false;
    };
    let names = ["u16", "u32", "u64", "usize", "i32", "i64"];
    names.iter().any(|name| path.path.is_ident(name))
}

/// Whether an expression is a literal number; a computed one (`1 << 63`, `u32::MAX`) is not a limit to tune.
fn is_number(e: &syn::Expr) -> bool {
    matches!(e, syn::Expr::Lit(_))
}
