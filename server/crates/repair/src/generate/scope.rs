//! Names that an edit may use: global and local variables, functions and members, by their declared type.

use std::cell::OnceCell;

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{
    Block, BlockItem, Declaration, Declarator, Derive, Expr, ExprKind, ForInit, Function, Init,
    Item, Specs, Stmt, StmtKind, Storage, TypeSpec, Unit,
};
use syntax::visit::{Walk, each_inside};
use syntax::{Parse, Span};

use crate::edit::constant;
use crate::generate::types::{Step, Type};
use crate::named_numbers::named_numbers;

/// A variable or a member.
#[derive(Debug, Clone, PartialEq)]
struct Variable {
    name: String,
    ty: Type,
    /// Initial value in the declaration.
    initial: Initial,
    /// Whether it is `const`, and whether what its pointers or elements lead to is.
    constant: (bool, bool),
}

/// Initial value in a variable's declaration.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Initial {
    /// No initial value.
    Unset,
    /// A constant.
    Constant(i64),
    /// Any other value, including the argument of a parameter and the 0 of a global variable.
    Other,
}

/// A function with its parameters.
#[derive(Debug, Clone, PartialEq)]
struct Callee {
    name: String,
    result: Type,
    parameters: Vec<Type>,
    variadic: bool,
    /// Whether it is defined in the program.
    is_own: bool,
}

/// A record, by its name in [`Type::base`].
#[derive(Debug, Clone, PartialEq)]
struct Record {
    base: String,
    members: Vec<Variable>,
}

/// The names visible at a place, as far as they are declared before it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scope {
    variables: Vec<Variable>,
    functions: Vec<Callee>,
    /// Number of global variables.
    global: usize,
    /// The members of each record.
    records: Vec<Record>,
    /// Type names.
    typedefs: Vec<Variable>,
    enumerators: FxHashSet<String>,
    /// Whether the function that contains the place has been reached.
    complete: bool,
    /// The call of the function itself with its own parameters, such as `is_leap(year)`, which recurses without end.
    endless_call: String,
    /// Numbers that have names, once they are asked for.
    named: OnceCell<Vec<(String, ExprKind)>>,
    /// Number of elements of arrays, by name.
    lengths: FxHashMap<String, i64>,
}

/// Library functions that are mistaken for one another; those of a group take the same arguments.
const LIBRARY: [&[&str]; 9] = [
    &[
        "isalpha", "isdigit", "isalnum", "isupper", "islower", "isspace", "ispunct",
    ],
    &["toupper", "tolower"],
    &["floor", "ceil", "round", "trunc"],
    &["sin", "cos", "tan"],
    &["abs", "fabs", "labs"],
    &["log", "log10", "log2"],
    &["strcpy", "strcat"],
    &["strncpy", "strncat"],
    &["strchr", "strrchr"],
];

impl Scope {
    /// The names visible at `place`.
    pub(crate) fn at(unit: &Unit, place: Span) -> Scope {
        let mut scope = Scope::default();
        for item in &unit.items {
            match item {
                Item::Declaration(d) if !scope.complete => scope.declaration(d, place),
                Item::Declaration(_) => {}
                Item::Function(f) if f.span.encloses(place) => {
                    scope.define(f);
                    scope.global = scope.variables.len();
                    let function = f.declarator.name.as_ref();
                    if let Some(Derive::Function(params)) = f.declarator.derive.first() {
                        let names = params
                            .params
                            .iter()
                            .filter_map(|p| p.declarator.name.as_ref());
                        let names: Vec<&str> = names.map(|name| &*name.text).collect();
                        scope.endless_call = function.map_or_else(String::new, |name| {
                            format!("{}({})", name.text, names.join(", "))
                        });
                        for p in &params.params {
                            scope.add(&p.specs, &p.declarator);
                        }
                    }
                    scope.block(&f.body, place);
                    scope.complete = true;
                }
                Item::Function(f) if f.span.file != place.file || f.span.end <= place.start => {
                    scope.define(f);
                }
                // Declarations of a unit end with it.
                Item::End if !scope.complete => scope = Scope::default(),
                Item::Function(_) | Item::End => {}
            }
        }
        scope
    }

