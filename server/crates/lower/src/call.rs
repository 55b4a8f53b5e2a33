//! Calls and their components; for output and input see [`super::library`].

use std::sync::Arc;

use ir::{
    AltKind, Builtin, BuiltinCall, Call, Callee, CompId, ComponentKind, FnId, Inst, Lack, Nature,
    PointerCallee, Reg, Scalar,
};
use rustc_hash::FxHashSet;
use syntax::ast::{Expr, ExprKind, UnaryOp};
use syntax::{DataModel, Span};

use super::Lowerer;
use super::builder::FnBuilder;
use super::effects::{Effects, Extent};
use super::functions::Functions;
use super::gcc_builtins::is_computed_by_gcc;
use super::linkage::lack_of;
use super::lvalue::LValue;
use super::prelude::replacement;
use super::relax::Reach;
use super::scope::Entity;
use super::types::{FnType, Type, promote_argument};
use super::typing::{builtin_result, library_parameter};
use super::value::Value;

/// The callee of a call.
#[derive(Debug, Clone)]
pub(super) enum Target {
    /// A function of the unit, with its type as defined.
    Function(FnId, Arc<FnType>),
    /// A library function that is modelled.
    Builtin(Builtin),
    /// A call through a pointer.
    Pointer(Arc<FnType>),
    /// No function that can be run.
    Unknown(Lack),
}

/// A call in the source.
#[derive(Debug, Clone)]
pub(super) struct Site<'e> {
    /// The callee.
    pub(super) target: Target,
    /// The called expression.
    pub(super) callee: &'e Expr,
    /// Arguments.
    pub(super) args: &'e [Expr],
    /// Type of the result.
    pub(super) result: Type,
    /// The whole call.
    pub(super) span: Span,
    /// Size of the call expression.
    pub(super) extent: Extent,
    /// Whether the result is used.
    pub(super) used: bool,
    /// Side effects of callee and arguments.
    pub(super) effects: Effects,
}

impl Site<'_> {
    /// The value of the call, whose result is in `dst`.
    pub(super) fn value(&self, dst: Reg) -> Value {
        if self.result == Type::Void {
            Value::VOID
        } else {
            Value {
                reg: dst,
                ty: self.result.clone(),
            }
        }
    }

    /// Observes a scalar result.
    pub(super) fn observe_result(&self, f: &mut FnBuilder, dst: Reg, comp: CompId) {
        if let (true, Some(ty)) = (self.used, self.result.scalar()) {
            f.observe(comp, dst, ty);
        }
    }
}

/// Evaluated operands of a call.
#[derive(Debug, Clone)]
pub(super) struct Operands {
    /// The called pointer.
    callee: Option<Reg>,
    /// Converted or promoted arguments.
    pub(super) args: Vec<(Reg, Scalar)>,
    /// Types of the arguments after decay, before conversion.
    pub(super) types: Vec<Type>,
}

