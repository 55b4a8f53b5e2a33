//! Edits of components, one after the other, each judged by the tests.

use std::cmp::Ordering;

use ir::Program;
use lower::{LowerOptions, LoweredUnit, Relowering, lower};
use rustc_hash::FxHashSet;
use syntax::ast::{Expr, ExprKind, Function, Item};
use syntax::visit::{Walk, each_of_item};
use syntax::{Parse, Span};

use super::attempts::Attempts;
use super::bare;
use super::budget::TrialBudget;
use super::judges::Judges;
use super::outcome::Repair;
use super::trial::{Trial, TrialRunner};
use crate::apart::set_apart;
use crate::edit::{Edit, HOLE, Number, constant, number, spelled_like};
use crate::generate::deletion::statements;
use crate::generate::{Candidate, candidates, texts};
use crate::generator::Generator;
use crate::joint::Joint;
use crate::kind::EditKind;
use crate::limits::{LOWERING_INSTRUCTIONS, MAX_PROPOSED_CONSTANTS};
use crate::named_numbers::named_numbers;
use crate::naturalness::Naturalness;
use crate::patch::{Fix, TextEdit};
use crate::plausibility;
use crate::sites::{exchange, replace_copies};

/// Edits with which some failing test still fails: positions in the unit and texts.
pub type Refuted = FxHashSet<(usize, String)>;

/// Looks for fixes of one group of failing tests.
pub struct Fixer<'a> {
    /// The program as the user wrote it.
    pub(crate) original: &'a Parse,
    /// The current tree: the original, or the original with an edit.
    pub(crate) parse: Parse,
    /// Position of the first expression after each item of the unit.
    pub(crate) ends: Vec<usize>,
    /// Sequences of tokens of the program, found when they are first needed.
    naturalness: Option<Naturalness>,
    /// Relowering of the program, created when it is first needed.
    pub(super) relowering: Option<Relowering<'a>>,
    pub(crate) trials: TrialRunner<'a>,
    /// Constants of the program: a constant missing in one place often occurs in another.
    pub(crate) constants: Vec<Number>,
    /// Constants that the program contains more than once.
    repeated: Vec<Number>,
    /// Expressions that are statements.
    pub(crate) statements: FxHashSet<Span>,
    /// Whether constants are solved for; otherwise only natural ones are tried.
    pub(super) solves: bool,
    /// Whether all fixes of a component are wanted, not just the first.
    pub(super) wants_all: bool,
    /// Edits that need not be tried again; with most of them, some failing test still fails.
    pub(super) refuted: Refuted,
}

impl<'a> Fixer<'a> {
    /// Creates a fixer for a program, judged by the given tests, within a budget; `stopped` ends it early.
    pub fn new(
        original: &'a Parse,
        judges: Judges<'a>,
        budget: TrialBudget,
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Fixer<'a> {
        let mut parse = original.clone();
        let (mut constants, mut position) = (Vec::new(), 0);
        let mut ends = Vec::with_capacity(parse.unit.items.len());
        for item in &mut parse.unit.items {
            each_of_item(item, &mut |e| {
                // What a test passes or expects says little about the program.
                let is_of_test = judges.testing.iter().any(|test| test.encloses(e.span));
                constants.extend(number(e).filter(|_| !is_of_test));
                position += 1;
                Walk::On
            });
            ends.push(position);
        }
        constants.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        let mut repeated: Vec<Number> = constants
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .map(|pair| pair[0])
            .collect();
        repeated.dedup();
        constants.dedup();
        constants.truncate(MAX_PROPOSED_CONSTANTS);
        let statements = statements(&mut parse.unit);
        Fixer {
            original,
            parse,
            ends,
            naturalness: None,
            relowering: None,
            trials: TrialRunner::new(judges, budget, stopped),
            constants,
            repeated,
            statements,
            solves: true,
            wants_all: false,
            refuted: Refuted::default(),
        }
    }

    /// Begins another kind of edits, with a budget of its own.
    pub fn with(&mut self, budget: TrialBudget) -> &mut Self {
        self.trials.left = budget;
        self
    }

    /// Skips edits that other fixers have refuted.
    pub(crate) fn leave_out(&mut self, refuted: Refuted) {
        self.refuted.extend(refuted);
    }

