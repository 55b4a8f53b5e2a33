//! The table of options. A row is all there is to know about an option; everything else is derived from it.

use super::options::{DataModel, Formula, Frontier, Options, Relax, Solver, Strategy, Weights};
use super::place::Place;
use super::value::{OptionError, Value};

/// One value of an option that has a few.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// As it is written.
    pub name: &'static str,
    /// One clause for help and documentation.
    pub help: &'static str,
}

/// What values an option takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// One of a few words.
    Choice(&'static [Choice]),
    /// A whole number in a range, both ends included.
    Integer(i64, i64),
    /// A decimal number in a range, both ends included.
    Decimal(f64, f64),
    /// On or off.
    Flag,
    /// The name of a C function.
    Name,
    /// A file or folder.
    Path,
    /// Lines of the program, any number of them.
    Places,
}

/// Who has an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Every job.
    Tests,
    /// Jobs that search; `faultlens test` does not have it.
    Search,
    /// Jobs that search, for those who compare methods: the names are those of the literature, and VS Code has no setting.
    Method,
    /// Every job, but only by the user: the project's own file cannot give itself rights.
    User,
    /// The command line only: how it shows results.
    Output,
}

/// One option.
#[derive(Debug, Clone, Copy)]
pub struct OptionSpec {
    /// Long flag without dashes, and key in `faultlens.toml`; editors may write it in camel case.
    pub name: &'static str,
    /// What stands for the value in help texts.
    pub placeholder: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// As it would be typed; `None` where leaving it out has its own meaning, told in `help`.
    pub default: Option<&'static str>,
    /// One line.
    pub help: &'static str,
    /// Who has it.
    pub scope: Scope,
    /// Writes a checked value.
    pub(super) store: fn(&mut Options, &Value),
}

const fn choice(name: &'static str, help: &'static str) -> Choice {
    Choice { name, help }
}

