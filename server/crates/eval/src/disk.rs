//! The files of a run: the given files, the run's changes to them, and the streams that it opened.
//!
//! Contents are known bytes in both domains. Nothing here accesses the real disk. Copies of a state share everything
//! until one of them opens, reads or writes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

use harness::{FileEntry, FileSet};
use smallvec::SmallVec;

use super::value::ObjId;

/// Contents of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Data {
    /// The contents as given.
    Given(Arc<[u8]>),
    /// Contents written by the run.
    Own(Rc<Vec<u8>>),
}

impl Deref for Data {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Data::Given(bytes) => bytes,
            Data::Own(bytes) => bytes,
        }
    }
}

impl Data {
    fn own(&mut self) -> &mut Vec<u8> {
        if let Data::Given(bytes) = self {
            *self = Data::Own(Rc::new(bytes.to_vec()));
        }
        match self {
            Data::Own(bytes) => Rc::make_mut(bytes),
            Data::Given(_) => unreachable!("it was copied"),
        }
    }
}

/// A parsed mode of `fopen`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mode {
    /// `r`, `w` or `a`.
    pub letter: u8,
    /// `+`
    pub update: bool,
    /// `x`
    pub exclusive: bool,
}

impl Mode {
    /// Parses a mode. Unknown flags are ignored, as in glibc.
    pub fn parse(text: &[u8]) -> Option<Mode> {
        let (&letter, rest) = text.split_first()?;
        let known = matches!(letter, b'r' | b'w' | b'a');
        let flags = rest.split(|b| *b == b',').next().unwrap_or_default();
        known.then(|| Mode {
            letter,
            update: flags.contains(&b'+'),
            exclusive: flags.contains(&b'x'),
        })
    }
}

/// A stream that the run opened.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "a stream has as many independent facts"
)]
pub struct OpenFile {
    /// Object that the `FILE *` points to; 0 for a reopened standard stream.
    pub object: ObjId,
    /// Name of the file, for messages.
    pub name: Rc<str>,
    /// Index of the file.
    pub file: usize,
    /// Position.
    at: usize,
    /// Bytes pushed back by `ungetc`; the last one is read next.
    pushed: Vec<u8>,
    /// Whether the stream is readable.
    pub readable: bool,
    /// Whether the stream is writable.
    pub writable: bool,
    append: bool,
    /// Whether a read reached the end.
    pub eof: bool,
    /// Whether a read or write failed.
    pub error: bool,
    /// Descriptor of the stream.
    pub descriptor: i32,
    /// Whether the stream was closed.
    pub closed: bool,
    /// Whether written data has not been flushed yet.
    pub dirty: bool,
}

/// What a descriptor refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Descriptor {
    /// Standard input.
    Input,
    /// Standard output.
    Output,
    /// Standard error.
    Error,
    /// The stream of this index.
    File(usize),
    /// Nothing.
    Closed,
}

/// Descriptors by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Descriptors(SmallVec<[Descriptor; 4]>);

impl Default for Descriptors {
    fn default() -> Descriptors {
        use Descriptor::{Error, Input, Output};
        Descriptors(SmallVec::from_slice(&[Input, Output, Error]))
    }
}

impl Descriptors {
    /// What a number refers to.
    pub fn get(&self, number: i32) -> Descriptor {
        let at = usize::try_from(number).ok();
        let known = at.and_then(|at| self.0.get(at));
        known.copied().unwrap_or(Descriptor::Closed)
    }

    /// Makes a number, which is not negative, refer to something.
    pub fn set(&mut self, number: i32, to: Descriptor) {
        let Ok(at) = usize::try_from(number) else {
            return;
        };
        if at >= self.0.len() {
            self.0.resize(at + 1, Descriptor::Closed);
        }
        self.0[at] = to;
    }

    /// The lowest number that refers to nothing, from a number on.
    pub fn lowest(&self, from: i32) -> i32 {
        let mut free = from..i32::MAX;
        let free = free.find(|number| self.get(*number) == Descriptor::Closed);
        free.unwrap_or(-1)
    }

    /// Number of descriptors that refer to something.
    pub fn count(&self) -> usize {
        let all = self.0.iter();
        all.filter(|d| **d != Descriptor::Closed).count()
    }

    /// Whether some descriptor refers to a stream.
    pub fn refer_to(&self, stream: usize) -> bool {
        self.0.contains(&Descriptor::File(stream))
    }
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    /// The file of this index.
    File(usize),
    /// A folder that the run made, with its permissions.
    Folder(u32),
    /// Nothing: it was removed.
    Nothing,
}