    /// Tries the edits of a kind at each of the given components that has no fix yet.
    pub(crate) fn attempt_kind(&mut self, kind: EditKind, mendings: &mut [Attempts]) {
        for mending in mendings {
            if mending.is_settled() && !self.wants_all {
                continue;
            }
            self.trials.edited = Some(mending.comp);
            let candidates = std::mem::take(&mut mending.candidates);
            let of_kind = candidates.iter().filter(|(_, e)| e.kind == kind);
            for (position, edit) in of_kind {
                if self.exhausted() {
                    break;
                }
                if self.refuted.contains(&(*position, edit.text.clone())) {
                    continue;
                }
                // One near fix is enough for a component; after that, only fixes are of interest.
                let tolerance = match mending.best {
                    Some(_) => 0,
                    None => self.trials.judges.tolerance(),
                };
                match self.attempt(*position, edit, tolerance) {
                    Some((Repair::Fix(mut fix), number)) => {
                        fix.plausibility = fix.plausibility.min(1.0);
                        let mut is_doubtful = fix.plausibility <= plausibility::ARBITRARY;
                        let halves_exchange = kind == EditKind::Statement
                            && plausibility::overwrites_saved(self.original, fix.edit.span);
                        if halves_exchange
                            || plausibility::repeats(self.original, fix.edit.span, &fix.edit.text)
                        {
                            is_doubtful = true;
                            fix.plausibility *= plausibility::REPEATED;
                        }
                        if self.wants_all
                            && let Some(whole) = edit.with(number)
                        {
                            mending.fixes.push((fix.clone(), (*position, whole)));
                        }
                        // Another number is made for the tests; another edit may be what was meant.
                        let is_made = kind == EditKind::Constant
                            && edit.hole.is_some_and(|hole| !is_akin(number, hole.old));
                        mending.take(fix, kind.is_convincing() && !is_doubtful && !is_made);
                        if !self.wants_all && !is_doubtful {
                            break;
                        }
                    }
                    Some((Repair::Near, _)) if mending.best.is_none() => {
                        mending.best = Some(Repair::Near);
                    }
                    Some((Repair::Near, _)) => {}
                    // Some constants may not have been tried.
                    None if edit.hole.is_some() && !self.solves => {}
                    None => {
                        self.refuted.insert((*position, edit.text.clone()));
                    }
                }
            }
            mending.candidates = candidates;
        }
        self.trials.edited = None;
    }

    /// Edits at a place.
    pub(crate) fn candidates(&mut self, place: Span) -> Vec<Candidate> {
        let mut found = candidates(&mut self.parse, place, &self.statements);
        if let Some(text) = self.trials.judges.wanted_text() {
            found.extend(texts(&mut self.parse, place, &self.statements, text));
        }
        found
    }

    /// Whether the budget is used up.
    pub(crate) fn exhausted(&self) -> bool {
        self.trials.exhausted()
    }

    /// The tree with an edit, which has no constant that is not determined yet.
    pub(crate) fn with_edit(&self, (position, edit): &Candidate) -> Option<Parse> {
        let mut parse = self.original.edited();
        exchange(&mut parse.unit.items, *position, &mut edit.tree.clone())?;
        Some(parse)
    }

