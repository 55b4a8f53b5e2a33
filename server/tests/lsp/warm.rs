//! Searches one after the other, through the shipped binary: an edit has only what it changes looked into again.

use serde_json::{Value, json};

use super::client::Client;
use super::common::Folder;

const HELPERS: &str = "int larger(int a, int b) {
    int result = b;
    if (a > b + 1)
        result = a;
    return result;
}

int twice(int n) {
    return n + n;
}
";

const TESTS: &str = r#"
[[test]]
call = "larger(4, 3)"
returns = "4"

[[test]]
call = "larger(9, 3)"
returns = "9"

[[test]]
call = "larger(2, 3)"
returns = "3"

[[test]]
call = "twice(4)"
returns = "8"
"#;

/// Searches, and gives the whole report.
fn localize(client: &mut Client, uri: &str, version: i64) -> Value {
    let is_current = |status: &Value| {
        status["version"] == version && status["state"] == "idle" && status["testsStale"] == false
    };
    client.status(is_current);
    client.command("faultlens.localize", uri);
    client.status(|status| status["state"] == "localizing");
    client.status(|status| status["state"] == "idle");
    client.command("faultlens.showReport", uri)
}

/// Makes another text of a document.
fn edit(client: &mut Client, uri: &str, version: i64, text: &str) {
    let change = json!({
        "textDocument": { "uri": uri, "version": version },
        "contentChanges": [{ "text": text }],
    });
    client.notify("textDocument/didChange", change);
}

/// What the report says of the statements of a set, wherever they stand.
fn sets(report: &Value) -> Vec<String> {
    let texts = |set: &Value| {
        let components = set["components"].as_array().unwrap();
        let texts = components.iter().map(|c| c["text"].as_str().unwrap());
        texts.collect::<Vec<_>>().join("; ")
    };
    let diagnoses = report["diagnoses"].as_array().unwrap();
    diagnoses.iter().map(texts).collect()
}

#[test]
fn an_edit_has_only_what_it_changes_looked_into_again() {
    let folder = Folder::new("warm");
    folder.write("helpers.c", HELPERS.as_bytes());
    folder.write("faultlens.toml", TESTS.as_bytes());
    let uri = format!("file://{}/helpers.c", folder.path().display());
    let mut client = Client::start(
        "neovim-0.11.4",
        folder.path(),
        std::process::id(),
        json!({}),
    );
    client.open(&uri, HELPERS);
    let recalled = |report: &Value| report["stats"]["recalled_answers"].as_u64().unwrap();

    let first = localize(&mut client, &uri, 1);
    assert!(!sets(&first).is_empty(), "{first}");
    assert_eq!(recalled(&first), 0);

    // A comment, and another function: nothing has to be asked that was asked before.
    let commented = format!("/* Helpers. */\n{HELPERS}").replace("n + n", "2 * n");
    edit(&mut client, &uri, 2, &commented);
    let second = localize(&mut client, &uri, 2);
    assert_eq!(sets(&second), sets(&first));
    assert!(recalled(&second) > 0, "{second}");

    // The function at fault: all of it has to.
    let faulty = commented.replace("a > b + 1", "a > b + 2");
    edit(&mut client, &uri, 3, &faulty);
    let third = localize(&mut client, &uri, 3);
    assert_eq!(recalled(&third), 0);
    assert!(!sets(&third).is_empty(), "{third}");
    client.shut_down();
}
