//! `string.h`.

use ir::{BinOp, Builtin as B, Scalar};

use super::{Arg, Given};
use crate::domain::Domain;
use crate::machine::Machine;
use crate::stop::Exec;
use crate::trap::TrapKind;
use crate::value::Val;

impl<D: Domain> Machine<'_, D> {
    pub(super) fn string(&mut self, builtin: B, args: &[Arg<D>]) -> Given<D> {
        let a = args[0].0;
        match builtin {
            // Texts.
            B::Strlen => {
                let n = self.length(a, u64::MAX)?;
                Ok(Some(Val::scalar(D::constant(n))))
            }
            B::Strcpy | B::Strcat => {
                let n = self.length(args[1].0, u64::MAX)?;
                self.append(builtin, a, args[1].0, n)
            }
            B::Strncat => {
                let most = self.concretise(Scalar::U64, args[2].0.bits)?;
                let n = self.length(args[1].0, most)?;
                self.append(builtin, a, args[1].0, n)
            }
            B::Strncpy => {
                let most = self.concretise(Scalar::U64, args[2].0.bits)?;
                let n = self.length(args[1].0, most)?;
                self.access_all(a, most)?;
                self.append(builtin, a, args[1].0, n)?;
                let rest = self.offset(a, n);
                self.fill(rest, D::constant(0), most - n)?;
                Ok(Some(a))
            }
            // Comparisons and searches, in texts and blocks.
            B::Strcmp => self.compare_bytes(a, args[1].0, u64::MAX, true),
            B::Strncmp | B::Memcmp => {
                let most = self.concretise(Scalar::U64, args[2].0.bits)?;
                self.compare_bytes(a, args[1].0, most, builtin == B::Strncmp)
            }
            B::Strchr | B::Strrchr => self.find_character(a, args[1].0, builtin == B::Strrchr),
            B::Strstr => self.find_text(a, args[1].0),
            // A copy in memory of its own.
            B::Strdup => {
                let n = self.length(a, u64::MAX)?;
                self.range(a, n + 1, false)?;
                let copy = self.allocate(n + 1, false);
                self.copy(copy, a, n + 1)?;
                Ok(Some(copy))
            }
            // Blocks of memory.
            B::Memcpy | B::Memmove => {
                let n = self.concretise(Scalar::U64, args[2].0.bits)?;
                if builtin == B::Memcpy {
                    self.apart("memcpy", args[1].0, a, [n, n])?;
                }
                self.copy(a, args[1].0, n)?;
                Ok(Some(a))
            }
            B::Memset => {
                let n = self.concretise(Scalar::U64, args[2].0.bits)?;
                let byte = self.dom.cast(args[1].1, Scalar::U8, args[1].0.bits);
                self.fill(a, byte, n)?;
                Ok(Some(a))
            }
            _ => self.unmodelled(&format!("a call of `{}`", builtin.name())),
        }
    }

    fn access_all(&mut self, p: Val<D::Bits>, size: u64) -> Exec<()> {
        if size > 0 {
            self.range(p, size, true)?;
        }
        Ok(())
    }

    /// Traps if source and target of a copy overlap, unless they are identical.
    fn apart(
        &mut self,
        function: &'static str,
        source: Val<D::Bits>,
        target: Val<D::Bits>,
        [read, written]: [u64; 2],
    ) -> Exec<()> {
        if read == 0 || source.object != target.object {
            return Ok(());
        }
        let (_, from) = self.range(source, read, false)?;
        let (_, to) = self.range(target, written, true)?;
        if from == to {
            return Ok(());
        }
        // A string is read with its end, as it is written.
        self.disjoint(function, source, target, [written, written])
    }

    /// Traps if bytes that a function reads and bytes that it writes, which can be accessed, overlap.
    pub(super) fn disjoint(
        &mut self,
        function: &'static str,
        source: Val<D::Bits>,
        target: Val<D::Bits>,
        [read, written]: [u64; 2],
    ) -> Exec<()> {
        if source.object != target.object {
            return Ok(());
        }
        let (id, from) = self.range(source, 1, false)?;
        let (_, to) = self.range(target, 1, true)?;
        let offsets = [from as u64, to as u64];
        let [from, to] = offsets;
        match self.state.memory.get(id) {
            Some(o) if from < to + written && to < from + read => self.trap(TrapKind::Overlap {
                function,
                object: o.described(self.program),
                size: written,
                offsets,
            }),
            _ => Ok(()),
        }
    }

    /// Number of bytes before the NUL, at most `most`.
    pub(super) fn length(&mut self, p: Val<D::Bits>, most: u64) -> Exec<u64> {
        let mut n = 0;
        while n < most {
            let b = self.byte_at(p, n)?;
            let more = self.dom.nonzero(Scalar::U8, b);
            if !self.decide(more)? {
                break;
            }
            n += 1;
        }
        Ok(n)
    }

    /// Copies `n` bytes to `a` or to the end of the string at `a`, followed by a NUL except for `strncpy`.
    fn append(&mut self, builtin: B, a: Val<D::Bits>, b: Val<D::Bits>, n: u64) -> Given<D> {
        let at_end = matches!(builtin, B::Strcat | B::Strncat);
        let nul = builtin != B::Strncpy;
        let skip = if at_end { self.length(a, u64::MAX)? } else { 0 };
        let target = self.offset(a, skip);
        self.access_all(target, n + u64::from(nul))?;
        self.apart(builtin.name(), b, target, [n, n + u64::from(nul)])?;
        self.copy(target, b, n)?;
        if nul {
            let end = self.offset(target, n);
            self.store(end, Scalar::U8, Val::scalar(D::constant(0)))?;
        }
        Ok(Some(a))
    }

    fn compare_bytes(
        &mut self,
        a: Val<D::Bits>,
        b: Val<D::Bits>,
        most: u64,
        strings: bool,
    ) -> Given<D> {
        let mut i = 0;
        while i < most {
            let (x, y) = (self.byte_at(a, i)?, self.byte_at(b, i)?);
            let equal = self.dom.compare(BinOp::Eq, Scalar::U8, x, y);
            if !self.decide(equal)? {
                let (x, y) = (
                    self.dom.cast(Scalar::U8, Scalar::I32, x),
                    self.dom.cast(Scalar::U8, Scalar::I32, y),
                );
                // Only the sign is specified; glibc returns the difference.
                return Ok(Some(Val::scalar(self.dom.bin(
                    BinOp::Sub,
                    Scalar::I32,
                    x,
                    y,
                ))));
            }
            if strings {
                let more = self.dom.nonzero(Scalar::U8, x);
                if !self.decide(more)? {
                    break;
                }
            }
            i += 1;
        }
        self.int(0)
    }

    fn find_character(&mut self, p: Val<D::Bits>, c: Val<D::Bits>, last: bool) -> Given<D> {
        let wanted = self.dom.cast(Scalar::I32, Scalar::U8, c.bits);
        let mut found = Val::scalar(D::constant(0));
        let mut i = 0;
        loop {
            let b = self.byte_at(p, i)?;
            let hit = self.dom.compare(BinOp::Eq, Scalar::U8, b, wanted);
            if self.decide(hit)? {
                found = self.offset(p, i);
                if !last {
                    return Ok(Some(found));
                }
            }
            let more = self.dom.nonzero(Scalar::U8, b);
            if !self.decide(more)? {
                return Ok(Some(found));
            }
            i += 1;
        }
    }

    /// `strspn`, `strcspn`
    pub(super) fn span_of(&mut self, builtin: B, args: &[Arg<D>]) -> Given<D> {
        let set = self.text(args[1].0)?;
        let mut n = 0;
        loop {
            let b = self.byte_at(args[0].0, n)?;
            let b = self.concretise(Scalar::U8, b)? as u8;
            if b == 0 || set.contains(&b) != (builtin == B::Strspn) {
                return Ok(Some(Val::scalar(D::constant(n))));
            }
            n += 1;
        }
    }

    fn find_text(&mut self, p: Val<D::Bits>, needle: Val<D::Bits>) -> Given<D> {
        let (text, needle) = (self.text(p)?, self.text(needle)?);
        let at = (0..=text.len()).find(|i| text[*i..].starts_with(&needle));
        Ok(Some(match at {
            Some(i) => self.offset(p, i as u64),
            None => Val::scalar(D::constant(0)),
        }))
    }
}
