//! A search with the query cache of the search before an edit finds the same as a search without it.

use localize::report::Report;
use localize::{JobOptions, QueryCache, Session};
use testkit::{LoadedFixture, cases, fixture, fixtures};

use crate::support::{Patience, found};

/// Fixtures whose searches are short. `FAULTLENS_CASES` takes all of them.
const FIXTURES: [&str; 7] = [
    "division-by-zero",
    "function-tests",
    "max3",
    "pointer-swap",
    "struct-records",
    "two-faults",
    "wording",
];

/// Maximum number of constants that are changed in a program.
const NUMBERS: usize = 2;

/// Searches a program, optionally with a cache. Also returns the cache for the next search.
fn localize(
    loaded: &LoadedFixture,
    cache: Option<QueryCache>,
    options: &JobOptions,
) -> (Report, QueryCache) {
    let (parse, program) = (&loaded.compiled.parse, &loaded.compiled.program);
    let mut session = Session::new(parse, program, &loaded.tests, options.clone());
    session.set_cache(cache.unwrap_or_default());
    let report = session.localize(&Patience::seconds(120), &mut |_| ());
    (report, session.cache().cloned().unwrap_or_default())
}

/// Places behind the headers of functions with a body.
fn bodies(text: &str) -> Vec<usize> {
    let mut at = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        at += line.len();
        let opens = line.trim_end().ends_with(") {") && !line.starts_with([' ', '\t']);
        found.extend(opens.then_some(at));
    }
    found
}

/// Ranges of the numbers in the code.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let is_code = !line.contains(['"', '\'', '#', '*']) || line.contains("for (");
        let bytes = line.as_bytes();
        let mut i = 0;
        while is_code && i < bytes.len() {
            let word = bytes[i..].iter().take_while(|b| b.is_ascii_alphanumeric());
            let length = word.count();
            let digits = bytes[i..i + length].iter().all(u8::is_ascii_digit);
            if (1..9).contains(&length) && digits {
                found.push((at + i, at + i + length));
            }
            i += length.max(1);
        }
        at += line.len();
    }
    found
}

/// Edited versions of a text. The first ones, as many as the returned number, behave the same.
fn edited(text: &str) -> (Vec<String>, usize) {
    let mut all = vec![format!("/* What comes\n   first. */\n{text}")];
    // An unused variable is a component as well, and changes the numbers of those behind it.
    all.extend(bodies(text).into_iter().map(|at| {
        let (before, after) = text.split_at(at);
        format!("{before}    int added = 7;\n{after}")
    }));
    let numbers = numbers(text);
    let every = (numbers.len() / NUMBERS).max(1);
    all.extend(numbers.iter().step_by(every).map(|&(from, to)| {
        let number: u32 = text[from..to].parse().unwrap();
        format!("{}{}{}", &text[..from], number + 1, &text[to..])
    }));
    (all, 1)
}

#[test]
fn a_warm_search_finds_what_a_cold_one_does() {
    let options = JobOptions {
        max_size: 2,
        workers: 2,
        // Some edits create endless loops.
        step_limit: 300_000,
        // Later rounds are not cached, and end at the time limit.
        max_rounds: 1,
        ..JobOptions::default()
    };
    let (mut partly, mut fully) = (0, 0);
    let all = cases(0) > 0;
    let named = |f: &std::path::PathBuf| all || FIXTURES.iter().any(|name| f.ends_with(name));
    for folder in fixtures().into_iter().filter(named) {
        let text = std::fs::read_to_string(folder.join("program.c")).unwrap();
        let original = LoadedFixture::with_text(&folder, &text);
        let (_, cache) = localize(&original, None, &options);
        let (programs, same) = edited(&text);
        for (number, program) in programs.iter().enumerate() {
            let loaded = LoadedFixture::with_text(&folder, program);
            let (cold, fresh) = localize(&loaded, None, &options);
            let (warm, _) = localize(&loaded, Some(cache.clone()), &options);
            assert_eq!(found(&cold), found(&warm), "{program}");
            let (again, kept) = localize(&loaded, Some(fresh.clone()), &options);
            assert_eq!(found(&cold), found(&again), "{program}");
            // A repeated search needs no new queries.
            assert_eq!(kept.len(), fresh.len(), "{program}");
            if number < same {
                assert_eq!(warm.recalled, again.recalled, "{program}");
                fully += warm.recalled;
            } else {
                partly += warm.recalled;
            }
        }
    }
    assert!(partly > 0, "no edit leaves anything as it was");
    assert!(fully > 150, "hardly anything is put to the test: {fully}");
}

/// A program whose runs enter an empty function, which does not show in anything that they execute.
const NOTHING_IN_IT: &str = "#include <stdio.h>
int base;
void prepare(void) {
}
int main(void) {
    int factor = 2;
    void (*first)(void) = prepare;
    first();
    printf(\"%d\\n\", factor * base);
    return 0;
}
";

#[test]
fn a_function_that_was_empty_counts_as_well() {
    let folder = fixture("max3");
    let load = |text: &str| {
        let mut loaded = LoadedFixture::with_text(&folder, text);
        loaded.tests.truncate(1);
        loaded.tests[0].expect.stdout = Some(b"12\n"[..].into());
        loaded
    };
    let options = JobOptions::default();
    let (before, cache) = localize(&load(NOTHING_IN_IT), None, &options);
    assert!(!cache.is_empty());
    let filled = NOTHING_IN_IT.replace("(void) {\n}", "(void) {\n    base = 3;\n}");
    assert_ne!(filled, NOTHING_IN_IT);
    let (cold, _) = localize(&load(&filled), None, &options);
    let (warm, _) = localize(&load(&filled), Some(cache), &options);
    assert_eq!(found(&cold), found(&warm));
    // The factor only matters now.
    assert!(cold.diagnoses.len() > before.diagnoses.len());
}

#[test]
fn an_edit_that_is_taken_back_costs_nothing() {
    let folder = fixture("function-tests");
    let text = std::fs::read_to_string(folder.join("program.c")).unwrap();
    let other = text.replace("value > high", "value >= high");
    assert_ne!(text, other);
    let load = |text: &str| LoadedFixture::with_text(&folder, text);
    let options = JobOptions::default();
    let (first, cache) = localize(&load(&text), None, &options);
    let (_, cache) = localize(&load(&other), Some(cache), &options);
    let (again, _) = localize(&load(&text), Some(cache), &options);
    assert_eq!(found(&first), found(&again));
    assert!(again.recalled > 0);
    let (_, cache) = localize(&load(&text), None, &options);
    let (best, _) = localize(&load(&text), Some(cache), &options);
    assert_eq!(again.recalled, best.recalled);
}

#[test]
fn a_cache_that_does_not_fit_does_no_harm() {
    let folder = fixture("max3");
    let text = std::fs::read_to_string(folder.join("program.c")).unwrap();
    let loaded = LoadedFixture::with_text(&folder, &text);
    let options = JobOptions::default();
    let (cold, cache) = localize(&loaded, None, &options);
    // A cache from other tests, or from another kind of relaxation, must not be used.
    let deletion = JobOptions {
        relaxing: localize::Relaxing::Deletion,
        ..options.clone()
    };
    let (other, _) = localize(&loaded, Some(cache.clone()), &deletion);
    assert_eq!(other.recalled, 0);
    let mut fewer = LoadedFixture::with_text(&folder, &text);
    for test in &mut fewer.tests {
        test.expect.stdout = Some(b"another text\n"[..].into());
    }
    assert_eq!(localize(&fewer, Some(cache), &options).0.recalled, 0);
    assert!(cold.recalled == 0);
}
