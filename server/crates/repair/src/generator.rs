//! The names of generators, for experiments: which one made a repair, and what is lost without it.

/// Name of a generator of edits: of the function, module or form of the grammar that makes them.
pub type Generator = &'static str;
