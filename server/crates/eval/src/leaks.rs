//! Memory leaks: blocks that were not freed and that no pointer leads to.
//!
//! As in the leak sanitizer, blocks reachable from a global variable, directly or through other blocks, are not leaked;
//! nor are those reachable from a local variable or a register where the program ends by `exit`.

use super::domain::Domain;
use super::machine::Machine;
use super::storage::{Life, Storage};
use super::trap::{Trap, TrapKind};
use super::value::ObjId;

impl<D: Domain> Machine<'_, D> {
    /// The failure for leaked memory, if there is any and leaks are to be reported.
    pub(super) fn lost(&self) -> Option<Trap> {
        if !self.state.settings.leaks {
            return None;
        }
        let objects = 1..=self.state.memory.len() as ObjId;
        let living = |id: &ObjId| {
            self.state
                .memory
                .get(*id)
                .is_some_and(|o| o.life == Life::Live)
        };
        let storage = |id: ObjId| self.state.memory.get(id).map(|o| o.storage);
        let mut reached = vec![false; self.state.memory.len() + 1];
        let mut open: Vec<ObjId> = objects
            .clone()
            .filter(living)
            .filter(|id| matches!(storage(*id), Some(Storage::Static | Storage::Outside)))
            .collect();
        if !self.state.calls.frames.is_empty() {
            open.extend(
                objects
                    .clone()
                    .filter(|id| storage(*id) == Some(Storage::Stack)),
            );
            open.extend(self.state.calls.registers.iter().map(|v| v.object));
        }
        self.reach(&mut reached, open);
        let lost: Vec<ObjId> = objects
            .filter(living)
            .filter(|id| storage(*id) == Some(Storage::Heap) && !reached[*id as usize])
            .collect();
        // The head of a leaked list says more than the blocks that it leads to.
        let mut held = vec![false; reached.len()];
        for id in &lost {
            for to in self.pointers(*id).filter(|to| to != id) {
                if let Some(mark) = held.get_mut(to as usize) {
                    *mark = true;
                }
            }
        }
        let direct = lost.iter().copied().find(|id| !held[*id as usize]);
        let object = self.state.memory.get(direct.or(lost.first().copied())?)?;
        let others = lost.len() - 1;
        Some(Trap {
            span: object.born,
            kind: TrapKind::Leak {
                object: object.described(self.program),
                others,
            },
        })
    }

    fn reach(&self, reached: &mut [bool], mut open: Vec<ObjId>) {
        while let Some(id) = open.pop() {
            let Some(mark) = reached.get_mut(id as usize).filter(|mark| !**mark) else {
                continue;
            };
            *mark = true;
            open.extend(self.pointers(id));
        }
    }

    /// The objects that the pointers in an object point into, including pointers that were copied byte by byte.
    fn pointers(&self, id: ObjId) -> impl Iterator<Item = ObjId> {
        let object = self.state.memory.get(id).filter(|o| o.life == Life::Live);
        let kept = object
            .into_iter()
            .flat_map(|o| o.rich.iter().map(|r| r.object));
        let pieces = object.into_iter().flat_map(|o| o.bytes.touched());
        let (layout, width) = (self.dom.layout(), self.program.data_model.word());
        let words = pieces.flat_map(move |piece| piece.chunks_exact(width as usize));
        let words = words.map(move |word| {
            let mut le = [0; 8];
            le[..word.len()].copy_from_slice(word);
            let found = layout.object_at(u64::from_le_bytes(le), width);
            found.map_or(0, |(object, _)| object)
        });
        kept.chain(words)
    }
}
