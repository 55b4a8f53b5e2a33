//! Buffer of the worker's outgoing events: single events are written at once, bursts together.
//!
//! The asking process has three threads, and shares two processors with the search. A search reports hundreds of sets
//! within some hundredths of a second; if each was a write of its own, waking the readers would take a tenth of the
//! time in which they are found. Buffered events are lost if the worker dies, so no event waits for longer than a
//! person notices.

use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::protocol::Event;

/// Longest time that an event waits for others.
const TOGETHER: Duration = Duration::from_millis(20);

/// A buffered writer of lines.
#[derive(Debug)]
pub(super) struct Outbox<W> {
    state: Mutex<OutboxState<W>>,
    /// Signals that lines are waiting.
    waiting: Condvar,
}

#[derive(Debug)]
struct OutboxState<W> {
    out: W,
    lines: Vec<u8>,
    written: Option<Instant>,
    /// Whether the last event was written.
    ended: bool,
}

impl<W: Write> Outbox<W> {
    pub(super) fn new(out: W) -> Outbox<W> {
        let state = OutboxState {
            out,
            lines: Vec::new(),
            written: None,
            ended: false,
        };
        Outbox {
            state: Mutex::new(state),
            waiting: Condvar::new(),
        }
    }

    /// Sends an event; `Err` if the reader is gone. The last event of a job is written before this returns, and
    /// nothing after it: other threads of the worker live on for a moment.
    pub(super) fn send(&self, event: &Event) -> io::Result<()> {
        let Ok(line) = serde_json::to_vec(event) else {
            return Ok(());
        };
        let mut state = self.state();
        if state.ended {
            return Ok(());
        }
        state.ended = event.is_last();
        let first = state.lines.is_empty();
        state.lines.extend(line);
        state.lines.push(b'\n');
        if let Event::Written { report, .. } = event {
            state.write()?;
            return state.out.write_all(report).and_then(|()| state.out.flush());
        }
        let rested = state.written.is_none_or(|at| at.elapsed() >= TOGETHER);
        if rested || event.is_last() {
            return state.write();
        }
        if first {
            self.waiting.notify_one();
        }
        Ok(())
    }

    /// Writes waiting lines when they are due, for this amount of time.
    pub(super) fn serve(&self, time: Duration) -> io::Result<()> {
        let end = Instant::now() + time;
        let mut state = self.state();
        loop {
            let now = Instant::now();
            let due = state.due();
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

    /// Writes waiting lines before the process ends. This neither allocates nor waits for long, because another thread
    /// may hold the lock and never continue.
    pub(super) fn write_last(&self) {
        for _ in 0..100 {
            match self.state.try_lock() {
                Ok(mut state) => {
                    // An error means that the reader is gone, so nothing is missed.
                    let _ = state.write();
                    return;
                }
                Err(_) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, OutboxState<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Write> OutboxState<W> {
    /// Time at which the waiting lines are due.
    fn due(&self) -> Option<Instant> {
        let written = self.written.filter(|_| !self.lines.is_empty())?;
        Some(written + TOGETHER)
    }

    fn write(&mut self) -> io::Result<()> {
        self.out.write_all(&self.lines)?;
        self.out.flush()?;
        self.lines.clear();
        self.written = Some(Instant::now());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phase(name: &str) -> Event {
        Event::Phase {
            name: name.to_owned(),
        }
    }

    /// Number of lines that were written.
    fn written(outbox: &Outbox<Vec<u8>>) -> usize {
        let state = outbox.state();
        str::from_utf8(&state.out).unwrap().lines().count()
    }

    #[test]
    fn a_burst_waits_and_is_written_in_time() {
        let outbox = Outbox::new(Vec::new());
        for name in ["a", "b", "c"] {
            outbox.send(&phase(name)).unwrap();
        }
        // The first line was written alone. (If the machine stalls in between, so were the others.)
        assert!((1..=3).contains(&written(&outbox)));
        let begin = Instant::now();
        outbox.serve(2 * TOGETHER).unwrap();
        assert_eq!(written(&outbox), 3);
        assert!(begin.elapsed() >= 2 * TOGETHER);
    }

    #[test]
    fn nothing_follows_the_last_event() {
        for last in [
            Event::failed("why"),
            Event::Written {
                end: crate::model::End {
                    status: crate::model::Status::Complete,
                    has_sets: true,
                },
                report: b"{}\n".to_vec(),
            },
        ] {
            let outbox = Outbox::new(Vec::new());
            outbox.send(&last).unwrap();
            let before = outbox.state().out.clone();
            outbox.send(&phase("late")).unwrap();
            outbox.serve(2 * TOGETHER).unwrap();
            assert_eq!(outbox.state().out, before);
        }
    }

    #[test]
    fn last_words_are_written_at_once_or_not_at_all() {
        let outbox = Outbox::new(Vec::new());
        for name in ["a", "b"] {
            outbox.send(&phase(name)).unwrap();
        }
        outbox.write_last();
        assert_eq!(written(&outbox), 2);
        let held = outbox.state();
        outbox.write_last();
        drop(held);
        assert_eq!(written(&outbox), 2);
    }

    #[test]
    fn the_last_event_takes_all_along_in_their_order() {
        let outbox = Outbox::new(Vec::new());
        for name in ["a", "b"] {
            outbox.send(&phase(name)).unwrap();
        }
        outbox.send(&Event::failed("c")).unwrap();
        let text = String::from_utf8(outbox.state().out.clone()).unwrap();
        let places: Vec<_> = ["\"a\"", "\"b\"", "\"c\""]
            .map(|name| text.find(name))
            .into();
        assert!(places.iter().all(Option::is_some) && places.is_sorted());
    }
}
