use super::*;
use crate::model::{Edit, Fix, Scope};

fn edit(line: u32, old: &str, new: &str) -> Edit {
    Edit {
        file: "main.c".into(),
        line,
        column: 1,
        end_line: line,
        end_column: 1,
        start: 0,
        end: 0,
        old: old.into(),
        new: new.into(),
        nth: None,
    }
}

#[test]
fn a_fix_says_all_that_it_does() {
    let fix = Fix {
        edit: edit(3, "    puts(\"?\");\n", ""),
        also: vec![edit(5, "\"%d\"", "\"%d\\n\"")],
        scope: Scope::All,
        ..Fix::default()
    };
    let sentence = r#"in line 3 delete `puts("?");`, and in line 5 replace `"%d"` by `"%d\n"`"#;
    assert_eq!(fix.sentence(), sentence);
    let [mut first, mut other] = [edit(3, "a", ""), edit(3, "", "b();")];
    first.file = "util.c".into();
    other.file = "list.c".into();
    let fix = Fix {
        edit: first,
        also: vec![other],
        ..fix
    };
    let sentence = "in line 3 of util.c delete `a`, and in line 3 of list.c insert `b();`";
    assert_eq!(fix.sentence(), sentence);
}

#[test]
fn a_fix_is_one_for_all_tests_if_each_group_has_it() {
    let mut report = LocalizeReport::empty("main.c", Status::Complete, None);
    let of_group = |id: usize, tests: &[&str], behind| Group {
        id,
        kind: GroupKind::Trap,
        tests: tests.iter().map(|t| (*t).to_owned()).collect(),
        line: None,
        message: None,
        behind,
        details: Vec::new(),
    };
    report.tests.failing = ["a", "b", "c"].map(str::to_owned).into();
    report.groups = vec![
        of_group(0, &["a", "b"], None),
        of_group(1, &["c"], None),
        of_group(2, &["c"], Some(1)),
    ];
    let fix = |line| Fix {
        edit: edit(line, "<", "<="),
        ..Fix::default()
    };
    for (group, lines) in [(0, &[3, 7][..]), (1, &[7]), (2, &[3])] {
        report.diagnoses.push(Diagnosis {
            group,
            components: Vec::new(),
            weight: 1.0,
            verified: true,
            certificate: Certificate::Edit,
            minimal: Minimal::Proved,
            evidence: Vec::new(),
            fixes: lines.iter().map(|line| fix(*line)).collect(),
            given: Vec::new(),
        });
    }
    report.compare_fixes();
    let promises: Vec<String> = report
        .diagnoses
        .iter()
        .flat_map(|d| d.fixes.iter().map(|fix| report.with_fix(d.group, fix)))
        .collect();
    let some = "2 of 3 failing tests pass then, and none breaks";
    let left = "c would pass if no undefined access did harm";
    assert_eq!(promises, [some, "all tests pass", "all tests pass", left]);

    // The tests of each group that a fix mends count.
    report.tests.failing.push("d".to_owned());
    report.groups.push(of_group(3, &["d"], None));
    report.compare_fixes();
    let first = &report.diagnoses[0];
    let of_two_groups = "3 of 4 failing tests pass then, and none breaks";
    assert_eq!(report.with_fix(0, &first.fixes[1]), of_two_groups);
    let doubtful = Fix {
        scope: Scope::All,
        doubtful: true,
        ..fix(3)
    };
    assert_eq!(
        report.with_fix(0, &doubtful),
        "all tests pass, but it is doubtful"
    );
}

