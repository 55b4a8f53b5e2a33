//! The objects named in a function, an assignment to which may be missing ([`super::insertion`]).

use rustc_hash::FxHashSet;
use syntax::ast::{Block, BlockItem, Expr, ExprKind, IntLit, Name, Stmt, StmtKind};
use syntax::{Parse, Span};

use super::Lowerer;
use super::effects::{effects, for_each_child, for_each_expr, for_each_expr_of};
use super::globals::Globals;
use super::layout::Records;
use super::scope::{Entity, Scopes};
use super::types::Type;

/// Most objects of a function.
const MOST_TARGETS: usize = 48;
/// Most particular values that an object may be given.
const MOST_TERMS: usize = 16;
/// Most assignments elsewhere that are repeated.
const MOST_REPEATED: usize = 4;
/// Most members of a record.
const MOST_MEMBERS: usize = 8;

/// An object to which an assignment may be missing.
#[derive(Debug, Clone)]
pub(super) struct Target {
    /// The object.
    pub(super) expr: Expr,
    /// The object as it is spelled.
    pub(super) text: String,
    /// The variables in it.
    pub(super) names: Vec<String>,
    /// Whether the object is anything but a plain variable.
    pub(super) reached: bool,
}

/// The objects named in the body: variables, and objects reached from them without side effects.
pub(super) fn targets(body: &Block, parse: &Parse) -> Vec<Target> {
    let mut found: Vec<Target> = Vec::new();
    for_each_expr(body, &mut |e| {
        let reached = match &e.kind {
            ExprKind::Ident(_) => false,
            ExprKind::Member(..) | ExprKind::Index(..) | ExprKind::Deref(_) => true,
            _ => return,
        };
        let plain = parse.macro_use_at(e.span).is_none();
        let text = match &e.kind {
            ExprKind::Ident(name) => name.clone(),
            _ if plain && effects(e, &|_| false).pure() => parse.sources.text(e.span).to_owned(),
            _ => return,
        };
        if !found.iter().any(|t| t.text == text) {
            let expr = e.clone();
            let names = identifiers(&expr);
            found.push(Target {
                expr,
                text,
                names,
                reached,
            });
        }
    });
    found.sort_by(|a, b| (a.reached, &a.text).cmp(&(b.reached, &b.text)));
    found.truncate(MOST_TARGETS);
    found
}

fn identifiers(e: &Expr) -> Vec<String> {
    let mut names = Vec::new();
    let mut todo = vec![e];
    while let Some(e) = todo.pop() {
        if let ExprKind::Ident(name) = &e.kind {
            names.push(name.clone());
        }
        for_each_child(e, &mut |child| todo.push(child));
    }
    names
}

/// A statement that assigns to an object and has no other effect.
#[derive(Debug, Clone)]
pub(super) struct Assignment {
    /// The object as it is spelled.
    pub(super) object: String,
    /// The statement.
    pub(super) expr: Expr,
    /// Body of the loop that the statement directly follows.
    pub(super) behind: Option<Span>,
}

/// The statements of a body that only assign and that are spelled out in the user's text.
pub(super) fn assignments(body: &Block, parse: &Parse) -> Vec<Assignment> {
    let mut found = Vec::new();
    let mut of_block = |block: &Block| {
        let mut last = None;
        for item in &block.items {
            let BlockItem::Statement(s) = item else {
                last = None;
                continue;
            };
            if let StmtKind::Expr(e) = &s.kind
                && let ExprKind::Assign(_, object, _) | ExprKind::IncDec { target: object, .. } =
                    &e.kind
                && !effects(e, &|_| false).calls
                && parse.macro_use_at(e.span).is_none()
            {
                found.push(Assignment {
                    object: parse.sources.text(object.span).to_owned(),
                    expr: e.clone(),
                    behind: last,
                });
            }
            last = body_of_loop(s);
        }
    };
    of_block(body);
    for item in &body.items {
        if let BlockItem::Statement(s) = item {
            each_stmt(s, &mut |s| {
                if let StmtKind::Block(block) = &s.kind {
                    of_block(block);
                }
            });
        }
    }
    found
}

