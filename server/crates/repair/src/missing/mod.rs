//! Missing statements, as edits: statements that could stand between two others are inserted, and the tests are run.
//!
//! A missing statement is seldom new: the same statement, or a similar one, occurs elsewhere in the program (W. Weimer
//! et al., *Automatically Finding Patches Using Genetic Programming*, 2009, use no other source of statements), or it
//! uses something that is declared but otherwise unused. So the candidates at a gap ([`statements`]) are built from the
//! parts of the program, in classes of decreasing likelihood. All of a gap ([`mod@gaps`]) are run in one program
//! ([`crate::synthesis`]), the most suspicious gap first; of what passes, the likeliest class counts. If nothing
//! passes, jumps under conditions are tried.
//!
//! Insertions with arbitrary values are a separate search: it does not find the statement itself, but shows that some
//! value at a place suffices.

mod adapted;
mod belonging;
mod facts;
pub(crate) mod gaps;
mod guarded_else;
mod in_branches;
mod list;
mod mirrored;
mod object;
mod pairs;
mod statements;
mod surroundings;
mod trees;
mod unused;

use lower::{Point, have_new, lower};
use rustc_hash::FxHashMap;
use syntax::ast::{Block, BlockItem, Function, Item, Stmt, StmtKind};
use syntax::visit::each_statement;
use syntax::{Parse, Span};

use crate::generate::scope::Scope;
use crate::insertion::{in_braces, insertion};
use crate::limits::{
    DECIDING_CANDIDATES, FEW_TESTS, MAX_CONFIRMED_STATEMENTS, MAX_GUARDED_JUMPS,
    MAX_GUARDED_STATEMENTS, MAX_MISSING_PLACES, MAX_STATEMENTS_AT_ONCE, MAX_STATEMENTS_OF_PLACE,
    OTHER_PLACE, SECOND_PLACE,
};
use crate::naturalness::tokens;
use crate::patch::{Fix, TextEdit};
use crate::synthesis::{
    Habits, Leaves, Predicate, SchemaBase, Schemata, chosen_statement, decided_among,
};
use crate::validate::{Fixer, bare};
use facts::FunctionParts;
use gaps::{At, InsertionGap, Slot, gaps};
pub use guarded_else::checked_pointers;
pub use in_branches::missing_in_branches;
use list::{Class, StatementText};
use surroundings::Surroundings;
use unused::OfFile;

/// A statement that is missing.
#[derive(Debug, Clone)]
pub struct Missing {
    /// Place of the statement.
    pub point: Point,
    /// The statement, with its semicolon.
    pub statement: String,
    /// The edit that inserts it.
    pub fix: Fix,
    /// The program with the statement inserted.
    pub parse: Box<Parse>,
}

/// Which missing statements are wanted.
#[derive(Debug, Clone, Copy)]
pub struct MissingWanted {
    /// Most of them.
    pub most: usize,
    /// Whether those of every class, otherwise one of each place and of the likeliest class only.
    pub all: bool,
    /// Whether statements other than jumps may be missing under a condition.
    pub guarded: bool,
}

/// A place, and the statements that may be missing there.
struct Candidates {
    place: InsertionGap,
    item: usize,
    statements: Vec<StatementText>,
}

/// A function with a statement in it, made for its place.
type Put<'p> = dyn Fn(&dyn Fn(Span) -> Stmt) -> Option<Function> + 'p;

/// Makes the candidates at the places of a program.
struct CandidatesOf<'p> {
    parse: &'p Parse,
    of_file: OfFile,
    habits: Habits,
    /// What is known of each function, by the number of its item.
    parts: FxHashMap<usize, FunctionParts>,
}

