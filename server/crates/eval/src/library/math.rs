//! `math.h`, computed by the platform's `libm` like in a compiled program.
//!
//! Functions that Rust's standard library does not take from there are called directly ([`platform`]), reimplemented
//! after glibc (`asinh` and similar ones), or computed exactly (`rint`, `nextafter`, `remainder`).

use ir::{Builtin as B, Scalar};
use term::{FpCmp, Pool, Term};

use super::files::{EDOM, ERANGE};
use super::{Arg, Given, platform};
use crate::arith;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::value::Val;

/// ln 2, with glibc's value.
const LN_2: f64 = std::f64::consts::LN_2;

impl<D: Domain> Machine<'_, D> {
    pub(super) fn math(&mut self, builtin: B, args: &[Arg<D>]) -> Given<D> {
        // Without known operands the result is a formula.
        let ty = builtin.result().unwrap_or(Scalar::F64);
        let known: Option<Vec<u64>> = args.iter().map(|(v, _)| D::known(v.bits)).collect();
        let Some(bits) = known else {
            return self.symbolic_math(builtin, ty, args);
        };
        // Results that are integers.
        if let Some(class) = classify(builtin, &bits) {
            return self.int(class);
        }
        let x: Vec<f64> = args
            .iter()
            .zip(&bits)
            .map(|((_, t), b)| match t {
                Scalar::I64 => *b as i64 as f64,
                _ => arith::to_f64(*t, *b),
            })
            .collect();
        if ty == Scalar::I64 {
            let Some(rounded) = rounded(builtin, x[0]) else {
                return self.unmodelled(&format!("a call of `{}`", builtin.name()));
            };
            return Ok(Some(Val::scalar(D::constant(rounded as u64))));
        }
        // Results that are floating values.
        let (y, result) = if ty == Scalar::F32 {
            let x: Vec<f32> = x.iter().map(|x| *x as f32).collect();
            let Some(y) = single(builtin, &x, &bits) else {
                return self.unmodelled(&format!("a call of `{}`", builtin.name()));
            };
            (f64::from(y), u64::from(y.to_bits()))
        } else {
            let Some(y) = double(builtin, &x, &bits) else {
                return self.unmodelled(&format!("a call of `{}`", builtin.name()));
            };
            (y, y.to_bits())
        };
        // The error number.
        if self.program.errno.is_some()
            && let Some(number) = error(builtin, ty, &x, y)
        {
            self.set_errno(number);
        }
        Ok(Some(Val::scalar(D::constant(result))))
    }

    fn symbolic_math(&mut self, builtin: B, ty: Scalar, args: &[Arg<D>]) -> Given<D> {
        let terms: Vec<Term> = args
            .iter()
            .map(|(v, ty)| self.dom.bits_term(*ty, v.bits))
            .collect();
        // The value of `errno` would depend on the symbolic result.
        let plain = self.program.errno.is_none();
        let function = builtin.formula_function();
        let function = function.filter(|fun| plain || fun.is_rounding());
        let floats = args.iter().all(|(_, of)| *of == ty);
        let term = match (builtin, &terms[..], self.dom.pool()) {
            (B::Sqrt | B::Sqrtf, &[x], Some(pool)) => pool.fp_sqrt(x),
            (B::Fabs | B::Fabsf, &[x], Some(pool)) => pool.fp_abs(x),
            (B::Pow | B::Powf, &[x, y], Some(pool)) if plain && floats => pool.fp_pow(x, y),
            (B::Fmin | B::Fminf, &[x, y], Some(pool)) if floats => lesser(pool, x, y),
            (B::Fmax | B::Fmaxf, &[x, y], Some(pool)) if floats => {
                let (x, y) = (pool.fp_neg(x), pool.fp_neg(y));
                let least = lesser(pool, x, y);
                pool.fp_neg(least)
            }
            (_, &[x], Some(pool)) if let Some(fun) = function => pool.fp_fun(fun, x),
            _ => return self.unmodelled(&format!("`{}` of a symbolic value", builtin.name())),
        };
        Ok(Some(Val::scalar(self.dom.of_term(ty, term))))
    }
}

