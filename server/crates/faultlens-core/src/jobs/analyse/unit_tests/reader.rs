//! The expressions of a unit that name tests: calls of the functions of our headers that declare groups, fixtures and
//! runs.
//!
//! A group is known by the variable that holds it. A fixture may be declared after a test of its group, so what runs
//! around a test is known when its unit has been read. A group that a function gets from elsewhere could be any of the
//! unit's: its fixture is known if all that it could be have the same.

use std::collections::{BTreeMap, BTreeSet};

use syntax::Span;
use syntax::ast::{Block, BlockItem, Expr, ExprKind, Init, Item};
use syntax::visit::{Walk, each_block_of, each_of_item};

use super::constants::Constants;
use super::fixtures::{self, Fixture, bare, written};
use super::run::{Step, TestRun};
use super::symbols::{Linkage, Symbol};
use crate::files::frameworks::{self, FramedTest};

/// Most runs of one test.
const MOST_RUNS: i64 = 200;

/// A group of tests.
#[derive(Debug, Clone, Default)]
struct TestGroup {
    /// Text of the variable that holds it; empty for what a library keeps itself.
    key: String,
    fixture: Fixture,
}

/// The group of a run.
#[derive(Debug, Clone)]
enum GroupOf {
    /// A group of the same function, by its position.
    Known(usize),
    /// A group that this variable gets elsewhere.
    Elsewhere(String),
    /// The run says itself what is around it.
    Nowhere,
}

/// A step, and the group of the test that it runs.
type GroupedStep = (Step, GroupOf);

/// A reader of one unit.
pub(super) struct UnitReader<'a> {
    unit: u32,
    linkage: &'a Linkage,
    declared: BTreeSet<&'a str>,
    visible: BTreeSet<&'a str>,
    constants: Constants<'a>,
    callable: &'a BTreeSet<Symbol>,
    takes_something: &'a BTreeSet<Symbol>,
    groups: Vec<TestGroup>,
    functions: Vec<(Symbol, Vec<GroupedStep>)>,
    mentioned: Vec<TestRun>,
    /// Number of runs with arguments of each test.
    cases: BTreeMap<String, usize>,
}

impl<'a> UnitReader<'a> {
    pub(super) fn new(
        unit: u32,
        items: &'a [Item],
        linkage: &'a Linkage,
        callable: &'a BTreeSet<Symbol>,
        takes_something: &'a BTreeSet<Symbol>,
    ) -> Self {
        UnitReader {
            unit,
            linkage,
            declared: fixtures::declared(items),
            visible: fixtures::visible(items),
            constants: Constants::of(items),
            callable,
            takes_something,
            groups: Vec::new(),
            functions: Vec::new(),
            mentioned: Vec::new(),
            cases: BTreeMap::new(),
        }
    }

    /// Reads one item, which defines `function` if that is given.
    pub(super) fn read(&mut self, item: &'a Item, function: Option<&str>) {
        let body = match item {
            Item::Function(f) => Some(&f.body),
            _ => None,
        };
        let constants = self.constants.within(body);
        let mut copy = item.clone();
        let mut reader = ItemReader {
            constants,
            holders: BTreeMap::new(),
            current: BTreeMap::new(),
            steps: Vec::new(),
            settled: BTreeSet::new(),
            of_unit: self,
        };
        if let Item::Function(f) = &mut copy {
            each_block_of(f, &mut |block| reader.note_declared(block));
        }
        each_of_item(&mut copy, &mut |e| {
            reader.visit_expr(e);
            Walk::On
        });
        let steps = reader.steps;
        if let Some(function) = function {
            let symbol = self.linkage.symbol(self.unit, function);
            self.functions.push((symbol, steps));
        }
    }

    /// Whether the unit has a group with a fixture.
    pub(super) fn has_fixtures(&self) -> bool {
        self.groups.iter().any(|group| !group.fixture.is_empty())
    }

    /// The steps of each function and the tests that are mentioned, with what runs around them.
    pub(super) fn finish(self) -> (Vec<(Symbol, Vec<Step>)>, Vec<TestRun>) {
        let mut around_unknown = Vec::new();
        let mut functions = Vec::new();
        for (symbol, grouped) in self.functions {
            let mut steps = Vec::new();
            for (step, group) in grouped {
                let fixture = fixture_of(&self.groups, &group);
                let is_elsewhere = matches!(group, GroupOf::Elsewhere(_));
                let is_of_unseen_group = is_elsewhere && self.groups.is_empty();
                steps.push(match step {
                    Step::Runs(run) => Step::Runs(TestRun {
                        is_of_unseen_group,
                        ..run.within(&fixture)
                    }),
                    Step::RunsUnknown => {
                        around_unknown.push(fixture);
                        step
                    }
                    Step::Calls(_) => step,
                });
            }
            functions.push((symbol, steps));
        }
        // A test that only a run would show has the fixture that all of these have.
        let fixture = common(around_unknown.iter());
        let mentioned = self.mentioned.into_iter();
        (
            functions,
            mentioned.map(|run| run.within(&fixture)).collect(),
        )
    }
}

