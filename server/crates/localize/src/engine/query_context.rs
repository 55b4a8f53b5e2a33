//! What all queries of a job share.

use ir::demand::OnDemand;
use ir::eval::{Image, Sym};
use ir::explore::{Analysis, Limits};
use ir::{CompSet, Program, Relaxing};

use crate::query_cache::CacheView;

/// Context that all queries of a job share.
#[derive(Clone, Copy)]
pub(crate) struct QueryContext<'a> {
    pub(crate) program: &'a Program,
    /// The same, laid out for a strategy that opens its branches on demand.
    pub(crate) on_demand: Option<&'a OnDemand>,
    pub(crate) analysis: &'a Analysis,
    pub(crate) relaxing: Relaxing,
    pub(crate) concrete: &'a Image<u64>,
    pub(crate) symbolic: &'a Image<Sym>,
    pub(crate) limits: Limits,
    pub(crate) steps: u64,
    /// What a query may cost, as many times that of the first round.
    pub(crate) growth: u64,
    /// Components that are never relaxed, because the user says that they are correct.
    pub(crate) hard: &'a CompSet,
    /// Answers of earlier searches, if this one is to use and extend them.
    pub(crate) cache: Option<&'a CacheView>,
}