/// The minimum of two terms, as [`least`] computes it.
fn lesser(pool: &mut Pool, x: Term, y: Term) -> Term {
    let is_less = pool.fp_cmp(FpCmp::Le, x, y);
    let no_other = pool.fp_is_nan(y);
    let is_x = pool.or(is_less, no_other);
    pool.ite(is_x, x, y)
}

/// `lround`, `lrint`
fn rounded(builtin: B, x: f64) -> Option<i64> {
    let y = match builtin {
        B::Lround => x.round(),
        B::Lrint => x.round_ties_even(),
        _ => return None,
    };
    let limit = 9_223_372_036_854_775_808.0;
    Some(if (-limit..limit).contains(&y) {
        y as i64
    } else {
        // The result of the processor for all of these.
        i64::MIN
    })
}

/// Classifies a number by its representation: the sign bit, and glibc's numbers for the classes.
fn classify(builtin: B, bits: &[u64]) -> Option<i32> {
    use std::num::FpCategory as F;
    let category = match builtin {
        B::Signbit => return Some(i32::from(bits[0] >> 63 == 1)),
        B::FloatClass => f64::from_bits(bits[0]).classify(),
        B::FloatClassf => f32::from_bits(bits[0] as u32).classify(),
        _ => return None,
    };
    Some(match category {
        F::Nan => 0,
        F::Infinite => 1,
        F::Zero => 2,
        F::Subnormal => 3,
        F::Normal => 4,
    })
}

/// The value of `errno` after a call, for functions that set it in glibc.
fn error(builtin: B, ty: Scalar, x: &[f64], y: f64) -> Option<i32> {
    // Some functions never set it, and none does for an operand that is no number.
    if !builtin.sets_errno() || x.iter().any(|x| x.is_nan()) {
        return None;
    }
    let name = builtin.name().trim_end_matches('f');
    // Domain errors, and results that are too large.
    let operands = if name == "nextafter" { &x[..1] } else { x };
    let finite = operands.iter().all(|x| x.is_finite());
    if y.is_nan() {
        return Some(EDOM);
    }
    if y.is_infinite() && finite {
        return Some(ERANGE);
    }
    // Results that are too small.
    let least = if ty == Scalar::F32 {
        f64::from(f32::MIN_POSITIVE)
    } else {
        f64::MIN_POSITIVE
    };
    let small = y.abs() < least;
    let underflows = match name {
        "exp" | "exp2" => finite && y == 0.0,
        "pow" => finite && x[0] != 0.0 && y == 0.0,
        "scalbln" => finite && x[0] != 0.0 && y == 0.0,
        "nextafter" => x[0] != x[1] && small,
        _ => false,
    };
    underflows.then_some(ERANGE)
}

