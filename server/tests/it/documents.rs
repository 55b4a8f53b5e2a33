//! Reports for who was not there: HTML, Markdown, SARIF.

use crate::common::{Folder, faultlens};
use roxmltree::Document;
use serde_json::Value as Json;

/// The larger of two numbers, wrong; a header that the program needs; names and outputs that are markup.
fn folder() -> Folder {
    let folder = Folder::new("documents");
    let program = "#include <stdio.h>
#include \"larger.h\"
int main(void) {
    int a, b;
    scanf(\"%d %d\", &a, &b);
    printf(\"<b>%d</b> & `x`\\n\", larger(a, b));
    return 0;
}
";
    let other = "#include \"larger.h\"
int larger(int a, int b) {
    if (a < b)
        return a;
    return b;
}
";
    folder.write("p.c", program.as_bytes());
    folder.write("larger.c", other.as_bytes());
    folder.write("larger.h", b"int larger(int a, int b);\n");
    folder.write("tests/up.in", b"1 2\n");
    folder.write("tests/up.out", b"<b>2</b> & `x`\n");
    folder.write("tests/same.in", b"2 2\n");
    folder.write("tests/same.out", b"<b>2</b> & `x`\n");
    folder
}

fn report(format: &str) -> String {
    let run = faultlens(folder().path(), &["localize", "p.c", "--format", format]);
    run.is_calm();
    assert_eq!(run.status, 1, "{run:?}");
    run.stdout
}

#[test]
fn a_page_has_everything_and_loads_nothing() {
    let page = report("html");
    assert!(page.len() < 2_000_000);
    for words in [
        "1 of 2 tests fails",
        "Possible causes",
        "How up fails",
        "id=\"larger.c-L3\"",
        "class=\"heat1\"",
        "What the failure depends on",
        "<svg",
        // Text of the user's is text.
        "&lt;b&gt;1&lt;/b&gt; &amp; `x`",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    for forbidden in ["<script", "src=", "url(http", "href=\"http", "<b>%d</b>"] {
        assert!(!page.contains(forbidden), "{forbidden}: {page}");
    }
    // The drawing is a picture of its own.
    let drawing = &page[page.find("<svg").unwrap()..page.find("</svg>").unwrap() + 6];
    Document::parse(drawing).unwrap();
}

/// Escapes of a terminal, and characters that turn the direction of the text around, at every place of a page.
#[test]
fn a_page_makes_what_cannot_be_seen_visible() {
    let folder = Folder::new("unseen");
    let program = "int printf(const char *, ...);\n// \u{202e}\u{1b}[31m\nint main(void) {\n    int n = 1; /* \u{2066} */\n\
                   printf(\"\\033[1m%d\u{202e}\\n\", n);\n    return 0;\n}\n";
    folder.write("p.c", program.as_bytes());
    let name = "t\u{1b}\u{202e}\u{2066}";
    folder.write(
        &format!("tests/{name}.out"),
        "\u{1b}[1m2\u{2066}\n".as_bytes(),
    );
    let run = faultlens(folder.path(), &["localize", "p.c", "--format", "html"]);
    assert_eq!(run.status, 1, "{run:?}");
    let unseen = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t') || matches!(c, '\u{202e}' | '\u{2066}')
    };
    assert!(!run.stdout.contains(unseen), "{run:?}");
    for shown in [
        "// \\u{202e}\\u{1b}[31m",
        "/* \\u{2066} */",
        "t\\u{1b}\\u{202e}\\u{2066}",
        "\\u{1b}[1m1\\u{202e}",
        "\\u{1b}[1m2\\u{2066}",
    ] {
        assert!(run.stdout.contains(shown), "{shown}: {}", run.stdout);
    }
}

#[test]
fn a_document_names_causes_and_shows_fixes_and_outputs() {
    let text = report("markdown");
    for words in [
        "# `p.c`\n\n1 of 2 tests fails, ",
        "## Possible causes",
        "`larger.c:3` `a < b`",
        "```diff",
        "## How up fails",
        "## Output of up",
        "-<b>2</b> & `x`\n+<b>1</b> & `x`\n",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn code_review_tools_get_places_ranks_and_fixes() {
    let text = report("sarif");
    // The types of the library are made from the schema of the format.
    let _: serde_sarif::sarif::Sarif = serde_json::from_str(&text).unwrap();
    let log: Json = serde_json::from_str(&text).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "FaultLens");
    let results = run["results"].as_array().unwrap();
    let first = &results[0];
    assert_eq!(first["ruleId"], "suspect");
    assert_eq!(first["level"], "warning");
    assert_eq!(first["rank"], 100.0);
    let place = &first["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "larger.c");
    assert!(place["region"]["startLine"].is_u64());
    let with_fix = results.iter().find(|r| r["fixes"][0].is_object()).unwrap();
    let change = &with_fix["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "larger.c");
    assert!(change["replacements"][0]["deletedRegion"]["endColumn"].is_u64());
}

#[test]
fn reports_say_what_keeps_tests_from_being_analysed() {
    let folder = Folder::new("wrong");
    folder.write(
        "p.c",
        b"int main(void) {\n    int x = 3\n    return x;\n}\n",
    );
    folder.write("tests/t.exit", b"4\n");
    let report = |format| {
        let run = faultlens(folder.path(), &["localize", "p.c", "--format", format]);
        assert_eq!(run.status, 2, "{run:?}");
        run.stdout
    };
    for format in ["html", "markdown"] {
        let text = report(format);
        assert!(text.contains("could not be analysed: "), "{text}");
        assert!(text.contains("p.c:3:5: error: expected "), "{text}");
        for empty in [
            "Worth a look",
            "Possible causes",
            "<ol></ol>",
            "may be more",
        ] {
            assert!(!text.contains(empty), "{empty}: {text}");
        }
    }
    let log: Json = serde_json::from_str(&report("sarif")).unwrap();
    let end = &log["runs"][0]["invocations"][0];
    assert_eq!(end["executionSuccessful"], false);
    let notes = end["toolExecutionNotifications"].as_array().unwrap();
    let levels: Vec<&Json> = notes.iter().map(|note| &note["level"]).collect();
    assert_eq!(levels, ["error", "error"]);
    let place = &notes[1]["locations"][0]["physicalLocation"];
    assert_eq!(place["region"]["startLine"], 3);
}

#[test]
fn only_localizations_have_them() {
    for format in ["html", "sarif"] {
        let run = faultlens(folder().path(), &["test", "p.c", "--format", format]);
        assert_eq!(run.status, 2, "{run:?}");
        assert!(
            run.stderr
                .contains("[possible values: text, json, concise, junit, "),
            "{run:?}"
        );
    }
}

#[test]
fn how_many_tests_run_each_line_is_told() {
    let run = faultlens(folder().path(), &["test", "p.c", "--format", "json"]);
    let report = run.json();
    let lines = report["coverage"].as_array().unwrap().iter();
    let told: Vec<String> = lines
        .map(|line| {
            format!(
                "{}:{} {}",
                line["file"].as_str().unwrap(),
                line["line"],
                line["tests"]
            )
        })
        .collect();
    let wanted = [
        "larger.c:3 2",
        "larger.c:4 1",
        "larger.c:5 1",
        "p.c:5 2",
        "p.c:6 2",
        "p.c:7 2",
    ];
    assert_eq!(told, wanted);
}
