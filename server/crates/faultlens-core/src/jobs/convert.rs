//! Conversion of the core's result, with ids and spans, to the model, with names and lines.

use std::path::Path;

use exec::run::UndecidedReason;
use harness::{Expect, Test};
use ir::{AltKind, CompId, ComponentKind, PartKind, Program};
use localize::likelihood::{is_hardly_right, is_likely_faulty, is_likely_right, may_be_right};
use localize::report;
use search::BranchCounts;
use syntax::{MacroUse, Parse, Span};

use super::nth::nth;
use crate::model::{
    Address, Bounds, Branches, Cause, Certificate, Choice, Component, Diagnosis, Edit, Edits,
    Evidence, Fault, FaultPlace, Fix, FixOutput, Group, GroupKind, LocalizeReport, Minimal,
    NearbyRuns, OpenChoice, PartialSet, Problem, RankedLine, RefinedPart, Scope, Severity, Side,
    Status, Value, lesson,
};

/// Most places named in one sentence.
const MOST_PLACES: usize = 3;

/// A probability in percent.
fn percent(judged: &report::Judged) -> u8 {
    (100.0 * judged.probability).round() as u8
}

/// What the search for repairs cost.
pub(super) fn edits(effort: &report::Effort) -> Edits {
    let report::Effort {
        candidates,
        passing,
        runs,
        steps,
        withdrawn,
    } = *effort;
    Edits {
        candidates,
        passing,
        runs,
        steps,
        withdrawn,
    }
}

/// Numbers of branches that were explored to explain each group.
pub(super) fn branches(by_group: &[(usize, BranchCounts)]) -> Vec<Branches> {
    let branches = by_group.iter().map(|(group, explored)| Branches {
        group: *group,
        all: explored.all,
        traced: explored.traced,
        explored: explored.explored,
        formulas: explored.formulas,
    });
    branches.collect()
}

/// The context of ids and spans.
pub(super) struct Names<'a> {
    pub(super) parse: &'a Parse,
    pub(super) program: &'a Program,
    pub(super) tests: &'a [Test],
    /// Components in addition to those of the program.
    pub(super) added: &'a [report::AddedComponent],
}