/// Functions on `double`.
fn double(builtin: B, x: &[f64], bits: &[u64]) -> Option<f64> {
    Some(match builtin {
        // One operand.
        B::Sqrt => x[0].sqrt(),
        B::Fabs => x[0].abs(),
        B::Floor => x[0].floor(),
        B::Ceil => x[0].ceil(),
        B::Round => x[0].round(),
        B::Trunc => x[0].trunc(),
        B::Rint => x[0].round_ties_even(),
        B::Exp => x[0].exp(),
        B::Exp2 => x[0].exp2(),
        B::Expm1 => x[0].exp_m1(),
        B::Log => x[0].ln(),
        B::Log10 => x[0].log10(),
        B::Log2 => x[0].log2(),
        B::Log1p => x[0].ln_1p(),
        B::Sin => x[0].sin(),
        B::Cos => x[0].cos(),
        B::Tan => x[0].tan(),
        B::Asin => x[0].asin(),
        B::Acos => x[0].acos(),
        B::Atan => x[0].atan(),
        B::Sinh => x[0].sinh(),
        B::Cosh => x[0].cosh(),
        B::Tanh => x[0].tanh(),
        B::Asinh => asinh(x[0]),
        B::Acosh => acosh(x[0]),
        B::Atanh => atanh(x[0]),
        B::Erf => platform::erf(x[0]),
        B::Erfc => platform::erfc(x[0]),
        B::Tgamma => platform::tgamma(x[0]),
        B::Lgamma => platform::log_gamma(x[0]),
        B::Cbrt => cube_root(x[0]),
        B::Logb => exponent(x[0]),
        // Two or three operands.
        B::Pow => x[0].powf(x[1]),
        B::Fmod => x[0] % x[1],
        B::Atan2 => x[0].atan2(x[1]),
        B::Fmin => least(x[0], x[1]),
        B::Fmax => -least(-x[0], -x[1]),
        B::Fdim => {
            if x[0] <= x[1] {
                0.0
            } else {
                x[0] - x[1]
            }
        }
        B::Hypot => x[0].hypot(x[1]),
        B::Copysign => x[0].copysign(x[1]),
        B::Nextafter => next_after(x[0], x[1]),
        B::Remainder => remainder(x[0], x[1]),
        B::Fma => x[0].mul_add(x[1], x[2]),
        B::Scalbln => scale(x[0], bits[1] as i64),
        _ => return None,
    })
}

/// Functions on `float`.
fn single(builtin: B, x: &[f32], bits: &[u64]) -> Option<f32> {
    Some(match builtin {
        B::Sqrtf => x[0].sqrt(),
        B::Fabsf => x[0].abs(),
        B::Floorf => x[0].floor(),
        B::Ceilf => x[0].ceil(),
        B::Roundf => x[0].round(),
        B::Truncf => x[0].trunc(),
        B::Rintf => x[0].round_ties_even(),
        B::Expf => x[0].exp(),
        B::Exp2f => x[0].exp2(),
        B::Expm1f => x[0].exp_m1(),
        B::Logf => x[0].ln(),
        B::Log10f => x[0].log10(),
        B::Log2f => x[0].log2(),
        B::Log1pf => x[0].ln_1p(),
        B::Sinf => x[0].sin(),
        B::Cosf => x[0].cos(),
        B::Tanf => x[0].tan(),
        B::Asinf => x[0].asin(),
        B::Acosf => x[0].acos(),
        B::Atanf => x[0].atan(),
        B::Sinhf => x[0].sinh(),
        B::Coshf => x[0].cosh(),
        B::Tanhf => x[0].tanh(),
        B::Asinhf => platform::asinhf(x[0]),
        B::Acoshf => platform::acoshf(x[0]),
        B::Atanhf => platform::atanhf(x[0]),
        B::Erff => platform::erff(x[0]),
        B::Erfcf => platform::erfcf(x[0]),
        B::Tgammaf => platform::tgammaf(x[0]),
        B::Lgammaf => platform::log_gamma_single(x[0]),
        B::Cbrtf => cube_root_single(x[0]),
        B::Logbf => exponent(f64::from(x[0])) as f32,
        B::Powf => x[0].powf(x[1]),
        B::Fmodf => x[0] % x[1],
        B::Atan2f => x[0].atan2(x[1]),
        B::Fminf => least(f64::from(x[0]), f64::from(x[1])) as f32,
        B::Fmaxf => -(least(f64::from(-x[0]), f64::from(-x[1])) as f32),
        B::Fdimf => {
            if x[0] <= x[1] {
                0.0
            } else {
                x[0] - x[1]
            }
        }
        B::Hypotf => x[0].hypot(x[1]),
        B::Copysignf => x[0].copysign(x[1]),
        B::Nextafterf => next_after_single(x[0], x[1]),
        B::Remainderf => remainder(f64::from(x[0]), f64::from(x[1])) as f32,
        B::Fmaf => x[0].mul_add(x[1], x[2]),
        // The product is exact in double precision, or far out of range; it is then rounded once.
        B::Scalblnf => scale(f64::from(x[0]), (bits[1] as i64).clamp(-400, 400)) as f32,
        _ => return None,
    })
}

