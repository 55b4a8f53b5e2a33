//! What our preprocessor predefines, against gcc 12 for x86-64.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::Command;

use syntax::{DataModel, NoIncludes, Options, Standard};

/// Beginnings of names whose macros differ, and why.
const EXCEPTIONS: [(&str, &str); 19] = [
    ("__FAULTLENS__", "our own"),
    ("_Atomic", "the keyword is read by a macro"),
    ("__STDC_NO_THREADS__", "threads are not modelled"),
    ("__STDC_NO_COMPLEX__", "complex numbers are not modelled"),
    ("__STDC_IEC_559_COMPLEX__", "nor are they here"),
    ("__STDC_IEC_60559_COMPLEX__", "nor are they here"),
    ("__GCC_IEC_559_COMPLEX", "nor are they here"),
    ("__SIZEOF_INT128__", "`__int128` is not modelled"),
    (
        "__SIZEOF_FLOAT",
        "`__float80` and `__float128` are not modelled",
    ),
    ("__FLT1", "`_Float16` and `_Float128` are not modelled"),
    ("__FLT32", "`_Float32` and `_Float32x` are not modelled"),
    ("__FLT64", "`_Float64` and `_Float64x` are not modelled"),
    ("__DEC", "decimal numbers are not modelled"),
    ("__SSE", "vectors are not modelled"),
    ("__MMX", "vectors are not modelled"),
    ("__SEG_", "address spaces are not modelled"),
    ("__LDBL_M", "`long double` is `double`"),
    ("__LDBL_", "`long double` is `double`"),
    // `((double)1.5L)`, which is 1.5.
    ("__DBL_", "written without `long double`"),
];

/// Exceptions that have nothing to do with what is modelled: ILP32 is not 32-bit x86.
const NOT_X86: [&str; 14] = [
    "i386",
    "__i386",
    "__i686",
    "__pentiumpro",
    "__code_model_32__",
    "__LAHF_SAHF__",
    "__ATOMIC_HLE_",
    "__GCC_ASM_FLAG_OUTPUTS__",
    "__WCHAR_TYPE__",
    "__WCHAR_MAX__",
    "__WCHAR_MIN__",
    "__FLT_EVAL_METHOD",
    "__SIZEOF_LONG_DOUBLE__",
    "__SSE",
];

/// Tables of our own names.
const OURS: [&str; 3] = [
    include_str!("../../../syntax/src/preprocess/predefined/everywhere.txt"),
    include_str!("../../../syntax/src/preprocess/predefined/lp64.txt"),
    include_str!("../../../syntax/src/preprocess/predefined/ilp32.txt"),
];

/// Output of gcc's preprocessor; `None` without gcc 12 for x86-64.
fn gcc(arguments: &[&str], input: &str) -> Option<String> {
    let file = std::env::temp_dir().join(format!("faultlens-macros-{}.c", std::process::id()));
    std::fs::write(&file, input).unwrap();
    let made = Command::new("gcc")
        .arg("-E")
        .args(arguments)
        .arg(&file)
        .output();
    let _ = std::fs::remove_file(&file);
    made.ok()
        .map(|made| String::from_utf8(made.stdout).unwrap())
}

/// Declarations of the text, one a line.
fn declarations(text: &str, options: &Options) -> BTreeSet<String> {
    let parse = syntax::parse("macros.c", text, &NoIncludes, options);
    assert!(!parse.has_errors(), "{:?}", parse.problems);
    let dump = syntax::dump::unit(&parse.unit);
    dump.lines().map(str::to_owned).collect()
}

/// Differences between all values of one way to compile.
fn differences(standard: &str, model: DataModel) -> Vec<String> {
    let machine = if model == DataModel::Lp64 {
        "-m64"
    } else {
        "-m32"
    };
    let standard_flag = format!("-std={standard}");
    let flags = [machine, &standard_flag];
    let theirs = gcc(&[&flags[..], &["-dM"]].concat(), "").unwrap();
    let theirs = theirs
        .lines()
        .filter_map(|line| line.strip_prefix("#define ")?.split(' ').next());
    let ours = OURS.iter().flat_map(|table| table.lines());
    let ours = ours
        .filter_map(|line| line.split_once(" ="))
        .flat_map(|(names, _)| names.split(' '));
    let names: BTreeSet<&str> = theirs.chain(ours).collect();
    let mut text =
        "#define TEXT(...) #__VA_ARGS__\n#define VALUE(...) TEXT(__VA_ARGS__)\n".to_owned();
    for use_ in names {
        let name = use_.split('(').next().unwrap();
        let _ = writeln!(
            text,
            "#ifdef {name}\nchar *v_{name} = VALUE({use_});\n#endif"
        );
    }
    let options = Options {
        data_model: model,
        standard: Standard::named(standard).unwrap(),
        ..Options::default()
    };
    let ours = declarations(&text, &options);
    let theirs = gcc(&[&flags[..], &["-P"]].concat(), &text).unwrap();
    let theirs = declarations(&theirs, &Options::default());
    ours.symmetric_difference(&theirs).cloned().collect()
}

#[test]
fn predefined_macros_are_those_of_gcc() {
    let version = gcc(&["-P"], "__GNUC__ __x86_64__").unwrap_or_default();
    if version.trim() != "12 1" {
        return eprintln!("skipped: there is no gcc 12 for x86-64");
    }
    let mut is_used = [false; EXCEPTIONS.len()];
    for standard in [
        "gnu17",
        "c17",
        "c90",
        "iso9899:199409",
        "gnu89",
        "c99",
        "gnu11",
        "c2x",
    ] {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            for line in differences(standard, model) {
                let name = line.strip_prefix("declare v_").unwrap_or(&line);
                let exception = EXCEPTIONS
                    .iter()
                    .position(|(begins, _)| name.starts_with(begins));
                if let Some(exception) = exception {
                    is_used[exception] = true;
                } else {
                    let excused = NOT_X86.iter().any(|begins| name.starts_with(begins));
                    assert!(
                        excused && model == DataModel::Ilp32,
                        "{standard} {model:?}: {line}"
                    );
                }
            }
        }
    }
    for (is_used, (name, _)) in is_used.iter().zip(EXCEPTIONS) {
        assert!(is_used, "{name} does not differ");
    }
}
