//! Replacement of files' content such that no failure loses the user's text.
//!
//! New content is written beside the file, which is then replaced by renaming. Where that would change more than the
//! content (another owner, a further name of the same file) or is not permitted in the folder, the file is overwritten
//! and, should that fail, restored: its old blocks stay its own until the new text is written.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

/// A file, and its content before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// Path of the file, or of a link to it.
    pub file: PathBuf,
    /// Content that the file has.
    pub before: Vec<u8>,
    /// Content that it is to have.
    pub after: Vec<u8>,
}

/// Replaces the content of all files, or of none. An error is a clause.
pub fn replace_all(files: &[Replacement]) -> Result<(), String> {
    let prepared = files
        .iter()
        .map(|file| prepare(file).map_err(|error| failed(file, &error)));
    let prepared = prepared.collect::<Result<Vec<_>, _>>()?;
    for (index, (file, prepared)) in files.iter().zip(prepared).enumerate() {
        let replaced = match prepared {
            Some(beside) => beside.replace_target(),
            None => overwrite(file),
        };
        if let Err(error) = replaced {
            for done in &files[..index] {
                let undo = Replacement {
                    file: done.file.clone(),
                    before: done.after.clone(),
                    after: done.before.clone(),
                };
                replace_all(&[undo])?;
            }
            return Err(failed(file, &error));
        }
    }
    Ok(())
}

fn failed(file: &Replacement, error: &io::Error) -> String {
    format!("cannot write {}: {error}", file.file.display())
}

/// Writes the new content beside the file; `None` if the file must be overwritten instead.
fn prepare(file: &Replacement) -> io::Result<Option<Beside>> {
    // A file that may not be written stays as it is, whatever its folder permits.
    let target = fs::canonicalize(&file.file)?;
    let facts = OpenOptions::new().write(true).open(&target)?.metadata()?;
    if has_other_names(&facts) {
        return Ok(None);
    }
    match Beside::write(target, &facts, &file.after) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(None),
        written => written,
    }
}

/// A complete file beside the one that it is to replace; it is removed if it does not.
struct Beside {
    path: PathBuf,
    target: PathBuf,
}

impl Beside {
    /// Writes the content; `None` if the file cannot have the owner of the target.
    fn write(target: PathBuf, facts: &Metadata, content: &[u8]) -> io::Result<Option<Beside>> {
        let (file, path) = create_beside(&target)?;
        let beside = Beside { path, target };
        if !has_owner_of(&file, facts)? {
            return Ok(None);
        }
        write_durably(file, content)?;
        fs::set_permissions(&beside.path, facts.permissions())?;
        Ok(Some(beside))
    }

    fn replace_target(self) -> io::Result<()> {
        fs::rename(&self.path, &self.target)
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // There is nothing to remove after the renaming.
        let _ = fs::remove_file(&self.path);
    }
}

/// Creates an empty file with a new name in the folder of another; only its owner may read it.
fn create_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}.new", std::process::id()));
    let path = target.with_file_name(name);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    Ok((options.open(&path)?, path))
}

fn write_durably(mut file: File, content: &[u8]) -> io::Result<()> {
    file.write_all(content)?;
    file.sync_all()
}

/// Overwrites a file in place; if that fails, it has its old content again.
fn overwrite(file: &Replacement) -> io::Result<()> {
    let mut open = OpenOptions::new().write(true).open(&file.file)?;
    let mut fill = |content: &[u8]| {
        open.rewind()?;
        open.write_all(content)?;
        open.set_len(content.len() as u64)?;
        open.sync_all()
    };
    fill(&file.after).inspect_err(|_| {
        // This needs no space, so only a failing disk can prevent it.
        let _ = fill(&file.before);
    })
}

#[cfg(unix)]
fn has_other_names(facts: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(facts) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}

/// Whether a new file has the owner and the group of another, or can be given them.
#[cfg(unix)]
fn has_owner_of(file: &File, facts: &Metadata) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let own = file.metadata()?;
    let is_same = (own.uid(), own.gid()) == (facts.uid(), facts.gid());
    Ok(is_same || fchown(file, Some(facts.uid()), Some(facts.gid())).is_ok())
}

#[cfg(not(unix))]
fn has_owner_of(_: &File, _: &Metadata) -> io::Result<bool> {
    Ok(true)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    /// A new folder, gone at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path =
                std::env::temp_dir().join(format!("faultlens-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        fn file(&self, name: &str, content: &str, after: &str) -> Replacement {
            let file = self.0.join(name);
            fs::write(&file, content).unwrap();
            Replacement {
                file,
                before: content.into(),
                after: after.into(),
            }
        }

        fn content(&self, name: &str) -> String {
            fs::read_to_string(self.0.join(name)).unwrap()
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let mut names: Vec<String> = entries
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn permissions_and_links_survive() {
        let folder = Folder::new("replace-links");
        let plain = folder.file("plain.c", "old", "new");
        fs::set_permissions(&plain.file, PermissionsExt::from_mode(0o640)).unwrap();
        let named_twice = folder.file("one.c", "old", "a longer text");
        fs::hard_link(&named_twice.file, folder.0.join("other.c")).unwrap();
        let mut linked = folder.file("target.c", "old", "n");
        linked.file = folder.0.join("link.c");
        symlink("target.c", &linked.file).unwrap();
        replace_all(&[plain.clone(), named_twice.clone(), linked.clone()]).unwrap();
        let mode = fs::metadata(&plain.file).unwrap().mode() & 0o777;
        assert_eq!((folder.content("plain.c"), mode), ("new".into(), 0o640));
        assert_eq!(folder.content("one.c"), "a longer text");
        assert_eq!(folder.content("other.c"), "a longer text");
        assert!(fs::symlink_metadata(&linked.file).unwrap().is_symlink());
        assert_eq!(folder.content("target.c"), "n");
        let names = ["link.c", "one.c", "other.c", "plain.c", "target.c"];
        assert_eq!(folder.names(), names);
    }

    #[test]
    fn all_files_are_replaced_or_none() {
        let folder = Folder::new("replace-none");
        let good = folder.file("good.c", "old", "new");
        let mut bad = folder.file("bad.c", "old", "new");
        bad.file = folder.0.join("gone.c");
        let why = replace_all(&[good.clone(), bad]).unwrap_err();
        assert!(
            why.contains("cannot write") && why.contains("gone.c"),
            "{why}"
        );
        assert_eq!(folder.content("good.c"), "old");
        assert_eq!(folder.names(), ["bad.c", "good.c"]);
    }
}
