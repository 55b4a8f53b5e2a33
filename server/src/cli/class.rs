//! `class DIR`: a report about all submissions of a class.
//!
//! Each finished submission is at once a line of a file beside the report, so an ended run goes on where it was.

mod settings;

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::ArgMatches;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::signals::Signals;
use super::{Exit, emit};
use crate::class::limits::QUIET;
use crate::class::{self, Record, State};
use crate::jobs::Worker;
use crate::model::words::plural;

/// Extension of the file with the finished submissions.
const LINES: &str = "jsonl";

/// Runs `faultlens class DIR` and `faultlens class --merge FILE…`.
pub(super) fn run(matches: &ArgMatches, log: Option<&str>) -> ExitCode {
    let done = outputs(matches).and_then(|outputs| {
        let merged: Vec<&PathBuf> = matches.get_many("merge").into_iter().flatten().collect();
        if merged.is_empty() {
            analysed(matches, &outputs, log)
        } else {
            merge(&merged, &outputs)
        }
    });
    match done {
        Ok(exit) => exit.into(),
        Err(why) => emit::refuse(&why),
    }
}

/// The files to be written, of which each name says what goes in.
fn outputs(matches: &ArgMatches) -> Result<Vec<PathBuf>, String> {
    let outputs: Vec<PathBuf> = matches
        .get_many("out")
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    for output in &outputs {
        let mut known = ["html", "csv", LINES].iter();
        if !known.any(|end| has_extension(output, end)) {
            let output = output.display();
            return Err(format!(
                "{output}: the name must end in .html, .csv or .{LINES}"
            ));
        }
    }
    Ok(outputs)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|own| own == extension)
}

/// Makes the outputs from files of finished submissions.
fn merge(files: &[&PathBuf], outputs: &[PathBuf]) -> Result<Exit, String> {
    let mut records = Vec::new();
    for file in files {
        let read = fs::read_to_string(file);
        let read = read.map_err(|error| format!("{}: {error}", file.display()))?;
        let own = class::read_lines(&read);
        if own.is_empty() {
            let file = file.display();
            return Err(format!("{file}: it has no finished submission"));
        }
        records.extend(own);
    }
    finish(&class::latest(records), outputs)
}

