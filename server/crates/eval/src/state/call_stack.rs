//! The activations of a run, with their registers, and the position in the running one.

use ir::{FnId, Pc, Reg, Scalar};
use smallvec::SmallVec;

use super::landing::Landing;
use super::registers::Registers;
use crate::copies::clone_with_capacity;
use crate::value::{ObjId, Val};

/// Initial capacity for frames and registers, which suffices for most programs: repeated growth takes longer than a
/// short run.
const FRAMES: usize = 8;
const REGISTERS: usize = 128;
/// Most registers whose allocation is kept for the next run.
const MOST_REGISTERS: usize = 16 * REGISTERS;

/// Objects by slot; most functions have few variables in memory.
pub(crate) type Slots = SmallVec<[ObjId; 4]>;

/// An activation of a function.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The function.
    pub function: FnId,
    /// Position at which it continues after its current call; the running frame's position is [`CallStack::pc`].
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

impl Frame {
    /// Index of one of its registers among those of all frames.
    #[inline]
    pub fn index_of(&self, register: Reg) -> usize {
        self.base as usize + register as usize
    }
}

/// A place at which a run pauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PausePoint {
    /// Number of frames.
    pub depth: usize,
    /// Position in the last frame.
    pub pc: Pc,
}

/// The activations of a run.
#[derive(Debug)]
pub struct CallStack<B> {
    /// Activations, the running one last.
    pub(crate) frames: Vec<Frame>,
    /// Position in the running function.
    pub(crate) pc: Pc,
    /// Registers of all frames.
    pub(crate) registers: Registers<B>,
    /// The last function that reached its end without a `return` although its caller uses the result.
    pub(crate) no_return: Option<FnId>,
    /// Places to which `longjmp` leads, in activations that have not ended, by depth.
    pub(crate) landings: Vec<Landing<B>>,
    /// Number of the last landing.
    pub(crate) landed: u64,
}

/// Implemented manually: a copy has the capacity for the calls that it will make.
impl<B: Copy> Clone for CallStack<B> {
    fn clone(&self) -> CallStack<B> {
        self.copy(FRAMES, self.registers.capacity().max(REGISTERS))
    }

    /// Reuses the memory of a finished run for the next one.
    fn clone_from(&mut self, original: &CallStack<B>) {
        self.frames.clone_from(&original.frames);
        self.pc = original.pc;
        self.registers.clone_from(&original.registers);
        self.no_return = original.no_return;
        self.landings.clone_from(&original.landings);
        self.landed = original.landed;
    }
}

impl<B: Copy> CallStack<B> {
    /// No activations, and room for some.
    pub(crate) fn with_capacity() -> CallStack<B> {
        CallStack {
            frames: Vec::with_capacity(FRAMES),
            registers: Registers::with_capacity(REGISTERS),
            ..CallStack::empty()
        }
    }

    /// No activations, and no room for any.
    pub(crate) fn empty() -> CallStack<B> {
        CallStack {
            frames: Vec::new(),
            pc: 0,
            registers: Registers::with_capacity(0),
            no_return: None,
            landings: Vec::new(),
            landed: 0,
        }
    }

    /// Ends all activations of an earlier run. Exceptionally large allocations are not kept.
    pub(crate) fn clear(&mut self) {
        self.frames.clear();
        self.pc = 0;
        self.registers.clear(MOST_REGISTERS);
        self.no_return = None;
        self.landings.clear();
        self.landed = 0;
    }

    /// A copy with minimal memory.
    pub(crate) fn snapshot(&self) -> CallStack<B> {
        self.copy(0, 0)
    }

    /// A copy with capacity for this number of frames and registers.
    fn copy(&self, frames: usize, registers: usize) -> CallStack<B> {
        CallStack {
            frames: clone_with_capacity(&self.frames, frames),
            pc: self.pc,
            registers: self.registers.copy(registers),
            no_return: self.no_return,
            landings: self.landings.clone(),
            landed: self.landed,
        }
    }
}

impl<B> CallStack<B> {
    /// Forgets the landings in activations that have ended.
    #[inline]
    pub(crate) fn forget_landings_above(&mut self, depth: usize) {
        while self.landings.last().is_some_and(|l| l.depth > depth) {
            self.landings.pop();
        }
    }

    /// Activations, the running one last.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The running activation; `None` once the outermost one has returned.
    pub fn running(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// Number of activations.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Position in the running function.
    pub fn pc(&self) -> Pc {
        self.pc
    }

    /// Depth and position.
    pub fn place(&self) -> PausePoint {
        PausePoint {
            depth: self.frames.len(),
            pc: self.pc,
        }
    }

    /// Continues at this position of the running function.
    pub fn jump(&mut self, pc: Pc) {
        self.pc = pc;
    }

    /// Continues after the current instruction.
    pub fn advance(&mut self) {
        self.pc += 1;
    }

    /// Registers of all frames.
    pub fn registers(&self) -> &Registers<B> {
        &self.registers
    }

    /// Registers of all frames; their number stays the same.
    pub fn registers_mut(&mut self) -> &mut Registers<B> {
        &mut self.registers
    }

    /// Replaces the registers of all frames; their number stays the same.
    pub fn replace_registers(&mut self, registers: Registers<B>) {
        self.registers = registers;
    }

    /// Value of a register of the running function; `None` if no function is running.
    pub fn register(&self, register: Reg) -> Option<Val<B>>
    where
        B: Copy,
    {
        let frame = self.frames.last()?;
        Some(self.registers.value(frame.index_of(register)))
    }

    /// Sets a register of the running function.
    pub fn set_register(&mut self, register: Reg, value: Val<B>) {
        if let Some(frame) = self.frames.last() {
            self.registers.set(frame.index_of(register), value);
        }
    }

    /// Size of the frames and registers in a copy, in bytes.
    pub fn size(&self) -> usize {
        std::mem::size_of_val(&*self.frames) + self.registers.size()
    }
}

impl<B: Copy + PartialEq> CallStack<B> {
    /// Whether activations and registers are equal; the running one may be at another position.
    pub(crate) fn has_equal_values(&self, other: &CallStack<B>) -> bool {
        self.registers == other.registers
            && self.frames == other.frames
            && self.landings == other.landings
    }
}
