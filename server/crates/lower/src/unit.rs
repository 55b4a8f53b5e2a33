//! Lowering of whole units: the two passes.

use std::sync::Arc;

use ir::flow::{compact, printable};
use ir::{Call, Callee, FnId, Function, Inst, Lack, Printable, Program, Shapes};
use syntax::ast::{self, Attribute, Item};
use syntax::{Problem, Severity, Span};

use super::components::number_components;
use super::gcc_builtins::is_computed_by_gcc;
use super::linkage::{Link, has_attribute};
use super::prelude::{AT_EXIT, GIVEN_ENVIRONMENT, Prelude};
use super::purity::pure_functions;
use super::scope::Entity;
use super::types::Type;
use super::{LoweredUnit, Lowerer};

impl<'a> Lowerer<'a> {
    /// Lowers the program.
    pub(super) fn run(&mut self) -> LoweredUnit {
        let own = self.number_functions();
        self.run_numbered(&own)
    }

    /// Lowers the program, whose functions with a body have been numbered.
    pub(super) fn run_numbered(&mut self, own: &[(usize, &'a ast::Function)]) -> LoweredUnit {
        let prelude = Prelude::of(&self.parse.unit);
        let units: Vec<&[Item]> = self.parse.unit.translation_units().collect();

        // `@init` gets the last id.
        let library = self.number_library(&prelude);
        let init = self.functions.next_id();
        self.f.id = init;

        // First pass: the declarations at file scope; initialisers become the code of `@init`.
        self.set_visible_functions();
        self.declare_library(&prelude);
        self.library.set_redirects(prelude.redirects);
        // Only relaxed components need this.
        if self.options.instrument {
            self.find_pure_functions(&units, own);
        }
        self.declare_units(&units, &prelude);

        // Second pass: the bodies.
        self.swap_builders();
        let mut functions = self.bodies(own, &library, &prelude.units);
        let mut init_builder = self.take_suspended();
        for (id, (unit, f)) in (0..).map(FnId).zip(own) {
            if runs_before_main(units[*unit], f) {
                let call = Call {
                    dst: None,
                    callee: Callee::Fn(id),
                    args: Vec::new(),
                };
                init_builder.emit(f.span, Inst::Call(Box::new(call)));
            }
        }
        init_builder.emit(Span::default(), Inst::Return { value: None });
        functions.push(init_builder.finish(None));

        LoweredUnit {
            program: self.program(functions, init),
            problems: self.diagnostics.take_problems(),
            warnings: self.diagnostics.take_warnings(),
            insertions: self.inserting.take_made(),
        }
    }

    /// Records which of the program's functions have no side effects.
    fn find_pure_functions(&mut self, units: &[&[Item]], own: &[(usize, &ast::Function)]) {
        let errors = self.parse.problems.iter();
        let errors = errors.filter(|p| p.severity == Severity::Error);
        let is_broken = |span: Span| errors.clone().any(|p| span.overlaps(p.span));
        let in_library = |name: &str| self.library.is_pure_name(name);
        let names = pure_functions(units, &is_broken, &in_library);
        for (id, (_, f)) in (0..).zip(own) {
            let name = f.declarator.name.as_ref();
            if name.is_some_and(|name| names.contains(&name.text)) {
                self.functions.set_pure(FnId(id));
            }
        }
    }

    /// Lowers the declarations of all units.
    fn declare_units(&mut self, units: &[&'a [Item]], prelude: &Prelude) {
        // A program of one unit has just one file scope; each of several begins in one that contains only the library.
        let library_scope = self.linkage.is_linked().then(|| self.scopes.file().clone());
        for (unit, items) in units.iter().enumerate() {
            if let Some(scope) = &library_scope {
                self.scopes.set_file(scope.clone());
                self.linkage
                    .begin_unit(unit, items, &mut self.scopes, &self.records);
                self.set_visible_functions();
            }
            for item in *items {
                match item {
                    Item::Declaration(d) => self.file_declaration(d),
                    Item::Function(f) => self.declare_function(f),
                    Item::End => {}
                }
            }
            self.declare_late(prelude);
            if library_scope.is_some() {
                let sources = &self.parse.sources.files;
                self.linkage
                    .end_unit(items, &self.scopes, sources, &self.records);
            }
        }
    }

    /// Lowers the bodies of the program's own functions, with their units, and of the library's.
    fn bodies(
        &mut self,
        own: &[(usize, &ast::Function)],
        library: &[&ast::Function],
        library_units: &[usize],
    ) -> Vec<Function> {
        let mut ids = (0..).map(FnId);
        let mut functions = Vec::with_capacity(own.len() + library.len() + 1);
        for ((unit, body), id) in own.iter().zip(&mut ids) {
            let mut function = self.own_function(body, id, *unit);
            self.close_broken(&mut function, body);
            functions.push(function);
        }
        for ((body, unit), id) in library.iter().zip(library_units).zip(ids) {
            self.enter_unit(*unit);
            self.diagnostics.set_quiet(true);
            functions.push(self.function(body, id, true));
            self.diagnostics.set_quiet(false);
        }
        functions
    }

    /// Lowers the body of one of the program's own functions, in its unit.
    pub(super) fn own_function(&mut self, body: &ast::Function, id: FnId, unit: usize) -> Function {
        self.enter_unit(unit);
        let mut function = self.function(body, id, false);
        function.unit = self.linkage.own_unit(unit, &function.name);
        function
    }

    /// Returns to a unit to lower its bodies.
    fn enter_unit(&mut self, unit: usize) {
        if self.linkage.enter_unit(unit, &mut self.scopes) {
            self.set_visible_functions();
        }
    }

    /// Makes the functions visible that the current unit can call by name.
    fn set_visible_functions(&mut self) {
        let visible = self.linkage.visible_functions();
        self.functions.set_visible(visible);
    }

    /// The program of these functions, and of everything that lowering them left in the tables.
    fn program(&mut self, functions: Vec<Function>, init: FnId) -> Program {
        let mut program = Program {
            functions: functions.into_iter().map(Arc::new).collect(),
            globals: self.globals.program_globals(0, &self.records).collect(),
            components: self.components.take(),
            unsupported: self.diagnostics.unsupported().to_vec(),
            init: Some(init),
            errno: self.library.errno(),
            environment: self.library.environment(),
            at_exit: self.linkage.shared_function(AT_EXIT),
            data_model: self.records.model,
            unset_is_any: self.parse.sources.unset_is_any,
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
        program
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
        let what = Lack::Wrong(format!(
            "`{}` has an error: {}",
            function.name, first.message
        ));
        let place = first.span;
        let what = self.diagnostics.unsupported_index(place, what);
        function.code = vec![Inst::Unsupported { what }];
        function.spans = vec![function.span];
        function.relaxations.clear();
        function.rescues.clear();
        function.observes.clear();
    }

    /// Assigns an id to each function with a body; the functions in the order of their ids, with their units.
    pub(super) fn number_functions(&mut self) -> Vec<(usize, &'a ast::Function)> {
        let mut bodies = Vec::new();
        let units: Vec<&'a [Item]> = self.parse.unit.translation_units().collect();
        self.linkage.set_unit_count(units.len());
        for (unit, items) in units.iter().enumerate() {
            for item in *items {
                let Item::Function(f) = item else { continue };
                if let Some(first) = self.parse.copies.get(&f.span) {
                    self.linkage.link_copy(*first, unit, f);
                    continue;
                }
                let id = self.functions.next_id();
                match self.linkage.link_function(unit, items, f, id) {
                    Link::New => {
                        self.functions.add();
                        bodies.push((unit, f));
                    }
                    Link::Hidden => {}
                    Link::Clash => {
                        if let Some(name) = &f.declarator.name {
                            let first = bodies.iter().filter_map(|(_, one)| {
                                one.declarator
                                    .name
                                    .as_ref()
                                    .filter(|one| one.text == name.text)
                            });
                            // Which of them would run, nobody can say.
                            for one in first.chain([name]) {
                                self.diagnostics
                                    .error(one.span, format!("`{}` is defined twice", name.text));
                            }
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
        if let Some(Entity::Global(id)) = self.scopes.find(GIVEN_ENVIRONMENT) {
            self.library.set_environment(*id);
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
}

/// Whether a function is a `constructor`. Priorities are not observed: such functions run in the order of the text.
fn runs_before_main(items: &[Item], f: &ast::Function) -> bool {
    let name = f.declarator.name.as_ref();
    name.is_some_and(|name| has_attribute(items, f, &name.text, &Attribute::Constructor))
}

/// The name of the type that a library function returns, if a header has to declare it.
fn late_type(f: &ast::Function) -> Option<&str> {
    match &f.specs.ty {
        ast::TypeSpec::Named(name) => Some(&name.text),
        _ => None,
    }
}