/// Runs what is not finished yet, and makes the outputs.
fn analysed(matches: &ArgMatches, outputs: &[PathBuf], log: Option<&str>) -> Result<Exit, String> {
    let folder = matches
        .get_one::<PathBuf>("folder")
        .ok_or("no folder given")?;
    let state = outputs.iter().find(|path| has_extension(path, LINES));
    let state = match (state, outputs.first()) {
        (Some(state), _) => state.clone(),
        (None, first) => first.ok_or("--out is missing")?.with_extension(LINES),
    };
    let submissions = class::read(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    if submissions.is_empty() {
        return Err(format!("{}: there are no submissions", folder.display()));
    }
    let hidden: Vec<PathBuf> = outputs.iter().cloned().chain([state.clone()]).collect();
    let worker = Worker::this_program().map_err(|error| error.to_string())?;
    let worker = worker
        .with_log(log.map(str::to_owned))
        .with_only_the_last(true);
    let settings = settings::Settings::of(matches, folder, &hidden, worker)?;
    let submissions = settings.shard(submissions);

    // What another run has finished, with the same content, is taken over.
    let total = submissions.len();
    let mut before: BTreeMap<String, Record> = BTreeMap::new();
    for record in finished_before(&state)?
        .into_iter()
        .filter(|r| !r.cut_short)
    {
        before.insert(record.hash.clone(), record);
    }
    let (mut records, mut waiting) = (Vec::new(), Vec::new());
    for submission in submissions {
        let hash = settings.hash(&submission);
        match before.remove(&hash) {
            Some(record) => records.push(record),
            None => waiting.push((submission, hash)),
        }
    }
    write(&state, &class::lines(&records))?;

    let signals = Signals::take();
    let mut file = OpenOptions::new()
        .append(true)
        .open(&state)
        .map_err(|error| format!("{}: {error}", state.display()))?;
    let mut progress = ClassProgress::new(total, &records);
    let mut lost = None;
    class::run(
        &settings.pool,
        &waiting,
        &|job| signals.also_cancel(job),
        &|| signals.have_come(),
        &mut |record| {
            lost = file
                .write_all(record.json().as_bytes())
                .err()
                .or(lost.take());
            progress.add(&record);
            records.push(record);
        },
    )?;
    drop(progress);
    if let Some(error) = lost {
        return Err(format!("{}: {error}", state.display()));
    }
    records.sort_by(|a, b| a.submission.cmp(&b.submission));
    write(&state, &class::lines(&records))?;
    let exit = finish(&records, outputs)?;
    if records.len() < total {
        emit::stderr(&format!(
            "stopped: {} of {total} are done and in {}; the same command goes on from there",
            records.len(),
            state.display()
        ));
        return Ok(Exit::Stopped);
    }
    Ok(exit)
}

/// The records in the file of an earlier run. A file of something else is not touched.
fn finished_before(state: &Path) -> Result<Vec<Record>, String> {
    let text = fs::read(state).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let records = class::latest(class::read_lines(&text));
    let is_ours = text.starts_with("{\"submission\":") || text.trim().is_empty();
    if is_ours || !records.is_empty() {
        return Ok(records);
    }
    Err(format!(
        "{} is there and is not of an earlier run: name another file with --out",
        state.display()
    ))
}

/// Writes the outputs, and says in a line what became of the class.
fn finish(records: &[Record], outputs: &[PathBuf]) -> Result<Exit, String> {
    for output in outputs {
        let text = if has_extension(output, "html") {
            class::page(records)
        } else if has_extension(output, "csv") {
            class::csv(records)
        } else {
            class::lines(records)
        };
        write(output, &text)?;
    }
    let is_fine = records.iter().all(|record| record.state == State::Passes);
    let exit = if is_fine {
        Exit::NothingSuspicious
    } else {
        Exit::Suspects
    };
    let names: Vec<String> = outputs
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let said = format!(
        "{}; written: {}\n",
        class::summary(records),
        names.join(", ")
    );
    Ok(emit::result(said, exit))
}

/// Replaces a file as a whole, so that a kill leaves the old one or the new one.
fn write(path: &Path, text: &str) -> Result<(), String> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// A line on stderr about what is done: rewritten on a terminal, elsewhere every few seconds.
struct ClassProgress {
    bar: ProgressBar,
    started: Instant,
    shown: Instant,
    total: usize,
    before: usize,
    done: usize,
    wrong: usize,
}

impl ClassProgress {
    fn new(total: usize, known: &[Record]) -> ClassProgress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        let now = Instant::now();
        let wrong = known.iter().filter(|r| r.state == State::NotCompiled);
        let progress = ClassProgress {
            bar,
            started: now,
            shown: now,
            total,
            before: known.len(),
            done: known.len(),
            wrong: wrong.count(),
        };
        if !known.is_empty() {
            let known = plural(known.len(), "submission", "submissions");
            progress
                .bar
                .suspend(|| emit::stderr(&format!("{known} of {total} are done already")));
        }
        progress
    }

    fn add(&mut self, record: &Record) {
        self.done += 1;
        self.wrong += usize::from(record.state == State::NotCompiled);
        if std::io::stderr().is_terminal() {
            self.bar.set_message(self.line());
            self.bar.tick();
        } else if self.shown.elapsed() >= QUIET {
            self.shown = Instant::now();
            emit::stderr(&self.line());
        }
    }

    /// `37 of 300, 5 failing to compile, about 40 s left`
    fn line(&self) -> String {
        let (done, left) = (self.done - self.before, self.total - self.done);
        let seconds = self.started.elapsed().as_secs_f64() / done.max(1) as f64 * left as f64;
        let time = match seconds.ceil() {
            seconds if seconds < 120.0 => format!("{seconds} s"),
            seconds => format!("{} min", (seconds / 60.0).ceil()),
        };
        let (done, total, wrong) = (self.done, self.total, self.wrong);
        format!("{done} of {total}, {wrong} failing to compile, about {time} left")
    }
}

impl Drop for ClassProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
