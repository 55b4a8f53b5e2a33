//! `strtol`, `strtoul`, `strtod` and `strtof` against the C library.

use super::{Random, c, hex};
use crate::text::number::{Precision, strtod, strtol, strtoul};

/// Reads `base text-in-hex`; prints values, lengths and whether `errno` is `ERANGE`.
const REFERENCE: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
int main(void) {
    static char line[4096], text[2048];
    while (fgets(line, sizeof line, stdin)) {
        int base, at = 0, n = 0;
        sscanf(line, "%d %n", &base, &at);
        for (char *p = line + at; *p > ' '; p += 2) { unsigned byte; sscanf(p, "%2x", &byte); text[n++] = byte; }
        text[n] = 0;
        char *end; unsigned long long bits;
        errno = 0; long l = strtol(text, &end, base);
        printf("%lx %d %d ", l, (int)(end - text), errno == ERANGE);
        errno = 0; unsigned long u = strtoul(text, &end, base);
        printf("%lx %d %d ", u, (int)(end - text), errno == ERANGE);
        errno = 0; double d = strtod(text, &end);
        if (d != d) d = __builtin_copysign(__builtin_nan(""), d);
        memcpy(&bits, &d, 8);
        printf("%llx %d %d ", bits, (int)(end - text), errno == ERANGE);
        errno = 0; d = strtof(text, &end);
        if (d != d) d = __builtin_copysign(__builtin_nan(""), d);
        memcpy(&bits, &d, 8);
        printf("%llx %d %d\n", bits, (int)(end - text), errno == ERANGE);
    }
}
"#;

const WORDS: &[&str] = &[
    "0",
    "0x",
    "0X1",
    "1",
    "7",
    "8",
    "9",
    "a",
    "f",
    "z",
    "-",
    "+",
    ".",
    "e",
    "E",
    "e-",
    "p",
    "p-",
    "p+3",
    " ",
    "\t",
    "inf",
    "INFINITY",
    "infinit",
    "nan",
    "NaN(",
    "(",
    ")",
    "nan(1_a)",
    "00",
    "922337203685477580",
    "18446744073709551615",
    "e308",
    "e-320",
    "e99999999999999999999",
    "1.7976931348623158",
    "4.9",
    "p-1074",
    "p1023",
    "0.1",
    "fffffffffffff8",
    "16777217",
    "3.4028235677973366",
    "e38",
    "e-46",
    "p-150",
];

fn random_text(random: &mut Random) -> String {
    let mut text = String::new();
    if random.chance(10) {
        // A long mantissa near a halfway point.
        return format!(
            "{}{}e{}",
            random.next(),
            random.next(),
            random.below(700) as i64 - 370
        );
    }
    if random.chance(10) {
        return format!(
            "0x{:x}.{:x}p{}",
            random.next() >> random.below(64),
            random.next(),
            random.below(2300) as i64 - 1150
        );
    }
    for _ in 0..=random.below(5) {
        text.push_str(random.pick(WORDS));
    }
    text
}

#[test]
fn equals_the_c_library() {
    let mut random = Random(0xABCD);
    let cases: Vec<(u32, String)> = (0..40_000)
        .map(|_| {
            (
                random.byte(&[0, 2, 8, 10, 10, 10, 16, 36]).into(),
                random_text(&mut random),
            )
        })
        .collect();
    let lines: Vec<String> = cases
        .iter()
        .map(|(base, text)| format!("{base} {}\n", hex(text.as_bytes())))
        .collect();
    let input = lines.concat();
    let Some(output) = c::run("number", REFERENCE, input) else {
        return;
    };
    let mut wrong = Vec::new();
    for ((base, text), theirs) in cases.iter().zip(output.lines()) {
        let bytes = text.as_bytes();
        let (l, u) = (strtol(bytes, *base), strtoul(bytes, *base));
        let (d, f) = (
            strtod(bytes, Precision::Double),
            strtod(bytes, Precision::Single),
        );
        let range = |flag: bool| i32::from(flag);
        let ours = format!(
            "{:x} {} {} {:x} {} {} {:x} {} {:x} {}",
            l.value,
            l.len,
            range(l.out_of_range),
            u.value,
            u.len,
            range(u.out_of_range),
            d.value.to_bits(),
            d.len,
            f.value.to_bits(),
            f.len,
        );
        // The `errno` of the floating-point functions is not compared: glibc also sets it for inexact subnormal
        // results.
        let fields: Vec<&str> = theirs.split(' ').collect();
        let theirs = [&fields[..8], &fields[9..11]].concat().join(" ");
        if ours != theirs {
            wrong.push(format!(
                "{text:?} base {base}:\n  {ours}, should be\n  {theirs}"
            ));
        }
    }
    assert_eq!(output.lines().count(), cases.len());
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong[..wrong.len().min(15)].join("\n")
    );
}
