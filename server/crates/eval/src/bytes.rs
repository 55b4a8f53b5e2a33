//! Storage of an object's bytes.
//!
//! A run copies each object on its first write to it, and most objects are small: their bytes are contiguous. Large
//! objects are divided into pages. A page takes no memory until something is written to it, and copies of an object
//! share their pages until one of them is written. So a block of any size costs only the pages in use, and a copy of it
//! one pointer for each page up to the last one in use.

use std::ops::Range;
use std::rc::Rc;

use smallvec::SmallVec;

/// Number of bytes that are stored inline, without an allocation.
const SMALL: usize = 16;
/// Size of a page; a multiple of the size of every scalar.
const PAGE: usize = 4096;

/// Contents of untouched pages.
static UNTOUCHED: [[u8; PAGE]; 2] = [[0; PAGE], [u8::MAX; PAGE]];

/// A fixed number of bytes.
#[derive(Debug, Clone)]
pub struct Bytes(Repr);

#[derive(Debug)]
enum Repr {
    Flat(SmallVec<[u8; SMALL]>),
    Paged(Pages),
}

#[derive(Debug, Clone)]
struct Pages {
    len: usize,
    /// Initial value of all bytes, 0 or 255.
    fill: u8,
    /// Pages up to the last one that was written; `None`: untouched.
    used: Vec<Option<Rc<[u8; PAGE]>>>,
}

/// Implemented by hand, so that the bytes are copied at once.
impl Clone for Repr {
    #[inline]
    fn clone(&self) -> Repr {
        match self {
            Repr::Flat(bytes) => Repr::Flat(SmallVec::from_slice(bytes)),
            Repr::Paged(pages) => Repr::Paged(pages.clone()),
        }
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Bytes) -> bool {
        match (&self.0, &other.0) {
            (Repr::Flat(own), Repr::Flat(others)) => own == others,
            _ => self.len() == other.len() && self.first_difference(other).is_none(),
        }
    }
}

impl Bytes {
    /// `size` bytes with the value `byte`, 0 or 255.
    #[inline]
    pub fn filled(byte: u8, size: usize) -> Bytes {
        Bytes(match size {
            0..=SMALL => Repr::Flat(SmallVec::from_buf_and_len([byte; SMALL], size)),
            _ if size <= PAGE => Repr::Flat(SmallVec::from_vec(vec![byte; size])),
            _ => Repr::Paged(Pages {
                len: size,
                fill: byte,
                used: Vec::new(),
            }),
        })
    }

