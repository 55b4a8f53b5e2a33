//! Cores are sound: components outside a core do not help. Cores omit initial values of variables where nothing uses
//! them.

use exec::run::prepare;
use ir::CompSet;
use ir::{CompId, ComponentKind};
use search::QueryVerdict;
use testkit::{
    BruteForce, CompiledProgram, EnumerationBudget, Feasible, Narrow, run_of_main, subsets,
};

/// What lets the test pass by itself is in every core of another component: enumeration of both would take too long.
#[track_caller]
fn compare_cores_with_single_components(text: &str, expected: &str) {
    let compiled = CompiledProgram::new(text);
    let (parse, program) = (&compiled.parse, &compiled.program);
    let test = [run_of_main("t", &[], "", Some(expected.as_bytes()))];
    let ran = compiled.run(&test).remove(0);
    let prepared = prepare(program, "main", &test[0]).unwrap();
    let mut narrow = Narrow::new(program, &[(&prepared, &ran)], None, smt::Choice::Auto);
    let all = subsets(program.components.len() as u32, 1).into_iter();
    let verdicts: Vec<_> = all.map(|set| (narrow.verdict(0, &set), set)).collect();
    let mut compared = 0;
    for (feasible, enough) in &verdicts {
        for (infeasible, set) in &verdicts {
            if let (QueryVerdict::Feasible(_), QueryVerdict::Infeasible { core, .. }) =
                (feasible, infeasible)
            {
                let names = [enough, set]
                    .map(|set| set.iter().map(|c| program.components[c.index()].span))
                    .map(|spans| spans.map(|at| parse.sources.text(at)).collect::<Vec<_>>());
                assert!(core.meets(enough), "{names:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 0);
}

#[test]
fn no_path_is_given_up_because_a_longer_one_has_joined_it() {
    let nested = "#include <stdio.h>
static int count(void)
{
    int n = 0;
    for (int row = 0; row < 2; row++)
        for (int column = 0; column < 8; column++)
            n++;
    return n;
}
int main(void)
{
    printf(\"%d\", count());
    return 0;
}
";
    compare_cores_with_single_components(nested, "17");
    let one_after_the_other = "#include <stdio.h>
static int skip(int at)
{
    while (at % 5 != 4)
        at++;
    return at + 1;
}
int main(void)
{
    int at = 0, n = 0;
    while (n < 6) {
        at = skip(at);
        n++;
    }
    printf(\"%d\", at);
    return 0;
}
";
    compare_cores_with_single_components(one_after_the_other, "29");
}

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
