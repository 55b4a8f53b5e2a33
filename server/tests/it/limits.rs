//! What holds whatever a job is made of: the limits on time and memory, files of settings that are none, and that
//! nothing is left behind. The shipped binary, from outside.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Folder, faultlens, faultlens_with};

/// Programs that take what there is, each in another way.
const GREEDY: [(&str, &str); 6] = [
    (
        "large blocks",
        "#include <stdlib.h>\n#include <string.h>\nint main(void) { for (;;) memset(malloc(1 << 26), 1, 1 << 26); }\n",
    ),
    (
        "small blocks",
        "#include <stdlib.h>\nint main(void) { char **l = 0; for (;;) { char **n = malloc(16); n[0] = (char *)l; l = n; } }\n",
    ),
    (
        "blocks that grow",
        "#include <stdlib.h>\nint main(void) { char *p = 0; for (size_t n = 4096;; n += 4096) { p = realloc(p, n); p[n - 1] = 1; } }\n",
    ),
    (
        "much output",
        "#include <stdio.h>\nint main(void) { for (int i = 0;; i++) printf(\"%0200000d\\n\", i); }\n",
    ),
    (
        "large objects",
        "struct S { char b[1 << 24]; } a, b, c, d;\n\
         int main(void) { for (int i = 0; i < 1000; i++) { b = a; c = b; d = c; a = d; } return 1; }\n",
    ),
    (
        "deep calls",
        "int f(int n) { char b[4096]; b[n & 4095] = n; return f(n + 1) + b[0]; }\nint main(void) { return f(0); }\n",
    ),
];

#[test]
fn where_memory_ends_there_is_a_report_and_no_crash() {
    for (name, text) in GREEDY {
        let folder = Folder::new("greedy");
        folder.write("p.c", text.as_bytes());
        folder.write("tests/t.out", b"1\n");
        for command in ["localize", "test"] {
            let run = faultlens(
                folder.path(),
                &[
                    command,
                    "p.c",
                    "--memory",
                    "64",
                    "--timeout",
                    "10",
                    "--format",
                    "json",
                ],
            );
            run.is_calm();
            let report = run.json();
            let reason = report["reason"].as_str().unwrap_or_default();
            for words in ["signal", "worker", "crashed"] {
                assert!(!reason.contains(words), "{name}: {command}: {reason}");
            }
        }
    }
}

/// A text that takes much more memory to read than it is long.
fn declarations() -> String {
    let mut lines: Vec<String> = (0..40_000).map(|i| format!("int v{i} = {i};")).collect();
    lines.push("int main(void) { return v7; }\n".to_owned());
    lines.join("\n")
}

#[test]
fn memory_stays_within_a_tenth_of_the_limit() {
    let folder = Folder::new("peak");
    folder.write("tests/t.out", b"1\n");
    let texts = GREEDY[..2].iter().map(|(_, text)| (*text).to_owned());
    for text in texts.chain([declarations()]) {
        folder.write("p.c", text.as_bytes());
        let args = ["localize", "p.c", "--memory", "256", "--timeout", "10"];
        let mut asking = start(folder.path(), &args);
        let mut peak = 0;
        while asking.try_wait().unwrap().is_none() {
            let sizes = descendants(asking.id()).into_iter().filter_map(peak_mb);
            peak = sizes.fold(peak, u64::max);
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(peak < 256 + 26, "{peak} MB: {}", &text[..60]);
    }
}

#[test]
fn settings_are_regular_files_of_reasonable_size() {
    let program = "int main(void) { return 0; }\n";
    let refused = |make: &dyn Fn(&Path), why: &str| {
        let folder = Folder::new("settings");
        folder.write("sub/p.c", program.as_bytes());
        folder.write("sub/tests/t.out", b"");
        make(&folder.path().join("faultlens.toml"));
        let began = Instant::now();
        let run = faultlens(folder.path(), &["localize", "sub/p.c"]);
        assert!(began.elapsed() < Duration::from_secs(10), "{run:?}");
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.stderr.contains("faultlens.toml: it"), "{run:?}");
        assert!(run.stderr.contains(why), "{run:?}");
    };
    let not_regular = "it is not a regular file";
    refused(&|path| make_pipe(path), not_regular);
    refused(&|path| symlink("/dev/zero", path).unwrap(), not_regular);
    refused(&|path| fs::create_dir(path).unwrap(), not_regular);
    refused(
        &|path| fs::File::create(path).unwrap().set_len(2 << 30).unwrap(),
        "it has 2048 MB; files of more than 1 MB are not read",
    );
    for name in ["compile_flags.txt", "compile_commands.json"] {
        let folder = Folder::new("settings");
        folder.write("p.c", program.as_bytes());
        folder.write("tests/t.out", b"");
        make_pipe(&folder.path().join(name));
        let run = faultlens(folder.path(), &["test", "p.c"]);
        assert_eq!(run.status, 0, "{run:?}");
        assert!(run.stdout.contains(not_regular), "{run:?}");
    }
}

/// A program for which a compiler is needed, and which keeps that waiting for ever.
fn waiting_for_the_compiler() -> Folder {
    let folder = Folder::new("compiler");
    let text = "#include <linux/fs.h>\n#include \"pipe.h\"\nint main(void) { return 0; }\n";
    folder.write("p.c", text.as_bytes());
    folder.write("tests/t.out", b"");
    make_pipe(&folder.path().join("pipe.h"));
    folder
}

