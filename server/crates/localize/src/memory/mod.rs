//! What a search found out that later ones can use: a warm start after an edit.
//!
//! Nearly all the time of a search goes into questions, "can test `t` pass when the components of `R` are relaxed?". An
//! answer depends on the test, on the set, and on the code of those functions which some explored run entered: of all
//! others nothing was ever looked at. So answers are kept with the [fingerprints](ir::fingerprint) of these functions, and
//! a search of the edited program whose functions have these fingerprints still is told the answer where it would have
//! explored. Only the exploration is left out: what is cheap (guessing from other tests' witnesses, what is known without
//! a run) is done as ever, and a witness has to survive its replay on the program at hand before it is one again. So a
//! search with a memory finds what it would find without, in the same order, with the same witnesses.
//!
//! An answer that leans on limits (an open one, or "no within the bound") is kept with these limits, and counts only under
//! the same ones. Any other is true whatever the limits; an edit that lowers them (they follow from the runs of all tests)
//! may so leave known what would stay open in a search of its own.
//!
//! A memory belongs to no program: facts about functions that are not there wait for a while, for edits are taken back.

mod recollection;

use ir::CompId;
use ir::eval::Choice;
use ir::explore::UnknownReason;
use ir::fingerprint::{Fingerprint, Place};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use ir::CompSet;
pub(crate) use recollection::{Lesson, Looked, Recollection};
use search::oracle::Effort;

/// Searches that a fact waits for its use.
const MOST_AGE: u32 = 12;
/// Size of what is kept, in numbers; a number takes some bytes.
const MOST_NUMBERS: usize = 1 << 19;

/// Facts from searches, plain data. Components are numbers of a table, so that sets stay small.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Memory {
    functions: Vec<Fingerprint>,
    /// What a [`CompId`] in a fact means: a function, by its number here, and the rank of the component in it.
    places: Vec<(u32, u32)>,
    /// Which functions runs entered; many questions share such a list.
    entered: Vec<Vec<u32>>,
    facts: Vec<Fact>,
}

/// An answer, and what it rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Fact {
    asked: Asked,
    told: Told,
    /// Index into [`Memory::entered`].
    entered: u32,
    /// Searches since its last use.
    age: u32,
}

/// A question, and how it was looked into.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Asked {
    /// The fingerprint of the test, and of the options that count.
    pub(crate) test: u64,
    /// What is relaxed.
    pub(crate) set: CompSet,
    pub(crate) effort: Effort,
    /// The witness is made plain.
    pub(crate) shown: bool,
    /// Values were tried first.
    pub(crate) dear: bool,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Told {
    pub(crate) said: Said,
    pub(crate) work: u64,
    pub(crate) checks: u64,
    pub(crate) idle: bool,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Said {
    /// See [`crate::Answer::Yes`].
    Yes {
        /// The witness.
        script: Vec<Choice>,
        /// It was found by trying values, where exploring had not led to an answer.
        tried: bool,
    },
    /// See [`crate::Answer::No`].
    No {
        core: CompSet,
        /// The limits that it leans on.
        bounded: Option<u64>,
    },
    /// See [`crate::Answer::Unknown`].
    Open {
        reason: UnknownReason,
        /// The limits that were met.
        limits: u64,
    },
}

impl Fact {
    /// Numbers that it consists of, roughly.
    fn size(&self) -> usize {
        let said = match &self.told.said {
            Said::Yes { script, .. } => 4 * script.len(),
            Said::No { .. } | Said::Open { .. } => 4,
        };
        12 + said
    }
}

/// The tables of a memory while it is made.
struct Tables {
    memory: Memory,
    functions: FxHashMap<Fingerprint, u32>,
    places: FxHashMap<(u32, u32), u32>,
    entered: FxHashMap<Vec<u32>, u32>,
}

impl Tables {
    /// Tables that begin with these functions and components, in their order.
    fn new(functions: &[Fingerprint], places: impl IntoIterator<Item = Place>) -> Tables {
        let mut tables = Tables {
            memory: Memory::default(),
            functions: FxHashMap::default(),
            places: FxHashMap::default(),
            entered: FxHashMap::default(),
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
        let all = &mut self.memory.functions;
        *self.functions.entry(function).or_insert_with(|| {
            all.push(function);
            all.len() as u32 - 1
        })
    }

    fn place(&mut self, place: Place) -> CompId {
        let place = (self.function(place.function), place.rank);
        let all = &mut self.memory.places;
        CompId(*self.places.entry(place).or_insert_with(|| {
            all.push(place);
            all.len() as u32 - 1
        }))
    }

    fn entered(&mut self, functions: Vec<u32>) -> u32 {
        let all = &mut self.memory.entered;
        let known = self.entered.entry(functions);
        *known.or_insert_with_key(|functions| {
            all.push(functions.clone());
            all.len() as u32 - 1
        })
    }

    /// Takes over a fact of another memory.
    fn adopt(&mut self, other: &Memory, mut fact: Fact) {
        let entered = &other.entered[fact.entered as usize];
        let functions = entered.iter().map(|f| other.functions[*f as usize]);
        let functions = functions.map(|f| self.function(f)).collect();
        fact.entered = self.entered(functions);
        fact.rename(&mut |c| self.place(other.place(c)));
        self.memory.facts.push(fact);
    }
}

impl Memory {
    /// Number of answers that are remembered.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Nothing is.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    fn place(&self, comp: CompId) -> Place {
        let (function, rank) = self.places[comp.index()];
        Place {
            function: self.functions[function as usize],
            rank,
        }
    }

    /// Whether all numbers in it are those of entries of its tables: a memory may come from anywhere.
    fn is_sound(&self) -> bool {
        let (functions, places) = (self.functions.len(), self.places.len());
        let in_functions = |f: &u32| (*f as usize) < functions;
        let mut entered = self.entered.iter().flatten();
        let mut known = self.places.iter();
        entered.all(in_functions)
            && known.all(|(f, _)| in_functions(f))
            && self.facts.iter().all(|fact| {
                let mut comps = fact.comps();
                (fact.entered as usize) < self.entered.len() && comps.all(|c| c.index() < places)
            })
    }
}

impl Fact {
    /// All components that it names.
    fn comps(&self) -> impl Iterator<Item = CompId> + '_ {
        let (script, core): (&[Choice], Option<&CompSet>) = match &self.told.said {
            Said::Yes { script, .. } => (script, None),
            Said::No { core, .. } => (&[], Some(core)),
            Said::Open { .. } => (&[], None),
        };
        let core = core.into_iter().flat_map(CompSet::iter);
        let script = script.iter().map(Choice::comp);
        self.asked.set.iter().chain(script).chain(core)
    }

    /// Gives the components other numbers.
    fn rename(&mut self, name: &mut dyn FnMut(CompId) -> CompId) {
        self.asked.set = self.asked.set.iter().map(&mut *name).collect();
        self.told.said.rename(name);
    }
}

impl Said {
    fn rename(&mut self, name: &mut dyn FnMut(CompId) -> CompId) {
        match self {
            Said::Yes { script, .. } => {
                for choice in script {
                    let comp = choice.comp_mut();
                    *comp = name(*comp);
                }
            }
            Said::No { core, .. } => *core = core.iter().map(name).collect(),
            Said::Open { .. } => {}
        }
    }
}
