//! Values in C syntax, as facts claim them and as the witness saw them.

/// A value that a fact claims.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Claimed {
    Integer(i128),
    /// A character, which is the same in signed and unsigned types.
    Character(u8),
    Float(f64),
    /// Bytes of a text, and whether its end follows.
    Text(Vec<u8>, bool),
    Null,
    /// A pointer, as C writes it: `&x`, an array, a function.
    Address(String),
    /// The object was never given a value.
    Indeterminate,
    /// Elements, or members with their names, as far as they are written.
    List(Vec<(Option<String>, Claimed)>),
}

/// A value that the witness saw.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Seen {
    Integer(i128),
    Float(f64),
    Single(f32),
    Pointer(u64),
    /// A pointer to characters, and the text that it leads to.
    Text(u64, Vec<u8>),
}

impl Claimed {
    /// Parses the text of a value; `None` if it is of no known form.
    pub(super) fn parsed(text: &str) -> Option<Claimed> {
        let mut parser = Parser { rest: text.trim() };
        let value = parser.value()?;
        parser.rest.trim().is_empty().then_some(value)
    }

    /// Whether a value that was seen is this one; `None` if the two cannot be compared.
    pub(super) fn agrees(&self, seen: &Seen) -> Option<bool> {
        Some(match (self, seen) {
            (Claimed::Integer(claimed), Seen::Integer(seen)) => claimed == seen,
            (Claimed::Character(claimed), Seen::Integer(seen)) => {
                i128::from(*claimed) == *seen || i128::from(claimed.cast_signed()) == *seen
            }
            (Claimed::Integer(claimed), Seen::Float(seen)) => *claimed as f64 == *seen,
            (Claimed::Integer(claimed), Seen::Single(seen)) => *claimed as f32 == *seen,
            (Claimed::Float(claimed), Seen::Float(seen)) => same(*claimed, *seen),
            (Claimed::Float(claimed), Seen::Single(seen)) => {
                same(f64::from(*claimed as f32), f64::from(*seen))
            }
            (Claimed::Null, Seen::Pointer(seen) | Seen::Text(seen, _)) => *seen == 0,
            // An address where no object is may come from others, which differ from run to run.
            (Claimed::Integer(claimed), Seen::Pointer(seen) | Seen::Text(seen, _)) => {
                return (*claimed == i128::from(*seen)).then_some(true);
            }
            (Claimed::Text(_, _), Seen::Text(0, _)) => false,
            // Bytes that are not UTF-8 were replaced.
            (Claimed::Text(claimed, _), _)
                if String::from_utf8_lossy(claimed).contains('\u{fffd}') =>
            {
                return None;
            }
            (Claimed::Text(claimed, true), Seen::Text(_, seen)) => claimed == seen,
            (Claimed::Text(claimed, false), Seen::Text(_, seen)) => seen.starts_with(claimed),
            _ => return None,
        })
    }
}

/// Whether two numbers are the same; all that are none are.
fn same(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

impl Seen {
    /// Parses what the runtime of the witness wrote.
    pub(super) fn parsed(text: &str) -> Option<Seen> {
        let (form, rest) = text.split_once(' ')?;
        Some(match form {
            "i" => Seen::Integer(rest.parse().ok()?),
            "d" => Seen::Float(float(rest)?),
            "f" => Seen::Single(float(rest)? as f32),
            "p" => Seen::Pointer(rest.parse().ok()?),
            "s" => {
                let (address, digits) = rest.split_once(' ')?;
                let pairs = digits.as_bytes().chunks(2);
                let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
                Seen::Text(
                    address.parse().ok()?,
                    pairs.map(byte).collect::<Option<_>>()?,
                )
            }
            _ => return None,
        })
    }
}

impl std::fmt::Display for Seen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Seen::Integer(value) => write!(f, "{value}"),
            Seen::Float(value) => write!(f, "{value:?}"),
            Seen::Single(value) => write!(f, "{value:?}"),
            Seen::Pointer(0) | Seen::Text(0, _) => write!(f, "NULL"),
            Seen::Pointer(value) => write!(f, "{value:#x}"),
            Seen::Text(_, bytes) => write!(f, "{:?}", String::from_utf8_lossy(bytes)),
        }
    }
}

