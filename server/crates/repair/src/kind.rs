//! Kinds of edits, and how plausible each is: what a programmer is likely to have written.

/// Kinds of edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An operator for its neighbour: `<` for `<=`, `=` for `==`.
    Neighbour,
    /// An operator for another, `&&` for `||`, arms exchanged, operands grouped otherwise.
    Operator,
    /// A statement left out.
    Statement,
    /// A part left out, negated, or made a floating number.
    Part,
    /// A condition of several left out: whoever wrote it as a rule meant it, in another form.
    Check,
    /// An operator for one of another kind: `/` for `-`.
    Unlike,
    /// Another constant.
    Constant,
    /// One more or one less.
    Step,
    /// Operands, arguments, indices or the sides of an assignment exchanged; `*p` for `p`.
    Exchange,
    /// Another format of an input or output.
    Format,
    /// A further factor with a constant in it.
    Factor,
    /// Another variable, member or function, a variable for a constant, or a function without parameters for a variable.
    Name,
    /// A further condition that keeps an index within its bounds.
    Bound,
    /// Made absolute, or reduced by a remainder.
    Wrapped,
    /// A further condition: a part that was forgotten.
    Guard,
    /// A further statement: the end of a text, the next of a list.
    Addition,
    /// The targets of an input in another order: that pleases tests in which only the set of values matters.
    Order,
    /// One more step of a counter.
    Count,
}

impl Kind {
    /// Likely ones first.
    pub(crate) const ALL: [Kind; 16] = [
        Kind::Neighbour,
        Kind::Statement,
        Kind::Operator,
        Kind::Part,
        Kind::Constant,
        Kind::Factor,
        Kind::Name,
        Kind::Step,
        Kind::Exchange,
        Kind::Format,
        Kind::Bound,
        Kind::Wrapped,
        Kind::Unlike,
        Kind::Check,
        Kind::Guard,
        Kind::Order,
    ];
    /// How plausible an edit is by its kind.
    pub(crate) fn plausibility(self) -> f64 {
        match self {
            Kind::Neighbour => 1.0,
            Kind::Operator => 0.95,
            Kind::Constant => 0.9,
            Kind::Statement | Kind::Part => 0.85,
            Kind::Name | Kind::Step => 0.8,
            Kind::Exchange | Kind::Format => 0.75,
            Kind::Bound => 0.7,
            Kind::Wrapped => 0.65,
            Kind::Factor | Kind::Addition | Kind::Unlike => 0.6,
            Kind::Check | Kind::Order => 0.55,
            Kind::Guard => 0.5,
            Kind::Count => 0.0,
        }
    }

    /// Whether one fix of the kind is enough. What only leaves something out, or adds to it, pleases tests too easily.
    pub(crate) fn is_convincing(self) -> bool {
        !matches!(
            self,
            Kind::Statement | Kind::Check | Kind::Order | Kind::Addition | Kind::Count
        )
    }

    /// Those that hardly ever need more than a few runs of the tests.
    pub(crate) const SMALL: [Kind; 16] = [
        Kind::Neighbour,
        Kind::Statement,
        Kind::Operator,
        Kind::Part,
        Kind::Constant,
        Kind::Name,
        Kind::Step,
        Kind::Exchange,
        Kind::Format,
        Kind::Bound,
        Kind::Wrapped,
        Kind::Unlike,
        Kind::Check,
        Kind::Order,
        Kind::Addition,
        Kind::Count,
    ];
}
