//! Warnings that gcc gives for conversions between pointers and numbers, pointers of different types, formats, the order
//! of operands, and functions without a result.
//!
//! Users do not see them: their compiler says the same, and better. They tell whether an edited program is still the C
//! that a programmer would write ([`Warning`], [`have_new`]): each of them is an error in some compiler, or means that
//! a value depends on the addresses of objects.
//!
//! Compared with gcc, these are left out: what types here do not tell apart ([`super::types`]), namely `long` and
//! `long long` of the same width, `double` and `long double`, and qualifiers; the types of library functions as values;
//! and whether a printed text fits the array it is printed to.

mod order;

use ir::flow::{Successors, successors};
use ir::{Builtin, FnId, Function, Inst, Nature, Pc, Scalar};
use syntax::Span;
use syntax::ast::{BinaryOp, Expr, ExprKind};

use super::Lowerer;
use super::call::{Site, Target};
use super::constant::Constant;
use super::types::{FnType, Type, promote_argument};
use super::typing::is_comparison;

/// Kind of a warning, with gcc's option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WarningKind {
    /// A pointer becomes a number, or a number a pointer (`-Wint-conversion`), or they are compared.
    IntConversion,
    /// A pointer becomes one to another type (`-Wincompatible-pointer-types`), or is compared with one.
    IncompatiblePointers,
    /// A format does not fit its arguments (`-Wformat`).
    Format,
    /// A function with a result may end without one, or the other way round (`-Wreturn-type`).
    ReturnType,
    /// A call has another number of arguments than the function has parameters, which is an error, or of other types
    /// than those of a function without a prototype, which is undefined.
    ArgumentCount,
    /// Operands change a variable and read or change it again, in no determined order (`-Wsequence-point`).
    Order,
    /// `long double`, which is treated as `double`.
    LongDouble,
}

/// Something that gcc warns about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Warning {
    /// The function that contains the place.
    pub function: FnId,
    /// The expression, call or statement; of a missing result, the closing brace.
    pub span: Span,
    /// What it is about.
    pub kind: WarningKind,
}

/// Whether a program has warnings that its original does not have, or the same one more often. Both are lowered without
/// components.
pub fn have_new(original: &[Warning], edited: &[Warning]) -> bool {
    let count = |all: &[Warning], one| all.iter().filter(|other| *other == one).count();
    // A type that is treated as another one is no fault of the program.
    edited
        .iter()
        .filter(|one| one.kind != WarningKind::LongDouble)
        .any(|one| count(edited, one) > count(original, one))
}

