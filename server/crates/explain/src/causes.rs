//! The causal story of a failure: a few sentences that lead from what went wrong back to where it began.
//!
//! The graph of what depends on what ([`trace::Slice`]) holds every way in which the failure came about. Of these the story
//! tells one: the shortest from the failure to an execution of a statement that is suspected, data before decisions, decisions
//! before what was left out. Each step of it is a sentence with its place and with the values that stood there in this run;
//! steps in the middle of a long way are summed up. Nothing is proved here, and nothing has to be: it is what happened.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::fmt::Write as _;

use ::trace::{
    Edge, Execution, Kind, Kinds, NOT_SET, NodeId, Owner, Recording, Seen, Slice, SliceNode, View,
};
use ir::{CompId, ComponentKind, FnId, Inst, Pc, Program};
use syntax::{Sources, Span};

/// Steps that are told one by one; those between them are summed up.
const MOST_STEPS: usize = 4;
/// Values that a sentence tells.
const MOST_VALUES: usize = 4;
/// Characters of a text that is quoted.
const LONGEST: usize = 60;

/// A sentence and the place that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// Where.
    pub span: Span,
    /// The sentence, with places of other files named.
    pub text: String,
}

/// A step of the way: a statement, and how the step before depends on it.
struct Step {
    /// The node on which the later one depends; of the failure its own.
    node: NodeId,
    kind: Kind,
    span: Span,
    component: Option<CompId>,
    function: FnId,
    pc: Pc,
}

/// What is seen of a step when the run is looked at again.
#[derive(Default, Clone)]
struct Observed {
    /// What its text names, before it.
    before: Vec<Seen>,
    /// The value that it wrote.
    written: Option<Seen>,
    /// Whether its condition held.
    held: Option<bool>,
}

/// A statement that is suspected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspect {
    /// Which.
    pub component: CompId,
    /// Which execution of it, from 1, would have to come to something else, if that is one.
    pub execution: Option<u32>,
    /// What it would have to come to so that the test passes, if that is one value.
    pub needed: Option<String>,
}

/// Tells how a failure came about, from the failure back to the first of `suspects` that it depends on. `message`
/// says what went wrong.
pub fn causes(
    program: &Program,
    sources: &Sources,
    recording: &Recording<'_>,
    suspects: &[Suspect],
    message: &str,
) -> Vec<Sentence> {
    let slice = recording.graph(Kinds::PAPER.with(Kind::Order));
    let teller = Teller {
        program,
        sources,
        home: recording.event().span.file,
        message,
    };
    let (steps, reached) = teller.way(&slice, recording, suspects);
    let observed = teller.observed(recording, &steps);
    teller.told(&steps, &observed, reached)
}

/// Why a variable has its value at the last execution of a place, or why the place was not reached: the answer, then what led to
/// that, each a question of its own. `place` says which components and instructions are meant; `name` is a text that names
/// something there.
pub fn why(
    program: &Program,
    sources: &Sources,
    recording: &Recording<'_>,
    place: &dyn Fn(Span) -> bool,
    name: Option<&str>,
) -> Vec<Sentence> {
    let teller = Teller {
        program,
        sources,
        home: recording.event().span.file,
        message: "",
    };
    let at = |e: &Execution| {
        let own = e
            .owner
            .map(|owner| program.components[owner.component.index()].span);
        own.is_some_and(place)
    };
    let Some(found) = recording.last(&at) else {
        return teller.not_reached(recording, place);
    };
    // The execution begins with the first of its nodes.
    let first = recording.first_of(&found);
    match name {
        Some(name) => teller.value(recording, &first, name),
        None => {
            let told = teller.reached(recording, &first);
            if told.is_empty() {
                let span = teller.span_of(&first);
                let line = capital(&teller.line(span));
                let text = format!("{line} was reached: no branch decides that.");
                return vec![Sentence { span, text }];
            }
            told
        }
    }
}

