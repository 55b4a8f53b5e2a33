//! The stages of a localization, in order. [`crate::pipeline`] goes through them.

/// A stage of a localization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Sets of components that values certify, and fixes at them.
    Search,
    /// Edits of everything that failing tests execute: a part of the search, in a thread beside it.
    Edit,
    /// Faults that an output hides.
    Unmask,
    /// Missing statements, and places that values do not cover.
    Beyond,
    /// Which of several repairs is meant.
    Choose,
    /// The order of diagnoses and lines.
    Rank,
    /// How likely the repairs and the first lines are right.
    Judge,
    /// The parts of the best diagnoses that matter.
    Refine,
    /// The search with larger limits.
    SearchFurther,
    /// Several faults: edits that mend some of the tests, and the rest in the edited program.
    Mend,
    /// Faults behind an undefined access, which edits have looked for.
    Behind,
    /// The edits of the search with larger budgets, if the repairs found so far are doubtful.
    EditFurther,
}

/// The stages of a localization.
pub(crate) const STAGES: &[Stage] = &[
    Stage::Search,
    Stage::Edit,
    Stage::Unmask,
    Stage::Beyond,
    Stage::Mend,
    Stage::Rank,
    Stage::Refine,
    Stage::SearchFurther,
    Stage::Behind,
    Stage::EditFurther,
    Stage::Choose,
    Stage::Rank,
    Stage::Judge,
];
/// The stages for a program with reworded outputs.
pub(crate) const OF_REWORDED: &[Stage] =
    &[Stage::Search, Stage::Beyond, Stage::Rank, Stage::Refine];
/// The stages for a program in which some faults are mended.
pub(crate) const OF_MENDED: &[Stage] = &[Stage::Search, Stage::Edit, Stage::Mend, Stage::Rank];
/// The stages for tests in memory with slack.
pub(crate) const WITH_SLACK: &[Stage] = &[
    Stage::Search,
    Stage::Edit,
    Stage::Beyond,
    Stage::Rank,
    Stage::Refine,
];

impl Stage {
    /// Whether the stage takes work that the user may have limited.
    pub(crate) fn takes_work(self) -> bool {
        use Stage::{Choose, Edit, Judge, Mend, Rank, Refine, Search};
        !matches!(self, Search | Edit | Mend | Choose | Rank | Judge | Refine)
    }
}
