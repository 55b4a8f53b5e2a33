//! The warnings of lowering are those of gcc, for the options that they stand for.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use lower::{LowerOptions, WarningKind, lower};
use syntax::{NoIncludes, Options, parse};
use testkit::{fixtures, repository};

use crate::cc::{self, Compiled};

/// The options for which both must agree.
const OPTIONS: [&str; 5] = [
    "-Wint-conversion",
    "-Wincompatible-pointer-types",
    "-Wformat",
    "-Wreturn-type",
    "-Wsequence-point",
];

/// Changes of a text that a compiler may warn about: a pointer for what it points to, and the other way round; another
/// conversion; a loop that ends; a result that is missing; a variable that changes where it is read.
const CHANGES: [(&str, &str); 18] = [
    ("*", ""),
    ("&", ""),
    ("[i]", ""),
    ("->next", ""),
    ("%d", "%s"),
    ("%d", "%ld"),
    ("%s", "%d"),
    ("%f", "%d"),
    ("%lf", "%f"),
    ("%d", "%d %d"),
    ("while (1)", "while (rand())"),
    ("return ", "(void)"),
    ("return ", "return &"),
    (" = ", " = *&"),
    (" = ", " = &"),
    ("exit(", "abs("),
    ("[i]", "[i++]"),
    (" = i", " = i++ + i"),
];
/// Most places of a text where the same change is made.
const PLACES: usize = 2;

/// Lines with a warning of these kinds, by gcc's option.
type Found = BTreeSet<(u32, &'static str)>;

/// The option of a kind of warnings; `None` if gcc reports an error instead, or has no option.
fn option(kind: WarningKind) -> Option<&'static str> {
    Some(match kind {
        WarningKind::IntConversion => OPTIONS[0],
        WarningKind::IncompatiblePointers => OPTIONS[1],
        WarningKind::Format => OPTIONS[2],
        WarningKind::ReturnType => OPTIONS[3],
        WarningKind::Order => OPTIONS[4],
        WarningKind::ArgumentCount | WarningKind::LongDouble => return None,
    })
}

/// The warnings of lowering; `None` if the text has errors.
fn ours(text: &str) -> Option<Found> {
    let parse = parse("a.c", text, &NoIncludes, &Options::default());
    let bare = LowerOptions {
        instrument: false,
        compact: false,
        ..LowerOptions::default()
    };
    let lowered = lower(&parse, &bare);
    let wrong = |p: &syntax::Problem| p.severity == syntax::Severity::Error;
    if parse.has_errors() || lowered.problems.iter().any(wrong) {
        return None;
    }
    let line = |span| parse.sources.line_col(span).0;
    let found = lowered.warnings.iter();
    let found = found.filter_map(|w| Some((line(w.span), option(w.kind)?)));
    Some(found.collect())
}

/// The warnings outside of macros: the lines that gcc and we name differ for those inside.
fn outside_macros(text: &str, mut found: Found) -> Found {
    let lines: Vec<&str> = text.lines().collect();
    let macros: Vec<&str> = text.lines().filter_map(macro_with_arguments).collect();
    found.retain(|(line, _)| {
        let code = lines[*line as usize - 1];
        !code.starts_with("#define") && !macros.iter().any(|name| code.contains(name))
    });
    found
}

/// The name of a macro with arguments that the line defines, with its parenthesis.
fn macro_with_arguments(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("#define ")?;
    let name = &rest[..=rest.find(|c: char| !c.is_alphanumeric() && c != '_')?];
    name.ends_with('(').then_some(name)
}

/// The warnings of gcc; `None` if it reports an error. Comparisons and alternatives do not have an
/// option in all versions.
fn theirs(text: &str) -> Option<Found> {
    let options = [
        &OPTIONS[..],
        &[
            "-D_GNU_SOURCE",
            "-Wno-format-truncation",
            "-Wno-format-overflow",
        ],
    ];
    let compiled = Compiled::object(text, &options.concat());
    let mut found = Found::new();
    for (line, message) in compiled.messages {
        let is_mixed = message.contains("between pointer and integer")
            || message.contains("pointer/integer type mismatch");
        let are_distinct = message.contains("distinct pointer types")
            || message.contains("pointer type mismatch in");
        let option = OPTIONS.into_iter().find(|o| message.contains(*o));
        let implied = match (is_mixed, are_distinct) {
            (true, _) => Some(OPTIONS[0]),
            (_, true) => Some(OPTIONS[1]),
            _ => None,
        };
        found.extend(option.or(implied).map(|option| (line, option)));
    }
    compiled.is_accepted.then_some(found)
}

/// The texts of the fixtures and of the corpus `grammar-tests/run`, by name.
fn corpus() -> Vec<(String, String)> {
    let mut files: Vec<PathBuf> = fixtures()
        .iter()
        .map(|folder| folder.join("program.c"))
        .collect();
    let run = std::fs::read_dir(repository().join("grammar-tests/run")).unwrap();
    files.extend(run.flatten().map(|entry| entry.path()));
    files.retain(|path| path.extension().is_some_and(|e| e == "c"));
    files.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        (path.display().to_string(), text)
    };
    files.into_iter().map(read).collect()
}

/// The text, and the text with one change, for each change and for the first places where it can be made.
fn variants(text: &str) -> Vec<String> {
    let mut found = vec![text.to_owned()];
    let code = text.rfind("#include").unwrap_or(0);
    let code = code + text[code..].find('\n').unwrap_or(0);
    for (old, new) in CHANGES {
        let places = text[code..].match_indices(old).take(PLACES);
        found.extend(places.map(|(at, _)| {
            let at = code + at;
            [&text[..at], new, &text[at + old.len()..]].concat()
        }));
    }
    found
}

#[test]
fn warnings_are_those_of_gcc() {
    if !cc::available() {
        return;
    }
    let all: Vec<(String, String)> = corpus()
        .into_iter()
        .flat_map(|(name, text)| {
            variants(&text)
                .into_iter()
                .map(move |text| (name.clone(), text))
        })
        .collect();
    let mut wrong = String::new();
    let mut compared = [0; OPTIONS.len()];
    // Every fifth one is enough, and each change occurs among them.
    for (name, text) in all.into_iter().step_by(5) {
        let (Some(ours), Some(theirs)) = (ours(&text), theirs(&text)) else {
            continue;
        };
        let [ours, theirs] = [ours, theirs].map(|found| outside_macros(&text, found));
        for (count, option) in compared.iter_mut().zip(OPTIONS) {
            *count += theirs.iter().filter(|(_, of)| *of == option).count();
        }
        for (line, option) in ours.symmetric_difference(&theirs) {
            let whose = if ours.contains(&(*line, *option)) {
                "ours"
            } else {
                "gcc"
            };
            let code = text
                .lines()
                .nth(*line as usize - 1)
                .unwrap_or_default()
                .trim();
            let _ = writeln!(wrong, "{name}:{line} {option} only {whose}: {code}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    eprintln!("{compared:?} warnings compared");
    assert!(compared.iter().all(|count| *count >= 3), "{compared:?}");
}
