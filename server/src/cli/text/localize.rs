//! Text of `faultlens localize`.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::excerpt::Excerpts;
use super::verdict::{causes, verdict};
use super::words::{duration, list, needs, one_line, plural, was_and_needs};
use crate::cli::emit::Style;
use crate::model::{
    Component, Diagnosis, Edit, Execution, Fix, Group, GroupKind, LocalizeReport, PartialSet,
    RankedLine, Status,
};

/// Maximum number of links shown of the chain from a root cause to the failure.
const MOST_LINKS: usize = 8;
/// Number of lines shown without `--all`.
const FIRST: usize = 5;
/// Number of fixes that do different things shown without `--all`.
const FIRST_FIXES: usize = 3;

/// Formats the whole text, ending in a newline.
pub(in crate::cli) fn localize(report: &LocalizeReport, style: Style) -> String {
    page(report, style, Excerpts::new(style.colour))
}

/// Formats the page like [`localize()`], with the given excerpts.
pub(super) fn page(report: &LocalizeReport, style: Style, excerpts: Excerpts) -> String {
    let mut page = Page {
        report,
        style,
        excerpts,
        drawn: BTreeSet::new(),
        text: String::new(),
    };
    page.problems();
    page.headline();
    page.groups();
    page.faults();
    page.story();
    page.root_causes();
    page.ranking();
    page.undecided();
    page.suspected();
    page.notes();
    page.text
}

struct Page<'a> {
    report: &'a LocalizeReport,
    style: Style,
    excerpts: Excerpts,
    /// Numbers of the fixes that have been drawn, each of which does something else.
    drawn: BTreeSet<usize>,
    text: String,
}

