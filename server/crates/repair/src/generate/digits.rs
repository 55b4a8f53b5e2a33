//! Characters, which are taken for the digits that they are.

use ir::Builtin;
use syntax::Parse;
use syntax::ast::{Expr, ExprKind, TypeSpec};

use crate::generate::scope::Scope;
use crate::macros::is_part_of_name;

/// Whether an expression is the argument of a function of the library, such as `isdigit`, which wants the character.
pub(super) fn takes_character(parse: &Parse, e: &Expr) -> bool {
    let file = parse.sources.file(e.span.file);
    let before = file.and_then(|file| file.text.get(..e.span.start as usize));
    let before = before.unwrap_or_default().trim_end();
    let before = before.strip_suffix("(unsigned char)").unwrap_or(before);
    let callee = before.trim_end().strip_suffix('(').map(str::trim_end);
    callee.is_some_and(|callee| {
        let name = callee.trim_end_matches(is_part_of_name).len();
        Builtin::by_name(&callee[name..]).is_some()
    })
}

/// Whether a value is a character: a `char`, or an `int` that takes what is read.
pub(super) fn is_character(parse: &Parse, e: &Expr, scope: &Scope) -> bool {
    if let ExprKind::Ident(name) = &e.kind
        && scope.is_integer(name)
    {
        let reads = |text: &str| {
            ["getchar", "getc", "fgetc"].iter().any(|function| {
                text.contains(&format!("{name} = {function}("))
                    || text.contains(&format!("{name}={function}("))
            })
        };
        return parse.sources.files.iter().any(|file| reads(&file.text));
    }
    scope
        .type_of(e)
        .is_some_and(|ty| ty.is_number() && ty.is_base(&[TypeSpec::Char]))
}
