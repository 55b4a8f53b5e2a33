//! Descriptions that try to run for ever, or to need all memory.

use super::tests::SOURCES;
use crate::testing::{build, survives};

#[test]
fn damaged_descriptions_do_no_harm() {
    let text: Vec<&str> = SOURCES.iter().map(|case| case.0).collect();
    survives("CMakeLists.txt", &text.join("\n"));
}

#[test]
fn hostile_descriptions_end() {
    let nested = "if(1)\n".repeat(20_000);
    let parentheses = format!("if({}1)\nendif()", "( ".repeat(50_000));
    let references = format!("set(A {})", "${".repeat(50_000));
    let doubled = format!(
        "set(A aaaaaaaa)\n{}add_executable(p ${{A}})",
        "set(A \"${A}${A};\")\n".repeat(5_000)
    );
    let rounds = "foreach(a RANGE 9999)\nforeach(b RANGE 9999)\nforeach(c RANGE 9999)\nset(X 1)\nendforeach()\nendforeach()\nendforeach()";
    let appended = "set(L a b c d e f g h)\nforeach(a RANGE 9999)\nlist(APPEND L ${L})\ninclude_directories(${L})\nendforeach()";
    let transformed = "set(L a b)\nforeach(a RANGE 900)\nlist(APPEND L ${L})\nlist(TRANSFORM L APPEND \"${L}\")\nstring(JOIN \"${L}\" L ${L})\nendforeach()";
    let itself = "add_subdirectory(.)\ninclude(CMakeLists.txt)";
    let macros = "macro(m a)\nm(\"${a}${a}${a}\")\nm(\"${a}${a}\")\nendmacro()\nm(xxxxxxxxxxxx)";
    let patterns = "foreach(a RANGE 9999)\nif(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa MATCHES \"((a*)*)*b\")\nendif()\nendforeach()";
    for text in [
        &nested,
        &parentheses,
        &references,
        &doubled,
        rounds,
        appended,
        transformed,
        itself,
        macros,
        patterns,
    ] {
        let started = std::time::Instant::now();
        let _ = build(&[("CMakeLists.txt", text)]);
        let start: String = text.chars().take(40).collect();
        assert!(
            started.elapsed().as_secs() < 10,
            "{:?} {start}",
            started.elapsed()
        );
    }
}
