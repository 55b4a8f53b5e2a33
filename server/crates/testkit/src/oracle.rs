//! Brute-force answers to "Can this test pass with these components relaxed?"
//!
//! The *concrete* evaluator runs the test; at each execution of a relaxed component the run is copied, once for the
//! original effect and once for every alternative, including those that the search does not use, and at each angelic
//! value once for every value of a few bits. There are no terms, no solver, no merging and no pruning: slow, and right
//! where it answers. It shares with the search only the subject of both, the machine and the code of the alternatives.

use std::sync::Arc;

use eval::{ChoiceSource, Concrete, Ending, Image, Machine, State, Stop, Val, arith, equals};
use exec::run::PreparedTest;
use ir::CompSet;
use ir::{Inst, Program, Relaxing, Scalar};

/// Number of queries over budget after which an enumeration of sets is abandoned.
const MOST_DEAR: u32 = 2;

/// Budget and range of an enumeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EnumerationBudget {
    /// Number of bits of angelic integers, which are sign-extended: 2 bits range over −2..=1.
    pub bits: u32,
    /// Maximum number of runs and partial runs for one query.
    pub runs: u32,
    /// Maximum number of instructions of one run.
    pub steps: u64,
    /// Choices of relaxed components.
    pub relaxing: Relaxing,
}

impl Default for EnumerationBudget {
    fn default() -> EnumerationBudget {
        EnumerationBudget {
            bits: 2,
            runs: 20_000,
            steps: 1_500,
            relaxing: Relaxing::Angelic,
        }
    }
}

/// Answer of an enumeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feasible {
    /// Some choices make the test pass.
    Yes,
    /// None do.
    No,
    /// The budget ran out, or some choice cannot be enumerated (pointers, texts).
    TooDear,
}

/// An oracle that enumerates all choices.
#[derive(Debug)]
pub struct BruteForce<'p> {
    program: &'p Program,
    image: Image<u64>,
    budget: EnumerationBudget,
}

