//! Violations of constraints that every compiler refuses and that the tree alone shows: names that are declared twice in
//! one scope, and assignments to what is `const` (C11 6.7p3, 6.8.1p3, 6.5.16p2, 6.7.9p4).
//!
//! A program that the user's compiler refuses passes no test, so these are errors here, in gcc's words. What needs types
//! or values (numbers of arguments, equal labels of cases) is checked where they are known, by lowering.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ast::{
    Block, BlockItem, Declaration, Declarator, Derive, Expr, ExprKind, For, ForInit, Function,
    Init, Item, Name, Record, Specs, Stmt, StmtKind, Storage, TypeSpec, Unit,
};
use crate::problems::Problems;
use crate::span::Span;

/// Reports what a compiler would refuse.
pub(crate) fn check(unit: &Unit, problems: &mut Problems) {
    for items in unit.translation_units() {
        let mut checker = Checker {
            scopes: vec![Scope::default()],
            labels: FxHashSet::default(),
            problems,
        };
        for item in items {
            match item {
                Item::Function(function) => checker.function(function),
                Item::Declaration(declaration) => checker.declaration(declaration, true),
                Item::End => {}
            }
        }
    }
}

/// What is known of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// An object: whether it is `const`, whether what it points to, or its elements are, and whether its name surely
    /// means a value that only a run knows, rather than an address.
    Object {
        is_const: bool,
        of_const: bool,
        is_variable: bool,
    },
    Parameter {
        is_const: bool,
        of_const: bool,
    },
    Enumerator,
    /// A function, a type, or an object of another file: it may be declared again.
    Other,
}

#[derive(Default)]
struct Scope<'a> {
    names: FxHashMap<&'a str, Meaning>,
    /// Tags of types that were defined.
    tags: FxHashSet<&'a str>,
}

struct Checker<'a, 'p> {
    scopes: Vec<Scope<'a>>,
    /// Labels of the function so far.
    labels: FxHashSet<&'a str>,
    problems: &'p mut Problems,
}

