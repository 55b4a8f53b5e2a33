//! Where lenses stand: the head of `main`, or of the first function.
//!
//! This is a scan, not a parse. Lenses must keep their place while the user types, that is, in texts that no parser
//! accepts; all it needs to see are names followed by parentheses outside of every brace.

use std::ops::Range;

/// The name in the head of `main`; without one, of the first function that has a body.
pub(crate) fn lens_place(text: &str) -> Option<Range<usize>> {
    let heads = heads(text);
    heads
        .iter()
        .find(|span| text.get((*span).clone()) == Some("main"))
        .or(heads.first())
        .cloned()
}

/// Whether a program begins in a text.
pub(crate) fn defines_main(text: &str) -> bool {
    let mut heads = heads(text).into_iter();
    heads.any(|span| text.get(span) == Some("main"))
}

/// The names of all functions with a body, in order.
fn heads(text: &str) -> Vec<Range<usize>> {
    let mut heads = Vec::new();
    let mut scan = Scan {
        bytes: text.as_bytes(),
        at: 0,
    };
    let (mut braces, mut parentheses) = (0_u32, 0_u32);
    // The last name outside of everything, and the one of these that an opening parenthesis followed first.
    let (mut name, mut candidate): (Option<Range<usize>>, Option<Range<usize>>) = (None, None);
    while let Some(token) = scan.next() {
        match token {
            Token::Name(span) if braces == 0 && parentheses == 0 => name = Some(span),
            Token::Byte(b'(') => {
                if braces == 0 && parentheses == 0 && candidate.is_none() {
                    candidate = name.take();
                }
                parentheses += 1;
            }
            Token::Byte(b')') => parentheses = parentheses.saturating_sub(1),
            Token::Byte(b'{') => {
                if braces == 0 {
                    heads.extend(candidate.take());
                }
                // Inside braces parentheses do not matter; an unbalanced one must not hide the rest of the file.
                parentheses = 0;
                braces += 1;
            }
            Token::Byte(b'}') => {
                braces = braces.saturating_sub(1);
                (name, candidate, parentheses) = (None, None, 0);
            }
            // The end of a prototype or variable; but in `int g(a) int a; {` a declaration ends, and names stand between
            // the parenthesis and its end.
            Token::Byte(b';') if braces == 0 => {
                if name.take().is_none() {
                    candidate = None;
                }
            }
            Token::Byte(b'=') if braces == 0 => candidate = None,
            Token::Name(_) | Token::Byte(_) => {}
        }
    }
    heads
}

enum Token {
    Name(Range<usize>),
    Byte(u8),
}

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    /// The next name or other byte outside of comments, strings and preprocessor lines.
    fn next(&mut self) -> Option<Token> {
        loop {
            let rest = self.bytes.get(self.at..)?;
            match *rest {
                [] => return None,
                [b'/', b'/', ..] | [b'#', ..] => self.skip_line(),
                [b'/', b'*', ..] => self.skip_comment(),
                [quote @ (b'"' | b'\''), ..] => self.skip_quoted(quote),
                [byte, ..] if byte.is_ascii_whitespace() => self.at += 1,
                [byte, ..] if is_name(byte) => {
                    let len = rest.iter().take_while(|&&b| is_name(b)).count();
                    self.at += len;
                    return Some(Token::Name(self.at - len..self.at));
                }
                [byte, ..] => {
                    self.at += 1;
                    return Some(Token::Byte(byte));
                }
            }
        }
    }

    /// To the end of the line, joined lines included.
    fn skip_line(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'\n' {
                return;
            }
        }
    }

    fn skip_comment(&mut self) {
        let body = self.bytes.get(self.at + 2..).unwrap_or_default();
        let end = body.windows(2).position(|pair| pair == b"*/");
        self.at = end.map_or(self.bytes.len(), |end| self.at + 2 + end + 2);
    }

    /// To the closing quote, at most to the end of the line: an unclosed one must not hide the rest of the file.
    fn skip_quoted(&mut self, quote: u8) {
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == quote || byte == b'\n' {
                return;
            }
        }
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&str> {
        heads(text).into_iter().map(|span| &text[span]).collect()
    }

    #[test]
    fn functions_are_found_and_nothing_else() {
        assert_eq!(
            names(
                "int f(int a) { if (a) { g(a); } return 0; } int g(int); int x = h(1); int main(void) {}"
            ),
            ["f", "main"]
        );
        assert_eq!(
            names("main(argc, argv) int argc; char *argv[]; { }"),
            ["main"]
        );
        assert_eq!(
            names("int g(int); struct s { int (*p)(int); }; int f() { }"),
            ["f"]
        );
        assert_eq!(
            names(
                "int a[] = { 1, 2 }; /* h() { */ // h() {\n#define m(x) { x \\\n }\nchar *s = \"k() {\"; int f(){}"
            ),
            ["f"]
        );
    }

    #[test]
    fn broken_text_still_has_its_functions() {
        assert_eq!(names("int f( { }\nint main(void) { "), ["f", "main"]);
        assert_eq!(
            names("int f() { s = \"abc\n; }\nint main() { }"),
            ["f", "main"]
        );
        assert_eq!(names("/* never closed int main() {}"), [""; 0]);
    }

    #[test]
    fn main_is_preferred() {
        let text = "int f(){} int main(){}";
        assert_eq!(&text[lens_place(text).unwrap()], "main");
        assert_eq!(lens_place("int x;"), None);
    }
}
