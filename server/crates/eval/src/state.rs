//! The state of one run: everything that a fork copies.

use std::rc::Rc;
use std::sync::Arc;

use harness::Matcher;
use ir::{FnId, Pc, Reg, Scalar};
use smallvec::SmallVec;
use term::Term;

use super::copies::{clone_rarely_filled, clone_with_capacity};
use super::disk::Disk;
use super::domain::Domain;
use super::memory::Memory;
use super::object::Name;
use super::script::{Entry, Log};
use super::stop::Continuation;
use super::storage::Storage;
use super::value::{ObjId, Val};

/// Initial capacity for frames, registers and objects, which suffices for most programs: repeated growth takes longer
/// than a short run.
pub(super) const FRAMES: usize = 8;
pub(super) const REGISTERS: usize = 128;
pub(super) const OBJECTS: usize = 16;

/// Bytes after an object that belong to it if memory has slack.
const SLACK: usize = 256;

/// Objects by slot; most functions have few variables in memory.
pub(super) type Slots = SmallVec<[ObjId; 4]>;

/// An activation of a function.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The function.
    pub function: FnId,
    /// Position at which it continues after its current call; the running frame's position is [`State::pc`].
    pub pc: Pc,
    /// Index of its first register.
    pub base: u32,
    /// Stack size of this activation and those below it, in bytes.
    pub stack: u32,
    /// Register of the caller for the result.
    pub dst: Option<Reg>,
    /// Type as which the caller reads the result, if it is not the function's.
    pub read_as: Option<Scalar>,
    /// Objects of its slots; 0 for those that are not live.
    pub slots: Slots,
    /// The object with its variable arguments; 0 if it takes none.
    pub arguments: ObjId,
}

/// Number of the driver's decisions of a branch in one activation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecisionCount {
    /// Number of frames.
    pub depth: u32,
    /// The running function.
    pub function: FnId,
    /// Position of the branch.
    pub pc: Pc,
    /// Number of decisions.
    pub times: u32,
}

/// Destination of output.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Output is collected.
    Capture(Vec<u8>),
    /// Output is compared with the expected one, byte by byte.
    Match(Matcher),
}

/// Buffering of standard output by the C library. A test sees the output through a pipe, so the default is full
/// buffering.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Buffering {
    /// Output is passed on when the buffer is full.
    #[default]
    Full,
    /// Output is passed on at the end of each line.
    Line,
    /// Output is passed on at once.
    None,
}

/// Streams.
#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "independent facts about different streams"
)]
pub struct Streams {
    /// All of standard input.
    pub input: Arc<[u8]>,
    /// Position in standard input.
    pub at: usize,
    /// Whether a read met the end.
    pub eof: bool,
    /// Standard output.
    pub output: Output,
    /// Files, and streams that were opened.
    pub disk: Rc<Disk>,
    /// Whether an angelic text was printed: from then on all output is logged.
    pub open: bool,
    /// Whether standard input was read through a stream, which reads ahead, so that `read` does not see the rest.
    pub has_read_ahead: bool,
    /// Buffering of standard output.
    pub buffering: Buffering,
    /// Whether output is still in the buffer, and would be lost if the run ended without flushing it.
    pub is_held: bool,
    /// Number of bytes of collected output that were passed on.
    pub flushed: usize,
}

impl Streams {
    /// Notes that this text was printed last.
    pub fn printed(&mut self, text: &[u8]) {
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

    /// Passes on the buffered standard output.
    pub fn flush(&mut self) {
        self.is_held = false;
        if let Output::Capture(bytes) = &self.output {
            self.flushed = bytes.len();
        }
    }
}

/// The state of one run.
#[derive(Debug)]
pub struct State<B> {
    /// Activations, the running one last.
    pub frames: Vec<Frame>,
    /// Position in the running function.
    pub pc: Pc,
    /// Registers of all frames.
    pub regs: Vec<Val<B>>,
    /// Objects.
    pub memory: Memory<B>,
    /// Streams.
    pub streams: Streams,
    /// State of `rand`.
    pub random: Rc<Vec<u32>>,
    /// Result of the outermost function, once it has returned.
    pub result: Option<Val<B>>,
    /// Path condition: the conjunction of these terms.
    pub path: Vec<Term>,
    /// Decisions of the driver for the instruction at `pc`.
    pub decisions: Vec<(Term, bool)>,
    /// Values that the driver picked for the instruction at `pc`.
    pub pinned: Vec<(Term, u64)>,
    /// Choices of relaxed components.
    pub log: Log,
    /// Numbers of the driver's decisions, by branch.
    pub forks: Vec<DecisionCount>,
    /// Number of instructions executed on this path.
    pub spent: u64,
    /// Whether memory that is lost at the end counts as a failure.
    pub leaks: bool,
    /// Whether memory has slack; see [`Start::slack`](super::Start::slack).
    pub slack: bool,
    /// The last function that reached its end without a `return` although its caller uses the result.
    pub no_return: Option<FnId>,
}

/// Implemented manually: a copy has the capacity for the calls that it will make.
impl<B: Copy + PartialEq> Clone for State<B> {
    fn clone(&self) -> State<B> {
        let registers = self.regs.capacity().max(REGISTERS);
        self.copy(FRAMES, registers, OBJECTS)
    }