    /// Number of bytes.
    #[inline]
    pub fn len(&self) -> usize {
        match &self.0 {
            Repr::Flat(bytes) => bytes.len(),
            Repr::Paged(pages) => pages.len,
        }
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the bytes are stored inline.
    pub(super) fn is_small(&self) -> bool {
        matches!(&self.0, Repr::Flat(bytes) if !bytes.spilled())
    }

    /// Copies another object's bytes into this one, reusing the allocation where possible. The match on lengths avoids
    /// a call of `memcpy`.
    #[inline]
    pub(super) fn copy_from(&mut self, from: &Bytes) {
        if let (Repr::Flat(own), Repr::Flat(from)) = (&mut self.0, &from.0) {
            match (&mut **own, &**from) {
                ([a, b, c, d], &[e, f, g, h]) => return (*a, *b, *c, *d) = (e, f, g, h),
                (own, from) if own.len() == from.len() => return own.copy_from_slice(from),
                _ => {}
            }
        }
        self.clone_from(from);
    }

    /// The byte at an index.
    #[inline]
    pub fn get(&self, at: usize) -> u8 {
        match &self.0 {
            Repr::Flat(bytes) => bytes[at],
            Repr::Paged(pages) => pages.page(at / PAGE)[at % PAGE],
        }
    }

    /// Reads a little-endian number of 1, 2, 4 or 8 bytes.
    #[inline]
    pub(super) fn number(&self, range: Range<usize>) -> u64 {
        match &self.0 {
            Repr::Flat(bytes) => read_number(&bytes[range]),
            Repr::Paged(pages) => pages.number(range),
        }
    }

    /// Writes a little-endian number of 1, 2, 4 or 8 bytes.
    #[inline]
    pub(super) fn put_number(&mut self, range: Range<usize>, number: u64) {
        match &mut self.0 {
            Repr::Flat(bytes) => write_number(&mut bytes[range], number),
            Repr::Paged(pages) => {
                let size = range.len();
                pages.write(range.start, &number.to_le_bytes()[..size]);
            }
        }
    }

    /// Sets all bytes of a range.
    #[inline]
    pub(super) fn fill(&mut self, range: Range<usize>, byte: u8) {
        match &mut self.0 {
            Repr::Flat(bytes) => bytes[range].fill(byte),
            Repr::Paged(pages) => pages.fill(range, byte),
        }
    }

    /// Writes bytes at an index.
    pub fn write(&mut self, at: usize, new: &[u8]) {
        match &mut self.0 {
            Repr::Flat(bytes) => bytes[at..at + new.len()].copy_from_slice(new),
            Repr::Paged(pages) => pages.write(at, new),
        }
    }

    /// A copy of a range; whole pages that line up are shared.
    pub(super) fn cut(&self, range: Range<usize>) -> Bytes {
        let pages = match &self.0 {
            Repr::Paged(pages) if range.len() > PAGE => pages,
            _ => return Bytes(Repr::Flat(SmallVec::from_vec(self.to_vec(range)))),
        };
        let mut piece = Pages {
            len: range.len(),
            fill: pages.fill,
            used: Vec::new(),
        };
        if range.start.is_multiple_of(PAGE) {
            let own = pages.used.iter().skip(range.start / PAGE);
            piece.used = own.take(range.len().div_ceil(PAGE)).cloned().collect();
        } else {
            for (page, part) in parts(range.clone()) {
                if let Some(touched) = pages.touched(page) {
                    let at = page * PAGE + part.start - range.start;
                    piece.write(at, &touched[part]);
                }
            }
        }
        Bytes(Repr::Paged(piece))
    }

    /// Writes a copy of a range made by `cut`.
    pub(super) fn paste(&mut self, at: usize, piece: &Bytes) {
        match (&mut self.0, &piece.0) {
            (Repr::Flat(own), Repr::Flat(new)) => own[at..at + new.len()].copy_from_slice(new),
            (Repr::Paged(own), Repr::Flat(new)) => own.write(at, new),
            (Repr::Paged(own), Repr::Paged(pages)) => {
                for (page, part) in parts(0..pages.len) {
                    let to = at + page * PAGE;
                    let is_whole = to.is_multiple_of(PAGE) && part.len() == PAGE;
                    match pages.touched(page) {
                        Some(touched) if is_whole => own.set(to / PAGE, Rc::clone(touched)),
                        Some(touched) => own.write(to, &touched[part]),
                        None => own.fill(to..to + part.len(), pages.fill),
                    }
                }
            }
            // A paged piece is larger than a page, so it does not fit in a smaller object.
            (Repr::Flat(own), Repr::Paged(_)) => {
                let new = piece.to_vec(0..piece.len());
                own[at..at + new.len()].copy_from_slice(&new);
            }
        }
    }

    /// A copy of a range.
    pub fn to_vec(&self, range: Range<usize>) -> Vec<u8> {
        match &self.0 {
            Repr::Flat(bytes) => bytes[range].to_vec(),
            Repr::Paged(pages) => {
                let parts = parts(range).map(|(page, part)| &pages.page(page)[part]);
                parts.collect::<Vec<_>>().concat()
            }
        }
    }

    /// Whether all bytes of a range have this value.
    #[inline]
    pub(super) fn are_all(&self, range: Range<usize>, byte: u8) -> bool {
        match &self.0 {
            Repr::Flat(bytes) => bytes[range].iter().all(|b| *b == byte),
            Repr::Paged(pages) => parts(range).all(|(page, part)| match pages.touched(page) {
                Some(page) => page[part].iter().all(|b| *b == byte),
                None => pages.fill == byte,
            }),
        }
    }

    /// The contiguous bytes from `at` on; `None` past the end.
    pub(super) fn piece(&self, at: usize) -> Option<&[u8]> {
        match &self.0 {
            Repr::Flat(bytes) => bytes.get(at..),
            Repr::Paged(pages) => {
                let left = pages.len.checked_sub(at)?;
                let piece = &pages.page(at / PAGE)[at % PAGE..];
                Some(&piece[..piece.len().min(left)])
            }
        }
    }

    /// All pieces that were written, possibly with others.
    pub(super) fn touched(&self) -> impl Iterator<Item = &[u8]> {
        let (flat, paged) = match &self.0 {
            Repr::Flat(bytes) => (Some(&bytes[..]), None),
            Repr::Paged(pages) => (None, Some(pages)),
        };
        let pages = paged.into_iter().flat_map(|p| p.used.iter().flatten());
        flat.into_iter().chain(pages.map(|page| &page[..]))
    }

    /// Number of bytes from `at` on, in whole pages, that are known to be equal in both without comparing them.
    pub fn shared(&self, other: &Bytes, at: usize) -> usize {
        match (&self.0, &other.0) {
            (Repr::Paged(own), Repr::Paged(others)) if at.is_multiple_of(PAGE) => {
                let touched = own.used.len().max(others.used.len());
                let mut page = at / PAGE;
                while page < touched && own.shares(others, page) {
                    page += 1;
                }
                let end = match page < touched {
                    true => page * PAGE,
                    // The rest is untouched in both.
                    false if own.fill == others.fill => own.len.min(others.len),
                    false => touched * PAGE,
                };
                end.saturating_sub(at)
            }
            _ => 0,
        }
    }

    /// Whether a range is equal in both.
    pub fn is_equal_in(&self, other: &Bytes, range: Range<usize>) -> bool {
        match (&self.0, &other.0) {
            (Repr::Flat(own), Repr::Flat(others)) => own[range.clone()] == others[range],
            _ => range.into_iter().all(|at| self.get(at) == other.get(at)),
        }
    }

    /// The first index at which two objects of the same size differ.
    pub fn first_difference(&self, other: &Bytes) -> Option<usize> {
        let mut at = 0;
        while at < self.len() {
            at += self.shared(other, at);
            let found = self.differences(other, at).next();
            if found.is_some() {
                return found;
            }
            at += PAGE;
        }
        None
    }

    /// The last index at which two objects of the same size differ.
    pub fn last_difference(&self, other: &Bytes) -> Option<usize> {
        let mut at = 0;
        let mut last = None;
        while at < self.len() {
            at += self.shared(other, at);
            last = self.differences(other, at).last().or(last);
            at += PAGE;
        }
        last
    }

    /// The indices of differences within the page that begins at `begin`.
    fn differences<'b>(
        &'b self,
        other: &'b Bytes,
        begin: usize,
    ) -> impl Iterator<Item = usize> + 'b {
        let end = self.len().min(begin + PAGE);
        (begin..end).filter(|&at| self.get(at) != other.get(at))
    }
}

