//! Phrases that several views share. Numbers always come with their total; a suspect is never called a bug.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::lsp::findings::{Findings, Line};
use crate::lsp::snapshot::{Counts, Snapshot};
pub(crate) use crate::model::words::{capital, quoted};
use crate::model::{Diagnosis, GroupKind, Value};

/// Number with its noun: `1 test`, `3 tests`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}

/// List of lines: `line 5`, `lines 5 and 8`, `lines 5, 8 and list.c:11`.
pub(crate) fn lines(lines: &[Line]) -> String {
    match lines {
        [Line::In(file, line)] => format!("line {line} of {file}"),
        [one] => format!("line {one}"),
        _ => format!("lines {}", list(lines)),
    }
}

/// List of items: `a`, `a and b`, `a, b and c`.
fn list(items: &[Line]) -> String {
    match items {
        [] => String::new(),
        [one] => one.to_string(),
        [init @ .., last] => {
            let init: Vec<String> = init.iter().map(ToString::to_string).collect();
            format!("{} and {last}", init.join(", "))
        }
    }
}

/// Set of lines: `{5, 8, list.c:11}`.
pub(crate) fn set(lines: &[Line]) -> String {
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    format!("{{{}}}", lines.join(", "))
}

/// The first items, and the number of further ones.
pub(crate) fn some(items: &[&str], shown: usize) -> String {
    let mut text = items
        .iter()
        .take(shown)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    if items.len() > shown {
        let _ = write!(text, ", … {} more", items.len() - shown);
    }
    text
}

/// Verdict: `3 of 5 tests fail`, marked if it refers to an older text.
pub(crate) fn verdict(counts: Counts) -> String {
    let stale = if counts.stale { "stale: " } else { "" };
    let Counts {
        total,
        failing,
        unanalysable,
        ignored,
        undecided,
        ..
    } = counts;
    if failing > 0 {
        let verb = if failing == 1 { "fails" } else { "fail" };
        format!("{stale}{failing} of {} {verb}", counted(total, "test"))
    } else if unanalysable > 0 {
        let of = counted(total, "test");
        let what = if unanalysable == undecided {
            "not decided"
        } else {
            "cannot be analysed"
        };
        format!("{stale}{unanalysable} of {of} {what}")
    } else if ignored > 0 {
        let passing = total - ignored;
        let verb = if passing == 1 { "passes" } else { "pass" };
        format!("{stale}{passing} of {total} tests {verb}, {ignored} ignored")
    } else if total == 1 {
        format!("{stale}the only test passes")
    } else {
        format!("{stale}all {total} tests pass")
    }
}

/// Title of lenses and actions: `localize 3 failing tests`.
pub(crate) fn localize(failing: usize) -> String {
    format!("localize {}", counted(failing, "failing test"))
}

/// Failing tests that a set explains: `all 3 failing tests`, `2 of 5 failing tests (trap at line 9: …)`.
pub(crate) fn explained(findings: &Findings, set: &Diagnosis) -> String {
    let report = &findings.report;
    let failing = report.tests.failing.len();
    let Some(group) = report.groups.get(set.group) else {
        return counted(failing, "failing test");
    };
    let count = group.tests.len();
    if count >= failing {
        return match failing {
            1 => "the only failing test".to_owned(),
            2 => "both failing tests".to_owned(),
            _ => format!("all {failing} failing tests"),
        };
    }
    let kind = match group.kind {
        GroupKind::WrongOutcome if group.behind.is_some() => {
            "wrong output behind an undefined access".to_owned()
        }
        GroupKind::WrongOutcome => "wrong output".to_owned(),
        GroupKind::Trap => group.message.clone().unwrap_or_else(|| "trap".to_owned()),
        GroupKind::NoEnd => "no end".to_owned(),
    };
    format!("{count} of {failing} failing tests ({kind})")
}

