//! Test settings in packages for Kattis and ICPC: arguments, and a tolerance for numbers.

use serde_json::Value as Json;

use super::{Program, yaml};
use crate::files::{join, split, split_extension};
use crate::model::{Action, Test, Tolerance};

/// Completes the tests of the package whose `problem.yaml` is in `root`.
pub(super) fn complete(program: &Program<'_>, root: &str, tests: &mut [Test]) {
    let problem = program.files.read(&join(root, "problem.yaml"));
    let problem = yaml(&problem.unwrap_or_default());
    let flags = [
        &problem["validator_flags"],
        &problem["output_validator_args"],
    ];
    let general = flags.into_iter().find_map(tolerance);
    for test in tests {
        let path = test.origin.path.clone();
        let (folder, name) = split(&path);
        let own = join(folder, &format!("{}.yaml", split_extension(name).0));
        let read = |path: &str| program.files.read(path).map(|content| yaml(&content));
        let own = read(&own).unwrap_or_default();
        let group = read(&join(folder, "test_group.yaml")).unwrap_or_default();
        let settings = [&own, &group];
        if let Action::Main { args, .. } = &mut test.action {
            let given = settings.iter().find_map(|s| words(&s["args"]));
            *args = given.unwrap_or_default().into();
        }
        let special = settings
            .iter()
            .find_map(|s| tolerance(&s["output_validator_args"]));
        test.expect.tolerance = special.or(general).unwrap_or_default();
    }
}

fn words(json: &Json) -> Option<Vec<Vec<u8>>> {
    let words = json.as_array()?.iter();
    let word = |word: &Json| match word {
        Json::String(text) => text.as_bytes().to_vec(),
        other => other.to_string().into_bytes(),
    };
    Some(words.map(word).collect())
}

/// The value of `float_tolerance 1e-6`, in a text or a list of words; absolute and relative tolerances are not
/// distinguished.
fn tolerance(flags: &Json) -> Option<Tolerance> {
    let words: Vec<String> = match flags {
        Json::String(text) => text.split_whitespace().map(str::to_owned).collect(),
        _ => words(flags)?
            .into_iter()
            .map(|word| String::from_utf8_lossy(&word).into_owned())
            .collect(),
    };
    let at = words
        .iter()
        .position(|word| word.starts_with("float_") && word.ends_with("tolerance"))?;
    Tolerance::new(words.get(at + 1)?.parse().ok()?)
}
