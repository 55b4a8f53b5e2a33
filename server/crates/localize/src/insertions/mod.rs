//! Insertions: places where a statement that is not in the text suffices (`CFaults` §4, "Refinement").
//!
//! A fault is often a missing statement, and then no component contains it. So the program is lowered once more with
//! possible statements between the existing ones as components ([`lower::lower_insertions`]), and the oracle of the
//! search is asked about each of them alone. A statement that suffices is a diagnosis like any other: every failing
//! test of the group passes in concrete replay.
//!
//! # Order of the queries
//! Jumps come first: they take no value, so most of them are decided by running the tests with the jump always taken.
//! Then come assignments, then output. Output explains anything, so it is tried only if nothing else was found. Points
//! that some failing test does not reach are left out.
//!
//! # Choice of the results
//! An assignment of any value just before a use can do what a change of the use can do, and the search has already
//! reported the use. [`known`] recognises insertions that add nothing; from the others, [`choice`] selects a few.
//! Groups that have a verified fix are skipped.
//!
//! Insertions come after the search and may take a share of its work: all of it if the search found nothing, and less
//! the more single components are known that explain the failures.

mod choice;
mod known;
mod order;
mod trials;

use ir::{CompId, ComponentKind, FnId, InsertedStatement, Insertion, Relaxing};
use lower::{Gap, InsertionRequest, Insertions, LowerOptions, Point, Statements, lower_insertions};
use rustc_hash::FxHashSet;
use syntax::ast::{Name, StmtKind};
use syntax::{Parse, Span};

use crate::ledger::Ledger;
use crate::limits::{INSERTED_RUN_FACTOR, MAX_INSERTED_ASSIGNMENTS, MAX_OPEN_INSERT_QUERIES};
use crate::relowered::{Again, Images, RefinedProgram};
use crate::report::{AddedComponent, Diagnosis, Fix, Needs, Side, Suspect};
use choice::choose;
use exec::run::{PreparedTest, TestOutcome};
use exec::runner::Runner;
use ir::CompSet;
use known::KnownDiagnoses;
pub(crate) use order::Order;
use trials::{Trials, statements};

/// Minimum plausibility of a fix by an added statement with which no other fix is searched for.
const CONVINCING: f64 = 0.6;

/// A statement that suffices.
#[derive(Debug, Clone)]
struct Sufficient {
    point: Point,
    insertion: Insertion,
    /// Text of the statement with any value.
    general: String,
    /// Whether every failing test passes if the statement is always executed.
    always: bool,
    /// Fix that adds the statement, if it breaks no passing test.
    fix: Option<Fix>,
    added: AddedComponent,
    suspect: Suspect,
}

/// An assignment that may suffice with a certain value.
struct Candidate {
    point: Point,
    statement: String,
    /// Whether the assignment adds nothing to known diagnoses, unless it is a verified fix.
    known: bool,
}

/// Context of the queries for a group.
struct InsertionQuery<'a> {
    parse: &'a Parse,
    /// Failing tests of the group.
    tests: &'a [usize],
    known: KnownDiagnoses<'a>,
    order: Order<'a>,
}

/// Place shown to users for an insertion at the end of a block: the statement before, or its last character if it has
/// several lines.
pub(crate) fn displayed_place(parse: &Parse, point: &Point) -> Option<Span> {
    let before = point.before.filter(|_| point.gap == Gap::End)?;
    let lines = parse.sources.text(before).lines().count();
    let start = if lines > 1 {
        before.end - 1
    } else {
        before.start
    };
    Some(Span { start, ..before })
}

/// The program with statements of one kind inserted, and the failing tests of a group on it.
struct Round<'a> {
    lowered: RefinedProgram,
    images: Images,
    insertions: Insertions,
    tests: Vec<(&'a PreparedTest, TestOutcome)>,
}

