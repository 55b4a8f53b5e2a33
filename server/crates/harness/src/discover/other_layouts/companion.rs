//! Sample tests saved by Competitive Programming Helper: `.cph/.NAME.c_HASH.prob`.

use serde_json::Value as Json;

use super::{Case, Layout, Program};
use crate::files::{join, split_extension};
use crate::model::Compare;

pub(super) fn read(program: &Program<'_>) -> Layout {
    let place = join(program.folder, ".cph");
    let names = program.files.list(&place);
    // The hash is that of the path, which may have changed.
    let Some(name) = names.iter().find(|name| {
        let name = name.trim_start_matches('.');
        let rest = name.strip_prefix(program.stem);
        let rest = rest.and_then(|rest| rest.strip_prefix(".c_"));
        rest.is_some_and(|rest| split_extension(rest).1 == "prob")
    }) else {
        return Layout::default();
    };
    let path = join(&place, name);
    let content = program.files.read(&path).unwrap_or_default();
    let json: Json = serde_json::from_slice(&content).unwrap_or_default();
    let samples = json["tests"].as_array().into_iter().flatten();
    let case = |(number, sample): (usize, &Json)| {
        let text = |key: &str| Some(sample[key].as_str()?.as_bytes().to_vec());
        Some(Ok(Case {
            id: format!("sample-{number}"),
            stdin: text("input")?,
            stdout: Some(text("output")?),
            compare: Compare::Trim,
            ..Case::default()
        }))
    };
    program.layout(&path, (1..).zip(samples).filter_map(case).collect())
}
