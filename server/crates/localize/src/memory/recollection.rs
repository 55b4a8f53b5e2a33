//! A memory as the search of one program sees it.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use ir::eval::{Script, Start};
use ir::fingerprint::Fingerprints;
use ir::{CompId, FnId};
use rustc_hash::FxHashMap;

use super::{Asked, Fact, MOST_AGE, MOST_NUMBERS, Memory, Said, Tables, Told};
use exec::run::Prepared;
use ir::CompSet;

/// What is remembered of a program.
#[derive(Debug)]
pub(crate) struct Recollection {
    memory: Memory,
    prints: Fingerprints,
    /// What of the job's options counts in every answer.
    options: u64,
    /// Facts of the memory that hold of the program.
    known: FxHashMap<Asked, usize>,
}

/// A fact, in terms of the program.
#[derive(Debug)]
pub(crate) struct Recalled {
    /// Its number.
    pub(crate) fact: usize,
    pub(crate) told: Told,
}

/// An answer that may be worth remembering.
#[derive(Debug)]
pub(crate) enum Lesson {
    /// It was known; the number of the fact.
    Known(usize),
    /// It was looked into.
    New(Box<Looked>),
}

impl Lesson {
    /// Nothing had to be looked into.
    pub(crate) fn is_known(&self) -> bool {
        matches!(self, Lesson::Known(_))
    }
}

/// What was looked into.
#[derive(Debug)]
pub(crate) struct Looked {
    pub(crate) asked: Asked,
    pub(crate) told: Told,
    /// Functions that runs called; all of them, where that is not known.
    pub(crate) called: Option<Vec<FnId>>,
    /// The function in which runs begin.
    pub(crate) start: FnId,
}

impl Recollection {
    /// What of a memory holds of a program. `options`: whatever counts in every answer.
    pub(crate) fn new(memory: Memory, prints: Fingerprints, options: impl Hash) -> Recollection {
        let memory = if memory.is_sound() {
            memory
        } else {
            Memory::default()
        };
        let mut hasher = DefaultHasher::new();
        options.hash(&mut hasher);
        let mut recollection = Recollection {
            options: hasher.finish(),
            known: FxHashMap::default(),
            prints,
            memory,
        };
        recollection.known = recollection.holding();
        recollection
    }

    fn holding(&self) -> FxHashMap<Asked, usize> {
        let memory = &self.memory;
        let present: Vec<bool> = memory
            .functions
            .iter()
            .map(|f| self.prints.all().contains(f))
            .collect();
        let holds = |entered: &Vec<u32>| entered.iter().all(|f| present[*f as usize]);
        let holds: Vec<bool> = memory.entered.iter().map(holds).collect();
        let facts = (0..).zip(&memory.facts);
        let holding = facts.filter(|(_, fact)| holds[fact.entered as usize]);
        holding
            .filter_map(|(number, fact)| {
                let set = fact.asked.set.iter().map(|c| self.component(c));
                let set = set.collect::<Option<CompSet>>()?;
                let asked = fact.asked.clone();
                Some((Asked { set, ..asked }, number))
            })
            .collect()
    }

    /// A component of the memory in the program.
    fn component(&self, comp: CompId) -> Option<CompId> {
        self.prints.component(self.memory.place(comp))
    }

    /// What is known of a question.
    pub(crate) fn recall(&self, asked: &Asked) -> Option<Recalled> {
        let fact = *self.known.get(asked)?;
        let mut told = self.memory.facts[fact].told.clone();
        let mut complete = true;
        told.said.rename(&mut |c| {
            let here = self.component(c);
            complete &= here.is_some();
            here.unwrap_or(c)
        });
        complete.then_some(Recalled { fact, told })
    }

    /// A number for a test: equal where runs begin alike and the same is expected of them.
    pub(crate) fn test(&self, test: &Prepared) -> u64 {
        let Prepared {
            start,
            goal,
            stdout: _,
            asserts,
        } = test;
        let Start {
            function,
            args,
            literals,
            input,
            leaks,
            files,
        } = start;
        let mut hasher = DefaultHasher::new();
        self.options.hash(&mut hasher);
        self.prints.of(*function).hash(&mut hasher);
        (args, literals, input, leaks, files).hash(&mut hasher);
        goal.hash(&mut hasher);
        for (span, times) in asserts.iter() {
            (self.prints.assertion(span), times).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The memory for the next search: what this one learnt, and what else is known.
    pub(crate) fn renewed(&self, lessons: Vec<Lesson>) -> Memory {
        let places = (0..self.prints.components()).map(|c| self.prints.place(CompId(c)));
        let mut tables = Tables::new(self.prints.all(), places);
        let mut used = vec![false; self.memory.facts.len()];
        let mut new = Vec::new();
        for lesson in lessons {
            match lesson {
                Lesson::Known(fact) => used[fact] = true,
                Lesson::New(looked) => new.push(*looked),
            }
        }
        let mut replaced = vec![false; self.memory.facts.len()];
        for looked in &new {
            if let Some(&fact) = self.known.get(&looked.asked) {
                replaced[fact] = true;
            }
        }
        let mut room = MOST_NUMBERS;
        for looked in new {
            let fact = self.fact(looked, &mut tables);
            if let Some(rest) = room.checked_sub(fact.size()) {
                room = rest;
                tables.memory.facts.push(fact);
            }
        }
        let old = self.memory.facts.iter().zip(&used).enumerate();
        let mut old: Vec<Fact> = old
            .filter(|(number, _)| !replaced[*number])
            .map(|(_, (fact, used))| Fact {
                age: if *used { 0 } else { fact.age + 1 },
                ..fact.clone()
            })
            .filter(|fact| fact.age <= MOST_AGE)
            .collect();
        old.sort_by_key(|fact| fact.age);
        for fact in old {
            let Some(rest) = room.checked_sub(fact.size()) else {
                break;
            };
            room = rest;
            tables.adopt(&self.memory, fact);
        }
        tables.memory
    }

    fn fact(&self, looked: Looked, tables: &mut Tables) -> Fact {
        let functions = match looked.called {
            Some(mut called) => {
                called.extend(self.prints.implied());
                called.push(looked.start);
                called.sort_unstable();
                called.dedup();
                called.into_iter().map(|f| f.0).collect()
            }
            None => (0..self.prints.all().len() as u32).collect(),
        };
        Fact {
            asked: looked.asked,
            told: looked.told,
            entered: tables.entered(functions),
            age: 0,
        }
    }
}

impl Said {
    /// A witness, if there is one.
    pub(crate) fn yes(script: Option<&Script>, tried: bool) -> Said {
        Said::Yes {
            script: script.into_iter().flatten().cloned().collect(),
            tried,
        }
    }

    /// The witness as a script.
    pub(crate) fn script(script: Vec<ir::eval::Choice>) -> Script {
        VecDeque::from(script)
    }
}
