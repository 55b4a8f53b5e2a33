//! The programs of the MDFS paper.

use std::collections::BTreeSet;

use testkit::{CompiledProgram, run_of_main};
use trace::{DependenceKind, Kinds, ProgramFacts, RecordingLimits, Slice};

use crate::support::{line, lines, prepared, recorded};

/// Fig. 1: the middle one of three numbers, with faults in lines 7 and 11 (2 and 6 of the figure).
const MIDDLE: &str = "\
#include <stdio.h>
int main(void)
{
    int x, y, z, m;
    scanf(\"%d\", &x);
    scanf(\"%d %d\", &y, &z);
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

fn slice_of(compiled: &CompiledProgram, input: &str, output: &str, kinds: Kinds) -> Slice {
    let facts = ProgramFacts::new(&compiled.program);
    let test = run_of_main("t", &[], input, Some(output.as_bytes()));
    let prepared = prepared(compiled, &test);
    let recording = recorded(&facts, &prepared, RecordingLimits::default()).unwrap();
    recording.graph(kinds)
}

/// Dependences between lines.
fn between(compiled: &CompiledProgram, slice: &Slice) -> BTreeSet<(u32, u32, DependenceKind)> {
    let groups = slice.groups();
    let line = |i: usize| groups[i].owner.map(|o| line(compiled, o.component));
    let edges = slice.grouped_edges().into_iter();
    edges
        .filter_map(|(from, to, kind)| Some((line(from)?, line(to)?, kind)))
        .collect()
}

/// Fig. 4(a): the wrong output depends on the assignment in line 7, which depends on the input alone, and on the branches
/// that could have led to another assignment; these depend on each other by control.
#[test]
fn the_middle_number() {
    let compiled = CompiledProgram::new(MIDDLE);
    let slice = slice_of(&compiled, "2 1 3", "2\n", Kinds::PAPER);
    let has = |edge: (u32, u32, DependenceKind)| {
        let all = between(&compiled, &slice);
        assert!(all.contains(&edge), "{edge:?} is not among {all:?}");
    };
    has((19, 7, DependenceKind::Data));
    has((7, 6, DependenceKind::Data));
    has((19, 11, DependenceKind::Summary));
    has((19, 9, DependenceKind::Summary));
    has((19, 8, DependenceKind::Summary));
    has((11, 9, DependenceKind::Control));
    has((9, 8, DependenceKind::Control));
    has((11, 5, DependenceKind::Data));
    assert_eq!(
        lines(&compiled, &slice),
        [5, 6, 7, 8, 9, 11, 19].into_iter().collect()
    );
    assert_eq!(slice.inputs().len(), 2);
}

/// Without summary control dependences, the faulty branch is not found.
#[test]
fn what_summary_control_is_for() {
    let compiled = CompiledProgram::new(MIDDLE);
    let kinds = Kinds::PAPER.without(DependenceKind::Summary);
    let slice = slice_of(&compiled, "2 1 3", "2\n", kinds);
    // The first read decides where in the input the second one begins.
    assert_eq!(
        lines(&compiled, &slice),
        [5, 6, 7, 19].into_iter().collect()
    );
}

/// §6.3's variant: with the faults of Fig. 1 fixed and two statements exchanged, the executed assignment hides the
/// earlier one, and there is no summary control dependence on branches within whose regions the value was written.
#[test]
fn an_assignment_hides_branches() {
    let text = MIDDLE
        .replace("    m = y;\n    if (y < z)", "    m = z;\n    if (y < z)")
        .replace(
            "x > z)\n            m = x;\n    } else",
            "x < z)\n            m = y;\n    } else",
        );
    let compiled = CompiledProgram::new(&text);
    let slice = slice_of(&compiled, "2 1 3", "2\n", Kinds::PAPER);
    let edges = between(&compiled, &slice);
    assert!(edges.contains(&(19, 12, DependenceKind::Data)), "{edges:?}");
    assert!(
        !edges
            .iter()
            .any(|e| e.0 == 19 && e.2 == DependenceKind::Summary),
        "{edges:?}"
    );
    assert_eq!(
        lines(&compiled, &slice),
        [5, 6, 8, 9, 11, 12, 19].into_iter().collect()
    );
}

/// Fig. 2 and 3: an assignment that is reached only through a chain of branches. Each of the branches that were
/// executed is found.
#[test]
fn a_chain_of_branches() {
    let text = "\
#include <stdio.h>
int main(void)
{
    int a, b, x, unrelated;
    scanf(\"%d\", &a);
    scanf(\"%d\", &b);
    x = 1;
    unrelated = a;
    if (a > 0)
        if (b > 0)
            x = 2;
    if (unrelated)
        unrelated = 0;
    printf(\"%d\\n\", x);
    return 0;
}
";
    let compiled = CompiledProgram::new(text);
    let edges = |input: &str, wanted: &str| {
        let slice = slice_of(&compiled, input, wanted, Kinds::PAPER);
        let all = between(&compiled, &slice).into_iter();
        let of_print: Vec<_> = all.filter(|e| e.0 == 14).map(|e| (e.1, e.2)).collect();
        (
            of_print,
            lines(&compiled, &slice).into_iter().collect::<Vec<_>>(),
        )
    };
    let (print, slice) = edges("0 0", "2\n");
    assert_eq!(
        print,
        [(7, DependenceKind::Data), (9, DependenceKind::Summary)]
    );
    assert_eq!(slice, [5, 7, 9, 14]);
    let (print, slice) = edges("1 0", "2\n");
    // Line 9 alone could not have led to another value; line 10 depends on it.
    assert_eq!(
        print,
        [(7, DependenceKind::Data), (10, DependenceKind::Summary)]
    );
    assert_eq!(slice, [5, 6, 7, 9, 10, 14]);
    let (print, slice) = edges("1 1", "1\n");
    assert_eq!(print, [(11, DependenceKind::Data)]);
    assert_eq!(slice, [5, 6, 9, 10, 11, 14]);
}
