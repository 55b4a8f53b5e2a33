//! Root causes by minimum debugging frontier sets (MDFS, Li and others 2016).
//!
//! The failure depends on executions of statements, and these on others: the dynamic dependence graph of crate `trace`. The
//! root causes are somewhere in it. Algorithm 4 narrows the part that is looked at, the *domain*, step by step: it takes a
//! smallest set of executions through which everything must pass that reaches the failure (the [frontier](frontier)),
//! finds out which of them are *polluted*, that is, could have come to something else with which the test would have
//! passed ([`Pollution`]), and goes on
//!
//! * before the frontier, from the polluted members backwards, if there are any (claim 3.3);
//! * else behind it: what is wrong happens between the frontier and the failure (claim 3.2).
//!
//! It ends where the domain has no frontier any more. The members that were polluted last are the suspected root causes;
//! those before show how the fault got to the failure.
//!
//! # Differences from the paper
//! * Whether an execution is polluted is decided by the search's own evaluator over symbols ([`alter`]), which merges paths;
//!   the paper explores one path after the other (Algorithm 5). The answers are the same but for their limits.
//! * Two members of a small frontier are altered together where none is polluted alone; more are not. All executions of
//!   their statements from the first of them on are free then; an execution that is altered may change how often another
//!   statement is executed, so that "the third execution" would be another one.
//! * The property of the failure is kept, also where all polluted members are branches: the new property of the paper
//!   (step 3) makes later questions shorter, and is never weaker.
//! * What is known to be right and reaches the end of a domain directly is no obstacle to a cut: in the paper there would be
//!   none any more, although other ways lead there.
//! * Input is never a root cause (the paper reports its first use): the members that read input are left out, and the
//!   statements that use what was read stay.
//!
//! Pure: no files, processes or clocks.
//!
//! # References
//! F. Li, W. Huo, X. Zhang, Z. Li: *Locating Faults Based on Minimum Debugging Frontier Set*, TSE 2016.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod alter;
mod domain;
pub mod frontier;
mod search;

pub use alter::Alterations;
pub use domain::Graph;
pub use frontier::Frontier;
pub use search::{PollutedEntity, Pollution, RootCauses, search};