impl Pages {
    fn touched(&self, page: usize) -> Option<&Rc<[u8; PAGE]>> {
        self.used.get(page)?.as_ref()
    }

    #[inline]
    fn page(&self, page: usize) -> &[u8; PAGE] {
        match self.touched(page) {
            Some(page) => page,
            None => &UNTOUCHED[usize::from(self.fill != 0)],
        }
    }

    fn set(&mut self, page: usize, new: Rc<[u8; PAGE]>) {
        if self.used.len() <= page {
            self.used.resize(page + 1, None);
        }
        self.used[page] = Some(new);
    }

    /// Sets all bytes of a range. Whole pages that have their initial contents again take no memory, others share one.
    fn fill(&mut self, range: Range<usize>, byte: u8) {
        let mut shared = None;
        for (page, part) in parts(range) {
            let is_whole = part.len() == PAGE;
            if byte == self.fill && (is_whole || self.touched(page).is_none()) {
                if let Some(touched) = self.used.get_mut(page) {
                    *touched = None;
                }
            } else if is_whole {
                let filled = shared.get_or_insert_with(|| Rc::new([byte; PAGE]));
                self.set(page, Rc::clone(filled));
            } else {
                self.page_mut(page)[part].fill(byte);
            }
        }
    }

    fn page_mut(&mut self, page: usize) -> &mut [u8; PAGE] {
        if self.used.len() <= page {
            self.used.resize(page + 1, None);
        }
        let fill = self.fill;
        let touched = self.used[page].get_or_insert_with(|| Rc::new([fill; PAGE]));
        Rc::make_mut(touched)
    }

    fn number(&self, range: Range<usize>) -> u64 {
        let (at, size) = (range.start % PAGE, range.len());
        if at + size <= PAGE {
            return read_number(&self.page(range.start / PAGE)[at..at + size]);
        }
        let bytes = range.rev().map(|at| self.page(at / PAGE)[at % PAGE]);
        bytes.fold(0, |number, byte| number << 8 | u64::from(byte))
    }

    fn write(&mut self, at: usize, mut new: &[u8]) {
        for (page, part) in parts(at..at + new.len()) {
            let (now, later) = new.split_at(part.len());
            self.page_mut(page)[part].copy_from_slice(now);
            new = later;
        }
    }

    /// Whether both share a page.
    fn shares(&self, other: &Pages, page: usize) -> bool {
        match (self.touched(page), other.touched(page)) {
            (None, None) => self.fill == other.fill,
            (Some(own), Some(others)) => Rc::ptr_eq(own, others),
            _ => false,
        }
    }
}

/// The pages that a range covers, each with the part of it that lies in the range.
fn parts(range: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
    let last = if range.is_empty() {
        range.start / PAGE
    } else {
        (range.end - 1) / PAGE + 1
    };
    (range.start / PAGE..last).map(move |page| {
        let begin = page * PAGE;
        let part = range.start.max(begin) - begin..range.end.min(begin + PAGE) - begin;
        (page, part)
    })
}

