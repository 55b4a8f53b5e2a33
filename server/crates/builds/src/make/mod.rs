//! Reads makefiles: how a file is compiled, what is linked with it, and which commands a goal runs.
//!
//! The makefile is read, never run. Variables, conditionals, functions that transform texts, explicit, static and
//! pattern rules have their meaning in GNU make. `$(shell …)` stays a question to the shell, which matters in recipes; in
//! conditions, its answer counts as empty. If several rules match a file, the first one counts, as for `make` without
//! arguments.

mod expansion;
mod functions;
mod goals;
mod reader;
mod rules;
#[cfg(test)]
mod tests;

pub use goals::Command;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::{Files, paths};
use expansion::Automatic;
use rules::{Rule, stem};

/// Names of makefiles, in the order in which `make` searches for them.
pub const MAKEFILES: [&str; 3] = ["GNUmakefile", "makefile", "Makefile"];

/// The most letters that all expansions of a makefile produce together.
const WORK: usize = 4_000_000;

/// A makefile that has been read. Paths in it are relative to its folder, as they are for `make`.
pub struct Makefile<'f> {
    files: &'f dyn Files,
    /// The folder of the makefile, relative to the project's root.
    folder: String,
    variables: BTreeMap<String, Variable>,
    /// Variables that are set for one target only, in order.
    of_targets: Vec<TargetVariable>,
    rules: Vec<Rule>,
    /// Letters that expansions may still produce.
    work: Cell<usize>,
    /// Whether a condition is being evaluated: the shell's answers count as empty there.
    is_deciding: Cell<bool>,
    /// Texts that `eval` has been given and that are not read yet.
    evaluated: RefCell<Vec<String>>,
}

/// The value of a variable.
#[derive(Debug, Clone, Default)]
struct Variable {
    text: String,
    /// Whether the text has been expanded already (`:=`).
    is_simple: bool,
}

/// A variable that is set for a target: `debug: CFLAGS += -g`.
#[derive(Debug, Clone)]
struct TargetVariable {
    /// The target, perhaps a pattern.
    target: String,
    name: String,
    value: String,
    /// Whether the value is added to that of the makefile.
    is_addition: bool,
}