impl<'p> CandidatesOf<'p> {
    fn new(parse: &'p Parse) -> CandidatesOf<'p> {
        CandidatesOf {
            parse,
            of_file: OfFile::new(parse),
            habits: Habits::of(parse),
            parts: FxHashMap::default(),
        }
    }

    /// The candidates at a place in an item of the unit, which is a function.
    fn at(&mut self, place: InsertionGap, item: usize) -> Option<Candidates> {
        let Item::Function(function) = self.parse.unit.items.get(item)? else {
            return None;
        };
        let members = &self.of_file.members;
        let parts = self.parts.entry(item);
        let parts = parts.or_insert_with(|| FunctionParts::of(function, self.parse, members));
        let scope = Scope::at(&self.parse.unit, place.point.span);
        let around = Surroundings {
            parse: self.parse,
            scope: &scope,
            of_file: &self.of_file,
            leaves: Leaves::at(place.point.span, &scope, self.parse, &self.habits),
            habits: &self.habits,
        };
        Some(Candidates {
            statements: parts.missing_at(&place, &around),
            place,
            item,
        })
    }
}

impl Fixer<'_> {
    /// Statements whose insertion makes all failing tests pass and breaks no passing one.
    ///
    /// `suspicion` rates a point; it returns `None` for points that must not be changed or that not all failing tests
    /// reach.
    pub fn missing(
        &mut self,
        suspicion: &dyn Fn(&Point) -> Option<f64>,
        wanted: MissingWanted,
    ) -> Vec<Missing> {
        let MissingWanted { most, all, guarded } = wanted;
        let mut candidates = self.statements_missing(suspicion);
        if all {
            // The first of two edits is taken from few, and one statement passes at too many places.
            candidates.retain(|of| !matches!(of.place.slot, Slot::Start | Slot::End));
        }
        let base = SchemaBase::new(self.original, &self.ends);
        let mut schemata = base.schemata();
        let (mut found, mut passing): (Vec<(Class, Missing)>, usize) = Default::default();
        for of in &candidates {
            // Further statements at this place would have the same effect.
            let enough = if all { most } else { 1 };
            let (count, some) = self.missing_at(of, &of.statements, &mut schemata, enough);
            passing += count;
            found.extend(some);
            found.extend(self.pairs_missing_at(of, &mut schemata));
        }
        if found.is_empty() {
            let habits = Habits::of(self.original);
            for of in &candidates {
                let guards = self.guarded(of, &habits, &mut schemata, guarded);
                for some in guards.chunks(MAX_STATEMENTS_AT_ONCE) {
                    let (count, some) = self.missing_at(of, some, &mut schemata, 1);
                    passing += count;
                    found.extend(some);
                }
            }
        }
        found.sort_by(|(a, one), (b, other)| {
            let likely = other.fix.plausibility.total_cmp(&one.fix.plausibility);
            a.cmp(b).then(likely)
        });
        let first = found.first().map(|(class, _)| *class);
        settle(&mut found);
        if !all {
            prefer_one_of_block(&mut found, self.original);
            prefer_behind_loops(&mut found, self.original);
        }
        // Of so many statements, some pass a few tests by accident. The first of several edits is judged with the others.
        let judges = &self.trials.judges;
        let is_alone = judges.nearby.is_some();
        if judges.are_few() && is_alone && passing as f64 > DECIDING_CANDIDATES {
            for (_, one) in &mut found {
                one.fix.plausibility *= FEW_TESTS;
            }
        }
        let found = found
            .into_iter()
            .filter(|(class, _)| all || Some(*class) == first);
        found.map(|(_, one)| one).take(most).collect()
    }

    /// Number of these statements with which all tests pass at a place, and the likeliest of them.
    fn missing_at(
        &mut self,
        of: &Candidates,
        written: &[StatementText],
        schemata: &mut Schemata<'_>,
        enough: usize,
    ) -> (usize, Vec<(Class, Missing)>) {
        let change = |written: &[&StatementText]| self.with_one_of(of, written);
        let written: Vec<&StatementText> = written.iter().collect();
        if self.exhausted() || written.is_empty() {
            return (0, Vec::new());
        }
        let Some(schema) = schemata.schema(written, &change) else {
            return (0, Vec::new());
        };
        let passing = self.screen(&schema).into_iter();
        let passing: Vec<&StatementText> = passing.map(|s| *s.candidate).collect();
        let count = passing.len();
        let few = decided_among(count);
        let mut found = Vec::new();
        let likeliest = self.likeliest_first(of, passing).into_iter();
        for written in likeliest.take(enough.max(MAX_CONFIRMED_STATEMENTS)) {
            if found.len() == enough.max(MAX_STATEMENTS_OF_PLACE) {
                break;
            }
            if let Some(mut one) = self.try_missing(of, written) {
                one.fix.plausibility *= written.likelihood();
                if matches!(written.class, Class::Guard | Class::Guarded) {
                    one.fix.plausibility *= few;
                }
                // Some condition tells one run, or a few, from the others.
                let judges = &self.trials.judges;
                if written.class == Class::Guarded
                    && (judges.are_few() || judges.failing.len() == 1)
                {
                    one.fix.plausibility *= FEW_TESTS;
                }
                let mut known = found.iter().map(|(_, known): &(Class, Missing)| &known.fix);
                if enough > 1 || known.all(|known| known.does_otherwise(&one.fix)) {
                    found.push((written.class, one));
                }
            }
        }
        (count, found)
    }

