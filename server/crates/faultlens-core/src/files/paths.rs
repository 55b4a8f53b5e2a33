//! Paths as texts: without detours, and as seen from a folder.

use std::path::{Component, Path, PathBuf};

/// Maximum number of folders that a path shown relative to the working directory may go up.
const MOST_UP: usize = 3;

/// An absolute path relative to a nearby folder; `None` if the folder is not near. A relative path is normalised.
pub fn relative(path: &Path, here: &Path) -> Option<PathBuf> {
    if path.is_relative() {
        // A relative path may leave the folder and return to it.
        return relative(&tidy(&here.join(path)), here);
    }
    let mut up = PathBuf::new();
    for folder in here.ancestors().take(MOST_UP + 1) {
        if let Ok(inside) = path.strip_prefix(folder) {
            return Some(up.join(inside));
        }
        up.push("..");
    }
    None
}

/// Normalises a path: `a/b/../c` becomes `a/c`, so that a file has one name however it is included.
pub fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(tidy.components().next_back(), Some(Component::Normal(_))) =>
            {
                tidy.pop();
            }
            part => tidy.push(part),
        }
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_the_working_directory_is_named_from_there() {
        let here = Path::new("/home/me/p/test");
        for (path, want) in [
            ("/home/me/p/src/a.h", Some("../src/a.h")),
            ("../src/a.h", Some("../src/a.h")),
            ("/home/me/p/test/b.h", Some("b.h")),
            ("b.h", Some("b.h")),
            ("/usr/include/c.h", None),
        ] {
            assert_eq!(
                relative(Path::new(path), here).as_deref(),
                want.map(Path::new)
            );
        }
    }

    #[test]
    fn a_file_has_one_name() {
        for (path, want) in [
            ("tests/../mpc.h", "mpc.h"),
            ("./a/./b.h", "a/b.h"),
            ("../x/y/../../b.h", "../b.h"),
            ("/a/../b.h", "/b.h"),
            ("../../b.h", "../../b.h"),
        ] {
            assert_eq!(tidy(Path::new(path)), Path::new(want), "{path}");
        }
    }
}
