//! Recording in windows, and recording of only the end of a run.

use testkit::{CompiledProgram, run_of_main};
use trace::{Kinds, ProgramFacts, RecordingLimits};

use crate::support::{lines, prepared, recorded};

const SORT: &str = "\
#include <stdio.h>
#include <stdlib.h>
int smaller(int a, int b) { return a < b; }
int main(void)
{
    int n = 40, unused = 0;
    int *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++)
        v[i] = (i * 7919) % 101;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n - 1; j++) {
            unused += j;
            if (smaller(v[j], v[j + 1])) {
                int t = v[j];
                v[j] = v[j + 1];
                v[j + 1] = t;
            }
        }
    printf(\"%d %d\\n\", v[0], v[1]);
    free(v);
    return 0;
}
";

#[test]
fn windows_make_no_difference() {
    let compiled = CompiledProgram::new(SORT);
    let facts = ProgramFacts::new(&compiled.program);
    let test = run_of_main("t", &[], "", Some(b"0 1\n"));
    let prepared = prepared(&compiled, &test);
    let whole = recorded(&facts, &prepared, RecordingLimits::default()).unwrap();
    for window in [100, 1009] {
        let limits = RecordingLimits {
            window,
            windows: 10_000,
            ..RecordingLimits::default()
        };
        let parts = recorded(&facts, &prepared, limits).unwrap();
        assert_eq!(whole.event(), parts.event());
        for kinds in [Kinds::DATA, Kinds::PAPER, Kinds::ALL] {
            let (whole, parts) = (whole.graph(kinds), parts.graph(kinds));
            assert!(parts.is_complete());
            assert_eq!(whole.nodes(), parts.nodes());
            assert_eq!(whole.edges(), parts.edges());
        }
    }
}

/// The windows that were read count, and executions in other windows count as part of the slice.
#[test]
fn a_budget_of_windows() {
    let compiled = CompiledProgram::new(SORT);
    let facts = ProgramFacts::new(&compiled.program);
    let test = run_of_main("t", &[], "", Some(b"0 1\n"));
    let limits = RecordingLimits {
        window: 1000,
        windows: 2,
        ..RecordingLimits::default()
    };
    let recording = recorded(&facts, &prepared(&compiled, &test), limits).unwrap();
    let slice = recording.slice(Kinds::ALL);
    assert!(!slice.is_complete());
    assert!(lines(&compiled, &slice).contains(&9));
    let nodes = slice.nodes();
    assert!(nodes[0].node > 1000, "{:?}", nodes[0]);
}

#[test]
fn only_the_end_of_a_long_run() {
    let text = "\
#include <stdio.h>
int main(void)
{
    unsigned long sum = 0, seen = 1;
    for (int i = 0; i < 200000; i++)
        sum += i;
    for (int i = 0; i < 10; i++)
        seen += i;
    printf(\"%lu\\n\", seen);
    return 0;
}
";
    let compiled = CompiledProgram::new(text);
    let facts = ProgramFacts::new(&compiled.program);
    let test = run_of_main("t", &[], "", Some(b"45\n"));
    let limits = RecordingLimits {
        recorded: 500_000,
        ..RecordingLimits::default()
    };
    let recording = recorded(&facts, &prepared(&compiled, &test), limits).unwrap();
    assert!(recording.is_partial());
    assert!(recording.nodes() < 1_000_000);
    let slice = recording.slice(Kinds::PAPER);
    assert!(!slice.is_complete());
    let nearest = slice.components();
    let far = nearest.iter().filter(|(_, d)| d.is_none());
    let far: Vec<u32> = far
        .map(|(c, _)| crate::support::line(&compiled, *c))
        .collect();
    // `sum = 0` is indistinguishable from the relevant statements; the loop over `seen` is not.
    assert!(far.contains(&4), "{far:?}");
    assert!(!far.contains(&8), "{far:?}");
    assert!(lines(&compiled, &slice).contains(&8));
}
