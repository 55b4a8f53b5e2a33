//! Reading regular files of reasonable size.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::config::CONFIG_FILE;
use super::source::say;

/// Maximum size of a test or an included file, in bytes.
const MAX_FILE: u64 = 64 << 20;

/// Maximum size of a `faultlens.toml`, in bytes: processes without a memory limit parse it.
const MAX_CONFIG: u64 = 1 << 20;

/// Content of a regular file of reasonable size.
pub(crate) fn read(path: &Path) -> Option<Vec<u8>> {
    content(open(path).ok()?, largest(path)).ok()
}

/// Content of a regular file that the user names; an error is a clause.
pub(crate) fn read_given(path: &Path) -> Result<Vec<u8>, String> {
    content(open(path).map_err(|error| say(&error))?, largest(path))
}

/// Content of a regular file of at most `most` bytes.
pub fn read_up_to(path: &Path, most: u64) -> Option<Vec<u8>> {
    content(open(path).ok()?, most.min(largest(path))).ok()
}

/// Text of a settings file; `None` if there is no such file. An error is a clause with the reason why it cannot be
/// read.
pub(crate) fn read_settings(path: &Path) -> Result<Option<String>, String> {
    let file = match open(path) {
        Ok(file) => file,
        // A part of the path may not be a folder.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        // A socket, or a pipe without a process at the other end.
        Err(error) if fs::metadata(path).is_ok_and(|facts| !facts.is_file()) => {
            tracing::debug!(%error, path = %path.display(), "it is no regular file");
            return Err(NOT_REGULAR.to_owned());
        }
        Err(error) => return Err(say(&error)),
    };
    let content = content(file, largest(path))?;
    let text = String::from_utf8(content).map_err(|_| "it is not UTF-8".to_owned())?;
    Ok(Some(text))
}

const NOT_REGULAR: &str = "it is not a regular file";

/// Maximum size in bytes of a file with this name.
fn largest(path: &Path) -> u64 {
    if path.file_name().is_some_and(|name| name == CONFIG_FILE) {
        MAX_CONFIG
    } else {
        MAX_FILE
    }
}

/// Opens a file without blocking, because devices and pipes could block or never end. They are rejected before reading.
fn open(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, NO_WAITING);
    options.open(path)
}

/// Content of a file that was opened without blocking.
#[cfg(unix)]
pub(super) fn read_open(file: fs::File) -> Option<Vec<u8>> {
    content(file, MAX_FILE).ok()
}

/// Content of an open regular file of at most `most` bytes; an error is a clause.
fn content(mut file: fs::File, most: u64) -> Result<Vec<u8>, String> {
    let facts = file.metadata().map_err(|error| say(&error))?;
    let too_large = |size: u64| {
        format!(
            "it has {} MB; files of more than {} MB are not read",
            size.div_ceil(1 << 20),
            most >> 20
        )
    };
    if !facts.is_file() {
        return Err(NOT_REGULAR.to_owned());
    }
    if facts.len() > most {
        return Err(too_large(facts.len()));
    }
    if facts.len() > 0 {
        return read_known(&mut file, facts.len() as usize).map_err(|error| say(&error));
    }
    // Some files report a size of zero but are not empty.
    let mut content = Vec::new();
    let read = file.take(most + 1).read_to_end(&mut content);
    read.map_err(|error| say(&error))?;
    if content.len() as u64 > most {
        return Err(too_large(content.len() as u64));
    }
    Ok(content)
}

/// Content of a file of known size, or less if the file ends earlier. Reading until the end would cost one more system
/// call for each of thousands of files.
fn read_known(file: &mut fs::File, size: usize) -> io::Result<Vec<u8>> {
    let mut content = vec![0; size];
    let mut filled = 0;
    while filled < size {
        match file.read(&mut content[filled..]) {
            Ok(0) => break,
            Ok(more) => filled += more,
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    content.truncate(filled);
    Ok(content)
}

/// `O_NONBLOCK`
#[cfg(unix)]
const NO_WAITING: i32 = rustix::fs::OFlags::NONBLOCK.bits() as i32;

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn settings_are_small_regular_files_or_refused() {
        let root = std::env::temp_dir().join(format!("faultlens-settings-{}", std::process::id()));
        fs::create_dir_all(root.join("folder")).unwrap();
        fs::write(root.join("good"), "a = 1").unwrap();
        fs::write(root.join("binary"), b"\xff").unwrap();
        fs::write(root.join(CONFIG_FILE), "").unwrap();
        let large = fs::File::options().write(true).open(root.join(CONFIG_FILE));
        large.unwrap().set_len(2 << 30).unwrap();
        let _ = fs::remove_file(root.join("endless"));
        std::os::unix::fs::symlink("/dev/zero", root.join("endless")).unwrap();
        let mut pipe = std::process::Command::new("mkfifo");
        assert!(pipe.arg(root.join("pipe")).status().unwrap().success());
        let read = |name: &str| read_settings(&root.join(name));
        assert_eq!(read("good"), Ok(Some("a = 1".to_owned())));
        assert_eq!(read("missing"), Ok(None));
        assert_eq!(read("good/missing"), Ok(None));
        assert_eq!(read("binary"), Err("it is not UTF-8".to_owned()));
        for name in ["endless", "pipe", "folder"] {
            assert_eq!(read(name), Err(NOT_REGULAR.to_owned()), "{name}");
        }
        let refused = "it has 2048 MB; files of more than 1 MB are not read";
        assert_eq!(read(CONFIG_FILE), Err(refused.to_owned()));
        assert_eq!(super::read(&root.join(CONFIG_FILE)), None);
        fs::remove_dir_all(root).unwrap();
    }
}
