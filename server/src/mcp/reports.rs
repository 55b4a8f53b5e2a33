//! Schemas of the reports, as `faultlens schema` prints them and the tools announce them.

use std::sync::Arc;

use rmcp::handler::server::tool::schema_for_output;
use rmcp::model::JsonObject;

use crate::cli::check_fix::PatchReport;
use crate::model::{ExplainReport, InputsReport, LocalizeReport, TestReport, TraceReport};

/// Makes a schema.
type Schema = fn() -> Arc<JsonObject>;

/// The kinds of reports that `--format json` writes, by name, with their schemas.
pub(crate) const REPORTS: [(&str, Schema); 6] = [
    ("localize", schema_for_output::<LocalizeReport>),
    ("test", schema_for_output::<TestReport>),
    ("explain", schema_for_output::<ExplainReport>),
    ("inputs", schema_for_output::<InputsReport>),
    ("trace", schema_for_output::<TraceReport>),
    ("check-fix", schema_for_output::<PatchReport>),
];

/// Schema of the reports of this name; empty if there are none.
pub(super) fn schema(name: &str) -> Arc<JsonObject> {
    let known = REPORTS.iter().find(|(known, _)| *known == name);
    known.map_or_else(Arc::default, |(_, schema)| schema())
}
