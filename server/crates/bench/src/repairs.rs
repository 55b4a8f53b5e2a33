//! Quality of the repairs: `bench --repairs`.
//!
//! Four questions; all but the first are answered by gcc and native runs, which are independent of the
//! evaluator:
//!
//! * For how many programs is there a repair of all failing tests, or of some?
//! * Does every patch, applied as text, do what it claims?
//! * Do the repairs generalise? They are searched for with half of the tests and judged by the other half (overfitting,
//!   as in E. Smith et al., *Is the Cure Worse Than the Disease?*, 2015).
//! * Where a case has tests that were held back, or `reference.c`: is the first repair right by them ([`Judge`])?

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use harness::{Compare, Test};

use crate::answer::{Answer, Fix};
use crate::case::{Case, Set};
use crate::cli::Cli;
use crate::generators::Judge;
use crate::load::load;
use crate::markdown::{Table, percent};
use crate::measure::binary;
use crate::native::Workshop;
use crate::{Outcome, pool, run};

/// Counts for a case, or the sum over cases.
#[derive(Debug, Default, Clone, PartialEq)]
struct Counts {
    cases: u64,
    /// Cases in which some repair fixes all failing tests …
    all: u64,
    /// … or some of them.
    some: u64,
    /// Seconds until the complete answer, for cases in which all failing tests are fixed.
    seconds: Vec<f64>,
    /// Number of patches, and of those that do what they claim.
    patches: u64,
    true_patches: u64,
    /// First repairs found by half of the tests, and those that pass the other half.
    halves: Rate,
    /// Rate for those of them that are not marked as doubtful.
    sure: Rate,
    /// First repairs of all failing tests, where tests were held back or a reference is known, and those that are right.
    meant: Rate,
    /// Rate for the first repairs that are not marked as doubtful.
    meant_sure: Rate,
    /// Rate for the first repairs that are called likely.
    meant_likely: Rate,
    /// Edits of the first repairs of all failing tests, and those on a line of a known fault.
    precision: Rate,
    /// Known faults of all programs, and those on whose lines the first repair edits.
    recall: Rate,
}

#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct Rate {
    of: u64,
    good: u64,
}

impl Rate {
    /// The rate of one case.
    fn of_one(is_good: bool) -> Rate {
        let good = u64::from(is_good);
        Rate { of: 1, good }
    }
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.cases += other.cases;
        self.all += other.all;
        self.some += other.some;
        self.seconds.extend(&other.seconds);
        self.patches += other.patches;
        self.true_patches += other.true_patches;
        for (own, others) in [
            (&mut self.halves, other.halves),
            (&mut self.sure, other.sure),
            (&mut self.meant, other.meant),
            (&mut self.meant_sure, other.meant_sure),
            (&mut self.meant_likely, other.meant_likely),
            (&mut self.precision, other.precision),
            (&mut self.recall, other.recall),
        ] {
            own.of += others.of;
            own.good += others.good;
        }
    }
}

/// Judges the repairs of each case, reporting errors on stderr; returns a table with a column for each set.
pub(crate) fn tables(cli: &Cli, sets: &[Set]) -> Outcome<String> {
    let binary = binary(cli)?;
    let mut columns = Vec::new();
    for set in sets {
        let all = pool::map(cli.jobs, &set.cases, |case| judge(&binary, cli, case))?;
        let mut sum = Counts::default();
        for counts in &all {
            sum.add(counts);
        }
        columns.push((set.name.clone(), sum));
    }
    Ok(table(&columns).markdown())
}

