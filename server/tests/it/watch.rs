//! `faultlens watch`, from outside.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::common::Folder;

/// A machine that is busy with other tests takes its time.
const PATIENCE: Duration = Duration::from_secs(30);

struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(folder: &Folder, file: &str) -> Watching {
        let mut child = Command::new(env!("CARGO_BIN_EXE_faultlens"))
            .args(["watch", file])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                let _ = send.send(line);
            }
        });
        Watching { child, lines }
    }

    /// Reads on until a line holds these words.
    fn until(&self, words: &str) {
        let end = Instant::now() + PATIENCE;
        let mut seen = Vec::new();
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            match self.lines.recv_timeout(left) {
                Ok(line) if line.contains(words) => return,
                Ok(line) => seen.push(line),
                Err(_) => break,
            }
        }
        panic!("`{words}` does not come: {seen:#?}");
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_change_of_the_program_or_of_a_test_is_a_new_answer() {
    let folder = Folder::new("watch");
    let program = |op: &str| {
        format!(
            "#include <stdio.h>\nint main(void) {{ int a, b; scanf(\"%d%d\", &a, &b); printf(\"%d\\n\", a {op} b); return 0; }}\n"
        )
    };
    folder.write("add.c", program("-").as_bytes());
    folder.write("tests/1.in", b"3 4\n");
    folder.write("tests/1.out", b"7\n");
    let watching = Watching::start(&folder, "add.c");
    watching.until("add.c: the one test fails");
    watching.until("watching 2 folders");
    folder.write("add.c", program("+").as_bytes());
    watching.until("add.c: the one test passes");
    watching.until("watching");
    folder.write("tests/1.out", b"8\n");
    watching.until("add.c: the one test fails");
}
