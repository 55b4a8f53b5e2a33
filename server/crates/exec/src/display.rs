//! Values in C syntax.

use std::fmt::Write as _;

use eval::arith;
use ir::Scalar;

/// Formats a scalar as a C literal; `truth` for conditions.
pub fn scalar(ty: Scalar, bits: u64, truth: bool) -> String {
    if truth {
        return if arith::nonzero(ty, bits) {
            "true".into()
        } else {
            "false".into()
        };
    }
    match ty {
        Scalar::F32 => float(
            f64::from(f32::from_bits(bits as u32)),
            format!("{:?}", f32::from_bits(bits as u32)),
        ),
        Scalar::F64 => float(f64::from_bits(bits), format!("{:?}", f64::from_bits(bits))),
        Scalar::Ptr | Scalar::Ptr32 if bits == 0 => "NULL".into(),
        Scalar::I8 => character(bits as u8).unwrap_or_else(|| (bits as i64).to_string()),
        Scalar::U32 | Scalar::U64 | Scalar::U8 | Scalar::U16 | Scalar::Ptr | Scalar::Ptr32 => {
            bits.to_string()
        }
        Scalar::Bool | Scalar::I16 | Scalar::I32 | Scalar::I64 => (bits as i64).to_string(),
    }
}

fn float(x: f64, text: String) -> String {
    if x.is_nan() {
        "NAN".into()
    } else if x.is_infinite() {
        if x > 0.0 {
            "INFINITY".into()
        } else {
            "-INFINITY".into()
        }
    } else {
        text
    }
}

fn character(b: u8) -> Option<String> {
    match b {
        b'\n' => Some("'\\n'".into()),
        b'\t' => Some("'\\t'".into()),
        0 => Some("'\\0'".into()),
        b'\'' | b'\\' => Some(format!("'\\{}'", b as char)),
        32..=126 => Some(format!("'{}'", b as char)),
        _ => None,
    }
}

/// Formats bytes as a C string literal.
pub fn text(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for &b in bytes {
        match b {
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            32..=126 => out.push(b as char),
            _ => {
                // Three digits end the escape. Writing to a string cannot fail.
                let _ = write!(out, "\\{b:03o}");
            }
        }
    }
    out.push('"');
    out
}
