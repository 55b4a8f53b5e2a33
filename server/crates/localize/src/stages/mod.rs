//! The stages of a localization; [`crate::pipeline`] lists them in order.

pub(crate) mod beyond;
pub(crate) mod choose;
pub(crate) mod edit_further;
pub(crate) mod judge;
pub(crate) mod mend;
pub(crate) mod rank;
pub(crate) mod search;
mod status;
mod suspect;
pub(crate) mod unmask;

pub use status::ALL_IGNORED;
pub(crate) use status::{early_status, final_status};
pub(crate) use suspect::suspect;
