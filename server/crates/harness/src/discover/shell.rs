//! Shell commands that only run a program: `prog 3 < in.txt | diff - out.txt`.

use crate::model::Compare;

/// A parsed command.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// The program and its arguments.
    pub(super) command: Vec<String>,
    /// File for standard input.
    pub(super) stdin: Option<String>,
    /// File that the output is compared with, and how.
    pub(super) stdout: Option<(String, Compare)>,
}

/// Characters that make a shell do more when they are unquoted. Quotes are ignored here: it is better to refuse a line
/// too many than to misread one.
const SPECIAL: [char; 14] = [
    ';', '&', '>', '$', '`', '(', ')', '{', '}', '*', '?', '[', '~', '\n',
];

/// Parses a command; `None` if a shell does more there than run one program.
pub(super) fn parse(text: &str) -> Option<Line> {
    if text.contains(SPECIAL) {
        return None;
    }
    let words = shlex::split(text)?;
    let mut parts = words.split(|word| word == "|");
    let mut line = Line::default();
    let mut run = parts.next()?.iter();
    while let Some(word) = run.next() {
        match word.strip_prefix('<') {
            None if word.contains('|') => return None,
            None => line.command.push(word.clone()),
            Some("") => line.stdin = Some(run.next()?.clone()),
            Some(file) if file.starts_with('<') => return None,
            Some(file) => line.stdin = Some(file.to_owned()),
        }
    }
    if let Some(comparison) = parts.next() {
        line.stdout = Some(compared(comparison)?);
    }
    (parts.next().is_none() && !line.command.is_empty()).then_some(line)
}

/// The file of `diff - FILE`, with the operands in either order, perhaps with options.
fn compared(words: &[String]) -> Option<(String, Compare)> {
    let (tool, words) = words.split_first()?;
    if tool != "diff" && tool != "cmp" {
        return None;
    }
    let is_option = |word: &&String| word.len() > 1 && word.starts_with('-');
    let mut compare = Compare::Exact;
    for option in words.iter().filter(is_option) {
        match option.as_str() {
            "-u" | "-q" | "-s" | "--brief" | "-a" => {}
            "-Z" | "--ignore-trailing-space" => compare = Compare::Trim,
            _ => return None,
        }
    }
    let mut files: Vec<&String> = words.iter().filter(|word| !is_option(word)).collect();
    files.retain(|file| *file != "-");
    match files[..] {
        [file] if !file.contains(['<', '|']) => Some((file.clone(), compare)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_run_one_program_are_read() {
        let read = |text: &str| {
            parse(text).map(|line| {
                (
                    line.command.join(","),
                    line.stdin,
                    line.stdout.map(|out| out.0),
                )
            })
        };
        let some = |command: &str, stdin: &str, stdout: &str| {
            let file = |name: &str| (!name.is_empty()).then(|| name.to_owned());
            Some((command.to_owned(), file(stdin), file(stdout)))
        };
        assert_eq!(read("./max 3 'a b'"), some("./max,3,a b", "", ""));
        assert_eq!(read("max < in.txt"), some("max", "in.txt", ""));
        assert_eq!(read("max <in.txt -v"), some("max,-v", "in.txt", ""));
        assert_eq!(read("max 1 < i | diff -u - o"), some("max,1", "i", "o"));
        assert_eq!(read("max | cmp o -"), some("max", "", "o"));
        assert_eq!(
            parse("max | diff -Z - o").unwrap().stdout,
            Some(("o".to_owned(), Compare::Trim))
        );
        let refused = [
            "max; echo",
            "max && echo",
            "max > o",
            "max $X",
            "max <<END",
            "max | sort",
            "max | diff -i - o",
            "max | diff - o | cat",
            "",
            "max <",
            "max 'open",
            "max | diff a b",
        ];
        for text in refused {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
