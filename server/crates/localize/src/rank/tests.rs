use ir::{ComponentKind, FnId, Insertion};
use syntax::Span;

use super::*;
use crate::report::{Certificate, Fix, Minimal, Suspect, TextEdit};

/// Component `i` begins on line `10 + i`, except that component 1 is on the line of 0; component 3 only passes a value
/// on.
fn ranking(groups: &[GroupKind], diagnoses: &[Diagnosis], factors: &Factors) -> Ranking {
    suspecting(groups, diagnoses, factors, None)
}

/// Ranks the diagnoses of a program in which the user may suspect a component.
fn suspecting(
    groups: &[GroupKind],
    diagnoses: &[Diagnosis],
    factors: &Factors,
    suspect: Option<u32>,
) -> Ranking {
    let component = |pass_through| Component {
        span: Span::default(),
        kind: ComponentKind::Assignment,
        function: FnId(0),
        pass_through,
        nodes: 1,
        height: 1,
        target: None,
        operands: None,
    };
    let mut components: Vec<Component> = (0..6).map(|i| component(i == 3)).collect();
    let insertion = Insertion {
        point: 0,
        what: InsertedStatement::Break,
    };
    let missing = Component {
        kind: ComponentKind::Insertion(insertion),
        ..component(false)
    };
    components.extend([missing.clone(), missing, component(false)]);
    let lines: Vec<_> = [10, 10, 12, 13, 14, 15, 16, 17, 18]
        .map(|line| (FileId(0), line))
        .into();
    let group = |kind: &GroupKind| Group {
        behind: None,
        context: None,
        kind: kind.clone(),
        tests: vec![0],
        span: None,
        message: None,
    };
    let suspected: CompSet = suspect.map(CompId).into_iter().collect();
    rank(&RankInput {
        diagnoses,
        groups: &groups.iter().map(group).collect::<Vec<_>>(),
        components: &components,
        lines: &lines,
        suspiciousness: &vec![vec![0.5, 0.71, 0.9, 1.0, 0.5, 0.2, 1.0, 0.1, 0.9]; groups.len()],
        spectra: &[],
        slipped: &[CompId(SLIPPED)].into_iter().collect(),
        testing: &[CompId(TESTING)].into_iter().collect(),
        suspected: &suspected,
        suspicion: &[],
        factors,
    })
}

/// A missing statement, and one missing in a loop that its place is behind.
const MISSING: u32 = 6;
const SLIPPED: u32 = 7;

/// A component of a test.
const TESTING: u32 = 8;

/// The component that the user suspects, where that matters.
const SUSPECT: u32 = 5;

fn diagnosis(group: usize, comps: &[u32]) -> Diagnosis {
    let suspect = |&c: &u32| Suspect::new(CompId(c));
    Diagnosis {
        group,
        suspects: comps.iter().map(suspect).collect(),
        weight: comps.len() as f64,
        verified: true,
        certificate: Certificate::Values,
        minimal: Minimal::Proved,
        evidence: Vec::new(),
        fixes: Vec::new(),
        given: Vec::new(),
        partial: Vec::new(),
    }
}

fn lines(ranking: &Ranking) -> Vec<u32> {
    ranking.lines.iter().map(|line| line.line).collect()
}

#[test]
fn size_then_suspiciousness() {
    let diagnoses = [
        diagnosis(0, &[4, 5]),
        diagnosis(0, &[3]),
        diagnosis(0, &[0]),
        diagnosis(0, &[2]),
    ];
    let ranking = ranking(&[GroupKind::WrongOutcome], &diagnoses, &FACTORS);
    assert_eq!(ranking.order, [1, 3, 2, 0]);
    assert_eq!(lines(&ranking), [13, 12, 10, 14, 15]);
    assert_eq!(ranking.lines[0].diagnoses, [0]);
    assert_eq!(ranking.lines[4].diagnoses, [3]);
    let whys: Vec<&str> = ranking.lines.iter().map(|line| line.why.as_str()).collect();
    assert_eq!(
        whys,
        [
            "one change is enough; only passes a value on",
            "one change is enough",
            "one change is enough",
            "2 changes together",
            "2 changes together",
        ]
    );
    let scores: Vec<f64> = ranking.lines.iter().map(|line| line.score).collect();
    assert!(
        scores.is_sorted_by(|a, b| a >= b)
            && scores[0] <= 1.0
            && scores[2] >= 0.5
            && scores[3] <= 0.5,
        "{scores:?}"
    );
    assert_eq!(
        ranking
            .lines
            .iter()
            .map(|line| line.rank)
            .collect::<Vec<_>>(),
        [1, 2, 3, 4, 5]
    );
}

