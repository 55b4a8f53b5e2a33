//! The programs of `tests/slices`: comments in them mark their dependences.
//!
//! The first lines specify the run: `// input: …`, `// args: …`, `// output: …` (with `\n`), `// exit: …`; then
//! `// event: …`. A line with the comment `//^` is in the slice with the kinds of the paper and the order of outputs;
//! one with `//^ data` is also in the slice with data dependences alone; no other lines are in these slices.
//! `//^ aliased` marks lines that only the slice with all kinds contains.

use std::collections::BTreeSet;
use std::path::Path;

use testkit::{CompiledProgram, run_of_main};
use trace::{DependenceKind, EventKind, Kinds, ProgramFacts, RecordingLimits};

use crate::support::{lines, prepared, recorded};

fn header<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let start = format!("// {name}: ");
    text.lines().find_map(|l| l.strip_prefix(&start))
}

fn marked(text: &str, marks: &[&str]) -> BTreeSet<u32> {
    let mark = |line: &str| line.split_once("//^").map(|(_, m)| m.trim().to_owned());
    let all = (1..).zip(text.lines());
    all.filter(|(_, l)| mark(l).is_some_and(|m| marks.contains(&m.as_str())))
        .map(|(n, _)| n)
        .collect()
}

fn name(kind: &EventKind) -> &'static str {
    match kind {
        EventKind::Trap(_) => "trap",
        EventKind::Output { surplus: false, .. } => "wrong output",
        EventKind::Output { surplus: true, .. } => "surplus output",
        EventKind::Missing => "missing output",
        EventKind::Result => "wrong result",
        EventKind::NoEnd => "no end",
    }
}

#[test]
fn slices_are_what_the_programs_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/slices");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    assert!(files.len() >= 10);
    let mut wrong = String::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let compiled = CompiledProgram::new(&text);
        let args: Vec<&str> = header(&text, "args").map_or(Vec::new(), |a| a.split(' ').collect());
        let output = header(&text, "output").map(|o| o.replace("\\n", "\n"));
        let input = header(&text, "input").unwrap_or("").replace("\\n", "\n");
        let mut test = run_of_main("t", &args, &input, output.as_ref().map(String::as_bytes));
        test.expect.exit =
            header(&text, "exit").map(|e| harness::ExitStatus::Is(e.parse().unwrap()));
        let facts = ProgramFacts::new(&compiled.program);
        let limits = RecordingLimits {
            steps: 50_000,
            ..RecordingLimits::default()
        };
        let recording = recorded(&facts, &prepared(&compiled, &test), limits)
            .unwrap_or_else(|e| panic!("{}: {e:?}", file.display()));
        let shown = file.file_name().unwrap().to_string_lossy().into_owned();
        let event = name(&recording.event().kind);
        let mut differ = |what: &str, seen: String, wanted: String| {
            if seen != wanted {
                wrong.extend([
                    &shown,
                    ", ",
                    what,
                    ":\n  seen   ",
                    &seen,
                    "\n  wanted ",
                    &wanted,
                    "\n",
                ]);
            }
        };
        differ(
            "event",
            event.into(),
            header(&text, "event").unwrap().into(),
        );
        let paper = Kinds::PAPER.with(DependenceKind::Order);
        for (what, kinds, marks) in [
            ("data", Kinds::DATA, &["data"][..]),
            ("paper", paper, &["data", ""]),
            ("all", Kinds::ALL, &["data", "", "aliased"]),
        ] {
            let slice = recording.slice(kinds);
            assert!(slice.is_complete());
            let seen = lines(&compiled, &slice);
            differ(
                what,
                format!("{seen:?}"),
                format!("{:?}", marked(&text, marks)),
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
