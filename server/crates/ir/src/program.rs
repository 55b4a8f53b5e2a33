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

mod call_effects;
mod component;
mod function;
mod ids;
mod instruction;
mod place;
mod printable;
mod relaxation;
mod scalar;
mod shape;

use std::sync::Arc;

use syntax::{DataModel, Span};

use std::fmt;

pub use call_effects::FormatText;
pub use component::{
    Component, ComponentKind, InsertedStatement, Insertion, Operand, Operands, PartKind,
};
pub use function::{Constant, Function, Slot};
pub use ids::{BranchId, CompId, FnId, GlobalId, Pc, Reg, SlotId};
pub use instruction::{
    ARGUMENT_CELL, Bound, BuiltinCall, Call, Callee, Inst, PointerCallee, Switch,
};
pub use place::{Access, Index, Place};
pub use printable::Printable;
pub use relaxation::{Alt, AltKind, Observe, Relaxation, Rescue};
pub use scalar::{BinOp, Scalar, UnOp};
pub use shape::{FieldShape, FunctionShapes, RecordShape, Shape, Shapes, VariableShape};

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
    /// The array of the environment variables that a test sets, if the program uses the environment.
    pub environment: Option<GlobalId>,
    /// The function that runs the handlers registered by `atexit`; takes the exit status, with which it ends the
    /// program.
    pub at_exit: Option<FnId>,
    /// Size of `long` and pointers.
    pub data_model: DataModel,
    /// Whether a number in memory that was never set may be any: the first read sets it to the next number of standard
    /// input, or to 0 at its end. Local variables without an initialiser are then in memory.
    pub unset_is_any: bool,
    /// Bytes that the program can print.
    pub printable: Printable,
    /// Declared types of the program's objects; empty in programs without components.
    pub shapes: Shapes,
}

impl Program {
    /// The function with this name: the one that all translation units can call, or else the first of those that only
    /// their own unit can.
    pub fn function(&self, name: &str) -> Option<FnId> {
        self.find(|f| f.unit.is_none() && f.name == name)
            .or_else(|| self.find(|f| f.name == name))
    }

    /// The function that this name denotes in a translation unit.
    pub fn function_in(&self, unit: u32, name: &str) -> Option<FnId> {
        self.find(|f| f.unit == Some(unit) && f.name == name)
            .or_else(|| self.find(|f| f.unit.is_none() && f.name == name))
    }

    /// The function that a name denotes in a translation unit, or in the whole program.
    pub fn called_as(&self, name: &str, unit: Option<u32>) -> Option<FnId> {
        match unit {
            Some(unit) => self.function_in(unit, name),
            None => self.function(name),
        }
    }

    /// Whether several translation units have a function of this name for themselves, and none has one for all.
    pub fn is_ambiguous(&self, name: &str) -> bool {
        let named = self.functions.iter().filter(|f| f.name == name);
        let units: Vec<Option<u32>> = named.map(|f| f.unit).collect();
        units.len() > 1 && !units.contains(&None)
    }

    fn find(&self, is_meant: impl Fn(&Function) -> bool) -> Option<FnId> {
        let i = self.functions.iter().position(|f| is_meant(f))?;
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

/// A global or static object, or a string literal. Zeroed, then `bytes`, then `@init`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Global {
    /// Name of the variable, or `string literal`.
    pub name: Arc<str>,
    /// Size in bytes.
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

/// A construct that ends a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// Place of the construct.
    pub span: Span,
    /// What is missing.
    pub what: Lack,
}

/// What a run cannot go beyond.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Lack {
    /// Something that is not modelled; it completes "… is not modelled".
    NotModelled(String),
    /// A function or variable that neither the program nor the library defines.
    Undefined(String),
    /// An error in the text: the whole message.
    Wrong(String),
}

impl<T: Into<String>> From<T> for Lack {
    fn from(what: T) -> Self {
        Lack::NotModelled(what.into())
    }
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lack::NotModelled(what) => write!(f, "{what} is not modelled"),
            Lack::Undefined(name) => write!(f, "undefined reference to `{name}`"),
            Lack::Wrong(message) => f.write_str(message),
        }
    }
}