/// Result of looking up a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiskEntry {
    /// The file of this index.
    File(usize),
    /// A folder.
    Folder,
    /// Nothing, but a file can be created.
    Absent,
    /// Neither a file nor its folder.
    NoFolder,
    /// Unknown, for this reason.
    Unknown(&'static str),
}

/// The file whose content a test compares, instead of what is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObservedFile {
    /// Its name in normal form.
    name: Arc<str>,
    /// Number of bytes that were compared.
    compared: usize,
    /// Whether values were compared that are not known, so that the content of the file is not known.
    pub is_unknown: bool,
}

/// Files and open streams.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Disk {
    given: Option<Arc<FileSet>>,
    /// Names that were looked up, made or removed.
    names: BTreeMap<String, Named>,
    files: Vec<Data>,
    /// Names outside the project that were looked up and do not exist.
    missing: BTreeSet<String>,
    /// All streams, including closed ones.
    pub streams: Vec<OpenFile>,
    /// What the descriptors refer to.
    pub descriptors: Descriptors,
    /// Whether `stdin`, `stdout` and `stderr` were closed.
    pub closed: [bool; 3],
    /// The current folder, relative to the one in which the run began.
    pub folder: String,
    /// Permissions that were given to files.
    pub modes: BTreeMap<usize, u32>,
    /// The file that the test compares.
    pub observed: Option<ObservedFile>,
}

/// Data to read from.
#[derive(Debug, Clone)]
pub enum Source {
    /// Standard input.
    Input(Arc<[u8]>),
    /// A file.
    File(Data),
    /// The pushed-back bytes, followed by the rest of a file.
    Pushed(Vec<u8>),
}

impl Deref for Source {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Source::Input(bytes) => bytes,
            Source::File(data) => data,
            Source::Pushed(bytes) => bytes,
        }
    }
}

impl Disk {
    /// The disk with the files given to a run; a test may compare the file of a name.
    pub fn new(given: Option<Arc<FileSet>>, observed: Option<&Arc<str>>) -> Disk {
        Disk {
            given,
            observed: observed.map(|name| ObservedFile {
                name: Arc::clone(name),
                compared: 0,
                is_unknown: false,
            }),
            ..Disk::default()
        }
    }

    /// The compared file, if it has this name.
    pub fn observed_as(&self, name: &str) -> Option<&ObservedFile> {
        self.observed
            .as_ref()
            .filter(|observed| &*observed.name == name)
    }

    /// The compared file, if a stream writes it.
    pub fn observed_by(&self, stream: usize) -> Option<&ObservedFile> {
        self.observed_as(&self.streams[stream].name)
    }

    /// Whether what is written next to a stream follows what was compared before.
    pub fn continues(&self, stream: usize, observed: &ObservedFile) -> bool {
        let stream = &self.streams[stream];
        let size = self.files[stream.file].len();
        let is_at_end = stream.append || stream.at == observed.compared;
        observed.is_unknown || is_at_end && size == observed.compared
    }

    /// Notes that so many more bytes of the compared file are compared, or (`None`) bytes that are not known.
    pub fn note_compared(&mut self, bytes: Option<usize>) {
        if let Some(observed) = &mut self.observed {
            match bytes {
                Some(count) => observed.compared += count,
                None => observed.is_unknown = true,
            }
        }
    }

    /// Looks up a normalised name. A given file that is found gets an index.
    pub fn find(&mut self, name: &str) -> DiskEntry {
        match self.names.get(name) {
            Some(Named::File(file)) => return DiskEntry::File(*file),
            Some(Named::Folder(_)) => return DiskEntry::Folder,
            Some(Named::Nothing) => return DiskEntry::Absent,
            None => {}
        }
        match name
            .rsplit_once('/')
            .map(|(folder, _)| self.names.get(folder))
        {
            Some(Some(Named::Folder(_))) => return DiskEntry::Absent,
            Some(Some(_)) => return DiskEntry::NoFolder,
            _ => {}
        }
        let given = match &self.given {
            Some(set) => set.get(name.as_bytes()),
            None => FileSet::none(),
        };
        let content = match given {
            FileEntry::File(content) => Data::Given(Arc::clone(content)),
            FileEntry::Folder => return DiskEntry::Folder,
            FileEntry::Absent | FileEntry::New => return DiskEntry::Absent,
            FileEntry::NoFolder => return DiskEntry::NoFolder,
            FileEntry::Missing { folder } => {
                self.missing.insert(name.to_owned());
                return if folder {
                    DiskEntry::Absent
                } else {
                    DiskEntry::NoFolder
                };
            }
            FileEntry::NotRead(why) => return DiskEntry::Unknown(why),
        };
        let file = self.add(content);
        self.names.insert(name.to_owned(), Named::File(file));
        DiskEntry::File(file)
    }

