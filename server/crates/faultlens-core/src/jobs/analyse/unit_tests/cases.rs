//! The cases of tests with parameters: `TEST_CASE(1, 2)` before a test function, and the ranges and products of
//! `TEST_RANGE` and `TEST_MATRIX`, as Unity's generator reads them.

use syntax::Parse;
use syntax::ast::Function;

use super::run::TestRun;
use super::symbols::functions;
use super::{has_no_parameters, name};
use crate::files::frameworks::FramedTest;
use crate::test_outline::is_test_name;

/// Most cases of one test.
const MOST_CASES: usize = 500;

/// The cases of all tests of a unit, in the order of the text.
pub(super) fn of(parse: &Parse) -> Vec<TestRun> {
    let mut runs = Vec::new();
    for (unit, f) in functions(parse) {
        if name(f).is_some_and(is_test_name) && !has_no_parameters(f) {
            runs.extend(of_test(parse, unit, f));
        }
    }
    runs
}

fn of_test(parse: &Parse, unit: u32, test: &Function) -> Vec<TestRun> {
    let Some(test_name) = name(test) else {
        return Vec::new();
    };
    let Some(source) = parse.sources.file(test.span.file) else {
        return Vec::new();
    };
    let text = |start: u32, end: u32| source.text.get(start as usize..end as usize);
    // The uses before the function with nothing but each other between them, from last to first.
    let mut uses: Vec<_> = parse
        .macro_uses
        .iter()
        .filter(|used| {
            let is_before = used.use_span.end <= test.span.start;
            used.use_span.file == test.span.file && is_before && kind(&used.name).is_some()
        })
        .collect();
    uses.sort_by_key(|used| used.use_span.start);
    let mut behind = test.span.start;
    let mut cases: Vec<Vec<String>> = Vec::new();
    for used in uses.into_iter().rev() {
        let between = text(used.use_span.end, behind).unwrap_or("x");
        if !between.trim().is_empty() {
            break;
        }
        behind = used.use_span.start;
        let all = text(used.use_span.start, used.use_span.end).unwrap_or_default();
        let inside = all.split_once('(').map_or("", |(_, rest)| rest);
        let inside = inside.trim_end().strip_suffix(')').unwrap_or(inside);
        let own = kind(&used.name).map_or_else(Vec::new, |kind| kind(inside));
        cases.splice(0..0, own);
    }
    cases.truncate(MOST_CASES);
    let case = |(number, arguments): (usize, Vec<String>)| {
        let arguments = arguments.join(", ");
        TestRun {
            unit,
            framed: FramedTest::plain(test_name).with(Some(number), &arguments),
            id: Some(format!("{test_name}({arguments})")),
            span: super::place(test),
            is_of_unseen_group: false,
        }
    };
    (1..).zip(cases).map(case).collect()
}

/// The conversion of a macro's arguments into cases, which are lists of arguments.
type Kind = fn(&str) -> Vec<Vec<String>>;

fn kind(name: &str) -> Option<Kind> {
    Some(match name {
        "TEST_CASE" => |inside| vec![arguments(inside, false)],
        "TEST_RANGE" => |inside| {
            product(
                &arguments(inside, true)
                    .iter()
                    .map(|a| range(a))
                    .collect::<Vec<_>>(),
            )
        },
        "TEST_MATRIX" => |inside| {
            product(
                &arguments(inside, false)
                    .iter()
                    .map(|a| listed(a))
                    .collect::<Vec<_>>(),
            )
        },
        _ => return None,
    })
}

/// The arguments, split at commas outside parentheses and strings; `<` and `>` count as parentheses if `angles`.
fn arguments(text: &str, angles: bool) -> Vec<String> {
    let mut found = vec![String::new()];
    let (mut depth, mut quote, mut escaped) = (0_i32, None, false);
    for c in text.chars() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, '<') if angles => depth += 1,
            (None, '>') if angles => depth -= 1,
            (None, ',') if depth == 0 => {
                found.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = found.last_mut() {
            last.push(c);
        }
    }
    found
        .into_iter()
        .map(|argument| argument.trim().to_owned())
        .collect()
}

/// The numbers of `[1, 9, 2]` including the end, or of `<1, 9, 2>` excluding it.
fn range(text: &str) -> Vec<String> {
    let with_end = text.starts_with('[');
    let numbers: Vec<f64> = arguments(text.trim_matches(['[', ']', '<', '>']), false)
        .iter()
        .filter_map(|number| number.parse().ok())
        .collect();
    let [start, end, step] = numbers[..] else {
        return Vec::new();
    };
    let is_in = |value: f64| {
        let before = if step > 0.0 { value < end } else { value > end };
        before || with_end && value == end
    };
    let value = |n: usize| start + n as f64 * step;
    let values = (0..MOST_CASES)
        .map(value)
        .take_while(|v| step != 0.0 && is_in(*v));
    values.map(|value| value.to_string()).collect()
}

/// The values of `[1, 2, 3]`.
fn listed(text: &str) -> Vec<String> {
    let inside = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    inside.map_or_else(Vec::new, |inside| arguments(inside, false))
}

/// All combinations of one value from each list.
fn product(lists: &[Vec<String>]) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    for list in lists {
        let with = |before: &Vec<String>| {
            let more = list
                .iter()
                .map(|value| [&before[..], std::slice::from_ref(value)].concat());
            more.collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).take(MOST_CASES).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cases(name: &str, inside: &str) -> Vec<String> {
        let cases = kind(name).unwrap()(inside);
        cases.into_iter().map(|case| case.join(" ")).collect()
    }

    #[test]
    fn cases_are_lists_ranges_and_products() {
        assert_eq!(
            cases("TEST_CASE", r#"1, "a,b", f(2, 3), ','"#),
            [r#"1 "a,b" f(2, 3) ','"#]
        );
        assert_eq!(cases("TEST_RANGE", "[1, 5, 2]"), ["1", "3", "5"]);
        assert_eq!(
            cases("TEST_RANGE", "<3, 1, -1>, [0.5, 1, 0.5]"),
            ["3 0.5", "3 1", "2 0.5", "2 1"]
        );
        assert_eq!(cases("TEST_MATRIX", "[1, 2], [true]"), ["1 true", "2 true"]);
        assert!(cases("TEST_RANGE", "[1, 5, 0]").is_empty());
    }
}
