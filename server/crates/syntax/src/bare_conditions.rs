//! Conditions without parentheses: `if isalpha(c)`.
//!
//! The C library may define the functions of `<ctype.h>` that classify characters as macros, and glibc does, with
//! parentheses around what they expand to. So the parentheses around a condition that is only such a call are there,
//! though nobody wrote them. They are put in here, with a warning.

use crate::preprocess::Output;
use crate::token::{Token, TokenKind};

/// Functions that glibc defines as macros, too.
const MACROS: [&str; 12] = [
    "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint",
    "ispunct", "isspace", "isupper", "isxdigit",
];
/// Keywords with a condition.
const HEADS: [&str; 3] = ["if", "while", "switch"];

/// Puts in the parentheses.
pub(crate) fn parenthesise(output: &mut Output) {
    let heads = HEADS.map(|text| output.interner.intern(text));
    let macros = MACROS.map(|text| output.interner.intern(text));
    let [open, close] = ["(", ")"].map(|text| output.interner.intern(text));
    let is_bare = |tokens: &[Token]| {
        tokens.len() == 3
            && heads.contains(&tokens[0].text)
            && macros.contains(&tokens[1].text)
            && tokens[2].text == open
    };
    let bare: Vec<usize> = (0..output.tokens.len().saturating_sub(2))
        .filter(|at| is_bare(&output.tokens[*at..*at + 3]))
        .collect();
    // From the end, so that earlier places stay.
    for at in bare.into_iter().rev() {
        let mut depth = 0;
        let end = output.tokens[at + 2..].iter().position(|token| {
            depth += i32::from(token.text == open) - i32::from(token.text == close);
            depth == 0
        });
        let Some(end) = end.map(|end| at + 2 + end) else {
            continue;
        };
        let (name, last) = (output.tokens[at + 1], output.tokens[end]);
        let message = format!(
            "the condition needs parentheses: only where `{}` is a macro has it some",
            output.interner.get(name.text)
        );
        output.problems.warning(name.span, message);
        for (place, text, like) in [(end + 1, close, last), (at + 1, open, name)] {
            let paren = Token {
                kind: TokenKind::Punct,
                text,
                ..like
            };
            output.tokens.insert(place, paren);
            if let Some(system) = output.system.get(place - 1).copied() {
                output.system.insert(place, system);
            }
        }
    }
}
