//! Tests as files with a common stem: `NAME.out` and any of `NAME.in`, `NAME.args`, `NAME.exit`.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::files::{Files, Folder, OUTSIDE, join, split_extension};
use crate::model::{Action, Compare, ExitStatus, Expect, Origin, SkippedCandidate, Test};

/// Extensions of the expected output, the preferred one first.
const OUTPUTS: [&str; 3] = ["out", "ans", "expected"];

/// Extensions of the other files of a test.
const OTHERS: [&str; 3] = ["in", "args", "exit"];

/// The stems of a folder that belong to tests of the program.
pub(super) enum Belongs<'a> {
    /// All stems.
    Always,
    /// This stem only.
    Only(&'a str),
    /// Stems that begin with the program's stem.
    Named(&'a Programs<'a>),
    /// Stems that begin with the program's stem or with that of no program.
    NamedOrNot(&'a Programs<'a>),
}

/// The stems of the programs in a folder.
pub(super) struct Programs<'a> {
    /// Stem of the program whose tests are wanted.
    pub(super) own: &'a str,
    /// Stems of the other programs.
    pub(super) others: Vec<&'a str>,
}

impl Programs<'_> {
    /// The program whose name begins the stem of a test. Of `max` and `max_3`, the longer name fits `max_3_1` better.
    fn owner(&self, stem: &str) -> Option<&str> {
        let programs = std::iter::once(&self.own).chain(&self.others);
        programs
            .copied()
            .filter(|program| begins_with(stem, program))
            .max_by_key(|program| program.len())
    }
}

impl Belongs<'_> {
    /// Checks whether the test with this stem belongs to the program. An error may contain a reason to report.
    fn check(&self, stem: &str) -> Result<(), Option<String>> {
        match self {
            Belongs::Always => Ok(()),
            Belongs::Only(wanted) if stem == *wanted => Ok(()),
            Belongs::Only(_) => Err(None),
            Belongs::Named(programs) => match programs.owner(stem) {
                Some(owner) if owner == programs.own => Ok(()),
                Some(_) => Err(None),
                // This is most likely `a.out`, a compiler's output, so no reason is reported.
                None if stem == "a" => Err(None),
                None => {
                    let own = programs.own;
                    Err(Some(format!(
                        "its name does not begin with {own}_; a test of any name can be in tests/"
                    )))
                }
            },
            Belongs::NamedOrNot(programs) => match programs.owner(stem) {
                Some(owner) if owner != programs.own => {
                    Err(Some(format!("it belongs to {owner}.c")))
                }
                _ => Ok(()),
            },
        }
    }
}

/// Whether the stem of a test is that of a program, or continues it after a separator.
fn begins_with(stem: &str, program: &str) -> bool {
    stem.strip_prefix(program)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['_', '-', '.']))
}

/// Whether the name of a file is that of a test's file.
pub(crate) fn is_test_file(name: &str) -> bool {
    let extension = split_extension(name).1;
    OUTPUTS.contains(&extension) || OTHERS.contains(&extension)
}

/// Whether a file with this extension beside an expected output is no input of a program.
fn is_known(extension: &str) -> bool {
    const NO_INPUTS: [&str; 12] = [
        "",
        "c",
        "cc",
        "d",
        "err",
        "exe",
        "h",
        "md",
        "o",
        "testcases",
        "tests",
        "toml",
    ];
    NO_INPUTS.contains(&extension) || OUTPUTS.contains(&extension) || OTHERS.contains(&extension)
}

/// A test that was found but not yet read.
pub(super) struct Candidate {
    /// Name of the test: the stem.
    pub(super) id: String,
    folder: Arc<str>,
    /// Extension of the expected output, if there is one.
    output: Option<&'static str>,
    has_in: bool,
    has_args: bool,
    has_exit: bool,
}

impl Candidate {
    /// Whether there is a file with the program's arguments.
    pub(super) fn has_arguments(&self) -> bool {
        self.has_args
    }

    /// Path of the file that represents the test.
    pub(super) fn path(&self) -> String {
        join(&self.folder, &self.name(self.output.unwrap_or("exit")))
    }

    fn name(&self, extension: &str) -> String {
        [&self.id, ".", extension].concat()
    }
}

