//! Numbers of the executions of components.

use ir::{CompId, Inst};
use rustc_hash::FxHashMap;

/// Numbers of executions, from 0, by component. An execution counts from its beginning.
#[derive(Debug, Default)]
pub struct ExecutionNumbers {
    /// For each observed value, the number of the execution that computed it.
    pub values: Vec<u32>,
    /// For each angelic value or text, the number of the execution that asked for it.
    pub choices: Vec<u32>,
    /// Executions whose alternative was ended by a trap, so that the rest of it had no effect.
    pub cut: Vec<(CompId, u32)>,
    /// Number of executions that have begun.
    begun: FxHashMap<CompId, u32>,
    /// Latest execution of each component in each active call, the innermost call last.
    latest: Vec<Execution>,
}

/// An execution of a component.
#[derive(Debug)]
struct Execution {
    /// Number of active calls.
    depth: usize,
    comp: CompId,
    number: u32,
}

impl ExecutionNumbers {
    /// Notes the instruction that is executed next, with this number of active calls.
    pub(super) fn note(&mut self, inst: Option<&Inst>, depth: usize) {
        match inst {
            Some(Inst::Enter { comp, .. }) => self.begin(*comp, depth),
            Some(
                Inst::Angelic { comp, .. }
                | Inst::AngelicText { comp, .. }
                | Inst::AngelicOutput { comp },
            ) => {
                let number = self.of(*comp, depth);
                self.choices.push(number);
            }
            _ => {}
        }
    }

    /// Notes that the alternative of a component's latest execution ends in a trap.
    pub(super) fn cut(&mut self, comp: CompId, depth: usize) {
        let number = self.of(comp, depth);
        self.cut.push((comp, number));
    }

    fn begin(&mut self, comp: CompId, depth: usize) {
        let begun = self.begun.entry(comp).or_default();
        let number = *begun;
        *begun += 1;
        while self.latest.last().is_some_and(|last| last.depth > depth) {
            self.latest.pop();
        }
        match self.latest_in(comp, depth) {
            Some(known) => known.number = number,
            None => self.latest.push(Execution {
                depth,
                comp,
                number,
            }),
        }
    }

    /// Number of the latest execution of a component in the innermost of this number of calls.
    pub(super) fn of(&mut self, comp: CompId, depth: usize) -> u32 {
        while self.latest.last().is_some_and(|last| last.depth > depth) {
            self.latest.pop();
        }
        self.latest_in(comp, depth).map_or(0, |known| known.number)
    }

    fn latest_in(&mut self, comp: CompId, depth: usize) -> Option<&mut Execution> {
        let of_call = self.latest.iter_mut().rev();
        let mut of_call = of_call.take_while(|known| known.depth == depth);
        of_call.find(|known| known.comp == comp)
    }
}
