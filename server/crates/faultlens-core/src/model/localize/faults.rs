//! Faults: what the failing tests have in common, test by test.
//!
//! A program may have several faults that fail different tests. The best diagnosis explains the tests of the groups that
//! it is a diagnosis of; the best one of the groups that are left is the next fault, and so on. A diagnosis of several
//! components is one fault for each of them if every test needs only one. Where edits mend all failing tests together,
//! each edit is a fault.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Component, Diagnosis, LocalizeReport};
use crate::model::Fix;
use crate::model::words::list;

/// A likely fault, with the failing tests that it explains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// Places, the best first. If there are several, all have to change.
    pub places: Vec<FaultPlace>,
    /// Ids of the failing tests that it explains.
    pub tests: Vec<String>,
    /// Index into [`diagnoses`](LocalizeReport::diagnoses); null if only an edit supports the fault.
    pub diagnosis: Option<usize>,
    /// The best edit: with it and those of the faults before it, these tests pass, and no passing test breaks.
    pub fix: Option<Fix>,
}

/// A place of a fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FaultPlace {
    /// File, as in the report.
    pub file: String,
    /// 1-based line.
    pub line: u32,
}

impl FaultPlace {
    /// First line of a component.
    pub fn of(component: &Component) -> FaultPlace {
        FaultPlace {
            file: component.file.clone(),
            line: component.line,
        }
    }
}

impl Fault {
    /// Its places, as seen from a file: `line 18`, `util.c:7`, `lines 5, 8 and util.c:7`.
    pub fn places_from(&self, file: &str) -> String {
        let is_own = |at: &FaultPlace| at.file == file;
        let place = |at: &FaultPlace| {
            if is_own(at) {
                at.line.to_string()
            } else {
                format!("{}:{}", at.file, at.line)
            }
        };
        match &self.places[..] {
            [] => String::new(),
            [only] if is_own(only) => format!("line {}", only.line),
            [only] => place(only),
            [init @ .., last] => {
                let init: Vec<String> = init.iter().map(place).collect();
                format!("lines {} and {}", init.join(", "), place(last))
            }
        }
    }

    /// The tests that it explains.
    pub fn explained(&self) -> String {
        let tests: Vec<&str> = self.tests.iter().map(String::as_str).collect();
        list(&tests, 5)
    }

    /// Its edit, if only that supports it: ``: replace `a` by `b` ``; otherwise empty.
    pub fn by_edit(&self) -> String {
        let edit = self.fix.as_ref().filter(|_| self.diagnosis.is_none());
        edit.map_or_else(String::new, |fix| {
            let doubt = if fix.doubtful { " (doubtful)" } else { "" };
            format!(": {}{doubt}", fix.sentence())
        })
    }
}

impl LocalizeReport {
    /// The faults with letters, if there are several.
    pub fn named_faults(&self) -> impl Iterator<Item = (char, &Fault)> {
        let several = Some(&self.faults).filter(|faults| faults.len() > 1);
        ('A'..='Z').zip(several.into_iter().flatten())
    }

    /// Finds the faults, unless edits have told them: of the diagnoses in the order of the ranking.
    pub fn find_faults(&mut self) {
        if !self.faults.is_empty() {
            return;
        }
        let mut left: BTreeSet<usize> = self.groups.iter().map(|group| group.id).collect();
        let mut faults = Vec::new();
        for (at, best) in self.diagnoses.iter().enumerate() {
            if !left.contains(&best.group) {
                continue;
            }
            let ids: Vec<u32> = best.components.iter().map(|c| c.id).collect();
            // A missing statement is another component in each group, but its insertion is one fix.
            let sure: Vec<&Fix> = best.fixes.iter().filter(|fix| !fix.doubtful).collect();
            let has = |group: &usize| {
                self.diagnoses.iter().any(|d| d.is_of(*group, &ids))
                    || sure.iter().any(|fix| self.mends(*group, fix))
            };
            let explained: BTreeSet<usize> = left.iter().copied().filter(has).collect();
            left.retain(|group| !explained.contains(group));
            faults.extend(self.faults_of(at, best, &explained));
        }
        self.faults = faults;
    }

    /// Faults by a diagnosis that explains these groups.
    fn faults_of(&self, at: usize, diagnosis: &Diagnosis, groups: &BTreeSet<usize>) -> Vec<Fault> {
        let of = self
            .groups
            .iter()
            .filter(|group| groups.contains(&group.id));
        let mut tests: Vec<String> = of.flat_map(|group| group.tests.clone()).collect();
        tests.dedup();
        if let Some(apart) = apart(diagnosis, &tests) {
            return apart
                .into_iter()
                .map(|(component, tests)| Fault {
                    places: vec![FaultPlace::of(component)],
                    tests,
                    diagnosis: Some(at),
                    fix: None,
                })
                .collect();
        }
        let mut places: Vec<FaultPlace> = diagnosis.components.iter().map(FaultPlace::of).collect();
        places.dedup();
        vec![Fault {
            places,
            tests,
            diagnosis: Some(at),
            fix: diagnosis.fixes.first().cloned(),
        }]
    }
}

/// The components with the tests for which they need values, if every test needs exactly one of several components.
fn apart<'d>(
    diagnosis: &'d Diagnosis,
    tests: &[String],
) -> Option<Vec<(&'d Component, Vec<String>)>> {
    if diagnosis.components.len() < 2 || !diagnosis.fixes.is_empty() {
        return None;
    }
    let parts: Vec<_> = diagnosis
        .components
        .iter()
        .map(|component| {
            let mut own = tests.to_vec();
            own.retain(|test| needs(component, test));
            (component, own)
        })
        .collect();
    let once = |test: &String| parts.iter().filter(|(_, own)| own.contains(test)).count() == 1;
    let is_apart = tests.iter().all(once) && parts.iter().all(|(_, own)| !own.is_empty());
    is_apart.then_some(parts)
}

/// Whether a component needs a value in a test, as far as is known.
fn needs(component: &Component, test: &str) -> bool {
    component.values_left_out > 0 || component.values.iter().any(|value| value.test == test)
}
