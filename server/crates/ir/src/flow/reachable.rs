//! The functions that a run may enter, determined statically.

use crate::program::{Callee, FnId, Inst, Program};

/// The functions that may run if these run: those that they call or take the address of, and the code that runs before
/// the entry and at the exit of every program.
pub fn reachable(program: &Program, from: impl IntoIterator<Item = FnId>) -> Vec<FnId> {
    let always = program.init.into_iter().chain(program.at_exit);
    let mut open: Vec<FnId> = from.into_iter().chain(always).collect();
    let mut met = vec![false; program.functions.len()];
    let mut found = Vec::new();
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut met[id.index()], true) {
            continue;
        }
        found.push(id);
        for inst in &program.functions[id.index()].code {
            match inst {
                Inst::Call(call) => {
                    if let Callee::Fn(callee) = call.callee {
                        open.push(callee);
                    }
                }
                Inst::AddrFn { function, .. } => open.push(*function),
                _ => {}
            }
        }
    }
    found
}
