//! Where nothing else is a fix, another number for a macro may be one.
//!
//! The macro is then a diagnosis by itself: with its number changed, every failing test of the group passes. It comes
//! after the search, for other places explain most failures better, and costs little: few macros stand for a number.

use ir::{CompId, Component, ComponentKind, FnId};

use super::{Control, Session};
use crate::fix::{Definition, Fixer, REDEFINING, definitions};
use crate::report::{Added, Diagnosis, Fix, Minimal, Report, Suspect};

impl Session<'_> {
    /// Adds the macros with which the failing tests of a group pass once they stand for another number.
    pub(super) fn redefine(&self, report: &mut Report, control: &dyn Control) {
        let all = definitions(self.parse);
        let judging = self.judging(&report.groups);
        let stopped = || control.stop_reason().is_some();
        for (group, judges) in judging.of_groups().enumerate() {
            let of = |d: &&Diagnosis| d.group == group;
            let is_fixed = report
                .diagnoses
                .iter()
                .filter(of)
                .any(|d| !d.fixes.is_empty());
            if is_fixed || all.is_empty() || stopped() {
                continue;
            }
            let mut fixer = Fixer::new(self.parse, judges, REDEFINING, &stopped);
            for definition in &all {
                if let Some(fix) = fixer.redefine(definition) {
                    self.add_macro(report, group, definition, fix);
                }
            }
        }
    }

    fn add_macro(&self, report: &mut Report, group: usize, definition: &Definition, fix: Fix) {
        let comp = CompId((self.program.components.len() + report.added.len()) as u32);
        report.added.push(Added {
            component: Component {
                span: definition.body,
                kind: ComponentKind::Macro,
                function: FnId(u32::MAX),
                pass_through: false,
                nodes: 1,
                height: 1,
            },
            side: None,
            statement: self.parse.sources.text(definition.body).to_owned(),
            near: None,
        });
        let suspect = Suspect {
            comp,
            refined: None,
            values: Vec::new(),
        };
        report.diagnoses.push(Diagnosis {
            group,
            suspects: vec![suspect],
            weight: 1.0,
            verified: true,
            minimal: Minimal::Proved,
            evidence: Vec::new(),
            given: Vec::new(),
            fixes: vec![fix],
        });
    }
}
