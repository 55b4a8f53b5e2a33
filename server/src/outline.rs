//! What the text of a C file shows without being parsed: its functions, and the names that stand in them.
//!
//! This is a scan. It keeps working while the user types, that is, in texts that no parser accepts, and it is cheap enough
//! for every file of a workspace; what it says of macros and includes is a guess. All it needs to see are names followed
//! by parentheses outside of every brace.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use ir::{Builtin, Nature};

/// Where lenses stand: the name in the head of `main`; without one, of the first function that has a body.
pub(crate) fn lens_place(text: &str) -> Option<Range<usize>> {
    let functions = Outline::of(text).functions;
    let main = functions.iter().find(|f| f.name(text) == MAIN);
    Some(main.or(functions.first())?.head.clone())
}

/// The name of a test function, by which it is told from others: `test_add`, `add_test`.
pub(crate) fn is_test_name(name: &str) -> bool {
    let starts = ["test", "Test"].iter().any(|start| name.starts_with(start));
    starts || name.ends_with("_test") || name.ends_with("_tests")
}

const MAIN: &str = "main";

/// The functions and macros of a text.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    functions: Vec<Function>,
    /// Lines that begin with `#`.
    directives: Vec<Range<usize>>,
}

/// A function that has a body.
#[derive(Debug)]
struct Function {
    /// Its name, where it is defined.
    head: Range<usize>,
    /// There are names between its parentheses besides `void`.
    takes_something: bool,
    /// The names in its body.
    names: Vec<Range<usize>>,
}

impl Function {
    fn name<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.head.clone()).unwrap_or_default()
    }
}

impl Outline {
    /// All functions with a body, in order.
    pub(crate) fn of(text: &str) -> Outline {
        let mut outline = Outline::default();
        let mut scan = Scan::new(text, 0..text.len());
        let (mut braces, mut parentheses) = (0_u32, 0_u32);
        // The last name outside of everything, and the one of these that an opening parenthesis followed first.
        let (mut name, mut candidate): (Option<Range<usize>>, Option<Range<usize>>) = (None, None);
        let (mut parameters, mut inside) = (0_u32, false);
        while let Some(token) = scan.next() {
            match token {
                Token::Name(span) if braces == 0 && parentheses == 0 => name = Some(span),
                Token::Name(span) if braces == 0 => {
                    parameters += u32::from(text.get(span) != Some("void"));
                }
                Token::Name(span) if inside => {
                    if let Some(function) = outline.functions.last_mut() {
                        function.names.push(span);
                    }
                }
                Token::Byte(b'(') => {
                    if braces == 0 && parentheses == 0 && candidate.is_none() {
                        (candidate, parameters) = (name.take(), 0);
                    }
                    parentheses += 1;
                }
                Token::Byte(b')') => parentheses = parentheses.saturating_sub(1),
                Token::Byte(b'{') => {
                    if braces == 0 {
                        inside = candidate.is_some();
                        outline
                            .functions
                            .extend(candidate.take().map(|head| Function {
                                head,
                                takes_something: parameters > 0,
                                names: Vec::new(),
                            }));
                    }
                    // Inside braces parentheses do not matter; an unbalanced one must not hide the rest of the file.
                    parentheses = 0;
                    braces += 1;
                }
                Token::Byte(b'}') => {
                    braces = braces.saturating_sub(1);
                    (name, candidate, parentheses) = (None, None, 0);
                }
                // The end of a prototype or variable; but in `int g(a) int a; {` a declaration ends, and names stand
                // between the parenthesis and its end.
                Token::Byte(b';') if braces == 0 => {
                    if name.take().is_none() {
                        candidate = None;
                    }
                }
                Token::Byte(b'=') if braces == 0 => candidate = None,
                Token::Directive(line) => outline.directives.push(line),
                Token::Name(_) | Token::Byte(_) => {}
            }
        }
        outline
    }

    /// Whether a program begins here.
    pub(crate) fn has_main(&self, text: &str) -> bool {
        self.functions.iter().any(|f| f.name(text) == MAIN)
    }

    /// Whether the text has tests in itself, as far as one can see: test functions that assert something and are not said
    /// to be left out, or a `main` that does.
    pub(crate) fn has_tests(&self, text: &str) -> bool {
        let uses = self.uses(text);
        let asserts = |from: &str| {
            let mut reached = uses.reached(from).into_iter();
            reached.any(is_assertion)
        };
        let run = self.has_main(text).then(|| uses.reached(MAIN));
        let is_test = |f: &&Function| is_test_name(f.name(text)) && !f.takes_something;
        let tests: BTreeSet<&str> = self
            .functions
            .iter()
            .filter(is_test)
            .map(|f| f.name(text))
            .collect();
        let taken = |test: &&str| {
            let runs_others = uses
                .of(test)
                .any(|name| name != *test && tests.contains(name));
            let left_out = run.as_ref().is_some_and(|run| !run.contains(*test));
            !runs_others && !left_out && asserts(test)
        };
        tests.iter().any(taken) || run.is_some() && asserts(MAIN)
    }

