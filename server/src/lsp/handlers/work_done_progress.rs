//! `window/workDoneProgress/cancel`, which the framework's trait lacks.

use tower_lsp::ls_types::WorkDoneProgressCancelParams;

use crate::lsp::progress;
use crate::lsp::session::{Event, SessionHandle};

/// Cancels a job on request of the user.
pub(crate) fn cancel(session: &SessionHandle, params: &WorkDoneProgressCancelParams) {
    if let Some(id) = progress::job_of(&params.token) {
        session.send(Event::CancelJob { id });
    }
}
