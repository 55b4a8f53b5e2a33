//! Reading many files of one folder.

use std::fs::File;
use std::io::Seek;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;

use rustix::fs::{Mode, OFlags, open, openat};
use rustix::io::read;

use super::regular::read_open;

/// Buffer size in bytes; most files of tests are smaller.
const SMALL: usize = 16 << 10;

/// An open folder. Its path is resolved once, not for each of thousands of files.
pub(super) struct Open(OwnedFd);

impl Open {
    pub(super) fn new(folder: &str) -> Option<Open> {
        let folder = if folder.is_empty() { "." } else { folder };
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        open(folder, flags, Mode::empty()).ok().map(Open)
    }

    /// Content of the file of this name, if it is not a link.
    pub(super) fn read_unless_link(&self, name: &str) -> Option<Vec<u8>> {
        self.read_with(name, OFlags::NOFOLLOW)
    }

    fn read_with(&self, name: &str, more: OFlags) -> Option<Vec<u8>> {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | more;
        let file = openat(&self.0, name, flags, Mode::empty()).ok()?;
        let mut buffer = [MaybeUninit::uninit(); SMALL];
        if let Ok((content, rest)) = read(&file, &mut buffer[..])
            && !content.is_empty()
            && !rest.is_empty()
        {
            return Some(content.to_vec());
        }
        // The file is empty, large, or not regular. (A pipe with a writer was treated as a file above.)
        let mut file = File::from(file);
        file.rewind().ok()?;
        read_open(file)
    }
}

impl harness::Folder for Open {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        self.read_with(name, OFlags::empty())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use harness::Folder as _;

    use super::*;

    #[test]
    fn files_of_any_size_are_read_and_nothing_else() {
        let root = std::env::temp_dir().join(format!("faultlens-folder-{}", std::process::id()));
        fs::create_dir_all(root.join("sub")).unwrap();
        let sizes = [0, 1, SMALL - 1, SMALL, SMALL + 1, 3 * SMALL];
        for size in sizes {
            fs::write(root.join(size.to_string()), vec![b'x'; size]).unwrap();
        }
        let folder = Open::new(root.to_str().unwrap()).unwrap();
        for size in sizes {
            let content = folder.read(&size.to_string()).unwrap();
            assert_eq!(content, vec![b'x'; size]);
        }
        assert_eq!(folder.read("sub"), None);
        assert_eq!(folder.read("missing"), None);
        let zero = root.join("zero");
        let _ = fs::remove_file(&zero);
        std::os::unix::fs::symlink("/dev/zero", zero).unwrap();
        assert_eq!(folder.read("zero"), None);
        assert!(Open::new("/no/such/folder").is_none());
        fs::remove_dir_all(root).unwrap();
    }
}
