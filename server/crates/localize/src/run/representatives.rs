//! The failing tests that carry the search.
//!
//! Thousands of failing tests of one group differ little: what lets a few different ones pass lets most pass. So only
//! some of them are searched, and an edit is judged by all. A set that is minimal for some tests cannot be smaller for
//! all of them; that it suffices for the others is not known before an edit shows it, so the search does not count as
//! exhaustive.
//!
//! Tests that execute the same components are alike. The shortest of each kind come first, those with the most frequent
//! kinds before others; then longer ones.

use std::cmp::Reverse;

use ir::{CompSet, Relaxing};
use rustc_hash::FxHashMap;
use search::Strategy;

use super::Run;
use crate::limits::REPRESENTATIVES;

impl Run<'_> {
    /// The failing tests of a group that carry the search, in their order; all of them if they are few.
    pub(crate) fn representatives(&self, group: usize) -> Vec<usize> {
        let all = &self.groups[group].tests;
        let options = self.options;
        let is_usual = (options.strategy, options.relaxing) == (Strategy::Multi, Relaxing::Angelic);
        if all.len() <= REPRESENTATIVES || !is_usual {
            return all.clone();
        }
        let mut kinds: FxHashMap<&CompSet, Vec<usize>> = FxHashMap::default();
        for &test in all {
            kinds
                .entry(&self.outcomes[test].covered)
                .or_default()
                .push(test);
        }
        let mut kinds: Vec<Vec<usize>> = kinds.into_values().collect();
        for kind in &mut kinds {
            kind.sort_by_key(|&test| (self.outcomes[test].steps, test));
        }
        kinds.sort_by_key(|kind| (Reverse(kind.len()), kind[0]));
        // The shortest, then the longest, then those between.
        let mut chosen: Vec<usize> = Vec::new();
        for turn in 0..REPRESENTATIVES {
            for kind in &kinds {
                let at = match turn {
                    0 => 0,
                    1 => kind.len() - 1,
                    turn => kind.len() * (turn - 1) / REPRESENTATIVES,
                };
                let test = kind[at];
                if chosen.len() < REPRESENTATIVES && !chosen.contains(&test) {
                    chosen.push(test);
                }
            }
        }
        chosen.sort_unstable();
        chosen
    }
}
