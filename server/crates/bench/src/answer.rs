//! Parts of the JSON output of `faultlens localize` that the measurement reads.
//!
//! The product's own types are not used: binaries of other versions are measured too, and may lack fields.

use std::collections::BTreeSet;
use std::fmt;

use serde::Deserialize;

/// JSON object on stdout.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Answer {
    pub(crate) status: String,
    pub(crate) reason: Option<String>,
    #[serde(default)]
    pub(crate) tests: Tests,
    #[serde(default)]
    pub(crate) diagnoses: Vec<Diagnosis>,
    #[serde(default)]
    pub(crate) ranking: Vec<RankedLine>,
    #[serde(default)]
    pub(crate) groups: Vec<Group>,
    /// Edits that repair some tests.
    #[serde(default)]
    pub(crate) partial: Vec<Part>,
    #[serde(default)]
    pub(crate) stats: Stats,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Tests {
    #[serde(default)]
    pub(crate) passing: BTreeSet<String>,
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
    #[serde(default)]
    pub(crate) fixes: Vec<Fix>,
    #[serde(default)]
    pub(crate) group: usize,
}

/// Failing tests that are explained together.
#[derive(Debug, Deserialize)]
pub(crate) struct Group {
    #[serde(default)]
    pub(crate) tests: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Part {
    #[serde(default)]
    pub(crate) fixes: Vec<Fix>,
}

/// A repair.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Fix {
    #[serde(flatten)]
    pub(crate) edit: Edit,
    #[serde(default)]
    pub(crate) also: Vec<Edit>,
    #[serde(default)]
    pub(crate) scope: String,
    #[serde(default)]
    pub(crate) mends: Vec<String>,
    #[serde(default)]
    pub(crate) doubtful: bool,
    #[serde(default)]
    pub(crate) likely: bool,
}

/// A change of the program's text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Edit {
    pub(crate) line: u32,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) old: String,
    pub(crate) new: String,
}

impl Fix {
    pub(crate) fn edits(&self) -> impl Iterator<Item = &Edit> {
        std::iter::once(&self.edit).chain(&self.also)
    }

    /// Text with the repair applied; `None` if it is for another text.
    pub(crate) fn applied(&self, source: &[u8]) -> Option<Vec<u8>> {
        let mut edits: Vec<&Edit> = self.edits().collect();
        // Edits are applied from the end, so that earlier places remain valid; of two at one place the later one first.
        edits.reverse();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.start));
        let mut text = source.to_vec();
        for edit in edits {
            (text.get(edit.start..edit.end)? == edit.old.as_bytes()).then_some(())?;
            text.splice(edit.start..edit.end, edit.new.bytes());
        }
        Some(text)
    }
}

impl fmt::Display for Fix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for edit in self.edits() {
            write!(f, "[{}: {:?} -> {:?}]", edit.line, edit.old, edit.new)?;
        }
        Ok(())
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Component {
    pub(crate) line: u32,
    pub(crate) end_line: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct RankedLine {
    pub(crate) rank: u32,
    pub(crate) line: u32,
    #[serde(default)]
    pub(crate) diagnoses: Vec<usize>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Stats {
    /// Number of queries; older binaries do not report it.
    pub(crate) questions: Option<u64>,
    #[serde(default)]
    pub(crate) unknown_answers: u64,
    /// Peak memory of the worker.
    pub(crate) peak_memory_mb: Option<f64>,
}

impl Answer {
    /// Parses the output; `None` if it is not such an object.
    pub(crate) fn read(stdout: &[u8]) -> Option<Answer> {
        serde_json::from_slice(stdout).ok()
    }

    /// All repairs, each once, in the order of the lines that they belong to; hints come last.
    pub(crate) fn fixes(&self) -> Vec<Fix> {
        let ranked = self.ranking.iter().flat_map(|line| &line.diagnoses);
        let ranked = ranked.filter_map(|at| self.diagnoses.get(*at));
        // A repair of a group need not list its tests.
        let of_group = |set: &Diagnosis, fix: &Fix| {
            let mut fix = fix.clone();
            if let ("group", Some(group)) = (&*fix.scope, self.groups.get(set.group)) {
                fix.mends.clone_from(&group.tests);
            }
            fix
        };
        let sets = ranked.chain(&self.diagnoses);
        let of_sets = sets.flat_map(|set| set.fixes.iter().map(move |fix| of_group(set, fix)));
        let hints = self
            .partial
            .iter()
            .flat_map(|part| part.fixes.iter().cloned());
        let mut found: Vec<Fix> = Vec::new();
        for fix in of_sets.chain(hints) {
            if !found.contains(&fix) {
                found.push(fix);
            }
        }
        found
    }
}

impl Diagnosis {
    /// Whether some component is on one of the lines.
    pub(crate) fn hits(&self, lines: &BTreeSet<u32>) -> bool {
        self.components.iter().any(|c| {
            let last = c.end_line.unwrap_or(c.line);
            c.line <= last && lines.range(c.line..=last).next().is_some()
        })
    }
}
