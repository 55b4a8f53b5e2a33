//! The file system, as discovery and the preprocessor see it.

use std::fs;
use std::io::Read;
use std::path::Path;

/// Largest file that a test or an include may be, in bytes.
const MAX_FILE: u64 = 64 << 20;

/// Threads that read many files.
const MOST_READERS: usize = 2;
/// Files for which a thread is not worth its while.
const LEAST_SHARE: usize = 64;

/// The real file system; relative paths are relative to the working directory. Read-only.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl harness::Files for Disk {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        read(Path::new(path))
    }

    fn read_all(&self, paths: &[String]) -> Vec<Option<Vec<u8>>> {
        let read = |paths: &[String]| -> Vec<_> { paths.iter().map(|p| self.read(p)).collect() };
        let share = paths.len().div_ceil(MOST_READERS).max(LEAST_SHARE);
        std::thread::scope(|scope| {
            // The first share is this thread's.
            let mut shares = paths.chunks(share);
            let first = shares.next();
            let others: Vec<_> = shares.map(|s| (s, scope.spawn(move || read(s)))).collect();
            let mut all = first.map(read).unwrap_or_default();
            for (share, thread) in others {
                all.extend(thread.join().unwrap_or_else(|_| vec![None; share.len()]));
            }
            all
        })
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
    let file = options.open(path).ok()?;
    let facts = file.metadata().ok()?;
    if !facts.is_file() || facts.len() > MAX_FILE {
        return None;
    }
    let mut content = Vec::with_capacity(facts.len() as usize + 1);
    file.take(MAX_FILE + 1).read_to_end(&mut content).ok()?;
    (content.len() as u64 <= MAX_FILE).then_some(content)
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
