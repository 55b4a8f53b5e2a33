//! Directed search for witnesses: from the failing run to a passing one, change by change (layer 2 of the search).
//!
//! Whether a test can pass when some components are relaxed is a question to a solver; but a yes needs no solver, only
//! choices under which the test, run concretely, passes. Such choices are often near the failing run: a loop condition
//! goes the other way when the loop is about to read out of bounds, one number is another. So the search starts there. The
//! *failure event* (a trap, the first wrong byte, an end that came too early) says what must change. The executions of the
//! components before it are changed one at a time, the latest first, and each try goes on from a snapshot taken before
//! that execution, so it costs the rest of the run only. A change with which the run gets *further* is kept, and the search
//! goes on from there to the next failure event. A loop of a thousand iterations is no harder than one of ten.
//!
//! In the order in which they are tried ([`search`]):
//!
//! 1. *policies*: every execution does the same: takes the other branch, is skipped, gives a constant;
//! 2. *recipes*: every execution follows the same rule ([`rule`]): one more than what was computed, what the execution
//!    before was given plus one. Faults are systematic, so witnesses often are, and a recipe costs a single run. It also
//!    finds what no single change can: a wrong counter is noticed only at the end of the run, after all its wrong values;
//! 3. *directed changes*: as above, latest execution first; rules that have helped are tried first;
//! 4. the same with a few *discrepancies*: a change that gets no further but does no harm either may
//!    be kept, too, or the best one be refused.
//!
//! How far a run gets is measured in words of expected output, then by the kind of its failure, then by steps or by how far
//! a number is off ([`outcome`]). The search proves nothing when it fails. What it finds is recorded as a script and
//! certified by replay like every witness, and a set of one component is minimal by itself.
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
