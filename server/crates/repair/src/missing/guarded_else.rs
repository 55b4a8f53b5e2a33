//! A check with an `else` that is missing where a null pointer is followed: `if (p->next) p->next->before = q; else
//! last = q;`.
//!
//! The statement does its work where the pointer leads somewhere. Where it does not, something else has to be done, as a
//! rule to the ends of the list or the root of the tree: all statements that may be missing there are tried.

use syntax::Span;
use syntax::ast::{Expr, Item};

use super::gaps::{Slot, gaps};
use super::{CandidatesOf, with};
use crate::joint::Joint;
use crate::limits::PLAUSIBLE_GUARD_WITH_ELSE;
use crate::patch::Fix;
use crate::synthesis::{Guarded, SchemaBase, Schemata, guarded};
use crate::validate::Fixer;

/// Fixes that check a pointer where failing tests follow a null pointer at one of these places, and do something else
/// there.
pub fn checked_pointers(fixer: &mut Fixer<'_>, places: &[Span]) -> Vec<Joint> {
    let (parse, judges) = (fixer.original, fixer.trials.judges);
    let traps = places
        .iter()
        .filter(|place| judges.traps.iter().any(|trap| place.encloses(*trap)));
    let guards =
        traps.filter_map(|place| Some((*place, guarded(parse, *place).into_iter().next()?)));
    let guards: Vec<(Span, Guarded<'_>)> = guards.collect();
    if guards.is_empty() {
        return Vec::new();
    }
    let base = SchemaBase::new(parse, &fixer.ends);
    let mut schemata = base.schemata();
    let mut candidates = CandidatesOf::new(parse);
    let mut found = Vec::new();
    for (place, guarded) in &guards {
        let mut known: Vec<&str> = Vec::new();
        for pointer in guarded.followed() {
            let text = parse.sources.text(pointer.span);
            if known.contains(&text) || fixer.exhausted() {
                continue;
            }
            known.push(text);
            let fix = fixer.checked(guarded, &pointer, &mut candidates, &mut schemata);
            found.extend(fix.map(|fix| Joint {
                places: vec![*place],
                fix,
            }));
        }
    }
    found
}

impl Fixer<'_> {
    /// The likeliest fix by a check of a pointer with an `else`, unless the check alone is enough.
    fn checked(
        &mut self,
        guarded: &Guarded<'_>,
        pointer: &Expr,
        candidates: &mut CandidatesOf<'_>,
        schemata: &mut Schemata<'_>,
    ) -> Option<Fix> {
        let Item::Function(checked) = guarded.under(pointer.clone()) else {
            return None;
        };
        let alone = self.with_function(guarded.item, &checked)?;
        if self.trials.passes_too(&alone) {
            return None;
        }
        let mut gaps = gaps(&checked, self.original).into_iter();
        let place = gaps.find(|gap| gap.slot == Slot::Else && gap.point.around == guarded.first)?;
        let span = place.point.span;
        let of = candidates.at(place, guarded.item)?;
        let parse = self.original;
        let condition = parse.sources.text(pointer.span);
        self.likeliest_statement(
            &of,
            &|stmt| with(&checked, &of.place, stmt(span)),
            &|text| {
                Some(Fix {
                    generator: "checked pointer",
                    plausibility: PLAUSIBLE_GUARD_WITH_ELSE,
                    ..guarded.fix_with_else(parse, condition, text)?
                })
            },
            schemata,
        )
    }
}
