//! Macros that gcc 12 predefines without optimization, except those that announce what is not modelled: complex numbers,
//! threads, vectors, `__int128`, and floating-point types other than C's three. Without them a program chooses code that
//! does without. A test of `testkit` compares them with `gcc -dM`.

use std::fmt::Write as _;

use crate::{DataModel, Options, Standard};

/// Macros of all data models. A line holds all names that have a value: `NAME … = VALUE`.
const EVERYWHERE: &str = include_str!("predefined/everywhere.txt");

/// Macros of LP64, which name the processor too.
const LP64: &str = include_str!("predefined/lp64.txt");

/// Macros of ILP32. None of them names a processor.
const ILP32: &str = include_str!("predefined/ilp32.txt");

/// Macros of gcc that are not defined here, on x86-64, and what is not modelled.
const LEFT_OUT: [(&str, &[&str]); 4] = [
    ("128-bit integers", &["__SIZEOF_INT128__"]),
    ("vector instructions", &["__MMX__", "__SSE__", "__SSE2__"]),
    (
        "further floating-point types",
        &["__SIZEOF_FLOAT80__", "__SIZEOF_FLOAT128__"],
    ),
    (
        "complex numbers",
        &["__STDC_IEC_559_COMPLEX__", "__GCC_IEC_559_COMPLEX"],
    ),
];

/// What is not modelled where gcc defines a macro for x86-64 and we do not.
pub(super) fn left_out(name: &str) -> Option<&'static str> {
    let (what, _) = LEFT_OUT.iter().find(|(_, names)| names.contains(&name))?;
    Some(what)
}

/// Text to read before a unit.
pub(super) fn predefined(options: &Options) -> String {
    let by_model = match options.data_model {
        DataModel::Lp64 => LP64,
        DataModel::Ilp32 => ILP32,
    };
    let by_standard = by_standard(options.standard);
    let mut text = String::new();
    for table in [EVERYWHERE, by_model, &by_standard] {
        for (names, value) in table.lines().filter_map(|line| line.split_once(" =")) {
            for name in names.split(' ') {
                let _ = writeln!(text, "#define {name}{value}");
            }
        }
    }
    text
}

/// Macros that depend on the version of C.
fn by_standard(standard: Standard) -> String {
    let Standard { version, is_strict } = standard;
    let mut table = if version == 0 {
        String::new()
    } else {
        format!("__STDC_VERSION__ = {version}L\n")
    };
    table += if is_strict {
        "__STRICT_ANSI__ = 1\n"
    } else {
        "linux unix = 1\n"
    };
    if version < 199_901 {
        table += "__GNUC_GNU_INLINE__ = 1\n";
    } else {
        table += "__GNUC_STDC_INLINE__ = 1\n";
    }
    if version >= 201_112 {
        table += "__STDC_UTF_16__ __STDC_UTF_32__ = 1\n";
    }
    table
}
