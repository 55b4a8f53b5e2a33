//! Cores are sound: components outside a core do not help. Cores omit initial values of variables where nothing uses
//! them.

use exec::run::prepare;
use ir::CompSet;
use ir::{CompId, ComponentKind};
use search::QueryVerdict;
use testkit::{
    BruteForce, CompiledProgram, EnumerationBudget, Feasible, Narrow, run_of_main, subsets,
};

/// Compares the cores of all sets of at most one component with enumeration; returns the declarations outside some core
/// although the run enters them.
#[track_caller]
fn outside(text: &str, expected: &str) -> Vec<String> {
    let compiled = CompiledProgram::new(text);
    let (parse, program) = (&compiled.parse, &compiled.program);
    let test = run_of_main("t", &[], "", Some(expected.as_bytes()));
    let tests = [test];
    let ran = compiled.run(&tests).remove(0);
    let prepared = prepare(program, "main", &tests[0]).unwrap();
    let budget = EnumerationBudget::default();
    let mut narrow = Narrow::new(
        program,
        &[(&prepared, &ran)],
        Some(budget.bits),
        smt::Choice::Auto,
    );
    let enumerated = BruteForce::new(program, budget);
    let all = program.components.len() as u32;
    let mut left_out = Vec::new();
    for set in (0..=1).flat_map(|size| subsets(all, size)) {
        let QueryVerdict::Infeasible { core, .. } = narrow.verdict(0, &set) else {
            continue;
        };
        let more = (0..all).map(CompId);
        for comp in more.filter(|c| !core.contains(*c) && !set.contains(*c)) {
            let larger: CompSet = set.with(comp);
            let answer = enumerated.ask(&prepared, &larger);
            assert!(
                matches!(answer, Feasible::No | Feasible::TooDear),
                "{larger:?} passes, and the core of {set:?} is {core:?}"
            );
            let component = &program.components[comp.index()];
            let declares = component.kind == ComponentKind::Declaration;
            if declares && ran.covered.contains(comp) {
                left_out.push(parse.sources.text(component.span).to_owned());
            }
        }
    }
    left_out.sort();
    left_out.dedup();
    left_out
}

#[test]
fn first_values_are_in_no_core_where_nobody_uses_them() {
    let text = "#include <stdio.h>
int main(void)
{
    int a, b;
    a = 1;
    b = a + 1;
    printf(\"%d\", 0);
    return b;
}
";
    assert_eq!(outside(text, "2"), ["a", "b"]);
}

#[test]
fn first_values_are_in_the_core_where_they_are_used() {
    let text = "#include <stdio.h>
int main(void)
{
    int a, b = 2;
    if (b > 4)
        a = 1;
    printf(\"%d\", a);
    return 0;
}
";
    assert_eq!(outside(text, "1"), [""; 0]);
}
