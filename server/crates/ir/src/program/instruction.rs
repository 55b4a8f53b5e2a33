//! Instructions.

use std::sync::Arc;

use super::{BinOp, BranchId, CompId, FnId, GlobalId, Pc, Reg, Scalar, SlotId, UnOp};
use crate::builtin::{Builtin, Nature};

/// One instruction. `dst` is written last, so it may equal an operand.
#[derive(Debug, Clone, PartialEq)]
pub enum Inst {
    /// `dst := bits` read as `ty` (floats: IEEE bits; `Ptr`: 0 is null, others are invalid addresses).
    Const {
        /// Register for the result.
        dst: Reg,
        /// Type.
        ty: Scalar,
        /// Bits, extended to 64 as registers are.
        bits: u64,
    },
    /// `dst := src`
    Move {
        /// Register for the result.
        dst: Reg,
        /// Source.
        src: Reg,
    },
    /// `dst := indeterminate`
    Undef {
        /// Register for the result.
        dst: Reg,
    },
    /// `dst := a op b`
    Bin {
        /// Operator.
        op: BinOp,
        /// Type of the operands.
        ty: Scalar,
        /// Register for the result.
        dst: Reg,
        /// Left operand.
        a: Reg,
        /// Right operand.
        b: Reg,
    },
    /// `dst := op a`
    Un {
        /// Operator.
        op: UnOp,
        /// Type of the operand.
        ty: Scalar,
        /// Register for the result.
        dst: Reg,
        /// Operand.
        a: Reg,
    },
    /// C conversion; to `Bool` is `!= 0`; float to integer traps out of range; pointer ↔ 64-bit integer keeps the
    /// object it points to.
    Cast {
        /// Operand type.
        from: Scalar,
        /// Result type.
        to: Scalar,
        /// Register for the result.
        dst: Reg,
        /// Operand.
        a: Reg,
    },
    /// `dst := base + index * size` bytes; the target is checked when it is used.
    PtrAdd {
        /// Register for the result.
        dst: Reg,
        /// Pointer.
        base: Reg,
        /// `I64` register.
        index: Reg,
        /// Element size; negative to subtract.
        size: i64,
    },
    /// Traps unless `0 <= index < limit`.
    Bounds {
        /// `I64` register.
        index: Reg,
        /// One more than the largest index.
        limit: u64,
        /// Kind of the index.
        of: Bound,
    },
    /// `dst := (a - b) / size`, `I64`; traps across objects.
    PtrDiff {
        /// Register for the result.
        dst: Reg,
        /// Pointer.
        a: Reg,
        /// Pointer.
        b: Reg,
        /// Element size.
        size: i64,
    },
    /// `dst := base + offset`, the address of a member; traps on null.
    PtrField {
        /// Register for the result.
        dst: Reg,
        /// Pointer to the record.
        base: Reg,
        /// Byte offset of the member.
        offset: u32,
    },
    /// Address of a local object.
    AddrSlot {
        /// Register for the result.
        dst: Reg,
        /// The object.
        slot: SlotId,
    },
    /// Address of a global object.
    AddrGlobal {
        /// Register for the result.
        dst: Reg,
        /// The object.
        global: GlobalId,
    },
    /// Address of the object with the variable arguments of the running function, one in each cell of
    /// [`ARGUMENT_CELL`] bytes.
    AddrArguments {
        /// Register for the result.
        dst: Reg,
    },
    /// Address of a function.
    AddrFn {
        /// Register for the result.
        dst: Reg,
        /// The function.
        function: FnId,
    },
    /// The lifetime of the object of `slot` begins, with indeterminate contents (at its declaration, each time it is
    /// reached).
    SlotLive {
        /// The object.
        slot: SlotId,
    },
    /// The lifetime of the object of `slot` begins unless it is live already (a compound literal, which lives as long
    /// as its block).
    SlotKeep {
        /// The object.
        slot: SlotId,
    },
    /// The lifetime of the object of `slot` begins with the size in a register (a variable-length array).
    SlotSized {
        /// The object.
        slot: SlotId,
        /// `U64` register: bytes.
        size: Reg,
    },
    /// `dst := count * step`, the size of a variable-length array in bytes, `U64`; traps unless `count` is positive.
    Extent {
        /// Register for the result.
        dst: Reg,
        /// `count` may also be 0: this is the type of a parameter or of an operand, and only Clang's sanitizer objects.
        may_be_empty: bool,
        /// `I64` register: number of elements.
        count: Reg,
        /// `U64` register: bytes of an element.
        step: Reg,
    },
    /// The lifetime of the object of `slot` ends (end of its block).
    SlotDead {
        /// The object.
        slot: SlotId,
    },
    /// `dst := *addr`
    Load {
        /// Register for the result.
        dst: Reg,
        /// Pointer.
        addr: Reg,
        /// Type.
        ty: Scalar,
    },
    /// `*addr := src`
    Store {
        /// Pointer.
        addr: Reg,
        /// Value.
        src: Reg,
        /// Type.
        ty: Scalar,
    },
    /// `dst := bit-field`, extended to `ty`.
    LoadBits {
        /// Register for the result.
        dst: Reg,
        /// Pointer to the storage unit.
        addr: Reg,
        /// Type of the storage unit.
        ty: Scalar,
        /// First bit.
        shift: u8,
        /// Number of bits.
        width: u8,
    },
    /// bit-field `:= src`
    StoreBits {
        /// Pointer to the storage unit.
        addr: Reg,
        /// Value.
        src: Reg,
        /// Type of the storage unit.
        ty: Scalar,
        /// First bit.
        shift: u8,
        /// Number of bits.
        width: u8,
    },
    /// `size` bytes from `src` to `dst` (assignment of records, string initialisers); indeterminate bytes are copied as
    /// such.
    Copy {
        /// Pointer.
        dst: Reg,
        /// Pointer.
        src: Reg,
        /// Size in bytes.
        size: u32,
    },
    /// `size` zero bytes at `dst` (rest of a braced initialiser).
    Zero {
        /// Pointer.
        dst: Reg,
        /// Size in bytes.
        size: u32,
    },
    /// Continue at `to`.
    Jump {
        /// Target.
        to: Pc,
    },
    /// Continue at `then` if `cond != 0`, else at `els`.
    Branch {
        /// Scalar to test.
        cond: Reg,
        /// Type of the scalar.
        ty: Scalar,
        /// Target if it is not zero.
        then: Pc,
        /// Target if it is zero.
        els: Pc,
    },
    /// Continue at `then` if `a op b`, else at `els`: a comparison and the [`Inst::Branch`] on it in one. Lowering
    /// never creates one; [`crate::flow::uninstrumented`] does.
    BranchIf {
        /// A comparison.
        op: BinOp,
        /// Type of the operands.
        ty: Scalar,
        /// Left operand.
        a: Reg,
        /// Right operand.
        b: Reg,
        /// Target if the comparison holds.
        then: Pc,
        /// Target if it does not hold.
        els: Pc,
    },
    /// Multi-way jump.
    Switch(Box<Switch>),
    /// Call of a function with a body; arguments become its registers `0..`.
    Call(Box<Call>),
    /// Call of a library function that the evaluator models.
    Builtin(Box<BuiltinCall>),
    /// Return from the function.
    Return {
        /// The value, if the function has one.
        value: Option<Reg>,
    },
    /// A component begins. See the documentation of [`crate::program`].
    Enter {
        /// The component.
        comp: CompId,
        /// Index into [`super::Function::relaxations`].
        relaxation: u32,
    },
    /// `dst := an angelic value`, chosen afresh at each execution.
    Angelic {
        /// Register for the result.
        dst: Reg,
        /// Type; for `Bool` 0 or 1; for `Ptr` null or a multiple of `elem` bytes into any live object.
        ty: Scalar,
        /// Size of the elements that a `Ptr` points to (1 if unknown).
        elem: u32,
        /// The relaxed component.
        comp: CompId,
    },
    /// `dst := the unknown constant` of an exploration, the same at each execution. Lowering never creates one; the
    /// search for fixes puts it in place of an [`Inst::Const`].
    Hole {
        /// Register for the result.
        dst: Reg,
        /// An integer type.
        ty: Scalar,
    },
    /// Angelic bytes and a final NUL into the buffer at `addr` (possible results of a relaxed `scanf("%s")` or
    /// `gets`).
    AngelicText {
        /// Pointer to characters.
        addr: Reg,
        /// The relaxed component.
        comp: CompId,
    },
    /// Any text on standard output, empty included.
    AngelicOutput {
        /// The relaxed component.
        comp: CompId,
    },
    /// Moves the position of an input stream to its end.
    InputToEnd {
        /// Pointer to the stream; `None` for standard input.
        stream: Option<Reg>,
    },
    /// A closed branch begins; see `explore::demand`, which creates these. If it is `opaque`, nothing follows;
    /// otherwise a model of its possible effects follows.
    Closed {
        /// The branch.
        branch: BranchId,
        /// Whether its possible effects are unknown.
        opaque: bool,
    },
    /// A construct that is not modelled is reached: the run ends as not analysable. Index into
    /// [`super::Program::unsupported`].
    Unsupported {
        /// Index of the construct.
        what: u32,
    },
    /// Control fell off the end of a function with a value; `dst` of the call becomes indeterminate.
    ReturnNothing,
}

