//! Random sessions against the shipped binary, held against a model of what a client may expect: every request is
//! answered once, every place that the server tells is a place of the text that it speaks of, memory stays flat, and
//! nothing is left running.
//!
//! A hundred sessions run always, as many as are wanted with `FAULTLENS_SEQUENCES` (`cargo xtask sessions`). A failure names the seed of
//! its session, and `FAULTLENS_SEED` starts there.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Client, assert_gone};
use super::common::Folder;

/// The middle one of three numbers, with a fault in it.
const MEDIAN: &str = "#include <stdio.h>
int median(int a, int b, int c) {
    int m = c;
    if (b < c) {
        if (a < b)
            m = b;
        else if (a < c)
            m = b;
    } else {
        if (a > b)
            m = b;
        else if (a > c)
            m = a;
    }
    return m;
}
int main(void) {
    int a, b, c;
    if (scanf(\"%d %d %d\", &a, &b, &c) != 3)
        return 1;
    printf(\"%d\\n\", median(a, b, c));
    return 0;
}
";

/// Long enough for a job to be interrupted.
const LOOPS: &str = "#include <stdio.h>
int main(void) {
    unsigned i, x = 0, n;
    scanf(\"%u\", &n);
    for (i = 0; i < n; i++)
        x = x * 3u + i;
    printf(\"%u\\n\", x);
    return 0;
}
";

/// The server may need that much to answer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// What memory may grow by after the first quarter of the sessions.
const GROWTH_KB: u64 = 24 * 1024;

/// `SplitMix64`: the same sessions everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// What the client believes of a document.
struct Document {
    uri: String,
    /// As it is on the disk.
    original: &'static str,
    open: bool,
    /// Never goes back, not even when the document is opened again.
    version: i64,
    /// The text of every version since it was opened.
    texts: BTreeMap<i64, String>,
}

impl Document {
    fn text(&self) -> &str {
        self.texts.get(&self.version).map_or("", String::as_str)
    }
}

/// A request without an answer.
struct Pending {
    method: &'static str,
    /// The document's text when it was sent.
    text: String,
}

struct Session {
    client: Client,
    random: Random,
    documents: Vec<Document>,
    pending: BTreeMap<i64, Pending>,
    /// Fresh suspects whose places were compared, lest the sessions be about nothing.
    suspects: usize,
    /// Sessions until the first suspects. On a busy machine the user has to be more patient to see some.
    barren: u32,
}

#[test]
fn random_sessions_end_well() {
    let number = |name: &str, default: u64| {
        let given = std::env::var(name).ok();
        given.map_or(default, |text| text.parse().expect("a number"))
    };
    let (count, seed) = (
        number("FAULTLENS_SEQUENCES", 100),
        number("FAULTLENS_SEED", 1),
    );
    // One that pulls diagnostics, one that is pushed to, and one that is told in diagnostics what others see in lenses.
    let editors = ["vscode-1.139.1", "neovim-0.11.4", "eglot-1.9"];
    let shares = editors.into_iter().zip(0..);
    let shares = shares.map(|(editor, at)| sessions(editor, seed, (count + at) / 3));
    let suspects: usize = shares.sum();
    assert!(suspects > 0 || count < 50, "no session ever found anything");
}

/// Some sessions with one server; the number of fresh suspects that were looked at.
fn sessions(editor: &str, seed: u64, count: u64) -> usize {
    let folder = Folder::new("sequences");
    let documents = [
        ("median", MEDIAN, "4 6 8\n", "6\n"),
        ("loops", LOOPS, "3000\n", "1\n"),
    ];
    let documents = documents.map(|(name, text, input, output)| {
        folder.write(&format!("{name}.c"), text.as_bytes());
        folder.write(&format!("{name}.tests/t1.in"), input.as_bytes());
        folder.write(&format!("{name}.tests/t1.out"), output.as_bytes());
        Document {
            uri: format!("file://{}/{name}.c", folder.path().display()),
            original: text,
            open: false,
            version: 0,
            texts: BTreeMap::new(),
        }
    });
    folder.write("median.tests/t2.in", b"2 1 3\n");
    folder.write("median.tests/t2.out", b"2\n");
    let options = json!({ "timeLimit": 5 });
    let mut session = Session {
        client: Client::start(editor, folder.path(), std::process::id(), options),
        random: Random(0),
        documents: documents.into(),
        pending: BTreeMap::new(),
        suspects: 0,
        barren: 0,
    };
    let mut early = 0;
    for number in 0..count {
        session.random = Random(seed + number);
        session.barren += u32::from(session.suspects == 0);
        let told = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| session.run()));
        assert!(
            told.is_ok(),
            "{editor}: FAULTLENS_SEED={} FAULTLENS_SEQUENCES=1",
            seed + number
        );
        if number == count / 4 {
            early = resident_kb(session.client.pid());
        }
    }
    let late = resident_kb(session.client.pid());
    assert!(
        late <= early + GROWTH_KB,
        "memory grew from {early} to {late} KB"
    );
    let suspects = session.suspects;
    println!(
        "{editor}: {count} sessions, {suspects} suspects, {early} KB after a quarter, {late} KB at the end"
    );
    session.client.shut_down();
    suspects
}

impl Session {
    /// One session, which leaves everything closed and quiet.
    fn run(&mut self) {
        for _ in 0..4 + self.random.below(16) {
            let which = self.random.below(self.documents.len());
            if self.documents[which].open {
                self.act(which);
            } else {
                self.open(which);
            }
            if self.random.below(3) == 0 {
                let pause = Duration::from_millis(self.random.below(40) as u64);
                let pause = pause * (self.barren / 4).clamp(1, 10);
                self.listen(Instant::now() + pause);
            }
        }
        for which in 0..self.documents.len() {
            if self.documents[which].open {
                self.close(which);
            }
        }
        let end = Instant::now() + PATIENCE;
        while !self.pending.is_empty() && Instant::now() < end {
            self.listen(Instant::now() + Duration::from_millis(2));
        }
        let lost: Vec<_> = self.pending.iter().map(|(id, p)| (id, p.method)).collect();
        assert!(lost.is_empty(), "without an answer: {lost:?}");
        // With every document closed no job has a reason to live.
        assert_gone(&self.client.workers(), Duration::from_secs(5));
    }

    fn act(&mut self, which: usize) {
        const REQUESTS: [&str; 5] = [
            "textDocument/codeLens",
            "textDocument/inlayHint",
            "textDocument/hover",
            "textDocument/codeAction",
            "textDocument/diagnostic",
        ];
        const COMMANDS: [&str; 11] = [
            "faultlens.localize",
            "faultlens.localize",
            "faultlens.cancel",
            "faultlens.explain",
            "faultlens.nextSet",
            "faultlens.selectSet",
            "faultlens.runTests",
            "faultlens.markCorrect",
            "faultlens.clearMarks",
            "faultlens.listTests",
            "faultlens.whyNoTest",
        ];
        match self.random.below(21) {
            0..=5 => self.edit(which),
            6..=12 => {
                let method = REQUESTS[self.random.below(REQUESTS.len())];
                let params = self.params(which, method);
                self.ask(which, method, params);
            }
            13..=16 => {
                let command = COMMANDS[self.random.below(COMMANDS.len())];
                let mut arguments = vec![json!(self.documents[which].uri)];
                if matches!(command, "faultlens.markCorrect" | "faultlens.selectSet") {
                    arguments.push(json!(self.random.below(20)));
                }
                let params = json!({ "command": command, "arguments": arguments });
                self.ask(which, "workspace/executeCommand", params);
            }
            17 => {
                let ids: Vec<i64> = self.pending.keys().copied().collect();
                if !ids.is_empty() {
                    let id = ids[self.random.below(ids.len())];
                    self.client.notify("$/cancelRequest", json!({ "id": id }));
                }
            }
            18 => {
                let document = json!({ "uri": self.documents[which].uri });
                let saved = json!({ "textDocument": document });
                self.client.notify("textDocument/didSave", saved);
            }
            19 => self.configure(),
            _ => self.close(which),
        }
    }

    fn open(&mut self, which: usize) {
        let document = &mut self.documents[which];
        document.open = true;
        document.version += 1;
        document.texts = BTreeMap::from([(document.version, document.original.to_owned())]);
        let item = json!({
            "uri": document.uri, "languageId": "c",
            "version": document.version, "text": document.original,
        });
        self.client
            .notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    fn close(&mut self, which: usize) {
        let document = &mut self.documents[which];
        document.open = false;
        let closed = json!({ "textDocument": { "uri": document.uri } });
        self.client.notify("textDocument/didClose", closed);
    }

    /// The user changes settings: what is shown, and which tests there are.
    fn configure(&mut self) {
        let settings = json!({
            "timeLimit": 5,
            "codeLens": self.random.below(3) > 0,
            "limitTests": 1 + self.random.below(2),
        });
        self.client.conduct.set_settings(None, settings);
        let changed = json!({ "settings": {} });
        self.client
            .notify("workspace/didChangeConfiguration", changed);
    }

    /// A new first line, a character inside a name, broken text, or the whole text as it was.
    fn edit(&mut self, which: usize) {
        let document = &mut self.documents[which];
        let (start, text, whole) = match self.random.below(5) {
            0 | 1 => ((0, 0), "/* more */\n", None),
            2 => ((1, 4), "x", None),
            3 => ((1, 0), "}\n", None),
            _ => ((0, 0), "", Some(document.original.to_owned())),
        };
        let mut lines: Vec<String> = document.text().split('\n').map(str::to_owned).collect();
        let line = &mut lines[start.0];
        let column = start.1.min(line.len());
        line.insert_str(column, text);
        let change = match &whole {
            Some(text) => json!({ "text": text }),
            None => {
                let at = json!({ "line": start.0, "character": column });
                json!({ "range": { "start": at, "end": at }, "text": text })
            }
        };
        document.version += 1;
        let text = whole.unwrap_or_else(|| lines.join("\n"));
        document.texts.insert(document.version, text);
        let params = json!({
            "textDocument": { "uri": document.uri, "version": document.version },
            "contentChanges": [change],
        });
        self.client.notify("textDocument/didChange", params);
    }

    fn params(&mut self, which: usize, method: &str) -> Value {
        let document = json!({ "uri": self.documents[which].uri });
        let position = json!({ "line": self.random.below(24), "character": self.random.below(20) });
        let everything = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
        match method {
            "textDocument/hover" => json!({ "textDocument": document, "position": position }),
            "textDocument/codeAction" => json!({
                "textDocument": document, "context": { "diagnostics": [] },
                "range": { "start": position, "end": position },
            }),
            "textDocument/inlayHint" => json!({ "textDocument": document, "range": everything }),
            _ => json!({ "textDocument": document }),
        }
    }

    fn ask(&mut self, which: usize, method: &'static str, params: Value) {
        let text = self.documents[which].text().to_owned();
        let id = self.client.ask(method, params);
        self.pending.insert(id, Pending { method, text });
    }

    /// Takes in what comes until a time; pulls diagnostics when the server says that there are others.
    fn listen(&mut self, until: Instant) {
        self.take_in(until);
        while std::mem::take(&mut self.client.refreshed) {
            for which in 0..self.documents.len() {
                if self.documents[which].open {
                    let method = "textDocument/diagnostic";
                    let params = self.params(which, method);
                    self.ask(which, method, params);
                }
            }
            self.take_in(until);
        }
    }

    fn take_in(&mut self, until: Instant) {
        while let Some(message) = {
            let left = until.saturating_duration_since(Instant::now());
            self.client.take(left)
        } {
            if message.get("method").is_some() {
                self.check_notification(&message);
                continue;
            }
            let id = message["id"].as_i64().expect("an id");
            let asked = self.pending.remove(&id);
            let asked = asked.unwrap_or_else(|| panic!("a second answer: {message}"));
            if message.get("error").is_none() {
                self.suspects += check_result(&asked, &message["result"]);
            }
        }
    }

    /// Diagnostics that were pushed are places of the version that they name.
    fn check_notification(&mut self, message: &Value) {
        let params = &message["params"];
        let (Some(version), Some(uri)) = (params["version"].as_i64(), params["uri"].as_str())
        else {
            return;
        };
        let document = self.documents.iter().find(|document| document.uri == uri);
        let document = document.expect("one of ours");
        assert!(version <= document.version, "from the future: {message}");
        // News of before it was closed may still be on their way.
        let Some(text) = document.texts.get(&version) else {
            return;
        };
        if message["method"] == "textDocument/publishDiagnostics" {
            self.suspects += check_diagnostics(text, &params["diagnostics"]);
        }
    }
}

/// What was answered is about the text of the moment of the question; the fresh suspects in it.
fn check_result(asked: &Pending, result: &Value) -> usize {
    let text = &asked.text;
    match asked.method {
        "textDocument/codeLens" => {
            for lens in result.as_array().into_iter().flatten() {
                // An edit may have made it `xmain`.
                let name = slice(text, &lens["range"]).unwrap_or_default();
                assert!(name.ends_with("main"), "{lens} of {text}");
            }
        }
        "textDocument/inlayHint" => {
            for hint in result.as_array().into_iter().flatten() {
                let line = hint["position"]["line"].as_u64().unwrap() as usize;
                let end = text.split('\n').nth(line).map(str::len);
                let column = hint["position"]["character"].as_u64();
                assert_eq!(column, end.map(|end| end as u64), "{hint} of {text}");
            }
        }
        "textDocument/hover" if !result.is_null() => {
            assert!(
                slice(text, &result["range"]).is_some(),
                "{result} of {text}"
            );
        }
        "textDocument/diagnostic" => return check_diagnostics(text, &result["items"]),
        _ => {}
    }
    0
}

/// Every diagnostic lies in the text; a fresh suspect is where its message says. The number of these.
fn check_diagnostics(text: &str, diagnostics: &Value) -> usize {
    let mut suspects = 0;
    for diagnostic in diagnostics.as_array().into_iter().flatten() {
        let here = slice(text, &diagnostic["range"]);
        let here = here.unwrap_or_else(|| panic!("{diagnostic} is not in {text}"));
        let message = diagnostic["message"].as_str().unwrap();
        if diagnostic["code"] == "tests" {
            assert!(here.ends_with("main"), "{diagnostic} of {text}");
        }
        if diagnostic["code"] == "suspect" && message.starts_with("suspect") {
            let quoted = message.split('`').nth(1).expect("a quotation");
            let said = here.split_whitespace().collect::<Vec<_>>().join(" ");
            suspects += 1;
            assert_eq!(said, quoted, "{diagnostic} of {text}");
        }
    }
    suspects
}

/// The text of a range on one line; all our texts are ASCII, so every encoding counts alike.
fn slice<'a>(text: &'a str, range: &Value) -> Option<&'a str> {
    let at = |pointer: &str| range.pointer(pointer)?.as_u64();
    let offset = |line: u64, character: u64| {
        let before: usize = text
            .split_inclusive('\n')
            .take(line as usize)
            .map(str::len)
            .sum();
        before + character as usize
    };
    let start = offset(at("/start/line")?, at("/start/character")?);
    let end = offset(at("/end/line")?, at("/end/character")?);
    text.get(start..end)
}

/// The resident size of a process.
fn resident_kb(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|rest| rest.split_whitespace().next());
    number
        .and_then(|number| number.parse().ok())
        .expect("VmRSS")
}
