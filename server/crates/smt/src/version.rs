//! Which Z3 is linked, and whether the bindings can trust it.

/// The oldest Z3 that the bindings support: older ones number their operations differently, so
/// answers could be silently wrong.
const MINIMUM: [u32; 3] = [4, 13, 3];

/// Full version of the linked Z3, as it describes itself.
pub fn z3_version() -> String {
    z3::full_version().to_owned()
}

/// Whether the linked Z3 is new enough; if not, a message for the user.
pub fn check_z3() -> Result<(), String> {
    check(&z3_version())
}

fn check(version: &str) -> Result<(), String> {
    let show = |numbers: [u32; 3]| numbers.map(|n| n.to_string()).join(".");
    match parse(version) {
        Some(found) if found >= MINIMUM => Ok(()),
        Some(found) => Err(format!(
            "Z3 {} is linked, but FaultLens needs {} or later: run `cargo xtask setup` and build \
             again, or let LD_LIBRARY_PATH name a newer libz3",
            show(found),
            show(MINIMUM)
        )),
        None => Err(format!(
            "the linked Z3 does not tell its version: {version:?}"
        )),
    }
}

/// The first `major.minor.build` in a text such as `Z3 5.4.0.0 6a3b…`.
fn parse(text: &str) -> Option<[u32; 3]> {
    text.split_whitespace().find_map(|word| {
        let mut numbers = word.split('.').map(|part| part.parse().ok());
        Some([numbers.next()??, numbers.next()??, numbers.next()??])
    })
}

#[cfg(test)]
mod tests {
    use super::{check, check_z3, parse, z3_version};

    #[test]
    fn the_linked_z3_is_new_enough() {
        assert_eq!(check_z3(), Ok(()), "{}", z3_version());
    }

    #[test]
    fn versions_are_compared_by_number() {
        assert_eq!(parse("Z3 5.4.0.0 abc def"), Some([5, 4, 0]));
        assert_eq!(parse("4.13.3"), Some([4, 13, 3]));
        assert!(check("Z3 4.13.4.0").is_ok());
        assert!(
            check("Z3 4.8.12.0")
                .unwrap_err()
                .contains("4.8.12 is linked")
        );
        assert!(check("Z3").is_err());
    }
}
