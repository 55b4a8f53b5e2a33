//! Shell commands with which courses describe tests: the run of the program that a command contains, if any.

use super::super::shell;
use super::Program;
use crate::files::split;

/// A run of the program.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ProgramRun {
    pub(super) args: Vec<Vec<u8>>,
    /// Output of a pipe into the program; `None` if the test gives the input.
    pub(super) stdin: Option<Vec<u8>>,
}

/// Programs that compile or run others: the command alone does not show what they do.
const TOOLS: [&str; 12] = [
    "make", "cmake", "gcc", "clang", "cc", "bash", "sh", "python", "python3", "valgrind",
    "timeout", "check50",
];

/// The run of the program in a command; `setup` was run before. `None` if it runs another program; an error is a
/// clause.
pub(super) fn run_of(
    program: &Program<'_>,
    setup: &str,
    command: &str,
) -> Option<Result<ProgramRun, String>> {
    // The last command is the run. Those before it count if they compile the program.
    let steps: Vec<&str> = command
        .split(['\n', ';'])
        .flat_map(|line| line.split("&&"))
        .collect();
    let steps: Vec<&str> = steps
        .into_iter()
        .map(str::trim)
        .filter(|s| !s.is_empty())
        .collect();
    let (last, before) = steps.split_last()?;
    let compiled = format!("{setup} {}", before.join(" "));
    let file = format!("{}.c", program.stem);
    let is_compiled = compiled
        .split(|c: char| c.is_whitespace() || matches!(c, ';' | '&' | '/' | '"' | '\''))
        .any(|word| word == file);

    // Input may be piped into the program.
    let (piped, run) = match last.split_once('|') {
        Some((left, right)) if left.trim_start().starts_with(['e', 'p', 'c']) => {
            (written(left), right.trim())
        }
        _ => (None, *last),
    };
    let Some(line) = shell::parse(run) else {
        let mentions = last.contains(program.stem);
        return mentions.then(|| {
            Err(format!(
                "a shell does more there than to run a program: {last}"
            ))
        });
    };

    // The program has the name of the source, or is the only one that was compiled.
    let name = split(line.command.first()?).1;
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let name = name
        .strip_suffix(".out")
        .filter(|n| *n != "a")
        .unwrap_or(name);
    let is_alone = program.others.is_empty();
    if TOOLS.contains(&name) {
        return is_alone.then(|| Err(format!("it runs `{name}`, not the program")));
    }
    let is_own = name == program.stem || is_compiled || is_alone && !compiled.contains(".c ");
    if !is_own {
        return None;
    }

    // Redirections name files that are not part of the test.
    if line.stdin.is_some() || line.stdout.is_some() {
        return Some(Err("its files are named in a shell's line".to_owned()));
    }
    let args = line.command.into_iter().skip(1);
    Some(Ok(ProgramRun {
        args: args.map(String::into_bytes).collect(),
        stdin: piped,
    }))
}

/// The text that `echo` or `printf` writes into a pipe.
fn written(command: &str) -> Option<Vec<u8>> {
    if command.contains(['$', '`']) {
        return None;
    }
    let words = shlex::split(command)?;
    let (tool, words) = words.split_first()?;
    let escaped = |text: &str| text.replace("\\n", "\n").replace("\\t", "\t");
    let text = match (tool.as_str(), words) {
        ("echo", [flag, words @ ..]) if flag == "-e" => escaped(&words.join(" ")) + "\n",
        ("echo", [flag, words @ ..]) if flag == "-n" => words.join(" "),
        ("echo", words) => words.join(" ") + "\n",
        ("printf", [text]) if !text.contains('%') => escaped(text),
        _ => return None,
    };
    Some(text.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::Memory;

    fn read(
        setup: &str,
        command: &str,
        others: &[&str],
    ) -> Option<Result<(String, String), String>> {
        let files = Memory::new(&[]);
        let program = Program {
            folder: "",
            stem: "max",
            others,
            compare: None,
            files: &files,
        };
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        run_of(&program, setup, command).map(|run| {
            run.map(|run| {
                let args: Vec<String> = run.args.into_iter().map(text).collect();
                (args.join(","), run.stdin.map(text).unwrap_or_default())
            })
        })
    }

    #[test]
    fn a_command_tells_whose_program_it_runs() {
        let run = |args: &str, stdin: &str| Some(Ok((args.to_owned(), stdin.to_owned())));
        let others = ["min"];
        assert_eq!(read("", "./max 3 4", &others), run("3,4", ""));
        assert_eq!(read("", "./min 3 4", &others), None);
        assert_eq!(read("gcc -o app max.c", "./app", &others), run("", ""));
        assert_eq!(
            read("", "gcc -o app src/max.c && ./app 1", &others),
            run("1", "")
        );
        assert_eq!(read("make", "./whatever", &[]), run("", ""));
        assert_eq!(read("", "echo 3 4 | ./max", &others), run("", "3 4\n"));
        assert_eq!(
            read("", r"printf '3\n4\n' | ./max", &others),
            run("", "3\n4\n")
        );
        assert!(read("", "make test", &[]).unwrap().is_err());
        assert_eq!(read("", "make test", &others), None);
        assert!(read("", "./max | sort", &others).unwrap().is_err());
    }
}
