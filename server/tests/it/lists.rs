//! Lists of findings for other programs: lines like a compiler's, GitHub, GitLab, SARIF; of a program and of a folder.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use crate::common::{Folder, faultlens};

/// A wrong condition that is written twice, in two lines and on one line each, and a name with what GitHub escapes.
const PROGRAM: &str = "#include <stdio.h>
int main(void) {
    int x = 0;
    scanf(\"%d\", &x);
    printf(\"%d\\n\", x >
        2 ? x : 0);
    return 0;
}
";

fn folder(text: &str) -> Folder {
    let folder = Folder::new("lists");
    folder.write("a,b/p.c", text.as_bytes());
    for (name, number) in [("t1", "2\n"), ("t2", "3\n")] {
        folder.write(&format!("a,b/tests/{name}.in"), number.as_bytes());
        folder.write(&format!("a,b/tests/{name}.out"), number.as_bytes());
    }
    // Stops at a line, in both of its tests.
    folder.write(
        "trap.c",
        b"int main(void) {\n    int *p = 0;\n    return *p;\n}\n",
    );
    folder.write("tests/trap_1.exit", b"1\n");
    folder.write("tests/trap_2.exit", b"2\n");
    folder
}

fn list(folder: &Folder, command: &str, asked: &str, format: &str) -> String {
    let run = faultlens(folder.path(), &[command, asked, "--format", format]);
    run.is_calm();
    assert_eq!((run.status, run.stderr.as_str()), (1, ""), "{run:?}");
    run.stdout
}

/// Splits `file:line:col: level: message`.
fn parts(line: &str) -> (&str, u32, u32, &str, &str) {
    let mut parts = line.splitn(5, ':');
    let mut next = || parts.next().unwrap().trim_start();
    let (file, line, column) = (next(), next().parse(), next().parse());
    (file, line.unwrap(), column.unwrap(), next(), next())
}

#[test]
fn a_line_for_each_finding_as_compilers_write_them() {
    let folder = folder(PROGRAM);
    let text = list(&folder, "localize", ".", "concise");
    let all: Vec<_> = text.lines().map(parts).collect();
    let of = |file| all.iter().filter(move |part| part.0 == file);
    let first = of("a,b/p.c").next().unwrap();
    assert_eq!((first.3, first.2 > 1), ("warning", true), "{text}");
    assert!(first.4.starts_with("Suspect 1 of "), "{text}");
    // As many as the search has certified, by rank.
    let report = faultlens(folder.path(), &["localize", "a,b/p.c", "--format", "json"]).json();
    let ranking = report["ranking"].as_array().unwrap().iter();
    let count = ranking.filter(|line| line["certified"] == true).count();
    let ranks: Vec<String> = (1..=count)
        .map(|rank| format!("Suspect {rank} of {count}"))
        .collect();
    let told: Vec<&str> = of("a,b/p.c")
        .map(|part| part.4.split(": ").next().unwrap())
        .collect();
    assert_eq!(told, ranks);
    assert_eq!(of("a,b/tests/t1.out").count(), 1, "{text}");
    // Tests that stop at one place in one way are one finding.
    let stops: Vec<_> = of("trap.c").filter(|part| part.3 == "error").collect();
    assert_eq!(stops.len(), 1, "{text}");
    assert_eq!(
        (stops[0].1, stops[0].4.starts_with("trap_1, trap_2: ")),
        (3, true)
    );
    let tests = list(&folder, "test", ".", "concise");
    assert_eq!(
        tests
            .lines()
            .map(parts)
            .filter(|part| part.3 == "error")
            .count(),
        2,
        "{tests}"
    );
}

#[test]
fn workflow_commands_are_escaped_as_github_says() {
    let folder = folder(PROGRAM);
    for command in ["localize", "test"] {
        let text = list(&folder, command, ".", "github");
        for line in text.lines() {
            let rest = line.strip_prefix("::").unwrap();
            let (head, message) = rest.split_once("::").unwrap();
            let (level, properties) = head.split_once(' ').unwrap();
            assert!(["error", "warning", "notice"].contains(&level), "{line}");
            assert!(
                !message.replace("%25", "").replace("%0A", "").contains('%'),
                "{line}"
            );
            let names: Vec<&str> = properties
                .split(',')
                .map(|property| property.split_once('=').unwrap().0)
                .collect();
            let has_columns = names.contains(&"col");
            let wanted: &[&str] = if has_columns {
                &["file", "line", "endLine", "col", "endColumn", "title"]
            } else {
                &["file", "line", "endLine", "title"]
            };
            assert_eq!(names, wanted, "{line}");
            // Columns are those of one line.
            let value = |name: &str| {
                let of = properties.split(',').find_map(|p| p.strip_prefix(name));
                of.unwrap().to_owned()
            };
            assert!(
                !has_columns || value("line=") == value("endLine="),
                "{line}"
            );
        }
        assert!(text.contains("file=a%2Cb/"), "{text}");
    }
    let text = list(&folder, "localize", "a,b/p.c", "github");
    assert!(text.contains("`printf(\"%25d\\n\""), "{text}");
    // A statement of two lines has no columns.
    assert!(text.contains(",line=5,endLine=6,title="), "{text}");
}

/// Fingerprints with the lines of their places.
fn fingerprints(folder: &Folder, command: &str) -> Vec<(String, u64)> {
    let list: Json = serde_json::from_str(&list(folder, command, ".", "gitlab")).unwrap();
    let list = list.as_array().unwrap();
    let found = list.iter().map(|found| {
        assert!(!found["description"].as_str().unwrap().is_empty());
        assert!(!found["check_name"].as_str().unwrap().is_empty());
        let severities = ["info", "minor", "major", "critical", "blocker"];
        assert!(
            severities.contains(&found["severity"].as_str().unwrap()),
            "{found}"
        );
        let place = &found["location"];
        let path = place["path"].as_str().unwrap();
        assert!(!path.starts_with(['.', '/']), "{found}");
        let lines = place["lines"]["begin"].as_u64();
        let line = lines.or(place["positions"]["begin"]["line"].as_u64());
        (
            found["fingerprint"].as_str().unwrap().to_owned(),
            line.unwrap(),
        )
    });
    found.collect()
}

#[test]
fn fingerprints_are_unique_and_stay_when_lines_move() {
    let twice = PROGRAM.replace(
        "    scanf(\"%d\", &x);\n",
        "    scanf(\"%d\", &x);\n    x = x + 0;\n    x = x + 0;\n",
    );
    let (before, after) = (folder(&twice), folder(&format!("\n// A comment.\n{twice}")));
    for command in ["localize", "test"] {
        let (old, new) = (
            fingerprints(&before, command),
            fingerprints(&after, command),
        );
        let unique: BTreeSet<&String> = old.iter().map(|(name, _)| name).collect();
        assert_eq!(unique.len(), old.len(), "{old:?}");
        let names = |list: &[(String, u64)]| {
            list.iter()
                .map(|(name, _)| name.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&old), names(&new), "{command}");
        assert!(command == "test" || old != new, "{old:?}");
    }
}

#[test]
fn a_log_of_a_folder_has_all_results() {
    let folder = folder(PROGRAM);
    let text = list(&folder, "localize", ".", "sarif");
    let _: serde_sarif::sarif::Sarif = serde_json::from_str(&text).unwrap();
    let log: Json = serde_json::from_str(&text).unwrap();
    let [run] = &log["runs"].as_array().unwrap()[..] else {
        panic!("{log}");
    };
    assert_eq!(run["automationDetails"]["id"], "faultlens/");
    assert_eq!(run["invocations"].as_array().unwrap().len(), 2);
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let (mut files, mut names) = (BTreeSet::new(), BTreeSet::new());
    for result in run["results"].as_array().unwrap() {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(rule["helpUri"].as_str().unwrap().starts_with("https://"));
        let name = &result["partialFingerprints"]["finding/v1"];
        assert!(names.insert(name.as_str().unwrap()), "{name} twice");
        let place = &result["locations"][0]["physicalLocation"];
        files.insert(place["artifactLocation"]["uri"].as_str().unwrap());
    }
    assert!(
        files.contains("a%2Cb/p.c") && files.contains("trap.c"),
        "{files:?}"
    );
}

#[test]
fn a_program_that_cannot_be_read_is_not_an_empty_list() {
    let folder = Folder::new("lists-wrong");
    folder.write(
        "p.c",
        b"int main(void) {\n    int x = 3\n    return x;\n}\n",
    );
    folder.write("q.c", b"int main(void) { return 0; }\n");
    folder.write("tests/p_1.exit", b"4\n");
    for command in ["localize", "test"] {
        let run = faultlens(folder.path(), &[command, "p.c", "--format", "concise"]);
        assert_eq!(run.status, 2, "{run:?}");
        assert!(
            run.stdout.starts_with("p.c:3:5: error: expected "),
            "{run:?}"
        );
        let run = faultlens(folder.path(), &[command, "nosuch.c", "--format", "github"]);
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.stdout.contains("file=nosuch.c,line=1"), "{run:?}");
    }
}
