//! What no search for failing inputs covers, with its places: what a program takes from outside besides its input, and
//! the kinds of undefined behaviour that no run checks.
//!
//! A word counts wherever it stands in the text, even in a comment: at worst, a claim is not made that could be made.

mod expressions;

use ir::program::{Callee, Inst};
use lower::WarningKind;
use syntax::{FileId, Span};

use super::run::Ready;

/// Functions, each list with what is left out if one of them is called.
const FUNCTIONS: [(&[&str], &str); 6] = [
    (&["getenv"], "other values of the environment"),
    (
        &["time", "clock", "gettimeofday", "clock_gettime"],
        "other times",
    ),
    (&["rand", "random", "rand_r"], "other random numbers"),
    (&["fopen", "freopen", "open"], "other contents of files"),
    (
        &["signal", "atexit", "at_quick_exit"],
        "what a function that is registered here must not do",
    ),
    (
        &["tmpfile"],
        "whether a stream is flushed between writing and reading",
    ),
];
/// Words, each list with what is left out if one of them is in the program.
const WORDS: [(&[&str], &str); 5] = [
    (
        &["restrict", "__restrict"],
        "whether `restrict` pointers lead to different objects",
    ),
    (
        &["volatile"],
        "whether `volatile` objects are accessed as such",
    ),
    (
        &["register"],
        "whether the address of a `register` variable is used",
    ),
    (
        &["_Noreturn", "noreturn"],
        "whether a function returns that must not",
    ),
    (
        &["va_start", "va_copy", "va_list"],
        "whether each `va_list` is started once and ended",
    ),
];

/// All of it that the program has, each kind with its first place. `entry` is where runs begin.
pub(super) fn places(ready: &Ready<'_>, entry: &str) -> Vec<(Span, &'static str)> {
    let program = ready.program;
    let mut places = Vec::new();
    let mut add = |at: Span, what: &'static str| {
        if places.iter().all(|(_, known)| *known != what) {
            places.push((at, what));
        }
    };
    if let Some(main) = program.function(entry)
        && let main = &program.functions[main.index()]
        && main.name == "main"
        && !main.params.is_empty()
    {
        add(main.span, "other arguments of the program");
    }
    for function in &program.functions {
        let places = function.code.iter().zip(&function.spans);
        for (inst, span) in places.filter(|(_, span)| is_of_user(ready, **span)) {
            let name = match inst {
                Inst::Call(call) => match call.callee {
                    Callee::Fn(callee) => &program.functions[callee.index()].name,
                    Callee::Ptr(_) => continue,
                },
                Inst::Builtin(call) => call.builtin.name(),
                _ => continue,
            };
            let known = FUNCTIONS.iter().find(|(names, _)| names.contains(&name));
            if let Some((_, what)) = known {
                add(*span, what);
            }
        }
    }
    for warning in ready.warnings {
        let what = match warning.kind {
            WarningKind::Format => "what a format does whose arguments do not fit",
            WarningKind::ArgumentCount => "arguments of other types than the function expects",
            WarningKind::Order => "other orders of what one expression does to a variable",
            WarningKind::LongDouble => "`long double` that is more than `double`",
            _ => continue,
        };
        if is_of_user(ready, warning.span) {
            add(warning.span, what);
        }
    }
    for (at, what) in expressions::places(&ready.parse.unit) {
        if is_of_user(ready, at) {
            add(at, what);
        }
    }
    for (file, source) in (0..).map(FileId).zip(&ready.sources().files) {
        if source.is_built_in() {
            continue;
        }
        if let Some(start) = source.text.find("[static") {
            let (start, end) = (start as u32, (start + "[static".len()) as u32);
            let what = "whether an array has as many elements as its parameter asks for";
            add(Span { file, start, end }, what);
        }
        for (words, what) in WORDS {
            let first = words.iter().find_map(|word| place_of(word, &source.text));
            if let Some((start, end)) = first {
                add(Span { file, start, end }, what);
            }
        }
    }
    places
}

fn is_of_user(ready: &Ready<'_>, span: Span) -> bool {
    span != Span::default() && !ready.sources().is_built_in(span)
}

/// The first place of a word in a text.
fn place_of(word: &str, text: &str) -> Option<(u32, u32)> {
    let is_part = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let bytes = text.as_bytes();
    let mut found = text
        .match_indices(word)
        .map(|(at, _)| (at, at + word.len()));
    let (start, end) = found.find(|(start, end)| {
        let before = start.checked_sub(1).and_then(|at| bytes.get(at));
        !is_part(before) && !is_part(bytes.get(*end))
    })?;
    Some((start as u32, end as u32))
}
