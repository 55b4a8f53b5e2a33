//! Semicolons that built-in macros leave open.
//!
//! Unity's assertions were once whole statements, so test programs write `TEST_ASSERT_TRUE(x)` with and without a
//! semicolon. Our assertions end with a [`MARK`]: it becomes a semicolon unless the statement continues or is ended
//! there.

use crate::preprocess::Output;
use crate::token::TokenKind;

/// Placeholder for a semicolon, used if none follows.
const MARK: &str = "__faultlens_semicolon";

/// Replaces the marks in the tokens.
pub(crate) fn semicolons(output: &mut Output) {
    let mark = output.interner.intern(MARK);
    if !output.tokens.iter().any(|token| token.text == mark) {
        return;
    }
    let semicolon = output.interner.intern(";");
    let ends = [";", ",", ")", ":", "]"].map(|text| output.interner.intern(text));
    let mut dropped = vec![false; output.tokens.len()];
    // The walk goes backwards, so that the token behind a mark is settled before the mark is met.
    let mut next = None;
    for (token, dropped) in output.tokens.iter_mut().zip(&mut dropped).rev() {
        if token.text != mark {
            next = Some(token.text);
        } else if next.is_some_and(|next| ends.contains(&next)) {
            *dropped = true;
        } else {
            (token.kind, token.text) = (TokenKind::Punct, semicolon);
            next = Some(semicolon);
        }
    }
    let mut of_tokens = dropped.iter();
    output.tokens.retain(|_| of_tokens.next() != Some(&true));
    let mut of_system = dropped.iter();
    output.system.retain(|_| of_system.next() != Some(&true));
}

#[cfg(test)]
mod tests {
    use crate::{NoIncludes, Options, dump, parse};

    #[test]
    fn a_semicolon_is_put_in_where_none_follows() {
        let of = |statement: &str| {
            let macros = "#define A f() __faultlens_semicolon\n";
            let text = format!("{macros}void f(void); void g(int x) {{ {statement} }}\n");
            let parse = parse("a.c", &text, &NoIncludes, &Options::default());
            assert!(
                parse.problems.is_empty(),
                "{statement}: {:?}",
                parse.problems
            );
            dump::unit(&parse.unit)
        };
        for (with, without) in [
            ("A; A; f();", "A A f();"),
            ("if (x) A; else A; x = 1;", "if (x) A else A x = 1;"),
            ("{ A; } while (x) A;", "{ A } while (x) A"),
        ] {
            assert_eq!(of(with).len(), of(without).len(), "{without}");
        }
        of("A, A; (A); x ? A : A;");
    }
}
