//! Tests in tables: arrays of records of a test library, and the expansion of a test's definition.

use std::collections::BTreeSet;

use syntax::Parse;
use syntax::ast::{
    BlockItem, Declaration, Designator, Expr, ExprKind, Init, InitDeclarator, InitList, Item,
    TypeSpec,
};
use syntax::visit::{Walk, each_of_item};

use super::fixtures::{self, Fixture, bare, written};
use super::run::TestRun;
use super::symbols::units;
use crate::files::frameworks::{self, FramedTest, SUITE_BY_NAME, SUITE_OF_TABLE, TABLES, Table};

/// The tests of all tables of a unit by itself: any table without a fixture may have one in another unit.
pub(super) fn of_unit(parse: &Parse) -> Vec<TestRun> {
    let all = units(parse).map(|(unit, items)| (unit, UnitTables::of(items)));
    let runs = all.flat_map(|(unit, tables)| {
        let names = tables.listed.iter().map(|listed| listed.name);
        let without = names.filter(|name| tables.fixture(None, name).is_empty());
        tables.runs(unit, &without.collect())
    });
    runs.collect()
}

/// The tests of all tables of a program, in the order of the text.
pub(super) fn of(parse: &Parse) -> Vec<TestRun> {
    if !frameworks::included(&parse.sources) {
        return Vec::new();
    }
    let all: Vec<(u32, UnitTables<'_>)> = units(parse)
        .map(|(unit, items)| (unit, UnitTables::of(items)))
        .collect();
    let elsewhere = all
        .iter()
        .flat_map(|(_, tables)| tables.fixtures_elsewhere());
    let elsewhere: BTreeSet<&str> = elsewhere.collect();
    let runs = all
        .iter()
        .map(|(unit, tables)| tables.runs(*unit, &elsewhere));
    runs.flatten().collect()
}

/// A declared object with an initialiser in braces.
struct ListedObject<'a> {
    /// The function that declares it; `None` at file scope.
    function: Option<&'a str>,
    name: &'a str,
    /// Name of the record that it is, or that its elements are.
    record: &'a str,
    is_array: bool,
    list: &'a InitList,
}

impl<'a> ListedObject<'a> {
    /// The lists of its records.
    fn records(&self) -> Vec<&'a InitList> {
        if !self.is_array {
            return vec![self.list];
        }
        let entries = self.list.entries.iter();
        let records = entries.filter_map(|entry| match &entry.init {
            Init::List(record) => Some(record),
            Init::Expr(_) => None,
        });
        records.collect()
    }
}

/// What runs around the tests of a table, or of a suite by its name.
struct TableFixture {
    /// The function that says so; `None` at file scope.
    function: Option<String>,
    name: String,
    fixture: Fixture,
}

/// The tables of a unit.
struct UnitTables<'a> {
    visible: BTreeSet<&'a str>,
    listed: Vec<ListedObject<'a>>,
    fixtures: Vec<TableFixture>,
}

impl<'a> UnitTables<'a> {
    fn of(items: &'a [Item]) -> Self {
        let mut tables = UnitTables {
            visible: fixtures::visible(items),
            listed: Vec::new(),
            fixtures: Vec::new(),
        };
        for item in items {
            if let Item::Declaration(declaration) = item {
                tables.note(None, declaration);
            }
        }
        for item in items {
            let Item::Function(function) = item else {
                continue;
            };
            for inner in &function.body.items {
                if let BlockItem::Declaration(declaration) = inner {
                    tables.note(super::name(function), declaration);
                }
            }
        }
        for item in items {
            tables.note_groups(item);
        }
        for at in 0..tables.listed.len() {
            tables.note_suites(at);
        }
        tables
    }

    fn note(&mut self, function: Option<&'a str>, declaration: &'a Declaration) {
        let record = match &declaration.specs.ty {
            TypeSpec::Named(name) => Some(name),
            TypeSpec::Record(record) => record.tag.as_ref(),
            _ => None,
        };
        let Some(record) = record else {
            return;
        };
        for InitDeclarator {
            declarator, init, ..
        } in &declaration.declarators
        {
            if let (Some(name), Some(Init::List(list))) = (&declarator.name, init) {
                self.listed.push(ListedObject {
                    function,
                    name: &name.text,
                    record: &record.text,
                    is_array: !declarator.derive.is_empty(),
                    list,
                });
            }
        }
    }