    /// Names outside the project that the run looked up and that do not exist.
    pub fn missing(&self) -> impl Iterator<Item = &str> {
        self.missing.iter().map(String::as_str)
    }

    /// Whether a file of this name can be created without knowing what exists: its folder surely does, and previous
    /// contents do not matter.
    pub(super) fn may_make(&self, name: &str) -> bool {
        name.strip_prefix("/tmp/")
            .is_some_and(|rest| !rest.contains('/'))
            || (self.given.is_none() && !name.contains('/'))
    }

    fn add(&mut self, content: Data) -> usize {
        self.files.push(content);
        self.files.len() - 1
    }

    /// Creates an empty file, with or without a name.
    pub fn make(&mut self, name: Option<&str>) -> usize {
        let file = self.add(Data::Own(Rc::default()));
        if let Some(name) = name {
            self.names.insert(name.to_owned(), Named::File(file));
        }
        file
    }

    /// Makes a file empty.
    pub fn truncate(&mut self, file: usize) {
        self.files[file] = Data::Own(Rc::default());
    }

    /// Binds a name to a file, or removes it.
    pub fn name(&mut self, name: &str, file: Option<usize>) {
        let named = file.map_or(Named::Nothing, Named::File);
        self.names.insert(name.to_owned(), named);
    }

    /// Makes a folder with these permissions.
    pub fn make_folder(&mut self, name: &str, permissions: u32) {
        let folder = Named::Folder(permissions);
        self.names.insert(name.to_owned(), folder);
    }

    /// Permissions of a folder that the run made.
    pub fn permissions_of_folder(&self, name: &str) -> Option<u32> {
        match self.names.get(name) {
            Some(Named::Folder(permissions)) => Some(*permissions),
            _ => None,
        }
    }

    /// Whether an open stream has unflushed data for a file.
    pub fn is_unflushed(&self, file: usize) -> bool {
        self.unflushed(file).next().is_some()
    }

    /// Open streams with unflushed data for a file.
    fn unflushed(&self, file: usize) -> impl Iterator<Item = usize> {
        let streams = self.streams.iter().enumerate();
        let dirty = streams.filter(move |(_, s)| s.file == file && s.dirty && !s.closed);
        dirty.map(|(stream, _)| stream)
    }

    /// Names in a folder, sorted; `None` if not all are known.
    pub fn names_in(&self, folder: &str) -> Option<Vec<String>> {
        let is_own = self.permissions_of_folder(folder).is_some();
        let given = self.given.as_ref();
        let mut names = match given {
            _ if is_own => BTreeSet::new(),
            Some(set) => set.names_in(folder)?,
            None => return None,
        };
        for (path, named) in &self.names {
            let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
            if parent != folder || name.is_empty() {
                continue;
            }
            if *named == Named::Nothing {
                names.remove(name);
            } else {
                names.insert(name.to_owned());
            }
        }
        Some(names.into_iter().collect())
    }

    /// Number of names of a file.
    pub fn names_of(&self, file: usize) -> usize {
        let named = self.names.values();
        named.filter(|named| **named == Named::File(file)).count()
    }

    /// Size of a file.
    pub fn size_of(&self, file: usize) -> usize {
        self.files[file].len()
    }

    /// Makes a file longer, with zeros, or shorter.
    pub fn resize(&mut self, file: usize, size: usize) {
        self.files[file].own().resize(size, 0);
    }

    /// Opens a stream on a file; 0 as the object stands for a bare descriptor.
    pub fn open(&mut self, object: ObjId, name: &str, file: usize, mode: Mode) -> usize {
        let descriptor = self.descriptors.lowest(0);
        self.streams.push(OpenFile {
            object,
            name: name.into(),
            file,
            at: 0,
            pushed: Vec::new(),
            readable: mode.letter == b'r' || mode.update,
            writable: mode.letter != b'r' || mode.update,
            append: mode.letter == b'a',
            eof: false,
            error: false,
            descriptor,
            closed: false,
            dirty: false,
        });
        let stream = self.streams.len() - 1;
        self.descriptors.set(descriptor, Descriptor::File(stream));
        stream
    }

    /// Makes a stream the one of a standard stream's descriptor, instead of the one that it was opened with.
    pub fn stand_for(&mut self, number: i32, stream: usize) {
        let own = self.streams[stream].descriptor;
        self.descriptors.set(own, Descriptor::Closed);
        self.descriptors.set(number, Descriptor::File(stream));
        self.streams[stream].descriptor = number;
        if let Some(closed) = self.closed.get_mut(number as usize) {
            *closed = false;
        }
    }