/// The minimum; if one argument is NaN, the other one.
fn least(x: f64, y: f64) -> f64 {
    if x <= y || y.is_nan() { x } else { y }
}

fn asinh(x: f64) -> f64 {
    let a = x.abs();
    let y = if !x.is_finite() || a < 1.0 / f64::from(1 << 28) {
        return x;
    } else if a > f64::from(1 << 28) {
        a.ln() + LN_2
    } else if a > 2.0 {
        (2.0 * a + 1.0 / ((x * x + 1.0).sqrt() + a)).ln()
    } else {
        let t = x * x;
        (a + t / (1.0 + (1.0 + t).sqrt())).ln_1p()
    };
    y.copysign(x)
}

fn acosh(x: f64) -> f64 {
    if x.is_nan() || x < 1.0 {
        f64::NAN
    } else if x >= f64::from(1 << 28) {
        x.ln() + LN_2
    } else if x > 2.0 {
        let t = x * x;
        (2.0 * x - 1.0 / (x + (t - 1.0).sqrt())).ln()
    } else {
        let t = x - 1.0;
        (t + (2.0 * t + t * t).sqrt()).ln_1p()
    }
}

fn atanh(x: f64) -> f64 {
    let a = x.abs();
    let y = if a < 0.5 {
        if a < 1.0 / f64::from(1 << 28) {
            return x;
        }
        let t = a + a;
        0.5 * (t + t * a / (1.0 - a)).ln_1p()
    } else if a < 1.0 {
        0.5 * ((a + a) / (1.0 - a)).ln_1p()
    } else if a == 1.0 {
        f64::INFINITY
    } else {
        f64::NAN
    };
    y.copysign(x)
}

const CBRT_2: f64 = 1.259_921_049_894_873_2;
const CBRT_4: f64 = 1.587_401_051_968_199_5;
/// Cube roots of 1/4, 1/2, 1, 2, 4.
const CUBE_ROOTS: [f64; 5] = [1.0 / CBRT_4, 1.0 / CBRT_2, 1.0, CBRT_2, CBRT_4];

/// `cbrt` as glibc computes it, which is not always correctly rounded.
#[allow(clippy::excessive_precision, reason = "as glibc writes them")]
fn cube_root(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let power = exponent(x) as i64 + 1;
    let m = scale(x.abs(), -power);
    let u = 0.354_895_765_043_919_86
        + (1.508_191_937_815_848_96
            - (2.114_994_941_673_712_87
                - (2.446_931_225_635_344_3
                    - (1.834_692_774_836_130_86
                        - (0.784_932_344_976_639_262 - 0.145_263_899_385_486_367 * m) * m)
                        * m)
                    * m)
                * m)
            * m;
    let cube = u * u * u;
    let root = u * (cube + 2.0 * m) / (2.0 * cube + m) * CUBE_ROOTS[(2 + power % 3) as usize];
    scale(root, power / 3).copysign(x)
}

/// `cbrtf` as glibc computes it.
#[allow(clippy::excessive_precision, reason = "as glibc writes them")]
fn cube_root_single(x: f32) -> f32 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let power = exponent(f64::from(x)) as i64 + 1;
    let m = scale(f64::from(x.abs()), -power);
    let u = (0.492_659_620_528_969_547
        + (0.697_570_460_207_922_77 - 0.191_502_161_678_719_066 * m) * m) as f32;
    let (cube, u) = (f64::from(u * u * u), f64::from(u));
    let root = u * (cube + 2.0 * m) / (2.0 * cube + m) * CUBE_ROOTS[(2 + power % 3) as usize];
    (scale(f64::from(root as f32), power / 3) as f32).copysign(x)
}

