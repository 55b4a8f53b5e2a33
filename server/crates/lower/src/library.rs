//! Output and input as components.
//!
//! Relaxed output may be an arbitrary text, provided that it surely goes to standard output; elsewhere (standard error,
//! a `FILE *` known only at run time) the call is executed or skipped. Relaxed input stores angelic values in the
//! objects that the call may write, and leaves the stream where it was, where the call leaves it, or at its end.
//! Relaxed `fopen` may also fail; it cannot return an angelic stream.

use ir::text::scanf::{Directive, parse_format};
use ir::{
    AltKind, Arguments, Builtin, CompId, ComponentKind, Direction, Effect, Extent, Inst, Reg,
    Scalar, StreamSource,
};
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
        let stream = match builtin.stream(|direction| direction == Direction::Prints) {
            Some(StreamSource::Output) => return true,
            Some(StreamSource::Argument(at)) => args.get(usize::from(at)),
            Some(StreamSource::Descriptor(at)) => {
                let descriptor = args.get(usize::from(at)).map(|e| &e.kind);
                return matches!(descriptor, Some(ExprKind::Int(lit)) if lit.value == 1);
            }
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
        if leaves_a_block(builtin) {
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
            Some(ExprKind::Str(format)) => conversions(format),
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
    let index = match builtin.stream(|direction| direction == Direction::Takes)? {
        StreamSource::Argument(at) => usize::from(at),
        _ => return None,
    };
    match &args.get(index)?.kind {
        ExprKind::Ident(name) if name == "stdin" => None,
        _ => Some(index),
    }
}

/// Whether the function returns its buffer, or null at the end of the input.
fn gives_buffer(builtin: Builtin) -> bool {
    let is_written = builtin.has(|effect| matches!(effect, Effect::Writes(0, _)));
    is_written && builtin.result() == Some(Scalar::Ptr)
}

/// Whether the function writes memory that is neither a text that it returns nor what a format names.
fn leaves_a_block(builtin: Builtin) -> bool {
    builtin.has(|effect| match effect {
        Effect::Writes(_, Extent::Items(..) | Extent::Bytes(_)) => !gives_buffer(builtin),
        Effect::ScanfFormat(_, Arguments::List(_)) => true,
        _ => false,
    })
}

/// The kinds of objects that the conversions of a `scanf` format store, in order of their arguments; `None` if the
/// format is not understood.
fn conversions(format: &[u8]) -> Option<Vec<StoredConversion>> {
    let directives = parse_format(format).ok()?.into_iter();
    let stored = directives.filter_map(|directive| match directive {
        Directive::Conversion(spec) if !spec.suppress => Some(match spec.conv {
            b's' | b'[' => StoredConversion::Text,
            b'c' => StoredConversion::Characters,
            _ => StoredConversion::Scalar,
        }),
        _ => None,
    });
    Some(stored.collect())
}

/// Whether the output only shows variables: then a wrong value was wrong before.
fn only_shows_variables(builtin: Builtin, args: &[Expr]) -> bool {
    let values = match builtin.format() {
        Some((format, Arguments::Following)) => args.get(format + 1..),
        Some((_, Arguments::List(_))) => None,
        // The other argument is the stream, if there is one; blocks have lengths besides.
        None => args.get(..1).filter(|_| builtin.params().len() <= 2),
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
        ] {
            assert_eq!(conversions(format.as_bytes()), Some(want), "{format}");
        }
        assert_eq!(conversions(b"%"), None);
    }
}
