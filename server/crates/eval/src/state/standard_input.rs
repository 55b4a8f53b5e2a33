//! Standard input: known bytes and the position in them, or input that is not known.

use std::sync::Arc;

use crate::disk::Source;
use crate::free_input::{FreeInput, InputKind};

/// Standard input of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandardInput {
    /// All of the input.
    bytes: Arc<[u8]>,
    /// Position of the next byte.
    position: usize,
    /// Whether a read met the end.
    has_ended: bool,
    /// Whether the input was read through a stream, which reads ahead, so that `read` does not see the rest.
    has_read_ahead: bool,
    /// Whether a call found less than it was to read.
    falls_short: bool,
    /// What is known of the input instead, if its bytes are not: see [`FreeInput`].
    pub(crate) free: Option<Box<FreeInput>>,
}

impl StandardInput {
    /// The input of which nothing has been read.
    pub(crate) fn new(bytes: Arc<[u8]>) -> StandardInput {
        StandardInput {
            bytes,
            position: 0,
            has_ended: false,
            has_read_ahead: false,
            falls_short: false,
            free: None,
        }
    }

    /// Lets the run read any input of this kind instead of known bytes; for symbolic runs only.
    pub fn set_free(&mut self, kind: InputKind) {
        self.free = Some(Box::new(FreeInput::new(kind)));
    }

    /// Position of the next byte.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Whether a read met the end.
    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Whether the input was read through a stream.
    pub(crate) fn has_read_ahead(&self) -> bool {
        self.has_read_ahead
    }

    /// Whether reads continue at the same position, at the end as well.
    pub(crate) fn continues_like(&self, other: &StandardInput) -> bool {
        (self.position, self.has_ended, &self.free)
            == (other.position, other.has_ended, &other.free)
    }

    /// All of the input, and the position in it.
    pub(crate) fn source(&self) -> (Source, usize) {
        (Source::Input(Arc::clone(&self.bytes)), self.position)
    }

    /// Reads a byte through a stream, without a handle on the whole input; `None` at the end.
    pub(crate) fn read_byte(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.position).copied();
        self.falls_short |= byte.is_none();
        self.advance(usize::from(byte.is_some()), byte.is_none());
        byte
    }

    /// Pushes a byte back, which is read next.
    pub(crate) fn push_back(&mut self, byte: u8) {
        self.has_ended = false;
        if self.position > 0 && self.bytes[self.position - 1] == byte {
            self.position -= 1;
        } else {
            let mut changed = self.bytes.to_vec();
            changed.insert(self.position, byte);
            self.bytes = changed.into();
        }
    }

    /// Advances by `count` bytes that were read through a stream.
    pub(crate) fn advance(&mut self, count: usize, at_end: bool) {
        self.position += count;
        self.has_ended |= at_end;
        self.has_read_ahead = true;
    }

    /// Advances by `count` bytes that were read through the descriptor, without a stream.
    pub(crate) fn advance_descriptor(&mut self, count: usize) {
        self.position += count;
    }

    /// Moves to the end, as if all of the input had been read.
    pub(crate) fn skip_to_end(&mut self) {
        self.position = self.bytes.len();
    }

    /// Notes that a call found less than it was to read.
    pub(crate) fn fall_short(&mut self) {
        self.falls_short = true;
    }

    /// Whether some call found less than it was to read: the end, or something else.
    pub fn falls_short(&self) -> bool {
        self.falls_short
    }

    /// Forgets that a read met the end.
    pub(crate) fn clear_end(&mut self) {
        self.has_ended = false;
        if let Some(free) = &mut self.free {
            free.ended = false;
        }
    }
}
