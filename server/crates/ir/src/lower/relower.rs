//! The program with other bodies of some functions.
//!
//! Who tries hundreds of edits would lower hundreds of programs that differ in one function, or in few. What the lowering
//! of a body leaves behind is little: string literals and words for what is not modelled are appended to tables. So the
//! unit is lowered once, then the other bodies, in the state in which the unit left everything; and what these have
//! appended is taken back.
//!
//! Such a program differs from that of the whole unit in nothing but the numbers of its string literals, and in what the
//! edit took the last use from, which stays. Where more depends on a body, it is refused ([`Relowering::fits`]):
//! initialisers of local static objects are part of `@init`, and several units share more than tables.

use std::sync::Arc;

use syntax::ast::{Function, Item};
use syntax::{Parse, Severity};

use super::{LowerOptions, Lowerer};
use crate::{FnId, Program};

/// Lowers bodies of functions of one unit.
pub struct Relowering<'a> {
    lowerer: Lowerer<'a>,
    program: Program,
    /// By item of the unit: the function whose body may be another one.
    functions: Vec<Option<FnId>>,
}

impl<'a> Relowering<'a> {
    /// Lowers the unit, without components.
    pub fn new(parse: &'a Parse, options: &LowerOptions) -> Relowering<'a> {
        let options = LowerOptions {
            instrument: false,
            ..*options
        };
        let mut lowerer = Lowerer::new(parse, options);
        let lowered = lowerer.run();
        lowerer.unsupported.clone_from(&lowered.program.unsupported);
        let wrong = |p: &syntax::Problem| p.severity == Severity::Error;
        let is_wrong = parse.problems.iter().chain(&lowered.problems).any(wrong);
        let mut ids = (0..).map(FnId);
        let functions = parse.unit.items.iter().map(|item| match item {
            Item::Function(f) => {
                let id = ids.next()?;
                let has_static = lowerer.statics.keys().any(|s| f.body.span.encloses(*s));
                (!is_wrong && !lowerer.is_linked() && !has_static).then_some(id)
            }
            Item::Declaration(_) | Item::End => None,
        });
        Relowering {
            functions: functions.collect(),
            program: lowered.program,
            lowerer,
        }
    }

    /// Whether this item of the unit is a function that can have another body.
    pub fn fits(&self, item: usize) -> bool {
        self.functions.get(item).is_some_and(Option::is_some)
    }

    /// The program in which these items of the unit have the bodies that go with them; `None` if one is wrong, or does not
    /// fit.
    pub fn with<'f>(
        &mut self,
        bodies: impl IntoIterator<Item = (usize, &'f Function)>,
    ) -> Option<Program> {
        let (globals, unsupported) = (self.lowerer.globals.len(), self.lowerer.unsupported.len());
        let mut bodies = bodies.into_iter();
        let functions: Option<Vec<_>> = bodies.try_fold(Vec::new(), |mut done, (item, body)| {
            done.push(self.function(item, body)?);
            Some(done)
        });
        let lowerer = &mut self.lowerer;
        let program = functions.map(|functions| {
            let mut program = self.program.clone();
            for (id, function) in functions {
                program.functions[id.index()] = Arc::new(function);
            }
            let new = lowerer.globals[globals..].iter();
            program.globals.extend(new.map(|g| lowerer.settled(g)));
            let new = &lowerer.unsupported[unsupported..];
            program.unsupported.extend_from_slice(new);
            program
        });
        lowerer.unsupported.truncate(unsupported);
        if lowerer.globals.len() > globals {
            lowerer.globals.truncate(globals);
            lowerer.strings.retain(|_, id| id.index() < globals);
        }
        program
    }

    /// Lowers one body, if it fits and nothing is wrong with it.
    fn function(&mut self, item: usize, body: &Function) -> Option<(FnId, crate::Function)> {
        let id = *self.functions.get(item)?.as_ref()?;
        // What was said of another body may be said again.
        self.lowerer.said.clear();
        let function = self.lowerer.function(body, id, false);
        let wrong = |p: syntax::Problem| p.severity == Severity::Error;
        let is_wrong = self.lowerer.problems.drain(..).any(wrong);
        (!is_wrong).then_some((id, function))
    }
}
