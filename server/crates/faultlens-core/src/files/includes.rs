//! Resolution of `#include` for the user's own files. Standard headers are built into the preprocessor.
//!
//! Headers are searched beside the including file and in the folders of the compile flags. A header found in neither is
//! searched in the usual folders of projects, and the report says so. A file has one name in all units, however it is
//! reached, because types without a tag are the same type only if they are declared in the same place.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::build::{Project, Projects};
use super::flags::{self, Flags};
use super::frameworks;
use super::paths::{relative, tidy};
use super::regular;
use super::source::SourceText;
use super::walk::walk;

/// Usual folders of headers, relative to the folder of a source file.
const NEARBY: [&str; 13] = [
    "include",
    "inc",
    "src",
    "lib",
    "..",
    "../include",
    "../inc",
    "../src",
    "../lib",
    "../..",
    "../../include",
    "../../src",
    "../../lib",
];

/// Searches beside the including file, in the folders of the compile flags, and in nearby folders.
#[derive(Debug, Clone, Default)]
pub struct DiskIncludes {
    flags: Flags,
    nearby: Vec<PathBuf>,
    /// Working directory, if files are shown relative to it.
    here: Option<PathBuf>,
    /// Nearby folders in which a header was found, each with the name of the header.
    found: RefCell<BTreeMap<PathBuf, String>>,
    /// Files that are there but outside the project.
    refused: RefCell<BTreeSet<PathBuf>>,
    source: PathBuf,
    /// Description of the build, once a header is missing.
    project: OnceCell<Option<Arc<Project>>>,
    /// All headers of the project, once one is found in no usual folder.
    headers: OnceCell<Vec<PathBuf>>,
    /// Headers that the build would write.
    written: RefCell<BTreeMap<PathBuf, PathBuf>>,
}

impl DiskIncludes {
    /// Creates the search for the unit of a file that is compiled with the given flags.
    pub fn new(source: &Path, flags: &Flags) -> DiskIncludes {
        DiskIncludes {
            flags: flags.clone(),
            nearby: nearby(source),
            here: std::env::current_dir()
                .ok()
                .filter(|_| source.is_relative()),
            found: RefCell::default(),
            refused: RefCell::default(),
            source: source.to_owned(),
            project: OnceCell::new(),
            headers: OnceCell::new(),
            written: RefCell::default(),
        }
    }

    /// Folders in which headers were found only by the search in nearby folders, and a sentence for each folder.
    pub fn found_nearby(&self) -> (Vec<PathBuf>, Vec<String>) {
        let found = self.found.borrow();
        let sentence = |(folder, name): (&PathBuf, &String)| {
            let folder = self.name(folder);
            let folder = match folder.to_str() {
                Some("") | None => ".",
                Some(folder) => folder,
            };
            format!("{name} is the one in {folder}: nothing says where headers are")
        };
        let written = self.written.borrow();
        let written = written.iter().map(|(path, description)| {
            let (path, description) = (self.name(path), self.name(description));
            format!(
                "{} is what the build makes of its template, as {} says",
                path.display(),
                description.display()
            )
        });
        let said = found.iter().map(sentence).chain(written).collect();
        (found.keys().cloned().collect(), said)
    }

    /// Files that are there but were not read, because they are outside the project.
    pub fn refused(&self) -> BTreeSet<PathBuf> {
        self.refused.borrow().clone()
    }

    /// The unique name of a file.
    fn name(&self, path: &Path) -> PathBuf {
        let path = tidy(path);
        match &self.here {
            Some(here) => relative(&path, here).unwrap_or(path),
            None => path,
        }
    }

    /// Finds a header. `beside` is the folder of the including file if the name is in quotes.
    fn find(&self, name: &str, beside: Option<&Path>) -> Option<(PathBuf, Vec<u8>)> {
        let read = |folder: &Path| {
            let path = tidy(&folder.join(name));
            if !self.flags.may_include(&path) {
                self.refused.borrow_mut().insert(path);
                return None;
            }
            regular::read(&path).map(|bytes| (path, bytes))
        };
        let folders = self.flags.include_dirs.iter().map(PathBuf::as_path);
        let mut told = beside.into_iter().chain(folders);
        told.find_map(read).or_else(|| {
            let near = self
                .nearby
                .iter()
                .map(PathBuf::clone)
                .find(|near| near.join(name).is_file());
            let folder = near.or_else(|| self.only_folder(name))?;
            let found = read(&folder)?;
            let mut known = self.found.borrow_mut();
            known.entry(folder).or_insert_with(|| name.to_owned());
            Some(found)
        })
    }

    /// The folder from which a name leads to a header, if the project has only one.
    fn only_folder(&self, name: &str) -> Option<PathBuf> {
        let headers = self
            .headers
            .get_or_init(|| headers_of_project(&self.source));
        let mut folders = headers.iter().filter_map(|header| {
            let above = Path::new(name).components().count();
            header
                .ends_with(name)
                .then(|| header.ancestors().nth(above))?
        });
        folders
            .next()
            .filter(|_| folders.next().is_none())
            .map(Path::to_path_buf)
    }

