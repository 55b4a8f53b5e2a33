//! The tree of a `meson.build`: its statements and expressions.
//!
//! Operators of the same strength are kept in one list, not nested, so that the depth of
//! the tree is only that of the parentheses and blocks in the text.

/// A statement and the line where it starts.
#[derive(Debug)]
pub(super) struct Statement {
    pub kind: Kind,
    pub line: usize,
}

/// The kinds of statements.
#[derive(Debug)]
pub(super) enum Kind {
    /// `name = value`, or `name += value`.
    Assign {
        name: String,
        is_addition: bool,
        value: Expression,
    },
    /// `if`, with a branch for each `elif`, and one without condition for `else`.
    If(Vec<Branch>),
    Foreach {
        names: Vec<String>,
        items: Expression,
        body: Vec<Statement>,
    },
    Evaluate(Expression),
    Break,
    Continue,
}

/// One branch of an `if`.
#[derive(Debug)]
pub(super) struct Branch {
    pub condition: Option<Expression>,
    pub body: Vec<Statement>,
}

/// An expression.
#[derive(Debug)]
pub(super) enum Expression {
    Text(String),
    /// A string with names in `@…@`.
    Format(String),
    Number(i64),
    Truth(bool),
    Name(String),
    List(Vec<Expression>),
    Dictionary(Vec<Entry>),
    Call {
        function: String,
        arguments: Arguments,
    },
    /// A value and what is done with it, from the left to the right.
    Chain {
        first: Box<Expression>,
        links: Vec<Link>,
    },
    Not(Box<Expression>),
    Negative(Box<Expression>),
    /// `condition ? yes : no`.
    Choice {
        condition: Box<Expression>,
        yes: Box<Expression>,
        no: Box<Expression>,
    },
}

/// An entry of a dictionary.
#[derive(Debug)]
pub(super) struct Entry {
    pub key: Expression,
    pub value: Expression,
}

/// What is done with the value on the left.
#[derive(Debug)]
pub(super) enum Link {
    Method {
        name: String,
        arguments: Arguments,
    },
    Index(Expression),
    /// An operator with its right side.
    Operator(&'static str, Expression),
}

/// The arguments of a call.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    pub positional: Vec<Expression>,
    pub keywords: Vec<Keyword>,
}

/// An argument with a name.
#[derive(Debug)]
pub(super) struct Keyword {
    pub name: String,
    pub value: Expression,
}