impl Names<'_> {
    fn test(&self, index: usize) -> String {
        self.tests
            .get(index)
            .map_or_else(|| format!("#{index}"), |test| test.id.clone())
    }

    pub(super) fn file(&self, file: syntax::FileId) -> String {
        self.parse
            .sources
            .file(file)
            .map_or_else(String::new, |source| source.path.clone())
    }

    /// 1-based line of the start of a span.
    pub(super) fn line(&self, span: Span) -> u32 {
        self.parse.sources.line_col(span).0
    }

    /// The line of a span of the program's main file; `None` for spans of other files.
    pub(super) fn line_here(&self, span: Span) -> Option<u32> {
        (span.file.0 == 0).then(|| self.line(span))
    }

    /// A message about a place; if that is in another file than the main one, the message names it.
    pub(super) fn placed(&self, message: String, span: Option<Span>) -> String {
        // A place in a built-in text would tell the user nothing.
        match span.filter(|span| span.file.0 != 0 && !self.is_built_in(*span)) {
            Some(span) => {
                let file = self.file(span.file);
                let name = Path::new(&file).file_name().unwrap_or_default();
                format!("{message} ({}:{})", name.to_string_lossy(), self.line(span))
            }
            None => message,
        }
    }

    /// Converts a group with this index.
    pub(super) fn group(&self, id: usize, group: &report::Group) -> Group {
        Group {
            id,
            kind: match group.kind {
                report::GroupKind::WrongOutcome => GroupKind::WrongOutcome,
                report::GroupKind::Trap => GroupKind::Trap,
                report::GroupKind::NoEnd => GroupKind::NoEnd,
            },
            tests: group.tests.iter().map(|&test| self.test(test)).collect(),
            line: group.span.and_then(|span| self.line_here(span)),
            message: group
                .message
                .clone()
                .map(|text| self.placed(text, group.span)),
            behind: group.behind,
            details: group
                .context
                .as_ref()
                .map_or_else(Vec::new, |context| self.details(context)),
        }
    }

    /// For a read of a byte that was never written, a clause with the places that wrote the rest of the object.
    pub(super) fn rest(&self, context: &trace::Context) -> Option<String> {
        let places = self.places(&context.written, " and ");
        (!places.is_empty()).then(|| format!("the rest of it was written in {places}"))
    }

    /// Context of a trap, in sentences.
    fn details(&self, context: &trace::Context) -> Vec<String> {
        let mut details: Vec<String> = self.rest(context).into_iter().collect();
        if let [end, calls @ ..] = &context.ended[..]
            && !calls.iter().all(|call| self.is_built_in(*call))
        {
            let end = self.places(&[*end], "");
            details.push(format!("it was freed in {end}, {}", self.called(calls)));
        }
        if !context.calls.iter().all(|call| self.is_built_in(*call)) {
            details.push(format!("this happens {}", self.called(&context.calls)));
        }
        details
    }

    /// `in a call from line 91, and that from line 12`
    fn called(&self, calls: &[Span]) -> String {
        format!("in a call from {}", self.places(calls, ", and that from "))
    }

    /// The first few lines in the user's text, joined by these words.
    fn places(&self, spans: &[Span], joined: &str) -> String {
        let mut places: Vec<String> = Vec::new();
        let own = spans.iter().filter(|span| !self.is_built_in(**span));
        for span in own {
            let file = self.file(span.file);
            let name = Path::new(&file).file_name().unwrap_or_default();
            let place = match span.file.0 {
                0 => format!("line {}", self.line(*span)),
                _ => format!("{}:{}", name.to_string_lossy(), self.line(*span)),
            };
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places.truncate(MOST_PLACES);
        places.join(joined)
    }

    /// Whether a place is in a built-in text rather than in a file.
    pub(super) fn is_built_in(&self, span: Span) -> bool {
        self.parse.sources.is_built_in(span)
    }

    /// Converts a diagnosis.
    pub(super) fn diagnosis(&self, diagnosis: &report::Diagnosis) -> Diagnosis {
        let components = diagnosis.suspects.iter();
        Diagnosis {
            group: diagnosis.group,
            components: components.filter_map(|s| self.component(s)).collect(),
            weight: diagnosis.weight,
            verified: diagnosis.verified,
            certificate: match diagnosis.certificate {
                report::Certificate::Values => Certificate::Values,
                report::Certificate::Edit => Certificate::Edit,
            },
            minimal: match diagnosis.minimal {
                report::Minimal::Proved => Minimal::Proved,
                report::Minimal::WithinBounds => Minimal::WithinBounds,
                report::Minimal::Unchecked => Minimal::Unchecked,
            },
            evidence: diagnosis
                .evidence
                .iter()
                .map(|evidence| match evidence {
                    report::Evidence::Deletion => Evidence::Deletion,
                    report::Evidence::Flip => Evidence::Flip,
                    report::Evidence::Edit => Evidence::Edit,
                })
                .collect(),
            fixes: diagnosis
                .fixes
                .iter()
                .filter(|fix| fix.judged.as_ref().is_none_or(may_be_right))
                .map(|fix| self.fix(fix))
                .chain(
                    diagnosis
                        .partial
                        .iter()
                        .map(|(fix, tests)| self.half(fix, tests)),
                )
                .collect(),
            given: diagnosis.given.iter().map(|e| self.edit(e)).collect(),
        }
    }

    /// Converts faults that edits mend together. Only the first edit has been tried alone.
    pub(super) fn faults(&self, mended: &[report::Fault]) -> Vec<Fault> {
        let scopes = std::iter::once(Scope::Partial).chain(std::iter::repeat(Scope::Joint));
        let faults = mended.iter().zip(scopes).map(|(fault, scope)| {
            let suspects = fault.comps.iter().copied().map(report::Suspect::new);
            let components: Vec<Component> = suspects.filter_map(|s| self.component(&s)).collect();
            let mut places: Vec<FaultPlace> = components.iter().map(FaultPlace::of).collect();
            places.dedup();
            Fault {
                places,
                tests: fault.tests.iter().map(|&test| self.test(test)).collect(),
                diagnosis: None,
                fix: Some(Fix {
                    scope,
                    ..self.half(&fault.fix, &fault.tests)
                }),
            }
        });
        faults.collect()
    }

    /// Converts two repairs between which the tests do not decide.
    pub(super) fn undecided(
        &self,
        undecided: &report::OpenChoice,
        whole: &LocalizeReport,
    ) -> OpenChoice {
        let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
        let report::OpenChoice { fixes, difference } = undecided;
        let whole_text = |bytes: &Option<Vec<u8>>| String::from_utf8(bytes.clone()?).ok();
        let outputs = difference.lines.iter().zip(&difference.outputs);
        let with = fixes
            .iter()
            .zip(outputs)
            .map(|(fix, (line, output))| FixOutput {
                fix: whole.number_of(&self.fix(fix)),
                output: text(line),
                stdout: whole_text(output),
            });
        OpenChoice {
            input: text(&difference.input),
            args: difference.args.iter().map(text).collect(),
            now: whole_text(&difference.before),
            with: with.collect(),
        }
    }

    /// Converts a set that explains some of the tests.
    pub(super) fn partial(&self, partial: &report::Partial) -> PartialSet {
        let suspect = |&comp: &CompId| report::Suspect::new(comp);
        let suspects = partial.comps.iter().map(suspect);
        PartialSet {
            group: partial.group,
            components: suspects.filter_map(|s| self.component(&s)).collect(),
            tests: partial.tests.iter().map(|&test| self.test(test)).collect(),
            fixes: partial
                .fixes
                .iter()
                .map(|fix| self.half(fix, &partial.tests))
                .collect(),
        }
    }

    /// Converts a fix for some of the tests of its group.
    fn half(&self, fix: &report::Fix, tests: &[usize]) -> Fix {
        Fix {
            scope: Scope::Partial,
            mends: tests.iter().map(|&test| self.test(test)).collect(),
            ..self.fix(fix)
        }
    }

    fn fix(&self, fix: &report::Fix) -> Fix {
        let behaviour = &fix.nearby.behaviour;
        let (as_before, inputs) = behaviour.as_before();
        let nearby = NearbyRuns {
            inputs,
            as_before,
            effect: behaviour.fingerprint(),
        };
        // Of a repair of some tests only, less is known.
        let judged = fix.judged.as_ref();
        let is_doubtful = judged.map_or(fix.plausibility < report::LEAST_SURE, is_hardly_right);
        let doubtful = is_doubtful || fix.nearby.is_worse() || !self.some_test_judges();
        Fix {
            number: 0,
            edit: self.edit(&fix.edit),
            also: fix.also.iter().map(|e| self.edit(e)).collect(),
            // The complete report determines these, and the number.
            scope: Scope::default(),
            mends: Vec::new(),
            doubtful,
            likely: !doubtful && judged.is_some_and(is_likely_right),
            percent: judged.map(percent),
            nearby: (inputs > 0).then_some(nearby),
            lesson: (!doubtful).then(|| self.lesson(fix)).flatten(),
        }
    }

    /// What the mistake teaches that a fix mends, if it is a common one.
    fn lesson(&self, fix: &report::Fix) -> Option<String> {
        let found = fix.edits().find_map(|edit| {
            let file = self.parse.sources.file(edit.span.file)?;
            lesson(&file.text, &self.edit(edit))
        });
        found.map(str::to_owned)
    }

    /// Whether some test says what is right, and not only that the program must not crash.
    fn some_test_judges(&self) -> bool {
        let mut functions = self.program.functions.iter();
        let mut tests = self.tests.iter();
        tests.any(|test| test.expect != Expect::default()) || functions.any(|f| f.asserts())
    }

    fn edit(&self, edit: &report::TextEdit) -> Edit {
        let [(line, column), (end_line, end_column)] = self.extent(edit.span);
        Edit {
            file: self.file(edit.span.file),
            line,
            column,
            end_line,
            end_column,
            start: edit.span.start,
            end: edit.span.end,
            old: self.parse.sources.text(edit.span).to_owned(),
            new: edit.text.clone(),
            nth: nth(&self.parse.sources, edit.span),
        }
    }

    /// Line and column of the start and of the end of a span.
    pub(super) fn extent(&self, span: Span) -> [(u32, u32); 2] {
        let end = Span {
            start: span.end,
            ..span
        };
        [span, end].map(|at| self.parse.sources.line_col_chars(at))
    }

    fn component(&self, suspect: &report::Suspect) -> Option<Component> {
        let (component, added) = report::component(self.program, self.added, suspect.comp)?;
        let span = component.span;
        let text = || self.parse.sources.text(span).to_owned();
        let [(line, column), (end_line, end_column)] = self.extent(span);
        let function = self.program.functions.get(component.function.index());
        let macros = self.macros(span);
        Some(Component {
            id: suspect.comp.0,
            file: self.file(span.file),
            line,
            column,
            end_line,
            end_column,
            start: span.start,
            end: span.end,
            kind: kind(component.kind).to_owned(),
            text: added.map_or_else(text, |a| a.statement.clone()),
            missing: added.and_then(|a| a.side).map(side),
            function: function.map_or_else(String::new, |f| f.name.clone()),
            refined: suspect.refined.as_ref().map(|sets| self.refined(sets)),
            macro_use: macros.first().cloned(),
            macros,
            values_left_out: suspect.values_left_out,
            always: suspect.always,
            values: suspect
                .values
                .iter()
                .map(|value| self.value(value))
                .collect(),
        })
    }

    /// Flattens the sets of parts.
    fn refined(&self, sets: &[Vec<report::Part>]) -> Vec<RefinedPart> {
        let numbered = sets.iter().enumerate();
        let parts = numbered.flat_map(|(set, parts)| parts.iter().map(move |part| (set, part)));
        let refined = parts.map(|(set, found)| {
            let [(line, column), (end_line, end_column)] = self.extent(found.span);
            RefinedPart {
                line,
                column,
                end_line,
                end_column,
                start: found.span.start,
                end: found.span.end,
                kind: part(found.kind).to_owned(),
                text: self.parse.sources.text(found.span).to_owned(),
                set,
            }
        });
        refined.collect()
    }

    /// The macros from which a span was produced: the macro whose use it is, or is a part of, then the user's macros
    /// that are used in it, each once.
    fn macros(&self, span: Span) -> Vec<crate::model::MacroUse> {
        let uses = &self.parse.macro_uses;
        let around = uses.iter().filter(|used| used.use_span.encloses(span));
        let inside = uses
            .iter()
            .filter(|used| span.encloses(used.use_span) && used.definition.is_some());
        let mut macros: Vec<crate::model::MacroUse> = Vec::new();
        for used in around.chain(inside) {
            let named = self.macro_use(used);
            if !macros.contains(&named) {
                macros.push(named);
            }
        }
        macros
    }

    fn macro_use(&self, used: &MacroUse) -> crate::model::MacroUse {
        crate::model::MacroUse {
            name: used.name.clone(),
            file: used.definition.map(|place| self.file(place.file)),
            line: used.definition.map(|place| self.line(place)),
        }
    }

    fn value(&self, value: &report::NeededValue) -> Value {
        Value {
            test: self.test(value.test),
            execution: value.execution,
            was: value.was.clone(),
            needs: match &value.address {
                Some(address) => self.address(address),
                None => value.needs.clone(),
            },
            choice: choice(value.how),
            address: value.address.as_ref().map(|address| Address {
                object: address.object,
                offset: address.offset,
            }),
            range: value.range.clone(),
        }
    }

    /// An address as it is shown: in C syntax, unless the object has no name there.
    fn address(&self, address: &report::Address) -> String {
        let report::Address {
            offset, name, born, ..
        } = address;
        match (born, offset) {
            (Some(born), 0) => format!("the block allocated at line {}", self.line(*born)),
            (Some(born), _) => format!(
                "byte {offset} of the block allocated at line {}",
                self.line(*born)
            ),
            (None, 0) => format!("&{name}"),
            (None, _) => format!("(char *)&{name} + {offset}"),
        }
    }

    /// Converts a line of the ranking.
    pub(super) fn ranked(&self, line: &report::RankedLine) -> RankedLine {
        RankedLine {
            rank: line.rank,
            file: self.file(line.file),
            line: line.line,
            score: line.score,
            certified: line.certified,
            diagnoses: line.diagnoses.clone(),
            explains: line.explains.iter().map(|&t| self.test(t)).collect(),
            why: line.why.clone(),
            likely: line.judged.as_ref().is_some_and(is_likely_faulty),
            percent: line.judged.as_ref().map(percent),
        }
    }

    /// Converts a problem of the text.
    pub(super) fn problem(&self, problem: &syntax::Problem) -> Problem {
        let (line, column) = self.parse.sources.line_col_chars(problem.span);
        Problem {
            severity: match problem.severity {
                syntax::Severity::Error => Severity::Error,
                syntax::Severity::Warning => Severity::Warning,
            },
            file: self.file(problem.span.file),
            line: Some(line),
            column: Some(column),
            range: Some((problem.span.start, problem.span.end)),
            message: problem.message.clone(),
        }
    }
}

