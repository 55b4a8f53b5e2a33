//! Every option does what it says, seen from outside; every key of the JSON is there whatever the status.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::common::{Folder, LOCALIZE_KEYS, Run, faultlens};
use serde_json::Value;

/// Three of the largest of three numbers are computed wrongly.
const LARGEST: &str = r#"#include <stdio.h>
int largest(int a, int b, int c) {
    int m = a;
    if (b > m)
        m = b;
    if (c < m)
        m = c;
    return m;
}
int main(void) {
    int a, b, c;
    if (scanf("%d%d%d", &a, &b, &c) != 3)
        return 1;
    printf("%d\n", largest(a, b, c));
    return 0;
}
"#;

/// It never is where it was, and what changes decides whether it goes on: only a limit ends it.
const LONG: &str =
    "int main(void) {\n    long i = 0;\n    while (i >= 0)\n        i = i + 1;\n    return 0;\n}\n";

/// It never is where it was, but what changes decides nothing.
const ENDLESS: &str = "int main(void) {\n    int i = 0, j = 0;\n    while (i < 10)\n        j = j + 1;\n    return 0;\n}\n";

const HUNGRY: &str = r"#include <stdlib.h>
#include <string.h>
int main(void) {
    int i;
    for (i = 0; i < 100000; i++) {
        char *p = malloc(1000000);
        memset(p, i, 1000000);
    }
    return 0;
}
";

fn largest() -> Folder {
    let folder = Folder::new("largest");
    folder.write("p.c", LARGEST.as_bytes());
    for (id, input, output) in [
        ("t0", "1 2 3", "3"),
        ("t1", "3 2 1", "3"),
        ("t2", "2 2 2", "2"),
        ("t3", "1 5 9", "9"),
    ] {
        folder.write(&format!("tests/{id}.in"), input.as_bytes());
        folder.write(&format!("tests/{id}.out"), format!("{output}\n").as_bytes());
    }
    folder
}

fn localize(folder: &Folder, more: &[&str]) -> Run {
    let mut args = vec!["localize", "p.c", "--format", "json"];
    args.extend(more);
    let run = faultlens(folder.path(), &args);
    run.is_calm();
    run
}

/// The sets of lines of the diagnoses.
fn sets(report: &Value) -> Vec<Vec<u64>> {
    let diagnoses = report["diagnoses"].as_array().unwrap();
    let lines = |d: &Value| {
        d["components"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| c["line"].as_u64().unwrap())
            .collect()
    };
    let mut sets: Vec<Vec<u64>> = diagnoses.iter().map(lines).collect();
    sets.sort();
    sets
}

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

fn has_every_key(report: &Value) {
    let mut wanted = LOCALIZE_KEYS.to_vec();
    wanted.sort_unstable();
    let mut found = keys(report);
    found.sort_unstable();
    assert_eq!(found, wanted);
    for key in ["total", "failing", "passing", "unanalysable"] {
        assert!(report["tests"].get(key).is_some(), "{key}");
    }
    for key in [
        "time_ms",
        "phases_ms",
        "questions",
        "solver_calls",
        "components",
        "unknown_answers",
        "branches",
        "edits",
        "peak_memory_mb",
    ] {
        assert!(report["stats"].get(key).is_some(), "{key}");
    }
}

