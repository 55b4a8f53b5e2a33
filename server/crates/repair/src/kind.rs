//! Kinds of edits, and the plausibility of each: how likely it is that a programmer meant the result.

/// Kinds of edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EditKind {
    /// An operator replaced by a neighbour: `<` for `<=`, `=` for `==`.
    Neighbour,
    /// An operator replaced by another, such as `&&` by `||`; operands regrouped.
    Operator,
    /// All comparisons of a condition changed at once, which is less likely than the change of one that suffices.
    Comparisons,
    /// One of two equal statements in a row deleted.
    Repeated,
    /// A statement deleted.
    Statement,
    /// A part deleted, negated, or converted to a floating-point number.
    Part,
    /// One of several conditions deleted. It was probably written for a reason, so it is more likely wrong than
    /// superfluous.
    Check,
    /// An operator replaced by one of another kind: `/` for `-`.
    Unlike,
    /// Another constant.
    Constant,
    /// One more or one less.
    Step,
    /// Operands, arguments, indices, arms or the sides of an assignment exchanged; `*p` for `p`.
    Exchange,
    /// Another format of an input or output.
    Format,
    /// A further factor with a constant in it.
    Factor,
    /// Another variable, member or function; a variable for a constant; a function without parameters for a variable.
    Name,
    /// A value replaced by its absolute value, or reduced by a remainder.
    Wrapped,
    /// The targets of an input reordered, which passes tests in which only the set of values matters.
    Order,
    /// A candidate of synthesis, which has a likelihood of its own.
    Synthesised,
}

impl EditKind {
    /// All kinds, most likely first.
    pub(crate) const ALL: [EditKind; 16] = [
        EditKind::Neighbour,
        EditKind::Repeated,
        EditKind::Statement,
        EditKind::Operator,
        EditKind::Comparisons,
        EditKind::Part,
        EditKind::Constant,
        EditKind::Factor,
        EditKind::Name,
        EditKind::Step,
        EditKind::Format,
        EditKind::Exchange,
        EditKind::Wrapped,
        EditKind::Unlike,
        EditKind::Check,
        EditKind::Order,
    ];

    /// Plausibility of an edit of this kind.
    pub(crate) fn plausibility(self) -> f64 {
        match self {
            EditKind::Neighbour | EditKind::Synthesised => 1.0,
            EditKind::Operator | EditKind::Repeated => 0.95,
            EditKind::Constant => 0.9,
            EditKind::Part => 0.85,
            EditKind::Comparisons | EditKind::Name | EditKind::Step => 0.8,
            EditKind::Exchange | EditKind::Format => 0.75,
            EditKind::Statement | EditKind::Wrapped => 0.65,
            EditKind::Factor | EditKind::Unlike => 0.6,
            EditKind::Check | EditKind::Order => 0.55,
        }
    }

    /// Whether one fix of this kind is enough. Edits that only delete or add something make tests pass too easily.
    pub(crate) fn is_convincing(self) -> bool {
        !matches!(
            self,
            EditKind::Statement | EditKind::Check | EditKind::Order
        )
    }

    /// Kinds of edits that hardly ever need more than a few runs of the tests.
    pub(crate) const SMALL: [EditKind; 15] = [
        EditKind::Neighbour,
        EditKind::Repeated,
        EditKind::Statement,
        EditKind::Operator,
        EditKind::Comparisons,
        EditKind::Part,
        EditKind::Constant,
        EditKind::Name,
        EditKind::Step,
        EditKind::Format,
        EditKind::Exchange,
        EditKind::Wrapped,
        EditKind::Unlike,
        EditKind::Check,
        EditKind::Order,
    ];
}
