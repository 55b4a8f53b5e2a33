//! Files, as the core sees them.
