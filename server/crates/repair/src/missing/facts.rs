//! The parts of a function: its statements, the objects that it names, and the values that it returns.

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::Parse;
use syntax::ast::{Block, BlockItem, Expr, ExprKind, Function, IntLit, Item, Stmt, StmtKind};
use syntax::visit::{Walk, each_inside, each_of_item, each_statement_of};

use super::mirrored::mirrored;
use super::object::Object;
use super::trees::own_text;
use crate::generate::scope::Scope;
use crate::limits::{MAX_NUMBERS, MAX_OBJECTS, MAX_REPEATED_STATEMENT_BYTES};

/// An expression with its text.
pub(super) type Text = (String, Expr);

/// The parts of a function.
pub(crate) struct FunctionParts {
    /// Statements that contain no other statements, or one under a condition.
    pub(super) statements: Vec<(String, StmtKind)>,
    /// Statements of the function with two members exchanged.
    pub(super) mirrored: Vec<(String, StmtKind)>,
    /// Objects that the function names: variables, and objects reached from them without side effects.
    pub(super) objects: Vec<Text>,
    /// Numbers in the function, except 0 and 1.
    pub(super) numbers: Vec<Text>,
    /// Values that the function returns.
    pub(super) returned: Vec<Text>,
    pub(super) gives_value: bool,
    pub(super) labels: Vec<String>,
    pub(super) prints: bool,
    pub(super) name: String,
    /// Variables that are assigned to, or whose address is taken.
    pub(super) written: FxHashSet<String>,
    /// Number of reads of each name; variables that are only written are absent.
    pub(super) read: FxHashMap<String, isize>,
}

impl FunctionParts {
    /// The parts of a function of a file that names these members.
    pub(crate) fn of(function: &Function, parse: &Parse, members: &[String]) -> FunctionParts {
        let name = function.declarator.name.as_ref();
        let mut facts = FunctionParts {
            statements: Vec::new(),
            mirrored: mirrored(function, parse, members),
            objects: Vec::new(),
            numbers: Vec::new(),
            returned: Vec::new(),
            gives_value: false,
            labels: Vec::new(),
            prints: false,
            name: name.map_or_else(String::new, |name| name.text.clone()),
            written: FxHashSet::default(),
            read: FxHashMap::default(),
        };
        let mut own = function.clone();
        each_statement_of(&mut own, &mut |s| facts.statement(s, parse));
        each_of_item(&mut Item::Function(own), &mut |e| {
            facts.expression(e, parse);
            Walk::On
        });
        facts.objects.truncate(MAX_OBJECTS);
        facts.numbers.truncate(MAX_NUMBERS);
        facts.read.retain(|_, times| *times > 0);
        facts
    }

    /// Whether an object is a local variable that is declared, and perhaps written, but never read.
    pub(super) fn is_unread(&self, object: &Object, scope: &Scope) -> bool {
        let is_name =
            matches!(&object.expr.kind, ExprKind::Ident(name) if !self.read.contains_key(name));
        is_name && scope.local_names().any(|name| name == object.text)
    }

    fn statement(&mut self, s: &Stmt, parse: &Parse) {
        let expr = match &s.kind {
            StmtKind::Expr(e) if acts(e) => e,
            StmtKind::Return(Some(e)) => {
                self.gives_value = true;
                if let Some(text) = own_text(parse, e)
                    && self.returned.iter().all(|(known, _)| *known != text)
                {
                    self.returned.push((text, e.clone()));
                }
                return;
            }
            StmtKind::Label(name, _) => return self.labels.push(name.text.clone()),
            StmtKind::If(..) => {
                let known = |text: &String| self.statements.iter().any(|(known, _)| known == text);
                let new = guard(s, parse).filter(|(text, _)| !known(text));
                return self.statements.extend(new);
            }
            _ => return,
        };
        let text = parse.sources.text(expr.span).to_owned();
        let is_own =
            !text.is_empty() && text.len() <= MAX_REPEATED_STATEMENT_BYTES && !text.contains('\n');
        let text = format!("{text};");
        if is_own && self.statements.iter().all(|(known, _)| *known != text) {
            self.statements.push((text, s.kind.clone()));
        }
    }

