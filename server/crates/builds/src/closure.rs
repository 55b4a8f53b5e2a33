//! All that belongs to one program: its own part and those of the libraries it links.
//!
//! The sources of all linked libraries belong to a program, however indirectly they are
//! linked. Include folders and macros are handed on only where a library offers them.

use crate::{Build, Target, add_all};
use std::collections::{HashMap, HashSet, VecDeque};

/// A target with everything that its libraries bring.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Whole {
    /// All sources: the target's own, then those of its libraries.
    pub sources: Vec<String>,
    /// The target's include folders, with those that its libraries offer.
    pub include_dirs: Vec<String>,
    /// The target's macros, with those that its libraries offer.
    pub defines: Vec<String>,
    /// The target's version of C.
    pub standard: Option<String>,
    /// Sources by target, with what each target is compiled with.
    pub parts: Vec<Part>,
}

/// The sources of one target, and what they are compiled with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Part {
    /// The target's name.
    pub target: String,
    /// Its own sources.
    pub sources: Vec<String>,
    /// Where their headers are searched.
    pub include_dirs: Vec<String>,
    /// The macros that are set for them.
    pub defines: Vec<String>,
}

impl Build {
    /// All sources of a target with those of the libraries it links, transitively; and its
    /// include folders and macros, including those that its libraries offer.
    pub fn closure(&self, target: &Target) -> Whole {
        let graph = Graph {
            targets: self
                .targets
                .iter()
                .map(|each| (each.name.as_str(), each))
                .collect(),
        };
        let mut whole = Whole {
            standard: target.standard.clone(),
            ..Whole::default()
        };
        let mut members = vec![target];
        members.extend(graph.reached(&target.links, |each| &each.links));
        for member in members {
            let part = graph.part(member);
            add_all(&mut whole.sources, part.sources.clone());
            if whole.parts.is_empty() {
                whole.include_dirs.clone_from(&part.include_dirs);
                whole.defines.clone_from(&part.defines);
            }
            let is_known = whole.parts.iter().any(|known| known.target == part.target);
            if !is_known {
                whole.parts.push(part);
            }
        }
        whole
    }
}

/// The targets by their names.
struct Graph<'a> {
    targets: HashMap<&'a str, &'a Target>,
}

impl<'a> Graph<'a> {
    /// What the sources of one target are compiled with.
    fn part(&self, target: &Target) -> Part {
        let mut part = Part {
            target: target.name.clone(),
            sources: target.sources.clone(),
            include_dirs: target.include_dirs.clone(),
            defines: target.defines.clone(),
        };
        for member in self.reached(&target.links, |each| &each.offers.links) {
            add_all(&mut part.include_dirs, member.offers.include_dirs.clone());
            add_all(&mut part.defines, member.offers.defines.clone());
        }
        part
    }

    /// The targets with these names and those they lead to, each once (libraries may link
    /// each other in a circle).
    fn reached(&self, names: &[String], next: impl Fn(&Target) -> &Vec<String>) -> Vec<&'a Target> {
        let mut members: Vec<&Target> = Vec::new();
        let mut seen = HashSet::new();
        let mut waiting: VecDeque<&str> = names.iter().map(String::as_str).collect();
        while let Some(name) = waiting.pop_front() {
            if let Some(target) = self
                .targets
                .get(name)
                .filter(|_| seen.insert(name.to_string()))
            {
                members.push(target);
                waiting.extend(next(target).iter().map(String::as_str));
            }
        }
        members
    }
}
