//! Random tests: how many cases they try, and from which random numbers.

use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Number of random cases: `FAULTLENS_CASES` in the environment, or else `normally`.
pub fn cases(normally: u32) -> u32 {
    let asked = std::env::var("FAULTLENS_CASES").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(normally)
}

/// Creates a runner that generates the same cases each time.
pub fn runner(cases: u32) -> TestRunner {
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 400,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}
