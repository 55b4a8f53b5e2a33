//! Functions that programs of verification competitions leave to the verifier (rules of SV-COMP):
//! `__VERIFIER_nondet_int` returns any value, `__VERIFIER_assume` ends runs that do not count, `reach_error` must not
//! be called. ESBMC and CBMC have other names for the first two.
//!
//! The evaluator itself knows `__VERIFIER_assert`. Here, a nondeterministic value is read from standard input, or is 0
//! at the end of the input, so a run is a test like any other.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::frameworks;

/// Suffixes of `__VERIFIER_nondet_…`, with the type in C notation and the conversion of `scanf`.
const TYPES: [(&str, &str, &str); 20] = [
    ("int", "int", "%d"),
    ("uint", "unsigned", "%u"),
    ("unsigned", "unsigned", "%u"),
    ("unsigned_int", "unsigned", "%u"),
    ("char", "char", "%hhd"),
    ("uchar", "unsigned char", "%hhu"),
    ("short", "short", "%hd"),
    ("ushort", "unsigned short", "%hu"),
    ("long", "long", "%ld"),
    ("ulong", "unsigned long", "%lu"),
    ("longlong", "long long", "%lld"),
    ("ulonglong", "unsigned long long", "%llu"),
    ("size_t", "unsigned long", "%lu"),
    ("u8", "unsigned char", "%hhu"),
    ("u16", "unsigned short", "%hu"),
    ("u32", "unsigned", "%u"),
    ("float", "float", "%f"),
    ("double", "double", "%lf"),
    ("bool", "_Bool", ""),
    ("_Bool", "_Bool", ""),
];

/// Prefixes of functions that return any value.
const OPEN_VALUES: [&str; 2] = ["__VERIFIER_nondet_", "nondet_"];
/// Functions that end runs that do not count.
const ASSUMPTIONS: [&str; 3] = ["__VERIFIER_assume", "__ESBMC_assume", "__CPROVER_assume"];

/// Unit that defines the functions that the texts use and the program does not define: its path and text. `None` if
/// there are no such functions.
pub(crate) fn definitions<'t>(
    texts: impl Iterator<Item = &'t str>,
    defines: impl Fn(&str) -> bool,
) -> Option<(String, String)> {
    let used: BTreeSet<&str> = texts.flat_map(names).collect();
    let mut text = String::new();
    for name in used.into_iter().filter(|name| !defines(name)) {
        let _ = match name {
            _ if ASSUMPTIONS.contains(&name) => {
                writeln!(text, "void {name}(int holds) {{ if (!holds) exit(0); }}")
            }
            "__VERIFIER_error" | "reach_error" => {
                writeln!(
                    text,
                    "void {name}(void) {{ assert(!\"{name} is reached\"); }}"
                )
            }
            _ => {
                let Some((ty, format)) = type_of(name) else {
                    continue;
                };
                let read = match format {
                    "" => {
                        "int x = 0; if (__faultlens_scanf(\"%d\", &x) != 1) x = 0; return x != 0;"
                            .to_owned()
                    }
                    _ => format!(
                        "{ty} x = 0; if (__faultlens_scanf(\"{format}\", &x) != 1) x = 0; return x;"
                    ),
                };
                writeln!(text, "{ty} {name}(void) {{ {read} }}")
            }
        };
    }
    let headers = "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\nint __faultlens_scanf(const char *format, ...);\n";
    (!text.is_empty()).then(|| {
        (
            frameworks::path("faultlens-verifier.c"),
            headers.to_owned() + &text,
        )
    })
}

fn type_of(name: &str) -> Option<(&'static str, &'static str)> {
    let of = OPEN_VALUES
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))?;
    let found = TYPES.iter().find(|(suffix, ..)| *suffix == of);
    found.map(|(_, ty, format)| (*ty, *format))
}

/// Whether a program takes values from a verifier: then `abort` ends runs that do not count.
pub(crate) fn gives_values<'t>(texts: impl Iterator<Item = &'t str>) -> bool {
    let mut names = texts.flat_map(names);
    names.any(|name| OPEN_VALUES.iter().any(|prefix| name.starts_with(prefix)))
}

/// Names in a text that have a meaning for a verifier.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| {
        let named = ASSUMPTIONS.contains(word) || *word == "reach_error";
        named || word.starts_with("__VERIFIER_") || word.starts_with("nondet_")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_and_not_defined_is_defined() {
        let text = "extern int __VERIFIER_nondet_int(void); void reach_error() {} int main() { __VERIFIER_assume(1); }";
        let defines = |name: &str| name == "reach_error";
        let (_, text) = definitions(std::iter::once(text), defines).unwrap();
        assert!(
            text.contains(
                "int __VERIFIER_nondet_int(void) { int x = 0; if (__faultlens_scanf(\"%d\", &x)"
            ),
            "{text}"
        );
        assert!(text.contains("void __VERIFIER_assume(int holds)"), "{text}");
        assert!(!text.contains("reach_error"), "{text}");
        assert_eq!(
            definitions(std::iter::once("int main() {}"), |_| false),
            None
        );
    }
}
