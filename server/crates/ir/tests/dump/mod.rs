//! Helpers shared by the tests of readable code.

use ir::Program;
use ir::lower::{LowerOptions, dump_function, lower};
use syntax::{NoIncludes, Options, parse};

/// The program of a text.
pub(crate) fn lowered(text: &str) -> Program {
    let parse = parse("t.c", text, &NoIncludes, &Options::default());
    let lowered = lower(&parse, &LowerOptions::default());
    assert_eq!(lowered.problems, Vec::new());
    lowered.program
}

/// The code of its function `t`.
pub(crate) fn of_t(program: &Program) -> String {
    let t = program.function("t").unwrap();
    dump_function(program, &program.functions[t.index()])
}
