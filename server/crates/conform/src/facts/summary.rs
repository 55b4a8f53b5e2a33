//! Results of all stories together.

use std::collections::BTreeMap;
use std::path::Path;

use crate::Outcome;

use super::{Fact, Verdict, View};

/// A story with a verdict on each fact.
pub(super) struct CheckedStory {
    pub(super) program: String,
    pub(super) test: String,
    pub(super) sentences: usize,
    pub(super) facts: Vec<((View, Fact), Verdict)>,
}

impl CheckedStory {
    /// Descriptions of the facts that are false.
    pub(super) fn false_facts(&self) -> Vec<String> {
        let all = self.facts.iter().zip(self.list());
        let refuted = all.filter(|((_, verdict), _)| matches!(verdict, Verdict::False(_)));
        refuted.map(|(_, line)| line).collect()
    }

    /// All facts with their verdicts, one a line.
    pub(super) fn list(&self) -> Vec<String> {
        let told = |((view, fact), verdict): &((View, Fact), Verdict)| {
            let test = &self.test;
            format!("{verdict}\t{}: test {test}: {view:?}: {fact}", self.program)
        };
        self.facts.iter().map(told).collect()
    }
}

/// A story, or the reason why there is none.
pub(super) type Told = Outcome<CheckedStory>;

/// Counts of facts by view and verdict, and why there were no stories.
#[derive(Default)]
pub(super) struct Summary {
    stories: usize,
    sentences: usize,
    counts: BTreeMap<View, Counts>,
    failed: Vec<String>,
    /// All facts with their verdicts.
    list: Vec<String>,
}

/// Counts of facts by verdict.
#[derive(Default)]
struct Counts {
    confirmed: usize,
    refuted: usize,
    unchecked: BTreeMap<String, usize>,
}

impl Summary {
    /// Number of stories.
    pub(super) fn stories(&self) -> usize {
        self.stories
    }

    pub(super) fn has_nothing_false(&self) -> bool {
        self.counts.values().all(|counts| counts.refuted == 0)
    }

    /// Writes the verdict on every fact.
    pub(super) fn write(&self, path: &Path) -> Outcome<()> {
        let text = self.list.join("\n") + "\n";
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
    }

    pub(super) fn print(&self) {
        for why in &self.failed {
            println!("no story: {why}");
        }
        let a_story = |n: usize| n as f64 / self.stories.max(1) as f64;
        println!("\n{:>6} stories", self.stories);
        println!(
            "{:>6} sentences, {:.1} a story",
            self.sentences,
            a_story(self.sentences)
        );
        for view in View::ALL {
            let Some(counts) = self.counts.get(&view) else {
                continue;
            };
            let unchecked: usize = counts.unchecked.values().sum();
            let facts = counts.confirmed + counts.refuted + unchecked;
            println!("{view:?}:");
            println!("{facts:>6} facts, {:.1} a story", a_story(facts));
            println!("{:>6} true", counts.confirmed);
            println!("{:>6} FALSE", counts.refuted);
            println!("{unchecked:>6} unchecked");
            for (why, count) in &counts.unchecked {
                println!("{count:>13} {why}");
            }
        }
    }
}

impl Extend<Outcome<Vec<Told>>> for Summary {
    fn extend<I: IntoIterator<Item = Outcome<Vec<Told>>>>(&mut self, programs: I) {
        let told = programs.into_iter().flat_map(|program| match program {
            Ok(stories) => stories,
            Err(why) => vec![Err(why)],
        });
        for story in told {
            let story = match story {
                Ok(story) => story,
                Err(why) => {
                    self.failed.push(why);
                    continue;
                }
            };
            self.stories += 1;
            self.list.extend(story.list());
            self.sentences += story.sentences;
            for ((view, _), verdict) in story.facts {
                let counts = self.counts.entry(view).or_default();
                match verdict {
                    Verdict::True => counts.confirmed += 1,
                    Verdict::False(_) => counts.refuted += 1,
                    Verdict::Unchecked(why) => *counts.unchecked.entry(why).or_default() += 1,
                }
            }
        }
    }
}

impl FromIterator<Outcome<Vec<Told>>> for Summary {
    fn from_iter<I: IntoIterator<Item = Outcome<Vec<Told>>>>(all: I) -> Summary {
        let mut summary = Summary::default();
        summary.extend(all);
        summary
    }
}
