//! A relaxed component that makes the same choices as the program itself behaves as written.
//!
//! Each program runs once as written, and the results of every component are recorded. Then the run is repeated for
//! each component, with that component relaxed and the recorded results as its angelic values: the observable behaviour
//! must not change. This is the half of the inclusion law that lowering is responsible for.

use std::sync::Arc;

use eval::{Choice, ChoiceSource, Concrete, Image, Machine, ObservedValue, Script, Start};
use harness::{Compare, Expected};
use ir::{AltKind, CompId, ComponentKind, Inst, Program, Scalar};
use lower::{LowerOptions, lower};
use syntax::{NoIncludes, Options, parse};

const STEPS: u64 = 100_000;

struct Run {
    output: Vec<u8>,
    ending: String,
    observed: Vec<ObservedValue<u64>>,
    executions: Vec<u32>,
    left_over: usize,
}

fn run(program: &Program, relaxed: ChoiceSource) -> Run {
    let mut dom = Concrete::new(program.components.len(), relaxed);
    let start = Start {
        name: "program".into(),
        environment: std::sync::Arc::default(),
        function: program.function("main").unwrap(),
        args: std::sync::Arc::default(),
        literals: Vec::new(),
        input: b"12 word\n-7 x".as_slice().into(),
        leaks: false,
        slack: false,
        observed: harness::Observed::Output,
        files: None,
    };
    let state = Image::new(program).start(&mut dom, program, &start, true);
    let expected = Arc::new(Expected::new(&Vec::new().into(), Compare::Exact));
    let mut machine = Machine::new(program, dom, state, expected, STEPS);
    machine.observe_values();
    let ending = machine.run(None);
    let left_over = match &machine.dom.relaxed {
        ChoiceSource::Script { script, .. } => script.len(),
        _ => 0,
    };
    Run {
        output: machine.state.output.take_collected(),
        ending: format!("{ending:?}"),
        observed: machine.take_observed(),
        executions: machine.dom.executions,
        left_over,
    }
}

/// The choices of `comp` that repeat its recorded behaviour with the alternative of kind `wanted`; `None` if it has no
/// such alternative with exactly one angelic value, or was not observed at each execution.
fn script(program: &Program, original: &Run, comp: CompId, wanted: AltKind) -> Option<Script> {
    let component = &program.components[comp.index()];
    let function = &program.functions[component.function.index()];
    let relaxation = function.relaxations.iter().find(|r| r.comp == comp)?;
    let alt = relaxation.alts.iter().position(|a| a.kind == wanted)?;
    let end = relaxation
        .alts
        .get(alt + 1)
        .map_or(relaxation.resume, |next| next.pc);
    let code = &function.code[relaxation.alts[alt].pc as usize..end as usize];
    let values = code.iter().filter(|inst| match inst {
        Inst::Angelic { comp: c, .. } => *c == comp,
        _ => false,
    });
    if values.count() != 1 {
        return None;
    }
    let observed: Vec<_> = original
        .observed
        .iter()
        .filter(|o| o.comp == comp)
        .collect();
    if observed.len() as u32 != original.executions[comp.index()] {
        return None;
    }
    let mut script = Script::new();
    for o in observed {
        script.push_back(Choice::Enter {
            comp,
            alt: Some(alt),
            kind: Some(wanted),
        });
        script.push_back(Choice::Value {
            comp,
            ty: o.ty,
            bits: o.value.bits,
            object: o.value.object,
        });
    }
    Some(script)
}

