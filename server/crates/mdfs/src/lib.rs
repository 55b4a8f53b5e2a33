//! Root causes by minimum debugging frontier sets (MDFS, Li and others 2016).
//!
//! A failure depends on executions of statements, and these on others: the dynamic dependence graph of crate `trace`,
//! which contains the root causes. Algorithm 4 narrows the analysed part, the *domain*, step by step: it takes a
//! smallest set of executions that separates the beginning from the failure (the [frontier]), determines
//! which of them are *polluted*, that is, could have had another result with which the test would have passed
//! ([`Pollution`]), and continues
//!
//! * before the frontier, from the polluted members backwards, if there are any (claim 3.3);
//! * otherwise behind it: the fault is executed between the frontier and the failure (claim 3.2).
//!
//! The algorithm ends when the domain has no frontier any more. The members that were polluted last are the suspected
//! root causes; those before show the way from the fault to the failure.
//!
//! # Differences from the paper
//! * Pollution is decided by the symbolic evaluator that the search uses ([`alteration`]), which merges paths; the
//!   paper explores one path after another (Algorithm 5). The answers are the same except for their limits.
//! * If no member of a small frontier is polluted alone, pairs of members are altered together; larger sets are not.
//!   From the first altered execution on, all executions of these statements are free, because an altered execution may
//!   change how often another statement is executed, so that "the third execution" would be another one.
//! * The property of the failure is kept, even if all polluted members are branches: the new property of the paper
//!   (step 3) makes later queries shorter, and is never weaker.
//! * An execution that is known to be right and reaches the end of a domain directly does not prevent a cut: in the
//!   paper there would be no cut any more, although other paths lead to the end.
//! * Input is never a root cause (the paper reports its first use): executions that read input are left out, and the
//!   statements that use the values remain.
//!
//! Pure: no files, processes or clocks.
//!
//! # References
//! F. Li, W. Huo, X. Zhang, Z. Li: *Locating Faults Based on Minimum Debugging Frontier Set*, TSE 2016.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod alteration;
mod domain;
pub mod frontier;
mod limits;
mod search;

pub use alteration::Alterations;
pub use domain::Graph;
pub use frontier::Frontier;
pub use search::{PollutedEntity, Pollution, RootCauses, search};
