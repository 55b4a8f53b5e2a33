//! Components: the pieces of source that may be at fault.

use syntax::Span;

use super::FnId;

/// What kind of place a component is; see docs/dev/design.md, Relaxation.
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
    /// Of `if`, `while`, `for`, `do`, `?:`.
    Condition,
    /// The value that a `switch` looks at.
    Switch,
    /// `return e`
    Return,
    /// `break`, `continue`, `goto`, `exit`, `return` without value.
    Jump,
    /// `printf` and its like.
    Output,
    /// `scanf` and its like.
    Input,
    /// A part of another component ([`crate::lower::lower_parts`]).
    Part(PartKind),
    /// A statement that may be missing ([`crate::lower::lower_insertions`]).
    Insertion(Insertion),
    /// The size of an array, as it is declared, or of a block that is allocated. This kind and the next two occur in no
    /// lowered program: the module that asks about such a place creates them.
    Size,
    /// Which element an assignment writes: the index.
    Target,
    /// An argument of a call.
    Argument,
    /// The number that a macro stands for; in no program, for it is gone when a program is made.
    Macro,
}

/// A statement that is not in the text, at a point where one could stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Insertion {
    /// Index of the point in [`crate::lower::Insertions::points`].
    pub point: u32,
    /// The statement.
    pub what: InsertedStatement,
}

/// What a statement that is not in the text does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InsertedStatement {
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `goto` to a label of the function: an index in [`crate::lower::Insertions::names`].
    Goto(u32),
    /// `return`, with any value where the function gives one.
    Return,
    /// Gives a scalar object any value: an index in [`crate::lower::Insertions::names`].
    Assign(u32),
    /// Prints any text.
    Print,
    /// A certain statement.
    Statement,
}

/// What a part of a component is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PartKind {
    /// What an operator makes of its operands: the operator may be wrong, or several of them.
    Operator,
    /// A variable, an element, a call.
    Operand,
    /// A number, a character, a size.
    Constant,
}

/// A piece of source that may be at fault.
#[derive(Debug, Clone, PartialEq)]
pub struct Component {
    /// Its header only, never a nested body.
    pub span: Span,
    /// What it is.
    pub kind: ComponentKind,
    /// Where it stands.
    pub function: FnId,
    /// It merely passes a value on: `return x`, the output of a variable.
    pub pass_through: bool,
    /// Nodes of the tree in the header.
    pub nodes: u32,
    /// Height of the statement's subtree, nested bodies included (for hierarchical weights, `CFaults` §4).
    pub height: u32,
}
