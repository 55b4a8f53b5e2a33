//! Verdicts of comparisons.

use std::fmt;

/// The kinds of verdict, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// Output and exit status are the same.
    Same,
    /// The evaluator reports something that it does not model.
    Unsupported,
    /// The evaluator reports undefined behaviour, and so does a sanitizer.
    Agreed,
    /// Only the evaluator reports undefined behaviour.
    NotConfirmed,
    /// A limit on steps, time or memory was met.
    Limit,
    /// The compiler rejects the program, or the compiled program crashes.
    Skipped,
    /// Any other difference: considered a bug of FaultLens until shown otherwise.
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

impl fmt::Display for ProgramVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.class, self.name, self.reason)
    }
}

/// Verdict on one program.
#[derive(Debug, Clone)]
pub(crate) struct ProgramVerdict {
    /// Name of the program.
    pub(crate) name: String,
    pub(crate) class: Class,
    /// Reason why the class is not `Same`, with the place if there is one.
    pub(crate) reason: String,
}

impl ProgramVerdict {
    /// A verdict. Long runs may be watched, or interrupted, so errors are printed at once.
    pub(crate) fn new(name: String, class: Class, reason: String) -> ProgramVerdict {
        let verdict = ProgramVerdict {
            name,
            class,
            reason,
        };
        if class == Class::Wrong {
            println!("{verdict}");
        }
        verdict
    }
}
