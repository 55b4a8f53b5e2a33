//! Which statements may be missing at a place: those of the function itself, and what can be made of the names that are
//! declared there.

use ir::lower::Gap;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{
    Expr, ExprKind, Function, IntLit, Item, Name, Stmt, StmtKind, Storage, TypeSpec,
};
use syntax::visit::{Walk, each_expr, each_inside, each_of_item, each_statement};
use syntax::{Parse, Span};

use super::gaps::Place;
use crate::generate::scope::Scope;
use crate::generate::scope::Type;

/// Classes of statements, the likeliest first: 0 what repeats something or uses what nothing else uses; 1 natural
/// values, steps and returns; 2 values of other variables; 3 calls, and statements of others with another target.
pub(crate) const CLASSES: u8 = 4;

/// How plausible a fix by a statement of a class is.
pub(crate) fn plausibility(class: u8) -> f64 {
    match class {
        0 => 0.6,
        1 => 0.5,
        _ => 0.02,
    }
}

/// Statements of each class that are made for one place.
const MOST_OF_CLASS: [usize; CLASSES as usize] = [80, 80, 150, 100];
/// Bytes of a statement that is repeated.
const MOST_TEXT: usize = 100;
/// Objects that are assigned to, and read, at one place.
const MOST_OBJECTS: usize = 24;
/// Numbers that are assigned.
const MOST_NUMBERS: usize = 4;
/// Arguments that are tried for one parameter, and calls of one function.
const MOST_ARGUMENTS: usize = 3;
const MOST_CALLS: usize = 6;

/// A statement as it would be written.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    /// With its semicolon.
    pub(crate) text: String,
    pub(crate) kind: StmtKind,
    /// The first ones are likeliest.
    pub(crate) class: u8,
}

/// An expression with its text.
type Text = (String, Expr);

/// What a program has that nothing uses: why should it be there?
#[derive(Debug, Default)]
pub(crate) struct OfFile {
    /// Functions that nothing calls.
    uncalled: FxHashSet<String>,
    /// Variables of the file that nothing names.
    unread: Vec<String>,
    /// Functions that are defined here.
    defined: FxHashSet<String>,
    /// Numbers with names, macros and enumerators, that nothing names.
    unnamed: Vec<Text>,
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
            defined,
            unnamed: Vec::new(),
        };
        let numbers = enumerators(parse).into_iter().map(|name| {
            let kind = ExprKind::Ident(name.clone());
            (name, kind)
        });
        let numbers = numbers.chain(defined_numbers(parse));
        let unnamed = numbers.filter(|(name, _)| !named.contains(name));
        of_file.unnamed = unnamed
            .map(|(name, kind)| (name, made(kind, Span::default())))
            .collect();
        of_file
    }
}

fn enumerators(parse: &Parse) -> Vec<String> {
    let mut names = Vec::new();
    for item in &parse.unit.items {
        if let Item::Declaration(d) = item
            && let TypeSpec::Enum(of) = &d.specs.ty
        {
            let all = of.enumerators.iter().flatten();
            names.extend(all.map(|(name, _)| name.text.clone()));
        }
    }
    names
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

/// `#define NAME 12` in the user's files.
fn defined_numbers(parse: &Parse) -> Vec<(String, ExprKind)> {
    let lines = parse.sources.files.iter().flat_map(|f| f.text.lines());
    let number = |line: &str| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        let mut words = rest.strip_prefix("define")?.split_whitespace();
        let (name, value) = (words.next()?, words.next()?);
        let value = value.trim_matches(['(', ')']);
        let value: u64 = value.parse().ok().filter(|_| words.next().is_none())?;
        Some((name.to_owned(), int(value)))
    };
    lines.filter_map(number).collect()
}

/// What a function is made of.
pub(crate) struct Facts {
    /// Statements without others inside.
    statements: Vec<(String, StmtKind)>,
    /// Objects that it names: variables and what is reached from them without side effects.
    objects: Vec<Text>,
    /// Numbers that stand in it, but for 0 and 1.
    numbers: Vec<Text>,
    /// What it returns.
    returned: Vec<Text>,
    gives_value: bool,
    labels: Vec<String>,
    prints: bool,
    name: String,
    /// How often each name is read; variables that are only written are not in it.
    read: FxHashMap<String, isize>,
}

