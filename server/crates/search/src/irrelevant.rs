//! Cores without irrelevant components, that is, components that decide nothing.
//!
//! A core contains everything that the runs entered, including components without any effect on the result: a value
//! that is overwritten before it is read, or on which nothing depends. Each candidate with such a component hits the
//! core and has to be refuted separately, although the refutation is always the same. A component is recognised as
//! irrelevant when it is refuted alone: whatever value it took, the run followed its original path, and no solver was
//! needed. Together with other relaxed components it may become relevant; so the search does not assume irrelevance but
//! asks a query.
//!
//! Before the search begins a size, it repeats the query about each set that was refuted one size earlier, for the test
//! that refuted it, with all irrelevant components in its core relaxed as well. If that is infeasible too, the new core
//! contains none of them and settles as many candidates. Such a query costs hardly more than the earlier one, because
//! few executions, if any, use the additional components. The queries are announced like those of candidates, so that
//! several threads can answer them; they end when they have cost twice as much as the candidates refuted so far.

use super::cores::Core;
use super::multi::{HittingSetSearch, SearchStopped};
use crate::limits::{CANDIDATES_AHEAD, IRRELEVANT_WORK_RATIO, MIN_IRRELEVANT};
use crate::oracle::{CandidateQuery, Effort, QueryResult, QueryVerdict};

impl HittingSetSearch<'_> {
    /// Repeats the queries about the sets refuted one size before this one, with all irrelevant components relaxed.
    pub(super) fn drop_irrelevant(&mut self, size: usize) -> Result<(), SearchStopped> {
        let most = self.refuting_work.saturating_mul(IRRELEVANT_WORK_RATIO);
        let mut work = 0;
        for some in self.with_irrelevant(size).chunks(CANDIDATES_AHEAD) {
            self.oracle.announce(some);
            for query in some {
                let result = self
                    .oracle
                    .check_candidate(query)
                    .pop()
                    .ok_or(SearchStopped)?;
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

    /// Keeps the core of a proved answer. A *feasible* answer is not certified here and of no use.
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

    /// Queries to ask, in the order of the refuted sets.
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
