//! The worker's events on their way out: written at once while they come singly, together when they come in a burst.
//!
//! Who asks has three threads and two processors to share with the search. A search tells of hundreds of sets within some
//! hundredths of a second; were each a line of its own in the pipe, waking the readers would take a tenth of the time in
//! which they are found. What waits here is lost if the worker dies, so nothing waits for longer than a person notices.

use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::protocol::Event;

/// Longest time that an event waits for others.
const TOGETHER: Duration = Duration::from_millis(20);

/// Collects lines and writes them to stdout.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    state: Mutex<State>,
    /// There are lines that wait.
    waiting: Condvar,
}

#[derive(Debug, Default)]
struct State {
    lines: String,
    written: Option<Instant>,
}

impl Outbox {
    /// Tells an event; `Err` when nobody reads any more. The last event of a job is written before this returns.
    pub(super) fn tell(&self, event: &Event) -> io::Result<()> {
        let Ok(line) = serde_json::to_string(event) else {
            return Ok(());
        };
        let mut state = self.state();
        let first = state.lines.is_empty();
        state.lines.push_str(&line);
        state.lines.push('\n');
        let rested = state.written.is_none_or(|at| at.elapsed() >= TOGETHER);
        if rested || event.is_last() {
            return state.write();
        }
        if first {
            self.waiting.notify_one();
        }
        Ok(())
    }

    /// Writes what comes to wait, in time, until so much time is over.
    pub(super) fn serve(&self, time: Duration) -> io::Result<()> {
        let end = Instant::now() + time;
        let mut state = self.state();
        loop {
            let now = Instant::now();
            let due = state.due(now);
            if due.is_some_and(|due| due <= now) {
                state.write()?;
                continue;
            }
            if now >= end {
                return Ok(());
            }
            let left = due.map_or(end, |due| due.min(end)) - now;
            let waited = self.waiting.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// When what waits has to go.
    fn due(&self, now: Instant) -> Option<Instant> {
        let since = self.written.unwrap_or(now);
        (!self.lines.is_empty()).then(|| since + TOGETHER)
    }

    fn write(&mut self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(self.lines.as_bytes())?;
        out.flush()?;
        self.lines.clear();
        self.written = Some(Instant::now());
        Ok(())
    }
}
