//! Tests of discovery in folders in memory, and of the matcher against naive definitions.

mod discovery;
mod layouts;
mod matching;
mod memory;

pub(crate) use memory::Memory;
