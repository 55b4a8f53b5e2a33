//! The functions of a C text: where they begin, which they call, and the names in their bodies.
//!
//! This is a scan, not a parse. Lenses stand at the head of `main`, and must keep their place while the user types, that
//! is, in texts that no parser accepts; and many files can be looked through in the time that one parse takes. All that it
//! needs to see are names followed by parentheses, outside of every brace or inside.

use std::collections::BTreeSet;
use std::ops::Range;

/// The name in the head of `main`; without one, of the first function that has a body.
pub(crate) fn lens_place(text: &str) -> Option<Range<usize>> {
    let (mut first, mut main) = (None, None);
    scan(text, |seen| {
        if let Seen::Head(head) = seen {
            let place = if text.get(head.span.clone()) == Some("main") {
                &mut main
            } else {
                &mut first
            };
            place.get_or_insert(head.span);
        }
    });
    main.or(first)
}

/// The functions that a text has and uses.
#[derive(Debug, Default)]
pub(crate) struct Functions<'a> {
    /// Those with a body, in order.
    heads: Vec<Named<'a>>,
    /// The names that are followed by a parenthesis somewhere in a body: calls, and some that are none.
    pub(crate) called: BTreeSet<&'a str>,
}

/// A function that has a body.
#[derive(Debug)]
struct Named<'a> {
    name: &'a str,
    is_static: bool,
}

impl<'a> Functions<'a> {
    /// Those of a text.
    pub(crate) fn of(text: &'a str) -> Self {
        let mut found = Self::default();
        scan(text, |seen| match seen {
            Seen::Head(head) => {
                let named = |name| Named {
                    name,
                    is_static: head.is_static,
                };
                found.heads.extend(text.get(head.span).map(named));
            }
            Seen::Called(span) => found.called.extend(text.get(span)),
            Seen::Inside(_) | Seen::Directive(_) => {}
        });
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

/// What a scan comes by.
#[derive(Debug)]
pub(crate) enum Seen {
    /// The head of a function that has a body.
    Head(Head),
    /// A name in the body of the function whose head came last.
    Inside(Range<usize>),
    /// The last name inside of braces is followed by a parenthesis.
    Called(Range<usize>),
    /// A line of the preprocessor.
    Directive(Range<usize>),
}

/// The head of a function.
#[derive(Debug)]
pub(crate) struct Head {
    /// Its name.
    pub(crate) span: Range<usize>,
    /// There are names between its parentheses besides `void`.
    pub(crate) takes_something: bool,
    /// Other files cannot call it.
    pub(crate) is_static: bool,
}

/// Tells what is in a text, in its order.
pub(crate) fn scan(text: &str, mut see: impl FnMut(Seen)) {
    let mut scan = Scan::new(text, 0..text.len());
    let (mut braces, mut parentheses) = (0_u32, 0_u32);
    // The last name outside of everything, and the one of these that an opening parenthesis followed first.
    let (mut name, mut candidate): (Option<Range<usize>>, Option<Range<usize>>) = (None, None);
    let (mut takes_something, mut is_static, mut in_function) = (false, false, false);
    // The last name inside of braces, if nothing came after it.
    let mut inside: Option<Range<usize>> = None;
    while let Some(token) = scan.next() {
        let before = inside.take();
        match token {
            Token::Name(span) if braces > 0 => {
                inside = Some(span.clone());
                if in_function {
                    see(Seen::Inside(span));
                }
            }
            Token::Byte(b'(') if braces > 0 => {
                if let Some(span) = before {
                    see(Seen::Called(span));
                }
            }
            Token::Name(span) if parentheses == 0 => {
                is_static |= text.get(span.clone()) == Some("static");
                name = Some(span);
            }
            Token::Name(span) => takes_something |= text.get(span) != Some("void"),
            Token::Byte(b'(') => {
                if parentheses == 0 && candidate.is_none() {
                    (candidate, takes_something) = (name.take(), false);
                }
                parentheses += 1;
            }
            Token::Byte(b')') => parentheses = parentheses.saturating_sub(1),
            Token::Byte(b'{') => {
                if braces == 0 {
                    in_function = candidate.is_some();
                    if let Some(span) = candidate.take() {
                        see(Seen::Head(Head {
                            span,
                            takes_something,
                            is_static,
                        }));
                    }
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
            // The end of a prototype or variable; but in `int g(a) int a; {` a declaration ends, and names stand between
            // the parenthesis and its end.
            Token::Byte(b';') if braces == 0 => {
                if name.take().is_none() {
                    candidate = None;
                }
                is_static &= candidate.is_some();
            }
            Token::Byte(b'=') if braces == 0 => candidate = None,
            Token::Directive(line) => see(Seen::Directive(line)),
            Token::Byte(_) => {}
        }
    }
}

/// The names in a part of a text, outside of comments and strings.
pub(crate) fn names(text: &str, part: Range<usize>) -> impl Iterator<Item = &str> {
    let mut scan = Scan::new(text, part);
    std::iter::from_fn(move || {
        loop {
            if let Token::Name(span) = scan.next()? {
                return text.get(span);
            }
        }
    })
}

enum Token {
    Name(Range<usize>),
    Byte(u8),
    /// A line of the preprocessor.
    Directive(Range<usize>),
}

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scan<'a> {
    /// Of a part of a text.
    fn new(text: &'a str, part: Range<usize>) -> Self {
        let bytes = text.as_bytes().get(..part.end).unwrap_or_default();
        let at = part.start;
        Scan { bytes, at }
    }

    /// The next name, line of the preprocessor, or other byte, outside of comments and strings.
    fn next(&mut self) -> Option<Token> {
        loop {
            let rest = self.bytes.get(self.at..)?;
            match *rest {
                [] => return None,
                [b'/', b'/', ..] => self.skip_line(),
                [b'#', ..] => {
                    let start = self.at;
                    self.skip_line();
                    let end = self.at.min(self.bytes.len());
                    return Some(Token::Directive(start..end));
                }
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
        let mut names = Vec::new();
        scan(text, |seen| {
            if let Seen::Head(head) = seen {
                names.push(&text[head.span]);
            }
        });
        names
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