impl<'a> Checker<'a, '_> {
    fn error(&mut self, span: Span, message: String) {
        // The text of built-in headers has no place.
        if span.start < span.end {
            self.problems.error(span, message);
        }
    }

    fn scope(&mut self) -> &mut Scope<'a> {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::default());
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    fn find(&self, name: &str) -> Option<Meaning> {
        let mut scopes = self.scopes.iter().rev();
        scopes.find_map(|scope| scope.names.get(name).copied())
    }

    fn function(&mut self, function: &'a Function) {
        self.types_of(&function.specs);
        if let Some(name) = &function.declarator.name {
            self.scope().names.insert(&name.text, Meaning::Other);
        }
        self.scopes.push(Scope::default());
        if let Some(Derive::Function(params)) = function.declarator.derive.first() {
            for param in &params.params {
                self.types_of(&param.specs);
                let Some(name) = &param.declarator.name else {
                    continue;
                };
                let (is_const, of_const) = constness(&param.specs, &param.declarator);
                let meaning = Meaning::Parameter { is_const, of_const };
                if self.scope().names.insert(&name.text, meaning).is_some() {
                    self.error(
                        name.span,
                        format!("redefinition of parameter `{}`", name.text),
                    );
                }
            }
        }
        self.labels.clear();
        self.items(&function.body);
        self.scopes.pop();
    }

    fn block(&mut self, block: &'a Block) {
        self.scopes.push(Scope::default());
        self.items(block);
        self.scopes.pop();
    }

    fn items(&mut self, block: &'a Block) {
        for item in &block.items {
            match item {
                BlockItem::Declaration(declaration) => self.declaration(declaration, false),
                BlockItem::Statement(statement) => self.statement(statement),
            }
        }
    }

    fn declaration(&mut self, declaration: &'a Declaration, at_file: bool) {
        self.types_of(&declaration.specs);
        for one in &declaration.declarators {
            let Some(name) = &one.declarator.name else {
                continue;
            };
            let meaning = meaning(&declaration.specs, &one.declarator);
            let before = self.scope().names.insert(&name.text, meaning);
            // What was not understood is perhaps no declaration.
            if let Some(before) = before
                && !at_file
                && !self.problems.any_error_in(declaration.span)
            {
                self.redeclared(name, before, meaning, one.init.is_some());
            }
            for step in one.declarator.derive.iter().filter(|_| at_file) {
                if let Derive::Array(Some(length)) = step {
                    let message = format!("variably modified `{}` at file scope", name.text);
                    self.constant(length, &message);
                }
            }
            match &one.init {
                Some(Init::Expr(value)) => {
                    self.expression(value);
                    let is_static = at_file || declaration.specs.storage == Storage::Static;
                    if is_static && meaning != Meaning::Other {
                        self.constant(value, "initializer element is not constant");
                    }
                }
                Some(Init::List(list)) => {
                    for entry in &list.entries {
                        if let Init::Expr(value) = &entry.init {
                            self.expression(value);
                        }
                    }
                }
                None => {}
            }
        }
    }

    fn redeclared(&mut self, name: &Name, before: Meaning, now: Meaning, is_set: bool) {
        let text = &name.text;
        let message = match (before, now) {
            (Meaning::Object { .. }, Meaning::Object { .. }) if is_set => {
                format!("redefinition of `{text}`")
            }
            (Meaning::Object { .. }, Meaning::Object { .. }) => {
                format!("redeclaration of `{text}` with no linkage")
            }
            (Meaning::Parameter { .. } | Meaning::Enumerator, Meaning::Object { .. }) => {
                format!("`{text}` redeclared as different kind of symbol")
            }
            _ => return,
        };
        self.error(name.span, message);
    }

    /// The types that specifiers define.
    fn types_of(&mut self, specs: &'a Specs) {
        match &specs.ty {
            TypeSpec::Record(record) => self.record(record),
            TypeSpec::Enum(of) => {
                if let (Some(tag), Some(_)) = (&of.tag, &of.enumerators)
                    && !self.scope().tags.insert(&tag.text)
                {
                    let message = format!("redeclaration of `enum {}`", tag.text);
                    self.error(tag.span, message);
                }
                for (name, _) in of.enumerators.iter().flatten() {
                    let before = self.scope().names.insert(&name.text, Meaning::Enumerator);
                    if before == Some(Meaning::Enumerator) {
                        let message = format!("redeclaration of enumerator `{}`", name.text);
                        self.error(name.span, message);
                    }
                }
            }
            _ => {}
        }
    }

    fn record(&mut self, record: &'a Record) {
        let Some(fields) = &record.fields else {
            return;
        };
        if let Some(tag) = &record.tag
            && self.scope().tags.contains(tag.text.as_str())
        {
            let kind = if record.is_union { "union" } else { "struct" };
            self.error(tag.span, format!("redefinition of `{kind} {}`", tag.text));
        }
        let mut members = FxHashSet::default();
        for field in fields {
            self.types_of(&field.specs);
            let name = field.declarator.as_ref().and_then(|d| d.name.as_ref());
            if let Some(name) = name
                && !members.insert(&name.text)
            {
                self.error(name.span, format!("duplicate member `{}`", name.text));
            }
        }
        // Only now: lowering reports a type that is defined inside itself.
        if let Some(tag) = &record.tag {
            self.scope().tags.insert(&tag.text);
        }
    }

    fn statement(&mut self, statement: &'a Stmt) {
        match &statement.kind {
            StmtKind::Block(block) => self.block(block),
            StmtKind::Expr(e) | StmtKind::GotoValue(e) | StmtKind::Return(Some(e)) => {
                self.expression(e);
            }
            StmtKind::If(condition, then, otherwise) => {
                self.expression(condition);
                self.statement(then);
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise);
                }
            }
            StmtKind::While(e, body) | StmtKind::DoWhile(body, e) | StmtKind::Switch(e, body) => {
                self.expression(e);
                self.statement(body);
            }
            StmtKind::For(parts) => self.for_loop(parts),
            StmtKind::Label(name, body) => {
                if !self.labels.insert(&name.text) {
                    self.error(name.span, format!("duplicate label `{}`", name.text));
                }
                self.statement(body);
            }
            StmtKind::Case(_, _, body) | StmtKind::Default(body) => self.statement(body),
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None)
            | StmtKind::Unsupported(_) => {}
        }
    }

    fn for_loop(&mut self, parts: &'a For) {
        self.scopes.push(Scope::default());
        match &parts.init {
            ForInit::Declaration(declaration) => self.declaration(declaration, false),
            ForInit::Expr(e) => self.expression(e),
            ForInit::None => {}
        }
        for e in parts.condition.iter().chain(&parts.step) {
            self.expression(e);
        }
        self.statement(&parts.body);
        self.scopes.pop();
    }

    /// Looks for assignments; operands that may contain some are visited.
    fn expression(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::Assign(_, target, value) => {
                self.changed(target, "assignment");
                self.expression(target);
                self.expression(value);
            }
            ExprKind::IncDec {
                target, increment, ..
            } => {
                let change = if *increment { "increment" } else { "decrement" };
                self.changed(target, change);
                self.expression(target);
            }
            ExprKind::Call(callee, arguments) => {
                self.expression(callee);
                for argument in arguments {
                    self.expression(argument);
                }
            }
            ExprKind::Index(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::LogicalAnd(a, b)
            | ExprKind::LogicalOr(a, b)
            | ExprKind::Comma(a, b) => {
                self.expression(a);
                self.expression(b);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.expression(condition);
                if let Some(then) = then {
                    self.expression(then);
                }
                self.expression(otherwise);
            }
            ExprKind::Member(of, ..)
            | ExprKind::Unary(_, of)
            | ExprKind::AddressOf(of)
            | ExprKind::Deref(of)
            | ExprKind::Cast(_, of) => self.expression(of),
            ExprKind::StatementExpr(block) => self.block(block),
            _ => {}
        }
    }

    /// An object that an expression changes must not be `const`.
    fn changed(&mut self, target: &Expr, change: &str) {
        let message = match &target.kind {
            ExprKind::Ident(name) => match self.find(name) {
                Some(Meaning::Object { is_const: true, .. }) => {
                    format!("{change} of read-only variable `{name}`")
                }
                Some(Meaning::Parameter { is_const: true, .. }) => {
                    format!("{change} of read-only parameter `{name}`")
                }
                _ => return,
            },
            ExprKind::Deref(of) | ExprKind::Index(of, _) => {
                let ExprKind::Ident(name) = &of.kind else {
                    return;
                };
                let shown = match &target.kind {
                    ExprKind::Deref(_) => format!("*{name}"),
                    _ => format!("{name}[…]"),
                };
                match self.find(name) {
                    Some(
                        Meaning::Object { of_const: true, .. }
                        | Meaning::Parameter { of_const: true, .. },
                    ) => format!("{change} of read-only location `{shown}`"),
                    _ => return,
                }
            }
            _ => return,
        };
        self.error(target.span, message);
    }

    /// What exists before the program runs, such as the initial value of an object that lives as long, must not be read
    /// from a variable.
    fn constant(&mut self, value: &Expr, message: &str) {
        match &value.kind {
            ExprKind::Ident(name) => {
                if let Some(Meaning::Object {
                    is_variable: true, ..
                }) = self.find(name)
                {
                    self.error(value.span, message.to_owned());
                }
            }
            ExprKind::Assign(..) | ExprKind::IncDec { .. } => {
                self.error(value.span, message.to_owned());
            }
            ExprKind::Binary(_, a, b) | ExprKind::LogicalAnd(a, b) | ExprKind::LogicalOr(a, b) => {
                self.constant(a, message);
                self.constant(b, message);
            }
            ExprKind::Unary(_, of) | ExprKind::Cast(_, of) => self.constant(of, message),
            _ => {}
        }
    }
}

/// Whether the declared object is `const`, and whether what one step leads to from it is.
fn constness(specs: &Specs, declarator: &Declarator) -> (bool, bool) {
    let own = |at: usize| match declarator.derive.get(at) {
        Some(Derive::Pointer { is_const }) => *is_const,
        Some(_) => false,
        None => specs.is_const,
    };
    let leads = !declarator.derive.is_empty();
    (own(0), leads && own(1))
}

fn meaning(specs: &Specs, declarator: &Declarator) -> Meaning {
    let is_function = matches!(declarator.derive.first(), Some(Derive::Function(_)));
    if is_function || matches!(specs.storage, Storage::Typedef | Storage::Extern) {
        return Meaning::Other;
    }
    let (is_const, of_const) = constness(specs, declarator);
    let may_be_address = matches!(
        specs.ty,
        TypeSpec::Named(_) | TypeSpec::TypeofExpr(_) | TypeSpec::TypeofType(_)
    );
    let is_variable = match declarator.derive.first() {
        Some(step) => matches!(step, Derive::Pointer { is_const: false }),
        // gcc takes the value of a constant object.
        None => !specs.is_const && !may_be_address,
    };
    Meaning::Object {
        is_const,
        of_const,
        is_variable,
    }
}
