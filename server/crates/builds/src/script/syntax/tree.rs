//! The syntax tree of a shell script.

use std::rc::Rc;

/// Statements one after the other.
pub(in crate::script) type Block = Vec<Statement>;

/// Pipelines that are joined by `&&` and `||`.
#[derive(Debug, Clone)]
pub(in crate::script) struct Statement {
    /// The pipelines, each with what stands in front of it (`And` for the first).
    pub(in crate::script) chain: Vec<Link>,
    /// Whether `&` ends it.
    pub(in crate::script) is_background: bool,
}

/// A pipeline in a chain.
#[derive(Debug, Clone)]
pub(in crate::script) struct Link {
    /// Whether `||` stands in front of it.
    pub(in crate::script) is_or: bool,
    /// What is executed.
    pub(in crate::script) pipeline: Pipeline,
}

/// Commands that are joined by `|`.
#[derive(Debug, Clone)]
pub(in crate::script) struct Pipeline {
    /// Whether `!` stands in front of it.
    pub(in crate::script) is_negated: bool,
    /// The commands, at least one.
    pub(in crate::script) commands: Vec<Command>,
}

/// A command with its redirections.
#[derive(Debug, Clone)]
pub(in crate::script) struct Command {
    /// What it is.
    pub(in crate::script) kind: Kind,
    /// Redirections in order.
    pub(in crate::script) redirects: Vec<Redirect>,
    /// The line on which it begins.
    pub(in crate::script) line: usize,
}

/// The kinds of commands.
#[derive(Debug, Clone)]
pub(in crate::script) enum Kind {
    /// Assignments and a command's words.
    Simple(Simple),
    /// `{ … }`.
    Group(Block),
    /// `( … )`.
    Subshell(Block),
    /// `if`: conditions with their blocks, and what `else` holds.
    If(Vec<Arm>, Block),
    /// `while`, or `until`.
    While {
        /// Whether it is `until`.
        is_until: bool,
        /// The condition and the body.
        arm: Arm,
    },
    /// `for name in words`; without words over the arguments.
    For(String, Option<Vec<Word>>, Block),
    /// `for ((start; test; step))`.
    Count([Word; 3], Block),
    /// `case word in …`.
    Case(Word, Vec<Choice>),
    /// The definition of a function.
    Function(String, Rc<Command>),
    /// `[[ … ]]`.
    Condition(Vec<Word>),
    /// `(( … ))`.
    Arithmetic(Word),
}

/// A condition and what is executed if it holds.
#[derive(Debug, Clone)]
pub(in crate::script) struct Arm {
    /// The condition.
    pub(in crate::script) condition: Block,
    /// What is executed.
    pub(in crate::script) body: Block,
}

/// An arm of `case`.
#[derive(Debug, Clone)]
pub(in crate::script) struct Choice {
    /// The patterns.
    pub(in crate::script) patterns: Vec<Word>,
    /// What is executed.
    pub(in crate::script) body: Block,
}

/// Assignments and a command's words.
#[derive(Debug, Clone, Default)]
pub(in crate::script) struct Simple {
    /// The assignments in front of the command.
    pub(in crate::script) assignments: Vec<Assignment>,
    /// The command and its arguments.
    pub(in crate::script) words: Vec<Word>,
    /// The assignments among the arguments of `local`, `export` and their like.
    pub(in crate::script) declarations: Vec<Assignment>,
}

/// An assignment to a variable.
#[derive(Debug, Clone)]
pub(in crate::script) struct Assignment {
    /// The variable.
    pub(in crate::script) name: String,
    /// The index in `name[index]=…`.
    pub(in crate::script) index: Option<Word>,
    /// Whether `+=` appends.
    pub(in crate::script) is_append: bool,
    /// What is assigned.
    pub(in crate::script) value: NewValue,
}

/// What an assignment assigns.
#[derive(Debug, Clone)]
pub(in crate::script) enum NewValue {
    /// One word.
    Single(Word),
    /// `(…)`: items, some with an index.
    Array(Vec<Item>),
}

/// An item of an array that is assigned.
#[derive(Debug, Clone)]
pub(in crate::script) struct Item {
    /// The index in `[index]=value`.
    pub(in crate::script) index: Option<Word>,
    /// The value.
    pub(in crate::script) value: Word,
}

