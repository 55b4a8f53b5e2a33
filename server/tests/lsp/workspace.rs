//! Several folders, and files that change on disk, through the shipped binary.

use serde_json::{Value, json};

use super::client::Client;
use super::common::Folder;

const DOUBLE: &str = r#"#include <stdio.h>

int main(void)
{
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    printf("%d\n", n + 2);
    return 0;
}
"#;

/// A program with one test in `checks`, which only the setting names.
fn project(name: &str, expected: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    folder.write("double.c", DOUBLE.as_bytes());
    folder.write("checks/t1.in", b"3\n");
    folder.write("checks/t1.out", expected.as_bytes());
    let uri = format!("file://{}/double.c", folder.path().display());
    (folder, uri)
}

fn of(uri: &str, failing: u64) -> impl Fn(&Value) -> bool + '_ {
    move |status| {
        status["uri"] == uri
            && status["testsStale"] == false
            && status["state"] == "idle"
            && status["failing"] == failing
    }
}

#[test]
fn each_folder_has_its_own_tests_and_notices_when_they_change() {
    let (one, first) = project("roots-one", "5\n");
    let (two, second) = project("roots-two", "6\n");
    let options = json!({ "tests": "checks" });
    let mut client = Client::start("vscode-1.139.1", one.path(), std::process::id(), options);
    let announced = &client.initialized["capabilities"]["workspace"]["workspaceFolders"];
    assert_eq!(announced["changeNotifications"], true);
    let added = json!([{ "uri": format!("file://{}", two.path().display()), "name": "two" }]);
    let event = json!({ "event": { "added": added, "removed": [] } });
    client.notify("workspace/didChangeWorkspaceFolders", event);

    let list = json!({ "command": "faultlens.listPrograms" });
    let programs: Value = client.request("workspace/executeCommand", list.clone());
    assert_eq!(programs, json!([]), "only the setting names these tests");
    two.write("double.tests/t.out", b"");
    let unit = "#include <assert.h>\nvoid test_one(void) { assert(one() == 1); }\n";
    two.write("units.c", unit.as_bytes());
    let programs: Value = client.request("workspace/executeCommand", list);
    let units = second.replace("double.c", "units.c");
    assert_eq!(programs, json!([second, units]));

    client.open(&first, DOUBLE);
    client.status(of(&first, 0));
    client.open(&second, DOUBLE);
    let before = client.status(of(&second, 1));

    two.write("checks/t1.out", b"5\n");
    let changed = format!("file://{}/checks/t1.out", two.path().display());
    let changes = json!({ "changes": [{ "uri": changed, "type": 2 }] });
    client.notify("workspace/didChangeWatchedFiles", changes);
    let stale = client.status(|status| status["testsStale"] == true);
    assert_eq!(
        stale["uri"],
        second.as_str(),
        "the other folder is not concerned"
    );
    let after = client.status(of(&second, 0));
    assert_ne!(after["testRun"], before["testRun"]);
    client.shut_down();
}

#[test]
fn each_folder_may_have_its_own_settings() {
    let (one, first) = project("settings-one", "5\n");
    let (two, second) = project("settings-two", "5\n");
    two.write("others/t1.in", b"3\n");
    two.write("others/t1.out", b"7\n");
    let root = |folder: &Folder| format!("file://{}", folder.path().display());
    let mut client = Client::start("vscode-1.139.1", one.path(), std::process::id(), json!({}));
    client.open(&first, DOUBLE);
    client.status(|status| status["uri"] == first.as_str() && status["result"] == "noTests");
    // The window's settings come, then a folder with its own.
    client
        .conduct
        .set_settings(None, json!({ "tests": "checks" }));
    let other = json!({ "tests": "others", "codeLens": false });
    client.conduct.set_settings(Some(&root(&two)), other);
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": {} }),
    );
    client.status(of(&first, 0));
    let added = json!([{ "uri": root(&two), "name": "two" }]);
    let event = json!({ "event": { "added": added, "removed": [] } });
    client.notify("workspace/didChangeWorkspaceFolders", event);
    client.open(&second, DOUBLE);
    client.status(of(&second, 1));
    let lenses = |client: &mut Client, uri: &str| {
        let document = json!({ "textDocument": { "uri": uri } });
        let lenses: Value = client.request("textDocument/codeLens", document);
        lenses.as_array().map_or(0, Vec::len)
    };
    assert_eq!(lenses(&mut client, &first), 1);
    assert_eq!(lenses(&mut client, &second), 0);
    // Now both look in the same place.
    let checks = json!({ "tests": "checks" });
    client.conduct.set_settings(Some(&root(&two)), checks);
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": {} }),
    );
    client.status(of(&second, 0));
    client.shut_down();
}

