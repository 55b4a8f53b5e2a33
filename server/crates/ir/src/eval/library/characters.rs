//! `ctype.h` in the C locale; the non-zero results are glibc's.

use super::Given;
use crate::eval::domain::Domain;
use crate::eval::machine::Machine;
use crate::eval::value::Val;
use crate::{BinOp, Builtin as B, Scalar};

/// Inclusive ranges of a class and the value of a member.
fn class(builtin: B) -> (&'static [(u8, u8)], u64) {
    match builtin {
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
        _ => (&[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')], 8),
    }
}

impl<D: Domain> Machine<'_, D> {
    fn between(&mut self, v: Val<D::Bits>, low: u8, high: u8) -> D::Cond {
        let (low, high) = (D::constant(u64::from(low)), D::constant(u64::from(high)));
        let above = self.dom.compare(BinOp::Le, Scalar::I32, low, v.bits);
        let below = self.dom.compare(BinOp::Le, Scalar::I32, v.bits, high);
        self.dom.and(above, below)
    }

    #[allow(clippy::unnecessary_wraps, reason = "as all library functions")]
    pub(super) fn classify(&mut self, builtin: B, v: Val<D::Bits>) -> Given<D> {
        let (ranges, member) = class(builtin);
        let mut result = D::constant(0);
        for &(low, high) in ranges {
            let inside = self.between(v, low, high);
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
        let inside = self.between(v, low, high);
        let changed = self
            .dom
            .bin(BinOp::Xor, Scalar::I32, v.bits, D::constant(0x20));
        Ok(Some(Val::scalar(self.dom.ite(
            Scalar::I32,
            inside,
            changed,
            v.bits,
        ))))
    }
}