impl Inst {
    /// Calls `f` on every target of a jump.
    pub fn each_target(&mut self, mut f: impl FnMut(&mut Pc)) {
        match self {
            Inst::Jump { to } => f(to),
            Inst::Branch { then, els, .. } | Inst::BranchIf { then, els, .. } => {
                f(then);
                f(els);
            }
            Inst::Switch(switch) => {
                switch.cases.iter_mut().for_each(|(_, _, to)| f(to));
                f(&mut switch.default);
            }
            _ => {}
        }
    }

    /// Whether the instruction states a condition that has to hold: `assert` and similar ones. The instructions that
    /// mark undefined behaviour do not count, as they test nothing.
    pub fn asserts(&self) -> bool {
        let Inst::Builtin(call) = self else {
            return false;
        };
        call.builtin.nature() == Nature::Specification
            && !matches!(call.builtin, Builtin::Undefined | Builtin::Unreachable)
    }

    /// Whether the instruction evaluates a condition that has to hold.
    pub fn judges(&self) -> bool {
        matches!(self, Inst::Builtin(call) if call.builtin.is_assertion())
    }
}

/// Kind of limit that [`Inst::Bounds`] checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bound {
    /// An array of this type, as messages show it.
    Array(Arc<str>),
    /// The shift of a value of this type by a count of a wider one.
    Shift(Scalar),
}

