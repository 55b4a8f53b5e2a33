//! `faultlens/lines`: heat by line, and the sets that the lines belong to.

use super::{sets, words};
use crate::lsp::ext::{HeatLine, LinesParams, Role};
use crate::lsp::snapshot::Snapshot;

/// All ranked lines that are still in the text, best first.
pub(crate) fn lines(snapshot: &Snapshot) -> LinesParams {
    LinesParams {
        uri: snapshot.uri.clone(),
        version: Some(snapshot.version),
        stale: snapshot.stale(),
        lines: heat(snapshot),
        groups: sets::groups(snapshot),
    }
}

fn heat(snapshot: &Snapshot) -> Vec<HeatLine> {
    let Some(findings) = &snapshot.findings else {
        return Vec::new();
    };
    // Suspected lines are not drawn beside certified ones.
    let ranking = match findings.report.certified() {
        [] => findings.report.suspected(),
        certified => certified,
    };
    let selected = snapshot.selected_set();
    let places = ranking.iter().zip(&findings.places.ranking);
    places
        .filter_map(|(ranked, place)| {
            let start = place.as_ref()?.start;
            let set = selected
                .filter(|(number, _)| ranked.diagnoses.contains(number))
                .map(|(_, set)| set);
            let on_line = set.and_then(|set| {
                set.components
                    .iter()
                    .find(|component| ranked.is_of(component))
            });
            Some(HeatLine {
                line: snapshot
                    .index
                    .position(&snapshot.text, start, snapshot.encoding())
                    .line,
                rank: ranked.rank,
                of: ranking.len(),
                score: ranked.score,
                role: match set {
                    Some(_) => Role::Selected,
                    None if ranked.certified => Role::Suspect,
                    None => Role::Uncertified,
                },
                why: ranked.why.clone(),
                values: on_line.and_then(|component| {
                    words::values(&component.values, component.values_left_out)
                }),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::views::testing::{edited, found, report, suspicions};

    #[test]
    fn what_is_only_suspected_is_said_to_be() {
        let lines = lines(&found(suspicions()));
        let shown = lines.lines.iter().map(|line| (line.line, line.role));
        let expected = [(7, Role::Uncertified), (4, Role::Uncertified)];
        assert_eq!(shown.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn heat_follows_the_selection_and_the_edits() {
        let snapshot = edited(&found(report()), "int max3", "\nint max3");
        let lines = lines(&snapshot);
        assert!(lines.stale);
        let shown: Vec<(u32, u32, Role)> = lines
            .lines
            .iter()
            .map(|line| (line.line, line.rank, line.role))
            .collect();
        let (selected, suspect) = (Role::Selected, Role::Suspect);
        let expected = [
            (5, 1, selected),
            (8, 2, selected),
            (11, 3, selected),
            (6, 4, suspect),
            (9, 5, suspect),
            (12, 6, suspect),
        ];
        assert_eq!(shown, expected);
        assert_eq!(
            lines.lines[0].values.as_deref(),
            Some("was true, needs false (t0, t2)")
        );
    }
}