    /// Tries an edit of the expression at a position of the traversal of the unit. Returns the repair with the number that
    /// was found for the edit's constant, if it has one.
    pub(crate) fn attempt(
        &mut self,
        position: usize,
        edit: &Edit,
        tolerance: usize,
    ) -> Option<(Repair, Option<Number>)> {
        if self.leaves_out(edit.generator) {
            return None;
        }
        let mut program = self.edited(position, edit, false)?;
        let mut plausibility = edit.kind.plausibility();
        let mut number = None;
        let (text, broken) = match edit.hole {
            Some(hole) => {
                let solved = self.solve(&mut program, hole, tolerance)?;
                number = solved.number();
                if edit.kind == EditKind::Wrapped && solved.text == "1" {
                    // Nobody writes what is always 0 like this.
                    return None;
                }
                if solved.is_arbitrary {
                    plausibility *= plausibility::ARBITRARY;
                } else if !self.has_number(&solved.text, hole.old)
                    || self.leaves_unit(edit, &solved.text, hole.old)
                {
                    plausibility *= plausibility::NOWHERE;
                } else if edit.kind == EditKind::Constant && !is_akin(number, hole.old) {
                    plausibility *= plausibility::ELSEWHERE;
                }
                let named = self.name_for(edit, &solved.text);
                let text = named.as_ref().unwrap_or(&solved.text);
                (self.filled(edit, text), solved.broken)
            }
            None => (edit.text.clone(), self.count_broken(&program, tolerance)?),
        };
        if self.parse.sources.text(edit.span) == text || self.makes_neutral(edit, &text) {
            return None;
        }
        let repair = if broken == 0 {
            let span = edit.span;
            let plausibility = plausibility * self.naturalness_of(span, &text);
            let is_idle = edit.hole.is_some() && self.is_idle(position);
            let is_doubtful = is_idle || self.acts_instead_of_looking(edit, &text);
            let plausibility = plausibility
                * if is_doubtful {
                    plausibility::VACUOUS
                } else {
                    1.0
                };
            Repair::Fix(self.rated(Fix::new(
                edit.generator,
                TextEdit { span, text },
                plausibility,
            )))
        } else {
            Repair::Near
        };
        Some((repair, number))
    }

    /// Whether a function that has effects is called instead of one that only looks: `insert(t)` for `find(t)`.
    fn acts_instead_of_looking(&self, edit: &Edit, text: &str) -> bool {
        let old = self.parse.sources.text(edit.span);
        let is_function = |name: &str| {
            let mut items = self.original.unit.items.iter();
            items.any(|item| {
                matches!(item, Item::Function(f)
                    if f.declarator.name.as_ref().is_some_and(|own| own.text == name))
            })
        };
        edit.kind == EditKind::Name && is_function(old) && is_function(text) && {
            let observers = lower::observers(self.original);
            observers.contains(old) && !observers.contains(text)
        }
    }

    /// Whether a number by which the program divides in several places, as by the minutes of an hour, becomes one that
    /// stands nowhere.
    fn leaves_unit(&self, edit: &Edit, text: &str, old: Number) -> bool {
        let is_new = |number| !self.constants.contains(&Number::Int(number));
        edit.kind == EditKind::Constant
            && self.repeated.contains(&old)
            && self.text_before(edit).ends_with(['/', '%'])
            && text.parse().is_ok_and(is_new)
    }

    /// Whether a number makes an operation do nothing: nobody writes `n - 0` or `n * 1` for `n`, which is another edit.
    fn makes_neutral(&self, edit: &Edit, text: &str) -> bool {
        let before = self.text_before(edit);
        match text {
            // A comment is no operator.
            _ if before.ends_with("*/") => false,
            "0" => before.ends_with(['+', '-']),
            "1" => before.ends_with(['*', '/']),
            _ => false,
        }
    }

    /// The text before an edit, without the white space there.
    fn text_before(&self, edit: &Edit) -> &str {
        let file = self.parse.sources.file(edit.span.file);
        let before = file.and_then(|file| file.text.get(..edit.span.start as usize));
        before.unwrap_or_default().trim_end()
    }

    /// The name of a number that takes the place of another name.
    fn name_for(&self, edit: &Edit, text: &str) -> Option<String> {
        let old = self.parse.sources.text(edit.span);
        let is_name = |c: char| c.is_ascii_alphabetic() || c == '_';
        let number: i64 = text.parse().ok().filter(|_| old.starts_with(is_name))?;
        let is_same = |kind: &ExprKind| {
            let e = Expr {
                kind: kind.clone(),
                span: edit.span,
            };
            constant(&e) == Some(number)
        };
        let mut named = named_numbers(self.original).into_iter();
        Some(named.find(|(_, kind)| is_same(kind))?.0)
    }

    /// Whether a number stands in the program, or is small, or near the one that it replaces.
    fn has_number(&self, text: &str, old: Number) -> bool {
        let is_near = |number: i64| match old {
            Number::Int(old) => number.abs_diff(old) <= 1,
            Number::Float(_) => false,
        };
        match text.parse() {
            Ok(number) => {
                (-1..=1).contains(&number)
                    || is_near(number)
                    || self.constants.contains(&Number::Int(number))
            }
            Err(_) => true,
        }
    }