/// Other members of a set as they read after "with": `lines 8 and 11`; `None` if there are none.
pub(crate) fn others(
    snapshot: &Snapshot,
    findings: &Findings,
    set: usize,
    component: usize,
) -> Option<String> {
    let count = findings.sets().get(set)?.components.len();
    let own = findings.component_line(&snapshot.index, set, component);
    let others = (0..count).filter(|&other| other != component);
    let (mut lines, mut deleted) = (Vec::new(), false);
    for line in others.map(|other| findings.component_line(&snapshot.index, set, other)) {
        deleted |= line.is_none();
        lines.extend(line.filter(|line| Some(line) != own.as_ref()));
    }
    lines.sort();
    lines.dedup();
    let named = (!lines.is_empty()).then(|| self::lines(&lines));
    match (named, deleted) {
        (Some(named), true) => Some(format!("{named} and text deleted since")),
        (Some(named), false) => Some(named),
        (None, true) => Some("text deleted since".to_owned()),
        (None, false) => (count > 1).then(|| "other parts of the line".to_owned()),
    }
}

/// Values by test: `was true, needs false (t0, t2); was 1, needs 3 (t4)`. `None` if none are known. The number of the
/// others, `left_out` of which are not among the values, comes last.
pub(crate) fn values(values: &[Value], left_out: usize) -> Option<String> {
    let (told, others) = Value::told(values);
    list_changes(&changes(&told), SHOWN_CHANGES, others + left_out)
}

/// Whether [`values`] omits none of these values.
pub(crate) fn values_are_few(values: &[Value]) -> bool {
    let (told, others) = Value::told(values);
    others == 0 && changes(&told).len() <= SHOWN_CHANGES
}

/// Formats [`values`] in at most `most` characters if possible: with fewer values, and without the names of the tests
/// if these do not fit, or if only one test fails. With a test given, only changes that it takes part in are listed; if
/// it has no values, all are.
pub(crate) fn values_within(
    most: usize,
    values: &[Value],
    left_out: usize,
    test: Option<&str>,
    only_test: bool,
) -> Option<String> {
    let (told, others) = Value::told(values);
    let left_out = others + left_out;
    let mut changes = changes(&told);
    if let Some(test) = test
        && changes.iter().any(|(_, tests)| tests.contains(&test))
    {
        changes.retain(|(_, tests)| tests.contains(&test));
    }
    if only_test {
        for (_, tests) in &mut changes {
            tests.clear();
        }
    }
    let named = (1..=SHOWN_CHANGES)
        .rev()
        .map(|shown| list_changes(&changes, shown, left_out));
    if let Some(text) = named.flatten().find(|text| text.chars().count() <= most) {
        return Some(text);
    }
    for (_, tests) in &mut changes {
        tests.clear();
    }
    list_changes(&changes, 1, left_out)
}

/// Maximum number of changes listed.
const SHOWN_CHANGES: usize = 2;

