//! Functions that programs of verification competitions leave to the verifier (rules of SV-COMP):
//! `__VERIFIER_nondet_int` returns any value, `__VERIFIER_assume` ends runs that do not count, `reach_error` must not
//! be called. ESBMC and CBMC have other names for the first two.
//!
//! The library has what does not depend on a type. Here, a nondeterministic value is read from standard input, or is 0
//! at the end of the input, so a run is a test like any other.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::frameworks;

/// Types in the names of functions that return any value, without a final `_t`; with the type in C notation and the
/// conversion of `scanf`.
const TYPES: [(&str, &str, &str); 32] = [
    ("int", "int", "%d"),
    ("uint", "unsigned", "%u"),
    ("unsigned", "unsigned", "%u"),
    ("unsigned_int", "unsigned", "%u"),
    ("char", "char", "%hhd"),
    ("schar", "signed char", "%hhd"),
    ("uchar", "unsigned char", "%hhu"),
    ("short", "short", "%hd"),
    ("ushort", "unsigned short", "%hu"),
    ("long", "long", "%ld"),
    ("ulong", "unsigned long", "%lu"),
    ("llong", "long long", "%lld"),
    ("longlong", "long long", "%lld"),
    ("ullong", "unsigned long long", "%llu"),
    ("ulonglong", "unsigned long long", "%llu"),
    ("size", "unsigned long", "%lu"),
    ("u8", "unsigned char", "%hhu"),
    ("u16", "unsigned short", "%hu"),
    ("u32", "unsigned", "%u"),
    ("u64", "unsigned long long", "%llu"),
    ("int8", "signed char", "%hhd"),
    ("int16", "short", "%hd"),
    ("int32", "int", "%d"),
    ("int64", "long long", "%lld"),
    ("uint8", "unsigned char", "%hhu"),
    ("uint16", "unsigned short", "%hu"),
    ("uint32", "unsigned", "%u"),
    ("uint64", "unsigned long long", "%llu"),
    ("float", "float", "%f"),
    ("double", "double", "%lf"),
    ("bool", "_Bool", ""),
    ("_Bool", "_Bool", ""),
];

/// Prefixes of functions that return any value.
const OPEN_VALUES: [&str; 2] = ["__VERIFIER_nondet_", "nondet_"];

/// Unit that defines the functions that the texts use and the program does not define: its path and text. `None` if
/// there are no such functions.
pub(crate) fn definitions<'t>(
    texts: impl Iterator<Item = &'t str>,
    defines: impl Fn(&str) -> bool,
) -> Option<(String, String)> {
    let used: BTreeSet<&str> = texts.flat_map(names).collect();
    let mut text = String::new();
    for name in used.into_iter().filter(|name| !defines(name)) {
        let Some((ty, format)) = type_of(name) else {
            continue;
        };
        let read = match format {
            "" => "int x = 0; if (__faultlens_scanf(\"%d\", &x) != 1) x = 0; return x != 0;"
                .to_owned(),
            _ => format!(
                "{ty} x = 0; if (__faultlens_scanf(\"{format}\", &x) != 1) x = 0; return x;"
            ),
        };
        let _ = writeln!(text, "{ty} {name}(void) {{ {read} }}");
    }
    let headers = "#include <stdio.h>\nint __faultlens_scanf(const char *format, ...);\n";
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
    let of = of.strip_suffix("_t").unwrap_or(of);
    let found = TYPES.iter().find(|(suffix, ..)| *suffix == of);
    found.map(|(_, ty, format)| (*ty, *format))
}

/// Whether a program takes values from a verifier: then `abort` ends runs that do not count.
pub(crate) fn gives_values<'t>(texts: impl Iterator<Item = &'t str>) -> bool {
    texts.flat_map(names).next().is_some()
}

/// Names of functions in a text that return any value.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| OPEN_VALUES.iter().any(|prefix| word.starts_with(prefix)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_and_not_defined_is_defined() {
        let text = "extern int __VERIFIER_nondet_int(void); int nondet_uint8_t(); unsigned nondet_size() {} int nondet_pair();";
        let (_, text) = definitions(std::iter::once(text), |name| name == "nondet_size").unwrap();
        let read = "= 0; if (__faultlens_scanf(\"%hhu\", &x) != 1) x = 0; return x;";
        let byte = format!("unsigned char nondet_uint8_t(void) {{ unsigned char x {read} }}");
        assert!(text.contains(&byte), "{text}");
        assert!(text.contains("int __VERIFIER_nondet_int(void) {"), "{text}");
        assert!(
            !text.contains("nondet_size") && !text.contains("nondet_pair"),
            "{text}"
        );
        let none = std::iter::once("int main() { reach_error(); }");
        assert_eq!(definitions(none, |_| false), None);
    }
}
