//! Discovery over folders in memory, and the matcher against naive definitions.

mod discovery;
mod layouts;
mod matching;
mod memory;

pub(crate) use memory::Memory;
