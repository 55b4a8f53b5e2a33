//! End-to-end tests on the cases of this crate, except for times.

use std::path::Path;

use clap::Parser as _;
use expect_test::expect;

use crate::cli::Cli;

/// Output of the tool for some arguments.
fn written(arguments: &str) -> String {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = format!("bench-{}-{}.md", std::process::id(), arguments.len());
    let out = std::env::temp_dir().join(name);
    let cases = here.join("cases");
    let word = |word: &str| word.replace("CASES", &cases.to_string_lossy());
    let mut all = vec!["bench".to_owned()];
    all.extend(arguments.split(' ').map(word));
    all.extend(["--out".to_owned(), out.to_string_lossy().into_owned()]);
    crate::run(&Cli::parse_from(all)).unwrap();
    let text = std::fs::read_to_string(&out).unwrap();
    std::fs::remove_file(&out).unwrap();
    text
}

#[test]
fn answers_become_a_table() {
    let arguments = "CASES --bin CASES/stand-in.sh --strategies multi,sniper --timeout 2.5 --arg --unwind --arg 9";
    let text = written(arguments);
    // The worker's peak memory in the answer counts, because it is more than the shell takes.
    assert!(text.contains("| peak memory | 4000 MB |"), "{text}");
    let varies = |line: &&str| line.starts_with("| time,") || line.starts_with("| peak");
    let lines: Vec<&str> = text.lines().filter(|line| !varies(line)).collect();
    expect![[r"
        ## cases

        |  | multi | sniper |
        |---|---:|---:|
        | cases | 4 | 4 |
        | complete | 1 | 0 |
        | stopped | 1 | 0 |
        | none | 0 | 0 |
        | unanalysable | 1 | 0 |
        | other endings | 1 | 4 |
        | same failing tests | 2 of 3 | 0 of 3 |
        | mean rank | 4.83 | 6.67 |
        | top-1 | 0 of 3 | 0 of 3 |
        | top-3 | 1 of 3 | 0 of 3 |
        | top-5 | 1 of 3 | 0 of 3 |
        | top-10 | 1 of 3 | 0 of 3 |
        | a diagnosis covers a fault | 2 of 3 | 0 of 3 |
        | a diagnosis covers all faults | 1 of 3 | 0 of 3 |
        | all diagnoses together cover all faults | 2 of 3 | 0 of 3 |
        | unverified diagnoses | 1 | 0 |
        | `minimal: proved` | 80.0 % of 5 | – |
        | unknown answers | 5.0 % of 100 | – |

        Ranks, and what covers faults, are counted over the cases whose faulty lines are known; a line that is not ranked counts as half of the program's lines. A paper's time is CPU time on its authors' machine."]].assert_eq(&lines.join("\n"));
}

#[test]
fn mixes_of_factors_rank_every_known_case() {
    let text = written("CASES --ablate ranking --jobs 2");
    let some = ["|  |", "| all", "| without Fix", "| only Share", "| none"];
    let shown = |line: &&str| some.iter().any(|start| line.starts_with(start));
    let lines: Vec<&str> = text.lines().filter(shown).collect();
    expect![[r"
        |  | mean rank | top-1 | top-3 | top-5 | top-10 | better in | worse in |
        | all factors | 1.00 | 3 of 3 | 3 of 3 | 3 of 3 | 3 of 3 | – | – |
        | without Fix | 1.67 | 1 of 3 | 3 of 3 | 3 of 3 | 3 of 3 | 0 | 2 |
        | only Share | 1.67 | 1 of 3 | 3 of 3 | 3 of 3 | 3 of 3 | 0 | 2 |
        | none | 1.67 | 1 of 3 | 3 of 3 | 3 of 3 | 3 of 3 | 0 | 2 |"]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn generators_are_left_out_one_by_one() {
    let text = written("CASES --ablate generators --jobs 2");
    expect![[r"
        | generator | first repairs | right | right without it, too | wrong, but right without it |
        |---|---:|---:|---:|---:|
        | constant | 2 | 1 | 0 | 0 |
        | operators | 1 | 1 | 1 | 0 |
        | several | 1 | 1 | 1 | 0 |
    "]]
    .assert_eq(&text);
}
