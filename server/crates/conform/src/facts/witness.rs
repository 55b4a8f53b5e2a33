//! The witness: the instrumented program, compiled by gcc and run on a test.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use harness::Test;

use super::instrument::Plan;
use super::program::Program;
use super::value::Seen;
use crate::child::ProcessOutput;
use crate::{Outcome, gcc, scratch};

const RUNTIME: &str = include_str!("runtime.c");
/// The byte of which glibc writes the complement into new blocks.
const HEAP: u8 = 0x5a;
/// Folder of the instrumented files in that of the program.
const FOLDER: &str = "witness";
/// Most runs without the looks that crashed in earlier ones.
const MOST_RUNS: usize = 8;

/// Functions that set the buffer of a stream, or end the program without writing it.
const BUFFERS: [&str; 7] = [
    "_exit",
    "_Exit",
    "quick_exit",
    "setvbuf",
    "setbuf",
    "setlinebuf",
    "fork",
];

/// What fills memory that was never written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Filling {
    Zeros,
    Pattern,
}

/// What a run of the instrumented program showed.
pub(super) struct Log {
    pub(super) seen: BTreeMap<usize, Glance>,
    /// Number of executions of each place in the whole run.
    pub(super) total: Vec<u64>,
    /// The same when the failing execution began, and when it had ended.
    pub(super) at_failure: [Option<Vec<u64>>; 2],
    pub(super) ran: ProcessOutput,
}

/// What a probe showed.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Glance {
    Saw(Seen),
    /// The object is no scalar.
    Aggregate,
    /// Evaluating the expression crashed.
    Crashed,
    /// The place was executed after the failing execution had ended.
    TooLate,
}

/// Builds and runs instrumented programs.
pub(super) struct Witness<'a> {
    pub(super) program: &'a Program,
    pub(super) plan: Plan<'a>,
    /// Places and probes that gcc accepts.
    sites: BTreeSet<usize>,
    probes: BTreeSet<usize>,
}

