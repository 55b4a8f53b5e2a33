//! Reads the text of a script into a tree.

mod commands;
mod compounds;
mod cursor;
mod parser;
mod tree;
mod words;

pub(super) use parser::parse;
pub(super) use tree::{
    Arm, Assignment, Block, Choice, Command, Item, Kind, Link, NewValue, Operation, Parameter,
    Piece, Pipeline, Redirect, RedirectKind, Simple, Statement, Word,
};
pub(super) use words::{is_name, is_name_letter};