/// The block that a loop repeats.
fn body_of_loop(s: &Stmt) -> Option<Span> {
    let body: &Stmt = match &s.kind {
        StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => body,
        StmtKind::For(parts) => &parts.body,
        _ => return None,
    };
    match &body.kind {
        StmtKind::Block(block) => Some(block.span),
        _ => None,
    }
}

/// The objects that a statement may affect.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    names: FxHashSet<String>,
    /// Whether the statement calls a function, or accesses objects other than variables.
    reaches: bool,
    /// Whether control may leave or enter the statement by a jump.
    jumps: bool,
}

impl Mentions {
    pub(super) fn of(item: &BlockItem) -> Mentions {
        match item {
            BlockItem::Statement(s) => Mentions::of_stmt(s),
            BlockItem::Declaration(_) => Mentions::default(),
        }
    }

    pub(super) fn of_stmt(s: &Stmt) -> Mentions {
        let mut found = Mentions::default();
        for_each_expr_of(s, &mut |e| match &e.kind {
            ExprKind::Ident(name) => {
                found.names.insert(name.clone());
            }
            ExprKind::Call(..)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Deref(_) => found.reaches = true,
            _ => {}
        });
        each_stmt(s, &mut |s| {
            found.jumps |= matches!(
                s.kind,
                StmtKind::Case(..)
                    | StmtKind::Default(_)
                    | StmtKind::Label(..)
                    | StmtKind::Goto(_)
                    | StmtKind::GotoValue(_)
                    | StmtKind::Break
                    | StmtKind::Continue
            );
        });
        found
    }

    /// Whether the statement names a variable of the object.
    pub(super) fn name(&self, target: &Target) -> bool {
        target.names.iter().any(|name| self.names.contains(name))
    }

    /// Whether an assignment to the object may have another effect after the statement than before it. `shared`: the
    /// object may be accessed by other means than the name of a variable.
    pub(super) fn is_order_relevant(&self, target: &Target, shared: bool) -> bool {
        self.jumps || self.name(target) || shared && self.reaches
    }
}

/// The labels of a body, in order.
pub(super) fn labels(body: &Block) -> Vec<String> {
    let mut labels = Vec::new();
    for item in &body.items {
        if let BlockItem::Statement(s) = item {
            each_stmt(s, &mut |s| {
                if let StmtKind::Label(name, _) = &s.kind {
                    labels.push(name.text.clone());
                }
            });
        }
    }
    labels
}

/// Calls `f` on a statement and all statements inside it, in order.
pub(super) fn each_stmt<'a>(s: &'a Stmt, f: &mut dyn FnMut(&'a Stmt)) {
    f(s);
    match &s.kind {
        StmtKind::Block(block) => {
            for item in &block.items {
                if let BlockItem::Statement(s) = item {
                    each_stmt(s, f);
                }
            }
        }
        StmtKind::If(_, then, els) => {
            each_stmt(then, f);
            if let Some(els) = els {
                each_stmt(els, f);
            }
        }
        StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::Switch(_, body)
        | StmtKind::Case(_, _, body)
        | StmtKind::Default(body)
        | StmtKind::Label(_, body) => each_stmt(body, f),
        StmtKind::For(parts) => each_stmt(&parts.body, f),
        _ => {}
    }
}

