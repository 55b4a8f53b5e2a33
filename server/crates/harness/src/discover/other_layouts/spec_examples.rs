//! Examples in a specification, as `CommonMark` writes them: input and output between two long fences of backquotes, with
//! a `.` between them, and perhaps the arguments behind a second one; an arrow stands for a tab.
//!
//! Outputs in HTML are compared as `CommonMark` compares them: white space beside tags, the end of an empty element, and the
//! way in which a quotation mark is written do not count. A regular expression says so.
//!
//! Such a specification is the test of a program that reads its input; a test program beside it does not get the
//! examples.

use super::{Case, Layout, Program};
use crate::files::{join, split, split_extension};
use crate::model::Compare;

/// Least length of a fence.
const FENCE: usize = 10;
/// Folders around the program that are looked through, and those in them.
const MOST_ABOVE: usize = 4;
const FOLDERS: [&str; 4] = ["", "spec", "test", "tests"];

pub(super) fn read(program: &Program<'_>) -> Layout {
    let source = join(program.folder, &format!("{}.c", program.stem));
    let is_test = matches!(split(program.folder).1, "test" | "tests" | "fuzzers");
    if is_test {
        return Layout::default();
    }
    for folder in program.around(MOST_ABOVE) {
        for name in FOLDERS {
            let place = join(folder, name);
            let mut layout = Layout::default();
            for file in program.files.list(&place) {
                if split_extension(&file).1 == "txt" {
                    add(&mut layout, program, &join(&place, &file));
                }
            }
            // Of the programs around, the converter is one that reads its input.
            if !layout.tests.is_empty() {
                let text = program.files.read(&source).unwrap_or_default();
                let text = String::from_utf8_lossy(&text);
                let reads = ["stdin", "getchar", "read(0"]
                    .iter()
                    .any(|way| text.contains(way));
                return if reads { layout } else { Layout::default() };
            }
        }
    }
    Layout::default()
}

/// Adds the examples of a file.
fn add(layout: &mut Layout, program: &Program<'_>, path: &str) {
    let text = program.files.read(path).unwrap_or_default();
    let cases = examples(&String::from_utf8_lossy(&text));
    if cases.is_empty() {
        return;
    }
    let stem = split_extension(split(path).1).0;
    let named = cases.into_iter().map(|(line, case)| {
        let id = format!("{stem}-{}", case.id);
        (line, Case { id, ..case })
    });
    for (line, case) in named {
        let mut test = program.test(path, program.folder, case);
        test.origin.line = line;
        layout.tests.push(test);
    }
    layout.said.get_or_insert_with(|| {
        format!(
            "the tests are the examples in {} and the like, whose outputs are compared like HTML, or else without white space at the ends of lines",
            split(path).1
        )
    });
}

/// The examples of a text, numbered, each with its line.
fn examples(text: &str) -> Vec<(usize, Case)> {
    let mut found = Vec::new();
    let mut lines = (1..).zip(text.lines());
    while let Some((start, line)) = lines.next() {
        let fence = line.trim_end_matches(|c| c != '`');
        let info = line.strip_prefix(fence).unwrap_or_default().trim_start();
        if fence.len() < FENCE || fence.contains(|c| c != '`') || !info.starts_with("example") {
            continue;
        }
        let inside = lines.by_ref().map(|(_, line)| line);
        let inside: Vec<&str> = inside.take_while(|line| *line != fence).collect();
        let mut parts = inside.split(|line| *line == ".");
        let mut text = || -> Option<Vec<u8>> {
            let lines = parts.next()?.iter().map(|line| format!("{line}\n"));
            Some(lines.collect::<String>().replace('→', "\t").into_bytes())
        };
        if let (Some(stdin), Some(stdout)) = (text(), text()) {
            let args = text().unwrap_or_default();
            let args = args.split(u8::is_ascii_whitespace);
            let case = Case {
                id: (found.len() + 1).to_string(),
                args: args
                    .filter(|word| !word.is_empty())
                    .map(<[u8]>::to_vec)
                    .collect(),
                stdin,
                compare: if stdout.starts_with(b"<") {
                    Compare::Regex
                } else {
                    Compare::Trim
                },
                stdout: Some(if stdout.starts_with(b"<") {
                    html_pattern(&String::from_utf8_lossy(&stdout)).into_bytes()
                } else {
                    stdout
                }),
                ..Case::default()
            };
            found.push((start, case));
        }
    }
    found
}