/// All changes, each once, with their tests.
fn changes<'v>(values: &[&'v Value]) -> Vec<(String, Vec<&'v str>)> {
    let mut changes: Vec<(String, Vec<&str>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for value in values {
        let change = change(value);
        match places
            .get(&change)
            .and_then(|place| changes.get_mut(*place))
        {
            Some((_, tests)) if tests.last() == Some(&value.test.as_str()) => {}
            Some((_, tests)) => tests.push(&value.test),
            None => {
                places.insert(change.clone(), changes.len());
                changes.push((change, vec![&value.test]));
            }
        }
    }
    changes
}

/// Formats the first changes, each with its tests; tests shared by all changes are named once.
fn list_changes(changes: &[(String, Vec<&str>)], shown: usize, left_out: usize) -> Option<String> {
    const TESTS: usize = 3;
    let (_, first) = changes.first()?;
    let alike = changes.iter().all(|(_, tests)| tests == first);
    let of = |tests: &[&str]| match tests {
        [] => String::new(),
        tests => format!(" ({})", some(tests, TESTS)),
    };
    let each = changes.iter().take(shown).map(|(change, tests)| {
        let tests = if alike { String::new() } else { of(tests) };
        format!("{change}{tests}")
    });
    let mut text = each.collect::<Vec<_>>().join("; ");
    let more = changes.len().saturating_sub(shown) + left_out;
    if more > 0 {
        let _ = write!(text, "; … {more} more");
    }
    if alike {
        text.push_str(&of(first));
    }
    Some(text)
}

fn change(value: &Value) -> String {
    match &value.was {
        Some(_) if value.is_kept() => format!("stays {}", value.needed()),
        Some(was) => format!("was {was}, needs {}", value.needed()),
        None => format!("needs {}", value.needed()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(test: &str, was: Option<&str>, needs: &str) -> Value {
        Value {
            test: test.into(),
            execution: 1,
            was: was.map(Into::into),
            needs: needs.into(),
            ..Value::default()
        }
    }

    #[test]
    fn lists_read_as_sentences() {
        let [five, eight, eleven] = [5, 8, 11].map(Line::Here);
        let other = Line::In("list.c".to_owned(), 2);
        assert_eq!(lines(std::slice::from_ref(&five)), "line 5");
        assert_eq!(lines(std::slice::from_ref(&other)), "line 2 of list.c");
        let all = [five, eight, eleven, other];
        assert_eq!(lines(&all[..3]), "lines 5, 8 and 11");
        assert_eq!(set(&all), "{5, 8, 11, list.c:2}");
        assert_eq!(some(&["a", "b", "c"], 2), "a, b, … 1 more");
    }

    #[test]
    fn equal_changes_are_told_once() {
        let all = [
            value("t0", Some("true"), "false"),
            value("t0", Some("true"), "false"),
            value("t2", Some("true"), "false"),
            value("t4", None, "skipped"),
        ];
        assert_eq!(
            values(&all, 0).unwrap(),
            "was true, needs false (t0, t2); needs skipped (t4)"
        );
        assert_eq!(values(&[], 0), None);
        let kept = value("t2", Some("1"), "1");
        assert_eq!(
            values(std::slice::from_ref(&kept), 0).unwrap(),
            "stays 1 (t2)"
        );
        let with_kept = [&all[..1], &[kept]].concat();
        assert_eq!(
            values(&with_kept, 3).unwrap(),
            "was true, needs false; … 4 more (t0)"
        );
        let within = |most, test| values_within(most, &all, 0, test, false);
        assert_eq!(
            within(99, Some("t2")).unwrap(),
            "was true, needs false (t0, t2)"
        );
        assert_eq!(within(99, Some("t9")), values(&all, 0));
        assert_eq!(
            within(43, None).unwrap(),
            "was true, needs false (t0, t2); … 1 more"
        );
    }

    #[test]
    fn many_changes_are_capped_and_counted() {
        let all: Vec<Value> = (0..5)
            .map(|i| value("t", Some(&i.to_string()), "9"))
            .collect();
        assert_eq!(
            values(&all, 0).unwrap(),
            "was 0, needs 9; was 1, needs 9; … 3 more (t)"
        );
        assert_eq!(
            values_within(27, &all, 0, None, false).unwrap(),
            "was 0, needs 9; … 4 more"
        );
        assert_eq!(
            values_within(43, &all, 0, None, true).unwrap(),
            "was 0, needs 9; was 1, needs 9; … 3 more"
        );
    }

    #[test]
    fn verdicts_count() {
        let counts = |total, failing, unanalysable, stale| Counts {
            total,
            failing,
            unanalysable,
            ignored: 0,
            undecided: 0,
            stale,
        };
        assert_eq!(verdict(counts(5, 3, 0, false)), "3 of 5 tests fail");
        assert_eq!(verdict(counts(1, 1, 0, true)), "stale: 1 of 1 test fails");
        assert_eq!(
            verdict(counts(5, 0, 2, false)),
            "2 of 5 tests cannot be analysed"
        );
        let open = Counts {
            undecided: 2,
            ..counts(5, 0, 2, false)
        };
        assert_eq!(verdict(open), "2 of 5 tests not decided");
        assert_eq!(verdict(counts(5, 0, 0, false)), "all 5 tests pass");
        let with_ignored = Counts {
            ignored: 4,
            ..counts(5, 0, 0, false)
        };
        assert_eq!(verdict(with_ignored), "1 of 5 tests passes, 4 ignored");
    }

    #[test]
    fn long_text_is_cut_on_one_line() {
        assert_eq!(quoted("a +\n\t b"), "`a + b`");
        assert!(quoted(&"x".repeat(99)).ends_with("x…`"));
    }
}
