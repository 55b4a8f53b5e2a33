//! The whole way in each editor: open, tests, localize, diagnostics, hover, lens, hints, edit, end.

use std::path::Path;

use serde_json::{Value, json};

use super::client::Client;
use super::common::Folder;

const PROGRAM: &str = include_str!("../../../fixtures/max3/program.c");

/// The fixture `max3` in a folder of its own.
fn max3(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    folder.write("program.c", PROGRAM.as_bytes());
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/max3/tests");
    for entry in std::fs::read_dir(tests).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("tests/{}", path.file_name().unwrap().to_string_lossy());
        folder.write(&name, &std::fs::read(&path).unwrap());
    }
    let uri = format!("file://{}/program.c", folder.path().display());
    (folder, uri)
}

#[test]
fn vscode() {
    flow("vscode-1.139.1", "utf-16");
}

#[test]
fn neovim() {
    flow("neovim-0.11.4", "utf-8");
}

#[test]
fn helix() {
    flow("helix-25.07", "utf-8");
}

#[test]
fn eglot() {
    flow("eglot-1.9", "utf-16");
}

#[test]
fn ale() {
    flow("ale-3.3.0", "utf-16");
}

fn flow(editor: &str, encoding: &str) {
    let (folder, uri) = max3(editor);
    let document = json!({ "textDocument": { "uri": uri } });
    let options = json!({ "timeLimit": 10 });
    let mut client = Client::start(editor, folder.path(), std::process::id(), options);
    let capabilities = client.initialized["capabilities"].clone();
    assert_eq!(capabilities["positionEncoding"], encoding);
    assert_eq!(
        capabilities.get("diagnosticProvider").is_some(),
        client.conduct.pulls()
    );

    // A character outside of ASCII at the start of every line of a body makes the encodings differ.
    let text = PROGRAM.replace("\n  ", "\n/*\u{1f980}*/  ");
    assert_ne!(text, PROGRAM);
    client.open(&uri, &text);
    let status = client.status(|status| !status["failing"].is_null());
    assert_eq!(
        (&status["failing"], &status["result"]),
        (&json!(3), &json!("testsFail"))
    );
    assert_eq!(
        titles(&mut client, &document)[1],
        "Localize 3 failing tests"
    );

    that_tests_fail_is_seen_at_main(&mut client, &uri, &text);

    let action = first_action(&mut client, &uri);
    let command = if action["command"].is_string() {
        action
    } else {
        action["command"].clone()
    };
    let _: Value = client.request("workspace/executeCommand", command);
    // A debug build on a busy machine may not finish within its time; what it found is right all the same.
    let status = client.status(|status| {
        status["state"] == "idle" && (status["result"] == "found" || status["result"] == "stopped")
    });
    assert!(status["sets"].as_u64().unwrap() > 0);
    let lines = client.notification("faultlens/lines", |lines| {
        lines["lines"]
            .as_array()
            .is_some_and(|lines| !lines.is_empty())
    });
    assert_eq!(lines["lines"][0]["rank"], 1);

    let final_ones = |all: &[Value]| {
        all.iter().any(|d| d["code"] == "suspect")
            && !all.iter().any(|d| message(d).contains("so far"))
    };
    let diagnostics = client.diagnostics(&uri, final_ones);
    let suspects: Vec<&Value> = diagnostics
        .iter()
        .filter(|d| d["code"] == "suspect")
        .collect();
    for suspect in &suspects {
        let shown = at(&text, &suspect["range"], encoding);
        assert!(message(suspect).starts_with("suspect "), "{suspect}");
        assert!(
            message(suspect).contains(&format!("`{shown}`")),
            "{suspect} is at {shown}"
        );
    }
    let suspect = suspects
        .iter()
        .find(|d| d["severity"] == 2)
        .expect("a warning");

    let position = json!({ "textDocument": { "uri": uri }, "position": suspect["range"]["start"] });
    let hover: Value = client.request("textDocument/hover", position);
    let markdown =
        client.conduct.can("/textDocument/hover/contentFormat/1") || editor.starts_with("helix");
    let explanation = hover["contents"]["value"].as_str().unwrap();
    assert_eq!(
        hover["contents"]["kind"],
        if markdown { "markdown" } else { "plaintext" }
    );
    assert!(
        explanation.contains("Suspect ") && explanation.contains("failing test"),
        "{explanation}"
    );
    assert_eq!(explanation.contains("**"), markdown);
    assert!(
        titles(&mut client, &document)
            .iter()
            .any(|title| title.starts_with("cause 1 of "))
    );
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let hints: Value = client.request(
        "textDocument/inlayHint",
        json!({ "textDocument": { "uri": uri }, "range": range }),
    );
    assert!(hints.as_array().is_some(), "{hints}");

    let start = json!({ "line": 0, "character": 0 });
    client.notify(
        "textDocument/didChange",
        json!({
            "textDocument": { "uri": uri, "version": 2 },
            "contentChanges": [{ "range": { "start": start, "end": start }, "text": "\n" }],
        }),
    );
    let moved = client.diagnostics(&uri, |all| {
        !all.is_empty() && all.iter().all(|d| message(d).starts_with("stale: "))
    });
    let line = suspect["range"]["start"]["line"].as_u64().unwrap() + 1;
    assert!(
        moved
            .iter()
            .any(|d| d["range"]["start"]["line"] == line && d["severity"] != 2),
        "{moved:#?}"
    );
    client.shut_down();
}

