//! Hide sets: the macros that must not be expanded again at a token.
//!
//! The sets are interned, and unions and intersections are cached, since the same few occur again and again. The
//! algorithm is Dave Prosser's (X3J11/86-196), the basis of the wording of C11 6.10.3.4.

use rustc_hash::FxHashMap;

use crate::token::{HideId, Sym};

/// Hide sets of a preprocessor run.
#[derive(Debug)]
pub(crate) struct HideSets {
    sets: Vec<Box<[Sym]>>,
    known: FxHashMap<Box<[Sym]>, HideId>,
    unions: FxHashMap<(HideId, HideId), HideId>,
}

impl HideSets {
    pub(crate) fn new() -> Self {
        let empty: Box<[Sym]> = Box::default();
        let known = std::iter::once((empty.clone(), HideId::default())).collect();
        Self {
            sets: vec![empty],
            known,
            unions: FxHashMap::default(),
        }
    }

    pub(crate) fn contains(&self, set: HideId, name: Sym) -> bool {
        self.members(set).binary_search(&name).is_ok()
    }

    pub(crate) fn with(&mut self, set: HideId, name: Sym) -> HideId {
        let mut members = self.members(set).to_vec();
        if let Err(at) = members.binary_search(&name) {
            members.insert(at, name);
        }
        self.intern(members)
    }

    pub(crate) fn union(&mut self, a: HideId, b: HideId) -> HideId {
        if a == b || b == HideId::default() {
            return a;
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        let mut members = [self.members(a), self.members(b)].concat();
        members.sort_unstable();
        members.dedup();
        let id = self.intern(members);
        self.unions.insert((a, b), id);
        id
    }

    pub(crate) fn intersection(&mut self, a: HideId, b: HideId) -> HideId {
        let common = self
            .members(a)
            .iter()
            .copied()
            .filter(|&name| self.contains(b, name))
            .collect();
        self.intern(common)
    }

    fn members(&self, set: HideId) -> &[Sym] {
        self.sets.get(set.0 as usize).map_or(&[], |members| members)
    }

    fn intern(&mut self, members: Vec<Sym>) -> HideId {
        let members = members.into_boxed_slice();
        if let Some(&id) = self.known.get(&members) {
            return id;
        }
        let id = HideId(self.sets.len() as u32);
        self.sets.push(members.clone());
        self.known.insert(members, id);
        id
    }
}
