//! Small random C programs as trees, their text, and faults to inject.
//!
//! * [`tiny`]: one function of a few components over small numbers, tested by calls; for enumeration by brute force;
//! * [`tiny_asserting`]: the same with assertions;
//! * [`tiny_main`]: the same kind with `scanf` and `printf`;
//! * [`rich`]: integer types of all widths, an array, a helper function, loops, `switch`, many formats; for comparison
//!   with a compiler.
//!
//! Loops count down a variable of their own, so every program ends. Divisors are made odd and shift counts masked;
//! signed overflow can happen and has to be reported by the evaluator.

mod mutate;
mod strategy;
mod text;

pub use strategy::{rich, tiny, tiny_asserting, tiny_main};

/// An integer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Type {
    /// Spelling of the type.
    pub name: &'static str,
    /// Conversion that prints the type.
    pub format: &'static str,
}

/// Types of the variables of rich programs.
pub const TYPES: [Type; 10] = [
    ty("int", "%d"),
    ty("unsigned", "%u"),
    ty("signed char", "%d"),
    ty("unsigned char", "%d"),
    ty("short", "%hd"),
    ty("unsigned short", "%hu"),
    ty("long", "%ld"),
    ty("unsigned long", "%lx"),
    ty("_Bool", "%d"),
    ty("long long", "%5lld"),
];

const fn ty(name: &'static str, format: &'static str) -> Type {
    Type { name, format }
}

/// Binary operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "C's operators by their usual names")]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    Both,
    Either,
}

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// A literal.
    Number(i64),
    /// A variable by its index.
    Var(usize),
    /// An element of the array, with a masked index.
    Element(Box<Expr>),
    /// An operator and its operands.
    Binary(Op, Box<Expr>, Box<Expr>),
    /// `!`, `-` or `~`.
    Unary(char, Box<Expr>),
    /// A cast to [`TYPES`].
    Cast(usize, Box<Expr>),
    /// `c ? a : b`
    Choose(Box<[Expr; 3]>),
    /// A call of the helper.
    Call(Box<[Expr; 2]>),
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Stmt {
    /// `x = e`
    Assign(usize, Expr),
    /// `x op= e`, for operators without undefined cases.
    Update(usize, Op, Expr),
    /// `x++` or `x--`
    Step(usize, bool),
    /// `v[i & 3] = e`
    SetElement(Expr, Expr),
    /// `if (c) … else …`
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A loop of at most this many rounds; with a condition it may end earlier.
    Repeat(u32, Option<Expr>, Vec<Stmt>),
    /// `switch (e & 3)`; each case says whether it breaks.
    Switch(Expr, Vec<(i64, Vec<Stmt>, bool)>),
    /// Prints a value; the index picks the format.
    Print(usize, Expr),
    /// `assert(e)`
    Assert(Expr),
}

/// Context of the statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `int f(int a, int b)`; variables beyond the parameters are locals.
    Function,
    /// `main` that scans its first two variables.
    Main,
    /// `main` with an array and a helper function.
    Rich,
}

/// A program.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// Context of the statements.
    pub shape: Shape,
    /// Type of each variable, as an index into [`TYPES`].
    pub types: Vec<usize>,
    /// Initial value of each variable that is not an input.
    pub initial: Vec<i64>,
    /// Statements of the helper, and the value that it returns.
    pub helper: (Vec<Stmt>, Expr),
    /// Statements.
    pub body: Vec<Stmt>,
    /// Returned value.
    pub result: Expr,
}