/// In a lens, or else in a diagnostic.
fn that_tests_fail_is_seen_at_main(client: &mut Client, uri: &str, text: &str) {
    let of_tests = |all: &[Value]| all.iter().position(|d| d["code"] == "tests");
    if client.conduct.can("/textDocument/codeLens") {
        // Pushed diagnostics are looked at wherever they come.
        if client.conduct.pulls() {
            let all = client.diagnostics(uri, |_| true);
            assert_eq!(of_tests(&all), None);
        }
        return;
    }
    let all = client.diagnostics(uri, |all| of_tests(all).is_some());
    let told = &all[of_tests(&all).unwrap()];
    assert_eq!(
        (&told["severity"], &told["source"]),
        (&json!(3), &json!("FaultLens"))
    );
    let first = message(told).lines().next().unwrap();
    let promised =
        "3 of 5 tests fail; the code action \"localize 3 failing tests\" looks for suspects";
    assert_eq!(first, promised);
    let line = text.lines().position(|line| line.contains("main("));
    assert_eq!(told["range"]["start"]["line"], json!(line));
}

fn titles(client: &mut Client, document: &Value) -> Vec<String> {
    let lenses: Value = client.request("textDocument/codeLens", document.clone());
    let lenses = lenses.as_array().cloned().unwrap_or_default();
    lenses
        .iter()
        .map(|lens| lens["command"]["title"].as_str().unwrap().to_owned())
        .collect()
}

/// What every client has: an action, be it a literal or a command.
fn first_action(client: &mut Client, uri: &str) -> Value {
    let start = json!({ "line": 1, "character": 0 });
    let params = json!({
        "textDocument": { "uri": uri },
        "range": { "start": start, "end": start },
        "context": { "diagnostics": [] },
    });
    let actions: Value = client.request("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "FaultLens: localize 3 failing tests");
    actions[0].clone()
}

fn message(diagnostic: &Value) -> &str {
    diagnostic["message"].as_str().unwrap()
}

/// The text in a range of one line, counted in the client's encoding.
fn at(text: &str, range: &Value, encoding: &str) -> String {
    assert_eq!(range["start"]["line"], range["end"]["line"]);
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let line = text.lines().nth(number(&range["start"]["line"])).unwrap();
    let (start, end) = (
        number(&range["start"]["character"]),
        number(&range["end"]["character"]),
    );
    if encoding == "utf-8" {
        line[start..end].to_owned()
    } else {
        String::from_utf16(&line.encode_utf16().collect::<Vec<u16>>()[start..end]).unwrap()
    }
}
