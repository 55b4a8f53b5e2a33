//! All numeric limits on what symbolic runs read, and numbers of the platform.

/// Longest word or line whose length is one of the possibilities, besides the longest that fits its buffer.
pub(crate) const FEW_BYTES: u64 = 12;
/// Longest word or line of which all bytes are unknown values.
pub(crate) const MOST_BYTES: u64 = 300;
/// Number of values after which a sample ends.
pub(crate) const MOST_SAMPLED: usize = 40;
/// Length of the words and lines of samples.
pub(crate) const SAMPLE_LENGTH: u64 = 3;

// Numbers of POSIX, as on Linux, in `library::files` and `library::descriptors`.

/// Largest file that a run may write.
pub(crate) const MAX_FILE: usize = 16 << 20;
/// `sizeof(FILE)` of glibc.
pub(crate) const FILE_SIZE: usize = 216;
/// Descriptors that may be open at once.
pub(crate) const MAX_OPEN: usize = 1024;
/// Bits of `st_mode`.
pub(crate) const FILE: u32 = 0o100_000;
pub(crate) const FOLDER: u32 = 0o40_000;
pub(crate) const PIPE: u32 = 0o10_600;
/// Permissions of a file and of a folder that the run did not create.
pub(crate) const GIVEN_FILE: u32 = 0o644;
pub(crate) const GIVEN_FOLDER: u32 = 0o755;
/// Permissions that a new file does not get.
pub(crate) const MASK: u32 = 0o22;
/// Size of a folder on most disks.
pub(crate) const FOLDER_SIZE: u64 = 4096;
/// Flags of `open`.
pub(crate) const ACCESS: i32 = 3;
pub(crate) const WRITE_ONLY: i32 = 1;
pub(crate) const READ_WRITE: i32 = 2;
pub(crate) const CREATE: i32 = 0o100;
pub(crate) const EXCLUSIVE: i32 = 0o200;
pub(crate) const TRUNCATE: i32 = 0o1000;
pub(crate) const APPEND: i32 = 0o2000;
/// Those, and flags that change nothing here: for terminals, synchronisation, large files, and after `exec`.
pub(crate) const KNOWN_FLAGS: i32 =
    0o3 | 0o7700 | 0o4_010_000 | 0o100_000 | 0o400_000 | 0o2_000_000;