    /// Reuses the memory of a finished run for the next one.
    fn clone_from(&mut self, original: &State<B>) {
        let mut frames = std::mem::take(&mut self.frames);
        let mut regs = std::mem::take(&mut self.regs);
        let mut memory = std::mem::take(&mut self.memory);
        frames.clone_from(&original.frames);
        regs.clone_from(&original.regs);
        memory.rewind(&original.memory);
        *self = State {
            frames,
            regs,
            memory,
            ..original.clone_without_memory()
        };
    }
}

impl<B: Copy + PartialEq> State<B> {
    /// The value of a register that was not written, or that holds an indeterminate value.
    pub(super) fn unwritten<D: Domain<Bits = B>>(&self) -> Val<B> {
        Val {
            init: self.slack,
            ..Val::indeterminate(D::constant(0))
        }
    }

    /// Creates an object of this number of bytes: indeterminate, or zero with slack after it.
    pub(super) fn make(&mut self, name: Name, storage: Storage, size: u64, zeroed: bool) -> ObjId {
        if !self.slack {
            return self.memory.make(name, storage, size as usize, zeroed);
        }
        let id = self.memory.make(name, storage, size as usize + SLACK, true);
        if let Some(object) = self.memory.get_mut(id) {
            object.extent = size as u32;
        }
        id
    }

    /// Size of the frames and registers in a copy, in bytes.
    pub fn stack_size(&self) -> usize {
        std::mem::size_of_val(&*self.frames) + std::mem::size_of_val(&*self.regs)
    }

    /// A copy with minimal memory, because many snapshots are kept and copied again.
    pub fn snapshot(&self) -> State<B> {
        self.copy(0, 0, 0)
    }

    /// A copy with capacity for this number of frames and registers, and of additional objects.
    fn copy(&self, frames: usize, registers: usize, objects: usize) -> State<B> {
        State {
            frames: clone_with_capacity(&self.frames, frames),
            regs: clone_with_capacity(&self.regs, registers),
            memory: self.memory.clone_with_capacity(objects),
            ..self.clone_without_memory()
        }
    }

    /// A copy without frames, registers and objects.
    fn clone_without_memory(&self) -> State<B> {
        State {
            frames: Vec::new(),
            pc: self.pc,
            regs: Vec::new(),
            memory: Memory::new(),
            streams: self.streams.clone(),
            random: Rc::clone(&self.random),
            result: self.result,
            path: clone_rarely_filled(&self.path),
            decisions: clone_rarely_filled(&self.decisions),
            pinned: clone_rarely_filled(&self.pinned),
            log: self.log.clone(),
            forks: clone_rarely_filled(&self.forks),
            spent: self.spent,
            leaks: self.leaks,
            slack: self.slack,
            no_return: self.no_return,
        }
    }

    /// An empty state, to stand in for one that was taken out.
    pub fn placeholder() -> State<B> {
        State {
            frames: Vec::new(),
            pc: 0,
            regs: Vec::new(),
            memory: Memory::new(),
            streams: Streams {
                input: Arc::from([]),
                at: 0,
                eof: false,
                output: Output::Capture(Vec::new()),
                disk: Rc::default(),
                open: false,
                has_read_ahead: false,
                buffering: Buffering::Full,
                is_held: false,
                flushed: 0,
            },
            random: Rc::new(Vec::new()),
            result: None,
            path: Vec::new(),
            decisions: Vec::new(),
            pinned: Vec::new(),
            log: Log::default(),
            forks: Vec::new(),
            spent: 0,
            leaks: false,
            slack: false,
            no_return: None,
        }
    }

    /// Continues with one of the options of an output instruction; its result is the length of the text.
    pub fn proceed(&mut self, way: Continuation) {
        for c in way.constraints {
            if !self.path.contains(&c) {
                self.path.push(c);
            }
        }
        self.streams.output = Output::Match(way.output);
        self.streams.printed(&way.text);
        if self.streams.open {
            self.log.push(Entry::Printed {
                bytes: way.text.into(),
            });
        }
    }
}
