//! Comparison of one program: its behaviour under gcc and in the evaluator.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::evaluate::Evaluation;
use crate::gcc::{Gcc, NativeRun};
use crate::verdict::Class;
use crate::{child, guard};

/// Limit on elapsed time. The child limits its own CPU time; the limit allows for a busy machine.
const STANDSTILL: Duration = Duration::from_secs(180);

/// Class and reason of a verdict.
type Judged = (Class, String);

/// Compares a program.
pub(crate) fn judge(gcc: &Gcc<'_>, source: &Path) -> Judged {
    let theirs = match gcc.outcome(source) {
        Err(why) => return (Class::Skipped, format!("not compiled: {why}")),
        Ok(NativeRun::Crashed) => return (Class::Skipped, "crashes under gcc".to_owned()),
        Ok(NativeRun::TooLong) => return (Class::Limit, "too long under gcc".to_owned()),
        Ok(NativeRun::Ended { stdout, exit }) => (stdout, exit),
    };
    let ours = match evaluate(gcc, source) {
        Ok(ours) => ours,
        Err(judged) => return judged,
    };
    match ours {
        Evaluation::Unsupported { why } => (Class::Unsupported, why),
        Evaluation::Limit { why } => (Class::Limit, why),
        Evaluation::Panicked { why } => (Class::Wrong, why),
        Evaluation::Undefined { why } => match gcc.sanitizers(source) {
            Some(report) => (Class::Agreed, format!("{why}; {report}")),
            None => (Class::NotConfirmed, why),
        },
        Evaluation::Aborted { why } => wrong(gcc, source, &format!("{why}; gcc: {}", theirs.1)),
        Evaluation::Ended { stdout, exit } => {
            if let Some(what) = difference(&(stdout, exit), &theirs) {
                return wrong(gcc, source, &what);
            }
            (Class::Same, String::new())
        }
    }
}

/// Verdict `Wrong`, with a note if a sanitizer reports undefined behaviour that the evaluator missed.
fn wrong(gcc: &Gcc<'_>, source: &Path, what: &str) -> Judged {
    let report = gcc.sanitizers(source);
    let note = report.map_or(String::new(), |r| format!(" (undefined, says {r})"));
    (Class::Wrong, format!("{what}{note}"))
}

/// Evaluates in a child; an error is the verdict on its failure.
fn evaluate(gcc: &Gcc<'_>, source: &Path) -> Result<Evaluation, Judged> {
    let ours = |why: String| (Class::Wrong, why);
    let settings = gcc.settings;
    let program = std::env::current_exe().map_err(|error| ours(error.to_string()))?;
    let mut command = Command::new(program);
    command.arg("evaluate").arg(source);
    command.arg(format!("--steps={}", settings.steps));
    command.arg(format!("--timeout={}", settings.time_limit().as_secs_f64()));
    command.arg(format!("--memory={}", settings.memory));
    command.arg(format!("--flags={}", settings.flags));
    let ran = child::run(&mut command, settings.time_limit() + STANDSTILL);
    let ran = ran.map_err(|error| ours(error.to_string()))?;
    if ran.status.is_none_or(guard::exceeded_cpu_limit) {
        return Err(ours("hang".to_owned()));
    }
    if ran.stderr.contains("memory allocation of") {
        return Err((Class::Limit, "memory".to_owned()));
    }
    serde_json::from_slice(&ran.stdout)
        .map_err(|_| ours(format!("crash: {}", ran.stderr.trim().replace('\n', " "))))
}

/// Description of the difference between two outcomes, including the first differing line.
fn difference(ours: &(Vec<u8>, Option<i32>), theirs: &(Vec<u8>, i32)) -> Option<String> {
    if ours.0 == theirs.0 {
        let exit = ours.1.map(|status| status & 0xff);
        return (exit != Some(theirs.1))
            .then(|| format!("exit status {:?}, gcc: {}", ours.1, theirs.1));
    }
    let (mut a, mut b) = (ours.0.split(is_newline), theirs.0.split(is_newline));
    let mut line = 1;
    loop {
        let pair = (a.next(), b.next());
        if pair.0 != pair.1 {
            let [ours, theirs] = [pair.0, pair.1].map(shown);
            return Some(format!("output line {line}: {ours}, gcc: {theirs}"));
        }
        if pair.0.is_none() {
            return Some("output differs".to_owned());
        }
        line += 1;
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as `split` wants it")]
fn is_newline(byte: &u8) -> bool {
    *byte == b'\n'
}

fn shown(line: Option<&[u8]>) -> String {
    let text = |line| {
        let text = String::from_utf8_lossy(line);
        format!("{:?}", text.chars().take(80).collect::<String>())
    };
    line.map_or_else(|| "nothing".to_owned(), text)
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn the_first_difference_is_told() {
        let theirs = (b"1\n2\n".to_vec(), 3);
        let told = |ours: &[u8], exit| difference(&(ours.to_vec(), exit), &theirs);
        assert_eq!(told(b"1\n2\n", Some(3)), None);
        assert_eq!(told(b"1\n2\n", Some(259)), None);
        let told = |ours: &[u8], exit| told(ours, exit).unwrap_or_default();
        assert_eq!(told(b"1\n2\n", Some(0)), "exit status Some(0), gcc: 3");
        assert_eq!(told(b"1\n3\n", Some(3)), "output line 2: \"3\", gcc: \"2\"");
        assert_eq!(told(b"1", Some(3)), "output line 2: nothing, gcc: \"2\"");
    }
}
