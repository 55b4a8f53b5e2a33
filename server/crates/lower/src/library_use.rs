//! What the program uses of the C library, as far as the treatment of other calls depends on it.

use ir::{Builtin, GlobalId, Nature, STREAMS};

use super::globals::Globals;
use super::scope::{Entity, Scopes};

/// Uses of the library that change what a call of it may do.
#[derive(Debug, Default)]
pub(super) struct LibraryUse {
    /// `errno`, if the program names it.
    errno: Option<GlobalId>,
    /// The array of the environment variables that a test sets, if the program uses the environment.
    environment: Option<GlobalId>,
    /// Whether standard streams may be reopened.
    redirects: bool,
}

impl LibraryUse {
    /// Records the object of `errno`, which the program names.
    pub(super) fn set_errno(&mut self, id: GlobalId) {
        self.errno = Some(id);
    }

    /// Records the array of the given environment variables.
    pub(super) fn set_environment(&mut self, id: GlobalId) {
        self.environment = Some(id);
    }

    /// The array of the given environment variables, if the program uses the environment.
    pub(super) fn environment(&self) -> Option<GlobalId> {
        self.environment
    }

    /// The object of `errno`, if the program names it.
    pub(super) fn errno(&self) -> Option<GlobalId> {
        self.errno
    }

    /// Records whether standard streams may be reopened.
    pub(super) fn set_redirects(&mut self, redirects: bool) {
        self.redirects = redirects;
    }

    /// Whether standard streams may be reopened.
    pub(super) fn redirects(&self) -> bool {
        self.redirects
    }

    /// Whether a call of the library function has no side effects; if the program uses `errno`, setting it is one.
    pub(super) fn is_pure(&self, builtin: Builtin) -> bool {
        builtin.nature() == Nature::Pure && !(self.errno.is_some() && builtin.sets_errno())
    }

    /// Whether a name is that of a library function without side effects.
    pub(super) fn is_pure_name(&self, name: &str) -> bool {
        Builtin::by_name(name).is_some_and(|builtin| self.is_pure(builtin))
    }
}

/// The constant for a predefined stream, unless the program defines the name itself.
pub(super) fn predefined_stream(name: &str, scopes: &Scopes, globals: &Globals) -> Option<u64> {
    let (_, bits) = STREAMS.iter().find(|(stream, _)| *stream == name)?;
    match scopes.find(name) {
        None => Some(*bits),
        Some(Entity::Global(id)) if !globals.is_defined(*id) => Some(*bits),
        Some(_) => None,
    }
}