/// Every option, in the order of the help text.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "tests",
        placeholder: "DIR|FILE",
        kind: Kind::Path,
        default: None,
        help: "Where the tests are [default: looked for in and around the file]",
        scope: Scope::Tests,
        store: |o, v| o.tests = Some(v.text().into()),
    },
    OptionSpec {
        name: "entry",
        placeholder: "FN",
        kind: Kind::Name,
        default: Some("main"),
        help: "Function that the tests start",
        scope: Scope::Tests,
        store: |o, v| v.text().clone_into(&mut o.entry),
    },
    OptionSpec {
        name: "strategy",
        placeholder: "NAME",
        kind: Kind::Choice(&[
            choice("multi", "hitting sets over all failing tests"),
            choice(
                "maxsat",
                "one formula over all tests, weighted MaxSAT (CFaults); slow",
            ),
            choice(
                "bugassist",
                "each test by itself, sets ranked by votes; misses combinations",
            ),
            choice(
                "sniper",
                "all sets of each test, combined; slow with many tests",
            ),
            choice(
                "ofc",
                "branches that the failing runs do not take are looked at on demand",
            ),
            choice(
                "mdfs",
                "the dependences of the first failing test, narrowed down to root causes (Li and others)",
            ),
        ]),
        default: Some("multi"),
        help: "How suspects are searched for",
        scope: Scope::Method,
        store: |o, v| {
            o.strategy = match v.text() {
                "maxsat" => Strategy::Maxsat,
                "bugassist" => Strategy::Bugassist,
                "sniper" => Strategy::Sniper,
                "ofc" => Strategy::Ofc,
                "mdfs" => Strategy::Mdfs,
                _ => Strategy::Multi,
            }
        },
    },
    OptionSpec {
        name: "frontier",
        placeholder: "NAME",
        kind: Kind::Choice(&[
            choice("cut", "smallest cuts"),
            choice("step", "what the failure depends on directly, step by step"),
            choice("half", "what is half as far away"),
        ]),
        default: Some("cut"),
        help: "How `strategy = mdfs` narrows the dependences down",
        scope: Scope::Method,
        store: |o, v| {
            o.frontier = match v.text() {
                "step" => Frontier::Step,
                "half" => Frontier::Half,
                _ => Frontier::Cut,
            }
        },
    },
    OptionSpec {
        name: "relax",
        placeholder: "KIND",
        kind: Kind::Choice(&[
            choice(
                "angelic",
                "a suspect may behave as written or with any value",
            ),
            choice(
                "deletion",
                "statements are deleted, conditions are free (CFaults)",
            ),
        ]),
        default: Some("angelic"),
        help: "What a suspect may do instead of what is written",
        scope: Scope::Method,
        store: |o, v| {
            o.relax = match v.text() {
                "deletion" => Relax::Deletion,
                _ => Relax::Angelic,
            }
        },
    },
    OptionSpec {
        name: "weights",
        placeholder: "KIND",
        kind: Kind::Choice(&[
            choice("unit", "all the same"),
            choice("hierarchical", "by the height of the statement (CFaults)"),
            choice(
                "spectrum",
                "by how often failing and passing tests run it (Jin and Orso)",
            ),
        ]),
        default: Some("hierarchical"),
        help: "Cost model of suspects; it orders results and hides none",
        scope: Scope::Method,
        store: |o, v| {
            o.weights = match v.text() {
                "unit" => Weights::Unit,
                "spectrum" => Weights::Spectrum,
                _ => Weights::Hierarchical,
            }
        },
    },
    OptionSpec {
        name: "spectrum",
        placeholder: "FORMULA",
        kind: Kind::Choice(&[
            choice("ochiai", "Ochiai's coefficient"),
            choice("tarantula", "Tarantula"),
            choice("dstar", "D*, with exponent 2"),
        ]),
        default: Some("ochiai"),
        help: "What `weights = spectrum` is made from",
        scope: Scope::Method,
        store: |o, v| {
            o.spectrum = match v.text() {
                "tarantula" => Formula::Tarantula,
                "dstar" => Formula::DStar,
                _ => Formula::Ochiai,
            }
        },
    },
    OptionSpec {
        name: "correct",
        placeholder: "LINE",
        kind: Kind::Places,
        default: None,
        help: "Lines that are correct: no set changes them",
        scope: Scope::Search,
        store: |o, v| o.correct = v.places(),
    },
    OptionSpec {
        name: "suspect",
        placeholder: "LINE",
        kind: Kind::Places,
        default: None,
        help: "Lines that you suspect: sets with them come first",
        scope: Scope::Search,
        store: |o, v| o.suspect = v.places(),
    },
    OptionSpec {
        name: "data-model",
        placeholder: "NAME",
        kind: Kind::Choice(&[
            choice("auto", "ilp32 where the compile flags say -m32, else lp64"),
            choice("lp64", "64 bits: today's computers"),
            choice("ilp32", "32 bits: Cortex-M and most other small processors"),
        ]),
        default: Some("auto"),
        help: "How wide `long` and pointers are",
        scope: Scope::Tests,
        store: |o, v| {
            o.data_model = match v.text() {
                "lp64" => DataModel::Lp64,
                "ilp32" => DataModel::Ilp32,
                _ => DataModel::Auto,
            }
        },
    },
    OptionSpec {
        name: "solver",
        placeholder: "NAME",
        kind: Kind::Choice(&[
            choice("auto", "the embedded SAT solver where it can, Z3 elsewhere"),
            choice("sat", "only the embedded SAT solver"),
            choice("z3", "only Z3; the same answers, slower"),
        ]),
        default: Some("auto"),
        help: "Solver",
        scope: Scope::Method,
        store: |o, v| {
            o.solver = match v.text() {
                "sat" => Solver::Sat,
                "z3" => Solver::Z3,
                _ => Solver::Auto,
            }
        },
    },
    OptionSpec {
        name: "max-size",
        placeholder: "K",
        kind: Kind::Integer(1, 16),
        default: Some("3"),
        help: "Largest number of places that have to be changed together",
        scope: Scope::Search,
        store: |o, v| o.max_size = v.integer() as usize,
    },
    OptionSpec {
        name: "unwind",
        placeholder: "N",
        kind: Kind::Integer(1, 1_000_000),
        default: None,
        help: "Bound on loop iterations [default: grows from what the tests need]",
        scope: Scope::Search,
        store: |o, v| o.unwind = Some(v.integer()),
    },
    OptionSpec {
        name: "work",
        placeholder: "N",
        kind: Kind::Integer(0, 1_000_000_000_000_000),
        default: None,
        help: "Work after which the search ends, in instructions [default: no limit]",
        scope: Scope::Search,
        store: |o, v| o.work = Some(v.integer()),
    },
    OptionSpec {
        name: "timeout",
        placeholder: "SECS",
        kind: Kind::Decimal(0.01, 604_800.0),
        default: Some("20"),
        help: "Time limit in seconds; what was found until then is shown",
        scope: Scope::Tests,
        store: |o, v| o.timeout = v.decimal(),
    },
    OptionSpec {
        name: "memory",
        placeholder: "MB",
        kind: Kind::Integer(64, 16_777_216),
        default: Some("2048"),
        help: "Megabytes that the job may use",
        scope: Scope::Tests,
        store: |o, v| o.memory_mb = v.integer(),
    },
    OptionSpec {
        name: "workers",
        placeholder: "N",
        kind: Kind::Integer(1, 64),
        default: Some("2"),
        help: "Threads that search; from 2 on, others look for fixes",
        scope: Scope::Search,
        store: |o, v| o.workers = v.integer(),
    },
    OptionSpec {
        name: "limit-tests",
        placeholder: "N",
        kind: Kind::Integer(1, i64::MAX),
        default: None,
        help: "Run only the first N tests [default: all]",
        scope: Scope::Tests,
        store: |o, v| o.limit_tests = Some(v.integer() as usize),
    },
    OptionSpec {
        name: "include-ignored",
        placeholder: "",
        kind: Kind::Flag,
        default: Some("false"),
        help: "Run tests that ask to be ignored",
        scope: Scope::Tests,
        store: |o, v| o.include_ignored = v.flag(),
    },
    OptionSpec {
        name: "leaks",
        placeholder: "",
        kind: Kind::Flag,
        default: Some("false"),
        help: "A test that loses allocated memory fails",
        scope: Scope::Tests,
        store: |o, v| o.leaks = v.flag(),
    },
    OptionSpec {
        name: "joint",
        placeholder: "",
        kind: Kind::Flag,
        default: Some("false"),
        help: "Explain all failing tests by one set, however differently they fail",
        scope: Scope::Search,
        store: |o, v| o.joint = v.flag(),
    },
    OptionSpec {
        name: "verify",
        placeholder: "",
        kind: Kind::Flag,
        default: Some("false"),
        help: "Prove again, on the other solver, that no smaller set suffices",
        scope: Scope::Search,
        store: |o, v| o.verify = v.flag(),
    },
    OptionSpec {
        name: "reference",
        placeholder: "FILE",
        kind: Kind::Path,
        default: None,
        help: "A C file that is right: repairs have to do what it does on many inputs beside those of the tests",
        scope: Scope::User,
        store: |o, v| o.reference = Some(v.text().into()),
    },
    OptionSpec {
        name: "allow-outside",
        placeholder: "",
        kind: Kind::Flag,
        default: Some("false"),
        help: "Read files outside the project where its configuration names them, or links lead to them",
        scope: Scope::User,
        store: |o, v| o.allow_outside = v.flag(),
    },
    OptionSpec {
        name: "format",
        placeholder: "FORMAT",
        kind: Kind::Choice(&[
            choice("text", "for people"),
            choice("json", "one object with stable field names"),
            choice("markdown", "for a document; `localize` and `explain` only"),
            choice(
                "html",
                "one page with everything, for a browser; `localize` only",
            ),
            choice("dot", "for Graphviz; `trace` only"),
            choice(
                "patch",
                "a fix as a unified diff, which `git apply` takes; `localize` only",
            ),
            choice("junit", "XML for continuous integration; `test` only"),
            choice(
                "sarif",
                "SARIF 2.1.0 for code review tools; `localize` only",
            ),
        ]),
        default: Some("text"),
        help: "How results are written",
        scope: Scope::Output,
        store: |_, _| (),
    },
    OptionSpec {
        name: "color",
        placeholder: "WHEN",
        kind: Kind::Choice(&[
            choice("auto", "on a terminal, unless NO_COLOR is set"),
            choice("always", "always"),
            choice("never", "never"),
        ]),
        default: Some("auto"),
        help: "When text is coloured",
        scope: Scope::Output,
        store: |_, _| (),
    },
    OptionSpec {
        name: "all",
        placeholder: "",
        kind: Kind::Flag,
        default: Some("false"),
        help: "Show every line or test, not only the first ones",
        scope: Scope::Output,
        store: |_, _| (),
    },
];

