//! Recording a run window by window.

use std::cell::RefCell;

use eval::{ChoiceSource, Concrete, Goal, Image, Layout, Machine, Start, State, Stop};
use harness::{Matcher, closest};
use ir::{CompId, Lack, Program};
use syntax::Span;

use crate::domain::{LoggingDomain, executed};
use crate::event::Event;
use crate::program_facts::CachedFacts;
use crate::recorder::{Recorder, Snapshot};
use crate::window::{NodeId, Window};

/// A test to be recorded.
#[derive(Debug, Clone)]
pub struct Test<'a> {
    /// The program's start, with its inputs.
    pub start: &'a Start,
    /// The expected result.
    pub goal: &'a Goal,
    /// Behaviour of relaxed components, if there are any.
    pub relaxed: ChoiceSource,
}

/// Cost limits of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordingLimits {
    /// Number of instructions after which a run counts as non-terminating.
    pub steps: u64,
    /// Most instructions that are recorded: the last ones before the failure.
    pub recorded: u64,
    /// Number of nodes of a window.
    pub window: usize,
    /// Most windows that a slice may record again.
    pub windows: usize,
}

impl Default for RecordingLimits {
    fn default() -> RecordingLimits {
        RecordingLimits {
            steps: 10_000_000,
            recorded: 4_000_000,
            window: 1 << 18,
            windows: 32,
        }
    }
}

/// Reason why there is no recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotRecorded {
    /// The test passes.
    Passes,
    /// The run reaches something that is not modelled.
    Unsupported {
        /// What is missing.
        what: Lack,
        /// Place of the construct.
        span: Span,
    },
    /// A relaxed component required a choice that does not exist.
    NoChoice,
    /// The caller asked to stop.
    Stopped,
}

/// A recorded failing run.
pub struct Recording<'p> {
    pub(crate) facts: &'p CachedFacts<'p>,
    goal: Goal,
    pub(crate) limits: RecordingLimits,
    /// A snapshot at the beginning of each window.
    snapshots: Vec<Snapshot>,
    /// The window recorded last, with its index.
    kept: RefCell<(usize, std::rc::Rc<Window>)>,
    event: Event,
    /// Components executed before the recorded part.
    earlier: Vec<CompId>,
    /// Number of executions of each component.
    executions: Vec<u32>,
    is_partial: bool,
    instructions: u64,
    /// See [`Recorder::differs_at`].
    differs_at: Option<usize>,
    /// The same run with other addresses, if it used addresses as numbers.
    elsewhere: Option<Box<Recording<'p>>>,
}

/// Most snapshots of the fast run.
const MOST_STATES: usize = 16;
/// Initial number of instructions between snapshots of the fast run.
const FIRST_STRIDE: u64 = 1 << 16;
/// One instruction in this many is checked for a repeated state.
const SHARE_OF_WATCHING: u64 = 32;
/// Most windows; beyond that, each two neighbours are merged.
const MOST_WINDOWS: usize = 64;
/// Number of instructions between two questions to the caller whether to go on.
const ASK: u64 = 1 << 14;

/// A state of the fast run.
struct Waypoint {
    state: State<u64>,
    dom: Concrete,
    matcher: Matcher,
    steps: u64,
}

/// Facts about a program that all recordings of its runs share.
#[derive(Debug)]
pub struct ProgramFacts<'p>(CachedFacts<'p>);

impl<'p> ProgramFacts<'p> {
    /// Collects the facts of the whole program.
    pub fn new(program: &'p Program) -> ProgramFacts<'p> {
        ProgramFacts(CachedFacts::new(program))
    }
}

/// Runs a failing test and records it. `keep_going` is called from time to time; `false` stops the recording. A run
/// that used addresses as numbers is recorded with other addresses as well, so that such numbers are not told as values
/// of the program.
///
/// # Errors
/// The reason why there is no recording.
pub fn record<'p>(
    facts: &'p ProgramFacts<'p>,
    test: &Test<'_>,
    limits: RecordingLimits,
    keep_going: &dyn Fn() -> bool,
) -> Result<Recording<'p>, NotRecorded> {
    let in_layout = |layout| record_in(&facts.0, layout, test, limits, keep_going);
    let (mut recording, uses_addresses) = in_layout(Layout::default())?;
    if uses_addresses {
        let elsewhere = in_layout(Layout::Uneven).ok();
        recording.elsewhere = elsewhere.map(|(other, _)| Box::new(other));
    }
    Ok(recording)
}