impl Facts {
    pub(crate) fn of(function: &Function, parse: &Parse) -> Facts {
        let name = function.declarator.name.as_ref();
        let mut facts = Facts {
            statements: Vec::new(),
            objects: Vec::new(),
            numbers: Vec::new(),
            returned: Vec::new(),
            gives_value: false,
            labels: Vec::new(),
            prints: false,
            name: name.map_or_else(String::new, |name| name.text.clone()),
            read: FxHashMap::default(),
        };
        let mut unit = syntax::ast::Unit {
            items: vec![Item::Function(function.clone())],
        };
        each_statement(&mut unit, &mut |s| facts.statement(s, parse));
        for item in &mut unit.items {
            each_of_item(item, &mut |e| {
                facts.expression(e, parse);
                Walk::On
            });
        }
        facts.objects.truncate(MOST_OBJECTS);
        facts.numbers.truncate(MOST_NUMBERS);
        facts.read.retain(|_, times| *times > 0);
        facts
    }

    /// Whether an object is a local variable that is declared, and perhaps written, but never read.
    fn is_unread(&self, object: &Object, scope: &Scope) -> bool {
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
            _ => return,
        };
        let text = parse.sources.text(expr.span).to_owned();
        let is_own = !text.is_empty() && text.len() <= MOST_TEXT && !text.contains('\n');
        let text = format!("{text};");
        if is_own && self.statements.iter().all(|(known, _)| *known != text) {
            self.statements.push((text, s.kind.clone()));
        }
    }

    fn expression(&mut self, e: &Expr, parse: &Parse) {
        self.note_reads(e);
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

    /// Every name is read where it stands, but for targets of assignments and of `scanf`.
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

    /// The statements that may be missing at a place, each once.
    pub(crate) fn missing_at(
        &self,
        place: &Place,
        scope: &Scope,
        of_file: &OfFile,
    ) -> Vec<Written> {
        let mut made = StatementList {
            span: place.point.span,
            all: Vec::new(),
            known: FxHashSet::default(),
            count: [0; CLASSES as usize],
        };
        let objects = self.objects_at(scope);
        self.jumps(place, scope, &objects, &mut made);
        for (text, kind) in &self.statements {
            made.push(0, text.clone(), kind.clone());
        }
        for target in objects.iter().filter(|o| o.is_assignable) {
            self.assign_to(target, (&objects, scope), of_file, &mut made);
        }
        for array in objects.iter().filter(|o| o.ty.is_array_of_numbers()) {
            made.clear(array);
            for counter in scope.local_integers().take(2) {
                for value in objects
                    .iter()
                    .filter(|o| o.ty.is_number() && o.text != counter)
                {
                    made.append(array, counter, value);
                }
            }
        }
        self.calls(scope, &objects, of_file, &mut made);
        if self.prints {
            for text in ["\\n", " "] {
                made.print(text);
            }
        }
        made.all
    }

    /// Objects that can be named at a place: those of the function, variables, and members of records at hand.
    fn objects_at(&self, scope: &Scope) -> Vec<Object> {
        let mut found: Vec<Object> = Vec::new();
        let mut add = |text: String, expr: Expr| {
            let Some(ty) = scope.type_of(&expr) else {
                return;
            };
            if found.iter().all(|known| known.text != text) {
                let last = text.rsplit(['>', '.']).next().unwrap_or(&text).to_owned();
                found.push(Object {
                    is_assignable: ty.is_assignable(),
                    text,
                    expr,
                    ty,
                    last,
                });
            }
        };
        for (text, expr) in &self.objects {
            add(text.clone(), expr.clone());
        }
        for (text, expr) in &self.objects {
            // The members of a record that is named, and other elements of an array.
            for member in scope.members_in(expr) {
                let whole = ExprKind::Member(Box::new(expr.clone()), named(member), false);
                add(format!("{text}.{member}"), made(whole, Span::default()));
            }
            if let ExprKind::Index(array, _) = &expr.kind
                && let Some((of, _)) = text.rsplit_once('[')
            {
                for index in scope.local_integers() {
                    let at = Box::new(ident(index, Span::default()));
                    let whole = ExprKind::Index(array.clone(), at);
                    add(format!("{of}[{index}]"), made(whole, Span::default()));
                }
            }
        }
        for name in scope.local_names() {
            add(name.to_owned(), ident(name, Span::default()));
        }
        let bases: Vec<String> = scope.local_names().map(str::to_owned).collect();
        for base in bases {
            for (member, through) in scope.members_of(&base) {
                let sign = if through { "->" } else { "." };
                let record = Box::new(ident(&base, Span::default()));
                let whole = ExprKind::Member(record, named(member), through);
                add(
                    format!("{base}{sign}{member}"),
                    made(whole, Span::default()),
                );
            }
        }
        found.truncate(3 * MOST_OBJECTS);
        found
    }

    fn jumps(&self, place: &Place, scope: &Scope, objects: &[Object], made: &mut StatementList) {
        if place.point.gap == Gap::Else {
            return;
        }
        made.push(0, "break;".to_owned(), StmtKind::Break);
        made.push(0, "continue;".to_owned(), StmtKind::Continue);
        for label in &self.labels {
            let kind = StmtKind::Goto(named(label));
            made.push(0, format!("goto {label};"), kind);
        }
        if !self.gives_value {
            return made.push(0, "return;".to_owned(), StmtKind::Return(None));
        }
        let mut give = |class, text: &str, e: Expr| {
            made.push(class, format!("return {text};"), StmtKind::Return(Some(e)));
        };
        for (text, e) in &self.returned {
            give(0, text, e.clone());
        }
        for value in 0..2 {
            give(1, &value.to_string(), number(value));
        }
        let result = scope.result_of(&self.name);
        let fitting = objects.iter().filter(|o| Some(&o.ty) == result.as_ref());
        for object in fitting {
            give(1, &object.text, object.expr.clone());
        }
    }

    /// Assignments to an object.
    fn assign_to(
        &self,
        target: &Object,
        (objects, scope): (&[Object], &Scope),
        of_file: &OfFile,
        made: &mut StatementList,
    ) {
        for other in objects.iter().filter(|o| o.text != target.text) {
            if other.ty == target.ty || other.ty.is_number() && target.ty.is_number() {
                let is_likely = other.last == target.last || self.is_unread(other, scope);
                let class = if is_likely { 0 } else { 2 };
                made.assign(class, target, &other.text, other.expr.clone());
            }
        }
        if target.ty.is_pointer() {
            return made.assign(1, target, "0", number(0));
        }
        if !target.ty.is_number() {
            return;
        }
        for name in &of_file.unread {
            let of = ident(name, made.span);
            if scope.type_of(&of).is_some_and(|ty| ty.is_number()) {
                made.assign(0, target, name, of);
            }
        }
        for (name, value) in &of_file.unnamed {
            made.assign(0, target, name, value.clone());
        }
        for value in 0..2 {
            made.assign(1, target, &value.to_string(), number(value));
        }
        for (text, value) in &self.numbers {
            made.assign(2, target, text, value.clone());
        }
        for (sign, increment) in [("++", true), ("--", false)] {
            let step = ExprKind::IncDec {
                target: Box::new(target.expr.clone()),
                increment,
                prefix: false,
            };
            made.expr(1, format!("{}{sign};", target.text), step);
        }
    }

    /// Calls of functions of the file.
    fn calls(&self, scope: &Scope, objects: &[Object], of_file: &OfFile, made: &mut StatementList) {
        for (name, parameters) in scope.callable() {
            if name == self.name || name == "main" || !of_file.defined.contains(name) {
                continue;
            }
            let class = if of_file.uncalled.contains(name) {
                0
            } else {
                3
            };
            let fitting = parameters.iter().map(|ty| {
                let same = objects.iter().filter(|o| o.ty.fits(ty));
                same.take(MOST_ARGUMENTS).collect::<Vec<_>>()
            });
            for arguments in combinations(&fitting.collect::<Vec<_>>()) {
                let unread = arguments.iter().any(|o| self.is_unread(o, scope));
                let class = if unread { 0 } else { class };
                let texts: Vec<&str> = arguments.iter().map(|o| &*o.text).collect();
                let text = format!("{name}({});", texts.join(", "));
                let arguments = arguments.iter().map(|o| o.expr.clone()).collect();
                let callee = Box::new(ident(name, made.span));
                made.expr(class, text, ExprKind::Call(callee, arguments));
            }
        }
    }
}

