//! Reading of what students handed in: files, folders and archives as learning platforms give them to teachers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Cursor, Read, Seek};
use std::path::Path;

use serde::Deserialize;
use zip::ZipArchive;

use super::limits::{DEEPEST, LARGEST_OTHER, MOST_BYTES, MOST_FOLDERS};
use crate::files::{MAX_SOURCE, quoted_includes, read_up_to, walk};
use crate::test_outline::Outline;

/// Folders with build output or with what macOS adds, besides hidden ones.
const JUNK: [&str; 7] = [
    "__MACOSX",
    "node_modules",
    "target",
    "build",
    "Debug",
    "Release",
    "CMakeFiles",
];
/// What Moodle writes behind the name and the number of a student.
const MOODLE: &str = "_assignsubmission_";
/// Names of the students in an export of Gradescope.
const METADATA: &str = "submission_metadata.yml";

/// What one student handed in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Submission {
    /// Path inside the folder of all submissions, which no other submission has.
    pub(crate) name: String,
    /// Name of the student, as far as the layout tells it. Two students may have the same.
    pub(crate) student: String,
    /// Contents of the files by their paths.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    /// Reason why files are missing.
    pub(crate) trouble: Option<String>,
}

/// Hash of values that is the same on all machines.
pub(crate) fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Submission {
    /// Paths of the C files of the program: first the one with `main`, then those that are linked with it. Files that
    /// others include are part of those.
    pub(crate) fn sources(&self) -> Vec<&str> {
        let texts = self.files.iter();
        let texts = texts.map(|(path, content)| (path, String::from_utf8_lossy(content)));
        let texts: Vec<(&String, _)> = texts
            .filter(|(path, _)| ends_in(path, "c") || ends_in(path, "h"))
            .collect();
        let included = texts.iter().flat_map(|(_, text)| quoted_includes(text));
        let included: BTreeSet<&str> = included.map(last).collect();
        let sources = texts.iter().filter(|(path, _)| ends_in(path, "c"));
        let mut sources: Vec<_> = sources
            .filter(|(path, _)| !included.contains(last(path)))
            .collect();
        sources.sort_by_key(|(_, text)| !Outline::of(text).has_main());
        sources.into_iter().map(|(path, _)| path.as_str()).collect()
    }
}

/// The last part of a path.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn ends_in(path: &str, extension: &str) -> bool {
    let own = last(path).rsplit_once('.').map(|(_, own)| own);
    own.is_some_and(|own| own.eq_ignore_ascii_case(extension))
}

/// The submissions in a folder or in an archive, in the order of their names. An error is a clause.
pub(crate) fn read(place: &Path) -> Result<Vec<Submission>, String> {
    let mut found = FoundFiles {
        left: MOST_BYTES,
        ..FoundFiles::default()
    };
    if place.is_dir() {
        found.read_folder(place);
    } else {
        let file = File::open(place).map_err(|error| error.to_string())?;
        found.unpack(file, "", 0)?;
    }
    if found.left == 0 {
        return Err(format!("it holds more than {} MB", MOST_BYTES >> 20));
    }
    Ok(found.divided())
}

/// Files by their paths, with `/` between folders; those of archives are below the name of the archive.
#[derive(Default)]
struct FoundFiles {
    files: BTreeMap<String, Vec<u8>>,
    /// Names in the folder itself, also of empty folders.
    top: BTreeSet<String>,
    /// Archives that cannot be read, with the reasons.
    broken: BTreeMap<String, String>,
    /// Bytes that may still be read.
    left: u64,
}

impl FoundFiles {
    fn read_folder(&mut self, folder: &Path) {
        let mut files = Vec::new();
        walk(
            &[folder.to_path_buf()],
            &mut |_, listed| listed < MOST_FOLDERS,
            &mut |file| files.push(file),
        );
        for file in files {
            let name = file.strip_prefix(folder).ok().and_then(Path::to_str);
            if let Some(name) = name.map(|name| name.replace('\\', "/"))
                && let Some(content) = read_up_to(&file, self.left)
            {
                self.add(name, content, 0);
            }
        }
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        let names = folders.filter_map(|entry| entry.file_name().into_string().ok());
        self.top.extend(names.filter(|name| !is_junk(name)));
    }

    /// Adds a file, or the files of an archive that lies in `depth` others.
    fn add(&mut self, path: String, content: Vec<u8>, depth: u32) {
        self.left = self.left.saturating_sub(content.len() as u64);
        let mut folders = path.split('/');
        if folders.any(is_junk) || self.left == 0 {
            return;
        }
        if ends_in(&path, "zip") {
            let top = path.split('/').next().unwrap_or(&path);
            self.top.insert(top.to_owned());
            if let Err(why) = self.unpack(Cursor::new(content), &format!("{path}/"), depth) {
                self.broken.insert(path, why);
            }
        } else if ends_in(&path, "c") && content.len() as u64 <= MAX_SOURCE
            || content.len() <= LARGEST_OTHER && !content.contains(&0)
        {
            self.files.insert(path, content);
        }
    }

