//! Files: opening, closing, removing, and stream positions. See [`crate::Disk`].

use harness::normal_path;
use ir::Scalar;

use super::{Given, Stream};
use crate::disk::{Descriptor, DiskEntry, Mode, Source};
use crate::domain::{ByteAccess, Domain};
use crate::limits::{FILE_SIZE, MAX_FILE, MAX_OPEN};
use crate::machine::Machine;
use crate::object::{Name, Object};
use crate::state::Buffering;
use crate::stop::Exec;
use crate::storage::{Life, Storage};
use crate::trap::{TrapKind, UninitialisedUse};
use crate::value::{ObjId, Val};

/// Address of the first standard stream.
const FIRST_STANDARD: u64 = 0x10;

pub(super) const ENOENT: i32 = 2;
pub(super) const EBADF: i32 = 9;
pub(super) const ENOMEM: i32 = 12;
pub(super) const EEXIST: i32 = 17;
pub(super) const ENOTDIR: i32 = 20;
pub(super) const EISDIR: i32 = 21;
pub(super) const EINVAL: i32 = 22;
pub(super) const EMFILE: i32 = 24;
pub(super) const EDOM: i32 = 33;
pub(super) const ERANGE: i32 = 34;
pub(super) const ENOTEMPTY: i32 = 39;

/// How a file is opened.
#[derive(Debug, Clone, Copy)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "a call has as many independent flags"
)]
pub(super) struct Opening {
    pub(super) writes: bool,
    /// Whether a file that does not exist is created.
    pub(super) creates: bool,
    /// Whether the file must not exist.
    pub(super) exclusive: bool,
    /// Whether the file is emptied.
    pub(super) truncates: bool,
}