    /// Notes the calls that run tables with a setup and a teardown.
    fn note_groups(&mut self, item: &Item) {
        let function = match item {
            Item::Function(f) => super::name(f),
            _ => None,
        };
        each_of_item(&mut item.clone(), &mut |e| {
            if let ExprKind::Call(callee, args) = &e.kind
                && let ExprKind::Ident(callee) = &callee.kind
                && callee == frameworks::OF_TABLE
                && let Some(name) = args.first().and_then(identifier)
            {
                let passed = Table::State.passed_to_group();
                let call = |at: usize| fixtures::call(args.get(at), passed, &self.visible);
                let mut fixture = Fixture::default();
                fixture.add(&call(1), &call(2));
                self.fixtures.push(TableFixture {
                    function: function.map(str::to_owned),
                    name: name.to_owned(),
                    fixture,
                });
            }
            Walk::On
        });
    }

    /// Notes the suites that an object describes.
    fn note_suites(&mut self, at: usize) {
        let Some(listed) = self.listed.get(at) else {
            return;
        };
        let mut found = Vec::new();
        let call = |e: Option<&Expr>| fixtures::call(e, "", &self.visible);
        if listed.record == SUITE_OF_TABLE.0 {
            let fields = &SUITE_OF_TABLE.1;
            for record in listed.records() {
                let field = |at: usize| field(record, fields, at);
                let mut fixture = Fixture::default();
                fixture.add(&call(field(1)), &call(field(2)));
                // Until version 2.1-2 of CUnit, the tests came fourth.
                let early = field(3).and_then(identifier);
                let early = early.filter(|name| self.listed.iter().any(|l| l.name == *name));
                if early.is_none() {
                    fixture.add(&call(field(3)), &call(field(4)));
                }
                let table = early.or_else(|| field(5).and_then(identifier));
                found.extend(table.map(|name| (name.to_owned(), fixture)));
            }
        } else if listed.record == SUITE_BY_NAME.0 {
            let field = |at: usize| field(listed.list, &SUITE_BY_NAME.1, at);
            let mut fixture = Fixture::default();
            fixture.add(&call(field(1)), &call(field(2)));
            found.extend(field(0).and_then(text).map(|name| (name, fixture)));
        }
        let function = listed.function.map(str::to_owned);
        let found = found.into_iter().map(|(name, fixture)| TableFixture {
            function: function.clone(),
            name,
            fixture,
        });
        self.fixtures.extend(found);
    }

    /// The tables of other units for which this one has a fixture.
    fn fixtures_elsewhere(&self) -> impl Iterator<Item = &str> {
        let named = self.fixtures.iter().filter(|found| {
            let is_here = self.listed.iter().any(|listed| listed.name == found.name);
            !is_here && !found.fixture.is_empty()
        });
        named.map(|found| found.name.as_str())
    }

    /// The tests of all tables; those of tables `elsewhere` have a fixture in another unit.
    fn runs(&self, unit: u32, elsewhere: &BTreeSet<&str>) -> Vec<TestRun> {
        let mut runs = Vec::new();
        for listed in &self.listed {
            let known = TABLES.iter().find(|(name, ..)| *name == listed.record);
            let Some((_, table, fields)) = known else {
                continue;
            };
            for record in listed.records() {
                if let Some(run) = self.run(unit, record, *table, fields) {
                    // The tests of a suite of Criterion are single records.
                    let suite = run.id.as_deref().and_then(|id| id.split_once('/'));
                    let fixture = match suite {
                        Some((suite, _)) if !listed.is_array => self.fixture(None, suite),
                        _ => self.fixture(listed.function, listed.name),
                    };
                    let is_global = listed.is_array && listed.function.is_none();
                    let is_global = is_global && *table == Table::Plain;
                    runs.push(TestRun {
                        is_of_unseen_group: is_global && elsewhere.contains(listed.name),
                        ..run.within(&fixture)
                    });
                }
            }
        }
        runs
    }

