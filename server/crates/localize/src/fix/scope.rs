//! Variables that an edit may name: those of the file and of the function around, by their declared type.

use syntax::Span;
use syntax::ast::{
    Block, BlockItem, Declaration, Declarator, Derive, ForInit, Item, Specs, Stmt, StmtKind,
    Storage, TypeSpec, Unit,
};

/// A variable.
#[derive(Debug, Clone, PartialEq)]
struct Variable {
    name: String,
    ty: TypeSpec,
    derive: Vec<Derive>,
}

/// Variables that are visible at a place, as far as their declarations stand before it.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    variables: Vec<Variable>,
    /// Names and types of functions without parameters.
    functions: Vec<(String, TypeSpec)>,
    /// The function that holds the place was met.
    complete: bool,
}

impl Scope {
    /// Those visible at `place`.
    pub(super) fn at(unit: &Unit, place: Span) -> Scope {
        let mut scope = Scope::default();
        for item in &unit.items {
            match item {
                Item::Declaration(d) if !scope.complete => scope.declaration(d, place),
                Item::Declaration(_) => {}
                Item::Function(f) if f.span.encloses(place) => {
                    if let Some(Derive::Function(params)) = f.declarator.derive.first() {
                        for p in &params.params {
                            scope.add(&p.specs, &p.declarator);
                        }
                    }
                    scope.block(&f.body, place);
                    scope.complete = true;
                }
                Item::Function(f) if f.span.file != place.file || f.span.end <= place.start => {
                    scope.add(&f.specs, &f.declarator);
                }
                // What a unit declares ends with it.
                Item::End if !scope.complete => scope = Scope::default(),
                Item::Function(_) | Item::End => {}
            }
        }
        scope
    }

    /// Other variables of the same declared type.
    pub(super) fn peers(&self, name: &str) -> impl Iterator<Item = &str> {
        let own = self.variables.iter().rev().find(|v| v.name == name);
        let same = move |v: &&Variable| {
            own.is_some_and(|own| own.name != v.name && own.ty == v.ty && own.derive == v.derive)
        };
        self.variables.iter().filter(same).map(|v| &*v.name)
    }

    /// Functions without parameters that give a variable's type.
    pub(super) fn functions(&self, name: &str) -> impl Iterator<Item = &str> {
        let of = self.variables.iter().rev().find(|v| v.name == name);
        let ty = of.filter(|v| v.derive.is_empty()).map(|v| &v.ty);
        let same = self.functions.iter().filter(move |(_, of)| ty == Some(of));
        same.map(|(function, _)| &**function)
    }

    /// Whether the name is that of a floating variable, or of an array of such.
    pub(super) fn is_floating(&self, name: &str) -> bool {
        let of = self.variables.iter().rev().find(|v| v.name == name);
        of.is_some_and(|v| matches!(v.ty, TypeSpec::Float | TypeSpec::Double))
    }

    /// Variables of type `int`.
    pub(super) fn integers(&self) -> impl Iterator<Item = &str> {
        let int = |v: &&Variable| v.ty == TypeSpec::Int && v.derive.is_empty();
        self.variables.iter().filter(int).map(|v| &*v.name)
    }

    fn add(&mut self, specs: &Specs, declarator: &Declarator) {
        let Some(name) = &declarator.name else { return };
        if let [Derive::Function(params)] = &declarator.derive[..] {
            let new = self.functions.iter().all(|(known, _)| *known != name.text);
            if params.params.is_empty() && !params.variadic && new {
                self.functions.push((name.text.clone(), specs.ty.clone()));
            }
        }
        let is_function = matches!(declarator.derive.first(), Some(Derive::Function(_)));
        if is_function || specs.storage == Storage::Typedef {
            return;
        }
        // An inner declaration hides an outer one.
        self.variables.retain(|v| v.name != name.text);
        self.variables.push(Variable {
            name: name.text.clone(),
            ty: specs.ty.clone(),
            derive: declarator.derive.clone(),
        });
    }

    fn declaration(&mut self, d: &Declaration, place: Span) {
        for declared in &d.declarators {
            if declared.span.end <= place.start || declared.span.file != place.file {
                self.add(&d.specs, &declared.declarator);
            }
        }
    }

    fn block(&mut self, block: &Block, place: Span) {
        for item in &block.items {
            match item {
                BlockItem::Declaration(d) => self.declaration(d, place),
                BlockItem::Statement(s) if s.span.encloses(place) => self.statement(s, place),
                BlockItem::Statement(_) => {}
            }
        }
    }

    fn statement(&mut self, s: &Stmt, place: Span) {
        match &s.kind {
            StmtKind::Block(b) => self.block(b, place),
            StmtKind::If(_, then, els) => {
                for s in [Some(then), els.as_ref()].into_iter().flatten() {
                    if s.span.encloses(place) {
                        self.statement(s, place);
                    }
                }
            }
            StmtKind::While(_, body)
            | StmtKind::DoWhile(body, _)
            | StmtKind::Switch(_, body)
            | StmtKind::Case(_, _, body)
            | StmtKind::Default(body)
            | StmtKind::Label(_, body) => self.statement(body, place),
            StmtKind::For(parts) => {
                if let ForInit::Declaration(d) = &parts.init {
                    self.declaration(d, place);
                }
                self.statement(&parts.body, place);
            }
            _ => {}
        }
    }
}
