//! Verdicts of the witness on the facts of one story.

use std::cmp::Reverse;
use std::fmt;
use std::time::Duration;

use harness::Test;
use syntax::{FileId, Parse, Span};

use super::fact::{Fact, FactKind, HERE, Moment};
use super::instrument::{Look, Plan, Probe};
use super::program::Program;
use super::sites::{Shape, Site, Sites};
use super::value::{Claimed, Seen};
use super::witness::{Filling, Glance, Log, Witness};
use crate::Outcome;

/// Verdict on a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    True,
    /// What gcc's program does instead.
    False(String),
    /// Reason why gcc's program does not show it.
    Unchecked(String),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::True => write!(f, "true"),
            Verdict::False(why) => write!(f, "FALSE (gcc: {why})"),
            Verdict::Unchecked(why) => write!(f, "unchecked ({why})"),
        }
    }
}

/// The failure that a story is about.
#[derive(Debug, Clone, Default)]
pub(super) struct Failure {
    /// File, as facts name it.
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) column: u32,
    /// Output up to the failure.
    pub(super) stdout: String,
}

/// Functions that tell the time.
const CLOCKS: [&str; 5] = [
    "clock",
    "time",
    "gettimeofday",
    "clock_gettime",
    "timespec_get",
];

/// What would make a fact true.
enum Claim {
    /// The probes show these values. What was never set shows another one where memory held another one before.
    Values(Vec<(usize, Claimed)>),
    /// The place runs this often.
    Executions(u64),
}

/// Checks the facts of a story against a run of gcc's program.
pub(super) fn check(
    program: &Program,
    test: &Test,
    facts: &[Fact],
    failure: &Failure,
    limit: Duration,
) -> Outcome<Vec<Verdict>> {
    program.begin_with(test)?;
    // The places and looks that the facts need.
    let parse = program.parsed()?;
    let mut claims = Claims::new(&parse);
    let claimed: Vec<_> = facts.iter().map(|fact| claims.add(fact)).collect();
    let failing = claims.failing(facts, failure);
    let plan = Plan {
        parse: &parse,
        sites: &claims.sites,
        probes: &claims.probes,
        failure: failing,
    };
    let witness = Witness::new(program, plan)?;

    // Two runs tell what was never set from what was.
    let log = witness.run(test, Filling::Pattern, limit)?;
    let stdout = String::from_utf8_lossy(&log.ran.stdout);
    if !stdout.starts_with(&failure.stdout) {
        let why = "gcc's program prints something else before the failure";
        return Ok(vec![Verdict::Unchecked(why.to_owned()); facts.len()]);
    }
    let other = if claimed.iter().any(is_unset) {
        Some(witness.run(test, Filling::Zeros, limit)?)
    } else {
        None
    };
    let judge = Judge {
        witness: &witness,
        log: &log,
        other: other.as_ref(),
    };
    let judged = facts.iter().zip(&claimed);
    let mut verdicts: Vec<Verdict> = judged
        .map(|(fact, claim)| match claim {
            Ok((site, claim)) => match judge.verdict(fact, *site, claim) {
                // The executions of another part may have been counted.
                Verdict::False(_) if claims.sites[*site].is_shared => {
                    unchecked("a macro makes several parts of the program there")
                }
                // No two runs read the same time.
                Verdict::False(_) if program.calls(&parse, &CLOCKS) => {
                    unchecked("the program reads a clock")
                }
                verdict => verdict,
            },
            Err(why) => Verdict::Unchecked(why.clone()),
        })
        .collect();

    // The difference of two values that were never set is the same in both runs, and so may be what a register holds
    // where a function ends without its value.
    let own = verdicts.iter_mut().zip(&claimed);
    let own = own.filter(|(_, claim)| is_unset(claim));
    let mut unset: Vec<&mut Verdict> = own.map(|(verdict, _)| verdict).collect();
    let some_vary = unset.iter().any(|verdict| **verdict == Verdict::True);
    unset.retain(|verdict| matches!(verdict, Verdict::False(_)));
    if !unset.is_empty() && (some_vary || program.may_lack_value()) {
        for verdict in unset {
            *verdict = unchecked("a value that was never set may be the same in two runs");
        }
    }
    Ok(verdicts)
}

/// Whether a claim is about a value that was never set.
fn is_unset(claim: &Result<(usize, Claim), String>) -> bool {
    match claim {
        Ok((_, Claim::Values(values))) => values.iter().any(|(_, v)| *v == Claimed::Indeterminate),
        _ => false,
    }
}

/// The places and looks that facts need.
struct Claims<'a> {
    parse: &'a Parse,
    all: Sites,
    sites: Vec<Site>,
    probes: Vec<Probe>,
}

