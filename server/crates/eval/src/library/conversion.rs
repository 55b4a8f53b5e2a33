//! The conversions of `printf`: one argument becomes elements of the output.

use ir::Scalar;
use ir::text::printf::{Spec, format_char, format_float, format_int, format_ptr, format_str};

use super::Arg;
use super::element::Element;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::stop::Exec;
use crate::trap::{TrapKind, UninitialisedUse};
use crate::value::Val;

/// The text printed for a null pointer.
const NO_TEXT: &[u8] = b"(null)";

pub(super) fn is_null<D: Domain>(v: Val<D::Bits>) -> bool {
    v.object == 0 && D::known(v.bits) == Some(0)
}

impl<D: Domain> Machine<'_, D> {
    /// The bytes of a wide string, at most `limit`.
    fn narrowed(&mut self, text: Val<D::Bits>, limit: Option<usize>) -> Exec<Vec<u8>> {
        let mut bytes = Vec::new();
        while limit.is_none_or(|limit| bytes.len() < limit) {
            let place = self.offset(text, bytes.len() as u64 * 4);
            let wide = self.load(place, Scalar::I32)?;
            self.determinate(wide, UninitialisedUse::Byte)?;
            match self.narrow_character(wide.bits)? {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(bytes)
    }

    /// The byte of a wide character in the C locale.
    fn narrow_character(&mut self, wide: D::Bits) -> Exec<u8> {
        match self.concretise(Scalar::I32, wide)? {
            byte @ ..128 => Ok(byte as u8),
            _ => self.unmodelled("printing a wide character that is not ASCII"),
        }
    }

    pub(super) fn conversion(
        &mut self,
        spec: Spec,
        arg: &Arg<D>,
        out: &mut Vec<Element<D::Bits>>,
    ) -> Exec<()> {
        let (v, ty) = *arg;
        let wanted_float = spec.is_float();
        let wanted_pointer = matches!(spec.conv, b's' | b'p' | b'n');
        if wanted_float != ty.is_float() || wanted_pointer != ty.is_pointer() {
            return self.trap(TrapKind::Library(mismatch(&spec, ty)));
        }
        let mut bytes = Vec::new();
        match spec.conv {
            b's' if spec.is_wide() => {
                let text = self.narrowed(v, spec.precision_value())?;
                format_str(&mut bytes, &spec, &text);
            }
            b'c' if spec.is_wide() => {
                let byte = self.narrow_character(v.bits)?;
                format_char(&mut bytes, &spec, byte);
            }
            b's' => {
                let limit = spec.precision_value();
                let mut elements = if is_null::<D>(v) {
                    // glibc prints nothing where the replacement text exceeds the precision.
                    let fits = limit.is_none_or(|limit| limit >= NO_TEXT.len());
                    let text = if fits { NO_TEXT } else { b"" };
                    vec![Element::Known(text.to_vec())]
                } else {
                    self.characters(v, limit)?
                };
                if let [Element::Known(text)] = &elements[..] {
                    format_str(&mut bytes, &spec, text);
                    elements = vec![Element::Known(bytes)];
                }
                out.extend(elements);
                return Ok(());
            }
            b'p' => {
                let address = self.address(Scalar::Ptr, v);
                let address = self.concretise(Scalar::U64, address)?;
                format_ptr(&mut bytes, &spec, address);
            }
            b'c' => {
                let byte = self.dom.cast(ty, Scalar::U8, v.bits);
                match D::known(byte) {
                    Some(b) => format_char(&mut bytes, &spec, b as u8),
                    None => {
                        out.push(Element::Char(byte));
                        return Ok(());
                    }
                }
            }
            _ if wanted_float => match D::known(v.bits) {
                Some(b) => format_float(&mut bytes, &spec, f64::from_bits(b)),
                None => {
                    out.push(Element::Float(spec, v.bits));
                    return Ok(());
                }
            },
            _ => {
                // As in the calling convention, an `int` passed for a `long` is zero-extended.
                let wide = self.address(ty, v);
                match D::known(wide) {
                    Some(b) => format_int(&mut bytes, &spec, narrow(&spec, low_bits(ty, b))),
                    None => {
                        out.push(Element::Int(spec, ty, wide));
                        return Ok(());
                    }
                }
            }
        }
        out.push(Element::Known(bytes));
        Ok(())
    }

    /// The characters of a string, at most `limit`.
    pub(super) fn characters(
        &mut self,
        p: Val<D::Bits>,
        limit: Option<usize>,
    ) -> Exec<Vec<Element<D::Bits>>> {
        let mut elements = vec![Element::Known(Vec::new())];
        let mut i = 0;
        while limit.is_none_or(|l| i < l as u64) {
            let b = self.byte_at(p, i)?;
            i += 1;
            if let Some(known) = D::known(b) {
                if known == 0 {
                    break;
                }
                match elements.last_mut() {
                    Some(Element::Known(bytes)) => bytes.push(known as u8),
                    _ => elements.push(Element::Known(vec![known as u8])),
                }
                continue;
            }
            let more = self.dom.nonzero(Scalar::U8, b);
            if !self.decide(more)? {
                break;
            }
            elements.push(Element::Char(b));
        }
        Ok(elements)
    }
}

fn low_bits(ty: Scalar, bits: u64) -> u64 {
    bits & (u64::MAX >> (64 - ty.bits()))
}

pub(super) fn narrow(spec: &Spec, bits: u64) -> u64 {
    bits & (u64::MAX >> (64 - spec.int_bits()))
}

pub(super) fn mismatch(spec: &Spec, ty: Scalar) -> String {
    let given = match ty {
        Scalar::F32 | Scalar::F64 => "a floating value",
        Scalar::Ptr | Scalar::Ptr32 => "a pointer",
        _ => "an integer",
    };
    format!("`%{}` of `printf` was given {given}", spec.conv as char)
}
