//! C literals as arguments and results of function-level tests (`call = "f(3, 'a')"`, `returns = "7"`).

use ir::Scalar;
use ir::text::number::{Precision, strtod, strtol, strtoul};

use super::arith;

/// A literal parsed for a parameter of known type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Literal {
    /// Bits of a scalar.
    Scalar(u64),
    /// A string.
    Text(Vec<u8>),
}

/// Parses `text` as a value of type `ty`; `None` if it is not a literal of that type.
pub fn parse_literal(text: &str, ty: Scalar) -> Option<Literal> {
    let text = text.trim();
    if let Some(inner) = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
        return (ty == Scalar::Ptr).then(|| Literal::Text(unescape(inner)));
    }
    if let Some(inner) = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) {
        return match unescape(inner)[..] {
            [b] => Some(Literal::Scalar(arith::extend(ty, b as i8 as i64 as u64))),
            _ => None,
        };
    }
    if ty == Scalar::Ptr {
        return matches!(text, "NULL" | "0").then_some(Literal::Scalar(0));
    }
    if ty.is_float() {
        let number = text.trim_end_matches(['f', 'F']);
        let parsed = strtod(number.as_bytes(), Precision::Double);
        return (parsed.len == number.len() && !number.is_empty())
            .then(|| Literal::Scalar(arith::from_f64(ty, parsed.value)));
    }
    match text {
        "true" => return Some(Literal::Scalar(1)),
        "false" => return Some(Literal::Scalar(0)),
        _ => {}
    }
    let number = text.trim_end_matches(['u', 'U', 'l', 'L']);
    if number.is_empty() {
        return None;
    }
    let bits = if number.starts_with('-') {
        let p = strtol(number.as_bytes(), 0);
        (p.len == number.len()).then_some(p.value as u64)?
    } else {
        let p = strtoul(number.as_bytes(), 0);
        (p.len == number.len()).then_some(p.value)?
    };
    Some(Literal::Scalar(arith::extend(ty, bits)))
}

fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(b) = bytes.next() {
        if b != b'\\' {
            out.push(b);
            continue;
        }
        out.push(match bytes.next() {
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'0') => 0,
            Some(other) => other,
            None => b'\\',
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_literals() {
        let int = |t| parse_literal(t, Scalar::I32);
        assert_eq!(int("-4"), Some(Literal::Scalar(-4i64 as u64)));
        assert_eq!(int("0x10"), Some(Literal::Scalar(16)));
        assert_eq!(int("'a'"), Some(Literal::Scalar(97)));
        assert_eq!(int("x"), None);
        assert_eq!(
            parse_literal("2.5", Scalar::F64),
            Some(Literal::Scalar(2.5f64.to_bits()))
        );
        assert_eq!(
            parse_literal("\"a\\n\"", Scalar::Ptr),
            Some(Literal::Text(b"a\n".to_vec()))
        );
    }
}
