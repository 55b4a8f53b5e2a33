//! Sessions with `faultlens mcp` as an agent's client has them: lines of JSON on stdin and stdout.

use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::common::{Folder, faultlens, is_of_schema};

/// A server, and the client's end of its pipes. Every line that the server writes is read as a message.
struct Session {
    server: Child,
    /// `None` once the client has closed it.
    to: Option<ChildStdin>,
    from: Lines<BufReader<ChildStdout>>,
    last_id: u64,
}

impl Session {
    fn start(folder: &Path) -> Session {
        let mut server = Command::new(env!("CARGO_BIN_EXE_faultlens"))
            .arg("mcp")
            .current_dir(folder)
            .env_remove("FAULTLENS_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (server.stdin.take(), server.stdout.take().unwrap());
        let from = BufReader::new(from).lines();
        let mut session = Session {
            server,
            to,
            from,
            last_id: 0,
        };
        let client = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
        let started = session.request("initialize", &client);
        assert_eq!(started["result"]["serverInfo"]["name"], "faultlens");
        session.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        session
    }

    fn send(&mut self, message: &Json) {
        writeln!(self.to.as_ref().unwrap(), "{message}").unwrap();
    }

    fn receive(&mut self) -> Json {
        let line = self.from.next().unwrap().unwrap();
        let message: Json = serde_json::from_str(&line).unwrap();
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        message
    }

    /// Sends a request without waiting.
    fn ask(&mut self, method: &str, params: &Json) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    fn request(&mut self, method: &str, params: &Json) -> Json {
        let id = self.ask(method, params);
        let answer = self.receive();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Result of a call.
    fn call(&mut self, tool: &str, arguments: &Json) -> Json {
        let answer = self.request(
            "tools/call",
            &json!({ "name": tool, "arguments": arguments }),
        );
        assert!(answer["error"].is_null(), "{answer}");
        assert_eq!(answer["result"]["isError"], false, "{answer}");
        assert!(!text(&answer["result"]).is_empty());
        answer["result"].clone()
    }

    /// Why a call was refused.
    fn refused(&mut self, tool: &str, arguments: &Json) -> String {
        let answer = self.request(
            "tools/call",
            &json!({ "name": tool, "arguments": arguments }),
        );
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        answer["error"]["message"].as_str().unwrap().to_owned()
    }

    /// Processes that the server has started and that have not ended.
    fn workers(&self) -> Vec<PathBuf> {
        let threads = fs::read_dir(format!("/proc/{}/task", self.server.id())).unwrap();
        let children = threads
            .flatten()
            .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        let all: Vec<String> = children.collect();
        let ids = all.iter().flat_map(|children| children.split_whitespace());
        let processes = ids.map(|id| PathBuf::from(format!("/proc/{id}")));
        processes.filter(|process| !has_ended(process)).collect()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Ended, if perhaps not yet waited for.
fn has_ended(process: &Path) -> bool {
    fs::read_to_string(process.join("stat")).map_or(true, |stat| stat.contains(") Z "))
}

fn text(result: &Json) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

fn fixture(name: &str) -> String {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let file = fixtures.canonicalize().unwrap().join(name);
    file.to_str().unwrap().to_owned()
}

/// A report without what differs from run to run.
fn without_cost(mut report: Json) -> Json {
    let report_fields = report.as_object_mut().unwrap();
    report_fields.remove("stats");
    report_fields.remove("time_ms");
    for test in report["tests"].as_array_mut().into_iter().flatten() {
        test.as_object_mut().unwrap().remove("time_ms");
    }
    report
}

const WRONG: &str = "#include <stdio.h>
int main(void) {
    int x = 0, y;
    scanf(\"%d\", &x);
    y = x - 1;
    printf(\"%d\\n\", y);
    return 0;
}
";
const PATCH: &str = "--- a/p.c
+++ b/p.c
@@ -4,3 +4,3 @@
     scanf(\"%d\", &x);
-    y = x - 1;
+    y = x;
     printf(\"%d\\n\", y);
";

fn wrong() -> Folder {
    let folder = Folder::new("mcp");
    folder.write("p.c", WRONG.as_bytes());
    folder.write("tests/t1.in", b"2\n");
    folder.write("tests/t1.out", b"2\n");
    folder
}

#[test]
fn tools_are_listed_with_schemas_and_change_nothing() {
    let folder = wrong();
    let mut session = Session::start(folder.path());
    let answer = session.request("tools/list", &json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "test",
            "localize",
            "ask",
            "explain",
            "why",
            "find",
            "reduce",
            "check_fix"
        ]
    );
    for tool in tools {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        assert!(
            tool["description"]
                .as_str()
                .is_some_and(|about| about.len() > 20)
        );
        for schema in ["inputSchema", "outputSchema"] {
            assert_eq!(tool[schema]["type"], "object", "{tool}");
            jsonschema::meta::validate(&tool[schema]).unwrap();
        }
        let (input, options) = (
            &tool["inputSchema"],
            &tool["inputSchema"]["properties"]["options"],
        );
        for needed in input["required"].as_array().unwrap() {
            assert!(
                input["properties"][needed.as_str().unwrap()].is_object(),
                "{tool}"
            );
        }
        assert!(options["properties"]["timeout"].is_object(), "{tool}");
        assert!(options["properties"]["allow-outside"].is_null(), "{tool}");
    }
}

#[test]
fn results_are_those_of_the_command_line() {
    let folder = wrong();
    let mut session = Session::start(folder.path());
    for name in ["two-faults", "division-by-zero", "no-fault"] {
        let file = ["main.c", "program.c", "faulty.c"]
            .map(|file| fixture(&format!("{name}/{file}")))
            .into_iter()
            .find(|file| Path::new(file).is_file())
            .unwrap();
        let result = session.call("localize", &json!({ "file": file }));
        let run = faultlens(folder.path(), &["localize", &file, "--format", "json"]);
        let (got, wanted) = (result["structuredContent"].clone(), run.json());
        assert_eq!(without_cost(got), without_cost(wanted), "{name}");
        let shown = faultlens(folder.path(), &["localize", &file]).stdout;
        let first = |text: &str| text.split(" (").next().unwrap().to_owned();
        assert_eq!(first(text(&result)), first(&shown), "{name}");
    }
    // Paths are relative to where the server was started.
    let why = session.call("why", &json!({ "file": "p.c", "line": 6, "variable": "y" }));
    let run = faultlens(folder.path(), &["why", "p.c:6:y", "--format", "json"]);
    assert_eq!(
        without_cost(why["structuredContent"].clone()),
        without_cost(run.json())
    );
    for (tool, command) in [
        ("test", "test"),
        ("explain", "explain"),
        ("reduce", "reduce"),
    ] {
        let result = session.call(tool, &json!({ "file": "p.c" }));
        let run = faultlens(folder.path(), &[command, "p.c", "--format", "json"]);
        assert_eq!(
            without_cost(result["structuredContent"].clone()),
            without_cost(run.json())
        );
    }
}

#[test]
fn what_the_tests_leave_open_is_asked() {
    let folder = Folder::new("mcp-ask");
    let text = "#include <stdio.h>\nint main(void) {\n  int a, b;\n  if (scanf(\"%d %d\", &a, &b) != 2)\n    return 1;\n  printf(\"%d\\n\", a - b);\n  return 0;\n}\n";
    folder.write("sum.c", text.as_bytes());
    folder.write("tests/1.in", b"2 2\n");
    folder.write("tests/1.out", b"4\n");
    let mut session = Session::start(folder.path());
    let asked = session.call("ask", &json!({ "file": "sum.c" }));
    let question = &asked["structuredContent"];
    is_of_schema("ask", question);
    assert_eq!(question["answers"].as_array().map(Vec::len), Some(2));
    let shown = asked["content"][0]["text"].as_str().unwrap();
    assert!(shown.contains("For the input"), "{shown}");
}

#[test]
fn a_patch_and_an_unsaved_text_are_tried_and_not_written() {
    let folder = wrong();
    let mut session = Session::start(folder.path());
    let checked = session.call("check_fix", &json!({ "patch": PATCH }));
    let report = &checked["structuredContent"];
    is_of_schema("check-fix", report);
    assert_eq!(
        (&report["mended"], &report["broken"]),
        (&json!(["t1"]), &json!([]))
    );
    assert_eq!(
        text(&checked).lines().next(),
        Some("the one test passes with this patch")
    );
    let right = WRONG.replace("x - 1", "x");
    let tested = session.call("test", &json!({ "file": "p.c", "text": right }));
    assert_eq!(tested["structuredContent"]["tests"][0]["outcome"], "pass");
    let options = json!({ "uninit": "any" });
    let found = session.call(
        "find",
        &json!({ "file": "p.c", "valid": "x >= 0", "options": options }),
    );
    is_of_schema("inputs", &found["structuredContent"]);
    assert_eq!(
        fs::read(folder.path().join("p.c")).unwrap(),
        WRONG.as_bytes()
    );
    let mut there: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .flatten()
        .map(|f| f.file_name())
        .collect();
    there.sort();
    assert_eq!(there, [".git", "p.c", "tests"]);
}

#[test]
fn wrong_arguments_are_refused_with_the_reason() {
    let folder = wrong();
    let mut session = Session::start(folder.path());
    let of_other_file = PATCH.replace("p.c", "q.c");
    for (tool, arguments, why) in [
        (
            "check_fix",
            json!({ "patch": of_other_file }),
            "q.c: No such file",
        ),
        (
            "tset",
            json!({}),
            "there is no tool `tset`; the tools are test, localize",
        ),
        ("test", json!({}), "`test` needs the argument `file`"),
        (
            "test",
            json!({ "fiel": "p.c" }),
            "there is no argument `fiel`; those of `test` are file",
        ),
        ("test", json!({ "file": 3 }), "file: invalid type: integer"),
        (
            "test",
            json!({ "file": "p.c", "options": { "max-size": 2 } }),
            "there is no option `max-size`",
        ),
        (
            "localize",
            json!({ "file": "p.c", "options": { "max-size": 99 } }),
            "max-size: 99 is out of range",
        ),
        (
            "localize",
            json!({ "file": "p.c", "options": { "allow-outside": true } }),
            "there is no option",
        ),
        (
            "localize",
            json!({ "file": "p.c", "options": { "reference": "no.c" } }),
            "no.c: there is no such file",
        ),
        (
            "why",
            json!({ "file": "p.c" }),
            "`why` needs the argument `line`",
        ),
        (
            "check_fix",
            json!({ "patch": "nothing" }),
            "patch: it is no unified diff",
        ),
        (
            "check_fix",
            json!({ "patch": PATCH.replace("x - 1", "x - 2") }),
            "the lines that the patch changes",
        ),
    ] {
        let said = session.refused(tool, &arguments);
        assert!(said.contains(why) && !said.contains("os error"), "{said}");
    }
    // What cannot be analysed is a result.
    let result = session.call("localize", &json!({ "file": "no.c" }));
    assert_eq!(result["structuredContent"]["status"], "unanalysable");
    is_of_schema("localize", &result["structuredContent"]);
}

#[test]
fn a_call_tells_its_progress_and_its_worker_ends_when_it_is_cancelled() {
    let folder = Folder::new("mcp-slow");
    let slow = "int main(void) {\n    unsigned s = 0;\n    for (unsigned i = 0; i < 200000; i++)\n        s = s * 3 + i;\n    return s == 1;\n}\n";
    folder.write("p.c", slow.as_bytes());
    for i in 0..2000 {
        folder.write(&format!("tests/t{i}.exit"), b"0\n");
    }
    let mut session = Session::start(folder.path());
    let options = json!({ "timeout": 600 });
    let params = json!({ "name": "test", "arguments": { "file": "p.c", "options": options }, "_meta": { "progressToken": "mine" } });
    let id = session.ask("tools/call", &params);
    let mut last = 0.0;
    for _ in 0..2 {
        let told = session.receive();
        assert_eq!(told["method"], "notifications/progress", "{told}");
        assert_eq!(told["params"]["progressToken"], "mine");
        let progress = told["params"]["progress"].as_f64().unwrap();
        assert!(
            progress > last && told["params"]["message"].is_string(),
            "{told}"
        );
        last = progress;
    }
    assert_eq!(session.workers().len(), 1);
    let cancelled = json!({ "requestId": id, "reason": "no longer wanted" });
    session.send(
        &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled }),
    );
    let gone = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        session.workers().is_empty()
    });
    assert!(gone, "the worker is still there");
    // The server lives on, and the cancelled call has no answer. What was told before may still come.
    let ping = session.ask("ping", &json!({}));
    loop {
        let message = session.receive();
        if message["method"] != "notifications/progress" {
            assert_eq!(message["id"], ping, "{message}");
            break;
        }
    }
}

#[test]
fn a_schema_of_an_unknown_report_is_refused() {
    let folder = Folder::new("schema");
    let run = faultlens(folder.path(), &["schema", "tset"]);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(
        run.stderr
            .contains("there is no report `tset`; available: localize, test")
    );
    let run = faultlens(folder.path(), &["schema", "trace"]);
    assert!(run.stdout.contains("\"properties\""), "{run:?}");
}

#[test]
fn the_server_ends_with_its_client() {
    let folder = wrong();
    let mut session = Session::start(folder.path());
    session.call("test", &json!({ "file": "p.c" }));
    session.to = None;
    assert!(session.from.next().is_none());
    assert_eq!(session.server.wait().unwrap().code(), Some(0));
}