impl Round<'_> {
    /// Insertions that every test reaches.
    fn reached(&self) -> Vec<(CompId, Insertion)> {
        let all = self.lowered.coarse..self.lowered.program.components.len();
        let ids = all.map(|i| CompId(i as u32));
        let reached = |c: &CompId| self.tests.iter().all(|(_, ran)| ran.covered.contains(*c));
        ids.filter(reached)
            .filter_map(|c| match self.lowered.program.components[c.index()].kind {
                ComponentKind::Insertion(insertion) => Some((c, insertion)),
                _ => None,
            })
            .collect()
    }

    fn sufficient(
        &self,
        of: &InsertionQuery<'_>,
        (comp, insertion): (CompId, Insertion),
        statement: String,
        needs: Needs,
    ) -> Sufficient {
        let point = self.point(insertion);
        let mut component = self.lowered.program.components[comp.index()].clone();
        let behind = self.insertions.behind.get(&insertion).copied();
        let near = displayed_place(of.parse, &point);
        component.span = behind.or(near).unwrap_or(component.span);
        let side = match (behind, near) {
            (Some(_), _) => Side::InLoop,
            (None, Some(_)) => Side::After,
            (None, None) if point.gap == Gap::Else => Side::After,
            (None, None) => Side::Before,
        };
        Sufficient {
            point,
            insertion,
            general: self.insertions.statement(insertion),
            always: false,
            fix: None,
            added: AddedComponent {
                component,
                side: Some(side),
                statement,
                near: of.order.near(&point),
            },
            suspect: Suspect::new(comp).with(needs),
        }
    }

    fn reached_points(&self) -> FxHashSet<Point> {
        let reached = self.reached().into_iter();
        reached.map(|(_, i)| self.point(i)).collect()
    }

    fn point(&self, insertion: Insertion) -> Point {
        self.insertions.points[insertion.point as usize]
    }
}