impl Lowerer<'_> {
    /// The call `e`.
    pub(super) fn call(&mut self, e: &Expr, callee: &Expr, args: &[Expr], used: bool) -> Value {
        // What looks like a call but is none.
        if let Some(value) = self.variable_arguments(e, callee, args) {
            return value;
        }
        if let Some(value) = self.gnu_call(e, callee, args) {
            return value;
        }

        // The callee, the type of the result, and the effects of the operands.
        let plain = plain_callee(callee);
        let callee = plain.as_ref().unwrap_or(callee);
        let hint = self.calls.take_pointee_size();
        let (target, result) = self.call_target(callee);
        let effects = args
            .iter()
            .map(|a| self.effects(a))
            .fold(self.effects(callee), Effects::and);
        let extent = self.extent(e);
        let site = Site {
            target,
            callee,
            args,
            used: used && result != Type::Void,
            result,
            span: e.span,
            extent: Extent {
                height: extent.height + 1,
                ..extent
            },
            effects,
        };

        self.check_argument_count(&site);

        // A component of the kind that fits the callee, unless an enclosing one owns the call.
        let owned = self.calls.is_owned(e);
        match &site.target {
            Target::Builtin(Builtin::Setjmp) => self.plain_call(&site),
            Target::Builtin(builtin) => match builtin.nature() {
                Nature::Pure | Nature::Memory if owned => self.plain_call(&site),
                Nature::Specification => self.specification(*builtin, &site),
                Nature::Output => self.output(*builtin, &site),
                Nature::Input => self.input(*builtin, &site),
                Nature::Exit => self.exit(*builtin, &site),
                Nature::Pure | Nature::Memory => self.relaxed_call(&site, hint),
            },
            Target::Function(..) if owned || is_specification(callee) => self.plain_call(&site),
            _ => self.relaxed_call(&site, hint),
        }
    }

    fn call_target(&mut self, callee: &Expr) -> (Target, Type) {
        if let ExprKind::Ident(name) = &callee.kind {
            let declared = match self.scopes.find(name) {
                None => Some(None),
                Some(Entity::Function(_, ty)) => Some(ty.function().map(|f| f.result.clone())),
                Some(_) => None,
            };
            if let Some(declared) = declared {
                let model = self.records.model;
                let of_system = &self.parse.system_functions;
                return named_target(name, declared, &self.functions, of_system, model);
            }
        }
        if let ExprKind::Unsupported(what) = &callee.kind {
            return (Target::Unknown(what.as_str().into()), Type::INT);
        }
        let ty = self.type_of(callee);
        if let Type::Unmodelled(what) = &ty {
            return (Target::Unknown((&**what).into()), Type::INT);
        }
        match ty.function() {
            Some(ty) => (Target::Pointer(ty.clone()), ty.result.clone()),
            None => (Target::Unknown("what is no function".into()), Type::INT),
        }
    }

    /// Evaluates the callee and the arguments, from right to left like gcc.
    pub(super) fn operands(&mut self, site: &Site<'_>) -> Operands {
        let callee = match site.target {
            Target::Pointer(_) => Some(self.rvalue(site.callee).reg),
            _ => None,
        };
        let mut args = Vec::with_capacity(site.args.len());
        let mut types = Vec::with_capacity(site.args.len());
        for (i, arg) in site.args.iter().enumerate().rev() {
            let (value, ty) = self.argument(site, i, arg);
            args.push(value);
            types.push(ty);
        }
        args.reverse();
        types.reverse();
        self.check_format(site, &types);
        if let Target::Function(_, ty) = &site.target {
            self.check_unprototyped_arguments(ty, &types, site.span);
            self.settle_arguments(ty, &mut args, site.span);
        }
        Operands {
            callee,
            args,
            types,
        }
    }

    /// Makes the number of arguments match the definition's parameters; in an unchecked call they may differ.
    fn settle_arguments(&mut self, ty: &FnType, args: &mut Vec<(Reg, Scalar)>, span: Span) {
        if !ty.variadic {
            args.truncate(ty.params.len());
        }
        for param in ty.params.iter().skip(args.len()) {
            let scalar = param.scalar().unwrap_or(Scalar::Ptr);
            args.push((self.f.indeterminate(span), scalar));
        }
    }

    fn argument(&mut self, site: &Site<'_>, index: usize, arg: &Expr) -> ((Reg, Scalar), Type) {
        if let (Target::Builtin(Builtin::Assert), 0) = (&site.target, index) {
            let (reg, ty) = self.truth(arg);
            let value = self.convert(Value::arith(reg, ty), &Type::INT, site.span);
            return ((value.reg, Scalar::I32), Type::INT);
        }
        let param = match &site.target {
            Target::Function(_, ty) => ty.params.get(index).map(|p| (p.clone(), ty.old_style)),
            Target::Pointer(ty) if !ty.old_style => {
                ty.params.get(index).map(|p| (p.clone(), false))
            }
            Target::Builtin(builtin) => library_parameter(*builtin, index).map(|ty| (ty, false)),
            Target::Pointer(_) | Target::Unknown(_) => None,
        };
        if let Some((param, _)) = &param {
            self.calls.set_pointee(param, arg, &self.records);
        }
        let value = self.rvalue(arg);
        let ty = value.ty.clone();
        if let Some((param, false)) = &param {
            self.check_conversion(param, &ty, Some(arg), arg.span);
        }
        // A `va_list` is a record, and the library takes its address.
        let to_library = matches!(site.target, Target::Builtin(_));
        let fits = param.as_ref().is_none_or(|(p, _)| *p == ty || to_library);
        if matches!(ty, Type::Record(_)) && fits {
            return ((value.reg, Scalar::Ptr), ty);
        }
        let Some(from) = ty.scalar() else {
            if !value.is_erroneous() {
                self.wrong(arg.span, "an argument of this type cannot be passed");
            }
            return ((self.f.indeterminate(arg.span), Scalar::I32), ty);
        };
        let to = match param {
            Some((Type::Record(_), _)) => {
                self.wrong(arg.span, "an argument of this type cannot be passed");
                return ((self.f.indeterminate(arg.span), Scalar::Ptr), ty);
            }
            Some((param, unchecked)) => {
                let to = param.scalar().unwrap_or(Scalar::I32);
                // Without a prototype, the callee reads a register of another class, whose contents are arbitrary.
                if unchecked && promote_argument(from).is_float() != to.is_float() {
                    return ((self.f.indeterminate(arg.span), to), ty);
                }
                param
            }
            None if from == Scalar::Ptr => ty.clone(),
            None => Type::Arith(promote_argument(from)),
        };
        let value = self.convert(value, &to, arg.span);
        ((value.reg, to.scalar().unwrap_or(Scalar::I32)), ty)
    }

    /// Performs the call. A scalar result goes to `dst`, a record to the object whose address is in `dst`.
    pub(super) fn perform(&mut self, site: &Site<'_>, operands: &Operands, dst: Reg) {
        let mut args = operands.args.clone();
        let scalar = site.result.scalar().is_some();
        if matches!(site.result, Type::Record(_)) {
            args.insert(0, (dst, Scalar::Ptr));
        }
        let dst =
            (scalar && (site.used || matches!(site.target, Target::Builtin(_)))).then_some(dst);
        let callee = match (&site.target, operands.callee) {
            (Target::Function(id, _), _) => Callee::Fn(*id),
            (Target::Pointer(ty), Some(pointer)) => Callee::Ptr(PointerCallee {
                pointer,
                prototype: !ty.old_style,
                result: dst.and(site.result.scalar()),
            }),
            (Target::Builtin(builtin), _) => {
                if args.len() < builtin.params().len() {
                    let what = format!("a call of `{}` with too few arguments", builtin.name());
                    return self.unsupported(site.span, what);
                }
                return perform_builtin(
                    &mut self.f,
                    *builtin,
                    site,
                    args,
                    dst.filter(|_| site.used),
                );
            }
            (Target::Unknown(what), _) => return self.unsupported(site.span, what.clone()),
            (Target::Pointer(_), None) => return,
        };
        self.f
            .emit(site.span, Inst::Call(Box::new(Call { dst, callee, args })));
    }

    /// A register for the result; for a record, it holds the address of a new object.
    pub(super) fn result_register(&mut self, site: &Site<'_>) -> Reg {
        let dst = self.f.reg();
        if let Type::Record(_) = site.result {
            let size = self.records.size(&site.result).unwrap_or(0);
            let slot = self.f.slot(
                "returned record",
                size,
                self.records.align(&site.result),
                &site.result,
                site.span,
            );
            self.f.emit(site.span, Inst::SlotLive { slot });
            self.f.emit(site.span, Inst::AddrSlot { dst, slot });
        }
        dst
    }

    /// A call that is not a component.
    fn plain_call(&mut self, site: &Site<'_>) -> Value {
        let dst = self.result_register(site);
        let operands = self.operands(site);
        self.perform(site, &operands, dst);
        site.value(dst)
    }

    /// A call of `assert` or similar. Neither it nor its operands are relaxed: they say what is right. Surplus arguments
    /// are ignored. An assertion that can never hold, as in `assert(!"not reached")`, says that its place is not reached.
    fn specification(&mut self, builtin: Builtin, site: &Site<'_>) -> Value {
        let count = builtin.params().len().min(site.args.len());
        let never_holds = site.args[..count].first().is_some_and(|e| self.is_false(e));
        let site = if never_holds && builtin.is_assertion() {
            Site {
                target: Target::Builtin(Builtin::ReachError),
                args: &[],
                ..site.clone()
            }
        } else {
            Site {
                args: &site.args[..count],
                ..site.clone()
            }
        };
        let instrument = std::mem::replace(&mut self.f.instrument, false);
        let value = self.plain_call(&site);
        self.f.instrument = instrument;
        value
    }

    /// Whether a condition is false in every run, and nothing happens before that is known. A string literal is true.
    fn is_false(&mut self, e: &Expr) -> bool {
        let is_text = |e: &Expr| matches!(e.kind, ExprKind::Str(_));
        match &e.kind {
            ExprKind::LogicalAnd(a, b) => self.is_false(a) || is_text(a) && self.is_false(b),
            ExprKind::Unary(UnaryOp::Not, a) if is_text(a) => true,
            _ => self.constant(e).is_some_and(|value| !value.truth()),
        }
    }

    /// Emits an angelic result.
    pub(super) fn angelic_result(
        &mut self,
        site: &Site<'_>,
        dst: Reg,
        comp: CompId,
        hint: Option<u32>,
    ) {
        let ty = &site.result;
        if ty.scalar().is_none() {
            return self.angelic_object(dst, ty, comp, site.span);
        }
        let elem = match (ty.pointee(), hint) {
            (Some(_), Some(elem)) => elem,
            (Some(to), None) => self.records.step(to) as u32,
            (None, _) => 1,
        };
        self.angelic_elem(dst, comp, ty, elem, site.span);
    }

    /// A call of a function that may have effects: run, or not run with an angelic result.
    fn relaxed_call(&mut self, site: &Site<'_>, hint: Option<u32>) -> Value {
        // Facts about the callee.
        let pure_callee = match &site.target {
            Target::Builtin(b) => self.library.is_pure(*b),
            Target::Function(id, _) => self.functions.is_pure(*id),
            Target::Pointer(_) | Target::Unknown(_) => false,
        };
        let scans = matches!(site.target, Target::Builtin(Builtin::Sscanf));

        // As written.
        let dst = self.result_register(site);
        let Some(mut open) = self.begin(ComponentKind::Call, site.span, site.extent) else {
            let operands = self.operands(site);
            self.perform(site, &operands, dst);
            return site.value(dst);
        };
        let operands = self.operands(site);
        self.perform(site, &operands, dst);
        site.observe_result(&mut self.f, dst, open.comp);

        // Not run, with any result; `sscanf` also gives its targets any value.
        let pure_args = site.effects.pure();
        let mut covers = false;
        if site.used || scans {
            self.alternative(&mut open, AltKind::Angelic, true);
            if scans {
                self.angelic_result(site, dst, open.comp, hint);
                let comp = open.comp;
                self.with_rescue(&open, |this| this.angelic_targets(site, comp));
            } else {
                self.angelic_result(site, dst, open.comp, hint);
            }
            covers = pure_callee && pure_args && self.reach(&site.result) == Reach::All;
        }

        // Not run, where nobody sees a result.
        if !site.used {
            self.alternative(&mut open, AltKind::Skip, true);
            covers = pure_callee && pure_args;
        }

        // Only the operands are evaluated, with any result.
        if !pure_args && self.can_evaluate_again(&open) {
            self.alternative(&mut open, AltKind::EvalAngelic, true);
            let dropped = self.f.dropped;
            self.operands(site);
            if site.used {
                self.angelic_result(site, dst, open.comp, hint);
            }
            let exact = !site.used || self.reach(&site.result) == Reach::All;
            covers = pure_callee && exact && self.f.dropped == dropped;
        }
        self.finish(open, covers);
        site.value(dst)
    }

    /// `exit(n)`: run, run with another status, or not run.
    fn exit(&mut self, builtin: Builtin, site: &Site<'_>) -> Value {
        let dst = self.f.reg();
        let open = self.begin(ComponentKind::Jump, site.span, site.extent);
        let operands = self.operands(site);
        self.perform(site, &operands, dst);
        let Some(mut open) = open else {
            return Value::VOID;
        };
        self.alternative(&mut open, AltKind::Skip, true);
        let has_status = builtin.params() == [Scalar::I32];
        if has_status {
            self.alternative(&mut open, AltKind::Angelic, true);
            let status = self.angelic(open.comp, &Type::INT, site.span);
            let operands = Operands {
                callee: None,
                args: vec![(status.reg, Scalar::I32)],
                types: vec![Type::INT],
            };
            self.perform(site, &operands, dst);
        }
        self.finish(open, has_status && site.effects.pure());
        Value::VOID
    }

    /// Writes angelic values through a pointer argument.
    pub(super) fn angelic_through(&mut self, pointer: Reg, to: &Type, comp: CompId, span: Span) {
        self.store_angelic(&LValue::Memory(pointer, to.clone()), comp, span);
    }
}

