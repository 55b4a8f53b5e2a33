//! `math.h`: through the platform's `libm`, as a compiled program would.

use super::{Arg, Given};
use crate::eval::arith;
use crate::eval::domain::Domain;
use crate::eval::machine::Machine;
use crate::eval::value::Val;
use crate::{Builtin as B, Scalar};

impl<D: Domain> Machine<'_, D> {
    pub(super) fn math(&mut self, builtin: B, args: &[Arg<D>]) -> Given<D> {
        let ty = builtin.result().unwrap_or(Scalar::F64);
        let known: Option<Vec<f64>> = args
            .iter()
            .map(|(v, t)| D::known(v.bits).map(|b| arith::to_f64(*t, b)))
            .collect();
        let Some(x) = known else {
            return self.symbolic_math(builtin, ty, args);
        };
        let y = match builtin {
            B::Sqrt => x[0].sqrt(),
            // In single precision: the double root rounded once more is the correctly rounded one.
            B::Sqrtf => f64::from((x[0] as f32).sqrt()),
            B::Pow => x[0].powf(x[1]),
            B::Fabs | B::Fabsf => x[0].abs(),
            B::Floor => x[0].floor(),
            B::Ceil => x[0].ceil(),
            B::Round => x[0].round(),
            B::Trunc => x[0].trunc(),
            B::Fmod => x[0] % x[1],
            B::Exp => x[0].exp(),
            B::Log => x[0].ln(),
            B::Log10 => x[0].log10(),
            B::Log2 => x[0].log2(),
            B::Sin => x[0].sin(),
            B::Cos => x[0].cos(),
            B::Tan => x[0].tan(),
            B::Asin => x[0].asin(),
            B::Acos => x[0].acos(),
            B::Atan => x[0].atan(),
            B::Atan2 => x[0].atan2(x[1]),
            B::Fmin => x[0].min(x[1]),
            B::Fmax => x[0].max(x[1]),
            other => return self.unmodelled(&format!("a call of `{}`", other.name())),
        };
        Ok(Some(Val::scalar(D::constant(arith::from_f64(ty, y)))))
    }

    fn symbolic_math(&mut self, builtin: B, ty: Scalar, args: &[Arg<D>]) -> Given<D> {
        let x = self.dom.bits_term(args[0].1, args[0].0.bits);
        let term = match (builtin, self.dom.pool()) {
            (B::Sqrt | B::Sqrtf, Some(pool)) => pool.fp_sqrt(x),
            (B::Fabs | B::Fabsf, Some(pool)) => pool.fp_abs(x),
            _ => return self.unmodelled(&format!("`{}` of a symbolic value", builtin.name())),
        };
        Ok(Some(Val::scalar(self.dom.of_term(ty, term))))
    }
}
