//! Tests as files with one stem: `NAME.out` and any of `NAME.in`, `NAME.args`, `NAME.exit`.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::files::{Files, join, split_extension};
use crate::model::{Action, Compare, Expect, Origin, Skipped, Test};

/// Extensions of the expected output, the preferred one first.
const OUTPUTS: [&str; 3] = ["out", "ans", "expected"];

/// Extensions of the other files of a test.
const OTHERS: [&str; 3] = ["in", "args", "exit"];

/// Which stems of a folder are tests of the program.
pub(super) enum Belongs<'a> {
    /// All.
    Always,
    /// This one.
    Only(&'a str),
    /// Those that begin with the program's stem.
    Named(&'a Programs<'a>),
    /// Those too that begin with no program's stem.
    NamedOrNot(&'a Programs<'a>),
}

/// The stems of the programs in a folder.
pub(super) struct Programs<'a> {
    /// Of the program whose tests are wanted.
    pub(super) own: &'a str,
    /// Of the others.
    pub(super) others: Vec<&'a str>,
}

impl Programs<'_> {
    /// The program whose name a test's begins with. Of `max` and `max_3` the longer name fits `max_3_1` better.
    fn owner(&self, stem: &str) -> Option<&str> {
        let programs = std::iter::once(&self.own).chain(&self.others);
        programs
            .copied()
            .filter(|program| begins_with(stem, program))
            .max_by_key(|program| program.len())
    }
}

impl Belongs<'_> {
    /// Whether the test with this stem belongs to the program; otherwise perhaps a reason worth telling.
    fn check(&self, stem: &str) -> Result<(), Option<String>> {
        match self {
            Belongs::Always => Ok(()),
            Belongs::Only(wanted) if stem == *wanted => Ok(()),
            Belongs::Only(_) => Err(None),
            Belongs::Named(programs) => match programs.owner(stem) {
                Some(owner) if owner == programs.own => Ok(()),
                Some(_) => Err(None),
                // Most likely `a.out`, what a compiler makes: nobody asks why that is no test.
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

/// Whether a test's stem is a program's, alone or followed by something that parts words.
fn begins_with(stem: &str, program: &str) -> bool {
    stem.strip_prefix(program)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['_', '-', '.']))
}

/// Whether a file's name is one of a test's.
pub(crate) fn is_test_file(name: &str) -> bool {
    let extension = split_extension(name).1;
    OUTPUTS.contains(&extension) || OTHERS.contains(&extension)
}

/// A test that was found but not yet read.
pub(super) struct Candidate {
    /// Its name, the stem.
    pub(super) id: String,
    folder: String,
    /// Extension of the expected output, if there is one.
    output: Option<&'static str>,
    has_in: bool,
    has_args: bool,
    has_exit: bool,
}

impl Candidate {
    /// The file that stands for it.
    pub(super) fn path(&self) -> String {
        self.file(self.output.unwrap_or("exit"))
    }

    /// All its files.
    fn paths(&self) -> impl Iterator<Item = String> + '_ {
        let others = [
            (self.has_in, "in"),
            (self.has_args, "args"),
            (self.has_exit, "exit"),
        ];
        let others = others.into_iter().filter(|(has, _)| *has);
        let extensions = self.output.into_iter().chain(others.map(|(_, ext)| ext));
        extensions.map(|extension| self.file(extension))
    }

    fn file(&self, extension: &str) -> String {
        join(&self.folder, &format!("{}.{extension}", self.id))
    }
}

/// Puts the files of a folder together to tests, in the order of their stems.
pub(super) fn candidates(
    folder: &str,
    names: &[String],
    belongs: &Belongs<'_>,
    skipped: &mut Vec<Skipped>,
) -> Vec<Candidate> {
    let mut by_stem: BTreeMap<&str, Vec<&'static str>> = BTreeMap::new();
    for name in names {
        let (stem, extension) = split_extension(name);
        if let Some(known) = OUTPUTS
            .iter()
            .chain(&OTHERS)
            .find(|known| **known == extension)
        {
            by_stem.entry(stem).or_default().push(known);
        }
    }
    let mut found = Vec::new();
    for (stem, extensions) in by_stem {
        let path = |extension: &str| join(folder, &format!("{stem}.{extension}"));
        let has = |extension: &str| extensions.contains(&extension);
        match belongs.check(stem) {
            Ok(()) => {}
            Err(None) => continue,
            Err(Some(reason)) => {
                skipped.push(Skipped {
                    path: path(extensions[0]),
                    reason,
                });
                continue;
            }
        }
        let mut outputs = OUTPUTS.into_iter().filter(|output| has(output));
        let output = outputs.next();
        for extra in outputs {
            let reason = format!(
                "{stem}.{} is used as the expected output",
                output.unwrap_or_default()
            );
            skipped.push(Skipped {
                path: path(extra),
                reason,
            });
        }
        if output.is_none() && !has("exit") {
            let reason = format!("there is no {stem}.out with the expected output");
            skipped.push(Skipped {
                path: path(extensions[0]),
                reason,
            });
            continue;
        }
        found.push(Candidate {
            id: stem.to_owned(),
            folder: folder.to_owned(),
            output,
            has_in: has("in"),
            has_args: has("args"),
            has_exit: has("exit"),
        });
    }
    found
}

