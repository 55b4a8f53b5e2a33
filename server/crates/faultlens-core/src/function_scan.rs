//! Scan of the functions of a C text: their beginnings, their calls, and the names in their bodies.
//!
//! This is a scan, not a parse. Lenses are at the head of `main`, and must keep their place while the user types, that
//! is, in texts that no parser accepts; and many files can be scanned in the time that one parse takes. The scan only
//! needs to see names followed by parentheses, outside of all braces or inside.

mod declaration;

use std::collections::BTreeSet;
use std::ops::Range;

use declaration::Declaration;

/// The name in the head of `main`, or else of the first function that has a body.
pub fn lens_place(text: &str) -> Option<Range<usize>> {
    let (mut first, mut main) = (None, None);
    scan(text, |seen| {
        if let ScanEvent::Head(head) = seen {
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

/// The functions that a text defines and uses.
#[derive(Debug, Default)]
pub struct Functions<'a> {
    /// Functions with a body, in order.
    heads: Vec<DefinedFunction<'a>>,
    /// Names that are followed by a parenthesis somewhere in a body: calls, and some other names. Also functions that
    /// are declared here and named in a body, because their address may be taken.
    pub called: BTreeSet<&'a str>,
    /// Names in bodies and initialisers.
    pub named: BTreeSet<&'a str>,
    /// Objects that the text defines for other files, too.
    objects: BTreeSet<&'a str>,
    /// Objects that it says to be defined elsewhere.
    pub elsewhere: BTreeSet<&'a str>,
    /// Functions that it declares without a body.
    pub declared: BTreeSet<&'a str>,
    /// Names of which macros make functions: `SUITE(lists) {`.
    pub made: BTreeSet<&'a str>,
    /// Macros with parameters that are no wrappers of functions of their name.
    pub macros: BTreeSet<&'a str>,
}

/// A function that has a body.
#[derive(Debug)]
struct DefinedFunction<'a> {
    name: &'a str,
    is_static: bool,
}

impl<'a> Functions<'a> {
    /// Scans a text.
    pub fn of(text: &'a str) -> Self {
        let mut found = Self::default();
        scan(text, |seen| match seen {
            ScanEvent::Head(head) => {
                let named = |name| DefinedFunction {
                    name,
                    is_static: head.is_static,
                };
                found.heads.extend(text.get(head.span).map(named));
                let made = head.made.into_iter();
                found.made.extend(made.filter_map(|span| text.get(span)));
            }
            ScanEvent::Called(span) => found.called.extend(text.get(span)),
            ScanEvent::Inside(span) | ScanEvent::Listed(span) => {
                found.named.extend(text.get(span));
            }
            ScanEvent::Prototype(span) => found.declared.extend(text.get(span)),
            ScanEvent::Object(span, is_elsewhere) => {
                let objects = if is_elsewhere {
                    &mut found.elsewhere
                } else {
                    &mut found.objects
                };
                objects.extend(text.get(span));
            }
            ScanEvent::Directive(line) => {
                found
                    .macros
                    .extend(text.get(line).and_then(macro_with_parameters));
            }
        });
        found
            .called
            .extend(found.declared.intersection(&found.named));
        found
    }

    /// Adds the functions of a text that this one includes.
    pub fn extend(&mut self, other: Self) {
        self.heads.extend(other.heads);
        self.called.extend(other.called);
        self.named.extend(other.named);
        self.objects.extend(other.objects);
        self.elsewhere.extend(other.elsewhere);
        self.declared.extend(other.declared);
        self.made.extend(other.made);
        self.macros.extend(other.macros);
    }

    /// Whether the text defines an object of this name for other files, too.
    pub(crate) fn offers_object(&self, name: &str) -> bool {
        self.objects.contains(name)
    }

    /// Whether there is a function of this name with a body.
    pub fn defines(&self, name: &str) -> bool {
        self.heads.iter().any(|head| head.name == name)
    }

    /// Whether two files cannot be linked because both define an external function of the same name.
    pub(crate) fn clashes(&self, other: &Functions<'_>) -> bool {
        let mut heads = self.heads.iter();
        heads.any(|head| !head.is_static && other.offers(head.name))
    }

    /// The functions and objects that the text defines for other files, too, and what macros make functions of.
    pub fn offered(&self) -> impl Iterator<Item = &'a str> {
        let external = self.heads.iter().filter(|head| !head.is_static);
        let names = external.map(|head| head.name);
        let made = self.made.iter().copied();
        names.chain(self.objects.iter().copied()).chain(made)
    }

    /// Whether there is an external function of this name with a body.
    pub fn offers(&self, name: &str) -> bool {
        let mut heads = self.heads.iter();
        heads.any(|head| head.name == name && !head.is_static)
    }
}

/// An item that a scan finds.
#[derive(Debug)]
pub(crate) enum ScanEvent {
    /// The head of a function that has a body.
    Head(Head),
    /// The name of a function that is declared, without a body.
    Prototype(Range<usize>),
    /// A name in the body of the function whose head came last.
    Inside(Range<usize>),
    /// A name in braces outside of functions: in an initialiser, or in the definition of a type.
    Listed(Range<usize>),
    /// The name of an object outside of functions, and whether it is only said to be defined elsewhere.
    Object(Range<usize>, bool),
    /// The last name inside braces is followed by a parenthesis.
    Called(Range<usize>),
    /// A preprocessor line.
    Directive(Range<usize>),
}

/// The head of a function.
#[derive(Debug)]
pub struct Head {
    /// Place of the function's name.
    pub span: Range<usize>,
    /// Whether there are names between its parentheses besides `void`.
    pub(crate) takes_something: bool,
    /// Names between its parentheses if it looks like a use of a macro, `SUITE(lists) {`, which makes functions of them.
    made: Vec<Range<usize>>,
    /// Whether the function is internal to the file.
    pub(crate) is_static: bool,
}

/// Calls `see` for each item of a text, in order.
pub(crate) fn scan(text: &str, mut see: impl FnMut(ScanEvent)) {
    let mut scan = Scan::new(text, 0..text.len());
    let (mut braces, mut in_function) = (0_u32, false);
    let mut declaration = Declaration::new(text);
    // The last name inside braces, if nothing came after it.
    let mut inside: Option<Range<usize>> = None;
    // Number of open braces at the beginning of each conditional group: each of its branches may open the same brace.
    let mut groups: Vec<u32> = Vec::new();
    while let Some(token) = scan.next() {
        let before = inside.take();
        match token {
            Token::Directive(line) => {
                match text.get(line.clone()).map_or("", directive) {
                    "if" | "ifdef" | "ifndef" => groups.push(braces),
                    "else" | "elif" => braces = groups.last().copied().unwrap_or(braces),
                    "endif" => _ = groups.pop(),
                    _ => {}
                }
                see(ScanEvent::Directive(line));
            }
            Token::Name(span) if braces > 0 => {
                inside = Some(span.clone());
                see(if in_function {
                    ScanEvent::Inside(span)
                } else {
                    ScanEvent::Listed(span)
                });
            }
            Token::Byte(b'(') if braces > 0 => {
                if let Some(span) = before {
                    see(ScanEvent::Called(span));
                }
            }
            // The brace of `extern "C" {` does not open a body.
            Token::Byte(b'{') if braces == 0 && declaration.is_extern() => declaration.clear(),
            Token::Byte(b'{') => {
                if braces == 0 {
                    let head = declaration.head(true);
                    in_function = head.is_some();
                    if let Some(head) = head {
                        see(ScanEvent::Head(head));
                    } else if declaration.is_initialised() {
                        declaration.objects(&mut see);
                    }
                }
                braces += 1;
            }
            Token::Byte(b'}') => {
                braces = braces.saturating_sub(1);
                if braces == 0 {
                    declaration.behind_braces(in_function);
                }
            }
            Token::Byte(b';') if braces == 0 => {
                if let Some(head) = declaration.head(false) {
                    see(ScanEvent::Prototype(head.span));
                } else {
                    declaration.objects(&mut see);
                }
                declaration.end();
            }
            token if braces == 0 => declaration.tokens.push(token),
            _ => {}
        }
    }
}

/// The name of a preprocessor directive.
fn directive(line: &str) -> &str {
    let word = line.trim_start_matches('#').trim_start();
    let end = word.find(|c: char| !c.is_ascii_alphabetic());
    &word[..end.unwrap_or(word.len())]
}

/// The macro with parameters that a line defines, unless its body has its name too: then it wraps a function.
fn macro_with_parameters(line: &str) -> Option<&str> {
    let rest = line
        .strip_prefix('#')?
        .trim_start()
        .strip_prefix("define")?;
    let rest = rest.trim_start();
    let name = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let (name, body) = rest.split_at(name);
    let wraps = names(body, 0..body.len()).any(|inside| inside == name);
    (body.starts_with('(') && !wraps).then_some(name)
}

/// The names in a part of a text, outside comments and strings.
pub fn names(text: &str, part: Range<usize>) -> impl Iterator<Item = &str> {
    let mut scan = Scan::new(text, part);
    std::iter::from_fn(move || {
        loop {
            if let Token::Name(span) = scan.next()? {
                return text.get(span);
            }
        }
    })
}

#[derive(Debug)]
enum Token {
    Name(Range<usize>),
    Byte(u8),
    /// A preprocessor line.
    Directive(Range<usize>),
}

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scan<'a> {
    /// Prepares a scan of a part of a text.
    fn new(text: &'a str, part: Range<usize>) -> Self {
        let bytes = text.as_bytes().get(..part.end).unwrap_or_default();
        let at = part.start;
        Scan { bytes, at }
    }

    /// The next name, preprocessor line, or other byte, outside comments and strings.
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

    /// Skips to the end of the line, including continuation lines.
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

    /// Skips to the closing quote, at most to the end of the line: an unclosed quote must not hide the rest of the
    /// file.
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
            if let ScanEvent::Head(head) = seen {
                names.push(&text[head.span]);
            }
        });
        names
    }

    #[test]
    fn static_is_said_of_functions_and_not_of_their_parameters() {
        for (text, is_static) in [
            ("static int f(int a) { return a; }", true),
            ("int static f(int a) { return a; }", true),
            ("int f(int a[static 4]) { return a[0]; }", false),
        ] {
            scan(text, |seen| {
                if let ScanEvent::Head(head) = seen {
                    assert_eq!(head.is_static, is_static, "{text}");
                }
            });
        }
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
    fn the_name_is_told_from_macros_and_initialisers() {
        for (text, want) in [
            (
                "static const int n = sizeof(int) / sizeof(int); int f(void) { }",
                "f",
            ),
            ("int a[] = { f(1), 2 }, b = g(3); int f(void) { }", "f"),
            ("#define API(t) t\nAPI(int) twice(int x) { }", "twice"),
            ("static API(struct s *) make(const char *x) { }", "make"),
            ("EXPORT API(char *) make(void) { }", "make"),
            ("DECLARE(x) int f(void) { }", "f"),
            ("int f(int x) ATTRIBUTE(1) OTHER { }", "f"),
            (
                "__attribute__((noinline)) int f(int x) __attribute__((pure)) { }",
                "f",
            ),
            ("int f(int) __attribute__((weak)); int g(void) { }", "g"),
            ("int f(size_t) PURE; int g(void) { }", "g"),
            ("int f(a, g) int a; int (*g)(); { }", "f"),
            ("f(a) T *a; { } ", "f"),
            ("MACRO(a) struct s; int f(void) { }", "f"),
            ("int (*f(int a))(int b) { }", "f"),
            ("T *(*f(void))[3] { }", "f"),
            ("T (*f(int a))(int b) { }", "f"),
            ("int (f)(int x) { }", "f"),
            ("typeof(int) f(void) { }", "f"),
            ("int (*table[])(int) = { f, g };", ""),
            (
                "struct s { int a; } s = { 1 }; enum e { A = 1, B }; union u f(void) { }",
                "f",
            ),
            ("TEST(suite, name) { }", "TEST"),
            (
                "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void) { }\n#ifdef __cplusplus\n}\n#endif",
                "f",
            ),
            (
                "#if A\nint f(int a) {\n#else\nint f(long a) {\n#endif\n}\nint g(void) { }",
                "f f g",
            ),
        ] {
            assert_eq!(names(text).join(" "), want, "{text}");
        }
    }

    #[test]
    fn static_is_seen_before_a_specifier() {
        let text = "static struct s { int a; } f(void) { } int g(void) { } static int x = 1; int h(void) { }";
        let functions = Functions::of(text);
        let offered = ["f", "g", "h"].map(|name| (functions.defines(name), functions.offers(name)));
        assert_eq!(offered, [(true, false), (true, true), (true, true)]);
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
