//! Names of the library that are not modelled, so that using one is not using what nobody defines.

use super::Builtin;

/// Functions and variables of the headers that are built in, as glibc declares them, without their variants.
const NAMES: &str = include_str!("unmodelled.txt");

/// Endings of variants: for a locale, another thread, large files, and other floating-point types.
const VARIANTS: [&str; 6] = ["_l", "_r", "_unlocked", "64", "f", "l"];

/// Whether a name belongs to the C library or to the compiler. What begins with `__` always does.
pub fn is_in_a_library(name: &str) -> bool {
    let is_listed = |name: &str| {
        Builtin::by_name(name).is_some() || NAMES.split_whitespace().any(|known| known == name)
    };
    let mut bases = VARIANTS.iter().filter_map(|end| name.strip_suffix(end));
    name.starts_with("__") || is_listed(name) || bases.any(is_listed)
}

#[cfg(test)]
mod tests {
    use super::is_in_a_library;

    #[test]
    fn names_of_the_library_are_known() {
        for name in [
            "fork",
            "setjmp",
            "isalpha_l",
            "fopen64",
            "getpid",
            "__sync_synchronize",
            "putc_unlocked",
            "j0f",
        ] {
            assert!(is_in_a_library(name), "{name}");
        }
        for name in ["area", "push", "helper", "fork_all", "l", "printl_"] {
            assert!(!is_in_a_library(name), "{name}");
        }
    }
}
