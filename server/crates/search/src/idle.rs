//! Cores without components that decide nothing.
//!
//! A core holds whatever runs entered, also what they had no use for: a value that is overwritten before anybody reads
//! it, or on which nothing hangs. Each candidate with such a component would hit the core and be refuted by itself,
//! although what it is refuted by is always the same. Which components are idle is seen when they are refuted alone:
//! whatever they did, the run went the one way that it goes as written, and no solver was asked. With others relaxed
//! they may come to decide something; so it is not taken as known, but asked.
//!
//! Before a size is begun, each set that was refuted one size earlier is asked about once more, of the test that refuted
//! it, together with all idle components in its core. A no leaves a core without any of them, which settles as many
//! candidates. Such a question costs hardly more than the one before, for what is relaxed as well is used by few, if by
//! any. These are rows as candidates are, so that several threads answer them; and they end when they have cost twice
//! what the candidates did that were refuted so far.

use super::cores::Core;
use super::multi::{AHEAD, Search, Stopped};
use crate::oracle::{Answer, Asked, Effort, Row};

/// So many candidates a question has to settle if the answer is no: it costs as much as about one.
const WORTH_ASKING: usize = 3;
/// Work that this may cost, for each unit of work that refuted candidates have cost.
const MOST_WORK: u64 = 2;

impl Search<'_> {
    /// Asks about the sets that were refuted one size before this one again, with all idle components.
    pub(super) fn set_idle_aside(&mut self, size: usize) -> Result<(), Stopped> {
        let most = self.refuting_work.saturating_mul(MOST_WORK);
        let before = self.oracle.work();
        for some in self.with_idle(size).chunks(AHEAD) {
            self.oracle.announce(some);
            for row in some {
                let asked = self.oracle.row(row).pop().ok_or(Stopped)?;
                self.queries += 1;
                self.set_aside(row, asked);
            }
            if self.oracle.work() - before > most {
                break;
            }
        }
        Ok(())
    }

    /// A yes is not certified, and says nothing that is wanted.
    fn set_aside(&mut self, row: &Row, asked: Asked) {
        if let Answer::No {
            bounded: false,
            core,
        } = asked.answer
        {
            let core = Core {
                set: core.minus(&row.set),
                bounded: false,
                test: row.tests[0],
            };
            self.cores.add(&row.set, core);
        }
    }

    /// What is to be asked, in the order of the sets.
    fn with_idle(&self, size: usize) -> Vec<Row> {
        let mut rows = Vec::new();
        if self.idle.len() < WORTH_ASKING {
            return rows;
        }
        for (refuted, core) in self.cores.of_candidates(size - 1) {
            let idle = core.set.intersect(&self.idle);
            if idle.len() >= WORTH_ASKING && !core.bounded {
                rows.push(Row {
                    set: refuted.union(&idle),
                    tests: vec![core.test],
                    effort: Effort::Low,
                    open: 0,
                });
            }
        }
        rows
    }
}
