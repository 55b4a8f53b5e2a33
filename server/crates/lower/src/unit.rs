//! Lowering of whole units: the two passes, function bodies, and the numbering of components.

use std::sync::Arc;

use ir::flow::{compact, printable};
use ir::{FnId, Function, Inst, Printable, Program, Scalar, Shapes};
use syntax::ast::{self, Derive, ExprKind, Item};
use syntax::{Problem, Severity, Span};

use super::builder::FnBuilder;
use super::call::is_specification_name;
use super::components::number_components;
use super::effects::for_each_expr;
use super::gcc_builtins::is_computed_by_gcc;
use super::lengths::Lengths;
use super::linkage::{Link, units};
use super::prelude::{AT_EXIT, Prelude};
use super::purity::pure_functions;
use super::scope::Entity;
use super::types::{FnType, Type};
use super::{LoweredUnit, Lowerer};

impl<'a> Lowerer<'a> {
    /// Lowers the unit.
    pub(super) fn run(&mut self) -> LoweredUnit {
        let parse = self.parse;
        let prelude = Prelude::of(&parse.unit);
        let units = units(&parse.unit);
        let mut bodies = self.number_functions(&units);
        let library = bodies.len();
        bodies.extend(self.number_library(&prelude).into_iter().map(|f| (0, f)));
        let init_id = self.functions.next_id();
        self.f.id = init_id;
        self.see_functions();
        self.declare_library(&prelude);
        self.library.set_redirects(prelude.redirects);
        // Only relaxed components need this.
        if self.options.instrument {
            let errors = parse.problems.iter();
            let errors = errors.filter(|p| p.severity == Severity::Error);
            let is_broken = |span: Span| errors.clone().any(|p| span.overlaps(p.span));
            let in_library = |name: &str| self.library.is_pure_name(name);
            let names = pure_functions(&units, &is_broken, &in_library);
            let is_pure = |f: &ast::Function| {
                let name = f.declarator.name.as_ref();
                name.is_some_and(|name| names.contains(&name.text))
            };
            let own = (0..).zip(&bodies[..library]);
            own.filter(|(_, (_, f))| is_pure(f))
                .for_each(|(id, _)| self.functions.set_pure(FnId(id)));
        }
        let known = self.linkage.is_linked().then(|| self.scopes.file().clone());
        for (unit, items) in units.iter().enumerate() {
            // A program of one unit has just one file scope.
            if let Some(library) = &known {
                self.scopes.set_file(library.clone());
                self.linkage.begin_unit(unit, items, &mut self.scopes);
                self.see_functions();
            }
            for item in *items {
                match item {
                    Item::Declaration(d) => self.file_declaration(d),
                    Item::Function(f) => self.declare_function(f),
                    Item::End => {}
                }
            }
            self.declare_late(&prelude);
            if known.is_some() {
                let sources = &parse.sources.files;
                self.linkage.end_unit(items, &self.scopes, sources);
            }
        }
        std::mem::swap(&mut self.f, &mut self.other);
        let mut functions: Vec<Function> = Vec::with_capacity(bodies.len() + 1);
        for (index, (unit, body)) in bodies.into_iter().enumerate() {
            if self.linkage.enter_unit(unit, &mut self.scopes) {
                self.see_functions();
            }
            let is_library = index >= library;
            self.diagnostics.set_quiet(is_library);
            let mut function = self.function(body, FnId(index as u32), is_library);
            if !is_library {
                self.close_broken(&mut function, body);
            }
            functions.push(function);
            self.diagnostics.set_quiet(false);
        }
        let mut init = self.other_builder();
        init.emit(Span::default(), Inst::Return { value: None });
        functions.push(init.finish(None));
        let mut program = Program {
            functions: functions.into_iter().map(Arc::new).collect(),
            globals: self.globals.program_globals(0, &self.records).collect(),
            components: self.components.take(),
            unsupported: self.diagnostics.unsupported().to_vec(),
            init: Some(init_id),
            errno: self.library.errno(),
            at_exit: self.linkage.shared_function(AT_EXIT),
            data_model: self.records.model,
            printable: Printable::default(),
            shapes: Shapes::default(),
        };
        number_components(&mut program);
        // Only searches need these tables; programs without components, such as the many created for edits, are not
        // searched.
        if self.options.instrument {
            program.printable = printable(&program);
            program.shapes = self.shapes();
        }
        if self.options.compact {
            compact(&mut program);
        }
        LoweredUnit {
            program,
            problems: self.diagnostics.take_problems(),
            insertions: std::mem::take(&mut self.inserting.made),
        }
    }

    /// Makes a function with errors in its text end the run on entry: its behaviour is unknown.
    fn close_broken(&mut self, function: &mut Function, body: &ast::Function) {
        let inside = |p: &&Problem| p.severity == Severity::Error && body.span.overlaps(p.span);
        let all = self
            .parse
            .problems
            .iter()
            .chain(self.diagnostics.problems());
        let Some(first) = all.filter(inside).min_by_key(|p| p.span) else {
            return;
        };
        let what = format!(
            "`{}`, which has an error ({}),",
            function.name, first.message
        );
        let span = function.span;
        let what = self.diagnostics.unsupported_index(span, what);
        function.code = vec![Inst::Unsupported { what }];
        function.spans = vec![span];
        function.relaxations.clear();
        function.rescues.clear();
        function.observes.clear();
    }

    fn other_builder(&mut self) -> FnBuilder {
        let empty = FnBuilder::new(FnId(0), "", Span::default(), Type::Void);
        std::mem::replace(&mut self.other, empty)
    }

