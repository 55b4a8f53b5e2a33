//! Relax modes: the alternatives of a relaxed component that a mode allows, either all or only those of `CFaults`.
//!
//! Lowering emits every alternative once; a mode only selects among them. "As written" is among the choices in every
//! mode, so the inclusion law holds in each.
//!
//! # Deletion, after `CFaults` §4
//! A statement is put under a guard and skipped if the guard is false; the condition of an `if` becomes
//! `guard ? condition : free`, with a free value for each test and execution. In terms of [`AltKind`]:
//! * statements, calls whose result is discarded, output and jumps: skipped. A call, assignment or `return` whose value
//!   is used has no alternative, because it is not a statement that could be left out;
//! * conditions and the controlling values of `switch`: any outcome, nothing evaluated. `CFaults` forces the condition
//!   of a *loop* to true (`guard implies condition`), so that a relaxed loop never ends early; here it is free, too
//!   (docs/dev/design.md);
//! * an initialiser or an input that is skipped leaves its objects indeterminate. The bounded model checker behind
//!   `CFaults` reads these as any value, and the paper relies on that ("removing the scanf statement … would allow … to
//!   assign any value to the input variables"); so here they write angelic values, and the stream stays where it was. A
//!   skipped *assignment* keeps the old value; if there is none, reading it is undefined behaviour here.
//! * `int x;` is not a component in `CFaults`, and is kept; `CFaults` does not insert statements either.
//!
//! # References
//! P. Orvalho, M. Janota, V. Manquinho: *`CFaults`: Model-Based Diagnosis for Fault Localization in C Programs with
//! Multiple Test Cases*, 2024, §4, "Program Instrumentalization".

use crate::program::{Alt, AltKind, ComponentKind, Relaxation};

/// Relax mode: the alternatives of relaxed components.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Relaxing {
    /// Relaxed components behave as written or take any alternative, with angelic values first.
    #[default]
    Angelic,
    /// Relaxed components behave as written or are skipped; conditions are free.
    Deletion,
}

impl Relaxing {
    /// Whether a component of this kind has such an alternative in this mode.
    pub fn has(self, component: ComponentKind, alternative: AltKind) -> bool {
        use ComponentKind::{
            Condition, Declaration, Initialiser, Input, Insertion, Part, Return, Switch,
        };
        match (self, component) {
            (Relaxing::Angelic, _) => true,
            (Relaxing::Deletion, Condition | Switch | Initialiser | Part(_)) => {
                alternative == AltKind::Angelic
            }
            (Relaxing::Deletion, Input) => alternative == AltKind::InputKeep,
            (Relaxing::Deletion, Return | Declaration | Insertion(_)) => false,
            (Relaxing::Deletion, _) => alternative == AltKind::Skip,
        }
    }

    /// The alternatives to follow, with their indices. In angelic mode, alternatives covered by others are omitted
    /// unless `all` is set.
    pub fn alternatives(
        self,
        component: ComponentKind,
        of: &Relaxation,
        all: bool,
    ) -> impl Iterator<Item = (usize, &Alt)> {
        // In another mode, the covering alternative may be missing.
        let covered = move |a: &Alt| !a.searched && !all && self == Relaxing::Angelic;
        let alternatives = of.alts.iter().enumerate();
        alternatives.filter(move |(_, a)| self.has(component, a.kind) && !covered(a))
    }

    /// Whether these alternatives cover the component as written, so that the original need not be followed.
    pub fn covers_original(self, component: ComponentKind, of: &Relaxation) -> bool {
        let lost = |a: &Alt| a.searched && !self.has(component, a.kind);
        of.covers_original && !of.alts.iter().any(lost)
    }
}
