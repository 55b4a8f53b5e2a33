//! No worker may outlive its use: not after a cancel, an edit, an end of any kind.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Client, assert_gone};
use super::common::Folder;

/// Fails soon, for its output is wrong from the beginning; runs for very long, whoever runs it.
const SLOW: &str = "#include <stdio.h>
int main(void) {
    unsigned i, x = 0;
    printf(\"start\\n\");
    for (i = 0; i < 4000000000u; i++)
        x += i;
    printf(\"%u\\n\", x);
    return 0;
}
";

/// Fails at once, after a run that takes very long to explain.
const INTRICATE: &str = "#include <stdio.h>
int main(void) {
    unsigned a[60], i, j, x = 7, sum = 0;
    for (i = 0; i < 60; i++) {
        x = x * 1103515245u + 12345u;
        a[i] = x >> 16;
    }
    for (i = 0; i < 60; i++)
        for (j = 0; j + 1 < 60 - i; j++)
            if (a[j] > a[j + 1]) {
                x = a[j];
                a[j] = a[j + 1];
                a[j + 1] = x;
            }
    for (i = 0; i < 60; i++)
        sum += i * a[i];
    printf(\"%u\\n\", sum);
    return 0;
}
";

/// From the request to the death of the process, on a quiet machine; the rest is for busy ones.
const SOON: Duration = Duration::from_millis(100);
const BUSY: u32 = 10;

struct Running {
    client: Client,
    uri: String,
    workers: Vec<u32>,
    _folder: Folder,
}

/// The worker processes, as soon as there are any.
fn working(client: &Client) -> Vec<u32> {
    let end = Instant::now() + Duration::from_secs(30);
    while client.workers().is_empty() {
        assert!(Instant::now() < end, "the worker never started");
        std::thread::sleep(Duration::from_millis(5));
    }
    client.workers()
}

/// A server whose localization of [`SLOW`] runs.
fn running(editor: &str, process_id: u32) -> Running {
    let folder = Folder::new("slow");
    folder.write("slow.c", SLOW.as_bytes());
    folder.write("tests/t0.out", b"1\n");
    let uri = format!("file://{}/slow.c", folder.path().display());
    let options = json!({ "timeLimit": 600 });
    let mut client = Client::start(editor, folder.path(), process_id, options);
    client.open(&uri, SLOW);
    // The test itself is soon given up; the search for suspects takes its time.
    client.status(|status| status["failing"] == 1 && status["state"] == "idle");
    client.command("faultlens.localize", &uri);
    client.status(|status| status["state"] == "localizing");
    let workers = working(&client);
    Running {
        client,
        uri,
        workers,
        _folder: folder,
    }
}

#[test]
fn the_cancel_command_ends_them() {
    let Running {
        mut client,
        uri,
        workers,
        _folder,
    } = running("ale-3.3.0", std::process::id());
    let asked = Instant::now();
    assert_eq!(client.command("faultlens.cancel", &uri), json!(true));
    assert_gone(&workers, SOON * BUSY);
    assert!(asked.elapsed() < SOON * BUSY, "{:?}", asked.elapsed());
    let status = client.status(|status| status["state"] == "idle");
    assert_eq!(status["result"], "stopped");
    client.shut_down();
}

#[test]
fn the_cancel_command_ends_an_explanation() {
    let folder = Folder::new("intricate");
    folder.write("intricate.c", INTRICATE.as_bytes());
    folder.write("tests/t0.out", b"1\n");
    let uri = format!("file://{}/intricate.c", folder.path().display());
    let options = json!({ "timeLimit": 600 });
    let mut client = Client::start("ale-3.3.0", folder.path(), std::process::id(), options);
    client.open(&uri, INTRICATE);
    client.status(|status| status["failing"] == 1 && status["state"] == "idle");
    let execute = |command: &str| json!({ "command": command, "arguments": [uri] });
    let explanation = client.ask("workspace/executeCommand", execute("faultlens.explain"));
    let workers = working(&client);
    // It has begun with what takes long.
    std::thread::sleep(SOON * 3);
    let asked = Instant::now();
    let cancelled = client.ask("workspace/executeCommand", execute("faultlens.cancel"));
    assert_gone(&workers, SOON * BUSY);
    assert!(asked.elapsed() < SOON * BUSY, "{:?}", asked.elapsed());
    let mut answered = Vec::new();
    while answered.len() < 2 {
        let message = client.take(SOON * BUSY * 10).expect("an answer");
        if message.get("method").is_none() {
            answered.push(message["id"].clone());
        }
    }
    answered.sort_by_key(Value::as_i64);
    assert_eq!(answered, [json!(explanation), json!(cancelled)]);
    client.shut_down();
}

#[test]
fn the_cancel_button_ends_them() {
    let Running {
        mut client,
        workers,
        _folder,
        ..
    } = running("neovim-0.11.4", std::process::id());
    let begin = client.notification("$/progress", |progress| {
        progress["value"]["kind"] == "begin"
    });
    client.notify(
        "window/workDoneProgress/cancel",
        json!({ "token": begin["token"] }),
    );
    client.notification("$/progress", |progress| progress["value"]["kind"] == "end");
    assert_gone(&workers, SOON * BUSY);
    let status = client.status(|status| status["state"] == "idle");
    assert_eq!(status["result"], "stopped");
    client.shut_down();
}

#[test]
fn an_edit_ends_them_and_does_not_wait() {
    let Running {
        mut client,
        uri,
        workers,
        _folder,
    } = running("vscode-1.139.1", std::process::id());
    let start = json!({ "line": 0, "character": 0 });
    let edited = Instant::now();
    client.notify(
        "textDocument/didChange",
        json!({
            "textDocument": { "uri": uri, "version": 2 },
            "contentChanges": [{ "range": { "start": start, "end": start }, "text": " " }],
        }),
    );
    let _: Value = client.request(
        "textDocument/codeLens",
        json!({ "textDocument": { "uri": uri } }),
    );
    assert!(
        edited.elapsed() < SOON * BUSY,
        "a keystroke took {:?}",
        edited.elapsed()
    );
    assert_gone(&workers, SOON * BUSY);
    client.shut_down();
}

#[test]
fn shutdown_ends_them() {
    let Running {
        client,
        workers,
        _folder,
        ..
    } = running("eglot-1.9", std::process::id());
    client.shut_down();
    assert_gone(&workers, Duration::from_secs(2));
}

#[test]
fn the_end_of_stdin_ends_everything() {
    let Running {
        mut client,
        workers,
        _folder,
        ..
    } = running("helix-25.07", std::process::id());
    client.hang_up();
    let status = client.wait(Duration::from_secs(5));
    assert_eq!(
        status.code(),
        Some(1),
        "an end without `shutdown` is not a good one"
    );
    assert_gone(&workers, Duration::from_secs(2));
}

#[test]
fn a_killed_server_takes_its_workers_along() {
    let Running {
        mut client,
        workers,
        _folder,
        ..
    } = running("ale-3.3.0", std::process::id());
    client.kill();
    client.wait(Duration::from_secs(5));
    assert_gone(&workers, Duration::from_secs(5));
}

#[test]
fn a_server_whose_editor_died_ends_though_somebody_holds_its_stdin() {
    let mut editor = Command::new("sleep").arg("1000").spawn().unwrap();
    let Running {
        mut client,
        workers,
        _folder,
        ..
    } = running("ale-3.3.0", editor.id());
    let server = client.pid();
    editor.kill().unwrap();
    editor.wait().unwrap();
    client.wait(Duration::from_secs(5));
    assert_gone(&[server], Duration::from_secs(1));
    assert_gone(&workers, Duration::from_secs(2));
}