/// `logb`
fn exponent(x: f64) -> f64 {
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if !x.is_finite() {
        return x * x;
    }
    let bits = x.abs().to_bits();
    let exponent = (bits >> 52) as i64;
    let exponent = if exponent == 0 {
        -1011 - i64::from(bits.leading_zeros())
    } else {
        exponent - 1023
    };
    exponent as f64
}

/// `x · 2ⁿ`, rounded once.
fn scale(x: f64, n: i64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let power = |n: i64| f64::from_bits(((n + 1023) as u64) << 52);
    let own = exponent(x) as i64;
    let mantissa = x * power(-own / 2) * power(-own - -own / 2);
    match (own + n.clamp(-5000, 5000)).clamp(-1200, 1100) {
        to @ 1000.. => mantissa * power(1000) * power(to - 1000),
        // The first factor keeps the number normal, so that only the second one rounds.
        to @ ..-1000 => mantissa * power(to + 700) * power(-700),
        to => mantissa * power(to),
    }
}

fn next_after(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        x + y
    } else if x == y {
        y
    } else if x < y {
        x.next_up()
    } else {
        x.next_down()
    }
}

fn next_after_single(x: f32, y: f32) -> f32 {
    if x.is_nan() || y.is_nan() {
        x + y
    } else if x == y {
        y
    } else if x < y {
        x.next_up()
    } else {
        x.next_down()
    }
}

/// IEEE remainder: `x − n·y`, where `n` is the integer nearest to `x / y`. All steps are exact.
fn remainder(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
        return f64::NAN;
    }
    if y.is_infinite() {
        return x;
    }
    let y = y.abs();
    // Less than 2·|y|, if that is finite.
    let r = if y <= f64::MAX / 2.0 {
        x % (2.0 * y)
    } else {
        x
    };
    let mut a = r.abs();
    let greater = |a: f64| {
        if y < f64::MIN_POSITIVE * 2.0 {
            a + a > y
        } else {
            a > 0.5 * y
        }
    };
    let at_least = |a: f64| {
        if y < f64::MIN_POSITIVE * 2.0 {
            a + a >= y
        } else {
            a >= 0.5 * y
        }
    };
    if greater(a) {
        a -= y;
        if at_least(a) {
            a -= y;
        }
    }
    if x.is_sign_negative() { -a } else { a }
}

#[cfg(test)]
mod tests {
    use term::{FpFun, Sort, value};

    use super::*;

    /// Terms and concrete runs compute the same values.
    #[test]
    fn functions_of_formulas_are_those_of_runs() {
        let numbers = [
            0.0,
            -0.0,
            0.5,
            -0.5,
            1.5,
            2.5,
            -2.5,
            0.3,
            7.25,
            -1e9,
            1e20,
            5e-320,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        let mut known = 0;
        for &builtin in B::ALL {
            let Some(fun) = builtin.formula_function() else {
                continue;
            };
            known += 1;
            for x in numbers {
                let (sort, bits, ran) = if builtin.result() == Some(Scalar::F32) {
                    let x = x as f32;
                    let y = single(builtin, &[x], &[]).unwrap();
                    (Sort::F32, u64::from(x.to_bits()), u64::from(y.to_bits()))
                } else {
                    let y = double(builtin, &[x], &[]).unwrap();
                    (Sort::F64, x.to_bits(), y.to_bits())
                };
                let told = value::fp_fun(fun, sort, bits);
                assert_eq!(told, value::canonical(sort, ran), "{builtin:?} of {x}");
            }
        }
        assert_eq!(known, 2 * FpFun::ALL.len());
    }

    #[test]
    fn scaling_rounds_once() {
        for (x, n, want) in [
            (1.0, 1024, f64::INFINITY),
            (1.5, -1074, f64::from_bits(2)),
            (1.0, -1075, 0.0),
            (1.25, -1074, f64::from_bits(1)),
            (f64::from_bits(1), 1074, 1.0),
            (-3.0, 2, -12.0),
            (0.0, 9999, 0.0),
        ] {
            assert_eq!(scale(x, n), want, "{x} {n}");
        }
    }
}
