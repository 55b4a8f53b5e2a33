//! The real file system and the real compiler, as the pure crates see them.

pub mod compiler;
mod source;

pub use source::{MAX_SOURCE, read_source};