/// A regular expression for all ways to write a piece of HTML.
fn html_pattern(html: &str) -> String {
    let mut pattern = "\\A\\s*".to_owned();
    let mut rest = html.trim_end();
    let mut is_kept = false;
    while !rest.is_empty() {
        let end = if rest.starts_with('<') {
            rest.find('>').map_or(rest.len(), |at| at + 1)
        } else {
            rest.find('<').unwrap_or(rest.len())
        };
        let (piece, behind) = rest.split_at(end);
        let is_tag = piece.starts_with('<') && piece.ends_with('>');
        if is_tag {
            is_kept = piece.starts_with("<pre") || is_kept && piece != "</pre>";
            let space = if is_kept || piece == "</pre>" {
                ""
            } else {
                "\\s*"
            };
            let inside = piece.trim_end_matches('>').trim_end_matches('/').trim_end();
            pattern += space;
            pattern += &words(inside, false);
            pattern += "\\s?/?>";
            pattern += space;
        } else {
            pattern += &words(piece, is_kept);
        }
        rest = behind;
    }
    pattern + "\\s*\\z"
}

/// A text of HTML, in which white space counts only where it `is_kept`; beside tags it may be missing.
fn words(text: &str, is_kept: bool) -> String {
    const QUOTES: [(&str, &str); 4] = [
        ("&quot;", "(?:\"|&quot;|&#34;|&#x22;)"),
        ("\"", "(?:\"|&quot;|&#34;|&#x22;)"),
        ("&#39;", "(?:'|&#39;|&#x27;|&apos;)"),
        ("'", "(?:'|&#39;|&#x27;|&apos;)"),
    ];
    let mut pattern = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let quote = QUOTES.iter().find(|(written, _)| rest.starts_with(written));
        if let Some((written, any)) = quote {
            pattern += any;
            rest = &rest[written.len()..];
        } else if next.is_ascii_whitespace() && !is_kept {
            let behind = rest.trim_ascii_start();
            let is_beside_tag = behind.is_empty() || rest.len() == text.len();
            pattern += if is_beside_tag { "\\s*" } else { "\\s+" };
            rest = behind;
        } else {
            pattern += &regex_syntax::escape(&next.to_string());
            rest = &rest[next.len_utf8()..];
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::expected::Expected;
    use crate::matcher::Matcher;

    #[test]
    fn an_example_has_input_output_and_perhaps_arguments() {
        let text = "# Lists\n\n```````````````` example\n→a\n.\na→b\n````````````````\n\n\
                    ```\nno example\n```\n```````````````` example tables\n|a\n\n.\n.\n--tables -x\n````````````````\n";
        let found = examples(text);
        let shown = found.iter().map(|(line, case)| {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let args: Vec<String> = case.args.iter().map(|arg| text(arg)).collect();
            let stdout = case.stdout.as_deref().map(text);
            (*line, text(&case.stdin), stdout, args.join(" "))
        });
        let expected = [
            (3, "\ta\n", "a\tb\n", ""),
            (12, "|a\n\n", "", "--tables -x"),
        ];
        let expected = expected.map(|(line, stdin, stdout, args)| {
            (
                line,
                stdin.to_owned(),
                Some(stdout.to_owned()),
                args.to_owned(),
            )
        });
        assert_eq!(shown.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn html_is_compared_by_what_it_says() {
        let fits = |html: &str, printed: &str| {
            let pattern: Arc<[u8]> = html_pattern(html).into_bytes().into();
            let expected = Expected::new(&pattern, Compare::Regex);
            let mut matcher = Matcher::new();
            matcher.feed(&expected, printed.as_bytes()) && matcher.finish(&expected)
        };
        let html = "<ul>\n<li>a &quot;b&quot; <em>c</em></li>\n</ul>\n<hr />\n";
        assert!(fits(html, "<ul><li>a \"b\"\n<em>c</em></li></ul>\n<hr>\n"));
        assert!(!fits(html, "<ul><li>a 'b' <em>c</em></li></ul><hr>"));
        assert!(!fits(html, "<ul><li>a \"b\" <em>cd</em></li></ul><hr>"));
        // White space counts where it is shown.
        let code = "<pre><code>a  b\n</code></pre>\n";
        assert!(fits(code, "<pre><code>a  b\n</code></pre>"));
        assert!(!fits(code, "<pre><code>a b\n</code></pre>"));
    }
}
