//! The state of one run: everything that a fork copies.

mod assertions;
mod call_stack;
mod landing;
mod path_state;
mod random_numbers;
mod registers;
mod settings;
mod standard_input;
mod standard_output;

use std::rc::Rc;
use std::sync::Arc;

pub use assertions::AssertionCounts;
pub use call_stack::{CallStack, Frame, PausePoint};
pub use path_state::PathState;
pub use random_numbers::RandomNumbers;
pub use registers::Registers;
pub use settings::Settings;
pub use standard_input::StandardInput;
pub use standard_output::{Destination, StandardOutput};

pub(super) use call_stack::Slots;
pub(super) use landing::Landing;
pub(super) use registers::{Defined, Stored};
pub(super) use standard_output::Buffering;

use super::disk::Disk;
use super::domain::Domain;
use super::memory::Memory;
use super::object::Name;
use super::script::{Entry, Log};
use super::stop::Continuation;
use super::storage::Storage;
use super::value::{ObjId, Val};

/// Initial capacity for objects, which suffices for most programs.
pub(super) const OBJECTS: usize = 16;

/// Bytes after an object that belong to it if memory has slack.
const SLACK: usize = 256;

/// The state of one run.
#[derive(Debug)]
pub struct State<B> {
    /// Activations and registers.
    pub calls: CallStack<B>,
    /// Objects.
    pub memory: Memory<B>,
    /// Standard input.
    pub input: StandardInput,
    /// Standard output.
    pub output: StandardOutput,
    /// Files, and streams that were opened.
    pub disk: Rc<Disk>,
    /// The generator of `rand`.
    pub random: RandomNumbers,
    /// Path condition and decisions.
    pub path: PathState,
    /// Choices of relaxed components.
    pub log: Log,
    /// Assertions that were evaluated.
    pub asserted: AssertionCounts,
    /// Result of the outermost function, once it has returned.
    pub result: Option<Val<B>>,
    /// Settings of the run.
    pub(super) settings: Settings,
}

/// Implemented manually: a copy has the capacity for the calls that it will make.
impl<B: Copy + PartialEq> Clone for State<B> {
    fn clone(&self) -> State<B> {
        let memory = self.memory.clone_with_capacity(OBJECTS);
        self.with_memory(self.calls.clone(), memory)
    }

    /// Reuses the memory of a finished run for the next one.
    fn clone_from(&mut self, original: &State<B>) {
        let mut calls = std::mem::replace(&mut self.calls, CallStack::empty());
        let mut memory = std::mem::take(&mut self.memory);
        calls.clone_from(&original.calls);
        memory.rewind(&original.memory);
        *self = original.with_memory(calls, memory);
    }
}

impl<B: Copy + PartialEq> State<B> {
    /// A state before the first instruction. Nothing has been read, printed or decided.
    pub(super) fn new(
        calls: CallStack<B>,
        memory: Memory<B>,
        input: Arc<[u8]>,
        destination: Destination,
        disk: Disk,
        settings: Settings,
    ) -> State<B> {
        State {
            calls,
            memory,
            input: StandardInput::new(input),
            output: StandardOutput::new(destination),
            disk: Rc::new(disk),
            random: RandomNumbers::default(),
            path: PathState::default(),
            log: Log::default(),
            asserted: AssertionCounts::default(),
            result: None,
            settings,
        }
    }

    /// An empty state, to stand in for one that was taken out.
    pub fn placeholder() -> State<B> {
        State::new(
            CallStack::empty(),
            Memory::new(),
            Arc::from([]),
            Destination::Capture(Vec::new()),
            Disk::default(),
            Settings::default(),
        )
    }

    /// A copy with minimal memory, because many snapshots are kept and copied again.
    pub fn snapshot(&self) -> State<B> {
        self.with_memory(self.calls.snapshot(), self.memory.clone_with_capacity(0))
    }

    /// A copy with these activations and objects, which are copies as well.
    fn with_memory(&self, calls: CallStack<B>, memory: Memory<B>) -> State<B> {
        State {
            calls,
            memory,
            input: self.input.clone(),
            output: self.output.clone(),
            disk: Rc::clone(&self.disk),
            random: self.random.clone(),
            path: self.path.clone(),
            log: self.log.clone(),
            asserted: self.asserted.clone(),
            result: self.result,
            settings: self.settings,
        }
    }

    /// The value of a register that was not written, or that holds an indeterminate value.
    pub(super) fn unwritten<D: Domain<Bits = B>>(&self) -> Val<B> {
        let undefined = if self.settings.slack { 0 } else { u64::MAX };
        Val::partial(D::constant(0), undefined)
    }

    /// Creates an object of this number of bytes: indeterminate, or zero with slack after it.
    pub(super) fn make(&mut self, name: Name, storage: Storage, size: u64, zeroed: bool) -> ObjId {
        if !self.settings.slack {
            return self.memory.make(name, storage, size as usize, zeroed);
        }
        let id = self.memory.make(name, storage, size as usize + SLACK, true);
        if let Some(object) = self.memory.get_mut(id) {
            object.extent = size as u32;
        }
        id
    }

    /// The files and streams, to be changed.
    pub(super) fn disk_mut(&mut self) -> &mut Disk {
        Rc::make_mut(&mut self.disk)
    }

    /// Continues with one of the options of an output instruction; its result is the length of the text.
    pub fn proceed(&mut self, way: Continuation) {
        for c in way.constraints {
            self.path.assume_once(c);
        }
        self.output.matched(way.output, &way.text);
        if self.output.is_open() {
            self.log.push(Entry::Printed {
                bytes: way.text.into(),
            });
        }
    }
}
