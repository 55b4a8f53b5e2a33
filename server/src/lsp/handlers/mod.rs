//! Handlers, one file per method. A handler only translates between the protocol and the session; requests compute
//! their answer from a snapshot, behind the panic barrier.

mod code_action;
mod code_lens;
mod diagnostic;
mod did_change_configuration;
mod did_change_watched_files;
mod did_change_workspace_folders;
mod did_sync;
mod execute_command;
mod hover;
mod initialize;
mod inlay_hint;
mod work_done_progress;

pub(crate) use code_action::code_action;
pub(crate) use code_lens::code_lens;
pub(crate) use diagnostic::diagnostic;
pub(crate) use did_change_configuration::did_change_configuration;
pub(crate) use did_change_watched_files::did_change_watched_files;
pub(crate) use did_change_workspace_folders::did_change_workspace_folders;
pub(crate) use did_sync::{did_change, did_close, did_open, did_save};
pub(crate) use execute_command::execute_command;
pub(crate) use hover::hover;
pub(crate) use initialize::{initialize, initialized};
pub(crate) use inlay_hint::inlay_hint;
pub(crate) use work_done_progress::cancel;
