//! `scanf`, `getchar`, `fgets`: standard input is known in every run.

use std::rc::Rc;

use super::{Arg, Given};
use crate::Scalar;
use crate::eval::domain::Domain;
use crate::eval::machine::Machine;
use crate::eval::stop::Exec;
use crate::eval::trap::TrapKind;
use crate::eval::value::Val;
use crate::text::Length;
use crate::text::scanf::{Directive, Scan, Value, parse_format, scan};

impl<D: Domain> Machine<'_, D> {
    pub(super) fn scan_input(&mut self, format: Val<D::Bits>, args: &[Arg<D>]) -> Given<D> {
        let directives = self.scan_format(format)?;
        let input = Rc::clone(&self.state.streams.input);
        let found = scan(&input, self.state.streams.at, &directives);
        self.assign(&input, &directives, &found, args)?;
        self.state.streams.at = found.pos;
        self.state.streams.eof |= found.at_end;
        self.int(found.returns)
    }

    pub(super) fn scan_string(
        &mut self,
        text: Val<D::Bits>,
        format: Val<D::Bits>,
        args: &[Arg<D>],
    ) -> Given<D> {
        let directives = self.scan_format(format)?;
        let input = self.text(text)?;
        let found = scan(&input, 0, &directives);
        self.assign(&input, &directives, &found, args)?;
        self.int(found.returns)
    }

    fn scan_format(&mut self, format: Val<D::Bits>) -> Exec<Vec<Directive>> {
        let text = self.text(format)?;
        match parse_format(&text) {
            Ok(directives) => Ok(directives),
            Err(_) => self.trap(TrapKind::Library("invalid format of `scanf`".into())),
        }
    }

    fn assign(
        &mut self,
        input: &[u8],
        directives: &[Directive],
        found: &Scan,
        args: &[Arg<D>],
    ) -> Exec<()> {
        let specs = directives.iter().filter_map(|d| match d {
            Directive::Conversion(spec) if !spec.suppress => Some(spec),
            _ => None,
        });
        for (i, (value, spec)) in found.values.iter().zip(specs).enumerate() {
            let Some(&(target, ty)) = args.get(i) else {
                return self.trap(TrapKind::Library(
                    "too few arguments for the format of `scanf`".into(),
                ));
            };
            if ty != Scalar::Ptr {
                return self.trap(TrapKind::Library(
                    "an argument of `scanf` is not a pointer".into(),
                ));
            }
            match value {
                Value::Int(v) | Value::Consumed(v) => {
                    let ty = match spec.int_bits() {
                        8 => Scalar::I8,
                        16 => Scalar::I16,
                        32 => Scalar::I32,
                        _ => Scalar::I64,
                    };
                    let bits = crate::eval::arith::extend(ty, *v);
                    self.store(target, ty, Val::scalar(D::constant(bits)))?;
                }
                Value::Float(x) => {
                    let ty = if spec.length == Length::Default {
                        Scalar::F32
                    } else {
                        Scalar::F64
                    };
                    let bits = crate::eval::arith::from_f64(ty, *x);
                    self.store(target, ty, Val::scalar(D::constant(bits)))?;
                }
                Value::Chars(range) => self.store_bytes(target, &input[range.clone()])?,
                Value::Text(range) => self.store_text(target, &input[range.clone()])?,
            }
        }
        Ok(())
    }

    fn store_bytes(&mut self, p: Val<D::Bits>, bytes: &[u8]) -> Exec<()> {
        self.access(p, bytes.len() as u64, true)?;
        for (i, b) in bytes.iter().enumerate() {
            let at = self.offset(p, i as u64);
            self.store(at, Scalar::U8, Val::scalar(D::constant(u64::from(*b))))?;
        }
        Ok(())
    }

    pub(super) fn get_character(&mut self) -> Given<D> {
        let s = &mut self.state.streams;
        match s.input.get(s.at) {
            Some(&b) => {
                s.at += 1;
                self.int(i32::from(b))
            }
            None => {
                s.eof = true;
                self.int(-1)
            }
        }
    }

    pub(super) fn unget_character(&mut self, v: Val<D::Bits>) -> Given<D> {
        let c = self.concretise(Scalar::I32, v.bits)? as i32;
        if c == -1 {
            return self.int(-1);
        }
        let s = &mut self.state.streams;
        s.eof = false;
        if s.at > 0 && s.input[s.at - 1] == c as u8 {
            s.at -= 1;
        } else {
            let mut changed = s.input.to_vec();
            changed.insert(s.at, c as u8);
            s.input = changed.into();
        }
        self.int(i32::from(c as u8))
    }

    /// `fgets`, or `gets` without a limit.
    pub(super) fn get_line(
        &mut self,
        buffer: Val<D::Bits>,
        limit: Option<Val<D::Bits>>,
    ) -> Given<D> {
        let most = match limit {
            Some(n) => (self.concretise(Scalar::I32, n.bits)? as i32 - 1).max(0) as usize,
            None => usize::MAX,
        };
        let input = Rc::clone(&self.state.streams.input);
        let rest = &input[self.state.streams.at..];
        let newline = rest.iter().position(|b| *b == b'\n');
        let taken = newline.map_or(rest.len(), |i| i + 1).min(most);
        let at_end = newline.is_none() && taken == rest.len() && taken < most;
        if taken == 0 && most > 0 {
            self.state.streams.eof = true;
            return Ok(Some(Val::scalar(D::constant(0))));
        }
        let keep_newline = limit.is_some() || rest[..taken].last() != Some(&b'\n');
        let text = if keep_newline {
            &rest[..taken]
        } else {
            &rest[..taken - 1]
        };
        self.store_text(buffer, text)?;
        self.state.streams.at += taken;
        self.state.streams.eof |= at_end;
        Ok(Some(buffer))
    }
}
