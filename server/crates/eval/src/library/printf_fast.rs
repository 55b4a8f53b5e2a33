//! Fast path for `printf` with plain conversions.
//!
//! Nearly every call of `printf` prints literal text and known numbers and strings, without flags, widths or length
//! modifiers. One pass over the format handles these. Anything else is left, without side effects, to
//! [`super::printf`], which handles all cases.

use ir::Scalar;
use ir::text::printf::{Spec, format_int};

use super::Arg;
use crate::access::Text;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::value::Val;

impl<D: Domain> Machine<'_, D> {
    /// The output of a call; `None` unless all of its conversions are plain and all of its arguments known.
    pub(super) fn printf_fast(&mut self, format: Val<D::Bits>, args: &[Arg<D>]) -> Option<Vec<u8>> {
        let steps = self.steps;
        let format = Text::from_slice(self.known_text(format)?);
        let printed = self.converted(&format, args);
        if printed.is_none() {
            self.steps = steps;
        }
        printed
    }

    fn converted(&mut self, format: &[u8], args: &[Arg<D>]) -> Option<Vec<u8>> {
        let mut printed = Vec::with_capacity(format.len() + 16);
        let mut bytes = format.iter();
        let (mut args, all) = (args.iter(), args.len());
        self.dom.converted(0..0, 0);
        while let Some(byte) = bytes.next() {
            if *byte != b'%' {
                printed.push(*byte);
                continue;
            }
            let start = printed.len();
            match *bytes.next()? {
                b'%' => printed.push(b'%'),
                conv @ (b'd' | b'i' | b'u' | b'x') => {
                    let number = number::<D>(args.next()?)?;
                    // The conversion prints an `int`, whatever was passed.
                    format_int(
                        &mut printed,
                        &Spec::plain(conv),
                        number & u64::from(u32::MAX),
                    );
                }
                b'c' => printed.push(number::<D>(args.next()?)? as u8),
                b's' => printed.extend_from_slice(self.known_text(args.next()?.0)?),
                _ => return None,
            }
            self.dom
                .converted(start..printed.len(), all - args.as_slice().len());
        }
        Some(printed)
    }
}

/// The bits of a known integer.
fn number<D: Domain>((value, ty): &Arg<D>) -> Option<u64> {
    let is_integer = !ty.is_float() && *ty != Scalar::Ptr && value.object == 0;
    D::known(value.bits).filter(|_| is_integer && value.init)
}
