//! Files: opening, closing, removing, and stream positions. See [`crate::Disk`].

use harness::normal_path;
use ir::Scalar;

use super::{Given, Stream};
use crate::disk::{DiskEntry, Mode, Source, Standard};
use crate::domain::{ByteAccess, Domain};
use crate::machine::Machine;
use crate::object::{Name, Object};
use crate::state::Buffering;
use crate::stop::Exec;
use crate::storage::{Life, Storage};
use crate::trap::{TrapKind, UninitialisedUse};
use crate::value::{ObjId, Val};

/// Largest file that a run may write.
const MAX_FILE: usize = 16 << 20;
/// `sizeof(FILE)` of glibc.
const FILE_SIZE: usize = 216;
/// Streams that may be open at once, besides the standard ones.
const MAX_OPEN: usize = 1021;
/// Address of the first standard stream.
const FIRST_STANDARD: u64 = 0x10;

pub(super) const ENOENT: i32 = 2;
pub(super) const EBADF: i32 = 9;
pub(super) const ENOMEM: i32 = 12;
pub(super) const EEXIST: i32 = 17;
pub(super) const EISDIR: i32 = 21;
pub(super) const EINVAL: i32 = 22;
pub(super) const EMFILE: i32 = 24;
pub(super) const EDOM: i32 = 33;
pub(super) const ERANGE: i32 = 34;

