//! Localization of the fixtures, compared with the good answers that their `expect.toml` describes.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

use exec::run::Verdict;
use localize::report::{Certificate, Diagnosis, Fix, GroupKind, Report, Status, TextEdit};
use localize::{Event, JobOptions, Relaxing, Session};
use search::{BranchCounts, Strategy};
use smt::Choice;
use testkit::{LoadedFixture, fixtures};
use toml::{Table, Value};

use crate::support::Patience;

/// Number of instructions for all tests of a fixture together.
const STEPS: u64 = 200_000;
/// Work for one localization, more than twice what any fixture needs.
const WORK: u64 = 400_000_000;
/// Work for each of the other strategies, a few seconds' worth.
const OTHERS_WORK: u64 = 40_000_000;
/// Time limit in seconds for localizations that count their work: only one that hangs meets it.
const HANG_SECONDS: u64 = 600;
/// Time limit in seconds for localizations by Z3, whose checks do not count as work.
const Z3_SECONDS: u64 = 2;

/// Contents of a fixture's `expect.toml`.
struct Expected {
    status: Vec<String>,
    failing: Vec<String>,
    groups: Vec<String>,
    faults: Vec<Vec<u32>>,
    max_size: usize,
    contains: bool,
    covers_all: bool,
    diagnoses: Vec<BTreeSet<u32>>,
    maxsat: bool,
    /// Verified fixes that must be found, as `old -> new`.
    fixes: Vec<String>,
    /// Lines of sets that must be found and presuppose other texts of outputs.
    behind: Vec<BTreeSet<u32>>,
    /// Number of first lines that must include the line of a fault.
    top: Option<usize>,
}

impl Expected {
    fn read(folder: &Path) -> Expected {
        let text = std::fs::read_to_string(folder.join("expect.toml")).unwrap();
        let table: Table = text.parse().unwrap();
        let known = [
            "status",
            "failing",
            "groups",
            "fault_lines",
            "max_size",
            "contains",
            "covers_all",
            "diagnoses",
            "maxsat",
            "fixes",
            "behind",
            "top",
        ];
        for key in table.keys() {
            assert!(known.contains(&key.as_str()), "{}: {key}", folder.display());
        }
        let yes = |key: &str| table.get(key).and_then(Value::as_bool).unwrap_or(false);
        let texts = |v: &Value| -> Vec<String> {
            let items = v.as_array().unwrap().iter();
            items.map(|t| t.as_str().unwrap().to_owned()).collect()
        };
        let lines = |v: &Value| -> Vec<u32> {
            let items = v.as_array().unwrap().iter();
            items.map(|n| n.as_integer().unwrap() as u32).collect()
        };
        let lists = |key: &str| -> Vec<Value> {
            table
                .get(key)
                .and_then(Value::as_array)
                .cloned()
                .unwrap_or_default()
        };
        let set = |v: &Value| texts(v).iter().map(|n| n.parse().unwrap()).collect();
        Expected {
            status: match &table["status"] {
                Value::String(one) => vec![one.clone()],
                several => texts(several),
            },
            failing: texts(&table["failing"]),
            groups: table
                .get("groups")
                .map_or(vec!["wrong-outcome".into()], texts),
            faults: lists("fault_lines").iter().map(lines).collect(),
            max_size: table["max_size"].as_integer().unwrap() as usize,
            contains: yes("contains"),
            covers_all: yes("covers_all"),
            diagnoses: lists("diagnoses").iter().map(set).collect(),
            maxsat: yes("maxsat"),
            fixes: table.get("fixes").map_or(Vec::new(), texts),
            behind: lists("behind").iter().map(set).collect(),
            top: table
                .get("top")
                .and_then(Value::as_integer)
                .map(|n| n as usize),
        }
    }
}

/// Result of one job in the terms of the fixtures.
#[derive(Debug)]
struct Answer {
    status: String,
    failing: Vec<String>,
    groups: Vec<&'static str>,
    /// Lines and texts of the components of each diagnosis, sorted.
    sets: BTreeSet<Vec<(u32, String)>>,
    unverified: usize,
    /// Extent of the exploration by `ofc`, by group.
    explored: Vec<BranchCounts>,
    /// Edits of the text, with the failing tests that they make pass.
    fixes: Vec<(Vec<TextEdit>, Vec<usize>)>,
    /// Lines of the sets that presuppose other texts of outputs.
    behind: BTreeSet<BTreeSet<u32>>,
    /// Lines from the most suspicious on, certified ones first.
    ranking: Vec<u32>,
}

