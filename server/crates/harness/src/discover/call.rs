//! The text of a call: `f(3, "a,b")`, `balance = 1; withdraw(3)`.

/// Parses a call of a function: its name and the texts of its arguments, followed by the assignments that precede the
/// call.
pub fn parse(text: &str) -> Option<(String, Vec<String>)> {
    let (text, mut set) = without_assignments(text.trim());
    let (name, rest) = text.split_once('(')?;
    let name = name.trim_end();
    let inner = rest.strip_suffix(')')?;
    let starts_well = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if !starts_well
        || !name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    {
        return None;
    }
    let mut args = split_arguments(inner)?;
    args.append(&mut set);
    Some((name.to_owned(), args))
}

/// The call, and the assignments to variables that precede it.
fn without_assignments(mut text: &str) -> (&str, Vec<String>) {
    let mut assignments = Vec::new();
    while let Some((first, rest)) = text.split_once(';')
        && first.contains('=')
        && !first.contains(['(', '"', '\''])
    {
        assignments.push(first.trim().to_owned());
        text = rest.trim_start();
    }
    (text, assignments)
}

/// Splits at the commas outside literals and brackets; `None` if these do not balance or an argument is empty.
fn split_arguments(text: &str) -> Option<Vec<String>> {
    let mut args = Vec::new();
    let mut open = Vec::new();
    let mut quote = None;
    let mut start = 0;
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match (quote, letter) {
            (Some(_), '\\') => {
                letters.next();
            }
            (Some(end), _) if letter == end => quote = None,
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(') => open.push(')'),
            (None, '[') => open.push(']'),
            (None, '{') => open.push('}'),
            (None, ')' | ']' | '}') => {
                open.pop().filter(|closing| *closing == letter)?;
            }
            (None, ',') if open.is_empty() => {
                args.push(text[start..at].trim().to_owned());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !(args.is_empty() && last.is_empty()) {
        args.push(last.to_owned());
    }
    let well_formed = quote.is_none() && open.is_empty() && args.iter().all(|arg| !arg.is_empty());
    well_formed.then_some(args)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn calls_are_taken_apart() {
        let call =
            |text: &str| parse(text).map(|(name, args)| format!("{name} {}", args.join(" | ")));
        assert_eq!(call("f(3, 4)").as_deref(), Some("f 3 | 4"));
        assert_eq!(
            call("a = 1; b=2; f(3)").as_deref(),
            Some("f 3 | a = 1 | b=2")
        );
        assert_eq!(call(" f_2 ( ) ").as_deref(), Some("f_2 "));
        assert_eq!(
            call(r#"g("a,\")", ',', {1, 2})"#).as_deref(),
            Some(r#"g "a,\")" | ',' | {1, 2}"#)
        );
        for bad in [
            "f", "f(", "2f()", "f(1,)", "f(,1)", "f(1))", "f((1)", "f(\"a)", "f() + 1", "a b()",
        ] {
            assert_eq!(call(bad), None, "{bad}");
        }
    }
}