/// An object that can be named at a place.
struct Object {
    text: String,
    expr: Expr,
    ty: Type,
    /// The last name in it.
    last: String,
    is_assignable: bool,
}

/// Statements as they are made.
struct StatementList {
    span: Span,
    all: Vec<Written>,
    known: FxHashSet<String>,
    /// How many of each class.
    count: [usize; CLASSES as usize],
}

impl StatementList {
    fn push(&mut self, class: u8, text: String, kind: StmtKind) {
        let at = usize::from(class);
        if self.count[at] == MOST_OF_CLASS[at] || !self.known.insert(text.clone()) {
            return;
        }
        self.count[at] += 1;
        self.all.push(Written { text, kind, class });
    }

    fn expr(&mut self, class: u8, text: String, kind: ExprKind) {
        let e = made(kind, self.span);
        self.push(class, text, StmtKind::Expr(e));
    }

    fn assign(&mut self, class: u8, target: &Object, text: &str, value: Expr) {
        let (to, value) = (Box::new(target.expr.clone()), Box::new(value));
        let kind = ExprKind::Assign(None, to, value);
        self.expr(class, format!("{} = {text};", target.text), kind);
    }

    /// All of an array becomes 0.
    fn clear(&mut self, array: &Object) {
        if array.ty.is_pointer() {
            return;
        }
        let of = || array.expr.clone();
        let size = made(ExprKind::SizeofExpr(Box::new(of())), self.span);
        let callee = Box::new(ident("memset", self.span));
        let call = ExprKind::Call(callee, vec![of(), number(0), size]);
        let text = format!("memset({0}, 0, sizeof({0}));", array.text);
        self.expr(1, text, call);
    }

