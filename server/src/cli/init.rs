//! `init`: writes a `faultlens.toml` in which all settings are prepared as comments, and reports which tests exist.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;

use super::Exit;
use super::emit;
use crate::files::CONFIG_FILE;

/// Contents of the file. All of it is commented out, so it changes nothing.
const TEMPLATE: &str = r#"# What FaultLens should know about the programs in this folder and below. All of it is optional: take the `#` away
# where you want something else. See `faultlens localize --help` for the options.

# How outputs are compared: "exact", "trim" (not white space at the ends of lines), "tokens" (word by word),
# "contains", "regex".
#compare = "trim"

# By how much numbers may differ, where words are compared.
#tolerance = 0.001

# The files of the program, where they are not found by themselves.
#sources = ["main.c", "list.c"]

#[options]
#timeout = 20

# Tests beside those in tests/: NAME.in is what is typed, NAME.out what must be printed.
#[[test]]
#name = "adds"
#stdin = "3 4\n"
#stdout = "7\n"

# A test of one function.
#[[test]]
#name = "clamps above"
#call = "clamp(11, 0, 10)"
#returns = "10"
"#;

/// Runs `faultlens init [DIR]`.
pub(super) fn run(matches: &ArgMatches) -> ExitCode {
    let folder = matches.get_one::<PathBuf>("folder");
    let folder = folder.map_or(Path::new("."), PathBuf::as_path);
    match write(folder) {
        Ok(said) => emit::result(said, Exit::NothingSuspicious).into(),
        Err(why) => emit::refuse(&why),
    }
}

fn write(folder: &Path) -> Result<String, String> {
    let path = folder.join(CONFIG_FILE);
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut file = fs::File::create_new(&path).map_err(failed)?;
    file.write_all(TEMPLATE.as_bytes()).map_err(failed)?;
    let programs = crate::files::programs(&[folder.to_path_buf()], &|| true);
    let next = match &programs[..] {
        [] => "No program with tests is here yet: `faultlens add-test FILE.c` makes a test."
            .to_owned(),
        [one] => format!("Next: `faultlens {}`.", one.display()),
        [first, ..] => format!(
            "{} programs here have tests. Next: `faultlens {}`.",
            programs.len(),
            first.display()
        ),
    };
    Ok(format!("{} written.\n{next}\n", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_says_nothing_and_is_right_without_its_marks() {
        let nothing: toml::Table = toml::from_str(TEMPLATE).unwrap();
        assert!(nothing.is_empty());
        let lines = TEMPLATE.lines().filter_map(|line| line.strip_prefix('#'));
        let settings: Vec<&str> = lines.filter(|line| !line.starts_with(' ')).collect();
        let all: toml::Table = toml::from_str(&settings.join("\n")).unwrap();
        assert_eq!(all["test"].as_array().unwrap().len(), 2);
    }
}
