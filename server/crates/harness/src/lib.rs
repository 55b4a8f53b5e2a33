//! Test discovery and test oracles.
