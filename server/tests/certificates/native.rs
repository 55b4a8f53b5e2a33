//! Replays by a compiled program, into whose text the choices of simple statements are written.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use harness::{Action, Compare, Test};
use serde_json::Value as Json;

use crate::shown::{Certificate, Member};

/// Whether there is a compiler.
pub(crate) fn is_available() -> bool {
    let there = Command::new("cc").arg("--version").output().is_ok();
    let excused = std::env::var_os("FAULTLENS_NO_CC").is_some();
    assert!(
        there || excused,
        "there is no `cc` to compare with; set FAULTLENS_NO_CC=1 to skip this test"
    );
    there && !excused
}

/// Whether the compiled program passes the test with the choices of the certificate. The error says why that was not
/// tried.
pub(crate) fn passes(
    certificate: &Certificate<'_>,
    text: &str,
    test: &Test,
) -> Result<bool, &'static str> {
    // What can be told from outside: a run of the whole program that prints exactly this.
    let Action::Main { args, stdin, .. } = &test.action else {
        return Err("not a run of the program");
    };
    let is_exact = test.expect.compare == Compare::Exact && test.expect.stdout.is_some();
    let args_are_texts: Option<Vec<&str>> = args
        .iter()
        .map(|arg| std::str::from_utf8(arg).ok())
        .collect();
    let (true, Some(args)) = (is_exact, args_are_texts) else {
        return Err("not an exact comparison");
    };
    if certificate.is_cut() {
        return Err("values left out");
    }
    if certificate.has_slack {
        return Err("behind an undefined access");
    }
    if text.contains("fopen(") {
        return Err("files");
    }

    // Replace the components, the last one first.
    let mut changes: Vec<(usize, usize, String)> = Vec::new();
    for (number, member) in certificate.members.iter().enumerate() {
        let (start, end) = member.span();
        changes.push((start, end, changed(member, number, &text[start..end])?));
    }
    for edit in certificate.given {
        let offset = |name: &str| edit[name].as_u64().unwrap() as usize;
        let new = edit["new"].as_str().unwrap().to_owned();
        changes.push((offset("start"), offset("end"), new));
    }
    changes.sort_by_key(|(start, end, _)| (*start, *end));
    let overlap = changes.windows(2).any(|pair| pair[0].1 > pair[1].0);
    if overlap {
        return Err("one within another");
    }
    let mut changed = text.to_owned();
    for (start, end, new) in changes.iter().rev() {
        changed.replace_range(start..end, new);
    }
    let mut source = String::from("#include <stdio.h>\n");
    for number in 0..certificate.members.len() {
        let _ = writeln!(source, "static long fl_{number};");
    }
    source.push_str(&changed);

    // Run it.
    let (stdout, exit) = run(&source, &args, stdin).ok_or("does not compile")?;
    let mut expected_exit = test.expect.exit.iter();
    let exits = expected_exit.all(|wanted| exit.is_some_and(|exit| wanted.allows(exit)));
    Ok(test.expect.stdout.as_deref() == Some(&stdout[..]) && exits)
}

/// Text of a component that makes the listed choices: counter `number` counts its executions.
fn changed(member: &Member<'_>, number: usize, text: &str) -> Result<String, &'static str> {
    if member.is_added() {
        return Err("not a component of the text");
    }
    let mut choices = BTreeMap::new();
    for (execution, rows) in &member.executions {
        let [row] = rows.as_slice() else {
            return Err("several values in one execution");
        };
        choices.insert(*execution, Choice::new(row, member.kind())?);
    }
    if choices.is_empty() {
        return Ok(text.to_owned());
    }
    let counted = Counted { number, choices };
    match member.kind() {
        "condition" | "switch" | "expression" | "call" => {
            Ok(counted.selected(text, &str::to_owned))
        }
        "assignment" | "increment" => {
            let target = target(text).ok_or("a target with effects")?;
            Ok(counted.selected(text, &|value| format!("{target} = {value}")))
        }
        "initialiser" => match text.split_once('=') {
            None => Ok(counted.selected(text, &str::to_owned)),
            Some((name, init))
                if !name.contains('[') && !init.trim_start().starts_with(['{', '"']) =>
            {
                let variable = name.trim_matches(['*', ' ']);
                let cast = |value: &str| format!("(__typeof__({variable}))({value})");
                let value = counted.selected(&cast(init.trim()), &cast);
                Ok(format!("{name}= {value}"))
            }
            Some(_) => Err("an aggregate"),
        },
        "return" => counted.returning(text),
        "output" => Ok(counted.selected(text, &|value| format!("fputs({value}, stdout)"))),
        "jump" => Ok(counted.jumping(text)),
        _ => Err("not a simple statement"),
    }
}

/// What an execution does.
enum Choice {
    Skips,
    /// It has the opposite outcome.
    Opposite,
    /// It has this value, after it was evaluated or without.
    Has {
        value: String,
        evaluated: bool,
    },
}

impl Choice {
    fn new(row: &Json, kind: &str) -> Result<Choice, &'static str> {
        let needs = row["needs"].as_str().unwrap();
        let evaluated = row["choice"] == "evaluated-value";
        if evaluated && matches!(kind, "call" | "output") {
            return Err("only the arguments are evaluated");
        }
        let value = match needs {
            "skipped" | "not taken" => return Ok(Choice::Skips),
            "true" => "1",
            "false" => "0",
            "nothing printed" => "\"\"",
            "-9223372036854775808" => "(-9223372036854775807 - 1)",
            "-2147483648" => "(-2147483647 - 1)",
            "NAN" => "__builtin_nan(\"\")",
            "INFINITY" => "__builtin_inf()",
            "-INFINITY" => "-__builtin_inf()",
            "the opposite" => return Ok(Choice::Opposite),
            needs if row["address"].is_null() => needs,
            _ => return Err("an address"),
        };
        Ok(Choice::Has {
            value: value.to_owned(),
            evaluated,
        })
    }
}