    /// A header that is not there, but that the build would write.
    fn configured(&self, name: &str) -> Option<(PathBuf, Vec<u8>)> {
        let project = || Projects::default().around(&self.source);
        let project = self.project.get_or_init(project).as_ref()?;
        let (path, text) = project.configured(name)?;
        let mut written = self.written.borrow_mut();
        written.insert(path.clone(), project.places().0);
        Some((path, text.as_bytes().to_vec()))
    }
}

/// Most folders that are searched for a header.
const MOST_FOLDERS: usize = 300;

/// The headers of the project of a source file: a repository, because only that says where it ends.
fn headers_of_project(source: &Path) -> Vec<PathBuf> {
    let absolute = std::path::absolute(source).unwrap_or_default();
    let root = flags::around(&absolute).last();
    let Some(root) = root.filter(|root| root.join(".git").exists()) else {
        return Vec::new();
    };
    let mut headers = Vec::new();
    walk(
        &[root.to_path_buf()],
        &mut |_, listed| listed < MOST_FOLDERS,
        &mut |file| {
            if file.extension().is_some_and(|extension| extension == "h") {
                headers.push(file);
            }
        },
    );
    headers
}

/// Folders of the project near a source file that may contain headers.
pub(super) fn nearby(source: &Path) -> Vec<PathBuf> {
    let folder = source.parent().unwrap_or(Path::new(""));
    let absolute = std::path::absolute(source).unwrap_or_default();
    let above = flags::around(&absolute).count().saturating_sub(1);
    let near = NEARBY
        .iter()
        .filter(|near| near.matches("..").count() <= above);
    near.map(|near| folder.join(near)).collect()
}

impl syntax::Includes for DiskIncludes {
    fn open(&self, name: &str, from: &str, system: bool) -> Option<(String, String)> {
        if let Some(ours) = frameworks::header(name) {
            return Some(ours);
        }
        let beside = Path::new(from).parent().filter(|_| !system);
        let found = self.find(name, beside).or_else(|| self.configured(name));
        let Some((path, bytes)) = found else {
            return frameworks::header_for(name, None);
        };
        let text = SourceText::of(&bytes).ok()?.text;
        if let Some(ours) = frameworks::header_for(name, Some(&text)) {
            return Some(ours);
        }
        Some((self.name(&path).to_str()?.to_owned(), text))
    }

    fn shadows(&self, name: &str) -> bool {
        let mut folders = self.flags.include_dirs.iter();
        folders.any(|folder| {
            let path = tidy(&folder.join(name));
            self.flags.may_include(&path) && path.is_file()
        })
    }
}

/// The flags as options of our own preprocessor.
pub fn syntax_options(flags: &Flags) -> syntax::Options {
    let defines = flags
        .defines
        .iter()
        .map(|define| match define.split_once('=') {
            Some((name, body)) => (name.to_owned(), body.to_owned()),
            None => (define.clone(), "1".to_owned()),
        })
        .collect();
    let forced = flags.forced_includes.iter();
    syntax::Options {
        defines,
        forced_includes: forced.map(|file| file.display().to_string()).collect(),
        undefines: flags.undefines.clone(),
        data_model: flags.data_model.unwrap_or_default(),
        standard: flags
            .standard
            .as_deref()
            .and_then(syntax::Standard::named)
            .unwrap_or_default(),
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
        let main = root.join("main.c");
        let includes = DiskIncludes::new(&main, &flags);
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
    fn headers_nearby_are_found_last_and_told() {
        let root = std::env::temp_dir().join(format!("faultlens-nearby-{}", std::process::id()));
        let files = [
            ("p/.git/x", ""),
            ("p/src/a.h", "src"),
            ("p/include/b.h", "include"),
            ("c.h", "outside"),
            ("p/test/d.h", "beside"),
            ("p/d.h", "above"),
        ];
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let main = root.join("p/test/main.c");
        let includes = DiskIncludes::new(&main, &Flags::default());
        let open = |name: &str| includes.open(name, main.to_str().unwrap(), false);
        let text = |name: &str| open(name).map(|(_, text)| text);
        assert_eq!(text("a.h").as_deref(), Some("src"));
        assert_eq!(text("d.h").as_deref(), Some("beside"));
        assert_eq!(text("c.h"), None, "that is not the project's");
        assert_eq!(text("b.h").as_deref(), Some("include"));
        let tail = "nothing says where headers are";
        let wanted = |name: &str, folder: &str| {
            let folder = root.join("p/test").join(folder);
            format!("{name} is the one in {}: {tail}", tidy(&folder).display())
        };
        let (_, said) = includes.found_nearby();
        assert_eq!(said, [wanted("b.h", "../include"), wanted("a.h", "../src")]);
        fs::remove_dir_all(root).unwrap();
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