impl Page<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn headline(&mut self) {
        let report = self.report;
        let mut line = verdict(report);
        // There is no time to report if nothing ran.
        let ran = report.status != Status::Unanalysable && report.tests.total > 0;
        if ran {
            let _ = write!(line, " ({})", duration(report.stats.time_ms));
        }
        self.line(&format!("{}: {line}", report.file));
        if report.status == Status::Unanalysable
            && let Some(line) = report.reason_line
            // The excerpts of problems have been shown already.
            && !report.problems.iter().any(|p| p.line == Some(line))
            && let Some(excerpt) = self.excerpts.line(&report.file, line, None)
        {
            self.text.push_str(&excerpt);
        }
    }

    /// Kinds of failure, if there is more to say than "wrong outcome".
    fn groups(&mut self) {
        let groups = &self.report.groups;
        // Several faults tell which tests go together.
        let is_told = groups.len() < 2 || self.report.faults.len() > 1;
        if is_told && groups.iter().all(|g| g.kind == GroupKind::WrongOutcome) {
            return;
        }
        for group in groups {
            let sets = self
                .report
                .diagnoses
                .iter()
                .filter(|d| d.group == group.id)
                .count();
            let tests: Vec<&str> = group.tests.iter().map(String::as_str).collect();
            let sets = causes(sets);
            self.line(&format!(
                "   {}: {} ({}), {sets}",
                kind_of_failure(group),
                plural(tests.len(), "test", "tests"),
                list(&tests, 5)
            ));
            for detail in &group.details {
                self.line(&format!("      {detail}"));
            }
        }
        self.joint();
    }

    /// The faults, if there are several: `A: line 18 (t1, t2)`
    fn faults(&mut self) {
        let faults = &self.report.faults;
        if faults.len() < 2 {
            return;
        }
        self.line(&format!("{} likely faults:", faults.len()));
        for (name, fault) in self.report.named_faults() {
            let (explained, edit) = (fault.explained(), fault.by_edit());
            let places = fault.places_from(&self.report.file);
            self.line(&format!("   {name}: {places} ({explained}){edit}"));
        }
        let is_explained = |test: &&String| faults.iter().any(|fault| fault.tests.contains(test));
        let failing = self.report.tests.failing.iter();
        let open: Vec<&str> = failing
            .filter(|test| !is_explained(test))
            .map(String::as_str)
            .collect();
        if !open.is_empty() {
            self.line(&format!("   not explained: {}", list(&open, 5)));
        }
    }

    /// How a program without tests comes to crash.
    fn story(&mut self) {
        for sentence in &self.report.story {
            self.line(&format!("  {}", sentence.text));
        }
    }

    /// First few sets that explain all kinds of failure at once: the tests may have one fault in common.
    fn joint(&mut self) {
        let mut places: Vec<String> = Vec::new();
        for set in self.report.joint() {
            let place = self.places(set);
            if !places.contains(&place) {
                places.push(place);
            }
        }
        if !places.is_empty() {
            let places: Vec<&str> = places.iter().map(String::as_str).collect();
            self.line(&format!(
                "   possible causes of all of them: {}",
                list(&places, 3)
            ));
        }
    }

    /// Places of a set: `list.c:8 with line 11`
    fn places(&self, set: &Diagnosis) -> String {
        let components = set.components.iter();
        let places: Vec<String> = components.map(|c| self.place(c)).collect();
        places.join(" with ")
    }

    /// Root causes of one test, each with the chain of dependences to the failure.
    fn root_causes(&mut self) {
        let Some(found) = &self.report.root_causes else {
            return;
        };

        // A line about the search.
        let frontiers = plural(found.frontiers, "frontier", "frontiers");
        let altered = plural(found.altered, "state", "states");
        let open = match found.unknown {
            0 => String::new(),
            n => format!(", {n} of them without an answer"),
        };
        let causes = plural(found.causes.len(), "root cause", "root causes");
        self.line(&format!(
            "{causes} of {}: {frontiers}, {altered} altered{open}",
            found.test
        ));

        // Each cause with the executions that were altered together with it, and its way to the failure.
        let place = |at: &Execution| {
            format!(
                "{}, execution {}: {}",
                self.at(&at.file, at.line),
                at.execution,
                one_line(&at.text, 60)
            )
        };
        let mut lines = Vec::new();
        for cause in &found.causes {
            let away = plural(cause.distance, "dependence", "dependences");
            lines.push(format!("   {} ({away} from the failure)", place(&cause.at)));
            lines.extend(
                cause
                    .with
                    .iter()
                    .map(|at| format!("      together with {}", place(at))),
            );
            let chain = cause.chain.iter().skip(1).take(MOST_LINKS);
            lines.extend(chain.map(|at| format!("      → {}", place(at))));
        }
        for line in lines {
            self.line(&line);
        }
    }

    fn ranking(&mut self) {
        let report = self.report;
        let most = if self.style.all { usize::MAX } else { FIRST };
        for line in report.certified().iter().take(most) {
            self.ranked(line);
        }
        let more = report.certified().len().saturating_sub(most);
        if more > 0 {
            self.line(&format!(
                "… {} (--all)",
                plural(more, "more line", "more lines")
            ));
        }
    }

    /// Suspected lines: shown if nothing is certified, or on request.
    fn suspected(&mut self) {
        let report = self.report;
        let lines = match (report.certified(), self.style.all) {
            (_, true) => report.suspected(),
            ([], false) => &report.suspected()[..report.suspected().len().min(FIRST)],
            (_, false) => &[],
        };
        if lines.is_empty() {
            return;
        }
        let mut heading = "";
        for line in lines {
            let own = match line.explains[..] {
                [] => "Not confirmed, but worth a look:",
                _ => "Each of these explains some of the failing tests:",
            };
            if heading != own {
                heading = own;
                self.line(heading);
            }
            let place = self.at(&line.file, line.line);
            self.line(&format!("{}. {place}  {}", line.rank, line.why));
            if let Some(excerpt) = self.excerpts.line(&line.file, line.line, None) {
                self.text.push_str(&excerpt);
            }
        }
    }

    fn ranked(&mut self, line: &RankedLine) {
        // The line is shown with the best set that has a component in it.
        let best = line
            .diagnoses
            .iter()
            .find_map(|&i| self.report.diagnoses.get(i));
        let component = best.and_then(|d| d.components.iter().find(|c| line.is_of(c)));
        let (Some(diagnosis), Some(component)) = (best, component) else {
            self.line(&format!("{}. line {}", line.rank, line.line));
            return;
        };

        // Place, text, and needed values in one line.
        let mut head = format!(
            "{}. {}  {}{}",
            line.rank,
            self.place(component),
            kind_of_place(component),
            one_line(&component.text, 50)
        );
        head.push_str(&self.others(diagnosis, component));
        let needed = needs(&component.values, component.values_left_out);
        if !needed.is_empty() {
            let _ = write!(head, "   {needed}");
        }
        self.line(&head);

        // An excerpt of the source with the component marked.
        let label = was_and_needs(&component.values, component.values_left_out);
        let excerpt = self.excerpts.span(
            &component.file,
            component.start,
            component.end,
            label.as_deref(),
        );
        if let Some(excerpt) = excerpt {
            self.text.push_str(&excerpt);
        }

        // Further details, each in a line.
        if let Some(parts) = component.parts() {
            self.line(&format!("   changing only {parts} would be enough"));
        }
        for used in &component.macros {
            let defined = used.line.map_or_else(String::new, |line| match &used.file {
                Some(file) if *file != component.file => {
                    format!(", defined in {file}, line {line}")
                }
                _ => format!(", defined in line {line}"),
            });
            self.line(&format!("   macro {}{defined}", used.name));
        }
        self.fixes(line);
        if let Some(given) = diagnosis.given() {
            self.line(&format!("   given that you {given}"));
        }
        if !line.why.is_empty() {
            let label = if line.likely { "likely" } else { "why here" };
            self.line(&format!("   {label}: {}{}", line.why, unproved(diagnosis)));
        }
    }

    /// Fixes of the sets of a line, those of its first set before the others, each drawn where it is named first. Of
    /// those that do the same, one is drawn.
    fn fixes(&mut self, line: &RankedLine) {
        let sets = line.diagnoses.iter();
        let sets = sets.filter_map(|&i| self.report.diagnoses.get(i));
        let mut fixes: Vec<(usize, &Fix)> = Vec::new();
        for (group, fix) in sets.flat_map(|set| set.fixes.iter().map(|fix| (set.group, fix))) {
            if fixes
                .iter()
                .all(|(_, known)| !known.edits().eq(fix.edits()))
            {
                fixes.push((group, fix));
            }
        }
        let mut more = 0;
        for (group, fix) in fixes {
            let number = fix.number;
            let first = self.report.first_like(fix).unwrap_or(number);
            let is_new = !self.drawn.contains(&first);
            if is_new && self.drawn.len() >= FIRST_FIXES && !self.style.all {
                more += 1;
                continue;
            }
            self.drawn.insert(first);
            let promise = if first < number {
                format!("does what fix {first} does on nearby inputs")
            } else {
                self.report.with_fix(group, fix)
            };
            self.line(&format!("   fix {number}: {} ({promise})", fix.sentence()));
            if is_new {
                let edits: Vec<&Edit> = fix.edits().collect();
                let change = self.excerpts.change(&edits).unwrap_or_default();
                self.text.push_str(&change);
                if let Some(lesson) = &fix.lesson {
                    self.line(&format!("     a common mistake: {lesson}"));
                }
            }
        }
        if more > 0 {
            let more = plural(more, "more fix", "more fixes");
            self.line(&format!("   … {more} (--all)"));
        }
    }

    /// Two fixes between which the tests do not decide.
    fn undecided(&mut self) {
        if let Some(undecided) = &self.report.undecided {
            self.line(&format!(
                "the tests do not decide: {}; a test with this input would",
                undecided.sentence()
            ));
        }
    }

    fn place(&self, component: &Component) -> String {
        self.at(&component.file, component.line)
    }

    fn at(&self, file: &str, line: u32) -> String {
        if file == self.report.file {
            format!("line {line}")
        } else {
            format!("{file}:{line}")
        }
    }

    /// Other places of a set: `   together with lines 5, 8`; empty if a change in this place suffices.
    fn others(&self, diagnosis: &Diagnosis, own: &Component) -> String {
        let others = diagnosis.components.iter().filter(|c| c.id != own.id);
        let places: Vec<String> = others.map(|c| self.place(c)).collect();
        if places.is_empty() {
            return String::new();
        }
        format!("   together with {}", places.join(", "))
    }

    /// Set of components: `{5, 8, 11}`
    fn set(&self, components: &[Component]) -> String {
        let places: Vec<String> = components
            .iter()
            .map(|c| {
                if c.file == self.report.file {
                    c.line.to_string()
                } else {
                    format!("{}:{}", c.file, c.line)
                }
            })
            .collect();
        format!("{{{}}}", places.join(", "))
    }

    /// Limits of the answer, and additional notes.
    fn notes(&mut self) {
        let report = self.report;
        if let Some(n) = report.bounds.unwind {
            self.line(&format!(
                "note: that there are no others is known for loops of up to {n} iterations (--unwind)"
            ));
        }
        if report.status == Status::Stopped
            && self.style.all
            && let (Some(reason), false) = (&report.reason, report.diagnoses.is_empty())
        {
            self.line(&format!("note: there may be more causes: {reason}"));
        }
        self.partial();
        self.open_tests();
        for fact in &report.assumed {
            self.line(&format!("assumed: {fact}"));
        }
        if report.status == Status::Complete && report.diagnoses.is_empty() {
            self.line("help: a larger --max-size looks for changes of more places");
        }
    }

    /// Sets that explain only some of the tests, ordered by the number of tests.
    fn partial(&mut self) {
        let report = self.report;
        for partial in &report.partial {
            for fix in &partial.fixes {
                let (number, promise) = (fix.number, report.with_fix(partial.group, fix));
                let edit = fix.edit.with_line();
                self.line(&format!("hint: fix {number}: {edit} ({promise})"));
            }
        }
        let sets: Vec<&PartialSet> = report
            .partial
            .iter()
            .filter(|p| p.fixes.is_empty())
            .collect();
        let Some(most) = sets.iter().map(|p| p.tests.len()).max() else {
            return;
        };
        let count = sets.len();
        let best = sets.into_iter().filter(|p| p.tests.len() == most);
        let sets: Vec<String> = best.map(|p| self.set(&p.components)).collect();
        let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
        let tests = plural(most, "test", "tests");
        let they = if count == 1 {
            "change makes"
        } else {
            "changes make"
        };
        self.line(&format!(
            "note: {count} {they} only some of the failing tests pass, {tests} at most: {}",
            list(&sets, 5)
        ));
    }

    /// Tests without a verdict, by reason.
    fn open_tests(&mut self) {
        let mut reasons: Vec<(&str, Option<u32>, Vec<&str>)> = Vec::new();
        for test in &self.report.tests.unanalysable {
            let same =
                |r: &&mut (&str, Option<u32>, Vec<&str>)| (r.0, r.1) == (&test.reason, test.line);
            match reasons.iter_mut().find(same) {
                Some((_, _, tests)) => tests.push(&test.id),
                None => reasons.push((&test.reason, test.line, vec![&test.id])),
            }
        }
        for (reason, line, tests) in reasons {
            let place = line.map_or_else(String::new, |line| format!(" (line {line})"));
            let count = plural(tests.len(), "test", "tests");
            let tests = list(&tests, 5);
            self.line(&format!(
                "note: {count} could not run to the end: {reason}{place}: {tests}"
            ));
        }
    }

    fn problems(&mut self) {
        super::problems(
            &mut self.text,
            &self.report.problems,
            &mut self.excerpts,
            self.style.all,
        );
    }
}

fn kind_of_failure(group: &Group) -> String {
    match group.kind {
        GroupKind::WrongOutcome if group.behind.is_some() => match group.line {
            Some(line) => format!("behind the undefined access in line {line}, wrong output"),
            None => "behind an undefined access, wrong output".to_owned(),
        },
        GroupKind::WrongOutcome => "wrong output".to_owned(),
        GroupKind::Trap => {
            let message = group.message.as_deref().unwrap_or("trap");
            match group.line {
                Some(line) => format!("line {line}, {message}"),
                None => message.to_owned(),
            }
        }
        GroupKind::NoEnd => match &group.message {
            Some(message) => message.clone(),
            None => "no end".to_owned(),
        },
    }
}

fn unproved(diagnosis: &Diagnosis) -> &'static str {
    if diagnosis.verified {
        ""
    } else {
        "; not verified"
    }
}

/// Kind of place of a component, with blanks behind it; for a statement that is not in the text, where it may be
/// missing. Empty if the text shows the kind (`return x`).
fn kind_of_place(component: &Component) -> String {
    match component.missing() {
        Some(place) => format!("missing {place}:  "),
        None if component.text.starts_with(&component.kind) => String::new(),
        None => format!("{}  ", component.kind),
    }
}
