//! Results do not depend on irrelevant properties: names, the order of functions, dead code, the layout of the text,
//! the number of threads, and the load of the machine.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use localize::report::{Diagnosis, Report};
use localize::{JobOptions, Session};
use testkit::{LoadedFixture, fixtures};

use crate::support::Patience;

/// Single-file fixtures with tests that a search answers completely or nearly so: where a limit ends a query, one more
/// instruction, even of dead code, may end another query.
const FIXTURES: [&str; 12] = [
    "division-by-zero",
    "max3",
    "missing-init",
    "off-by-one",
    "pointer-swap",
    "precedence",
    "struct-records",
    "switch-fallthrough",
    "two-faults",
    "wrong-branch",
    "wrong-constant",
    "wrong-init",
];

/// Work for one search. All of these programs need less; even if one did not, the results would have to be the same.
const WORK: u64 = 40_000_000;

/// Words that must not be renamed.
const RESERVED: &str = "auto break case char const continue default do double else enum extern float for goto if inline int \
    long register return short signed sizeof static struct switch typedef union unsigned void volatile while define include \
    ifdef ifndef endif undef main NULL EOF FILE size_t bool true false stdin stdout stderr INT_MAX INT_MIN";

/// Kind of a piece of C text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Blank,
    Comment,
    /// A whole `#include` line.
    Include,
    /// Beginning of another directive, or the end of its line.
    Directive,
    Word,
    Literal,
    Sign,
}

/// Pieces of a text in order; concatenated they are the text.
fn pieces(text: &str) -> Vec<(Kind, &str)> {
    let mut all = Vec::new();
    let (mut rest, mut in_directive) = (text, false);
    while let Some(first) = rest.chars().next() {
        let length =
            |is_part: &dyn Fn(char) -> bool| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let line = rest.find('\n').unwrap_or(rest.len());
        let (kind, size) = match first {
            '/' if rest.starts_with("/*") => (Kind::Comment, rest.find("*/").unwrap() + 2),
            '/' if rest.starts_with("//") => (Kind::Comment, line),
            '#' if rest.starts_with("#include") => (Kind::Include, line),
            '#' => (Kind::Directive, 1),
            '\n' if in_directive => (Kind::Directive, 1),
            c if c.is_whitespace() => {
                let is_blank = |c: char| c.is_whitespace() && !(in_directive && c == '\n');
                (Kind::Blank, length(&is_blank))
            }
            '"' | '\'' => {
                // The opening quote does not end the literal.
                let mut is_escaped = true;
                let end = rest.find(|c| {
                    let ends = c == first && !is_escaped;
                    is_escaped = c == '\\' && !is_escaped;
                    ends
                });
                (Kind::Literal, end.unwrap() + 1)
            }
            c if c.is_ascii_digit() => {
                (Kind::Literal, length(&|c| c.is_alphanumeric() || c == '.'))
            }
            c if c.is_alphabetic() || c == '_' => {
                (Kind::Word, length(&|c| c.is_alphanumeric() || c == '_'))
            }
            c => (Kind::Sign, c.len_utf8()),
        };
        in_directive = match kind {
            Kind::Directive => first == '#',
            _ => in_directive,
        };
        all.push((kind, &rest[..size]));
        rest = &rest[size..];
    }
    all
}

/// Names that the text introduces: all words except reserved ones and library functions.
fn own_names(text: &str) -> BTreeSet<String> {
    let all = pieces(text);
    let reserved: BTreeSet<&str> = RESERVED.split_whitespace().collect();
    let functions = functions(text);
    let defined = |word: &str| {
        functions
            .iter()
            .any(|f| f.split('{').next().unwrap().contains(word))
    };
    let words = all
        .iter()
        .enumerate()
        .filter(|(_, (kind, _))| *kind == Kind::Word);
    let names = words.filter(|(i, (_, word))| {
        let is_called = matches!(all.get(i + 1), Some((_, "(")));
        !reserved.contains(word) && (!is_called || defined(word))
    });
    names.map(|(_, (_, word))| (*word).to_owned()).collect()
}

fn renamed(text: &str, names: &BTreeSet<String>) -> String {
    let new = |(kind, piece): (Kind, &str)| match kind {
        Kind::Word if names.contains(piece) => format!("x_{piece}"),
        _ => piece.to_owned(),
    };
    pieces(text).into_iter().map(new).collect()
}

