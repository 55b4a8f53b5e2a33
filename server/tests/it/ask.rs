//! `faultlens ask`: a question where the tests do not decide between two repairs.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{Folder, faultlens, is_of_schema};

/// The sum of two numbers: for 2 and 2, their product is the same.
const SUM: &str = "\
#include <stdio.h>
int main(void) {
  int a, b;
  if (scanf(\"%d %d\", &a, &b) != 2)
    return 1;
  printf(\"%d\\n\", a - b);
  return 0;
}
";

fn folder() -> Folder {
    let folder = Folder::new("ask");
    folder.write("sum.c", SUM.as_bytes());
    folder.write("tests/1.in", b"2 2\n");
    folder.write("tests/1.out", b"4\n");
    folder
}

/// Exit status and output for these answers.
fn asked(folder: &Folder, answers: &str) -> (Option<i32>, String) {
    asked_with(folder, &[], answers)
}

fn asked_with(folder: &Folder, args: &[&str], answers: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_faultlens"));
    command.args(["ask", "sum.c"]).args(args);
    command.current_dir(folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(answers.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), text)
}

/// The question for an input as JSON.
fn question(folder: &Folder) -> serde_json::Value {
    let question = faultlens(folder.path(), &["ask", "sum.c", "--format", "json"]).json();
    is_of_schema("ask", &question);
    question
}

#[test]
fn an_answer_becomes_a_test_that_decides() {
    let folder = folder();
    let question = question(&folder);
    let [a, b] = [0, 1].map(|at| question["answers"][at]["output"].as_str().unwrap());
    assert_ne!(a, b);
    let numbers = question["input"].as_str().unwrap().split_whitespace();
    let numbers: Vec<i64> = numbers.map(|word| word.parse().unwrap()).collect();
    let sum = format!("{}\n", numbers[0] + numbers[1]);
    assert_eq!(question["now"], format!("{}\n", numbers[0] - numbers[1]));
    assert!([a, b].contains(&&*sum), "{question}");

    // Other letters are asked for again.
    let letter = if a == sum { "a" } else { "b" };
    let (status, text) = asked(&folder, &format!("x\n{letter}\n"));
    assert_eq!(status, Some(1), "{text}");
    assert_eq!(text.matches("What should it print?").count(), 2, "{text}");
    assert!(text.contains("Test 2 is written"), "{text}");
    let of = |file: &str| fs::read_to_string(folder.path().join("tests").join(file)).unwrap();
    assert_eq!(of("2.out"), sum);
    assert_eq!(of("2.in").split_whitespace().count(), 2);
    assert!(text.contains("fix 1: replace `-` by `+`"), "{text}");
}

#[test]
fn a_repair_says_where_it_changes_nothing() {
    let folder = folder();
    let report = faultlens(folder.path(), &["localize", "sum.c", "--format", "json"]).json();
    let nearby = &report["diagnoses"][0]["fixes"][0]["nearby"];
    let [inputs, as_before] = ["inputs", "as_before"].map(|key| nearby[key].as_u64().unwrap());
    // Inputs near 2 and 2 are positive, and there `a + b` is never `a - b`.
    assert!(inputs > 3 && as_before == 0, "{nearby}");
}

#[test]
fn who_does_not_know_gets_the_result_as_it_is() {
    let folder = folder();
    // What is not ended is not an answer.
    for answers in ["\n", "", "n\n", "n\nhalf\n"] {
        let (status, text) = asked(&folder, answers);
        assert_eq!(status, Some(1), "{text}");
        assert!(text.contains("the one test fails"), "{text}");
    }
    let tests = fs::read_dir(folder.path().join("tests")).unwrap();
    assert_eq!(tests.count(), 2, "no test is written");
}

#[test]
fn another_output_is_typed() {
    let folder = folder();
    let (_, text) = asked(&folder, "n\nseven\n\nlines\n.\n\n");
    assert!(text.contains("Test 2 is written"), "{text}");
    let output = folder.path().join("tests/2.out");
    assert_eq!(fs::read_to_string(output).unwrap(), "seven\n\nlines\n");
}

#[test]
fn where_the_tests_decide_nothing_is_asked() {
    let folder = folder();
    for (number, pair) in [(2, "1 5"), (3, "7 1"), (4, "0 3")] {
        let sum: i64 = pair.split(' ').map(|n| n.parse::<i64>().unwrap()).sum();
        folder.write(&format!("tests/{number}.in"), pair.as_bytes());
        folder.write(
            &format!("tests/{number}.out"),
            format!("{sum}\n").as_bytes(),
        );
    }
    assert_eq!(question(&folder)["input"], serde_json::Value::Null);
    let (status, text) = asked(&folder, "");
    assert_eq!(status, Some(1));
    assert!(text.starts_with("There is nothing to ask"), "{text}");
}

#[test]
fn the_test_is_written_where_the_tests_are() {
    let folder = folder();
    folder.write("cases/1.in", b"2 2\n");
    folder.write("cases/1.out", b"4\n");
    asked_with(&folder, &["--tests", "cases"], "a\n\n");
    assert!(folder.path().join("cases/2.out").is_file());

    // Beside the tests of the program, and called like them.
    folder.write("other.c", b"int main(void) { return 0; }\n");
    folder.write("tests/other/1.out", b"\n");
    folder.write("tests/sum/pair7.in", b"2 2\n");
    folder.write("tests/sum/pair7.out", b"4");
    for file in ["1.in", "1.out"] {
        fs::remove_file(folder.path().join("tests").join(file)).unwrap();
    }
    fs::write(folder.path().join("sum.c"), SUM.replace("%d\\n\"", "%d\"")).unwrap();
    let (_, text) = asked_with(&folder, &[], "a\n\n");
    let output = folder.path().join("tests/sum/pair1.out");
    let output = fs::read_to_string(output).unwrap_or_else(|_| panic!("{text}"));
    assert!(!output.ends_with('\n'), "as the program prints it");
}
