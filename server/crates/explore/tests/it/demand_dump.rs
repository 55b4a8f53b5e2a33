//! Stubs of closed branches as readable code, after the function's own code.

use expect_test::{Expect, expect};
use explore::demand::OnDemand;
use ir::Program;
use lower::{LowerOptions, lower};
use syntax::{NoIncludes, Options, parse};
use testkit::dump_function;

/// The program of a text.
fn lowered(text: &str) -> Program {
    let parse = parse("t.c", text, &NoIncludes, &Options::default());
    let lowered = lower(&parse, &LowerOptions::default());
    assert_eq!(lowered.problems, Vec::new());
    lowered.program
}

/// The code of its function `t`.
fn of_t(program: &Program) -> String {
    let t = program.function("t").unwrap();
    dump_function(program, &program.functions[t.index()])
}

/// Compares the stubs of the function `t` with the expected ones.
fn check(text: &str, expected: &Expect) {
    let on_demand = OnDemand::new(&lowered(text));
    let dump = of_t(on_demand.program());
    let stubs: Vec<&str> = dump
        .lines()
        .map(str::trim)
        .skip_while(|line| !line.contains("closed way"))
        .collect();
    expected.assert_eq(&stubs.join("\n"));
}

#[test]
fn scalars_that_are_read_later() {
    check(
        "int t(int x) { int y = 0, z = 0; if (x) { y = 1; z = 2; } return y; }",
        &expect![[r#"
               42 closed way 0
               43 r1 = angelic I32 c4294967295
               44 jump 36
               45 closed way 1
               46 jump 36"#]],
    );
}

#[test]
fn an_element_of_an_array() {
    check(
        "int table[4]; void t(int x) { if (x > 7) table[x % 4] = 1; }",
        &expect![[r#"
            32 closed way 0
            33 r9 = &g0 table
            34 r9 = r9 + 0
            35 r10 = angelic I32 c4294967295
            36 I32 *r9 = r10
            37 r9 = &g0 table
            38 r9 = r9 + 4
            39 r10 = angelic I32 c4294967295
            40 I32 *r9 = r10
            41 r9 = &g0 table
            42 r9 = r9 + 8
            43 r10 = angelic I32 c4294967295
            44 I32 *r9 = r10
            45 r9 = &g0 table
            46 r9 = r9 + 12
            47 r10 = angelic I32 c4294967295
            48 I32 *r9 = r10
            49 jump 30
            50 closed way 1
            51 jump 30
            rescue 21..28 -> 30"#]],
    );
}

#[test]
fn through_calls() {
    check(
        "int shown; void show(int v) { shown = v; } void t(int x) { if (x > 7) show(x); }",
        &expect![[r#"
               18 closed way 0
               19 r8 = &g0 shown
               20 r8 = r8 + 0
               21 r9 = angelic I32 c4294967295
               22 I32 *r8 = r9
               23 jump 16
               24 closed way 1
               25 jump 16"#]],
    );
}

#[test]
fn early_returns() {
    check(
        "double t(int x) { if (x > 7) return 0.5; return 2; }",
        &expect![[r#"
               25 closed way 0
               26 r8 = angelic F64 c4294967295
               27 return r8
               28 closed way 1
               29 r8 = angelic F64 c4294967295
               30 return r8"#]],
    );
}

#[test]
fn what_cannot_be_told() {
    check(
        "void t(int x, int *p) { if (x > 7) *p = x; }",
        &expect![[r#"
            21 closed way 0
            22 closed way 1
            23 jump 19
            rescue 15..17 -> 19"#]],
    );
}
