//! Edits that are half of a fix, and pairs of these.

use ir::{CompId, CompSet};
use lower::Point;
use syntax::Parse;

use super::EditContext;
use crate::found::{Finding, Site};
use crate::report::{Fix, TextEdit};

/// Place of an edit.
#[derive(Debug, Clone)]
pub(crate) enum EditPlace {
    Component(CompId),
    Missing(Point, String),
}

/// The first edit of a pair.
pub(crate) struct First {
    pub(crate) place: EditPlace,
    pub(crate) fix: Fix,
    pub(crate) parse: Parse,
}

impl First {
    /// The fix by this edit together with a second one; `None` if they are at the same place.
    fn with(&self, second: CompId, fix: Fix) -> Option<Fix> {
        if matches!(self.place, EditPlace::Component(comp) if comp == second) {
            return None;
        }
        self.is_apart_from(&fix).then(|| Fix {
            plausibility: fix.plausibility * self.fix.plausibility,
            also: fix
                .also
                .into_iter()
                .chain(self.fix.edits().cloned())
                .collect(),
            ..fix
        })
    }

    /// Whether another fix leaves the place of this edit as it is.
    pub(crate) fn is_apart_from(&self, fix: &Fix) -> bool {
        let own = match &self.place {
            EditPlace::Component(_) => self.fix.edit.span,
            // An inserted statement has the place of the statement that follows it.
            EditPlace::Missing(point, _) => point.span,
        };
        let mut edits = fix.edits();
        edits.all(|edit| {
            // The order of two insertions at one place would not be known.
            let meets =
                |one: &TextEdit| edit.span.overlaps(one.span) || edit.span.start == one.span.start;
            let is_written = self.fix.edits().any(meets);
            !edit.span.overlaps(own) && !own.encloses(edit.span) && !is_written
        })
    }
}

impl EditContext<'_> {
    /// Pairs an edit with a second one; `None` if they are at the same place.
    pub(crate) fn pair(
        &self,
        group: usize,
        first: &First,
        second: CompId,
        fix: Fix,
    ) -> Option<Finding> {
        let fix = first.with(second, fix)?;
        let (site, near) = self.site(first);
        let known: CompSet = near.into_iter().chain([second]).collect();
        Some(Finding {
            sites: vec![site, Site::Component(second)],
            weight: self.run.weights(group).of(&known),
            fix,
        })
    }

    /// The place of an edit, and a component that is executed there.
    pub(crate) fn site(&self, first: &First) -> (Site, Option<CompId>) {
        match &first.place {
            EditPlace::Component(comp) => (Site::Component(*comp), Some(*comp)),
            EditPlace::Missing(point, statement) => {
                let near = self.near(point);
                let missing = self.missing_statement(point, near, statement.clone());
                (Site::Added(missing), near)
            }
        }
    }
}