#[test]
fn a_line_is_as_good_as_its_best_component() {
    let diagnoses = [
        diagnosis(0, &[0]),
        diagnosis(0, &[1]),
        diagnosis(0, &[0, 4]),
    ];
    let ranking = ranking(&[GroupKind::WrongOutcome], &diagnoses, &FACTORS);
    assert_eq!(lines(&ranking), [10, 14]);
    assert_eq!(ranking.lines[0].why, "one change is enough");
    assert_eq!(ranking.lines[0].diagnoses, [0, 1, 2]);
}

#[test]
fn a_fix_comes_first_and_what_is_nearly_one_second() {
    let edit = TextEdit {
        span: Span::default(),
        text: String::new(),
    };
    let fix = Fix::new("test", edit, 1.0);
    let fixed = Diagnosis {
        fixes: vec![fix],
        ..diagnosis(0, &[5])
    };
    let nearly = Diagnosis {
        evidence: vec![Evidence::Edit, Evidence::Deletion],
        ..diagnosis(0, &[4])
    };
    let diagnoses = [diagnosis(0, &[0]), nearly, fixed];
    let ranked = ranking(&[GroupKind::WrongOutcome], &diagnoses, &FACTORS);
    assert_eq!(lines(&ranked), [15, 14, 10]);
    let whys: Vec<&str> = ranked.lines.iter().map(|line| line.why.as_str()).collect();
    assert_eq!(
        whys,
        [
            "one change is enough; a small edit is a verified fix",
            "one change is enough; a small edit nearly is a fix; deleting suffices",
            "one change is enough",
        ]
    );
    let ablated = FACTORS.map(|(f, weight)| (f, if f == Factor::Fix { 0.0 } else { weight }));
    let ranked = ranking(&[GroupKind::WrongOutcome], &diagnoses, &ablated);
    assert_eq!(lines(&ranked), [10, 14, 15]);
}

#[test]
fn what_is_written_before_what_slipped_before_what_is_missing() {
    let diagnoses = [
        diagnosis(0, &[MISSING]),
        diagnosis(0, &[SLIPPED]),
        diagnosis(0, &[5]),
    ];
    let ranked = ranking(&[GroupKind::WrongOutcome], &diagnoses, &FACTORS);
    assert_eq!(ranked.order, [2, 1, 0]);
}

#[test]
fn what_is_tested_before_the_test() {
    let diagnoses = [diagnosis(0, &[TESTING]), diagnosis(0, &[5])];
    let ranked = ranking(&[GroupKind::WrongOutcome], &diagnoses, &FACTORS);
    assert_eq!(ranked.order, [1, 0]);
}

#[test]
fn lighter_first_between_equals() {
    let heavy = Diagnosis {
        weight: 5.0,
        ..diagnosis(0, &[0])
    };
    // Both are equally suspicious.
    let ranked = ranking(
        &[GroupKind::WrongOutcome],
        &[heavy, diagnosis(0, &[4])],
        &FACTORS,
    );
    assert_eq!(ranked.order, [1, 0]);
}

#[test]
fn wrong_outcomes_first_and_what_explains_several_groups() {
    let groups = [
        GroupKind::NoEnd,
        GroupKind::Trap,
        GroupKind::WrongOutcome,
        GroupKind::Trap,
    ];
    let diagnoses = [
        diagnosis(0, &[2]),
        diagnosis(1, &[0]),
        diagnosis(1, &[4]),
        diagnosis(2, &[5, 3]),
        diagnosis(3, &[4]),
    ];
    let ranked = ranking(&groups, &diagnoses, &FACTORS);
    // Of the two diagnoses with component 4, the one without a rival in its group comes first.
    assert_eq!(ranked.order, [3, 4, 2, 1, 0]);
    // Each group has a line before any has a second one.
    assert_eq!(lines(&ranked), [13, 14, 12, 15, 10]);
    assert_eq!(ranked.lines[3].why, "2 changes together");
    assert_eq!(ranked.lines[1].diagnoses, [1, 2]);
}

