//! Two statements that are missing in an empty branch.
//!
//! `if (!taken[at]) { }` asks for statements, and often for more than one: `slot[at] = what; return OK;`. All pairs of
//! the statements that may be missing there are run in one program, which selects both by one number.

use syntax::ast::{Block, BlockItem, Stmt, StmtKind};

use super::gaps::{Slot, jumps};
use super::list::{Class, StatementText};
use super::{Candidates, Missing};
use crate::limits::{MAX_CONFIRMED_STATEMENTS, MAX_OF_PAIR, TWO_STATEMENTS};
use crate::synthesis::{Schemata, chosen_pair, decided_among};
use crate::validate::Fixer;

impl Fixer<'_> {
    /// The likeliest pairs of statements with which all tests pass, if the place is an empty branch.
    pub(super) fn pairs_missing_at(
        &mut self,
        of: &Candidates,
        schemata: &mut Schemata<'_>,
    ) -> Vec<(Class, Missing)> {
        if !of.place.is_empty_branch() || self.exhausted() {
            return Vec::new();
        }
        let mut single: Vec<&StatementText> = of.statements.iter().collect();
        single.sort_by(|a, b| a.class.cmp(&b.class).then(b.prior.total_cmp(&a.prior)));
        let fitting = schemata.schema(single, &|some| self.with_one_of(of, some));
        let mut single = fitting.map_or_else(Vec::new, |schema| schema.candidates);
        single.truncate(MAX_OF_PAIR);
        let first: Vec<&StatementText> =
            single.iter().copied().filter(|s| !jumps(&s.kind)).collect();
        let pairs: Vec<StatementText> = first
            .iter()
            .flat_map(|a| single.iter().map(|b| pair(a, b, of)))
            .collect();
        let kinds = |all: &[&StatementText]| all.iter().map(|one| one.kind.clone()).collect();
        let (first, second): (Vec<StmtKind>, Vec<StmtKind>) = (kinds(&first), kinds(&single));
        let both = chosen_pair(&first, &second, of.place.point.span);
        let changed = self.with_statement(of, both);
        let Some(schema) = schemata.schema(pairs.iter().collect(), &|_: &[&StatementText]| {
            changed.clone()
        }) else {
            return Vec::new();
        };
        let passing = self.screen(&schema).into_iter();
        let passing: Vec<&StatementText> = passing.map(|s| *s.candidate).collect();
        let few = decided_among(passing.len());
        let likeliest = self.likeliest_first(of, passing).into_iter();
        let mut likeliest = likeliest.take(MAX_CONFIRMED_STATEMENTS);
        let confirmed = likeliest.find_map(|pair| {
            let mut one = self.try_missing(of, pair)?;
            one.fix.plausibility *= pair.prior * few;
            Some((pair.class, one))
        });
        confirmed.into_iter().collect()
    }
}

/// Both statements, one after the other.
fn pair(a: &StatementText, b: &StatementText, of: &Candidates) -> StatementText {
    let span = of.place.point.span;
    let items = [a, b].map(|one| {
        let kind = one.kind.clone();
        BlockItem::Statement(Stmt { kind, span })
    });
    let (open, close) = match of.place.slot {
        Slot::Empty => ("{ ", " }"),
        _ => ("", ""),
    };
    StatementText {
        text: format!("{open}{} {}{close}", a.text, b.text),
        kind: StmtKind::Block(Block {
            items: items.to_vec(),
            span,
        }),
        class: a.class.max(b.class),
        prior: TWO_STATEMENTS * a.prior * b.prior,
    }
}
