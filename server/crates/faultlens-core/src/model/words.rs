//! Wording of numbers and texts, shared by all clients.

use std::borrow::Cow;

/// Number with its noun: `1 test`, `3 tests`.
pub fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// C text on one line of at most `width` characters; see [`flat`].
pub fn one_line(text: &str, width: usize) -> String {
    let text = flat(text);
    if text.chars().count() <= width {
        return text;
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// Lexical context of a character of C text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LexicalContext {
    Code,
    /// Inside a literal that this character ends.
    Literal(char),
    LineComment,
    BlockComment,
}

/// C text on one line. White space between tokens and in comments becomes one blank; in literals it is kept, with
/// control characters as escapes, because it may be significant.
pub fn flat(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut place = LexicalContext::Code;
    let mut chars = text.chars().peekable();
    while let Some(letter) = chars.next() {
        if let LexicalContext::Literal(quote) = place
            && letter != '\n'
        {
            match (letter, chars.peek()) {
                // A continued line.
                ('\\', Some('\n')) => {
                    chars.next();
                    continue;
                }
                ('\\', Some(&escaped)) => {
                    chars.next();
                    line.push('\\');
                    push_visible(&mut line, escaped);
                    continue;
                }
                _ if letter == quote => place = LexicalContext::Code,
                _ => {}
            }
            push_visible(&mut line, letter);
            continue;
        }
        if letter == '\n' && place != LexicalContext::BlockComment {
            place = LexicalContext::Code;
        }
        if letter.is_whitespace() {
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
            continue;
        }
        place = match (place, letter, chars.peek()) {
            (LexicalContext::Code, '"' | '\'', _) => LexicalContext::Literal(letter),
            (LexicalContext::Code, '/', Some('/')) => LexicalContext::LineComment,
            (LexicalContext::Code, '/', Some('*')) => LexicalContext::BlockComment,
            (LexicalContext::BlockComment, '/', _) if line.ends_with('*') => LexicalContext::Code,
            (place, ..) => place,
        };
        push_visible(&mut line, letter);
    }
    if !matches!(place, LexicalContext::Literal(_)) {
        line.truncate(line.trim_end().len());
    }
    line
}

/// Argument of [`visible`] that keeps line breaks and tabs.
pub const KEEPS_LINES: bool = true;

/// Text without effect on a terminal: control characters, and characters that change the text direction, are escaped.
pub fn visible(text: &str, keeps_lines: bool) -> Cow<'_, str> {
    let stays = |c: char| is_visible(c) || keeps_lines && matches!(c, '\n' | '\t');
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if stays(letter) {
            shown.push(letter);
        } else {
            shown.extend(letter.escape_default());
        }
    }
    Cow::Owned(shown)
}

fn push_visible(text: &mut String, letter: char) {
    if is_visible(letter) {
        text.push(letter);
    } else {
        text.extend(letter.escape_default());
    }
}

