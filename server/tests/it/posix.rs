//! Functions of POSIX: each program in `posix/` prints here what it prints when `cc` compiles it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{Folder, faultlens};

/// Standard output of a program that `cc` compiled, and its exit status; `None` without a `cc`.
fn compiled(folder: &Path, program: &Path) -> Option<(Vec<u8>, i32)> {
    let executable = folder.join("compiled");
    let made = Command::new("cc")
        .args(["-std=gnu17", "-w", "-O0", "-o"])
        .args([&executable, program])
        .status();
    match made {
        Ok(status) => assert!(status.success(), "{}", program.display()),
        Err(_) => {
            assert!(std::env::var_os("FAULTLENS_NO_CC").is_some(), "no `cc`");
            return None;
        }
    }
    let here = folder.join("empty");
    fs::create_dir(&here).unwrap();
    let ran = Command::new(&executable)
        .current_dir(&here)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let left = fs::read_dir(&here).unwrap().count();
    assert_eq!(left, 0, "{} leaves files", program.display());
    Some((ran.stdout, ran.status.code().unwrap()))
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/posix");
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    found.sort();
    found
}

#[test]
fn programs_do_what_compiled_ones_do() {
    let programs = programs();
    assert!(programs.len() >= 6);
    for program in programs {
        let name = program.file_stem().unwrap().to_str().unwrap();
        let folder = Folder::new(&format!("posix-{name}"));
        let Some((printed, status)) = compiled(folder.path(), &program) else {
            return;
        };
        let text = fs::read(&program).unwrap();
        // The test runs in a folder of its own, like the compiled program.
        folder.write("own/program.c", &text);
        folder.write("own/tests/t.out", &printed);
        folder.write("own/tests/t.exit", status.to_string().as_bytes());
        let run = faultlens(&folder.path().join("own"), &["test", "program.c"]);
        assert!(run.stdout.contains("all pass"), "{name}: {}", run.stdout);
    }
}
