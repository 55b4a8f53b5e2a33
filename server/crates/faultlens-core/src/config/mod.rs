//! Configuration: one table of options ([`OPTIONS`]) from which the command line's parser, `faultlens.toml`'s
//! `[options]`, the editor's settings, their JSON schema and the documentation are made.
//!
//! Layers, of which a later one overrides the earlier ones: defaults, `faultlens.toml`, and changes in the editor or on
//! the command line. An invalid value is refused with the reason; it is never silently replaced by a default.

mod assignment;
#[cfg(test)]
mod docs;
mod file;
mod options;
mod place;
pub mod schema;
mod spec;
mod table;
mod value;

pub use file::{ConfigFile, linked, read, with_project};
pub use options::{Formula, Frontier, Options, Relax, Solver, Strategy, Uninit, Weights};
pub use place::LineRef;
pub use spec::names;
pub use spec::{Choice, OptionSpec, Scope, ValueKind};
pub use table::{OPTIONS, spec};
pub use value::{OptionError, Value};
