//! Comparisons that the tests do not need: where a comparison with an edit inside may as well be always true, or always
//! false, the edit only takes it out of the way (`y % 1900 != 0` for `y % 100 != 0`).

use syntax::ast::Expr;
use syntax::visit::{Walk, each_inside, each_of_item};

use super::fixer::Fixer;
use crate::edit::Edit;
use crate::kind::EditKind;
use crate::sites::is_truth;

impl Fixer<'_> {
    /// Whether all tests pass with a constant in place of the innermost truth value around a position, if there is one.
    pub(crate) fn is_idle(&mut self, position: usize) -> bool {
        let Some((at, truth)) = self.truth_around(position) else {
            return false;
        };
        (0..2).any(|constant| {
            let edit = Edit {
                tree: Expr::int(constant, truth.span),
                span: truth.span,
                text: constant.to_string(),
                hole: None,
                kind: EditKind::Check,
                generator: "idle",
            };
            let program = self.edited(at, &edit, false);
            program.is_some_and(|program| self.trials.passes_too(&program))
        })
    }

    /// The innermost truth value around an expression, with its position.
    fn truth_around(&mut self, position: usize) -> Option<(usize, Expr)> {
        let item = self.ends.partition_point(|end| *end <= position);
        let mut at = item.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut found = None;
        each_of_item(self.parse.unit.items.get_mut(item)?, &mut |e| {
            if is_truth(e) && at < position && position < at + size(e) {
                found = Some((at, e.clone()));
            }
            at += 1;
            if at > position { Walk::Stop } else { Walk::On }
        });
        found
    }
}

/// Number of expressions in one.
fn size(e: &mut Expr) -> usize {
    let mut count = 0;
    each_inside(e, &mut |_| {
        count += 1;
        Walk::On
    });
    count
}
