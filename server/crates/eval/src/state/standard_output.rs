//! Standard output: where it goes, and what of it is still in the buffer of the C library.

use harness::{Expected, Matcher};

/// Most bytes that a concrete run may print.
const MAX_OUTPUT: usize = 16 << 20;
/// Size of the buffer when standard output is a pipe.
const BUFFER: usize = 4096;

/// Destination of standard output.
#[derive(Debug, Clone, PartialEq)]
pub enum Destination {
    /// Output is collected.
    Capture(Vec<u8>),
    /// Output is compared with the expected one, byte by byte.
    Match(Matcher),
}

/// Buffering of standard output by the C library. A test sees the output through a pipe, so the default is full
/// buffering.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Buffering {
    /// Output is passed on when the buffer is full.
    #[default]
    Full,
    /// Output is passed on at the end of each line.
    Line,
    /// Output is passed on at once.
    None,
}

/// Standard output of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct StandardOutput {
    destination: Destination,
    /// Whether an angelic text was printed: from then on all output is logged.
    is_open: bool,
    buffering: Buffering,
    /// Whether output is still in the buffer, and would be lost if the run ended without flushing it.
    is_held: bool,
    /// Number of bytes of collected output that were passed on.
    flushed: usize,
    /// Text in the buffer that has neither been collected nor compared yet.
    waiting: Vec<u8>,
}

impl StandardOutput {
    /// Standard output to which nothing has been printed.
    pub(crate) fn new(destination: Destination) -> StandardOutput {
        StandardOutput {
            destination,
            is_open: false,
            buffering: Buffering::Full,
            is_held: false,
            flushed: 0,
            waiting: Vec::new(),
        }
    }

    /// Destination of the output.
    pub fn destination(&self) -> &Destination {
        &self.destination
    }

    /// The output so far, if it is collected.
    pub fn collected(&self) -> Option<&[u8]> {
        match &self.destination {
            Destination::Capture(bytes) => Some(bytes),
            Destination::Match(_) => None,
        }
    }

    /// The position in the expected output, if the output is compared with it.
    pub fn matcher(&self) -> Option<&Matcher> {
        match &self.destination {
            Destination::Capture(_) => None,
            Destination::Match(matcher) => Some(matcher),
        }
    }

    /// Takes the output so far, if it is collected, and nothing otherwise.
    pub fn take_collected(&mut self) -> Vec<u8> {
        match &mut self.destination {
            Destination::Capture(bytes) => std::mem::take(bytes),
            Destination::Match(_) => Vec::new(),
        }
    }

    /// Collects the output from now on.
    pub fn collect_from_here(&mut self) {
        self.destination = Destination::Capture(Vec::new());
    }

    /// Exchanges the destination.
    pub(crate) fn redirect(&mut self, destination: Destination) -> Destination {
        std::mem::replace(&mut self.destination, destination)
    }

    /// Whether an angelic text was printed.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    /// Whether output is still in the buffer.
    pub(crate) fn is_held(&self) -> bool {
        self.is_held
    }

    /// Selects the buffering.
    pub(crate) fn set_buffering(&mut self, buffering: Buffering) {
        self.buffering = buffering;
    }

    /// Appends to the collected output; false if it is too long then.
    pub(crate) fn collect(&mut self, text: &[u8]) -> bool {
        if let Destination::Capture(bytes) = &mut self.destination {
            bytes.extend_from_slice(text);
            if bytes.len() > MAX_OUTPUT {
                return false;
            }
        }
        self.printed(text);
        true
    }

    /// Continues at this position in the expected output, after `text` was printed.
    pub(crate) fn matched(&mut self, position: Matcher, text: &[u8]) {
        self.destination = Destination::Match(position);
        self.printed(text);
    }

    /// Continues anywhere in the expected output, after an arbitrary text was printed. Returns the text printed before,
    /// if the arbitrary text is the first one.
    pub(crate) fn open(&mut self, expected: &Expected) -> Option<Vec<u8>> {
        let Destination::Match(matcher) = &mut self.destination else {
            return None;
        };
        let before = (!self.is_open).then(|| matcher.printed(expected));
        self.is_open = true;
        *matcher = matcher.any_text();
        self.is_held |= self.buffering != Buffering::None;
        before
    }

    /// Notes that this text was printed last.
    fn printed(&mut self, text: &[u8]) {
        let line = text.iter().rposition(|byte| *byte == b'\n');
        let held = match (self.buffering, line) {
            _ if text.is_empty() => return,
            (Buffering::None, _) => 0,
            (Buffering::Line, Some(end)) => text.len() - end - 1,
            _ => {
                self.is_held = true;
                return;
            }
        };
        self.flush();
        self.is_held = held > 0;
        self.flushed = self.flushed.saturating_sub(held);
    }

    /// Passes on the buffered output.
    pub(crate) fn flush(&mut self) {
        self.is_held = false;
        if let Destination::Capture(bytes) = &self.destination {
            self.flushed = bytes.len();
        }
    }

    /// Keeps a text in the buffer instead of comparing it: standard error, which is compared, too, may overtake it. Returns
    /// false if the text is compared at once.
    pub(crate) fn wait(&mut self, text: &[u8]) -> bool {
        let waits = self.buffering == Buffering::Full
            && !self.is_open
            && self.waiting.is_empty() != self.is_held
            && self.waiting.len() + text.len() < BUFFER;
        if waits && !text.is_empty() {
            self.waiting.extend_from_slice(text);
            self.is_held = true;
        }
        waits
    }

    /// Takes the text that waits to be compared.
    pub(crate) fn take_waiting(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.waiting)
    }

    /// Whether a text waits to be compared.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Loses the buffered output. Returns false if it is not sure that all of it is still in the buffer.
    pub(crate) fn lose_held(&mut self) -> bool {
        if !self.is_held || self.is_waiting() {
            self.waiting.clear();
            return true;
        }
        match &mut self.destination {
            Destination::Capture(bytes) if bytes.len() - self.flushed < BUFFER => {
                bytes.truncate(self.flushed);
                true
            }
            _ => false,
        }
    }
}