/// Reads a little-endian number of 1, 2, 4 or 8 bytes. The match on lengths avoids a call of `memcpy`.
#[inline]
fn read_number(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    }
}

/// Writes a little-endian number of 1, 2, 4 or 8 bytes.
#[inline]
fn write_number(bytes: &mut [u8], number: u64) {
    match bytes.len() {
        1 => bytes.copy_from_slice(&(number as u8).to_le_bytes()),
        2 => bytes.copy_from_slice(&(number as u16).to_le_bytes()),
        4 => bytes.copy_from_slice(&(number as u32).to_le_bytes()),
        _ => bytes.copy_from_slice(&number.to_le_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_block_costs_what_is_used_of_it() {
        let mut block = Bytes::filled(0, 3 << 30);
        assert_eq!((block.len(), block.get(2 << 30)), (3 << 30, 0));
        block.put_number(PAGE - 2..PAGE + 2, 0x0403_0201);
        assert_eq!(block.number(PAGE - 2..PAGE + 2), 0x0403_0201);
        assert_eq!(block.to_vec(PAGE - 3..PAGE + 3), [0, 1, 2, 3, 4, 0]);
        assert_eq!(block.touched().count(), 2);
        assert!(block.are_all(5 * PAGE..9 * PAGE, 0) && !block.are_all(0..PAGE, 0));
        assert_eq!(block.piece(PAGE - 1), Some(&[2][..]));
        assert_eq!(block.piece((3 << 30) - 1), Some(&[0][..]));
        assert_eq!(block.piece((3 << 30) + 1), None);
    }

    #[test]
    fn ranges_are_copied_with_what_is_used_of_them() {
        let mut block = Bytes::filled(0, 1 << 30);
        block.write(3 * PAGE - 1, &[1, 2]);
        let piece = block.cut(PAGE..1 << 29);
        assert_eq!(
            (piece.len(), piece.touched().count()),
            ((1 << 29) - PAGE, 2)
        );
        let mut other = Bytes::filled(0, 1 << 30);
        other.write(5 * PAGE, &[9]);
        other.paste(2 * PAGE, &piece);
        assert_eq!(other.to_vec(4 * PAGE - 2..4 * PAGE + 2), [0, 1, 2, 0]);
        assert_eq!((other.get(5 * PAGE), other.touched().count()), (0, 2));
        // Source and destination at different offsets within their pages.
        let piece = block.cut(3 * PAGE - 2..3 * PAGE + 5000);
        other.paste(PAGE + 1, &piece);
        assert_eq!(other.to_vec(PAGE..PAGE + 5), [0, 0, 1, 2, 0]);
        other.fill(0..PAGE, 7);
        assert!(other.are_all(0..PAGE, 7));
    }

    #[test]
    fn whole_pages_that_are_set_at_once_share_one() {
        let mut block = Bytes::filled(0, 4 * PAGE);
        block.fill(1..4 * PAGE, 7);
        let pages: Vec<_> = block.touched().map(<[u8]>::as_ptr).collect();
        assert!(pages[0] != pages[1] && pages[1] == pages[2] && pages[2] == pages[3]);
        block.write(2 * PAGE, &[8]);
        assert_eq!(block.to_vec(2 * PAGE - 1..2 * PAGE + 2), [7, 8, 7]);
        assert_eq!((block.get(0), block.get(3 * PAGE)), (0, 7));
    }

    #[test]
    fn copies_share_pages_until_one_is_written() {
        let mut block = Bytes::filled(u8::MAX, 5 * PAGE);
        block.write(2 * PAGE - 1, &[7, 8, 9]);
        let mut copy = block.clone();
        assert_eq!(copy, block);
        assert_eq!(copy.shared(&block, PAGE), 4 * PAGE);
        copy.fill(2 * PAGE..2 * PAGE + 1, u8::MAX);
        assert_eq!(
            (copy.shared(&block, PAGE), copy.shared(&block, 2 * PAGE)),
            (PAGE, 0)
        );
        assert_eq!(copy.shared(&block, 3 * PAGE), 2 * PAGE);
        assert_eq!((copy.get(2 * PAGE), block.get(2 * PAGE)), (u8::MAX, 8));
        assert_eq!(copy.first_difference(&block), Some(2 * PAGE));
        copy.write(4 * PAGE + 3, &[5]);
        assert_eq!(copy.last_difference(&block), Some(4 * PAGE + 3));
        assert!(copy.is_equal_in(&block, 0..2 * PAGE) && copy != block);
        // Written and untouched pages may be equal.
        copy.write(2 * PAGE, &[8]);
        copy.write(4 * PAGE + 3, &[u8::MAX]);
        assert_eq!(copy, block);
    }
}
