//! Tells which way through a script is meant for failures.

use super::interpreter::Interpreter;
use super::syntax::{Assignment, Block, Command, Kind, NewValue, Piece, Pipeline, Simple, Word};

/// The deepest calls of functions that are looked into.
const DEEPEST: usize = 6;

/// Parts of words that tell of a failure.
const FAILING: &str = "fail error err wrong ko nok ng bad incorrect differ mismatch unexpected broken die fatal abort \
    invalid usage ✗ ✘ ❌ timeout timed crash segfault killed leak skip";

/// Parts of words that tell of a success.
const PASSING: &str =
    "pass ok success succeed correct good right same identical match score ✓ ✔ ✅";

/// Names of variables that hold an exit status.
const STATUSES: &str = "rc ret retval status res result code retcode exitcode exit";

/// What a part of a script is meant for; the better it is, the less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mood {
    /// A success.
    Passing,
    /// Nothing that can be told.
    Neutral,
    /// A failure.
    Failing,
}

/// What tells the mood of a part of a script.
#[derive(Debug, Clone, Copy, Default)]
struct Evidence {
    /// The first thing that is done: an exit status, a counter.
    deed: Option<Mood>,
    /// The first thing that is said.
    words: Option<Mood>,
}

impl Evidence {
    /// Evidence of something that is done.
    fn deed(mood: Mood) -> Self {
        Evidence {
            deed: Some(mood),
            words: None,
        }
    }

    /// Adds what follows.
    fn and(self, later: Evidence) -> Self {
        Evidence {
            deed: self.deed.or(later.deed),
            words: self.words.or(later.words),
        }
    }

    /// The mood.
    fn mood(self) -> Mood {
        self.deed.or(self.words).unwrap_or(Mood::Neutral)
    }
}

/// Whether a condition is wanted to hold, given the moods of what follows if it does and if it does not.
pub(super) fn wish(holding: Mood, otherwise: Mood) -> Option<bool> {
    match (holding, otherwise) {
        (Mood::Failing, Mood::Failing) | (Mood::Passing, Mood::Passing) => None,
        (Mood::Failing, _) | (_, Mood::Passing) => Some(false),
        (_, Mood::Failing) | (Mood::Passing, _) => Some(true),
        (Mood::Neutral, Mood::Neutral) => None,
    }
}

impl Interpreter<'_> {
    /// The mood of a pipeline.
    pub(super) fn mood(&self, pipeline: &Pipeline) -> Mood {
        self.of_pipeline(pipeline, 0).mood()
    }

    /// The mood of statements.
    pub(super) fn block_mood(&self, block: &Block) -> Mood {
        self.of_block(block, 0).mood()
    }

    /// What tells the mood of statements.
    fn of_block(&self, block: &Block, depth: usize) -> Evidence {
        let links = block
            .iter()
            .filter_map(|statement| match statement.chain.as_slice() {
                // What stands behind `||` is not always executed.
                [first, rest @ ..] if rest.iter().all(|link| !link.is_or) => {
                    Some(std::iter::once(first).chain(rest))
                }
                _ => None,
            });
        links.flatten().fold(Evidence::default(), |evidence, link| {
            evidence.and(self.of_pipeline(&link.pipeline, depth))
        })
    }

    /// What tells the mood of a pipeline.
    fn of_pipeline(&self, pipeline: &Pipeline, depth: usize) -> Evidence {
        let commands = pipeline.commands.iter();
        commands.fold(Evidence::default(), |evidence, command| {
            evidence.and(self.of_command(command, depth))
        })
    }

    /// What tells the mood of a command.
    fn of_command(&self, command: &Command, depth: usize) -> Evidence {
        if depth > DEEPEST {
            return Evidence::default();
        }
        match &command.kind {
            Kind::Simple(simple) => self.of_simple(simple, depth),
            Kind::Group(block) | Kind::Subshell(block) => self.of_block(block, depth + 1),
            Kind::For(_, _, body) => self.of_block(body, depth + 1),
            Kind::If(arms, otherwise) => {
                let arms = arms.iter().map(|arm| &arm.body).chain([otherwise]);
                let mut moods: Vec<Mood> = arms
                    .map(|body| self.of_block(body, depth + 1).mood())
                    .collect();
                moods.dedup();
                match moods.as_slice() {
                    [mood @ (Mood::Failing | Mood::Passing)] => Evidence::deed(*mood),
                    _ => Evidence::default(),
                }
            }
            Kind::Arithmetic(word) => {
                let text = shown(word);
                let end =
                    text.find(|letter: char| !letter.is_alphanumeric() && !"_$+-".contains(letter));
                let name = text
                    .trim_start_matches('+')
                    .get(..end.unwrap_or(text.len()));
                let is_count = text.contains("++") || text.contains("+=");
                counted(name.unwrap_or(&text), is_count)
            }
            _ => Evidence::default(),
        }
    }

    /// What tells the mood of a simple command.
    fn of_simple(&self, simple: &Simple, depth: usize) -> Evidence {
        let Some(name) = simple.words.first().map(shown) else {
            let assignments = simple.assignments.iter();
            return assignments.fold(Evidence::default(), |evidence, assignment| {
                evidence.and(of_assignment(assignment))
            });
        };
        let first = simple.words.get(1).map(shown);
        match (name.as_str(), first.as_deref()) {
            ("exit" | "return", Some("0")) => Evidence::deed(Mood::Passing),
            ("exit" | "return", Some(number)) if number.parse::<i32>().is_ok() => {
                Evidence::deed(Mood::Failing)
            }
            ("false", _) => Evidence::deed(Mood::Failing),
            ("let", Some(text)) => counted(text, text.contains("++") || text.contains("+=")),
            ("echo" | "printf" | "cat" | "fail" | "pass" | "error" | "err" | "ok" | "die", _) => {
                let all: Vec<String> = simple.words.iter().map(shown).collect();
                Evidence {
                    deed: None,
                    words: said(&all.join(" ")),
                }
            }
            (name, _) => {
                let body = self.shell.functions.get(name);
                let inner = body
                    .map(|body| self.of_command(body, depth + 1))
                    .unwrap_or_default();
                let is_known =
                    inner.deed.is_some() || body.is_none() && !super::programs::is_bare_name(name);
                let words = if is_known { None } else { said(name) };
                let mut evidence = inner.and(Evidence { deed: None, words });
                if evidence.deed.is_none() && words.is_some() {
                    evidence.words = words;
                }
                evidence
            }
        }
    }
}

