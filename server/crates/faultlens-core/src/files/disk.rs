//! The file system for the discovery of tests and for the preprocessor.

use std::fs;
use std::path::Path;

use super::regular::read;

/// The real file system; relative paths are relative to the working directory. Read-only.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl harness::Files for Disk {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        read(Path::new(path))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let folder = if folder.is_empty() { "." } else { folder };
        let Ok(entries) = fs::read_dir(folder) else {
            return Vec::new();
        };
        // A name that is not UTF-8 could not be shown or passed on, so it cannot name a test.
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .collect();
        names.sort_unstable();
        names
    }

    #[cfg(unix)]
    fn folder<'s>(&'s self, folder: &str) -> Option<Box<dyn harness::Folder + 's>> {
        Some(Box::new(super::folder::Open::new(folder)?))
    }

    fn is_dir(&self, path: &str) -> bool {
        path.is_empty() || Path::new(path).is_dir()
    }

    fn size(&self, path: &str) -> Option<u64> {
        let facts = fs::metadata(path).ok()?;
        facts.is_file().then_some(facts.len())
    }
}

#[cfg(test)]
mod tests {
    use harness::Files;

    use super::*;

    #[test]
    fn folders_are_listed_in_order_and_only_files_are_read() {
        let here = env!("CARGO_MANIFEST_DIR");
        let names = Disk.list(here);
        assert!(names.is_sorted() && names.contains(&"Cargo.toml".to_owned()));
        assert!(Disk.is_dir("") && Disk.is_dir(here) && !Disk.is_dir("/no/such"));
        assert!(Disk.read(here).is_none() && Disk.read("/dev/zero").is_none());
        assert!(Disk.list("/no/such").is_empty());
    }
}
