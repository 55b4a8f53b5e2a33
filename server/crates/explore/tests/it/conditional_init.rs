//! Arrays and variables that only some runs have written: whatever is relaxed, the search and enumeration agree on
//! which tests can pass. Uses of unwritten values must end a run, uses of written ones must not.

use exec::run::{PreparedTest, prepare};
use search::QueryVerdict;
use testkit::{
    BruteForce, CompiledProgram, EnumerationBudget, Feasible, Narrow, run_of_main, subsets,
};

/// Numbers of agreeing answers: yes, no.
type Agreed = (usize, usize);

/// Compares the answers about all sets of up to two components.
#[track_caller]
fn check(text: &str, outputs: &[&str]) -> Agreed {
    let compiled = CompiledProgram::new(text);
    let program = &compiled.program;
    let tests: Vec<_> = outputs
        .iter()
        .map(|out| run_of_main(out, &[], "", Some(out.as_bytes())))
        .collect();
    let ran = compiled.run(&tests);
    let prepared: Vec<PreparedTest> = tests
        .iter()
        .map(|t| prepare(program, "main", t).unwrap())
        .collect();
    let pairs: Vec<_> = prepared.iter().zip(&ran).collect();
    let budget = EnumerationBudget::default();
    let mut narrow = Narrow::new(program, &pairs, Some(budget.bits), smt::Choice::Auto);
    let enumerated = BruteForce::new(program, budget);
    let (mut yes, mut no) = (0, 0);
    let components = program.components.len() as u32;
    for set in (1..=2).flat_map(|size| subsets(components, size)) {
        for (i, test) in prepared.iter().enumerate() {
            let verdict = narrow.verdict(i, &set);
            match (enumerated.ask(test, &set), &verdict) {
                (Feasible::Yes, QueryVerdict::Feasible(_)) => yes += 1,
                (Feasible::No, QueryVerdict::Infeasible { .. }) => no += 1,
                (Feasible::TooDear, _) => {}
                (wanted, _) => panic!("{set:?} for {:?}: {wanted:?}, {verdict:?}", outputs[i]),
            }
        }
    }
    (yes, no)
}

/// The written place is printed too, so that another place does not help.
#[test]
fn an_array_written_at_an_unknown_index() {
    let agreed = check(
        "#include <stdio.h>
int main(void)
{
    int a[3], i = 1, j;
    a[i] = 1;
    j = i;
    i = 1;
    printf(\"%d%d\", j, a[i]);
    return 0;
}
",
        &["01", "1-2", "0-1"],
    );
    assert!(agreed.0 > 20 && agreed.1 > 20, "{agreed:?}");
}

#[test]
fn an_array_read_at_an_unknown_index() {
    let agreed = check(
        "#include <stdio.h>
int main(void)
{
    int a[3], i = 0, x;
    a[0] = 1;
    a[1] = -2;
    x = a[i];
    if (x > 0)
        x = a[i + 1];
    printf(\"%d%d\", i, x);
    return 0;
}
",
        &["1-2", "01", "-1-2", "11"],
    );
    assert!(agreed.0 > 20 && agreed.1 > 20, "{agreed:?}");
}

#[test]
fn a_variable_that_one_way_leaves_unwritten() {
    let agreed = check(
        "#include <stdio.h>
int main(void)
{
    int c = 0, x, *p = &x;
    if (c < 0)
        *p = 1;
    c = c;
    printf(\"%d%d\", c, *p);
    return 0;
}
",
        &["01", "-11", "1-2"],
    );
    assert!(agreed.0 > 10 && agreed.1 > 10, "{agreed:?}");
}

/// Bytes of a word that was possibly written as a whole, and a word of which possibly one byte was written.
#[test]
fn parts_of_what_was_perhaps_written() {
    let agreed = check(
        "#include <stdio.h>
#include <string.h>
int main(void)
{
    int a[2], b[2], i = 0;
    unsigned char *bytes = (unsigned char *)a;
    a[i] = 1;
    bytes[4 + i] = 1;
    bytes[5] = bytes[6] = bytes[7] = 0;
    memcpy(b, a, sizeof a);
    printf(\"%d%d %d\", i, bytes[0], b[1]);
    return 0;
}
",
        &["00 1", "01 0", "11 1", "-10 1"],
    );
    assert!(agreed.0 > 10 && agreed.1 > 10, "{agreed:?}");
}
