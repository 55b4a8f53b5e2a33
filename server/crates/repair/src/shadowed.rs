//! Declarations that hide another object of the same name, where an assignment to that one was meant: `int best = i;`
//! in a loop, for `best = i;`.

use syntax::ast::{
    Block, BlockItem, Declaration, Derive, Expr, ExprKind, ForInit, Function, Init, Item, Stmt,
    StmtKind, Storage,
};
use syntax::visit::{each_block_of, each_statement_of};
use syntax::{Parse, Span};

use crate::joint::Joint;
use crate::limits::PLAUSIBLE_UNHIDDEN;
use crate::moved_statement::Change;
use crate::patch::{Fix, TextEdit};

/// A declared name of a function.
struct Declared {
    name: String,
    /// The part of the text in which the name can be used, about: the block, or the `for`.
    within: Span,
    /// The whole declaration.
    span: Span,
    /// The assignment in its place, with the place of the initialiser, if it can be one.
    assignment: Option<(Expr, Span)>,
}

impl Declared {
    fn is_hidden_by(&self, other: &Declared) -> bool {
        self.name == other.name
            && self.within != other.within
            && self.within.encloses(other.within)
            && self.span.start < other.span.start
    }
}

/// An assignment for each declaration that hides another object.
pub(crate) fn unhidden(parse: &Parse) -> Vec<Change> {
    let mut found = Vec::new();
    let globals: Vec<&str> = parse.unit.items.iter().flat_map(objects).collect();
    for (item, definition) in parse.unit.items.iter().enumerate() {
        let Item::Function(function) = definition else {
            continue;
        };
        let all = declared(function);
        let params = parameters(function);
        for one in &all {
            let Some((assignment, place)) = &one.assignment else {
                continue;
            };
            let is_hidden = all.iter().any(|other| other.is_hidden_by(one))
                || params.contains(&&*one.name)
                || globals.contains(&&*one.name);
            if is_hidden && parse.macro_use_at(one.span).is_none() {
                let changed = with_assignment(function, one.span, assignment);
                let fix = Fix::new(
                    "shadowed",
                    without_type(one.span, assignment),
                    PLAUSIBLE_UNHIDDEN,
                );
                let places = vec![*place];
                found.push((item, changed, Joint { places, fix }));
            }
        }
    }
    found
}

/// The edit that takes the words of the type away.
fn without_type(declaration: Span, assignment: &Expr) -> TextEdit {
    let span = Span {
        end: assignment.span.start,
        ..declaration
    };
    let text = String::new();
    TextEdit { span, text }
}

fn declared(function: &Function) -> Vec<Declared> {
    let mut found = Vec::new();
    let mut walked = function.clone();
    each_block_of(&mut walked, &mut |block| found.extend(of_block(block)));
    each_statement_of(&mut walked, &mut |s| {
        if let StmtKind::For(parts) = &s.kind
            && let ForInit::Declaration(d) = &parts.init
        {
            found.extend(of_declaration(d, s.span));
        }
    });
    found
}

fn of_block(block: &Block) -> Vec<Declared> {
    let all = block.items.iter().filter_map(|item| match item {
        BlockItem::Declaration(d) => Some(of_declaration(d, block.span)),
        BlockItem::Statement(_) => None,
    });
    all.flatten().collect()
}

fn of_declaration(d: &Declaration, within: Span) -> Vec<Declared> {
    let is_alone = d.declarators.len() == 1 && d.specs.storage == Storage::None;
    let all = d.declarators.iter().filter_map(|item| {
        let name = item.declarator.name.as_ref()?;
        let is_array = matches!(item.declarator.derive.first(), Some(Derive::Array(_)));
        let assignment = match &item.init {
            Some(Init::Expr(value)) if is_alone && !is_array => {
                let target = Box::new(Expr {
                    kind: ExprKind::Ident(name.text.clone()),
                    span: name.span,
                });
                let kind = ExprKind::Assign(None, target, Box::new(value.clone()));
                let span = Span {
                    end: value.span.end,
                    ..name.span
                };
                Some((Expr { kind, span }, item.span))
            }
            _ => None,
        };
        Some(Declared {
            name: name.text.clone(),
            within,
            span: d.span,
            assignment,
        })
    });
    all.collect()
}

/// Names of the objects that an item declares for all functions.
fn objects(item: &Item) -> Vec<&str> {
    let Item::Declaration(d) = item else {
        return Vec::new();
    };
    let all = d.declarators.iter().map(|item| &item.declarator);
    let objects = all.filter(|of| {
        let is_function = matches!(of.derive.first(), Some(Derive::Function(_)));
        d.specs.storage != Storage::Typedef && !is_function
    });
    objects
        .filter_map(|of| Some(&*of.name.as_ref()?.text))
        .collect()
}

fn parameters(function: &Function) -> Vec<&str> {
    let Some(Derive::Function(params)) = function.declarator.derive.first() else {
        return Vec::new();
    };
    let names = params.params.iter().map(|param| &param.declarator.name);
    names.flatten().map(|name| &*name.text).collect()
}

/// The function with an assignment in place of a declaration.
fn with_assignment(function: &Function, declaration: Span, assignment: &Expr) -> Function {
    let mut changed = function.clone();
    each_block_of(&mut changed, &mut |block| {
        for item in &mut block.items {
            if matches!(item, BlockItem::Declaration(d) if d.span == declaration) {
                *item = BlockItem::Statement(Stmt {
                    kind: StmtKind::Expr(assignment.clone()),
                    span: declaration,
                });
            }
        }
    });
    each_statement_of(&mut changed, &mut |s| {
        if let StmtKind::For(parts) = &mut s.kind
            && matches!(&parts.init, ForInit::Declaration(d) if d.span == declaration)
        {
            parts.init = ForInit::Expr(assignment.clone());
        }
    });
    changed
}
