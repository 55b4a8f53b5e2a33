//! Queries that an earlier search has already answered: see [`crate::query_cache`].

use std::hash::{DefaultHasher, Hash, Hasher};

use super::query_engine::{Conditions, EngineResult, QueryEngine};
use super::witness_pool::WitnessPool;
use crate::limits::MAX_HALVINGS;
use crate::query_cache::{CacheHit, CacheKey, CacheUpdate, CacheView, CachedWitness, NewEntry};
use explore::UnknownReason;
use search::oracle::{Effort, Query, QueryResult, QueryVerdict};

impl QueryEngine<'_> {
    /// Answers a query from the cache, or computes its result and records it for the cache.
    pub(super) fn check_cached(
        &mut self,
        cache: &CacheView,
        query: &Query<'_>,
        conditions: Conditions,
        known: &mut WitnessPool,
    ) -> EngineResult {
        // Look the query up.
        let key = CacheKey {
            test: self.failing_tests[query.test].fingerprint(cache),
            set: query.set.clone(),
            effort: query.effort,
            shown: conditions.shown,
        };
        let limits = self.limits_fingerprint(query, conditions);
        if let Some(hit) = cache.lookup(&key) {
            let entry = hit.entry;
            if let Some(result) = self.replay_hit(hit, limits, query, known) {
                self.cache_updates.push(CacheUpdate::Used(entry));
                return result;
            }
        }
        // Compute the result, and keep it.
        let (result, called) = self.compute(query, conditions, known);
        if self.is_worth_caching(&result) {
            let start = self.failing_tests[query.test].test.start.function;
            let verdict = result.verdict.clone();
            let verdict = verdict.map(|w| CachedWitness::new(w.as_ref().map(|w| &w.script)));
            let update = CacheUpdate::New(Box::new(NewEntry {
                key,
                result: QueryResult {
                    verdict,
                    cost: result.cost,
                    irrelevant: result.irrelevant,
                },
                limits,
                called,
                start,
            }));
            self.cache_updates.push(update);
        }
        result
    }

    /// Fingerprint of all limits that apply to a query.
    fn limits_fingerprint(&self, query: &Query<'_>, conditions: Conditions) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.limits(query.test, query.effort).hash(&mut hasher);
        conditions.unanswered.min(MAX_HALVINGS).hash(&mut hasher);
        hasher.finish()
    }

    /// Replays a cached result; `None` if it does not hold for this program.
    fn replay_hit(
        &self,
        hit: CacheHit,
        limits: u64,
        query: &Query<'_>,
        known: &mut WitnessPool,
    ) -> Option<EngineResult> {
        let CacheHit {
            result,
            limits: limits_of_hit,
            ..
        } = hit;
        let verdict = match result.verdict {
            QueryVerdict::Feasible(_) if query.effort == Effort::Low => {
                QueryVerdict::Feasible(None)
            }
            QueryVerdict::Feasible(cached) => {
                let witness = self.witness(query.set, cached.into_script());
                if !self.is_witness(query.test, &witness) {
                    return None;
                }
                known.add(&witness);
                QueryVerdict::Feasible(Some(witness))
            }
            // These results depend on limits.
            QueryVerdict::Infeasible { bounded: true, .. } | QueryVerdict::Unknown(_)
                if limits_of_hit != limits =>
            {
                return None;
            }
            verdict => verdict.map(|_| None),
        };
        Some(QueryResult {
            verdict,
            cost: result.cost,
            irrelevant: result.irrelevant,
        })
    }

    /// Whether a later search can use the result.
    fn is_worth_caching(&self, result: &EngineResult) -> bool {
        match result.verdict {
            QueryVerdict::Feasible(_) | QueryVerdict::Infeasible { .. } => true,
            // A stopped job proves nothing: it merely ran out of time.
            QueryVerdict::Unknown(UnknownReason::MemoryShort) => false,
            QueryVerdict::Unknown(_) => !(self.stopped)(),
            QueryVerdict::NeedsBranches(_) => false,
        }
    }
}
