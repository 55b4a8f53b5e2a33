//! Tests in tables: arrays of records of a test library, and the expansion of a test's definition.

use syntax::Parse;
use syntax::ast::{
    BlockItem, Declaration, Designator, Expr, ExprKind, Init, InitDeclarator, InitEntry, InitList,
    Item, TypeSpec,
};

use super::run::TestRun;
use super::symbols::{functions, units};
use crate::files::frameworks::{self, FramedTest, TABLES, Table};

/// The tests of all tables of a unit, in the order of the text.
pub(super) fn of(parse: &Parse) -> Vec<TestRun> {
    if !frameworks::included(&parse.sources) {
        return Vec::new();
    }
    let mut runs = Vec::new();
    for (unit, items) in units(parse) {
        for item in items {
            if let Item::Declaration(declaration) = item {
                of_declaration(unit, declaration, &mut runs);
            }
        }
    }
    for (unit, function) in functions(parse) {
        for item in &function.body.items {
            if let BlockItem::Declaration(declaration) = item {
                of_declaration(unit, declaration, &mut runs);
            }
        }
    }
    runs
}

fn of_declaration(unit: u32, declaration: &Declaration, runs: &mut Vec<TestRun>) {
    let record = match &declaration.specs.ty {
        TypeSpec::Named(name) => Some(name),
        TypeSpec::Record(record) => record.tag.as_ref(),
        _ => None,
    };
    let known = |record: &str| TABLES.iter().find(|(name, ..)| *name == record);
    let Some((_, table, fields)) = record.and_then(|record| known(&record.text)) else {
        return;
    };
    for InitDeclarator {
        declarator, init, ..
    } in &declaration.declarators
    {
        let Some(Init::List(list)) = init else {
            continue;
        };
        if declarator.derive.is_empty() {
            runs.extend(run(unit, list, *table, fields));
            continue;
        }
        let records = list.entries.iter().filter_map(|entry| match &entry.init {
            Init::List(record) => run(unit, record, *table, fields),
            Init::Expr(_) => None,
        });
        runs.extend(records);
    }
}

/// The test of one record; `None` for the record that ends a table.
fn run(unit: u32, record: &InitList, table: Table, fields: &[&str; 4]) -> Option<TestRun> {
    let field = |at: usize| -> Option<&Expr> {
        let is_it = |(position, entry): &(usize, &InitEntry)| match &entry.designators[..] {
            [] => *position == at,
            [Designator::Field(name)] => name.text == fields[at],
            _ => false,
        };
        let entries = record.entries.iter().enumerate();
        let (_, entry) = entries.into_iter().find(is_it)?;
        match &entry.init {
            Init::Expr(e) => Some(bare(e)),
            Init::List(_) => None,
        }
    };
    let function = |at: usize| match &field(at)?.kind {
        ExprKind::Ident(name) if name != "NULL" => Some(name.as_str()),
        _ => None,
    };
    let test = function(1)?;
    let id = field(0).and_then(|e| match &e.kind {
        ExprKind::Str(text) => Some(String::from_utf8_lossy(text).into_owned()),
        _ => None,
    });
    Some(TestRun {
        unit,
        framed: FramedTest::of(table, function(2), test, function(3)),
        id: id.map(|id| id.trim_start_matches('/').to_owned()),
        span: record.span,
    })
}

fn bare(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Cast(_, inner) | ExprKind::AddressOf(inner) => bare(inner),
        _ => e,
    }
}
