//! `scanf` against the C library: the returned value, stored values, consumed input, and detection of the end.

use super::{Random, c, hex};
use crate::text::scanf::{Directive, Value, parse_format, scan};
use crate::text::{FormatError, FormatErrorKind, Length};

/// Reads `format-in-hex- input-in-hex-`; prints the result, the bytes left, `feof`, and the targets' bytes.
const REFERENCE: &str = r#"
#include <stdio.h>
#include <string.h>
static int unhex(char **p, char *to) {
    int n = 0;
    for (; **p != '-'; *p += 2) { unsigned byte; sscanf(*p, "%2x", &byte); to[n++] = byte; }
    *p += 2; to[n] = 0;
    return n;
}
int main(void) {
    static char line[8192], format[1024], input[2048]; static unsigned char to[4][512];
    while (fgets(line, sizeof line, stdin)) {
        char *p = line;
        unhex(&p, format);
        int n = unhex(&p, input);
        FILE *f = n ? fmemopen(input, n, "r") : fopen("/dev/null", "r");
        memset(to, 0xAA, sizeof to);
        int result = fscanf(f, format, to[0], to[1], to[2], to[3]);
        int end = feof(f) != 0, left = 0;
        clearerr(f);
        while (fgetc(f) != EOF) left++;
        fclose(f);
        printf("%d %d %d", result, n - left, end);
        for (int i = 0; i < 4; i++) {
            putchar(' ');
            for (int j = 0; j < 64; j++) printf("%02x", to[i][j]);
        }
        putchar('\n');
    }
}
"#;

const DIRECTIVES: &[&str] = &[
    "%d",
    "%d",
    "%i",
    "%u",
    "%x",
    "%o",
    "%2d",
    "%1d",
    "%3i",
    "%hhd",
    "%hd",
    "%ld",
    "%llu",
    "%2x",
    "%*d",
    "%f",
    "%lf",
    "%3f",
    "%1lf",
    "%lf",
    "%g",
    "%le",
    "%*f",
    "%c",
    "%2c",
    "%*c",
    "%s",
    "%3s",
    "%*s",
    "%[abc]",
    "%[^,]",
    "%2[0-9a-f]",
    "%[]x]",
    "%[^]-]",
    "%*[ab]",
    "%[--9]",
    "%n",
    "%%",
    " ",
    "\n",
    "x",
    ",",
    "-",
    "%p",
    "%5p",
    "%4x",
    "%4i",
    "%4lf",
];

const INPUTS: &[&str] = &[
    "12",
    "0",
    "0x",
    "0x1f",
    "-",
    "+",
    "-7",
    "+3",
    " ",
    "\n",
    "\t ",
    "abc",
    "x",
    ",",
    ".",
    "1.5",
    "1e",
    "1e+",
    "2e3",
    "inf",
    "infinity",
    "infix",
    "nan",
    "nax",
    "n",
    "%",
    "]",
    "99999999999",
    "99999999999999999999",
    "-99999999999999999999",
    "08",
    "0x.8p1",
    "0x.",
    "(nil)",
    "(nix",
    ".5",
    "5.",
    "e5",
    "a-b",
    "1e400",
    "3.4028235677973366e38",
];

fn random_case(random: &mut Random) -> (String, String) {
    let mut format = String::new();
    for _ in 0..=random.below(4) {
        format.push_str(random.pick(DIRECTIVES));
    }
    let mut input = String::new();
    for _ in 0..random.below(6) {
        input.push_str(random.pick(INPUTS));
        if random.chance(30) {
            input.push_str(random.pick(&[" ", "\n"]));
        }
    }
    (format, input)
}

/// Contents of the targets after the call.
fn stored(directives: &[Directive], values: &[Value], input: &[u8]) -> Vec<Vec<u8>> {
    let specs = directives.iter().filter_map(|directive| match directive {
        Directive::Conversion(spec) if !spec.suppress => Some(spec),
        _ => None,
    });
    let mut targets = vec![vec![0xAA; 64]; 4];
    for ((spec, value), target) in specs.zip(values).zip(&mut targets) {
        let bytes = match value {
            Value::Int(value) | Value::Consumed(value) => {
                value.to_le_bytes()[..(spec.int_bits() / 8) as usize].to_vec()
            }
            Value::Float(value) if spec.length == Length::Default => {
                (*value as f32).to_le_bytes().to_vec()
            }
            Value::Float(value) => value.to_le_bytes().to_vec(),
            Value::Chars(range) => input[range.clone()].to_vec(),
            Value::Text(range) => [&input[range.clone()], b"\0"].concat(),
        };
        let len = bytes.len().min(64);
        target[..len].copy_from_slice(&bytes[..len]);
    }
    targets
}

#[test]
fn equals_the_c_library() {
    let mut random = Random(0xF00D);
    let cases: Vec<(String, String)> = (0..40_000).map(|_| random_case(&mut random)).collect();
    let line = |(format, input): &(String, String)| {
        format!("{}- {}-\n", hex(format.as_bytes()), hex(input.as_bytes()))
    };
    let Some(output) = c::run("scanf", REFERENCE, cases.iter().map(line).collect()) else {
        return;
    };
    assert_eq!(output.lines().count(), cases.len());
    let mut wrong = Vec::new();
    for ((format, input), theirs) in cases.iter().zip(output.lines()) {
        let directives = parse_format(format.as_bytes()).unwrap();
        let result = scan(input.as_bytes(), 0, &directives);
        let mut ours = format!(
            "{} {} {}",
            result.returns,
            result.pos,
            i32::from(result.at_end)
        );
        for target in stored(&directives, &result.values, input.as_bytes()) {
            ours.push(' ');
            ours.push_str(&hex(&target));
        }
        if ours != theirs {
            let short = |text: &str| {
                text.split(' ')
                    .map(|w| w.trim_end_matches('a').to_owned())
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            wrong.push(format!(
                "{format:?} on {input:?}:\n  {}, should be\n  {}",
                short(&ours),
                short(theirs)
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong[..wrong.len().min(15)].join("\n")
    );
}

#[test]
fn bad_formats_are_named() {
    let error = |format: &[u8]| parse_format(format).unwrap_err();
    assert_eq!(
        error(b"%d %["),
        FormatError {
            offset: 3,
            kind: FormatErrorKind::Incomplete
        }
    );
    assert_eq!(
        error(b"%y"),
        FormatError {
            offset: 0,
            kind: FormatErrorKind::Unknown(b'y')
        }
    );
    assert_eq!(
        error(b"%ms"),
        FormatError {
            offset: 0,
            kind: FormatErrorKind::Unsupported(b'm')
        }
    );
}