impl<'p> BruteForce<'p> {
    /// Creates an oracle for one program.
    pub fn new(program: &'p Program, budget: EnumerationBudget) -> BruteForce<'p> {
        BruteForce {
            program,
            image: Image::new(program),
            budget,
        }
    }

    /// Answers whether the test can pass with the set relaxed.
    pub fn ask(&self, test: &PreparedTest, relaxed: &CompSet) -> Feasible {
        let mut comps = vec![false; self.program.components.len()];
        for c in relaxed.iter() {
            comps[c.index()] = true;
        }
        let mut dom = Concrete::new(comps.len(), ChoiceSource::Ask { comps });
        let first = self.image.start(&mut dom, self.program, &test.start, false);
        let mut machine = Machine::new(
            self.program,
            dom,
            State::placeholder(),
            Arc::clone(&test.goal.expected),
            0,
        );
        let mut todo = vec![first];
        let (mut runs, mut cut) = (0, false);
        while let Some(state) = todo.pop() {
            runs += 1;
            if runs > self.budget.runs {
                return Feasible::TooDear;
            }
            let given = self.budget.steps.saturating_sub(state.path.spent());
            machine.state = state;
            let (Err(stop), used) = machine.run_for(given, None) else {
                return Feasible::TooDear;
            };
            machine.state.path.spend(used);
            match *stop {
                Stop::Exit(ending) if passes(&mut machine, test, &ending) => return Feasible::Yes,
                Stop::Dead | Stop::Trap(_) | Stop::Exit(_) => {}
                Stop::Enter(_) => todo.extend(self.choices(&machine.state)),
                Stop::AngelicPointer => match self.values(&machine.state) {
                    Some(states) => todo.extend(states),
                    None => cut = true,
                },
                // The step limit, or a choice that cannot be enumerated.
                _ => cut = true,
            }
        }
        if cut { Feasible::TooDear } else { Feasible::No }
    }

    /// Sets up to the size with which every test passes, smallest first, none within another; and whether these are all
    /// subset-minimal ones (no query was over budget).
    pub fn minimal(&self, tests: &[&PreparedTest], max_size: usize) -> (Vec<CompSet>, bool) {
        let components = self.program.components.len() as u32;
        let mut found: Vec<CompSet> = Vec::new();
        let mut dear = 0;
        for size in 1..=max_size {
            for set in subsets(components, size) {
                if found.iter().any(|f| f.is_subset(&set)) {
                    continue;
                }
                if dear > MOST_DEAR {
                    return (found, false);
                }
                match self.all_pass(tests, &set) {
                    Feasible::Yes => found.push(set),
                    Feasible::No => {}
                    Feasible::TooDear => dear += 1,
                }
            }
        }
        (found, dear == 0)
    }

    /// Answers whether each of the tests can pass with the set relaxed.
    pub fn all_pass(&self, tests: &[&PreparedTest], set: &CompSet) -> Feasible {
        let mut all = Feasible::Yes;
        for test in tests {
            match self.ask(test, set) {
                Feasible::No => return Feasible::No,
                Feasible::TooDear => all = Feasible::TooDear,
                Feasible::Yes => {}
            }
        }
        all
    }

    /// Copies of a state in front of a relaxed component, one for each choice.
    fn choices(&self, state: &State<u64>) -> Vec<State<u64>> {
        let function = &self.program.functions[state.calls.running().unwrap().function.index()];
        let Inst::Enter { relaxation, comp } = &function.code[state.calls.pc() as usize] else {
            return Vec::new();
        };
        let alternatives = &function.relaxations[*relaxation as usize].alts;
        let kind = self.program.components[comp.index()].kind;
        let alternatives = alternatives
            .iter()
            .filter(|alt| self.budget.relaxing.has(kind, alt.kind));
        let starts = alternatives.map(|alt| alt.pc);
        std::iter::once(state.calls.pc() + 1)
            .chain(starts)
            .map(|pc| {
                let mut s = state.clone();
                s.calls.jump(pc);
                s
            })
            .collect()
    }

    /// Copies of a state in front of an angelic value, one for each value; `None` for pointers.
    fn values(&self, state: &State<u64>) -> Option<Vec<State<u64>>> {
        let frame = state.calls.running()?;
        let function = &self.program.functions[frame.function.index()];
        let Inst::Angelic { dst, ty, .. } = &function.code[state.calls.pc() as usize] else {
            return None;
        };
        let range = match ty {
            Scalar::Ptr | Scalar::F32 | Scalar::F64 => return None,
            Scalar::Bool => 0..=1,
            _ => -(1i64 << (self.budget.bits - 1))..=(1 << (self.budget.bits - 1)) - 1,
        };
        let with = |value: i64| {
            let mut s = state.clone();
            s.calls
                .set_register(*dst, Val::scalar(arith::extend(*ty, value as u64)));
            s.calls.advance();
            s
        };
        Some(range.map(with).collect())
    }
}

fn passes(machine: &mut Machine<'_, Concrete>, test: &PreparedTest, ending: &Ending) -> bool {
    if let Some(matcher) = machine.state.output.matcher()
        && !matcher.finish(&test.goal.expected)
    {
        return false;
    }
    if !machine.state.asserted.reaches(&test.goal.asserts) {
        return false;
    }
    match ending {
        Ending::Status(status) => test
            .goal
            .exit
            .is_none_or(|wanted| status.is_some_and(|status| wanted.allows(status))),
        Ending::Returned => match (&test.goal.returns, machine.state.result) {
            (Some((ty, literal)), Some(v)) => {
                let memory = &machine.state.memory;
                equals(&mut machine.dom, memory, *ty, v, literal) == Some(true)
            }
            (Some(_), None) => false,
            (None, _) => true,
        },
    }
}

/// All sets of this size over `0..n`, in lexicographic order.
pub fn subsets(n: u32, size: usize) -> Vec<CompSet> {
    let mut all = vec![(CompSet::new(), 0)];
    for _ in 0..size {
        let longer = |(set, from): &(CompSet, u32)| {
            (*from..n)
                .map(|c| (set.with(ir::CompId(c)), c + 1))
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.into_iter().map(|(set, _)| set).collect()
}

#[cfg(test)]
mod tests {
    use super::{BruteForce, EnumerationBudget, Feasible, subsets};
    use crate::{CompiledProgram, call};
    use exec::run::prepare;

    #[test]
    fn subsets_are_all_there() {
        let count = |n, size| subsets(n, size).len();
        assert_eq!((count(5, 1), count(5, 2), count(5, 3)), (5, 10, 10));
    }

    /// `y = x + 1` must give 0 for −1 and 1 for 1: two bits suffice for the sum, but not for a result of 7.
    #[test]
    fn enumerates_what_two_bits_reach() {
        let compiled = CompiledProgram::new("int f(int x) { int y = x + 1; return y * 1; }");
        let brute = BruteForce::new(&compiled.program, EnumerationBudget::default());
        let ask = |argument: i64, result: i64| {
            let test = call("t", "f", &[argument], Some(result.to_string()));
            let test = prepare(&compiled.program, "main", &test).unwrap();
            let (found, exact) = brute.minimal(&[&test], 2);
            assert!(exact);
            found.iter().map(|s| compiled.texts(s)).collect::<Vec<_>>()
        };
        let either = [["1: y = x + 1"], ["1: return y * 1"]];
        assert_eq!(ask(-1, -2), either);
        assert_eq!(ask(1, 1), either);
        assert_eq!(ask(1, 7), [[""; 1]; 0]);
        let test = call("t", "f", &[5], Some("6".into()));
        let test = prepare(&compiled.program, "main", &test).unwrap();
        let nothing = ir::CompSet::new();
        assert_eq!(brute.ask(&test, &nothing), Feasible::Yes);
    }
}