/// Text with one piece per line, except for directives.
fn spread(text: &str) -> String {
    let mut in_directive = false;
    let new = |(kind, piece): (Kind, &str)| {
        if kind == Kind::Directive {
            in_directive = piece == "#";
        }
        match kind {
            Kind::Blank if !in_directive => "\n".to_owned(),
            Kind::Comment => String::new(),
            Kind::Sign if !in_directive && ";{}(),".contains(piece) => format!("{piece}\n"),
            _ => piece.to_owned(),
        }
    };
    pieces(text).into_iter().map(new).collect()
}

/// Definitions of functions, each with its text.
fn functions(text: &str) -> Vec<String> {
    chunks(text)
        .into_iter()
        .filter(|c| is_function(c))
        .collect()
}

fn is_function(chunk: &str) -> bool {
    let head = chunk.split('{').next().unwrap_or_default();
    chunk.ends_with('}') && head.contains('(') && !head.contains('=')
}

/// Pieces of the text at the outermost level: each extends to a `;` or a `}` that ends a function, or is a directive.
fn chunks(text: &str) -> Vec<String> {
    let (mut all, mut chunk, mut depth) = (Vec::new(), String::new(), 0);
    let mut in_directive = false;
    for (kind, piece) in pieces(text) {
        if kind == Kind::Directive {
            in_directive = piece == "#";
        }
        if kind == Kind::Comment || (kind == Kind::Blank && chunk.is_empty()) {
            continue;
        }
        chunk.push_str(piece);
        match piece {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        let ends = match (kind, piece) {
            (Kind::Include, _) | (Kind::Directive, "\n") => true,
            (Kind::Sign, ";") => depth == 0 && !in_directive,
            (Kind::Sign, "}") => depth == 0 && is_function(&chunk),
            _ => false,
        };
        if ends {
            all.push(std::mem::take(&mut chunk));
        }
    }
    assert!(chunk.trim().is_empty(), "{chunk}");
    all
}

/// Text with the functions in reverse order, behind their declarations.
fn reordered(text: &str) -> String {
    let (functions, others): (Vec<_>, Vec<_>) =
        chunks(text).into_iter().partition(|c| is_function(c));
    let heads = functions
        .iter()
        .map(|f| format!("{};", f.split('{').next().unwrap().trim()));
    let declared: Vec<String> = others.into_iter().chain(heads).collect();
    let defined: Vec<String> = functions.iter().rev().cloned().collect();
    format!("{}\n{}\n", declared.join("\n"), defined.join("\n\n"))
}

/// Text with a function that is never called and a statement that is never executed.
fn with_dead_code(text: &str) -> String {
    let functions = functions(text);
    let last = functions.last().unwrap();
    let (head, body) = last.split_once('{').unwrap();
    let dead = "static int nobody(int a) { int b = a * 2; while (b > a) b--; return b; }";
    let live = format!("{head}{{ if (0) {{ nobody(3); }} {body}");
    let chunks = chunks(text).into_iter();
    let chunks = chunks.map(|c| {
        if c == *last {
            format!("{dead}\n{live}")
        } else {
            c
        }
    });
    chunks.collect::<Vec<_>>().join("\n")
}

/// Contents of a report without names and places: the sets of each group, and the text on the first line.
#[derive(Debug, PartialEq, Eq)]
struct Said {
    status: String,
    sets: BTreeSet<(usize, Vec<String>)>,
    first: BTreeSet<String>,
}

fn localize(loaded: &LoadedFixture, workers: usize) -> Report {
    let options = JobOptions {
        max_size: 2,
        workers,
        work: Some(WORK),
        step_limit: 400_000,
        ..JobOptions::default()
    };
    let (parse, program) = (&loaded.compiled.parse, &loaded.compiled.program);
    let mut session = Session::new(parse, program, &loaded.tests, options);
    session.localize(&Patience::seconds(120), &mut |_| ())
}

/// Contents of a report; `rename` maps the names of the text to those of the renamed one.
fn said(loaded: &LoadedFixture, report: &Report, rename: &dyn Fn(&str) -> String) -> Said {
    let (parse, program) = (&loaded.compiled.parse, &loaded.compiled.program);
    // A statement that may be missing has no place of its own: the order decides which of several is reported.
    let is_written = |d: &Diagnosis| {
        let mut suspects = d.suspects.iter();
        suspects.all(|s| matches!(report.component(program, s.comp), Some((_, None))))
    };
    let told = |comp: ir::CompId| {
        let (component, _) = report.component(program, comp).unwrap();
        let text = rename(parse.sources.text(component.span));
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        format!("{:?} {text}", component.kind)
    };
    let sets = report.diagnoses.iter().filter(|d| is_written(d)).map(|d| {
        let mut set: Vec<String> = d.suspects.iter().map(|s| told(s.comp)).collect();
        set.sort();
        (d.group, set)
    });
    let first = report.ranking.iter().find_map(|line| {
        let mut sets = line.diagnoses.iter().map(|&d| &report.diagnoses[d]);
        Some((line.line, sets.find(|d| is_written(d))?))
    });
    let on_first = first.into_iter().flat_map(|(line, set)| {
        let suspects = set.suspects.iter().map(|s| s.comp);
        suspects.filter(move |comp| {
            // A component of several lines may be ranked by any of them.
            let span = program.components[comp.index()].span;
            let [begin, end] = [span, span.last_byte()].map(|at| parse.sources.line_col(at).0);
            (begin..=end).contains(&line)
        })
    });
    Said {
        status: format!("{:?}", report.status),
        sets: sets.collect(),
        first: on_first.map(told).collect(),
    }
}

/// Keeps the processors busy until it is dropped.
struct Busy(std::sync::Arc<AtomicBool>);

impl Busy {
    fn new() -> Busy {
        let goes_on = std::sync::Arc::new(AtomicBool::new(true));
        for _ in 0..4 {
            let goes_on = std::sync::Arc::clone(&goes_on);
            std::thread::spawn(move || {
                while goes_on.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        Busy(goes_on)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

#[test]
fn what_means_nothing_changes_nothing() {
    let mut differences = Vec::new();
    let named = |f: &std::path::PathBuf| FIXTURES.iter().any(|name| f.ends_with(name));
    for folder in fixtures().into_iter().filter(named) {
        let text = std::fs::read_to_string(folder.join("program.c")).unwrap();
        let names = own_names(&text);
        let to_new = |text: &str| renamed(text, &names);
        let answer = |text: &str, rename: &dyn Fn(&str) -> String, workers| {
            let loaded = LoadedFixture::with_text(&folder, text);
            said(&loaded, &localize(&loaded, workers), rename)
        };
        let expected = answer(&text, &to_new, 1);
        assert!(!expected.sets.is_empty(), "{}", folder.display());
        let mut check = |what: &str, found: Said| {
            // The contents of one line may be spread over several.
            let same = found.sets == expected.sets && found.status == expected.status;
            if !same || found.first.is_empty() || !found.first.is_subset(&expected.first) {
                let fixture = folder.display();
                differences.push(format!("{fixture} {what}: {found:#?}, not {expected:#?}"));
            }
        };
        check(
            "renamed",
            answer(&renamed(&text, &names), &str::to_owned, 1),
        );
        check("reordered", answer(&reordered(&text), &to_new, 1));
        check("with dead code", answer(&with_dead_code(&text), &to_new, 1));
        check("spread over lines", answer(&spread(&text), &to_new, 1));
        check("with two workers", answer(&text, &to_new, 2));
        let busy = Busy::new();
        check("on a busy machine", answer(&text, &to_new, 2));
        drop(busy);
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn texts_are_changed_as_they_are_meant_to_be() {
    let text = "#include <stdio.h>\n#define TWO 2\nint f(int a) { return a + TWO; }\nint main(void) {\n  printf(\"%d\\n\", f(1)); /* f */\n}\n";
    let names = own_names(text);
    let expected = ["TWO", "a", "f"].map(str::to_owned);
    assert_eq!(names.iter().cloned().collect::<Vec<_>>(), expected);
    assert!(renamed(text, &names).contains("printf(\"%d\\n\", x_f(1)); /* f */"));
    let reordered = reordered(text);
    let place = |part: &str| reordered.find(part).unwrap();
    assert!(place("int f(int a);") < place("int main(void) {"));
    assert!(place("int main(void) {") < place("int f(int a) {"));
    assert!(with_dead_code(text).contains("int main(void) { if (0) { nobody(3); } \n  printf"));
    assert!(spread(text).contains("#define TWO 2\n"));
}
