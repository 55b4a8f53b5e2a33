//! What the measurement reads of the JSON that `faultlens localize` prints.
//!
//! Not the product's own types: binaries of other times are measured too, and they may lack fields.

use std::collections::BTreeSet;

use serde::Deserialize;

/// One object on stdout.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Answer {
    pub(crate) status: String,
    pub(crate) reason: Option<String>,
    #[serde(default)]
    pub(crate) tests: Tests,
    #[serde(default)]
    pub(crate) diagnoses: Vec<Diagnosis>,
    #[serde(default)]
    pub(crate) ranking: Vec<Ranked>,
    #[serde(default)]
    pub(crate) stats: Stats,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Tests {
    #[serde(default)]
    pub(crate) failing: BTreeSet<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Diagnosis {
    pub(crate) components: Vec<Component>,
    #[serde(default)]
    pub(crate) verified: bool,
    #[serde(default)]
    pub(crate) minimal: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Component {
    pub(crate) line: u32,
    pub(crate) end_line: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Ranked {
    pub(crate) rank: u32,
    pub(crate) line: u32,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Stats {
    /// Questions asked; older binaries do not tell.
    pub(crate) questions: Option<u64>,
    #[serde(default)]
    pub(crate) unknown_answers: u64,
    /// Of the worker.
    pub(crate) peak_memory_mb: Option<f64>,
}

impl Answer {
    /// Out of what was printed; `None` if that is no such object.
    pub(crate) fn read(stdout: &[u8]) -> Option<Answer> {
        serde_json::from_slice(stdout).ok()
    }
}

impl Diagnosis {
    /// Some component stands on one of the lines.
    pub(crate) fn hits(&self, lines: &BTreeSet<u32>) -> bool {
        let on = |c: &Component| {
            let last = c.end_line.unwrap_or(c.line);
            c.line <= last && lines.range(c.line..=last).next().is_some()
        };
        self.components.iter().any(on)
    }
}