impl Answer {
    fn lines(&self) -> Vec<BTreeSet<u32>> {
        let lines = |set: &Vec<(u32, String)>| set.iter().map(|(line, _)| *line).collect();
        self.sets.iter().map(lines).collect()
    }
}

fn localize(
    loaded: &LoadedFixture,
    (solver, strategy): (Choice, Strategy),
    max_size: usize,
    work: u64,
) -> Answer {
    let options = JobOptions {
        solver,
        strategy,
        max_size,
        ..JobOptions::default()
    };
    localize_with(loaded, options, work)
}

/// Localizes within a limit on work, so that the answer does not depend on the load of the machine.
fn localize_with(loaded: &LoadedFixture, options: JobOptions, work: u64) -> Answer {
    let (parse, program) = (&loaded.compiled.parse, &loaded.compiled.program);
    let seconds = match options.solver {
        Choice::Z3 => Z3_SECONDS,
        _ => HANG_SECONDS,
    };
    let options = JobOptions {
        work: Some(work),
        step_limit: STEPS,
        // Later rounds would use all of the time.
        max_rounds: 1,
        ..options
    };
    let mut session = Session::new(parse, program, &loaded.tests, options);
    let (mut failing, mut searched) = (Vec::new(), Vec::new());
    let report = session.localize(&Patience::seconds(seconds), &mut |event| match event {
        Event::Tests(ran) => {
            let fails = loaded.tests.iter().zip(ran);
            let fails = fails.filter(|(_, r)| matches!(r.verdict, Verdict::Fail(_)));
            failing = fails.map(|(t, _)| t.id.clone()).collect();
        }
        Event::Searched {
            group,
            complete: true,
        } => searched.push(group),
        _ => {}
    });
    if matches!(report.status, Status::Complete { .. }) {
        // Each group is reported once, when its search has ended.
        searched.sort_unstable();
        let is_ordinary = |g: &usize| report.groups[*g].behind.is_none();
        assert!(
            searched
                .into_iter()
                .eq((0..report.groups.len()).filter(is_ordinary))
        );
    }
    Answer {
        status: status(&report),
        failing,
        groups: report.groups.iter().map(|g| kind(&g.kind)).collect(),
        sets: sets(loaded, &report, |d| {
            d.given.is_empty() && d.certificate == Certificate::Values
        }),
        unverified: report.diagnoses.iter().filter(|d| !d.verified).count(),
        explored: report.explored.iter().map(|(_, e)| *e).collect(),
        fixes: report
            .diagnoses
            .iter()
            .flat_map(|d| {
                let tests = &report.groups[d.group].tests;
                let fixes = d.fixes.iter();
                let edits = |f: &Fix| f.edits().cloned().collect();
                fixes.map(move |f| (edits(f), tests.clone()))
            })
            .collect(),
        ranking: {
            let lines = report.ranking.iter().chain(&report.uncertified);
            lines.map(|l| l.line).collect()
        },
        behind: sets(loaded, &report, |d| !d.given.is_empty())
            .iter()
            .map(|set| set.iter().map(|(line, _)| *line).collect())
            .collect(),
    }
}

fn status(report: &Report) -> String {
    match &report.status {
        Status::Complete { .. } => "complete".into(),
        Status::None => "none".into(),
        Status::Stopped { why } => format!("stopped: {why}"),
        Status::Unanalysable { reason, .. } => format!("unanalysable: {reason}"),
        Status::Undecided { test, .. } => format!("undecided: {test}"),
    }
}

fn kind(kind: &GroupKind) -> &'static str {
    match kind {
        GroupKind::WrongOutcome => "wrong-outcome",
        GroupKind::Trap => "trap",
        GroupKind::NoEnd => "no-end",
    }
}

fn sets(
    loaded: &LoadedFixture,
    report: &Report,
    wanted: impl Fn(&Diagnosis) -> bool,
) -> BTreeSet<Vec<(u32, String)>> {
    let sources = &loaded.compiled.parse.sources;
    let place = |c: ir::CompId| {
        let component = &loaded.compiled.program.components[c.index()];
        let text = format!("{:?} {}", component.kind, sources.text(component.span));
        (sources.line_col(component.span).0, text)
    };
    // Statements that may be missing depend on the other results of the search.
    let known = loaded.compiled.program.components.len();
    let written = |d: &&Diagnosis| d.suspects.iter().all(|s| s.comp.index() < known);
    let diagnoses = report.diagnoses.iter().filter(written);
    diagnoses
        .filter(|d| wanted(d))
        .map(|d| {
            let mut set: Vec<_> = d.suspects.iter().map(|s| place(s.comp)).collect();
            set.sort();
            set
        })
        .collect()
}

