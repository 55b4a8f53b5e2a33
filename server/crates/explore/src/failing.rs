//! Search for failing runs instead of passing ones: inputs that break the program.
//!
//! The query is inverted, but the driver is the same: standard input is not known ([`eval::FreeInput`]), and a run that
//! traps under a satisfiable path condition is the answer. What it read is in its log.

use eval::{Entry, InputPiece, Trap};
use term::{BvCmp, Satisfiability, Term};

use super::explorer::Explorer;
use super::failing_goal::{Hunt, InputPieces};

impl Explorer<'_, '_> {
    /// Records a run that trapped.
    pub(super) fn trapped(&mut self, trap: Trap) {
        let is_new = |hunt: &Hunt| {
            let mut known = hunt.found.failures.iter();
            let is_wanted = hunt.wanted.apart || known.all(|(known, _)| known.span != trap.span);
            is_wanted && !hunt.is_over()
        };
        if self.hunt.as_ref().is_some_and(is_new)
            && let Some(input) = self.input_of_path()
            && let Some(hunt) = &mut self.hunt
        {
            hunt.found.failures.push((trap, input));
        }
    }

    /// Records a run that ended by itself, or was not followed further.
    pub(super) fn came_to_its_end(&mut self) {
        let is_wanted = |hunt: &Hunt| hunt.found.endings.len() < hunt.wanted.endings;
        if self.hunt.as_ref().is_some_and(is_wanted)
            && let Some(input) = self.input_of_path()
            && let Some(hunt) = &mut self.hunt
        {
            hunt.found.endings.push(input);
        }
    }

    /// An input on which the program takes the current path; if possible one of printable characters.
    fn input_of_path(&mut self) -> Option<InputPieces> {
        let mut assumed = self.machine.state.path.condition().to_vec();
        self.solver.set_plain(true);
        let mut input = self.input_under(&assumed);
        if let Some((_, bytes)) = &input
            && !bytes.is_empty()
        {
            let before = assumed.len();
            for byte in bytes {
                let pool = &mut self.machine.dom.terms;
                let (space, tilde) = (pool.bv(8, u64::from(b' ')), pool.bv(8, u64::from(b'~')));
                let above = pool.bv_cmp(BvCmp::Ule, space, *byte);
                let below = pool.bv_cmp(BvCmp::Ule, *byte, tilde);
                let newline = pool.bv(8, u64::from(b'\n'));
                let is_newline = pool.eq(*byte, newline);
                let is_graphic = pool.and(above, below);
                assumed.push(pool.or(is_graphic, is_newline));
            }
            if assumed.len() > before
                && let Some(printable) = self.input_under(&assumed)
            {
                input = Some(printable);
            }
        }
        self.solver.set_plain(false);
        input.map(|(input, _)| input)
    }

    /// An input under these assumptions, and its bytes that are not known.
    fn input_under(&mut self, assumed: &[Term]) -> Option<(InputPieces, Vec<Term>)> {
        let pool = &self.machine.dom.terms;
        match self.solver.check(pool, assumed) {
            Satisfiability::Yes => {}
            Satisfiability::No => return None,
            Satisfiability::Unknown => {
                self.open_checks += 1;
                let reason = self.path_unsolved();
                self.unsolved.get_or_insert(reason);
                return None;
            }
        }
        let solver = &mut self.solver;
        let log = &self.machine.state.log;
        let entries = log.resolve(&mut |t| solver.value(pool, t) != 0);
        let mut bytes = Vec::new();
        let pieces = entries.into_iter().filter_map(|entry| match entry {
            Entry::Read(piece) => {
                if let InputPiece::Bytes(terms) = &piece {
                    let open = terms.iter().filter(|term| pool.as_const(**term).is_none());
                    bytes.extend(open.copied());
                }
                Some(piece.map(|ty, term| eval::arith::extend(ty, solver.value(pool, term))))
            }
            _ => None,
        });
        Some((pieces.collect(), bytes))
    }
}