impl Lowerer<'_> {
    /// Records a warning.
    pub(super) fn warn(&mut self, kind: WarningKind, span: Span) {
        self.diagnostics.add_warning(Warning {
            function: self.f.id,
            span,
            kind,
        });
    }

    /// Warns if a value of type `from` must not become one of type `to` without a cast. `value` is the expression, if
    /// the value is that of an expression.
    pub(super) fn check_conversion(
        &mut self,
        to: &Type,
        from: &Type,
        value: Option<&Expr>,
        span: Span,
    ) {
        let kind = match (to, from) {
            (Type::Arith(Scalar::Bool), _) => return,
            (Type::Pointer(_), Type::Arith(_)) if value.is_some_and(|e| self.is_null(e)) => return,
            (Type::Pointer(_), Type::Arith(_)) | (Type::Arith(_), Type::Pointer(_)) => {
                WarningKind::IntConversion
            }
            (Type::Pointer(to), Type::Pointer(from))
                if !is_pointee_accepted(to, from)
                    && !value.is_some_and(|e| self.is_library_function(e)) =>
            {
                WarningKind::IncompatiblePointers
            }
            _ => return,
        };
        self.warn(kind, span);
    }

    /// Warns if a comparison or difference of these operands needs a cast.
    pub(super) fn check_operands(
        &mut self,
        op: BinaryOp,
        (left, a): (&Type, &Expr),
        (right, b): (&Type, &Expr),
        span: Span,
    ) {
        let is_equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        if let (false, Type::Pointer(x), Type::Pointer(y)) = (is_equality, left, right) {
            // Neither order nor distance is known for pointers to `void` and to objects.
            if !are_compatible(x, y) {
                self.warn(WarningKind::IncompatiblePointers, span);
            }
        } else if is_comparison(op) {
            self.check_alternatives((left, a), (right, b), span);
        }
    }

    /// Warns if values of these types cannot be compared, or be alternatives of a conditional expression, without a
    /// cast.
    pub(super) fn check_alternatives(
        &mut self,
        (left, a): (&Type, &Expr),
        (right, b): (&Type, &Expr),
        span: Span,
    ) {
        let kind = match (left, right) {
            (Type::Pointer(_), Type::Arith(_)) if !self.is_null(b) => WarningKind::IntConversion,
            (Type::Arith(_), Type::Pointer(_)) if !self.is_null(a) => WarningKind::IntConversion,
            (Type::Pointer(x), Type::Pointer(y))
                if **x != Type::Void && **y != Type::Void && !are_compatible(x, y) =>
            {
                WarningKind::IncompatiblePointers
            }
            _ => return,
        };
        self.warn(kind, span);
    }

    /// Whether the expression names a library function that the program does not declare. Its type is not known exactly.
    fn is_library_function(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::AddressOf(of) => self.is_library_function(of),
            ExprKind::Ident(name) => self.scopes.find(name).is_none(),
            _ => false,
        }
    }

    /// Whether the expression, an arithmetic one, is a null pointer constant.
    fn is_null(&mut self, e: &Expr) -> bool {
        matches!(self.constant(e), Some(Constant::Int(0, _)))
    }

    /// Warns if a call has another number of arguments than its callee has parameters.
    pub(super) fn check_argument_count(&mut self, site: &Site<'_>) {
        let (count, is_variadic) = match &site.target {
            Target::Function(_, ty) | Target::Pointer(ty) if !ty.old_style => {
                (ty.params.len(), ty.variadic)
            }
            Target::Builtin(builtin) if builtin.nature() != Nature::Specification => {
                (builtin.params().len(), builtin.variadic())
            }
            _ => return,
        };
        let given = site.args.len();
        if given < count || given > count && !is_variadic {
            self.warn(WarningKind::ArgumentCount, site.span);
            let amount = if given < count { "few" } else { "many" };
            let callee = match &site.callee.kind {
                ExprKind::Ident(name) => format!("function `{name}`"),
                _ => "this function".to_owned(),
            };
            self.diagnostics
                .error(site.span, format!("too {amount} arguments to {callee}"));
        }
    }

    /// Warns if these arguments are not those that a function without a prototype expects (C11 6.5.2.2 §6).
    pub(super) fn check_unprototyped_arguments(
        &mut self,
        callee: &FnType,
        given: &[Type],
        span: Span,
    ) {
        let promoted = |ty: &Type| match ty {
            Type::Arith(ty) => Type::Arith(promote_argument(*ty)),
            other => other.clone(),
        };
        let mut pairs = callee.params.iter().zip(given);
        let fit = callee.params.len() == given.len()
            && pairs.all(|(to, from)| are_compatible(&promoted(to), &promoted(from)));
        if callee.old_style && !fit {
            self.warn(WarningKind::ArgumentCount, span);
        }
    }

    /// Tells the user that a type is treated as another one.
    pub(super) fn warn_of_long_double(&mut self, span: Span) {
        self.diagnostics
            .warning(span, "`long double` is treated as `double`");
        self.note_long_double(span);
    }

    /// Records a use of `long double`. What a header of the library declares has no place.
    pub(super) fn note_long_double(&mut self, span: Span) {
        if span.start < span.end {
            self.warn(WarningKind::LongDouble, span);
        }
    }

    /// Warns if a function that should return a value may end at its closing brace.
    pub(super) fn check_end(&mut self, function: &Function, id: FnId, brace: Span) {
        if !self.diagnostics.is_quiet() && ends_at(function, brace) {
            self.diagnostics.add_warning(Warning {
                function: id,
                span: brace,
                kind: WarningKind::ReturnType,
            });
        }
    }
}