fn table(columns: &[(String, Counts)]) -> Table {
    let names = [
        "cases",
        "all failing tests mended",
        "all, or some and none broken",
        "time until a repair of all, median",
        "patches that do natively what is said",
        "first repairs by half of the tests that pass the other half",
        "those without a doubt mark",
        "first repairs that are right by held-back tests or the reference",
        "first ones without a doubt mark that are",
        "first ones called likely that are",
        "edit precision: edits of first repairs on lines of a fault",
        "bug recall: faults on whose lines the first repair edits",
    ];
    let mut rows: Vec<Vec<String>> = names.iter().map(|name| vec![(*name).to_owned()]).collect();
    for (_, c) in columns {
        let cells = [
            c.cases.to_string(),
            percent(c.all, c.cases),
            percent(c.some, c.cases),
            median(&c.seconds),
            percent(c.true_patches, c.patches),
            percent(c.halves.good, c.halves.of),
            percent(c.sure.good, c.sure.of),
            percent(c.meant.good, c.meant.of),
            percent(c.meant_sure.good, c.meant_sure.of),
            percent(c.meant_likely.good, c.meant_likely.of),
            percent(c.precision.good, c.precision.of),
            percent(c.recall.good, c.recall.of),
        ];
        for (row, cell) in rows.iter_mut().zip(cells) {
            row.push(cell);
        }
    }
    let heads = columns.iter().map(|(name, _)| name.clone());
    Table {
        head: std::iter::once(String::new()).chain(heads).collect(),
        rows,
    }
}

fn median(seconds: &[f64]) -> String {
    let mut all = seconds.to_vec();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2)
        .map_or_else(String::new, |middle| format!("{middle:.2} s"))
}

fn judge(binary: &Path, cli: &Cli, case: &Case) -> Outcome<Counts> {
    let mut counts = Counts {
        cases: 1,
        ..Counts::default()
    };
    let Some((answer, seconds)) = localize(binary, cli, &case.folder)? else {
        return Ok(counts);
    };
    let fixes = answer.fixes();
    let mends_all = fixes.iter().any(|fix| fix.scope == "all");
    counts.all = u64::from(mends_all);
    counts.some = u64::from(!fixes.is_empty());
    if mends_all {
        counts.seconds.push(seconds);
    }
    let loaded = load(case)?;
    let tests = &loaded.tests;
    let workshop = Workshop::new(&case.name)?;
    let source = fs::read(case.folder.join("program.c")).map_err(|e| e.to_string())?;
    for fix in &fixes {
        counts.patches += 1;
        match broken_promise(&workshop, &source, fix, &answer, tests)? {
            None => counts.true_patches += 1,
            Some(why) => eprintln!("{}: {fix}: {why}", case.name),
        }
    }
    let first = fixes.iter().find(|fix| fix.scope == "all");
    (counts.precision, counts.recall) = touched(first, &case.faults());
    let judge = Judge::of(case, &loaded)?;
    if judge.is_sound() {
        let mends_all = || fixes.iter().filter(|fix| fix.scope == "all");
        let meant = |fix: Option<&Fix>| match fix {
            Some(fix) => judge.is_right(fix).map(Rate::of_one),
            None => Ok(Rate::default()),
        };
        counts.meant = meant(mends_all().next())?;
        counts.meant_likely = meant(mends_all().find(|fix| fix.likely))?;
        let sure = mends_all().find(|fix| !fix.doubtful);
        counts.meant_sure = meant(sure)?;
        if let Some(fix) = sure
            && counts.meant_sure.good == 0
        {
            eprintln!("{}: not what was meant: {fix}", case.name);
        }
    }
    let (mine, others) = halves(tests, cli.found_by.as_deref());
    if let Some((fix, passes)) = by_half(binary, cli, &workshop, &source, &mine, &others)? {
        counts.halves = Rate::of_one(passes);
        if !fix.doubtful {
            counts.sure = counts.halves;
        }
        if !passes {
            eprintln!("{}: overfits: {fix}", case.name);
        }
    }
    Ok(counts)
}

/// Edits of a repair and those on lines of a fault; faults and those on whose lines the repair edits.
fn touched(repair: Option<&Fix>, faults: &[&BTreeSet<u32>]) -> (Rate, Rate) {
    let lines: Vec<u32> = repair
        .into_iter()
        .flat_map(Fix::edits)
        .map(|edit| edit.line)
        .collect();
    let faulty = lines
        .iter()
        .filter(|line| faults.iter().any(|fault| fault.contains(line)));
    let edited = faults
        .iter()
        .filter(|fault| lines.iter().any(|line| fault.contains(line)));
    let edits = Rate {
        of: lines.len() as u64,
        good: faulty.count() as u64,
    };
    let faults = Rate {
        of: faults.len() as u64,
        good: edited.count() as u64,
    };
    (edits, faults)
}

