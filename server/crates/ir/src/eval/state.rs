//! The state of one run: everything that a fork copies.

use std::rc::Rc;
use std::sync::Arc;

use harness::Matcher;
use smallvec::SmallVec;
use term::Term;

use super::copies::{roomy, seldom};
use super::disk::Disk;
use super::domain::Domain;
use super::memory::Memory;
use super::object::Name;
use super::script::{Entry, Log};
use super::stop::Continuation;
use super::storage::Storage;
use super::value::{ObjId, Val};
use crate::{FnId, Pc, Reg, Scalar};

/// Room for calls, registers and objects that most programs do not outgrow: to make room again and again takes longer
/// than a short run.
pub(super) const FRAMES: usize = 8;
pub(super) const REGISTERS: usize = 128;
pub(super) const OBJECTS: usize = 16;

/// Bytes behind an object that belong to it where memory has slack.
const SLACK: usize = 256;

/// Objects by slot; most functions have few variables in memory.
pub(super) type Slots = SmallVec<[ObjId; 4]>;

/// An activation of a function.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Which.
    pub function: FnId,
    /// Where it goes on after the call that it is in; the running frame's position is [`State::pc`].
    pub pc: Pc,
    /// Its registers begin here.
    pub base: u32,
    /// Bytes of stack that this activation and those below it take.
    pub stack: u32,
    /// Register of the caller for the result.
    pub dst: Option<Reg>,
    /// Type as which the caller reads the result, if it is not the function's.
    pub read_as: Option<Scalar>,
    /// Objects of its slots; 0 where not alive.
    pub slots: Slots,
    /// The object with its variable arguments; 0 if it takes none.
    pub arguments: ObjId,
}

/// How often the driver decided a branch in one activation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecisionCount {
    /// Number of frames.
    pub depth: u32,
    /// The running function.
    pub function: FnId,
    /// Position in it.
    pub pc: Pc,
    /// Decisions.
    pub times: u32,
}

/// Where output goes.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// It is collected.
    Capture(Vec<u8>),
    /// It is compared with what the test expects, byte by byte.
    Match(Matcher),
}

/// When the C library passes standard output on. A test sees it through a pipe, so a buffer has to be full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Buffering {
    /// When the buffer is full.
    #[default]
    Full,
    /// At the end of each line.
    Line,
    /// At once.
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
    /// Position in it.
    pub at: usize,
    /// A read met the end.
    pub eof: bool,
    /// Standard output.
    pub output: Output,
    /// Files, and streams that were opened.
    pub disk: Rc<Disk>,
    /// Some angelic text was printed: from then on all output is logged.
    pub open: bool,
    /// Standard input was read through a stream, which reads ahead: `read` does not see what is left.
    pub has_read_ahead: bool,
    /// How standard output is buffered.
    pub buffering: Buffering,
    /// Something was printed that is still in the buffer, and lost if the run ends without flushing it.
    pub is_held: bool,
    /// Number of bytes that were passed on, of output that is collected.
    pub flushed: usize,
}

impl Streams {
    /// Notes that this was printed last.
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

    /// Passes on what is in the buffer of standard output.
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
    /// Path condition: all of it holds.
    pub path: Vec<Term>,
    /// What the driver decided for the instruction at `pc`.
    pub decisions: Vec<(Term, bool)>,
    /// Values that the driver picked for the instruction at `pc`.
    pub pinned: Vec<(Term, u64)>,
    /// Choices of relaxed components.
    pub log: Log,
    /// How often each branch was decided by the driver.
    pub forks: Vec<DecisionCount>,
    /// Instructions executed on this path.
    pub spent: u64,
    /// Memory that is lost at the end is a failure.
    pub leaks: bool,
    /// See [`Start::slack`](super::Start::slack).
    pub slack: bool,
    /// A function, the last one, that reached its end without a `return` although its caller uses the result.
    pub no_return: Option<FnId>,
}

/// By hand: a copy goes on to call what its original would call, and has the room for it.
impl<B: Copy + PartialEq> Clone for State<B> {
    fn clone(&self) -> State<B> {
        let registers = self.regs.capacity().max(REGISTERS);
        self.copy(FRAMES, registers, OBJECTS)
    }

    /// What a run has left is the room for the next one.
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
            ..original.others()
        };
    }
}

impl<B: Copy + PartialEq> State<B> {
    /// A register that nothing was written to, or that holds what is indeterminate.
    pub(super) fn unwritten<D: Domain<Bits = B>>(&self) -> Val<B> {
        Val {
            init: self.slack,
            ..Val::indeterminate(D::constant(0))
        }
    }

    /// A new object of so many bytes: indeterminate, or zero with room behind it.
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

    /// Bytes of memory that the activations take in a copy.
    pub fn stack_size(&self) -> usize {
        std::mem::size_of_val(&*self.frames) + std::mem::size_of_val(&*self.regs)
    }

    /// A copy to be copied again: it takes no more memory than it must, for many of these are kept.
    pub fn snapshot(&self) -> State<B> {
        self.copy(0, 0, 0)
    }

    /// A copy with room for so many frames and registers, and so many more objects.
    fn copy(&self, frames: usize, registers: usize, objects: usize) -> State<B> {
        State {
            frames: roomy(&self.frames, frames),
            regs: roomy(&self.regs, registers),
            memory: self.memory.with_room(objects),
            ..self.others()
        }
    }

    /// A copy without frames, registers and objects.
    fn others(&self) -> State<B> {
        State {
            frames: Vec::new(),
            pc: self.pc,
            regs: Vec::new(),
            memory: Memory::new(),
            streams: self.streams.clone(),
            random: Rc::clone(&self.random),
            result: self.result,
            path: seldom(&self.path),
            decisions: seldom(&self.decisions),
            pinned: seldom(&self.pinned),
            log: self.log.clone(),
            forks: seldom(&self.forks),
            spent: self.spent,
            leaks: self.leaks,
            slack: self.slack,
            no_return: self.no_return,
        }
    }

    /// A state of nothing, to stand where one was taken out.
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

    /// Goes on in one of the ways of an output instruction; its result is the length of the text.
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
