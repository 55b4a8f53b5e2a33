//! Configuration: one table of options ([`OPTIONS`]) from which the command line's parser, `faultlens.toml`'s
//! `[options]`, the editor's settings, their JSON schema and the documentation are made.
//!
//! Layers, the later one wins: defaults, `faultlens.toml`, what was changed in the editor or given on the command line. A value that is not
//! understood is refused with the reason; it is never replaced by a default in silence.

mod docs;
mod file;
mod options;
mod place;
mod table;
mod value;

pub use docs::{json_schema, markdown_page};
pub use file::{CONFIG_FILE, ConfigFile, find, linked, read, with_project};
pub use options::{Formula, Frontier, Options, Relax, Solver, Strategy, Weights};
pub use place::Place;
pub(crate) use table::names;
pub use table::{Choice, Kind, OPTIONS, OptionSpec, Scope, spec};
pub use value::{OptionError, Value};