/// A floating number as C or Rust writes it.
fn float(text: &str) -> Option<f64> {
    match text.trim_start_matches(['+', '-']) {
        "NAN" | "nan" | "NaN" => Some(f64::NAN),
        "INFINITY" | "inf" if text.starts_with('-') => Some(f64::NEG_INFINITY),
        "INFINITY" | "inf" => Some(f64::INFINITY),
        _ => text.trim_end_matches(['f', 'F', 'l', 'L']).parse().ok(),
    }
}

struct Parser<'a> {
    rest: &'a str,
}

impl Parser<'_> {
    fn value(&mut self) -> Option<Claimed> {
        self.rest = self.rest.trim_start();
        match self.rest.chars().next()? {
            '{' => self.list(),
            '"' => {
                let bytes = self.quoted('"')?;
                let cut = self.taken(" without its end") || self.taken("…");
                Some(Claimed::Text(bytes, !cut))
            }
            '\'' => match self.quoted('\'')?.as_slice() {
                [byte] => Some(Claimed::Character(*byte)),
                _ => None,
            },
            '&' => {
                let word = self.word();
                let is_c = !word.contains(char::is_whitespace) || word.contains(['(', '[']);
                is_c.then(|| Claimed::Address(word.to_owned()))
            }
            _ => simple(self.word()),
        }
    }

    /// `{1, 2, …}` or `{a = 1, b = 2}`; elements that are not written are not claimed.
    fn list(&mut self) -> Option<Claimed> {
        let mut elements = Vec::new();
        self.taken("{");
        loop {
            self.rest = self.rest.trim_start();
            if self.taken("}") {
                return Some(Claimed::List(elements));
            }
            if self.taken("…") {
                // Perhaps with the number of those left out.
                self.rest = &self.rest[self.rest.find('}')?..];
                continue;
            }
            let name = self
                .rest
                .split_once(" = ")
                .map(|(name, _)| name.trim_start_matches('.'));
            let is_name = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
            let name = name.filter(is_name).map(str::to_owned);
            if name.is_some() {
                self.rest = self.rest.split_once(" = ")?.1;
            }
            elements.push((name, self.value()?));
            self.rest = self.rest.trim_start();
            self.taken(",");
        }
    }

    fn taken(&mut self, start: &str) -> bool {
        let rest = self.rest.strip_prefix(start);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Text up to the next element or the end of a list.
    fn word(&mut self) -> &str {
        let mut depth = 0;
        let end = self.rest.char_indices().find(|&(_, c)| {
            depth += i32::from(matches!(c, '[' | '('));
            depth -= i32::from(matches!(c, ']' | ')'));
            depth == 0 && matches!(c, ',' | '}')
        });
        let (word, rest) = self
            .rest
            .split_at(end.map_or(self.rest.len(), |(at, _)| at));
        self.rest = rest;
        word.trim()
    }

    /// Bytes of a literal, without its quotes.
    fn quoted(&mut self, quote: char) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut rest = self.rest.chars();
        rest.next()?;
        loop {
            match rest.next()? {
                c if c == quote => break,
                '\\' if rest.as_str().starts_with("u{") => {
                    let (digits, behind) = rest.as_str().get(2..)?.split_once('}')?;
                    let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
                    bytes.extend(c.encode_utf8(&mut [0; 4]).bytes());
                    rest = behind.chars();
                }
                '\\' => bytes.push(escape(&mut rest)?),
                c => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
            }
        }
        self.rest = rest.as_str();
        Some(bytes)
    }
}

