//! One call of a tool: from its arguments to jobs, and from their reports to its result.

use std::time::Instant;

use rmcp::RoleServer;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, JsonObject};
use rmcp::service::RequestContext;
use serde::Serialize;
use serde_json::Value as Json;
use tokio::sync::mpsc::UnboundedSender;

use super::tools::{ASK, Arguments, TOOLS, ToolSpec};
use crate::cli::check_fix::PatchCheck;
use crate::cli::emit::Style;
use crate::cli::job::{self, Bare};
use crate::cli::progress::Activity;
use crate::config::Value;
use crate::jobs::{JobKind, JobSpec, Report, Why, Worker};
use crate::model::question::{NOTHING, OpenQuestion};

/// Name of a patch in messages.
const PATCH: &str = "patch";

/// A call whose arguments were read.
pub(super) struct Call {
    tool: &'static ToolSpec,
    arguments: Arguments,
    options: Vec<(&'static str, Value)>,
}

/// Who called: where a job's progress goes, and who may cancel it.
pub(super) struct Caller {
    pub(super) worker: Worker,
    pub(super) context: RequestContext<RoleServer>,
    /// Receives seconds since the start of a job, and what it does.
    pub(super) told: UnboundedSender<(f64, String)>,
}

impl Caller {
    /// Runs a job to its end, which is near once the call is cancelled.
    fn report(&self, spec: &JobSpec) -> Option<Report> {
        let token = self.context.ct.clone();
        let mut watcher = None;
        let (mut activity, started) = (Activity::default(), Instant::now());
        let (finished, _worker) = job::run_to_end(
            spec,
            Ok(self.worker.clone()),
            |running| {
                watcher = Some(tokio::spawn(async move {
                    token.cancelled().await;
                    running.cancel();
                }));
            },
            |event| {
                if let Some(message) = activity.told(event) {
                    // Nobody listens any more once the call is cancelled.
                    let _ = self.told.send((started.elapsed().as_secs_f64(), message));
                }
            },
        );
        if let Some(watcher) = watcher {
            watcher.abort();
        }
        finished.report()
    }
}

impl Call {
    /// Reads a call. An error is a sentence about what is wrong with it.
    pub(super) fn new(name: &str, arguments: JsonObject) -> Result<Call, String> {
        let Some(tool) = TOOLS.iter().find(|tool| tool.name == name) else {
            let names = TOOLS.map(|tool| tool.name).join(", ");
            return Err(format!("there is no tool `{name}`; the tools are {names}"));
        };
        let mut arguments = tool.arguments(arguments)?;
        let options = options(tool, arguments.options.take().unwrap_or_default())?;
        Ok(Call {
            tool,
            arguments,
            options,
        })
    }

    /// Runs the jobs of the call. An error is a sentence about what is wrong with the arguments.
    pub(super) fn run(mut self, caller: &Caller) -> Result<CallToolResponse, String> {
        let more = self.arguments.files.take().unwrap_or_default();
        let files: Vec<String> = self.arguments.file.iter().cloned().chain(more).collect();
        if let Some(patch) = self.arguments.patch.take() {
            let check = PatchCheck::new(PATCH, patch.as_bytes(), files, |files| self.spec(files))?;
            return Ok(match check.report(|spec| caller.report(spec)) {
                Ok(report) => answer(&report, report.text()),
                Err(why) => CallToolResult::error(vec![ContentBlock::text(why)]).into(),
            });
        }
        let spec = self.spec(files)?;
        Ok(match caller.report(&spec) {
            Some(Report::Localize(report)) if self.tool.report == ASK => {
                let question = OpenQuestion::of(&report);
                answer(
                    &question,
                    question.text().unwrap_or_else(|| NOTHING.to_owned()),
                )
            }
            Some(report) => answer(&Bare(&report), job::text_of_report(&report, Style::PLAIN)),
            None => CallToolResult::error(vec![ContentBlock::text("no report came")]).into(),
        })
    }

    fn spec(&self, files: Vec<String>) -> Result<JobSpec, String> {
        let Arguments {
            file,
            text,
            test,
            line,
            variable,
            valid,
            ..
        } = &self.arguments;
        let mut spec = job::asked(self.tool.kind, files, text.clone(), &self.options)?;
        spec.explain.test.clone_from(test);
        spec.explain.why = line.map(|line| Why {
            file: file.clone(),
            line,
            name: variable.clone(),
        });
        spec.inputs.most = usize::from(spec.kind == JobKind::Find);
        spec.inputs.valid.clone_from(valid);
        Ok(spec)
    }
}

/// Options of a call, which must be some that the command of the tool has.
fn options(tool: &ToolSpec, given: JsonObject) -> Result<Vec<(&'static str, Value)>, String> {
    let (_, rows) = tool.described().unwrap_or_default();
    let mut options = Vec::new();
    for (name, json) in given {
        let Some(row) = rows.iter().find(|row| row.name == name) else {
            let known: Vec<&str> = rows.iter().map(|row| row.name).collect();
            let (tool, known) = (tool.name, known.join(", "));
            return Err(format!(
                "there is no option `{name}`; those of `{tool}` are {known}"
            ));
        };
        if let Some(value) = Value::from_json(&json) {
            let value = row.check(&value);
            options.push((row.name, value.map_err(|why| format!("{name}: {why}"))?));
        }
    }
    Ok(options)
}

/// A result with a text for people.
fn answer(report: &impl Serialize, text: String) -> CallToolResponse {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    // Cannot fail: reports are plain data.
    result.structured_content = serde_json::to_value(report).ok().filter(Json::is_object);
    result.into()
}
