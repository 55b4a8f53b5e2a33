//! Components: the pieces of source that may be at fault.

use syntax::Span;

use super::{FnId, Place};

/// Kind of a component; see docs/dev/design.md, Relaxation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ComponentKind {
    /// `x = e`, `x += e`
    Assignment,
    /// `int x = e`
    Initialiser,
    /// `int x;` automatic, without initialiser
    Declaration,
    /// `x++`
    Increment,
    /// Any other expression statement.
    Expression,
    /// A call as a statement or inside an expression.
    Call,
    /// The condition of `if`, `while`, `for`, `do`, `?:`.
    Condition,
    /// The controlling value of a `switch`.
    Switch,
    /// `return e`
    Return,
    /// `break`, `continue`, `goto`, `exit`, `return` without value.
    Jump,
    /// `printf` and similar functions.
    Output,
    /// `scanf` and similar functions.
    Input,
    /// A part of another component (`lower::lower_parts`).
    Part(PartKind),
    /// A statement that may be missing (`lower::lower_insertions`).
    Insertion(Insertion),
    /// The size of an array, as it is declared, or of a block that is allocated. This kind and the next two occur in
    /// no lowered program: the module that queries such a place creates them.
    Size,
    /// The element that an assignment writes: the index.
    Target,
    /// An argument of a call.
    Argument,
    /// The number that a macro stands for; it occurs in no program, because macros are expanded before.
    Macro,
    /// The type of a declaration; it occurs in no program, because every value has its type already.
    Type,
}

/// A statement that is not in the text, at a point where one could stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Insertion {
    /// Index of the point in `lower::Insertions::points`.
    pub point: u32,
    /// The statement.
    pub what: InsertedStatement,
}

/// Effect of a statement that is not in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InsertedStatement {
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `goto` to a label of the function: an index in `lower::Insertions::names`.
    Goto(u32),
    /// `return`, with any value if the function returns one.
    Return,
    /// Gives a scalar object any value: an index in `lower::Insertions::names`.
    Assign(u32),
    /// Prints any text.
    Print,
    /// A given statement.
    Statement,
}

/// Kind of a part of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PartKind {
    /// The result of an operator: the operator may be wrong, or several of them.
    Operator,
    /// A variable, an element, a call.
    Operand,
    /// A number, a character, a size.
    Constant,
}

/// A piece of source that may be at fault.
#[derive(Debug, Clone, PartialEq)]
pub struct Component {
    /// Place of its header only, never a nested body.
    pub span: Span,
    /// Kind of the component.
    pub kind: ComponentKind,
    /// Function that contains it.
    pub function: FnId,
    /// Whether it merely passes a value on: `return x`, the output of a variable.
    pub pass_through: bool,
    /// Number of syntax-tree nodes in the header.
    pub nodes: u32,
    /// Height of the statement's subtree, nested bodies included (for hierarchical weights, `CFaults` §4).
    pub height: u32,
    /// The place that an assignment, `++` or an initialiser writes, if an expression without side effects names it.
    pub target: Option<Place>,
    /// The operands of a condition that is made with `&&` or `||`.
    pub operands: Option<Operands>,
}

/// The operands of a chain of `&&`, or of one of `||`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operands {
    /// Whether the operator is `&&`.
    pub is_and: bool,
    /// The operands, in order.
    pub all: Vec<Operand>,
}

/// An operand of `&&` or `||`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    /// Place of the operand.
    pub span: Span,
    /// Operands of the operand, if it is made with the other operator.
    pub operands: Option<Operands>,
}
