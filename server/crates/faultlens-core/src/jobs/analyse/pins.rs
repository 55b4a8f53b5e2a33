//! Maps the lines that the user names to the components on them.

use std::path::Path;

use ir::CompId;
use syntax::FileId;

use super::run::Ready;
use super::{Job, unit_tests};
use crate::config::LineRef;
use crate::jobs::convert::Names;
use crate::model::{self, Problem};

/// Assumption about contracts.
const CONTRACTS_TRUSTED: &str = "contracts were not suspected: they say what is right";

impl Job<'_> {
    /// Applies the user's statements about lines; a line without components gets a warning.
    pub(super) fn pin(&mut self, names: &Names<'_>, options: &mut localize::JobOptions) {
        let said = &self.spec.options;
        options.correct = self.all("correct", &said.correct, names);
        options.suspect = self.all("suspect", &said.suspect, names);
    }

    /// Trusts test functions and their helpers, which state the expected behaviour. Returns the sentences for the
    /// report.
    pub(super) fn trust_tests(
        &self,
        ready: &Ready<'_>,
        options: &mut localize::JobOptions,
    ) -> Vec<String> {
        let entry = &self.spec.options.entry;
        let (parse, program, tests) = (ready.parse, ready.program, ready.tests());
        let trusted = unit_tests::TrustedCode::of(parse, program, tests, entry, &options.suspect);
        options.correct.extend(&trusted.components);
        options.trusted = trusted.components;
        let contracts = self.has_contract_tests(tests);
        let contracts = contracts.then(|| CONTRACTS_TRUSTED.to_owned());
        trusted.assumed.into_iter().chain(contracts).collect()
    }

    fn all(&mut self, option: &str, places: &[LineRef], names: &Names<'_>) -> Vec<CompId> {
        let mut all = Vec::new();
        for place in places {
            let found = on(place, names);
            if found.is_empty() {
                let message =
                    format!("{option}: there is nothing on {place} that a change could concern");
                self.problems.push(Problem {
                    severity: model::Severity::Warning,
                    file: self.file.clone(),
                    line: place.file.is_none().then_some(place.line),
                    column: None,
                    range: None,
                    message,
                });
            }
            all.extend(found);
        }
        all
    }
}

/// The components that extend over the line.
fn on(place: &LineRef, names: &Names<'_>) -> Vec<CompId> {
    let is_file = |file: FileId| match &place.file {
        None => file.0 == 0,
        Some(end) => Path::new(&names.file(file)).ends_with(end),
    };
    let reaches = |span| {
        let [(first, _), (last, _)] = names.extent(span);
        (first..=last).contains(&place.line) && is_file(span.file)
    };
    let components = names.program.components.iter().zip(0..);
    components
        .filter(|(component, _)| reaches(component.span))
        .map(|(_, id)| CompId(id))
        .collect()
}