    /// The likeliest fix by one of the assignments, steps and calls of a place, which `put` inserts into the function and
    /// `fix` into the text.
    fn likeliest_statement(
        &mut self,
        of: &Candidates,
        put: &Put<'_>,
        fix: &dyn Fn(&str) -> Option<Fix>,
        schemata: &mut Schemata<'_>,
    ) -> Option<Fix> {
        let plain = of.statements.iter();
        let plain = plain.filter(|one| matches!(one.kind, StmtKind::Expr(_)));
        let schema = schemata.schema(plain.collect(), &|written: &[&StatementText]| {
            let kinds: Vec<StmtKind> = written.iter().map(|one| one.kind.clone()).collect();
            let function = put(&|span| chosen_statement(&kinds, span))?;
            Some((of.item, Item::Function(function)))
        })?;
        self.trials.charge(schema.cost());
        let passing = self.screen(&schema).into_iter();
        let passing: Vec<&StatementText> = passing.map(|s| *s.candidate).collect();
        let few = decided_among(passing.len());
        let likeliest = self.likeliest_first(of, passing).into_iter();
        let likeliest = likeliest.take(MAX_CONFIRMED_STATEMENTS);
        let mut confirmed = likeliest.filter_map(|written| {
            let kind = &written.kind;
            let function = put(&|span| Stmt {
                kind: kind.clone(),
                span,
            })?;
            let program = self.with_function(of.item, &function)?;
            let mut fix = fix(&written.text)?;
            fix.plausibility *= written.likelihood() * few;
            self.accepted(&program, fix)
        });
        confirmed.next()
    }

    /// The likeliest of these statements at a place: those of the likeliest class first, and within it those that look
    /// like the rest of the program.
    fn likeliest_first<'s>(
        &mut self,
        of: &Candidates,
        all: Vec<&'s StatementText>,
    ) -> Vec<&'s StatementText> {
        let mut rated: Vec<(&StatementText, f64)> = Vec::new();
        for written in all {
            let place = Span {
                end: of.place.point.span.start,
                ..of.place.point.span
            };
            let natural = match written.kind {
                StmtKind::Expr(_) | StmtKind::Block(_) => self.naturalness_of(place, &written.text),
                _ => 1.0,
            };
            rated.push((written, written.likelihood() * natural));
        }
        rated.sort_by(|(a, one), (b, other)| a.class.cmp(&b.class).then(other.total_cmp(one)));
        rated.into_iter().map(|(written, _)| written).collect()
    }

    /// The statements that may be missing at a place under a condition, with the conditions: jumps, and what mends a
    /// test, though it breaks others where it always runs.
    fn guarded(
        &mut self,
        of: &Candidates,
        habits: &Habits,
        schemata: &mut Schemata<'_>,
        wants_others: bool,
    ) -> Vec<StatementText> {
        let span = of.place.point.span;
        let scope = Scope::at(&self.original.unit, span);
        let leaves = Leaves::at(span, &scope, self.original, habits);
        let conditions = [leaves.predicates(&scope, habits), leaves.pairs()].concat();
        let is_jump = |written: &&StatementText| {
            use StmtKind::{Break, Continue, Return};
            matches!(written.kind, Break | Continue | Return(_))
        };
        let (jumps, others): (Vec<&StatementText>, Vec<&StatementText>) =
            of.statements.iter().partition(is_jump);
        let change = |written: &[&StatementText]| self.with_one_of(of, written);
        // Outside a loop there is no `break`.
        let jumps = schemata.schema(jumps, &change);
        let jumps = jumps.map_or(Vec::new(), |schema| schema.candidates);
        let others = if wants_others {
            schemata.schema(others, &change)
        } else {
            None
        };
        let mending = others.as_ref().map(|schema| self.promising(schema));
        let mending = mending.into_iter().flatten().copied().collect();
        let mending = self.likeliest_first(of, mending).into_iter();
        let jumps = jumps.into_iter().take(MAX_GUARDED_JUMPS);
        let jumps = jumps.map(|jump| (Class::Guard, jump));
        let mending = mending.take(MAX_GUARDED_STATEMENTS);
        let mending = mending.map(|statement| (Class::Guarded, statement));
        let mut all = Vec::new();
        for (class, then) in jumps.chain(mending) {
            for Predicate { expr, text, prior } in &conditions {
                let text = format!("if ({text}) {}", then.text);
                let kind = then.kind.clone();
                let then = Box::new(Stmt { kind, span });
                all.push(StatementText {
                    text,
                    kind: StmtKind::If(expr.clone(), then, None),
                    class,
                    prior: *prior,
                });
            }
        }
        all
    }

    /// The function with one of these statements at a place, which a number selects.
    fn with_one_of(&self, of: &Candidates, written: &[&StatementText]) -> Option<(usize, Item)> {
        let kinds: Vec<StmtKind> = written.iter().map(|one| one.kind.clone()).collect();
        self.with_statement(of, chosen_statement(&kinds, of.place.point.span))
    }

    /// The function with a statement at a place, and its number.
    fn with_statement(&self, of: &Candidates, stmt: Stmt) -> Option<(usize, Item)> {
        let Item::Function(function) = self.original.unit.items.get(of.item)? else {
            return None;
        };
        Some((of.item, Item::Function(with(function, &of.place, stmt)?)))
    }

    fn statements_missing(&self, suspicion: &dyn Fn(&Point) -> Option<f64>) -> Vec<Candidates> {
        let unit = &self.original.unit;
        let mut places = Vec::new();
        for (item, function) in unit.items.iter().enumerate() {
            if let Item::Function(function) = function {
                let all = gaps(function, self.original).into_iter();
                let wanted = all.filter_map(|place| Some((suspicion(&place.point)?, item, place)));
                places.extend(wanted);
            }
        }
        places.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
        places.truncate(MAX_MISSING_PLACES);
        let mut candidates = CandidatesOf::new(self.original);
        let of_places = places.into_iter();
        let of_places = of_places.filter_map(|(_, item, place)| candidates.at(place, item));
        of_places.collect()
    }

    /// The fix that inserts the statement, if it is one.
    fn try_missing(&mut self, of: &Candidates, written: &StatementText) -> Option<Missing> {
        let point = of.place.point;
        let text = of.place.in_place(&written.text);
        let mut fix = put(self.original, &of.place, &text)?;
        fix.plausibility = written.class.plausibility();
        fix.generator = written.class.generator();
        let Some(Item::Function(function)) = self.original.unit.items.get(of.item) else {
            return None;
        };
        let stmt = Stmt {
            kind: written.kind.clone(),
            span: point.span,
        };
        let function = with(function, &of.place, stmt)?;
        let program = self.with_function(of.item, &function)?;
        let fix = self.accepted(&program, fix)?;
        let mut parse = self.original.edited();
        parse.unit.items[of.item] = Item::Function(function);
        Some(Missing {
            point,
            statement: text,
            fix,
            parse: Box::new(parse),
        })
    }
}