/// Performs the call of a library function. Where `long` has 32 bits, results of type `long` do, too.
fn perform_builtin(
    f: &mut FnBuilder,
    builtin: Builtin,
    site: &Site<'_>,
    args: Vec<(Reg, Scalar)>,
    dst: Option<Reg>,
) {
    let narrower = match (builtin.result(), site.result.scalar()) {
        (Some(wide @ (Scalar::I64 | Scalar::U64)), Some(narrow)) if wide != narrow => {
            dst.map(|dst| (wide, narrow, dst))
        }
        _ => None,
    };
    let wide = narrower.map(|_| f.reg());
    let call = BuiltinCall {
        dst: wide.or(dst),
        builtin,
        args,
    };
    f.emit(site.span, Inst::Builtin(Box::new(call)));
    if let (Some((from, to, dst)), Some(a)) = (narrower, wide) {
        f.emit(site.span, Inst::Cast { from, to, dst, a });
    }
}

/// The callee that a name stands for, and the result type; `declared` is the result type of a declaration, and headers
/// of the system declare `of_system`.
fn named_target(
    name: &str,
    declared: Option<Type>,
    functions: &Functions,
    of_system: &FxHashSet<String>,
    model: DataModel,
) -> (Target, Type) {
    let is_own = |name: &str| functions.find(name).is_some();
    let other = replacement(name).filter(|other| !is_own(name) && is_own(other));
    let name = other.unwrap_or(name);
    // What a program for verifiers does when its error is reached does not matter.
    let is_verdict = name == "reach_error" && functions.is_for_verifiers();
    if let Some(id) = functions.find(name)
        && !is_computed_by_gcc(name, functions.ty(id))
        && !is_verdict
    {
        let ty = functions.ty(id).clone();
        let result = ty.result.clone();
        return (Target::Function(id, ty), result);
    }
    let Some(builtin) = Builtin::by_name_in(name, model) else {
        let lack = lack_of(name, format!("a call of `{name}`"), of_system);
        return (Target::Unknown(lack), declared.unwrap_or(Type::INT));
    };
    // A declaration may refine the result type, for example to `char *`, but not change it to something else.
    let usual = builtin_result(name, builtin, model);
    let result = match declared {
        Some(ty) if ty.scalar() == usual.scalar() => ty,
        _ => usual,
    };
    (Target::Builtin(builtin), result)
}

/// The library function that a `__builtin_…` callee stands for.
fn plain_callee(callee: &Expr) -> Option<Expr> {
    let ExprKind::Ident(name) = &callee.kind else {
        return None;
    };
    let plain = super::prelude::plain_name(name)?;
    Some(Expr {
        kind: ExprKind::Ident(plain.to_owned()),
        span: callee.span,
    })
}

/// Whether the callee has the name of a specification function.
pub(super) fn is_specification(callee: &Expr) -> bool {
    matches!(&callee.kind, ExprKind::Ident(name) if is_specification_name(name))
}

/// Whether the function belongs to the specification, so that neither it nor anything inside it is relaxed.
pub(super) fn is_specification_name(name: &str) -> bool {
    Builtin::by_name(name).is_some_and(|b| b.nature() == Nature::Specification)
}
