//! The file system, as discovery and the preprocessor see it.

use std::fs;
use std::io::Read;
use std::path::Path;

/// Largest file that a test or an include may be, in bytes.
const MAX_FILE: u64 = 64 << 20;

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
        // A name that is not UTF-8 could not be shown or passed on; no test is called so.
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

/// The content of a regular file of reasonable size. Devices and pipes would block or never end: they are opened without
/// waiting for anybody, and then not read.
pub(crate) fn read(path: &Path) -> Option<Vec<u8>> {
    let mut options = fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, NO_WAITING);
    read_open(options.open(path).ok()?)
}

/// The same of one that was opened so.
pub(super) fn read_open(mut file: fs::File) -> Option<Vec<u8>> {
    let facts = file.metadata().ok()?;
    if !facts.is_file() || facts.len() > MAX_FILE {
        return None;
    }
    if facts.len() > 0 {
        return read_known(&mut file, facts.len() as usize);
    }
    // Some files say that they are empty and are not.
    let mut content = Vec::new();
    file.take(MAX_FILE + 1).read_to_end(&mut content).ok()?;
    (content.len() as u64 <= MAX_FILE).then_some(content)
}

/// The content of a file of known size, or what there is of it. To read on until nothing comes would be one call more for
/// each of thousands of files.
fn read_known(file: &mut fs::File, size: usize) -> Option<Vec<u8>> {
    let mut content = vec![0; size];
    let mut filled = 0;
    while filled < size {
        match file.read(&mut content[filled..]) {
            Ok(0) => break,
            Ok(more) => filled += more,
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
    content.truncate(filled);
    Some(content)
}

/// `O_NONBLOCK`
#[cfg(unix)]
const NO_WAITING: i32 = rustix::fs::OFlags::NONBLOCK.bits() as i32;

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