/// Records a run with these addresses. Also returns whether it used them as numbers.
fn record_in<'p>(
    facts: &'p CachedFacts<'p>,
    layout: Layout,
    test: &Test<'_>,
    limits: RecordingLimits,
    keep_going: &dyn Fn() -> bool,
) -> Result<(Recording<'p>, bool), NotRecorded> {
    let (from, total, differs_at) = waypoint(facts.program, layout, test, limits, keep_going)?;
    let is_partial = from.steps > 0;
    let earlier = executed(&from.dom.executions);
    let earlier = if is_partial { earlier } else { Vec::new() };
    let left = total.saturating_sub(from.steps);
    let mut recorder = Recorder::new(
        facts,
        from.state,
        LoggingDomain::new(from.dom),
        (test.goal.clone(), from.matcher),
        is_partial,
    );
    recorder.differs_at = differs_at;
    let mut snapshots = vec![recorder.snapshot()];
    let mut size = limits.window;
    let event = loop {
        if recorder.instructions.is_multiple_of(ASK) && !keep_going() {
            return Err(NotRecorded::Stopped);
        }
        if recorder.window.len() >= size {
            if snapshots.len() >= MOST_WINDOWS {
                let mut i = 0;
                snapshots.retain(|_| {
                    i += 1;
                    i % 2 == 1
                });
                size *= 2;
            }
            snapshots.push(recorder.snapshot());
            recorder.window = Window::new(recorder.window.next());
        }
        let stop = match recorder.step() {
            Ok(None) if recorder.instructions >= left => Stop::StepLimit,
            Ok(None) => continue,
            Ok(Some(event)) => break event,
            Err(stop) => *stop,
        };
        let unsupported = match &stop {
            Stop::Unsupported { what, span } => Some((what.clone(), *span)),
            _ => None,
        };
        let ended = matches!(stop, Stop::Exit(_));
        match (recorder.stopped(stop), unsupported) {
            (Some(event), _) => break event,
            (None, Some((what, span))) => return Err(NotRecorded::Unsupported { what, span }),
            (None, None) if ended => return Err(NotRecorded::Passes),
            (None, None) => return Err(NotRecorded::NoChoice),
        }
    };
    let last = snapshots.len() - 1;
    let uses_addresses = recorder.machine.dom.concrete.uses_addresses();
    let recording = Recording {
        facts,
        goal: test.goal.clone(),
        limits,
        // The last window began at the last snapshot, unless two windows were merged since.
        kept: RefCell::new(if snapshots[last].next == recorder.window.first {
            (last, std::rc::Rc::new(recorder.window))
        } else {
            (usize::MAX, std::rc::Rc::default())
        }),
        snapshots,
        event,
        earlier,
        executions: recorder.machine.dom.concrete.executions,
        is_partial,
        instructions: recorder.instructions,
        differs_at,
        elsewhere: None,
    };
    Ok((recording, uses_addresses))
}

/// Finds the state from which the run is recorded with a fast run: the beginning, or a state near enough to the
/// failure. Also returns the number of instructions after which the run counts as non-terminating (the limit, or the
/// number after which a state repeated), and the byte at which an output differs that should contain a text.
fn waypoint(
    program: &Program,
    layout: Layout,
    test: &Test<'_>,
    limits: RecordingLimits,
    keep_going: &dyn Fn() -> bool,
) -> Result<(Waypoint, u64, Option<usize>), NotRecorded> {
    let image = Image::new(program);
    let mut dom = Concrete::new(program.components.len(), test.relaxed.clone());
    dom.layout = layout;
    let state = image.start(&mut dom, program, test.start, true);
    let first = Waypoint {
        state: state.snapshot(),
        dom: dom.clone(),
        matcher: Matcher::new(),
        steps: 0,
    };
    let mut machine = Machine::new(
        program,
        dom,
        state,
        std::sync::Arc::clone(&test.goal.expected),
        0,
    );
    let mut passed = vec![first];
    let (mut stride, mut steps, mut matcher, mut seen) = (FIRST_STRIDE, 0, Matcher::new(), 0);
    let has_ended = |stop: &Stop| matches!(stop, Stop::Exit(_));
    let (total, most, is_end) = loop {
        if !keep_going() {
            return Err(NotRecorded::Stopped);
        }
        let given = stride.min(limits.steps - steps);
        let (stop, used) = machine.run_for(given, None);
        steps += used;
        let fits = machine.state.output.collected().is_none_or(|bytes| {
            let fits = matcher.feed(&test.goal.expected, &bytes[seen..]);
            seen = bytes.len();
            fits
        });
        let goes_on = matches!(&stop, Err(stop) if matches!(**stop, Stop::StepLimit));
        if !goes_on || !fits || steps >= limits.steps {
            let is_end = stop.is_err_and(|stop| has_ended(&stop));
            break (steps, limits.steps, is_end);
        }
        let watched = (stride / SHARE_OF_WATCHING).min(limits.steps - steps);
        machine.allow_steps(watched);
        let back = machine.reaches_earlier_state(watched);
        steps += watched - machine.steps_left();
        match back {
            Ok(None) => {}
            Ok(Some(_)) => break (steps, steps, false),
            // The run ends or fails; the recording will find out how.
            Err(stop) => break (steps, limits.steps, has_ended(&stop)),
        }
        if passed.len() >= MOST_STATES {
            // Every other state is dropped; the first one stays.
            let mut i = 0;
            passed.retain(|_| {
                i += 1;
                i % 2 == 1
            });
            stride *= 2;
        }
        passed.push(Waypoint {
            state: machine.state.snapshot(),
            dom: machine.dom.clone(),
            matcher: matcher.clone(),
            steps,
        });
    };
    // The earliest state from which the rest of the run is within the limit, or else the last one.
    let near = passed.partition_point(|w| total - w.steps > limits.recorded);
    let near = near.min(passed.len() - 1);
    let printed = machine.state.output.collected().unwrap_or_default();
    let near_text = closest(&test.goal.expected, printed).filter(|_| is_end);
    Ok((
        passed.swap_remove(near),
        most,
        near_text.map(|near_text| near_text.differs),
    ))
}

