//! Development only: brute-force oracles and program generators.
