//! Where `#include` finds the user's own files. Standard headers are built into the preprocessor.

use std::path::{Component, Path, PathBuf};

use super::disk;
use super::flags::Flags;
use super::source::text_of;
use super::unity;

/// Looks beside the including file, then in the folders of the compile flags.
#[derive(Debug, Clone, Default)]
pub struct DiskIncludes {
    folders: Vec<PathBuf>,
}

impl DiskIncludes {
    /// With the include folders of these flags.
    pub fn new(flags: &Flags) -> DiskIncludes {
        DiskIncludes {
            folders: flags.include_dirs.clone(),
        }
    }
}

impl syntax::Includes for DiskIncludes {
    fn open(&self, name: &str, from: &str, system: bool) -> Option<(String, String)> {
        if let Some(ours) = unity::header(name) {
            return Some(ours);
        }
        let beside = Path::new(from).parent().filter(|_| !system);
        let folders = beside
            .into_iter()
            .chain(self.folders.iter().map(PathBuf::as_path));
        for folder in folders {
            let path = tidy(&folder.join(name));
            if let Some(text) = disk::read(&path).and_then(|bytes| text_of(bytes).ok()) {
                return Some((path.to_str()?.to_owned(), text.text));
            }
        }
        None
    }
}

/// A path without detours: `a/b/../c` is `a/c`, so that a file has one name however it is included.
pub(super) fn tidy(path: &Path) -> PathBuf {
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

/// What the flags define, as the preprocessor takes it.
pub fn syntax_options(flags: &Flags) -> syntax::Options {
    let defines = flags
        .defines
        .iter()
        .map(|define| match define.split_once('=') {
            Some((name, body)) => (name.to_owned(), body.to_owned()),
            None => (define.clone(), "1".to_owned()),
        })
        .collect();
    syntax::Options {
        defines,
        ..syntax::Options::default()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use syntax::Includes;

    use super::*;

    #[test]
    fn beside_first_then_in_the_flags_folders() {
        let root = std::env::temp_dir().join(format!("faultlens-includes-{}", std::process::id()));
        for (path, text) in [("a.h", "beside"), ("inc/a.h", "inc"), ("inc/b.h", "b")] {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let flags = Flags {
            include_dirs: vec![root.join("inc")],
            ..Flags::default()
        };
        let (includes, main) = (DiskIncludes::new(&flags), root.join("main.c"));
        let open = |name: &str, system| {
            let found = includes.open(name, main.to_str().unwrap(), system);
            found.map(|(_, text)| text)
        };
        assert_eq!(open("a.h", false).as_deref(), Some("beside"));
        assert_eq!(open("a.h", true).as_deref(), Some("inc"));
        assert_eq!(open("b.h", false).as_deref(), Some("b"));
        assert_eq!(open("c.h", false), None);
        fs::remove_dir_all(root).unwrap();
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

    #[test]
    fn defines_have_a_body() {
        let flags = Flags {
            defines: vec!["A".to_owned(), "B=2=3".to_owned()],
            ..Flags::default()
        };
        let defines = syntax_options(&flags).defines;
        let defines: Vec<(&str, &str)> = defines.iter().map(|(n, b)| (&n[..], &b[..])).collect();
        assert_eq!(defines, [("A", "1"), ("B", "2=3")]);
    }
}
