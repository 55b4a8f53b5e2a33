//! Assignment of options by name: the defaults, and single options.

use super::options::Options;
use super::spec::Scope;
use super::table::{OPTIONS, spec};
use super::value::{OptionError, Value};

impl Default for Options {
    fn default() -> Options {
        let mut options = Options::blank();
        for row in OPTIONS {
            if let Some(default) = row.default
                && let Ok(value) = row.parse_text(default)
            {
                (row.store)(&mut options, &value);
            }
        }
        // Nobody asked for the usual size.
        options.all_sizes = false;
        options
    }
}

impl Options {
    /// Sets one option by its name in the table (`max-size`, or `maxSize` in the spelling of editors).
    pub fn set(&mut self, name: &str, value: &Value) -> Result<(), OptionError> {
        let row = spec(name)
            .filter(|row| row.scope != Scope::Output)
            .ok_or_else(|| unknown(name))?;
        let value = row
            .check(value)
            .map_err(|e| OptionError(format!("{name}: {e}")))?;
        (row.store)(self, &value);
        Ok(())
    }
}

/// Error for an unknown option.
fn unknown(name: &str) -> OptionError {
    let known: Vec<&str> = OPTIONS
        .iter()
        .filter(|row| row.scope != Scope::Output)
        .map(|row| row.name)
        .collect();
    OptionError(format!(
        "there is no option `{name}`; the options are {}",
        known.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_the_design() {
        let options = Options::default();
        assert_eq!(options.entry, "main");
        assert_eq!(options.max_size, 3);
        assert_eq!(options.timeout, 20.0);
        assert_eq!(options.memory_mb, 2048);
        assert_eq!(options.workers, 2);
        assert_eq!((options.unwind, options.limit_tests), (None, None));
        assert!(!options.joint && !options.verify);
    }
}
