//! Several faults, mended one after the other.
//!
//! A program with several faults often fails some tests because of one and some because of another. Then no single
//! edit mends all tests, but a part of the repair can be recognised: it makes failing tests pass and breaks none. Such
//! an edit is kept, and the rest is searched in the edited program by the usual stages, which may keep an edit again.
//! A test that checks several results may fail because of several faults. Then an edit after which it fails later is kept
//! in the same way.
//!
//! The edits together are a diagnosis, certified by the program with all of them. Without the others, each edit is a
//! hint (the fitness of W. Weimer et al., *Automatically Finding Patches Using Genetic Programming*, 2009, counts tests
//! for the same reason).

use ir::{CompId, CompSet};
use lower::{LowerOptions, lower};

use crate::edits::{EditContext, PartialEdit};
use crate::engine::QueryContext;
use crate::found::{Finding, Site};
use crate::ledger::Ledger;
use crate::limits::{
    EDITS_TO_COMPLETE, MAX_CONTINUED_EDITS, MAX_PARTIAL_REPAIRS, PARTLY_SEEN, WORK_CONTINUED,
};
use crate::options::JobOptions;
use crate::report::{Fault, Fix, LEAST_CREDIBLE, LEAST_SURE, Report, component};
use crate::run::Run;
use crate::stage::OF_MENDED;
use crate::variant::Variant;

/// Looks for edits that together mend all failing tests, unless a single one does.
pub(crate) fn mend(run: &Run<'_>, _: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    let failing = run.all_failing();
    if run.mends < 2 || failing.is_empty() || !run.tries_edits() || is_mended(run, ledger) {
        return;
    }
    run.control.phase("mend");
    let judging = run.judging();
    let edits = EditContext {
        run,
        judging: &judging,
        tell: ledger.receiver(),
    };
    let found = match failing.len() {
        1 => Vec::new(),
        _ => edits.edits_for_some(&failing, &ledger.report.partial),
    };
    let (whole, parts): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|edit| edit.tests.len() == failing.len());
    // Earlier, the budget did not suffice to try it.
    for edit in &whole {
        record(run, vec![fault(edit, &edits, ledger)], ledger);
    }
    if whole.is_empty() && !continued(run, &parts, &edits, ledger) {
        let mut farther = edits.edits_for_progress(&failing);
        for edit in &mut farther {
            edit.first.fix.plausibility *= PARTLY_SEEN;
        }
        continued(run, &farther, &edits, ledger);
    }
    for edit in parts.into_iter().take(MAX_PARTIAL_REPAIRS) {
        ledger.record_part(edit);
    }
    ledger.report.edits += judging.tally.effort();
}

/// Whether one of these parts of a repair can be continued; then the repair is recorded.
fn continued(
    run: &Run<'_>,
    parts: &[PartialEdit],
    edits: &EditContext<'_>,
    ledger: &mut Ledger<'_>,
) -> bool {
    // In an edited program only the best edit is kept, so that the work grows with the number of faults.
    let is_first = run.mends == run.options.max_edits;
    let most = if is_first { MAX_CONTINUED_EDITS } else { 1 };
    let few = parts.iter().take(most * EDITS_TO_COMPLETE);
    if let Some(faults) = completed(run, few, edits, ledger) {
        record(run, faults, ledger);
        return true;
    }
    for edit in apart(parts).filter(|edit| !edit.is_hint).take(most) {
        if let Some(faults) = with_edit(run, edit, edits, ledger) {
            record(run, faults, ledger);
            return true;
        }
    }
    false
}

/// The likeliest pair of one of these parts and a small edit that leaves little doubt.
fn completed<'p>(
    run: &Run<'_>,
    parts: impl Iterator<Item = &'p PartialEdit>,
    edits: &EditContext<'_>,
    ledger: &mut Ledger<'_>,
) -> Option<Vec<Fault>> {
    let failing = run.all_failing();
    let each = |(part, (_, fix)): &(&PartialEdit, (CompId, Fix))| {
        [part.first.fix.plausibility, fix.plausibility]
    };
    let likely = |pair: &_| each(pair).iter().product::<f64>();
    let pairs = parts.filter_map(|part| Some((part, edits.completing(part, &failing)?)));
    let sure = pairs.filter(|pair| each(pair).iter().all(|each| *each >= LEAST_SURE));
    // The first of several that are as likely.
    let (part, (comp, fix)) = sure.reduce(|best, other| {
        if likely(&other) > likely(&best) {
            other
        } else {
            best
        }
    })?;
    let tests = failing.into_iter().filter(|t| !part.tests.contains(t));
    let second = Fault {
        comps: vec![comp],
        fix,
        tests: tests.collect(),
    };
    Some(vec![fault(part, edits, ledger), second])
}

