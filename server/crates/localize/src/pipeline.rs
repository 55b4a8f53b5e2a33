//! Goes through the stages of a localization ([`crate::stage`]). Every stage reads the run and adds to the ledger.
//!
//! Tests have been run and the failing ones grouped ([`crate::Session::localize`]). A variant of the program is
//! localized by fewer of the same stages ([`crate::variant`]).

use eval::{Image, Sym};
use explore::demand::OnDemand;
use explore::fingerprint::Fingerprints;
use explore::{Analysis, ExploreLimits, UnknownReason};
use ir::CompSet;
use ir::Program;

use crate::control::{Event, Tell};
use crate::edits::add_behind;
use crate::engine::QueryContext;
use crate::explaining::explaining_first;
use crate::ledger::Ledger;
use crate::limits::{QUERY_FORKS, QUERY_INSTRUCTIONS, QUERY_OPEN_CHECKS, QUERY_TERMS};
use crate::options::JobOptions;
use crate::query_cache::{CacheView, QueryCache};
use crate::report::{RankedLine, Report};
use crate::rounds::SearchTotals;
use crate::run::Run;
use crate::stage::Stage;
use crate::stages::beyond::{look_beyond, refine};
use crate::stages::choose::choose;
use crate::stages::edit_further::edit_further;
use crate::stages::judge::judge;
use crate::stages::mend::mend;
use crate::stages::rank::rank;
use crate::stages::search::{search, search_further};
use crate::stages::unmask::unmask;
use crate::stages::{early_status, final_status, suspect};
use search::Strategy;

/// What a stage does; `None` if it is part of another one.
fn action(stage: Stage) -> Option<fn(&Run<'_>, &QueryContext<'_>, &mut Ledger<'_>)> {
    Some(match stage {
        Stage::Search => search,
        Stage::Edit => return None,
        Stage::Unmask => unmask,
        Stage::Beyond => look_beyond,
        Stage::Mend => mend,
        Stage::Choose => choose,
        Stage::Judge => judge,
        Stage::Rank => rank,
        Stage::Refine => refine,
        Stage::SearchFurther => search_further,
        Stage::Behind => add_behind,
        Stage::EditFurther => edit_further,
    })
}

/// Finds, certifies, explains and ranks the diagnoses of the groups of a run.
pub(crate) fn localize(
    run: &mut Run<'_>,
    cache: &mut Option<QueryCache>,
    tell: &Tell<'_>,
) -> Report {
    let mut report = Report::empty();
    if !run.groups.is_empty() {
        tell(Event::Groups(&run.groups));
    }
    run.control.phase("suspect");
    report.uncertified = suspect(run);
    report.groups.clone_from(&run.groups);
    if run.groups.iter().any(|group| group.context.is_some()) {
        tell(Event::Groups(&run.groups));
    }
    tell(Event::Suspected(&report.uncertified));
    if let Some(status) = early_status(run) {
        report.status = status;
        return report;
    }
    let mut ledger = Ledger::new(report, run.program.components.len(), tell);
    let unwind = run.options.unwind.unwrap_or_else(|| run.natural_unwind());
    go_through(run, unwind, cache, &mut ledger);
    let uncertified = suspected(run, &mut ledger);
    let status = final_status(run, &ledger, unwind);
    let bounds = bounds_in_words(&ledger.searched, unwind);
    let bounds = bounds.into_iter().chain(tests_in_words(run, &ledger));
    Report {
        status,
        uncertified,
        assumed: run.pins().into_iter().chain(bounds).collect(),
        ..ledger.report
    }
}

/// The suspected lines. Lines that explain some of the tests of a group come first, unless a fix mends the group. If sets
/// explain all its tests, this order is the only trace of what explains some.
fn suspected(run: &Run<'_>, ledger: &mut Ledger<'_>) -> Vec<RankedLine> {
    let is_usual = run.options.strategy == Strategy::Multi;
    if is_usual {
        ledger.forget_partial(|d| !d.fixes.is_empty());
    }
    let lines = explaining_first(run, &ledger.report);
    if is_usual {
        ledger.forget_partial(|_| true);
    }
    lines
}

/// Goes through the stages with what all queries share.
fn go_through(run: &Run<'_>, unwind: u32, cache: &mut Option<QueryCache>, ledger: &mut Ledger<'_>) {
    let options = run.options;
    let on_demand = (options.strategy == Strategy::Ofc).then(|| OnDemand::new(run.program));
    let program = on_demand.as_ref().map_or(run.program, OnDemand::program);
    let analysis = Analysis::of(program, options.relaxing);
    let concrete: Image<u64> = Image::new(program);
    let symbolic: Image<Sym> = Image::new(program);
    let hard: CompSet = options.correct.iter().copied().collect();
    let cache_view = cache_view(run, program, &analysis, cache);
    let query = QueryContext {
        program,
        on_demand: on_demand.as_ref(),
        analysis: &analysis,
        relaxing: options.relaxing,
        concrete: &concrete,
        symbolic: &symbolic,
        limits: ExploreLimits {
            unwind,
            path_steps: run.path_steps(),
            total_steps: QUERY_INSTRUCTIONS,
            forks: QUERY_FORKS,
            open_checks: QUERY_OPEN_CHECKS,
            terms: QUERY_TERMS,
        },
        steps: run.replay_steps(),
        growth: 1,
        hard: &hard,
        control: run.control,
        cache: cache_view.as_ref(),
    };
    for stage in run.stages {
        // The stages that look beyond the program's own components take work, too.
        if stage.takes_work() && ledger.is_spent(options.work) {
            continue;
        }
        if let Some(act) = action(*stage) {
            act(run, &query, ledger);
        }
    }
    let updates = std::mem::take(&mut ledger.searched.cache_updates);
    ledger.report.recalled = updates.iter().filter(|u| u.is_hit()).count() as u64;
    if let Some(view) = &cache_view {
        *cache = Some(view.updated(updates));
    }
}

/// The cache as this search sees it, if there is one. Queries about a program with closed branches are not cached.
fn cache_view(
    run: &Run<'_>,
    program: &Program,
    analysis: &Analysis,
    cache: &mut Option<QueryCache>,
) -> Option<CacheView> {
    let JobOptions {
        relaxing,
        solver,
        step_limit,
        strategy,
        ..
    } = run.options;
    if *strategy == Strategy::Ofc {
        return None;
    }
    let cache = cache.take()?;
    let prints = Fingerprints::new(program, &analysis.reads);
    let options = format!("{relaxing:?} {solver:?} {step_limit}");
    Some(CacheView::new(cache, prints, options))
}

/// What is not known of the failing tests that did not carry the search, as an assumption.
fn tests_in_words(run: &Run<'_>, ledger: &Ledger<'_>) -> Option<String> {
    let searched = ledger.searched.open().find_map(|why| match why {
        UnknownReason::SomeTests { searched, all } => Some((searched, all)),
        _ => None,
    });
    let (searched, all) = searched?;
    let groups = if run.groups.len() > 1 {
        " of a group"
    } else {
        ""
    };
    Some(format!(
        "what helps {searched} of {all} failing tests{groups} helps the others; only repairs were tried with all"
    ))
}

/// Limits of the search that an answer depends on, as assumptions.
fn bounds_in_words(searched: &SearchTotals, unwind: u32) -> Vec<String> {
    let unwinding = searched
        .is_bounded()
        .then(|| format!("no loop runs more than {unwind} times in one call"));
    let size = searched.limited_to().map(|size| {
        format!("causes of more than {size} places were not looked for: there are too many")
    });
    unwinding.into_iter().chain(size).collect()
}
