//! Library functions that the evaluator models.

mod effect;
mod names;
mod table;
mod unmodelled;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use syntax::DataModel;
use term::FpFun;

pub use self::effect::{Arguments, Direction, Effect, Extent, StreamSource};
use self::names::{ALIASES, LONG_DOUBLE, NARROW, gives_long_long};
pub use self::table::Builtin;
pub use self::unmodelled::is_in_a_library;
use crate::Scalar;

/// Nature of a library function, which determines the treatment of relaxed calls (docs/dev/design.md, Relaxation).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// Computes a value from values, without effects.
    Pure,
    /// Effects on memory only.
    Memory,
    /// Writes to standard output, or possibly to it (through a `FILE *`).
    Output,
    /// Reads standard input.
    Input,
    /// Does not return.
    Exit,
    /// The specification: never relaxed.
    Specification,
}

impl Builtin {
    /// The function of this name, with or without the prefix `__builtin_`.
    pub fn by_name(name: &str) -> Option<Builtin> {
        static BY_NAME: LazyLock<FxHashMap<&str, Builtin>> = LazyLock::new(|| {
            let mut names: FxHashMap<&str, Builtin> =
                Builtin::ALL.iter().map(|b| (b.name(), *b)).collect();
            let long = LONG_DOUBLE
                .iter()
                .map(|name| (*name, &name[..name.len() - 1]));
            for (alias, name) in ALIASES.iter().copied().chain(long) {
                if let Some(builtin) = names.get(name) {
                    names.insert(alias, *builtin);
                }
            }
            names
        });
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        BY_NAME.get(name).copied()
    }

    /// Result type of the function under this name: `long` and `size_t` have the width given by the data model,
    /// whatever type the evaluator computes with.
    pub fn result_in(self, name: &str, model: DataModel) -> Option<Scalar> {
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        match self.result()? {
            Scalar::I64 if !gives_long_long(name) => Some(Scalar::signed_word(model)),
            Scalar::U64 if !gives_long_long(name) => Some(Scalar::unsigned_word(model)),
            other => Some(other),
        }
    }

    /// The function of this name, where `long` has the width given by the data model.
    pub fn by_name_in(name: &str, model: DataModel) -> Option<Builtin> {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let narrow = NARROW.iter().find(|(long, _)| *long == plain);
        match (model, narrow) {
            (DataModel::Ilp32, Some((_, narrow))) => Builtin::by_name(narrow),
            _ => Builtin::by_name(name),
        }
    }

    /// Whether the function ends the run unless its argument holds.
    pub fn is_assertion(self) -> bool {
        use Builtin::{Assert, CproverAssert, EsbmcAssert, VerifierAssert};
        matches!(self, Assert | VerifierAssert | CproverAssert | EsbmcAssert)
    }

    /// Treatment of a relaxed call, which follows from the effects.
    pub fn nature(self) -> Nature {
        let takes = self.stream(|direction| direction == Direction::Takes);
        let prints = self.stream(|direction| direction == Direction::Prints);
        let changes_memory = self.has(|effect| match effect {
            Effect::Stream(_, direction) => *direction == Direction::Moves,
            Effect::Writes(..)
            | Effect::PrintfFormat(..)
            | Effect::ScanfFormat(..)
            | Effect::Files
            | Effect::Allocates
            | Effect::Frees(_)
            | Effect::Random => true,
            _ => false,
        });
        if self.has(|effect| *effect == Effect::Judges) {
            Nature::Specification
        } else if self.has(|effect| *effect == Effect::Ends) {
            Nature::Exit
        } else if takes.is_some() || self.opens() {
            Nature::Input
        } else if prints.is_some() {
            Nature::Output
        } else if changes_memory {
            Nature::Memory
        } else {
            Nature::Pure
        }
    }

    /// Whether the function takes the name of a file.
    pub fn names_files(self) -> bool {
        self.has(|effect| matches!(effect, Effect::Opens | Effect::Files))
            && self.has(|effect| matches!(effect, Effect::Reads(..)))
    }

    /// Whether the function opens a stream.
    pub fn opens(self) -> bool {
        self.has(|effect| *effect == Effect::Opens)
    }

    /// Whether the effect or result depends on the position or state of a stream, without reading from it.
    pub fn looks_at_stream(self) -> bool {
        self.stream(|direction| matches!(direction, Direction::Asks | Direction::Moves))
            .is_some()
    }

    /// Whether the function may set `errno`.
    pub fn sets_errno(self) -> bool {
        self.has(|effect| *effect == Effect::Errno)
    }

    /// The function of terms that stands for a floating-point function in formulas, if there is one.
    pub fn formula_function(self) -> Option<FpFun> {
        Some(match self {
            Builtin::Floor | Builtin::Floorf => FpFun::Floor,
            Builtin::Ceil | Builtin::Ceilf => FpFun::Ceil,
            Builtin::Trunc | Builtin::Truncf => FpFun::Trunc,
            Builtin::Round | Builtin::Roundf => FpFun::Round,
            Builtin::Rint | Builtin::Rintf => FpFun::Rint,
            Builtin::Exp | Builtin::Expf => FpFun::Exp,
            Builtin::Exp2 | Builtin::Exp2f => FpFun::Exp2,
            Builtin::Log | Builtin::Logf => FpFun::Log,
            Builtin::Log10 | Builtin::Log10f => FpFun::Log10,
            Builtin::Log2 | Builtin::Log2f => FpFun::Log2,
            Builtin::Sin | Builtin::Sinf => FpFun::Sin,
            Builtin::Cos | Builtin::Cosf => FpFun::Cos,
            Builtin::Atan | Builtin::Atanf => FpFun::Atan,
            _ => return None,
        })
    }

    /// Whether a floating-point function is uninterpreted in formulas: a bit-level solver knows nothing about its
    /// values.
    pub fn is_transcendental(self) -> bool {
        let known = self
            .formula_function()
            .is_some_and(|fun| !fun.is_rounding());
        known || matches!(self, Builtin::Pow | Builtin::Powf)
    }
}

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

/// Names of the predefined streams, and the bits of the pointer constants by which lowering represents them.
pub const STREAMS: [(&str, u64); 3] = [("stdin", 0x10), ("stdout", 0x11), ("stderr", 0x12)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_names_are_names_of_something() {
        for (alias, name) in ALIASES {
            assert_eq!(Builtin::by_name(alias), Builtin::by_name(name), "{alias}");
            assert!(Builtin::by_name(name).is_some(), "{name}");
        }
        for name in LONG_DOUBLE {
            assert!(Builtin::by_name(name).is_some(), "{name}");
        }
        assert_eq!(Builtin::by_name("__builtin_strlen"), Some(Builtin::Strlen));
    }
}