#[test]
fn what_the_user_suspects_comes_first() {
    let diagnoses = [
        diagnosis(0, &[2]),
        diagnosis(0, &[SUSPECT]),
        diagnosis(0, &[0, SUSPECT]),
        diagnosis(0, &[0, 3]),
    ];
    let groups = [GroupKind::WrongOutcome];
    let ranked = suspecting(&groups, &diagnoses, &FACTORS, Some(SUSPECT));
    assert_eq!(ranked.order, [1, 2, 0, 3]);
    let why = "one change is enough; suspected by you";
    assert_eq!(ranked.lines[0].why, why);
    // The line that would have to be changed with it stays where it was.
    assert_eq!(lines(&ranked), [15, 12, 10, 13]);

    // Neither the size nor the kind of failure matters.
    let groups = [GroupKind::WrongOutcome, GroupKind::NoEnd];
    let diagnoses = [diagnosis(0, &[2]), diagnosis(1, &[0, 3, SUSPECT])];
    let ranked = suspecting(&groups, &diagnoses, &FACTORS, Some(SUSPECT));
    assert_eq!(ranked.order, [1, 0]);
    assert_eq!(ranked.lines[0].line, 15);
}

#[test]
fn nothing_to_rank() {
    let ranked = ranking(&[], &[], &[]);
    assert_eq!(
        ranked,
        Ranking {
            order: vec![],
            lines: vec![]
        }
    );
}

#[test]
fn an_output_that_explains_all_is_among_the_first() {
    let mut components = Vec::new();
    for kind in [ComponentKind::Output; 2]
        .into_iter()
        .chain([ComponentKind::Assignment; 7])
    {
        components.push(Component {
            span: Span::default(),
            kind,
            function: FnId(0),
            pass_through: false,
            nodes: 1,
            height: 1,
            target: None,
            operands: None,
        });
    }
    let lines: Vec<_> = (1..=9).map(|line| (FileId(0), line)).collect();
    let diagnoses: Vec<Diagnosis> = (0..9).map(|comp| diagnosis(0, &[comp])).collect();
    let groups = [Group {
        behind: None,
        context: None,
        kind: GroupKind::WrongOutcome,
        tests: vec![0],
        span: None,
        message: None,
    }];
    let ranking = rank(&RankInput {
        diagnoses: &diagnoses,
        groups: &groups,
        components: &components,
        lines: &lines,
        suspiciousness: &[vec![0.5; 9]],
        spectra: &[],
        slipped: &CompSet::new(),
        testing: &CompSet::new(),
        suspected: &CompSet::new(),
        suspicion: &[],
        factors: &FACTORS,
    });
    let found: Vec<u32> = ranking.lines.iter().map(|line| line.line).collect();
    // The other one is placed behind all statements.
    assert_eq!(found, [3, 4, 5, 6, 1, 7, 8, 9, 2]);
    let scores = ranking.lines.iter().map(|line| line.score);
    assert!(scores.is_sorted_by(|a, b| a >= b), "{:?}", ranking.lines);
}

#[test]
fn lines_take_turns() {
    let items = vec![
        ("a", vec![1]),
        ("b", vec![1]),
        ("c", vec![2, 3]),
        ("d", vec![2]),
        ("e", vec![]),
    ];
    let order = in_turn(items, |(_, explains)| explains.iter().copied().collect());
    let names: Vec<&str> = order.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["a", "c", "b", "d", "e"]);
}

/// Where nothing explains both groups, each has a line among the first two.
#[test]
fn each_group_has_a_line_among_the_first() {
    let groups = [GroupKind::WrongOutcome, GroupKind::Trap];
    let diagnoses = [diagnosis(0, &[0]), diagnosis(0, &[2]), diagnosis(1, &[4])];
    let found = ranking(&groups, &diagnoses, &FACTORS);
    let lines: Vec<u32> = found.lines.iter().map(|line| line.line).collect();
    assert_eq!(lines[1], 14, "{lines:?}");
    // A line that explains both comes first anyway.
    let diagnoses = [diagnosis(0, &[0]), diagnosis(0, &[2]), diagnosis(1, &[2])];
    let found = ranking(&groups, &diagnoses, &FACTORS);
    let lines: Vec<u32> = found.lines.iter().map(|line| line.line).collect();
    assert_eq!(lines[..2], [12, 10], "{lines:?}");
}