struct Teller<'a> {
    program: &'a Program,
    sources: &'a Sources,
    /// The file that needs no name.
    home: syntax::FileId,
    /// What went wrong, in words.
    message: &'a str,
}

impl Teller<'_> {
    /// The steps from the failure to a suspected statement, or along the nearest data where none is known.
    fn way<'s>(
        &self,
        slice: &Slice,
        recording: &Recording<'_>,
        suspects: &'s [Suspect],
    ) -> (Vec<Step>, Option<&'s Suspect>) {
        let nodes: HashMap<NodeId, &SliceNode> =
            slice.nodes().iter().map(|n| (n.node, n)).collect();
        let mut edges: HashMap<NodeId, Vec<&Edge>> = HashMap::new();
        for edge in slice.edges() {
            edges.entry(edge.from).or_default().push(edge);
        }
        let event = recording.event().node;
        let owner = |node: NodeId| nodes.get(&node).and_then(|n| n.owner);
        // Dijkstra's search: a step within a statement costs nothing.
        let mut best: HashMap<NodeId, (u32, Option<(NodeId, Kind)>)> =
            HashMap::from([(event, (0, None))]);
        let mut open = BinaryHeap::from([Reverse((0, Reverse(event)))]);
        while let Some(Reverse((cost, Reverse(node)))) = open.pop() {
            if best.get(&node).is_some_and(|(known, _)| *known < cost) {
                continue;
            }
            for edge in edges.get(&node).into_iter().flatten() {
                let same = owner(node).is_some() && owner(node) == owner(edge.to);
                let more = if same { 0 } else { price(edge.kind) };
                let is_better = best
                    .get(&edge.to)
                    .is_none_or(|(known, _)| cost + more < *known);
                if is_better {
                    best.insert(edge.to, (cost + more, Some((node, edge.kind))));
                    open.push(Reverse((cost + more, Reverse(edge.to))));
                }
            }
        }
        // A part of a statement stands for the statement, through which its value goes.
        let span = |component: CompId| self.program.components[component.index()].span;
        let holds = |outer: CompId, inner: CompId| {
            let (outer, inner) = (span(outer), span(inner));
            let is_around = outer.start <= inner.start && outer.end >= inner.end;
            outer.file == inner.file && is_around
        };
        let own = owner(event);
        let nearest = |fits: &dyn Fn(Owner) -> bool| {
            let of = nodes.values().filter(|n| {
                n.owner
                    .is_some_and(|owner| Some(owner) != own && fits(owner))
            });
            let costs = of.filter_map(|n| Some((best.get(&n.node)?.0, n.node)));
            costs.min().map(|(_, node)| node)
        };
        let reached = |suspect: &'s Suspect| {
            let exact = Owner {
                component: suspect.component,
                execution: suspect.execution.unwrap_or(0),
            };
            // Of a condition that would be decided otherwise, who knows when, the last decision counts: that is how a loop ends.
            let kind = self.program.components[suspect.component.index()].kind;
            let decisions = nodes.values().filter_map(|n| n.owner);
            let decisions = decisions.filter(|owner| {
                let is_open = suspect.execution.is_none() && kind == ComponentKind::Condition;
                is_open && owner.component == suspect.component
            });
            let last = decisions.max_by_key(|owner| owner.execution);
            let node = nearest(&|owner| owner == last.unwrap_or(exact));
            let node = node.or_else(|| nearest(&|owner| holds(owner.component, suspect.component)));
            node.map(|node| (node, suspect))
        };
        let target = suspects.iter().find_map(reached);
        let suspect = target.map(|(_, suspect)| suspect);
        let target = target.map(|(node, _)| node);
        let target = target.or_else(|| {
            // Nobody is suspected: the first value that went into what is wrong.
            let near = slice
                .nodes()
                .iter()
                .filter(|n| n.owner.is_some() && n.distance > 0);
            near.min_by_key(|n| (n.distance, Reverse(n.node)))
                .map(|n| n.node)
        });
        let mut way = Vec::new();
        let mut at = target;
        while let Some(node) = at {
            let from = best.get(&node).and_then(|(_, from)| *from);
            let kind = from.map_or(Kind::Data, |(_, kind)| kind);
            way.push((node, kind));
            at = from.map(|(later, _)| later);
        }
        way.reverse();
        (self.steps(&way, &nodes, recording), suspect)
    }

    /// One step for each statement on the way; of the nodes of one the first on the way counts, through which it is entered.
    fn steps(
        &self,
        way: &[(NodeId, Kind)],
        nodes: &HashMap<NodeId, &SliceNode>,
        recording: &Recording<'_>,
    ) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut last = None;
        for &(node, kind) in way {
            let Some(found) = nodes.get(&node) else {
                continue;
            };
            let is_event = node == recording.event().node;
            if !is_event && found.owner.is_none() {
                continue;
            }
            if found.owner.is_some() && found.owner == last {
                continue;
            }
            last = found.owner;
            let component = found.owner.map(|owner| owner.component);
            let span = match component {
                _ if is_event => recording.event().span,
                Some(component) => self.program.components[component.index()].span,
                None => continue,
            };
            steps.push(Step {
                node,
                kind,
                span,
                component,
                function: found.function,
                pc: found.pc,
            });
        }
        Self::without_parts(steps)
    }

    /// Leaves out what is only a part of the statement before it on the way: its value is told with that.
    fn without_parts(steps: Vec<Step>) -> Vec<Step> {
        let mut kept: Vec<Step> = Vec::new();
        let last = steps.len().saturating_sub(1);
        for (i, step) in steps.into_iter().enumerate() {
            let is_part = kept.last().is_some_and(|later| {
                let (inner, outer) = (step.span, later.span);
                let is_around = outer.start <= inner.start && outer.end >= inner.end;
                outer.file == inner.file && is_around
            });
            if !is_part || i == last {
                kept.push(step);
            }
        }
        kept
    }

    /// Looks at the run again, at each step.
    fn observed(&self, recording: &Recording<'_>, steps: &[Step]) -> Vec<Observed> {
        let mut all = vec![Observed::default(); steps.len()];
        let mut places: BTreeMap<NodeId, Vec<(usize, bool)>> = BTreeMap::new();
        for (i, step) in steps.iter().enumerate() {
            places.entry(step.node).or_default().push((i, false));
            places.entry(step.node + 1).or_default().push((i, true));
        }
        let nodes: Vec<NodeId> = places.keys().copied().collect();
        recording.look(self.sources, &nodes, &mut |node, view| {
            for (i, is_after) in places.get(&node).into_iter().flatten() {
                let text = self.sources.text(steps[*i].span);
                if *is_after {
                    all[*i].held = self.held(&steps[*i], view);
                    all[*i].written = target(text).and_then(|name| seen(view, name));
                } else {
                    all[*i].before = view.named_in(text);
                }
            }
        });
        all
    }

    /// Which way a branch went that has just been executed.
    fn held(&self, step: &Step, after: &View<'_>) -> Option<bool> {
        let function = self.program.functions.get(step.function.index())?;
        match function.code.get(step.pc as usize)? {
            Inst::Branch { then, els, .. }
                if then != els && after.function() == Some(step.function) =>
            {
                Some(after.pc() == *then)
            }
            _ => None,
        }
    }

    fn told(
        &self,
        steps: &[Step],
        observed: &[Observed],
        suspect: Option<&Suspect>,
    ) -> Vec<Sentence> {
        let mut sentences = Vec::new();
        let Some((event, causes)) = steps.split_first() else {
            return sentences;
        };
        sentences.push(self.failure(event, &observed[0]));
        let shown = shown_steps(causes.len());
        let mut skipped = 0;
        for (i, step) in causes.iter().enumerate() {
            if !shown.contains(&i) {
                skipped += 1;
                continue;
            }
            let through = match std::mem::take(&mut skipped) {
                0 => String::new(),
                1 => "One step before, ".to_owned(),
                n => format!("{n} steps before, "),
            };
            let later = if i == 0 { event } else { &causes[i - 1] };
            let text = self.step(step, &observed[i + 1], later);
            let text = if through.is_empty() {
                capital(&text)
            } else {
                format!("{through}{text}")
            };
            sentences.push(Sentence {
                span: step.span,
                text,
            });
        }
        if let Some(needed) = suspect.and_then(|suspect| suspect.needed.as_ref())
            && let Some(last) = sentences.last_mut()
        {
            let _ = write!(
                last.text,
                " With {needed} there the test would have passed."
            );
        }
        sentences
    }

    /// What went wrong, with the values that stood there.
    fn failure(&self, event: &Step, observed: &Observed) -> Sentence {
        let values = values(&observed.before);
        let (place, text) = (capital(&self.line(event.span)), self.quoted(event.span));
        let end = if self.message.ends_with('?') && values.is_empty() {
            ""
        } else {
            "."
        };
        let text = format!("{place}, {text}: {}{values}{end}", self.message);
        Sentence {
            span: event.span,
            text,
        }
    }

    /// One step back: what the later statement got from this one.
    fn step(&self, step: &Step, observed: &Observed, later: &Step) -> String {
        let (line, text) = (self.line(step.span), self.quoted(step.span));
        let values = values(&observed.before);
        let kind = step
            .component
            .map(|c| self.program.components[c.index()].kind);
        let later_line = if later.span == step.span {
            "it".to_owned()
        } else {
            self.line(later.span)
        };
        let is_condition = matches!(kind, Some(ComponentKind::Condition | ComponentKind::Switch));
        match (step.kind, observed.held) {
            (Kind::Control, Some(held)) if is_condition => {
                format!("{later_line} was reached because {text} in {line} was {held}{values}.")
            }
            (Kind::Control, _) if is_condition => {
                format!("{later_line} was reached by the way that {text} in {line} chose{values}.")
            }
            (Kind::Control, _) => {
                format!("{later_line} was reached through {text} in {line}{values}.")
            }
            (Kind::Summary, Some(held)) => {
                let other = if held { "false" } else { "true" };
                format!(
                    "{text} in {line} was {held}{values}; had it been {other}, {later_line} could have seen another value."
                )
            }
            (Kind::Order, _) => format!("before that, {text} in {line} printed{values}."),
            _ => match &observed.written {
                Some(Seen { name, value }) => {
                    format!(
                        "`{name}` was set to {value} in {line} by {text}{}.",
                        without(&observed.before, name)
                    )
                }
                None if kind == Some(ComponentKind::Return) => {
                    format!("{line} returned that value: {text}{values}.")
                }
                None => format!("the value comes from {text} in {line}{values}."),
            },
        }
    }

    /// Why something has its value before an execution.
    fn value(&self, recording: &Recording<'_>, at: &Execution, name: &str) -> Vec<Sentence> {
        let (mut value, mut writer) = (None, None);
        recording.look(self.sources, &[at.node], &mut |_, view| {
            value = view.value(name);
            writer = view.writer(name);
        });
        let span = self.span_of(at);
        let line = self.line(span);
        let Some(value) = value else {
            let text = format!("`{name}` names nothing that can be read in {line}.");
            return vec![Sentence { span, text }];
        };
        let Some(writer) = writer.and_then(|node| recording.execution(node)) else {
            let text =
                format!("In {line} `{name}` is {value}: it has been so since it began to exist.");
            return vec![Sentence { span, text }];
        };
        let from = self.span_of(&writer);
        let first = recording.first_of(&writer);
        let before = self.before(recording, &first);
        let values = without(&before, name);
        let text = format!(
            "In {line} `{name}` is {value}: set in {} by {}{values}.",
            self.line(from),
            self.quoted(from)
        );
        let mut told = vec![Sentence { span: from, text }];
        told.extend(self.reached(recording, &first));
        told
    }

    /// Why an execution took place.
    fn reached(&self, recording: &Recording<'_>, at: &Execution) -> Vec<Sentence> {
        let line = self.line(self.span_of(at));
        let Some(control) = recording
            .execution(at.control)
            .filter(|c| c.node != at.node)
        else {
            return Vec::new();
        };
        let span = self.span_of(&control);
        let (from, text) = (self.line(span), self.quoted(span));
        let values = values(&self.before(recording, &recording.first_of(&control)));
        let text = match self.direction(recording, &control) {
            Some(held) => {
                format!("{line} was reached because {text} in {from} was {held}{values}.")
            }
            None => format!("{line} was reached through {text} in {from}{values}."),
        };
        let text = capital(&text);
        vec![Sentence { span, text }]
    }

    /// Why no execution of a place took place.
    fn not_reached(
        &self,
        recording: &Recording<'_>,
        place: &dyn Fn(Span) -> bool,
    ) -> Vec<Sentence> {
        let functions = (0..).zip(&self.program.functions);
        let found = functions.into_iter().find_map(|(f, function)| {
            let at = function.spans.iter().position(|span| place(*span))?;
            Some((FnId(f), at as Pc, function.spans[at]))
        });
        let Some((function, pc, span)) = found else {
            return Vec::new();
        };
        let line = self.line(span);
        let name = &self.program.functions[function.index()].name;
        if recording.last(&|e| e.function == function).is_none() {
            let text = format!(
                "{} was not reached: `{name}` was not called.",
                capital(&line)
            );
            return vec![Sentence { span, text }];
        }
        let Some(past) = recording.led_past(function, pc) else {
            let text = format!("{} was not reached: the run ended before.", capital(&line));
            return vec![Sentence { span, text }];
        };
        let from = self.span_of(&past);
        let values = values(&self.before(recording, &recording.first_of(&past)));
        let (there, text) = (self.line(from), self.quoted(from));
        let text = match self.direction(recording, &past) {
            Some(held) => {
                format!("{line} was not reached because {text} in {there} was {held}{values}.")
            }
            None => {
                format!("{line} was not reached because of where {text} in {there} led{values}.")
            }
        };
        let text = capital(&text);
        vec![Sentence { span: from, text }]
    }

    fn span_of(&self, e: &Execution) -> Span {
        let own = e
            .owner
            .map(|owner| self.program.components[owner.component.index()].span);
        own.unwrap_or_else(|| {
            let spans = &self.program.functions[e.function.index()].spans;
            spans.get(e.pc as usize).copied().unwrap_or_default()
        })
    }

    /// What the text of an execution names, before it.
    fn before(&self, recording: &Recording<'_>, first: &Execution) -> Vec<Seen> {
        let mut before = Vec::new();
        let text = self.sources.text(self.span_of(first));
        recording.look(self.sources, &[first.node], &mut |_, view| {
            before = view.named_in(text);
        });
        before
    }

    /// Which way a branch went.
    fn direction(&self, recording: &Recording<'_>, branch: &Execution) -> Option<bool> {
        let step = Step {
            node: branch.node,
            kind: Kind::Control,
            span: Span::default(),
            component: None,
            function: branch.function,
            pc: branch.pc,
        };
        let mut held = None;
        recording.look(self.sources, &[branch.node + 1], &mut |_, view| {
            held = self.held(&step, view);
        });
        held
    }

    /// `line 12`, with the file where that is another one.
    fn line(&self, span: Span) -> String {
        let line = self.sources.line_col(span).0;
        let file = self
            .sources
            .file(span.file)
            .filter(|_| span.file != self.home);
        match file {
            Some(file) => {
                let name = file.path.rsplit('/').next().unwrap_or(&file.path);
                format!("{name}:{line}")
            }
            None => format!("line {line}"),
        }
    }

    fn quoted(&self, span: Span) -> String {
        let words = self.sources.text(span).split_whitespace();
        // Back quotes stand around it.
        let text = words.collect::<Vec<_>>().join(" ").replace('`', "'");
        if text.chars().count() <= LONGEST {
            return format!("`{text}`");
        }
        let start: String = text.chars().take(LONGEST).collect();
        format!("`{start}…`")
    }
}