    /// Assigns an id to each function with a body.
    fn number_functions(&mut self, units: &[&'a [Item]]) -> Vec<(usize, &'a ast::Function)> {
        let mut bodies = Vec::new();
        self.linkage.set_unit_count(units.len());
        for (unit, items) in units.iter().enumerate() {
            for item in *items {
                let Item::Function(f) = item else { continue };
                let id = self.functions.next_id();
                match self.linkage.link_function(unit, items, f, id) {
                    Link::New => {
                        self.functions.add();
                        bodies.push((unit, f));
                    }
                    Link::Hidden => {}
                    Link::Clash => {
                        if let Some(name) = &f.declarator.name {
                            self.diagnostics
                                .error(name.span, format!("`{}` is defined twice", name.text));
                        }
                    }
                }
            }
        }
        bodies
    }

    /// Assigns an id to each library function that is written in C.
    fn number_library(&mut self, prelude: &Prelude) -> Vec<&'a ast::Function> {
        let mut bodies: Vec<&'a ast::Function> = Vec::new();
        for &f in &prelude.functions {
            if let Some(name) = &f.declarator.name {
                let id = self.functions.add();
                self.linkage.link_library_function(&name.text, id);
                bodies.push(f);
            }
        }
        bodies
    }

    /// Declares the library functions; the program's own declarations come later and may repeat them.
    fn declare_library(&mut self, prelude: &Prelude) {
        self.diagnostics.set_quiet(true);
        for d in &prelude.variables {
            self.file_declaration(d);
        }
        self.globals.hide_places();
        if let Some(Entity::Global(id)) = self.scopes.find("errno") {
            self.library.set_errno(*id);
        }
        for f in &prelude.functions {
            if late_type(f).is_none() {
                self.declare_function(f);
            }
        }
        self.diagnostics.set_quiet(false);
    }

    /// Declares the library functions that need a type of a header, if that header has been read.
    fn declare_late(&mut self, prelude: &Prelude) {
        self.diagnostics.set_quiet(true);
        for f in &prelude.functions {
            let ty = late_type(f).and_then(|name| self.scopes.find_global(name));
            if let Some(Entity::Typedef(_)) = ty {
                self.declare_function(f);
            }
        }
        self.diagnostics.set_quiet(false);
    }

    fn declare_function(&mut self, f: &ast::Function) {
        let Some(name) = &f.declarator.name else {
            return;
        };
        let base = self.base_type(&f.specs);
        let ty = self.declarator_type(base, &f.declarator);
        let id = self.functions.find(&name.text);
        if let (Some(id), Type::Function(ty)) = (id, &ty) {
            self.functions.set_type(id, ty.clone());
            if !self.diagnostics.is_quiet() && is_computed_by_gcc(&name.text, ty) {
                let message = format!(
                    "the compiler computes `{}` itself: this definition is not called",
                    name.text
                );
                self.diagnostics.warning(name.span, message);
            }
        }
        self.scopes.declare(&name.text, Entity::Function(id, ty));
    }

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
        for_each_expr(&f.body, &mut |e| {
            if let ExprKind::AddressOf(inner) = &e.kind
                && let ExprKind::Ident(name) = &inner.kind
            {
                self.f.addressed.insert(name.clone());
            }
        });
        self.scopes.push();
        self.lengths = Lengths::Pure;
        self.prologue(f, &ty);
        self.begin_insertions(&f.body);
        self.block(&f.body);
        self.lengths = Lengths::Refused;
        self.scopes.pop();
        self.epilogue(name == "main", f.body.span.last_byte());
        let variables = std::mem::take(&mut self.f.types);
        self.functions.set_variables(id, variables);
        let empty = FnBuilder::new(FnId(0), "", Span::default(), Type::Void);
        let result = ty.result.scalar();
        std::mem::replace(&mut self.f, empty).finish(result)
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
            (ty, scalar, self.f.reg())
        });
        let arrivals: Vec<_> = arrivals.collect();
        for ((ty, scalar, reg), param) in arrivals.into_iter().zip(params) {
            let Some(name) = &param.declarator.name else {
                continue;
            };
            if let Type::Unmodelled(what) = ty {
                self.unsupported(param.declarator.span, &**what);
                self.scopes
                    .declare(&name.text, Entity::Unmodelled(what.to_string()));
                continue;
            }
            let variable = self.variable_parameter(param);
            let ty = variable.as_ref().unwrap_or(ty);
            let is_record = matches!(ty, Type::Record(_));
            if !is_record && !self.f.addressed.contains(&name.text) {
                self.f.variable(reg, &name.text, scalar, ty);
                self.scopes
                    .declare(&name.text, Entity::Register(reg, ty.clone()));
                continue;
            }
            let Some(slot) = self.local_object(&name.text, ty, name.span) else {
                continue;
            };
            self.f.emit(name.span, Inst::SlotLive { slot });
            let addr = self.f.reg();
            self.f.emit(name.span, Inst::AddrSlot { dst: addr, slot });
            let size = self.records.size(ty).unwrap_or(0) as u32;
            self.f.emit(
                name.span,
                if is_record {
                    Inst::Copy {
                        dst: addr,
                        src: reg,
                        size,
                    }
                } else {
                    Inst::Store {
                        addr,
                        src: reg,
                        ty: scalar.in_memory(self.records.model),
                    }
                },
            );
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

/// The name of the type that a library function returns, if a header has to declare it.
fn late_type(f: &ast::Function) -> Option<&str> {
    match &f.specs.ty {
        ast::TypeSpec::Named(name) => Some(&name.text),
        _ => None,
    }
}