#[test]
fn suspects_are_found_ranked_and_complete() {
    let folder = largest();
    let run = localize(&folder, &[]);
    assert_eq!(run.status, 1, "{run:?}");
    let report = run.json();
    has_every_key(&report);
    assert_eq!(report["status"], "complete");
    assert_eq!(
        report["tests"]["failing"],
        serde_json::json!(["t0", "t1", "t3"])
    );
    let ranking = report["ranking"].as_array().unwrap();
    let ranks: Vec<u64> = ranking
        .iter()
        .map(|r| r["rank"].as_u64().unwrap())
        .collect();
    assert_eq!(ranks, (1..=ranking.len() as u64).collect::<Vec<_>>());
    assert!(ranking.iter().any(|r| r["line"] == 6), "{ranking:?}");
    assert!(sets(&report).contains(&vec![6]), "{report}");
    for diagnosis in report["diagnoses"].as_array().unwrap() {
        assert_eq!(diagnosis["verified"], true);
        for component in diagnosis["components"].as_array().unwrap() {
            let (start, end) = (
                component["start"].as_u64().unwrap(),
                component["end"].as_u64().unwrap(),
            );
            assert_eq!(component["text"], LARGEST[start as usize..end as usize]);
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    let folder = largest();
    let answer = || {
        let mut report = localize(&folder, &[]).json();
        report["stats"] = Value::Null;
        report
    };
    assert_eq!(answer(), answer());
}

#[test]
fn macros_are_named_with_their_definitions() {
    let folder = Folder::new("macros");
    folder.write("limits.h", b"#define LOW 3\n");
    folder.write(
        "p.c",
        b"#include <stdio.h>\n#include \"limits.h\"\n#define HIGH 9\nint main(void) {\n    int x = 9;\n    \
          if (x > LOW && x < HIGH)\n        puts(\"in\");\n    return 0;\n}\n",
    );
    folder.write("tests/t.out", b"in\n");
    let report = localize(&folder, &[]).json();
    let diagnoses = report["diagnoses"].as_array().unwrap();
    let condition = diagnoses
        .iter()
        .flat_map(|d| d["components"].as_array().unwrap());
    let condition = condition.into_iter().find(|c| c["line"] == 6).unwrap();
    let defined: Vec<(&str, &str, u64)> = condition["macros"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| {
            (
                m["name"].as_str().unwrap(),
                m["file"].as_str().unwrap(),
                m["line"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(defined, [("LOW", "limits.h", 1), ("HIGH", "p.c", 3)]);
}

#[test]
fn text_shows_the_line_and_the_reason() {
    let folder = largest();
    let run = faultlens(folder.path(), &["localize", "p.c"]);
    assert_eq!(run.status, 1);
    assert!(
        run.stdout.starts_with("p.c: 3 of 4 tests fail, "),
        "{run:?}"
    );
    assert!(run.stdout.contains("if (c < m)"), "{run:?}");
    assert!(run.stdout.contains("^^^^^"), "{run:?}");
    assert!(
        !run.stdout.contains('\x1b') && run.stderr.is_empty(),
        "{run:?}"
    );
    let coloured = faultlens(folder.path(), &["localize", "p.c", "--color", "always"]);
    assert!(coloured.stdout.contains('\x1b'));
    let all = faultlens(folder.path(), &["localize", "p.c", "--all"]);
    assert!(
        all.stdout.len() >= run.stdout.len() && !all.stdout.contains("(--all)"),
        "{all:?}"
    );
}

#[test]
fn no_fault_no_suspects() {
    let folder = largest();
    folder.write("p.c", LARGEST.replace("c < m", "c > m").as_bytes());
    let run = localize(&folder, &[]);
    assert_eq!(run.status, 0, "{run:?}");
    has_every_key(&run.json());
    assert_eq!(run.json()["status"], "none");
    assert_eq!(faultlens(folder.path(), &["test", "p.c"]).status, 0);
}

#[test]
fn every_key_is_there_without_an_answer_too() {
    let folder = Folder::new("keys");
    let run = localize(&folder, &[]);
    assert_eq!(run.status, 2);
    has_every_key(&run.json());
    assert_eq!(run.json()["status"], "unanalysable");
}

#[test]
fn test_lists_outcomes() {
    let folder = largest();
    let run = faultlens(folder.path(), &["test", "p.c"]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("3 of 4 tests fail"), "{run:?}");
    assert!(
        run.stdout
            .contains("FAIL  t0  expected \"3\", printed \"2\""),
        "{run:?}"
    );
    let json = faultlens(folder.path(), &["test", "p.c", "--format", "json"]).json();
    let first = &json["tests"][0];
    for key in [
        "id", "outcome", "reason", "stdout", "expected", "exit", "line", "time_ms",
    ] {
        assert!(first.get(key).is_some(), "{key}");
    }
    assert_eq!(
        (&first["outcome"], &first["stdout"], &first["exit"]),
        (&"fail".into(), &"2\n".into(), &0.into())
    );
}

#[test]
fn solvers_and_strategies_agree() {
    let folder = largest();
    let wanted = sets(&localize(&folder, &[]).json());
    for more in [
        &["--solver", "sat"][..],
        &["--solver", "z3"],
        &["--strategy", "maxsat"],
        &["--strategy", "sniper"],
        &["--weights", "unit"],
        &["--weights", "spectrum"],
        &["--weights", "spectrum", "--spectrum", "tarantula"],
        &["--weights", "spectrum", "--spectrum", "dstar"],
        &["--verify"],
    ] {
        let run = localize(&folder, more);
        assert_eq!(sets(&run.json()), wanted, "{run:?}");
    }
}

/// Weight of the diagnosis that is just this line.
fn weight(report: &Value, line: u64) -> f64 {
    let diagnoses = report["diagnoses"].as_array().unwrap().iter();
    let mut of_line = diagnoses.filter(|d| {
        let components = d["components"].as_array().unwrap();
        components.len() == 1 && components[0]["line"] == line
    });
    of_line.next().unwrap()["weight"].as_f64().unwrap()
}

#[test]
fn weights_come_from_the_tests_by_a_formula() {
    let folder = largest();
    // All four tests run the condition in line 6, and three of them fail.
    let of = |more: &[&str]| {
        let args = [&["--weights", "spectrum"][..], more].concat();
        weight(&localize(&folder, &args).json(), 6)
    };
    let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
    assert!(close(of(&[]), 12f64.sqrt() / 3.0));
    assert!(close(of(&["--spectrum", "tarantula"]), 2.0));
    assert!(close(of(&["--spectrum", "dstar"]), 10.0 / 9.0));
}

/// Lines of the sets, in the order in which they are shown.
fn order(run: &Run) -> Vec<Vec<u64>> {
    let report = run.json();
    let diagnoses = report["diagnoses"].as_array().unwrap().iter();
    let line = |c: &Value| c["line"].as_u64().unwrap();
    let lines = |d: &Value| {
        d["components"]
            .as_array()
            .unwrap()
            .iter()
            .map(line)
            .collect()
    };
    diagnoses.map(lines).collect()
}

/// The program of `CFaults` (Example 1): three conditions that are all wrong, or a `scanf` that reads anything.
#[test]
fn weights_order_what_is_shown() {
    let folder = Folder::new("maximum");
    folder.write("p.c", include_bytes!("../../../fixtures/max3/program.c"));
    for (id, input) in [
        ("t0", "3 1 2"),
        ("t1", "1 2 3"),
        ("t2", "2 3 1"),
        ("t4", "3 2 1"),
    ] {
        folder.write(&format!("tests/{id}.in"), input.as_bytes());
        folder.write(&format!("tests/{id}.out"), b"3\n");
    }
    // Without edits: a repair of the conditions would come first in any case.
    let by = |weights: &str| {
        let options = ["--weights", weights, "--strategy", "sniper"];
        order(&localize(&folder, &options))
    };
    let (conditions, input) = (vec![5, 8, 11], vec![4]);
    assert_eq!(by("hierarchical")[..2], [conditions.clone(), input.clone()]);
    assert_eq!(by("unit")[..2], [input, conditions]);
}

#[test]
fn what_the_user_suspects_comes_before_smaller_sets() {
    let folder = largest();
    let in_sets: BTreeSet<u64> = order(&localize(&folder, &[]))
        .concat()
        .into_iter()
        .collect();
    assert!(in_sets.len() > 3, "{in_sets:?}");
    for line in in_sets {
        let suspect = line.to_string();
        let run = localize(&folder, &["--suspect", &suspect]);
        assert!(order(&run)[0].contains(&line), "{line}: {run:?}");
        assert_eq!(run.json()["ranking"][0]["line"], line);
    }
}

#[test]
fn what_the_user_says_of_lines_is_kept_and_repeated() {
    let folder = largest();
    let free = sets(&localize(&folder, &[]).json());
    let with_6: Vec<Vec<u64>> = free.iter().filter(|s| s.contains(&6)).cloned().collect();
    assert!(!with_6.is_empty() && with_6.len() < free.len(), "{free:?}");
    let run = localize(&folder, &["--correct", "6"]).json();
    assert!(sets(&run).iter().all(|set| !set.contains(&6)));
    assert_eq!(sets(&run).len(), free.len() - with_6.len());
    assert_eq!(run["assumed"][0], "marked correct: line 6");

    // In the file of the project too, a file being named or not, and several at once.
    folder.write(
        "faultlens.toml",
        b"[options]\ncorrect = [7, \"p.c:6\"]\nsuspect = [8]\n",
    );
    let run = localize(&folder, &[]).json();
    let pinned = |set: &Vec<u64>| set.contains(&6) || set.contains(&7);
    assert!(!sets(&run).iter().any(pinned));
    assert_eq!(run["assumed"][0], "marked correct: line 6, line 7");
    assert_eq!(run["assumed"][1], "marked suspect: line 8");
    assert_eq!(run["ranking"][0]["line"], 8, "{run}");
    let why = run["ranking"][0]["why"].as_str().unwrap();
    assert!(why.contains("suspected by you"), "{why}");

    // A line without code is no error, but it is said.
    let run = localize(&folder, &["--correct", "9", "--suspect", "other.c:3"]).json();
    let problems = run["problems"].as_array().unwrap();
    let said: Vec<&str> = problems
        .iter()
        .map(|p| p["message"].as_str().unwrap())
        .collect();
    assert_eq!(
        said,
        [
            "correct: there is nothing on line 9 that a change could concern",
            "suspect: there is nothing on other.c:3 that a change could concern"
        ]
    );
    let refused = faultlens(folder.path(), &["localize", "p.c", "--suspect", "6:p.c"]);
    assert_eq!(refused.status, 2, "{refused:?}");
    assert!(
        refused.stderr.contains("`6:p.c` is not a line"),
        "{refused:?}"
    );
}

/// Two faults, each in the way of one test.
fn apart() -> Folder {
    let folder = Folder::new("apart");
    folder.write(
        "p.c",
        b"#include <stdio.h>\nint main(void) {\n    int n;\n    scanf(\"%d\", &n);\n    if (n == 1)\n        n = 5;\n    else\n        n = 6;\n    printf(\"%d\", n);\n    return 0;\n}\n",
    );
    for (id, input, output) in [("one", "1", "10"), ("two", "2", "20")] {
        folder.write(&format!("tests/{id}.in"), input.as_bytes());
        folder.write(&format!("tests/{id}.out"), output.as_bytes());
    }
    folder
}

#[test]
fn votes_for_single_tests_are_no_diagnoses() {
    let folder = apart();
    let all = localize(&folder, &[]).json();
    assert_eq!(all["partial"], serde_json::json!([]));
    let run = localize(&folder, &["--strategy", "bugassist"]);
    assert_eq!(run.status, 1, "{run:?}");
    let report = run.json();
    assert_eq!(report["status"], "stopped");
    let reason = report["reason"].as_str().unwrap();
    assert!(reason.contains("let all tests pass"), "{reason}");
    let partial = report["partial"].as_array().unwrap();
    let partial = partial
        .iter()
        .map(|p| (p["components"][0]["line"].as_u64(), p["tests"].clone()));
    let partial: Vec<_> = partial.collect();
    for (line, test) in [(6, "one"), (8, "two")] {
        let wanted = (Some(line), serde_json::json!([test]));
        assert!(partial.contains(&wanted), "{report}");
    }
    let text = faultlens(
        folder.path(),
        &["localize", "p.c", "--strategy", "bugassist"],
    );
    let note = "changes make only some of the failing tests pass, 1 test at most: {6}, {8}";
    assert!(text.stdout.contains(note), "{text:?}");
}

/// No value is made up for what is left out: assignments and the output alone help no longer.
#[test]
fn deletion_leaves_out() {
    let folder = apart();
    let run = localize(&folder, &["--relax", "deletion"]);
    let report = run.json();
    assert_eq!(run.status, 1, "{report}");
    assert_eq!(report["status"], "complete");
    // With 10 or 20 read for n, and the assignments left out or avoided, the right number is printed.
    let (all, other) = (sets(&localize(&folder, &[]).json()), sets(&report));
    assert!(all.contains(&vec![9]) && !other.contains(&vec![9]));
    assert_eq!(other, [vec![4, 5, 6], vec![4, 8]], "{report}");
    let mut verdicts = report["diagnoses"].as_array().unwrap().iter();
    assert!(verdicts.all(|d| d["verified"] == true && d["minimal"] == "proved"));
}

#[test]
fn sizes_tests_and_bounds_are_limited() {
    let folder = largest();
    let small = localize(&folder, &["--max-size", "1"]).json();
    assert!(sets(&small).iter().all(|set| set.len() == 1));
    let two = localize(&folder, &["--limit-tests", "2"]).json();
    assert_eq!(two["tests"]["total"], 2);
    assert!(
        two["assumed"][0].as_str().unwrap().contains("2 more tests"),
        "{two}"
    );
    assert_eq!(localize(&folder, &["--unwind", "2"]).status, 1);
    let one = localize(&folder, &["--tests", "tests/t3.out"]).json();
    assert_eq!(one["tests"]["failing"], serde_json::json!(["t3"]));
    let none = localize(&folder, &["--tests", "nowhere"]);
    assert_eq!(none.status, 2, "{none:?}");
}

#[test]
fn groups_are_explained_each_or_jointly() {
    let folder = Folder::new("joint");
    folder.write(
        "p.c",
        b"#include <stdio.h>\nint main(void) {\n    int a[2] = {1, 2}, n = 0;\n    scanf(\"%d\", &n);\n    printf(\"%d\\n\", a[n] + 1);\n    return 0;\n}\n",
    );
    for (id, input, output) in [("out", "0", "1\n"), ("trap", "5", "7\n")] {
        folder.write(&format!("tests/{id}.in"), input.as_bytes());
        folder.write(&format!("tests/{id}.out"), output.as_bytes());
    }
    let apart = localize(&folder, &[]).json();
    let kinds: Vec<&str> = apart["groups"]
        .as_array()
        .unwrap()
        .iter()
        // What is behind the trap has a group of its own.
        .filter(|g| g["behind"].is_null())
        .map(|g| g["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["wrong-outcome", "trap"]);
    assert_eq!(apart["groups"][1]["line"], 5);
    let joint = localize(&folder, &["--joint"]).json();
    let groups = joint["groups"].as_array().unwrap().iter();
    assert_eq!(
        groups.filter(|g| g["behind"].is_null()).count(),
        1,
        "{joint}"
    );
}

#[test]
fn lost_memory_fails_on_demand() {
    let folder = Folder::new("leaks");
    folder.write(
        "p.c",
        b"#include <stdlib.h>\nint main(void) {\n    char *p = malloc(8);\n    p = malloc(4);\n    free(p);\n    return 0;\n}\n",
    );
    folder.write("tests/t.out", b"");
    assert_eq!(localize(&folder, &[]).status, 0);
    let report = localize(&folder, &["--leaks"]).json();
    let group = &report["groups"][0];
    assert_eq!(group["kind"], "trap", "{report}");
    assert_eq!(group["message"], "memory leak: 8 bytes allocated at line 3");
    assert_eq!(group["line"], 3);
    assert!(sets(&report).contains(&vec![4]), "{report}");
    folder.write("faultlens.toml", b"[options]\nleaks = true\n");
    assert_eq!(localize(&folder, &[]).status, 1);
}

#[test]
fn another_function_may_be_the_entry() {
    let folder = Folder::new("entry");
    folder.write(
        "p.c",
        b"#include <stdio.h>\nint start(void) {\n    printf(\"1\\n\");\n    return 0;\n}\n",
    );
    folder.write("tests/t.out", b"1\n");
    assert_eq!(localize(&folder, &[]).status, 2);
    assert_eq!(localize(&folder, &["--entry", "start"]).status, 0);
}

#[test]
fn the_time_limit_ends_a_run() {
    let folder = Folder::new("time");
    folder.write("p.c", LONG.as_bytes());
    for i in 0..50 {
        folder.write(&format!("tests/t{i}.out"), b"");
    }
    let started = Instant::now();
    let run = localize(&folder, &["--timeout", "0.3"]);
    assert_eq!(run.status, 3, "{run:?}");
    let report = run.json();
    has_every_key(&report);
    assert_eq!(
        (&report["status"], &report["reason"]),
        (&"stopped".into(), &"time limit 0.3 s".into())
    );
    assert!(started.elapsed() < Duration::from_secs(5));
    let text = faultlens(folder.path(), &["localize", "p.c", "--timeout", "0.3"]);
    assert!(
        text.stdout.contains("stopped early: time limit 0.3 s"),
        "{text:?}"
    );
    let test = faultlens(folder.path(), &["test", "p.c", "--timeout", "0.3"]);
    assert_eq!(test.status, 3, "{test:?}");
}

#[test]
fn an_endless_loop_is_a_way_of_failing() {
    let folder = Folder::new("endless");
    folder.write("p.c", ENDLESS.as_bytes());
    folder.write("tests/t.out", b"");
    let report = localize(&folder, &["--timeout", "60"]).json();
    let group = &report["groups"][0];
    assert_eq!(group["kind"], "no-end", "{report}");
    assert_eq!(group["line"], 3);
    let message = "does not end: it loops at line 3 and prints nothing more";
    assert_eq!(group["message"], message);
    assert!(sets(&report).contains(&vec![3]), "{report}");
}

/// Nobody knows whether it ends: it neither passes nor fails, and nothing is suspected.
#[test]
fn a_test_that_meets_the_step_limit_is_undecided() {
    let folder = Folder::new("undecided");
    folder.write("p.c", LONG.as_bytes());
    folder.write("tests/t.out", b"");
    let run = faultlens(
        folder.path(),
        &["test", "p.c", "--timeout", "1", "--format", "json"],
    );
    assert_eq!(run.status, 3, "{run:?}");
    let test = &run.json()["tests"][0];
    let seen = (&test["outcome"], &test["cause"], &test["line"]);
    assert_eq!(
        seen,
        (&"unanalysable".into(), &"step-limit".into(), &3.into())
    );
    assert!(run.stdout.contains("not decided within"), "{run:?}");
    let run = localize(&folder, &["--timeout", "1"]);
    assert_eq!(run.status, 3, "{run:?}");
    let report = run.json();
    has_every_key(&report);
    assert_eq!(
        (&report["status"], &report["groups"]),
        (&"stopped".into(), &serde_json::json!([]))
    );
    assert_eq!(report["tests"]["unanalysable"][0]["cause"], "step-limit");
    let text = faultlens(folder.path(), &["test", "p.c", "--timeout", "1"]);
    assert!(
        text.stdout.contains("1 test, none fails, 1 not decided"),
        "{text:?}"
    );
    assert!(text.stdout.contains("open  t"), "{text:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_limit_ends_a_run() {
    let folder = Folder::new("memory");
    folder.write("p.c", HUNGRY.as_bytes());
    folder.write("tests/t.out", b"");
    let run = localize(&folder, &["--memory", "64", "--timeout", "60"]);
    assert_eq!(run.status, 3, "{run:?}");
    assert_eq!(run.json()["reason"], "memory limit 64 MB", "{run:?}");
}

/// What cannot be done at all is told, and nothing is left behind when the asking process is killed.
#[cfg(target_os = "linux")]
#[test]
fn no_worker_outlives_its_parent() {
    use std::process::{Command, Stdio};
    let folder = Folder::new("orphan");
    folder.write("p.c", LONG.as_bytes());
    for i in 0..50 {
        folder.write(&format!("tests/t{i}.out"), b"");
    }
    let mut parent = Command::new(env!("CARGO_BIN_EXE_faultlens"))
        .args(["localize", "p.c", "--timeout", "100"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let children = format!("/proc/{0}/task/{0}/children", parent.id());
    let worker = wait_for(|| {
        let list = std::fs::read_to_string(&children).ok()?;
        list.split_whitespace().next().map(str::to_owned)
    })
    .expect("a worker starts");
    parent.kill().unwrap();
    parent.wait().unwrap();
    let stat = format!("/proc/{worker}/stat");
    let gone = wait_for(|| {
        let state = std::fs::read_to_string(&stat).unwrap_or_default();
        (state.is_empty() || state.contains(") Z ")).then_some(())
    });
    assert!(gone.is_some(), "process {worker} is still there");
}

#[cfg(target_os = "linux")]
fn wait_for<T>(mut ready: impl FnMut() -> Option<T>) -> Option<T> {
    (0..1000).find_map(|_| {
        std::thread::sleep(Duration::from_millis(10));
        ready()
    })
}