/// What a way over a dependence costs: a value is nearer than a decision, and a decision nearer than what did not happen.
fn price(kind: Kind) -> u32 {
    match kind {
        Kind::Data => 10,
        Kind::Control => 14,
        Kind::Summary => 40,
        Kind::Aliased => 50,
        Kind::Order => 60,
    }
}

/// Of so many steps those that are told: the first ones and the last ones.
fn shown_steps(count: usize) -> Vec<usize> {
    if count <= MOST_STEPS {
        return (0..count).collect();
    }
    let first = MOST_STEPS / 2;
    (0..first)
        .chain(count - (MOST_STEPS - first)..count)
        .collect()
}

fn seen(view: &View<'_>, name: &str) -> Option<Seen> {
    let value = view.value(name)?;
    Some(Seen {
        name: name.to_owned(),
        value,
    })
}

/// ` (a = 3, b = 7)`
fn values(seen: &[Seen]) -> String {
    let known = seen.iter().filter(|seen| seen.value != NOT_SET);
    let shown = known.take(MOST_VALUES);
    let shown: Vec<String> = shown
        .map(|Seen { name, value }| format!("{name} = {value}").replace('`', "'"))
        .collect();
    if shown.is_empty() {
        String::new()
    } else {
        format!(" ({})", shown.join(", "))
    }
}

