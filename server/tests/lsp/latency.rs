//! How long a client waits, measured on laid-out cases: `cargo xtask latency CASE…` runs it and prints a table.
//!
//! A case is a folder with `program.c` and `tests/`. Nothing is measured, and nothing asserted, unless cases are named: a
//! busy machine is no failure.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Client;
use super::common::Folder;

/// Keystrokes while a search runs.
const KEYSTROKES: usize = 400;
/// Searches that are begun, to be cancelled or to be waited for.
const REPEATS: usize = 10;

/// Fails soon, for its output is wrong from the beginning, and runs for very long; the search has something to do all the time.
const ENDLESS: &str = "#include <stdio.h>
int main(void) {
    unsigned i, x = 0;
    printf(\"start\\n\");
    for (i = 0; i < 4000000000u; i++)
        x += i;
    printf(\"%u\\n\", x);
    return 0;
}
";

#[test]
fn times_of_cases() {
    let Ok(cases) = std::env::var("FAULTLENS_LATENCY") else {
        return;
    };
    println!("| what | p50 ms | p99 ms | most ms |\n|---|---:|---:|---:|");
    keystrokes();
    for case in cases.split(':') {
        first_diagnosis(Path::new(case));
    }
}

/// From a keystroke to the answer to the request behind it, and from a cancel to the end of the worker, beside a search.
fn keystrokes() {
    let folder = Folder::new("latency");
    folder.write("endless.c", ENDLESS.as_bytes());
    folder.write("tests/t0.out", b"1\n");
    folder.write("typed.c", ENDLESS.as_bytes());
    let uri = |name: &str| format!("file://{}/{name}", folder.path().display());
    let (endless, typed) = (uri("endless.c"), uri("typed.c"));
    let options = json!({ "timeLimit": 600 });
    let mut client = Client::start("vscode-1.139.1", folder.path(), std::process::id(), options);
    client.open(&endless, ENDLESS);
    client.status(|status| status["failing"] == 1 && status["state"] == "idle");
    client.open(&typed, ENDLESS);
    client.command("faultlens.localize", &endless);
    client.status(|status| status["state"] == "localizing");
    let mut replies = Vec::new();
    for number in 0..KEYSTROKES {
        let at = json!({ "line": 0, "character": 0 });
        let change = json!({ "range": { "start": at, "end": at }, "text": " " });
        let asked = Instant::now();
        client.notify(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": typed, "version": number + 2 }, "contentChanges": [change] }),
        );
        let params = json!({ "textDocument": { "uri": typed } });
        let _: Value = client.request("textDocument/codeLens", params);
        replies.push(asked.elapsed());
        // As quick as anybody types.
        std::thread::sleep(Duration::from_millis(10));
    }
    row("didChange to the next reply, while a search runs", replies);
    let mut cancels = Vec::new();
    for _ in 0..REPEATS {
        client.command("faultlens.localize", &endless);
        client.status(|status| status["state"] == "localizing");
        while client.workers().is_empty() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let asked = Instant::now();
        client.command("faultlens.cancel", &endless);
        client.status(|status| status["state"] == "idle");
        cancels.push(asked.elapsed());
    }
    row("cancel to idle", cancels);
    client.shut_down();
}

/// From the command to the first suspect on the screen, and to the end of the search.
fn first_diagnosis(case: &Path) {
    let path = case.join("program.c");
    let text = std::fs::read_to_string(&path).expect("a case has a program.c");
    let uri = format!("file://{}", path.display());
    let name = case.display().to_string();
    let options = json!({ "timeLimit": 60 });
    let mut client = Client::start("neovim-0.11.4", case, std::process::id(), options);
    client.open(&uri, &text);
    client.status(|status| status["tests"].is_u64() && status["state"] == "idle");
    let (mut first, mut all, mut explained) = (Vec::new(), Vec::new(), Vec::new());
    let (mut first_again, mut all_again) = (Vec::new(), Vec::new());
    for round in 0..REPEATS as i64 {
        let (to_first, to_all) = localized(&mut client, &uri);
        first.push(to_first);
        all.push(to_all);
        let asked = Instant::now();
        client.command("faultlens.explain", &uri);
        explained.push(asked.elapsed());

        // Versions go up, whether the document was closed between them or not.
        let version = 2 * round + 2;
        let document = json!({ "uri": uri, "version": version });
        let commented = format!("/* A comment. */\n{text}");
        let change = json!({ "textDocument": document, "contentChanges": [{ "text": commented }] });
        client.notify("textDocument/didChange", change);
        client.status(|status| status["version"] == version && is_tested(status));
        let (to_first, to_all) = localized(&mut client, &uri);
        first_again.push(to_first);
        all_again.push(to_all);

        // Nothing is remembered of a document that was closed.
        client.notify(
            "textDocument/didClose",
            json!({ "textDocument": { "uri": uri } }),
        );
        let version = version + 1;
        let document = json!({ "uri": uri, "languageId": "c", "version": version, "text": text });
        client.notify("textDocument/didOpen", json!({ "textDocument": document }));
        client.status(|status| status["version"] == version && is_tested(status));
    }
    row(&format!("{name}: command to first diagnosis"), first);
    row(&format!("{name}: command to all diagnoses"), all);
    row(&format!("{name}: from there to the explanation"), explained);
    let after = "after an edit that changes nothing";
    row(&format!("{name}: the same, {after}: first"), first_again);
    row(&format!("{name}: the same, {after}: all"), all_again);
    client.shut_down();
}

/// The tests of this text have run.
fn is_tested(status: &Value) -> bool {
    status["tests"].is_u64() && status["testsStale"] == false && status["state"] == "idle"
}

/// Localizes: the time to the first suspect, and to the end.
fn localized(client: &mut Client, uri: &str) -> (Duration, Duration) {
    let asked = Instant::now();
    client.command("faultlens.localize", uri);
    client.status(|status| status["state"] == "localizing");
    let end =
        client.status(|status| status["sets"].as_u64() > Some(0) || status["state"] == "idle");
    let first = asked.elapsed();
    if end["state"] != "idle" {
        client.status(|status| status["state"] == "idle");
    }
    (first, asked.elapsed())
}

fn row(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| {
        let last = times.len() - 1;
        let index = (last as f64 * share).round() as usize;
        times[index].as_secs_f64() * 1000.0
    };
    println!(
        "| {what} | {:.1} | {:.1} | {:.1} |",
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
