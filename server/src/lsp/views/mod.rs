//! Everything that the client sees, as pure functions of a [`Snapshot`](super::snapshot::Snapshot).

pub(crate) mod actions;
pub(crate) mod diagnostics;
pub(crate) mod discovery;
pub(crate) mod doctor;
pub(crate) mod hints;
pub(crate) mod hover;
pub(crate) mod inputs;
pub(crate) mod lenses;
pub(crate) mod lines;
pub(crate) mod sets;
pub(crate) mod status;
pub(crate) mod story;
pub(crate) mod words;

#[cfg(test)]
pub(crate) mod testing;
