//! Rules: targets, what they need, and how they are made.

use super::expansion::Automatic;
use crate::paths;

/// A rule of a makefile.
#[derive(Debug, Clone, Default)]
pub(super) struct Rule {
    /// What it makes; patterns contain a `%`.
    pub(super) targets: Vec<String>,
    /// The pattern in a static rule: `$(OBJS): %.o: %.c`.
    pub(super) pattern: Option<String>,
    pub(super) prerequisites: Vec<String>,
    /// Commands, as written.
    pub(super) recipe: Vec<Line>,
}

/// A line of a recipe.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) text: String,
    /// The file that it stands in.
    pub(super) file: String,
    /// Its number, from 1.
    pub(super) number: usize,
}

/// A rule applied to one target.
#[derive(Debug, Clone, Default)]
pub(super) struct Match {
    pub(super) target: String,
    pub(super) prerequisites: Vec<String>,
    /// What the `%` stands for.
    pub(super) stem: String,
}

impl Match {
    /// The automatic variables.
    pub(super) fn automatic(&self) -> Automatic {
        Automatic {
            target: Some(self.target.clone()),
            first: self.prerequisites.first().cloned(),
            all: Some(self.prerequisites.join(" ")),
            stem: self.stem.clone(),
        }
    }
}

impl Rule {
    /// Whether it is for any file of a kind.
    pub(super) fn is_general(&self) -> bool {
        let mut targets = self.targets.iter();
        self.pattern.is_none()
            && targets.any(|target| target.contains('%') || suffixes(target).is_some())
    }

    /// The rule without a pattern, as it stands.
    pub(super) fn plainly(&self) -> Match {
        Match {
            target: self.targets.first().cloned().unwrap_or_default(),
            prerequisites: self.prerequisites.clone(),
            stem: String::new(),
        }
    }

    /// The rule for a target, if it makes it, with the target as the rule writes it.
    pub(super) fn for_target(&self, target: &str) -> Option<(String, Match)> {
        let cleaned = paths::clean(target);
        self.targets.iter().find_map(|own| {
            let pattern = match &self.pattern {
                Some(pattern) if paths::clean(own) == cleaned => pattern,
                Some(_) => return None,
                None => own,
            };
            let stem = stem(target, pattern).or_else(|| {
                let is_same = paths::clean(pattern) == cleaned;
                is_same.then(String::new)
            });
            if let Some(stem) = stem {
                return Some((own.clone(), self.with_stem(target, stem)));
            }
            let (from, to) = suffixes(own)?;
            let stem = target.strip_suffix(&to)?.to_owned();
            let matched = Match {
                target: target.to_owned(),
                prerequisites: vec![format!("{stem}{from}")],
                stem,
            };
            Some((own.clone(), matched))
        })
    }

    /// The rule for whatever it makes of a source, if it is for any source.
    pub(super) fn for_source(&self, source: &str) -> Option<Match> {
        if self.recipe.is_empty() {
            return None;
        }
        let suffix = self.targets.iter().find_map(|target| suffixes(target));
        if let Some((from, to)) = suffix {
            let stem = source.strip_suffix(&from)?.to_owned();
            return Some(Match {
                target: format!("{stem}{to}"),
                prerequisites: vec![source.to_owned()],
                stem,
            });
        }
        let is_general = self.pattern.is_some() || self.is_general();
        let first = self.prerequisites.iter().find(|word| word.contains('%'));
        let first = first.filter(|_| is_general)?;
        let stem = stem(source, &paths::clean(first))?;
        let target = self.pattern.as_ref().or(self.targets.first())?;
        Some(self.with_stem(&target.replacen('%', &stem, 1), stem))
    }

    fn with_stem(&self, target: &str, stem: String) -> Match {
        let needed = self.prerequisites.iter();
        Match {
            target: target.to_owned(),
            prerequisites: needed.map(|word| word.replacen('%', &stem, 1)).collect(),
            stem,
        }
    }
}

/// What the `%` of a pattern stands for in a word that it matches.
pub(super) fn stem(word: &str, pattern: &str) -> Option<String> {
    let (before, after) = pattern.split_once('%')?;
    let rest = word.strip_prefix(before)?.strip_suffix(after)?;
    (!rest.is_empty()).then(|| rest.to_owned())
}

/// The two endings of a suffix rule: `.c.o` makes an object of a C file, `.c` a program.
fn suffixes(target: &str) -> Option<(String, String)> {
    let inside = target.strip_prefix(".c")?;
    let is_suffix = inside.is_empty() || inside.starts_with('.') && !inside.contains('/');
    is_suffix.then(|| (".c".to_owned(), inside.to_owned()))
}
