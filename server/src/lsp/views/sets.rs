//! Possible causes below the failing tests that they explain, for a client that lets the user walk through them.

use std::fmt::Write as _;

use tower_lsp::ls_types::Location;

use super::words;
use crate::lsp::anchors::Place;
use crate::lsp::ext::{ChangePlace, ChangeSet, SetGroup};
use crate::lsp::findings::Findings;
use crate::lsp::snapshot::Snapshot;
use crate::model::words::one_line;
use crate::model::{Diagnosis, Group, GroupKind};

/// Maximum number of sets listed per group, besides the selected one.
const SHOWN_SETS: usize = 50;
/// Maximum number of characters of a place's text.
const WIDTH: usize = 60;

/// All groups with failing tests, in the order of the report.
pub(crate) fn groups(snapshot: &Snapshot) -> Vec<SetGroup> {
    let Some(findings) = &snapshot.findings else {
        return Vec::new();
    };
    let groups = findings.report.groups.iter();
    groups
        .zip(&findings.places.groups)
        .map(|(group, place)| {
            let all = numbered(findings, group);
            let shown = shown(snapshot, &all);
            SetGroup {
                title: title(snapshot, group, place),
                tests: group.tests.clone(),
                more: all.len() - shown.len(),
                sets: shown,
            }
        })
        .collect()
}

/// Place of the strongest component of the selected set.
pub(crate) fn place(snapshot: &Snapshot) -> Option<Location> {
    let (number, set) = snapshot.selected_set()?;
    let members = 0..set.components.len();
    let places = members.filter_map(|member| member_place(snapshot, number, member));
    let strongest = places.min_by_key(|place| place.rank.unwrap_or(u32::MAX))?;
    strongest.location
}

/// Sets of a group, with their numbers from 0 among all sets.
fn numbered<'a>(findings: &'a Findings, group: &Group) -> Vec<(usize, &'a Diagnosis)> {
    let sets = findings.sets().iter().enumerate();
    sets.filter(|(_, set)| set.group == group.id).collect()
}

fn shown(snapshot: &Snapshot, sets: &[(usize, &Diagnosis)]) -> Vec<ChangeSet> {
    let selected = snapshot.selected_set().map(|(number, _)| number);
    let shown = sets
        .iter()
        .enumerate()
        .filter(|&(at, (number, _))| at < SHOWN_SETS || selected == Some(*number));
    shown
        .map(|(_, &(number, set))| ChangeSet {
            number: number + 1,
            selected: selected == Some(number),
            fault: fault(snapshot, number),
            places: (0..set.components.len())
                .filter_map(|member| member_place(snapshot, number, member))
                .collect(),
        })
        .collect()
}

/// Letter of the fault that a set is.
fn fault(snapshot: &Snapshot, set: usize) -> Option<char> {
    let report = &snapshot.findings.as_ref()?.report;
    let mut faults = report.named_faults();
    let found = faults.find(|(_, fault)| fault.diagnosis == Some(set));
    found.map(|(name, _)| name)
}

fn member_place(snapshot: &Snapshot, set: usize, member: usize) -> Option<ChangePlace> {
    let findings = snapshot.findings.as_ref()?;
    let component = findings.sets().get(set)?.components.get(member)?;
    let here = findings.component(set, member);
    let location = match &here {
        Some(place) => Some(Location::new(snapshot.uri.clone(), snapshot.range(place))),
        None if component.file != findings.report.file => {
            snapshot.elsewhere(&component.file, component.line)
        }
        None => None,
    };
    Some(ChangePlace {
        location,
        text: one_line(&component.text, WIDTH),
        claim: component.claim(),
        rank: findings.rank_of(set, member).map(|ranked| ranked.rank),
        values: words::values(&component.values, component.values_left_out),
    })
}

