//! Directed search for witnesses: from the failing run to a passing one, change by change (layer 2 of the search).
//!
//! Whether a test can pass when some components are relaxed is a question for a solver; but a yes needs no solver, only
//! choices under which the test, run concretely, passes. Such choices are often close to the failing run: a loop
//! condition takes the other branch just before the loop reads out of bounds, or one number is different. So the search
//! starts at the failing run. Its *failure event* (a trap, the first wrong byte, an end that came too early) says what
//! must change. The executions of the components before the event are changed one at a time, latest first. Each attempt
//! continues from a snapshot taken before the changed execution, so it costs only the rest of the run. A change that
//! gets the run *further* is kept, and the search continues from there to the next failure event. A loop of a thousand
//! iterations is no harder than one of ten.
//!
//! The attempts, in order ([`search`]):
//!
//! 1. *policies*: every execution makes the same choice: takes the other branch, is skipped, or yields a constant;
//! 2. *recipes*: every execution follows the same rule ([`rule`]): one more than the computed value, or one more than
//!    the value given to the previous execution. Faults are systematic, so witnesses often are, and a recipe costs a
//!    single run. Recipes also find what no single change can: a wrong counter shows only at the end of the run, after
//!    all its wrong values;
//! 3. *directed changes*: as described above, latest execution first; rules that have helped are tried first;
//! 4. directed changes with a few *discrepancies*: a change that gets the run no further but does no harm may be kept,
//!    or the best change rejected.
//!
//! Progress of a run is measured first in words of expected output, then by the kind of its failure, then by steps or
//! by how far a number is off ([`outcome`]). A failed search proves nothing. A successful one is recorded as a script
//! and certified by replay like every witness; a set of one component is minimal by itself.
//!
//! # References
//! * X. Zhang, N. Gupta, R. Gupta: *Locating Faults through Automated Predicate Switching*, ICSE 2006.
//! * D. Jeffrey, N. Gupta, R. Gupta: *Fault Localization Using Value Replacement*, ISSTA 2008.
//! * MDFS (ICSE 2016), §4.2: sparse symbolic exploration, Algorithm 5.
//! * W. Harvey, M. Ginsberg: *Limited Discrepancy Search*, IJCAI 1995.

mod alternatives;
mod facts;
mod moves;
mod outcome;
mod recipes;
mod rule;
mod runs;
mod search;
mod secant;
mod words;

pub(crate) use alternatives::{alternatives, number_alternative};
pub(crate) use runs::Runs;
pub(crate) use search::{Experience, find_choices};
