//! Replays by the evaluator.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use eval::{Choice, ChoiceSource, Concrete, Image, Machine, Stop};
use exec::run::{PreparedTest, ends_as_expected, prepare};
use harness::Test;
use ir::{AltKind, CompId, Inst, Program, Scalar};
use serde_json::Value as Json;
use testkit::CompiledProgram;

use crate::shown::{self, Certificate, Member};

/// Instructions of a replay.
const STEPS: u64 = 20_000_000;

/// Whether the test passes when exactly the choices of the certificate are forced. The error says why that was not
/// tried.
pub(crate) fn passes(
    certificate: &Certificate<'_>,
    text: &str,
    test: &Test,
) -> Result<bool, &'static str> {
    if certificate.is_cut() {
        return Err("values left out");
    }
    if certificate.members.iter().any(Member::is_added) {
        return Err("not a component of the text");
    }

    // The program, with the edits that the set presupposes.
    let mut edits: Vec<(usize, usize, &str)> = Vec::new();
    for edit in certificate.given {
        let offset = |name: &str| edit[name].as_u64().unwrap() as usize;
        edits.push((
            offset("start"),
            offset("end"),
            edit["new"].as_str().unwrap(),
        ));
    }
    edits.sort_unstable();
    let mut edited = text.to_owned();
    for (start, end, new) in edits.iter().rev() {
        edited.replace_range(start..end, new);
    }
    let program = CompiledProgram::new(&edited).program;

    // Its components, at their places in that text.
    let mut left = HashMap::new();
    for member in &certificate.members {
        let moved = |offset: usize| {
            let before = edits.iter().filter(|(_, end, _)| *end <= offset);
            before.fold(offset, |at, (start, end, new)| at + new.len() + start - end)
        };
        let (start, end) = member.span();
        let place = (moved(start) as u32, moved(end) as u32);
        let mut components = program.components.iter();
        let comp = components.position(|c| {
            let kind = format!("{:?}", c.kind).to_lowercase();
            (c.span.start, c.span.end) == place && kind == member.kind()
        });
        let comp = CompId(comp.expect("the component is in the program") as u32);
        let executions = member.executions.iter();
        let executions = executions.map(|(n, rows)| (*n, rows.iter().copied().collect()));
        left.insert(comp, executions.collect::<BTreeMap<_, VecDeque<_>>>());
    }

    // The test.
    let mut prepared = prepare(&program, "main", test).unwrap();
    prepared.start.slack = certificate.has_slack;
    let mut run = Run {
        program: &program,
        left,
        begun: HashMap::new(),
        latest: HashMap::new(),
        skips: HashSet::new(),
    };
    let passes = run.passes(&prepared);
    // Everything that is listed happens.
    let mut left = run.left.values().flat_map(BTreeMap::values).flatten();
    Ok(passes && left.all(|row| row["needs"] == "NULL"))
}

/// A run that makes the choices of a certificate.
struct Run<'p, 'r> {
    program: &'p Program,
    /// Choices that have not been made yet, by component and execution.
    left: HashMap<CompId, BTreeMap<u32, VecDeque<&'r Json>>>,
    /// Number of executions that have begun.
    begun: HashMap<CompId, u32>,
    /// Number of the latest execution in each active call.
    latest: HashMap<(usize, CompId), u32>,
    /// Those of them that have no effect, from some value on.
    skips: HashSet<(usize, CompId)>,
}

