//! What a test expects, from what a script checks.

use std::sync::Arc;

use builds::script::{Check, How, Run, Stream};
use harness::{Compare, ExitStatus, Expect, Observed, Tolerance};

use super::relative;

/// What the tests of a run expect: several if it is looked for several texts in its output, none if nothing is checked.
/// The error is a clause: why the run is no test.
pub(super) fn expectations(run: &Run) -> Result<Vec<Expect>, String> {
    if !run.is_checked {
        return Ok(Vec::new());
    }
    if let Some(reason) = &run.not_understood {
        return Err(reason.clone());
    }
    if run.checks.is_empty() {
        return Ok(Vec::new());
    }
    let exit = exit_status(run)?;
    let mut outputs: Vec<Expect> = Vec::new();
    for check in &run.checks {
        match check {
            Check::Printed { negated: true, .. } => {
                return Err("it checks what must not be printed".to_owned());
            }
            Check::Printed { of, text, how, .. } => {
                let expect = Expect {
                    observed: match of {
                        Stream::Output => Observed::Output,
                        Stream::OutputAndErrors => Observed::OutputAndErrors,
                        Stream::Errors => Observed::Errors,
                    },
                    ..output(text, *how)
                };
                if !outputs.contains(&expect) {
                    outputs.push(expect);
                }
            }
            Check::File { path, text } => {
                let Some(file) = relative(path, &run.folder) else {
                    return Err(format!("it compares the file {path}"));
                };
                let expect = Expect {
                    observed: Observed::File(file.into()),
                    ..output(text, How::Exact)
                };
                if !outputs.contains(&expect) {
                    outputs.push(expect);
                }
            }
            Check::Exit(_) | Check::ExitNot(_) => {}
        }
    }
    if outputs.is_empty() {
        outputs.push(Expect::default());
    }
    for output in &mut outputs {
        output.exit = exit;
    }
    Ok(outputs)
}

/// Whether nothing but success is expected.
pub(super) fn is_only_status(run: &Run) -> bool {
    matches!(run.checks[..], [Check::Exit(0)])
}

fn output(text: &[u8], how: How) -> Expect {
    Expect {
        stdout: Some(Arc::from(text)),
        compare: match how {
            How::Exact => Compare::Exact,
            How::WithoutFinalNewlines => Compare::Chomp,
            How::WhiteSpace | How::Number => Compare::Tokens,
            How::Contains => Compare::Contains,
            How::Pattern => Compare::Regex,
        },
        tolerance: match how {
            // Words that are numbers are compared as numbers.
            How::Number => Tolerance::new(f64::MIN_POSITIVE).unwrap_or_default(),
            _ => Tolerance::default(),
        },
        ..Expect::default()
    }
}

/// The exit status that all checks allow.
fn exit_status(run: &Run) -> Result<Option<ExitStatus>, String> {
    let mut wanted: Option<ExitStatus> = None;
    for check in &run.checks {
        let more = match check {
            Check::Exit(status) => ExitStatus::Is(*status),
            Check::ExitNot(status) => ExitStatus::IsNot(*status),
            Check::Printed { .. } | Check::File { .. } => continue,
        };
        wanted = match (wanted, more) {
            (None, more) => Some(more),
            (Some(one), more) if one == more => Some(one),
            (Some(ExitStatus::Is(one)), ExitStatus::IsNot(_)) if more.allows(one) => wanted,
            (Some(one @ ExitStatus::IsNot(_)), ExitStatus::Is(status)) if one.allows(status) => {
                Some(more)
            }
            _ => return Err("its checks of the exit status contradict each other".to_owned()),
        };
    }
    Ok(wanted)
}
