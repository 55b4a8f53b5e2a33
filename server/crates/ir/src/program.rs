//! The IR: the output of lowering and the input of the evaluator.
//!
//! A function is flat code over typed registers, with named memory objects ("slots") beside them.
//! A scalar local whose address is never taken is a register; everything else is a slot, that is an object in
//! byte-addressable memory. Registers are frame-local and unlimited in number.
//!
//! # Relaxation lives in the code
//! Every component is instrumented when the tree is lowered (`CFaults` §4 instruments the AST likewise). Its code is
//!
//! ```text
//!     Enter c            ; kept: fall through.  relaxed: the driver may go to any alternative of `c` instead
//!     <as written>
//!     Jump resume
//! a1: <alternative 1>    ; e.g. the written objects get angelic values
//!     Jump resume
//! a2: <alternative 2>
//! resume:
//! ```
//!
//! so the machine knows nothing of relaxation except [`Inst::Enter`] and the `Angelic…` instructions, and the choices
//! of a relaxed component are visible in the IR. A component inside another one (a call in an assignment) is
//! instrumented again in each copy of its code, with the same id.
//!
//! # Traps inside alternatives
//! A trap at a pc inside a [`Rescue`] range leads to its `resume` instead of ending the run: if the target of a
//! relaxed assignment cannot even be computed, the assignment is skipped.

mod component;
mod printable;
mod scalar;
mod shape;

use std::sync::Arc;

use syntax::DataModel;

use serde::{Deserialize, Serialize};
use syntax::Span;

use crate::builtin::Nature;
pub use component::{Component, ComponentKind, InsertedStatement, Insertion, PartKind};
pub use printable::Printable;
pub use scalar::{BinOp, Scalar, UnOp};
pub use shape::{FieldShape, FunctionShapes, RecordShape, Shape, Shapes};

/// Register of a frame.
pub type Reg = u32;
/// Index into [`Function::code`].
pub type Pc = u32;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name(pub u32);
        impl $name {
            /// The index of this id.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
index!(
    /// Index into [`Program::functions`].
    FnId
);
index!(
    /// Index into [`Program::globals`].
    GlobalId
);
index!(
    /// Index into [`Function::slots`].
    SlotId
);
index!(
    /// Index into [`Program::components`]; the identity of a guard.
    CompId
);
index!(
    /// A branch of a conditional of the program; see `explore::demand`.
    BranchId
);

/// Kind of limit that [`Inst::Bounds`] checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bound {
    /// An array of this type, as messages show it.
    Array(Arc<str>),
    /// The shift of a value of this type by a count of a wider one.
    Shift(Scalar),
}

