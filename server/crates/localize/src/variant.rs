//! Variants of a program: with other words in its outputs, or in memory with slack. A variant is localized by some of
//! the stages that localize a program, and what is found there is told in terms of the program.

use ir::{CompId, Component, ComponentKind, Program};
use rustc_hash::FxHashMap;
use syntax::{Parse, Span};

use crate::ledger::Ledger;
use crate::report::{self, AddedComponent, Diagnosis, Report};
use crate::stage::Stage;
use harness::Test;

/// A variant of a program with some of the program's tests.
pub(crate) struct Variant<'v> {
    pub(crate) parse: &'v Parse,
    pub(crate) program: &'v Program,
    pub(crate) tests: Vec<Test>,
    /// Indices of these tests among those of the program.
    pub(crate) numbers: Vec<usize>,
    /// Number of tests, from the first on, that run in memory with slack.
    pub(crate) with_slack: usize,
    /// Stages that localize it.
    pub(crate) stages: &'static [Stage],
    /// Number of edits that may be combined, each of which mends some of the tests.
    pub(crate) mends: usize,
    /// Factor of the budgets for edits.
    pub(crate) growth: usize,
    /// A correct version of the program, if there is one.
    pub(crate) reference: Option<&'v Program>,
}

impl<'v> Variant<'v> {
    /// A variant with some of the tests of a program, in usual memory.
    pub(crate) fn new(
        parse: &'v Parse,
        program: &'v Program,
        tests: &[Test],
        numbers: Vec<usize>,
        stages: &'static [Stage],
    ) -> Variant<'v> {
        Variant {
            parse,
            program,
            tests: numbers.iter().map(|t| tests[*t].clone()).collect(),
            numbers,
            with_slack: 0,
            stages,
            mends: 0,
            growth: 1,
            reference: None,
        }
    }

    /// The diagnoses of the variant in terms of the program, without those of which a component has no counterpart there.
    pub(crate) fn outward(
        &self,
        found: &Report,
        program: &Program,
        ledger: &mut Ledger<'_>,
    ) -> Vec<Diagnosis> {
        let own = counterparts(self.program, program);
        let all = found.diagnoses.iter().cloned();
        let told = all.filter_map(|mut diagnosis| {
            for suspect in &mut diagnosis.suspects {
                suspect.comp = self.outward_comp(suspect.comp, &own, found, ledger)?;
                for value in &mut suspect.values {
                    value.test = self.numbers[value.test];
                }
            }
            Some(diagnosis)
        });
        told.collect()
    }

    /// Components of the variant in terms of the program; `None` if one has no counterpart there.
    pub(crate) fn outward_comps(
        &self,
        comps: &[CompId],
        found: &Report,
        program: &Program,
        ledger: &mut Ledger<'_>,
    ) -> Option<Vec<CompId>> {
        let own = counterparts(self.program, program);
        let comps = comps.iter();
        comps
            .map(|comp| self.outward_comp(*comp, &own, found, ledger))
            .collect()
    }

    fn outward_comp(
        &self,
        comp: CompId,
        own: &impl Fn(CompId) -> Option<CompId>,
        found: &Report,
        ledger: &mut Ledger<'_>,
    ) -> Option<CompId> {
        match report::component(self.program, &found.added, comp)? {
            (_, None) => own(comp),
            (_, Some(added)) => Some(ledger.add(AddedComponent {
                near: added.near.and_then(own),
                ..added.clone()
            })),
        }
    }

    /// The components of the variant that correspond to those of the program.
    pub(crate) fn inward(&self, comps: &[CompId], program: &Program) -> Vec<CompId> {
        let own = counterparts(program, self.program);
        comps.iter().filter_map(|comp| own(*comp)).collect()
    }
}

/// The components of a program that correspond to those of another one: they are known by their places, because their
/// numbers differ.
fn counterparts<'p>(of: &'p Program, to: &Program) -> impl Fn(CompId) -> Option<CompId> + 'p {
    let place = |component: &Component| (component.span, component.kind);
    let places = to.components.iter().map(place).zip((0..).map(CompId));
    let places: FxHashMap<(Span, ComponentKind), CompId> = places.collect();
    let is_same = std::ptr::eq(of, to);
    move |comp| {
        let found = || places.get(&place(&of.components[comp.index()])).copied();
        if is_same { Some(comp) } else { found() }
    }
}
