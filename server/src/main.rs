//! The `faultlens` binary.
fn main() {}
