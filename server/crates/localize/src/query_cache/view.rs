//! The view of a query cache for one program.

use std::hash::{DefaultHasher, Hash, Hasher};

use eval::{Goal, Start};
use explore::fingerprint::Fingerprints;
use ir::{CompId, FnId};
use rustc_hash::FxHashMap;

use super::{CacheEntry, CacheKey, CachedResult, QueryCache, Tables, renumber};
use crate::limits::{MAX_CACHE_AGE, MAX_CACHE_NUMBERS};
use exec::run::PreparedTest;
use ir::CompSet;

/// The entries of a cache that are valid for a program.
#[derive(Debug)]
pub(crate) struct CacheView {
    cache: QueryCache,
    prints: Fingerprints,
    /// Fingerprint of those options of the job that affect every answer.
    options: u64,
    /// Indices of the entries that are valid for the program.
    holding: FxHashMap<CacheKey, usize>,
}

/// A cache entry, with the program's component ids.
#[derive(Debug)]
pub(crate) struct CacheHit {
    /// Index of the entry.
    pub(crate) entry: usize,
    pub(crate) result: CachedResult,
    /// Fingerprint of the limits under which the result was found.
    pub(crate) limits: u64,
}

/// Update of the cache that results from a query.
#[derive(Debug)]
pub(crate) enum CacheUpdate {
    /// The entry of this index was used.
    Used(usize),
    /// A result was computed.
    New(Box<NewEntry>),
}

impl CacheUpdate {
    /// Whether the result came from the cache.
    pub(crate) fn is_hit(&self) -> bool {
        matches!(self, CacheUpdate::Used(_))
    }
}

/// A computed result.
#[derive(Debug)]
pub(crate) struct NewEntry {
    pub(crate) key: CacheKey,
    pub(crate) result: CachedResult,
    /// Fingerprint of the limits under which it was computed.
    pub(crate) limits: u64,
    /// Functions that runs called; all functions if that is not known.
    pub(crate) called: Option<Vec<FnId>>,
    /// The function in which runs begin.
    pub(crate) start: FnId,
}

impl CacheView {
    /// The view of a cache for a program. `options`: everything that affects every answer.
    pub(crate) fn new(cache: QueryCache, prints: Fingerprints, options: impl Hash) -> CacheView {
        let cache = if cache.is_sound() {
            cache
        } else {
            QueryCache::default()
        };
        let mut hasher = DefaultHasher::new();
        options.hash(&mut hasher);
        let mut view = CacheView {
            options: hasher.finish(),
            holding: FxHashMap::default(),
            prints,
            cache,
        };
        view.holding = view.holding();
        view
    }

    /// Finds the entries that are valid for the program: all functions that their runs called exist unchanged.
    fn holding(&self) -> FxHashMap<CacheKey, usize> {
        let cache = &self.cache;
        let present: Vec<bool> = cache
            .functions
            .iter()
            .map(|f| self.prints.all().contains(f))
            .collect();
        let holds = |called: &Vec<u32>| called.iter().all(|f| present[*f as usize]);
        let holds: Vec<bool> = cache.called.iter().map(holds).collect();
        let entries = (0..).zip(&cache.entries);
        let holding = entries.filter(|(_, entry)| holds[entry.called as usize]);
        holding
            .filter_map(|(number, entry)| {
                let set = entry.key.set.iter().map(|c| self.component(c));
                let set = set.collect::<Option<CompSet>>()?;
                let key = entry.key.clone();
                Some((CacheKey { set, ..key }, number))
            })
            .collect()
    }

    /// The program's id for a component of the cache.
    fn component(&self, comp: CompId) -> Option<CompId> {
        self.prints.component(self.cache.place(comp))
    }

    /// Looks up a query.
    pub(crate) fn lookup(&self, key: &CacheKey) -> Option<CacheHit> {
        let entry = *self.holding.get(key)?;
        let CacheEntry { result, limits, .. } = &self.cache.entries[entry];
        let (mut result, limits) = (result.clone(), *limits);
        let mut complete = true;
        renumber(&mut result, &mut |c| {
            let here = self.component(c);
            complete &= here.is_some();
            here.unwrap_or(c)
        });
        complete.then_some(CacheHit {
            entry,
            result,
            limits,
        })
    }

    /// Fingerprint of a test: equal for tests whose runs start alike and have the same expected result.
    pub(crate) fn test(&self, test: &PreparedTest) -> u64 {
        let PreparedTest {
            start,
            goal,
            stdout: _,
            passes_by_layout: _,
            beyond: _,
        } = test;
        let Goal {
            expected,
            exit,
            returns,
            asserts,
        } = goal;
        let Start {
            function,
            name,
            args,
            environment,
            literals,
            input,
            leaks,
            slack,
            observed,
            files,
        } = start;
        let mut hasher = DefaultHasher::new();
        self.options.hash(&mut hasher);
        self.prints.of(*function).hash(&mut hasher);
        (
            name,
            args,
            environment,
            literals,
            input,
            leaks,
            slack,
            observed,
            files,
        )
            .hash(&mut hasher);
        (expected, exit, returns).hash(&mut hasher);
        for (span, times) in asserts.iter() {
            (self.prints.assertion(span), times).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The cache for the next search: the results of this one, and other entries as far as there is room.
    pub(crate) fn updated(&self, updates: Vec<CacheUpdate>) -> QueryCache {
        let places = (0..self.prints.components()).map(|c| self.prints.place(CompId(c)));
        let mut tables = Tables::new(self.prints.all(), places);
        // Determine the entries that were used and those that are replaced.
        let mut used = vec![false; self.cache.entries.len()];
        let mut new = Vec::new();
        for update in updates {
            match update {
                CacheUpdate::Used(entry) => used[entry] = true,
                CacheUpdate::New(entry) => new.push(*entry),
            }
        }
        let mut replaced = vec![false; self.cache.entries.len()];
        for entry in &new {
            if let Some(&old) = self.holding.get(&entry.key) {
                replaced[old] = true;
            }
        }
        // New results first.
        let mut room = MAX_CACHE_NUMBERS;
        for entry in new {
            let entry = self.entry(entry, &mut tables);
            if let Some(rest) = room.checked_sub(entry.size()) {
                room = rest;
                tables.cache.entries.push(entry);
            }
        }
        // Then old results, most recently used first.
        let old = self.cache.entries.iter().zip(&used).enumerate();
        let mut old: Vec<CacheEntry> = old
            .filter(|(number, _)| !replaced[*number])
            .map(|(_, (entry, used))| CacheEntry {
                age: if *used { 0 } else { entry.age + 1 },
                ..entry.clone()
            })
            .filter(|entry| entry.age <= MAX_CACHE_AGE)
            .collect();
        old.sort_by_key(|entry| entry.age);
        for entry in old {
            let Some(rest) = room.checked_sub(entry.size()) else {
                break;
            };
            room = rest;
            tables.adopt(&self.cache, entry);
        }
        tables.cache
    }

    fn entry(&self, new: NewEntry, tables: &mut Tables) -> CacheEntry {
        let functions = match new.called {
            Some(mut called) => {
                called.extend(self.prints.implied());
                called.push(new.start);
                called.sort_unstable();
                called.dedup();
                called.into_iter().map(|f| f.0).collect()
            }
            None => (0..self.prints.all().len() as u32).collect(),
        };
        CacheEntry {
            key: new.key,
            result: new.result,
            limits: new.limits,
            called: tables.called(functions),
            age: 0,
        }
    }
}
