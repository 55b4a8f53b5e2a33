//! The version of Z3, and the check that the bindings support it.

#[cfg(late)]
mod late;
#[cfg(late)]
mod places;

use std::path::PathBuf;
use std::sync::OnceLock;

#[cfg(any(late, test))]
/// The oldest Z3 that the bindings support: older ones number their operations differently, so answers could be
/// silently wrong.
const MINIMUM: [u32; 3] = [4, 13, 3];

/// Limitations without Z3, in one line for users.
pub const WITHOUT_Z3: &str = "without Z3, some questions about floating-point numbers stay open, fewer steps of an \
                              explanation are proved, and `--solver z3` finds nothing";

/// Result of loading Z3, once a query needed it.
static LOADED: OnceLock<Result<&'static str, String>> = OnceLock::new();

/// The full version of Z3, as it describes itself, after it was loaded and found to be recent enough. No other
/// function of Z3 may be called before.
///
/// # Errors
/// A message for the user: Z3 is missing, or too old.
pub fn z3() -> Result<&'static str, &'static str> {
    let loaded = LOADED.get_or_init(load);
    loaded.as_ref().copied().map_err(String::as_str)
}

/// Loads the first usable Z3 that the system's loader finds.
#[cfg(late)]
fn load() -> Result<&'static str, String> {
    late::load_first(|lacking| {
        let version = z3::full_version();
        check(version)?;
        match lacking {
            None => Ok(version),
            Some(function) => Err(format!("Z3 {version} lacks {function}")),
        }
    })
}

#[cfg(not(late))]
fn load() -> Result<&'static str, String> {
    Err("on this system FaultLens has no Z3".to_owned())
}

/// Reason why some queries stayed open: Z3 was needed and could not be used.
pub fn z3_trouble() -> Option<&'static str> {
    LOADED.get()?.as_ref().err().map(String::as_str)
}

/// The file that Z3 was loaded from, if the system reveals it.
pub fn z3_file() -> Option<PathBuf> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let path = |line: &str| line.find('/').map(|at| PathBuf::from(&line[at..]));
    maps.lines().filter_map(path).find(|path| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().starts_with("libz3.")
    })
}

#[cfg(any(late, test))]
fn check(version: &str) -> Result<(), String> {
    let show = |numbers: [u32; 3]| numbers.map(|n| n.to_string()).join(".");
    match parse(version) {
        Some(found) if found >= MINIMUM => Ok(()),
        Some(found) => Err(format!(
            "Z3 {} is there, but FaultLens needs {} or later: let FAULTLENS_Z3 name the file of a \
             newer one, such as `pip install z3-solver` installs",
            show(found),
            show(MINIMUM)
        )),
        None => Err(format!("Z3 does not tell its version: {version:?}")),
    }
}

#[cfg(any(late, test))]
/// The first `major.minor.build` in a text such as `Z3 5.4.0.0 6a3b…`.
fn parse(text: &str) -> Option<[u32; 3]> {
    text.split_whitespace().find_map(|word| {
        let mut numbers = word.split('.').map(|part| part.parse().ok());
        Some([numbers.next()??, numbers.next()??, numbers.next()??])
    })
}

#[cfg(test)]
mod tests {
    use super::{check, parse, z3, z3_file, z3_trouble};

    #[test]
    fn the_z3_that_is_there_is_new_enough() {
        assert!(
            z3().is_ok_and(|version| parse(version).is_some()),
            "{:?}",
            z3()
        );
        assert_eq!(z3_trouble(), None);
        assert_eq!(z3_file().is_some(), cfg!(target_os = "linux"));
    }

    #[test]
    fn versions_are_compared_by_number() {
        assert_eq!(parse("Z3 5.4.0.0 abc def"), Some([5, 4, 0]));
        assert_eq!(parse("4.13.3"), Some([4, 13, 3]));
        assert!(check("Z3 4.13.4.0").is_ok());
        assert!(
            check("Z3 4.8.12.0")
                .unwrap_err()
                .contains("4.8.12 is there")
        );
        assert!(check("Z3").is_err());
    }
}
