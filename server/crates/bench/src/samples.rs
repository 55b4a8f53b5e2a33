//! Repairs and lines with what is known of them and whether they are right: `bench --learn judge`, for `bench --learn fit`.
//!
//! Every case is localized by a process of its own, this program again, with a limit of memory. Its first repairs are
//! right if they pass the tests in `hidden/`, which were held back; without such tests, if they do what the reference
//! does on inputs near those of the tests ([`Reference`](crate::reference::Reference)). Its first lines are right if
//! they are lines of the known faults.
//!
//! The samples of a model are a table in plain text: its name in brackets and the names of its numbers, then for each
//! sample the name of the case, `+` or `-`, and the numbers.

use std::fmt::Write as _;
use std::hash::{Hash as _, Hasher as _};
use std::time::{Duration, Instant};

use localize::report::{Judged, Report};
use localize::{JobOptions, Session};
use rustc_hash::FxHasher;

use crate::ablate::Clock;
use crate::case::{Case, Set};
use crate::cli::Cli;
use crate::generators::Judge;
use crate::limits::{FOLDS, MAX_MEMORY_KB, MAX_REPAIRS};
use crate::load::load;
use crate::{Outcome, pool, run};

/// A repair or line with what is known of it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sample {
    pub(crate) case: String,
    pub(crate) is_right: bool,
    pub(crate) values: Vec<f64>,
}

impl Sample {
    /// The part of the cases to which it belongs, for cross-validation: by a hash of the name.
    pub(crate) fn fold(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.case.hash(&mut hasher);
        hasher.finish() % FOLDS
    }
}

/// The samples of a model.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Samples {
    pub(crate) model: String,
    pub(crate) names: Vec<String>,
    pub(crate) all: Vec<Sample>,
}

/// Judges the repairs and lines of all cases; those that came to no end are named on stderr.
pub(crate) fn collect(cli: &Cli, sets: &[Set]) -> Outcome<String> {
    let cases: Vec<&Case> = sets.iter().flat_map(|set| &set.cases).collect();
    if cli.in_process {
        let texts: Outcome<Vec<String>> = cases.iter().map(|case| of_case(cli, case)).collect();
        return Ok(texts?.concat());
    }
    let texts = pool::map(cli.jobs, &cases, |case| in_a_process(cli, case))?;
    Ok(read(&texts.concat())?.iter().map(written).collect())
}

/// The samples of a case, by this program with a limit of memory.
fn in_a_process(cli: &Cli, case: &Case) -> Outcome<String> {
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let limited = format!("ulimit -v {MAX_MEMORY_KB}; exec \"$@\"");
    let (own, folder) = (own.to_string_lossy(), case.folder.to_string_lossy());
    let timeout = cli.timeout.to_string();
    let arguments = [
        "-c",
        &limited,
        "sh",
        &own,
        "--learn",
        "judge",
        "--in-process",
        "--timeout",
        &timeout,
        &folder,
    ];
    // Judging by many runs takes longer than localizing.
    let limit = 4 * cli.time_limit()? + Duration::from_secs(120);
    let ended = run::run("/bin/sh".as_ref(), &arguments, &case.folder, limit)?;
    let is_done = ended.code == Some(0);
    eprintln!(
        "{}{}",
        case.name,
        if is_done {
            ""
        } else {
            ": left out, it came to no end"
        }
    );
    let text = String::from_utf8_lossy(&ended.stdout).into_owned();
    Ok(if is_done { text } else { String::new() })
}

/// The first repairs and lines of a case, judged.
fn of_case(cli: &Cli, case: &Case) -> Outcome<String> {
    let loaded = load(case)?;
    let options = JobOptions {
        workers: 2,
        ..JobOptions::default()
    };
    let clock = Clock {
        until: Instant::now() + cli.time_limit()?,
    };
    let mut session = Session::new(&loaded.parse, &loaded.program, &loaded.tests, options);
    let report: Report = session.localize(&clock, &mut |_| ());
    let mut text = String::new();
    let judge = Judge::of(case, &loaded)?;
    if judge.is_sound() {
        for fix in report.for_all().iter().take(MAX_REPAIRS) {
            if let Some(judged) = &fix.judged {
                let is_right = judge.judged(&loaded.parse, fix)?.is_right;
                text += &written(&sample("repairs", case, judged, is_right));
            }
        }
    }
    let faults = case.faults();
    for line in &report.ranking {
        let is_faulty = faults.iter().any(|lines| lines.contains(&line.line));
        if let Some(judged) = &line.judged {
            text += &written(&sample("lines", case, judged, is_faulty));
        }
    }
    Ok(text)
}

fn sample(model: &str, case: &Case, judged: &Judged, is_right: bool) -> Samples {
    let evidence = || judged.evidence.iter();
    let values = evidence().map(|(_, value)| *value).collect();
    Samples {
        model: model.to_owned(),
        names: evidence().map(|(name, _)| (*name).to_owned()).collect(),
        all: vec![Sample {
            case: case.name.replace(' ', "_"),
            is_right,
            values,
        }],
    }
}

fn written(samples: &Samples) -> String {
    let mut text = format!("[{}] {}\n", samples.model, samples.names.join(" "));
    for Sample {
        case,
        is_right,
        values,
    } in &samples.all
    {
        let sign = if *is_right { '+' } else { '-' };
        let _ = write!(text, "{case} {sign}");
        for value in values {
            let _ = write!(text, " {}", (value * 1000.0).round() / 1000.0);
        }
        text.push('\n');
    }
    text
}

/// Reads tables of samples, one for each model; in the text they may be in several parts.
pub(crate) fn read(text: &str) -> Outcome<Vec<Samples>> {
    let mut merged: Vec<Samples> = Vec::new();
    for more in parts(text)? {
        match merged.iter_mut().find(|known| known.model == more.model) {
            Some(known) if known.names == more.names => known.all.extend(more.all),
            Some(known) => return Err(format!("{}: the names of the numbers differ", known.model)),
            None => merged.push(more),
        }
    }
    Ok(merged)
}

fn parts(text: &str) -> Outcome<Vec<Samples>> {
    let mut found: Vec<Samples> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let unreadable = || format!("line {number} of the samples cannot be read");
        let mut words = line.split_whitespace();
        let first = words.next().ok_or_else(unreadable)?;
        if let Some(model) = first.strip_prefix('[') {
            found.push(Samples {
                model: model.trim_end_matches(']').to_owned(),
                names: words.map(str::to_owned).collect(),
                all: Vec::new(),
            });
            continue;
        }
        let samples = found.last_mut().ok_or_else(unreadable)?;
        let is_right = words.next().ok_or_else(unreadable)? == "+";
        let values: Result<Vec<f64>, _> = words.map(str::parse).collect();
        let values = values.map_err(|_| unreadable())?;
        if values.len() != samples.names.len() {
            return Err(unreadable());
        }
        samples.all.push(Sample {
            case: first.to_owned(),
            is_right,
            values,
        });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn samples_are_read_as_they_are_written() {
        let judged = Judged {
            probability: 0.5,
            evidence: vec![("bias", 1.0), ("size", -0.25)],
        };
        let case = Case {
            name: "a 1".to_owned(),
            folder: PathBuf::new(),
            truth: None,
        };
        let one = sample("repairs", &case, &judged, true);
        let text = written(&one);
        assert_eq!(text, "[repairs] bias size\na_1 + 1 -0.25\n");
        let twice = read(&text.repeat(2)).unwrap();
        assert_eq!(twice[0].all, [one.all.clone(), one.all].concat());
        assert!(read("[repairs] bias\na + 1 2\n").is_err());
    }
}