/// A redirection.
#[derive(Debug, Clone)]
pub(in crate::script) struct Redirect {
    /// The number of the file descriptor.
    pub(in crate::script) descriptor: u32,
    /// What is done.
    pub(in crate::script) kind: RedirectKind,
    /// A path, a descriptor, or a text.
    pub(in crate::script) word: Word,
}

/// The kinds of redirections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::script) enum RedirectKind {
    /// `<`, `<>`.
    Read,
    /// `>`, `>|`.
    Write,
    /// `>>`.
    Append,
    /// `>&`, `<&`.
    Copy,
    /// `&>`.
    WriteBoth,
    /// `&>>`.
    AppendBoth,
    /// A here-document.
    Here,
    /// `<<<`.
    HereString,
}

/// A word before its expansion.
#[derive(Debug, Clone, Default)]
pub(in crate::script) struct Word(pub(in crate::script) Vec<Piece>);

impl Word {
    /// The text of a word in which nothing is quoted or expanded.
    pub(in crate::script) fn literal(&self) -> Option<&str> {
        match self.0.as_slice() {
            [
                Piece::Text {
                    text,
                    is_quoted: false,
                },
            ] => Some(text),
            _ => None,
        }
    }

    /// Appends text to the word.
    pub(in crate::script) fn push(&mut self, letter: char, is_quoted: bool) {
        if let Some(Piece::Text {
            text,
            is_quoted: before,
        }) = self.0.last_mut()
            && *before == is_quoted
        {
            text.push(letter);
        } else {
            let text = letter.to_string();
            self.0.push(Piece::Text { text, is_quoted });
        }
    }

    /// Makes sure that the word is there although it is empty, as `""` is.
    pub(in crate::script) fn push_empty(&mut self) {
        if !matches!(
            self.0.last(),
            Some(Piece::Text {
                is_quoted: true,
                ..
            })
        ) {
            self.0.push(Piece::Text {
                text: String::new(),
                is_quoted: true,
            });
        }
    }
}

/// A piece of a word.
#[derive(Debug, Clone)]
pub(in crate::script) enum Piece {
    /// Text as it stands.
    Text {
        /// The text.
        text: String,
        /// Whether it is quoted.
        is_quoted: bool,
    },
    /// `$x`, `${x…}`.
    Parameter(Rc<Parameter>, bool),
    /// `$(…)`, and whether it is quoted.
    Command(Rc<Block>, bool),
    /// `$((…))`.
    Arithmetic(Word),
    /// `<(…)` or `>(…)`; only what the first writes can be read.
    Process(Rc<Block>),
}

/// The expansion of a parameter.
#[derive(Debug, Clone, Default)]
pub(in crate::script) struct Parameter {
    /// The name, number or sign.
    pub(in crate::script) name: String,
    /// The index in `${name[index]}`.
    pub(in crate::script) index: Option<Word>,
    /// Whether it is `${#name}`.
    pub(in crate::script) is_length: bool,
    /// Whether it is `${!name}`.
    pub(in crate::script) is_indirect: bool,
    /// What is done with the value.
    pub(in crate::script) operation: Option<Operation>,
}

/// What is done with the value of a parameter.
#[derive(Debug, Clone)]
pub(in crate::script) enum Operation {
    /// `-`, `=`, `+` or `?`.
    Fallback {
        /// The sign.
        sign: char,
        /// Whether `:` stands in front, so that an empty value counts as none.
        is_for_empty: bool,
        /// What stands behind.
        word: Word,
    },
    /// `#`, `##`, `%`, `%%`.
    Strip {
        /// Whether it is `%`.
        is_suffix: bool,
        /// Whether the sign is doubled.
        is_longest: bool,
        /// What is stripped.
        pattern: Word,
    },
    /// `/`: the sign behind it (`/`, `#`, `%`), the pattern and the replacement.
    Replace(Option<char>, Word, Word),
    /// `:start:length`.
    Slice(Word, Option<Word>),
    /// `^`, `^^`, `,`, `,,`: to upper case; all letters.
    Case {
        /// Whether it is `^`.
        is_upper: bool,
        /// Whether the sign is doubled.
        is_all: bool,
    },
}