/// Replays every component. Returns how many were replayed.
fn check(text: &str) -> (usize, usize) {
    let lowered = lower(
        &parse("t.c", text, &NoIncludes, &Options::default()),
        &LowerOptions::default(),
    );
    let program = &lowered.program;
    assert_eq!(lowered.problems, Vec::new());
    let original = run(program, ChoiceSource::Nothing);
    let place = |comp: CompId| {
        let component = &program.components[comp.index()];
        let (start, end) = (component.span.start as usize, component.span.end as usize);
        format!("{:?} `{}`", component.kind, &text[start..end])
    };
    let mut replayed = [0, 0];
    for i in 0..program.components.len() {
        let comp = CompId(i as u32);
        let mut comps = vec![false; program.components.len()];
        comps[i] = true;
        for (n, kind) in [AltKind::Angelic, AltKind::EvalAngelic]
            .into_iter()
            .enumerate()
        {
            // Without its arguments evaluated, only a pure call has the same effects.
            let relaxation = program
                .functions
                .iter()
                .flat_map(|f| &f.relaxations)
                .find(|r| r.comp == comp);
            let covers = relaxation.is_some_and(|r| r.covers_original);
            let evaluates =
                relaxation.is_some_and(|r| r.alts.iter().any(|a| a.kind == AltKind::EvalAngelic));
            if kind == AltKind::Angelic && (!covers || evaluates) {
                continue;
            }
            if program.components[i].kind == ComponentKind::Call && kind == AltKind::EvalAngelic {
                continue;
            }
            let Some(script) = script(program, &original, comp, kind) else {
                continue;
            };
            let again = run(
                program,
                ChoiceSource::Script {
                    comps: comps.clone(),
                    script,
                },
            );
            assert_eq!(
                String::from_utf8_lossy(&again.output),
                String::from_utf8_lossy(&original.output),
                "{kind:?} {}",
                place(comp)
            );
            assert_eq!(again.ending, original.ending, "{kind:?} {}", place(comp));
            assert_eq!(again.left_over, 0, "{kind:?} {}", place(comp));
            replayed[n] += 1;
        }
    }
    (replayed[0], replayed[1])
}

#[test]
fn scalars_and_control() {
    let replayed = check(
        "#include <stdio.h>
         int g = 4; short table[3] = {1, 2, 3};
         int twice(int n) { return n * 2; }
         int step(int n) { g += n; return g; }
         int count(int limit) {
             int i, s = 0;
             for (i = 0; i < limit; i++) { if (i % 2 == 0 && i > 0) continue; s += i; }
             do s--; while (s > 3 || s == 2);
             while (limit-- > 0) s++;
             switch (s) { case 1: s = 2; break; case 9: s = 3; default: s ^= 5; }
             return s > 2 ? s : -s;
         }
         int main(void) {
             int x = 5, y; char c = 'a'; double d = 0.5; unsigned char u = 250;
             y = x = twice(x) + 1; u += 10; c++; d *= x; g = table[1] = y - 1;
             table[count(2) & 1]++;
             x = twice(g++) + abs(-3);
             if ((y = twice(2)) > 3) printf(\"%d\\n\", y--);
             x += step(1) + 1; y = step(x) + 1; if (step(0) > 3) y = step(1) * 2;
             printf(\"%d %d %d %d %f %d\\n\", x, y, c, u, d, table[1] + table[0] + g);
             return count(6);
         }",
    );
    assert!(replayed.0 >= 20 && replayed.1 >= 5, "{replayed:?}");
}

#[test]
fn memory_and_input() {
    let replayed = check(
        "#include <stdio.h>
         #include <string.h>
         struct s { int a; unsigned b : 4; struct { short c; } in; };
         static void set(int *p, int v) { *p = v; }
         static struct s make(int a) { struct s r = { a, 3 }; r.in.c = a + 1; return r; }
         int main(void) {
             struct s v = make(3), *p = &v; int n, a[4] = {0}, i = 0; char w[8];
             if (scanf(\"%d %7s\", &n, w) == 2) a[i++] = n;
             set(&a[i], strlen(w)); p->b += 9; p->in.c = p->a + p->b; (*p).a--;
             a[i + 1] = a[0] > a[1]; a[3] = i++ + a[2];
             n = getchar(); i = n == '\\n' && (n = 7);
             printf(\"%d %u %d %d %d\\n\", v.a, v.b, v.in.c, n, i);
             for (i = 0; i < 4; i++) printf(\"%d \", a[i]);
             return !*w;
         }",
    );
    assert!(replayed.0 >= 10 && replayed.1 >= 2, "{replayed:?}");
}

#[test]
fn angelic_values_of_conditions_are_outcomes() {
    let text = "int main(void) { int x = 7; if (x) return 1; return 0; }";
    let lowered = lower(
        &parse("t.c", text, &NoIncludes, &Options::default()),
        &LowerOptions::default(),
    );
    let original = run(&lowered.program, ChoiceSource::Nothing);
    let observed: Vec<(Scalar, u64)> = original
        .observed
        .iter()
        .map(|o| (o.ty, o.value.bits))
        .collect();
    assert_eq!(
        observed,
        [(Scalar::I32, 7), (Scalar::Bool, 1), (Scalar::I32, 1)]
    );
}
