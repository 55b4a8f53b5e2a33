//! Effects of one call of a library function, whose format may be known.

use smallvec::SmallVec;

use super::{BuiltinCall, Reg, Scalar};
use crate::builtin::{Arguments, Effect, Extent};
use crate::text::printf::FormatPiece;
use crate::text::scanf::Directive;
use crate::text::{printf, scanf};

/// What is known about the format of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatText<'a> {
    /// The text of the format.
    Known(&'a [u8]),
    /// Nothing.
    Unknown,
    /// Nothing but that a `printf` format has no `%n`.
    Countless,
}

/// Effects of one call; few functions have more than the inline capacity.
type Effects = SmallVec<[Effect; 6]>;

impl BuiltinCall {
    /// Effects of this call, with those of its format's conversions in place of the format.
    pub fn effects(&self, format: FormatText<'_>) -> Effects {
        let mut all = Effects::new();
        for effect in self.builtin.effects() {
            match *effect {
                Effect::PrintfFormat(at, arguments) => {
                    all.push(Effect::Reads(at, Extent::Text));
                    self.add_printed(at, arguments, format, &mut all);
                }
                Effect::ScanfFormat(at, arguments) => {
                    all.push(Effect::Reads(at, Extent::Text));
                    self.add_scanned(at, arguments, format, &mut all);
                }
                other => all.push(other),
            }
        }
        all
    }

    /// Register of the format, if the function has one.
    pub fn format_register(&self) -> Option<Reg> {
        let (at, _) = self.builtin.format()?;
        self.args.get(at).map(|(register, _)| *register)
    }

    /// Adds the accesses of a `printf` format's conversions.
    fn add_printed(&self, at: u8, from: Arguments, format: FormatText<'_>, all: &mut Effects) {
        let pieces = match format {
            FormatText::Known(text) => printf::parse_format(text).ok(),
            _ => None,
        };
        let may_count = format != FormatText::Countless;
        let first = match from {
            Arguments::Following => at + 1,
            Arguments::List(list) => {
                all.push(Effect::Reads(list, Extent::Object));
                all.push(Effect::ReadsAnywhere);
                let counts = |piece: &FormatPiece| matches!(piece, FormatPiece::Conversion(spec) if spec.conv == b'n');
                if pieces.map_or(may_count, |pieces| pieces.iter().any(counts)) {
                    all.push(Effect::WritesAnywhere);
                }
                return;
            }
        };
        let Some(pieces) = pieces else {
            self.add_pointers(first, may_count, all);
            return;
        };
        let mut next = first;
        for piece in pieces {
            let FormatPiece::Conversion(spec) = piece else {
                continue;
            };
            let (width, precision) = spec.stars();
            next += u8::from(width) + u8::from(precision);
            match spec.conv {
                // A precision limits what is read, so there need not be a zero byte.
                b's' => all.push(Effect::Reads(next, Extent::Object)),
                b'n' => all.push(Effect::Writes(next, fixed(spec.int_bits()))),
                _ => {}
            }
            next += u8::from(spec.conv != b'%' && spec.conv != b'm');
        }
    }

    /// Adds the accesses of a `scanf` format's conversions.
    fn add_scanned(&self, at: u8, from: Arguments, format: FormatText<'_>, all: &mut Effects) {
        if let Arguments::List(list) = from {
            all.push(Effect::Reads(list, Extent::Object));
            all.push(Effect::ReadsAnywhere);
            all.push(Effect::WritesAnywhere);
            return;
        }
        let directives = match format {
            FormatText::Known(text) => scanf::parse_format(text).ok(),
            _ => None,
        };
        let Some(directives) = directives else {
            self.add_pointers(at + 1, true, all);
            return;
        };
        let stored = directives
            .into_iter()
            .filter_map(|directive| match directive {
                Directive::Conversion(spec) if !spec.suppress => Some(spec),
                _ => None,
            });
        for (next, spec) in (at + 1..).zip(stored) {
            let extent = match spec.conv {
                b's' | b'[' | b'c' => Extent::Object,
                _ if spec.is_float() => Extent::Fixed(8),
                _ => fixed(spec.int_bits()),
            };
            all.push(Effect::Writes(next, extent));
        }
    }

    /// Adds accesses through all pointers from an argument on: the format is not known.
    fn add_pointers(&self, first: u8, is_written: bool, all: &mut Effects) {
        let arguments = (0..).zip(&self.args).skip(usize::from(first));
        for (at, _) in arguments.filter(|(_, (_, ty))| *ty == Scalar::Ptr) {
            all.push(Effect::Reads(at, Extent::Object));
            if is_written {
                all.push(Effect::Writes(at, Extent::Object));
            }
        }
    }
}

fn fixed(bits: u32) -> Extent {
    Extent::Fixed((bits / 8) as u8)
}
