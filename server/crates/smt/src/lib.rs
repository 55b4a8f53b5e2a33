//! Solver trait and its backends: an embedded SAT solver and Z3.
