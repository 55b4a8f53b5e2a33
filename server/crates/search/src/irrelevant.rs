//! Cores without irrelevant components, those that decide nothing.
//!
//! A core holds whatever runs entered, also what they had no use for: a value that is overwritten before anybody reads
//! it, or on which nothing depends. Each candidate with such a component would hit the core and be refuted by itself,
//! although the refutation is always the same. Which components are irrelevant is seen when they are refuted alone:
//! whatever they did, the run took the path that it takes as written, and no solver was asked. With others relaxed
//! they may come to decide something; so it is not taken as known, but asked.
//!
//! Before a size is begun, each set that was refuted one size earlier is asked about once more, of the test that refuted
//! it, together with all irrelevant components in its core. If that is infeasible too, the new core contains none of
//! them and settles as many candidates. Such a query costs hardly more than the one before, for what is relaxed as well
//! is used by few, if by any. The queries are announced like those of candidates, so that several threads answer them;
//! and they end when they have cost twice what the candidates did that were refuted so far.

use super::cores::Core;
use super::multi::{Search, Stopped};
use crate::limits::{CANDIDATES_AHEAD, IRRELEVANT_WORK_RATIO, MIN_IRRELEVANT};
use crate::oracle::{CandidateQuery, Effort, QueryResult, QueryVerdict};

impl Search<'_> {
    /// Asks again about the sets that were refuted one size before this one, with all irrelevant components.
    pub(super) fn drop_irrelevant(&mut self, size: usize) -> Result<(), Stopped> {
        let most = self.refuting_work.saturating_mul(IRRELEVANT_WORK_RATIO);
        let mut work = 0;
        for some in self.with_irrelevant(size).chunks(CANDIDATES_AHEAD) {
            self.oracle.announce(some);
            for query in some {
                let result = self.oracle.check_candidate(query).pop().ok_or(Stopped)?;
                self.queries += 1;
                work += result.cost.work;
                self.keep_core(query, result);
            }
            if work > most {
                break;
            }
        }
        Ok(())
    }

    /// Keeps the core of a proved answer. *Feasible* is not certified, and says nothing that is wanted.
    fn keep_core(&mut self, query: &CandidateQuery, result: QueryResult) {
        if let QueryVerdict::Infeasible {
            core,
            bounded: false,
        } = result.verdict
        {
            let core = Core {
                set: core.minus(&query.set),
                bounded: false,
                test: query.tests[0],
            };
            self.cores.add(&query.set, core);
        }
    }

    /// Queries to ask, in the order of the sets.
    fn with_irrelevant(&self, size: usize) -> Vec<CandidateQuery> {
        let mut queries = Vec::new();
        if self.irrelevant.len() < MIN_IRRELEVANT {
            return queries;
        }
        for (refuted, core) in self.cores.of_candidates(size - 1) {
            let irrelevant = core.set.intersect(&self.irrelevant);
            if irrelevant.len() >= MIN_IRRELEVANT && !core.bounded {
                queries.push(CandidateQuery {
                    set: refuted.union(&irrelevant),
                    tests: vec![core.test],
                    effort: Effort::Low,
                    open: 0,
                });
            }
        }
        queries
    }
}
