//! Properties of the code of every program: targets, numbering and components are sound.

use std::collections::BTreeSet;

use ir::{AltKind, Function, Inst, Pc, Program};
use lower::{LowerOptions, LoweredUnit, lower};
use syntax::{NoIncludes, Options, parse};

fn lowered(text: &str) -> LoweredUnit {
    lower(
        &parse("t.c", text, &NoIncludes, &Options::default()),
        &LowerOptions::default(),
    )
}

fn targets(inst: &Inst) -> Vec<Pc> {
    match inst {
        Inst::Jump { to } => vec![*to],
        Inst::Branch { then, els, .. } => vec![*then, *els],
        Inst::Switch(switch) => {
            let mut all: Vec<Pc> = switch.cases.iter().map(|(_, _, to)| *to).collect();
            all.push(switch.default);
            all
        }
        _ => Vec::new(),
    }
}

fn falls_through(inst: &Inst) -> bool {
    !matches!(
        inst,
        Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch(_)
            | Inst::Return { .. }
            | Inst::ReturnNothing
            | Inst::Unsupported { .. }
    )
}

/// Code reachable from `from`, with components kept.
fn reachable(function: &Function, from: Pc) -> BTreeSet<Pc> {
    let mut seen = BTreeSet::new();
    let mut work = vec![from];
    while let Some(pc) = work.pop() {
        let inst = &function.code[pc as usize];
        if seen.insert(pc) {
            work.extend(targets(inst));
            if falls_through(inst) {
                work.push(pc + 1);
            }
        }
    }
    seen
}

fn check_function(program: &Program, function: &Function) {
    let len = function.code.len() as Pc;
    let name = &function.name;
    assert_eq!(function.code.len(), function.spans.len());
    assert!(
        !falls_through(&function.code[len as usize - 1]),
        "{name} runs off its end"
    );
    let mut entered = vec![0; function.relaxations.len()];
    for (pc, inst) in function.code.iter().enumerate() {
        assert!(
            targets(inst).iter().all(|t| *t < len),
            "{name}: target of {pc} {inst:?}"
        );
        if let Inst::Enter { comp, relaxation } = inst {
            let relaxation = &function.relaxations[*relaxation as usize];
            assert_eq!(relaxation.comp, *comp);
            assert!(
                !relaxation.alts.is_empty(),
                "{name}: nothing to relax at {pc}"
            );
            assert!(
                relaxation.alts.iter().any(|a| a.searched),
                "{name}: nothing searched at {pc}"
            );
            assert!(comp.index() < program.components.len());
        }
    }
    for (pc, inst) in function.code.iter().enumerate() {
        if let Inst::Enter { relaxation, .. } = inst {
            entered[*relaxation as usize] += 1;
            let relaxation = &function.relaxations[*relaxation as usize];
            for alt in &relaxation.alts {
                assert!(alt.pc > pc as Pc && alt.pc < len);
                let code = reachable(function, alt.pc);
                let leaves = |pc: &Pc| {
                    matches!(
                        function.code[*pc as usize],
                        Inst::Return { .. } | Inst::Builtin(_) | Inst::Unsupported { .. }
                    )
                };
                assert!(
                    code.contains(&relaxation.resume) || code.iter().any(leaves),
                    "{name}: alternative {alt:?} of {pc} leads nowhere"
                );
            }
        }
    }
    assert!(
        entered.iter().all(|n| *n == 1),
        "{name}: every relaxation is entered at one place"
    );
    let ordered = function.rescues.windows(2).all(|w| w[0].end <= w[1].start);
    assert!(ordered, "{name}: rescue ranges overlap");
    assert!(function.observes.windows(2).all(|w| w[0].pc <= w[1].pc));
    assert!(
        function
            .observes
            .iter()
            .all(|o| o.pc < len && o.reg < function.regs)
    );
}

fn check(text: &str) {
    let lowered = lowered(text);
    let program = &lowered.program;
    assert_eq!(lowered.problems, Vec::new());
    assert_eq!(program.unsupported, Vec::new());
    let places: Vec<_> = program
        .components
        .iter()
        .map(|c| (c.span.file, c.span.start))
        .collect();
    assert!(places.is_sorted(), "components are numbered by place");
    assert!(program.components.iter().all(|c| c.span.start < c.span.end));
    program
        .functions
        .iter()
        .for_each(|f| check_function(program, f));
    let used: BTreeSet<u32> = program
        .functions
        .iter()
        .flat_map(|f| &f.relaxations)
        .map(|r| r.comp.0)
        .collect();
    assert_eq!(
        used.len(),
        program.components.len(),
        "every component is entered somewhere"
    );
}

#[test]
fn statements_of_all_kinds() {
    check(
        "int f(int x) { if (x) return 1; else return x ? 2 : 3; }
         int g(int *p, int n) {
             int s = 0, i;
             for (i = 0, s = 1; i < n; i++, s--) { if (p[i] < 0) continue; s += p[i]; if (s > 9) break; }
             while (n-- > 0 && s) s = f(s) + f(f(n));
             do { s++; } while (f(s) || 0);
             switch (s) { case 1: s = 2; case 3 ... 5: s = 4; break; default: goto out; }
         out:
             return s;
         }
         int main(void) { int a[3] = {1, 2, 3}; return g(a, 3); }",
    );
}

#[test]
fn jumps_into_scopes() {
    check(
        "int g(int *p);
         int g(int *p) { return *p; }
         int main(void) {
             goto in;
             { int a[2]; in: a[0] = 1; g(a); }
             switch (2) { int b; case 1: b = 1; g(&b); case 2: b = 2; g(&b); { int c; case 3: c = 1; g(&c); } }
             return 0;
         }",
    );
}

