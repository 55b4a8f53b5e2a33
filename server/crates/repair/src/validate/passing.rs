//! The edits with which all tests pass, and what the programs with them do.
//!
//! Only a few of them are shown, but all of them are evidence. If most do the same on inputs near those of the tests, the
//! tests and the search together leave little choice; if each does something else, the tests are too weak to tell which
//! was meant, however natural the first one looks (F. Long, M. Rinard: *An Analysis of the Search Spaces for Generate and
//! Validate Patch Generation Systems*, ICSE 2016: most edits that pass are wrong, and many do the same).

use std::collections::BTreeMap;
use std::hash::{Hash as _, Hasher as _};

use rustc_hash::FxHasher;

use crate::patch::Fix;

/// The edits with which all failing tests of a group pass and none breaks, by a hash of places and texts.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct PassingEdits(BTreeMap<u64, Passing>);

#[derive(Debug, Clone, Copy, PartialEq)]
struct Passing {
    /// Hash of what the program does on inputs near those of the tests.
    behaviour: u64,
    plausibility: f64,
}

/// How many of the edits that pass do the same as one of them.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// Their share of the plausibility of all, in `0..=1`.
    pub share: f64,
    /// Plausibility of the best edit that does something else.
    pub rival: f64,
}

impl PassingEdits {
    /// Adds an edit.
    pub(super) fn add(&mut self, fix: &Fix) {
        let mut hasher = FxHasher::default();
        for edit in fix.edits() {
            (edit.span, &edit.text).hash(&mut hasher);
        }
        let passing = Passing {
            behaviour: fix.nearby.behaviour.fingerprint(),
            plausibility: fix.plausibility,
        };
        self.0.insert(hasher.finish(), passing);
    }

    /// Adds the edits of another search of the same program.
    pub fn extend(&mut self, other: PassingEdits) {
        self.0.extend(other.0);
    }

    /// How many do the same as a fix.
    pub fn agreement(&self, fix: &Fix) -> Agreement {
        let own = fix.nearby.behaviour.fingerprint();
        let mut sums: BTreeMap<u64, f64> = BTreeMap::new();
        let mut rival = 0.0f64;
        for passing in self.0.values() {
            *sums.entry(passing.behaviour).or_default() += passing.plausibility;
            if passing.behaviour != own {
                rival = rival.max(passing.plausibility);
            }
        }
        let same = sums.entry(own).or_insert(fix.plausibility);
        let same = *same;
        let all: f64 = sums.values().sum();
        Agreement {
            share: if all > 0.0 { same / all } else { 1.0 },
            rival,
        }
    }
}

#[cfg(test)]
mod tests {
    use syntax::Span;

    use super::*;
    use crate::nearby_inputs::tests::behaviour;
    use crate::patch::TextEdit;

    fn fix(start: u32, plausibility: f64, printed: &[&str]) -> Fix {
        let span = Span {
            start,
            ..Span::default()
        };
        let edit = TextEdit {
            span,
            text: "x".to_owned(),
        };
        let mut fix = Fix::new("test", edit, plausibility);
        fix.nearby.behaviour = behaviour(printed);
        fix
    }

    #[test]
    fn edits_that_do_the_same_are_told_from_those_that_differ() {
        let mut all = PassingEdits::default();
        let meant = fix(1, 0.6, &["1", "2"]);
        for one in [
            meant.clone(),
            meant.clone(),
            fix(2, 0.3, &["1", "2"]),
            fix(3, 0.1, &["1", "3"]),
        ] {
            all.add(&one);
        }
        let agreement = all.agreement(&meant);
        assert!((agreement.share - 0.9).abs() < 1e-9, "{agreement:?}");
        assert!((agreement.rival - 0.1).abs() < 1e-9);
        let unknown = all.agreement(&fix(4, 1.0, &["7", "7"]));
        assert!((unknown.share - 0.5).abs() < 1e-9, "{unknown:?}");
    }
}
