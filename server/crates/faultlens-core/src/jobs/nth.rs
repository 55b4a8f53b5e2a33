//! Which of several equal texts of a line is meant: `1` alone says little of `a[1] = b[1] + 1`.

use syntax::{Sources, Span};

/// Number of a span among the equal texts of its line, from 1; `None` if there is only one.
pub(super) fn nth(sources: &Sources, span: Span) -> Option<u32> {
    let text = &sources.file(span.file)?.text;
    let start = span.start as usize;
    let begin = text.get(..start)?.rfind('\n').map_or(0, |end| end + 1);
    let end = text.get(start..)?.find('\n');
    let end = end.map_or(text.len(), |end| start + end);
    let places = places(&text[begin..end], sources.text(span));
    let at = places.iter().position(|at| begin + at == start)?;
    (places.len() > 1).then_some(at as u32 + 1)
}

/// Where a text stands in a line and is not a part of a longer word or number.
fn places(line: &str, text: &str) -> Vec<usize> {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let all = line.match_indices(text).map(|(at, _)| at);
    let alone = all.filter(|at| {
        let before = line[..*at].chars().next_back();
        let after = line[at + text.len()..].chars().next();
        let goes_on = is_word(before) && is_word(text.chars().next())
            || is_word(text.chars().next_back()) && is_word(after);
        !goes_on
    });
    alone.collect()
}

#[cfg(test)]
mod tests {
    use syntax::{NoIncludes, Options, parse};

    use super::*;

    #[test]
    fn equal_texts_of_a_line_are_counted() {
        let text = "int x1 = 1;\nint y = 1 + 21 + x1 + 1;";
        let parse = parse("p.c", text, &NoIncludes, &Options::default());
        let of = |at: usize, length: u32| {
            let span = Span {
                start: at as u32,
                end: at as u32 + length,
                ..Span::default()
            };
            nth(&parse.sources, span)
        };
        assert_eq!(of(text.find("1;").unwrap(), 1), None);
        let second = &text[12..];
        assert_eq!(of(12 + second.find('1').unwrap(), 1), Some(1));
        assert_eq!(of(text.rfind('1').unwrap(), 1), Some(2));
        assert_eq!(of(12 + second.find('+').unwrap(), 1), Some(1));
        assert_eq!(of(text.find('y').unwrap(), 1), None);
    }
}