/// `switch` on an integer.
#[derive(Debug, Clone, PartialEq)]
pub struct Switch {
    /// Value.
    pub value: Reg,
    /// Type of the value.
    pub ty: Scalar,
    /// Inclusive ranges (as extended 64-bit values, compared as `ty`) and targets, in source order.
    pub cases: Vec<(i64, i64, Pc)>,
    /// Target if no case matches.
    pub default: Pc,
}

/// A call.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Register for the result.
    pub dst: Option<Reg>,
    /// The called function.
    pub callee: Callee,
    /// Arguments, converted to the parameter types.
    pub args: Vec<(Reg, Scalar)>,
}

/// Target of a call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Callee {
    /// A known function.
    Fn(FnId),
    /// A function pointer.
    Ptr(PointerCallee),
}

/// A called pointer, with the function type that the call assumes; arguments have their types with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointerCallee {
    /// Register with the pointer.
    pub pointer: Reg,
    /// Whether the pointer's type has a prototype with the parameters.
    pub prototype: bool,
    /// Type as which the result is read; `None` if it is not read.
    pub result: Option<Scalar>,
}

/// A call of a library function.
#[derive(Debug, Clone, PartialEq)]
pub struct BuiltinCall {
    /// Register for the result.
    pub dst: Option<Reg>,
    /// The library function.
    pub builtin: Builtin,
    /// Arguments with their types, after promotion or conversion to the prototype.
    pub args: Vec<(Reg, Scalar)>,
}

/// Bytes in a cell of the variable arguments: the value, then the number of its type (see [`Scalar::ARGUMENTS`]).
pub const ARGUMENT_CELL: u64 = 16;
