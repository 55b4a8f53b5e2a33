//! Components and their relaxation: the alternatives of a relaxed component (docs/dev/design.md, Relaxation, after
//! `CFaults` §4).
//!
//! # Which alternatives suffice
//! A relaxed component has the choices of its row in the table of relaxations, always including "as written". Not all
//! need to be explored, because some cover others: an angelic value may be the one that the program computes, or the
//! one that the object had before. So with *pure* operands (no side effects; a trap is not one) the alternative
//! `Angelic` covers both "as written" and "skipped", and only it is searched. It covers less
//! * for pointers, whose angelic values are only null and element boundaries of live objects,
//! * for unions, of which only the largest member gets a value, and for objects with too many scalars: in both cases
//!   the original and `Skip` are searched as well;
//! * when operands have side effects: then `EvalAngelic`, which evaluates them too, covers the original.
//!
//! # Size of the code
//! An alternative that evaluates contains copies of the components inside it. Beyond [`MAX_COPIES`] nested copies it is
//! left out. That keeps the code polynomial in the depth of the tree and preserves the inclusion law: the choices of a
//! set of components still include those of every subset. But the enclosing alternative then no longer covers the
//! original, which is recorded.

use ir::{Alt, AltKind, CompId, ComponentKind, Inst, Reg, Relaxation, Scalar, UnOp};
use syntax::Span;
use syntax::ast::{Expr, ExprKind, Stmt};

use super::Lowerer;
use super::builder::{Label, Writes};
use super::effects::{Extent, expr_extent, stmt_height};
use super::lvalue::LValue;
use super::place::operands;
use super::types::Type;
use super::value::Value;

/// Length of a function's code, in instructions, from which on alternatives that contain copies are left out (calls
/// nested a hundred deep).
const MAX_CODE: usize = 200_000;

/// Nesting depth of copies below which evaluating alternatives are created.
const MAX_COPIES: u32 = 2;

/// A component whose code is being emitted.
#[derive(Debug)]
pub(super) struct Open {
    /// Id of the component.
    pub(super) comp: CompId,
    /// End of its alternatives.
    pub(super) resume: Label,
    span: Span,
    index: u32,
    alts: Vec<Alt>,
}

