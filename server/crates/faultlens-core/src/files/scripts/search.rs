//! The scripts and makefiles of a project that look like tests, and their interpretation.

use std::path::Path;

use builds::make::{MAKEFILES, Makefile};
use builds::script::{Outcome, Piece, Script, read};
use builds::{Build, Files, folder_of, name_of};

use super::InterpretedScript;
use crate::files::walk::walk;

/// Goals that test, in the order in which they are tried.
const GOALS: [&str; 10] = [
    "check",
    "test",
    "tests",
    "runtests",
    "run-tests",
    "run_tests",
    "runtest",
    "regress",
    "verify",
    "examples",
];
/// Words in the names of scripts, or of their folders, that test.
const WORDS: [&str; 9] = [
    "test", "check", "run", "regress", "verify", "spec", "compare", "grade", "judge",
];
/// Starts of the names of scripts that build or install.
const BUILD_WORDS: [&str; 9] = [
    "build",
    "make",
    "install",
    "config",
    "autogen",
    "bootstrap",
    "setup",
    "release",
    "deploy",
];
/// Most folders that are searched, and most scripts that are interpreted.
const MOST_FOLDERS: usize = 60;
const MOST_SCRIPTS: usize = 40;
/// Most folders between the root and a script.
const DEEPEST: usize = 3;

/// Makefiles and scripts, as paths relative to a root.
#[derive(Debug, Default)]
pub(super) struct Places {
    pub(super) makefiles: Vec<String>,
    pub(super) scripts: Vec<String>,
}

/// Searches below a root.
pub(super) fn places(root: &Path) -> Places {
    let mut found = Places::default();
    let depth = |path: &Path| {
        path.strip_prefix(root)
            .map_or(usize::MAX, |inside| inside.components().count())
    };
    let mut enter =
        |folder: &Path, listed: usize| listed < MOST_FOLDERS && depth(folder) <= DEEPEST;
    walk(&[root.to_path_buf()], &mut enter, &mut |file| {
        let Some(inside) = file.strip_prefix(root).ok().and_then(Path::to_str) else {
            return;
        };
        let (folder, name) = (folder_of(inside), name_of(inside));
        if MAKEFILES.contains(&name) {
            let mut known = found.makefiles.iter();
            if !known.any(|path| folder_of(path) == folder) {
                found.makefiles.push(inside.to_owned());
            }
        } else if found.scripts.len() < MOST_SCRIPTS && may_test(folder, name) {
            found.scripts.push(inside.to_owned());
        }
    });
    found
}

/// Whether a file may be a script that tests.
fn may_test(folder: &str, name: &str) -> bool {
    let is_script = match name.rsplit_once('.') {
        Some((_, extension)) => matches!(extension, "sh" | "bash" | "test"),
        // Whether it begins with `#!` is looked at when it is read.
        None => true,
    };
    let named = |text: &str| {
        let text = text.to_ascii_lowercase();
        WORDS.iter().any(|word| text.contains(word))
    };
    let last = name_of(folder);
    let is_of_build = BUILD_WORDS.iter().any(|word| name.starts_with(word));
    let is_near = folder.is_empty() && !is_of_build;
    is_script && (named(name) || name.contains('.') && (named(last) || last == "t" || is_near))
}

/// The goals of a makefile that test.
pub(super) fn goals<'f>(
    files: &'f dyn Files,
    path: &'f str,
    makefile: &'f Makefile<'_>,
) -> impl Iterator<Item = InterpretedScript> + 'f {
    let goals = GOALS.iter().filter(|goal| makefile.has_goal(goal));
    goals.map(move |goal| {
        let pieces = makefile.commands(goal).into_iter().map(|command| Piece {
            text: if command.may_fail {
                format!("{{ {}\n}} || true", command.text)
            } else {
                command.text
            },
            line: command.line,
        });
        let pieces: Vec<Piece> = pieces.collect();
        let script = Script {
            path,
            pieces: &pieces,
            folder: folder_of(path),
            ..Script::default()
        };
        interpreted(files, &script)
    })
}

/// A script that no description calls, with what it does.
fn interpreted(files: &dyn Files, script: &Script<'_>) -> InterpretedScript {
    InterpretedScript {
        path: script.path.to_owned(),
        of_test: None,
        outcome: read(files, script),
    }
}

/// The text of a script for a shell.
pub(super) fn shell_text(files: &dyn Files, path: &str) -> Option<String> {
    files.read(path).filter(|text| is_shell(path, text))
}

/// What a script does, run in its own folder or at the root, wherever more is understood.
pub(super) fn script(files: &dyn Files, path: &str, text: &str) -> InterpretedScript {
    let pieces = [Piece {
        text: text.to_owned(),
        line: 1,
    }];
    let run_in = |folder| {
        let script = Script {
            path,
            pieces: &pieces,
            folder,
            ..Script::default()
        };
        interpreted(files, &script)
    };
    let at_root = run_in("");
    let folder = folder_of(path);
    if folder.is_empty() {
        return at_root;
    }
    let inside = run_in(folder);
    if understood(&inside.outcome) > understood(&at_root.outcome) {
        inside
    } else {
        at_root
    }
}

/// The tests of a description of the build that run scripts.
pub(super) fn described<'b>(
    files: &'b dyn Files,
    build: &'b Build,
) -> impl Iterator<Item = InterpretedScript> + 'b {
    build.tests.iter().filter_map(move |test| {
        let (path, args) = match test.target.as_str() {
            "sh" | "bash" | "/bin/sh" | "/bin/bash" => test.args.split_first()?,
            _ => (&test.target, &test.args[..]),
        };
        let text = shell_text(files, path)?;
        // As automake sets them.
        let up = match test.folder.as_str() {
            "" => ".".to_owned(),
            folder => vec![".."; folder.split('/').count()].join("/"),
        };
        let variables = ["srcdir", "builddir", "top_srcdir", "top_builddir"].map(|name| {
            let is_top = name.starts_with("top");
            (
                name.to_owned(),
                if is_top { up.clone() } else { ".".to_owned() },
            )
        });
        let pieces = [Piece { text, line: 1 }];
        let script = Script {
            path,
            pieces: &pieces,
            folder: &test.folder,
            args,
            variables: &variables,
        };
        Some(InterpretedScript {
            of_test: Some(test.name.clone()),
            ..interpreted(files, &script)
        })
    })
}

/// Number of runs that are tests.
fn understood(outcome: &Outcome) -> usize {
    let runs = outcome.runs.iter();
    runs.filter(|run| run.not_understood.is_none() && !run.checks.is_empty())
        .count()
}

/// Whether a text is a script for a shell.
fn is_shell(path: &str, text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    match first.strip_prefix("#!") {
        Some(interpreter) => interpreter.trim_end().ends_with("sh") || interpreter.contains("sh "),
        None => matches!(path.rsplit_once('.'), Some((_, "sh" | "bash"))),
    }
}