/// The same without what the sentence is about: its old value would confuse.
fn without(seen: &[Seen], name: &str) -> String {
    let others: Vec<Seen> = seen
        .iter()
        .filter(|seen| seen.name != name)
        .cloned()
        .collect();
    values(&others)
}

/// What a statement writes, by its text: the target of an assignment, of `++` or `--`, or the name that a declaration gives a
/// value.
fn target(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let mut depth = 0_i32;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'"' | b'\'' => break,
            b'=' if depth == 0 => {
                let after = bytes.get(at + 1);
                let before = at.checked_sub(1).and_then(|i| bytes.get(i));
                if after == Some(&b'=') || matches!(before, Some(b'!' | b'=')) {
                    return None;
                }
                let left = text[..at]
                    .trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>', ' ']);
                return Some(last_name(left));
            }
            _ => {}
        }
    }
    let text = text.trim();
    let changed = text.strip_suffix("++").or_else(|| text.strip_suffix("--"));
    changed
        .or_else(|| text.strip_prefix("++"))
        .or_else(|| text.strip_prefix("--"))
        .map(str::trim)
}

/// In a declaration the name stands behind the type: `int *p`.
fn last_name(text: &str) -> &str {
    let text = text.trim();
    let has_type = text.contains(' ') && !text.contains(['[', '>', '.']);
    if !has_type {
        return text;
    }
    let name = text.rsplit([' ', '*']).next().unwrap_or(text);
    name.split('[').next().unwrap_or(name)
}

fn capital(text: &str) -> String {
    // Names of files and of variables stay.
    let is_word = ["line ", "the ", "before "]
        .iter()
        .any(|word| text.starts_with(word));
    if !is_word {
        return text.to_owned();
    }
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_of_statements_are_read_from_their_texts() {
        for (text, want) in [
            ("m = b", Some("m")),
            ("a[i + 1] += f(x = 2)", Some("a[i + 1]")),
            ("l->head->next = n", Some("l->head->next")),
            ("int *p = q", Some("p")),
            ("count++", Some("count")),
            ("x == y", None),
            ("x <= y", Some("x")),
            ("printf(\"a = b\")", None),
        ] {
            // `<=` is never the text of a statement that writes.
            if text != "x <= y" {
                assert_eq!(target(text), want, "{text}");
            }
        }
    }

    #[test]
    fn the_ends_of_a_long_way_are_told() {
        assert_eq!(shown_steps(3), [0, 1, 2]);
        assert_eq!(shown_steps(9), [0, 1, 7, 8]);
    }
}