/// One instruction. `dst` is written last, so it may equal an operand.
#[derive(Debug, Clone, PartialEq)]
pub enum Inst {
    /// `dst := bits` read as `ty` (floats: IEEE bits; `Ptr`: 0 is null, others are invalid addresses).
    Const {
        /// Target.
        dst: Reg,
        /// Type.
        ty: Scalar,
        /// Bits, extended to 64 as registers are.
        bits: u64,
    },
    /// `dst := src`
    Move {
        /// Target.
        dst: Reg,
        /// Source.
        src: Reg,
    },
    /// `dst := indeterminate`
    Undef {
        /// Target.
        dst: Reg,
    },
    /// `dst := a op b`
    Bin {
        /// Operator.
        op: BinOp,
        /// Type of the operands.
        ty: Scalar,
        /// Target.
        dst: Reg,
        /// Left.
        a: Reg,
        /// Right.
        b: Reg,
    },
    /// `dst := op a`
    Un {
        /// Operator.
        op: UnOp,
        /// Type of the operand.
        ty: Scalar,
        /// Target.
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
        /// Target.
        dst: Reg,
        /// Operand.
        a: Reg,
    },
    /// `dst := base + index * size` bytes; the target is checked when it is used.
    PtrAdd {
        /// Target.
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
        /// Target.
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
        /// Target.
        dst: Reg,
        /// Pointer to the record.
        base: Reg,
        /// Byte offset of the member.
        offset: u32,
    },
    /// Address of a local object.
    AddrSlot {
        /// Target.
        dst: Reg,
        /// Which.
        slot: SlotId,
    },
    /// Address of a global object.
    AddrGlobal {
        /// Target.
        dst: Reg,
        /// Which.
        global: GlobalId,
    },
    /// Address of the object with the variable arguments of the running function, one in each cell of
    /// [`ARGUMENT_CELL`] bytes.
    AddrArguments {
        /// Target.
        dst: Reg,
    },
    /// Address of a function.
    AddrFn {
        /// Target.
        dst: Reg,
        /// Which.
        function: FnId,
    },
    /// The lifetime of the object of `slot` begins, with indeterminate contents (at its declaration, each time it is
    /// reached).
    SlotLive {
        /// Which.
        slot: SlotId,
    },
    /// The lifetime of the object of `slot` begins unless it is live already (a compound literal, which lives as long
    /// as its block).
    SlotKeep {
        /// Which.
        slot: SlotId,
    },
    /// The lifetime of the object of `slot` begins with the size in a register (a variable-length array).
    SlotSized {
        /// Which.
        slot: SlotId,
        /// `U64` register: bytes.
        size: Reg,
    },
    /// `dst := count * step`, the size of a variable-length array in bytes, `U64`; traps unless `count` is positive.
    Extent {
        /// Target.
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
        /// Which.
        slot: SlotId,
    },
    /// `dst := *addr`
    Load {
        /// Target.
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
        /// Target.
        dst: Reg,
        /// Pointer to the storage unit.
        addr: Reg,
        /// Type of the storage unit.
        ty: Scalar,
        /// First bit.
        shift: u8,
        /// Bits.
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
        /// Bits.
        width: u8,
    },
    /// `size` bytes from `src` to `dst` (assignment of records, string initialisers); indeterminate bytes are copied as
    /// such.
    Copy {
        /// Pointer.
        dst: Reg,
        /// Pointer.
        src: Reg,
        /// Bytes.
        size: u32,
    },
    /// `size` zero bytes at `dst` (rest of a braced initialiser).
    Zero {
        /// Pointer.
        dst: Reg,
        /// Bytes.
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
        /// Left.
        a: Reg,
        /// Right.
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
    /// A component begins. See the documentation of the module.
    Enter {
        /// Which.
        comp: CompId,
        /// Index into [`Function::relaxations`].
        relaxation: u32,
    },
    /// `dst := an angelic value`, chosen afresh at each execution.
    Angelic {
        /// Target.
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
        /// Target.
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
        /// Which.
        branch: BranchId,
        /// Whether its possible effects are unknown.
        opaque: bool,
    },
    /// A construct that is not modelled is reached: the run ends as not analysable. Index into
    /// [`Program::unsupported`].
    Unsupported {
        /// Index.
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
}

/// Bytes in a cell of the variable arguments: the value, then the number of its type (see [`Scalar::ARGUMENTS`]).
pub const ARGUMENT_CELL: u64 = 16;

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

/// Target of a call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Callee {
    /// A known function.
    Fn(FnId),
    /// A function pointer.
    Ptr(PointerCallee),
}

/// A call of a library function.
#[derive(Debug, Clone, PartialEq)]
pub struct BuiltinCall {
    /// Register for the result.
    pub dst: Option<Reg>,
    /// The library function.
    pub builtin: crate::Builtin,
    /// Arguments with their types, after promotion or conversion to the prototype.
    pub args: Vec<(Reg, Scalar)>,
}

/// Alternatives of a relaxed component.
#[derive(Debug, Clone, PartialEq)]
pub struct Relaxation {
    /// The component.
    pub comp: CompId,
    /// Alternatives.
    pub alts: Vec<Alt>,
    /// Whether the searched alternatives cover every run of the original that does not trap, so that the original
    /// itself need not be explored.
    pub covers_original: bool,
    /// Position at which the component's effect is complete; all alternatives end there or leave (return, break).
    pub resume: Pc,
}

/// An alternative of a relaxed component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alt {
    /// Kind of the alternative.
    pub kind: AltKind,
    /// Start of its code.
    pub pc: Pc,
    /// Whether the search explores it; the others serve as evidence for ranking (or are covered by a searched one).
    pub searched: bool,
}

/// Behaviour of an alternative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AltKind {
    /// Nothing is evaluated, nothing written ("deleted").
    Skip,
    /// Angelic values; operands are not evaluated (except for addresses of targets).
    Angelic,
    /// Evaluated with its side effects, then angelic values.
    EvalAngelic,
    /// Condition with the opposite outcome, side effects included.
    Flip,
    /// Input: angelic objects, stream position unchanged.
    InputKeep,
    /// Input: angelic objects, stream at its end.
    InputEnd,
    /// A jump that is not in the text is taken.
    Taken,
}

/// Traps at `start..end` continue at `resume`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rescue {
    /// First pc.
    pub start: Pc,
    /// One past the last.
    pub end: Pc,
    /// Position to continue at.
    pub resume: Pc,
}

/// After the instruction at `pc`, `reg` holds the value that component `comp` computed *as written* (for "was …, needs
/// …").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Observe {
    /// The instruction.
    pub pc: Pc,
    /// The component.
    pub comp: CompId,
    /// The register.
    pub reg: Reg,
    /// Type of the register; conditions are observed as `Bool` if the register is their truth value.
    pub ty: Scalar,
}