/// What runs around the tests of a group.
fn fixture_of(groups: &[TestGroup], group: &GroupOf) -> Fixture {
    match group {
        GroupOf::Nowhere => Fixture::default(),
        GroupOf::Known(at) => groups
            .get(*at)
            .map_or_else(Fixture::default, |g| g.fixture.clone()),
        GroupOf::Elsewhere(key) => {
            let named = |group: &&TestGroup| group.key == *key;
            if groups.iter().any(|group| named(&group)) {
                common(groups.iter().filter(named).map(|group| &group.fixture))
            } else {
                common(groups.iter().map(|group| &group.fixture))
            }
        }
    }
}

/// The fixture that all have; if they differ, one that ends the test.
fn common<'f>(mut all: impl Iterator<Item = &'f Fixture>) -> Fixture {
    let Some(first) = all.next() else {
        return Fixture::default();
    };
    if all.all(|other| other == first) {
        return first.clone();
    }
    Fixture {
        before: fixtures::not_modelled("a fixture of a group that only a run would show"),
        after: String::new(),
    }
}

/// A visitor of the expressions of one item.
struct ItemReader<'r, 'a> {
    of_unit: &'r mut UnitReader<'a>,
    constants: Constants<'a>,
    /// For the addresses of expressions, the variable that gets their value.
    holders: BTreeMap<usize, String>,
    /// The group that each variable holds at this point of the text.
    current: BTreeMap<String, usize>,
    steps: Vec<GroupedStep>,
    /// Addresses of expressions that were handled already: they are called, or run as tests.
    settled: BTreeSet<usize>,
}

impl ItemReader<'_, '_> {
    /// Notes which variables a block initialises.
    fn note_declared(&mut self, block: &Block) {
        for item in &block.items {
            let BlockItem::Declaration(declaration) = item else {
                continue;
            };
            for one in &declaration.declarators {
                if let (Some(name), Some(Init::Expr(e))) = (&one.declarator.name, &one.init) {
                    self.holders.insert(address(bare(e)), name.text.clone());
                }
            }
        }
    }

    fn visit_expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Assign(None, holder, value) => {
                let key = key(holder);
                self.holders.insert(address(bare(value)), key);
            }
            ExprKind::Call(callee, args) => {
                if let ExprKind::Ident(callee_name) = &callee.kind {
                    self.resolve(callee);
                    self.visit_call(e, callee_name, args);
                }
            }
            ExprKind::Ident(name) => {
                let is_callable = self.of_unit.callable.contains(&self.symbol(name));
                if is_callable && !self.settled.contains(&address(e)) {
                    let framed = FramedTest::plain(name);
                    let run = self.test_run(framed, None, e.span);
                    self.of_unit.mentioned.push(run);
                }
            }
            _ => {}
        }
    }

    fn visit_call(&mut self, e: &Expr, callee: &str, args: &[Expr]) {
        let is_ours = [
            frameworks::RUN,
            frameworks::RUN_IN,
            frameworks::RUN_WITH,
            frameworks::RUN_NAMED,
            frameworks::RUN_OPEN,
            frameworks::GROUP,
            frameworks::FIXTURE,
            frameworks::OF_TABLE,
            frameworks::SETUP,
            frameworks::TEARDOWN,
        ]
        .contains(&callee);
        if is_ours {
            for arg in args {
                self.resolve(bare(arg));
            }
        }
        match callee {
            frameworks::RUN => self.run(args, e.span),
            frameworks::RUN_IN => self.run_in(args, e.span),
            frameworks::RUN_WITH => self.run_with(args, e.span),
            frameworks::RUN_NAMED => self.run_named(args, e.span),
            frameworks::RUN_OPEN => self.run_open(args, e.span),
            frameworks::GROUP => self.open_group(e, args),
            frameworks::FIXTURE => self.fixture(args),
            frameworks::SETUP | frameworks::TEARDOWN => self.set(callee, args),
            // Tables are read elsewhere.
            frameworks::OF_TABLE => {}
            _ => {
                let symbol = self.symbol(callee);
                self.steps.push((Step::Calls(symbol), GroupOf::Nowhere));
            }
        }
    }

    fn symbol(&self, name: &str) -> Symbol {
        self.of_unit.linkage.symbol(self.of_unit.unit, name)
    }

    fn resolve(&mut self, e: &Expr) {
        self.settled.insert(address(e));
    }

    fn test_run(&self, framed: FramedTest, id: Option<String>, span: Span) -> TestRun {
        TestRun {
            unit: self.of_unit.unit,
            framed,
            id,
            span,
            is_of_unseen_group: false,
        }
    }

    /// The function that an argument names.
    fn function<'e>(&self, args: &'e [Expr], at: usize) -> Option<&'e str> {
        let ExprKind::Ident(name) = &bare(args.get(at)?).kind else {
            return None;
        };
        let declared = &self.of_unit.declared;
        declared.contains(name.as_str()).then_some(name.as_str())
    }

    /// The statements of the pairs of functions that are given as arguments.
    fn statements(&self, args: &[Expr]) -> Fixture {
        let mut fixture = Fixture::default();
        for pair in args.chunks(2) {
            let call = |at: usize| fixtures::call(pair.get(at), "", &self.of_unit.visible);
            fixture.add(&call(0), &call(1));
        }
        fixture
    }
}