    fn expression(&mut self, e: &Expr, parse: &Parse) {
        self.note_reads(e);
        if let ExprKind::Assign(_, target, _)
        | ExprKind::IncDec { target, .. }
        | ExprKind::AddressOf(target) = &e.kind
            && let ExprKind::Ident(name) = &target.kind
        {
            self.written.insert(name.clone());
        }
        match &e.kind {
            ExprKind::Call(callee, _) => {
                self.prints |= matches!(&callee.kind, ExprKind::Ident(f) if f == "printf");
            }
            ExprKind::Ident(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Deref(_)
                if is_plain(e) =>
            {
                note(&mut self.objects, parse, e);
            }
            ExprKind::Int(IntLit { value: 0 | 1, .. }) => {}
            ExprKind::Int(_) | ExprKind::Char(_) => note(&mut self.numbers, parse, e),
            _ => {}
        }
    }

    /// Counts the reads of names: all occurrences, except as targets of assignments and of `scanf`.
    fn note_reads(&mut self, e: &Expr) {
        let mut count = |name: &str, by: isize| {
            *self.read.entry(name.to_owned()).or_default() += by;
        };
        match &e.kind {
            ExprKind::Ident(name) => count(name, 1),
            ExprKind::Assign(None, target, _) => {
                if let ExprKind::Ident(name) = &target.kind {
                    count(name, -1);
                }
            }
            ExprKind::Call(callee, arguments) if calls_scanf(callee) => {
                for argument in arguments {
                    if let ExprKind::AddressOf(target) = &argument.kind
                        && let ExprKind::Ident(name) = &target.kind
                    {
                        count(name, -1);
                    }
                }
            }
            _ => {}
        }
    }
}

/// A statement that does one thing under a condition, with its text in one line.
pub(super) fn guard(s: &Stmt, parse: &Parse) -> Option<(String, StmtKind)> {
    let StmtKind::If(condition, then, None) = &s.kind else {
        return None;
    };
    let then = match &then.kind {
        StmtKind::Block(Block { items, .. }) => match &items[..] {
            [BlockItem::Statement(only)] => only,
            _ => return None,
        },
        _ => then,
    };
    let text = match &then.kind {
        StmtKind::Expr(e) if acts(e) => format!("{};", own_text(parse, e)?),
        StmtKind::Return(Some(e)) => format!("return {};", own_text(parse, e)?),
        StmtKind::Return(None) => "return;".to_owned(),
        StmtKind::Break => "break;".to_owned(),
        StmtKind::Continue => "continue;".to_owned(),
        _ => return None,
    };
    let text = format!("if ({}) {text}", own_text(parse, condition)?);
    let kind = StmtKind::If(condition.clone(), Box::new(then.clone()), None);
    let is_short = text.len() <= MAX_REPEATED_STATEMENT_BYTES && !text.contains('\n');
    is_short.then_some((text, kind))
}

/// Adds an expression whose text is the user's own.
fn note(known: &mut Vec<Text>, parse: &Parse, e: &Expr) {
    if let Some(text) = own_text(parse, e)
        && known.iter().all(|(known, _)| *known != text)
    {
        known.push((text, e.clone()));
    }
}

fn calls_scanf(callee: &Expr) -> bool {
    matches!(&callee.kind, ExprKind::Ident(name) if name == "scanf")
}

/// Whether the expression has an effect.
fn acts(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Assign(..) | ExprKind::IncDec { .. } | ExprKind::Call(..)
    )
}

/// Whether the expression has no side effects and no calls.
fn is_plain(e: &Expr) -> bool {
    let mut plain = true;
    each_inside(&mut e.clone(), &mut |e| {
        plain &= !acts(e);
        Walk::On
    });
    plain
}