/// Byte of an escape sequence after its backslash.
fn escape(rest: &mut std::str::Chars<'_>) -> Option<u8> {
    let number = |rest: &mut std::str::Chars<'_>, base: u32, most: usize| {
        let text = rest.as_str();
        let digits = text
            .chars()
            .take(most)
            .take_while(|c| c.is_digit(base))
            .count();
        let value = u32::from_str_radix(&text[..digits], base).ok()?;
        *rest = text[digits..].chars();
        Some(value as u8)
    };
    if rest.as_str().starts_with(|c: char| c.is_digit(8)) {
        return number(rest, 8, 3);
    }
    Some(match rest.next()? {
        'n' => b'\n',
        't' => b'\t',
        'r' => b'\r',
        'a' => 7,
        'b' => 8,
        'v' => 11,
        'f' => 12,
        'e' => 27,
        'x' => return number(rest, 16, 2),
        c => u8::try_from(c).ok()?,
    })
}

/// A value that is a single word.
fn simple(word: &str) -> Option<Claimed> {
    match word {
        "NULL" => Some(Claimed::Null),
        "indeterminate" | "not set" => Some(Claimed::Indeterminate),
        _ => {
            let integer = word.parse().ok().or_else(|| {
                let digits = word.strip_prefix("0x")?;
                i128::from_str_radix(digits, 16).ok()
            });
            let number = integer
                .map(Claimed::Integer)
                .or_else(|| float(word).map(Claimed::Float));
            let is_name = word
                .chars()
                .all(|c| c.is_alphanumeric() || "_.->[]".contains(c));
            number.or_else(|| is_name.then(|| Claimed::Address(word.to_owned())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a value in C syntax is what the witness wrote; `None` if the two cannot be compared.
    fn check(claimed: &str, seen: &str) -> Option<bool> {
        Claimed::parsed(claimed)?.agrees(&Seen::parsed(seen)?)
    }

    #[test]
    fn values_are_compared_as_values() {
        for (claimed, seen, want) in [
            ("30", "i 30", Some(true)),
            ("30", "i 31", Some(false)),
            ("-1", "i -1", Some(true)),
            ("18446744073709551615", "i 18446744073709551615", Some(true)),
            ("'a'", "i 97", Some(true)),
            ("'\\xff'", "i -1", Some(true)),
            ("'\\''", "i 39", Some(true)),
            ("'\\0'", "i 48", Some(false)),
            ("0.1", "d 0.10000000000000001", Some(true)),
            ("0.1", "f 0.100000001", Some(true)),
            ("0.1", "d 0.10000000149011612", Some(false)),
            ("NAN", "d -nan", Some(true)),
            ("-INFINITY", "d -inf", Some(true)),
            ("2", "d 2", Some(true)),
            ("NULL", "p 0", Some(true)),
            ("NULL", "s 140 6162", Some(false)),
            ("\"ab\\n\"", "s 140 61620a", Some(true)),
            ("\"ab\"", "s 140 616263", Some(false)),
            ("\"ab\" without its end", "s 140 616263", Some(true)),
            ("\"ab\"…", "s 140 616263", Some(true)),
            ("\"\"", "s 0 ", Some(false)),
            ("0x3", "p 3", Some(true)),
            ("0x3", "p 0", None),
            ("\"3\"", "i 3", None),
            ("&x", "p 140", None),
            ("something else", "i 3", None),
            ("&the stream of a.txt", "p 140", None),
        ] {
            assert_eq!(check(claimed, seen), want, "{claimed} against {seen}");
        }
    }

    #[test]
    fn aggregates_are_read_with_what_is_inside() {
        let value = Claimed::parsed("{1, {.x = 'a', y = {…}}, &a[f(1, 2)], …}");
        let inner = vec![
            (Some("x".to_owned()), Claimed::Character(b'a')),
            (Some("y".to_owned()), Claimed::List(Vec::new())),
        ];
        let elements = vec![
            (None, Claimed::Integer(1)),
            (None, Claimed::List(inner)),
            (None, Claimed::Address("&a[f(1, 2)]".to_owned())),
        ];
        assert_eq!(value, Some(Claimed::List(elements)));
    }
}
