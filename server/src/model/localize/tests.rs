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
    }
}

#[test]
fn a_fix_says_all_that_it_does() {
    let fix = Fix {
        edit: edit(3, "    puts(\"?\");\n", ""),
        also: vec![edit(5, "\"%d\"", "\"%d\\n\"")],
        scope: Scope::All,
        mends: Vec::new(),
        doubtful: false,
    };
    let sentence = r#"in line 3 delete `puts("?");`, and in line 5 replace `"%d"` by `"%d\n"`"#;
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
        also: Vec::new(),
        scope: Scope::default(),
        mends: Vec::new(),
        doubtful: false,
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
    report.judge_fixes();
    let promises: Vec<String> = report
        .diagnoses
        .iter()
        .flat_map(|d| d.fixes.iter().map(|fix| report.with_fix(d.group, fix)))
        .collect();
    let some = "2 of 3 failing tests pass then, and none breaks";
    let left = "with this, only the undefined access is left";
    assert_eq!(promises, [some, "all tests pass", "all tests pass", left]);
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
        also: Vec::new(),
        scope: Scope::All,
        mends: Vec::new(),
        doubtful: false,
    };
    let json = serde_json::to_value(&fix).unwrap();
    assert_eq!(
        (&json["new"], &json["also"]),
        (&"<=".into(), &serde_json::json!([]))
    );
}
