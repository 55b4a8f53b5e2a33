//! Context that all queries of a job share.

use eval::{Image, Sym};
use explore::demand::OnDemand;
use explore::{Analysis, ExploreLimits};
use ir::{CompSet, Program, Relaxing};

use crate::control::Control;
use crate::query_cache::CacheView;

/// Context that all queries of a job share.
#[derive(Clone, Copy)]
pub(crate) struct QueryContext<'a> {
    pub(crate) program: &'a Program,
    /// The program in the layout for a strategy that opens branches on demand.
    pub(crate) on_demand: Option<&'a OnDemand>,
    pub(crate) analysis: &'a Analysis,
    pub(crate) relaxing: Relaxing,
    pub(crate) concrete: &'a Image<u64>,
    pub(crate) symbolic: &'a Image<Sym>,
    pub(crate) limits: ExploreLimits,
    pub(crate) steps: u64,
    /// Factor on the limits of a query, relative to the first round.
    pub(crate) growth: u64,
    /// Components that are never relaxed, because the user marked them as correct.
    pub(crate) hard: &'a CompSet,
    pub(crate) control: &'a dyn Control,
    /// Answers of earlier searches, if this search uses and extends them.
    pub(crate) cache: Option<&'a CacheView>,
}
