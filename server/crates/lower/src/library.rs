//! Output and input as components.
//!
//! Relaxed output may be an arbitrary text, provided that it surely goes to standard output; elsewhere (standard error,
//! a `FILE *` known only at run time) the call is executed or skipped. Relaxed input stores angelic values in the
//! objects that the call may write, and leaves the stream where it was, where the call leaves it, or at its end.
//! Relaxed `fopen` may also fail; it cannot return an angelic stream.

use ir::{AltKind, Builtin, CompId, ComponentKind, Inst, Reg, Scalar};
use syntax::Span;
use syntax::ast::{Expr, ExprKind};

use super::Lowerer;
use super::call::{Operands, Site, Target};
use super::library_use::predefined_stream;
use super::relax::Open;
use super::types::Type;
use super::value::Value;

/// Kind of object that a conversion of `scanf` stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StoredConversion {
    /// Characters and a NUL.
    Text,
    /// Characters without a NUL (`%c`).
    Characters,
    /// A scalar of the pointer's type.
    Scalar,
}

impl Lowerer<'_> {
    /// Lowers a call that writes.
    pub(super) fn output(&mut self, builtin: Builtin, site: &Site<'_>) -> Value {
        // As written.
        let dst = self.result_register(site);
        let open = self.begin(ComponentKind::Output, site.span, site.extent);
        let operands = self.operands(site);
        self.perform(site, &operands, dst);
        let Some(mut open) = open else {
            return site.value(dst);
        };

        // Facts about the output.
        site.observe_result(&mut self.f, dst, open.comp);
        if only_shows_variables(builtin, site.args) {
            self.components.mark_pass_through(open.comp);
        }
        let to_stdout = self.writes_to_stdout(builtin, site.args);
        let pure = site.effects.pure();

        // Any text on standard output; elsewhere no output at all.
        let mut covers = to_stdout && pure;
        if to_stdout {
            self.alternative(&mut open, AltKind::Angelic, true);
            self.angelic_output(site, dst, open.comp);
        } else {
            self.alternative(
                &mut open,
                if site.used {
                    AltKind::Angelic
                } else {
                    AltKind::Skip
                },
                true,
            );
            if site.used {
                self.angelic_result(site, dst, open.comp, None);
            }
        }

        // The operands are evaluated first.
        if !pure && self.can_evaluate_again(&open) {
            self.alternative(&mut open, AltKind::EvalAngelic, true);
            let dropped = self.f.dropped;
            self.operands(site);
            if to_stdout {
                self.angelic_output(site, dst, open.comp);
                covers = self.f.dropped == dropped;
            } else if site.used {
                self.angelic_result(site, dst, open.comp, None);
            }
        }

        // No output, as evidence only.
        if to_stdout && !site.used && self.wants_evidence(&open) {
            self.alternative(&mut open, AltKind::Skip, false);
        }
        self.finish(open, covers);
        site.value(dst)
    }

    fn angelic_output(&mut self, site: &Site<'_>, dst: Reg, comp: CompId) {
        self.f.emit(site.span, Inst::AngelicOutput { comp });
        if site.used {
            self.angelic_result(site, dst, comp, None);
        }
    }

    /// Whether the output surely goes to standard output.
    fn writes_to_stdout(&self, builtin: Builtin, args: &[Expr]) -> bool {
        if self.library.redirects() {
            return false;
        }
        let stream = match builtin {
            Builtin::Write => {
                let descriptor = args.first().map(|e| &e.kind);
                return matches!(descriptor, Some(ExprKind::Int(lit)) if lit.value == 1);
            }
            Builtin::Printf | Builtin::Vprintf | Builtin::Puts | Builtin::Putchar => return true,
            Builtin::Fprintf | Builtin::Vfprintf => args.first(),
            Builtin::Fputs | Builtin::Fputc | Builtin::Putc => args.get(1),
            Builtin::Fwrite => args.get(3),
            _ => None,
        };
        let Some(ExprKind::Ident(name)) = stream.map(|e| &e.kind) else {
            return false;
        };
        name == "stdout" && predefined_stream(name, &self.scopes, &self.globals).is_some()
    }

    /// Lowers a call that reads.
    pub(super) fn input(&mut self, builtin: Builtin, site: &Site<'_>) -> Value {
        let dst = self.result_register(site);
        let open = self.begin(ComponentKind::Input, site.span, site.extent);
        let operands = self.operands(site);
        self.perform(site, &operands, dst);
        let Some(mut open) = open else {
            return site.value(dst);
        };
        site.observe_result(&mut self.f, dst, open.comp);
        if builtin.opens() {
            // An angelic pointer cannot point to a stream, so the call fails or is executed as written.
            self.alternative(&mut open, AltKind::Angelic, true);
            self.null_result(site, dst);
            self.finish(open, false);
            return site.value(dst);
        }
        if matches!(
            builtin,
            Builtin::Fread | Builtin::Read | Builtin::Vscanf | Builtin::Vfscanf
        ) {
            // Angelic objects do not cover what such a call leaves in memory.
            self.alternative(&mut open, AltKind::Angelic, true);
            if site.used {
                self.angelic_result(site, dst, open.comp, None);
            }
            self.finish(open, false);
            return site.value(dst);
        }
        for kind in [AltKind::InputKeep, AltKind::InputEnd] {
            self.alternative(&mut open, kind, true);
            self.skip_input(builtin, site, dst, &open, kind == AltKind::InputEnd);
        }
        if self.can_evaluate_again(&open) {
            self.alternative(&mut open, AltKind::EvalAngelic, true);
            let operands = self.operands(site);
            self.perform(site, &operands, dst);
            if site.used && !gives_buffer(builtin) {
                self.angelic_result(site, dst, open.comp, None);
            }
            self.angelic_objects(builtin, site, &operands, dst, open.comp);
        }
        self.finish(open, false);
        site.value(dst)
    }

    /// Emits the alternatives that do not read. The result is set first: computing the address of an object may trap,
    /// which ends the alternative.
    fn skip_input(
        &mut self,
        builtin: Builtin,
        site: &Site<'_>,
        dst: Reg,
        open: &Open,
        to_end: bool,
    ) {
        let stream = stream_of(builtin, site.args);
        if to_end && stream.is_none() {
            self.f.emit(site.span, Inst::InputToEnd { stream: None });
        }
        if gives_buffer(builtin) {
            self.null_result(site, dst);
        } else if site.used {
            self.angelic_result(site, dst, open.comp, None);
        }
        self.with_rescue(open, |this| {
            let operands = this.operands(site);
            if let (true, Some(index)) = (to_end, stream) {
                let stream = Some(operands.args[index].0);
                this.f.emit(site.span, Inst::InputToEnd { stream });
            }
            this.angelic_objects(builtin, site, &operands, dst, open.comp);
        });
    }

    fn null_result(&mut self, site: &Site<'_>, dst: Reg) {
        if site.used {
            let (ty, bits) = (Scalar::Ptr, 0);
            self.f.emit(site.span, Inst::Const { dst, ty, bits });
        }
    }

    /// Stores angelic values in everything that the call may write; `gets` and `fgets` return their buffer or null.
    fn angelic_objects(
        &mut self,
        builtin: Builtin,
        site: &Site<'_>,
        operands: &Operands,
        dst: Reg,
        comp: CompId,
    ) {
        if !gives_buffer(builtin) {
            return self.store_scanned(site, operands, comp);
        }
        let Some((buffer, _)) = operands.args.first().copied() else {
            return;
        };
        self.f
            .emit(site.span, Inst::AngelicText { addr: buffer, comp });
        if site.used {
            self.buffer_or_null(dst, buffer, comp, site.span);
        }
    }

    /// `dst := buffer` or null, by an angelic choice.
    fn buffer_or_null(&mut self, dst: Reg, buffer: Reg, comp: CompId, span: Span) {
        let outcome = self.angelic(comp, &Type::Arith(Scalar::Bool), span);
        let (then, els, end) = (self.f.label(), self.f.label(), self.f.label());
        self.f.emit(
            span,
            Inst::Branch {
                cond: outcome.reg,
                ty: Scalar::Bool,
                then,
                els,
            },
        );
        self.f.bind(then);
        self.f.emit(span, Inst::Move { dst, src: buffer });
        self.f.emit(span, Inst::Jump { to: end });
        self.f.bind(els);
        self.f.emit(
            span,
            Inst::Const {
                dst,
                ty: Scalar::Ptr,
                bits: 0,
            },
        );
        self.f.bind(end);
    }

    /// Evaluates the operands of `sscanf` and stores angelic values in its targets.
    pub(super) fn angelic_targets(&mut self, site: &Site<'_>, comp: CompId) {
        let operands = self.operands(site);
        self.store_scanned(site, &operands, comp);
    }

    /// Stores angelic values through the variable arguments of a function of the `scanf` family.
    fn store_scanned(&mut self, site: &Site<'_>, operands: &Operands, comp: CompId) {
        // Which arguments are targets, and what the format stores in each.
        let Target::Builtin(builtin) = site.target else {
            return;
        };
        let fixed = builtin.params().len();
        if !builtin.variadic() || fixed == 0 {
            return;
        }
        let stored = match site.args.get(fixed - 1).map(|e| &e.kind) {
            Some(ExprKind::Str(format)) => Some(conversions(format)),
            _ => None,
        };

        // Store what the conversion stores; where the format is unknown, the type of the pointer says it.
        let targets = operands.args.iter().zip(&operands.types).skip(fixed);
        for (i, ((pointer, _), ty)) in targets.enumerate() {
            let Some(to) = ty.pointee() else { continue };
            let character = matches!(to, Type::Arith(s) if s.size() == 1);
            let what = match &stored {
                Some(list) => list.get(i).copied(),
                None => Some(if character {
                    StoredConversion::Text
                } else {
                    StoredConversion::Scalar
                }),
            };
            match what {
                Some(StoredConversion::Text) => self.f.emit(
                    site.span,
                    Inst::AngelicText {
                        addr: *pointer,
                        comp,
                    },
                ),
                Some(StoredConversion::Characters) => {
                    self.angelic_through(*pointer, &Type::CHAR, comp, site.span);
                }
                Some(StoredConversion::Scalar) if to.scalar().is_some() => {
                    self.angelic_through(*pointer, to, comp, site.span);
                }
                _ => {}
            }
        }
    }
}