    /// What runs around the tests of a table that a function, or the unit, declares.
    fn fixture(&self, function: Option<&str>, name: &str) -> Fixture {
        let is_local = |user: Option<&str>| {
            let mut listed = self.listed.iter();
            listed.any(|l| l.name == name && l.function.is_some() && l.function == user)
        };
        let mut of_name = self.fixtures.iter().filter(|found| found.name == name);
        let found = of_name.find(|found| {
            let user = found.function.as_deref();
            user == function || function.is_none() && !is_local(user)
        });
        found.map_or_else(Fixture::default, |found| found.fixture.clone())
    }

    /// The test of one record; `None` for the record that ends a table.
    fn run(
        &self,
        unit: u32,
        record: &InitList,
        table: Table,
        fields: &[&str; 5],
    ) -> Option<TestRun> {
        let field = |at: usize| field(record, fields, at);
        let function = |at: usize| field(at).and_then(identifier);
        let test = function(1)?;
        let is_null =
            |e: &Expr| matches!(&bare(e).kind, ExprKind::Int(literal) if literal.value == 0);
        let state = field(4).filter(|e| !is_null(e));
        let (state, is_open) = match state.map(|e| written(e, &|name| self.visible.contains(name)))
        {
            Some(None) => (None, true),
            state => (state.flatten(), false),
        };
        let mut framed = FramedTest::of(table, function(2), test, function(3), state.as_deref());
        if is_open {
            let what = format!("the state that `{test}` begins with, which only a run would show,");
            framed = framed.instead(None, fixtures::not_modelled(&what));
        }
        if table == Table::Plain {
            framed = judged(framed, record);
        }
        let id = field(0).and_then(text);
        Some(TestRun {
            unit,
            framed,
            id: id.map(|id| id.trim_start_matches('/').to_owned()),
            span: record.span,
            is_of_unseen_group: false,
        })
    }
}

/// A test of Criterion that is left out, or that should end by a signal.
fn judged(framed: FramedTest, record: &InitList) -> FramedTest {
    let is_set = |name: &str| {
        record.entries.iter().any(|entry| {
            let is_named = matches!(&entry.designators[..], [Designator::Field(f)] if f.text == name);
            let is_zero = matches!(&entry.init, Init::Expr(e) if matches!(&bare(e).kind, ExprKind::Int(n) if n.value == 0));
            is_named && !is_zero
        })
    };
    if is_set("disabled") {
        framed.instead(None, "__unity_ignore((const char *)0);".to_owned())
    } else if is_set("signal") {
        let what = "a signal that ends a test as it should";
        framed.instead(None, fixtures::not_modelled(what))
    } else if is_set("exit_code") {
        let what = "an exit status that ends a test as it should";
        framed.instead(None, fixtures::not_modelled(what))
    } else {
        framed
    }
}

/// The value of a field of a record.
fn field<'e>(record: &'e InitList, fields: &[&str], at: usize) -> Option<&'e Expr> {
    let mut entries = record.entries.iter().enumerate();
    let (_, entry) = entries.find(|(position, entry)| match &entry.designators[..] {
        [] => *position == at && fields.get(at).is_some_and(|field| !field.is_empty()),
        [Designator::Field(name)] => fields.get(at).is_some_and(|field| name.text == *field),
        _ => false,
    })?;
    match &entry.init {
        Init::Expr(e) => Some(e),
        Init::List(_) => None,
    }
}

/// The name that an expression is.
fn identifier(e: &Expr) -> Option<&str> {
    match &bare(e).kind {
        ExprKind::Ident(name) if name != "NULL" => Some(name),
        _ => None,
    }
}

/// The string that an expression is.
fn text(e: &Expr) -> Option<String> {
    match &bare(e).kind {
        ExprKind::Str(text) => Some(String::from_utf8_lossy(text).into_owned()),
        _ => None,
    }
}