#[test]
fn a_fix_shows_blanks_and_control_characters() {
    let blanks = edit(3, "\"a  b\\n\"", "\"a b\\n\"");
    let sentence = r#"replace `"a  b\n"` by `"a b\n"`"#;
    assert_eq!(blanks.sentence(), sentence);
    let tab = edit(3, "\"a\tb\"", "\"a b\"");
    assert_eq!(tab.sentence(), r#"replace `"a\tb"` by `"a b"`"#);
}

#[test]
fn one_edit_stands_in_the_fix_itself() {
    let fix = Fix {
        edit: edit(3, "<", "<="),
        scope: Scope::All,
        ..Fix::default()
    };
    let json = serde_json::to_value(&fix).unwrap();
    assert_eq!(
        (&json["new"], &json["also"]),
        (&"<=".into(), &serde_json::json!([]))
    );
}

/// A component in a line, with the tests for which it needs a value.
fn component(id: u32, line: u32, tests: &[&str]) -> Component {
    let value = |test: &&str| Value {
        test: (*test).to_owned(),
        execution: 1,
        was: None,
        needs: "1".into(),
        choice: Choice::Value,
        address: None,
        range: None,
    };
    Component {
        id,
        file: "main.c".into(),
        line,
        values: tests.iter().map(value).collect(),
        ..Component::default()
    }
}

/// A report with diagnoses, each with its group, of groups with these tests.
fn found(groups: &[&[&str]], diagnoses: &[(usize, &[Component])]) -> LocalizeReport {
    let mut report = LocalizeReport::empty("main.c", Status::Complete, None);
    let group = |(id, tests): (usize, &&[&str])| Group {
        id,
        kind: GroupKind::WrongOutcome,
        tests: tests.iter().map(|t| (*t).to_owned()).collect(),
        line: None,
        message: None,
        behind: None,
        details: Vec::new(),
    };
    report.groups = groups.iter().enumerate().map(group).collect();
    let diagnosis = |(group, components): &(usize, &[Component])| Diagnosis {
        group: *group,
        components: components.to_vec(),
        weight: 1.0,
        verified: true,
        certificate: Certificate::Values,
        minimal: Minimal::Proved,
        evidence: Vec::new(),
        fixes: Vec::new(),
        given: Vec::new(),
    };
    report.diagnoses = diagnoses.iter().map(diagnosis).collect();
    report
}

/// Lines and tests of the faults of a report.
fn faults(mut report: LocalizeReport) -> Vec<(Vec<u32>, String)> {
    report.find_faults();
    let told = report.faults.iter().map(|fault| {
        let lines = fault.places.iter().map(|place| place.line).collect();
        (lines, fault.tests.join(" "))
    });
    told.collect()
}

#[test]
fn faults_are_the_best_diagnoses_that_together_explain_all_tests() {
    let (a, b, c) = (
        component(1, 4, &[]),
        component(2, 9, &[]),
        component(3, 12, &[]),
    );
    let of = |group: usize, comp: &Component| (group, vec![comp.clone()]);
    let told = |groups: &[&[&str]], all: &[(usize, Vec<Component>)]| {
        let all: Vec<(usize, &[Component])> = all.iter().map(|(g, set)| (*g, &set[..])).collect();
        faults(found(groups, &all))
    };
    // One line explains both groups.
    let two: &[&[&str]] = &[&["t1", "t2"], &["t3"]];
    let common = told(two, &[of(1, &b), of(0, &a), of(0, &b)]);
    assert_eq!(common, [(vec![9], "t1 t2 t3".to_owned())]);
    // No line does.
    let apart = told(two, &[of(0, &a), of(1, &c), of(0, &b)]);
    assert_eq!(
        apart,
        [(vec![4], "t1 t2".to_owned()), (vec![12], "t3".to_owned())]
    );
    // A group that nothing explains has no fault.
    assert_eq!(told(two, &[of(1, &c)]), [(vec![12], "t3".to_owned())]);
}

#[test]
fn what_one_fix_mends_is_one_fault() {
    let groups: &[&[&str]] = &[&["t1"], &["t2"]];
    let (one, other) = ([component(7, 4, &[])], [component(8, 4, &[])]);
    let with = |doubtful| {
        let mut report = found(groups, &[(0, &one), (1, &other)]);
        for diagnosis in &mut report.diagnoses {
            diagnosis.fixes.push(Fix {
                edit: edit(4, "", "count--;"),
                scope: Scope::All,
                doubtful,
                ..Fix::default()
            });
        }
        faults(report)
    };
    assert_eq!(with(false), [(vec![4], "t1 t2".to_owned())]);
    assert_eq!(with(true).len(), 2);
}

#[test]
fn a_set_is_several_faults_if_each_test_needs_one_of_its_components() {
    let group: &[&[&str]] = &[&["t1", "t2", "t3"]];
    let set = [component(1, 4, &["t1", "t3"]), component(2, 9, &["t2"])];
    assert_eq!(
        faults(found(group, &[(0, &set)])),
        [(vec![4], "t1 t3".to_owned()), (vec![9], "t2".to_owned())]
    );
    let both = [
        component(1, 4, &["t1", "t3"]),
        component(2, 9, &["t2", "t3"]),
    ];
    assert_eq!(
        faults(found(group, &[(0, &both)])),
        [(vec![4, 9], "t1 t2 t3".to_owned())]
    );
}
