//! Cache of query results for later searches: a warm start after an edit.
//!
//! Nearly all the time of a search goes into queries, "can test `t` pass when the components of `R` are relaxed?". An
//! answer depends on the test, on the set, and on the code of the functions that some explored run called: no other
//! function was ever looked at. So results are kept with the [fingerprints](explore::fingerprint) of these functions, and a
//! search of the edited program takes a result from the cache, instead of exploring, if its functions still have these
//! fingerprints. Only the exploration is skipped: cheap steps (guessing from the witnesses of other tests, facts known
//! without a run) are done as usual, and a witness counts only after its replay on the current program. So a search
//! with a cache finds what it would find without, in the same order, with the same witnesses.
//!
//! A result that depends on limits (an unknown one, or "infeasible within the bound") is kept with these limits and is
//! valid only under the same ones. Any other result is valid under all limits; so after an edit that lowers them (they
//! follow from the runs of all tests), the cache may contain answers to queries that a search of its own would leave
//! open.
//!
//! A cache is not tied to one program: entries about functions that no longer exist are kept for a while, because edits
//! are often undone.

mod view;

use std::collections::VecDeque;

use eval::{Choice, Script};
use explore::fingerprint::{ComponentKey, Fingerprint};
use ir::CompId;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use ir::CompSet;
use search::oracle::{Effort, QueryResult, QueryVerdict};
pub(crate) use view::{CacheHit, CacheUpdate, CacheView, NewEntry};

/// Results of searches, as plain data. Components are indices into a table, so that sets stay small.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct QueryCache {
    functions: Vec<Fingerprint>,
    /// Meaning of a [`CompId`] in an entry: index of the function in `functions`, and rank of the component in it.
    places: Vec<(u32, u32)>,
    /// Lists of the functions that runs called; many entries share a list.
    called: Vec<Vec<u32>>,
    entries: Vec<CacheEntry>,
}

/// A result and everything that it depends on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct CacheEntry {
    key: CacheKey,
    result: CachedResult,
    /// Fingerprint of the limits under which the result was found.
    limits: u64,
    /// Index into [`QueryCache::called`].
    called: u32,
    /// Number of searches since the entry was last used.
    age: u32,
}

/// A cached query.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct CacheKey {
    /// Fingerprint of the test and of the relevant options.
    pub(crate) test: u64,
    /// Relaxed components.
    pub(crate) set: CompSet,
    pub(crate) effort: Effort,
    /// Whether the witness is made readable.
    pub(crate) shown: bool,
}

/// Result of a query in its cached form.
pub(crate) type CachedResult = QueryResult<CachedWitness>;

/// A witness in its cached form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct CachedWitness {
    /// Choices of the passing run; empty where they were not requested.
    script: Vec<Choice>,
}

impl CachedWitness {
    /// The cached form of a script; empty if there is none.
    pub(crate) fn new(script: Option<&Script>) -> CachedWitness {
        CachedWitness {
            script: script.into_iter().flatten().cloned().collect(),
        }
    }

    /// The choices of the passing run.
    pub(crate) fn into_script(self) -> Script {
        VecDeque::from(self.script)
    }
}

impl CacheEntry {
    /// Approximate size of the entry, in numbers.
    fn size(&self) -> usize {
        let result = match &self.result.verdict {
            QueryVerdict::Feasible(witness) => 4 * witness.script.len(),
            _ => 4,
        };
        12 + result
    }
}

/// Tables of a cache under construction.
struct Tables {
    cache: QueryCache,
    functions: FxHashMap<Fingerprint, u32>,
    places: FxHashMap<(u32, u32), u32>,
    called: FxHashMap<Vec<u32>, u32>,
}

impl Tables {
    /// Tables that begin with these functions and components, in this order.
    fn new(functions: &[Fingerprint], places: impl IntoIterator<Item = ComponentKey>) -> Tables {
        let mut tables = Tables {
            cache: QueryCache::default(),
            functions: FxHashMap::default(),
            places: FxHashMap::default(),
            called: FxHashMap::default(),
        };
        for f in functions {
            tables.function(*f);
        }
        for place in places {
            tables.place(place);
        }
        tables
    }

    fn function(&mut self, function: Fingerprint) -> u32 {
        let all = &mut self.cache.functions;
        *self.functions.entry(function).or_insert_with(|| {
            all.push(function);
            all.len() as u32 - 1
        })
    }

    fn place(&mut self, place: ComponentKey) -> CompId {
        let place = (self.function(place.function), place.rank);
        let all = &mut self.cache.places;
        CompId(*self.places.entry(place).or_insert_with(|| {
            all.push(place);
            all.len() as u32 - 1
        }))
    }

    fn called(&mut self, functions: Vec<u32>) -> u32 {
        let all = &mut self.cache.called;
        let known = self.called.entry(functions);
        *known.or_insert_with_key(|functions| {
            all.push(functions.clone());
            all.len() as u32 - 1
        })
    }

    /// Copies an entry of another cache.
    fn adopt(&mut self, other: &QueryCache, mut entry: CacheEntry) {
        let called = &other.called[entry.called as usize];
        let functions = called.iter().map(|f| other.functions[*f as usize]);
        let functions = functions.map(|f| self.function(f)).collect();
        entry.called = self.called(functions);
        entry.renumber(&mut |c| self.place(other.place(c)));
        self.cache.entries.push(entry);
    }
}

impl QueryCache {
    /// Number of results.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the cache has no results.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn place(&self, comp: CompId) -> ComponentKey {
        let (function, rank) = self.places[comp.index()];
        ComponentKey {
            function: self.functions[function as usize],
            rank,
        }
    }

    /// Whether all indices in the cache are within its tables: a cache may come from an untrusted source.
    fn is_sound(&self) -> bool {
        let (functions, places) = (self.functions.len(), self.places.len());
        let in_functions = |f: &u32| (*f as usize) < functions;
        let mut called = self.called.iter().flatten();
        let mut known = self.places.iter();
        called.all(in_functions)
            && known.all(|(f, _)| in_functions(f))
            && self.entries.iter().all(|entry| {
                let mut comps = entry.comps();
                (entry.called as usize) < self.called.len() && comps.all(|c| c.index() < places)
            })
    }
}

impl CacheEntry {
    /// All components that the entry mentions.
    fn comps(&self) -> impl Iterator<Item = CompId> + '_ {
        let (script, core): (&[Choice], Option<&CompSet>) = match &self.result.verdict {
            QueryVerdict::Feasible(witness) => (&witness.script, None),
            QueryVerdict::Infeasible { core, .. } => (&[], Some(core)),
            QueryVerdict::NeedsBranches(_) | QueryVerdict::Unknown(_) => (&[], None),
        };
        let core = core.into_iter().flat_map(CompSet::iter);
        let script = script.iter().map(Choice::comp);
        self.key.set.iter().chain(script).chain(core)
    }

    /// Renumbers the components of the entry.
    fn renumber(&mut self, number: &mut dyn FnMut(CompId) -> CompId) {
        self.key.set = self.key.set.iter().map(&mut *number).collect();
        renumber(&mut self.result, number);
    }
}

/// Renumbers the components of a result.
fn renumber(result: &mut CachedResult, number: &mut dyn FnMut(CompId) -> CompId) {
    match &mut result.verdict {
        QueryVerdict::Feasible(witness) => {
            for choice in &mut witness.script {
                let comp = choice.comp_mut();
                *comp = number(*comp);
            }
        }
        QueryVerdict::Infeasible { core, .. } => *core = core.iter().map(number).collect(),
        QueryVerdict::NeedsBranches(_) | QueryVerdict::Unknown(_) => {}
    }
}
