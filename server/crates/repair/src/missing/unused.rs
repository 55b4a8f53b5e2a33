//! Unused parts of a program, which a missing statement may have been meant to use.

use ir::Builtin;
use rustc_hash::FxHashSet;
use syntax::ast::{Block, BlockItem, Expr, ExprKind, Item, Stmt, StmtKind, Storage, Unit};
use syntax::visit::{Walk, each_block_of, each_expr, each_statement};
use syntax::{Parse, Span, dump};

use super::facts::{Text, guard};
use super::mirrored::note_member;
use super::trees::{node, own_text};
use crate::limits::{MAX_COMPANIONS, MAX_STATEMENTS_OF_FILE};
use crate::named_numbers::named_numbers;

/// Unused declarations of a file.
#[derive(Debug, Default)]
pub(crate) struct OfFile {
    /// Functions that nothing calls.
    pub(super) uncalled: FxHashSet<String>,
    /// Global variables that are never named.
    pub(super) unread: Vec<String>,
    /// Global variables that functions name, and nothing sets but their declaration.
    pub(super) unset: FxHashSet<String>,
    /// Assignments and steps in any function, and statements that call a function of the program.
    pub(super) statements: Vec<(String, StmtKind)>,
    /// Statements under a condition in any function.
    pub(super) guards: Vec<(String, StmtKind)>,
    /// Assignments in the other direction: what is taken from a list is put back there.
    pub(super) inverse: Vec<(String, StmtKind)>,
    /// Members that expressions name.
    pub(super) members: Vec<String>,
    /// Functions that are defined here.
    pub(super) defined: FxHashSet<String>,
    /// Named numbers (macros and enumerators) that are never used.
    pub(super) unnamed: Vec<Text>,
    /// Named numbers that functions return.
    pub(super) returned: Vec<Text>,
    /// Statements that stand in one block.
    pub(super) companions: Companions,
}

/// Pairs of expressions that are statements of one block, by their text.
#[derive(Debug, Default)]
pub(crate) struct Companions(FxHashSet<[String; 2]>);

impl Companions {
    fn of(unit: &Unit) -> Companions {
        let mut found = Companions::default();
        for function in unit.functions() {
            each_block_of(&mut function.clone(), &mut |block| found.note(block));
        }
        found
    }

    /// Notes the statements of a block.
    fn note(&mut self, block: &Block) {
        let all = block.items.iter().filter_map(|item| match item {
            BlockItem::Statement(s) => match &s.kind {
                StmtKind::Expr(e) => Some(dump::expr(e)),
                _ => None,
            },
            BlockItem::Declaration(_) => None,
        });
        let all: Vec<String> = all.take(MAX_COMPANIONS).collect();
        for (at, one) in all.iter().enumerate() {
            for other in &all[at + 1..] {
                self.0.insert([one.clone(), other.clone()]);
            }
        }
    }

    /// Whether two expressions are statements of one block somewhere.
    pub(super) fn contains(&self, one: &Expr, other: &Expr) -> bool {
        let [one, other] = [one, other].map(dump::expr);
        let pairs = [[one.clone(), other.clone()], [other, one]];
        pairs.iter().any(|pair| self.0.contains(pair))
    }
}

impl OfFile {
    pub(crate) fn new(parse: &Parse) -> OfFile {
        let mut of_file = OfFile::default();
        let mut named: FxHashSet<String> = FxHashSet::default();
        let mut set: FxHashSet<String> = FxHashSet::default();
        each_expr(&mut parse.unit.clone(), &mut |e| {
            if let ExprKind::Ident(name) = &e.kind {
                named.insert(name.clone());
            }
            if let ExprKind::Assign(_, target, _)
            | ExprKind::IncDec { target, .. }
            | ExprKind::AddressOf(target) = &e.kind
                && let ExprKind::Ident(name) = &target.kind
            {
                set.insert(name.clone());
            }
            note_member(e, &mut of_file.members);
            of_file.note(e, parse);
            Walk::On
        });
        let mut returned: FxHashSet<&str> = FxHashSet::default();
        each_statement(&mut parse.unit.clone(), &mut |s| {
            if let StmtKind::Return(Some(e)) = &s.kind {
                returned.insert(parse.sources.text(e.span));
            }
            of_file.note_call(s, parse);
            let guard = guard(s, parse).filter(|(text, _)| of_file.is_new(text));
            of_file.guards.extend(guard);
        });
        let uses = parse.macro_uses.iter().map(|found| found.name.clone());
        named.extend(uses);
        let functions = parse.unit.items.iter().filter_map(|item| match item {
            Item::Function(f) => Some(f.declarator.name.as_ref()?.text.clone()),
            _ => None,
        });
        of_file.defined = functions.collect();
        let uncalled = of_file.defined.iter();
        of_file.uncalled = uncalled
            .filter(|name| !named.contains(*name))
            .cloned()
            .collect();
        let (unread, read): (Vec<String>, Vec<String>) = variables(parse)
            .into_iter()
            .partition(|name| !named.contains(name));
        of_file.unread = unread;
        of_file.unset = read
            .into_iter()
            .filter(|name| !set.contains(name))
            .collect();
        let numbers: Vec<Text> = named_numbers(parse)
            .into_iter()
            .map(|(name, kind)| (name, node(kind, Span::default())))
            .collect();
        of_file.returned.clone_from(&numbers);
        of_file
            .returned
            .retain(|(name, _)| returned.contains(name.as_str()));
        of_file.unnamed = numbers;
        of_file.unnamed.retain(|(name, _)| !named.contains(name));
        of_file.companions = Companions::of(&parse.unit);
        of_file
    }

    /// Whether a statement under a condition is not known, and there is room for it.
    fn is_new(&self, text: &str) -> bool {
        self.guards.len() < MAX_STATEMENTS_OF_FILE
            && self.guards.iter().all(|(known, _)| known != text)
    }

    /// Notes a statement that calls a function of the program.
    fn note_call(&mut self, s: &Stmt, parse: &Parse) {
        if let StmtKind::Expr(e) = &s.kind
            && let ExprKind::Call(callee, _) = &e.kind
            && matches!(&callee.kind, ExprKind::Ident(name) if Builtin::by_name(name).is_none())
            && let Some(text) = own_text(parse, e)
        {
            let text = format!("{text};");
            let all = &mut self.statements;
            if all.len() < MAX_STATEMENTS_OF_FILE && all.iter().all(|(known, _)| *known != text) {
                all.push((text, s.kind.clone()));
            }
        }
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
