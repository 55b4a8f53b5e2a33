//! The story of a failure, and answers to "why?".
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Folder, faultlens};

/// What a command says of a program with one test `t`, behind its first line.
fn told(program: &str, input: &str, output: &str, args: &[&str]) -> Vec<String> {
    let folder = Folder::new("story");
    folder.write("p.c", program.as_bytes());
    folder.write("tests/t.in", input.as_bytes());
    folder.write("tests/t.out", output.as_bytes());
    let run = faultlens(folder.path(), args);
    run.is_calm();
    let lines = run.stdout.lines().skip(1);
    let story =
        lines.take_while(|line| line.starts_with("  ") && !line.trim().starts_with("expected "));
    story.map(|line| line.trim().to_owned()).collect()
}

const LARGEST: &str = "#include <stdio.h>
int largest(const int *v, int n) {
    int best = v[0];
    for (int i = 1; i < n - 1; i++)
        if (v[i] > best)
            best = v[i];
    return best;
}
int main(void) {
    int n, v[10];
    scanf(\"%d\", &n);
    for (int i = 0; i < n; i++)
        scanf(\"%d\", &v[i]);
    printf(\"%d\\n\", largest(v, n));
    return 0;
}
";

#[test]
fn a_story_leads_from_the_failure_to_the_suspect_with_values() {
    let story = told(LARGEST, "3 1 2 3\n", "3\n", &["explain", "p.c"]);
    assert!(story.len() <= 5, "{story:#?}");
    assert!(
        story[0].starts_with(
            "Line 14, `printf(\"%d\\n\", largest(v, n))`: expected \"3\", printed \"2\""
        ),
        "{story:#?}"
    );
    assert!(
        story
            .iter()
            .any(|sentence| sentence.contains("`return best`")),
        "{story:#?}"
    );
    let last = story.last().unwrap();
    assert!(
        last.contains("`i < n - 1` in line 4 was false (i = 2, n = 3)"),
        "{story:#?}"
    );
}

#[test]
fn a_value_is_answered_for_by_what_wrote_it_and_what_led_there() {
    let why = |place: &str| told(LARGEST, "3 1 2 3\n", "3\n", &["why", place]);
    assert_eq!(
        why("p.c:7:best"),
        [
            "In line 7 `best` is 2: set in line 6 by `best = v[i]` (v[i] = 2, i = 1).",
            "Line 6 was reached because `v[i] > best` in line 5 was true (v[i] = 2, i = 1, best = 1)."
        ]
    );
    assert_eq!(
        why("p.c:14:v[2]")[0],
        "In line 14 `v[2]` is 3: set in line 13 by `scanf(\"%d\", &v[i])` (i = 2)."
    );
    assert_eq!(
        why("p.c:7:none"),
        ["`none` names nothing that can be read in line 7."]
    );
}

const LIST: &str = "#include <stdio.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *head;
static void push(int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = head;
    head = n;
}
static int pop(void) {
    if (head == NULL)
        return -1;
    struct node *n = head;
    int value = n->value;
    head = n->next;
    free(n);
    return value;
}
int main(void) {
    int cells[2][3] = {{1, 2, 3}, {4, 5, 6}};
    push(cells[1][2]);
    push(7);
    printf(\"%d\\n\", pop());
    return 0;
}
";

#[test]
fn objects_are_named_as_they_are_declared_and_reached() {
    let why = |place: &str| told(LIST, "", "6\n", &["why", place]);
    let told = why("p.c:24:head");
    assert!(
        told[0].starts_with(
            "In line 24 `head` is the 2nd struct node from line 6: set in line 9 by `head = n`"
        ),
        "{told:?}"
    );
    let told = why("p.c:24:head->next->value");
    assert!(
        told[0].starts_with(
            "In line 24 `head->next->value` is 6: set in line 7 by `n->value = value` (value = 6"
        ),
        "{told:?}"
    );
    assert!(
        why("p.c:22:cells[1][2]")[0].starts_with("In line 22 `cells[1][2]` is 6: set in line 21")
    );
}

#[test]
fn a_line_that_was_not_reached_says_what_led_past_it() {
    let why = |place: &str| told(LIST, "", "6\n", &["why", place]);
    assert_eq!(
        why("p.c:13"),
        [
            "Line 13 was not reached because `head == NULL` in line 12 was false (head = the 2nd struct node from line 6)."
        ]
    );
    let program = "#include <stdio.h>\nstatic void never(void) {\n    puts(\"never\");\n}\nint main(void) {\n    if (getchar() == 'x')\n        never();\n    puts(\"a\");\n    return 0;\n}\n";
    let told = told(program, "y", "b\n", &["why", "p.c:3"]);
    assert_eq!(told, ["Line 3 was not reached: `never` was not called."]);
}

/// The lines of the short trace of a program with one test `t`, without the failure.
fn short(program: &str, input: &str, output: &str) -> Vec<String> {
    let folder = Folder::new("short");
    folder.write("p.c", program.as_bytes());
    folder.write("tests/t.in", input.as_bytes());
    folder.write("tests/t.out", output.as_bytes());
    let run = faultlens(folder.path(), &["explain", "p.c", "--format", "json"]);
    let report = run.json();
    let lines = report["short_trace"].as_array().unwrap().iter();
    lines
        .map(|line| {
            let times = line["times"].as_u64().unwrap();
            let told = line["told"].as_str().unwrap();
            format!("{} {times}x {told}", line["line"])
        })
        .collect()
}

#[test]
fn the_short_trace_folds_executions_and_keeps_what_decides() {
    let lines = short(LARGEST, "5 1 2 3 4 9\n", "9\n");
    assert!(lines.len() <= 12, "{lines:#?}");
    let has = |line: &str| lines.iter().any(|told| told == line);
    assert!(has("4 4x at last false (i = 4, n = 5)"), "{lines:#?}");
    assert!(has("6 3x best = 2, 3, 4"), "{lines:#?}");
    assert!(has("7 1x best = 4"), "{lines:#?}");
    // In the order of the run.
    let at = |start: &str| lines.iter().position(|told| told.starts_with(start));
    assert!(at("6 ") < at("7 "), "{lines:#?}");
}

/// A list whose last node is removed while the list still points to it.
const DANGLING: &str = "#include <stdio.h>
#include <stdlib.h>
typedef struct node { int value; struct node *next; } Node;
typedef struct { Node *head, *tail; } List;
static void append(List *l, int value) {
    Node *n = malloc(sizeof *n);
    n->value = value;
    n->next = NULL;
    if (l->head == NULL)
        l->head = n;
    else
        l->tail->next = n;
    l->tail = n;
}
static void drop_last(List *l) {
    Node *before = NULL, *n = l->head;
    while (n->next != NULL) {
        before = n;
        n = n->next;
    }
    before->next = NULL;
    if (n == l->head)
        l->tail = before;
    free(n);
}
int main(void) {
    List l = {NULL, NULL};
    append(&l, 1);
    append(&l, 2);
    drop_last(&l);
    append(&l, 3);
    printf(\"%d\\n\", l.head->next->value);
    return 0;
}
";

#[test]
fn what_a_branch_left_out_is_told_where_it_let_a_pointer_dangle() {
    let story = told(DANGLING, "", "3\n", &["explain", "p.c"]);
    assert!(story[0].contains("which is freed"), "{story:#?}");
    assert!(
        story.iter().any(|told| told.starts_with(
            "`n == l->head` in line 22 was false (n = the 2nd struct node from line 6, l->head = the 1st struct node from line 6), so `l->tail = before` in line 23 did not run."
        )),
        "{story:#?}"
    );
    let lines = short(DANGLING, "", "3\n");
    assert!(
        lines.iter().any(|told| told.starts_with("24 1x n = ")),
        "{lines:#?}"
    );
}

#[test]
fn a_proof_about_freed_memory_says_what_it_takes_for_granted() {
    let assumed = |program: &str, output: &str| {
        let folder = Folder::new("freed");
        folder.write("p.c", program.as_bytes());
        folder.write("tests/t.in", b"");
        folder.write("tests/t.out", output.as_bytes());
        let run = faultlens(folder.path(), &["explain", "p.c", "--format", "json"]);
        run.json()["assumed"].to_string()
    };
    let freed = "memory is freed when it was in this run";
    assert!(assumed(DANGLING, "3\n").contains(freed));
    let wrong = "#include <stdio.h>\nint main(void) {\n    puts(\"2\");\n    return 0;\n}\n";
    assert!(!assumed(wrong, "3\n").contains(freed));
}

#[test]
fn where_nothing_can_be_proved_the_story_is_told_all_the_same() {
    let program = "#include <stdio.h>
static int sum(const unsigned char *bytes) {
    int total = 0;
    for (int i = 1; i < 8; i++)
        total += bytes[i];
    return total;
}
int main(void) {
    double v;
    scanf(\"%lf\", &v);
    v = v / 2;
    printf(\"%d\\n\", sum((unsigned char *)&v));
    return 0;
}
";
    let folder = Folder::new("unproved");
    folder.write("p.c", program.as_bytes());
    folder.write("tests/t.in", b"0.1\n");
    folder.write("tests/t.out", b"1394\n");
    let run = faultlens(folder.path(), &["explain", "p.c"]);
    let text = &run.stdout;
    assert!(text.starts_with("p.c:12: test t fails: "), "{text}");
    assert!(text.contains("`total` was set to"), "{text}");
    assert!(text.contains("How the failure happens:"), "{text}");
    assert!(text.contains("Note: nothing of this is proved: "), "{text}");
}

#[test]
fn the_run_is_shown_statement_by_statement() {
    let folder = Folder::new("run");
    folder.write("p.c", LARGEST.as_bytes());
    folder.write("tests/t.in", b"3 1 2 3\n");
    folder.write("tests/t.out", b"3\n");
    let run = faultlens(
        folder.path(),
        &["trace", "p.c", "--run", "--format", "json"],
    );
    let report = run.json();
    let steps = report["run"].as_array().unwrap();
    assert_eq!(report["run_before"], false);
    // Calls are told apart by their depth; a part of a statement is no step of its own.
    let place = |step: &serde_json::Value| {
        let (function, line) = (step["function"].as_str().unwrap(), step["line"].as_u64());
        format!(
            "{}{function}:{}",
            " ".repeat(step["depth"].as_u64().unwrap() as usize - 1),
            line.unwrap()
        )
    };
    let last: Vec<String> = steps.iter().rev().take(8).map(place).collect();
    let wanted = [
        " largest:7",
        " largest:4",
        " largest:4",
        " largest:6",
        " largest:5",
        " largest:4",
        " largest:4",
        " largest:3",
    ];
    assert_eq!(last, wanted);
    let at = |line: u64| steps.iter().rfind(|step| step["line"] == line).unwrap();
    let seven = at(7);
    let value = |name: &str| {
        let values = seven["values"].as_array().unwrap().iter();
        let mut own = values.filter(|value| value["name"] == name);
        own.next().map(|value| value["value"].as_str().unwrap())
    };
    assert_eq!(
        (value("best"), value("n"), value("i")),
        (Some("2"), Some("3"), Some("2"))
    );
    assert_eq!(at(6)["changed"], serde_json::json!([]));
    let text = faultlens(folder.path(), &["trace", "p.c", "--run"]).stdout;
    assert!(text.contains("   6 │ best = v[i]"), "{text}");
    assert!(text.contains("largest in p.c"), "{text}");
    assert!(
        text.trim_end().ends_with("← expected \"3\", printed \"2\""),
        "{text}"
    );
}