impl Again<'_> {
    /// Records sufficient insertions.
    pub(crate) fn insert(&self, ledger: &mut Ledger<'_>) {
        if self.run.options.relaxing == Relaxing::Deletion {
            return;
        }
        let mut limits = self.limits;
        limits.path_steps = limits.path_steps.saturating_mul(INSERTED_RUN_FACTOR);
        let wide = Again { limits, ..*self };
        for (g, group) in self.run.groups.iter().enumerate() {
            // A less plausible fix that adds a statement is examined more closely here.
            let sources = &self.run.parse.sources;
            let is_fix =
                |fix: &Fix| !fix.edit.is_addition(sources) || fix.plausibility >= CONVINCING;
            let mut fixes = ledger.of_group(g).flat_map(|d| &d.fixes);
            if fixes.any(is_fix) || (self.run.stopped)() {
                continue;
            }
            drop(fixes);
            let known = KnownDiagnoses::of(self.run.parse, self.run.program, ledger.of_group(g));
            let Some(budget) = known.budget(ledger.searched.work, &group.kind) else {
                continue;
            };
            let asked = InsertionQuery {
                parse: self.run.parse,
                tests: &self.run.representatives(g),
                known,
                order: Order {
                    program: self.run.program,
                    suspiciousness: &self.run.spectrum_of(&group.tests).ochiai(),
                },
            };
            let found = wide.insertions(&asked, budget);
            let weight = ledger.weight_behind();
            for one in found {
                let comp = ledger.add(one.added);
                let suspect = Suspect {
                    comp,
                    ..one.suspect
                };
                ledger.record(Diagnosis {
                    fixes: one.fix.into_iter().collect(),
                    ..Diagnosis::by_values(g, vec![suspect], weight)
                });
            }
        }
    }

    /// Insertions to report for a group.
    fn insertions(&self, query: &InsertionQuery<'_>, mut budget: u64) -> Vec<Sufficient> {
        let mut found = Vec::new();
        let functions = self.entered(query.tests);
        let is_entered = |p: &Point| functions.contains(&p.function);

        // Jumps come first: they have no values to be found, and their runs show which places are reached.
        let jumps = InsertionRequest {
            what: Statements::Jumps,
            at: &is_entered,
        };
        let Some(round) = self.round(jumps, query, &mut budget) else {
            return found;
        };
        let mut share = budget / 3;
        budget -= share;
        self.ask(&round, query, &mut share, &mut found);
        let reached = round.reached_points();

        // Assignments with free values are tried at the places that every test reaches.
        let is_reached = |p: &Point| reached.contains(p) || p.gap == Gap::Else && is_entered(p);
        let assignments = InsertionRequest {
            what: Statements::Assignments,
            at: &is_reached,
        };
        let mut share = budget / 2;
        budget -= share;
        let mut open = Vec::new();
        if let Some(round) = self.round(assignments, query, &mut share) {
            open = self.ask(&round, query, &mut share, &mut found);
        }

        // The values of those that suffice are looked for in the program's own terms.
        let is_open = |p: &Point| open.iter().any(|c| c.point == *p);
        let terms = InsertionRequest {
            what: Statements::Terms,
            at: &is_open,
        };
        if !open.is_empty()
            && let Some(round) = self.round(terms, query, &mut budget)
        {
            self.ask_terms(&round, query, &open, budget, &mut found);
        }

        // A statement that prints can explain anything, so it is the last resort.
        if found.is_empty() && query.known.is_empty() {
            let output = InsertionRequest {
                what: Statements::Output,
                ..assignments
            };
            if let Some(round) = self.round(output, query, &mut budget) {
                self.ask(&round, query, &mut budget, &mut found);
            }
        }
        choose(found, query.known.is_empty())
    }

    /// Functions in which every test executes a component that is not trusted. Trusted code defines what is correct and
    /// is not changed.
    fn entered(&self, tests: &[usize]) -> Vec<FnId> {
        let components = self.run.program.components.iter().enumerate();
        let trusted: FxHashSet<CompId> = self.run.options.trusted.iter().copied().collect();
        let everywhere = |c: usize| {
            let c = CompId(c as u32);
            !trusted.contains(&c)
                && tests
                    .iter()
                    .all(|t| self.run.outcomes[*t].covered.contains(c))
        };
        let entered = components.filter(|(i, _)| everywhere(*i));
        let mut functions: Vec<FnId> = entered.map(|(_, c)| c.function).collect();
        functions.sort_unstable();
        functions.dedup();
        functions
    }

    fn round(
        &self,
        wanted: InsertionRequest<'_>,
        of: &InsertionQuery<'_>,
        budget: &mut u64,
    ) -> Option<Round<'_>> {
        if (self.run.stopped)() {
            return None;
        }
        let lowered = lower_insertions(self.run.parse, &LowerOptions::default(), wanted);
        let insertions = lowered.insertions;
        let lowered = self.lowered(lowered.program)?;
        let images = lowered.images();
        let tests = self.run_again(&lowered, &images, of.tests, budget)?;
        Some(Round {
            lowered,
            images,
            insertions,
            tests,
        })
    }

    /// Asks about the insertions of a round, the most suspicious places first. Returns the candidates for which
    /// specific values must be tried.
    fn ask(
        &self,
        round: &Round<'_>,
        query: &InsertionQuery<'_>,
        budget: &mut u64,
        found: &mut Vec<Sufficient>,
    ) -> Vec<Candidate> {
        let hard: CompSet = self.run.options.correct.iter().copied().collect();
        let shared = self.shared(&round.lowered, &round.images, &hard);
        let mut questions = self.questions(&shared, &round.tests, MAX_OPEN_INSERT_QUERIES, *budget);
        let mut trials = self.trials(round);
        let mut open = Vec::new();

        // The most suspicious places come first, until the budget is spent.
        for (comp, insertion) in query.order.sorted(round) {
            let point = round.point(insertion);
            let statement = round.insertions.statement(insertion);
            let known = query.known.explains(&point, insertion.what, &statement);
            let candidate = |known| Candidate {
                point,
                statement: statement.clone(),
                known,
            };
            if trials.work + questions.work() > *budget {
                break;
            }
            let jump = trials.jump(comp);

            // Another diagnosis explains the place already: only a fix adds something to it.
            if known && jump.is_none() {
                open.push(candidate(true));
                continue;
            }
            match questions.suffices(&CompSet::from_iter([comp])) {
                Some(true) => open.push(candidate(false)),
                None if jump.is_none() => {
                    open.push(candidate(false));
                    continue;
                }
                Some(false) => continue,
                None => {}
            }

            // The insertion suffices, by a jump or with the values that were found.
            let needs = questions.needs(&shared, query.tests, comp);
            let fix = jump.and_then(|alt| {
                let kind = jump_statement(&round.insertions, insertion.what);
                let fix = repair::inserted(self.run.parse, &point, &statement, kind)?;
                self.keeps_passing(round, comp, alt).then_some(fix)
            });
            if known && fix.is_none() {
                continue;
            }
            found.push(Sufficient {
                fix,
                ..round.sufficient(query, (comp, insertion), statement, needs)
            });
            if let Some(last) = found.last_mut() {
                last.always = jump.is_some();
                last.suspect.always = last.always && last.suspect.values.is_empty();
            }
        }

        // Candidates at known places come last.
        *budget = budget.saturating_sub(questions.work() + trials.work);
        open.sort_by_key(|c| c.known && c.point.gap != Gap::Else);
        open.truncate(MAX_INSERTED_ASSIGNMENTS);
        open
    }

    /// Tries specific values for assignments that may suffice.
    fn ask_terms(
        &self,
        round: &Round<'_>,
        of: &InsertionQuery<'_>,
        candidates: &[Candidate],
        budget: u64,
        found: &mut Vec<Sufficient>,
    ) {
        let mut trials = self.trials(round);
        let all = of.order.sorted(round);
        for candidate in candidates {
            let named = |i: Insertion| {
                round.point(i) == candidate.point
                    && round.insertions.statement(i) == candidate.statement
            };
            let Some(&(comp, insertion)) = all.iter().find(|(_, i)| named(*i)) else {
                continue;
            };
            let texts = round.insertions.terms.get(&insertion);
            let alternatives = statements(&round.lowered, comp);
            for (alt, text) in alternatives.into_iter().zip(texts.into_iter().flatten()) {
                if trials.work > budget || (self.run.stopped)() {
                    return;
                }
                if !trials.suffices(comp, alt) {
                    continue;
                }
                let text = round.insertions.in_place(insertion, text);
                let fix = repair::inserted(self.run.parse, &candidate.point, &text, None);
                let fix = fix.filter(|_| self.keeps_passing(round, comp, alt));
                if candidate.known && fix.is_none() {
                    continue;
                }
                let is_fix = fix.is_some();
                let mut sufficient =
                    round.sufficient(of, (comp, insertion), text, Needs::default());
                sufficient.suspect.always = true;
                found.push(Sufficient {
                    fix,
                    always: true,
                    ..sufficient
                });
                if is_fix {
                    break;
                }
            }
        }
    }

    fn trials<'t>(&self, round: &'t Round<'t>) -> Trials<'t> {
        let program = &round.lowered.program;
        Trials {
            round,
            runner: Runner::on(program, round.images.concrete.clone()),
            tests: round.tests.iter().map(|(test, _)| *test).collect(),
            // A run in which the insertion fixes the test is about as long as other runs; any other run may be endless.
            steps: self.limits.path_steps / INSERTED_RUN_FACTOR,
            work: 0,
        }
    }
}

/// The statement that an inserted jump is.
fn jump_statement(insertions: &Insertions, what: InsertedStatement) -> Option<StmtKind> {
    Some(match what {
        InsertedStatement::Break => StmtKind::Break,
        InsertedStatement::Continue => StmtKind::Continue,
        InsertedStatement::Return => StmtKind::Return(None),
        InsertedStatement::Goto(label) => StmtKind::Goto(Name {
            text: insertions.names.get(label as usize)?.clone(),
            span: Span::default(),
        }),
        _ => return None,
    })
}