    fn unpack(&mut self, file: impl Read + Seek, prefix: &str, depth: u32) -> Result<(), String> {
        let told = |error: zip::result::ZipError| format!("the archive cannot be read: {error}");
        if depth == DEEPEST {
            return Err("an archive in an archive in an archive is not read".to_owned());
        }
        let mut archive = ZipArchive::new(file).map_err(told)?;
        for index in 0..archive.len() {
            let entry = archive.by_index(index).map_err(told)?;
            let name = entry.enclosed_name().filter(|_| entry.is_file());
            let Some(name) = name.as_deref().and_then(Path::to_str) else {
                continue;
            };
            let path = format!("{prefix}{}", name.replace('\\', "/"));
            let mut content = Vec::new();
            // The size declared in the archive may be wrong.
            let read = entry.take(self.left).read_to_end(&mut content);
            read.map_err(|error| format!("the archive cannot be read: {error}"))?;
            self.add(path, content, depth + 1);
        }
        Ok(())
    }

    /// Divides the files among the submissions.
    fn divided(self) -> Vec<Submission> {
        let downloads = self.downloads();
        let names = self.names();
        let mut found: BTreeMap<String, Submission> = BTreeMap::new();
        let mut shared = BTreeMap::new();
        for top in self.top.iter().filter(|top| !downloads.contains(*top)) {
            found.entry(root_of(top, &downloads).0).or_default();
        }
        for (path, content) in self.files {
            let (root, inner) = root_of(&path, &downloads);
            if path.contains('/') || ends_in(&path, "c") {
                if last(&path) != METADATA {
                    let files = &mut found.entry(root).or_default().files;
                    files.insert(inner, content);
                }
            } else if ends_in(&path, "h") {
                shared.insert(path, content);
            }
        }
        for (path, why) in self.broken {
            let root = root_of(&path, &downloads).0;
            found.entry(root).or_default().trouble = Some(why);
        }
        let common = common_prefix(found.keys().filter(|root| !root.contains(['/', '.'])));
        let named = found.into_iter().map(|(name, submission)| Submission {
            student: student(&name, &common, &names),
            name,
            files: shared.clone().into_iter().chain(submission.files).collect(),
            ..submission
        });
        named.collect()
    }

    /// Folders and archives that a platform made of many submissions, rather than a student of a program.
    fn downloads(&self) -> BTreeSet<String> {
        let mut inner: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for path in self.files.keys().chain(self.broken.keys()) {
            if let Some((top, rest)) = path.split_once('/')
                && last(rest) != METADATA
            {
                inner.entry(top).or_default().push(rest);
            }
        }
        inner.retain(|_, paths| {
            let mut paths = paths.iter();
            paths.all(|rest| rest.contains(MOODLE) || rest.starts_with("submission_"))
        });
        inner.into_keys().map(str::to_owned).collect()
    }

    /// Names of the students by their folders, from the metadata of Gradescope.
    fn names(&self) -> BTreeMap<String, String> {
        #[derive(Deserialize)]
        struct Entry {
            #[serde(rename = ":submitters", default)]
            submitters: Vec<Submitter>,
        }
        #[derive(Deserialize)]
        struct Submitter {
            #[serde(rename = ":name")]
            name: String,
        }
        let metadata = self.files.iter().filter(|(path, _)| last(path) == METADATA);
        let read = metadata.filter_map(|(_, content)| {
            let text = std::str::from_utf8(content).ok()?;
            serde_saphyr::from_str::<BTreeMap<String, Entry>>(text).ok()
        });
        let entries = read.flatten().map(|(folder, entry)| {
            let names: Vec<String> = entry.submitters.into_iter().map(|one| one.name).collect();
            (folder, names.join(", "))
        });
        entries.filter(|(_, names)| !names.is_empty()).collect()
    }
}

fn is_junk(name: &str) -> bool {
    name.starts_with('.') || JUNK.contains(&name) || name.starts_with("cmake-build-")
}

/// The submission that a path belongs to, and the path inside it.
fn root_of(path: &str, downloads: &BTreeSet<String>) -> (String, String) {
    let (top, rest) = path.split_once('/').unwrap_or((path, ""));
    let (before, path) = if downloads.contains(top) {
        (format!("{top}/"), rest)
    } else {
        (String::new(), path)
    };
    let (own, inner) = path.split_once('/').unwrap_or((path, ""));
    if let Some((student, rest)) = own.split_once(MOODLE) {
        // `file_` and the name of the file, or of a folder only `file_`.
        let file = rest.trim_start_matches("file_");
        let inner = [file, inner].into_iter().filter(|part| !part.is_empty());
        let inner = inner.collect::<Vec<&str>>().join("/");
        return (format!("{before}{student}"), inner);
    }
    let inner = if inner.is_empty() { own } else { inner };
    (format!("{before}{own}"), inner.to_owned())
}