#[test]
fn no_compiler_outlives_whoever_is_killed() {
    for (who, signal) in [
        ("asking", "KILL"),
        ("asking", "TERM"),
        ("asking", "HUP"),
        ("worker", "KILL"),
        ("compiler", "KILL"),
        ("asking and worker", "KILL"),
    ] {
        let folder = waiting_for_the_compiler();
        let args = ["localize", "p.c", "--timeout", "60", "--format", "json"];
        let mut asking = start(folder.path(), &args);
        let Some((worker, compiler)) = compiling(&asking) else {
            // There is no `cc` here.
            asking.kill().unwrap();
            asking.wait().unwrap();
            return;
        };
        let all = descendants(asking.id());
        let victims = match who {
            "asking" => vec![asking.id()],
            "worker" => vec![worker],
            "compiler" => vec![compiler],
            _ => vec![asking.id(), worker],
        };
        for victim in victims {
            send(signal, victim);
        }
        let output = asking.wait_with_output().unwrap();
        let end = Instant::now() + Duration::from_secs(10);
        while let Some(left) = all.iter().find(|&&process| is_alive(process)) {
            assert!(Instant::now() < end, "{left} outlives {who}, {signal}");
            std::thread::sleep(Duration::from_millis(5));
        }
        if signal != "KILL" || !who.starts_with("asking") {
            assert!(
                output.status.code().is_some(),
                "{who}, {signal}: {output:?}"
            );
            let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            assert!(
                report["reason"].is_string() || who == "compiler",
                "{report}"
            );
        }
    }
}

#[test]
fn nothing_of_the_programs_folder_is_run() {
    let folder = Folder::new("relative");
    folder.write(
        "p.c",
        b"#include <linux/fs.h>\nint main(void) { return 0; }\n",
    );
    folder.write("tests/t.out", b"");
    for name in ["cc", "cc1", "bin/cc", "as"] {
        let script = format!("#!/bin/sh\ntouch '{}/ran'\n", folder.path().display());
        folder.write(name, script.as_bytes());
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(folder.path().join(name), mode).unwrap();
    }
    let path = std::env::var("PATH").unwrap();
    for path in [format!(":.:bin:{path}"), ":.:bin".to_owned()] {
        let path = PathBuf::from(path);
        faultlens_with(folder.path(), &["test", "p.c"], &[("PATH", &path)]).is_calm();
        faultlens_with(folder.path(), &["doctor"], &[("PATH", &path)]);
        assert!(!folder.path().join("ran").exists(), "{path:?}");
    }
}

fn start(folder: &Path, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_faultlens"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The worker and the compiler, as soon as that runs. (Most compilers start another process then, which stays alone when
/// they are killed.)
fn compiling(asking: &Child) -> Option<(u32, u32)> {
    let end = Instant::now() + Duration::from_secs(10);
    while Instant::now() < end {
        if let [worker, _watching, compiler, ..] = descendants(asking.id())[..] {
            std::thread::sleep(Duration::from_millis(50));
            return Some((worker, compiler));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}

fn send(signal: &str, process: u32) {
    let process = process.to_string();
    let sent = Command::new("kill").args(["-s", signal, &process]).status();
    assert!(sent.unwrap().success());
}

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// The processes that a process has started, and theirs.
fn descendants(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    let lists = threads.into_iter().flatten().flatten();
    let children =
        lists.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let children: Vec<u32> = children
        .flat_map(|list| {
            list.split_whitespace()
                .filter_map(|id| id.parse().ok())
                .collect::<Vec<_>>()
        })
        .collect();
    let theirs: Vec<u32> = children
        .iter()
        .flat_map(|&child| descendants(child))
        .collect();
    [children, theirs].concat()
}

/// Largest size of a process so far.
fn peak_mb(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? >> 10)
}

/// Neither gone nor waiting to be reaped.
fn is_alive(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = stat.rsplit(')').next().unwrap_or_default().trim_start();
    !state.is_empty() && !state.starts_with(['Z', 'X'])
}

#[test]
fn some_of_many_failing_tests_carry_the_search() {
    let folder = Folder::new("many");
    let program = "#include <stdio.h>\nint main(void) {\n    int n;\n    scanf(\"%d\", &n);\n    \
        if (n > 20)\n        printf(\"%d\\n\", n + 5);\n    else\n        printf(\"%d\\n\", n * 2);\n    return 0;\n}\n";
    folder.write("twice.c", program.as_bytes());
    let tests = |last: i32| {
        let tests = (1..=last).map(|n| {
            let expected = if n > 20 { n - 5 } else { n * 2 };
            format!("[[test]]\nname = \"n{n}\"\nstdin = \"{n}\"\nstdout = \"{expected}\\n\"\n")
        });
        tests.collect::<String>()
    };
    let localize = |last: i32| {
        folder.write("faultlens.toml", tests(last).as_bytes());
        let run = faultlens(folder.path(), &["localize", "twice.c", "--format", "json"]);
        run.is_calm();
        run.json()
    };
    let assumed = |report: &serde_json::Value| report["assumed"].to_string();
    let few = localize(40);
    assert_eq!(few["status"], "complete");
    assert!(!assumed(&few).contains("failing tests"), "{few}");
    let many = localize(80);
    assert!(assumed(&many).contains("24 of 60 failing tests"), "{many}");
    // A repair is tried with all tests, so the search has an answer although not everything is known.
    assert_eq!(many["status"], "stopped");
    assert_eq!(many["answered"], true);
    assert_eq!(many["ranking"][0]["line"], 6);
    let fixes = many["diagnoses"][0]["fixes"].as_array();
    let texts: Vec<&str> = fixes
        .iter()
        .flat_map(|all| all.iter())
        .filter_map(|fix| fix["new"].as_str())
        .collect();
    assert!(texts.iter().any(|text| text.contains('-')), "{many}");
}