    /// Factor for the plausibility of an edit that puts this text at a place.
    pub(crate) fn naturalness_of(&mut self, span: Span, text: &str) -> f64 {
        let original = self.original;
        let known = self
            .naturalness
            .get_or_insert_with(|| Naturalness::of(original));
        known.factor(original, span, text)
    }

    /// A fix with what the runs say of it; `None` unless the program with the fix passes all tests.
    pub(crate) fn accepted(&mut self, program: &Program, fix: Fix) -> Option<Fix> {
        let passes = matches!(self.trials.trial(program, 0), Trial::Passes(0));
        passes.then(|| self.wanted(fix))?
    }

    /// The fix of the program that last passed the tests; `None` if its generator is left out.
    pub(crate) fn wanted(&self, fix: Fix) -> Option<Fix> {
        (!self.leaves_out(fix.generator)).then(|| self.rated(fix))
    }

    /// Whether an experiment leaves out a generator.
    fn leaves_out(&self, generator: Generator) -> bool {
        self.trials.judges.without.contains(&generator)
    }

    /// [`Fixer::accepted`] for a fix of several places.
    pub(crate) fn accepted_joint(&mut self, program: &Program, joint: Joint) -> Option<Joint> {
        let Joint { places, fix } = joint;
        let fix = self.accepted(program, fix)?;
        Some(Joint { places, fix })
    }

    /// Number of passing tests that a program breaks with which all failing tests pass; see
    /// [`TrialRunner::count_broken`].
    pub(crate) fn count_broken(&mut self, program: &Program, tolerance: usize) -> Option<usize> {
        self.trials.count_broken(program, tolerance)
    }

    /// The fix of the program that last passed the tests, with what the runs say of it.
    fn rated(&self, fix: Fix) -> Fix {
        let is_slip = fix.is_slip(&self.parse.sources);
        let plausibility = fix.plausibility;
        let mut fix = self.trials.rated(fix);
        set_apart(&mut fix.edit, &self.parse.sources);
        for edit in &mut fix.also {
            set_apart(edit, &self.parse.sources);
        }
        if is_slip {
            fix.plausibility = plausibility;
            fix.disturbed = None;
        }
        self.trials.judges.tally.accept(&fix);
        fix
    }

    /// The program with the edit; `None` if it has errors, or warnings of gcc that the original does not have. Only a
    /// program that has none is wanted with components.
    pub(crate) fn edited(
        &mut self,
        position: usize,
        edit: &Edit,
        instrument: bool,
    ) -> Option<Program> {
        let item = self.ends.partition_point(|end| *end <= position);
        let begin = item.checked_sub(1).map_or(0, |before| self.ends[before]);
        let items = self.parse.unit.items.get_mut(item..=item)?;
        let mut replaced = replace_copies(items, position - begin, &edit.tree)?;
        let program = if instrument {
            let options = LowerOptions {
                instrument: true,
                ..bare()
            };
            Some(lower(&self.parse, &options).program)
        } else {
            self.relowered(&[item])
        };
        for (inside, old) in &mut replaced {
            exchange(&mut self.parse.unit.items[item..=item], *inside, old)?;
        }
        program
    }

    /// The program with several edits, in the order of their places. No edit may be inside another, and none may have
    /// an undetermined constant.
    pub(crate) fn edited_at(&mut self, edits: &[&Candidate]) -> Option<Program> {
        let mut items: Vec<usize> = Vec::new();
        let mut trees: Vec<(usize, usize, Expr)> = Vec::new();
        for (position, edit) in edits {
            let item = self.ends.partition_point(|end| end <= position);
            let begin = item.checked_sub(1).map_or(0, |before| self.ends[before]);
            items.push(item);
            trees.push((item, position - begin, edit.tree.clone()));
        }
        items.dedup();
        // Edits are applied from the end, so that the positions before them stay valid, and undone in the opposite
        // order.
        let all = &mut self.parse.unit.items;
        for (item, inside, tree) in trees.iter_mut().rev() {
            exchange(all.get_mut(*item..=*item)?, *inside, tree)?;
        }
        let program = self.relowered(&items);
        let all = &mut self.parse.unit.items;
        for (item, inside, tree) in &mut trees {
            exchange(all.get_mut(*item..=*item)?, *inside, tree)?;
        }
        program
    }