impl Recording<'_> {
    /// The failure event.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// Number of nodes recorded, the event included.
    pub fn nodes(&self) -> usize {
        let first = self.snapshots.first().map_or(0, |s| s.next);
        (self.event.node + 1 - first) as usize
    }

    /// Number of instructions recorded.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Whether addresses became numbers, whose values differ from run to run.
    pub fn uses_addresses(&self) -> bool {
        self.elsewhere.is_some()
    }

    /// Number of executions of a component in the whole run.
    pub fn executions_at_end(&self, component: CompId) -> u32 {
        let count = self.executions.get(component.index());
        count.copied().unwrap_or_default()
    }

    /// Whether only the end of the run is recorded.
    pub fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// Components that were executed before the recorded part of the run.
    pub fn earlier(&self) -> &[CompId] {
        &self.earlier
    }

    /// Components that were executed before the end of a window.
    pub(crate) fn executed_until(&self, index: usize) -> Vec<CompId> {
        match self.snapshots.get(index) {
            Some(snapshot) => snapshot.executed(),
            None => (0..self.facts.program.components.len() as u32)
                .map(CompId)
                .collect(),
        }
    }

    /// Number of windows.
    pub(crate) fn windows(&self) -> usize {
        self.snapshots.len()
    }

    /// The window of a node; `None` for nodes before the recorded part.
    pub(crate) fn window_of(&self, node: NodeId) -> Option<usize> {
        self.snapshots
            .partition_point(|s| s.next <= node)
            .checked_sub(1)
    }

    /// A recorder at the beginning of a window.
    pub(crate) fn resumed(&self, index: usize) -> Recorder<'_> {
        let from = &self.snapshots[index];
        let resumed = Recorder::resume(self.facts, from, self.goal.clone(), self.is_partial);
        Recorder {
            differs_at: self.differs_at,
            ..resumed
        }
    }

    /// A recorder of the same run with other addresses, at the beginning of a window.
    pub(crate) fn resumed_elsewhere(&self, index: usize) -> Option<Recorder<'_>> {
        let other = self.elsewhere.as_deref()?;
        let next = |recording: &Recording<'_>| recording.snapshots.get(index).map(|s| s.next);
        (next(other) == next(self)).then(|| other.resumed(index))
    }

    /// The first node after a window; `None` for the last window.
    pub(crate) fn end_of(&self, index: usize) -> Option<NodeId> {
        self.snapshots.get(index + 1).map(|snapshot| snapshot.next)
    }

    /// A window, and whether it had to be recorded again because it was not the one that is kept.
    pub(crate) fn window(&self, index: usize) -> (std::rc::Rc<Window>, bool) {
        {
            let kept = self.kept.borrow();
            if kept.0 == index {
                return (std::rc::Rc::clone(&kept.1), false);
            }
        }
        let mut recorder = self.resumed(index);
        let end = self.snapshots.get(index + 1).map(|s| s.instructions);
        let end = end.unwrap_or(self.instructions);
        while recorder.instructions < end {
            match recorder.step() {
                Ok(None) => {}
                Ok(Some(_)) => break,
                Err(stop) => {
                    recorder.stopped(*stop);
                    break;
                }
            }
        }
        if recorder.window.next() == self.event.node {
            // The non-terminating run stopped at the limit.
            recorder.stopped(Stop::StepLimit);
        }
        let window = std::rc::Rc::new(recorder.window);
        *self.kept.borrow_mut() = (index, std::rc::Rc::clone(&window));
        (window, true)
    }
}