/// Whether a pointer to `from` becomes one to `to` without a warning of interest: `-Wpointer-sign` is none.
fn is_pointee_accepted(to: &Type, from: &Type) -> bool {
    let differ_in_sign = match (to.integer(), from.integer()) {
        (Some(a), Some(b)) => a.size() == b.size() && a != Scalar::Bool && b != Scalar::Bool,
        _ => false,
    };
    *to == Type::Void || *from == Type::Void || differ_in_sign || are_compatible(to, from)
}

/// Whether two types are compatible (C11 §6.2.7), as far as they are known.
fn are_compatible(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Unmodelled(_), _) | (_, Type::Unmodelled(_)) => true,
        (Type::Pointer(a), Type::Pointer(b)) => are_compatible(a, b),
        (Type::Array(x, Some(m)), Type::Array(y, Some(n))) => m == n && are_compatible(x, y),
        (Type::Array(x, _) | Type::Vla(x, _), Type::Array(y, _) | Type::Vla(y, _)) => {
            are_compatible(x, y)
        }
        (Type::Function(f), Type::Function(g)) => {
            let mut params = f.params.iter().zip(&g.params);
            let is_unknown = f.old_style || g.old_style;
            let is_alike = f.variadic == g.variadic && f.params.len() == g.params.len();
            are_compatible(&f.result, &g.result)
                && (is_unknown || is_alike && params.all(|(a, b)| are_compatible(a, b)))
        }
        _ => a == b,
    }
}

/// Whether control may reach the end of a function's body, where the only instruction of its closing brace is.
fn ends_at(function: &Function, brace: Span) -> bool {
    let code = &function.code;
    let targets = targets(function);
    let mut is_reached = vec![false; code.len()];
    let mut open: Vec<Pc> = vec![0];
    while let Some(pc) = open.pop() {
        let at = pc as usize;
        if at >= code.len() || std::mem::replace(&mut is_reached[at], true) {
            continue;
        }
        if matches!(code[at], Inst::ReturnNothing) && function.spans[at] == brace {
            return true;
        }
        open.extend(continuations(function, pc, &targets));
    }
    false
}

/// Whether something jumps to each instruction: then more comes before it than the instruction that stands there.
fn targets(function: &Function) -> Vec<bool> {
    let mut targets = vec![false; function.code.len()];
    for pc in 0..function.code.len() as Pc {
        for next in successors(function, pc) {
            targets[next as usize] |= next != pc + 1;
        }
    }
    targets
}

/// Where a run may continue after an instruction, for a compiler that knows which library functions return and the
/// outcomes of constant conditions.
fn continuations(function: &Function, pc: Pc, targets: &[bool]) -> Successors {
    let code = &function.code;
    let before = pc.checked_sub(1).map(|before| &code[before as usize]);
    let constant = |reg| match before {
        Some(Inst::Const { dst, bits, .. }) if *dst == reg && !targets[pc as usize] => {
            Some(*bits != 0)
        }
        _ => None,
    };
    match &code[pc as usize] {
        Inst::Branch {
            cond, then, els, ..
        } => match constant(*cond) {
            Some(true) => [*then].as_slice().into(),
            Some(false) => [*els].as_slice().into(),
            None => [*then, *els].into(),
        },
        Inst::Builtin(call) if call.builtin.nature() == Nature::Exit => Successors::new(),
        Inst::Builtin(call) if call.builtin == Builtin::ReachError => Successors::new(),
        _ => successors(function, pc),
    }
}

#[cfg(test)]
mod tests;
