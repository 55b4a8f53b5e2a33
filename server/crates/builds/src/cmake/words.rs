//! Splits the text of a `CMakeLists.txt` into commands and their arguments.
//!
//! An argument is bare (`${X}` in it may become several arguments or none), quoted (always
//! one) or in long brackets `[[…]]` (one, taken as it stands). What fits nowhere is skipped.

/// A command with its arguments.
#[derive(Debug, Clone)]
pub(super) struct Command {
    /// Its name in small letters.
    pub name: String,
    /// The arguments as written.
    pub arguments: Vec<Argument>,
    /// Where it starts.
    pub line: usize,
}

/// An argument as written.
#[derive(Debug, Clone)]
pub(super) struct Argument {
    /// The text without its quotes or brackets.
    pub text: String,
    /// How it is written.
    pub kind: Kind,
}

/// How an argument is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Bare,
    Quoted,
    Bracket,
}

/// The commands of a file.
pub(super) fn commands(text: &str) -> Vec<Command> {
    let mut reader = Reader {
        letters: text.chars().collect(),
        at: 0,
        line: 1,
    };
    let mut commands = Vec::new();
    while let Some(letter) = reader.peek() {
        if letter == '#' {
            reader.skip_comment();
        } else if letter.is_ascii_alphabetic() || letter == '_' {
            commands.extend(reader.command());
        } else {
            reader.next();
        }
    }
    commands
}

/// The text and how far it is read.
struct Reader {
    letters: Vec<char>,
    at: usize,
    line: usize,
}

impl Reader {
    /// The next letter, which stays there.
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    /// Takes the next letter.
    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += 1;
        if letter == '\n' {
            self.line += 1;
        }
        Some(letter)
    }

    /// Takes the letters that fulfil a condition.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(letter) = self.peek().filter(|letter| fits(*letter)) {
            text.push(letter);
            self.next();
        }
        text
    }

    /// Skips a comment, of either kind.
    fn skip_comment(&mut self) {
        self.next();
        if self.bracket().is_none() {
            self.take_while(|letter| letter != '\n');
        }
    }

    /// Takes a name with its arguments; `None` if no `(` follows the name.
    fn command(&mut self) -> Option<Command> {
        let line = self.line;
        let name = self.take_while(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        self.take_while(|letter| letter == ' ' || letter == '\t');
        if self.peek() != Some('(') {
            return None;
        }
        self.next();
        let arguments = self.arguments();
        Some(Command {
            name: name.to_ascii_lowercase(),
            arguments,
            line,
        })
    }

    /// Takes the arguments up to the closing parenthesis; inner ones are arguments.
    fn arguments(&mut self) -> Vec<Argument> {
        let mut arguments = Vec::new();
        let mut depth = 0;
        while let Some(letter) = self.peek() {
            match letter {
                '#' => self.skip_comment(),
                '(' | ')' => {
                    self.next();
                    if letter == ')' && depth == 0 {
                        break;
                    }
                    depth = if letter == '(' { depth + 1 } else { depth - 1 };
                    arguments.push(Argument {
                        text: letter.to_string(),
                        kind: Kind::Bare,
                    });
                }
                '"' => {
                    self.next();
                    let text = self.quoted();
                    arguments.push(Argument {
                        text,
                        kind: Kind::Quoted,
                    });
                }
                _ if letter.is_whitespace() => {
                    self.next();
                }
                _ => {
                    let argument = match self.bracket() {
                        Some(text) => Argument {
                            text,
                            kind: Kind::Bracket,
                        },
                        None => Argument {
                            text: self.bare(),
                            kind: Kind::Bare,
                        },
                    };
                    arguments.push(argument);
                }
            }
        }
        arguments
    }

    /// Takes a quoted text after its first quote; escapes stay in it.
    fn quoted(&mut self) -> String {
        let mut text = String::new();
        while let Some(letter) = self.next() {
            match letter {
                '"' => break,
                '\\' => match self.next() {
                    // A backslash at the end of a line joins the lines.
                    Some('\n') | None => {}
                    Some(escaped) => text.extend(['\\', escaped]),
                },
                _ => text.push(letter),
            }
        }
        text
    }

    /// Takes a bare argument; quotes inside of it belong to it, as in `-DNAME="a b"`.
    fn bare(&mut self) -> String {
        let mut text = String::new();
        while let Some(letter) = self.peek() {
            match letter {
                '(' | ')' | '#' => break,
                _ if letter.is_whitespace() => break,
                '"' => {
                    self.next();
                    text.push('"');
                    text.push_str(&self.quoted());
                    text.push('"');
                }
                '\\' => {
                    self.next();
                    text.push('\\');
                    text.extend(self.next());
                }
                // `$(NAME)` is for make and belongs to the argument.
                '$' if self.letters.get(self.at + 1) == Some(&'(') => {
                    text.push_str(&self.take_while(|letter| letter != ')'));
                    text.extend(self.next());
                }
                _ => {
                    text.push(letter);
                    self.next();
                }
            }
        }
        text
    }

    /// Takes `[[…]]` or `[=[…]=]`, if that is what stands here.
    fn bracket(&mut self) -> Option<String> {
        let rest = self.letters.get(self.at..)?;
        if rest.first() != Some(&'[') {
            return None;
        }
        let equals = rest
            .iter()
            .skip(1)
            .take_while(|letter| **letter == '=')
            .count();
        if rest.get(equals + 1) != Some(&'[') {
            return None;
        }
        let closing: Vec<char> = format!("]{}]", "=".repeat(equals)).chars().collect();
        let inside = rest.get(equals + 2..)?;
        let end = inside
            .windows(closing.len())
            .position(|window| *window == closing[..])?;
        let text: String = inside.get(..end)?.iter().collect();
        for _ in 0..end + 2 * closing.len() {
            self.next();
        }
        Some(
            text.strip_prefix('\n')
                .map_or_else(|| text.clone(), str::to_string),
        )
    }
}
