//! Root causes of one failing test by frontiers of its dependence graph (`--strategy mdfs`).

use std::collections::BTreeSet;

use crate::common::{Folder, faultlens};
use serde_json::Value as Json;

fn root_causes(program: &str, input: &str, output: &str, more: &[&str]) -> Json {
    let folder = Folder::new(&format!("mdfs_{}_{}", program.len(), more.len()));
    folder.write("p.c", program.as_bytes());
    folder.write("tests/t.in", input.as_bytes());
    folder.write("tests/t.out", output.as_bytes());
    let mut args = vec!["localize", "--strategy", "mdfs", "--format", "json"];
    args.extend(more);
    args.push("p.c");
    faultlens(folder.path(), &args).json()
}

fn lines(report: &Json, of: &str) -> BTreeSet<u64> {
    let causes = report["root_causes"][of].as_array().unwrap().iter();
    causes
        .map(|cause| cause["at"]["line"].as_u64().unwrap())
        .collect()
}

/// After the example of the paper (Fig. 1): the middle one of three numbers, with a wrong value and a wrong decision, both
/// of which the failure needs. Its input is no root cause.
const MIDDLE: &str = "#include <stdio.h>
int main(void)
{
    int x, y, z, m;
    if (scanf(\"%d %d %d\", &x, &y, &z) != 3)
        return 1;
    m = y;
    if (y < z) {
        if (x < y)
            m = y;
        else if (x > z)
            m = x;
    } else {
        if (x > y)
            m = y;
        else if (x > z)
            m = x;
    }
    printf(\"%d\\n\", m);
    return 0;
}
";

#[test]
fn a_wrong_value_and_the_decision_that_left_it_are_both_root_causes() {
    let report = root_causes(MIDDLE, "2 1 3\n", "2\n", &[]);
    assert_eq!(
        lines(&report, "causes"),
        BTreeSet::from([7, 11]),
        "{report}"
    );
    assert_eq!(report["status"], "complete");
    let causes = report["root_causes"]["causes"].as_array().unwrap();
    for cause in causes {
        let chain = cause["chain"].as_array().unwrap();
        assert_eq!(chain.first().unwrap(), &cause["at"]);
        assert_eq!(chain.last().unwrap()["line"], 19, "the failure: {cause}");
    }
    let first = report["ranking"][0]["line"].as_u64().unwrap();
    assert!([7, 11].contains(&first), "root causes are ranked first");
}

/// A loop of many iterations lies between the fault and the failure: the frontier passes over it.
#[test]
fn a_fault_behind_a_long_loop_is_reached_in_few_steps() {
    let program = "#include <stdio.h>
static int scaled(int a)
{
    int f = 3;
    return a * f;
}
int main(void)
{
    int n, sum = 0;
    if (scanf(\"%d\", &n) != 1)
        return 1;
    int step = scaled(n);
    for (int i = 0; i < 40; i++)
        sum += step;
    printf(\"%d\\n\", sum);
    return 0;
}
";
    let cut = root_causes(program, "5\n", "400\n", &[]);
    assert!(lines(&cut, "causes").contains(&4), "{cut}");
    let step = root_causes(program, "5\n", "400\n", &["--frontier", "step"]);
    let altered = |report: &Json| report["root_causes"]["altered"].as_u64().unwrap();
    assert!(
        altered(&cut) <= altered(&step),
        "{} <= {}",
        altered(&cut),
        altered(&step)
    );
}

/// No set was looked for, so that nobody knows whether a change helps.
#[test]
fn nothing_is_said_of_sets() {
    let folder = Folder::new("mdfs_text");
    folder.write("p.c", MIDDLE.as_bytes());
    folder.write("tests/t.in", b"2 1 3\n");
    folder.write("tests/t.out", b"2\n");
    let text = faultlens(folder.path(), &["localize", "--strategy", "mdfs", "p.c"]).stdout;
    assert!(text.starts_with("p.c: the one test fails ("), "{text}");
    assert!(text.contains("2 root causes of t"), "{text}");
}

#[test]
fn what_the_user_calls_correct_is_no_root_cause() {
    let report = root_causes(MIDDLE, "2 1 3\n", "2\n", &["--correct", "7"]);
    assert_eq!(lines(&report, "causes"), BTreeSet::from([11]), "{report}");
}