/// Index of the argument that is the input stream; `None` where that is surely standard input.
fn stream_of(builtin: Builtin, args: &[Expr]) -> Option<usize> {
    let index = match builtin {
        Builtin::Fscanf | Builtin::Fgetc | Builtin::Getc => 0,
        Builtin::Ungetc => 1,
        Builtin::Fgets => 2,
        _ => return None,
    };
    match args.get(index).map(|e| &e.kind) {
        None => None,
        Some(ExprKind::Ident(name)) if name == "stdin" => None,
        Some(_) => Some(index),
    }
}

/// Whether the function returns its buffer, or null at the end of the input.
fn gives_buffer(builtin: Builtin) -> bool {
    matches!(builtin, Builtin::Gets | Builtin::Fgets)
}

/// The kinds of objects that the conversions of a `scanf` format store, in order of their arguments.
fn conversions(format: &[u8]) -> Vec<StoredConversion> {
    let mut found = Vec::new();
    let mut rest = format.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            continue;
        }
        let suppressed = rest.next_if_eq(&b'*').is_some();
        while rest
            .next_if(|b| b.is_ascii_digit() || b"hlLqjzt".contains(b))
            .is_some()
        {}
        let stored = match rest.next() {
            None | Some(b'%') => continue,
            Some(b's') => StoredConversion::Text,
            Some(b'[') => {
                rest.next_if_eq(&b'^');
                rest.next_if_eq(&b']');
                while rest.next().is_some_and(|b| b != b']') {}
                StoredConversion::Text
            }
            Some(b'c') => StoredConversion::Characters,
            Some(_) => StoredConversion::Scalar,
        };
        if !suppressed {
            found.push(stored);
        }
    }
    found
}

/// Whether the output only shows variables: then a wrong value was wrong before.
fn only_shows_variables(builtin: Builtin, args: &[Expr]) -> bool {
    let values = match builtin {
        Builtin::Printf => args.get(1..),
        Builtin::Fprintf => args.get(2..),
        Builtin::Puts | Builtin::Putchar | Builtin::Fputs | Builtin::Fputc | Builtin::Putc => {
            args.get(..1)
        }
        _ => None,
    };
    values.is_some_and(|values| !values.is_empty() && values.iter().all(is_plain))
}

/// Whether the expression is a variable or a member of one.
pub(super) fn is_plain(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Ident(_) => true,
        ExprKind::Member(base, _, _) => is_plain(base),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scanf_formats_tell_what_is_stored() {
        use StoredConversion::*;
        for (format, want) in [
            ("%d %ld", vec![Scalar, Scalar]),
            ("%s%c", vec![Text, Characters]),
            ("%*d %10s", vec![Text]),
            ("%[^]a]%d", vec![Text, Scalar]),
            ("100%% %5c", vec![Characters]),
            ("%", vec![]),
        ] {
            assert_eq!(conversions(format.as_bytes()), want, "{format}");
        }
    }
}
