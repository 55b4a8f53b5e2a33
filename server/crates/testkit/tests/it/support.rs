//! Support for the tests: a control with a time limit.

use std::time::{Duration, Instant};

/// A control that ends a job after a time limit.
pub(crate) struct Patience {
    until: Instant,
    seconds: u64,
}

impl Patience {
    /// Starts the time.
    pub(crate) fn seconds(seconds: u64) -> Patience {
        Patience {
            until: Instant::now() + Duration::from_secs(seconds),
            seconds,
        }
    }
}

impl exec::Control for Patience {
    fn stop_reason(&self) -> Option<String> {
        let over = Instant::now() > self.until;
        over.then(|| format!("more than {} s", self.seconds))
    }

    fn phase(&self, _: &'static str) {}
}

impl localize::Control for Patience {}