    /// Another element is written.
    fn append(&mut self, array: &Object, counter: &str, value: &Object) {
        let next = ExprKind::IncDec {
            target: Box::new(ident(counter, self.span)),
            increment: true,
            prefix: false,
        };
        let at = Box::new(made(next, self.span));
        let element = ExprKind::Index(Box::new(array.expr.clone()), at);
        let element = Box::new(made(element, self.span));
        let kind = ExprKind::Assign(None, element, Box::new(value.expr.clone()));
        let text = format!("{}[{counter}++] = {};", array.text, value.text);
        self.expr(3, text, kind);
    }

    fn print(&mut self, text: &str) {
        let bytes = if text == " " { b" " } else { b"\n" };
        let callee = Box::new(ident("printf", self.span));
        let words = made(ExprKind::Str(bytes.to_vec()), self.span);
        let call = ExprKind::Call(callee, vec![words]);
        self.expr(1, format!("printf(\"{text}\");"), call);
    }
}

/// Each way to take one of each, as far as they are not too many.
fn combinations<'o>(of: &[Vec<&'o Object>]) -> Vec<Vec<&'o Object>> {
    let mut all: Vec<Vec<&Object>> = vec![Vec::new()];
    for choices in of {
        let longer = all.iter().flat_map(|chosen| {
            choices.iter().map(|one| {
                let mut chosen = chosen.clone();
                chosen.push(one);
                chosen
            })
        });
        all = longer.take(4 * MOST_CALLS).collect();
    }
    // Who passes one thing twice seldom means it.
    let repeats = |chosen: &Vec<&Object>| {
        let texts: FxHashSet<&str> = chosen.iter().map(|o| &*o.text).collect();
        chosen.len() - texts.len()
    };
    all.sort_by_key(repeats);
    all.truncate(MOST_CALLS);
    all
}

/// Takes note of a text of the user's own.
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

/// Whether the expression does something.
fn acts(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Assign(..) | ExprKind::IncDec { .. } | ExprKind::Call(..)
    )
}

/// Whether it has no side effects and calls nothing.
fn is_plain(e: &Expr) -> bool {
    let mut plain = true;
    each_inside(&mut e.clone(), &mut |e| {
        plain &= !acts(e);
        Walk::On
    });
    plain
}

/// The text of an expression, if that is the user's own and short.
fn own_text(parse: &Parse, e: &Expr) -> Option<String> {
    let text = parse.sources.text(e.span);
    let is_own = parse.macro_use_at(e.span).is_none() && !text.contains('\n');
    (is_own && !text.is_empty() && text.len() <= MOST_TEXT).then(|| text.to_owned())
}

fn made(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}

fn ident(name: &str, span: Span) -> Expr {
    made(ExprKind::Ident(name.to_owned()), span)
}

fn named(text: &str) -> Name {
    Name {
        text: text.to_owned(),
        span: Span::default(),
    }
}

fn int(value: u64) -> ExprKind {
    ExprKind::Int(IntLit {
        value,
        decimal: true,
        unsigned: false,
        longs: 0,
    })
}

fn number(value: u64) -> Expr {
    made(int(value), Span::default())
}