#[test]
fn a_program_follows_the_files_that_it_is_linked_with() {
    let main = "#include <stdio.h>\nint twice(int n);\n\
                int main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", twice(n)); }\n";
    let part = |sum: &str| format!("int twice(int n) {{ return {sum}; }}\n");
    let folder = Folder::new("linked");
    folder.write("faultlens.toml", b"sources = [\"main.c\", \"part.c\"]\n");
    folder.write("main.c", main.as_bytes());
    folder.write("part.c", part("n + 2").as_bytes());
    folder.write("main.tests/t.in", b"3\n");
    folder.write("main.tests/t.out", b"6\n");
    let uri = |name: &str| format!("file://{}/{name}", folder.path().display());
    let (first, second) = (uri("main.c"), uri("part.c"));
    let mut client = Client::start(
        "neovim-0.11.4",
        folder.path(),
        std::process::id(),
        json!({}),
    );
    client.open(&first, main);
    client.status(of(&first, 1));

    client.open(&second, &part("n + 2"));
    let edit = json!({
        "textDocument": { "uri": second, "version": 2 },
        "contentChanges": [{ "text": part("n + n") }],
    });
    client.notify("textDocument/didChange", edit);
    client.status(|status| status["uri"] == first.as_str() && status["testsStale"] == true);
    client.status(of(&first, 0));
    let closed = json!({ "textDocument": { "uri": second } });
    client.notify("textDocument/didClose", closed);
    client.status(of(&first, 1));

    folder.write("part.c", part("2 * n").as_bytes());
    let changes = json!({ "changes": [{ "uri": second, "type": 2 }] });
    client.notify("workspace/didChangeWatchedFiles", changes);
    client.status(of(&first, 0));
    client.shut_down();
}

#[test]
fn the_files_of_a_program_are_found_when_nobody_names_them() {
    let main = "#include <stdio.h>\nint twice(int n);\n\
                int main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", twice(n)); }\n";
    let part = "int twice(int n) {\n    return n + 2;\n}\n";
    let folder = Folder::new("found");
    folder.write("main.c", main.as_bytes());
    folder.write("main.tests/t.in", b"3\n");
    folder.write("main.tests/t.out", b"6\n");
    let uri = |name: &str| format!("file://{}/{name}", folder.path().display());
    let (first, second) = (uri("main.c"), uri("part.c"));
    let mut client = Client::start(
        "vscode-1.139.1",
        folder.path(),
        std::process::id(),
        json!({}),
    );
    client.open(&first, main);
    client.status(|status| status["uri"] == first.as_str() && status["result"] == "unanalysable");

    folder.write("part.c", part.as_bytes());
    let created = json!({ "changes": [{ "uri": second, "type": 1 }] });
    client.notify("workspace/didChangeWatchedFiles", created);
    client.status(of(&first, 1));
    let tests = client.command("faultlens.listTests", &first);
    let assumed = "part.c belongs to the program: it defines `twice`";
    assert_eq!(tests["assumed"], json!([assumed]));

    client.command("faultlens.localize", &first);
    client.status(|status| {
        status["uri"] == first.as_str() && status["state"] == "idle" && status["sets"] != 0
    });
    let elsewhere = |client: &mut Client| {
        let lenses = json!({ "textDocument": { "uri": first } });
        let lenses: serde_json::Value = client.request("textDocument/codeLens", lenses);
        lenses.to_string().contains("{part.c:2}")
    };
    for _ in 0..8 {
        if !elsewhere(&mut client) {
            client.command("faultlens.nextSet", &first);
        }
    }
    assert!(elsewhere(&mut client), "no set names the other file");
    // Who goes there sees there what was found.
    client.command("faultlens.goToSet", &first);
    client.open(&second, part);
    let status = client.status(|status| {
        status["uri"] == second.as_str() && (status["sets"] != 0 || status["state"] == "localizing")
    });
    assert_eq!(
        (&status["set"], &status["state"]),
        (&json!(1), &json!("idle"))
    );
    client.shut_down();
}

#[test]
fn tests_run_on_request_and_tell_why_they_are_none() {
    let (folder, uri) = project("on-request", "6\n");
    folder.write("double_2.in", b"4\n");
    let mut client = Client::start(
        "vscode-1.139.1",
        folder.path(),
        std::process::id(),
        json!({}),
    );
    client.open(&uri, DOUBLE);
    client.status(|status| status["result"] == "noTests");
    let why = client.command("faultlens.whyNoTest", &uri);
    assert!(why.as_str().unwrap().contains("* `double_2.in`: "), "{why}");

    folder.write("double_2.out", b"7\n");
    let status = client.command("faultlens.runTests", &uri);
    assert_eq!(
        (&status["tests"], &status["failing"]),
        (&json!(1), &json!(1))
    );
    let tests = client.command("faultlens.listTests", &uri);
    assert_eq!(tests["tests"][0]["stdout"], "6\n");
    assert_eq!(tests["tests"][0]["expected"], "7\n");
    client.shut_down();
}

