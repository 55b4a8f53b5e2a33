//! Scripts that are wrong, or do too much.

use crate::script::{Piece, Script, read};
use crate::testing::{project, random_numbers};

/// Scripts that use most of the syntax, for changes at random.
const MIXED: &str = r##"#!/bin/bash
set -euo pipefail
cd "$(dirname "$0")" && x=${1:-"a b"} y=(1 2 "$x") n=$((3 * (2 + 1)))
f() { local z=$1; shift; case $z in a*|b) ./p "$@" <<< "${z%%x*}" ;; *) return 1 ;; esac; }
for i in *.in {1..3}; do
  while IFS=, read -r a b; do [ "$a" = "$b" ] || f "$a" "${y[@]}"; done < <(sed -n 's/\(.*\)=/\1/gp' "$i")
  if ! out=$(./prog "$i" 2>&1 | tr -d '\r'); then echo FAIL; elif [[ $out == *ok* && $? -eq 0 ]]; then :; fi
  cat <<EOF | diff -u - <(printf '%5.2f|%s\n' 1 "${out//a/[b]}") || (( n++ )) && exit 1
$x `expr 1 + 2` ${#y[@]}
EOF
done
"##;

#[test]
fn changed_scripts_neither_panic_nor_take_long() {
    let started = std::time::Instant::now();
    let mut next = random_numbers();
    let files = project(&[("t/a.in", "1,1\n2=3\n"), ("t/run.sh", MIXED)]);
    let run = |text: &str| {
        let pieces = [Piece {
            text: text.to_string(),
            line: 1,
        }];
        let script = Script {
            path: "t/run.sh",
            pieces: &pieces,
            folder: "",
            args: &[],
            variables: &[],
        };
        let _ = read(&files, &script);
    };
    run(MIXED);
    for cut in 0..MIXED.len() {
        run(MIXED.get(..cut).unwrap_or_default());
        run(MIXED.get(cut..).unwrap_or_default());
    }
    for _ in 0..1000 {
        let mut bytes = MIXED.as_bytes().to_vec();
        for _ in 0..=next() % 8 {
            let place = next() % bytes.len();
            let other = next() % bytes.len();
            match next() % 3 {
                0 => bytes[place] = u8::try_from(next() % 128).unwrap_or(0),
                1 => bytes[place] = bytes[other],
                _ => bytes.swap(place, other),
            }
        }
        run(&String::from_utf8_lossy(&bytes));
    }
    for nested in [
        "(",
        "$(",
        "{ ",
        "${x:-",
        "$((",
        "`",
        "if ",
        "! ",
        "\"$(",
        "[ ! ",
        "x=(",
        "case a in a) ",
        "(((",
    ] {
        run(&nested.repeat(3000));
        run(&format!("x={}", nested.repeat(3000)));
        run(&format!(
            "echo $(({}1{}))",
            "(".repeat(2000),
            ")".repeat(2000)
        ));
    }
    for wide in [
        "x=aa; while :; do x=$x$x; done",
        "f() { f; f; }; f",
        "while :; do (x=$x$x); done",
        "cat /dev/zero",
        "a {1..99999}{1..99999}",
        ":(){ :|:& };:",
        "x=x; while :; do echo $x >> f; cat f f > g; mv g f; done",
        "while true; do ./p $RANDOM; done",
        "seq 1 99999999 | while read x; do for y in $(seq 1 99999); do ./p; done; done",
        "eval 'eval \"$0\"'; . t/run.sh; bash t/run.sh",
    ] {
        run(wide);
    }
    assert!(
        started.elapsed().as_secs() < 60,
        "took {:?}",
        started.elapsed()
    );
}

/// A log of many runs is compared at the end: nothing is nested that deeply.
#[test]
fn many_outputs_in_one_text() {
    let run = "./prog >> log; echo \"exit $?\" >> log\n".repeat(300);
    let golden = "x\nexit 0\n".repeat(300);
    let text = format!("{run}diff log golden || exit 1\n");
    let files = project(&[("golden", &golden), ("tests/run.sh", &text)]);
    let pieces = [Piece { text, line: 1 }];
    let outcome = read(
        &files,
        &Script {
            path: "tests/run.sh",
            pieces: &pieces,
            ..Script::default()
        },
    );
    assert!(outcome.runs.iter().all(|run| run.not_understood.is_some()));
}
