//! Schemas of the reports, as `faultlens schema` prints them and the tools announce them.

use std::collections::BTreeMap;
use std::sync::Arc;

use clap::ArgMatches;

use rmcp::handler::server::tool::schema_for_output;
use rmcp::model::JsonObject;

use super::Exit;
use super::check_fix::PatchReport;
use super::emit;
use crate::model::question::OpenQuestion;
use crate::model::{ExplainReport, InputsReport, LocalizeReport, TestReport, TraceReport};

/// Makes a schema.
type Schema = fn() -> Arc<JsonObject>;

/// The kinds of reports that `--format json` writes, by name, with their schemas.
const REPORTS: [(&str, Schema); 7] = [
    ("localize", schema_for_output::<LocalizeReport>),
    ("test", schema_for_output::<TestReport>),
    ("explain", schema_for_output::<ExplainReport>),
    ("inputs", schema_for_output::<InputsReport>),
    ("trace", schema_for_output::<TraceReport>),
    ("ask", schema_for_output::<OpenQuestion>),
    ("check-fix", schema_for_output::<PatchReport>),
];

/// Schema of the reports of this name; empty if there are none.
pub(crate) fn schema(name: &str) -> Arc<JsonObject> {
    let known = REPORTS.iter().find(|(known, _)| *known == name);
    known.map_or_else(Arc::default, |(_, schema)| schema())
}

/// Prints the schema of a kind of report, or of all.
pub(super) fn print(matches: &ArgMatches) -> Exit {
    let all: BTreeMap<_, _> = REPORTS.iter().map(|(name, make)| (*name, make())).collect();
    let Some(asked) = matches.get_one::<String>("report") else {
        return emit::json(&all, Exit::NothingSuspicious);
    };
    let Some(schema) = all.get(asked.as_str()) else {
        let names = REPORTS.map(|(name, _)| name).join(", ");
        emit::refuse(&format!("there is no report `{asked}`; available: {names}"));
        return Exit::BadUsage;
    };
    emit::json(schema, Exit::NothingSuspicious)
}
