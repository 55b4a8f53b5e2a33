//! The functions of a C text: where they begin, and which they call.
//!
//! This is a scan, not a parse. Lenses stand at the head of `main`, and must keep their place while the user types, that
//! is, in texts that no parser accepts; and many files can be looked through in the time that one parse takes. All that it
//! needs to see are names followed by parentheses, outside of every brace or inside.

use std::collections::BTreeSet;
use std::ops::Range;

/// The name in the head of `main`; without one, of the first function that has a body.
pub(crate) fn lens_place(text: &str) -> Option<Range<usize>> {
    let heads = Functions::of(text).heads;
    let main = heads.iter().find(|head| head.name == "main");
    main.or(heads.first()).map(|head| head.span.clone())
}

/// Whether a program begins in a text.
pub(crate) fn defines_main(text: &str) -> bool {
    Functions::of(text).defines("main")
}

/// The functions that a text has and uses.
#[derive(Debug, Default)]
pub(crate) struct Functions<'a> {
    /// Those with a body, in order.
    heads: Vec<Head<'a>>,
    /// The names that are followed by a parenthesis somewhere in a body: calls, and some that are none.
    pub(crate) called: BTreeSet<&'a str>,
}

/// The head of a function that has a body.
#[derive(Debug)]
struct Head<'a> {
    name: &'a str,
    span: Range<usize>,
    /// Other files cannot call it.
    is_static: bool,
}

impl<'a> Functions<'a> {
    /// Those of a text.
    pub(crate) fn of(text: &'a str) -> Self {
        let mut found = Self::default();
        let mut scan = Scan {
            bytes: text.as_bytes(),
            at: 0,
        };
        let (mut braces, mut parentheses) = (0_u32, 0_u32);
        // The last name outside of everything, and the one of these that an opening parenthesis followed first.
        let (mut name, mut candidate): (Option<Range<usize>>, Option<Range<usize>>) = (None, None);
        let mut is_static = false;
        // The last name inside of braces, if nothing came after it.
        let mut inside: Option<Range<usize>> = None;
        while let Some(token) = scan.next() {
            let before = inside.take();
            match token {
                Token::Name(span) if braces > 0 => inside = Some(span),
                Token::Byte(b'(') if braces > 0 => {
                    found.called.extend(before.and_then(|span| text.get(span)));
                }
                Token::Name(span) if parentheses == 0 => {
                    is_static |= text.get(span.clone()) == Some("static");
                    name = Some(span);
                }
                Token::Byte(b'(') => {
                    if parentheses == 0 && candidate.is_none() {
                        candidate = name.take();
                    }
                    parentheses += 1;
                }
                Token::Byte(b')') => parentheses = parentheses.saturating_sub(1),
                Token::Byte(b'{') => {
                    if braces == 0
                        && let Some(span) = candidate.take()
                        && let Some(name) = text.get(span.clone())
                    {
                        found.heads.push(Head {
                            name,
                            span,
                            is_static,
                        });
                    }
                    // Inside braces parentheses do not matter; an unbalanced one must not hide the rest of the file.
                    parentheses = 0;
                    braces += 1;
                }
                Token::Byte(b'}') => {
                    braces = braces.saturating_sub(1);
                    (name, candidate, parentheses) = (None, None, 0);
                    is_static &= braces > 0;
                }
                // The end of a prototype or variable; but in `int g(a) int a; {` a declaration ends, and names stand
                // between the parenthesis and its end.
                Token::Byte(b';') if braces == 0 => {
                    if name.take().is_none() {
                        candidate = None;
                    }
                    is_static &= candidate.is_some();
                }
                Token::Byte(b'=') if braces == 0 => candidate = None,
                Token::Name(_) | Token::Byte(_) => {}
            }
        }
        found
    }

    /// Whether there is a function of this name with a body.
    pub(crate) fn defines(&self, name: &str) -> bool {
        self.heads.iter().any(|head| head.name == name)
    }

    /// Whether two files cannot be linked: both have a function of one name that others can call.
    pub(crate) fn clashes(&self, other: &Functions<'_>) -> bool {
        let mut heads = self.heads.iter();
        heads.any(|head| !head.is_static && other.offers(head.name))
    }

    /// Whether there is one that other files can call.
    pub(crate) fn offers(&self, name: &str) -> bool {
        let mut heads = self.heads.iter();
        heads.any(|head| head.name == name && !head.is_static)
    }
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
        let heads = Functions::of(text).heads;
        heads.into_iter().map(|head| head.name).collect()
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
    fn calls_and_what_others_can_call_are_seen() {
        let text = "static int x = 1; int f(void) { return g(x) + (h) (2); } static\nint k(void) { if (f()) {} }\n\
                    extern int p(int); struct s { int a; } m(void) { }";
        let functions = Functions::of(text);
        let called: Vec<&str> = functions.called.iter().copied().collect();
        assert_eq!(called, ["f", "g", "if"]);
        let offered = |name| (functions.defines(name), functions.offers(name));
        assert_eq!(offered("f"), (true, true));
        assert_eq!(offered("k"), (true, false));
        assert_eq!(offered("p"), (false, false));
        assert_eq!(offered("m"), (true, true));
    }

    #[test]
    fn main_is_preferred() {
        let text = "int f(){} int main(){}";
        assert_eq!(&text[lens_place(text).unwrap()], "main");
        assert_eq!(lens_place("int x;"), None);
    }
}