    fn define(&mut self, f: &Function) {
        self.add(&f.specs, &f.declarator);
        let name = f.declarator.name.as_ref();
        for known in &mut self.functions {
            known.is_own |= name.is_some_and(|name| name.text == known.name);
        }
    }

    fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().rev().find(|v| v.name == name)
    }

    /// Number of elements of an array variable, if its declaration states it.
    pub(crate) fn length(&self, name: &str) -> Option<i64> {
        self.lengths.get(name).copied()
    }

    /// Other variables of the same declared type, last declared first.
    pub(crate) fn peers(&self, name: &str) -> impl Iterator<Item = &str> {
        let own = self.variable(name);
        let same = move |v: &&Variable| own.is_some_and(|own| own.name != v.name && own.ty == v.ty);
        self.variables.iter().rev().filter(same).map(|v| &*v.name)
    }

    /// Other functions with the same parameter and result types, nearest first.
    pub(crate) fn callees(&self, name: &str) -> Vec<String> {
        if self.variable(name).is_some() {
            return Vec::new();
        }
        let own = self.functions.iter().find(|f| f.name == name);
        let same = |f: &&Callee| {
            own.is_some_and(|own| {
                own.name != f.name && (&own.result, &own.parameters) == (&f.result, &f.parameters)
            })
        };
        let near = self.functions.iter().rev();
        let of_user = near.filter(same).map(|f| f.name.clone());
        let of_library = LIBRARY.iter().filter(|names| names.contains(&name));
        let others = of_library.flat_map(|names| names.iter());
        let others = others.filter(|other| **other != name);
        of_user
            .chain(others.map(|other| (*other).to_owned()))
            .collect()
    }

    /// Other members of the same type in records that have a member of this name.
    pub(crate) fn members(&self, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        for record in &self.records {
            let members = &record.members;
            let Some(own) = members.iter().find(|member| member.name == name) else {
                continue;
            };
            let same = |m: &&Variable| m.name != name && m.ty == own.ty;
            found.extend(members.iter().filter(same).map(|m| m.name.clone()));
        }
        found.dedup();
        found
    }

    /// Whether the name denotes a floating-point variable or an array of such.
    pub(crate) fn is_floating(&self, name: &str) -> bool {
        let of = self.variable(name);
        of.is_some_and(|v| v.ty.is_base(&[TypeSpec::Float, TypeSpec::Double]))
    }

    /// Whether an expression names a floating-point variable.
    pub(crate) fn names_floating(&self, e: &Expr) -> bool {
        let found = each_inside(&mut e.clone(), &mut |e| match &e.kind {
            ExprKind::Ident(name) if self.is_floating(name) => Walk::Stop,
            _ => Walk::On,
        });
        found == Walk::Stop
    }

    /// Whether the name denotes an integer variable.
    pub(crate) fn is_integer(&self, name: &str) -> bool {
        let bases = [
            TypeSpec::Int,
            TypeSpec::Long,
            TypeSpec::LongLong,
            TypeSpec::UnsignedInt,
            TypeSpec::UnsignedLong,
            TypeSpec::UnsignedLongLong,
        ];
        let is_size = |ty: &Type| ty.base == "size_t";
        self.variable(name).is_some_and(|v| {
            let is_plain = v.ty.steps.is_empty();
            is_plain && (v.ty.is_base(&bases) || is_size(&v.ty) || self.names_integer(&v.ty))
        })
    }

    /// Whether a type name such as `uint8_t` stands for an integer.
    fn names_integer(&self, ty: &Type) -> bool {
        let others = [TypeSpec::Float, TypeSpec::Double, TypeSpec::Bool];
        let is_known = self.typedefs.iter().any(|known| known.name == ty.base);
        let ty = self.resolved(ty);
        is_known && ty.is_number() && !ty.is_base(&others) && !ty.base.starts_with("enum ")
    }

    /// Whether the name denotes a pointer to something other than a pointer.
    pub(crate) fn is_pointer(&self, name: &str) -> bool {
        self.variable(name)
            .is_some_and(|v| v.ty.steps == [Step::Pointer])
    }

    /// Whether the name denotes a variable that holds a value itself: not an array, pointer or function.
    pub(crate) fn is_plain(&self, name: &str) -> bool {
        self.variable(name).is_some_and(|v| v.ty.steps.is_empty())
    }

    /// Variables of the enclosing function, last declared first.
    fn locals(&self) -> impl Iterator<Item = &Variable> {
        // An inner declaration may hide a global variable.
        let global = self.global.min(self.variables.len());
        self.variables[global..].iter().rev()
    }

    /// Integer variables of the enclosing function, last declared first.
    pub(crate) fn local_integers(&self) -> impl Iterator<Item = &str> {
        let names = self.locals().map(|v| &*v.name);
        names.filter(|name| self.is_integer(name))
    }

    /// Variables of type `int`.
    pub(crate) fn integers(&self) -> impl Iterator<Item = &str> {
        let int = |v: &&Variable| v.ty.is_base(&[TypeSpec::Int]) && v.ty.steps.is_empty();
        self.variables.iter().filter(int).map(|v| &*v.name)
    }

    /// Variables of the enclosing function, last declared first.
    pub(crate) fn local_names(&self) -> impl Iterator<Item = &str> {
        self.locals().map(|v| &*v.name)
    }

    /// Global variables, last declared first.
    pub(crate) fn global_names(&self) -> impl Iterator<Item = &str> {
        let global = self.global.min(self.variables.len());
        let all = self.variables[..global].iter().rev();
        all.map(|v| &*v.name)
    }

    /// Whether a function is defined or declared by the user.
    pub(crate) fn is_own_function(&self, name: &str) -> bool {
        self.functions.iter().any(|f| f.name == name && f.is_own)
    }

    /// Numbers that have names in the user's files.
    pub(crate) fn named_numbers(&self, parse: &Parse) -> &[(String, ExprKind)] {
        self.named.get_or_init(|| named_numbers(parse))
    }

    /// Whether a call recurses without end: it gives the function that contains the place its own parameters.
    pub(crate) fn is_endless(&self, call: &str) -> bool {
        self.endless_call == call
    }

    /// The members of the record that a variable holds (`false`) or points to (`true`).
    pub(crate) fn members_of(&self, name: &str) -> Vec<(&str, bool)> {
        let Some(ty) = self.variable(name).map(|v| self.resolved(&v.ty)) else {
            return Vec::new();
        };
        let through = match ty.steps[..] {
            [] => false,
            [Step::Pointer] => true,
            _ => return Vec::new(),
        };
        let record = self.records.iter().find(|record| record.base == ty.base);
        let members = record.into_iter().flat_map(|record| &record.members);
        members.map(|m| (&*m.name, through)).collect()
    }

    /// The members of an object that is a record.
    pub(crate) fn members_in(&self, e: &Expr) -> impl Iterator<Item = &str> {
        let ty = self.type_of(e).filter(|ty| ty.steps.is_empty());
        let record = ty.and_then(|ty| self.records.iter().find(|record| record.base == ty.base));
        let members = record.into_iter().flat_map(|record| &record.members);
        members.map(|m| &*m.name)
    }

    /// The type of an object, with type names resolved: a variable, or something reached from one.
    pub(crate) fn type_of(&self, e: &Expr) -> Option<Type> {
        match &e.kind {
            ExprKind::Ident(name) => Some(self.resolved(&self.variable(name)?.ty)),
            ExprKind::Index(base, _) | ExprKind::Deref(base) => {
                let Type { base, mut steps } = self.type_of(base)?;
                let first = steps.first()?;
                if !matches!(first, Step::Pointer | Step::Array) {
                    return None;
                }
                steps.remove(0);
                Some(Type { base, steps })
            }
            ExprKind::IncDec { target, .. } => self.type_of(target),
            ExprKind::Member(of, member, _) => {
                let of = self.type_of(of)?;
                let record = self.records.iter().find(|record| record.base == of.base)?;
                let members = &record.members;
                let member = members.iter().find(|m| m.name == member.text)?;
                Some(self.resolved(&member.ty))
            }
            _ => None,
        }
    }

    /// Whether an object must not be assigned to, as far as the declaration of the variable tells that leads to it.
    pub(crate) fn is_constant(&self, e: &Expr) -> bool {
        self.steps_left(e).is_some_and(|(of, steps)| match steps {
            // The variable itself.
            steps if steps == of.ty.steps.len() => of.constant.0,
            steps => steps == 0 && of.constant.1,
        })
    }

    /// The variable that an expression leads from, and the number of steps of its type that are not taken; `None` if the
    /// expression leads through a pointer inside a record.
    fn steps_left(&self, e: &Expr) -> Option<(&Variable, usize)> {
        match &e.kind {
            ExprKind::Ident(name) => self.variable(name).map(|v| (v, v.ty.steps.len())),
            ExprKind::Index(base, _) | ExprKind::Deref(base) => {
                let (of, steps) = self.steps_left(base)?;
                Some((of, steps.checked_sub(1)?))
            }
            ExprKind::IncDec { target, .. } => self.steps_left(target),
            ExprKind::Member(base, _, through) => {
                let (of, steps) = self.steps_left(base)?;
                Some((of, steps.checked_sub(usize::from(*through))?))
            }
            _ => None,
        }
    }

    /// Whether all variables that an expression names are in scope. Functions are, as a rule.
    pub(crate) fn names_all(&self, e: &Expr) -> bool {
        let mut called: Vec<Span> = Vec::new();
        let end = each_inside(&mut e.clone(), &mut |inner| {
            if let ExprKind::Call(callee, _) = &inner.kind {
                called.push(callee.span);
            }
            let is_variable =
                matches!(&inner.kind, ExprKind::Ident(name) if !self.enumerators.contains(name));
            if is_variable && !called.contains(&inner.span) && self.type_of(inner).is_none() {
                return Walk::Stop;
            }
            Walk::On
        });
        end == Walk::On
    }

    /// Result type of a function.
    pub(crate) fn result_of(&self, name: &str) -> Option<Type> {
        let function = self.functions.iter().find(|f| f.name == name)?;
        Some(self.resolved(&function.result))
    }

    /// Functions that can be called (not variadic), with the types of their parameters.
    pub(crate) fn callable(&self) -> impl Iterator<Item = (&str, Vec<Type>)> {
        let functions = self.functions.iter().filter(|f| !f.variadic);
        functions.map(|f| {
            let parameters = f.parameters.iter().map(|ty| self.resolved(ty));
            (&*f.name, parameters.collect())
        })
    }

    /// The constant with which a variable of the function is initialised.
    pub(crate) fn initial(&self, name: &str) -> Option<i64> {
        match self.variable(name)?.initial {
            Initial::Constant(value) => Some(value),
            Initial::Unset | Initial::Other => None,
        }
    }

    /// Whether a variable of the function is declared without an initial value.
    pub(crate) fn is_unset(&self, name: &str) -> bool {
        let is_it = |v: &Variable| v.name == name && v.initial == Initial::Unset;
        self.locals().any(is_it)
    }

    /// The types of a function's parameters, if it is not variadic.
    pub(crate) fn parameters_of(&self, name: &str) -> Option<Vec<Type>> {
        let of = |f: &&Callee| f.name == name && !f.variadic;
        let function = self.functions.iter().find(of)?;
        Some(
            function
                .parameters
                .iter()
                .map(|ty| self.resolved(ty))
                .collect(),
        )
    }

    /// The type with type names resolved.
    fn resolved(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        // Each type name is declared after those that it refers to.
        for typedef in self.typedefs.iter().rev() {
            if typedef.name == ty.base {
                ty.base.clone_from(&typedef.ty.base);
                ty.steps.extend(&typedef.ty.steps);
            }
        }
        ty
    }

    fn add(&mut self, specs: &Specs, declarator: &Declarator) {
        self.record(specs);
        let Some(name) = &declarator.name else { return };
        if let Some((Derive::Function(params), rest)) = declarator.derive.split_first() {
            let new = self.functions.iter().all(|known| known.name != name.text);
            if new {
                let of = |p: &syntax::ast::Param| Type::new(&p.specs.ty, &p.declarator.derive);
                self.functions.push(Callee {
                    name: name.text.clone(),
                    result: Type::new(&specs.ty, rest),
                    parameters: params.params.iter().map(of).collect(),
                    variadic: params.variadic,
                    is_own: false,
                });
            }
            return;
        }
        if specs.storage == Storage::Typedef {
            let of = &mut self.typedefs;
            return of.push(Variable {
                name: name.text.clone(),
                ty: Type::new(&specs.ty, &declarator.derive),
                initial: Initial::Other,
                constant: constancy(specs, declarator),
            });
        }
        let length = match declarator.derive.first() {
            Some(Derive::Array(Some(length))) => constant(length),
            _ => None,
        };
        match length {
            Some(length) => self.lengths.insert(name.text.clone(), length),
            None => self.lengths.remove(&name.text),
        };
        // An inner declaration hides an outer one.
        self.variables.retain(|v| v.name != name.text);
        self.variables.push(Variable {
            name: name.text.clone(),
            ty: Type::new(&specs.ty, &declarator.derive),
            initial: Initial::Other,
            constant: constancy(specs, declarator),
        });
    }

    /// Records the members of a record defined here.
    fn record(&mut self, specs: &Specs) {
        let TypeSpec::Record(record) = &specs.ty else {
            return;
        };
        let mut members = Vec::new();
        for field in record.fields.iter().flatten() {
            self.record(&field.specs);
            let Some(declarator) = &field.declarator else {
                continue;
            };
            let Some(name) = &declarator.name else {
                continue;
            };
            members.push(Variable {
                name: name.text.clone(),
                ty: Type::new(&field.specs.ty, &declarator.derive),
                initial: Initial::Other,
                constant: constancy(&field.specs, declarator),
            });
        }
        let record = Record {
            base: Type::new(&specs.ty, &[]).base,
            members,
        };
        if !record.members.is_empty() && !self.records.contains(&record) {
            self.records.push(record);
        }
    }

    fn declaration(&mut self, d: &Declaration, place: Span) {
        if let TypeSpec::Enum(of) = &d.specs.ty {
            let all = of.enumerators.iter().flatten();
            let names = all.map(|(name, _)| name.text.clone());
            self.enumerators.extend(names);
        }
        self.record(&d.specs);
        for declared in &d.declarators {
            if declared.span.end <= place.start || declared.span.file != place.file {
                self.add(&d.specs, &declared.declarator);
                let initial = match &declared.init {
                    None => Initial::Unset,
                    Some(Init::Expr(e)) => constant(e).map_or(Initial::Other, Initial::Constant),
                    Some(Init::List(_)) => Initial::Other,
                };
                let name = declared.declarator.name.as_ref();
                let last = self.variables.last_mut();
                if let Some(v) = last.filter(|v| name.is_some_and(|name| name.text == v.name)) {
                    v.initial = initial;
                }
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

/// Whether a variable is `const`, and whether what its pointers or elements lead to is.
fn constancy(specs: &Specs, declarator: &Declarator) -> (bool, bool) {
    let own = match declarator.derive.first() {
        Some(Derive::Pointer { is_const }) => *is_const,
        _ => specs.is_const,
    };
    (own, specs.is_const)
}