/// Name of a list of edits, and the text with the edits applied.
fn edited(text: &str, edits: &[TextEdit]) -> (String, String) {
    let place = |e: &TextEdit| e.span.start as usize..e.span.end as usize;
    let names = edits
        .iter()
        .map(|e| format!("{} -> {}", text[place(e)].trim(), e.text));
    let name = names.collect::<Vec<_>>().join("; ");
    let mut edits: Vec<&TextEdit> = edits.iter().collect();
    edits.sort_by_key(|e| std::cmp::Reverse(e.span.start));
    let mut edited = text.to_owned();
    for edit in edits {
        edited.replace_range(place(edit), &edit.text);
    }
    (name, edited)
}

/// Problems with the fixes: each is applied to the text, which is then read and run anew.
fn complaints_about_fixes(
    expected: &Expected,
    answer: &Answer,
    loaded: &LoadedFixture,
    text: &str,
) -> Vec<String> {
    let mut wrong = Vec::new();
    let failing: BTreeSet<&String> = expected.failing.iter().collect();
    let mut found = Vec::new();
    for (edits, repaired) in &answer.fixes {
        let (name, edited) = edited(text, edits);
        let compiled = testkit::CompiledProgram::new(&edited);
        let ran = compiled.run_within(STEPS, &loaded.tests);
        for (i, (test, ran)) in loaded.tests.iter().zip(ran).enumerate() {
            let should = repaired.contains(&i) || !failing.contains(&test.id);
            if should && ran.verdict != Verdict::Pass {
                wrong.push(format!("with {name}, {} does not pass", test.id));
            }
        }
        found.push(name);
    }
    for wanted in expected.fixes.iter().filter(|f| !found.contains(f)) {
        wrong.push(format!("no fix {wanted}, only {found:?}"));
    }
    wrong
}

