//! Discovery over folders in memory, and the matcher against naive definitions.

mod discovery;
mod matching;
