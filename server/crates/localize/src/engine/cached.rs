//! Queries that an earlier search has answered: see [`crate::memory`].

use std::hash::{DefaultHasher, Hash, Hasher};

use super::known::Known;
use super::query_engine::{Conditions, EngineResult, MOST_HALVINGS, QueryEngine};
use crate::memory::{Asked, Lesson, Looked, Recollection, Said, Told};
use search::oracle::{Cost, Effort, Query, QueryResult, QueryVerdict};

impl QueryEngine<'_> {
    /// Answers from the cache, or computes an answer for the cache.
    pub(super) fn check_cached(
        &mut self,
        cache: &Recollection,
        query: &Query<'_>,
        conditions: Conditions,
        known: &mut Known,
    ) -> EngineResult {
        let asked = Asked {
            test: self.subjects[query.test].fingerprint(cache),
            set: query.set.clone(),
            effort: query.effort,
            shown: conditions.shown,
            dear: query.effort == Effort::Quick && known.values_first,
        };
        let limits = self.limits_of(query, conditions);
        if let Some(recalled) = cache.recall(&asked)
            && let Some(result) = self.replayed(recalled.told, limits, query, known)
        {
            self.lessons.push(Lesson::Known(recalled.fact));
            return result;
        }
        let (result, called) = self.compute(query, conditions, known);
        let tried = known.values_first && query.effort == Effort::Quick && !asked.dear;
        if let Some(said) = self.said(&result, limits, tried) {
            let start = self.subjects[query.test].test.start.function;
            let told = Told {
                said,
                work: result.cost.work,
                checks: result.cost.solver_checks,
                idle: result.irrelevant,
            };
            self.lessons.push(Lesson::New(Box::new(Looked {
                asked,
                told,
                called,
                start,
            })));
        }
        result
    }

    /// A number for all limits of a query.
    fn limits_of(&self, query: &Query<'_>, conditions: Conditions) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.limits(query.test, query.effort).hash(&mut hasher);
        conditions.unanswered.min(MOST_HALVINGS).hash(&mut hasher);
        hasher.finish()
    }

    /// Replays a cached answer; `None` if it does not hold here.
    fn replayed(
        &self,
        told: Told,
        limits: u64,
        query: &Query<'_>,
        known: &mut Known,
    ) -> Option<EngineResult> {
        let verdict = match told.said {
            Said::Yes { .. } if query.effort == Effort::Low => QueryVerdict::Feasible(None),
            Said::Yes { script, tried } => {
                let witness = self.witness(query.set, Said::script(script));
                if !self.is_witness(query.test, &witness) {
                    return None;
                }
                known.values_first |= tried;
                known.add(&witness);
                QueryVerdict::Feasible(Some(witness))
            }
            Said::No { bounded, .. } if bounded.is_some_and(|under| under != limits) => {
                return None;
            }
            Said::No { core, bounded } => QueryVerdict::Infeasible {
                core,
                bounded: bounded.is_some(),
            },
            Said::Open { limits: under, .. } if under != limits => return None,
            Said::Open { reason, .. } => QueryVerdict::Unknown(reason),
        };
        Some(QueryResult {
            verdict,
            cost: Cost {
                work: told.work,
                solver_checks: told.checks,
            },
            irrelevant: told.idle,
        })
    }

    /// An answer as it is cached. `tried`: it was found by trying values, where that was not done first.
    fn said(&self, result: &EngineResult, limits: u64, tried: bool) -> Option<Said> {
        Some(match &result.verdict {
            QueryVerdict::Feasible(witness) => {
                Said::yes(witness.as_ref().map(|w| &w.script), tried)
            }
            QueryVerdict::Infeasible { core, bounded } => Said::No {
                core: core.clone(),
                bounded: bounded.then_some(limits),
            },
            // Nothing was found out: there was no time.
            QueryVerdict::Unknown(_) if (self.stopped)() => return None,
            QueryVerdict::Unknown(reason) => Said::Open {
                reason: reason.clone(),
                limits,
            },
            QueryVerdict::NeedsBranches(_) => return None,
        })
    }
}
