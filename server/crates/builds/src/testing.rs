//! Small projects in memory, for the tests of this crate.

use crate::{Build, Files, Target};
use std::collections::BTreeMap;

/// A project whose files are pairs of path and text.
pub(crate) struct Project(pub(crate) BTreeMap<String, String>);

impl Files for Project {
    fn read(&self, path: &str) -> Option<String> {
        self.0.get(path).cloned()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let start = if folder.is_empty() {
            String::new()
        } else {
            format!("{folder}/")
        };
        let below = self.0.keys().filter_map(|path| path.strip_prefix(&start));
        let mut names: Vec<String> = below
            .map(|rest| rest.split('/').next().unwrap_or_default().to_string())
            .collect();
        names.dedup();
        names
    }
}

/// A project of these files.
pub(crate) fn project(files: &[(&str, &str)]) -> Project {
    Project(
        files
            .iter()
            .map(|(path, text)| ((*path).to_string(), (*text).to_string()))
            .collect(),
    )
}

/// What is read from a project of these files.
pub(crate) fn build(files: &[(&str, &str)]) -> Build {
    crate::read(&project(files)).unwrap_or_default().1
}

/// The target with this name.
pub(crate) fn target<'a>(build: &'a Build, name: &str) -> &'a Target {
    let found = build.targets.iter().find(|target| target.name == name);
    found.unwrap_or_else(|| panic!("no target {name} in {build:?}"))
}

/// Random numbers, each time the same.
pub(crate) fn random_numbers() -> impl FnMut() -> usize {
    let mut random: u64 = 12345;
    move || {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).unwrap_or(0)
    }
}

/// A description cut off at many places and with bytes exchanged at random must neither
/// panic nor take long.
pub(crate) fn survives(file: &str, text: &str) {
    let started = std::time::Instant::now();
    let mut next = random_numbers();
    for cut in (0..text.len()).step_by(7) {
        if let Some(start) = text.get(..cut) {
            let _ = crate::read(&project(&[(file, start), ("sub/x.c", "")]));
        }
    }
    for _ in 0..100 {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=next() % 20 {
            let place = next() % bytes.len();
            bytes[place] = u8::try_from(next() % 256).unwrap_or(0);
        }
        let changed = String::from_utf8_lossy(&bytes).to_string();
        let _ = crate::read(&project(&[(file, &changed), ("sub/x.c", "")]));
        let noise: Vec<u8> = (0..300)
            .map(|_| u8::try_from(next() % 128).unwrap_or(0))
            .collect();
        let _ = crate::read(&project(&[(file, &String::from_utf8_lossy(&noise))]));
    }
    assert!(
        started.elapsed().as_secs() < 30,
        "took {:?}",
        started.elapsed()
    );
}
