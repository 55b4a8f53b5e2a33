//! Recognition of insertions that add nothing to the diagnoses of the search.

use ir::{Component, ComponentKind, InsertedStatement, Program};
use lower::Point;
use syntax::{Parse, Span};

use crate::limits::{
    MAX_KNOWN_SINGLES, MAX_KNOWN_SINGLES_OF_TRAPS, MIN_INSERT_INSTRUCTIONS,
    MIN_INSERT_INSTRUCTIONS_ALONE,
};
use crate::report::{Diagnosis, GroupKind};

/// Components that are diagnoses of a group by themselves.
pub(super) struct KnownDiagnoses<'a> {
    parse: &'a Parse,
    singles: Vec<&'a Component>,
    /// Whether there are no diagnoses at all.
    nothing: bool,
}

impl<'a> KnownDiagnoses<'a> {
    /// Collects the components from the given diagnoses.
    pub(super) fn of<'d>(
        parse: &'a Parse,
        program: &'a Program,
        diagnoses: impl Iterator<Item = &'d Diagnosis>,
    ) -> KnownDiagnoses<'a> {
        let mut known = KnownDiagnoses {
            parse,
            singles: Vec::new(),
            nothing: true,
        };
        for diagnosis in diagnoses {
            known.nothing = false;
            let only = diagnosis.only();
            let component = only.and_then(|c| program.components.get(c.index()));
            known.singles.extend(component);
        }
        known
    }

    /// Text of a span.
    pub(super) fn text(&self, span: Span) -> &'a str {
        self.parse.sources.text(span)
    }

    /// Whether there are no diagnoses.
    pub(super) fn is_empty(&self) -> bool {
        self.nothing
    }

    /// Budget of work for queries after a search that took `searched` work. `None` if many single components already
    /// explain everything: another explanation adds little, and lowering the program with insertions takes work as
    /// well.
    pub(super) fn budget(&self, searched: u64, kind: &GroupKind) -> Option<u64> {
        let passes_text =
            |c: &&&Component| matches!(c.kind, ComponentKind::Output | ComponentKind::Input);
        let telling = self.singles.iter().filter(|c| !passes_text(c)).count();
        if self.nothing {
            return Some(searched.max(MIN_INSERT_INSTRUCTIONS_ALONE));
        }
        let most = match kind {
            GroupKind::WrongOutcome => MAX_KNOWN_SINGLES,
            GroupKind::Trap | GroupKind::NoEnd => MAX_KNOWN_SINGLES_OF_TRAPS,
        };
        (telling <= most).then(|| (searched / (1 + telling as u64)).max(MIN_INSERT_INSTRUCTIONS))
    }

    /// Whether a component that is a diagnosis by itself can have much the same effect: a component in the statement
    /// before or after, one that names the object of the assignment, or one that returns from the function.
    pub(super) fn explains(&self, point: &Point, what: InsertedStatement, statement: &str) -> bool {
        let neighbours = [point.before, point.after];
        let near = |span: Span| {
            let around = |n: &Span| n.encloses(span) || span.encloses(*n);
            neighbours.iter().flatten().any(around)
        };
        self.singles.iter().any(|c| {
            near(c.span)
                || c.function == point.function
                    && match what {
                        InsertedStatement::Assign(_) => self.names(c, statement),
                        InsertedStatement::Return => c.kind == ComponentKind::Return,
                        _ => false,
                    }
        })
    }

    /// Whether the text of a component contains the first word of the statement.
    fn names(&self, component: &Component, statement: &str) -> bool {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let words = |text: &'a str| text.split(move |c| !is_word(c)).filter(|w| !w.is_empty());
        let text = self.text(component.span);
        let statement = statement.trim_start_matches("else ");
        let name = statement.split(|c| !is_word(c)).find(|w| !w.is_empty());
        name.is_some_and(|name| words(text).any(|word| word == name))
    }
}
