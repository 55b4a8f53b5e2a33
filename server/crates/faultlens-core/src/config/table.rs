//! The table of options. A row contains everything about an option; the rest is derived from it.

use super::spec::{Choice, OptionSpec, Scope, ValueKind};

const fn choice(name: &'static str, help: &'static str) -> Choice {
    Choice { name, help }
}

/// Every option, in the order of the help text.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "tests",
        placeholder: "DIR|FILE",
        kind: ValueKind::Path,
        default: None,
        help: "Where the tests are [default: looked for in and around the file]",
        scope: Scope::Tests,
        store: |o, v| o.tests = Some(v.text().into()),
    },
    OptionSpec {
        name: "entry",
        placeholder: "FN",
        kind: ValueKind::Name,
        default: Some("main"),
        help: "Function that the tests start",
        scope: Scope::Tests,
        store: |o, v| v.text().clone_into(&mut o.entry),
    },
    OptionSpec {
        name: "strategy",
        placeholder: "NAME",
        kind: ValueKind::Choice(&[
            choice("multi", "hitting sets over all failing tests"),
            choice(
                "maxsat",
                "one formula over all tests, weighted MaxSAT (CFaults); slow with loops",
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
        scope: Scope::Search,
        store: |o, v| v.choose(&mut o.strategy),
    },
    OptionSpec {
        name: "frontier",
        placeholder: "NAME",
        kind: ValueKind::Choice(&[
            choice("cut", "smallest cuts"),
            choice("step", "what the failure depends on directly, step by step"),
            choice("half", "what is half as far away"),
        ]),
        default: Some("cut"),
        help: "How `strategy = mdfs` narrows the dependences down",
        scope: Scope::Method,
        store: |o, v| v.choose(&mut o.frontier),
    },
    OptionSpec {
        name: "relax",
        placeholder: "KIND",
        kind: ValueKind::Choice(&[
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
        store: |o, v| v.choose(&mut o.relax),
    },
    OptionSpec {
        name: "weights",
        placeholder: "KIND",
        kind: ValueKind::Choice(&[
            choice("unit", "all the same"),
            choice("hierarchical", "by the height of the statement (CFaults)"),
            choice(
                "spectrum",
                "by how often failing and passing tests run it (Jin and Orso)",
            ),
        ]),
        default: Some("hierarchical"),
        help: "Cost model of suspects; it orders results and hides none",
        scope: Scope::Search,
        store: |o, v| v.choose(&mut o.weights),
    },
    OptionSpec {
        name: "spectrum",
        placeholder: "FORMULA",
        kind: ValueKind::Choice(&[
            choice("ochiai", "Ochiai's coefficient"),
            choice("tarantula", "Tarantula"),
            choice("dstar", "D*, with exponent 2"),
        ]),
        default: Some("ochiai"),
        help: "What `weights = spectrum` is made from",
        scope: Scope::Method,
        store: |o, v| v.choose(&mut o.spectrum),
    },
    OptionSpec {
        name: "correct",
        placeholder: "LINE",
        kind: ValueKind::Places,
        default: None,
        help: "Lines that are correct: no set changes them",
        scope: Scope::Search,
        store: |o, v| o.correct = v.places(),
    },
    OptionSpec {
        name: "suspect",
        placeholder: "LINE",
        kind: ValueKind::Places,
        default: None,
        help: "Lines that you suspect: sets with them come first",
        scope: Scope::Search,
        store: |o, v| o.suspect = v.places(),
    },
    OptionSpec {
        name: "data-model",
        placeholder: "NAME",
        kind: ValueKind::Choice(&[
            choice("auto", "ilp32 where the compile flags say -m32, else lp64"),
            choice("lp64", "64 bits: today's computers"),
            choice("ilp32", "32 bits: Cortex-M and most other small processors"),
        ]),
        default: Some("auto"),
        help: "How wide `long` and pointers are",
        scope: Scope::Tests,
        store: |o, v| v.choose(&mut o.data_model),
    },
    OptionSpec {
        name: "solver",
        placeholder: "NAME",
        kind: ValueKind::Choice(&[
            choice("auto", "the embedded SAT solver where it can, Z3 elsewhere"),
            choice("sat", "only the embedded SAT solver"),
            choice("z3", "only Z3; the same answers, slower"),
        ]),
        default: Some("auto"),
        help: "Solver",
        scope: Scope::Method,
        store: |o, v| v.choose(&mut o.solver),
    },
    OptionSpec {
        name: "max-size",
        placeholder: "K",
        kind: ValueKind::Integer(1, 16),
        default: Some("3"),
        help: "Largest number of places that have to be changed together",
        scope: Scope::Search,
        store: |o, v| {
            o.max_size = v.integer() as usize;
            o.all_sizes = true;
        },
    },
    OptionSpec {
        name: "unwind",
        placeholder: "N",
        kind: ValueKind::Integer(1, 1_000_000),
        default: None,
        help: "Bound on loop iterations [default: grows from what the tests need]",
        scope: Scope::Search,
        store: |o, v| o.unwind = Some(v.integer()),
    },
    OptionSpec {
        name: "work",
        placeholder: "N",
        kind: ValueKind::Integer(0, 1_000_000_000_000_000),
        default: None,
        help: "Work after which the search ends, in instructions [default: no limit]",
        scope: Scope::Search,
        store: |o, v| o.work = Some(v.integer()),
    },
    OptionSpec {
        name: "timeout",
        placeholder: "SECS",
        kind: ValueKind::Decimal(0.01, 604_800.0),
        default: Some("20"),
        help: "Time limit in seconds; what was found until then is shown",
        scope: Scope::Tests,
        store: |o, v| o.timeout = v.decimal(),
    },
    OptionSpec {
        name: "memory",
        placeholder: "MB",
        kind: ValueKind::Integer(64, 16_777_216),
        default: Some("2048"),
        help: "Megabytes that the job may use",
        scope: Scope::Tests,
        store: |o, v| o.memory_mb = v.integer(),
    },
    OptionSpec {
        name: "workers",
        placeholder: "N",
        kind: ValueKind::Integer(1, 64),
        default: Some("2"),
        help: "Threads that search; from 2 on, others look for fixes",
        scope: Scope::Search,
        store: |o, v| o.workers = v.integer(),
    },
    OptionSpec {
        name: "limit-tests",
        placeholder: "N",
        kind: ValueKind::Integer(1, i64::MAX),
        default: None,
        help: "Run only the first N tests [default: all]",
        scope: Scope::Tests,
        store: |o, v| o.limit_tests = Some(v.integer() as usize),
    },
    OptionSpec {
        name: "include-ignored",
        placeholder: "",
        kind: ValueKind::Flag,
        default: Some("false"),
        help: "Run tests that ask to be ignored",
        scope: Scope::Tests,
        store: |o, v| o.include_ignored = v.flag(),
    },
    OptionSpec {
        name: "uninit",
        placeholder: "KIND",
        kind: ValueKind::Choice(&[
            choice("undefined", "its use is a failure"),
            choice(
                "any",
                "any number: the next one of standard input, or 0 at its end",
            ),
        ]),
        default: Some("undefined"),
        help: "What a number is that was never set",
        scope: Scope::Tests,
        store: |o, v| v.choose(&mut o.uninit),
    },
    OptionSpec {
        name: "leaks",
        placeholder: "",
        kind: ValueKind::Flag,
        default: Some("false"),
        help: "A test that loses allocated memory fails",
        scope: Scope::Tests,
        store: |o, v| o.leaks = v.flag(),
    },
    OptionSpec {
        name: "joint",
        placeholder: "",
        kind: ValueKind::Flag,
        default: Some("false"),
        help: "Explain all failing tests by one set, however differently they fail",
        scope: Scope::Search,
        store: |o, v| o.joint = v.flag(),
    },
    OptionSpec {
        name: "verify",
        placeholder: "",
        kind: ValueKind::Flag,
        default: Some("false"),
        help: "Prove again, on the other solver, that no smaller set suffices",
        scope: Scope::Search,
        store: |o, v| o.verify = v.flag(),
    },
    OptionSpec {
        name: "max-hint",
        placeholder: "N",
        kind: ValueKind::Integer(1, 4),
        default: Some("4"),
        help: "Highest level of the hints that `faultlens hint` gives: 1 the test, 2 the function, 3 the line, 4 a repair",
        scope: Scope::Search,
        store: |o, v| o.max_hint = v.integer() as u32,
    },
    OptionSpec {
        name: "reference",
        placeholder: "FILE",
        kind: ValueKind::Path,
        default: None,
        help: "A C file that is right: repairs have to do what it does on many inputs beside those of the tests",
        scope: Scope::User,
        store: |o, v| o.reference = Some(v.text().into()),
    },
    OptionSpec {
        name: "coverage",
        placeholder: "PATH",
        kind: ValueKind::Path,
        default: None,
        help: "Coverage of passing tests that were run elsewhere: a file of gcov (JSON), llvm-cov (JSON) or lcov, or a folder of them",
        scope: Scope::User,
        store: |o, v| o.coverage = Some(v.text().into()),
    },
    OptionSpec {
        name: "allow-outside",
        placeholder: "",
        kind: ValueKind::Flag,
        default: Some("false"),
        help: "Read files outside the project where its configuration names them, or links lead to them",
        scope: Scope::User,
        store: |o, v| o.allow_outside = v.flag(),
    },
    OptionSpec {
        name: "format",
        placeholder: "FORMAT",
        kind: ValueKind::Choice(&[
            choice("text", "for people"),
            choice("json", "one object with stable field names"),
            choice(
                "concise",
                "a line for each finding, as compilers write them; `localize` and `test` only",
            ),
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
            choice(
                "github",
                "workflow commands, which GitHub shows beside the lines; `localize` and `test` only",
            ),
            choice(
                "gitlab",
                "a Code Quality report of GitLab; `localize` and `test` only",
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
        kind: ValueKind::Choice(&[
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
        kind: ValueKind::Flag,
        default: Some("false"),
        help: "Show every line or test, not only the first ones",
        scope: Scope::Output,
        store: |_, _| (),
    },
];

/// Finds the row of an option; `max-size` and `maxSize` are the same.
pub fn spec(name: &str) -> Option<&'static OptionSpec> {
    OPTIONS
        .iter()
        .find(|row| row.name == name || row.camel_case() == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Options, Value};

    /// Every choice of an option is stored as a value of its own: a choice that is no variant of the option's type would
    /// silently become the default.
    #[test]
    fn every_choice_is_stored() {
        let stored = OPTIONS.iter().filter(|row| row.scope != Scope::Output);
        for row in stored {
            let ValueKind::Choice(choices) = row.kind else {
                continue;
            };
            let stored: Vec<String> = choices
                .iter()
                .map(|choice| {
                    let mut options = Options::default();
                    options
                        .set(row.name, &Value::Text(choice.name.to_owned()))
                        .unwrap();
                    format!("{options:?}")
                })
                .collect();
            for (i, one) in stored.iter().enumerate() {
                assert!(
                    !stored[..i].contains(one),
                    "{}: {}",
                    row.name,
                    choices[i].name
                );
            }
        }
    }

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
            "there is no `pdf`; available: text, json, concise, markdown, html, dot, patch, junit, sarif, github, gitlab"
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
