//! Signs of life on a terminal, for runs that take over a second.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::text::plural;
use crate::jobs::Event;

/// Nothing is shown before that.
const QUIET: Duration = Duration::from_secs(1);

/// One line on stderr that is rewritten; never in pipes (indicatif draws on terminals only), gone at the end.
pub(super) struct Progress {
    bar: ProgressBar,
    started: Instant,
    phase: String,
}

impl Progress {
    pub(super) fn new() -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        Progress {
            bar,
            started: Instant::now(),
            phase: "starting".to_owned(),
        }
    }

    /// Takes note of an event.
    pub(super) fn show(&mut self, event: &Event) {
        match event {
            Event::Phase { name } => self.phase = name.replace('_', " "),
            // Counts, not per cent: nobody knows the whole.
            Event::Progress {
                sets_found,
                queries,
                elapsed_ms,
            } if self.started.elapsed() >= QUIET => {
                let found = plural(*sets_found, "set", "sets");
                let asked = plural(*queries as usize, "question", "questions");
                self.bar.set_message(format!(
                    "{} s: {}, {found} found, {asked}",
                    elapsed_ms / 1000,
                    self.phase
                ));
                self.bar.tick();
            }
            _ => {}
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
