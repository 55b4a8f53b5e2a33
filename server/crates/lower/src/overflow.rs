//! gcc's functions that compute and report whether the result overflows, by their names.

use ir::Scalar;
use syntax::DataModel;
use syntax::ast::BinaryOp;

/// The operator and the result type of `__builtin_[us]{add,sub,mul}[l][l]_overflow`; if there is no type, that of the
/// last argument counts.
pub(super) fn overflow_operator(
    name: &str,
    model: DataModel,
) -> Option<(BinaryOp, Option<Scalar>)> {
    let name = name.strip_prefix("__builtin_")?.strip_suffix("_overflow")?;
    let (signed, rest) = match name.as_bytes().first()? {
        b's' if !name.starts_with("sub") => (Some(true), &name[1..]),
        b'u' => (Some(false), &name[1..]),
        _ => (None, name),
    };
    let (op, size) = rest.split_at_checked(3)?;
    let op = match op {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "mul" => BinaryOp::Mul,
        _ => return None,
    };
    let ty = match (signed, size) {
        (None, "") => None,
        (Some(true), "") => Some(Scalar::I32),
        (Some(false), "") => Some(Scalar::U32),
        (Some(true), "l") => Some(Scalar::signed_word(model)),
        (Some(false), "l") => Some(Scalar::unsigned_word(model)),
        (Some(true), "ll") => Some(Scalar::I64),
        (Some(false), "ll") => Some(Scalar::U64),
        _ => return None,
    };
    Some((op, ty))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_checked_arithmetic() {
        use BinaryOp::{Add, Mul, Sub};
        for (name, expected) in [
            ("__builtin_add_overflow", Some((Add, None))),
            ("__builtin_sub_overflow", Some((Sub, None))),
            ("__builtin_ssubl_overflow", Some((Sub, Some(Scalar::I64)))),
            ("__builtin_umulll_overflow", Some((Mul, Some(Scalar::U64)))),
            ("__builtin_sadd_overflow", Some((Add, Some(Scalar::I32)))),
            ("__builtin_div_overflow", None),
            ("add_overflow", None),
        ] {
            assert_eq!(overflow_operator(name, DataModel::Lp64), expected, "{name}");
        }
    }
}