/// What a word shows of itself: its texts, and the names of variables.
fn shown(word: &Word) -> String {
    let mut result = String::new();
    for piece in &word.0 {
        match piece {
            Piece::Text { text, .. } => result.push_str(text),
            Piece::Parameter(parameter, _) => result.extend(["$", &parameter.name]),
            _ => result.push('$'),
        }
    }
    result
}

/// The mood of a text: that of the first word that tells one.
fn said(text: &str) -> Option<Mood> {
    let text = text.to_lowercase();
    if text.contains("not ok") {
        return Some(Mood::Failing);
    }
    let text = without_colours(&text)
        .replace("\\n", " ")
        .replace("\\t", " ");
    text.split(|letter: char| letter.is_ascii() && !letter.is_ascii_alphabetic())
        .find_map(said_by_word)
}

/// A text without what chooses a colour: `[31m`, and the letter before it.
fn without_colours(text: &str) -> String {
    let mut parts = text.split('[');
    let mut result = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ';');
        match rest.strip_prefix('m') {
            Some(after) => {
                let before = ["\\e", "\\033", "\\x1b", "\u{1b}"];
                let kept = before.iter().find_map(|escape| result.strip_suffix(escape));
                result = kept.unwrap_or(&result).to_string();
                result.push(' ');
                result.push_str(after);
            }
            None => {
                result.push('[');
                result.push_str(part);
            }
        }
    }
    result
}

/// The mood of a word.
fn said_by_word(word: &str) -> Option<Mood> {
    let is_one = |stem: &str| match word.strip_prefix(stem) {
        Some(rest) => [
            "", "s", "ed", "es", "ure", "ures", "ing", "ent", "ence", "ences", "ful", "fully", "ly",
        ]
        .contains(&rest),
        None => !stem.is_ascii() && word.contains(stem),
    };
    if FAILING.split(' ').any(is_one) {
        Some(Mood::Failing)
    } else {
        PASSING.split(' ').any(is_one).then_some(Mood::Passing)
    }
}

/// The mood of a variable's name.
fn named(name: &str) -> Option<Mood> {
    let name = name.to_lowercase();
    let parts = name.split(|letter: char| !letter.is_alphabetic());
    let by_parts = parts.filter(|part| !part.is_empty()).find_map(said_by_word);
    by_parts.or_else(|| match name {
        _ if name.contains("fail") || name.contains("error") => Some(Mood::Failing),
        _ if name.contains("pass") || name.contains("success") => Some(Mood::Passing),
        _ => None,
    })
}

/// What a counter tells.
fn counted(name: &str, is_count: bool) -> Evidence {
    Evidence {
        deed: named(name).filter(|_| is_count),
        words: None,
    }
}

/// What an assignment tells.
fn of_assignment(assignment: &Assignment) -> Evidence {
    let NewValue::Single(word) = &assignment.value else {
        let mood = named(&assignment.name).filter(|_| assignment.is_append);
        return Evidence {
            deed: mood,
            words: None,
        };
    };
    let text = shown(word).to_lowercase();
    let is_nothing = matches!(text.as_str(), "" | "0" | "false" | "no" | "n");
    let is_number = text.parse::<i64>().is_ok();
    let name = assignment.name.to_lowercase().replace('_', "");
    let is_status = STATUSES.split(' ').any(|status| status == name);
    let deed = match named(&assignment.name) {
        Some(Mood::Failing) if is_nothing => None,
        Some(Mood::Passing) if is_nothing => Some(Mood::Failing),
        Some(mood) => Some(mood),
        None if is_status && is_number && !is_nothing => Some(Mood::Failing),
        None if is_status => said(&text),
        None => None,
    };
    Evidence { deed, words: None }
}
