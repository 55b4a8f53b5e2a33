//! Regular expressions in the words of the message that an output does not match.
//!
//! Most expected outputs of `check50` are plain texts that must follow one another. The patterns made of them say what
//! may stand between the texts, too: nobody who reads `expected "3"` wants to see that.

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Hir, HirKind, Look};

/// The texts that must follow one another for the pattern to match: `"3"`, or `"a" and then "b"`. `None` if the pattern
/// asks for more than texts.
pub(crate) fn texts(pattern: &str, quoted: impl Fn(&[u8]) -> String) -> Option<String> {
    // `^` and `$` mean lines here.
    let mut parser = ParserBuilder::new().multi_line(true).build();
    let parsed = parser.parse(pattern).ok()?;
    if let Some(count) = line_count(&parsed) {
        return Some(match count {
            1 => "1 line".to_owned(),
            count => format!("{count} lines"),
        });
    }
    let mut texts = Vec::new();
    collect(&parsed, &mut texts)?;
    let quoted: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    (!quoted.is_empty()).then(|| quoted.join(" and then ") + place(&parsed))
}

/// Where the texts must stand, if that is said.
fn place(pattern: &Hir) -> &'static str {
    let HirKind::Concat(parts) = pattern.kind() else {
        return "";
    };
    let look = |part: Option<&Hir>| match part.map(Hir::kind) {
        Some(HirKind::Look(look)) => Some(*look),
        _ => None,
    };
    // Where any text may come first, the end is that of the program's output, as check50 expects it.
    let begins = parts
        .first()
        .is_some_and(|part| matches!(part.kind(), HirKind::Literal(_)));
    match (look(parts.first()), look(parts.last())) {
        (Some(Look::Start), Some(Look::End)) => " and nothing else",
        (Some(Look::StartLF), Some(Look::EndLF)) => " as a whole line",
        (Some(Look::Start), _) => " at the beginning",
        (Some(Look::StartLF), _) => " at the beginning of a line",
        (_, Some(Look::End)) if begins => " at the end",
        (_, Some(Look::EndLF)) if begins => " at the end of a line",
        _ => "",
    }
}

/// The number of lines, if the pattern asks for nothing else: `\A(?:[^\n]*\n){3}[^\n]*\z`.
fn line_count(pattern: &Hir) -> Option<u32> {
    let HirKind::Concat(parts) = pattern.kind() else {
        return None;
    };
    let mut lines = parts.iter().filter(|part| !is_context(part));
    let (Some(repeated), None) = (lines.next(), lines.next()) else {
        return None;
    };
    let HirKind::Repetition(repeated) = repeated.kind() else {
        return None;
    };
    let (HirKind::Capture(_) | HirKind::Concat(_)) = repeated.sub.kind() else {
        return None;
    };
    let mut line = Vec::new();
    collect(&repeated.sub, &mut line)?;
    (line == [b"\n"] && repeated.max == Some(repeated.min)).then_some(repeated.min)
}

/// Adds the texts of a part of a pattern.
fn collect(part: &Hir, texts: &mut Vec<Vec<u8>>) -> Option<()> {
    match part.kind() {
        HirKind::Literal(text) => texts.push(text.0.to_vec()),
        HirKind::Capture(inner) => collect(&inner.sub, texts)?,
        HirKind::Concat(parts) => {
            for part in parts {
                collect(part, texts)?;
            }
        }
        _ if is_context(part) => {}
        _ => return None,
    }
    Some(())
}

/// Whether a part says only what may stand beside a text: any text, an end, or the end or some other character.
fn is_context(part: &Hir) -> bool {
    match part.kind() {
        HirKind::Empty | HirKind::Look(_) => true,
        HirKind::Repetition(any) => any.min == 0 && matches!(any.sub.kind(), HirKind::Class(_)),
        HirKind::Alternation(ways) => ways
            .iter()
            .any(|way| matches!(way.kind(), HirKind::Look(_))),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(pattern: &str) -> Option<String> {
        texts(pattern, |text| {
            format!("{:?}", String::from_utf8_lossy(text))
        })
    }

    #[test]
    fn texts_are_told_without_what_stands_between_them() {
        let told = |pattern: &str| words(pattern).unwrap();
        assert_eq!(told("(?s:.*?)(?:3\n)"), r#""3\n""#);
        assert_eq!(
            told(r"(?s:.*?)a\.b(?s:.*?)(?:c)\z"),
            r#""a.b" and then "c""#
        );
        let number = r"(?s:.*?)(?:\A|[^0-9.\-])42(?:\z|[^0-9.]|\.[^0-9])";
        assert_eq!(told(number), r#""42""#);
        assert_eq!(told(r"\A(?:[^\n]*\n){3}[^\n]*\z"), "3 lines");
        assert_eq!(told("^12"), r#""12" at the beginning of a line"#);
        assert_eq!(told(r"\A12"), r#""12" at the beginning"#);
        assert_eq!(told("total: 12$"), r#""total: 12" at the end of a line"#);
        assert_eq!(told("^12$"), r#""12" as a whole line"#);
    }

    #[test]
    fn other_patterns_are_not_texts() {
        for pattern in ["a|b", "[0-9]+", "ab*", "x(?:yes|no)", r"\d", ".*", "("] {
            assert_eq!(words(pattern), None, "{pattern}");
        }
    }
}