/// What the names of all folders begin with, up to a hyphen: GitHub Classroom's name of the assignment.
fn common_prefix<'n>(mut folders: impl Iterator<Item = &'n String>) -> String {
    let first = folders.next().map_or("", String::as_str);
    let (mut common, mut count) = (first, 1);
    for folder in folders {
        let same = common.bytes().zip(folder.bytes());
        let length = same.take_while(|(a, b)| a == b).count();
        common = common.get(..length).unwrap_or_default();
        count += 1;
    }
    match common.rfind('-') {
        Some(at) if count > 1 => common[..=at].to_owned(),
        _ => String::new(),
    }
}

fn student(name: &str, common: &str, names: &BTreeMap<String, String>) -> String {
    let own = last(name);
    if let Some(known) = names.get(own) {
        return known.clone();
    }
    // Moodle's number of the submission.
    if let Some((student, number)) = own.rsplit_once('_')
        && number.parse::<u64>().is_ok()
        && student != "submission"
    {
        return student.to_owned();
    }
    let own = own
        .strip_prefix(common)
        .filter(|rest| !rest.is_empty())
        .unwrap_or(own);
    let stem = own.rsplit_once('.').map(|(stem, _)| stem);
    let is_file = ends_in(own, "c") || ends_in(own, "zip");
    stem.filter(|_| is_file).unwrap_or(own).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Name, student and files of each submission among files of these paths.
    fn divided(paths: &[&str]) -> Vec<String> {
        let mut found = FoundFiles {
            left: MOST_BYTES,
            ..FoundFiles::default()
        };
        for path in paths {
            let content = match last(path) {
                METADATA => {
                    "submission_7:\n  :submitters:\n  - :name: Ann Lee\n    :sid: '1'\n  :created_at: 2026-01-01\n"
                }
                _ => "int main(void) {}",
            };
            found.add((*path).to_owned(), content.into(), 0);
        }
        let shown = found.divided().into_iter().map(|one| {
            let files: Vec<String> = one.files.into_keys().collect();
            format!("{} = {}: {}", one.name, one.student, files.join(" "))
        });
        shown.collect()
    }

    #[test]
    fn submissions_lie_as_platforms_give_them() {
        for (paths, expected) in [
            (
                &["ann.c", "bob.c", "notes.txt", "list.h"][..],
                &["ann.c = ann: ann.c list.h", "bob.c = bob: bob.c list.h"][..],
            ),
            (
                &[
                    "hw1-ann/main.c",
                    "hw1-ann/lib/list.c",
                    "hw1-bob/main.c",
                    "hw1-bob/build/x.c",
                    "hw1-bob/.git/x.c",
                ],
                &["hw1-ann = ann: lib/list.c main.c", "hw1-bob = bob: main.c"],
            ),
            (
                &[
                    "Ann Lee_12_assignsubmission_file_/a.c",
                    "Ann Lee_34_assignsubmission_file_/b.c",
                    "Al_5_assignsubmission_file_p.c",
                ],
                &[
                    "Al_5 = Al: p.c",
                    "Ann Lee_12 = Ann Lee: a.c",
                    "Ann Lee_34 = Ann Lee: b.c",
                ],
            ),
            (
                &[
                    "export/submission_7/a.c",
                    "export/submission_8/a.c",
                    "export/submission_metadata.yml",
                    "export/__MACOSX/x.c",
                ],
                &[
                    "export/submission_7 = Ann Lee: a.c",
                    "export/submission_8 = submission_8: a.c",
                ],
            ),
        ] {
            assert_eq!(divided(paths), expected);
        }
    }

    #[test]
    fn the_file_with_main_comes_first_and_included_files_are_no_units() {
        let file = |text: &str| text.as_bytes().to_vec();
        let submission = Submission {
            files: [
                ("a.c".to_owned(), file("int f(void) { return 1; }")),
                ("b.c".to_owned(), file("static int g;")),
                (
                    "m.c".to_owned(),
                    file("#include \"b.c\"\nint main(void) { return f(); }"),
                ),
            ]
            .into(),
            ..Submission::default()
        };
        assert_eq!(submission.sources(), ["m.c", "a.c"]);
    }

    #[test]
    fn a_broken_archive_is_somebody_s_submission() {
        let mut found = FoundFiles {
            left: MOST_BYTES,
            ..FoundFiles::default()
        };
        found.add("ann.zip".to_owned(), b"no archive".to_vec(), 0);
        let divided = found.divided();
        assert_eq!(divided[0].name, "ann.zip");
        assert!(divided[0].trouble.is_some());
    }
}
