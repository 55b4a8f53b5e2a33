//! Running the shipped binary in a folder of its own.
#![allow(
    clippy::unwrap_used,
    dead_code,
    unreachable_pub,
    reason = "each test file uses a part"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use jsonschema::Validator;

/// A new folder, gone at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let unique = format!(
            "{name}-{}-{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(unique);
        fs::create_dir_all(&path).unwrap();
        // The search for a configuration file ends here.
        fs::create_dir(path.join(".git")).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn write(&self, name: &str, content: &[u8]) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What came of a run.
#[derive(Debug)]
pub struct Run {
    pub args: Vec<String>,
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// It ended by itself with one of our statuses, and nothing panicked.
    pub fn is_calm(&self) {
        assert!((0..=3).contains(&self.status), "{self:?}");
        for words in ["panicked", "internal error", "RUST_BACKTRACE"] {
            assert!(
                !self.stdout.contains(words) && !self.stderr.contains(words),
                "{self:?}"
            );
        }
    }

    /// Its output, which is one JSON object, and as the schema of its command says.
    pub fn json(&self) -> serde_json::Value {
        let report = serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}: {self:?}"));
        let report_of = |command: &str| match command {
            "find" | "reduce" => Some("inputs"),
            "why" => Some("explain"),
            "localize" | "test" | "explain" | "trace" | "check-fix" => Some("same"),
            _ => None,
        };
        if let Some(command) = self.args.first()
            && let Some(kind) = report_of(command)
        {
            is_of_schema(if kind == "same" { command } else { kind }, &report);
        }
        report
    }
}

/// Fails unless the report is as `faultlens schema` says that reports of the kind are.
pub fn is_of_schema(kind: &str, report: &serde_json::Value) {
    static SCHEMAS: OnceLock<BTreeMap<String, Validator>> = OnceLock::new();
    let schemas = SCHEMAS.get_or_init(|| {
        let run = faultlens(Path::new("."), &["schema"]);
        let all: BTreeMap<String, serde_json::Value> = serde_json::from_str(&run.stdout).unwrap();
        let validator = |schema| jsonschema::validator_for(&schema).unwrap();
        let all = all.into_iter();
        all.map(|(kind, schema)| (kind, validator(schema)))
            .collect()
    });
    if let Err(error) = schemas[kind].validate(report) {
        panic!("{kind}: {}: {error}", error.instance_path());
    }
}

/// Runs `faultlens` with these arguments in `folder`.
pub fn faultlens(folder: &Path, args: &[&str]) -> Run {
    faultlens_with(folder, args, &[])
}

/// With these variables in its environment.
pub fn faultlens_with(folder: &Path, args: &[&str], variables: &[(&str, &Path)]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_faultlens"))
        .args(args)
        .current_dir(folder)
        .env_remove("FAULTLENS_LOG")
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Run {
        args: args.iter().map(|&arg| arg.to_owned()).collect(),
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Every key of a report of `localize`.
pub const LOCALIZE_KEYS: [&str; 15] = [
    "version",
    "file",
    "status",
    "reason",
    "reason_line",
    "bounds",
    "tests",
    "groups",
    "diagnoses",
    "faults",
    "partial",
    "ranking",
    "assumed",
    "problems",
    "stats",
];

/// What `faultlens test` reports of `file` in a new folder of these files (name, text).
pub fn test(files: &[(&str, &str)], file: &str) -> serde_json::Value {
    let folder = Folder::new("test");
    for (name, text) in files {
        folder.write(name, text.as_bytes());
    }
    faultlens(folder.path(), &["test", file, "--format", "json"]).json()
}

/// `id outcome` of each test of a report.
pub fn outcomes(report: &serde_json::Value) -> Vec<String> {
    let tests = report["tests"].as_array().unwrap().iter();
    tests
        .map(|test| {
            format!(
                "{} {}",
                test["id"].as_str().unwrap(),
                test["outcome"].as_str().unwrap()
            )
        })
        .collect()
}