/// Choices of a component whose executions a counter of this number counts.
struct Counted {
    number: usize,
    choices: BTreeMap<u32, Choice>,
}

impl Counted {
    /// An expression with the listed choices, which otherwise behaves as written. `with` makes an expression of a value.
    fn selected(&self, text: &str, with: &dyn Fn(&str) -> String) -> String {
        let Counted { number, choices } = self;
        // With a choice that does nothing there is no value.
        let skips = |choice: &Choice| matches!(choice, Choice::Skips);
        let void = if choices.values().any(skips) {
            "(void)"
        } else {
            ""
        };
        let mut all = format!("(++fl_{number}, ");
        for (execution, choice) in choices {
            let does = match choice {
                Choice::Skips => "0".to_owned(),
                Choice::Opposite => format!("!({text})"),
                Choice::Has {
                    value,
                    evaluated: true,
                } => format!("(({text}), {})", with(value)),
                Choice::Has { value, .. } => format!("({})", with(value)),
            };
            let _ = write!(all, "fl_{number} == {execution} ? {void}{does} : ");
        }
        let _ = write!(all, "{void}({text}))");
        all
    }

    /// A statement that returns the listed values.
    fn returning(&self, text: &str) -> Result<String, &'static str> {
        let Counted { number, choices } = self;
        let written = text.strip_prefix("return").ok_or("a return from a macro")?;
        let mut all = format!("if (++fl_{number}, 0) ; ");
        for (execution, choice) in choices {
            let Choice::Has { value, evaluated } = choice else {
                return Err("a return that does not return");
            };
            let first = if *evaluated {
                format!("{written}, ")
            } else {
                String::new()
            };
            let _ = write!(
                all,
                "else if (fl_{number} == {execution}) return {first}{value}; "
            );
        }
        let _ = write!(all, "else {text}");
        Ok(all)
    }

    /// A jump that is not taken in the listed executions.
    fn jumping(&self, text: &str) -> String {
        let Counted { number, choices } = self;
        let each = choices
            .keys()
            .map(|execution| format!("fl_{number} == {execution}"));
        let skips = each.collect::<Vec<_>>().join(" || ");
        format!("if (++fl_{number}, {skips}) ; else {text}")
    }
}

/// What an assignment or an increment writes.
fn target(text: &str) -> Option<&str> {
    let mut depth = 0;
    let bytes = text.as_bytes();
    let mut target = text.trim_matches(['+', '-', ' ']);
    for (i, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'=' if depth == 0 => {
                let operators = ['+', '-', '*', '/', '%', '&', '|', '^', '<', '>', ' '];
                target = text[..i].trim_end_matches(operators);
                break;
            }
            _ => {}
        }
    }
    (!has_effects(target)).then_some(target)
}

/// Whether evaluating a text twice may differ from evaluating it once.
fn has_effects(text: &str) -> bool {
    text.contains("++") || text.contains("--") || text.contains('(') || text.contains('=')
}

/// Standard output and exit status of a program; `None` if it does not compile.
fn run(source: &str, args: &[&str], stdin: &[u8]) -> Option<(Vec<u8>, Option<i32>)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!(
        "certificate-{}-{}",
        std::process::id(),
        NEXT.fetch_add(1, Ordering::Relaxed)
    );
    let binary = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let file = binary.with_extension("c");
    std::fs::write(&file, source).unwrap();
    let compiled = Command::new("cc")
        .args(["-std=gnu17", "-O0", "-w", "-fwrapv", "-o"])
        .arg(&binary)
        .arg(&file)
        .arg("-lm")
        .output()
        .unwrap();
    let _ = std::fs::remove_file(&file);
    if !compiled.status.success() {
        return None;
    }
    let mut child = Command::new("timeout")
        .arg("10")
        .arg(&binary)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // A program that does not read all of its input closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    let output = child.wait_with_output().unwrap();
    let _ = std::fs::remove_file(&binary);
    Some((output.stdout, output.status.code()))
}
