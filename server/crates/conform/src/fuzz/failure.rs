//! Failures of inputs.

use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;

use crate::guard::exceeded_cpu_limit;

/// An input that fails.
#[derive(Debug, Clone)]
pub(super) struct Failure {
    /// Number of the input.
    pub(super) input: u64,
    /// Kind and place of the failure; equal for inputs that fail alike.
    pub(super) what: String,
    /// Whether the stage `localize` was run.
    pub(super) localized: bool,
}

/// Meaning of the death of a child in a stage; `None` if it ended as expected.
pub(super) fn of_death(
    stage: &str,
    status: ExitStatus,
    said: &str,
    errors: &str,
) -> Option<String> {
    if !said.is_empty() {
        return Some(said.to_owned());
    }
    if status.success() {
        return None;
    }
    Some(if errors.contains("overflowed its stack") {
        format!("stack overflow in {stage}")
    } else if errors.contains("memory allocation of") {
        format!("memory limit in {stage}")
    } else if exceeded_cpu_limit(status) {
        format!("hang in {stage}")
    } else if let Some(signal) = status.signal() {
        format!("signal {signal} in {stage}")
    } else {
        format!("{status} in {stage}: {}", errors.trim())
    })
}

/// Panic message without the values that differ between inputs.
pub(super) fn of_panic(stage: &str, message: &str) -> String {
    let mut words = String::new();
    let mut digits = false;
    for c in message.chars().take(200) {
        let place =
            words.ends_with(".rs:") || (digits && words.ends_with(|c: char| c.is_ascii_digit()));
        if c.is_ascii_digit() && !place && words.contains(": ") {
            if !digits {
                words.push('#');
            }
            digits = true;
        } else {
            digits = c.is_ascii_digit();
            words.push(if c == '\n' { ' ' } else { c });
        }
    }
    format!("{words} (in {stage})")
}

#[cfg(test)]
mod tests {
    #[test]
    fn panics_at_one_place_are_one_kind() {
        let a = super::of_panic("run", "panic at a/b.rs:12:5: index 17 of 3");
        let b = super::of_panic("run", "panic at a/b.rs:12:5: index 8 of 123");
        assert_eq!(a, b);
        assert!(a.contains("b.rs:12:5"), "{a}");
    }
}