/// Groups the files of a folder into tests, in the order of their stems.
pub(super) fn candidates(
    folder: &str,
    names: &[String],
    belongs: &Belongs<'_>,
    skipped: &mut Vec<SkippedCandidate>,
) -> Vec<Candidate> {
    // Files of one stem belong to one test.
    let known = |name| {
        let (stem, extension) = split_extension(name);
        // `config.h.in` is a template.
        let is_template = extension == "in" && matches!(split_extension(stem).1, "ac" | "c" | "h");
        let mut known = OUTPUTS.into_iter().chain(OTHERS);
        let known = known.find(|known| *known == extension && !is_template);
        Some((stem, known?))
    };
    let mut by_stem: Vec<(&str, &'static str)> = names.iter().filter_map(|n| known(n)).collect();
    by_stem.sort_by_key(|(stem, _)| *stem);
    let strangers: FxHashMap<&str, &String> = names
        .iter()
        .map(|name| (split_extension(name), name))
        .filter(|((_, extension), _)| !is_known(extension))
        .map(|((stem, _), name)| (stem, name))
        .collect();
    let (mut found, shared) = (Vec::new(), Arc::from(folder));
    for files in by_stem.chunk_by(|a, b| a.0 == b.0) {
        let (stem, first) = files[0];
        let path = |extension: &str| join(folder, &format!("{stem}.{extension}"));
        let has = |extension: &str| files.iter().any(|file| file.1 == extension);

        // The stem may belong to another program.
        match belongs.check(stem) {
            Ok(()) => {}
            Err(None) => continue,
            Err(Some(reason)) => {
                skipped.push(SkippedCandidate {
                    path: path(first),
                    reason,
                });
                continue;
            }
        }

        // Of several expected outputs, the first kind counts.
        let mut outputs = OUTPUTS.into_iter().filter(|output| has(output));
        let output = outputs.next();
        for extra in outputs {
            let reason = format!(
                "{stem}.{} is used as the expected output",
                output.unwrap_or_default()
            );
            skipped.push(SkippedCandidate {
                path: path(extra),
                reason,
            });
        }

        // Without anything that is expected, there is no test.
        if output.is_none() && !has("exit") {
            let reason = format!("there is no {stem}.out with the expected output");
            skipped.push(SkippedCandidate {
                path: path(first),
                reason,
            });
            continue;
        }
        if let Some(stranger) = strangers.get(stem).filter(|_| !has("in") && !has("args")) {
            let reason = format!(
                "{stranger} beside it may be the input, but nothing says how the program gets it; {stem}.in or {stem}.args would"
            );
            skipped.push(SkippedCandidate {
                path: path(first),
                reason,
            });
            continue;
        }
        found.push(Candidate {
            id: stem.to_owned(),
            folder: Arc::clone(&shared),
            output,
            has_in: has("in"),
            has_args: has("args"),
            has_exit: has("exit"),
        });
    }
    found
}

/// Reads tests whose output is compared in the same way, and passes them on in order. Many tests are read by several
/// threads, because each file takes a few system calls and possibly a wait.
pub(super) fn read_all(
    candidates: &[&Candidate],
    files: &dyn Files,
    compare: Compare,
    mut take: impl FnMut(Result<Test, SkippedCandidate>),
) {
    let next = AtomicUsize::new(0);
    // A free thread takes the next share, because the time for one varies.
    let read = || {
        let mut reader = Reader::new(files, compare);
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(share) = candidates.chunks(SHARE).nth(at) else {
                return done;
            };
            let tests = share.iter().map(|candidate| reader.read(candidate));
            done.push((at, tests.collect::<Vec<_>>()));
        }
    };
    let mut done = std::thread::scope(|scope| {
        let readers = MOST_READERS.min(candidates.len() / LEAST_SHARE);
        // If no thread can be started, the current one reads everything.
        let others: Vec<_> = (1..readers)
            .filter_map(|_| Builder::new().spawn_scoped(scope, read).ok())
            .collect();
        let mut done = read();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter()
        .flat_map(|share| share.1)
        .for_each(&mut take);
}

/// A reader of tests that shares equal contents.
struct Reader<'a> {
    files: &'a dyn Files,
    /// The folder that was read from last.
    folder: &'a str,
    at: Option<Box<dyn Folder + 'a>>,
    compare: Compare,
    contents: FxHashSet<Arc<[u8]>>,
}

/// Size up to which contents are shared.
const SHARED_SIZE: usize = 256;
/// Most threads that read tests: more than there are processors, because reading involves waiting.
const MOST_READERS: usize = 4;
/// Least number of tests that justifies a thread.
const LEAST_SHARE: usize = 32;
/// Number of tests that a thread takes at once.
const SHARE: usize = 16;

impl<'a> Reader<'a> {
    fn new(files: &'a dyn Files, compare: Compare) -> Self {
        Reader {
            files,
            folder: "",
            at: None,
            compare,
            contents: FxHashSet::default(),
        }
    }

    /// Reads the files of a test, or returns the reason why it cannot be one.
    fn read(&mut self, candidate: &'a Candidate) -> Result<Test, SkippedCandidate> {
        if self.folder != &*candidate.folder {
            self.folder = &candidate.folder;
            self.at = self.files.folder(&candidate.folder);
        }

        // Files that are absent have their usual meaning: no input, no arguments, any output or exit status.
        let stdout = candidate
            .output
            .map(|output| self.output(&candidate.name(output)))
            .transpose()?;
        let stdin = if candidate.has_in {
            self.shared(&candidate.name("in"))?
        } else {
            Arc::default()
        };
        let args = if candidate.has_args {
            arguments(&self.content(&candidate.name("args"))?)
        } else {
            Arc::default()
        };
        let exit = if candidate.has_exit {
            Some(ExitStatus::Is(self.exit(&candidate.name("exit"))?))
        } else {
            None
        };
        Ok(Test {
            id: candidate.id.clone(),
            origin: Origin {
                path: candidate.path(),
                line: 1,
            },
            action: Action::Main {
                program: Arc::default(),
                args,
                environment: Arc::default(),
                stdin,
                folder: Arc::clone(&candidate.folder),
                files: None,
            },
            expect: Expect {
                stdout,
                compare: self.compare,
                exit,
                ..Expect::default()
            },
        })
    }

    fn content(&self, name: &str) -> Result<Vec<u8>, SkippedCandidate> {
        let content = match &self.at {
            Some(folder) => folder.read(name),
            None => self.files.read(&join(self.folder, name)),
        };
        content.ok_or_else(|| {
            if self.files.is_outside(&join(self.folder, name)) {
                self.skip(name, &format!("it {OUTSIDE}"))
            } else {
                self.skip(name, "it cannot be read")
            }
        })
    }

    fn shared(&mut self, name: &str) -> Result<Arc<[u8]>, SkippedCandidate> {
        let content = self.content(name)?;
        if content.len() > SHARED_SIZE {
            return Ok(content.into());
        }
        if let Some(known) = self.contents.get(&content[..]) {
            return Ok(Arc::clone(known));
        }
        let new: Arc<[u8]> = content.into();
        self.contents.insert(Arc::clone(&new));
        Ok(new)
    }

    /// The expected output. Compiled programs may be named `NAME.out` too, and are skipped.
    fn output(&mut self, name: &str) -> Result<Arc<[u8]>, SkippedCandidate> {
        let content = self.shared(name)?;
        let is_program = content.starts_with(b"\x7fELF") || content.starts_with(b"MZ\x90\0");
        if is_program {
            Err(self.skip(name, "it is a compiled program, not an expected output"))
        } else {
            Ok(content)
        }
    }

    fn exit(&self, name: &str) -> Result<i32, SkippedCandidate> {
        let content = self.content(name)?;
        let text = String::from_utf8_lossy(&content);
        text.trim().parse().map_err(|_| {
            self.skip(
                name,
                "it does not hold an exit status, which is a whole number",
            )
        })
    }

    fn skip(&self, name: &str, reason: &str) -> SkippedCandidate {
        SkippedCandidate {
            path: join(self.folder, name),
            reason: reason.to_owned(),
        }
    }
}

/// One argument per line; an empty line is an empty argument.
pub(super) fn arguments(content: &[u8]) -> Arc<[Vec<u8>]> {
    let content = content.strip_suffix(b"\n").unwrap_or(content);
    if content.is_empty() {
        return Arc::default();
    }
    let lines = content.split(|&byte| byte == b'\n');
    lines
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line).to_vec())
        .collect()
}
