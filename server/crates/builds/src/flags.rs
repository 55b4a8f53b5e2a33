//! The compiler flags that matter: `-I`, `-D`, `-U` and `-std=`.

/// What a list of compiler flags says.
#[derive(Default)]
pub(crate) struct Flags {
    /// The folders after `-I`, as written.
    pub include_dirs: Vec<String>,
    /// The macros after `-D`.
    pub defines: Vec<String>,
    /// The version of C after `-std=`.
    pub standard: Option<String>,
}

/// Takes out of a list of flags what matters here; all others are skipped.
pub(crate) fn read<'a>(words: impl Iterator<Item = &'a str>) -> Flags {
    let mut flags = Flags::default();
    let mut words = words;
    while let Some(word) = words.next() {
        if let Some(standard) = word.strip_prefix("-std=") {
            flags.standard = Some(standard.to_string());
        } else if word == "-I" || word == "-isystem" {
            flags.include_dirs.extend(words.next().map(str::to_string));
        } else if word == "-D" {
            flags.defines.extend(words.next().map(str::to_string));
        } else if let Some(folder) = word.strip_prefix("-I") {
            flags.include_dirs.push(folder.to_string());
        } else if let Some(define) = word.strip_prefix("-D") {
            flags.defines.push(define.to_string());
        } else if let Some(name) = word.strip_prefix("-U") {
            flags
                .defines
                .retain(|define| define.split('=').next() != Some(name));
        }
    }
    flags
}

/// Takes what matters here out of words that are written for a shell, with its quotes.
pub(crate) fn read_quoted(words: &[String]) -> Flags {
    let plain: Vec<String> = words.iter().map(|word| unquote(word)).collect();
    read(plain.iter().map(String::as_str))
}

/// The words of a text; blanks inside of quotes do not separate, and the quotes stay.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    let mut is_escaped = false;
    for letter in text.chars() {
        if letter.is_whitespace() && quote.is_none() {
            words.push(String::new());
            continue;
        }
        match letter {
            '"' | '\'' if quote == Some(letter) => quote = None,
            '"' | '\'' if quote.is_none() && !is_escaped => quote = Some(letter),
            _ => {}
        }
        is_escaped = letter == '\\' && !is_escaped;
        if let Some(word) = words.last_mut() {
            word.push(letter);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Removes the quotes that are meant for the shell, and keeps those that are escaped.
fn unquote(word: &str) -> String {
    let mut text = String::new();
    let mut quote = None;
    let mut letters = word.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if quote != Some('\'') => text.extend(letters.next()),
            '"' | '\'' if quote == Some(letter) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(letter),
            _ => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn flags_are_read() {
        let words = [
            "-Iinc",
            "-I",
            "lib",
            "-DN=3",
            "-D",
            "M",
            "-std=c99",
            "-Wall",
            "-DS=\\\"x\\\"",
            "-DT='\"y\"'",
            "-UM",
        ];
        let flags = super::read_quoted(&words.map(str::to_string));
        assert_eq!(flags.include_dirs, ["inc", "lib"]);
        assert_eq!(flags.defines, ["N=3", "S=\"x\"", "T=\"y\""]);
        assert_eq!(flags.standard.as_deref(), Some("c99"));
    }
}
