//! What is no message is answered, and the server goes on.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

fn server(stdout: Stdio) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_faultlens"));
    command.arg("lsp").stdin(Stdio::piped()).stdout(stdout);
    command.stderr(Stdio::piped()).spawn().unwrap()
}

fn framed(body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    [
        format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(),
        body,
    ]
    .concat()
}

fn request(id: i64, method: &str, params: Value) -> Vec<u8> {
    framed(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string())
}

/// The next response.
fn response(output: &mut impl BufRead) -> Value {
    loop {
        let mut header = String::new();
        output.read_line(&mut header).unwrap();
        let length = header
            .strip_prefix("Content-Length: ")
            .unwrap_or_else(|| panic!("{header:?}"));
        let mut body = vec![0; length.trim().parse::<usize>().unwrap() + 2];
        output.read_exact(&mut body).unwrap();
        let message: Value = serde_json::from_slice(&body[2..]).unwrap();
        if message.get("method").is_none() {
            return message;
        }
    }
}

/// Name, bytes, and the code of the error that answers them.
fn malformed() -> Vec<(&'static str, Vec<u8>, i64)> {
    let note = r#"{"jsonrpc":"2.0","method":"$/note"}"#;
    vec![
        ("no JSON", framed("{oops"), -32700),
        ("nothing", framed(""), -32700),
        ("a batch", framed(format!("[{note}]")), -32600),
        ("an empty batch", framed("[]"), -32600),
        ("a text", framed("\"x\""), -32600),
        ("no version", framed(r#"{"method":"$/note"}"#), -32600),
        (
            "a method that is none",
            framed(r#"{"jsonrpc":"2.0","id":1,"method":[]}"#),
            -32600,
        ),
        (
            "a response that is none",
            framed(r#"{"jsonrpc":"2.0","id":1}"#),
            -32600,
        ),
        ("no UTF-8", framed(b"{\"jsonrpc\":\"\xff\"}"), -32700),
        ("too deep", framed("[".repeat(100_000)), -32700),
        ("no length", b"X: y\r\n\r\n".to_vec(), -32700),
        (
            "no number",
            b"Content-Length: many\r\n\r\n{}".to_vec(),
            -32700,
        ),
        (
            "no header",
            b"hello, are you there?\r\n\r\n".to_vec(),
            -32700,
        ),
        ("an endless header", vec![b'h'; 1 << 20], -32700),
        ("too large", framed(vec![b' '; (64 << 20) + 1]), -32600),
    ]
}

#[test]
fn what_is_malformed_is_answered_and_the_server_goes_on() {
    let mut child = server(Stdio::piped());
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for (name, bytes, code) in malformed() {
        input.write_all(&bytes).unwrap();
        // What is no frame ends where the next one begins.
        input
            .write_all(&framed(r#"{"jsonrpc":"2.0","method":"$/note"}"#))
            .unwrap();
        let answer = response(&mut output);
        assert_eq!(answer["id"], Value::Null, "{name}: {answer}");
        assert_eq!(answer["error"]["code"], code, "{name}: {answer}");
    }
    input
        .write_all(&request(7, "initialize", json!({ "capabilities": {} })))
        .unwrap();
    let initialized = response(&mut output);
    assert_eq!(initialized["id"], 7);
    assert!(
        initialized["result"]["capabilities"].is_object(),
        "{initialized}"
    );
    for (name, bytes, code) in malformed() {
        input.write_all(&bytes).unwrap();
        input
            .write_all(&request(8, "textDocument/hover", json!({})))
            .unwrap();
        // The order of answers to two messages is not said.
        let mut answers = [response(&mut output), response(&mut output)];
        answers.sort_by_key(|answer| answer["id"].as_i64());
        assert_eq!(answers[0]["id"], Value::Null, "{name}: {answers:?}");
        assert_eq!(answers[0]["error"]["code"], code, "{name}: {answers:?}");
        assert_eq!(answers[1]["id"], 8, "{name}: {answers:?}");
    }
    input
        .write_all(&request(9, "shutdown", Value::Null))
        .unwrap();
    assert_eq!(response(&mut output)["id"], 9);
    input
        .write_all(&framed(r#"{"jsonrpc":"2.0","method":"exit"}"#))
        .unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_server_that_nobody_hears_ends() {
    let mut child = server(Stdio::piped());
    let mut input = child.stdin.take().unwrap();
    input
        .write_all(&request(1, "initialize", json!({ "capabilities": {} })))
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    response(&mut output);
    drop(output);
    // Its stdin stays open; it may be gone before it has read all of this.
    let _ = input.write_all(&request(2, "textDocument/hover", json!({})));
    assert!(!child.wait().unwrap().success());
    drop(input);
}

#[test]
#[cfg(target_os = "linux")]
fn a_server_that_cannot_answer_says_so() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut child = server(full.into());
    let mut input = child.stdin.take().unwrap();
    input
        .write_all(&request(1, "initialize", json!({ "capabilities": {} })))
        .unwrap();
    let status = child.wait().unwrap();
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    assert_eq!(status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("the language server failed"), "{stderr}");
}
