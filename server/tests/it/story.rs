//! The story of a failure, and answers to "why?".

use crate::common::{Folder, faultlens};

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
            "Line 13 was not reached before the first wrong output, in line 24, because `head == NULL` in line 12 was false (head = the 2nd struct node from line 6)."
        ]
    );
    let program = "#include <stdio.h>\nstatic void never(void) {\n    puts(\"never\");\n}\nint main(void) {\n    if (getchar() == 'x')\n        never();\n    puts(\"a\");\n    return 0;\n}\n";
    let told = told(program, "y", "b\n", &["why", "p.c:3"]);
    assert_eq!(
        told,
        [
            "Line 3 was not reached before the first wrong output, in line 8: `never` was not called."
        ]
    );
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
        // The loop's variable is not in scope behind it.
        (Some("2"), Some("3"), None)
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

/// The body of `main`, as a program.
fn main_of(body: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) {{\n{body}\n    return 0;\n}}\n"
    )
}

#[test]
fn an_object_is_named_as_after_the_write_with_its_value_then() {
    for (body, output, sentence) in [
        // The element of an initialiser that was read.
        (
            "    int days[4] = {31, 28, 30, 30};\n    printf(\"%d\\n\", days[2]);",
            "31\n",
            "`days[2]` was set to 30 in line 5 by `days[4] = {31, 28, 30, 30}`.",
        ),
        (
            "    static struct { int w, h; } box[2] = {{1, 2}, {3, 5}};\n    printf(\"%d\\n\", box[1].h);",
            "4\n",
            "`box[1].h` was set to 5 in line 5 by `box[2] = {{1, 2}, {3, 5}}`.",
        ),
        // A pointer that the statement itself moves.
        (
            "    char buf[3], *p = buf;\n    *p++ = 'h';\n    *p++ = 'j';\n    *p = 0;\n    printf(\"%s\\n\", buf);",
            "hi\n",
            "`buf[1]` was set to 'j' in line 7 by `*p++ = 'j'` (p = &buf[1]).",
        ),
        (
            "    int row[2], *end = row + 2;\n    *--end = 8;\n    *--end = 3;\n    printf(\"%d\\n\", row[1]);",
            "9\n",
            "`row[1]` was set to 8 in line 6 by `*--end = 8` (end = &row[2]).",
        ),
        // An index that the right side changes.
        (
            "    int a[3] = {0}, i = 0;\n    a[i] = i = 2;\n    printf(\"%d\\n\", a[0]);",
            "1\n",
            "`a[0]` was set to 2 in line 6 by `a[i] = i = 2` (a[i] = 0, i = 0).",
        ),
        // A block without a name, through a pointer that still leads there.
        (
            "    struct cell { int n; } *all = calloc(2, sizeof *all), *q = all;\n    q++->n = 7;\n    printf(\"%d\\n\", all[0].n);\n    free(all);",
            "6\n",
            "`all->n` was set to 7 in line 6 by `q++->n = 7` (q = the 1st struct cell from line 5).",
        ),
    ] {
        let story = told(&main_of(body), "", output, &["explain", "p.c"]);
        let has = |told: &String| told.starts_with(sentence);
        assert!(story.iter().any(has), "{sentence}\n{story:#?}");
    }
}

#[test]
fn a_number_made_from_an_address_is_not_told_as_that_of_one_layout() {
    let made = "a number made from an address";
    for (declarations, body, name) in [
        (
            "int v[2] = {1, 2};",
            "int s = (int)(intptr_t)(v + 1); s += n;",
            "s",
        ),
        ("", "int s = main; s = s + n;", "s"),
        (
            "int a;",
            "struct { unsigned low : 9; int rest; } f = {(uintptr_t)&a / 16, 0}; int t = f.low;",
            "t",
        ),
        (
            "int *p = 0;",
            "int *q = &n; uintptr_t x = (uintptr_t)q ^ 5; int h = x % 1021; p = q;",
            "h",
        ),
        (
            "char c;",
            "short parts[2]; parts[1] = (short)(long)&c; int w = parts[1] * 2;",
            "w",
        ),
    ] {
        let body = format!("int n = 0; scanf(\"%d\", &n); {body} printf(\"%d\\n\", {name});");
        let program = format!("#include <stdint.h>\n{declarations}\n{}", main_of(&body));
        let story = told(&program, "3\n", "3\n", &["explain", "p.c"]);
        assert!(
            story[0].ends_with(&format!("({name} = {made}).")),
            "{story:#?}"
        );
        let written = format!("`{name}` was set to {made}");
        assert!(story.iter().any(|s| s.contains(&written)), "{story:#?}");
        assert!(
            !story.iter().any(|s| s.contains("would have passed")),
            "{story:#?}"
        );
    }
}

