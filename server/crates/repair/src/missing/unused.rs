//! Unused parts of a program, which a missing statement may have been meant to use.

use rustc_hash::FxHashSet;
use syntax::ast::{Expr, ExprKind, Item, StmtKind, Storage};
use syntax::visit::{Walk, each_expr};
use syntax::{Parse, Span};

use super::facts::Text;
use super::trees::{node, own_text};
use crate::limits::MAX_STATEMENTS_OF_FILE;
use crate::named_numbers::named_numbers;

/// Unused declarations of a file.
#[derive(Debug, Default)]
pub(crate) struct OfFile {
    /// Functions that nothing calls.
    pub(super) uncalled: FxHashSet<String>,
    /// Global variables that are never named.
    pub(super) unread: Vec<String>,
    /// Assignments and steps in any function.
    pub(super) statements: Vec<(String, StmtKind)>,
    /// Assignments in the other direction: what is taken from a list is put back there.
    pub(super) inverse: Vec<(String, StmtKind)>,
    /// Functions that are defined here.
    pub(super) defined: FxHashSet<String>,
    /// Named numbers (macros and enumerators) that are never used.
    pub(super) unnamed: Vec<Text>,
}

impl OfFile {
    pub(crate) fn new(parse: &Parse) -> OfFile {
        let mut named: FxHashSet<String> = FxHashSet::default();
        let mut unit = parse.unit.clone();
        each_expr(&mut unit, &mut |e| {
            if let ExprKind::Ident(name) = &e.kind {
                named.insert(name.clone());
            }
            Walk::On
        });
        let uses = parse.macro_uses.iter().map(|found| found.name.clone());
        named.extend(uses);
        let functions = parse.unit.items.iter().filter_map(|item| match item {
            Item::Function(f) => Some(f.declarator.name.as_ref()?.text.clone()),
            _ => None,
        });
        let defined: FxHashSet<String> = functions.collect();
        let uncalled = defined.iter().filter(|name| !named.contains(*name));
        let mut of_file = OfFile {
            uncalled: uncalled.cloned().collect(),
            unread: variables(parse)
                .into_iter()
                .filter(|name| !named.contains(name))
                .collect(),
            statements: Vec::new(),
            inverse: Vec::new(),
            defined,
            unnamed: Vec::new(),
        };
        let numbers = named_numbers(parse).into_iter();
        let unnamed = numbers.filter(|(name, _)| !named.contains(name));
        of_file.unnamed = unnamed
            .map(|(name, kind)| (name, node(kind, Span::default())))
            .collect();
        each_expr(&mut parse.unit.clone(), &mut |e| {
            of_file.note(e, parse);
            Walk::On
        });
        of_file
    }

    /// Notes an assignment or step.
    fn note(&mut self, e: &Expr, parse: &Parse) {
        let add = |to: &mut Vec<(String, StmtKind)>, text: String, kind: ExprKind| {
            if to.len() < MAX_STATEMENTS_OF_FILE && to.iter().all(|(known, _)| *known != text) {
                to.push((text, StmtKind::Expr(node(kind, e.span))));
            }
        };
        if let ExprKind::Assign(..) | ExprKind::IncDec { .. } = &e.kind
            && let Some(text) = own_text(parse, e)
        {
            add(&mut self.statements, format!("{text};"), e.kind.clone());
        }
        if let ExprKind::Assign(None, to, from) = &e.kind
            && is_object(from)
            && let (Some(target), Some(value)) = (own_text(parse, from), own_text(parse, to))
        {
            let kind = ExprKind::Assign(None, from.clone(), to.clone());
            add(&mut self.inverse, format!("{target} = {value};"), kind);
        }
    }
}

fn variables(parse: &Parse) -> Vec<String> {
    let declarations = parse.unit.items.iter().filter_map(|item| match item {
        Item::Declaration(d) if d.specs.storage != Storage::Typedef => Some(d),
        _ => None,
    });
    let declared = declarations.flat_map(|d| &d.declarators);
    let names = declared.filter_map(|d| Some(d.declarator.name.as_ref()?.text.clone()));
    names.collect()
}

/// Whether something can be assigned to an expression.
fn is_object(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Ident(_) | ExprKind::Member(..) | ExprKind::Index(..) | ExprKind::Deref(_)
    )
}