/// Reads tests; equal contents are kept once.
pub(super) struct Reader<'a> {
    files: &'a dyn Files,
    compare: Compare,
    contents: BTreeMap<Vec<u8>, Arc<[u8]>>,
    /// What has been read of the tests to come, by path.
    ahead: BTreeMap<String, Option<Vec<u8>>>,
}

/// Contents up to this size are worth comparing with others.
const SHARED_SIZE: usize = 256;

impl<'a> Reader<'a> {
    /// A reader for tests whose output is compared in one way.
    pub(super) fn new(files: &'a dyn Files, compare: Compare) -> Self {
        Reader {
            files,
            compare,
            contents: BTreeMap::new(),
            ahead: BTreeMap::new(),
        }
    }

    /// Reads the files of tests that come next all at once, which files on a disk are faster for.
    pub(super) fn expect(&mut self, candidates: &[Candidate]) {
        let paths: Vec<String> = candidates.iter().flat_map(Candidate::paths).collect();
        let contents = self.files.read_all(&paths);
        self.ahead = paths.into_iter().zip(contents).collect();
    }

    /// Reads the files of a test, or says why it cannot be one.
    pub(super) fn read(&mut self, candidate: &Candidate) -> Result<Test, Skipped> {
        let stdout = candidate
            .output
            .map(|output| self.output(&candidate.file(output)))
            .transpose()?;
        let stdin = if candidate.has_in {
            self.shared(&candidate.file("in"))?
        } else {
            Arc::default()
        };
        let args = if candidate.has_args {
            arguments(&self.content(&candidate.file("args"))?)
        } else {
            Vec::new()
        };
        let exit = if candidate.has_exit {
            Some(self.exit(&candidate.file("exit"))?)
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
                args,
                stdin,
                folder: candidate.folder.clone(),
                files: None,
            },
            expect: Expect {
                stdout,
                compare: self.compare,
                exit,
                returns: None,
            },
        })
    }

    fn content(&mut self, path: &str) -> Result<Vec<u8>, Skipped> {
        let ahead = self.ahead.remove(path);
        ahead
            .unwrap_or_else(|| self.files.read(path))
            .ok_or_else(|| skip(path, "it cannot be read"))
    }

    fn shared(&mut self, path: &str) -> Result<Arc<[u8]>, Skipped> {
        let content = self.content(path)?;
        if content.len() > SHARED_SIZE {
            return Ok(content.into());
        }
        let known = self.contents.entry(content);
        let shared = known.or_insert_with_key(|content| content.as_slice().into());
        Ok(Arc::clone(shared))
    }

    /// The expected output. Compilers' users, too, call programs `NAME.out`.
    fn output(&mut self, path: &str) -> Result<Arc<[u8]>, Skipped> {
        let content = self.shared(path)?;
        let is_program = content.starts_with(b"\x7fELF") || content.starts_with(b"MZ\x90\0");
        if is_program {
            Err(skip(
                path,
                "it is a compiled program, not an expected output",
            ))
        } else {
            Ok(content)
        }
    }

    fn exit(&mut self, path: &str) -> Result<i32, Skipped> {
        let content = self.content(path)?;
        let text = String::from_utf8_lossy(&content);
        text.trim().parse().map_err(|_| {
            skip(
                path,
                "it does not hold an exit status, which is a whole number",
            )
        })
    }
}

fn skip(path: &str, reason: &str) -> Skipped {
    Skipped {
        path: path.to_owned(),
        reason: reason.to_owned(),
    }
}

/// One argument a line; an empty line is an empty argument.
fn arguments(content: &[u8]) -> Vec<Vec<u8>> {
    let content = content.strip_suffix(b"\n").unwrap_or(content);
    if content.is_empty() {
        return Vec::new();
    }
    let lines = content.split(|&byte| byte == b'\n');
    lines
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line).to_vec())
        .collect()
}
