//! Interprets shell scripts that test a program, without running anything.
//!
//! Many C projects test their program by a shell script or by a makefile's recipe: run the program on a file, compare
//! what it prints with another file. This module is a symbolic execution of the shell under the assumption that the
//! tests pass. The commands of the shell and the small standard tools are modelled on texts in memory. The run of a
//! program that is not known, which is the program under test, is recorded as a [`Run`]; what it prints and its exit
//! status are symbols. Where the script compares such a symbol with something known, the comparison is recorded as a
//! [`Check`], and the interpretation goes on as if it had succeeded. If that way leads to what is plainly meant for
//! failures (`exit 1`, `echo FAIL`), the comparison is expected to fail instead.
//!
//! So a script becomes a list of tests. What is not modelled is an unknown text; a run that depends on one is kept,
//! with the reason why it is no test.

mod arithmetic;
mod assign;
mod assume;
mod braces;
mod branches;
mod builtins;
mod claims;
mod compare;
mod conditions;
mod disk;
mod escapes;
mod execute;
mod expand;
mod interpreter;
mod ledger;
mod loops;
mod names;
mod naming;
mod operations;
mod output;
mod parameters;
mod products;
mod programs;
mod questions;
mod reading;
mod redirect;
mod regex;
mod runs;
mod settings;
mod shells;
mod simple;
mod syntax;
#[cfg(test)]
mod tests;
mod tools;
mod uses;
mod value;
mod variables;

use crate::Files;

/// What is interpreted: a script, or the lines of a makefile's recipe.
#[derive(Debug, Clone, Default)]
pub struct Script<'s> {
    /// Path of the file it stands in, relative to the root, for messages and `$0`.
    pub path: &'s str,
    /// The texts that are interpreted one after the other, each in a shell of its own, all on the same disk: one for a
    /// script, one for each line of a recipe.
    pub pieces: &'s [Piece],
    /// The working directory relative to the root.
    pub folder: &'s str,
    /// The arguments `$1`, `$2`, …; empty if nobody is known who calls it.
    pub args: &'s [String],
    /// Environment variables, such as `srcdir`.
    pub variables: &'s [(String, String)],
}

/// A text of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Line of its start in the file, counted from 1.
    pub line: usize,
}

/// What a script does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Runs of unknown programs in order.
    pub runs: Vec<Run>,
    /// Programs that the script itself compiles.
    pub compiled: Vec<Compilation>,
    /// Paths of the scripts that it calls, relative to the root.
    pub called: Vec<String>,
    /// Where and why the interpretation ended early, if it did.
    pub stopped: Option<Stop>,
    /// Whether the script ends with status 0 if all checks hold.
    pub succeeds: bool,
}

/// The early end of an interpretation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// The line, counted from 1.
    pub line: usize,
    /// Why: a clause.
    pub reason: String,
}

impl Compilation {
    /// The options that define macros, or make them undefined.
    pub fn macros(&self) -> impl Iterator<Item = &str> {
        let words = self.words.iter().map(String::as_str);
        words.filter(|word| word.starts_with("-D") || word.starts_with("-U"))
    }
}

/// A program that a script compiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compilation {
    /// Path of the program relative to the root.
    pub program: String,
    /// Paths of its C files relative to the root.
    pub sources: Vec<String>,
    /// All words of the command, that of the compiler first.
    pub words: Vec<String>,
    /// The line of the command.
    pub line: usize,
}

/// A run of an unknown program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Run {
    /// The program: a path relative to the root, or the bare name if it was called by that; `None` if it is not known.
    pub program: Option<String>,
    /// Which of the [`Outcome::compiled`] programs it is, if the script compiles it.
    pub compiled: Option<usize>,
    /// The arguments; a path into the project is relative to `folder`.
    pub args: Vec<String>,
    /// The standard input.
    pub stdin: Vec<u8>,
    /// The working directory relative to the root.
    pub folder: String,
    /// Files that the script has written before, path relative to the root (or absolute outside of it) and text.
    pub files: Vec<(String, Vec<u8>)>,
    /// Folders that the script has made before, as paths like those of the files.
    pub folders: Vec<String>,
    /// Environment variables that are set in front of the command or exported.
    pub environment: Vec<(String, String)>,
    /// What the script expects.
    pub checks: Vec<Check>,
    /// Whether the script looks at what it does, in a way that is understood or not.
    pub is_checked: bool,
    /// A name, unique in the outcome.
    pub name: String,
    /// Path of the script in which it stands, relative to the root; that of a function is the script that calls it.
    pub path: String,
    /// Line of the command there; inside of functions, of the outermost call.
    pub line: usize,
    /// Why the run cannot be taken as a test, if so: a clause.
    pub not_understood: Option<String>,
}

/// What a script expects of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    /// A text that is printed.
    Printed {
        /// Where.
        of: Stream,
        /// The text or pattern.
        text: Vec<u8>,
        /// How it is compared.
        how: How,
        /// Whether the comparison must fail.
        negated: bool,
    },
    /// This exit status.
    Exit(i32),
    /// Any exit status but this one.
    ExitNot(i32),
    /// A file that the program must write.
    File {
        /// Path of the file, relative to the root or absolute.
        path: String,
        /// Text of the file.
        text: Vec<u8>,
    },
}

/// Where a text is printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Stream {
    /// On the standard output.
    #[default]
    Output,
    /// On the standard output and the standard error, which lead to the same place.
    OutputAndErrors,
    /// On the standard error.
    Errors,
}

/// How an output is compared with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Byte by byte.
    Exact,
    /// After the newlines at the end of the output are removed, as `$(…)` does.
    WithoutFinalNewlines,
    /// Without regard to white space.
    WhiteSpace,
    /// As a number, in whatever form it is printed: `7` is `007`.
    Number,
    /// The output must contain the text.
    Contains,
    /// A pattern in the syntax of the crate `regex` must be found; `^` and `$` are the ends of lines.
    Pattern,
}

/// Interprets a script.
pub fn read(files: &dyn Files, script: &Script) -> Outcome {
    let mut interpreter = interpreter::Interpreter::new(files, script);
    let mut succeeds = true;
    for piece in script.pieces {
        succeeds &= interpreter.piece(piece);
    }
    let mut ledger = interpreter.ledger;
    ledger.judge_uses();
    ledger.name_runs();
    let mut runs = ledger.runs;
    make_names_unique(&mut runs);
    Outcome {
        runs,
        compiled: interpreter.compiled,
        called: interpreter.called,
        succeeds: succeeds && interpreter.stopped.is_none(),
        stopped: interpreter.stopped,
    }
}

/// Appends lines or numbers to names that several runs have.
fn make_names_unique(runs: &mut [Run]) {
    let mut used = std::collections::HashSet::new();
    let mut counts = std::collections::HashMap::new();
    for run in runs {
        let with_line = format!("{} (line {})", run.name, run.line);
        let count: &mut usize = counts.entry(run.name.clone()).or_insert(0);
        *count += 1;
        if *count == 1 && used.insert(run.name.clone()) {
            continue;
        }
        if !run.name.starts_with("line ") && used.insert(with_line.clone()) {
            run.name = with_line;
            continue;
        }
        while !used.insert(format!("{} #{count}", run.name)) {
            *count += 1;
        }
        run.name = format!("{} #{count}", run.name);
    }
}
