//! dump
use explain::trace::Flow;
use localize::engine::run::prepare;
fn show(text: &str, test: &harness::Test) {
    let c = testkit::Compiled::new(text);
    let p = prepare(&c.program, "main", test).unwrap();
    match explain::trace::record(&c.program, &p, Default::default(), &|| false) {
        Ok(mut t) => {
            for flow in [Flow::Sensitive, Flow::Assumed] {
                let mut s = smt::solver(smt::Choice::Auto);
                let chain = explain::invariant::find(
                    &mut t,
                    flow,
                    s.as_mut(),
                    &explain::invariant::Budget {
                        checks: 100000,
                        stopped: &|| false,
                    },
                )
                .unwrap();
                if flow == Flow::Sensitive {
                    println!("{}", t.dump(&c.parse.sources));
                }
                let mut z = smt::solver(smt::Choice::Z3);
                let checked = explain::check::check(&mut t, flow, &chain, z.as_mut(), &|| false);
                println!("{flow:?} checks {} {checked:?}", chain.checks);
                let story = explain::story::tell(&c.program, &c.parse.sources, &t, flow, &chain);
                println!("      {:?}", story.holds);
                for s in &story.statements {
                    println!(
                        "{:3} {:?} {} {:?}",
                        c.parse.sources.line_col(s.span).0,
                        s.role,
                        c.parse.sources.text(s.span),
                        s.writes
                    );
                    println!("      {:?}", s.holds);
                }
            }
        }
        Err(e) => println!("{e:?}"),
    }
}
#[test]
fn dump() {
    show(
        "#include <assert.h>\nvoid f(int input) {\n int x = 1;\n int y = input - 42;\n if (y < 0) {\n x = 0; }\n assert(x != 0); }\n",
        &testkit::call("t", "f", &[-7], None),
    );
    show(
        "#include <stdio.h>\nint main(void) { int f, s, t;\n scanf(\"%d%d%d\", &f, &s, &t);\n if (f < s && f >= t)\n printf(\"%d\", f);\n if (f > s && s <= t)\n printf(\"%d\", s);\n if (f > t && s > t)\n printf(\"%d\", t); return 0; }",
        &testkit::run_of_main("t", &[], "1 2 3", Some(b"3")),
    );
    show(
        "#include <stdio.h>\nint a[4]; int sum(int n) { int s = 0; for (int i = 0; i < n; i++)\n s += a[i];\n return s; }\nint main(void) { for (int i = 0; i < 3; i++) a[i] = i;\n printf(\"%d\\n\", sum(2)); return 0; }",
        &testkit::run_of_main("t", &[], "", Some(b"3\n")),
    );
    show(
        "#include <assert.h>\nint lock;\nvoid process(int x, int y) {\n int z = 0;\n lock = 1;\n if (x == 0) {\n if (y == 0)\n z = 1;\n }\n if (y != 0) {\n z = y;\n }\n if (x != 0) {\n z = 2;\n lock = 0;\n }\n else if (z > 0) {\n z = 3;\n lock = 0; }\n assert(lock == 0); }",
        &testkit::call("t", "process", &[0, -1], None),
    );
}