impl Opening {
    /// How `fopen` opens a file.
    fn of(mode: Mode) -> Opening {
        Opening {
            writes: mode.letter != b'r' || mode.update,
            creates: mode.letter != b'r',
            exclusive: mode.exclusive && mode.letter != b'r',
            truncates: mode.letter == b'w',
        }
    }
}

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
        if self.state.disk.closed[number as usize] {
            return self.closed(name);
        }
        match self.state.disk.descriptors.get(number) {
            Descriptor::Input => Ok(Stream::Input),
            Descriptor::Output => Ok(Stream::Output),
            Descriptor::Error => Ok(Stream::Error),
            Descriptor::File(stream) => Ok(Stream::File(stream)),
            Descriptor::Closed => {
                self.unmodelled(&format!("use of `{name}` after its descriptor was closed"))
            }
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
        if let Stream::File(i) = stream {
            self.knows_content(i)?;
        }
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

    /// Stops where the content of the compared file would matter and is not known.
    fn knows_content(&mut self, stream: usize) -> Exec<()> {
        let observed = self.state.disk.observed_by(stream);
        if observed.is_some_and(|observed| observed.is_unknown) {
            return self.unmodelled("reading or moving in the compared file");
        }
        Ok(())
    }

    /// Stops where a name is changed that the compared file has or gets.
    pub(super) fn keeps_observed(&mut self, name: &str) -> Exec<()> {
        if self.state.disk.observed_as(name).is_some() {
            return self.unmodelled("removing or renaming the compared file");
        }
        Ok(())
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
    pub(super) fn file_name(&mut self, name: Val<D::Bits>) -> Exec<Option<String>> {
        let text = self.text(name)?;
        let folder = &self.state.disk.folder;
        let is_relative = !text.is_empty() && text[0] != b'/' && !folder.is_empty();
        let text: Vec<u8> = if is_relative {
            [folder.as_bytes(), b"/", &text].concat()
        } else {
            text.to_vec()
        };
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
    pub(super) fn file_for(&mut self, name: &str, asked: Opening) -> Exec<Result<usize, i32>> {
        if name == "/dev/null" {
            return Ok(Ok(self.state.disk_mut().make(None)));
        }
        if self.state.disk.descriptors.count() >= MAX_OPEN {
            return Ok(Err(EMFILE));
        }
        let disk = self.state.disk_mut();
        // What was in a file does not matter if it is new or emptied.
        let may_make = asked.creates && (asked.exclusive || asked.truncates) && disk.may_make(name);
        Ok(match disk.find(name) {
            DiskEntry::File(_) | DiskEntry::Folder if asked.exclusive => Err(EEXIST),
            DiskEntry::File(_) if disk.observed_as(name).is_some_and(|o| o.is_unknown) => {
                return self.unmodelled("opening the compared file again");
            }
            DiskEntry::File(file) => {
                if asked.truncates {
                    disk.truncate(file);
                }
                Ok(file)
            }
            DiskEntry::Folder if asked.writes || asked.creates => Err(EISDIR),
            DiskEntry::Folder => return self.unmodelled("opening a folder"),
            DiskEntry::Absent if asked.creates => Ok(disk.make(Some(name))),
            DiskEntry::Absent | DiskEntry::NoFolder => Err(ENOENT),
            DiskEntry::Unknown(_) if may_make => Ok(disk.make(Some(name))),
            DiskEntry::Unknown(why) => {
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
        match self.file_for(&name, Opening::of(mode))? {
            Ok(file) => {
                let object = self.stream_object(&name);
                self.state.disk_mut().open(object, &name, file, mode);
                Ok(Some(Val::pointer(object, D::constant(0))))
            }
            Err(number) => self.fails(number, 0),
        }
    }

    pub(super) fn stream_object(&mut self, name: &str) -> ObjId {
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
            Some(number @ 0..3) if pointer.object == 0 => Some(number as i32),
            _ => None,
        };
        let old = match standard {
            Some(number) => Some(number),
            None => match self.stream(pointer)? {
                Stream::File(stream) => Some(self.state.disk.streams[stream].descriptor),
                _ => None,
            },
        };
        let opened = match mode {
            Some(mode) => self
                .file_for(&name, Opening::of(mode))?
                .map(|file| (file, mode)),
            None => Err(EINVAL),
        };
        let disk = self.state.disk_mut();
        if let Some(old) = old {
            disk.close(old);
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
                    disk.stand_for(i, stream);
                } else {
                    self.end_stream(pointer.object);
                }
                return self.fails(number, 0);
            }
        };
        let stream = disk.open(pointer.object, &name, file, mode);
        if let Some(i) = standard {
            disk.stand_for(i, stream);
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
        let is_compared = match stream {
            Stream::Output => true,
            Stream::File(i) => self.state.disk.observed_by(i).is_some(),
            Stream::Input | Stream::Error => false,
        };
        if is_compared {
            self.pass_on()?;
            self.state.output.flush();
        }
        let disk = self.state.disk_mut();
        if pointer.object != 0 {
            if let Stream::File(i) = stream {
                disk.close(disk.streams[i].descriptor);
                disk.streams[i].closed = true;
            }
            self.end_stream(pointer.object);
        } else if let Some(bits) = D::known(pointer.bits) {
            let number = bits - FIRST_STANDARD;
            disk.close(number as i32);
            disk.closed[number as usize] = true;
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
            self.pass_on()?;
            self.state.output.flush();
        } else {
            match self.stream(pointer)? {
                Stream::File(i) => self.state.disk_mut().streams[i].dirty = false,
                Stream::Output => {
                    self.pass_on()?;
                    self.state.output.flush();
                }
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

    /// `remove`, and `unlink`, which removes no folders.
    pub(super) fn remove(&mut self, name: Val<D::Bits>, folders: bool) -> Given<D> {
        let Some(name) = self.file_name(name)? else {
            return self.fails(ENOENT, -1);
        };
        self.keeps_observed(&name)?;
        match self.state.disk_mut().find(&name) {
            DiskEntry::File(_) => {
                self.state.disk_mut().name(&name, None);
                self.int(0)
            }
            DiskEntry::Absent | DiskEntry::NoFolder => self.fails(ENOENT, -1),
            DiskEntry::Folder if folders => self.remove_folder_named(&name),
            DiskEntry::Folder => self.fails(EISDIR, -1),
            DiskEntry::Unknown(why) => self.unmodelled(&format!("removing `{name}` ({why})")),
        }
    }

    pub(super) fn rename(&mut self, from: Val<D::Bits>, to: Val<D::Bits>) -> Given<D> {
        let (Some(from), Some(to)) = (self.file_name(from)?, self.file_name(to)?) else {
            return self.fails(ENOENT, -1);
        };
        self.keeps_observed(&from)?;
        self.keeps_observed(&to)?;
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
            Stream::File(stream) => {
                self.knows_content(stream)?;
                Ok(stream)
            }
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
        match self.move_stream(stream, offset, whence)? {
            Some(_) => self.int(0),
            None => self.fails(EINVAL, -1),
        }
    }

    /// Moves a stream; returns its new position, or `None` if there is none such.
    pub(super) fn move_stream(
        &mut self,
        stream: usize,
        offset: Val<D::Bits>,
        whence: Val<D::Bits>,
    ) -> Exec<Option<i64>> {
        let offset = self.concretise(Scalar::I64, offset.bits)? as i64;
        let base = match self.concretise(Scalar::I32, whence.bits)? as i32 {
            0 => Some(0),
            1 => Some(self.state.disk.position(stream)),
            2 => Some(self.state.disk.size(stream) as i64),
            _ => None,
        };
        let to = base.and_then(|base| base.checked_add(offset));
        let to = to.filter(|to| *to >= 0);
        if let Some(to) = to {
            self.state.disk_mut().seek(stream, to as usize);
        }
        Ok(to)
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
