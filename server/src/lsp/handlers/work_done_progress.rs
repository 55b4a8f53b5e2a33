//! `window/workDoneProgress/cancel`, which the framework's trait does not know.

use tower_lsp::ls_types::WorkDoneProgressCancelParams;

use crate::lsp::progress;
use crate::lsp::session::{Event, SessionHandle};

/// The user pressed cancel.
pub(crate) fn cancel(session: &SessionHandle, params: &WorkDoneProgressCancelParams) {
    if let Some(id) = progress::job_of(&params.token) {
        session.send(Event::CancelJob { id });
    }
}