/// The best edit of each component.
fn apart(all: &[PartialEdit]) -> impl Iterator<Item = &PartialEdit> {
    let mut comps = CompSet::new();
    all.iter().filter(move |edit| comps.insert(edit.comp))
}

/// Whether one edit that may be meant mends all failing tests; later, one that leaves little doubt.
fn is_mended(run: &Run<'_>, ledger: &Ledger<'_>) -> bool {
    let fixes = |group: usize| ledger.of_group(group).flat_map(|d| &d.fixes);
    fixes(0).any(|fix| {
        let mut others = 1..run.groups.len();
        let least = if run.growth > 1 {
            LEAST_SURE
        } else {
            LEAST_CREDIBLE
        };
        fix.plausibility >= least
            && others.all(|group| fixes(group).any(|other| other.edits().eq(fix.edits())))
    })
}

/// Faults that edits mend together, the first of them by the given edit.
fn with_edit(
    run: &Run<'_>,
    edit: &PartialEdit,
    edits: &EditContext<'_>,
    ledger: &mut Ledger<'_>,
) -> Option<Vec<Fault>> {
    if (run.stopped)() {
        return None;
    }
    let parse = &edit.first.parse;
    let program = lower(parse, &LowerOptions::default()).program;
    let all = (0..run.tests.len()).collect();
    let variant = Variant {
        mends: run.mends - 1,
        growth: run.growth,
        reference: run.reference,
        ..Variant::new(parse, &program, run.tests, all, OF_MENDED)
    };
    let inward = |comps: &[CompId]| variant.inward(comps, run.program);
    let options = JobOptions {
        correct: inward(&run.options.correct),
        trusted: inward(&run.options.trusted),
        suspect: inward(&run.options.suspect),
        joint: true,
        max_size: 1,
        max_rounds: 1,
        work: Some(run.options.work.unwrap_or(u64::MAX).min(WORK_CONTINUED)),
        step_limit: run.replay_steps(),
        ..run.options.clone()
    };
    let found = run.localize(&variant, options, Vec::new());
    let mut faults = Vec::new();
    for fault in faults_of(&found)? {
        if !edit.first.is_apart_from(&fault.fix) {
            return None;
        }
        let comps = variant.outward_comps(&fault.comps, &found, run.program, ledger)?;
        faults.push(Fault { comps, ..fault });
    }
    faults.insert(0, fault(edit, edits, ledger));
    Some(faults)
}

/// What an edit mends.
fn fault(edit: &PartialEdit, edits: &EditContext<'_>, ledger: &mut Ledger<'_>) -> Fault {
    let comp = match edits.site(&edit.first).0 {
        Site::Component(comp) => comp,
        Site::Added(added) => ledger.add(added),
    };
    Fault {
        comps: vec![comp],
        fix: edit.first.fix.clone(),
        tests: edit.tests.clone(),
    }
}

/// The faults of a program whose failing tests an edit, or several edits, mend together.
fn faults_of(report: &Report) -> Option<Vec<Fault>> {
    if !report.mended.is_empty() {
        return Some(report.mended.clone());
    }
    // They form one group.
    let [group] = &report.groups[..] else {
        return None;
    };
    report.diagnoses.iter().find_map(|best| {
        let mut fixes = best.fixes.iter();
        let fix = fixes.find(|fix| fix.plausibility >= LEAST_CREDIBLE)?;
        Some(vec![Fault {
            comps: best.suspects.iter().map(|s| s.comp).collect(),
            fix: fix.clone(),
            tests: group.tests.clone(),
        }])
    })
}

/// Records edits that together mend all failing tests.
fn record(run: &Run<'_>, faults: Vec<Fault>, ledger: &mut Ledger<'_>) {
    let mut edits = faults.iter().flat_map(|fault| fault.fix.edits()).cloned();
    let Some(edit) = edits.next() else {
        return;
    };
    let each = faults.iter().map(|fault| fault.fix.plausibility);
    let joint = Fix {
        also: edits.collect(),
        ..Fix::new("several", edit, each.fold(1.0, f64::min))
    };
    let comps: Vec<CompId> = faults
        .iter()
        .flat_map(|fault| fault.comps.clone())
        .collect();
    let mut known = CompSet::new();
    for comp in &comps {
        let place = component(run.program, &ledger.report.added, *comp);
        let near = match place {
            Some((_, Some(added))) => added.near,
            _ => Some(*comp),
        };
        known = known.union(&near.into_iter().collect());
    }
    for group in 0..run.groups.len() {
        let finding = Finding {
            sites: comps.iter().copied().map(Site::Component).collect(),
            weight: run.weights(group).of(&known),
            fix: joint.clone(),
        };
        ledger.record_edit(group, finding);
    }
    if faults.len() > 1 {
        ledger.report.mended = faults;
    }
}
