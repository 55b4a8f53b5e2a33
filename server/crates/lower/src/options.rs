//! Options of lowering.

/// Options of lowering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LowerOptions {
    /// Most scalars in a record or array that get individual angelic values; larger objects are relaxed only by
    /// skipping the write.
    pub max_aggregate: u32,
    /// Whether components are created; without them the code is the bare program.
    pub instrument: bool,
    /// Whether registers are shared; not worthwhile for code that runs only a few times.
    pub compact: bool,
}

impl Default for LowerOptions {
    fn default() -> Self {
        LowerOptions {
            max_aggregate: 64,
            instrument: true,
            compact: true,
        }
    }
}
