//! Coverage of passing tests that were run elsewhere (`--coverage`): what they execute is evidence like what the tests
//! here execute. Nothing is executed for it.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use harness::{CoveredLines, Files, read_coverage};
use ir::{CompId, CompSet};

use super::Job;
use crate::files::Disk;
use crate::jobs::convert::Names;

/// Most bytes of an unpacked file.
const LARGEST: u64 = 64 << 20;

impl Job<'_> {
    /// Sets the components that the tests execute whose coverage the user gives, and says how many tests there are.
    pub(super) fn add_coverage(
        &mut self,
        names: &Names<'_>,
        options: &mut localize::JobOptions,
    ) -> Option<String> {
        let place = self.spec.options.coverage.clone()?;
        let mut tests: Vec<CoveredLines> = Vec::new();
        for file in files_of(&place) {
            match content(&file).and_then(|content| read_coverage(&content)) {
                Some(read) => tests.extend(read),
                None if file == place => {
                    self.warn_of(
                        &file,
                        "it is no coverage of gcov, llvm-cov or lcov".to_owned(),
                    );
                }
                None => {}
            }
        }
        let places = places_of_components(names);
        let covered = tests.iter().map(|test| executed(test, &places));
        let covered: Vec<CompSet> = covered.filter(|set| set.iter().next().is_some()).collect();
        let said = match covered.len() {
            0 => format!(
                "no test of which {} has the coverage runs this program",
                place.display()
            ),
            1 => "one passing test was run elsewhere; its coverage counts".to_owned(),
            count => format!("{count} passing tests were run elsewhere; their coverage counts"),
        };
        options.passing_elsewhere = covered;
        Some(said)
    }
}

/// The files at a place, in the order of their names.
fn files_of(place: &Path) -> Vec<PathBuf> {
    if !place.is_dir() {
        return vec![place.to_owned()];
    }
    let names = Disk.list(&place.display().to_string()).into_iter();
    names
        .map(|name| place.join(name))
        .filter(|path| path.is_file())
        .collect()
}

/// The content of a file, unpacked if it is packed as gcov packs its files.
fn content(file: &Path) -> Option<Vec<u8>> {
    let content = Disk.read(&file.display().to_string())?;
    if !content.starts_with(&[0x1f, 0x8b]) {
        return Some(content);
    }
    let mut unpacked = Vec::new();
    let mut limited = GzDecoder::new(&content[..]).take(LARGEST);
    limited.read_to_end(&mut unpacked).ok()?;
    Some(unpacked)
}

/// The components that begin on each line, by the name of the file.
type ComponentPlaces = BTreeMap<String, BTreeMap<usize, Vec<CompId>>>;

fn places_of_components(names: &Names<'_>) -> ComponentPlaces {
    let mut places = ComponentPlaces::new();
    for (component, id) in names.program.components.iter().zip(0..) {
        let [(first, _), _] = names.extent(component.span);
        let lines = places.entry(names.file(component.span.file)).or_default();
        lines.entry(first as usize).or_default().push(CompId(id));
    }
    places
}

/// The components on the lines that a test ran.
fn executed(test: &CoveredLines, places: &ComponentPlaces) -> CompSet {
    let mut ran = CompSet::new();
    for (path, covered) in &test.0 {
        let same = places
            .iter()
            .filter(|(file, _)| is_same_file(Path::new(path), Path::new(file)));
        for (_, lines) in same {
            let on_lines = covered.iter().filter_map(|line| lines.get(line));
            for id in on_lines.flatten() {
                ran.insert(*id);
            }
        }
    }
    ran
}

/// Whether two paths, relative to different folders, name the same file.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let names = |path: &Path| -> Vec<std::ffi::OsString> {
        let parts = path.components().rev();
        let parts = parts.map(|part| part.as_os_str().to_owned());
        parts.filter(|part| part != "." && part != "..").collect()
    };
    let (one, other) = (names(one), names(other));
    one.iter().zip(&other).all(|(a, b)| a == b) && !one.is_empty() && !other.is_empty()
}
