//! Names of the kinds of traps, as the sanitizers call them.

use super::{NullUse, TrapKind};
use crate::storage::Storage;

impl TrapKind {
    /// Name of the kind alone, as sanitizers call it.
    pub fn family(&self) -> &'static str {
        match self {
            // Access to memory.
            TrapKind::OutOfBounds { object, .. } => match object.storage {
                Storage::Heap => "heap-buffer-overflow",
                Storage::Stack => "stack-buffer-overflow",
                Storage::Static => "global-buffer-overflow",
                Storage::Outside => "buffer-overflow",
            },
            TrapKind::Index { .. } => "index out of bounds",
            TrapKind::Null(NullUse::Offset) => "applying a non-zero offset to a null pointer",
            TrapKind::Null(_) => "null pointer dereference",
            TrapKind::InvalidPointer => "dereference of an invalid pointer",
            TrapKind::Dangling { object, .. } => match (object.storage, object.returned) {
                (Storage::Heap, _) => "heap-use-after-free",
                (_, false) => "stack-use-after-scope",
                (_, true) => "stack-use-after-return",
            },
            TrapKind::Misaligned { .. } => "misaligned address",
            // Arithmetic.
            TrapKind::DivisionByZero => "division by zero",
            TrapKind::SignedOverflow(_) => "signed integer overflow",
            TrapKind::ShiftCount { .. } => "shift exponent out of range",
            TrapKind::FloatToInt { .. } => {
                "floating value outside the range of representable values"
            }
            // Values that memory or a variable does not hold.
            TrapKind::InvalidValue { .. } => "load of an invalid value",
            TrapKind::Uninitialised { .. } => "use of an uninitialised value",
            // Blocks of memory, and what may be written to them.
            TrapKind::InvalidFree { .. } => "bad-free",
            TrapKind::DoubleFree(_) => "double-free",
            TrapKind::ReadOnly(_) => "write to read-only memory",
            TrapKind::Overlap { function, .. } => match *function {
                "memcpy" => "memcpy-param-overlap",
                "strcpy" => "strcpy-param-overlap",
                "strcat" => "strcat-param-overlap",
                "strncpy" => "strncpy-param-overlap",
                "sprintf" => "sprintf-param-overlap",
                _ => "strncat-param-overlap",
            },
            // Calls, and the end of the run.
            TrapKind::InvalidCall { .. } => "invalid call through a function pointer",
            TrapKind::StackOverflow => "stack-overflow",
            TrapKind::Assertion => "assertion failed",
            TrapKind::Unreachable => "undefined behaviour: `__builtin_unreachable()` was reached",
            TrapKind::Abort => "aborted",
            TrapKind::Ignored(_) => "test ignored",
            TrapKind::Leak { .. } => "memory leak",
            TrapKind::Library(_) => "invalid call of a library function",
        }
    }
}
