//! `watch FILE`: localizes, and repeats this whenever something changes that the result may depend on.
//!
//! The folders of the program's files, and those of its tests, are watched. A change cancels a running search, because
//! its result would be outdated. Several changes in quick succession, as when an editor saves, count as one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::ArgMatches;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::emit::{self, Style};
use super::{Exit, args, job, text::plural};
use crate::jobs::{Canceller, JobKind, JobSpec};

/// Debounce time: changes that follow each other faster count as one.
const QUIET: Duration = Duration::from_millis(50);
/// Names of folders of tests beside a program.
const TESTS: [&str; 4] = ["tests", "test", "samples", "data"];
/// Extensions of files that results may depend on.
const EXTENSIONS: [&str; 19] = [
    "c",
    "h",
    "inc",
    "in",
    "out",
    "ans",
    "sol",
    "expected",
    "args",
    "exit",
    "txt",
    "toml",
    "json",
    "yaml",
    "yml",
    "prob",
    "xml",
    "testcases",
    "mk",
];

/// Runs `faultlens watch FILE`.
pub(super) fn run(matches: &ArgMatches, log: Option<&str>) -> ExitCode {
    match watch(matches, log) {
        Ok(exit) => exit.into(),
        Err(why) => emit::refuse(&why),
    }
}

fn watch(matches: &ArgMatches, log: Option<&str>) -> Result<Exit, String> {
    let style = Style::of(matches);
    let (changes, changed) = channel();
    let mut watched = FolderWatch::new(changes)?;
    loop {
        let spec = job::spec_of(
            JobKind::Localize,
            matches,
            args::given_files(matches),
            style,
        )?;
        watched.begin(&spec);
        let shown = job::text_of(&spec, log, style, |job| watched.state.set(job));
        if !watched.state.has_changed() {
            let ending = watched.words();
            let exit = emit::result(
                format!("{}{shown}{ending}", clear()),
                Exit::NothingSuspicious,
            );
            if exit != Exit::NothingSuspicious {
                return Ok(exit);
            }
        }
        wait(&changed);
    }
}

/// Text that clears the screen on a terminal; empty elsewhere, where results follow each other.
fn clear() -> &'static str {
    if emit::for_people() {
        "\x1b[2J\x1b[H"
    } else {
        ""
    }
}

/// Waits for a change, and until no other follows.
fn wait(changed: &Receiver<()>) {
    let _ = changed.recv();
    while changed.recv_timeout(QUIET).is_ok() {}
}

/// Watched folders, and the state that changes affect.
struct FolderWatch {
    watcher: RecommendedWatcher,
    folders: BTreeSet<PathBuf>,
    state: Arc<WatchState>,
}

/// State shared with the thread that receives changes.
#[derive(Default)]
struct WatchState {
    changed: AtomicBool,
    job: Mutex<Option<Canceller>>,
}

impl WatchState {
    /// Makes a change cancel this job, including a change that has already happened.
    fn set(&self, job: Canceller) {
        let mut known = self.job.lock().unwrap_or_else(PoisonError::into_inner);
        if self.has_changed() {
            job.cancel();
        }
        *known = Some(job);
    }

    fn has_changed(&self) -> bool {
        self.changed.load(Ordering::SeqCst)
    }

    fn change(&self) {
        self.changed.store(true, Ordering::SeqCst);
        let job = self.job.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(job) = &*job {
            job.cancel();
        }
    }
}

impl FolderWatch {
    fn new(changes: Sender<()>) -> Result<FolderWatch, String> {
        let state = Arc::new(WatchState::default());
        let shared = Arc::clone(&state);
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if event.is_ok_and(|event| matters(&event)) {
                shared.change();
                // The receiver lives as long as the process.
                let _ = changes.send(());
            }
        });
        let watcher = watcher.map_err(|error| format!("files cannot be watched: {error}"))?;
        Ok(FolderWatch {
            watcher,
            folders: BTreeSet::new(),
            state,
        })
    }

    /// Watches everything that this job depends on, and discards earlier changes.
    fn begin(&mut self, spec: &JobSpec) {
        self.state.changed.store(false, Ordering::SeqCst);
        let linked = spec.linked.iter().map(|linked| &*linked.file);
        for file in std::iter::once(&*spec.file).chain(linked) {
            let folder = file.parent().filter(|f| !f.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new("."));
            self.add(folder, RecursiveMode::NonRecursive);
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let own = format!("{stem}.tests");
            for tests in TESTS.iter().copied().chain([own.as_str()]) {
                self.add(&folder.join(tests), RecursiveMode::Recursive);
            }
        }
        if let Some(tests) = &spec.tests {
            self.add(tests, RecursiveMode::Recursive);
        }
    }

    fn add(&mut self, folder: &Path, mode: RecursiveMode) {
        if folder.exists()
            && !self.folders.contains(folder)
            && self.watcher.watch(folder, mode).is_ok()
        {
            self.folders.insert(folder.to_path_buf());
        }
    }

    fn words(&self) -> String {
        let folders = plural(self.folders.len(), "folder", "folders");
        format!("\nwatching {folders}; Ctrl-C ends it\n")
    }
}

/// Whether a result may depend on the changed files.
fn matters(event: &Event) -> bool {
    let is_change = !matches!(event.kind, EventKind::Access(_));
    is_change && event.paths.iter().any(|path| is_input(path))
}

fn is_input(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    // Files that compilers and editors leave behind.
    let is_left = name == "a.out" || name.starts_with('.') || name.ends_with('~');
    let is_known = EXTENSIONS.contains(&&*extension) || name.to_lowercase() == "makefile";
    !is_left && (is_known || path.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_editors_and_compilers_leave_is_no_input() {
        for (path, is) in [
            ("p/max.c", true),
            ("p/tests/1.in", true),
            ("p/Makefile", true),
            ("p/a.out", false),
            ("p/max.o", false),
            ("p/.max.c.swp", false),
            ("p/max.c~", false),
            ("p/4913", false),
        ] {
            assert_eq!(is_input(Path::new(path)), is, "{path}");
        }
    }
}