/// The row of that name; `max-size` and `maxSize` are the same.
pub fn spec(name: &str) -> Option<&'static OptionSpec> {
    OPTIONS
        .iter()
        .find(|row| row.name == name || row.camel_case() == name)
}

impl Scope {
    /// Whether `faultlens.toml` may set options of the scope.
    pub fn is_for_projects(self) -> bool {
        matches!(self, Scope::Tests | Scope::Search | Scope::Method)
    }

    /// Whether only jobs that search have options of the scope.
    pub fn is_for_search(self) -> bool {
        matches!(self, Scope::Search | Scope::Method)
    }
}

impl OptionSpec {
    /// The name as editors write it: `maxSize`.
    pub fn camel_case(&self) -> String {
        let mut words = self.name.split('-');
        let mut name = words.next().unwrap_or_default().to_owned();
        for word in words {
            let (head, tail) = word.split_at(word.len().min(1));
            name.push_str(&head.to_ascii_uppercase());
            name.push_str(tail);
        }
        name
    }

    /// Reads a value as it is typed on the command line, and checks it.
    pub fn parse_text(&self, text: &str) -> Result<Value, OptionError> {
        let number = |what: &str| OptionError(format!("`{text}` is not {what}"));
        let value = match self.kind {
            Kind::Integer(..) => {
                Value::Integer(text.parse().map_err(|_| number("a whole number"))?)
            }
            Kind::Decimal(..) => Value::Decimal(text.parse().map_err(|_| number("a number"))?),
            Kind::Flag => Value::Flag(text.parse().map_err(|_| number("true or false"))?),
            Kind::Choice(_) | Kind::Name | Kind::Path => Value::Text(text.to_owned()),
            Kind::Places => Value::List(vec![text.to_owned()]),
        };
        self.check(&value)
    }

