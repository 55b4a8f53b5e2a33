//! The jobs of a class, several at a time, each in a folder of its own.

use std::fs;
use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Instant;

use super::limits::STORY;
use super::record::Record;
use super::submissions::Submission;
use crate::config::Options;
use crate::files::CONFIG_FILE;
use crate::jobs::{Canceller, Event, Explaining, JobKind, JobSpec, LinkedSource, Report, Worker};
use crate::model::{ExplainReport, LocalizeReport};

/// What the jobs of a class have in common.
pub(crate) struct Pool {
    /// Starts the jobs.
    pub(crate) worker: Worker,
    /// Options of each job, with the place of the tests.
    pub(crate) options: Options,
    /// Folders besides that of the submission that a job may read.
    pub(crate) inside: Vec<PathBuf>,
    /// Text of the `faultlens.toml` that governs the submissions. Those of students do not count.
    pub(crate) config: Option<String>,
    /// Number that only runs with the same output have, of which there is one at a time.
    pub(crate) output: u64,
    /// Number of jobs at a time.
    pub(crate) jobs: usize,
}

/// Runs a job for each submission and passes on the records as they come; `hash` is noted in them. `started` gets a
/// handle of each job, and once `is_over`, nothing more is started or passed on. An error is a clause.
pub(crate) fn run(
    pool: &Pool,
    submissions: &[(Submission, String)],
    started: &(dyn Fn(Canceller) + Sync),
    is_over: &(dyn Fn() -> bool + Sync),
    finished: &mut dyn FnMut(Record),
) -> Result<(), String> {
    let scratch =
        Scratch::new(pool.output).map_err(|error| format!("no folder for the jobs: {error}"))?;
    let next = AtomicUsize::new(0);
    let (send, records) = channel();
    std::thread::scope(|scope| {
        for _ in 0..pool.jobs.min(submissions.len()) {
            let (send, next, scratch) = (send.clone(), &next, &scratch);
            scope.spawn(move || {
                while let Some((submission, hash)) =
                    submissions.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let folder = scratch.0.join(hash);
                    let record = pool.record(submission, &folder, started);
                    let _ = fs::remove_dir_all(&folder);
                    if is_over() {
                        return;
                    }
                    let _ = send.send(Record {
                        hash: hash.clone(),
                        ..record
                    });
                }
            });
        }
        drop(send);
        records.into_iter().for_each(finished);
    });
    Ok(())
}

/// A folder for the files of all running jobs, gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(output: u64) -> io::Result<Scratch> {
        let path = std::env::temp_dir().join(format!("faultlens-class-{output:016x}"));
        // What a killed run has left.
        let _ = fs::remove_dir_all(&path);
        #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has modes"))]
        let mut builder = fs::DirBuilder::new();
        // What students hand in is not for other users of the machine.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&path)?;
        Ok(Scratch(path.canonicalize()?))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Pool {
    /// The record of a submission, whose files are written below `folder` for that time.
    fn record(
        &self,
        submission: &Submission,
        folder: &Path,
        started: &dyn Fn(Canceller),
    ) -> Record {
        let began = Instant::now();
        let sources = submission.sources();
        let Some((first, others)) = sources.split_first() else {
            let why = submission.trouble.as_deref();
            return Record::unknown(submission, why.unwrap_or("there is no C file"));
        };
        if let Err(error) = self.write(submission, folder) {
            return Record::unknown(submission, &format!("its files cannot be written: {error}"));
        }
        let linked = others
            .iter()
            .map(|file| LinkedSource::from(folder.join(file)));
        let spec = JobSpec {
            linked: linked.collect(),
            tests: self.options.tests.clone(),
            inside: self.inside.clone(),
            options: self.options.clone(),
            ..JobSpec::new(JobKind::Localize, folder.join(first))
        };
        let found: LocalizeReport = match self.finish(&spec, started) {
            Ok(Report::Localize(report)) => as_named(report, folder, self.options.tests.as_deref()),
            Ok(_) => return Record::default(),
            Err(why) => return Record::unknown(submission, &why),
        };
        Record {
            story: self.story(&spec, &found, folder, started),
            cut_short: began.elapsed() >= self.options.time_limit(),
            ..Record::of(submission, &found)
        }
    }

    /// Writes the files of a submission. The search for a configuration ends at this folder.
    fn write(&self, submission: &Submission, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder.join(".git"))?;
        for (path, content) in &submission.files {
            let path = folder.join(path);
            if let Some(above) = path.parent() {
                fs::create_dir_all(above)?;
            }
            if path.file_name() != Some(CONFIG_FILE.as_ref()) {
                fs::write(path, content)?;
            }
        }
        match &self.config {
            Some(text) => fs::write(folder.join(CONFIG_FILE), text),
            None => Ok(()),
        }
    }

    /// The result of a job; an error is a clause.
    fn finish(&self, spec: &JobSpec, started: &dyn Fn(Canceller)) -> Result<Report, String> {
        let job = self.worker.start(spec);
        let job =
            job.map_err(|error| format!("the worker process could not be started: {error}"))?;
        started(job.canceller());
        let mut result = Err("the worker ended without an answer".to_owned());
        let _worker = job.watch(|event| match event {
            Event::Done { report } => result = Ok(*report),
            Event::Failed { message, .. } => result = Err(message),
            _ => {}
        });
        result
    }

    /// How the first failing test fails, in a few sentences; none if that is not known.
    fn story(
        &self,
        spec: &JobSpec,
        found: &LocalizeReport,
        folder: &Path,
        started: &dyn Fn(Canceller),
    ) -> Vec<String> {
        let Some(test) = found.tests.failing.first() else {
            return Vec::new();
        };
        let spec = JobSpec {
            kind: JobKind::Explain,
            explain: Explaining {
                test: Some(test.clone()),
                is_story: true,
                found: Some(Explaining::found(found, test)),
                ..Explaining::default()
            },
            ..spec.clone()
        };
        let told: ExplainReport = match self.finish(&spec, started) {
            Ok(Report::Explain(report)) => as_named(report, folder, self.options.tests.as_deref()),
            _ => return Vec::new(),
        };
        let sentences = told.story.into_iter().map(|sentence| sentence.text);
        sentences.take(STORY).collect()
    }
}

/// A report in which files of the submission are named as there, and those of the tests as the user named these.
/// `report` stays as it is if it cannot be read again.
fn as_named<R>(report: R, folder: &Path, tests: Option<&Path>) -> R
where
    R: serde::Serialize + serde::de::DeserializeOwned,
{
    let inside = (
        format!("{}{MAIN_SEPARATOR}", folder.display()),
        String::new(),
    );
    let tests = tests.and_then(|tests| {
        let absolute = std::path::absolute(tests).ok()?;
        Some((absolute.display().to_string(), tests.display().to_string()))
    });
    let mut text = serde_json::to_string(&report).unwrap_or_default();
    for (from, to) in [Some(inside), tests].into_iter().flatten() {
        let quoted = [from, to].map(|path| serde_json::Value::from(path).to_string());
        let [from, to] = quoted.each_ref().map(|path| path.trim_matches('"'));
        text = text.replace(from, to);
    }
    serde_json::from_str(&text).unwrap_or(report)
}
