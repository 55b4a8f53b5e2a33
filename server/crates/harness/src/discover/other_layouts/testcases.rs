//! All tests of a program in one file, `NAME.testcases`, as Neovim's competitest stores them: a `MessagePack` table
//! from numbers to tables with `input` and `output`.

use rmpv::Value;

use super::{Case, Layout, Program};
use crate::files::join;
use crate::model::Compare;

pub(super) fn read(program: &Program<'_>) -> Layout {
    let path = join(program.folder, &format!("{}.testcases", program.stem));
    if program.files.size(&path).is_none() {
        return Layout::default();
    }
    let content = program.files.read(&path).unwrap_or_default();
    let table = rmpv::decode::read_value(&mut &content[..]).unwrap_or(Value::Nil);
    // A table with all numbers from 1 is encoded as a list.
    let entries: Vec<(i64, &Value)> = match &table {
        Value::Map(entries) => entries
            .iter()
            .filter_map(|(key, value)| Some((key.as_i64()?, value)))
            .collect(),
        Value::Array(values) => (1..).zip(values).collect(),
        _ => Vec::new(),
    };
    let case = |(number, entry): (i64, &Value)| {
        let text = |key: &str| {
            let fields = entry.as_map()?.iter();
            let mut values = fields.filter(|(name, _)| name.as_str() == Some(key));
            let (_, value) = values.next()?;
            value.as_slice().map(<[u8]>::to_vec)
        };
        let stdout = text("output")?;
        Some(Ok(Case {
            id: number.to_string(),
            stdin: text("input").unwrap_or_default(),
            stdout: Some(stdout),
            compare: Compare::Tokens,
            ..Case::default()
        }))
    };
    program.layout(&path, entries.into_iter().filter_map(case).collect())
}
