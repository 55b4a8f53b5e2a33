//! Sets of components that explain failing tests, with their certificates.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::component::Component;
use crate::model::{Edit, Fix};

/// A set of components whose change makes every failing test of the group pass, while no proper subset does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnosis {
    /// Index into [`groups`](super::LocalizeReport::groups).
    pub group: usize,
    /// Components in order of place.
    pub components: Vec<Component>,
    /// Sum of the weights of the components.
    pub weight: f64,
    /// Whether every failing test of the group passed in concrete replay.
    pub verified: bool,
    /// How that was shown.
    #[serde(default)]
    pub certificate: Certificate,
    /// Certificate about the proper subsets.
    pub minimal: Minimal,
    /// Signs that something simpler than arbitrary values suffices.
    pub evidence: Vec<Evidence>,
    /// Edits that make the failing tests of the group pass and break no passing test.
    #[serde(default)]
    pub fixes: Vec<Fix>,
    /// Edits of outputs among the components that the set presupposes: they correct the literal text as the tests
    /// expect it, around the values that the program computes. Alone, the outputs would suffice only by inventing these
    /// values; the other components are subset-minimal given these edits.
    #[serde(default)]
    pub given: Vec<Edit>,
}

impl Diagnosis {
    /// Whether this is the set of a group with these components, given by their ids.
    pub fn is_of(&self, group: usize, components: &[u32]) -> bool {
        let ids = self.components.iter().map(|c| c.id);
        self.group == group && ids.eq(components.iter().copied())
    }

    /// Adds the diagnosis to those reported before. If an edit and values certify the same set, the later diagnosis
    /// replaces the earlier one.
    pub fn add_to(self, told: &mut Vec<Diagnosis>) {
        let ids: Vec<u32> = self.components.iter().map(|c| c.id).collect();
        told.retain(|d| !d.is_of(self.group, &ids));
        told.push(self);
    }

    /// Edits that the diagnosis presupposes, if there are any: ``in line 14 replace `"%d"` by `"%d\n"` ``.
    pub fn given(&self) -> Option<String> {
        let edits: Vec<String> = self.given.iter().map(Edit::with_line).collect();
        (!edits.is_empty()).then(|| edits.join(", and "))
    }

    /// First lines of its components in the main file or elsewhere, each once, in order of place.
    pub fn lines(&self) -> Vec<u32> {
        let mut lines: Vec<u32> = self.components.iter().map(|c| c.line).collect();
        lines.dedup();
        lines
    }
}

/// A set of components whose change makes only some failing tests of the group pass: not a diagnosis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PartialSet {
    /// Index into [`groups`](super::LocalizeReport::groups).
    pub group: usize,
    /// Components in order of place, without values.
    pub components: Vec<Component>,
    /// Ids of the tests that passed in concrete replay, or with the fixes.
    pub tests: Vec<String>,
    /// Edits that make these tests pass, and break none.
    #[serde(default)]
    pub fixes: Vec<Fix>,
}

/// Evidence that every failing test of the group passes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Certificate {
    /// Values of the components, replayed in each test.
    #[default]
    Values,
    /// An edit of the text, with which each test was run: the first of the fixes. Values of the components cannot
    /// express its effect, or were not found; the search ignores it.
    Edit,
}

/// Certificate that no proper subset suffices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Minimal {
    /// Every proper subset is proved not to suffice.
    Proved,
    /// Some proofs hold only within a loop bound.
    WithinBounds,
    /// Some subset's answer is unknown.
    Unchecked,
}

/// Evidence that a simple change suffices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// Deleting the components makes the failing tests pass.
    Deletion,
    /// Negating the conditions makes the failing tests pass.
    Flip,
    /// A small edit makes the failing tests pass, but breaks a passing test (at most one in a hundred).
    Edit,
}
