//! Progress display on a terminal, for runs that take over a second.

use std::fmt::Write;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::text::plural;
use crate::jobs::Event;

/// Time before anything is shown.
const QUIET: Duration = Duration::from_secs(1);

/// A line on stderr that is rewritten; never in pipes (indicatif draws on terminals only), and removed at the end.
pub(super) struct Progress {
    bar: ProgressBar,
    started: Instant,
    activity: Activity,
}

/// What a job does, from its events.
pub(crate) struct Activity {
    phase: String,
}

impl Default for Activity {
    fn default() -> Activity {
        Activity {
            phase: "starting".to_owned(),
        }
    }
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
            activity: Activity::default(),
        }
    }

    /// Whether the progress is invisible.
    pub(super) fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    /// Shows an event.
    pub(super) fn show(&mut self, event: &Event) {
        if let Some(line) = self.activity.told(event)
            && self.started.elapsed() >= QUIET
        {
            self.bar.set_message(line);
            self.bar.tick();
        }
    }
}

impl Activity {
    /// A line about the progress so far, where the event is one: `3 s: searching, 2 sets found, 40 questions`
    pub(crate) fn told(&mut self, event: &Event) -> Option<String> {
        match event {
            Event::Phase { name } => self.phase = doing(name),
            // Counts, not percentages: the total is unknown.
            Event::Progress {
                sets_found,
                queries,
                elapsed_ms,
                ..
            } => {
                let found = plural(*sets_found, "set", "sets");
                let mut line = format!("{} s: {}, {found} found", elapsed_ms / 1000, self.phase);
                if *queries > 0 {
                    let asked = plural(*queries as usize, "question", "questions");
                    let _ = write!(line, ", {asked}");
                }
                return Some(line);
            }
            _ => {}
        }
        None
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Description of a phase, as an activity.
fn doing(phase: &str) -> String {
    match phase {
        "parse" => "reading the program".to_owned(),
        "discover" => "looking for tests".to_owned(),
        "run_tests" => "running the tests".to_owned(),
        "search" => "searching".to_owned(),
        other => other.replace('_', " "),
    }
}