/// Makes the same statement with the same effect at several places of a block doubtful but at one of them: beside a
/// statement of its form, or else the last one.
fn prefer_one_of_block(found: &mut [(Class, Missing)], parse: &Parse) {
    let suits = |one: &Missing| {
        let beside = [one.point.before, one.point.after].into_iter().flatten();
        let mut beside = beside.map(|span| parse.sources.text(span));
        let is_alike = beside.any(|text| have_same_form(text, &one.statement));
        (is_alike, one.fix.plausibility, one.point.span.start)
    };
    let beaten = found.iter().map(|(_, one)| {
        let mut others = found.iter().map(|(_, other)| other);
        others.any(|other| {
            (&other.statement, other.point.around) == (&one.statement, one.point.around)
                && !other.fix.does_otherwise(&one.fix)
                && suits(other) > suits(one)
        })
    });
    let beaten: Vec<bool> = beaten.collect();
    doubt(found, &beaten);
}

/// Makes a statement at the end of a loop doubtful that passes behind the loop as well: there it runs once, also if the
/// loop does not.
fn prefer_behind_loops(found: &mut [(Class, Missing)], parse: &Parse) {
    let mut loops: Vec<Span> = Vec::new();
    each_statement(&mut parse.unit.clone(), &mut |s| {
        if let StmtKind::While(..) | StmtKind::DoWhile(..) | StmtKind::For(_) = &s.kind {
            loops.push(s.span);
        }
    });
    let is_behind = |one: &Missing, other: &Missing| {
        let mut around = loops.iter().filter(|span| span.encloses(one.point.span));
        one.statement.trim_start_matches("else ") == other.statement
            && one.point.after.is_none()
            && around
                .any(|span| other.point.before == Some(*span) && other.point.around.encloses(*span))
    };
    let beaten: Vec<bool> = found
        .iter()
        .map(|(_, one)| found.iter().any(|(_, other)| is_behind(one, other)))
        .collect();
    doubt(found, &beaten);
}

