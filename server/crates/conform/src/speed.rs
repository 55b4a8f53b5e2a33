//! Speed of programs: all tests of laid-out cases, and loops compared with the same loops compiled by gcc.
//!
//! One thread, in this process, the best of several runs: the measurement covers the evaluator and the comparison of
//! outputs, not parsing and lowering, which have columns of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use faultlens_core::files::Disk;
use harness::{SourceFacts, Test};
use localize::{JobOptions, Session};

use crate::cli::SpeedArgs;
use crate::evaluate::Clock;
use crate::pipeline::{LoadedProgram, load};
use crate::scratch::Scratch;
use crate::{Outcome, guard};

/// Number of runs of each measurement; the best one counts.
const ROUNDS: usize = 5;
/// Time limit of a measurement.
const PATIENCE: Duration = Duration::from_secs(60);

/// Measures; always succeeds.
pub(crate) fn run(args: &SpeedArgs) -> Outcome<bool> {
    guard::on_big_stack(|| measure(args))??;
    Ok(true)
}

fn measure(args: &SpeedArgs) -> Outcome<()> {
    println!(
        "{:<24} {:>6} {:>9} {:>9} {:>9}",
        "case", "tests", "read ms", "run ms", "Msteps/s"
    );
    for case in cases(&args.cases)? {
        measure_case(&case)?;
    }
    let loops = Path::new(env!("CARGO_MANIFEST_DIR")).join("speed");
    let scratch = Scratch::new()?;
    println!(
        "\n{:<24} {:>9} {:>9} {:>7}",
        "loop", "ours ms", "gcc ms", "ratio"
    );
    for program in programs(&loops)? {
        measure_loop(&program, &scratch)?;
    }
    Ok(())
}

/// Folders with a `program.c`: those given, or those inside them.
fn cases(folders: &[PathBuf]) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in folders {
        let inner = if folder.join("program.c").is_file() {
            vec![folder.clone()]
        } else {
            entries(folder)?
        };
        found.extend(inner.into_iter().filter(|f| f.join("program.c").is_file()));
    }
    Ok(found)
}

fn programs(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut all = entries(folder)?;
    all.retain(|path| path.extension().is_some_and(|e| e == "c"));
    Ok(all)
}

fn entries(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let list = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = list.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn measure_case(folder: &Path) -> Outcome<()> {
    let program = folder.join("program.c");
    let start = Instant::now();
    let loaded = load(&program, &[])?;
    let read = start.elapsed();
    let tests = tests(&program, &loaded);
    let (time, steps) = best(&loaded, &tests);
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let rate = steps as f64 / time.as_secs_f64() / 1e6;
    println!(
        "{name:<24} {:>6} {:>9.1} {:>9.1} {rate:>9.1}",
        tests.len(),
        milliseconds(read),
        milliseconds(time)
    );
    Ok(())
}

fn tests(program: &Path, loaded: &LoadedProgram) -> Vec<Test> {
    let facts = SourceFacts {
        has_main: loaded.lowered.program.function("main").is_some(),
        asserts: false,
        opens_files: false,
        ..SourceFacts::default()
    };
    harness::discover(&program.to_string_lossy(), &facts, None, None, &Disk).tests
}

fn best(loaded: &LoadedProgram, tests: &[Test]) -> (Duration, u64) {
    let run = || {
        let options = JobOptions {
            step_limit: 1 << 40,
            ..JobOptions::default()
        };
        let mut session = Session::new(&loaded.parse, &loaded.lowered.program, tests, options);
        let start = Instant::now();
        let ran = session.run_tests(&Clock::new(PATIENCE));
        let steps = ran.iter().map(|r| r.steps).sum();
        (start.elapsed(), steps)
    };
    (0..ROUNDS).map(|_| run()).min().unwrap_or_default()
}

fn measure_loop(program: &Path, scratch: &Scratch) -> Outcome<()> {
    let loaded = load(program, &[])?;
    let test = [testkit::run_of_main("speed", &[], "", None)];
    let (ours, _) = best(&loaded, &test);
    let gcc = compiled(program, scratch)?;
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    println!(
        "{name:<24} {:>9.2} {:>9.2} {:>7.1}",
        milliseconds(ours),
        milliseconds(gcc),
        ours.as_secs_f64() / gcc.as_secs_f64()
    );
    Ok(())
}

/// Time of the program compiled by `gcc -O0`, without that of starting a process.
fn compiled(program: &Path, scratch: &Scratch) -> Outcome<Duration> {
    let empty = scratch.file("empty.c");
    fs::write(&empty, "int main(void) { return 0; }\n").map_err(|e| e.to_string())?;
    let time = timed(program, scratch)?;
    Ok(time
        .saturating_sub(timed(&empty, scratch)?)
        .max(Duration::from_micros(1)))
}

fn timed(program: &Path, scratch: &Scratch) -> Outcome<Duration> {
    let binary = scratch.file("speed.out");
    let mut cc = Command::new("cc");
    cc.args(["-std=gnu17", "-O0", "-w", "-o"])
        .arg(&binary)
        .arg(program)
        .arg("-lm");
    let made = cc.status().map_err(|e| e.to_string())?;
    if !made.success() {
        return Err(format!("{} is not compiled", program.display()));
    }
    let run = || {
        let start = Instant::now();
        let ended = Command::new(&binary).stdout(Stdio::null()).status();
        ended.map(|_| start.elapsed()).map_err(|e| e.to_string())
    };
    let runs: Result<Vec<Duration>, String> = (0..4 * ROUNDS).map(|_| run()).collect();
    Ok(runs?.into_iter().min().unwrap_or_default())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
