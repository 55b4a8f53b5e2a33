//! `conform facts`: what the product says about failing runs, against a witness.
//!
//! The witness is the program itself, compiled by gcc with counters and prints at the places that facts name. It shares
//! nothing with the product but the tree of the text.

mod check;
mod fact;
mod instrument;
mod mutants;
mod program;
mod sites;
mod story;
mod summary;
#[cfg(test)]
mod tests;
mod value;
mod witness;

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Outcome;
use crate::cli::FactsArgs;
use crate::pool::pool;
use crate::scratch::{self, Scratch};
use check::Verdict;
use fact::Fact;
use program::Program;
use story::{Questions, View};
use summary::{CheckedStory, Summary, Told};

/// Checks stories and prints; returns whether no fact is false.
pub(crate) fn run(args: &FactsArgs) -> Outcome<bool> {
    let paths = program::programs(&args.paths)?;
    let limit = Duration::from_secs_f64(args.timeout);
    let summary = match args.mutants {
        None => {
            let found = pool(args.jobs, paths.len(), |i, scratch| {
                let program = Program::laid_out(&paths[i], &scratch.file("case"), limit);
                let stories = program.and_then(|program| stories(args, &program, limit));
                stories.map_err(|why| format!("{}: {why}", paths[i].display()))
            })?;
            found.into_iter().collect()
        }
        Some(wanted) => failing_mutants(args, &paths, wanted, limit)?,
    };
    if let Some(path) = &args.list {
        summary.write(path)?;
    }
    summary.print();
    Ok(summary.has_nothing_false())
}

/// Checks the stories of the program's failing tests. Of some there is none, for a reason.
fn stories(args: &FactsArgs, program: &Program, limit: Duration) -> Outcome<Vec<Told>> {
    let mut all = Vec::new();
    for id in story::failing_tests(program, args.tests)? {
        let checked = checked_story(args, program, &id, limit);
        let checked = checked.map_err(|why| format!("{}: {why}", program.name));
        let wrong = match &checked {
            Ok(story) => story.false_facts(),
            Err(why) => vec![why.clone()],
        };
        // Long runs may be watched, so what is wrong is printed at once.
        for line in &wrong {
            println!("{line}");
        }
        if let (Some(folder), false) = (&args.keep, wrong.is_empty()) {
            keep(program, &id, &wrong, folder)?;
        }
        all.push(checked);
    }
    Ok(all)
}

fn checked_story(
    args: &FactsArgs,
    program: &Program,
    id: &str,
    limit: Duration,
) -> Outcome<CheckedStory> {
    let asked = Questions {
        lines: args.lines,
        steps: args.steps,
    };
    let told = story::story(program, id, asked);
    let told = told.map_err(|why| format!("test {id}: {why}"))?;
    let facts: Vec<Fact> = told.facts.iter().map(|(_, fact)| fact.clone()).collect();
    let test = program.tests.iter().find(|test| test.id == id);
    let verdicts = match test {
        Some(test) => check::check(program, test, &facts, &told.failure, limit),
        None => Err("the test is not a run of the program".to_owned()),
    };
    let verdicts = verdicts.unwrap_or_else(|why| vec![Verdict::Unchecked(why); facts.len()]);
    Ok(CheckedStory {
        program: program.name.clone(),
        test: id.to_owned(),
        sentences: told.sentences,
        facts: told.facts.into_iter().zip(verdicts).collect(),
    })
}

/// Checks stories of changed programs until enough of them fail. Which ones is decided by the seed alone.
fn failing_mutants(
    args: &FactsArgs,
    paths: &[PathBuf],
    wanted: usize,
    limit: Duration,
) -> Outcome<Summary> {
    let mut summary = Summary::default();
    let mut next = 0;
    while summary.stories() < wanted && next < wanted * mutants::MOST_TRIED {
        let batch = (wanted - summary.stories()) * 2;
        let found = pool(args.jobs, batch, |i, scratch| {
            mutant_stories(args, paths, (next + i) as u64, scratch, limit)
        })?;
        next += batch;
        for stories in found {
            if summary.stories() < wanted {
                summary.extend([stories]);
            }
        }
    }
    Ok(summary)
}

/// Stories of a changed program; none if the change does not make it fail.
fn mutant_stories(
    args: &FactsArgs,
    paths: &[PathBuf],
    number: u64,
    scratch: &Scratch,
    limit: Duration,
) -> Outcome<Vec<Told>> {
    let path = &paths[number as usize % paths.len()];
    let name = format!("{} (mutant {number} of seed {})", path.display(), args.seed);
    let changed = || {
        let mut program = Program::laid_out(path, &scratch.file("case"), limit)?;
        program.expect_own_output(limit)?;
        program.name.clone_from(&name);
        if mutants::fails(&mut program, args.seed, number, limit)? {
            stories(args, &program, limit)
        } else {
            Ok(Vec::new())
        }
    };
    changed().map_err(|why| format!("{name}: {why}"))
}

/// Saves a program of which something false is said, or nothing.
fn keep(program: &Program, id: &str, wrong: &[String], folder: &Path) -> Outcome<()> {
    let name = program.name.replace(|c: char| !c.is_alphanumeric(), "-");
    let target = folder.join(format!("{}-{id}", name.trim_matches('-')));
    let fail = |error: std::io::Error| format!("{}: {error}", target.display());
    scratch::copy_folder(&program.folder, &target).map_err(fail)?;
    for own in ["witness", "run"] {
        let _ = std::fs::remove_dir_all(target.join(own));
    }
    std::fs::write(target.join("README.txt"), wrong.join("\n") + "\n").map_err(fail)
}
