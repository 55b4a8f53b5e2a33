//! Tests distributed by judges: a folder or a zip file with pairs of files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use harness::Files;
use zip::ZipArchive;

use super::New;
use crate::files::{Boundary, Inside};

/// Most files of an archive that are read, and most bytes of all of them.
const MOST_FILES: usize = 10_000;
const MOST_BYTES: u64 = 256 << 20;

/// The tests of a folder or of a zip file; an error is a clause.
pub(crate) fn tests(path: &Path) -> Result<Vec<New>, String> {
    let pairs = if path.is_dir() {
        let folder = path.to_str().ok_or("its path is not UTF-8")?;
        // No link leads out of it.
        harness::pairs_below(folder, &Inside(Boundary::around(path, &[])))
    } else {
        let archive = Archive::read(path)?;
        harness::pairs_below("", &archive)
    };
    let test = |(id, input, output): (String, Vec<u8>, Vec<u8>)| New {
        args: Vec::new(),
        name: Some(id.replace('/', "-")),
        input,
        output: Some(output),
    };
    Ok(pairs.into_iter().map(test).collect())
}

/// The files of an archive by their paths.
struct Archive(BTreeMap<String, Vec<u8>>);

impl Archive {
    fn read(path: &Path) -> Result<Archive, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        let mut archive = ZipArchive::new(file).map_err(|error| error.to_string())?;
        let mut files = BTreeMap::new();
        let mut left = MOST_BYTES;
        for index in 0..archive.len().min(MOST_FILES) {
            let entry = archive.by_index(index).map_err(|error| error.to_string())?;
            if !entry.is_file() {
                continue;
            }
            let name = entry.name().map_err(|error| error.to_string())?;
            let name = name.trim_start_matches("./").to_owned();
            let mut content = Vec::new();
            // The size declared in the archive may be wrong.
            let read = entry.take(left + 1).read_to_end(&mut content);
            read.map_err(|error| error.to_string())?;
            left = left
                .checked_sub(content.len() as u64)
                .ok_or_else(|| format!("it holds more than {} MB", MOST_BYTES >> 20))?;
            files.insert(name, content);
        }
        Ok(Archive(files))
    }

    /// Paths below a folder, relative to it.
    fn below<'a>(&'a self, folder: &str) -> impl Iterator<Item = &'a str> {
        let prefix = match folder {
            "" => String::new(),
            folder => format!("{folder}/"),
        };
        let paths = self.0.keys();
        paths.filter_map(move |path| path.strip_prefix(&prefix))
    }
}

impl Files for Archive {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.0.get(path).cloned()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let names = self.below(folder);
        let mut names: Vec<String> = names
            .filter_map(|path| Some(path.split('/').next()?.to_owned()))
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn is_dir(&self, path: &str) -> bool {
        self.below(path).next().is_some()
    }

    fn size(&self, path: &str) -> Option<u64> {
        self.0.get(path).map(|content| content.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    #[test]
    fn pairs_of_an_archive_are_tests() {
        let path = std::env::temp_dir().join(format!("faultlens-{}.zip", std::process::id()));
        let mut archive = ZipWriter::new(File::create(&path).unwrap());
        for (name, text) in [
            ("sum/1.in", "1 2\n"),
            ("sum/1.out", "3\n"),
            ("sum/big/a.in", "5 5\n"),
            ("sum/big/a.ans", "10\n"),
            ("sum/readme.txt", "no test"),
        ] {
            archive
                .start_file(name, SimpleFileOptions::default())
                .unwrap();
            archive.write_all(text.as_bytes()).unwrap();
        }
        archive.finish().unwrap();
        let found = tests(&path).unwrap();
        let test = |name: &str, input: &str, output: &str| New {
            args: Vec::new(),
            name: Some(name.to_owned()),
            input: input.into(),
            output: Some(output.into()),
        };
        assert_eq!(
            found,
            [
                test("sum-1", "1 2\n", "3\n"),
                test("sum-big-a", "5 5\n", "10\n")
            ]
        );
        std::fs::write(&path, "no archive").unwrap();
        assert!(tests(&path).is_err());
        std::fs::remove_file(path).unwrap();
    }
}