/// The groups.
impl ItemReader<'_, '_> {
    /// Makes a group current; the arguments are pairs of functions that run before and after each of its tests.
    fn open_group(&mut self, e: &Expr, args: &[Expr]) {
        let key = self.holders.get(&address(e)).cloned().unwrap_or_default();
        let fixture = self.statements(args);
        self.push_group(key, fixture);
    }

    fn push_group(&mut self, key: String, fixture: Fixture) -> usize {
        let groups = &mut self.of_unit.groups;
        let at = groups.len();
        self.current.insert(key.clone(), at);
        groups.push(TestGroup { key, fixture });
        at
    }

    /// The position of the group that the first argument holds. A group that comes from elsewhere gets its own.
    fn group(&mut self, args: &[Expr]) -> usize {
        let key = args.first().map(key).unwrap_or_default();
        match self.current.get(&key) {
            Some(at) => *at,
            None => self.push_group(key, Fixture::default()),
        }
    }

    /// The group of a run, which the first argument holds.
    fn group_of(&self, args: &[Expr]) -> GroupOf {
        let key = args.first().map(key).unwrap_or_default();
        match self.current.get(&key) {
            Some(at) => GroupOf::Known(*at),
            None if key.is_empty() => GroupOf::Nowhere,
            None => GroupOf::Elsewhere(key),
        }
    }

    /// Adds fixtures to a group; the arguments are the group and pairs of functions.
    fn fixture(&mut self, args: &[Expr]) {
        let at = self.group(args);
        let Fixture { before, after } = self.statements(args.get(1..).unwrap_or_default());
        if let Some(group) = self.of_unit.groups.get_mut(at) {
            group.fixture.add(&before, &after);
        }
    }

    /// Sets one side of the fixture for the tests that follow; the arguments are the function and what it gets.
    fn set(&mut self, callee: &str, args: &[Expr]) {
        let known = self
            .current
            .get("")
            .and_then(|at| self.of_unit.groups.get(*at));
        let mut fixture = known.map_or_else(Fixture::default, |group| group.fixture.clone());
        let visible = &self.of_unit.visible;
        let passed = args
            .get(1)
            .map(|e| written(e, &|name| visible.contains(name)));
        let statement = match passed {
            Some(None) => {
                fixtures::not_modelled("an argument of a fixture that only a run would show")
            }
            passed => fixtures::call(args.first(), &passed.flatten().unwrap_or_default(), visible),
        };
        if callee == frameworks::SETUP {
            fixture.before = statement;
        } else {
            fixture.after = statement;
        }
        self.push_group(String::new(), fixture);
    }
}

/// The runs.
impl ItemReader<'_, '_> {
    fn add(&mut self, step: Step, group: GroupOf) {
        self.steps.push((step, group));
    }

    /// Adds a run; the arguments are the function to run before, the test, the function to run after, and the name.
    fn run(&mut self, args: &[Expr], span: Span) {
        let function = |at: usize| self.function(args, at);
        let framed = function(0)
            .zip(function(1))
            .zip(function(2))
            .map(|((before, test), after)| FramedTest::between(before, test, after));
        let step = match framed {
            Some(framed) => Step::Runs(self.test_run(framed, text(args.get(3)), span)),
            None => Step::RunsUnknown,
        };
        self.add(step, GroupOf::Nowhere);
    }