/// Problems with an answer.
fn complaints(expected: &Expected, answer: &Answer) -> Vec<String> {
    let mut wrong = Vec::new();
    let (word, _) = answer
        .status
        .split_once(':')
        .unwrap_or((&answer.status, ""));
    if !expected.status.iter().any(|s| s == word) {
        wrong.push(format!("status {}", answer.status));
    }
    if answer.failing != expected.failing {
        wrong.push(format!("failing {:?}", answer.failing));
    }
    if answer.groups != expected.groups {
        wrong.push(format!("groups {:?}", answer.groups));
    }
    if answer.unverified > 0 {
        wrong.push(format!("{} diagnoses are not verified", answer.unverified));
    }
    let sets = answer.lines();
    for wanted in &expected.diagnoses {
        if !sets.contains(wanted) {
            wrong.push(format!("no diagnosis {wanted:?}"));
        }
    }
    for wanted in &expected.behind {
        if !answer.behind.contains(wanted) {
            let found = &answer.behind;
            wrong.push(format!(
                "nothing behind outputs at {wanted:?}, but at {found:?}"
            ));
        }
    }
    let meets = |set: &BTreeSet<u32>, fault: &Vec<u32>| fault.iter().any(|l| set.contains(l));
    let meets_some = |set: &BTreeSet<u32>| expected.faults.iter().any(|f| meets(set, f));
    let meets_all = |set: &BTreeSet<u32>| expected.faults.iter().all(|f| meets(set, f));
    if expected.contains && !sets.iter().any(meets_some) {
        wrong.push("no diagnosis contains a fault".into());
    }
    if expected.covers_all && !sets.iter().any(meets_all) {
        wrong.push("no diagnosis covers all faults".into());
    }
    if let Some(top) = expected.top {
        let is_fault = |line: &u32| expected.faults.iter().any(|f| f.contains(line));
        let mut lines: Vec<u32> = Vec::new();
        for &line in &answer.ranking {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        if !lines.iter().take(top).any(is_fault) {
            wrong.push(format!("no fault among the first {top} of {lines:?}"));
        }
    }
    if !wrong.is_empty() {
        wrong.push(format!("diagnoses {sets:?}"));
    }
    wrong
}

#[test]
fn fixtures_are_localized() {
    let only = std::env::var("FAULTLENS_FIXTURE").ok();
    let mut wrong = String::new();
    let (mut agreed, mut deleted) = (0, 0);
    for folder in fixtures() {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        if only.as_ref().is_some_and(|o| *o != name) {
            continue;
        }
        let (expected, loaded) = (Expected::read(&folder), LoadedFixture::new(&folder));
        let begun = Instant::now();
        let size = expected.max_size;
        let answer = localize(&loaded, (Choice::Auto, Strategy::Multi), size, WORK);
        let first = begun.elapsed();
        let text = std::fs::read_to_string(folder.join("program.c")).unwrap();
        let fixes = complaints_about_fixes(&expected, &answer, &loaded, &text);
        for (edits, _) in &answer.fixes {
            eprintln!("{name}: fix {}", edited(&text, edits).0);
        }
        for complaint in complaints(&expected, &answer).into_iter().chain(fixes) {
            let _ = writeln!(wrong, "{name}: {complaint}");
        }
        if answer.status == "complete" {
            agreed += agree(&name, &expected, &loaded, &answer, &mut wrong);
            deleted += deletion_is_narrower(&name, size, &loaded, &answer, &mut wrong);
        }
        eprintln!("{name}: {first:?}, with the others {:?}", begun.elapsed());
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(only.is_some() || agreed > 40, "{agreed} answers compared");
    assert!(only.is_some() || deleted > 20, "{deleted} sets by deletion");
}

/// Angelic values subsume deletion: each set of deletion contains a diagnosis, and is verified. Returns the number of
/// sets.
fn deletion_is_narrower(
    name: &str,
    max_size: usize,
    loaded: &LoadedFixture,
    angelic: &Answer,
    wrong: &mut String,
) -> usize {
    let options = JobOptions {
        relaxing: Relaxing::Deletion,
        max_size,
        ..JobOptions::default()
    };
    let answer = localize_with(loaded, options, OTHERS_WORK);
    let within = |set: &Vec<_>, f: &Vec<_>| f.iter().all(|c| set.contains(c));
    for set in &answer.sets {
        if !angelic.sets.iter().any(|f| within(set, f)) {
            let _ = writeln!(wrong, "{name}: by deletion only: {set:?}");
        }
    }
    if answer.unverified > 0 {
        let _ = writeln!(
            wrong,
            "{name}: {} deletions not verified",
            answer.unverified
        );
    }
    answer.sets.len()
}

/// Compares the other solvers and strategies, which must find the same sets; returns how many of them answered
/// completely.
fn agree(
    name: &str,
    expected: &Expected,
    loaded: &LoadedFixture,
    first: &Answer,
    wrong: &mut String,
) -> usize {
    let mut agreed = 0;
    let mut others = vec![
        ("z3", Choice::Z3, Strategy::Multi),
        ("sniper", Choice::Auto, Strategy::Sniper),
        ("ofc", Choice::Auto, Strategy::Ofc),
    ];
    let mut functions = loaded.compiled.program.functions.iter();
    if !functions.any(|f| uses_floats(f)) {
        others.push(("sat", Choice::Sat, Strategy::Multi));
    }
    if expected.maxsat {
        others.push(("maxsat", Choice::Auto, Strategy::MaxSat));
    }
    for (how, solver, strategy) in others {
        let answer = localize(loaded, (solver, strategy), expected.max_size, OTHERS_WORK);
        if answer.explored.iter().any(|e| e.explored > e.all) {
            let _ = writeln!(wrong, "{name}: {how}: {:?}", answer.explored);
        }
        if answer.explored.iter().any(|e| e.explored < e.all) {
            eprintln!("{name}: {how}: {:?}", answer.explored);
        }
        let gave_up = answer.status.starts_with("stopped");
        // A strategy that met a budget may know less, and may be unable to show that a set is not minimal.
        let known = |set: &&Vec<(u32, String)>| {
            let within = |f: &Vec<(u32, String)>| f.iter().all(|c| set.contains(c));
            first.sets.contains(*set) || gave_up && first.sets.iter().any(within)
        };
        let more: Vec<_> = answer.sets.iter().filter(|s| !known(s)).collect();
        let less: Vec<_> = first.sets.difference(&answer.sets).collect();
        if !more.is_empty() || !(less.is_empty() || gave_up) {
            let status = &answer.status;
            let _ = writeln!(
                wrong,
                "{name}: {how} ({status}) finds {more:?} too, not {less:?}"
            );
        }
        if gave_up {
            eprintln!("{name}: {how}: {}", answer.status);
        }
        agreed += usize::from(!gave_up);
    }
    agreed
}

fn uses_floats(function: &ir::Function) -> bool {
    let float = |inst: &ir::Inst| match inst {
        ir::Inst::Const { ty, .. } | ir::Inst::Bin { ty, .. } => ty.is_float(),
        ir::Inst::Cast { from, to, .. } => from.is_float() || to.is_float(),
        _ => false,
    };
    function.code.iter().any(float)
}
