//! Phrases of the text output.

use crate::model::Value;
pub(in crate::cli) use crate::model::words::{duration, list, one_line, plural};

/// Formats numbers of tests: `3 of 5 tests fail`
pub(super) fn failing(failing: usize, total: usize) -> String {
    match (failing, total) {
        (1, 1) => "the one test fails".to_owned(),
        (failing, total) => {
            let verb = if failing == 1 { "fails" } else { "fail" };
            format!("{failing} of {} {verb}", plural(total, "test", "tests"))
        }
    }
}

/// Values needed by a component: `to pass t0, t2: false; to pass t4: true`; `to pass t0: first 1, then 2` if it is
/// executed more than once. The list ends with the number of the others, `left_out` of which are not among the values.
pub(in crate::cli) fn needs(values: &[Value], left_out: usize) -> String {
    let (told, others) = Value::told(values);
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for value in told {
        let position = groups.iter().position(|(needs, _)| *needs == value.needs);
        let index = position.unwrap_or_else(|| {
            groups.push((&value.needs, Vec::new()));
            groups.len() - 1
        });
        let tests = &mut groups[index].1;
        if tests.last() != Some(&value.test.as_str()) {
            tests.push(&value.test);
        }
    }
    let most = 3;
    let shown = &groups[..groups.len().min(most)];
    let mut parts: Vec<String> = shown
        .chunk_by(|(_, tests), (_, next)| tests == next)
        .map(|same| {
            let needs: Vec<String> = same.iter().map(|(needs, _)| one_line(needs, 30)).collect();
            let tests = same.first().map_or(&[][..], |(_, tests)| tests);
            let first = if needs.len() > 1 { "first " } else { "" };
            format!(
                "to pass {}: {first}{}",
                list(tests, 4),
                needs.join(", then ")
            )
        })
        .collect();
    let more = groups.len() - shown.len() + others + left_out;
    if more > 0 {
        parts.push(format!("… {more} more"));
    }
    parts.join("; ")
}

/// Actual and needed value, if they are the same in all tests: the label under the excerpt. Nothing is said if values
/// are left out.
pub(in crate::cli) fn was_and_needs(values: &[Value], left_out: usize) -> Option<String> {
    let (values, _) = Value::told(values);
    let first = values.first().filter(|_| left_out == 0)?;
    let same_needs = values.iter().all(|v| v.needs == first.needs);
    let same_was = values.iter().all(|v| v.was == first.was);
    let same_range = values.iter().all(|v| v.range == first.range);
    let needed = if same_range {
        first.needed()
    } else {
        first.needs.clone()
    };
    let needs = one_line(&needed, 40);
    match (&first.was, same_was, same_needs) {
        (Some(_), true, true) if first.is_kept() => Some(format!("stays {needs}")),
        (Some(was), true, true) => Some(format!("was {}, needs {needs}", one_line(was, 40))),
        (_, _, true) => Some(format!("needs {needs}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(test: &str, execution: u32, was: &str, needs: &str) -> Value {
        Value {
            test: test.to_owned(),
            execution,
            was: Some(was.to_owned()),
            needs: needs.to_owned(),
            ..Value::default()
        }
    }

    #[test]
    fn needs_are_grouped_by_value() {
        let values = [
            value("t0", 1, "true", "false"),
            value("t2", 1, "true", "false"),
            value("t4", 1, "false", "true"),
        ];
        assert_eq!(needs(&values, 0), "to pass t0, t2: false; to pass t4: true");
        assert_eq!(was_and_needs(&values, 0), None);
        assert_eq!(
            was_and_needs(&values[..2], 0).unwrap(),
            "was true, needs false"
        );
        assert_eq!(was_and_needs(&values[..2], 1), None);
        let kept = [value("t0", 1, "true", "true")];
        assert_eq!(was_and_needs(&kept, 0).unwrap(), "stays true");
        let between = [&values[..1], &kept, &values[1..2]].concat();
        assert_eq!(needs(&between, 0), "to pass t0, t2: false; … 1 more");
        assert_eq!(needs(&kept, 0), "to pass t0: true");
        let many: Vec<Value> = (0..5)
            .map(|i| value(&format!("t{i}"), 1, "9", &i.to_string()))
            .collect();
        assert_eq!(
            needs(&many, 0),
            "to pass t0: 0; to pass t1: 1; to pass t2: 2; … 2 more"
        );
        let again = [value("t", 1, "0", "5"), value("t", 2, "0", "3")];
        assert_eq!(needs(&again, 0), "to pass t: first 5, then 3");
        let same: Vec<Value> = (0..5)
            .map(|i| value(&format!("t{i}"), 1, "1", "2"))
            .collect();
        assert_eq!(
            needs(&same, 7),
            "to pass t0, t1, t2, t3 and 1 more: 2; … 7 more"
        );
    }

    #[test]
    fn long_text_is_cut_and_made_one_line() {
        assert_eq!(one_line("a  &&\n\tb", 40), "a && b");
        assert_eq!(one_line("äöüß", 3), "äö…");
    }
}
