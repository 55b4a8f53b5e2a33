//! Incremental lowering: the program with other bodies of some functions.
//!
//! Trying hundreds of edits means lowering hundreds of programs that differ in one function, or in a few. Lowering a
//! body has few global effects: string literals and messages about unmodelled constructs are appended to tables. So the
//! program is lowered once; then the other bodies are lowered in the state that it left, each in the file scope of its
//! unit, and their additions to the tables are removed afterwards.
//!
//! Such a program differs from the one lowered from the whole edited text only in the numbers of its string literals,
//! and in that symbols are kept whose last use the edit removed. Bodies on which more depends are refused
//! ([`Relowering::fits`]): initialisers of local static objects are part of `@init`.

use std::sync::Arc;

use ir::{FnId, Program};
use syntax::ast::{Function, Item};
use syntax::{Parse, Problem, Severity};

use super::warnings::{Warning, have_new};
use super::{LowerOptions, LoweredUnit, Lowerer};

/// Lowers other bodies of a program's functions.
pub struct Relowering<'a> {
    lowerer: Lowerer<'a>,
    program: Program,
    warnings: Vec<Warning>,
    /// The function whose body may be replaced, by item of the text.
    functions: Vec<Option<ReplaceableFunction>>,
}

/// A function whose body may be replaced.
#[derive(Clone, Copy)]
struct ReplaceableFunction {
    id: FnId,
    /// Its translation unit, by position.
    unit: usize,
}

impl<'a> Relowering<'a> {
    /// Lowers the program, without components.
    pub fn new(parse: &'a Parse, options: &LowerOptions) -> Relowering<'a> {
        let options = LowerOptions {
            instrument: false,
            ..*options
        };
        let mut lowerer = Lowerer::new(parse, options);
        let own = lowerer.number_functions();
        let lowered = lowerer.run_numbered(&own);
        let is_wrong = is_wrong(&parse.problems) || is_wrong(&lowered.problems);
        let mut own = (0..).map(FnId).zip(own).peekable();
        let functions = parse.unit.items.iter().map(|item| {
            let Item::Function(f) = item else { return None };
            // Definitions that others replace have no id.
            let (id, (unit, _)) = own.next_if(|(_, (_, own))| std::ptr::eq(*own, f))?;
            let has_static = lowerer.globals.has_static_local_in(f.body.span);
            (!is_wrong && !has_static).then_some(ReplaceableFunction { id, unit })
        });
        Relowering {
            functions: functions.collect(),
            program: lowered.program,
            warnings: lowered.warnings,
            lowerer,
        }
    }

    /// Whether this item of the text is a function whose body may be replaced.
    pub fn fits(&self, item: usize) -> bool {
        self.functions.get(item).is_some_and(Option::is_some)
    }

    /// Whether another program, lowered without components, has no errors, and no warnings that this one does not have.
    pub fn accepts(&self, edited: &LoweredUnit) -> bool {
        !is_wrong(&edited.problems) && !have_new(&self.warnings, &edited.warnings)
    }

    /// The program in which these items of the text have the given bodies; `None` if a body has errors or new warnings,
    /// or may not be replaced.
    pub fn with<'f>(
        &mut self,
        bodies: impl IntoIterator<Item = (usize, &'f Function)>,
    ) -> Option<Program> {
        self.with_bodies(bodies, false)
    }

    /// Like [`Relowering::with`] for one body, with any warnings.
    pub fn with_any_warnings(&mut self, body: (usize, &Function)) -> Option<Program> {
        self.with_bodies([body], true)
    }

    fn with_bodies<'f>(
        &mut self,
        bodies: impl IntoIterator<Item = (usize, &'f Function)>,
        any_warnings: bool,
    ) -> Option<Program> {
        let (globals, unsupported) = (
            self.lowerer.globals.len(),
            self.lowerer.diagnostics.unsupported().len(),
        );
        let mut bodies = bodies.into_iter();
        let functions: Option<Vec<_>> = bodies.try_fold(Vec::new(), |mut done, (item, body)| {
            done.push(self.function(item, body, any_warnings)?);
            Some(done)
        });
        let lowerer = &mut self.lowerer;
        let program = functions.map(|functions| {
            let mut program = self.program.clone();
            for (id, function) in functions {
                program.functions[id.index()] = Arc::new(function);
            }
            let new = lowerer.globals.program_globals(globals, &lowerer.records);
            program.globals.extend(new);
            let new = &lowerer.diagnostics.unsupported()[unsupported..];
            program.unsupported.extend_from_slice(new);
            program
        });
        lowerer.diagnostics.truncate_unsupported(unsupported);
        lowerer.globals.truncate(globals);
        program
    }

    /// Lowers one body, if it may be replaced and has no errors and no new warnings.
    fn function(
        &mut self,
        item: usize,
        body: &Function,
        any_warnings: bool,
    ) -> Option<(FnId, ir::Function)> {
        let ReplaceableFunction { id, unit } = (*self.functions.get(item)?)?;
        // Messages about another body may be repeated.
        self.lowerer.diagnostics.forget_reported();
        let function = self.lowerer.own_function(body, id, unit);
        let diagnostics = &mut self.lowerer.diagnostics;
        let (problems, warnings) = (diagnostics.take_problems(), diagnostics.take_warnings());
        let is_known = any_warnings || !have_new(&self.warnings, &warnings);
        let is_accepted = !is_wrong(&problems) && is_known;
        is_accepted.then_some((id, function))
    }
}

/// Whether there are errors among the problems.
fn is_wrong(problems: &[Problem]) -> bool {
    problems.iter().any(|p| p.severity == Severity::Error)
}