impl<D: Domain> Machine<'_, D> {
    /// Sets `errno`, if the program reads it.
    pub(super) fn set_errno(&mut self, number: i32) {
        if let Some(global) = self.program.errno
            && let Some(object) = self.state.memory.get_mut(global.0 + 1)
        {
            let value = Val::scalar(D::constant(number as u64));
            object.store(&mut self.dom, 0, Scalar::I32, value);
            self.dom.accessed(ByteAccess {
                object: global.0 + 1,
                at: 0,
                size: 4,
                write: true,
            });
        }
    }

    /// The result of a call that fails with this error number.
    #[allow(clippy::unnecessary_wraps, reason = "as all library functions")]
    pub(super) fn fails(&mut self, number: i32, result: i64) -> Given<D> {
        self.set_errno(number);
        Ok(Some(Val::scalar(D::constant(result as u64))))
    }

    /// The stream that `stdin`, `stdout` or `stderr` currently refers to, which may have been reopened.
    pub(super) fn standard(&self, itself: Stream) -> Exec<Stream> {
        let (number, name) = match itself {
            Stream::Input => (0, "stdin"),
            Stream::Output => (1, "stdout"),
            Stream::Error => (2, "stderr"),
            Stream::File(_) => return Ok(itself),
        };
        match self.state.disk.standard[number] {
            Standard::Itself => Ok(itself),
            Standard::Opened(stream) => Ok(Stream::File(stream)),
            Standard::Closed => self.closed(name),
        }
    }

    fn closed<T>(&self, name: &str) -> Exec<T> {
        self.trap(TrapKind::Library(format!(
            "use of the stream of `{name}` after it was closed"
        )))
    }

    /// The stream that a `FILE *` refers to.
    pub(super) fn stream(&mut self, v: Val<D::Bits>) -> Exec<Stream> {
        let offset = self.concretise(Scalar::U64, v.bits)?;
        if v.object != 0 {
            return match self.state.disk.stream_of(v.object) {
                Some(stream) if offset == 0 => {
                    let s = &self.state.disk.streams[stream];
                    if s.closed {
                        return self.closed(&s.name);
                    }
                    Ok(Stream::File(stream))
                }
                _ => self.trap(TrapKind::Library("invalid stream".into())),
            };
        }
        match offset.wrapping_sub(FIRST_STANDARD) {
            0 => self.standard(Stream::Input),
            1 => self.standard(Stream::Output),
            2 => self.standard(Stream::Error),
            _ if offset == 0 => self.trap(TrapKind::Library("null stream".into())),
            _ => self.trap(TrapKind::Library("invalid stream".into())),
        }
    }

    /// The data that can be read from a stream, and the read position; `None` if the stream cannot be read.
    pub(super) fn source(&mut self, stream: Stream) -> Exec<Option<(Source, usize)>> {
        match stream {
            Stream::Input => Ok(Some(self.state.input.source())),
            Stream::Output | Stream::Error => self.unmodelled("reading from an output stream"),
            Stream::File(i) => {
                let disk = &self.state.disk;
                if !disk.streams[i].readable {
                    self.state.disk_mut().streams[i].error = true;
                    self.set_errno(EBADF);
                    return Ok(None);
                }
                if disk.has_unflushed_writer(i) {
                    return self
                        .unmodelled("reading a file before what was written to it is flushed");
                }
                let (source, at) = disk.source(i);
                if disk.streams[i].eof {
                    let end = source.len();
                    return Ok(Some((source, end)));
                }
                Ok(Some((source, at)))
            }
        }
    }

    /// Advances a stream by `count` bytes that were read.
    pub(super) fn advance(&mut self, stream: Stream, count: usize, at_end: bool) {
        match stream {
            Stream::File(i) => self.state.disk_mut().advance(i, count, at_end),
            _ => self.state.input.advance(count, at_end),
        }
    }

    /// Writes to a file; false if the stream is not writable.
    pub(super) fn write(&mut self, stream: usize, bytes: &[u8]) -> Exec<bool> {
        if !self.state.disk.streams[stream].writable {
            self.state.disk_mut().streams[stream].error = true;
            self.set_errno(EBADF);
            return Ok(false);
        }
        if !self.state.disk_mut().write(stream, bytes, MAX_FILE) {
            return self.unmodelled("a file of more than 16 MiB");
        }
        Ok(true)
    }

    /// The name of a file with `.` and `..` resolved; `None` if it leads through a folder that does not exist.
    fn file_name(&mut self, name: Val<D::Bits>) -> Exec<Option<String>> {
        let text = self.text(name)?;
        let Some(name) = normal_path(&text) else {
            return self.unmodelled("a file's name that is no text");
        };
        let ends = (0..text.len()).filter(|i| text[*i..].starts_with(b"/.."));
        for end in ends.collect::<Vec<_>>() {
            let folder = normal_path(&text[..end]).unwrap_or_default();
            let inside = !folder.is_empty() && !folder.starts_with("..");
            if inside && self.state.disk_mut().find(&folder) != DiskEntry::Folder {
                return Ok(None);
            }
        }
        Ok((!text.is_empty()).then_some(name))
    }

    /// The file to open, or the error number.
    fn file_for(&mut self, name: &str, mode: Mode) -> Exec<Result<usize, i32>> {
        if name == "/dev/null" {
            return Ok(Ok(self.state.disk_mut().make(None)));
        }
        if self.state.disk.open_streams() >= MAX_OPEN {
            return Ok(Err(EMFILE));
        }
        let found = self.state.disk_mut().find(name);
        Ok(match (found, mode.letter) {
            (DiskEntry::File(_), b'w' | b'a') if mode.exclusive => Err(EEXIST),
            (DiskEntry::File(file), b'w') => {
                self.state.disk_mut().truncate(file);
                Ok(file)
            }
            (DiskEntry::File(file), _) => Ok(file),
            (DiskEntry::Absent, b'r') | (DiskEntry::NoFolder, _) => Err(ENOENT),
            (DiskEntry::Absent, _) => Ok(self.state.disk_mut().make(Some(name))),
            (DiskEntry::Folder, b'r') => return self.unmodelled("opening a folder"),
            (DiskEntry::Folder, _) => Err(EISDIR),
            (DiskEntry::Unknown(_), b'w') if self.state.disk.may_make(name) && !mode.exclusive => {
                Ok(self.state.disk_mut().make(Some(name)))
            }
            (DiskEntry::Unknown(why), _) => {
                return self.unmodelled(&format!("opening `{name}` ({why})"));
            }
        })
    }

    pub(super) fn open(&mut self, name: Val<D::Bits>, mode: Val<D::Bits>) -> Given<D> {
        let name = self.file_name(name)?;
        let Some(mode) = Mode::parse(&self.text(mode)?) else {
            return self.fails(EINVAL, 0);
        };
        let Some(name) = name else {
            return self.fails(ENOENT, 0);
        };
        match self.file_for(&name, mode)? {
            Ok(file) => {
                let object = self.stream_object(&name);
                self.state.disk_mut().open(object, &name, file, mode);
                Ok(Some(Val::pointer(object, D::constant(0))))
            }
            Err(number) => self.fails(number, 0),
        }
    }

    fn stream_object(&mut self, name: &str) -> ObjId {
        let name = Name::Stream(name.into());
        let mut object = Object::new(name, Storage::Outside, FILE_SIZE, false);
        object.read_only = true;
        self.state.memory.add(object)
    }

    #[allow(clippy::unnecessary_wraps, reason = "as all library functions")]
    pub(super) fn open_temporary(&mut self) -> Given<D> {
        let mode = Mode {
            letter: b'w',
            update: true,
            exclusive: false,
        };
        let object = self.stream_object("tmpfile()");
        let disk = self.state.disk_mut();
        let file = disk.make(None);
        disk.open(object, "tmpfile()", file, mode);
        Ok(Some(Val::pointer(object, D::constant(0))))
    }

    pub(super) fn reopen(
        &mut self,
        name: Val<D::Bits>,
        mode: Val<D::Bits>,
        pointer: Val<D::Bits>,
    ) -> Given<D> {
        if name.object == 0 && D::known(name.bits) == Some(0) {
            return self.unmodelled("`freopen` without a name");
        }
        // A name that leads nowhere fails like one in a folder that does not exist.
        let name = self.file_name(name)?.unwrap_or_else(|| "?/?".to_owned());
        let mode = Mode::parse(&self.text(mode)?);
        let standard = match D::known(pointer.bits).map(|b| b.wrapping_sub(FIRST_STANDARD)) {
            Some(number @ 0..3) if pointer.object == 0 => Some(number as usize),
            _ => None,
        };
        let old = match standard {
            Some(number) => match self.state.disk.standard[number] {
                Standard::Opened(stream) => Some(stream),
                _ => None,
            },
            None => match self.stream(pointer)? {
                Stream::File(stream) => Some(stream),
                _ => None,
            },
        };
        let opened = match mode {
            Some(mode) => self.file_for(&name, mode)?.map(|file| (file, mode)),
            None => Err(EINVAL),
        };
        let disk = self.state.disk_mut();
        if let Some(old) = old {
            disk.streams[old].closed = true;
        }
        let (file, mode) = match opened {
            Ok(opened) => opened,
            Err(number) => {
                // The stream can be neither read nor written, like a closed descriptor.
                if let Some(i) = standard {
                    let file = disk.make(None);
                    let mode = Mode {
                        letter: b'r',
                        update: false,
                        exclusive: false,
                    };
                    let stream = disk.open(0, &name, file, mode);
                    disk.streams[stream].readable = false;
                    disk.standard[i] = Standard::Opened(stream);
                } else {
                    self.end_stream(pointer.object);
                }
                return self.fails(number, 0);
            }
        };
        let stream = disk.open(pointer.object, &name, file, mode);
        if let Some(i) = standard {
            disk.streams[stream].descriptor = i as i32;
            disk.standard[i] = Standard::Opened(stream);
        }
        Ok(Some(pointer))
    }

    fn end_stream(&mut self, object: ObjId) {
        if let Some(object) = self.state.memory.get_mut(object) {
            object.end(Life::Freed);
        }
    }

    pub(super) fn close(&mut self, pointer: Val<D::Bits>) -> Given<D> {
        let stream = self.stream(pointer)?;
        if matches!(stream, Stream::Output) {
            self.state.output.flush();
        }
        let disk = self.state.disk_mut();
        if let Stream::File(i) = stream {
            disk.streams[i].closed = true;
        }
        if pointer.object != 0 {
            self.end_stream(pointer.object);
        } else if let Some(bits) = D::known(pointer.bits) {
            disk.standard[(bits - FIRST_STANDARD) as usize] = Standard::Closed;
        }
        self.int(0)
    }

    pub(super) fn flush(&mut self, pointer: Val<D::Bits>) -> Given<D> {
        if pointer.object == 0 && D::known(pointer.bits) == Some(0) {
            if !self.state.disk.streams.is_empty() {
                for s in &mut self.state.disk_mut().streams {
                    s.dirty = false;
                }
            }
            self.state.output.flush();
        } else {
            match self.stream(pointer)? {
                Stream::File(i) => self.state.disk_mut().streams[i].dirty = false,
                Stream::Output => self.state.output.flush(),
                Stream::Input | Stream::Error => {}
            }
        }
        self.int(0)
    }

    /// `setvbuf`, with glibc's numbers for the modes.
    pub(super) fn set_buffering(&mut self, pointer: Val<D::Bits>, mode: Val<D::Bits>) -> Given<D> {
        let mode = self.concretise(Scalar::I32, mode.bits)?;
        if let Stream::Output = self.stream(pointer)? {
            self.state.output.set_buffering(match mode {
                1 => Buffering::Line,
                2 => Buffering::None,
                _ => Buffering::Full,
            });
        }
        Ok(None)
    }

    /// `_exit`: the contents of standard output's buffer are lost, provided that all unflushed output is surely still
    /// in the buffer.
    pub(super) fn exit_now(&mut self, status: Val<D::Bits>) -> Given<D> {
        if !self.state.output.lose_held() {
            return self.unmodelled("`_exit` with output that is not flushed");
        }
        self.exit(status)
    }

    pub(super) fn remove(&mut self, name: Val<D::Bits>) -> Given<D> {
        let Some(name) = self.file_name(name)? else {
            return self.fails(ENOENT, -1);
        };
        match self.state.disk_mut().find(&name) {
            DiskEntry::File(_) => {
                self.state.disk_mut().name(&name, None);
                self.int(0)
            }
            DiskEntry::Absent | DiskEntry::NoFolder => self.fails(ENOENT, -1),
            DiskEntry::Folder => self.unmodelled("removing a folder"),
            DiskEntry::Unknown(why) => self.unmodelled(&format!("removing `{name}` ({why})")),
        }
    }

    pub(super) fn rename(&mut self, from: Val<D::Bits>, to: Val<D::Bits>) -> Given<D> {
        let (Some(from), Some(to)) = (self.file_name(from)?, self.file_name(to)?) else {
            return self.fails(ENOENT, -1);
        };
        let file = match self.state.disk_mut().find(&from) {
            DiskEntry::File(file) => file,
            DiskEntry::Absent | DiskEntry::NoFolder => return self.fails(ENOENT, -1),
            DiskEntry::Folder => return self.unmodelled("renaming a folder"),
            DiskEntry::Unknown(why) => {
                return self.unmodelled(&format!("renaming `{from}` ({why})"));
            }
        };
        match self.state.disk_mut().find(&to) {
            DiskEntry::File(_) | DiskEntry::Absent => {}
            DiskEntry::NoFolder => return self.fails(ENOENT, -1),
            DiskEntry::Folder => return self.fails(EISDIR, -1),
            DiskEntry::Unknown(_) if self.state.disk.may_make(&to) => {}
            DiskEntry::Unknown(why) => {
                return self.unmodelled(&format!("renaming to `{to}` ({why})"));
            }
        }
        if from != to {
            let disk = self.state.disk_mut();
            disk.name(&from, None);
            disk.name(&to, Some(file));
        }
        self.int(0)
    }

    pub(super) fn at_end(&mut self, pointer: Val<D::Bits>) -> Given<D> {
        let eof = match self.stream(pointer)? {
            Stream::Input => match self.free_reading(Stream::Input) {
                Some(reading) => self.is_at_free_end(reading)?,
                None => self.state.input.has_ended(),
            },
            Stream::Output | Stream::Error => false,
            Stream::File(i) => self.state.disk.streams[i].eof,
        };
        self.int(i32::from(eof))
    }

    pub(super) fn has_error(&mut self, pointer: Val<D::Bits>) -> Given<D> {
        let error = match self.stream(pointer)? {
            Stream::File(i) => self.state.disk.streams[i].error,
            _ => false,
        };
        self.int(i32::from(error))
    }

    pub(super) fn clear_error(&mut self, pointer: Val<D::Bits>) -> Given<D> {
        match self.stream(pointer)? {
            Stream::Input => self.state.input.clear_end(),
            Stream::File(i) => {
                let s = &mut self.state.disk_mut().streams[i];
                (s.eof, s.error) = (false, false);
            }
            Stream::Output | Stream::Error => {}
        }
        Ok(None)
    }

    pub(super) fn descriptor(&mut self, pointer: Val<D::Bits>) -> Given<D> {
        let number = match self.stream(pointer)? {
            Stream::Input => 0,
            Stream::Output => 1,
            Stream::Error => 2,
            Stream::File(i) => self.state.disk.streams[i].descriptor,
        };
        self.int(number)
    }

    fn seekable(&mut self, pointer: Val<D::Bits>) -> Exec<usize> {
        match self.stream(pointer)? {
            Stream::File(stream) => Ok(stream),
            _ => self.unmodelled("the position of a standard stream"),
        }
    }

    pub(super) fn seek(
        &mut self,
        pointer: Val<D::Bits>,
        offset: Val<D::Bits>,
        whence: Val<D::Bits>,
    ) -> Given<D> {
        let stream = self.seekable(pointer)?;
        let offset = self.concretise(Scalar::I64, offset.bits)? as i64;
        let whence = self.concretise(Scalar::I32, whence.bits)? as i32;
        let base = match whence {
            0 => 0,
            1 => self.state.disk.position(stream),
            2 => self.state.disk.size(stream) as i64,
            _ => return self.fails(EINVAL, -1),
        };
        match base.checked_add(offset) {
            Some(to) if to >= 0 => {
                self.state.disk_mut().seek(stream, to as usize);
                self.int(0)
            }
            _ => self.fails(EINVAL, -1),
        }
    }

    pub(super) fn tell(&mut self, pointer: Val<D::Bits>) -> Given<D> {
        let stream = self.seekable(pointer)?;
        let at = self.state.disk.position(stream);
        Ok(Some(Val::scalar(D::constant(at as u64))))
    }

    /// Moves a stream to its end, as if all of it had been read.
    pub(crate) fn input_to_end(&mut self, pointer: Option<Val<D::Bits>>) -> Exec<()> {
        let stream = match pointer {
            Some(pointer) => {
                self.determinate(pointer, UninitialisedUse::Address)?;
                self.stream(pointer)?
            }
            None => self.standard(Stream::Input)?,
        };
        match stream {
            Stream::File(i) => self.state.disk_mut().to_end(i),
            _ => self.state.input.skip_to_end(),
        }
        Ok(())
    }
}