impl<'a> Witness<'a> {
    /// Finds out what gcc accepts.
    pub(super) fn new(program: &'a Program, plan: Plan<'a>) -> Outcome<Witness<'a>> {
        let none = BTreeSet::new();
        let mut witness = Witness {
            program,
            plan,
            sites: none.clone(),
            probes: none.clone(),
        };
        fs::create_dir_all(witness.folder()).map_err(|error| error.to_string())?;
        scratch::copy_files(&program.folder, &witness.folder()).map_err(|e| e.to_string())?;
        // An empty plan is the program itself.
        witness.compiles(&none, &none)?;
        let all = (0..witness.plan.sites.len()).collect();
        witness.sites = accepted(all, &|sites| witness.compiles(sites, &none).is_ok());
        let sites = witness.sites.clone();
        let probes = witness.plan.probes.iter().enumerate();
        let possible = probes.filter(|(_, probe)| sites.contains(&probe.site));
        let all = possible.map(|(id, _)| id).collect();
        witness.probes = accepted(all, &|probes| witness.compiles(&sites, probes).is_ok());
        Ok(witness)
    }

    /// Whether gcc accepts the place.
    pub(super) fn has_site(&self, site: usize) -> bool {
        self.sites.contains(&site)
    }

    /// Whether gcc accepts the probe.
    pub(super) fn has_probe(&self, id: usize) -> bool {
        self.probes.contains(&id)
    }

    /// Runs the program on a test. Probes that crash are left out of further runs.
    pub(super) fn run(&self, test: &Test, filling: Filling, limit: Duration) -> Outcome<Log> {
        let mut probes = self.probes.clone();
        let mut crashed = BTreeMap::new();
        for _ in 0..MOST_RUNS {
            let binary = self.built(&probes, filling)?;
            for file in ["log", "counts"] {
                let empty = vec![0; if file == "log" { 0 } else { 8 * self.size() }];
                fs::write(self.folder().join(file), empty).map_err(|error| error.to_string())?;
            }
            let ran = self.program.run(&binary, test, limit)?;
            let mut log = self.read(ran)?;
            let is_crash = |glance: &Glance| *glance == Glance::Crashed;
            let Some((id, _)) = log.seen.iter().find(|(_, glance)| is_crash(glance)) else {
                log.seen.extend(crashed);
                return Ok(log);
            };
            crashed.insert(*id, Glance::Crashed);
            probes.remove(id);
        }
        Err("too many looks crash".to_owned())
    }

    fn folder(&self) -> PathBuf {
        self.program.folder.join(FOLDER)
    }

    fn size(&self) -> usize {
        self.plan.sites.len().max(1)
    }

    /// Writes the instrumented files; returns the units among them.
    fn write(&self, sites: &BTreeSet<usize>, probes: &BTreeSet<usize>) -> Outcome<Vec<PathBuf>> {
        let mut units = Vec::new();
        for (file, text) in self.plan.texts(sites, probes) {
            let source = self.plan.parse.sources.file(file);
            let path = source.map_or("", |source| &source.path);
            // The headers of the system stay where they are.
            let Ok(name) = std::path::Path::new(path).strip_prefix(&self.program.folder) else {
                continue;
            };
            let target = self.folder().join(name);
            fs::write(&target, text).map_err(|e| format!("{}: {e}", target.display()))?;
            if self.program.files.iter().any(|unit| unit.ends_with(name)) {
                units.push(target);
            }
        }
        Ok(units)
    }

    fn compiles(&self, sites: &BTreeSet<usize>, probes: &BTreeSet<usize>) -> Outcome<()> {
        let units = self.write(sites, probes)?;
        let flags = ["-fsyntax-only".to_owned()];
        gcc::compile("cc", &units, &flags, &self.folder().join("a.out"))
    }

    fn built(&self, probes: &BTreeSet<usize>, filling: Filling) -> Outcome<PathBuf> {
        let mut units = self.write(&self.sites, probes)?;
        let folder = self.folder();
        let runtime = folder.join("witness-runtime.c");
        fs::write(&runtime, RUNTIME).map_err(|error| error.to_string())?;
        units.push(runtime);
        let (fill, perturb) = match filling {
            Filling::Zeros => ("zero", 0),
            Filling::Pattern => ("pattern", HEAP),
        };
        let mut flags = vec![
            format!("-ftrivial-auto-var-init={fill}"),
            format!("-DPERTURB={perturb}"),
            format!("-DSITES={}", self.size()),
            format!("-DCOUNTS=\"{}\"", folder.join("counts").display()),
            format!("-DLOG=\"{}\"", folder.join("log").display()),
        ];
        if !self.has_own_buffers() {
            flags.push("-DUNBUFFERED".to_owned());
        }
        let binary = folder.join("a.out");
        gcc::compile("cc", &units, &flags, &binary)?;
        Ok(binary)
    }

    /// Whether what the program prints depends on when its buffers are written.
    fn has_own_buffers(&self) -> bool {
        self.program.calls(self.plan.parse, &BUFFERS)
    }

    fn read(&self, ran: ProcessOutput) -> Outcome<Log> {
        let read = |name: &str| {
            fs::read(self.folder().join(name)).map_err(|error| format!("{name}: {error}"))
        };
        let counts = read("counts")?;
        let (counts, _) = counts.as_chunks();
        let mut log = Log {
            seen: BTreeMap::new(),
            total: counts
                .iter()
                .map(|count| u64::from_le_bytes(*count))
                .collect(),
            at_failure: [None, None],
            ran,
        };
        for line in String::from_utf8_lossy(&read("log")?).lines() {
            let Some((start, rest)) = line.split_once(' ') else {
                continue;
            };
            if start == "counts" {
                let mut numbers = rest.split(' ').map_while(|number| number.parse().ok());
                let moment = numbers.next().unwrap_or(0);
                if let Some(noted) = log.at_failure.get_mut(moment as usize) {
                    *noted = Some(numbers.collect());
                }
                continue;
            }
            let Ok(id) = start.parse() else { continue };
            let glance = match Seen::parsed(rest) {
                _ if log.at_failure[1].is_some() => Glance::TooLate,
                Some(seen) => Glance::Saw(seen),
                None if rest == "?" => Glance::Aggregate,
                None => Glance::Crashed,
            };
            log.seen.insert(id, glance);
        }
        Ok(log)
    }
}

/// The largest subset that passes if its elements do not influence each other.
fn accepted(all: BTreeSet<usize>, passes: &dyn Fn(&BTreeSet<usize>) -> bool) -> BTreeSet<usize> {
    if all.is_empty() || passes(&all) {
        return all;
    }
    if all.len() == 1 {
        return BTreeSet::new();
    }
    let mut first: Vec<usize> = all.into_iter().collect();
    let second = first.split_off(first.len() / 2);
    let halves = [first, second].into_iter();
    halves
        .flat_map(|half| accepted(half.into_iter().collect(), passes))
        .collect()
}