impl<'a> Claims<'a> {
    fn new(parse: &'a Parse) -> Claims<'a> {
        Claims {
            parse,
            all: Sites::of(parse),
            sites: Vec::new(),
            probes: Vec::new(),
        }
    }

    /// The place of a fact, and what would make it true; or the reason why the witness cannot tell.
    fn add(&mut self, fact: &Fact) -> Result<(usize, Claim), String> {
        let site = self.site(fact)?;
        if let Some(frame) = fact.frame.as_ref().filter(|frame| *frame != HERE) {
            return Err(format!("the object is in another frame ({frame})"));
        }
        let claim = match fact.kind {
            FactKind::Executions => {
                let times = fact.text().parse();
                Claim::Executions(times.map_err(|_| "the number is none")?)
            }
            FactKind::NotReached => Claim::Executions(0),
            FactKind::Outcome => {
                let held = match fact.text().as_str() {
                    "true" => 1,
                    "false" => 0,
                    _ => return Err("the outcome is neither true nor false".to_owned()),
                };
                let probe = self.probe(site, fact, Look::Outcome)?;
                Claim::Values(vec![(probe, Claimed::Integer(held))])
            }
            FactKind::Value | FactKind::Wrote => {
                let value = Claimed::parsed(&fact.text());
                let value = value.ok_or("the value is in no form that is known")?;
                let object = fact.object.as_ref().ok_or("the object has no name")?;
                let declared = self.declared_at(site);
                if fact.looks() == Moment::Before && declared == Some(first_name(object)) {
                    return Err("the name is declared there".to_owned());
                }
                let mut values = Vec::new();
                self.values(site, fact, object, value, &mut values)?;
                if values.is_empty() {
                    return Err("the value is cut off".to_owned());
                }
                Claim::Values(values)
            }
            FactKind::Other => return Err("facts of this kind are not known".to_owned()),
        };
        Ok((site, claim))
    }

    /// Probes for a value, or for each part of an aggregate.
    fn values(
        &mut self,
        site: usize,
        fact: &Fact,
        object: &str,
        value: Claimed,
        values: &mut Vec<(usize, Claimed)>,
    ) -> Result<(), String> {
        match value {
            Claimed::List(elements) => {
                for (i, (member, value)) in elements.into_iter().enumerate() {
                    let object = match member {
                        Some(member) => format!("({object}).{member}"),
                        None => format!("({object})[{i}]"),
                    };
                    self.values(site, fact, &object, value, values)?;
                }
            }
            Claimed::Address(target) => {
                let pointer = "const volatile void *";
                let is_same = format!("(({pointer})({object}) == ({pointer})({target}))");
                let probe = self.probe(site, fact, look(fact.looks(), &is_same))?;
                values.push((probe, Claimed::Integer(1)));
            }
            value => {
                let probe = self.probe(site, fact, look(fact.looks(), object))?;
                values.push((probe, value));
            }
        }
        Ok(())
    }

    fn probe(&mut self, site: usize, fact: &Fact, look: Look) -> Result<usize, String> {
        let execution = fact.execution.ok_or("the execution is not told")?;
        self.probes.push(Probe {
            site,
            execution,
            look,
        });
        Ok(self.probes.len() - 1)
    }

    /// Index of the place that a fact is about.
    fn site(&mut self, fact: &Fact) -> Result<usize, String> {
        let span = self.span(fact).ok_or("there is no such place")?;
        if self.parse.sources.is_built_in(span) {
            return Err("the place is in a text of the product".to_owned());
        }
        let found = self.all.find(span, self.parse)?;
        let known = self.sites.iter().position(|site| *site == found);
        Ok(known.unwrap_or_else(|| {
            self.sites.push(found);
            self.sites.len() - 1
        }))
    }

    /// The variable that is declared at a place, whose name means another object before.
    fn declared_at(&self, site: usize) -> Option<&'a str> {
        let Site { shape, span, .. } = self.sites.get(site)?;
        let text = self.parse.sources.text(*span);
        (*shape == Shape::Variable).then(|| first_name(text))
    }

    fn span(&self, fact: &Fact) -> Option<Span> {
        let is_named = |path: &str| {
            let (path, named) = (std::path::Path::new(path), std::path::Path::new(&fact.file));
            path.ends_with(named) || named.ends_with(path)
        };
        let files = &self.parse.sources.files;
        let file = files.iter().position(|source| is_named(&source.path))?;
        let source = &files[file];
        let offset = |line: u32, column: u32| {
            let text = source.text.lines().nth(line.checked_sub(1)? as usize)?;
            let before = text.char_indices().map(|(at, _)| at).chain([text.len()]);
            let column = before.into_iter().nth(column.checked_sub(1)? as usize)?;
            Some(source.line_start(line) + column as u32)
        };
        Some(Span {
            file: FileId(file as u16),
            start: offset(fact.line, fact.column)?,
            end: offset(fact.end_line, fact.end_column)?,
        })
    }

    /// The place and the execution at which the run fails, if a fact tells it: the last execution of the smallest place
    /// around the failure.
    fn failing(&mut self, facts: &[Fact], failure: &Failure) -> Option<(usize, u64)> {
        let at = (failure.line, failure.column);
        let is_around = |fact: &&Fact| {
            let (begin, end) = ((fact.line, fact.column), (fact.end_line, fact.end_column));
            let is_here = fact.file == failure.file && begin <= at && at < end;
            is_here && fact.execution.is_some()
        };
        let around = facts.iter().filter(is_around);
        let fact = around.min_by_key(|fact| {
            let lines = fact.end_line - fact.line;
            let columns = fact.end_column.wrapping_sub(fact.column);
            (lines, columns, Reverse(fact.execution))
        })?;
        Some((self.site(fact).ok()?, fact.execution?))
    }
}

