//! Weights: the cost of blaming a component.
//!
//! Weights order diagnoses and never exclude one, because a diagnosis is reported for being subset-minimal, not for
//! being cheapest (`CFaults` lists optimum-cost diagnoses only, and loses the true line whenever it weighs more than
//! its neighbours).

use ir::{CompId, Component, ComponentKind};

use ir::CompSet;

/// Weight of a component that merely passes a value on, relative to the heaviest ordinary one.
const PASS_THROUGH: f64 = 2.0;
/// Weight of input and output, relative to the heaviest ordinary component.
const INPUT_OUTPUT: f64 = 4.0;

/// Divisor of the weight of a component that the user suspects.
const SUSPECTED: f64 = 10.0;

/// A positive weight for every component, or an infinite one: such a component is *hard* and belongs to no set.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Weights {
    of: Vec<f64>,
    hard: CompSet,
}

impl Weights {
    /// Weight one for each component: the weight of a diagnosis is its size.
    pub fn unit(components: &[Component]) -> Weights {
        Weights {
            of: vec![1.0; components.len()],
            hard: CompSet::new(),
        }
    }

    /// Hierarchical weights (`CFaults` §4) by the height of the component's subtree: blaming a condition costs more
    /// than blaming a statement that it guards, and input and output cost far more than logic.
    ///
    /// `CFaults` gives a condition the *sum* of the weights below it. We use the height itself, where the lowest
    /// statement of the program has height one: with a sum, the weight of a condition depends on the length of its
    /// body, and the conditions of a program's outermost loops would always come last; the order along a path from a
    /// statement outwards, which is the purpose of the scheme, is the same. Beyond the paper, a component that merely
    /// passes a value on (`return x`) weighs twice the heaviest ordinary one: when relaxed it explains nearly
    /// everything and says little about the fault. Input and output weigh four times the heaviest ordinary one.
    pub fn hierarchical(components: &[Component]) -> Weights {
        let lowest = components.iter().map(|c| c.height).min().unwrap_or(0);
        let height = |c: &Component| f64::from(c.height - lowest + 1);
        Weights::by_class(
            components,
            &components.iter().map(height).collect::<Vec<_>>(),
        )
    }

    /// Weights 1 / suspiciousness (Jin and Orso, `ofc-clause-weighting-2016` §III-A), for suspiciousness in `0..=1`.
    ///
    /// A component that no failing test executes has suspiciousness 0 and weighs one more than the heaviest of the
    /// others. Components that pass values on, input and output are weighted as in [`Weights::hierarchical`], because
    /// they are suspicious in every program.
    pub fn spectrum(components: &[Component], suspiciousness: &[f64]) -> Weights {
        let inverse = |s: &&f64| (**s > 0.0).then(|| 1.0 / **s);
        let heaviest = suspiciousness
            .iter()
            .filter_map(|s| inverse(&s))
            .fold(1.0, f64::max);
        let weigh = |s: &f64| inverse(&s).unwrap_or(heaviest + 1.0);
        Weights::by_class(
            components,
            &suspiciousness.iter().map(weigh).collect::<Vec<_>>(),
        )
    }

    /// These weights.
    #[cfg(test)]
    pub(crate) fn given(of: Vec<f64>) -> Weights {
        Weights {
            of,
            hard: CompSet::new(),
        }
    }

    /// Ordinary components weigh what is given; the weights of the others are multiples of the heaviest of those.
    fn by_class(components: &[Component], given: &[f64]) -> Weights {
        let both = || components.iter().zip(given);
        let ordinary = both().filter(|(c, _)| class(c) == Class::Ordinary);
        let heaviest = ordinary.map(|(_, weight)| *weight).fold(1.0, f64::max);
        let weigh = |(c, weight): (&Component, &f64)| match class(c) {
            Class::Ordinary => *weight,
            Class::PassThrough => PASS_THROUGH * heaviest,
            Class::InputOutput => INPUT_OUTPUT * heaviest,
        };
        Weights {
            of: both().map(weigh).collect(),
            hard: CompSet::new(),
        }
    }

    /// Applies the user's settings: some components are correct (hard), some more suspicious than they look.
    pub fn pinned(mut self, correct: &[CompId], suspect: &[CompId]) -> Weights {
        for c in suspect {
            if let Some(weight) = self.of.get_mut(c.index()) {
                *weight /= SUSPECTED;
            }
        }
        self.hard = correct.iter().copied().collect();
        self
    }

    /// Components that no set may contain.
    pub fn hard(&self) -> &CompSet {
        &self.hard
    }

    /// Weight of one component.
    pub fn get(&self, c: CompId) -> f64 {
        self.of.get(c.index()).copied().unwrap_or(1.0)
    }

    /// Weight of a set: the sum over its members.
    pub fn of(&self, set: &CompSet) -> f64 {
        set.iter().map(|c| self.get(c)).sum()
    }

    /// Least weight of all components.
    pub(crate) fn least(&self) -> f64 {
        self.of.iter().copied().reduce(f64::min).unwrap_or(1.0)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Ordinary,
    PassThrough,
    InputOutput,
}

fn class(c: &Component) -> Class {
    match c.kind {
        ComponentKind::Output | ComponentKind::Input => Class::InputOutput,
        _ if c.pass_through => Class::PassThrough,
        _ => Class::Ordinary,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn component(kind: ComponentKind, pass_through: bool, height: u32) -> Component {
        Component {
            span: syntax::Span::default(),
            kind,
            function: ir::FnId(0),
            pass_through,
            nodes: 1,
            height,
            target: None,
            operands: None,
        }
    }

    /// `while (c) { if (d) x = 1; } printf(...); return x;`
    #[test]
    fn outer_weighs_more_and_output_most() {
        use ComponentKind::{Assignment, Condition, Output, Return};
        let components = [
            component(Condition, false, 6),
            component(Condition, false, 4),
            component(Assignment, false, 2),
            component(Output, true, 3),
            component(Return, true, 2),
        ];
        let weights = Weights::hierarchical(&components);
        assert_eq!(weights.of, [5.0, 3.0, 1.0, 20.0, 10.0]);
        assert_eq!(
            weights.of(&[CompId(1), CompId(2)].into_iter().collect()),
            4.0
        );
        assert_eq!(weights.least(), 1.0);
        assert_eq!(Weights::unit(&components).of(&CompSet::full(5)), 5.0);
        assert_eq!(Weights::hierarchical(&[]).of, [] as [f64; 0]);
    }

    #[test]
    fn the_suspicious_weigh_little_and_a_word_of_the_user_counts() {
        use ComponentKind::{Assignment, Output};
        let kinds = [Assignment, Assignment, Assignment, Output];
        let components = kinds.map(|kind| component(kind, false, 1));
        let weights = Weights::spectrum(&components, &[1.0, 0.25, 0.0, 1.0]);
        assert_eq!(weights.of, [1.0, 4.0, 5.0, 20.0]);
        let pinned = weights
            .clone()
            .pinned(&[CompId(0)], &[CompId(3), CompId(9)]);
        assert_eq!(pinned.of, [1.0, 4.0, 5.0, 2.0]);
        assert!(pinned.hard().contains(CompId(0)) && pinned.hard().len() == 1);
        assert!(weights.hard().is_empty());
    }
}
