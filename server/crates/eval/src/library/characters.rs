//! `ctype.h` in the C locale, with the results of glibc.
//!
//! glibc's tables begin at −128, for programs that pass a `char`. Outside the tables, `isalpha` and the like read
//! arbitrary memory, which is a failure, and `toupper` and `tolower` return their argument.

use ir::{BinOp, Builtin as B, Scalar};

use super::Given;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::trap::TrapKind;
use crate::value::Val;

/// First and last character of glibc's tables.
const LEAST: i64 = -128;
const MOST: i64 = 255;

/// Inclusive character ranges of a class, and the value returned for its members.
fn class(builtin: B) -> Option<(&'static [(u8, u8)], u64)> {
    Some(match builtin {
        B::Isupper => (&[(b'A', b'Z')], 256),
        B::Islower => (&[(b'a', b'z')], 512),
        B::Isalpha => (&[(b'A', b'Z'), (b'a', b'z')], 1024),
        B::Isdigit => (&[(b'0', b'9')], 2048),
        B::Isxdigit => (&[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')], 4096),
        B::Isspace => (&[(9, 13), (b' ', b' ')], 8192),
        B::Isprint => (&[(32, 126)], 16384),
        B::Isgraph => (&[(33, 126)], 32768),
        B::Isblank => (&[(b'\t', b'\t'), (b' ', b' ')], 1),
        B::Iscntrl => (&[(0, 31), (127, 127)], 2),
        B::Ispunct => (&[(33, 47), (58, 64), (91, 96), (123, 126)], 4),
        B::Isalnum => (&[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')], 8),
        _ => return None,
    })
}

impl<D: Domain> Machine<'_, D> {
    /// The condition that the character lies between these two, inclusively.
    fn within(&mut self, v: Val<D::Bits>, low: i64, high: i64) -> D::Cond {
        let (low, high) = (D::constant(low as u64), D::constant(high as u64));
        let above = self.dom.compare(BinOp::Le, Scalar::I32, low, v.bits);
        let below = self.dom.compare(BinOp::Le, Scalar::I32, v.bits, high);
        self.dom.and(above, below)
    }

    pub(super) fn classify(&mut self, builtin: B, v: Val<D::Bits>) -> Given<D> {
        let known = self.within(v, LEAST, MOST);
        self.require(known, || {
            TrapKind::Library(format!(
                "the argument of `{}` is no character and not EOF",
                builtin.name()
            ))
        })?;
        let Some((ranges, member)) = class(builtin) else {
            return self.unmodelled(&format!("a call of `{}`", builtin.name()));
        };
        let mut result = D::constant(0);
        for &(low, high) in ranges {
            let inside = self.within(v, low.into(), high.into());
            result = self
                .dom
                .ite(Scalar::I32, inside, D::constant(member), result);
        }
        Ok(Some(Val::scalar(result)))
    }

    #[allow(clippy::unnecessary_wraps, reason = "as all library functions")]
    pub(super) fn change_case(&mut self, builtin: B, v: Val<D::Bits>) -> Given<D> {
        let (low, high) = if builtin == B::Toupper {
            (b'a', b'z')
        } else {
            (b'A', b'Z')
        };
        // A negative `char` is treated like the `unsigned char` with the same bits.
        let negative = self.within(v, LEAST, -2);
        let unsigned = self
            .dom
            .bin(BinOp::And, Scalar::I32, v.bits, D::constant(0xff));
        let itself = self.dom.ite(Scalar::I32, negative, unsigned, v.bits);
        let inside = self.within(v, low.into(), high.into());
        let changed = self
            .dom
            .bin(BinOp::Xor, Scalar::I32, v.bits, D::constant(0x20));
        Ok(Some(Val::scalar(self.dom.ite(
            Scalar::I32,
            inside,
            changed,
            itself,
        ))))
    }
}
