//! Texts of edits that stay apart from what stands beside them.
//!
//! An edit changes the tree and the text. In the tree, `return` and `r` are apart; in the text, `r` for `!r` in
//! `return!r;` makes one word of both, and `/` for the first `*` in `a**p` begins a comment. A blank keeps them apart.

use syntax::Sources;

use crate::naturalness::tokens;
use crate::patch::TextEdit;

/// Puts blanks around the text of an edit where it would make one token with what stands beside it.
pub(crate) fn set_apart(edit: &mut TextEdit, sources: &Sources) {
    let Some(file) = sources.file(edit.span.file) else {
        return;
    };
    let (start, end) = (edit.span.start as usize, edit.span.end as usize);
    let (Some(before), Some(after)) = (file.text.get(..start), file.text.get(end..)) else {
        return;
    };
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let before = &before[line..];
    if edit.text.is_empty() {
        if runs_together(before, after) {
            edit.text.push(' ');
        }
        return;
    }
    if runs_together(before, &edit.text) {
        edit.text.insert(0, ' ');
    }
    if runs_together(&edit.text, after) {
        edit.text.push(' ');
    }
}

/// Whether the last token of a text and the first of the next are others if nothing stands between them.
fn runs_together(text: &str, next: &str) -> bool {
    let is_blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    if is_blank(text.chars().next_back()) || is_blank(next.chars().next()) {
        return false;
    }
    let (Some(last), Some(first)) = (tokens(text).pop(), tokens(next).first().copied()) else {
        return false;
    };
    let begins_comment = last.ends_with('/') && first.starts_with(['*', '/']);
    // `0xE+a` is one number for the preprocessor.
    let goes_on = last.starts_with(|c: char| c.is_ascii_digit())
        && last.ends_with(['e', 'E', 'p', 'P'])
        && first.starts_with(['+', '-']);
    begins_comment || goes_on || tokens(&[last, first].concat()) != [last, first]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_do_not_run_together() {
        for (text, next, expected) in [
            ("return", "r;", true),
            ("return", "-r;", false),
            ("return ", "r;", false),
            ("case", "3:", true),
            ("a /", "*p", true),
            ("a *", "*p", false),
            ("a-", "-b", true),
            ("a -", "b", false),
            ("a+", "+b", true),
            ("x = 0xE", "+a", true),
            ("x = 0xF", "+a", false),
            ("x = 1e", "2", true),
            ("a<", "=b", true),
            ("a&", "&b", true),
            ("f(", ")", false),
            ("", "x", false),
        ] {
            assert_eq!(runs_together(text, next), expected, "{text:?} {next:?}");
        }
    }
}