impl Lowerer<'_> {
    /// Whether components are created here.
    fn makes_components(&self) -> bool {
        self.f.instrument && self.options.instrument
    }

    /// Extent of an expression, if a component may need it.
    pub(super) fn extent(&self, e: &Expr) -> Extent {
        if self.makes_components() {
            expr_extent(e)
        } else {
            Extent::default()
        }
    }

    /// Height of a statement, if a component may need it.
    pub(super) fn height(&self, s: &Stmt) -> u32 {
        if self.makes_components() {
            stmt_height(s)
        } else {
            0
        }
    }

    /// Begins a component; `None` if none is created here.
    pub(super) fn begin(
        &mut self,
        kind: ComponentKind,
        span: Span,
        extent: Extent,
    ) -> Option<Open> {
        if span.start >= span.end || !self.makes_components() {
            return None;
        }
        let function = self.f.id;
        let comp = self.components.find_or_create(kind, span, function, extent);
        let index = self.f.relaxations.len() as u32;
        self.f.relaxations.push(None);
        self.f.emit(
            span,
            Inst::Enter {
                comp,
                relaxation: index,
            },
        );
        Some(Open {
            comp,
            resume: self.f.label(),
            span,
            index,
            alts: Vec::new(),
        })
    }

    /// Ends the code emitted so far and begins an alternative.
    pub(super) fn alternative(&mut self, open: &mut Open, kind: AltKind, searched: bool) {
        self.f.jump(open.span, open.resume);
        if open.alts.is_empty() {
            self.f.copies += 1;
        }
        let pc = self.f.here();
        open.alts.push(Alt { kind, pc, searched });
    }

    /// Whether an alternative that evaluates may be created.
    pub(super) fn can_evaluate_again(&mut self, open: &Open) -> bool {
        let may = self.is_within_limit(open);
        if !may {
            self.f.dropped += 1;
        }
        may
    }

    fn is_within_limit(&self, open: &Open) -> bool {
        let depth = self.f.copies - u32::from(!open.alts.is_empty());
        depth < MAX_COPIES && (self.f.position() as usize) < MAX_CODE
    }

    /// Whether an alternative that only serves as evidence for ranking is worth its code.
    ///
    /// Such alternatives follow those that are searched, and are left out where evaluating alternatives are. So the
    /// alternatives of a component in a copy are a prefix of those of the component itself.
    pub(super) fn wants_evidence(&self, open: &Open) -> bool {
        self.is_within_limit(open)
    }

    /// Completes a component.
    pub(super) fn finish(&mut self, open: Open, covers_original: bool) {
        if open.alts.is_empty() {
            // It turned out that nothing can be relaxed here; keep the instruction, without choices.
            self.f.bind(open.resume);
        } else {
            self.f.jump(open.span, open.resume);
            self.f.copies -= 1;
            self.f.bind(open.resume);
        }
        let covers_original = covers_original && open.alts.iter().any(|alt| alt.searched);
        let Open {
            comp,
            resume,
            index,
            alts,
            ..
        } = open;
        self.f.relaxations[index as usize] = Some(Relaxation {
            comp,
            alts,
            covers_original,
            resume,
        });
    }

    /// Emits the code of `body` such that a trap in it ends the alternative.
    pub(super) fn with_rescue<T>(&mut self, open: &Open, body: impl FnOnce(&mut Self) -> T) -> T {
        if self.f.in_rescue {
            return body(self);
        }
        self.f.in_rescue = true;
        let start = self.f.position();
        let result = body(self);
        self.f.rescue(start, open.resume);
        self.f.in_rescue = false;
        result
    }

    /// Lowers with another treatment of writes.
    pub(super) fn with_writes<T>(
        &mut self,
        writes: Writes,
        body: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = std::mem::replace(&mut self.f.writes, writes);
        let result = body(self);
        self.f.writes = before;
        result
    }

    /// An angelic value of scalar type `ty` in a new register.
    pub(super) fn angelic(&mut self, comp: CompId, ty: &Type, span: Span) -> Value {
        let dst = self.f.reg();
        self.angelic_into(dst, comp, ty, span);
        Value {
            reg: dst,
            ty: ty.clone(),
        }
    }

    /// `dst := an angelic value` of scalar type `ty`.
    pub(super) fn angelic_into(&mut self, dst: Reg, comp: CompId, ty: &Type, span: Span) {
        let elem = ty.pointee().map_or(1, |to| self.records.step(to)).max(1) as u32;
        self.angelic_elem(dst, comp, ty, elem, span);
    }

    /// `dst := an angelic value`, with the size of the pointee given.
    pub(super) fn angelic_elem(
        &mut self,
        dst: Reg,
        comp: CompId,
        ty: &Type,
        elem: u32,
        span: Span,
    ) {
        let elem = if matches!(ty, Type::Pointer(_)) {
            elem.max(1)
        } else {
            1
        };
        let ty = ty.scalar().unwrap_or(Scalar::I32);
        self.f.emit(
            span,
            Inst::Angelic {
                dst,
                ty,
                elem,
                comp,
            },
        );
    }

    /// Writes angelic values to the place: to a scalar, or to each leaf of a record or array. Returns the value.
    pub(super) fn store_angelic(&mut self, place: &LValue, comp: CompId, span: Span) -> Value {
        let ty = place.ty();
        if ty.scalar().is_some() {
            let value = self.angelic(comp, &ty, span);
            let stored = self.store(place, value, span);
            return self.stored_value(place, stored, span);
        }
        let LValue::Memory(address, _) = place else {
            return Value::VOID;
        };
        self.angelic_object(*address, &ty, comp, span);
        Value { reg: *address, ty }
    }

    /// Writes angelic values to the leaves of the object at `address`, if there are not too many.
    pub(super) fn angelic_object(&mut self, address: Reg, ty: &Type, comp: CompId, span: Span) {
        let Some((leaves, _)) = self.records.leaves(ty, self.options.max_aggregate as usize) else {
            return;
        };
        for leaf in leaves {
            let at = self.member_address(address, leaf.offset, span);
            let place = match leaf.bits {
                Some(bits) => LValue::Bits(at, bits),
                None => LValue::Memory(at, leaf.ty),
            };
            let value = self.angelic(comp, &place.ty(), span);
            self.store(&place, value, span);
        }
    }

    /// The values that angelic choices cover for an object of type `ty`.
    pub(super) fn reach(&self, ty: &Type) -> Reach {
        let Some((leaves, exact)) = self.records.leaves(ty, self.options.max_aggregate as usize)
        else {
            return Reach::Nothing;
        };
        let pointers = leaves
            .iter()
            .any(|leaf| matches!(leaf.ty, Type::Pointer(_)));
        if exact && !pointers {
            Reach::All
        } else {
            Reach::Some
        }
    }

    /// Lowers a condition as a component: 0 or 1 in a register of the returned type.
    ///
    /// `height` is that of the statement that the condition controls; `value` is the condition's value if it has
    /// already been computed (`c ?: b`). Of `a, b` only `b` is the condition.
    pub(super) fn condition(
        &mut self,
        mut e: &Expr,
        height: u32,
        value: Option<&Value>,
    ) -> (Reg, Scalar) {
        // The operand that is the condition.
        while let (None, ExprKind::Comma(first, last)) = (value, &e.kind) {
            self.discard(first);
            e = last;
        }

        // As written.
        let extent = Extent {
            height,
            ..self.extent(e)
        };
        let evaluate = |this: &mut Self| match value {
            Some(value) => this.truth_of(value.clone(), e.span),
            None => this.truth(e),
        };
        let Some(mut open) = self.begin(ComponentKind::Condition, e.span, extent) else {
            return evaluate(self);
        };
        self.components.set_operands(open.comp, operands(e));
        self.calls.mark_owned(e);
        let pure = value.is_some() || self.effects(e).pure();
        let (written, ty) = evaluate(self);
        let result = self.f.reg();
        self.f.assign(e.span, result, written);
        self.f.observe(open.comp, result, Scalar::Bool);

        // Any outcome.
        let mut covers = pure;
        self.alternative(&mut open, AltKind::Angelic, true);
        self.angelic_outcome(result, ty, open.comp, e.span);

        // The operand is evaluated, then any outcome.
        if !pure && self.can_evaluate_again(&open) {
            self.alternative(&mut open, AltKind::EvalAngelic, true);
            let dropped = self.f.dropped;
            evaluate(self);
            self.angelic_outcome(result, ty, open.comp, e.span);
            covers = self.f.dropped == dropped;
        }

        // The opposite outcome, as evidence only.
        if self.wants_evidence(&open) {
            self.alternative(&mut open, AltKind::Flip, false);
            let (written, ty) = evaluate(self);
            let dst = self.f.reg();
            self.f.emit(
                e.span,
                Inst::Un {
                    op: UnOp::Not,
                    ty,
                    dst,
                    a: written,
                },
            );
            let flipped = self.convert(Value::arith(dst, Scalar::I32), &Type::Arith(ty), e.span);
            self.f.assign(e.span, result, flipped.reg);
        }
        self.finish(open, covers);
        (result, ty)
    }

    fn angelic_outcome(&mut self, result: Reg, ty: Scalar, comp: CompId, span: Span) {
        let outcome = self.angelic(comp, &Type::Arith(Scalar::Bool), span);
        let outcome = self.convert(outcome, &Type::Arith(ty), span);
        self.f.assign(span, result, outcome.reg);
    }
}

/// The values that angelic choices cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reach {
    /// No value can be given.
    Nothing,
    /// Some values that the program could compute are not covered.
    Some,
    /// Every value is covered.
    All,
}
