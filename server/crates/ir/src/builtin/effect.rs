//! Effects of library functions.
//!
//! The table declares the effects of each function, in terms of its arguments. What the functions of the `printf` and
//! `scanf` families read and write depends on their formats as well: [`BuiltinCall::effects`] resolves it for one call.

use smallvec::SmallVec;

use super::Builtin;
use crate::program::{BuiltinCall, Reg, Scalar};
use crate::text::printf::FormatPiece;
use crate::text::scanf::Directive;
use crate::text::{printf, scanf};

/// One effect of a call. Arguments are counted from 0; a null pointer or an empty extent is not accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Reads memory from where an argument points to.
    Reads(u8, Extent),
    /// Writes memory from where an argument points to.
    Writes(u8, Extent),
    /// Reads memory that no argument points to itself.
    ReadsAnywhere,
    /// Writes memory that no argument points to itself.
    WritesAnywhere,
    /// Reads a `printf` format in an argument, and reads and writes what its conversions demand.
    PrintfFormat(u8, Arguments),
    /// Reads a `scanf` format in an argument, and writes what its conversions demand.
    ScanfFormat(u8, Arguments),
    /// Uses a stream.
    Stream(StreamSource, Direction),
    /// Opens a stream on a file.
    Opens,
    /// Changes the files by name, or closes a stream.
    Files,
    /// May set `errno`.
    Errno,
    /// Creates an object.
    Allocates,
    /// May end the lifetime of the object that an argument points to.
    Frees(u8),
    /// Uses the generator of `rand`.
    Random,
    /// Ends the run.
    Ends,
    /// States a condition that has to hold: the specification, which is never relaxed.
    Judges,
}

/// Amount of memory that a call accesses from where a pointer points to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// A text with its final zero byte, or a part of it; for writes, the text that is there after the call.
    Text,
    /// As many bytes as this argument says.
    Bytes(u8),
    /// As many bytes as the product of these arguments says.
    Items(u8, u8),
    /// At most this number of bytes.
    Fixed(u8),
    /// Any part of the object.
    Object,
}

/// Place of the arguments of a format's conversions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arguments {
    /// They follow the format.
    Following,
    /// They are in the `va_list` that this argument points to.
    List(u8),
}

/// Origin of the stream that a call uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamSource {
    /// Standard input.
    Input,
    /// Standard output.
    Output,
    /// The stream that this argument points to.
    Argument(u8),
    /// The stream whose descriptor is this argument.
    Descriptor(u8),
}

/// Use of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Reads from it, or gives back what was read.
    Takes,
    /// Prints to it.
    Prints,
    /// Asks for its state.
    Asks,
    /// Changes its position or its state.
    Moves,
    /// Empties its buffer or changes how it is buffered: that matters only to a run that ends with text in the buffer.
    Flushes,
}

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

impl Builtin {
    /// Argument with the format, and where the arguments of its conversions are.
    pub fn format(self) -> Option<(usize, Arguments)> {
        self.effects().iter().find_map(|effect| match effect {
            Effect::PrintfFormat(format, arguments) | Effect::ScanfFormat(format, arguments) => {
                Some((usize::from(*format), *arguments))
            }
            _ => None,
        })
    }

    /// The stream that the function uses in a direction that `is_wanted` accepts.
    pub fn stream(self, is_wanted: impl Fn(Direction) -> bool) -> Option<StreamSource> {
        self.effects().iter().find_map(|effect| match effect {
            Effect::Stream(source, direction) if is_wanted(*direction) => Some(*source),
            _ => None,
        })
    }

    /// Argument whose object may be freed.
    pub fn frees(self) -> Option<usize> {
        self.effects().iter().find_map(|effect| match effect {
            Effect::Frees(argument) => Some(usize::from(*argument)),
            _ => None,
        })
    }

    /// Whether the function has an effect for which `is_wanted` holds; formats are not resolved.
    pub fn has(self, is_wanted: impl Fn(&Effect) -> bool) -> bool {
        self.effects().iter().any(is_wanted)
    }
}

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