    /// Adds a run of a test with a name; the arguments are the group, the test, the name, and what
    /// our header passes to the test.
    fn run_named(&mut self, args: &[Expr], span: Span) {
        let group = self.group_of(args);
        let step = match self.function(args, 1) {
            Some(test) => {
                let mut framed = FramedTest::alone(test);
                // What our header passes is known at the end of the unit.
                let passed = args.iter().skip(3).map(|e| written(e, &|_| true));
                if let Some(passed) = passed.collect::<Option<Vec<String>>>()
                    && !passed.is_empty()
                {
                    framed = framed.with(None, &passed.join(", "));
                }
                Step::Runs(self.test_run(framed, text(args.get(2)), span))
            }
            None => Step::RunsUnknown,
        };
        self.add(step, group);
    }

    /// Adds a run that cannot be judged; the arguments are the group, the test, and what is not modelled.
    fn run_open(&mut self, args: &[Expr], span: Span) {
        let what = text(args.get(2)).unwrap_or_default();
        if let Some(test) = self.function(args, 1) {
            let framed = FramedTest::alone(test).instead(None, fixtures::not_modelled(&what));
            let step = Step::Runs(self.test_run(framed, None, span));
            self.add(step, GroupOf::Nowhere);
        }
    }

    /// Adds a run of a test with arguments, which follow the group and the test.
    fn run_with(&mut self, args: &[Expr], span: Span) {
        let group = self.group_of(args);
        let Some(test) = self.function(args, 1) else {
            return self.add(Step::RunsUnknown, group);
        };
        let number = self.of_unit.cases.entry(test.to_owned()).or_default();
        *number += 1;
        let number = *number;
        let case = Some(number);
        let visible = &self.of_unit.visible;
        let passed = args.iter().skip(2);
        let passed = passed.map(|e| written(e, &|name| visible.contains(name)));
        let framed = FramedTest::alone(test);
        let (framed, id) = match passed.collect::<Option<Vec<String>>>() {
            Some(passed) => {
                let passed = passed.join(", ");
                (framed.with(case, &passed), format!("{test}({passed})"))
            }
            None => {
                let what = format!("an argument of `{test}` that only a run would show");
                let open = framed.instead(case, fixtures::not_modelled(&what));
                (open, format!("{test} (run {number})"))
            }
        };
        let step = Step::Runs(self.test_run(framed, Some(id), span));
        self.add(step, group);
    }

    /// Adds runs of a loop test; the arguments are the group, the test, and the first and last numbers.
    fn run_in(&mut self, args: &[Expr], span: Span) {
        let group = self.group_of(args);
        let Some(test) = self.function(args, 1) else {
            return self.add(Step::RunsUnknown, group);
        };
        let number = |at: usize| args.get(at).and_then(|e| self.constants.value(e));
        let framed = FramedTest::alone(test);
        let (Some(start), Some(end)) = (number(2), number(3)) else {
            let what = format!("the number of runs of `{test}`, which is no constant,");
            let open = framed.instead(None, fixtures::not_modelled(&what));
            let step = Step::Runs(self.test_run(open, None, span));
            return self.add(step, group);
        };
        let takes_number = self.of_unit.takes_something.contains(&self.symbol(test));
        let is_only = end.checked_sub(start) == Some(1);
        for i in start..end.min(start.saturating_add(MOST_RUNS)) {
            let case = (!is_only).then_some(i as usize);
            let framed = if takes_number {
                framed.clone().with(case, &i.to_string())
            } else {
                framed.clone()
            };
            let id = (!is_only).then(|| format!("{test}[{i}]"));
            let step = Step::Runs(self.test_run(framed, id, span));
            self.add(step, group.clone());
        }
    }
}

/// The text of a variable that holds a group; empty if there is none.
fn key(e: &Expr) -> String {
    match &bare(e).kind {
        ExprKind::Int(_) => String::new(),
        _ => written(bare(e), &|_| true).unwrap_or_else(|| "?".to_owned()),
    }
}

/// The string that an argument is.
fn text(arg: Option<&Expr>) -> Option<String> {
    match arg.map(|arg| &bare(arg).kind) {
        Some(ExprKind::Str(text)) => Some(String::from_utf8_lossy(text).into_owned()),
        _ => None,
    }
}

fn address(e: &Expr) -> usize {
    std::ptr::from_ref(e).addr()
}