/// Answer for a folder, and the seconds that it took.
fn localize(binary: &Path, cli: &Cli, folder: &Path) -> Outcome<Option<(Answer, f64)>> {
    let timeout = cli.timeout.to_string();
    let mut arguments = vec!["localize", "program.c", "--format", "json"];
    arguments.extend(["--timeout", &timeout]);
    let is_configured = folder.join("faultlens.toml").is_file();
    if folder.join("tests").is_dir() && !is_configured {
        arguments.extend(["--tests", "tests"]);
    }
    arguments.extend(cli.arguments.iter().map(String::as_str));
    let limit = cli.time_limit()?.mul_f64(1.5) + Duration::from_secs(5);
    let ended = run::run(binary, &arguments, folder, limit)?;
    Ok(Answer::read(&ended.stdout).map(|answer| (answer, ended.seconds)))
}

/// Native behaviour of a patch that differs from its claim; `None` if it keeps its promise.
fn broken_promise(
    workshop: &Workshop,
    source: &[u8],
    fix: &Fix,
    answer: &Answer,
    tests: &[Test],
) -> Outcome<Option<String>> {
    let Some(text) = fix.applied(source) else {
        return Ok(Some("it does not fit the text".to_owned()));
    };
    let Some(program) = workshop.compile("fixed", &text, &[])? else {
        return Ok(Some("gcc does not take it".to_owned()));
    };
    // Passing tests must still pass, and repaired ones must pass now.
    let failing = &answer.tests.failing;
    let mended: BTreeSet<&String> = match &*fix.scope {
        "all" => failing.iter().collect(),
        _ => fix.mends.iter().collect(),
    };
    for test in tests {
        let is_promised = mended.contains(&test.id) || answer.tests.passing.contains(&test.id);
        if is_promised && !workshop.passes(&program, test)? {
            return Ok(Some(format!("test {} does not pass", test.id)));
        }
    }
    Ok(None)
}

/// Tests by which repairs are found, and those that judge them: with a prefix, those whose ids begin with it, and the
/// others; else every second one.
fn halves<'t>(tests: &'t [Test], prefix: Option<&str>) -> (Vec<&'t Test>, Vec<&'t Test>) {
    let mut numbered = tests.iter().enumerate().collect::<Vec<_>>();
    let is_mine = |(i, test): &(usize, &Test)| match prefix {
        Some(prefix) => test.id.starts_with(prefix),
        None => i % 2 == 0,
    };
    let others = numbered
        .extract_if(.., |one| !is_mine(one))
        .map(|(_, test)| test)
        .collect();
    (numbered.into_iter().map(|(_, test)| test).collect(), others)
}

/// First repair of all failing tests among these, and whether it passes the others.
fn by_half(
    binary: &Path,
    cli: &Cli,
    workshop: &Workshop,
    source: &[u8],
    mine: &[&Test],
    others: &[&Test],
) -> Outcome<Option<(Fix, bool)>> {
    let folder = workshop.folder().join("half");
    lay_out(&folder, source, mine).map_err(|e| format!("{}: {e}", folder.display()))?;
    let found = localize(binary, cli, &folder)?;
    let fixes = found.map(|(answer, _)| answer.fixes()).unwrap_or_default();
    let Some(fix) = fixes.into_iter().find(|fix| fix.scope == "all") else {
        return Ok(None);
    };
    let program = match fix.applied(source) {
        Some(text) => workshop.compile("fixed", &text, &[])?,
        None => None,
    };
    let Some(program) = program else {
        return Ok(Some((fix, false)));
    };
    for test in others {
        if !workshop.passes(&program, test)? {
            return Ok(Some((fix, false)));
        }
    }
    Ok(Some((fix, true)))
}

