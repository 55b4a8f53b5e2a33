//! The real file system and the real compiler, as the pure crates see them.

mod boundary;
mod companions;
pub mod compiler;
mod disk;
mod flags;
#[cfg(unix)]
mod folder;
mod includes;
mod programs;
mod source;
pub(crate) mod unity;

pub(crate) use boundary::{Boundary, Inside};
pub use companions::companions;
pub use disk::Disk;
pub(crate) use disk::read_settings;
pub use flags::{Flags, flags_of};
pub use includes::{DiskIncludes, syntax_options};
pub use programs::programs;
pub(crate) use source::text_of;
pub use source::{MAX_SOURCE, SourceText, read_source};
