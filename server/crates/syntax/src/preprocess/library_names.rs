//! Library names that glibc's headers hide behind macros.
//!
//! Lowering knows `assert`, `errno` and `isalpha` by name; their expansions contain glibc internals. So a use of such a
//! macro is undone: it is replaced by the name, with the argument *as expanded* between its parentheses.

use std::ops::Range;

use crate::token::{Interner, Token};

/// Replacement for an expansion.
pub(super) enum Placeholder {
    /// The name alone.
    Name,
    /// The name, called with these tokens of the expansion as arguments.
    Call(Range<usize>),
}

/// Replacement for the expansion of `name`, if it is to be undone.
pub(super) fn library_name(
    name: &str,
    expansion: &[Token],
    interner: &Interner,
) -> Option<Placeholder> {
    let text = |i: usize| {
        expansion
            .get(i)
            .map_or("", |token| interner.get(token.text))
    };
    let contains = |wanted: &str| (0..expansion.len()).any(|i| text(i) == wanted);
    let open = match name {
        "errno" if contains("__errno_location") => return Some(Placeholder::Name),
        // … ({ if (argument) ; else __assert_fail (…); })
        "assert" if contains("__assert_fail") => {
            (0..expansion.len()).find(|i| text(*i) == "if")? + 1
        }
        // … ((*__ctype_b_loc ())[(int) ((argument))] & …), where both pairs of parentheses belong to the macro
        _ if name.starts_with("is") && contains("__ctype_b_loc") => {
            (0..expansion.len())
                .find(|i| text(*i) == "int" && text(*i + 1) == ")" && text(*i + 3) == "(")?
                + 3
        }
        _ => return None,
    };
    let mut depth = 0_usize;
    for i in open..expansion.len() {
        match text(i) {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return (i > open).then_some(Placeholder::Call(open + 1..i));
        }
    }
    None
}