fn is_visible(letter: char) -> bool {
    let is_direction = matches!(letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let ends_line = matches!(letter, '\u{2028}' | '\u{2029}');
    !letter.is_control() && !is_direction && !ends_line && letter != '\u{feff}'
}

/// Name of a file without its folders.
pub fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Sentence with a capital letter at the start.
pub fn capital(sentence: &str) -> String {
    let mut chars = sentence.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// Source text on one line, shortened, in back quotes.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    code_span(&one_line(text, LONGEST + 1))
}

/// Length of the longest run of back quotes: the delimiter of a code span needs one more.
pub fn longest_quotes(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Text as code in Markdown, whatever back quotes it contains.
pub fn code_span(text: &str) -> String {
    match longest_quotes(text) {
        0 => format!("`{text}`"),
        longest => {
            let fence = "`".repeat(longest + 1);
            format!("{fence} {text} {fence}")
        }
    }
}

/// Text that Markdown shows unchanged, on one line, except for code in back quotes.
pub fn plain_in_markdown(text: &str) -> String {
    let text = visible(text, false);
    let mut shown = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some((before, (code, after))) = rest
        .split_once('`')
        .and_then(|(before, from)| Some((before, from.split_once('`')?)))
        .filter(|(_, (code, _))| !code.is_empty())
    {
        escape_markdown(&mut shown, before);
        shown.push_str(&code_span(code));
        rest = after;
    }
    escape_markdown(&mut shown, rest);
    shown
}

fn escape_markdown(shown: &mut String, text: &str) {
    for letter in text.chars() {
        if matches!(letter, '\\' | '`' | '*' | '[' | ']' | '<' | '|' | '~' | '&') {
            shown.push('\\');
        }
        // Between letters an underscore has no effect, and names often contain one.
        if letter == '_' && !shown.ends_with(char::is_alphanumeric) {
            shown.push('\\');
        }
        shown.push(letter);
    }
}

/// Duration: `41 ms`, `3.2 s`.
pub fn duration(ms: f64) -> String {
    if ms < 10.0 {
        format!("{ms:.1} ms")
    } else if ms < 1000.0 {
        format!("{ms:.0} ms")
    } else {
        format!("{:.1} s", ms / 1000.0)
    }
}

/// Most functions that are named in a sentence.
const NAMED: usize = 5;

/// Functions as they are named in a sentence: `` `f`, `g` and 3 more ``.
pub fn functions(names: &[&str]) -> String {
    let shown = &names[..names.len().min(NAMED)];
    let more = match names.len() - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("`{}`{more}", shown.join("`, `"))
}

/// List of items: `t0, t2 and 12 more`, with at most `most` named.
pub fn list(items: &[&str], most: usize) -> String {
    match items.len().saturating_sub(most) {
        0 => items.join(", "),
        more => format!("{} and {more} more", items[..most].join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_in_literals_stay_and_others_are_one() {
        for (text, line) in [
            ("  a  &&\n\tb ", "a && b"),
            (r#"puts( "a  b \n" )"#, r#"puts( "a  b \n" )"#),
            (r#""\"  x"  'y'"#, r#""\"  x" 'y'"#),
            ("\"a\tb\"  \t c", "\"a\\tb\" c"),
            ("' '  + \"\u{1b}[31m\"", "' ' + \"\\u{1b}[31m\""),
            ("a /* don't  do */  b", "a /* don't do */ b"),
            ("a // it's\n  b  c", "a // it's b c"),
            ("\"open  \n  x  y", "\"open  x y"),
            ("\"one \\\n two\"", "\"one  two\""),
            ("\u{202e}x", "\\u{202e}x"),
            ("", ""),
        ] {
            assert_eq!(flat(text), line, "{text:?}");
        }
    }

    #[test]
    fn nothing_in_a_text_moves_a_terminal() {
        assert_eq!(visible("t0 – ünï", false), "t0 – ünï");
        assert_eq!(visible("\u{1b}[31mred\n", false), "\\u{1b}[31mred\\n");
        assert_eq!(
            visible("a\n\tb\u{7}\u{9b}", KEEPS_LINES),
            "a\n\tb\\u{7}\\u{9b}"
        );
        assert_eq!(visible("a\u{202e}b\u{2028}", false), "a\\u{202e}b\\u{2028}");
    }

    #[test]
    fn markdown_shows_texts_as_they_are() {
        assert_eq!(code_span("a"), "`a`");
        assert_eq!(code_span("puts(\"`\")"), "`` puts(\"`\") ``");
        assert_eq!(code_span("``"), "``` `` ```");
        for (text, shown) in [
            ("t_0", "t_0"),
            ("[x](command:y)", r"\[x\](command:y)"),
            ("![](http://x)", r"!\[\](http://x)"),
            ("<img src=x>", r"\<img src=x>"),
            ("a|b", r"a\|b"),
            ("_it_", r"\_it_"),
            ("`f[1]` is *wrong*", r"`f[1]` is \*wrong\*"),
            ("one ` alone [x]", r"one \` alone \[x\]"),
            ("two\nlines", r"two\\nlines"),
        ] {
            assert_eq!(plain_in_markdown(text), shown, "{text:?}");
        }
    }
}