/// Makes statements doubtful that have the same effect as another one at a likelier place.
fn doubt(found: &mut [(Class, Missing)], beaten: &[bool]) {
    for ((_, one), _) in found.iter_mut().zip(beaten).filter(|(_, beaten)| **beaten) {
        one.fix.plausibility = one.fix.plausibility.min(OTHER_PLACE);
    }
}

/// Whether two statements are the same but for names.
fn have_same_form(one: &str, other: &str) -> bool {
    let is_name = |token: &str| token.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let (one, other) = (tokens(one), tokens(other));
    let mut pairs = one.iter().zip(&other);
    one.len() == other.len() && pairs.all(|(a, b)| a == b || is_name(a) && is_name(b))
}

/// Lowers the plausibility at places that suit less than the best one of the likeliest class.
fn settle(found: &mut [(Class, Missing)]) {
    let best = found
        .first()
        .map(|(class, one)| (*class, one.fix.plausibility));
    for (class, one) in found {
        if best.is_some_and(|(first, most)| *class == first && one.fix.plausibility < most) {
            one.fix.plausibility *= SECOND_PLACE;
        }
    }
}

/// The edit that inserts `statement` at a point; `None` if gcc would warn about it. `jump` is the statement if it is a
/// jump; an assignment is of the right types.
pub fn inserted(
    parse: &Parse,
    point: &Point,
    statement: &str,
    jump: Option<StmtKind>,
) -> Option<Fix> {
    let (item, place) = gap_at(parse, point)?;
    if let (Some(kind), Some(Item::Function(function))) = (jump, parse.unit.items.get(item)) {
        let span = point.span;
        let mut edited = parse.clone();
        edited.unit.items[item] = Item::Function(with(function, &place, Stmt { kind, span })?);
        let warnings = |parse| lower(parse, &bare()).warnings;
        if have_new(&warnings(parse), &warnings(&edited)) {
            return None;
        }
    }
    insertion(parse, point, statement)
}

/// The gap at a point, and the item of the unit that contains it.
fn gap_at(parse: &Parse, point: &Point) -> Option<(usize, InsertionGap)> {
    parse.unit.items.iter().enumerate().find_map(|(item, of)| {
        let function = match of {
            Item::Function(function) if function.span.encloses(point.around) => function,
            _ => return None,
        };
        let is_here = |gap: &InsertionGap| {
            let known = (gap.point.span, gap.point.gap, gap.point.around);
            known == (point.span, point.gap, point.around)
        };
        let gap = gaps(function, parse).into_iter().find(is_here)?;
        Some((item, gap))
    })
}

/// The edit that inserts a statement at a place.
pub(crate) fn put(parse: &Parse, place: &InsertionGap, statement: &str) -> Option<Fix> {
    if matches!(place.slot, Slot::Start | Slot::End) {
        return in_braces(parse, &place.point, statement);
    }
    let mut fix = insertion(parse, &place.point, statement)?;
    if place.slot == Slot::Empty {
        fix.edit = TextEdit {
            span: place.point.span,
            text: statement.to_owned(),
        };
    }
    Some(fix)
}

/// The function with a statement inserted at a place.
pub(crate) fn with(function: &Function, place: &InsertionGap, stmt: Stmt) -> Option<Function> {
    let mut function = function.clone();
    let mut stmt = Some(stmt);
    gaps::change(&mut function, place, &mut |at| match at {
        At::Block(block, index) => {
            if let (Some(stmt), true) = (stmt.take(), index <= block.items.len()) {
                block.items.insert(index, BlockItem::Statement(stmt));
            }
        }
        At::Statement(s) => match (&mut s.kind, stmt.take()) {
            (StmtKind::If(_, _, els @ None), Some(stmt)) if place.slot == Slot::Else => {
                *els = Some(Box::new(stmt));
            }
            (StmtKind::Empty, Some(stmt)) => *s = stmt,
            (_, Some(stmt)) => {
                let span = s.span;
                let mut items = [stmt, s.clone()];
                if place.slot == Slot::End {
                    items.reverse();
                }
                let items = items.map(BlockItem::Statement).to_vec();
                s.kind = StmtKind::Block(Block { items, span });
            }
            (_, None) => {}
        },
    });
    stmt.is_none().then_some(function)
}

#[cfg(test)]
mod tests;
