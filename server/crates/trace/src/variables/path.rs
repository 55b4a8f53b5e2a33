//! Paths in a text: a variable name and the members and elements that follow it.

use eval::arith;
use ir::Shape;

use super::{Spot, View, scalar_of};

/// A parser of paths that finds their places, from left to right.
pub(super) struct Path<'v, 'a, 't> {
    pub(super) view: &'v View<'a>,
    pub(super) rest: &'t str,
}

impl<'t> Path<'_, '_, 't> {
    pub(super) fn spot(&mut self) -> Option<Spot> {
        if let Some(rest) = self.rest.strip_prefix('*') {
            self.rest = rest.trim_start();
            let pointer = self.spot()?;
            return self.led(&pointer, 0);
        }
        let name = self.name()?;
        let mut spot = self.view.variable(name)?;
        loop {
            self.rest = self.rest.trim_start();
            if let Some(rest) = self.rest.strip_prefix("->") {
                self.rest = rest;
                let record = self.led(&spot, 0)?;
                spot = self.member(&record)?;
            } else if let Some(rest) = self.rest.strip_prefix('.') {
                self.rest = rest;
                spot = self.member(&spot)?;
            } else if let Some(rest) = self.rest.strip_prefix('[') {
                self.rest = rest;
                let index = self.index()?;
                self.rest = self.rest.trim_start().strip_prefix(']')?;
                spot = self.led(&spot, index)?;
            } else {
                return Some(spot);
            }
        }
    }

    fn name(&mut self) -> Option<&'t str> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        let is_name = name.starts_with(|c: char| !c.is_ascii_digit());
        (is_name && !name.is_empty()).then_some(name)
    }

    /// The element that an array or a pointer leads to.
    fn led(&self, spot: &Spot, index: i64) -> Option<Spot> {
        let (object, offset, element) = match spot.shape() {
            Shape::Array(element, _) => match spot {
                Spot::Memory(object, offset, _) => (*object, *offset, element),
                Spot::Register(..) => return None,
            },
            Shape::Pointer(element) => {
                let value = self.view.read(spot).filter(|value| value.init)?;
                if value.object == 0 || value.function().is_some() {
                    return None;
                }
                (value.object, value.bits, element)
            }
            _ => return None,
        };
        let size = self.view.shapes().size(element);
        let distance = index.checked_mul(i64::try_from(size).ok()?)?;
        Some(Spot::Memory(
            object,
            offset.checked_add_signed(distance)?,
            (**element).clone(),
        ))
    }

    fn member(&mut self, spot: &Spot) -> Option<Spot> {
        self.rest = self.rest.trim_start();
        let name = self.name()?;
        let (Spot::Memory(object, offset, Shape::Record(id)), shapes) = (spot, self.view.shapes())
        else {
            return None;
        };
        let record = shapes.records.get(*id as usize)?;
        let field = record
            .fields
            .iter()
            .find(|field| field.name == name && field.bits.is_none())?;
        Some(Spot::Memory(
            *object,
            offset + field.offset,
            field.shape.clone(),
        ))
    }

    /// Parses an index: a number or a path with an integer value, or a sum or difference of these.
    fn index(&mut self) -> Option<i64> {
        let mut sum = self.operand()?;
        loop {
            self.rest = self.rest.trim_start();
            if let Some(rest) = self.rest.strip_prefix('+') {
                self.rest = rest;
                sum = sum.checked_add(self.operand()?)?;
            } else if let Some(rest) = self.rest.strip_prefix('-') {
                self.rest = rest;
                sum = sum.checked_sub(self.operand()?)?;
            } else {
                return Some(sum);
            }
        }
    }

    fn operand(&mut self) -> Option<i64> {
        self.rest = self.rest.trim_start();
        let digits = self
            .rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(self.rest.len());
        if digits > 0 {
            let (number, rest) = self.rest.split_at(digits);
            self.rest = rest;
            return number.parse().ok();
        }
        let spot = self.spot()?;
        let value = self
            .view
            .read(&spot)
            .filter(|value| value.init && value.object == 0)?;
        let scalar = scalar_of(spot.shape()).filter(|scalar| !scalar.is_float())?;
        Some(arith::extend(scalar, value.bits) as i64)
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

/// A name and its prefixes, the longest first: `a->b[1]`, `a->b`, `a`.
pub(super) fn starts(name: &str) -> Vec<&str> {
    let mut all = vec![name];
    let mut rest = name;
    while let Some(at) = rest.rfind(['[', '.', '>']) {
        rest = rest[..at].trim_end_matches('-');
        all.push(rest);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_name_begins_with() {
        assert_eq!(starts("a->b[1].c"), ["a->b[1].c", "a->b[1]", "a->b", "a"]);
    }

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
