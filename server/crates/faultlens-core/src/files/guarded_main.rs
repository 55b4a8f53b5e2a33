//! Detection of a `main` behind a condition of the preprocessor. Libraries in a single file contain their tests in this
//! form, and are libraries only if the name is not defined.

use crate::function_scan::{self, ScanEvent};

/// Name that must be defined for `main` to be compiled, from `#ifdef NAME_TEST` or `#if defined(…)`.
pub(crate) fn guard_of_main(text: &str) -> Option<String> {
    let mut open: Vec<Option<String>> = Vec::new();
    let mut found = None;
    function_scan::scan(text, |seen| match seen {
        ScanEvent::Directive(line) => {
            let line = text.get(line).unwrap_or_default();
            let line = line.trim_start_matches('#').trim();
            if line.starts_with("if") {
                open.push(defined(line));
            } else if line.starts_with("el") {
                if let Some(last) = open.last_mut() {
                    *last = None;
                }
            } else if line.starts_with("endif") {
                open.pop();
            }
        }
        ScanEvent::Head(head) if text.get(head.span.clone()) == Some("main") => {
            // All conditions around it must test such names; the innermost name is returned.
            let all = open.iter().all(Option::is_some);
            let name = open.last().cloned().flatten().filter(|_| all);
            found = found.take().or(name);
        }
        _ => {}
    });
    found
}

/// Name that a condition tests, if it is a single name that suggests a test or a program.
fn defined(condition: &str) -> Option<String> {
    let (word, rest) = condition.split_once(|c: char| !c.is_ascii_alphabetic())?;
    let name = match word {
        "ifdef" => rest.split_whitespace().next()?,
        "if" => {
            let rest = rest.trim_start().strip_prefix("defined")?;
            let rest = rest.trim_start().trim_start_matches('(');
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let (name, behind) = rest.split_at(end.unwrap_or(rest.len()));
            behind
                .trim_matches([')', ' ', '\t', '\r'])
                .is_empty()
                .then_some(name)?
        }
        _ => return None,
    };
    let speaks = ["TEST", "MAIN", "DEMO", "EXAMPLE"];
    let upper = name.to_ascii_uppercase();
    speaks
        .iter()
        .any(|word| upper.contains(word))
        .then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_condition_around_main_is_read() {
        for (text, want) in [
            (
                "#ifdef LIB_TEST\nint main(void) { return 0; }\n#endif\n",
                Some("LIB_TEST"),
            ),
            ("#if defined(X_MAIN)\nint main() {}\n#endif", Some("X_MAIN")),
            ("#if defined A_TEST && B\nint main() {}\n#endif", None),
            ("#ifdef WIN32\nint main() {}\n#endif", None),
            ("#ifndef NO_TEST\nint main() {}\n#endif", None),
            ("#ifdef A_TEST\n#else\nint main() {}\n#endif", None),
            ("#ifdef A_TEST\nint f;\n#endif\nint main() {}", None),
            (
                "#ifdef WIN32\n#ifdef A_TEST\nint main() {}\n#endif\n#endif",
                None,
            ),
            ("int f(void) { return 0; }", None),
        ] {
            assert_eq!(guard_of_main(text).as_deref(), want, "{text}");
        }
    }
}
