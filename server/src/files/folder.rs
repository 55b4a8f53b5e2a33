//! Reading many files of one folder.

use std::fs::File;
use std::io::Seek;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;

use rustix::fs::{Mode, OFlags, open, openat};
use rustix::io::read;

use super::disk::read_open;

/// Most files of tests are smaller.
const SMALL: usize = 16 << 10;

/// An open folder: the way to it is gone once, and not again for each of thousands of files.
pub(super) struct Open(OwnedFd);

impl Open {
    pub(super) fn new(folder: &str) -> Option<Open> {
        let folder = if folder.is_empty() { "." } else { folder };
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        open(folder, flags, Mode::empty()).ok().map(Open)
    }
}

impl harness::Folder for Open {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let file = openat(&self.0, name, flags, Mode::empty()).ok()?;
        let mut buffer = [MaybeUninit::uninit(); SMALL];
        if let Ok((content, rest)) = read(&file, &mut buffer[..])
            && !content.is_empty()
            && !rest.is_empty()
        {
            return Some(content.to_vec());
        }
        // It is empty, or large, or no file.
        let mut file = File::from(file);
        file.rewind().ok()?;
        read_open(file)
    }
}