/// Writes a case with only these tests.
fn lay_out(folder: &Path, source: &[u8], tests: &[&Test]) -> std::io::Result<()> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder.join("tests"))?;
    fs::write(folder.join("program.c"), source)?;
    let compare = tests
        .first()
        .map_or(Compare::Exact, |test| test.expect.compare);
    let mut config = format!("compare = \"{}\"\n", Compare::NAMES[compare as usize]);
    for (i, test) in tests.iter().enumerate() {
        let harness::Action::Main { stdin, .. } = &test.action else {
            continue;
        };
        let wanted = test.expect.stdout.as_deref().unwrap_or_default();
        fs::write(folder.join(format!("tests/{i}.in")), stdin)?;
        fs::write(folder.join(format!("tests/{i}.out")), wanted)?;
        let _ = write!(
            config,
            "\n[[test]]\nname = \"{i}\"\nstdin-file = \"tests/{i}.in\"\nstdout-file = \"tests/{i}.out\"\n"
        );
    }
    fs::write(folder.join("faultlens.toml"), config)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    const SOURCE: &str = "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n + n); return 0; }\n";

    pub(crate) fn test(id: &str, input: &str, output: &str) -> Test {
        let json = |text: &str| text.as_bytes().to_vec();
        Test {
            id: id.to_owned(),
            origin: harness::Origin {
                path: String::new(),
                line: 1,
            },
            action: harness::Action::Main {
                program: std::sync::Arc::default(),
                args: std::sync::Arc::from([]),
                environment: std::sync::Arc::default(),
                stdin: json(input).into(),
                folder: ".".into(),
                files: None,
            },
            expect: harness::Expect {
                stdout: Some(json(output).into()),
                ..harness::Expect::default()
            },
        }
    }

    /// An answer with one fix, which replaces the operator.
    fn answer(new: &str, scope: &str, mends: &str) -> Answer {
        let at = SOURCE.find("n + n").unwrap() + 2;
        let text = format!(
            r#"{{"status": "complete", "tests": {{"failing": ["a", "b"], "passing": ["c"]}}, "diagnoses": [{{"components": [],
            "fixes": [{{"line": 2, "start": {at}, "end": {}, "old": "+", "new": "{new}", "scope": "{scope}", "mends": {mends}}}]}}]}}"#,
            at + 1
        );
        Answer::read(text.as_bytes()).unwrap()
    }

    #[test]
    fn a_patch_is_held_to_what_was_said_of_it() {
        let tests = [
            test("a", "3", "9\n"),
            test("b", "1", "7\n"),
            test("c", "2", "4\n"),
        ];
        let workshop = Workshop::new("promises").unwrap();
        let broken = |answer: &Answer| {
            let fix = &answer.fixes()[0];
            broken_promise(&workshop, SOURCE.as_bytes(), fix, answer, &tests).unwrap()
        };
        assert_eq!(broken(&answer("*", "partial", r#"["a"]"#)), None);
        for (new, scope, words) in [
            ("*", "all", "test b"),
            ("-", "partial", "test c"),
            ("?", "partial", "gcc"),
        ] {
            let why = broken(&answer(new, scope, "[]")).expect("a broken promise");
            assert!(why.contains(words), "{why}");
        }
        let elsewhere = SOURCE.replace("n + n", "n  + n");
        let other = answer("*", "partial", "[]");
        let why = broken_promise(
            &workshop,
            elsewhere.as_bytes(),
            &other.fixes()[0],
            &other,
            &tests,
        );
        assert_eq!(why.unwrap().as_deref(), Some("it does not fit the text"));
    }

    #[test]
    fn edits_beside_the_faults_and_faults_without_an_edit_count() {
        let answer = answer("*", "all", "[]");
        let fixes = answer.fixes();
        let (here, elsewhere) = (BTreeSet::from([1, 2]), BTreeSet::from([7]));
        let rate = |of, good| Rate { of, good };
        let of = |faults: &[&BTreeSet<u32>]| touched(fixes.first(), faults);
        assert_eq!(of(&[&here, &elsewhere]), (rate(1, 1), rate(2, 1)));
        assert_eq!(of(&[&elsewhere]), (rate(1, 0), rate(1, 0)));
        assert_eq!(touched(None, &[&here]), (rate(0, 0), rate(1, 0)));
    }

    #[test]
    fn tests_are_halved_by_their_names_or_their_order() {
        let tests = [test("b1", "", ""), test("b2", "", ""), test("w1", "", "")];
        let ids = |tests: Vec<&Test>| tests.iter().map(|t| t.id.clone()).collect::<Vec<_>>();
        let (mine, others) = halves(&tests, Some("b"));
        assert_eq!(
            (ids(mine), ids(others)),
            (vec!["b1".into(), "b2".into()], vec!["w1".into()])
        );
        let (mine, others) = halves(&tests, None);
        assert_eq!(
            (ids(mine), ids(others)),
            (vec!["b1".into(), "w1".into()], vec!["b2".into()])
        );
    }
}
