//! Settings from `faultlens.toml`: its `[options]`, and the `sources` of a program. Its `[[test]]` entries are read by
//! the harness.

use std::path::{Path, PathBuf};

use super::options::Options;
use super::spec::Scope;
use super::table::spec;
use super::value::{OptionError, Value};
use crate::files::{find_config, read_settings};

/// A configuration file that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfigFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Text of the file.
    pub text: String,
}

/// Reads the file that governs `source`, if there is one.
pub fn read(source: &Path) -> Result<Option<ConfigFile>, OptionError> {
    let Some(path) = find_config(source) else {
        return Ok(None);
    };
    match read_settings(&path) {
        Ok(text) => Ok(text.map(|text| ConfigFile { path, text })),
        Err(why) => Err(OptionError(format!("{}: {why}", path.display()))),
    }
}

impl ConfigFile {
    /// Applies the `[options]` of the file.
    pub fn apply(&self, options: &mut Options) -> Result<(), OptionError> {
        let place = |why: String| OptionError(format!("{}: {why}", self.path.display()));
        let table: toml::Table = self
            .text
            .parse()
            .map_err(|e: toml::de::Error| place(syntax(&e, &self.text)))?;
        let Some(entries) = table.get("options") else {
            return Ok(());
        };
        let Some(entries) = entries.as_table() else {
            return Err(place("`options` is a table: write [options]".to_owned()));
        };
        for (name, value) in entries {
            if spec(name).is_some_and(|row| row.scope == Scope::User) {
                let why = format!(
                    "[options] {name}: only who runs FaultLens can set this, on the command line or in the editor"
                );
                return Err(place(why));
            }
            options
                .set(name, &Value::from_toml(value))
                .map_err(|e| place(format!("[options] {e}")))?;
        }
        if entries.contains_key("tests")
            && let (Some(folder), Some(tests)) = (self.path.parent(), options.tests.take())
        {
            // A path in a file is relative to that file, whatever the working directory.
            options.tests = Some(folder.join(tests));
        }
        Ok(())
    }
}

/// Other files of the program that `source` belongs to, from the `sources` of the file that governs it. `None` if there
/// is no such list or `source` is not in it.
pub fn linked(source: &Path) -> Result<Option<Vec<PathBuf>>, OptionError> {
    match read(source)? {
        Some(config) => config.linked(source),
        None => Ok(None),
    }
}

impl ConfigFile {
    fn linked(&self, source: &Path) -> Result<Option<Vec<PathBuf>>, OptionError> {
        let place = |why: &str| OptionError(format!("{}: {why}", self.path.display()));
        let table: toml::Table = self
            .text
            .parse()
            .map_err(|e: toml::de::Error| place(&syntax(&e, &self.text)))?;
        let Some(sources) = table.get("sources") else {
            return Ok(None);
        };
        let names: Option<Vec<&str>> = sources
            .as_array()
            .map(|all| all.iter().filter_map(toml::Value::as_str).collect());
        let names = names.filter(|names| Some(names.len()) == sources.as_array().map(Vec::len));
        let Some(names) = names else {
            return Err(place("`sources` is a list of file names"));
        };
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let same = |a: &Path| a.canonicalize().ok() == source.canonicalize().ok();
        let mut files: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
        let before = files.len();
        files.retain(|file| !same(file));
        Ok((files.len() < before).then_some(files))
    }
}

/// Completes the options of an editor by the `[options]` that govern `source`.
///
/// Editors send every setting, including unchanged ones. So a setting that differs from its default was chosen and is
/// kept; the others are taken from the project's file.
pub fn with_project(options: &Options, source: &Path) -> Result<Options, OptionError> {
    let Some(config) = read(source)? else {
        return Ok(options.clone());
    };
    let mut project = Options::default();
    config.apply(&mut project)?;
    Ok(untouched_from(options, &project).unwrap_or_else(|| options.clone()))
}

/// The options in `chosen`, in which those with their default value are taken from `project`.
fn untouched_from(chosen: &Options, project: &Options) -> Option<Options> {
    let object = |options: &Options| match serde_json::to_value(options) {
        Ok(serde_json::Value::Object(map)) => Some(map),
        _ => None,
    };
    let (mut merged, project) = (object(chosen)?, object(project)?);
    for (name, default) in object(&Options::default())? {
        if merged.get(&name) == Some(&default) {
            merged.insert(name.clone(), project.get(&name)?.clone());
        }
    }
    serde_json::from_value(serde_json::Value::Object(merged)).ok()
}

fn syntax(error: &toml::de::Error, text: &str) -> String {
    let line = error
        .span()
        .map(|span| text.get(..span.start).unwrap_or(text).matches('\n').count() + 1);
    match line {
        Some(line) => format!("line {line}: {}", error.message()),
        None => error.message().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(text: &str) -> Result<Options, String> {
        let file = ConfigFile {
            path: "/x/faultlens.toml".into(),
            text: text.to_owned(),
        };
        let mut options = Options::default();
        file.apply(&mut options).map_err(|e| e.0)?;
        Ok(options)
    }

    #[test]
    fn options_come_from_their_table() {
        let options =
            apply("[options]\nmax-size = 2\ntimeout = 0.5\njoint = true\ntests = \"t\"").unwrap();
        assert_eq!(
            (options.max_size, options.timeout, options.joint),
            (2, 0.5, true)
        );
        assert_eq!(options.tests.unwrap(), Path::new("/x/t"));
        let pinned = apply("[options]\ncorrect = [12, \"f.c:30\"]")
            .unwrap()
            .correct;
        let shown: Vec<String> = pinned.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["line 12", "f.c:30"]);
        assert_eq!(apply("[[test]]\nname = \"a\"").unwrap(), Options::default());
    }

    #[test]
    fn what_an_editor_did_not_choose_comes_from_the_project() {
        let project = apply("[options]\nmax-size = 5\ntimeout = 3\nunwind = 7").unwrap();
        let chosen = Options {
            timeout: 60.0,
            joint: true,
            ..Options::default()
        };
        let wanted = Options {
            timeout: 60.0,
            joint: true,
            max_size: 5,
            all_sizes: true,
            unwind: Some(7),
            ..Options::default()
        };
        assert_eq!(untouched_from(&chosen, &project), Some(wanted));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        assert_eq!(
            apply("a = 1\nb = = 2")
                .unwrap_err()
                .lines()
                .next()
                .unwrap()
                .split(": ")
                .nth(1)
                .unwrap(),
            "line 2"
        );
        assert_eq!(
            apply("[options]\nmax-size = \"two\"").unwrap_err(),
            "/x/faultlens.toml: [options] max-size: expected a whole number, got `two`"
        );
        assert_eq!(
            apply("[options]\nsuspect = \"main\"").unwrap_err(),
            "/x/faultlens.toml: [options] suspect: expected a list of lines such as [\"12\", \"util.c:30\"], got `main`"
        );
        assert!(
            apply("[options]\ncolour = 1")
                .unwrap_err()
                .contains("there is no option `colour`")
        );
        let refused = apply("[options]\nallow-outside = true").unwrap_err();
        assert!(refused.contains("only who runs FaultLens"), "{refused}");
        assert!(
            apply("options = 3")
                .unwrap_err()
                .contains("write [options]")
        );
    }
}
