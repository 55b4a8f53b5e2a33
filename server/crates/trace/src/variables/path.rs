//! Paths in a text: a variable name and the members and elements that follow it.

use ir::{Access, Index, Place};

/// The place that a text names; `None` if the text is more than the name of a place.
pub(super) fn parse(text: &str) -> Option<Place> {
    let mut parser = Parser { rest: text };
    let place = parser.place()?;
    parser.rest.trim().is_empty().then_some(place)
}

/// The place that the beginning of a text names: `all->at` in `all->at[n++]`.
pub(super) fn parse_start(text: &str) -> Option<Place> {
    Parser { rest: text }.place()
}

/// A parser of paths, from left to right. What does not belong to a path any more is left.
struct Parser<'t> {
    rest: &'t str,
}

impl<'t> Parser<'t> {
    /// Skips white space and then this text, if it comes next.
    fn skip(&mut self, text: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn place(&mut self) -> Option<Place> {
        if self.skip("*") {
            return Some(self.place()?.then(Access::Deref));
        }
        let mut place = Place::variable(self.name()?);
        loop {
            let before = self.rest;
            let Some(steps) = self.steps() else {
                self.rest = before;
                return Some(place);
            };
            place.path.extend(steps);
        }
    }

    /// Parses a member or an element.
    fn steps(&mut self) -> Option<Vec<Access>> {
        if self.skip("->") {
            let field = Access::Field(self.name()?.into());
            return Some(vec![Access::Deref, field]);
        }
        if self.skip(".") {
            return Some(vec![Access::Field(self.name()?.into())]);
        }
        if !self.skip("[") {
            return None;
        }
        let element = Access::Element(self.index()?);
        self.skip("]").then(|| vec![element])
    }

    fn name(&mut self) -> Option<&'t str> {
        self.rest = self.rest.trim_start();
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        let is_name = name.starts_with(|c: char| !c.is_ascii_digit());
        (is_name && !name.is_empty()).then_some(name)
    }

    /// Parses an index: a number or a path, or a sum or difference of these.
    fn index(&mut self) -> Option<Index> {
        let mut sum = self.operand()?;
        loop {
            if self.skip("+") {
                sum = Index::Sum(Box::new(sum), Box::new(self.operand()?));
            } else if self.skip("-") {
                sum = Index::Difference(Box::new(sum), Box::new(self.operand()?));
            } else {
                return Some(sum);
            }
        }
    }

    fn operand(&mut self) -> Option<Index> {
        self.rest = self.rest.trim_start();
        let digits = self.rest.find(|c: char| !c.is_ascii_digit());
        let (number, rest) = self.rest.split_at(digits.unwrap_or(self.rest.len()));
        if number.is_empty() {
            return Some(Index::Value(Box::new(self.place()?)));
        }
        self.rest = rest;
        Some(Index::Constant(number.parse().ok()?))
    }
}

/// The parts of an expression that may name a place: variables with what follows them, the longest first, and the
/// paths in their brackets. Names of functions that are called are left out.
pub fn names_in(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'"' | b'\'') => at = after_quote(bytes, at, quote),
            // A number; or a member of an element, which was found with the element.
            b if is_part(b) && (b.is_ascii_digit() || is_member(&bytes[..at])) => {
                at = word_end(bytes, at);
            }
            b if is_part(b) => {
                let end = path_end(bytes, at);
                let is_call = text[end..].trim_start().starts_with('(');
                if !is_call {
                    found.push(&text[at..end]);
                }
                // Brackets contain names of their own.
                at = word_end(bytes, at);
                while at < end && bytes[at] != b'[' {
                    at += 1;
                }
            }
            _ => at += 1,
        }
    }
    found
}

/// Whether the text before a name makes that name a member.
fn is_member(before: &[u8]) -> bool {
    before.ends_with(b"->") || before.ends_with(b"].") || before.ends_with(b").")
}

fn after_quote(bytes: &[u8], from: usize, quote: u8) -> usize {
    let mut at = from + 1;
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// Whether the byte may be part of a name or a number.
fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// End of the name or number that begins here.
fn word_end(bytes: &[u8], from: usize) -> usize {
    from + bytes[from..].iter().take_while(|b| is_part(**b)).count()
}

/// End of the name that begins here, with the members and elements that follow it.
fn path_end(bytes: &[u8], from: usize) -> usize {
    let begins = |rest: &[u8]| rest.first().is_some_and(|b| is_part(*b));
    let mut at = word_end(bytes, from);
    loop {
        match &bytes[at..] {
            [b'-', b'>', rest @ ..] if begins(rest) => at = word_end(bytes, at + 2),
            [b'.', rest @ ..] if begins(rest) => at = word_end(bytes, at + 1),
            [b'[', ..] => {
                let mut depth = 0_usize;
                let close = bytes[at..].iter().position(|b| {
                    depth += usize::from(*b == b'[');
                    depth -= usize::from(*b == b']');
                    depth == 0
                });
                match close {
                    Some(close) => at += close + 1,
                    None => return at,
                }
            }
            _ => return at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_an_expression_are_told_with_their_members() {
        for (text, want) in [
            ("a < b", vec!["a", "b"]),
            ("cells[r][c + 1] == '#'", vec!["cells[r][c + 1]", "r", "c"]),
            ("l->head->next != NULL", vec!["l->head->next", "NULL"]),
            ("f(x, \"no name\") + 10", vec!["x"]),
            ("p.q[i].r", vec!["p.q[i].r", "i"]),
        ] {
            assert_eq!(names_in(text), want, "{text}");
        }
    }
}