    /// The program of the current tree, if only the given items differ from the original, and only in the bodies of
    /// functions.
    pub(crate) fn relowered(&mut self, items: &[usize]) -> Option<Program> {
        let relowering = relowering_of(&mut self.relowering, self.original);
        let bodies = items
            .iter()
            .map(|&item| match self.parse.unit.items.get(item) {
                Some(Item::Function(f)) if relowering.fits(item) => Some((item, f)),
                _ => None,
            });
        match bodies.collect::<Option<Vec<_>>>() {
            Some(bodies) => relowering.with(bodies),
            None => self.lowered(),
        }
    }

    /// The original program with another function for an item of the unit; `None` as for [`Fixer::lowered`].
    pub(crate) fn with_function(&mut self, item: usize, function: &Function) -> Option<Program> {
        let relowering = relowering_of(&mut self.relowering, self.original);
        if relowering.fits(item) {
            return relowering.with([(item, function)]);
        }
        let new = Item::Function(function.clone());
        let old = std::mem::replace(self.parse.unit.items.get_mut(item)?, new);
        let program = self.lowered();
        self.parse.unit.items[item] = old;
        program
    }

    /// The program of the current tree; `None` if it has errors, or warnings of gcc that the original does not have.
    pub(crate) fn lowered(&mut self) -> Option<Program> {
        let lowered = lower(&self.parse, &bare());
        self.accepts(lowered)
    }

    /// Takes the work of lowering the whole program from the budget.
    pub(crate) fn charge_lowering(&mut self) {
        let expressions = self.ends.last().copied().unwrap_or(0) as u64;
        self.trials.charge(LOWERING_INSTRUCTIONS * expressions);
    }

    /// The program of a tree; `None` as for [`Fixer::lowered`].
    pub(crate) fn lowered_of(&mut self, parse: &Parse) -> Option<Program> {
        self.accepts(lower(parse, &bare()))
    }

    /// A lowered program, if it has no errors, and no warnings of gcc that the original does not have.
    fn accepts(&mut self, lowered: LoweredUnit) -> Option<Program> {
        let relowering = relowering_of(&mut self.relowering, self.original);
        relowering.accepts(&lowered).then_some(lowered.program)
    }

    /// Text of the edit with the given value for its constant, written like the number that it replaces, and in
    /// parentheses where needed: `a-3` must not become `a--5`.
    pub(crate) fn filled(&self, edit: &Edit, value: &str) -> String {
        let old = edit
            .hole
            .map_or("", |hole| self.parse.sources.text(hole.span));
        let spelled = value.parse().map(|number| spelled_like(old, number));
        let value = spelled.as_deref().unwrap_or(value);
        let before = Span {
            start: edit.span.start.saturating_sub(1),
            end: edit.span.start,
            ..edit.span
        };
        let collides = value.starts_with('-') && self.parse.sources.text(before) == "-";
        if collides {
            edit.text.replace(HOLE, &format!("({value})"))
        } else {
            edit.text.replace(HOLE, value)
        }
    }
}

/// Whether a number is one that is easily written for another: a small or neighbouring one, the other sign, twice, half
/// or ten times as much.
fn is_akin(new: Option<Number>, old: Number) -> bool {
    let (Some(Number::Int(new)), Number::Int(old)) = (new, old) else {
        return true;
    };
    let mut factors = [-1, 2, 10].into_iter();
    (-1..=1).contains(&new)
        || new.abs_diff(old) <= 1
        || factors.any(|by| old.checked_mul(by) == Some(new) || new.checked_mul(by) == Some(old))
}

/// The relowering of a program, created when it is first needed.
fn relowering_of<'r, 'a>(
    relowering: &'r mut Option<Relowering<'a>>,
    original: &'a Parse,
) -> &'r mut Relowering<'a> {
    relowering.get_or_insert_with(|| Relowering::new(original, &bare()))
}