/// A function with a body.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// Name of the function; `@init` initialises the globals and runs before the entry.
    pub name: String,
    /// Place of the name in the source.
    pub span: Span,
    /// Types of the parameters, which arrive in registers `0..params.len()`.
    pub params: Vec<Scalar>,
    /// Whether more arguments are allowed.
    pub variadic: bool,
    /// Whether parameters are not checked against arguments (`f()`).
    pub old_style: bool,
    /// Type of the result; records are returned through a hidden first pointer parameter.
    pub result: Option<Scalar>,
    /// Number of registers.
    pub regs: u32,
    /// Initial values of the last registers; only [`crate::flow::uninstrumented`] creates these.
    pub constants: Vec<Constant>,
    /// Registers that are variables of the source: (register, name, type), parameters included.
    pub variables: Vec<(Reg, String, Scalar)>,
    /// Memory objects.
    pub slots: Vec<Slot>,
    /// Stack size of an activation in bytes, without variable-length arrays.
    pub frame: u32,
    /// The code.
    pub code: Vec<Inst>,
    /// Place of each instruction, for traps.
    pub spans: Vec<Span>,
    /// Alternatives, for [`Inst::Enter`].
    pub relaxations: Vec<Relaxation>,
    /// Ranges in which traps do not end the run, sorted by `start`, not overlapping.
    pub rescues: Vec<Rescue>,
    /// Values to observe, sorted by `pc`.
    pub observes: Vec<Observe>,
}

impl Inst {
    /// Whether the instruction states a condition that has to hold: `assert` and similar ones. The instruction by
    /// which a library function written in C reports an undefined call does not count, as it says nothing about the
    /// program.
    pub fn asserts(&self) -> bool {
        let Inst::Builtin(call) = self else {
            return false;
        };
        call.builtin.nature() == Nature::Specification && call.builtin != crate::Builtin::Undefined
    }
}

impl Function {
    /// Whether the function contains an assertion itself.
    pub fn asserts(&self) -> bool {
        self.code.iter().any(Inst::asserts)
    }

    /// Target of a trap at `pc`, if that is inside an alternative.
    pub fn rescue(&self, pc: Pc) -> Option<Pc> {
        let i = self.rescues.partition_point(|r| r.end <= pc);
        let r = self.rescues.get(i)?;
        let resolved = (r.resume as usize) < self.code.len();
        (r.start <= pc && resolved).then_some(r.resume)
    }
}

/// The initial value of a register at the entry of its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Constant {
    /// Bits, extended to 64 as registers are.
    Bits(u64),
    /// The address of a global object.
    Global(GlobalId),
}

/// A local object in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// Name of the variable, or purpose of the temporary.
    pub name: Arc<str>,
    /// Bytes.
    pub size: u64,
    /// Alignment.
    pub align: u32,
}

/// A global or static object, or a string literal. Zeroed, then `bytes`, then `@init`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Global {
    /// Name of the variable, or `string literal`.
    pub name: Arc<str>,
    /// Bytes.
    pub size: u64,
    /// Alignment.
    pub align: u32,
    /// First bytes (string literals).
    pub bytes: Vec<u8>,
    /// Whether writing traps.
    pub read_only: bool,
    /// Declaration.
    pub span: Span,
}

/// A construct that is not modelled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// Place of the construct.
    pub span: Span,
    /// Name of the construct, as part of the sentence "… is not modelled".
    pub what: String,
}

/// A lowered translation unit.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Program {
    /// Functions with a body; programs that differ in few functions share the others.
    pub functions: Vec<Arc<Function>>,
    /// Objects with static lifetime.
    pub globals: Vec<Global>,
    /// Components; the index is the guard.
    pub components: Vec<Component>,
    /// Places that end a run as not analysable when reached.
    pub unsupported: Vec<Unsupported>,
    /// The function that initialises globals.
    pub init: Option<FnId>,
    /// `errno`, if the program uses it.
    pub errno: Option<GlobalId>,
    /// The function that runs the handlers registered by `atexit`; takes the exit status, with which it ends the
    /// program.
    pub at_exit: Option<FnId>,
    /// Size of `long` and pointers.
    pub data_model: DataModel,
    /// Bytes that the program can print.
    pub printable: Printable,
    /// Declared types of the program's objects; empty in programs without components.
    pub shapes: Shapes,
}

impl Program {
    /// The function with this name.
    pub fn function(&self, name: &str) -> Option<FnId> {
        let i = self.functions.iter().position(|f| f.name == name)?;
        Some(FnId(i as u32))
    }

    /// Whether some function contains an assertion.
    pub fn asserts(&self) -> bool {
        self.functions.iter().any(|f| f.asserts())
    }

    /// Whether some function writes bit-fields.
    pub fn writes_fields(&self) -> bool {
        let mut code = self.functions.iter().flat_map(|f| &f.code);
        code.any(|inst| matches!(inst, Inst::StoreBits { .. }))
    }
}
