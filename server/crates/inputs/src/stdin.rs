//! Conversion of the choices of a run, in which every read was symbolic, to a text that the program would read in this
//! way.
//!
//! The choices of a run are divided into calls: the value that each call returned, and the values that it stored. A
//! call of `scanf` is written by its own format; two calls are separated by a newline where both skip white space.
//! Values that cannot be read (a letter where a digit is required, a call that succeeds behind the end of the input)
//! are excluded by [`constrain`] while the solver still has a choice. If the program reads the text in another way
//! after all, the run on it shows that.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use eval::{Choice, Entry};
use ir::{CompId, ComponentKind, Program, Scalar};
use syntax::Sources;
use term::{BvCmp, Pool, Term};

use crate::format::{Conversion, ScanfPiece, first_literal, pieces};

/// The calls of a program that read standard input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reads(BTreeMap<CompId, ReadFormat>);

/// How a call reads.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ReadFormat {
    /// `scanf` with this format.
    Format(Vec<ScanfPiece>),
    /// `getchar` and similar functions.
    Character,
    /// `fgets` and `gets`, which read a line.
    Line,
}

/// Results of one call, as terms or as values.
struct Call<'r, V> {
    read: &'r ReadFormat,
    values: Vec<V>,
    texts: Vec<Vec<V>>,
}

/// A value of a run: its type, and its bits or the term for them.
type Value<T> = (Scalar, T);

impl Reads {
    /// Collects the calls of a program whose way of reading is understood.
    pub fn of(program: &Program, sources: &Sources) -> Reads {
        let all = (0..).map(CompId).zip(&program.components);
        let inputs = all.filter(|(_, component)| component.kind == ComponentKind::Input);
        let known = inputs.filter_map(|(comp, component)| {
            let text = sources.text(component.span);
            let name = text.split('(').next()?.trim();
            let read = match name {
                "scanf" => ReadFormat::Format(pieces(&first_literal(text)?)?),
                "fscanf" if text.contains("stdin") => {
                    ReadFormat::Format(pieces(&first_literal(text)?)?)
                }
                "getchar" | "fgetc" | "getc" | "getchar_unlocked" => ReadFormat::Character,
                "fgets" | "gets" => ReadFormat::Line,
                _ => return None,
            };
            Some((comp, read))
        });
        Reads(known.collect())
    }

    /// Components that are reading calls.
    pub fn components(&self) -> impl Iterator<Item = CompId> + '_ {
        self.0.keys().copied()
    }

    /// Whether no call reads.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Constraints under which a text exists that is read with these results.
    pub fn constraints(&self, entries: &[Entry], pool: &mut Pool) -> Vec<Term> {
        let mut calls: Vec<Call<'_, Value<Term>>> = Vec::new();
        for entry in entries {
            match entry {
                Entry::Enter { comp, .. } => {
                    calls.extend(self.0.get(comp).map(Call::new));
                }
                Entry::Value { comp, ty, term, .. } if self.0.contains_key(comp) => {
                    if let Some(call) = calls.last_mut() {
                        call.values.push((*ty, *term));
                    }
                }
                Entry::Text { comp, bytes } if self.0.contains_key(comp) => {
                    let bytes = bytes.iter().map(|byte| (Scalar::U8, *byte)).collect();
                    if let Some(call) = calls.last_mut() {
                        call.texts.push(bytes);
                    }
                }
                _ => {}
            }
        }
        let mut needed = Vec::new();
        // Condition that an earlier call met the end of the input.
        let mut ended: Option<Term> = None;
        for call in &calls {
            let end = constrain(call, pool, &mut needed);
            if let (Some(before), Some(now)) = (ended, end) {
                needed.push(pool.implies(before, now));
            }
            ended = end.or(ended);
        }
        needed
    }

    /// Text that is read with these choices, or `None` if there is none.
    pub fn text(&self, script: &eval::Script) -> Option<String> {
        let mut calls: Vec<Call<'_, Value<u64>>> = Vec::new();
        for choice in script {
            match choice {
                Choice::Enter { comp, .. } => {
                    calls.extend(self.0.get(comp).map(Call::new));
                }
                Choice::Value { comp, ty, bits, .. } if self.0.contains_key(comp) => {
                    if let Some(call) = calls.last_mut() {
                        call.values.push((*ty, *bits));
                    }
                }
                Choice::Text { comp, bytes } if self.0.contains_key(comp) => {
                    let bytes = bytes.iter().map(|byte| (Scalar::U8, u64::from(*byte)));
                    let bytes = bytes.collect();
                    if let Some(call) = calls.last_mut() {
                        call.texts.push(bytes);
                    }
                }
                _ => {}
            }
        }
        let mut text = Text::default();
        for call in &calls {
            if !text.call(call)? {
                break;
            }
        }
        Some(text.finish())
    }
}