impl<'r> Run<'_, 'r> {
    fn passes(&mut self, test: &PreparedTest) -> bool {
        let count = self.program.components.len();
        let mut dom = Concrete::new(count, ChoiceSource::Nothing);
        let state = Image::new(self.program).start(&mut dom, self.program, &test.start, false);
        let expected = Arc::clone(&test.goal.expected);
        let mut machine = Machine::new(self.program, dom, state, expected, STEPS);
        for _ in 0..STEPS {
            // A choice is forced on the instruction that asks for it.
            let choice = self.choice(&machine);
            machine.dom.relaxed = choice.map_or(ChoiceSource::Nothing, |choice| {
                let mut comps = vec![false; count];
                comps[choice.comp().index()] = true;
                let script = VecDeque::from([choice]);
                ChoiceSource::Script { comps, script }
            });
            match machine.step_once().map_err(|stop| *stop) {
                Ok(()) => {}
                Err(Stop::Exit(ending)) => return ends_as_expected(&mut machine, test, &ending),
                Err(_) => return false,
            }
        }
        false
    }

    /// The choice that the next instruction has to make.
    fn choice(&mut self, machine: &Machine<'_, Concrete>) -> Option<Choice> {
        let depth = machine.state.calls.depth();
        match *machine.instruction()? {
            Inst::Enter { comp, relaxation } => {
                let executions = self.left.get_mut(&comp)?;
                let begun = self.begun.entry(comp).or_default();
                *begun += 1;
                self.latest.insert((depth, comp), *begun);
                let rows = executions.get_mut(begun)?;
                let kind = kind(rows.front()?["choice"].as_str().unwrap());
                // Rows that say what happens, and give no value, are done.
                let skips = rows.iter().any(|row| row["needs"] == "skipped");
                rows.retain(|row| !says_what(row["needs"].as_str().unwrap()));
                let latest = (depth, comp);
                if skips {
                    self.skips.insert(latest);
                } else {
                    self.skips.remove(&latest);
                }
                if rows.is_empty() {
                    executions.remove(begun);
                }
                let (function, _) = machine.running()?;
                let alts = &function.relaxations[relaxation as usize].alts;
                let alt = alts.iter().position(|alt| alt.kind == kind);
                Some(Choice::Enter {
                    comp,
                    alt: Some(alt.expect("the component has this alternative")),
                    kind: Some(kind),
                })
            }
            Inst::Angelic { comp, ty, .. } => {
                // A value that is not written is not shown.
                let (bits, object) = match self.next_row(comp, depth) {
                    Some(row) => value(row, ty)?,
                    None if self.skips.contains(&(depth, comp)) => (0, 0),
                    None => return None,
                };
                Some(Choice::Value {
                    comp,
                    ty,
                    bits,
                    object,
                })
            }
            Inst::AngelicText { comp, .. } | Inst::AngelicOutput { comp } => {
                let row = self.next_row(comp, depth)?;
                let bytes = match row["needs"].as_str().unwrap() {
                    "nothing printed" => Vec::new(),
                    literal => shown::text(literal)?,
                };
                Some(Choice::Text { comp, bytes })
            }
            _ => None,
        }
    }

    /// The next value of the execution that is running in the innermost of this number of calls.
    fn next_row(&mut self, comp: CompId, depth: usize) -> Option<&'r Json> {
        let execution = self.latest.get(&(depth, comp))?;
        let executions = self.left.get_mut(&comp)?;
        let rows = executions.get_mut(execution)?;
        let row = rows.pop_front();
        if rows.is_empty() {
            executions.remove(execution);
        }
        row
    }
}

fn kind(choice: &str) -> AltKind {
    match choice {
        "value" => AltKind::Angelic,
        "evaluated-value" => AltKind::EvalAngelic,
        "skipped" => AltKind::Skip,
        "opposite" => AltKind::Flip,
        "made" => AltKind::Taken,
        "input" => AltKind::InputKeep,
        "input-end" => AltKind::InputEnd,
        other => panic!("an unknown choice: {other}"),
    }
}

/// Whether a row says what happens, and gives no value that the evaluator asks for.
fn says_what(needs: &str) -> bool {
    let words = ["not taken", "made", "input at its end", "the opposite"];
    needs.starts_with("skipped") || words.contains(&needs)
}

/// Bits and object of a needed value of this type.
fn value(row: &Json, ty: Scalar) -> Option<(u64, u32)> {
    if let Some(object) = row["address"]["object"].as_u64() {
        return Some((row["address"]["offset"].as_u64()?, object as u32));
    }
    let literal = row["needs"].as_str()?;
    let float = |text: &str| match text {
        "NAN" => Some(f64::NAN),
        "INFINITY" => Some(f64::INFINITY),
        "-INFINITY" => Some(f64::NEG_INFINITY),
        text => text.parse().ok(),
    };
    let bits = match ty {
        Scalar::F64 => float(literal)?.to_bits(),
        Scalar::F32 => u64::from((float(literal)? as f32).to_bits()),
        _ => integer(literal)?,
    };
    Some((bits, 0))
}

fn integer(literal: &str) -> Option<u64> {
    match literal {
        "true" => Some(1),
        "false" | "NULL" | "'\\0'" => Some(0),
        literal => match literal.strip_prefix('\'') {
            Some(rest) => Some(u64::from(
                *shown::text(&format!("\"{}\"", &rest[..rest.len() - 1]))?.first()?,
            )),
            None => literal.parse::<i128>().ok().map(|number| number as u64),
        },
    }
}
