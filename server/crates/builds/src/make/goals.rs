//! The commands that making a goal runs, in order, if nothing has been made before.

use std::collections::BTreeSet;

use super::expansion::Automatic;
use super::rules::{Line, Match, Rule};
use super::{Makefile, paths};

/// The most commands of a goal.
const MOST_COMMANDS: usize = 2_000;
/// The longest chain of targets that need each other.
const DEEPEST: usize = 40;

/// A command of a recipe, with all variables of the makefile replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The text for the shell.
    pub text: String,
    /// The file that it stands in, relative to the project's root.
    pub file: String,
    /// The line where it begins, from 1.
    pub line: usize,
    /// Whether it may fail (`-` in front of it).
    pub may_fail: bool,
}

/// The search for the commands of a goal.
struct Making {
    made: BTreeSet<String>,
    commands: Vec<Command>,
}

impl Makefile<'_> {
    /// Whether a rule makes a goal of this name.
    pub fn has_goal(&self, goal: &str) -> bool {
        let mut rules = self.rules.iter();
        rules.any(|rule| rule.targets.iter().any(|target| target == goal))
    }

    /// The commands that `make GOAL` runs.
    pub fn commands(&self, goal: &str) -> Vec<Command> {
        let mut making = Making {
            made: BTreeSet::new(),
            commands: Vec::new(),
        };
        self.make(goal, &mut making, 0);
        making.commands
    }

    fn make(&self, target: &str, making: &mut Making, depth: usize) {
        let is_new = making.made.insert(paths::clean(target));
        if !is_new || depth > DEEPEST || making.commands.len() > MOST_COMMANDS {
            return;
        }
        let explicit = self.rules.iter().filter(|rule| !rule.is_general());
        let explicit = explicit.filter_map(|rule| Some((rule, rule.for_target(target)?.1)));
        let explicit: Vec<(&Rule, Match)> = explicit.collect();
        let mut needed: Vec<String> = Vec::new();
        for (_, matched) in &explicit {
            needed.extend(matched.prerequisites.iter().cloned());
        }
        let recipe = explicit.iter().rfind(|(rule, _)| !rule.recipe.is_empty());
        let recipe = recipe.map(|(rule, matched)| (&rule.recipe[..], matched.stem.clone()));
        let built_in = self.built_in(target);
        let found = match recipe {
            Some(found) => Some(found),
            None => self.general(target, depth).map(|(recipe, matched)| {
                // What the pattern needs comes first.
                needed.splice(0..0, matched.prerequisites);
                (recipe, matched.stem)
            }),
        };
        let (recipe, stem) = match (found, &built_in) {
            (Some(found), _) => found,
            (None, Some((line, source))) if explicit.is_empty() || !needed.is_empty() => {
                if !needed.iter().any(|word| paths::clean(word) == *source) {
                    needed.insert(0, source.clone());
                }
                (std::slice::from_ref(line), String::new())
            }
            _ => (&[][..], String::new()),
        };
        for word in &needed {
            self.make(word, making, depth + 1);
        }
        let matched = Match {
            target: target.to_owned(),
            prerequisites: needed,
            stem,
        };
        self.run(recipe, &matched.automatic(), making);
    }

    /// Adds the commands of a recipe.
    fn run(&self, recipe: &[Line], automatic: &Automatic, making: &mut Making) {
        let first_of_making = making.commands.len();
        for line in recipe {
            for text in commands_of(&self.expanded(&line.text, automatic)) {
                let command = text.trim_start_matches(['@', '-', '+', ' ', '\t']);
                let flags = &text[..text.len() - command.len()];
                if !command.is_empty() {
                    making.commands.push(Command {
                        text: command.to_owned(),
                        file: line.file.clone(),
                        line: line.number,
                        may_fail: flags.contains('-'),
                    });
                }
            }
        }
        // The lines of a recipe are one text for the shell then.
        if self.has_goal(".ONESHELL") {
            let lines = making.commands.drain(first_of_making..);
            let whole = lines.reduce(|mut whole, line| {
                whole.text.push('\n');
                whole.text.push_str(&line.text);
                whole
            });
            making.commands.extend(whole);
        }
    }

    /// The first rule for any file of a kind that can make a target.
    fn general(&self, target: &str, depth: usize) -> Option<(&[Line], Match)> {
        let mut rules = self.rules.iter().filter(|rule| rule.is_general());
        rules.find_map(|rule| {
            if rule.recipe.is_empty() || depth > DEEPEST {
                return None;
            }
            let (_, matched) = rule.for_target(target)?;
            let mut needed = matched.prerequisites.iter();
            let can_be_made = needed.all(|word| self.can_be_made(word, 0));
            can_be_made.then_some((&rule.recipe[..], matched))
        })
    }

    /// Whether a file is there or a rule makes it.
    fn can_be_made(&self, word: &str, depth: usize) -> bool {
        if paths::exists(self.files, &self.path(word)) || self.built_in(word).is_some() {
            return true;
        }
        let mut rules = self.rules.iter();
        rules.any(|rule| {
            let Some((_, matched)) = rule.for_target(word) else {
                return false;
            };
            !rule.is_general()
                || depth < 2 && {
                    let mut needed = matched.prerequisites.iter();
                    needed.all(|word| self.can_be_made(word, depth + 1))
                }
        })
    }

    /// The command by which `make` itself compiles or links a target, and what it makes it of.
    fn built_in(&self, target: &str) -> Option<(Line, String)> {
        let (stem, text) = match target.strip_suffix(".o") {
            Some(stem) => (stem, "$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<"),
            None => (
                target,
                "$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $^ $(LDLIBS) -o $@",
            ),
        };
        let kinds: &[&str] = if paths::extension(target) == "o" {
            &["c"]
        } else {
            &["c", "o"]
        };
        let mut sources = kinds.iter().map(|kind| format!("{stem}.{kind}"));
        let source = sources.find(|source| {
            paths::exists(self.files, &self.path(source))
                || paths::extension(source) == "o" && self.has_goal(source)
        })?;
        let line = Line {
            text: text.to_owned(),
            file: String::new(),
            number: 0,
        };
        Some((line, source))
    }
}

/// The commands of an expanded line; a variable of several lines gives several.
fn commands_of(text: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for part in text.split('\n') {
        match commands.last_mut().filter(|last| last.ends_with('\\')) {
            Some(last) => {
                last.push('\n');
                last.push_str(part);
            }
            None => commands.push(part.to_owned()),
        }
    }
    commands
}
