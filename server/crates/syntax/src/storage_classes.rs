//! Storage classes behind the type: `struct s { int i; } typedef t;`
//!
//! C allows the specifiers of a declaration in any order. `typedef` behind any type, and another storage class behind
//! the list of a structure, is moved to the front, where the scan for names and the grammar expect it.

use crate::keywords::{Word, word};
use crate::preprocess::Output;

/// Moves the words.
pub(crate) fn move_to_front(output: &mut Output) {
    let [open, close] = ["{", "}"].map(|text| output.interner.intern(text));
    // For each open brace, the start of the specifier that it belongs to, if it is one.
    let mut braces: Vec<Option<usize>> = Vec::new();
    // Start of the specifier whose brace was just closed.
    let mut closed = None;
    for at in 0..output.tokens.len() {
        let class = |at: usize| word(output.tokens[at], &output.interner);
        let text = output.tokens[at].text;
        if text == open {
            let head = at.checked_sub(1).map(|before| match class(before) {
                Word::Name => before.saturating_sub(1),
                _ => before,
            });
            braces.push(head.filter(|head| matches!(class(*head), Word::Record | Word::Enum)));
        }
        let end = closed.take();
        if text == close {
            closed = braces.pop().flatten();
            continue;
        }
        let is_typedef = class(at) == Word::Typedef;
        let mut start = match (class(at), end) {
            (Word::Typedef | Word::Storage, Some(record)) => record,
            _ if is_typedef => at,
            _ => continue,
        };
        while let Some(before) = start.checked_sub(1)
            && matches!(
                class(before),
                Word::Base | Word::Qualifier | Word::Name | Word::Record | Word::Enum
            )
        {
            start = before;
        }
        output.tokens[start..=at].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use crate::{NoIncludes, Options, dump, parse};

    #[test]
    fn any_order_of_specifiers_means_the_same() {
        let tree = |text: &str| {
            let text = format!("struct known {{ int i; }}; {text} int main(void) {{ return 0; }}");
            let parse = parse("a.c", &text, &NoIncludes, &Options::default());
            assert!(parse.problems.is_empty(), "{text}: {:?}", parse.problems);
            dump::unit(&parse.unit)
        };
        for (usual, other) in [
            (
                "typedef struct { char c; } d; d x;",
                "struct { char c; } typedef d; d x;",
            ),
            ("typedef int t, *p; p x;", "int typedef t, *p; p x;"),
            (
                "typedef const unsigned long t; t x;",
                "unsigned long const typedef t; t x;",
            ),
            (
                "typedef struct known d; d x;",
                "struct known typedef d; d x;",
            ),
            (
                "typedef enum { A, B } e; e x;",
                "enum { A, B } typedef e; e x;",
            ),
            (
                "typedef int t; typedef t u; u x;",
                "typedef int t; t typedef u; u x;",
            ),
            (
                "static struct p { int i; } x = {2};",
                "struct p { int i; } static x = {2};",
            ),
            (
                "void f(void) { { } typedef struct q { struct { int i; } s; } d; d x; }",
                "void f(void) { { } struct q { struct { int i; } s; } typedef d; d x; }",
            ),
        ] {
            assert_eq!(tree(usual), tree(other), "{other}");
        }
    }
}
