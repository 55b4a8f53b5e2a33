//! The matcher, compared with naive definitions: whole texts, and gaps filled by every short text.

use std::sync::Arc;

use proptest::prelude::*;

use crate::{Compare, Expected, Matcher, Tolerance};

/// The literal definition of equality of outputs.
fn naively_equal(expected: &str, actual: &str, compare: Compare) -> bool {
    match compare {
        Compare::Exact => expected == actual,
        Compare::Trim => {
            let lines = |text: &str| -> Vec<String> {
                text.trim_end()
                    .split('\n')
                    .map(|line| line.trim_end().to_owned())
                    .collect()
            };
            lines(expected) == lines(actual)
        }
        Compare::Chomp => expected.trim_end_matches('\n') == actual.trim_end_matches('\n'),
        Compare::Tokens => expected.split_whitespace().eq(actual.split_whitespace()),
        Compare::Contains => {
            actual.contains(expected.trim_matches(|c: char| c.is_ascii_whitespace()))
        }
        // The texts are expressions of letters and blanks only.
        Compare::Regex => actual.contains(expected),
    }
}

fn expected(text: &str, compare: Compare) -> Expected {
    Expected::new(&Arc::from(text.as_bytes()), compare)
}

fn matches(expected: &Expected, chunks: &[&str]) -> bool {
    let mut matcher = Matcher::new();
    chunks
        .iter()
        .all(|chunk| matcher.feed(expected, chunk.as_bytes()))
        && matcher.finish(expected)
}

fn any_compare() -> impl Strategy<Value = Compare> {
    prop_oneof![
        Just(Compare::Exact),
        Just(Compare::Chomp),
        Just(Compare::Trim),
        Just(Compare::Tokens),
        Just(Compare::Contains),
        Just(Compare::Regex)
    ]
}

/// Texts in which white space is as frequent as other characters.
fn any_text(most: usize) -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![Just('a'), Just('b'), Just(' '), Just('\n'), Just('\r')],
        0..most,
    )
    .prop_map(String::from_iter)
}

/// A text, and a variant with some changes of white space.
fn related_texts() -> impl Strategy<Value = (String, String)> {
    let change = prop_oneof![4 => Just(""), 1 => Just(" "), 1 => Just("\n"), 1 => Just("\r\n"), 1 => Just("-")];
    (any_text(12), proptest::collection::vec(change, 13)).prop_map(|(text, changes)| {
        let mut other = String::new();
        for (letter, change) in text.chars().zip(&changes) {
            other.push_str(change.trim_matches('-'));
            if *change != "-" {
                other.push(letter);
            }
        }
        other.push_str(changes[12].trim_matches('-'));
        (text, other)
    })
}

