//! Lowering of one function: its parameters, its body, and its closing brace.

use ir::{Builtin, FnId, Function, Inst, Reg, Scalar};
use syntax::Span;
use syntax::ast::{self, Derive, ExprKind, Name, Param};

use super::Lowerer;
use super::builder::FnBuilder;
use super::call::is_specification_name;
use super::effects::for_each_expr;
use super::jump::labels;
use super::lengths::Lengths;
use super::prelude::ident;
use super::scope::Entity;
use super::types::{FnType, Type};

impl Lowerer<'_> {
    /// Lowers a function body. `library` means that its text is not visible to the user.
    pub(super) fn function(&mut self, f: &ast::Function, id: FnId, library: bool) -> Function {
        let ty = self.functions.ty(id).clone();
        let (name, span) = match &f.declarator.name {
            Some(name) => (name.text.as_str(), name.span),
            None => ("", f.declarator.span),
        };
        let span = if library { Span::default() } else { span };
        self.f = FnBuilder::new(id, name, span, ty.result.clone());
        self.f.instrument = !library && !is_specification_name(name);
        self.f.nowhere = library;
        self.f.variadic = ty.variadic;
        self.f.old_style = ty.old_style;
        let (mut lands, mut takes_labels) = (false, false);
        for_each_expr(&f.body, &mut |e| match &e.kind {
            ExprKind::LabelAddress(_) => takes_labels = true,
            ExprKind::AddressOf(inner) => {
                self.f.addressed.extend(ident(inner).map(str::to_owned));
            }
            ExprKind::Call(callee, _) => {
                let called = ident(callee).and_then(Builtin::by_name);
                lands |= called == Some(Builtin::Setjmp);
            }
            _ => {}
        });
        if takes_labels {
            self.f.label_values = labels(&f.body);
        }
        if lands {
            // `longjmp` comes back to what is in memory, as in code that is not optimised.
            for_each_expr(&f.body, &mut |e| {
                self.f.addressed.extend(ident(e).map(str::to_owned));
            });
        }
        self.f.scope_end = f.body.span.end;
        self.scopes.push();
        self.lengths = Lengths::Pure;
        self.prologue(f, &ty);
        self.begin_insertions(&f.body);
        // The objects of the outermost block live until the function returns.
        self.scopes.push();
        self.items(&f.body);
        self.scopes.pop();
        self.lengths = Lengths::Refused;
        self.scopes.pop();
        self.epilogue(name == "main", f.body.span.last_byte());
        let variables = std::mem::take(&mut self.f.types);
        self.functions.set_variables(id, variables);
        let result = ty.result.scalar();
        let function = std::mem::replace(&mut self.f, FnBuilder::placeholder()).finish(result);
        self.check_end(&function, id, f.body.span.last_byte());
        function
    }

    /// Parameters arrive in registers; those whose address is needed are moved to slots.
    fn prologue(&mut self, f: &ast::Function, ty: &FnType) {
        match &ty.result {
            Type::Record(_) => {
                self.f.result_address = Some(self.f.reg());
                self.f.params.push(Scalar::Ptr);
            }
            Type::Unmodelled(what) => self.unsupported(f.declarator.span, &**what),
            _ => {}
        }
        let params = match f.declarator.derive.first() {
            Some(Derive::Function(params)) => &params.params[..],
            _ => &[],
        };
        let arrivals = ty.params.iter().map(|ty| {
            let scalar = ty.scalar().unwrap_or(Scalar::Ptr);
            self.f.params.push(scalar);
            (ty, self.f.reg())
        });
        let arrivals: Vec<_> = arrivals.collect();
        for ((ty, reg), param) in arrivals.into_iter().zip(params) {
            if let Some(name) = &param.declarator.name {
                self.declare_parameter(name, param, ty, reg);
            }
        }
    }

    /// Declares a parameter of this type that arrives in `reg`.
    fn declare_parameter(&mut self, name: &Name, param: &Param, ty: &Type, reg: Reg) {
        if let Type::Unmodelled(what) = ty {
            self.unsupported(param.declarator.span, &**what);
            let entity = Entity::Unmodelled(what.to_string());
            return self.scopes.declare(&name.text, entity);
        }
        let scalar = ty.scalar().unwrap_or(Scalar::Ptr);
        let variable = self.variable_parameter(param);
        let ty = variable.as_ref().unwrap_or(ty);

        // A scalar whose address is never taken stays in the register.
        let is_record = matches!(ty, Type::Record(_));
        if !is_record && !self.f.addressed.contains(&name.text) {
            self.f.variable(reg, name, scalar, ty);
            let entity = Entity::Register(reg, ty.clone());
            return self.scopes.declare(&name.text, entity);
        }

        // Anything else becomes an object in memory; of a record, the address has arrived.
        let Some(slot) = self.local_object(&name.text, ty, name.span) else {
            return;
        };
        self.f.emit(name.span, Inst::SlotLive { slot });
        let addr = self.f.reg();
        self.f.emit(name.span, Inst::AddrSlot { dst: addr, slot });
        if is_record {
            let size = self.records.size(ty).unwrap_or(0) as u32;
            self.f.copy(name.span, addr, reg, size);
        } else {
            let ty = scalar.in_memory(self.records.model);
            let store = Inst::Store { addr, src: reg, ty };
            self.f.emit(name.span, store);
        }
    }

    /// Emits the code for the closing brace.
    fn epilogue(&mut self, is_main: bool, span: Span) {
        if self.f.result == Type::Void {
            self.f.emit(span, Inst::Return { value: None });
        } else if is_main {
            let zero = self
                .f
                .constant(span, self.f.result.scalar().unwrap_or(Scalar::I32), 0);
            self.f.emit(span, Inst::Return { value: Some(zero) });
        } else {
            self.f.emit(span, Inst::ReturnNothing);
        }
        self.resolve_gotos();
    }
}