impl<'f> Makefile<'f> {
    /// Reads the makefile at a path; `None` if there is no such file.
    pub fn read(files: &'f dyn Files, path: &str) -> Option<Makefile<'f>> {
        let text = files.read(path)?;
        let mut makefile = Makefile {
            files,
            folder: paths::folder_of(path).to_owned(),
            variables: BTreeMap::new(),
            of_targets: Vec::new(),
            rules: Vec::new(),
            work: Cell::new(WORK),
            is_deciding: Cell::new(false),
            evaluated: RefCell::default(),
        };
        makefile.set_defaults();
        makefile.read_text(path, &text, 0);
        Some(makefile)
    }

    /// Sets the variables that `make` itself defines.
    fn set_defaults(&mut self) {
        let defaults = [
            ("CC", "cc"),
            ("AR", "ar"),
            ("ARFLAGS", "rv"),
            ("RM", "rm -f"),
            ("MAKE", "make"),
            ("SHELL", "/bin/sh"),
            ("CURDIR", "."),
        ];
        for (name, text) in defaults {
            let variable = Variable {
                text: text.to_owned(),
                is_simple: true,
            };
            self.variables.insert(name.to_owned(), variable);
        }
    }

    /// Words of the command that compiles `source`, whose path is relative to the folder of the makefile: from the first
    /// rule that names it, or from the variables that `make` itself would use.
    pub fn words(&self, source: &str) -> Vec<String> {
        let ways = [false, true].into_iter();
        let mut commands = ways.flat_map(|is_general| {
            let rules = self.rules.iter();
            rules.filter_map(move |rule| self.compilation(rule, source, is_general))
        });
        let command = commands.next().unwrap_or_else(|| {
            self.expanded("$(CPPFLAGS) $(CFLAGS)", &Automatic::of_target(source))
        });
        let command = command.replace("\\\n", " ");
        shlex::split(&command)
            .unwrap_or_else(|| command.split_whitespace().map(str::to_owned).collect())
    }

    /// The line of a rule's recipe that names a source, if the rule is for this file (or for any file, if so asked).
    fn compilation(&self, rule: &Rule, source: &str, is_general: bool) -> Option<String> {
        let matched = if is_general {
            rule.for_source(source)?
        } else if rule.is_general() {
            return None;
        } else {
            let object = format!("{}.o", source.strip_suffix(".c").unwrap_or(source));
            let matched = rule.for_target(&object).map(|(_, matched)| matched);
            matched.unwrap_or_else(|| rule.plainly())
        };
        let automatic = matched.automatic();
        let lines = rule.recipe.iter();
        let mut lines = lines.map(|line| self.expanded(&line.text, &automatic));
        lines.find(|line| {
            let mut words = line.split_whitespace();
            words.any(|word| paths::clean(word) == source)
        })
    }

    /// C files that one rule names, directly or by their objects, together with `source`.
    pub fn beside(&self, source: &str) -> Vec<String> {
        let mut found = BTreeSet::new();
        for rule in &self.rules {
            let lines = rule.recipe.iter();
            let lines = lines.map(|line| self.expanded(&line.text, &Automatic::default()));
            let recipe: Vec<String> = lines.collect();
            let words = recipe.iter().flat_map(|line| line.split_whitespace());
            let words = words.chain(rule.prerequisites.iter().map(String::as_str));
            let files: Vec<String> = words.filter_map(c_file).collect();
            if files.iter().any(|file| file == source) {
                found.extend(files.into_iter().filter(|file| file != source));
            }
        }
        found.into_iter().collect()
    }

    /// The files that rules make of a source, directly or by way of its object.
    pub fn made_of(&self, source: &str) -> Vec<String> {
        let mut made: BTreeSet<String> = BTreeSet::new();
        let object = format!("{}.o", source.strip_suffix(".c").unwrap_or(source));
        let name = paths::name_of(&object);
        // An object may be in another folder than its source.
        let is_of_source = |word: &str| {
            let word = paths::clean(word);
            word == source
                || word == object
                || paths::name_of(&word) == name && !paths::exists(self.files, &self.path(&word))
        };
        let targets = self.rules.iter().flat_map(|rule| {
            let targets = rule.targets.iter();
            targets.filter_map(|target| rule.for_target(target))
        });
        let targets: Vec<(String, rules::Match)> = targets.collect();
        loop {
            let before = made.len();
            for (target, matched) in &targets {
                let mut needed = matched.prerequisites.iter();
                let is_made = needed.any(|word| is_of_source(word) || made.contains(word));
                if is_made && !target.contains('%') {
                    made.insert(target.clone());
                }
            }
            if made.len() == before {
                break;
            }
        }
        let named = self.rules.iter().filter(|rule| {
            let mut lines = rule.recipe.iter();
            lines.any(|line| {
                let line = self.expanded(&line.text, &rule.plainly().automatic());
                line.split_whitespace()
                    .any(|word| paths::clean(word) == source)
            })
        });
        made.extend(named.flat_map(|rule| rule.targets.iter().cloned()));
        let mut made: Vec<String> = made.iter().map(|path| paths::clean(path)).collect();
        made.retain(|path| stem(path, "%.o").is_none());
        made
    }

    /// A path of the makefile, relative to the project's root.
    fn path(&self, word: &str) -> String {
        paths::join(&self.folder, word)
    }
}

/// The C file that a word names, directly or by its object.
fn c_file(word: &str) -> Option<String> {
    let word = paths::clean(word);
    let stem = word
        .strip_suffix(".c")
        .or_else(|| word.strip_suffix(".o"))?;
    (!stem.is_empty() && !stem.contains(['%', '$', '*'])).then(|| format!("{stem}.c"))
}
