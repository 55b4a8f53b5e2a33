//! Float conversions and roundings that the safe bindings lack.

#![allow(unsafe_code, reason = "calls of Z3's C interface")]

use term::FpFun;
use z3::ast::{Ast, BV, Float, RoundingMode};
use z3::{Context, Sort};
use z3_sys::{Z3_ast, Z3_context, Z3_sort};

type Convert = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_sort) -> Option<Z3_ast>;

/// A float rounded to an integer.
pub(super) fn rounded(float: &Float, how: FpFun) -> Option<Float> {
    let rounding = match how {
        FpFun::Floor => RoundingMode::round_towards_negative(),
        FpFun::Ceil => RoundingMode::round_towards_positive(),
        FpFun::Trunc => RoundingMode::round_towards_zero(),
        FpFun::Round => RoundingMode::round_nearest_ties_to_away(),
        FpFun::Rint => RoundingMode::round_nearest_ties_to_even(),
        _ => return None,
    };
    let context: &Context = float.get_ctx();
    // SAFETY: both operands live in the context of `float` (the thread's), and the function only reads them; the
    // result is null on an error, and otherwise reference-counted by `wrap`.
    unsafe {
        let float = z3_sys::Z3_mk_fpa_round_to_integral(
            context.get_z3_context(),
            rounding.get_z3_ast(),
            float.get_z3_ast(),
        )?;
        Some(Float::wrap(context, float))
    }
}

/// A signed or unsigned number as a float of the given sort, rounded to nearest, ties to even.
pub(super) fn float_of_integer(bits: &BV, is_signed: bool, sort: &Sort) -> Option<Float> {
    let convert: Convert = if is_signed {
        z3_sys::Z3_mk_fpa_to_fp_signed
    } else {
        z3_sys::Z3_mk_fpa_to_fp_unsigned
    };
    let rounding = RoundingMode::round_nearest_ties_to_even();
    let context: &Context = bits.get_ctx();
    // SAFETY: all operands live in the context of `bits` (the thread's), and the function only reads them; the result
    // is null on an error, and otherwise reference-counted by `wrap`.
    unsafe {
        let float = convert(
            context.get_z3_context(),
            rounding.get_z3_ast(),
            bits.get_z3_ast(),
            sort.get_z3_sort(),
        )?;
        Some(Float::wrap(context, float))
    }
}