    /// Closes a descriptor.
    pub fn close(&mut self, number: i32) {
        let old = self.descriptors.get(number);
        self.descriptors.set(number, Descriptor::Closed);
        if let Descriptor::File(stream) = old
            && !self.descriptors.refer_to(stream)
        {
            self.streams[stream].closed = true;
        }
    }

    /// The stream that a `FILE *` refers to, open or closed.
    pub fn stream_of(&self, object: ObjId) -> Option<usize> {
        self.streams.iter().rposition(|s| s.object == object)
    }

    /// The data that can be read from a stream, and the read position.
    pub fn source(&self, stream: usize) -> (Source, usize) {
        let s = &self.streams[stream];
        let data = &self.files[s.file];
        if s.pushed.is_empty() {
            return (Source::File(data.clone()), s.at.min(data.len()));
        }
        let rest = data.get(s.at..).unwrap_or_default();
        let pushed = s.pushed.iter().rev().chain(rest);
        (Source::Pushed(pushed.copied().collect()), 0)
    }

    /// Whether another open stream has unflushed data for the same file.
    pub fn has_unflushed_writer(&self, stream: usize) -> bool {
        let file = self.streams[stream].file;
        self.unflushed(file).any(|other| other != stream)
    }

    /// Advances a stream by `count` bytes that were read.
    pub fn advance(&mut self, stream: usize, count: usize, at_end: bool) {
        let s = &mut self.streams[stream];
        let pushed = s.pushed.len().min(count);
        s.pushed.truncate(s.pushed.len() - pushed);
        s.at += count - pushed;
        s.eof |= at_end;
    }

    /// `ungetc`
    pub fn push_back(&mut self, stream: usize, byte: u8) {
        let s = &mut self.streams[stream];
        s.pushed.push(byte);
        s.eof = false;
    }

    /// Moves a stream to its end, as if all of it had been read.
    pub fn to_end(&mut self, stream: usize) {
        let end = self.size(stream);
        let s = &mut self.streams[stream];
        s.pushed.clear();
        s.at = end;
    }

    /// Size of the file of a stream.
    pub fn size(&self, stream: usize) -> usize {
        self.files[self.streams[stream].file].len()
    }

    /// `ftell`
    pub fn position(&self, stream: usize) -> i64 {
        let s = &self.streams[stream];
        s.at as i64 - s.pushed.len() as i64
    }

    /// `fseek`
    pub fn seek(&mut self, stream: usize, to: usize) {
        let s = &mut self.streams[stream];
        s.at = to;
        s.pushed.clear();
        s.eof = false;
        s.dirty = false;
    }

    /// Writes to a stream. Returns false, without writing, if the file would exceed `most` bytes.
    pub fn write(&mut self, stream: usize, bytes: &[u8], most: usize) -> bool {
        let s = &mut self.streams[stream];
        let content = self.files[s.file].own();
        if s.append {
            s.at = content.len();
        }
        let end = s.at.saturating_add(bytes.len());
        if end > most {
            return false;
        }
        if content.len() < end {
            content.resize(end, 0);
        }
        content[s.at..end].copy_from_slice(bytes);
        s.at = end;
        s.dirty |= !bytes.is_empty();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes() {
        let mode =
            |text: &str| Mode::parse(text.as_bytes()).map(|m| (m.letter, m.update, m.exclusive));
        assert_eq!(mode("r"), Some((b'r', false, false)));
        assert_eq!(mode("wb+"), Some((b'w', true, false)));
        assert_eq!(mode("a+x"), Some((b'a', true, true)));
        assert_eq!(mode("w,ccs=+"), Some((b'w', false, false)));
        assert_eq!(mode(""), None);
        assert_eq!(mode("+r"), None);
    }

    #[test]
    fn what_is_pushed_back_is_read_first_and_writing_goes_where_the_stream_stands() {
        let mut disk = Disk::default();
        let file = disk.make(Some("a"));
        let mode = Mode::parse(b"w+").unwrap();
        let s = disk.open(1, "a", file, mode);
        assert!(disk.write(s, b"hello", 8));
        disk.seek(s, 1);
        disk.push_back(s, b'X');
        let (source, at) = disk.source(s);
        assert_eq!(&source[at..], b"Xello");
        assert_eq!(disk.position(s), 0);
        disk.advance(s, 2, false);
        assert_eq!(disk.position(s), 2);
        disk.seek(s, 7);
        assert!(disk.write(s, b"!", 8));
        assert!(!disk.write(s, b"!", 8));
        disk.seek(s, 0);
        assert_eq!(&*disk.source(s).0, b"hello\0\0!");
        assert_eq!(disk.find("a"), DiskEntry::File(file));
        assert!(matches!(disk.find("b"), DiskEntry::Unknown(_)));
    }
}
