//! The real file system and the real compiler, behind the interfaces of the pure crates.

mod boundary;
mod build;
pub mod compiler;
mod config;
mod described_tests;
mod disk;
mod flags;
#[cfg(unix)]
mod folder;
pub mod frameworks;
mod guarded_main;
mod includes;
mod linked_sources;
mod paths;
mod programs;
mod project;
mod project_folder;
mod regular;
mod replace;
mod scripts;
mod source;
mod unit;
pub mod verifier;
mod walk;

pub use boundary::Boundary;
pub use boundary::Inside;
pub use build::Projects;
pub use config::{CONFIG_FILE, find_config};
pub use described_tests::DescribedTests;
pub use disk::Disk;
pub use flags::Flags;
pub use flags::flags_of;
pub(crate) use flags::flags_within;
pub(crate) use guarded_main::guard_of_main;
pub use includes::{DiskIncludes, syntax_options};
pub(crate) use linked_sources::linked_sources;
pub use linked_sources::quoted_includes;
pub(crate) use linked_sources::{SHOWN_NAMES, files_around, is_among_tests, is_test};
pub use paths::{relative, tidy};
pub use programs::programs;
pub use regular::read_up_to;
pub(crate) use regular::{read_given, read_settings};
pub use replace::{Replacement, replace_all};
pub use source::{MAX_SOURCE, SourceText, read_source};
pub use unit::{ParsedUnit, Preprocessing, parse_unit};
pub use walk::walk;