#[test]
fn records_pointers_and_functions() {
    check(
        "struct p { int x; struct { short y[2]; } in; unsigned b : 3; };
         union u { int i; char c[4]; };
         typedef int (*op)(int, int);
         int add(int a, int b) { return a + b; }
         op table[] = { add, &add };
         struct p make(int x, struct p old) { struct p r = { x, { { 1, 2 } }, 3 }; old.b = x; return x ? r : old; }
         int sum(struct p *p) { return p->x + p->in.y[1] + make(1, *p).b; }
         static int count = sizeof(struct p);
         int main(void) {
             static int calls;
             struct p v = make(1, (struct p){ .b = 2 }), *q = &v;
             union u u; u.i = 1; u.c[1] = 'a';
             char s[] = \"abc\", *t = s + 1;
             q->b += 5; *t++ = *s; calls++;
             double d = 1.5; float f = d; d = f * 2 + 1; d++;
             long n = t - s; n <<= 2;
             return table[0](sum(q), (int)d) + add(calls, u.c[0]) + count;
         }",
    );
}

#[test]
fn library_calls() {
    check(
        "#include <stdio.h>
         #include <stdlib.h>
         #include <string.h>
         #include <assert.h>
         int main(int argc, char **argv) {
             int n; char w[8], *line, c; FILE *in;
             if (scanf(\"%d %s %c\", &n, w, &c) != 3) exit(1);
             line = (char *)malloc(n + 1);
             in = fopen(argv[1], \"r\");
             while (fgets(line, n, in) != NULL) printf(\"%s\\n\", line);
             n = getchar();
             fprintf(stderr, \"%d\", n);
             fprintf(stdout, \"%d\", abs(n++));
             assert(n == strlen(w));
             puts(\"done\"); putchar(c);
             fflush(stdout);
             free(line);
             abort();
         }",
    );
}

#[test]
fn nested_calls_do_not_blow_the_code_up() {
    let mut text = "x".to_owned();
    for _ in 0..40 {
        text = format!("f({text})");
    }
    let lowered = lowered(&format!(
        "int f(int x) {{ return x; }} int g(int x) {{ x = {text}; return x; }}"
    ));
    let g = &lowered.program.functions[1];
    assert!(g.code.len() < 100_000, "{} instructions", g.code.len());
}

#[test]
fn conditions_of_conditions_do_not_blow_the_code_up() {
    let nested = format!("{}x{}", "(".repeat(200), " ? 0 : 1)".repeat(200));
    let lowered = lowered(&format!(
        "int g(int x) {{ if ({nested}) return 1; return x; }}"
    ));
    let g = &lowered.program.functions[0];
    assert!(g.code.len() < 400_000, "{} instructions", g.code.len());
}

#[test]
fn deep_trees_do_not_exhaust_the_stack() {
    let sum = vec!["x"; 300].join(" + ");
    let and = vec!["x"; 300].join(" && ");
    let nested = format!("{}x{}", "(x ? x : 1 + ".repeat(150), ")".repeat(150));
    check(&format!(
        "int g(int x) {{ x = {sum}; if ({and}) x = {nested}; return x; }}"
    ));
}

#[test]
fn every_component_has_an_alternative_of_a_kind_that_fits() {
    let lowered = lowered("int main(void) { int x; x = 1; if (x) x++; return x; }");
    let program = &lowered.program;
    let main = &program.functions[0];
    let kinds: Vec<(String, Vec<AltKind>)> = main
        .relaxations
        .iter()
        .map(|r| {
            let searched = r.alts.iter().filter(|a| a.searched);
            (
                format!("{:?}", program.components[r.comp.index()].kind),
                searched.map(|a| a.kind).collect(),
            )
        })
        .collect();
    let angelic = vec![AltKind::Angelic];
    for (kind, searched) in kinds {
        assert_eq!(searched, angelic, "{kind}");
    }
}

#[test]
fn relaxed_input_moves_the_stream_that_it_reads() {
    let dumped = |call: &str| {
        let text = format!(
            "#include <stdio.h>\nint main(void) {{ char b[9]; FILE *f = fopen(\"a\", \"r\"); {call}; return 0; }}"
        );
        testkit::dump(&lowered(&text).program)
    };
    for (call, own) in [
        ("fgets(b, 9, f)", true),
        ("fgets(b, 9, stdin)", false),
        ("fscanf(f, \"%s\", b)", true),
        ("fgetc(f)", true),
        ("getchar()", false),
    ] {
        let text = dumped(call);
        assert_eq!(text.contains("input of r"), own, "{call}\n{text}");
        assert_eq!(text.contains("input to end"), !own, "{call}\n{text}");
    }
    // Output is certain to go to standard output only if nothing reopens that stream.
    assert!(dumped("printf(\"x\")").contains("angelic output"));
    assert!(!dumped("freopen(\"b\", \"w\", stdout); printf(\"x\")").contains("angelic output"));
}

#[test]
fn setting_errno_is_an_effect_where_the_program_looks_at_it() {
    let covered = |look: &str| {
        let text = format!(
            "#include <errno.h>\n#include <math.h>\nint main(void) {{ double x = 2; sqrt(x); return {look}; }}"
        );
        let program = lowered(&text).program;
        let of_main = &program.functions[0].relaxations;
        let call =
            |c: &ir::Relaxation| program.components[c.comp.index()].kind == ir::ComponentKind::Call;
        of_main.iter().any(|r| call(r) && r.covers_original)
    };
    assert!(covered("0"));
    assert!(!covered("errno"));
}