/// Title of a group: `3 tests: wrong output`, `1 test: division by zero, line 9`.
fn title(snapshot: &Snapshot, group: &Group, place: &Place) -> String {
    let mut title = words::counted(group.tests.len(), "test");
    title.push_str(match (group.kind, &group.message) {
        (_, Some(_)) => ": ",
        (GroupKind::WrongOutcome, _) if group.behind.is_some() => {
            ": wrong output, too, behind the undefined access"
        }
        (GroupKind::WrongOutcome, _) => ": wrong output",
        (GroupKind::Trap, _) => ": stopped",
        (GroupKind::NoEnd, _) => ": no end",
    });
    if let Some(message) = &group.message {
        title.push_str(message);
    }
    if let Some(place) = place {
        let line = snapshot.index.line_number(place.start);
        let _ = write!(title, ", line {line}");
    }
    for detail in &group.details {
        let _ = write!(title, "; {detail}");
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::views::testing::{edited, found, opened, report, several_faults, tested};

    /// Formats each set on one line: its number, and the lines from 1 with the values.
    fn told(groups: &[SetGroup]) -> Vec<String> {
        let place = |place: &ChangePlace| {
            let line = place.location.as_ref().map(|l| l.range.start.line + 1);
            let values = place.values.as_deref().unwrap_or("");
            format!("{line:?} {} {values}", place.text)
        };
        let set = |set: &ChangeSet| {
            let places: Vec<String> = set.places.iter().map(place).collect();
            let mark = if set.selected { "*" } else { "" };
            format!("{mark}{}: {}", set.number, places.join(" | "))
        };
        groups.iter().flat_map(|g| &g.sets).map(set).collect()
    }

    #[test]
    fn they_stand_below_the_tests_that_they_explain() {
        let mut snapshot = found(report());
        snapshot.selected = 1;
        let groups = groups(&snapshot);
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].title, "3 tests: wrong output");
        assert_eq!(groups[0].tests, ["t0", "t2", "t4"]);
        let expected = [
            "1: Some(5) f < s && f >= t was true, needs false (t0, t2) | \
             Some(8) f > s && s <= t was true, needs false (t2) | Some(11) f > t && s > t ",
            "*2: Some(6) max = f was 1, needs 3 (t0) | Some(9) max = s  | Some(12) max = t ",
        ];
        assert_eq!(told(&groups), expected);
        assert_eq!(groups[0].sets[0].places[0].rank, Some(1));
    }

    #[test]
    fn those_that_are_faults_have_letters() {
        let letters = |report| -> Vec<Option<char>> {
            let groups = groups(&found(report));
            groups[0].sets.iter().map(|set| set.fault).collect()
        };
        assert_eq!(letters(several_faults()), [Some('A'), Some('B')]);
        assert_eq!(letters(report()), [None, None]);
    }

    #[test]
    fn they_move_with_the_text_and_know_what_is_gone() {
        let moved = edited(&found(report()), "int max3", "\n\nint max3");
        assert!(told(&groups(&moved))[1].starts_with("2: Some(8) max = f"));
        let cut = edited(&moved, "max = f;", ";");
        assert!(told(&groups(&cut))[1].starts_with("2: None max = f"));
    }

    #[test]
    fn the_selected_one_has_a_place_to_go_to() {
        let mut snapshot = found(report());
        let line = |snapshot: &Snapshot| place(snapshot).map(|place| place.range.start.line);
        assert_eq!(line(&snapshot), Some(4));
        snapshot.selected = 1;
        assert_eq!(line(&snapshot), Some(5));
        assert_eq!(line(&tested(3)), None);
    }

    #[test]
    fn no_more_are_told_than_anybody_looks_at_but_the_selected_one_is() {
        let mut report = report();
        let set = report.diagnoses[0].clone();
        report.diagnoses = vec![set; SHOWN_SETS + 9];
        let mut snapshot = found(report);
        assert_eq!(groups(&snapshot)[0].more, 9);
        snapshot.selected = SHOWN_SETS + 5;
        let groups = groups(&snapshot);
        assert_eq!((groups[0].more, groups[0].sets.len()), (8, SHOWN_SETS + 1));
        assert!(groups[0].sets[SHOWN_SETS].selected);
    }

    #[test]
    fn a_group_that_stops_says_where() {
        let mut report = report();
        let group = &mut report.groups[0];
        (group.kind, group.line) = (GroupKind::Trap, Some(13));
        group.message = Some("division by zero".to_owned());
        let snapshot = edited(&found(report), "int max3", "\nint max3");
        assert_eq!(
            groups(&snapshot)[0].title,
            "3 tests: division by zero, line 14"
        );
    }

    #[test]
    fn without_findings_there_are_none() {
        assert_eq!(groups(&tested(3)), []);
        assert_eq!(groups(&opened("int x;")), []);
    }
}