    /// The names that stand in each function and each macro.
    fn uses<'t>(&self, text: &'t str) -> Uses<'t> {
        let slice = |span: &Range<usize>| text.get(span.clone());
        let mut uses = Uses(BTreeMap::new());
        for function in &self.functions {
            let of = uses.0.entry(function.name(text)).or_default();
            of.extend(function.names.iter().filter_map(slice));
        }
        for line in &self.directives {
            let mut names = Scan::new(text, line.start + 1..line.end).names();
            if names.next().as_ref().and_then(slice) == Some("define")
                && let Some(name) = names.next().as_ref().and_then(slice)
            {
                let of = uses.0.entry(name).or_default();
                of.extend(names.filter_map(|span| text.get(span)));
            }
        }
        uses
    }
}

/// Which names stand in what has a name.
struct Uses<'t>(BTreeMap<&'t str, Vec<&'t str>>);

impl<'t> Uses<'t> {
    fn of(&self, name: &str) -> impl Iterator<Item = &'t str> + '_ {
        self.0.get(name).into_iter().flatten().copied()
    }

    /// All names that a name leads to.
    fn reached(&self, from: &str) -> BTreeSet<&'t str> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<&str> = self.of(from).collect();
        while let Some(name) = open.pop() {
            if reached.insert(name) {
                open.extend(self.of(name));
            }
        }
        reached
    }
}

/// Of the library, of verifiers, or of Unity.
fn is_assertion(name: &str) -> bool {
    let builtin = Builtin::by_name(name);
    let unity = ["TEST_ASSERT", "TEST_FAIL"];
    builtin.is_some_and(|b| b.nature() == Nature::Specification)
        || unity.iter().any(|start| name.starts_with(start))
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

    /// The names that are left.
    fn names(mut self) -> impl Iterator<Item = Range<usize>> {
        std::iter::from_fn(move || {
            loop {
                if let Token::Name(span) = self.next()? {
                    return Some(span);
                }
            }
        })
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
        let outline = Outline::of(text);
        outline.functions.iter().map(|f| f.name(text)).collect()
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

    #[test]
    fn tests_are_seen_without_parsing() {
        let unit = "void test_a(void) { TEST_ASSERT_EQUAL(1, f()); }";
        for (text, has) in [
            (unit.to_owned(), true),
            (
                format!("{unit} int main(void) {{ RUN_TEST(test_a); }}"),
                true,
            ),
            // What `main` does not run is no test; what only runs others is none by itself.
            (format!("{unit} int main(void) {{ return 0; }}"), false),
            (format!("void test_all() {{ test_a(); }} {unit}"), true),
            ("void test_a(int x) { assert(x); }".to_owned(), false),
            (
                "void test_a() { puts(\"assert\"); /* assert(0) */ }".to_owned(),
                false,
            ),
            ("void check(int x) { assert(x); }".to_owned(), false),
            (
                "void check(int x) { assert(x); } void a_test() { check(f()); }".to_owned(),
                true,
            ),
            (
                "#define CHECK(x) \\\n assert(x)\nvoid test_a() { CHECK(1); }".to_owned(),
                true,
            ),
            (
                "#define CHECK(x) (x)\nvoid test_a() { CHECK(1); }".to_owned(),
                false,
            ),
            (
                "void reach_error(void); int main() { if (f()) reach_error(); }".to_owned(),
                true,
            ),
            (
                "static_assert(1); int main() { return 0; }".to_owned(),
                false,
            ),
            ("int test_a() { return test_a(); }".to_owned(), false),
        ] {
            assert_eq!(Outline::of(&text).has_tests(&text), has, "{text}");
        }
    }

    #[test]
    fn any_text_has_an_outline() {
        let pieces = [
            "#",
            "# define",
            "#define x(",
            "{",
            "}",
            "(",
            ")",
            "\\",
            "\"",
            "'",
            "/*",
            "*/",
            "é",
            "main",
            "\n",
        ];
        for a in pieces {
            for b in pieces {
                for c in pieces {
                    let text = format!("{a}{b}{c}{a}");
                    Outline::of(&text).has_tests(&text);
                }
            }
        }
    }
}
