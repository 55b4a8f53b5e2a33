//! `atoi`, `strtol`, `abs`.

use ir::text::is_space;
use ir::text::number::{Precision, atof, atoi, atol, strtod, strtol, strtoul, strtoul_narrow};
use ir::{BinOp, Builtin as B, Scalar, UnOp};

use super::files::{EINVAL, ERANGE};
use super::{Arg, Given};
use crate::access::Text;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::numbers::overflow;
use crate::stop::Exec;
use crate::value::Val;

/// Whether a byte after leading white space can belong to a number that the function reads.
fn belongs(builtin: B, byte: u8) -> bool {
    match builtin {
        B::Atoi | B::Atol | B::Atoll => byte.is_ascii_digit() || b"+-".contains(&byte),
        B::Strtol | B::Strtoul | B::StrtolNarrow | B::StrtoulNarrow => {
            byte.is_ascii_alphanumeric() || b"+-".contains(&byte)
        }
        // `nan(chars)`, `inf`, `0x1.8p3`.
        _ => byte.is_ascii_alphanumeric() || b"+-.()_".contains(&byte),
    }
}

impl<D: Domain> Machine<'_, D> {
    /// The text at `p` up to the first byte that cannot belong to the number: the rest is not read and need not be
    /// terminated.
    fn number_text(&mut self, builtin: B, p: Val<D::Bits>) -> Exec<Text> {
        if let Some(text) = self.known_text(p) {
            return Ok(Text::from_slice(text));
        }
        let (mut bytes, mut has_begun) = (Text::new(), false);
        loop {
            let b = self.byte_at(p, bytes.len() as u64)?;
            let byte = self.concretise(Scalar::U8, b)? as u8;
            let is_leading = !has_begun && is_space(byte);
            if !is_leading && !belongs(builtin, byte) {
                return Ok(bytes);
            }
            has_begun |= !is_leading;
            bytes.push(byte);
        }
    }

    pub(super) fn parse_number(&mut self, builtin: B, args: &[Arg<D>]) -> Given<D> {
        // Fast path for the most common function, without a copy of the text.
        if builtin == B::Atoi
            && let Some(text) = self.known_text(args[0].0)
        {
            let number = atoi(text);
            return self.int(number);
        }
        let text = self.number_text(builtin, args[0].0)?;
        let base = match builtin {
            B::Strtol | B::Strtoul | B::StrtolNarrow | B::StrtoulNarrow => {
                self.concretise(Scalar::I32, args[2].0.bits)? as u32
            }
            _ => 10,
        };
        if base == 1 || base > 36 {
            return self.fails(EINVAL, 0);
        }
        let (bits, end) = match builtin {
            B::Atoi => (atoi(&text) as i64 as u64, None),
            B::Atol | B::Atoll => (atol(&text) as u64, None),
            B::Atof => (atof(&text).to_bits(), None),
            B::Strtol => {
                let p = strtol(&text, base);
                (p.value as u64, Some((p.len, p.out_of_range)))
            }
            B::Strtoul => {
                let p = strtoul(&text, base);
                (p.value, Some((p.len, p.out_of_range)))
            }
            B::StrtolNarrow => {
                let p = strtol(&text, base);
                let value = p.value.clamp(i32::MIN.into(), i32::MAX.into());
                let out_of_range = p.out_of_range || value != p.value;
                (value as u64, Some((p.len, out_of_range)))
            }
            B::StrtoulNarrow => {
                let p = strtoul_narrow(&text, base);
                (p.value, Some((p.len, p.out_of_range)))
            }
            B::Strtof => {
                let p = strtod(&text, Precision::Single);
                let bits = u64::from((p.value as f32).to_bits());
                (bits, Some((p.len, p.out_of_range)))
            }
            B::Strtod => {
                let p = strtod(&text, Precision::Double);
                (p.value.to_bits(), Some((p.len, p.out_of_range)))
            }
            _ => return self.unmodelled(&format!("a call of `{}`", builtin.name())),
        };
        if let Some((len, out_of_range)) = end {
            let (end, _) = args[1];
            if end.object != 0 || D::known(end.bits) != Some(0) {
                let after = self.offset(args[0].0, len as u64);
                self.store(end, self.pointer_in_memory(), after)?;
            }
            if out_of_range {
                self.set_errno(ERANGE);
            }
        }
        Ok(Some(Val::scalar(D::constant(bits))))
    }

    pub(super) fn absolute(&mut self, ty: Scalar, v: Val<D::Bits>) -> Given<D> {
        let least = D::constant((-1i64 << (ty.bits() - 1)) as u64);
        let ok = self.dom.compare(BinOp::Ne, ty, v.bits, least);
        let bits = v.bits;
        self.require(ok, || overflow::<D>("negation", ty, bits, bits))?;
        let negative = self.dom.compare(BinOp::Lt, ty, v.bits, D::constant(0));
        let minus = self.dom.un(UnOp::Neg, ty, v.bits);
        Ok(Some(Val::scalar(self.dom.ite(ty, negative, minus, v.bits))))
    }
}