    /// The value, if it is one that the option takes.
    pub fn check(&self, value: &Value) -> Result<Value, OptionError> {
        let refuse = |why: String| Err(OptionError(why));
        match (self.kind, value) {
            (Kind::Choice(choices), Value::Text(text)) => {
                if choices.iter().any(|choice| choice.name == text) {
                    Ok(value.clone())
                } else {
                    let all = names(choices).join(", ");
                    refuse(format!("there is no `{text}`; available: {all}"))
                }
            }
            (Kind::Integer(low, high), Value::Integer(i)) => {
                if (low..=high).contains(i) {
                    Ok(value.clone())
                } else {
                    refuse(format!("{i} is out of range; {}", range(low, high)))
                }
            }
            (Kind::Decimal(low, high), Value::Integer(_) | Value::Decimal(_)) => {
                let given = value.decimal();
                if (low..=high).contains(&given) {
                    Ok(value.clone())
                } else {
                    refuse(format!(
                        "{given} is out of range; it goes from {low} to {high}"
                    ))
                }
            }
            (Kind::Flag, Value::Flag(_)) => Ok(value.clone()),
            (Kind::Name, Value::Text(text)) if is_identifier(text) => Ok(value.clone()),
            (Kind::Path, Value::Text(text)) if !text.is_empty() => Ok(value.clone()),
            (Kind::Places, Value::List(items)) => {
                let wrong = items.iter().find_map(|item| item.parse::<Place>().err());
                wrong.map_or_else(|| Ok(value.clone()), refuse)
            }
            (kind, _) => refuse(format!("expected {}, got {value}", kind.expected())),
        }
    }
}

impl Kind {
    /// What values are, as part of a sentence.
    fn expected(self) -> &'static str {
        match self {
            Kind::Choice(_) => "a word",
            Kind::Integer(..) => "a whole number",
            Kind::Decimal(..) => "a number",
            Kind::Flag => "true or false",
            Kind::Name => "the name of a function",
            Kind::Path => "a path",
            Kind::Places => "a list of lines such as [\"12\", \"util.c:30\"]",
        }
    }
}

/// The names of the values that can be chosen.
pub(crate) fn names(choices: &[Choice]) -> Vec<&'static str> {
    choices.iter().map(|choice| choice.name).collect()
}

fn range(low: i64, high: i64) -> String {
    match (low, high) {
        (low, i64::MAX) => format!("it is at least {low}"),
        (low, high) => format!("it goes from {low} to {high}"),
    }
}

fn is_identifier(text: &str) -> bool {
    let head = text
        .chars()
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    head && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_a_value_that_its_option_takes() {
        for row in OPTIONS {
            if let Some(default) = row.default {
                assert!(row.parse_text(default).is_ok(), "{}", row.name);
            }
        }
    }

    #[test]
    fn refusals_name_the_option_and_what_is_possible() {
        let refused = |name: &str, text: &str| spec(name).unwrap().parse_text(text).unwrap_err().0;
        assert_eq!(
            refused("format", "pdf"),
            "there is no `pdf`; available: text, json, markdown, html, dot, patch, junit, sarif"
        );
        assert_eq!(
            refused("solver", "cvc5"),
            "there is no `cvc5`; available: auto, sat, z3"
        );
        assert_eq!(
            refused("max-size", "0"),
            "0 is out of range; it goes from 1 to 16"
        );
        assert_eq!(refused("max-size", "x"), "`x` is not a whole number");
        assert_eq!(
            refused("workers", "65"),
            "65 is out of range; it goes from 1 to 64"
        );
        assert_eq!(
            refused("entry", "1st"),
            "expected the name of a function, got `1st`"
        );
        assert!(spec("timeout").unwrap().parse_text("nan").is_err());
        assert!(spec("timeout").unwrap().parse_text("0.5").is_ok());
    }

    #[test]
    fn editors_may_write_names_in_camel_case() {
        assert_eq!(spec("maxSize").unwrap().name, "max-size");
        assert_eq!(spec("limitTests").unwrap().name, "limit-tests");
        assert!(spec("maxsize").is_none());
    }
}
