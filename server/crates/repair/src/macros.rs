//! The definitions of macros, as far as edits have to know of them: whether a name may stand anywhere, and whether an
//! argument is a value and nothing else.

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{FileId, Parse, Span};

/// What stands behind the name of each macro in its definitions.
pub(crate) struct MacroBodies(FxHashMap<String, String>);

impl MacroBodies {
    /// Those of all files, headers included.
    pub(crate) fn of(parse: &Parse) -> MacroBodies {
        let mut bodies: FxHashMap<String, String> = FxHashMap::default();
        for (name, behind) in definitions(parse) {
            let body = parse.sources.text(behind);
            bodies.entry(name.to_owned()).or_default().push_str(body);
        }
        MacroBodies(bodies)
    }

    /// Whether a macro stands for something in parentheses, which may stand anywhere.
    pub(crate) fn is_in_parentheses(&self, name: &str) -> bool {
        let body = self.0.get(name).map_or("", String::as_str);
        let body = without_comment(body);
        let mut depth = 0;
        // Where the first one is closed.
        let end = body.char_indices().find(|(_, c)| {
            depth += i32::from(*c == '(') - i32::from(*c == ')');
            depth == 0
        });
        body.starts_with('(') && end.is_some_and(|(at, _)| at + 1 == body.len())
    }

    /// Whether what stands at a place, in arguments of macros, is a value and nothing else: none of these macros, nor
    /// one that they name, makes a text or a name of it.
    pub(crate) fn take_values(&self, parse: &Parse, place: Span) -> bool {
        let around = parse.macro_uses.iter();
        let mut around = around.filter(|used| used.use_span.encloses(place));
        around.all(|used| !self.makes_tokens(&used.name))
    }

    /// Whether a macro, or one that it names, makes texts or names of its arguments, or is not known.
    fn makes_tokens(&self, name: &str) -> bool {
        let reached = self.reached([name]);
        reached.is_empty() || reached.iter().any(|name| self.0[*name].contains('#'))
    }

    /// These macros, and those that they name, as far as they are known.
    pub(crate) fn reached<'a>(
        &'a self,
        from: impl IntoIterator<Item = &'a str>,
    ) -> FxHashSet<&'a str> {
        let mut left: Vec<&str> = from.into_iter().collect();
        let mut reached = FxHashSet::default();
        while let Some(name) = left.pop() {
            if let Some(body) = self.0.get(name).filter(|_| reached.insert(name)) {
                left.extend(names(body));
            }
        }
        reached.retain(|name| self.0.contains_key(*name));
        reached
    }
}

/// The macros that all files define, each with what stands behind its name.
pub(crate) fn definitions(parse: &Parse) -> Vec<(&str, Span)> {
    let mut found = Vec::new();
    for (number, file) in parse.sources.files.iter().enumerate() {
        let (mut start, mut rest) = (0, file.text.as_str());
        while !rest.is_empty() {
            // A line goes on behind a backslash.
            let ends = rest.match_indices('\n');
            let mut ends =
                ends.filter(|(at, _)| !rest[..*at].trim_end_matches('\r').ends_with('\\'));
            let end = ends.next().map_or(rest.len(), |(at, _)| at);
            let line = &rest[..end];
            if let Some((name, behind)) = definition(line) {
                let place = Span {
                    file: FileId(parse.sources.first_file + number as u16),
                    start: (start + end - behind.len()) as u32,
                    end: (start + end) as u32,
                };
                found.push((name, place));
            }
            let next = (end + 1).min(rest.len());
            (start, rest) = (start + next, &rest[next..]);
        }
    }
    found
}

/// The macro that a line defines, and what stands behind its name.
pub(crate) fn definition(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("define")?.trim_start();
    let name = names(rest).next()?;
    Some((name, rest.strip_prefix(name)?))
}

/// What stands behind the name of a macro, without a comment behind it.
pub(crate) fn without_comment(body: &str) -> &str {
    let body = body.split("/*").next().unwrap_or_default();
    body.split("//").next().unwrap_or_default().trim()
}

/// The names in a text.
pub(crate) fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c| !is_part_of_name(c));
    words.filter(|word| word.starts_with(|c: char| !c.is_ascii_digit()))
}

pub(crate) fn is_part_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::tests::read;

    #[test]
    fn an_argument_is_a_value_where_no_macro_around_it_makes_tokens() {
        let text = "\
#define PLAIN(a) ((a) + 1)
#define TEXT(a) #a
#define NAME(a) x ## a
#define BOTH(a) (puts(TEXT(a)), PLAIN(a))
#define LONG(a) \\
  (puts(#a), PLAIN(a))
int x1, puts(const char *); int f(int n) { PLAIN(n); TEXT(n); NAME(1); BOTH(n); LONG(n); PLAIN(LONG(n)); LONG(PLAIN(n)); return 0; }
";
        let parse = read(text);
        let macros = MacroBodies::of(&parse);
        for (used, is_value) in [
            (" PLAIN(n)", true),
            (" TEXT(n)", false),
            (" BOTH(n)", false),
            (" LONG(n)", false),
            (" PLAIN(LONG(n)", false),
            (" LONG(PLAIN(n)", false),
        ] {
            let at = (text.find(used).unwrap() + used.find('n').unwrap()) as u32;
            let place = Span {
                start: at,
                end: at + 1,
                ..Span::default()
            };
            assert_eq!(macros.take_values(&parse, place), is_value, "{used}");
        }
        assert!(!macros.makes_tokens("PLAIN"));
        assert!(macros.makes_tokens("unknown") && macros.makes_tokens("NAME"));
    }

    #[test]
    fn a_name_in_parentheses_may_stand_anywhere() {
        let text = "#define A (1 + 2) // three\n#define B 1 + 2\n#define C (1) + (2)\n#define \u{e9} (1)\n";
        let macros = MacroBodies::of(&read(text));
        let bare = ["A", "B", "C", "D"].map(|name| macros.is_in_parentheses(name));
        assert_eq!(bare, [true, false, false, false]);
    }
}
