//! Files as POSIX sees them: descriptors, folders, and facts about files. See [`crate::Disk`].
//!
//! A descriptor is a stream without a `FILE`. Where a program mixes both on one file, the buffer of the `FILE` matters,
//! and what depends on it is not modelled.

use ir::Scalar;

use super::files::{EBADF, EEXIST, EINVAL, ENOENT, ENOTDIR, ENOTEMPTY, Opening};
use super::{Arg, Given, Stream};
use crate::disk::{Descriptor, DiskEntry, Mode};
use crate::domain::Domain;
use crate::limits::{
    ACCESS, APPEND, CREATE, EXCLUSIVE, FILE, FOLDER, FOLDER_SIZE, GIVEN_FILE, GIVEN_FOLDER,
    KNOWN_FLAGS, MASK, MAX_FILE, MAX_OPEN, PIPE, READ_WRITE, TRUNCATE, WRITE_ONLY,
};
use crate::machine::Machine;
use crate::stop::Exec;
use crate::value::Val;

impl<D: Domain> Machine<'_, D> {
    /// `open`
    pub(super) fn open_descriptor(&mut self, args: &[Arg<D>]) -> Given<D> {
        let flags = self.number(args[1].0)?;
        if flags & !KNOWN_FLAGS != 0 || flags & ACCESS == ACCESS {
            return self.unmodelled("`open` with these flags");
        }
        let permissions = match args.get(2) {
            Some((mode, _)) => self.number(*mode)? as u32 & !MASK,
            None => GIVEN_FILE,
        };
        let Some(name) = self.file_name(args[0].0)? else {
            return self.fails(ENOENT, -1);
        };
        let writes = matches!(flags & ACCESS, WRITE_ONLY | READ_WRITE);
        let opening = Opening {
            writes,
            creates: flags & CREATE != 0,
            exclusive: flags & CREATE != 0 && flags & EXCLUSIVE != 0,
            truncates: writes && flags & TRUNCATE != 0,
        };
        let is_new = self.state.disk_mut().find(&name) == DiskEntry::Absent;
        let file = match self.file_for(&name, opening)? {
            Ok(file) => file,
            Err(number) => return self.fails(number, -1),
        };
        let mode = Mode {
            letter: match writes {
                true if flags & APPEND != 0 => b'a',
                true => b'w',
                false => b'r',
            },
            update: flags & ACCESS == READ_WRITE,
            exclusive: opening.exclusive,
        };
        let disk = self.state.disk_mut();
        if is_new {
            disk.modes.insert(file, permissions);
        }
        let stream = disk.open(0, &name, file, mode);
        let number = disk.streams[stream].descriptor;
        self.int(number)
    }

    /// `close`
    pub(super) fn close_descriptor(&mut self, number: Val<D::Bits>) -> Given<D> {
        let number = self.number(number)?;
        match self.state.disk.descriptors.get(number) {
            Descriptor::Closed => return self.fails(EBADF, -1),
            Descriptor::File(stream) if self.is_buffered(stream) => {
                return self.unmodelled("`close` of the descriptor of a stream");
            }
            Descriptor::Output if self.state.output.is_held() => {
                return self.unmodelled("`close` while text that was printed waits to be flushed");
            }
            _ => {}
        }
        self.state.disk_mut().close(number);
        self.int(0)
    }

    /// `read` from a file; nothing is stored behind its end.
    pub(super) fn read_file(&mut self, stream: usize, to: Val<D::Bits>, wanted: usize) -> Given<D> {
        let disk = &self.state.disk;
        if !disk.streams[stream].readable {
            return self.fails(EBADF, -1);
        }
        if self.is_buffered(stream) {
            return self.unmodelled("`read` from the descriptor of a stream");
        }
        if disk.has_unflushed_writer(stream) {
            return self.unmodelled("reading a file before what was written to it is flushed");
        }
        let (source, at) = disk.source(stream);
        let rest = source.get(at..).unwrap_or_default();
        let taken = rest.len().min(wanted);
        if taken > 0 {
            self.store_bytes(to, &rest[..taken])?;
            self.state.disk_mut().advance(stream, taken, false);
        }
        Ok(Some(long::<D>(taken as i64)))
    }

    /// Whether a descriptor belongs to a `FILE`, whose buffer may hold data.
    fn is_buffered(&self, stream: usize) -> bool {
        let s = &self.state.disk.streams[stream];
        s.object != 0 && !s.closed
    }

    /// `lseek`
    pub(super) fn seek_descriptor(&mut self, args: &[Arg<D>]) -> Given<D> {
        let number = self.number(args[0].0)?;
        let stream = match self.state.disk.descriptors.get(number) {
            Descriptor::File(stream) => stream,
            Descriptor::Closed => return self.fails(EBADF, -1),
            _ => return self.unmodelled("the position of a standard stream"),
        };
        if self.is_buffered(stream) {
            return self.unmodelled("`lseek` of the descriptor of a stream");
        }
        match self.move_stream(stream, args[1].0, args[2].0)? {
            Some(to) => Ok(Some(long::<D>(to))),
            None => self.fails(EINVAL, -1),
        }
    }

    /// `dup` and its relatives: another number for what `args[0]` refers to, at least `args[1]`, or exactly that if
    /// `args[2]` is set.
    pub(super) fn duplicate(&mut self, args: &[Arg<D>]) -> Given<D> {
        let (old, to) = (self.number(args[0].0)?, self.number(args[1].0)?);
        let exactly = self.number(args[2].0)? != 0;
        let descriptors = &self.state.disk.descriptors;
        let target = descriptors.get(old);
        if target == Descriptor::Closed || !(0..MAX_OPEN as i32).contains(&to) {
            return self.fails(EBADF, -1);
        }
        if !exactly {
            let number = descriptors.lowest(to);
            self.state.disk_mut().descriptors.set(number, target);
            return self.int(number);
        }
        if to == old {
            return self.int(to);
        }
        match (descriptors.get(to), target) {
            (Descriptor::Error, Descriptor::Output) | (Descriptor::Output, Descriptor::Error) => {
                return self.unmodelled("standard output and standard error in one");
            }
            (Descriptor::Output, _) if self.state.output.is_held() => {
                return self.unmodelled("`dup2` while text that was printed waits to be flushed");
            }
            (Descriptor::File(stream), _) if self.state.disk.streams[stream].dirty => {
                return self.unmodelled("`dup2` while text that was printed waits to be flushed");
            }
            (Descriptor::Input, _) if self.state.input.has_read_ahead() => {
                return self.unmodelled("`dup2` after input was read through a stream");
            }
            _ => {}
        }
        let disk = self.state.disk_mut();
        disk.close(to);
        disk.descriptors.set(to, target);
        self.int(to)
    }

    /// `fdopen`
    pub(super) fn open_stream_of(&mut self, args: &[Arg<D>]) -> Given<D> {
        let number = self.number(args[0].0)?;
        let Some(mode) = Mode::parse(&self.text(args[1].0)?) else {
            return self.fails(EINVAL, 0);
        };
        let stream = match self.state.disk.descriptors.get(number) {
            Descriptor::File(stream) if self.state.disk.streams[stream].object == 0 => stream,
            Descriptor::Closed => return self.fails(EBADF, 0),
            _ => return self.unmodelled("a second stream for a descriptor"),
        };
        let s = &self.state.disk.streams[stream];
        let (reads, writes) = (
            mode.letter == b'r' || mode.update,
            mode.letter != b'r' || mode.update,
        );
        if reads && !s.readable || writes && !s.writable {
            return self.fails(EINVAL, 0);
        }
        let name = s.name.to_string();
        let object = self.stream_object(&name);
        let s = &mut self.state.disk_mut().streams[stream];
        s.object = object;
        s.descriptor = number;
        Ok(Some(Val::pointer(object, D::constant(0))))
    }

    /// Facts about the file of a name: its mode, size, number and names, which are stored as four `long`.
    pub(super) fn facts_of_name(&mut self, args: &[Arg<D>]) -> Given<D> {
        let Some(name) = self.file_name(args[0].0)? else {
            return self.fails(ENOENT, -1);
        };
        match self.state.disk_mut().find(&name) {
            DiskEntry::File(file) => self.store_facts(args[1].0, file),
            DiskEntry::Folder => {
                let number = name.bytes().fold(1 << 20, |sum: u64, byte| {
                    sum.wrapping_mul(31).wrapping_add(u64::from(byte)) & 0xffff_ffff
                });
                let permissions = self.state.disk.permissions_of_folder(&name);
                let mode = u64::from(FOLDER | permissions.unwrap_or(GIVEN_FOLDER));
                self.store_longs(args[1].0, &[mode, FOLDER_SIZE, number, 2])
            }
            DiskEntry::Absent | DiskEntry::NoFolder => self.fails(ENOENT, -1),
            DiskEntry::Unknown(why) => self.unmodelled(&format!("facts about `{name}` ({why})")),
        }
    }

    /// Facts about the file of a descriptor, like [`Machine::facts_of_name`].
    pub(super) fn facts_of_descriptor(&mut self, args: &[Arg<D>]) -> Given<D> {
        let number = self.number(args[0].0)?;
        match self.state.disk.descriptors.get(number) {
            Descriptor::File(stream) => {
                let file = self.state.disk.streams[stream].file;
                self.store_facts(args[1].0, file)
            }
            Descriptor::Closed => self.fails(EBADF, -1),
            // Tests are run with pipes.
            _ => self.store_longs(args[1].0, &[u64::from(PIPE), 0, 1 + number as u64, 1]),
        }
    }

    fn store_facts(&mut self, to: Val<D::Bits>, file: usize) -> Given<D> {
        let disk = &self.state.disk;
        if disk.is_unflushed(file) {
            return self.unmodelled("facts about a file before what was written to it is flushed");
        }
        let permissions = disk.modes.get(&file).copied().unwrap_or(GIVEN_FILE);
        let facts = [
            u64::from(FILE | permissions),
            disk.size_of(file) as u64,
            100 + file as u64,
            disk.names_of(file) as u64,
        ];
        self.store_longs(to, &facts)
    }

    fn store_longs(&mut self, to: Val<D::Bits>, values: &[u64]) -> Given<D> {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.store_bytes(to, &bytes)?;
        self.int(0)
    }

    /// `chmod` of a name.
    pub(super) fn set_mode(&mut self, args: &[Arg<D>]) -> Given<D> {
        let mode = self.number(args[1].0)? as u32 & 0o7777;
        let Some(name) = self.file_name(args[0].0)? else {
            return self.fails(ENOENT, -1);
        };
        match self.state.disk_mut().find(&name) {
            DiskEntry::File(file) => {
                self.state.disk_mut().modes.insert(file, mode);
                self.int(0)
            }
            DiskEntry::Folder => self.unmodelled("the permissions of a folder"),
            DiskEntry::Absent | DiskEntry::NoFolder => self.fails(ENOENT, -1),
            DiskEntry::Unknown(why) => {
                self.unmodelled(&format!("the permissions of `{name}` ({why})"))
            }
        }
    }

    /// `ftruncate`
    pub(super) fn resize_file(&mut self, args: &[Arg<D>]) -> Given<D> {
        let number = self.number(args[0].0)?;
        let size = self.concretise(Scalar::I64, args[1].0.bits)? as i64;
        let stream = match self.state.disk.descriptors.get(number) {
            Descriptor::File(stream) => stream,
            Descriptor::Closed => return self.fails(EBADF, -1),
            _ => return self.fails(EINVAL, -1),
        };
        let s = &self.state.disk.streams[stream];
        match usize::try_from(size) {
            Ok(_) if s.dirty => {
                self.unmodelled("`ftruncate` while text that was written waits to be flushed")
            }
            Ok(size) if s.writable && size <= MAX_FILE => {
                let file = s.file;
                self.state.disk_mut().resize(file, size);
                self.int(0)
            }
            Ok(size) if size > MAX_FILE => self.unmodelled("a file of more than 16 MiB"),
            _ => self.fails(EINVAL, -1),
        }
    }

    /// `link`: a second name for a file.
    pub(super) fn link(&mut self, args: &[Arg<D>]) -> Given<D> {
        let (Some(from), Some(to)) = (self.file_name(args[0].0)?, self.file_name(args[1].0)?)
        else {
            return self.fails(ENOENT, -1);
        };
        self.keeps_observed(&from)?;
        self.keeps_observed(&to)?;
        let disk = self.state.disk_mut();
        match (disk.find(&from), disk.find(&to)) {
            (DiskEntry::File(file), DiskEntry::Absent) => {
                disk.name(&to, Some(file));
                self.int(0)
            }
            (DiskEntry::File(_), DiskEntry::File(_) | DiskEntry::Folder) => self.fails(EEXIST, -1),
            (DiskEntry::Absent | DiskEntry::NoFolder, _)
            | (DiskEntry::File(_), DiskEntry::NoFolder) => self.fails(ENOENT, -1),
            _ => self.unmodelled(&format!("a link from `{to}` to `{from}`")),
        }
    }

    /// `mkdir`
    pub(super) fn make_folder(&mut self, args: &[Arg<D>]) -> Given<D> {
        let permissions = self.number(args[1].0)? as u32 & 0o777 & !MASK;
        let Some(name) = self.file_name(args[0].0)? else {
            return self.fails(ENOENT, -1);
        };
        let disk = self.state.disk_mut();
        match disk.find(&name) {
            DiskEntry::File(_) | DiskEntry::Folder => self.fails(EEXIST, -1),
            DiskEntry::NoFolder => self.fails(ENOENT, -1),
            DiskEntry::Unknown(why) if !disk.may_make(&name) => {
                self.unmodelled(&format!("making the folder `{name}` ({why})"))
            }
            DiskEntry::Absent | DiskEntry::Unknown(_) => {
                disk.make_folder(&name, permissions);
                self.int(0)
            }
        }
    }

    /// `rmdir`
    pub(super) fn remove_folder(&mut self, name: Val<D::Bits>) -> Given<D> {
        let Some(name) = self.file_name(name)? else {
            return self.fails(ENOENT, -1);
        };
        match self.state.disk_mut().find(&name) {
            DiskEntry::Folder => self.remove_folder_named(&name),
            DiskEntry::File(_) => self.fails(ENOTDIR, -1),
            DiskEntry::Absent | DiskEntry::NoFolder => self.fails(ENOENT, -1),
            DiskEntry::Unknown(why) => self.unmodelled(&format!("removing `{name}` ({why})")),
        }
    }

    pub(super) fn remove_folder_named(&mut self, name: &str) -> Given<D> {
        match self.state.disk.names_in(name) {
            Some(names) if names.is_empty() && !name.is_empty() => {
                self.state.disk_mut().name(name, None);
                self.int(0)
            }
            Some(_) => self.fails(ENOTEMPTY, -1),
            None => self.unmodelled(&format!("removing `{name}`, whose files were not read")),
        }
    }

    /// The names in a folder: an allocated block of texts, the last of which is empty.
    pub(super) fn names_in(&mut self, name: Val<D::Bits>) -> Given<D> {
        let Some(name) = self.file_name(name)? else {
            return self.fails(ENOENT, 0);
        };
        match self.state.disk_mut().find(&name) {
            DiskEntry::Folder => {}
            DiskEntry::File(_) => return self.fails(ENOTDIR, 0),
            DiskEntry::Absent | DiskEntry::NoFolder => return self.fails(ENOENT, 0),
            DiskEntry::Unknown(why) => {
                return self.unmodelled(&format!("the names in `{name}` ({why})"));
            }
        }
        let Some(names) = self.state.disk.names_in(&name) else {
            return self.unmodelled(&format!("the names in `{name}`, whose files were not read"));
        };
        let mut bytes: Vec<u8> = names
            .iter()
            .flat_map(|n| [n.as_bytes(), b"\0"].concat())
            .collect();
        bytes.push(0);
        let block = self.allocate(bytes.len() as u64, false);
        self.store_bytes(block, &bytes)?;
        Ok(Some(block))
    }

    /// `chdir`
    pub(super) fn change_folder(&mut self, name: Val<D::Bits>) -> Given<D> {
        let Some(name) = self.file_name(name)? else {
            return self.fails(ENOENT, -1);
        };
        match self.state.disk_mut().find(&name) {
            DiskEntry::Folder if !name.starts_with(['/', '.']) => {
                self.state.disk_mut().folder = name;
                self.int(0)
            }
            DiskEntry::Folder => self.unmodelled(&format!("`{name}` as the current folder")),
            DiskEntry::File(_) => self.fails(ENOTDIR, -1),
            DiskEntry::Absent | DiskEntry::NoFolder => self.fails(ENOENT, -1),
            DiskEntry::Unknown(why) => {
                self.unmodelled(&format!("`{name}` as the current folder ({why})"))
            }
        }
    }

    /// The stream to which `write` writes; the error number if there is none.
    pub(super) fn written_stream(&mut self, number: i32) -> Exec<Result<Stream, i32>> {
        Ok(match self.state.disk.descriptors.get(number) {
            Descriptor::Output => Ok(Stream::Output),
            Descriptor::Error => Ok(Stream::Error),
            Descriptor::File(stream) if self.state.disk.streams[stream].dirty => {
                return self.unmodelled("`write` while text that was printed waits to be flushed");
            }
            Descriptor::File(stream) => Ok(Stream::File(stream)),
            Descriptor::Input | Descriptor::Closed => Err(EBADF),
        })
    }

    fn number(&mut self, value: Val<D::Bits>) -> Exec<i32> {
        Ok(self.concretise(Scalar::I32, value.bits)? as i32)
    }
}

/// A `long` result.
fn long<D: Domain>(value: i64) -> Val<D::Bits> {
    Val::scalar(D::constant(value as u64))
}