fn choice(how: AltKind) -> Choice {
    match how {
        AltKind::Skip => Choice::Skipped,
        AltKind::Angelic => Choice::Value,
        AltKind::EvalAngelic => Choice::EvaluatedValue,
        AltKind::Flip => Choice::Opposite,
        AltKind::InputKeep => Choice::Input,
        AltKind::InputEnd => Choice::InputEnd,
        AltKind::Taken => Choice::Made,
    }
}

/// Limitations of a complete search.
pub(super) fn bounds(status: &report::Status) -> Bounds {
    match status {
        report::Status::Complete { bounds } => Bounds {
            none_up_to: bounds.none_up_to,
            unwind: bounds.unwind,
            up_to_size: bounds.up_to_size,
        },
        _ => Bounds::default(),
    }
}

/// The bounds as text, in a format that is kept stable for old clients.
fn limited(bounds: report::Bounds) -> Option<String> {
    let none = bounds.none_up_to.map(|size| format!("none-up-to-{size}"));
    let unwind = bounds.unwind.map(|n| format!("within-bounds: unwind {n}"));
    let size = bounds.up_to_size.map(|size| format!("up-to-size-{size}"));
    let all: Vec<String> = [none, unwind, size].into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// The final status of the job, with the reason and its line.
pub(super) fn status(status: &report::Status) -> (Status, Option<String>, Option<u32>) {
    match status {
        report::Status::Complete { bounds } => (Status::Complete, limited(*bounds), None),
        report::Status::None => (Status::None, None, None),
        report::Status::Stopped { why } => (Status::Stopped, Some(why.to_string()), None),
        report::Status::Undecided { test, why } => {
            let reason = format!("test {test}: {}", undecided(*why).1);
            (Status::Stopped, Some(reason), None)
        }
        report::Status::Unanalysable { reason, line } => {
            (Status::Unanalysable, Some(reason.clone()), *line)
        }
    }
}

/// Reason why a test is undecided, for programs and for people.
pub(super) fn undecided(why: UndecidedReason) -> (Cause, String) {
    match why {
        UndecidedReason::Steps { limit, .. } => {
            let limit = grouped(limit);
            let reason =
                format!("not decided within {limit} steps; a longer time limit allows more");
            (Cause::StepLimit, reason)
        }
        UndecidedReason::Interrupted => {
            let reason = "not decided: the job was stopped while it ran";
            (Cause::Interrupted, reason.to_owned())
        }
        UndecidedReason::NotRun => {
            let reason = "not run: the job was stopped before";
            (Cause::NotRun, reason.to_owned())
        }
    }
}

/// A number with digit grouping: `20,000,000`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The kind of a component, in one word.
fn kind(kind: ComponentKind) -> &'static str {
    match kind {
        ComponentKind::Assignment => "assignment",
        ComponentKind::Initialiser => "initialiser",
        ComponentKind::Declaration => "declaration",
        ComponentKind::Increment => "increment",
        ComponentKind::Expression => "expression",
        ComponentKind::Call => "call",
        ComponentKind::Condition => "condition",
        ComponentKind::Switch => "switch",
        ComponentKind::Return => "return",
        ComponentKind::Jump => "jump",
        ComponentKind::Output => "output",
        ComponentKind::Input => "input",
        ComponentKind::Part(kind) => part(kind),
        ComponentKind::Insertion(_) => crate::model::INSERTION,
        ComponentKind::Macro => "macro",
        ComponentKind::Size => "size",
        ComponentKind::Type => "type",
        ComponentKind::Target => "target",
        ComponentKind::Argument => "argument",
    }
}

fn side(side: report::Side) -> Side {
    match side {
        report::Side::Before => Side::Before,
        report::Side::After => Side::After,
        report::Side::InLoop => Side::InLoop,
    }
}

/// The kind of a part of a component, in one word.
fn part(kind: PartKind) -> &'static str {
    match kind {
        PartKind::Operator => "operator",
        PartKind::Operand => "operand",
        PartKind::Constant => "constant",
    }
}
