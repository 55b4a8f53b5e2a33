//! What a comparison gives.

use std::fmt;

/// The kinds of verdict, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// The same bytes and the same exit status.
    Same,
    /// The evaluator says that it does not model something.
    Unsupported,
    /// The evaluator reports undefined behaviour, and a sanitizer reports some too.
    Agreed,
    /// The evaluator alone reports undefined behaviour.
    NotConfirmed,
    /// Too many steps, too much time or memory.
    Limit,
    /// The compiler refuses the program, or the compiled program crashes.
    Skipped,
    /// Anything else: a mistake of ours until shown otherwise.
    Wrong,
}

impl Class {
    pub(crate) const ALL: [Class; 7] = [
        Class::Same,
        Class::Unsupported,
        Class::Agreed,
        Class::NotConfirmed,
        Class::Limit,
        Class::Skipped,
        Class::Wrong,
    ];
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Class::Same => "same",
            Class::Unsupported => "unsupported",
            Class::Agreed => "undefined (agreed)",
            Class::NotConfirmed => "undefined (not confirmed)",
            Class::Limit => "limit",
            Class::Skipped => "skipped",
            Class::Wrong => "WRONG",
        })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.class, self.name, self.reason)
    }
}

/// On one program.
#[derive(Debug, Clone)]
pub(crate) struct Verdict {
    /// The program.
    pub(crate) name: String,
    pub(crate) class: Class,
    /// Why it is not `Same`, with the place where there is one.
    pub(crate) reason: String,
}