/// The name with which an expression or a declarator begins.
fn first_name(text: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let text = text.trim_start_matches(|c| !is_part(c));
    text.split(|c| !is_part(c)).next().unwrap_or_default()
}

fn look(moment: Moment, object: &str) -> Look {
    match moment {
        Moment::Before => Look::Before(object.to_owned()),
        Moment::After => Look::After(object.to_owned()),
    }
}

/// Judges facts by what the witness saw.
struct Judge<'a> {
    witness: &'a Witness<'a>,
    log: &'a Log,
    /// A run with other bytes in memory that was never written.
    other: Option<&'a Log>,
}

impl Judge<'_> {
    fn verdict(&self, fact: &Fact, site: usize, claim: &Claim) -> Verdict {
        if !self.witness.has_site(site) {
            return unchecked("the place cannot be instrumented");
        }
        match claim {
            Claim::Executions(times) => self.executions(site, *times),
            Claim::Values(values) => {
                let each = values.iter().map(|(probe, value)| {
                    let seen = |log| self.seen(fact, site, *probe, log);
                    let other = self.other.filter(|_| *value == Claimed::Indeterminate);
                    match (seen(self.log), other.map(seen)) {
                        (Err(verdict), _) | (_, Some(Err(verdict))) => verdict,
                        (Ok(seen), None) => compare(value, seen),
                        (Ok(one), Some(Ok(other))) => varies(one, other),
                    }
                });
                worst(each)
            }
        }
    }

    /// What a probe saw; an error is the verdict if it saw nothing.
    fn seen<'l>(
        &self,
        fact: &Fact,
        site: usize,
        probe: usize,
        log: &'l Log,
    ) -> Result<&'l Seen, Verdict> {
        if !self.witness.has_probe(probe) {
            return Err(unchecked(
                "gcc does not accept the expression at this place",
            ));
        }
        let is_static = self.witness.plan.sites[site].shape == Shape::Static;
        if is_static && fact.looks() == Moment::Before {
            return Err(unchecked("it happens before the program runs"));
        }
        match log.seen.get(&probe) {
            Some(Glance::Saw(seen)) => Ok(seen),
            Some(Glance::Aggregate) => Err(unchecked("the object is no scalar")),
            Some(Glance::Crashed) => Err(Verdict::False("reading it crashes".to_owned())),
            Some(Glance::TooLate) => Err(Verdict::False("it happens after the failure".to_owned())),
            None => {
                let times = log.total[site];
                let ran = format!("the place runs {times} times");
                match fact.execution {
                    Some(execution) if execution > times => Err(Verdict::False(ran)),
                    _ => Err(unchecked("the execution does not come to its end")),
                }
            }
        }
    }

    /// The verdict on the number of executions up to the failure, which is somewhere in the failing execution.
    fn executions(&self, site: usize, claimed: u64) -> Verdict {
        let total = self.log.total[site];
        let [begun, ended] = &self.log.at_failure;
        let (least, most) = match (begun, ended) {
            (Some(begun), Some(ended)) => (begun[site], ended[site]),
            (Some(begun), None) => (begun[site], total),
            // Without a place, the failure is the end of the run, or before it.
            (None, _) => (0, total),
        };
        let told =
            format!("the place runs {total} times, {least} to {most} of them up to the failure");
        if claimed < least || claimed > most {
            return Verdict::False(told);
        }
        if least == most || claimed == total || begun.is_some() {
            return Verdict::True;
        }
        unchecked("the run goes on after the failure")
    }
}

fn unchecked(why: &str) -> Verdict {
    Verdict::Unchecked(why.to_owned())
}

fn compare(value: &Claimed, seen: &Seen) -> Verdict {
    match value.agrees(seen) {
        Some(true) => Verdict::True,
        Some(false) => Verdict::False(format!("it is {seen}")),
        None => Verdict::Unchecked(format!("the value cannot be compared with {seen}")),
    }
}

/// The verdict on a value that was never set, from runs in which memory held different bytes before.
fn varies(one: &Seen, other: &Seen) -> Verdict {
    match one {
        _ if one == other => Verdict::False(format!("it is {one} whatever memory held before")),
        // Addresses differ from run to run in any case; bytes that fill memory are all the same.
        Seen::Pointer(address) | Seen::Text(address, _)
            if address
                .to_le_bytes()
                .iter()
                .any(|byte| *byte != *address as u8) =>
        {
            unchecked("it may be an address")
        }
        _ => Verdict::True,
    }
}

/// A fact with several parts is false if one of them is, and true only if all are.
fn worst(all: impl Iterator<Item = Verdict>) -> Verdict {
    let mut worst = Verdict::True;
    for verdict in all {
        match (&worst, &verdict) {
            (_, Verdict::False(_)) => return verdict,
            (Verdict::True, Verdict::Unchecked(_)) => worst = verdict,
            _ => {}
        }
    }
    worst
}
