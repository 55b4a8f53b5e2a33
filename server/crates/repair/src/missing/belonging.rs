//! Where a missing statement belongs. Often it passes the tests at several places: `len = 0;` anywhere behind the last
//! use of `len`. People write it where something like it stands: beside a statement that treats another member of the
//! record in the same way, beside one that names the object, or beside what it stands beside elsewhere.

use syntax::ast::{Expr, ExprKind, Stmt, StmtKind};
use syntax::dump;
use syntax::visit::{Walk, each_inside};

use super::unused::Companions;
use crate::limits::{BESIDE_ALIKE, BESIDE_COMPANION, BESIDE_NAMED, OVERWRITES};

/// How well a statement fits between two others, as a factor for its likelihood.
pub(super) fn belonging(
    statement: &StmtKind,
    beside: &[Vec<Expr>; 2],
    companions: &Companions,
) -> f64 {
    let StmtKind::Expr(own) = statement else {
        return 1.0;
    };
    let neighbours = || beside.iter().flatten();
    if beside[0].iter().any(|before| is_overwritten(before, own)) {
        return OVERWRITES;
    }
    if neighbours().any(|other| companions.contains(own, other)) {
        BESIDE_COMPANION
    } else if neighbours().any(|other| is_alike(own, other)) || is_saved(own, &beside[1]) {
        BESIDE_ALIKE
    } else if target(own).is_some_and(|target| neighbours().any(|other| names(other, target))) {
        BESIDE_NAMED
    } else {
        1.0
    }
}

/// The expressions of a statement that stands beside a place: what a loop does is not beside it.
pub(super) fn expressions(s: &Stmt) -> Vec<Expr> {
    match &s.kind {
        StmtKind::Expr(e) | StmtKind::Return(Some(e)) => vec![e.clone()],
        StmtKind::If(condition, then, None) => {
            let mut all = expressions(then);
            all.push(condition.clone());
            all
        }
        _ => Vec::new(),
    }
}

/// The object that a statement changes.
fn target(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Assign(_, target, _) | ExprKind::IncDec { target, .. } => Some(target),
        _ => None,
    }
}

/// Whether two statements change different members of a record, or elements of arrays, in the same way.
fn is_alike(own: &Expr, other: &Expr) -> bool {
    let same_form = match (&own.kind, &other.kind) {
        (ExprKind::Assign(a, ..), ExprKind::Assign(b, ..)) => a.is_some() == b.is_some(),
        (ExprKind::IncDec { .. }, ExprKind::IncDec { .. }) => true,
        _ => false,
    };
    let (Some(a), Some(b)) = (target(own), target(other)) else {
        return false;
    };
    let same_record = match (&a.kind, &b.kind) {
        (ExprKind::Member(a, ..), ExprKind::Member(b, ..))
        | (ExprKind::Index(_, a), ExprKind::Index(_, b)) => dump::expr(a) == dump::expr(b),
        _ => false,
    };
    same_form && same_record && dump::expr(a) != dump::expr(b)
}

/// Whether a statement keeps a value that what follows overwrites: `b->next = head; head = b;`.
fn is_saved(own: &Expr, after: &[Expr]) -> bool {
    let ExprKind::Assign(None, _, value) = &own.kind else {
        return false;
    };
    let value = dump::expr(value);
    after
        .iter()
        .any(|e| target(e).is_some_and(|target| dump::expr(target) == value))
}

/// Whether an assignment makes the one before it useless.
fn is_overwritten(before: &Expr, own: &Expr) -> bool {
    match (&before.kind, &own.kind) {
        (ExprKind::Assign(None, one, _), ExprKind::Assign(None, other, value)) => {
            dump::expr(one) == dump::expr(other) && !names(value, other)
        }
        _ => false,
    }
}

/// Whether an expression names an object.
fn names(e: &Expr, object: &Expr) -> bool {
    let object = dump::expr(object);
    let end = each_inside(&mut e.clone(), &mut |inner| {
        if dump::expr(inner) == object {
            Walk::Stop
        } else {
            Walk::On
        }
    });
    end == Walk::Stop
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::tests::read;
    use syntax::ast::{BlockItem, Item};

    #[test]
    fn like_stands_beside_like() {
        let parse = read(
            "struct r { int len, quoted; int *at; }; int g(struct r *r); void f(struct r *r, struct r *o, int i) { \
             r->len = 0; g(r); r->quoted = 0; o->len = 0; r->len++; r->at[i] = 1; o->at[i] = 2; r->len = r->quoted; }",
        );
        let Some(Item::Function(f)) = parse.unit.items.last() else {
            panic!("no function");
        };
        let of = |index: usize| match &f.body.items[index] {
            BlockItem::Statement(s) => match &s.kind {
                StmtKind::Expr(e) => e.clone(),
                _ => panic!("no expression"),
            },
            BlockItem::Declaration(_) => panic!("no statement"),
        };
        let factor = |own: usize, beside: usize| {
            let own = StmtKind::Expr(of(own));
            belonging(
                &own,
                &[vec![of(beside)], Vec::new()],
                &Companions::default(),
            )
        };
        let is = |factor: f64, wanted: f64| (factor - wanted).abs() < 1e-9;
        assert!(is(factor(2, 0), BESIDE_ALIKE) && is(factor(6, 5), BESIDE_ALIKE));
        assert!(is(factor(2, 7), BESIDE_ALIKE), "the other member is set");
        assert!(
            is(factor(0, 4), BESIDE_NAMED),
            "the same object, in another form"
        );
        let save = StmtKind::Expr(of(7));
        assert!(is(
            belonging(&save, &[Vec::new(), vec![of(2)]], &Companions::default()),
            BESIDE_ALIKE
        ));
        assert!(
            is(factor(0, 7), OVERWRITES),
            "the other value was for nothing"
        );
        for (own, beside) in [(2, 3), (2, 1), (1, 0), (2, 4)] {
            assert!(is(factor(own, beside), 1.0), "{own} beside {beside}");
        }
    }
}