impl<'r, V> Call<'r, V> {
    fn new(read: &'r ReadFormat) -> Call<'r, V> {
        Call {
            read,
            values: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// Return value of the call, if it is used, and the stored values.
    fn parts(&self) -> (Option<&V>, &[V]) {
        let stored = match self.read {
            ReadFormat::Format(pieces) => conversions(pieces).filter(|c| !c.is_text()).count(),
            ReadFormat::Character => 0,
            ReadFormat::Line => 0,
        };
        if self.values.len() > stored {
            (self.values.first(), &self.values[1..])
        } else {
            (None, &self.values)
        }
    }
}

/// Conversions that store something.
fn conversions(pieces: &[ScanfPiece]) -> impl Iterator<Item = Conversion> + '_ {
    pieces.iter().filter_map(|piece| match piece {
        ScanfPiece::Conversion(c) if !c.suppressed && c.kind != 'n' => Some(*c),
        _ => None,
    })
}

/// Adds the constraints of one call. Returns the condition that the call met the end of the input, if the call reports
/// it.
fn constrain(
    call: &Call<'_, Value<Term>>,
    pool: &mut Pool,
    needed: &mut Vec<Term>,
) -> Option<Term> {
    let (result, stored) = call.parts();

    // Text that is read has printable characters, so that it can be shown as a test.
    match call.read {
        ReadFormat::Format(pieces) => {
            let count = conversions(pieces).count() as u64;
            let mut stored = stored.iter();
            let mut texts = call.texts.iter();
            for conversion in conversions(pieces) {
                if conversion.is_text() {
                    for (_, byte) in texts.next().into_iter().flatten() {
                        needed.push(within(*byte, 33, 126, pool));
                    }
                } else if let (Some((_, byte)), 'c') = (stored.next(), conversion.kind) {
                    needed.push(within(*byte, 32, 126, pool));
                }
            }

            // Either every conversion succeeds, or the call meets the end: no input is malformed.
            let (_, result) = result?;
            let width = pool.width(*result);
            let count = pool.bv(width, count);
            let is_complete = pool.eq(*result, count);
            let end = at_end(*result, pool);
            needed.push(pool.or(is_complete, end));
            Some(end)
        }
        ReadFormat::Character => {
            let (_, result) = result?;
            let end = at_end(*result, pool);
            let printable = within(*result, 32, 126, pool);
            let newline = pool.bv(pool.width(*result), 10);
            let is_newline = pool.eq(*result, newline);
            needed.push(pool.or_all(&[end, printable, is_newline]));
            Some(end)
        }
        ReadFormat::Line => {
            for (_, byte) in call.texts.iter().flatten() {
                let printable = within(*byte, 32, 126, pool);
                let newline = pool.bv(8, 10);
                let is_newline = pool.eq(*byte, newline);
                needed.push(pool.or(printable, is_newline));
            }
            let (_, is_read) = result?;
            Some(pool.not(*is_read))
        }
    }
}

/// Term for `result == −1`, which every call returns at the end of the input.
fn at_end(result: Term, pool: &mut Pool) -> Term {
    let end = pool.bv(pool.width(result), u64::MAX);
    pool.eq(result, end)
}

/// `least <= value <= most`, unsigned.
fn within(value: Term, least: u64, most: u64, pool: &mut Pool) -> Term {
    let width = pool.width(value);
    let (least, most) = (pool.bv(width, least), pool.bv(width, most));
    let above = pool.bv_cmp(BvCmp::Ule, least, value);
    let below = pool.bv_cmp(BvCmp::Ule, value, most);
    pool.and(above, below)
}

/// An input text under construction.
#[derive(Default)]
struct Text {
    text: String,
    /// Whether the last conversion skips white space behind it if the next one does too.
    is_open: bool,
}

impl Text {
    /// Writes the text that one call reads. Returns `false` if the call met the end of the input, `None` if there is no
    /// such text.
    fn call(&mut self, call: &Call<'_, Value<u64>>) -> Option<bool> {
        let (result, stored) = call.parts();
        match call.read {
            ReadFormat::Format(pieces) => {
                if result.is_some_and(|(ty, bits)| as_signed(*ty, *bits) < 0) {
                    return Some(false);
                }
                self.formatted(pieces, stored, &call.texts)?;
            }
            ReadFormat::Character => {
                let Some((ty, bits)) = result else {
                    // The character is not used, so any one will do.
                    self.text.push('\n');
                    return Some(true);
                };
                if as_signed(*ty, *bits) < 0 {
                    return Some(false);
                }
                self.text.push(char::from(*bits as u8));
            }
            ReadFormat::Line => {
                if result.is_some_and(|(_, bits)| *bits == 0) {
                    return Some(false);
                }
                let line = call
                    .texts
                    .first()?
                    .iter()
                    .map(|(_, b)| char::from(*b as u8));
                self.text.extend(line);
                if !self.text.ends_with('\n') {
                    self.text.push('\n');
                }
            }
        }
        self.is_open = match call.read {
            ReadFormat::Format(pieces) => {
                matches!(pieces.last(), Some(ScanfPiece::Conversion(c)) if c.skips_space())
            }
            ReadFormat::Character | ReadFormat::Line => false,
        };
        Some(true)
    }

    fn formatted(
        &mut self,
        pieces: &[ScanfPiece],
        stored: &[Value<u64>],
        texts: &[Vec<Value<u64>>],
    ) -> Option<()> {
        let (mut stored, mut texts) = (stored.iter(), texts.iter());
        // Two adjacent numbers would be read as one.
        let mut touches = false;
        for (at, piece) in pieces.iter().enumerate() {
            let skips = match piece {
                ScanfPiece::Space => true,
                ScanfPiece::Conversion(c) => c.skips_space(),
                ScanfPiece::Literal(_) => false,
            };
            if at == 0 && self.is_open && skips {
                self.text.push('\n');
            } else if touches && skips {
                self.text.push(' ');
            }
            touches = false;
            match piece {
                ScanfPiece::Space => {}
                ScanfPiece::Literal(c) => self.text.push(*c),
                ScanfPiece::Conversion(c) => {
                    self.converted(*c, &mut stored, &mut texts)?;
                    touches = c.skips_space();
                }
            }
        }
        Some(())
    }

    fn converted<'v>(
        &mut self,
        conversion: Conversion,
        stored: &mut impl Iterator<Item = &'v Value<u64>>,
        texts: &mut impl Iterator<Item = &'v Vec<Value<u64>>>,
    ) -> Option<()> {
        if conversion.suppressed {
            self.text
                .push(if conversion.skips_space() { '0' } else { '\n' });
            return Some(());
        }
        if conversion.kind == 'n' {
            return Some(());
        }
        if conversion.is_text() {
            let word: String = texts
                .next()?
                .iter()
                .map(|(_, b)| char::from(*b as u8))
                .collect();
            self.text.push_str(&word);
            return (!word.is_empty()).then_some(());
        }
        let &(ty, bits) = stored.next()?;
        let written = match conversion.kind {
            'c' => {
                self.text.push(char::from(bits as u8));
                return Some(());
            }
            'x' | 'X' | 'p' => write!(self.text, "{:x}", bits & mask(ty)),
            'o' => write!(self.text, "{:o}", bits & mask(ty)),
            'u' => write!(self.text, "{}", bits & mask(ty)),
            _ => match ty {
                Scalar::F32 => write!(self.text, "{}", f32::from_bits(bits as u32)),
                Scalar::F64 => write!(self.text, "{}", f64::from_bits(bits)),
                _ => write!(self.text, "{}", as_signed(ty, bits)),
            },
        };
        written.ok()
    }

    fn finish(mut self) -> String {
        if self.is_open {
            self.text.push('\n');
        }
        self.text
    }
}

fn mask(ty: Scalar) -> u64 {
    u64::MAX >> (64 - 8 * ty.size().clamp(1, 8))
}

/// Interprets the bits as a signed number.
fn as_signed(ty: Scalar, bits: u64) -> i64 {
    let shift = 64 - 8 * ty.size().clamp(1, 8);
    (bits << shift).cast_signed() >> shift
}
