//! Faults that relaxation by deletion can repair, for each kind of component, compared with angelic values.

use std::collections::BTreeSet;

use harness::Test;
use localize::{JobOptions, Relaxing, Session};
use testkit::{CompiledProgram, call, run_of_main};

use crate::support::Patience;

/// A program with one failing test, and the lines that alone let it pass in each mode.
struct Row {
    text: &'static str,
    test: Test,
    deletion: &'static [u32],
    angelic: &'static [u32],
}

/// A row in which `f(argument)` should return the result.
fn row(
    text: &'static str,
    (argument, result): (i64, i64),
    deletion: &'static [u32],
    angelic: &'static [u32],
) -> Row {
    Row {
        text,
        test: call("t", "f", &[argument], Some(result.to_string())),
        deletion,
        angelic,
    }
}

fn rows() -> Vec<Row> {
    vec![
        // A deleted assignment leaves the old value.
        row(
            "int f(int x) {\n x = x + 1;\n return x;\n}",
            (1, 1),
            &[2],
            &[2, 3],
        ),
        row(
            "int f(int x) {\n x = x + 1;\n return x;\n}",
            (1, 5),
            &[],
            &[2, 3],
        ),
        row(
            "int f(int x) {\n x++;\n return x;\n}",
            (1, 1),
            &[2],
            &[2, 3],
        ),
        // Without its initialiser a variable may hold any value.
        row(
            "int f(int x) {\n int y = x;\n return y * 1;\n}",
            (1, 5),
            &[2],
            &[2, 3],
        ),
        // A declaration without initialiser is no component.
        row(
            "int f(int x) {\n int y;\n if (x > 1)\n  y = 0;\n return y;\n}",
            (1, 0),
            &[3],
            &[2, 3, 5],
        ),
        // `return` remains, except for a condition in it; so does a call whose value is used.
        row("int f(int x) {\n return x + 1;\n}", (1, 1), &[], &[2]),
        row(
            "int f(int x) {\n return\n  x > 1\n  ? 7 : x;\n}",
            (1, 7),
            &[3],
            &[2, 3],
        ),
        row(
            "int g(int x) {\n return x + 1;\n}\nint f(int x) {\n return\n  g(x) * 2;\n}",
            (1, 2),
            &[],
            &[2, 5, 6],
        ),
        // A call for its effect is a statement, and can be deleted.
        row(
            "int n;\nvoid g(void) {\n n = n + 1;\n}\nint f(int x) {\n g();\n return x + n;\n}",
            (1, 1),
            &[3, 6],
            &[3, 6, 7],
        ),
        // Conditions are free at each execution, including those of loops; so is a statement in a loop.
        row(
            "int f(int x) {\n int n = x * 0;\n while (x > 0) {\n  n++;\n  x--;\n }\n return n;\n}",
            (3, 2),
            &[2, 3, 4],
            &[2, 3, 4, 5, 7],
        ),
        row(
            "int f(int x) {\n switch (x) {\n case 1:\n  return 5;\n case 2:\n  break;\n default:\n  return 6;\n }\n return 7;\n}",
            (1, 7),
            &[2],
            &[2, 4],
        ),
        row(
            "int f(int x) {\n while (x < 9) {\n  x = x + 4;\n  if (x == 5)\n   break;\n }\n return x;\n}",
            (1, 9),
            &[4, 5],
            &[3, 4, 5, 7],
        ),
        Row {
            text: "#include <stdio.h>\nint main(void) {\n int n;\n scanf(\"%d\", &n);\n printf(\"%d\", n);\n printf(\"%d\", 7);\n return 0;\n}",
            test: run_of_main("t", &[], "1", Some(b"27")),
            // Deleted input leaves any value, deleted output leaves nothing.
            deletion: &[4],
            angelic: &[4, 5],
        },
        Row {
            text: "#include <stdio.h>\nint main(void) {\n int n;\n scanf(\"%d\", &n);\n printf(\"%d\", n);\n printf(\"%d\", 7);\n return 0;\n}",
            test: run_of_main("t", &[], "1", Some(b"1")),
            deletion: &[6],
            angelic: &[6],
        },
    ]
}

fn lines(row: &Row, relaxing: Relaxing) -> BTreeSet<u32> {
    let compiled = CompiledProgram::new(row.text);
    let options = JobOptions {
        relaxing,
        max_size: 1,
        ..JobOptions::default()
    };
    let tests = [row.test.clone()];
    let mut session = Session::new(&compiled.parse, &compiled.program, &tests, options);
    let report = session.localize(&Patience::seconds(60), &mut |_| {});
    assert!(report.diagnoses.iter().all(|d| d.verified), "{}", row.text);
    let suspects = report.diagnoses.iter().flat_map(|d| &d.suspects);
    // In deletion mode no statements are inserted.
    let components = &compiled.program.components;
    let written = suspects.filter(|s| s.comp.index() < components.len());
    let place = |s: &localize::report::Suspect| components[s.comp.index()].span;
    written
        .map(|s| compiled.parse.sources.line_col(place(s)).0)
        .collect()
}

#[test]
fn each_kind_of_component() {
    let mut wrong = Vec::new();
    for row in rows() {
        for (relaxing, wanted) in [
            (Relaxing::Deletion, row.deletion),
            (Relaxing::Angelic, row.angelic),
        ] {
            let found = lines(&row, relaxing);
            if found != wanted.iter().copied().collect() {
                wrong.push(format!("{relaxing:?}: {found:?} of\n{}", row.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
