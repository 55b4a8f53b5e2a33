//! The files among which those of a program are chosen, and the choice: what is needed, transitively.

use std::collections::{BTreeMap, BTreeSet};

use super::unit::ScannedUnit;
use super::{LinkedSource, Program, named};
use crate::function_scan::Functions;

/// Indices of files, each with the functions for which the file is needed.
pub(super) type Members<'a> = Vec<(usize, BTreeSet<&'a str>)>;

/// The files among which those of a program are looked for.
pub(super) struct Candidates<'a> {
    pub(super) all: Vec<ScannedUnit<'a>>,
    /// Number of files that are beside the first one, or said to belong to it; the others are anywhere in the project.
    pub(super) beside: usize,
    /// The files that define each name for others, in order.
    pub(super) providers: BTreeMap<&'a str, Vec<usize>>,
    /// Names of which macros make functions somewhere.
    pub(super) made: BTreeSet<&'a str>,
    /// For files with a `main`: those that a description of the build links with them.
    pub(super) together: BTreeMap<usize, BTreeSet<usize>>,
}

/// The files with which one is linked.
pub(super) struct Reached<'a> {
    pub(super) members: Members<'a>,
    /// Whether no file defines something that they need.
    pub(super) lacks: bool,
}

impl Reached<'_> {
    pub(super) fn program(&self, mut first: Vec<LinkedSource>, all: &[ScannedUnit<'_>]) -> Program {
        first.extend(self.members.iter().map(|(at, names)| LinkedSource {
            file: all[*at].unit.path.clone(),
            why: format!("it defines {}", named(names)),
        }));
        Program {
            others: first,
            is_whole: !self.lacks,
        }
    }
}

impl<'a> Candidates<'a> {
    pub(super) fn new(all: Vec<ScannedUnit<'a>>, beside: usize) -> Self {
        let mut providers: BTreeMap<&'a str, Vec<usize>> = BTreeMap::new();
        for (at, scanned) in all.iter().enumerate() {
            for name in scanned.own.offered() {
                providers.entry(name).or_default().push(at);
            }
        }
        let made = all
            .iter()
            .flat_map(|scanned| scanned.own.made.iter().copied());
        Self {
            made: made.collect(),
            all,
            beside,
            providers,
            together: BTreeMap::new(),
        }
    }

    /// Files with which the given one is linked.
    pub(super) fn reached(&self, root: usize) -> Reached<'a> {
        let mut members: Members<'a> = Vec::new();
        let mut lacks = false;
        let mut waiting = vec![root];
        let mut seen = vec![root];
        let none = BTreeSet::new();
        let together = self.together.get(&root).unwrap_or(&none);
        while let Some(caller) = waiting.pop() {
            let scanned = &self.all[caller];
            let made = scanned.functions.named.intersection(&self.made);
            let made = made.flat_map(|name| {
                let files = self.providers.get(name).map_or(&[][..], Vec::as_slice);
                let others = files
                    .iter()
                    .filter(|at| **at != caller && self.fits(**at, &seen));
                others.map(|at| (*name, *at)).collect::<Vec<_>>()
            });
            let made: Vec<_> = made.collect();
            let called = scanned.needs.iter().filter_map(|name| {
                let provider = self.provider(&seen, caller, name, together);
                lacks |= provider.is_none();
                Some((*name, provider?))
            });
            let called: Vec<_> = called.collect();
            for (name, provider) in called.into_iter().chain(made) {
                if seen.contains(&provider) {
                    let known = members.iter_mut().find(|(at, _)| *at == provider);
                    if let Some((_, names)) = known {
                        names.insert(name);
                    }
                } else if self.fits(provider, &seen) {
                    seen.push(provider);
                    waiting.push(provider);
                    members.push((provider, BTreeSet::from([name])));
                }
            }
        }
        members.sort_unstable_by_key(|(at, _)| *at);
        Reached { members, lacks }
    }

    /// Whether a file can be linked with these.
    pub(super) fn fits(&self, at: usize, members: &[usize]) -> bool {
        let functions = &self.all[at].functions;
        let mut members = members.iter().map(|member| &self.all[*member]);
        !functions.defines("main") && members.all(|other| !other.functions.clashes(functions))
    }

    /// The only file that provides a name. If several define it, the one whose header the caller includes. The files that
    /// are linked together come before those beside the program, and these before others.
    fn provider(
        &self,
        members: &[usize],
        caller: usize,
        name: &str,
        together: &BTreeSet<usize>,
    ) -> Option<usize> {
        let all = &self.all;
        let offers =
            |functions: &Functions<'_>| functions.offers(name) || functions.offers_object(name);
        if let Some(member) = members.iter().find(|&&at| offers(&all[at].functions)) {
            return Some(*member);
        }
        let known = self.providers.get(name).map_or(&[][..], Vec::as_slice);
        let known = known.iter().copied();
        let mut candidates: Vec<usize> = known.filter(|at| self.fits(*at, members)).collect();
        if candidates.iter().any(|at| together.contains(at)) {
            candidates.retain(|at| together.contains(at));
        } else if candidates.iter().any(|at| *at < self.beside) {
            candidates.retain(|at| *at < self.beside);
        }
        if let [one] = candidates[..] {
            return Some(one);
        }
        let mut named = candidates
            .into_iter()
            .filter(|at| all[caller].unit.includes_header_of(&all[*at].unit.path));
        named.next().filter(|_| named.next().is_none())
    }
}