#[test]
fn a_name_means_the_variable_of_the_innermost_block() {
    let body = "    int i = 5, sum = 0;\n    for (int i = 0; i < 2; i++)\n        sum += i;\n    { int i = 40; sum += i > 10; }\n    for (int i = 7; i < 8; i++)\n        sum += i;\n    printf(\"%d\\n\", sum + i);";
    let why = |place: &str| told(&main_of(body), "", "0\n", &["why", place]).remove(0);
    for (place, start) in [
        ("p.c:7:i", "In line 7 `i` is 1: set in line 6 by `i++`"),
        ("p.c:10:i", "In line 10 `i` is 7: set in line 9 by `i = 7`"),
        ("p.c:11:i", "In line 11 `i` is 5: set in line 5 by `i = 5`"),
    ] {
        let told = why(place);
        assert!(told.starts_with(start), "{told}");
    }
}

#[test]
fn the_branch_and_the_operand_that_decided_are_named() {
    let program = "#include <stdio.h>
static int odd(int x)
{
    return x % 2;
}
int main(void) {
    int a = 4, b = 4, n = 0, *at = &a;
    if (n == 0) {
        while (n < 3) {
            if (a > b || (a == b && odd(a)))
                n += 2;
            else
                break;
        }
        for (int i = 0; i < 2; i++) {
            if (i >= 0 && n == 0 && i != 7)
                continue;
            n = 9;
        }
    }
    if (n < 0 || a == 4 || b / n)
        *at = 5;
    printf(\"%d\\n\", n);
    return 0;
}
";
    let why = |place: &str| told(program, "", "1\n", &["why", place]);
    for (place, at, sentence) in [
        (
            "p.c:11",
            0,
            "Line 11 was not reached before the first wrong output, in line 23, because `a > b || (a == b && odd(a))` in line 10 was false (a = 4, b = 4).",
        ),
        (
            "p.c:4:x",
            1,
            "Line 10 was reached because `a == b` in line 10 was true (a = 4, b = 4).",
        ),
        (
            "p.c:18",
            0,
            "Line 18 was not reached before the first wrong output, in line 23, because `i >= 0 && n == 0 && i != 7` in line 16 was true (i = 1, n = 0).",
        ),
        (
            "p.c:22",
            0,
            "Line 22 was reached because `a == 4` in line 21 was true (a = 4, n = 0, b = 4).",
        ),
    ] {
        assert_eq!(why(place)[at], sentence);
    }
}

#[test]
fn a_local_array_whose_function_has_returned_is_named_with_the_function() {
    let program = "#include <stdio.h>
static const char *names[2];
static int count;
static void keep(void) {
    char line[8];
    while (count < 2 && fgets(line, sizeof line, stdin))
        names[count++] = line;
}
int main(void) {
    keep();
    printf(\"%s\", names[0]);
    return 0;
}
";
    let story = told(program, "ann\nbob\n", "ann\n", &["explain", "p.c"]);
    assert!(
        story[0].contains("stack-use-after-return")
            && story[0].contains("names[0] = line of keep(), which has returned"),
        "{story:#?}"
    );
    assert_eq!(
        story[1],
        "`line` (line 5) is a local array of keep(), which has returned."
    );
    assert_eq!(
        story[2],
        "`names[0]` was set to line in line 7 by `names[count++] = line` (count = 0)."
    );
}

#[test]
fn blocks_differ_in_a_member_or_in_padding() {
    let body = |set: &str| {
        main_of(&format!(
            "    struct {{ char kind; int n; }} a, b;\n    memset(&a, 0, sizeof a);\n    memset(&b, 1, sizeof b);\n    a.kind = b.kind = 'k';\n    {set}\n    puts(memcmp(&a, &b, sizeof a) ? \"other\" : \"same\");"
        ))
    };
    for (set, found) in [
        (
            "a.n = b.n = 4;",
            "the padding of `a` and the padding of `b`.",
        ),
        (
            "memset(&a, 1, sizeof a); a.kind = 'k'; a.n = 2; b.n = 3;",
            "`a.n` (2) and `b.n` (3).",
        ),
    ] {
        let story = told(&body(set), "", "same\n", &["explain", "p.c"]);
        let sentence = format!("`memcmp` found the first difference in {found}");
        assert!(
            story.iter().any(|told| told.contains(&sentence)),
            "{sentence}\n{story:#?}"
        );
    }
}

#[test]
fn a_text_that_should_be_contained_is_compared_with_the_most_similar_part() {
    let folder = Folder::new("contains");
    let body = "    puts(\"shop\");\n    fputs(\"total: \", stdout);\n    printf(\"%d\", 3 + 4);\n    puts(\"\\nbye\");";
    folder.write("p.c", main_of(body).as_bytes());
    folder.write(
        "faultlens.toml",
        b"[[test]]\nname = \"t\"\nstdout = \"total: 12\"\ncompare = \"contains\"\n",
    );
    let report = faultlens(folder.path(), &["explain", "p.c", "--format", "json"]).json();
    assert_eq!(report["failure"]["line"], 7);
    let story = report["story"][0]["text"].as_str().unwrap();
    assert!(
        story.starts_with(
            "Line 7, `printf(\"%d\", 3 + 4)`: expected \"total: 12\" somewhere in the output, most similar is \"total: 7"
        ),
        "{story}"
    );
}

#[test]
fn a_run_that_reads_a_file_is_proved() {
    let folder = Folder::new("file");
    let body = "    FILE *in = fopen(\"n.txt\", \"r\");\n    int n = 0, total = 0;\n    while (fscanf(in, \"%d\", &n) == 1)\n        total -= n;\n    printf(\"%d\\n\", total);";
    folder.write("p.c", main_of(body).as_bytes());
    folder.write("n.txt", b"5 7\n");
    folder.write("tests/t.in", b"");
    folder.write("tests/t.out", b"12\n");
    let report = faultlens(folder.path(), &["explain", "p.c", "--format", "json"]).json();
    assert_eq!(report["status"], "explained", "{}", report["reason"]);
    assert_eq!(report["proved"], true);
}

#[test]
fn facts_say_what_the_sentences_say() {
    let folder = Folder::new("facts");
    folder.write("p.c", LARGEST.as_bytes());
    folder.write("tests/t.in", b"3 1 2 3\n");
    folder.write("tests/t.out", b"3\n");
    let report = faultlens(folder.path(), &["explain", "p.c", "--format", "json"]).json();
    let facts = report["facts"].as_array().unwrap();
    let has = |line: u32, execution: u32, kind: &str, object: Option<&str>, value: &str| {
        facts.iter().any(|fact| {
            fact["line"] == line
                && fact["execution"] == execution
                && fact["kind"] == kind
                && fact["object"].as_str() == object
                && fact["value"] == value
        })
    };
    assert!(has(4, 2, "outcome", None, "false"), "{facts:#?}");
    assert!(has(4, 2, "value", Some("i"), "2"), "{facts:#?}");
    assert!(has(6, 1, "wrote", Some("best"), "2"), "{facts:#?}");
}

#[test]
fn a_name_after_a_space_is_not_taken_for_a_file() {
    let folder = Folder::new("typo");
    folder.write("p.c", LARGEST.as_bytes());
    let run = faultlens(folder.path(), &["why", "p.c:7", "best"]);
    assert!(
        run.stderr
            .contains("a variable follows the line and a colon: FILE:LINE:best"),
        "{}",
        run.stderr
    );
}

#[test]
fn an_access_outside_of_a_large_array_is_explained() {
    let body = "    static char picture[300];\n    int at = 0;\n    scanf(\"%d\", &at);\n    putchar(picture[at] + 'a');";
    let story = told(&main_of(body), "306", "a", &["explain", "p.c"]);
    assert!(story[0].contains("byte 306 of `picture`"), "{story:#?}");
}
