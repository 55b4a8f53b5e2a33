//! Configuration: one table of options ([`OPTIONS`]) from which the command line's parser, `faultlens.toml`'s
//! `[options]`, the editor's settings, their JSON schema and the documentation are made.
//!
//! Layers, the later one wins: defaults, `faultlens.toml`, what was changed in the editor or given on the command line. A value that is not
//! understood is refused with the reason; it is never replaced by a default in silence.

mod assignment;
mod docs;
mod file;
mod options;
mod place;
mod spec;
mod table;
mod value;

pub use docs::{json_schema, markdown_page};
pub use file::{ConfigFile, linked, read, with_project};
pub use options::{Formula, Frontier, Options, Relax, Solver, Strategy, Weights};
pub use place::Place;
pub(crate) use spec::names;
pub use spec::{Choice, Kind, OptionSpec, Scope};
pub use table::{OPTIONS, spec};
pub use value::{OptionError, Value};