#[test]
fn a_question_about_a_value_is_answered() {
    let (folder, uri) = project("why", "6\n");
    let options = json!({ "tests": "checks" });
    let mut client = Client::start("vscode-1.139.1", folder.path(), std::process::id(), options);
    client.open(&uri, DOUBLE);
    client.status(of(&uri, 1));
    let ask = json!({ "command": "faultlens.why", "arguments": [uri, "8:n"] });
    let told: Value = client.request("workspace/executeCommand", ask);
    let told = told.as_str().unwrap();
    assert!(told.starts_with("# Test t1 fails"), "{told}");
    assert!(
        told.contains("In line 8 `n` is 3: set in line 6 by `scanf(\"%d\", &n)`"),
        "{told}"
    );
    client.shut_down();
}

#[test]
fn a_test_is_made_in_the_editor_and_its_output_accepted() {
    let folder = Folder::new("new-test");
    folder.write("double.c", DOUBLE.as_bytes());
    let uri = format!("file://{}/double.c", folder.path().display());
    let mut client = Client::start(
        "vscode-1.139.1",
        folder.path(),
        std::process::id(),
        json!({}),
    );
    client.open(&uri, DOUBLE);
    client.status(|status| status["result"] == "noTests");
    let command =
        |name: &str, argument: &str| json!({ "command": name, "arguments": [uri, argument] });
    let task = "Sample Input:\n3\nSample Output:\n6\n";
    let made: Value = client.request(
        "workspace/executeCommand",
        command("faultlens.newTest", task),
    );
    assert_eq!(made, json!(["1"]));
    client.status(of(&uri, 1));
    let file: Value = client.request(
        "workspace/executeCommand",
        command("faultlens.acceptOutput", ""),
    );
    let expected = folder.path().join("tests/1.out");
    assert_eq!(file, json!(expected.display().to_string()));
    client.status(of(&uri, 0));
    assert_eq!(std::fs::read_to_string(expected).unwrap(), "5\n");
    client.shut_down();
}

#[test]
fn a_file_in_latin1_is_tested_as_its_editor_saves_it() {
    let latin1 = |text: &str| -> Vec<u8> { text.chars().map(|c| c as u8).collect() };
    let folder = Folder::new("latin1");
    let line = "/* größer */ int larger(int a, int b) { if (a < b) return a; return b; }";
    let text = format!(
        "#include <stdio.h>\n{line}\nint main(void) {{\n  int a, b;\n  scanf(\"%d %d\", &a, &b);\n  \
         printf(\"größer: %d\\n\", larger(a, b));\n  return 0;\n}}\n"
    );
    folder.write("main.c", &latin1(&text));
    for (id, input, output) in [
        ("t1", "1 2\n", "größer: 2\n"),
        ("t2", "4 4\n", "größer: 4\n"),
        ("t3", "5 3\n", "größer: 5\n"),
    ] {
        folder.write(&format!("tests/{id}.in"), input.as_bytes());
        folder.write(&format!("tests/{id}.out"), &latin1(output));
    }
    let uri = format!("file://{}/main.c", folder.path().display());
    let mut client = Client::start(
        "vscode-1.139.1",
        folder.path(),
        std::process::id(),
        json!({}),
    );
    // The editor sends characters. What the program prints are the bytes on the disk, so only two tests fail.
    client.open(&uri, &text);
    client.status(of(&uri, 2));
    client.command("faultlens.localize", &uri);
    client.status(|status| status["sets"].as_u64() > Some(0) && status["state"] == "idle");
    let actions: Value = client.request(
        "textDocument/codeAction",
        json!({
            "textDocument": { "uri": uri },
            "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 7, "character": 0 } },
            "context": { "diagnostics": [] },
        }),
    );
    let at = line.chars().position(|c| c == '<').unwrap();
    let place = json!({
        "start": { "line": 1, "character": at },
        "end": { "line": 1, "character": at + 1 },
    });
    let mut edits = actions.as_array().unwrap().iter().filter_map(|action| {
        let changes = action["edit"]["changes"].as_object()?;
        changes[&uri].as_array()
    });
    assert!(
        edits.any(|edits| edits.iter().any(|edit| edit["range"] == place)),
        "{actions}"
    );
    client.shut_down();
}

#[test]
fn a_function_without_a_main_is_searched_from_its_lens() {
    let folder = Folder::new("lsp_function");
    let text = "#include <assert.h>\nvoid xZero(int input) {\n    int x = 1;\n    int y = input - 42;\n    \
                if (y < 0) {\n        x = 0;\n    }\n    assert(x != 0);\n}\n";
    folder.write("xzero.c", text.as_bytes());
    let uri = format!("file://{}/xzero.c", folder.path().display());
    let mut client = Client::start(
        "vscode-1.139.1",
        folder.path(),
        std::process::id(),
        json!({}),
    );
    client.open(&uri, text);
    client.status(|status| status["result"] == "noTests" && status["state"] == "idle");
    let document = json!({ "textDocument": { "uri": uri } });
    let lenses: Value = client.request("textDocument/codeLens", document);
    let find = &lenses[0]["command"];
    assert_eq!(find["title"], "find a failing input", "{lenses}");
    assert_eq!(lenses[0]["range"]["start"]["line"], 1);
    let found: Value = client.request("workspace/executeCommand", find.clone());
    assert!(found.to_string().contains("xZero("), "{found}");
    client.shut_down();
}
