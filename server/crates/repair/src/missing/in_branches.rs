//! One statement that several branches lack: `i++;` after `sign = -1;` and after `sign = 1;`.
//!
//! Who forgets a statement in one branch of a chain of `if` and `else if`, or in one case of a `switch`, often forgets it
//! in the next one, too. Then no single insertion is a fix. So each statement that may be missing at the end of one branch
//! is inserted at the ends of two, or of all of them.

use rustc_hash::FxHashSet;
use syntax::ast::{Block, BlockItem, Function, Item, Stmt, StmtKind};
use syntax::visit::each_statement_of;
use syntax::{Parse, Span};

use super::gaps::{InsertionGap, Slot, gaps, jumps};
use super::{CandidatesOf, put, with};
use crate::joint::Joint;
use crate::limits::{MAX_BRANCHES_OF_CHAIN, PLAUSIBLE_IN_BRANCHES};
use crate::patch::Fix;
use crate::synthesis::SchemaBase;
use crate::validate::Fixer;

/// The ends of branches in which the same statement may be missing.
struct Branches<'p> {
    item: usize,
    function: &'p Function,
    ends: Vec<InsertionGap>,
}

/// Fixes that insert the same statement at the ends of several branches, one of which is at one of these places.
pub fn missing_in_branches(fixer: &mut Fixer<'_>, places: &[Span]) -> Vec<Joint> {
    let parse = fixer.original;
    let all = branches(parse, places);
    if all.is_empty() {
        return Vec::new();
    }
    let base = SchemaBase::new(parse, &fixer.ends);
    let mut schemata = base.schemata();
    let mut candidates = CandidatesOf::new(parse);
    let mut found = Vec::new();
    for of in &all {
        let Some(first) = candidates.at(of.ends[0].clone(), of.item) else {
            continue;
        };
        let fix = fixer.likeliest_statement(
            &first,
            &|stmt| of.with(stmt),
            &|text| of.fix(parse, text),
            &mut schemata,
        );
        found.extend(fix.map(|fix| Joint {
            places: of.ends.iter().filter_map(beside).collect(),
            fix,
        }));
        if fixer.exhausted() {
            break;
        }
    }
    found
}

impl Branches<'_> {
    /// The function with a statement at each end, from the last one so that the places before it stay the same.
    fn with(&self, stmt: &dyn Fn(Span) -> Stmt) -> Option<Function> {
        let mut changed = self.function.clone();
        for end in self.ends.iter().rev() {
            changed = with(&changed, end, stmt(end.point.span))?;
        }
        Some(changed)
    }

    /// The edits of the text.
    fn fix(&self, parse: &Parse, statement: &str) -> Option<Fix> {
        let mut edits = Vec::new();
        for end in &self.ends {
            edits.extend(put(parse, end, statement)?.edits().cloned());
        }
        Fix::of("missing in branches", edits, PLAUSIBLE_IN_BRANCHES)
    }
}

/// The expression before an end.
fn beside(end: &InsertionGap) -> Option<Span> {
    end.beside[0].first().map(|e| e.span)
}

/// Two, or all, ends of the branches of a chain, where one of these places is in one of them.
fn branches<'p>(parse: &'p Parse, places: &[Span]) -> Vec<Branches<'p>> {
    let mut found = Vec::new();
    for (item, definition) in parse.unit.items.iter().enumerate() {
        let Item::Function(function) = definition else {
            continue;
        };
        if !places.iter().any(|place| function.span.encloses(*place)) {
            continue;
        }
        let gaps = gaps(function, parse);
        for chain in chains(function) {
            let ends = chain.iter().filter_map(|end| gap_at(&gaps, end));
            let ends: Vec<InsertionGap> = ends.cloned().collect();
            let mut sets: Vec<Vec<InsertionGap>> = Vec::new();
            for (at, one) in ends.iter().enumerate() {
                let pairs = ends[at + 1..].iter();
                sets.extend(pairs.map(|other| vec![one.clone(), other.clone()]));
            }
            if ends.len() > 2 {
                sets.push(ends);
            }
            sets.retain(|ends| {
                let mut beside = ends.iter().filter_map(beside);
                beside.any(|span| places.contains(&span))
            });
            found.extend(sets.into_iter().map(|ends| Branches {
                item,
                function,
                ends,
            }));
        }
    }
    found
}

fn gap_at<'g>(gaps: &'g [InsertionGap], end: &End) -> Option<&'g InsertionGap> {
    gaps.iter().find(|gap| {
        gap.point.around == end.0
            && match (gap.slot, end.1) {
                (Slot::Item(at), Some(index)) => at == index,
                (Slot::End, None) => true,
                _ => false,
            }
    })
}

/// An end: a statement without braces, or a block and an index in it.
type End = (Span, Option<usize>);

/// The ends of the branches of each chain of `if`, and of the cases of each `switch`.
fn chains(function: &Function) -> Vec<Vec<End>> {
    let mut found: Vec<Vec<End>> = Vec::new();
    let mut inner: FxHashSet<Span> = FxHashSet::default();
    each_statement_of(&mut function.clone(), &mut |s| match &s.kind {
        StmtKind::If(..) if !inner.contains(&s.span) => {
            let (mut ends, mut rest) = (Vec::new(), Some(&*s));
            while let Some(one) = rest {
                rest = None;
                if let StmtKind::If(_, then, els) = &one.kind {
                    inner.insert(one.span);
                    ends.extend(end(then));
                    rest = els.as_deref();
                } else {
                    ends.extend(end(one));
                }
            }
            found.push(ends);
        }
        StmtKind::Switch(_, body) => {
            if let StmtKind::Block(block) = &body.kind {
                found.push(ends_of_cases(block));
            }
        }
        _ => {}
    });
    found.retain(|ends| (2..=MAX_BRANCHES_OF_CHAIN).contains(&ends.len()));
    found
}

fn end(s: &Stmt) -> Option<End> {
    match &s.kind {
        StmtKind::Expr(_) => Some((s.span, None)),
        StmtKind::Block(block) => {
            let jumps = match block.items.last() {
                Some(BlockItem::Statement(s)) => jumps(&s.kind),
                _ => false,
            };
            Some((block.span, Some(block.items.len() - usize::from(jumps))))
        }
        _ => None,
    }
}

/// The places before the `break` of each case.
fn ends_of_cases(block: &Block) -> Vec<End> {
    let items = block.items.iter().enumerate();
    let breaks = items.filter(
        |(_, item)| matches!(item, BlockItem::Statement(s) if matches!(s.kind, StmtKind::Break)),
    );
    breaks.map(|(at, _)| (block.span, Some(at))).collect()
}