impl Lowerer<'_> {
    /// The objects of a function that can be named here: those that it names, and the members of the records that its
    /// pointers point to.
    pub(super) fn targets_here(&self, named: &[Target]) -> Vec<Target> {
        let is_object = |name: &str| type_of_variable(&self.scopes, &self.globals, name).is_some();
        let here = |t: &&Target| t.names.iter().all(|name| is_object(name));
        let mut all: Vec<Target> = named.iter().filter(here).cloned().collect();
        for t in named.iter().filter(here) {
            if let ExprKind::Ident(name) = &t.expr.kind {
                for member in members_of(&self.scopes, &self.globals, &self.records, name) {
                    let text = format!("{name}->{member}");
                    if all.iter().all(|other| other.text != text) {
                        let span = t.expr.span;
                        let member = Name { text: member, span };
                        let base = Box::new(t.expr.clone());
                        let kind = ExprKind::Member(base, member, true);
                        all.push(Target {
                            expr: Expr { kind, span },
                            text,
                            names: t.names.clone(),
                            reached: true,
                        });
                    }
                }
            }
        }
        all
    }

    /// Statements that assign a particular value to the object, which has this type, with their text.
    pub(super) fn terms_for(
        &mut self,
        target: &Target,
        ty: &Type,
        all: &[Target],
    ) -> Vec<(String, Expr)> {
        let span = target.expr.span;
        let made = |kind| Expr { kind, span };
        let object = || Box::new(target.expr.clone());
        let mut terms = self.other_assignments(target);
        let mut assign = |text: &str, value: Expr| {
            let kind = ExprKind::Assign(None, object(), Box::new(value));
            terms.push((format!("{} = {text};", target.text), made(kind)));
        };
        for other in all.iter().filter(|t| !t.reached && t.text != target.text) {
            let of_other = self.type_of(&other.expr);
            let integers = ty.integer().is_some() && of_other.integer().is_some();
            if integers || of_other == *ty {
                assign(&other.text, other.expr.clone());
            }
        }
        let number = |value| {
            made(ExprKind::Int(IntLit {
                value,
                decimal: true,
                unsigned: false,
                longs: 0,
            }))
        };
        assign("0", number(0));
        if let Type::Arith(_) = ty {
            assign("1", number(1));
            for (sign, increment) in [("++", true), ("--", false)] {
                let kind = ExprKind::IncDec {
                    target: object(),
                    increment,
                    prefix: false,
                };
                terms.push((format!("{}{sign};", target.text), made(kind)));
            }
        }
        terms.truncate(MOST_TERMS);
        terms
    }

    /// The function's other assignments to the object.
    fn other_assignments(&self, target: &Target) -> Vec<(String, Expr)> {
        let is_object = |name: &str| type_of_variable(&self.scopes, &self.globals, name).is_some();
        let mut found: Vec<(String, Expr)> = Vec::new();
        for other in self.inserting.assignments() {
            let text = format!("{};", self.parse.sources.text(other.expr.span));
            let here = || identifiers(&other.expr).iter().all(|n| is_object(n));
            if other.object == target.text && found.iter().all(|(t, _)| *t != text) && here() {
                found.push((text, other.expr.clone()));
            }
        }
        found.truncate(MOST_REPEATED);
        found
    }
}

/// Scalar members of the record that a variable points to.
fn members_of(
    scopes: &Scopes,
    globals: &Globals,
    records: &Records,
    variable: &str,
) -> Vec<String> {
    let Some(Type::Pointer(to)) = type_of_variable(scopes, globals, variable) else {
        return Vec::new();
    };
    let Type::Record(id) = *to else {
        return Vec::new();
    };
    let record = records.get(id);
    let fields = record.fields.iter().flat_map(|fields| fields.iter());
    fields
        .filter(|f| !record.is_union && f.ty.scalar().is_some())
        .filter_map(|f| f.name.clone())
        .take(MOST_MEMBERS)
        .collect()
}

/// The type of a variable, if the name denotes one.
fn type_of_variable(scopes: &Scopes, globals: &Globals, name: &str) -> Option<Type> {
    match scopes.find(name)? {
        Entity::Register(_, ty) | Entity::Slot(_, ty) => Some(ty.clone()),
        Entity::Global(id) => {
            let is_defined = globals.is_defined(*id);
            is_defined.then(|| globals.ty(*id).clone())
        }
        _ => None,
    }
}