/// All texts over a small alphabet up to a length.
fn all_texts(most: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut from = 0;
    for _ in 0..most {
        let to = texts.len();
        for index in from..to {
            for letter in ['a', 'b', ' ', '\n'] {
                texts.push(format!("{}{letter}", texts[index]));
            }
        }
        from = to;
    }
    texts
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pieces_match_as_the_whole_does((text, actual) in related_texts(), compare in any_compare(), cut in 0usize..13) {
        let expected = expected(&text, compare);
        let cut = cut.min(actual.len());
        let whole = naively_equal(&text, &actual, compare);
        prop_assert_eq!(matches(&expected, &[&actual]), whole);
        prop_assert_eq!(matches(&expected, &[&actual[..cut], &actual[cut..]]), whole);
        let letters: Vec<&str> = actual.split("").collect();
        prop_assert_eq!(matches(&expected, &letters), whole);
    }

    #[test]
    fn a_living_matcher_can_still_match(text in any_text(8), actual in any_text(8), compare in any_compare()) {
        let expected = expected(&text, compare);
        let mut matcher = Matcher::new();
        let alive = matcher.feed(&expected, actual.as_bytes());
        // The rest of the normal form is a continuation, after the newline that trailing blanks need.
        let rest = if alive { matcher.rest(&expected).unwrap() } else { b"" };
        let continued = format!("{actual}{}", std::str::from_utf8(rest).unwrap());
        prop_assert_eq!(alive, naively_equal(&text, &continued, compare) && alive);
        if !alive {
            let saved = all_texts(3).into_iter().find(|more| naively_equal(&text, &format!("{actual}{more}"), compare));
            prop_assert_eq!(saved, None);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_gap_is_every_text(
        text in "[ab \n]{0,4}", before in any_text(4), after in any_text(4), compare in any_compare(), twice: bool,
    ) {
        let expected = expected(&text, compare);
        let fill = all_texts(4);
        let filled = |more: &str| naively_equal(&text, &format!("{before}{more}{after}"), compare);
        let possible = fill.iter().any(|more| filled(more));
        let mut matcher = Matcher::new();
        let mut found = matcher.feed(&expected, before.as_bytes());
        matcher = matcher.any_text();
        if twice {
            matcher = matcher.any_text();
        }
        prop_assert!(matcher.finish(&expected));
        let each = matcher.feed_all(&expected, after.as_bytes());
        let some_ends = found && each.iter().any(|matcher| matcher.finish(&expected));
        for letter in after.bytes() {
            found = found && matcher.feed(&expected, &[letter]);
        }
        found = found && matcher.finish(&expected);
        prop_assert_eq!(found, possible);
        prop_assert_eq!(some_ends, possible);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn two_gaps_are_every_two_texts(
        text in "[ab \n]{0,3}", between in "[ab \n]{0,2}", after in "[ab \n]{0,2}", compare in any_compare(),
    ) {
        let expected = expected(&text, compare);
        let fill = all_texts(3);
        let possible = fill.iter().any(|one| {
            fill.iter().any(|two| naively_equal(&text, &format!("{one}{between}{two}{after}"), compare))
        });
        let mut matcher = Matcher::new().any_text();
        let mut found = matcher.feed(&expected, between.as_bytes());
        matcher = matcher.any_text();
        found = found && matcher.feed(&expected, after.as_bytes()) && matcher.finish(&expected);
        prop_assert_eq!(found, possible);
    }
}

#[test]
fn numbers_may_be_near() {
    let near = |text: &str, printed: &str| {
        let tolerance = Tolerance::new(0.01).unwrap();
        let expected = expected(text, Compare::Tokens).with_tolerance(tolerance);
        let whole = matches(&expected, &[printed]);
        let letters: Vec<&str> = printed.split("").collect();
        assert_eq!(matches(&expected, &letters), whole, "{text} {printed}");
        whole
    };
    for (text, printed, want) in [
        ("3.14", "3.14", true),
        ("3.14", "3.1416\n", true),
        ("3.14", "3.1", false),
        ("3.14", "3.15", true),
        ("3.14", "3.2", false),
        ("3.14 x", "3.141  x", true),
        ("3.14 x", "3.141  y", false),
        ("3.14", "3.14x", false),
        ("1000", "1005", true),
        ("1000", "1020", false),
        ("5", "5.0", true),
        ("-2", "-2.001", true),
        ("-2", "2", false),
        ("area 2.50 m", "area 2.5 m", true),
        ("a 1", "b 1", false),
        ("1 2", "1", false),
        ("1", "1 2", false),
        ("100000", "1e5", true),
    ] {
        assert_eq!(near(text, printed), want, "{text} {printed}");
    }
}

#[test]
fn numbers_between_other_text_may_be_near_and_white_space_still_counts() {
    for (compare, text, printed, want) in [
        (Compare::Exact, "s=0.30, n=3\n", "s=0.3, n=3.0\n", true),
        (Compare::Exact, "s=0.30, n=3\n", "s=0.3,  n=3\n", false),
        (Compare::Exact, "3.14\n", "3.1416", false),
        (Compare::Exact, "3.14\n2\n", "3.1416\n2\n", true),
        (Compare::Trim, "3.14 \n2\n\n", "3.1416\n2", true),
        (Compare::Trim, "3.14 2", "3.1416  2", false),
        (Compare::Chomp, "x 3.14\n", "x 3.1416", true),
        (Compare::Chomp, "x 3.14\n", "x 3.3", false),
        (Compare::Chomp, "x3 3.14\n", "x4 3.14", false),
    ] {
        let tolerance = Tolerance::new(0.01).unwrap();
        let expected = expected(text, compare).with_tolerance(tolerance);
        let letters: Vec<&str> = printed.split("").collect();
        assert_eq!(matches(&expected, &[printed]), want, "{text} {printed}");
        assert_eq!(matches(&expected, &letters), want, "{text} {printed}");
    }
}

#[test]
fn a_text_leads_from_place_to_place() {
    for compare in [Compare::Exact, Compare::Contains, Compare::Regex] {
        let expected = expected("ab1", compare);
        let mut later = Matcher::new();
        assert!(later.feed(&expected, b"ab"));
        assert_eq!(
            Matcher::new().text_before(&later, &expected).as_deref(),
            Some(&b"ab"[..])
        );
        assert_eq!(later.printed(&expected), b"ab");
        assert_eq!(later.rest(&expected), Some(&b"1"[..]));
    }
}

#[test]
fn states_are_spelt_out_on_demand() {
    let expected = expected("1\n2\n1\n", Compare::Exact);
    let mut matcher = Matcher::new().any_text();
    assert!(matcher.is_ambiguous() && matcher.rest(&expected).is_none());
    assert_eq!(matcher.states(&expected).len(), 7);
    assert!(matcher.feed(&expected, b"1"));
    let rests = |matcher: &Matcher| -> Vec<Vec<u8>> {
        matcher
            .states(&expected)
            .iter()
            .map(|one| one.rest(&expected).unwrap().to_vec())
            .collect()
    };
    assert_eq!(rests(&matcher), [b"\n2\n1\n".to_vec(), b"\n".to_vec()]);
    assert!(matcher.feed(&expected, b"\n2"));
    assert!(!matcher.is_ambiguous());
    assert_eq!(rests(&matcher), [b"\n1\n".to_vec()]);
    assert!(!matcher.feed(&expected, b"x"));
}

#[test]
fn without_an_expectation_everything_matches() {
    let expected = Expected::anything();
    let mut matcher = Matcher::new().any_text();
    assert!(matcher.feed(&expected, b"whatever") && matcher.finish(&expected));
    assert_eq!(matcher.rest(&expected), None);
    assert_eq!(matcher.feed_all(&expected, b"x").len(), 1);
}

#[test]
fn of_wrong_output_the_words_before_the_wrong_one_are_matched() {
    for (text, printed, rest) in [
        ("2 digits, sum 3\n", "2 digits, sum 99\n", "3\n"),
        ("15\n", "13\n", "15\n"),
        ("a b c\n", "a b x\n", "c\n"),
        ("a b\n", "b a\n", "a b\n"),
        ("1\n2\n", "1\n3\n", "2\n"),
    ] {
        let expected = expected(text, Compare::Exact);
        let mut matcher = Matcher::new();
        let (is_right, matched) = matcher.feed_words(&expected, printed.as_bytes());
        assert!(
            !is_right && printed[..matched] == text[..matched],
            "{printed}"
        );
        assert_eq!(matcher.rest(&expected), Some(rest.as_bytes()), "{printed}");
    }
}
