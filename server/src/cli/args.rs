//! Parser of the command line, whose options are rows of the option table.

mod class;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{
    Arg, ArgAction, ArgMatches, Command, ValueHint, builder::PossibleValuesParser,
    builder::TypedValueParser,
};

use crate::config::{
    ConfigFile, OPTIONS, OptionError, OptionSpec, Options, Scope, Value, ValueKind,
};
use crate::jobs::{Explaining, Finding, LinkedSource, WORKER, Why};

/// Arguments with the implied command where only a C file is named: `faultlens prog.c` localizes.
pub(super) fn with_command(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let is_source = |name: &OsString| Path::new(name).extension() == Some("c".as_ref());
    if arguments.get(1).is_some_and(is_source) {
        arguments.insert(1, "localize".into());
    }
    arguments
}

/// The whole command line.
pub(crate) fn command() -> Command {
    let levels = PossibleValuesParser::new(["error", "warn", "info", "debug", "trace"]).map(|s| s);
    Command::new("faultlens")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Which statements of a C program could be at fault, why, and what would have to be different there")
        .after_help("`faultlens FILE.c` is short for `faultlens localize FILE.c`.")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(
            Arg::new("log")
                .long("log")
                .value_name("LEVEL")
                .global(true)
                .value_parser(levels)
                .help("Write a log to stderr [default: none, or what FAULTLENS_LOG says]"),
        )
        .subcommand(localize_command())
        .subcommand(test_command())
        .subcommand(watch_command())
        .subcommand(ask_command())
        .subcommand(hint_command())
        .subcommand(explain_command())
        .subcommand(why_command())
        .subcommand(trace_command())
        .subcommand(find_command())
        .subcommand(reduce_command())
        .subcommand(class::command())
        .subcommand(check_fix_command())
        .subcommand(lsp_command())
        .subcommand(mcp_command())
        .subcommand(schema_command())
        .subcommand(doctor_command())
        .subcommand(add_test_command())
        .subcommand(init_command())
        .subcommand(completions_command())
        .subcommand(man_command())
        .subcommand(Command::new(WORKER).hide(true).about("Do one job for another faultlens process"))
}

fn localize_command() -> Command {
    Command::new("localize")
        .about("Run the tests of a C file and show what could be at fault for those that fail")
        .after_help(EXIT_STATUS)
        .arg(file_arguments())
        .arg(
            text_argument("export", "WHAT", "Write the program with holes at the first possible cause, and what is needed there, to be filled: sketch")
                .value_parser(PossibleValuesParser::new(["sketch"])),
        )
        .arg(number("apply", "Write the fix with this number into the files"))
        .arg(number("fix", "The fix that --format patch shows [default: 1]"))
        .args(options(searches))
        .args(output(&["text", "json", "concise", "markdown", "html", "patch", "sarif", "github", "gitlab"]))
}

fn test_command() -> Command {
    Command::new("test")
        .about("Run the tests of a C file; list what was found and what was not taken as a test")
        .after_help(EXIT_STATUS)
        .arg(file_arguments())
        .args(options(runs_tests))
        .args(output(&[
            "text", "json", "concise", "junit", "github", "gitlab",
        ]))
}

fn watch_command() -> Command {
    Command::new("watch")
        .about("Localize, and again whenever the program or its tests change")
        .arg(file_arguments())
        .args(options(searches))
        .args(output(&["text"]))
}

fn ask_command() -> Command {
    Command::new("ask")
        .about("Where the tests do not decide between two repairs, ask what must be printed; the answer becomes a test")
        .after_help(EXIT_STATUS)
        .arg(file_arguments())
        .args(options(searches))
        .args(output(&["text", "json"]))
}

fn hint_command() -> Command {
    Command::new("hint")
        .about("Give a hint and no more: 1 which test fails and how, 2 the function, 3 the line, 4 a repair")
        .after_help(EXIT_STATUS)
        .arg(file_arguments())
        .arg(number("level", "How much to tell, from 1 to 4 [default: 1]"))
        .args(options(|_| true))
        .args(output(&["text", "json"]))
}

fn explain_command() -> Command {
    Command::new("explain")
        .about(
            "Explain how one test fails: the statements that matter, and what holds between them",
        )
        .after_help(EXIT_STATUS)
        .arg(file_arguments())
        .arg(test_argument())
        .arg(switch(
            "assume-branches",
            "Do not explain why branches were taken",
        ))
        .args(options(runs_tests))
        .args(output(&["text", "json", "markdown"]))
}

fn why_command() -> Command {
    Command::new("why")
        .about("Explain why a variable has its value at a line when a test fails, or why the line was not reached")
        .after_help("Example: faultlens why median.c:11:m --test t3")
        .arg(
            Arg::new("place")
                .value_name("FILE:LINE[:NAME]")
                .required(true)
                .value_parser(|text: &str| match question(text) {
                    Some(_) => Ok(text.to_owned()),
                    None => Err("expected FILE:LINE or FILE:LINE:NAME"),
                })
                .help("The line, and the variable, member or element in question"),
        )
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .num_args(0..)
                .value_parser(|text: &str| {
                    if Path::new(text).exists() {
                        return Ok(text.to_owned());
                    }
                    Err(format!(
                        "there is no file `{text}`; a variable follows the line and a colon: FILE:LINE:{text}"
                    ))
                })
                .help("The files that it is linked with [default: those that are found]"),
        )
        .arg(test_argument())
        .args(options(runs_tests))
        .args(output(&["text", "json", "markdown"]))
}

fn trace_command() -> Command {
    Command::new("trace")
        .about("Show what the failure of one test depends on: executions of statements, and how far away they are")
        .after_help(EXIT_STATUS)
        .arg(file_arguments())
        .arg(test_argument())
        .arg(switch("run", "Show the run instead, statement by statement, with the values of variables"))
        .args(options(runs_tests))
        .args(output(&["text", "json", "dot"]))
}

fn find_command() -> Command {
    Command::new("find")
        .about("Look for inputs on which a program fails: failed assertions, undefined behaviour, other output than a reference's")
        .after_help(EXIT_STATUS)
        .arg(file_arguments())
        .arg(switch("paths", "Follow every path by itself; show an input for each, failing or not"))
        .arg(number("most", "Number of failures to look for, each at another place [default: 1]"))
        .arg(text_argument("witness", "FILE", "Begin with the run that a verifier has found (GraphML or YAML of SV-COMP, a trace of CBMC or ESBMC), or with the input in this file"))
        .arg(valid_argument())
        .arg(switch("write", "Write the inputs that are found as tests, and passing inputs beside them"))
        .args(options(|row| row.name == "reference" || runs_tests(row)))
        .args(output(&["text", "json"]))
}

fn valid_argument() -> Arg {
    text_argument(
        "valid",
        "CONDITION|FILE",
        "Inputs that count: a condition in C on variables that `main` reads (`n >= 1 && n <= 100`), or a C file with a program that ends with status 0 on them",
    )
}

fn reduce_command() -> Command {
    Command::new("reduce")
        .about("Make the input of a failing test small: the failure stays the same")
        .after_help(EXIT_STATUS)
        .arg(file_arguments())
        .arg(test_argument())
        .arg(valid_argument())
        .args(options(|row| row.name == "reference" || runs_tests(row)))
        .args(output(&["text", "json"]))
}

fn check_fix_command() -> Command {
    Command::new("check-fix")
        .about("Run the tests as if a patch had been applied, and list what it mends and what it breaks")
        .after_help(EXIT_STATUS)
        .arg(
            Arg::new("patch")
                .value_name("PATCH")
                .required(true)
                .help("A unified diff; - reads it from stdin"),
        )
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .num_args(1..)
                .help("The C files of the program [default: those that the patch changes, and what is found beside them]"),
        )
        .args(options(runs_tests))
        .args(output(&["text", "json"]))
}

fn lsp_command() -> Command {
    Command::new("lsp")
        .about("Serve an editor: the Language Server Protocol on stdin and stdout")
        .arg(switch(
            "stdio",
            "Talk over stdin and stdout. This is the only way; editors may pass it",
        ))
}

fn mcp_command() -> Command {
    Command::new("mcp")
        .about("Serve an agent: the Model Context Protocol on stdin and stdout; nothing is written")
}

fn schema_command() -> Command {
    Command::new("schema")
        .about("Print the JSON schema of the reports that --format json writes")
        .arg(
            Arg::new("report")
                .value_name("REPORT")
                .help("localize, test, explain, inputs, trace or check-fix [default: all, each under its name]"),
        )
}

fn doctor_command() -> Command {
    Command::new("doctor")
        .about("Check the installation: solver, compiler, configuration, limits")
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .help("Show the configuration that applies to this file"),
        )
}

fn add_test_command() -> Command {
    Command::new("add-test")
        .about("Write tests into tests/: from a text with `Input:` and `Output:` on stdin, from the options below, or from a judge's files")
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .num_args(1..)
                .help("The C file that the test is for, and the files that it is linked with"),
        )
        .arg(text_argument("name", "NAME", "Name of the test; several become NAME-1, NAME-2 … [default: the first free number]"))
        .arg(text_argument("input", "TEXT", "Input of the program [default: all of stdin]"))
        .arg(text_argument("expected", "TEXT", "Expected output"))
        .arg(
            text_argument("from", "PATH", "A judge's folder or zip file, with pairs such as 1.in and 1.out")
                .conflicts_with_all(["input", "expected", "accept"])
                .value_parser(clap::value_parser!(PathBuf)),
        )
        .arg(
            switch("clipboard", "Take the text from the clipboard instead of stdin")
                .conflicts_with_all(["input", "from"]),
        )
        .arg(
            switch("accept", "Expect what the program prints now").conflicts_with("expected"),
        )
        .args(options(runs_tests))
}

fn init_command() -> Command {
    Command::new("init")
        .about("Write a faultlens.toml with every setting in it, commented out")
        .arg(
            Arg::new("folder")
                .value_name("DIR")
                .value_parser(clap::value_parser!(PathBuf))
                .help("Folder of the file [default: the current one]"),
        )
}

fn completions_command() -> Command {
    Command::new("completions")
        .about("Print a completion script for a shell")
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .required(true)
                .value_parser(clap::value_parser!(clap_complete::Shell)),
        )
}

fn man_command() -> Command {
    Command::new("man")
        .about("Write manual pages into a folder")
        .arg(
            Arg::new("folder")
                .value_name("DIR")
                .required(true)
                .value_parser(clap::value_parser!(PathBuf)),
        )
}

const EXIT_STATUS: &str = "Exit status: 0 nothing suspicious, 1 suspects or failing tests found, 2 could not analyse or bad usage, 3 ended by a limit without an answer.";

fn test_argument() -> Arg {
    text_argument("test", "ID", "The test [default: the first that fails]")
}

fn switch(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .action(ArgAction::SetTrue)
        .help(help)
}

fn text_argument(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

fn number(name: &'static str, help: &'static str) -> Arg {
    text_argument(name, "N", help).value_parser(clap::value_parser!(u32).range(1..))
}

/// Whether the inputs found are to be written as tests.
pub(super) fn wants_tests(matches: &ArgMatches) -> bool {
    flag(matches, "write")
}

/// Whether a sketch is to be exported.
pub(super) fn wants_sketch(matches: &ArgMatches) -> bool {
    let export = matches.try_get_one::<String>("export").ok().flatten();
    export.is_some_and(|what| what == "sketch")
}

/// Number of a fix on the command line.
pub(super) fn fix_number(matches: &ArgMatches, name: &str) -> Option<usize> {
    let given = matches.try_get_one::<u32>(name).ok().flatten();
    given.map(|n| *n as usize)
}

fn file_arguments() -> Arg {
    Arg::new("file")
        .value_name("FILE")
        .required(true)
        .num_args(1..)
        .help("The C file, and those that it is linked with; of one alone the others are found. For `test` and \
               `localize` also a folder: every program with tests below it")
}

/// Options of a job, of those that `take` accepts.
fn options(take: fn(&OptionSpec) -> bool) -> impl Iterator<Item = Arg> {
    let rows = OPTIONS.iter().filter(|row| row.scope != Scope::Output);
    rows.filter(move |row| take(row)).map(option)
}

/// Whether an option is for jobs that search.
fn searches(row: &OptionSpec) -> bool {
    row.name != "max-hint"
}

/// Whether an option is for jobs that run tests and neither search nor compare.
fn runs_tests(row: &OptionSpec) -> bool {
    !row.scope.is_for_search() && !matches!(row.name, "reference" | "coverage")
}

/// Options for the display of a result that can be written in these formats. A list is shown in full in text only.
fn output(formats: &'static [&'static str]) -> impl Iterator<Item = Arg> {
    let rows = OPTIONS.iter().filter(|row| row.scope == Scope::Output);
    rows.filter(|row| row.name != "format" || formats.len() > 1)
        .map(|row| match row.name {
            "format" => option(row).value_parser(words(formats)),
            _ => option(row),
        })
}

/// Parser of one of a few words, which shells complete.
fn words(names: &[&'static str]) -> impl TypedValueParser<Value = Value> {
    PossibleValuesParser::new(names.iter().copied()).map(Value::Text)
}

fn option(row: &'static OptionSpec) -> Arg {
    let arg = Arg::new(row.name).long(row.name);
    if row.kind == ValueKind::Flag {
        return arg.action(ArgAction::SetTrue).help(row.help);
    }
    let more = match row.kind {
        ValueKind::Places => "; also FILE:LINE, repeatable",
        _ => "",
    };
    let default = row
        .default
        .map_or_else(String::new, |default| format!(" [default: {default}]"));
    let arg = match row.kind {
        ValueKind::Places => arg.action(ArgAction::Append),
        _ => arg,
    };
    let arg = arg
        .value_name(row.placeholder)
        .help(format!("{}{more}{default}", row.help))
        .allow_negative_numbers(true);
    match row.kind {
        ValueKind::Choice(choices) => arg.value_parser(words(&crate::config::names(choices))),
        ValueKind::Path => arg
            .value_parser(move |text: &str| row.parse_text(text))
            .value_hint(ValueHint::AnyPath),
        _ => arg.value_parser(move |text: &str| row.parse_text(text)),
    }
}

/// Value of an option on the command line. Not every command has every option.
fn given(matches: &ArgMatches, row: &OptionSpec) -> Option<Value> {
    if row.kind == ValueKind::Flag {
        return flag(matches, row.name).then_some(Value::Flag(true));
    }
    let mut given = matches.try_get_many::<Value>(row.name).ok().flatten()?;
    if row.kind == ValueKind::Places {
        let items = given.flat_map(Value::items);
        return Some(Value::List(items.cloned().collect()));
    }
    given.next().cloned()
}

/// Whether a switch is on the command line. Not every command has every switch.
pub(super) fn flag(matches: &ArgMatches, name: &str) -> bool {
    let given = matches.try_get_one::<bool>(name).ok().flatten();
    given.copied().unwrap_or(false)
}

/// Word chosen for an option that exists on the command line only.
pub(super) fn word(matches: &ArgMatches, name: &str) -> String {
    let given = matches.try_get_one::<Value>(name).ok().flatten();
    given.map_or_else(String::new, |value| value.text().to_owned())
}

/// Options on the command line, by name.
pub(super) fn given_options(matches: &ArgMatches) -> Vec<(&'static str, Value)> {
    let rows = OPTIONS.iter().filter(|row| row.scope != Scope::Output);
    rows.filter_map(|row| Some((row.name, given(matches, row)?)))
        .collect()
}

/// Options of a job: these defaults, then `faultlens.toml`, then those given.
pub(super) fn job_options(
    mut options: Options,
    given: &[(&str, Value)],
    config: Option<&ConfigFile>,
) -> Result<Options, OptionError> {
    if let Some(config) = config {
        config.apply(&mut options)?;
    }
    for (name, value) in given {
        options.set(name, value)?;
    }
    Ok(options)
}

/// Settings of `find`.
pub(super) fn finding(matches: &ArgMatches) -> Finding {
    let text = |name| matches.try_get_one::<String>(name).ok().flatten().cloned();
    Finding {
        all: flag(matches, "paths"),
        most: fix_number(matches, "most").unwrap_or(1),
        passing: wants_tests(matches),
        witness: text("witness").map(PathBuf::from),
        valid: text("valid"),
    }
}

/// Test and question to explain or trace.
pub(super) fn explaining(matches: &ArgMatches) -> Explaining {
    // Not every subcommand has these options.
    let test = matches.try_get_one::<String>("test").ok().flatten();
    Explaining {
        test: test.cloned(),
        assume_branches: flag(matches, "assume-branches"),
        run: flag(matches, "run"),
        why: why(matches),
        is_story: false,
        found: None,
    }
}

/// Question of `why`.
fn why(matches: &ArgMatches) -> Option<Why> {
    let place = matches.try_get_one::<String>("place").ok().flatten()?;
    question(place)
}

/// Parses `FILE:LINE` or `FILE:LINE:NAME`.
fn question(place: &str) -> Option<Why> {
    let (file, rest) = place.split_once(':')?;
    Some(Why {
        file: Some(file.to_owned()),
        ..Why::parsed(rest)?
    })
}

/// Files on the command line.
pub(super) fn given_files(matches: &ArgMatches) -> Vec<String> {
    if let Ok(Some(place)) = matches.try_get_one::<String>("place") {
        let own = question(place).and_then(|why| why.file);
        let more = matches.get_many::<String>("file").into_iter().flatten();
        return own.into_iter().chain(more.cloned()).collect();
    }
    let files = matches.get_many::<String>("file");
    files.into_iter().flatten().cloned().collect()
}

/// The main file, whose text may be that of a buffer, and the files that are linked with it.
pub(super) fn files(
    given: Vec<String>,
    text: Option<&str>,
) -> Result<(PathBuf, Vec<LinkedSource>), String> {
    let mut files = given.into_iter();
    let first = PathBuf::from(files.next().ok_or("no file given")?);
    let mut linked: Vec<LinkedSource> = files.map(|file| PathBuf::from(file).into()).collect();
    if linked.is_empty() {
        linked = LinkedSource::beside(&first, text).map_err(|e| e.to_string())?;
        for other in &mut linked {
            other.file = shown(std::mem::take(&mut other.file));
        }
    }
    Ok((first, linked))
}

/// Path for display: relative to the working directory if it lies below.
fn shown(path: PathBuf) -> PathBuf {
    let here = std::env::current_dir().ok();
    let relative = here.and_then(|here| path.strip_prefix(here).map(PathBuf::from).ok());
    relative.unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parser_is_consistent() {
        command().debug_assert();
    }

    fn parse(args: &str) -> Result<Options, String> {
        let matches = command()
            .try_get_matches_from(args.split(' '))
            .map_err(|e| e.to_string())?;
        let (_, matches) = matches.subcommand().unwrap();
        job_options(Options::default(), &given_options(matches), None).map_err(|e| e.0)
    }

    #[test]
    fn options_reach_the_job() {
        let options = parse(
            "faultlens localize a.c --timeout 0.5 --max-size 2 --solver z3 --joint --unwind 7",
        )
        .unwrap();
        assert_eq!(options.timeout, 0.5);
        assert_eq!(options.max_size, 2);
        assert_eq!(options.solver, crate::config::Solver::Z3);
        assert!(options.joint && !options.verify);
        assert_eq!(options.unwind, Some(7));
    }

    #[test]
    fn lines_are_given_one_by_one() {
        let options = parse("faultlens localize a.c --correct 3 --correct lib/b.c:4 --suspect 7");
        let options = options.unwrap();
        let shown = |places: &[crate::config::LineRef]| -> Vec<String> {
            places.iter().map(ToString::to_string).collect()
        };
        assert_eq!(shown(&options.correct), ["line 3", "lib/b.c:4"]);
        assert_eq!(shown(&options.suspect), ["line 7"]);
        let refused = parse("faultlens localize a.c --correct b.c").unwrap_err();
        assert!(refused.contains("`b.c` is not a line"), "{refused}");
    }

    #[test]
    fn what_is_not_there_is_refused() {
        let refused = parse("faultlens localize a.c --format pdf").unwrap_err();
        assert!(
            refused.contains("invalid value 'pdf'") && refused.contains("text, json, concise"),
            "{refused}"
        );
        let refused = parse("faultlens localize a.c --timeout -1").unwrap_err();
        assert!(refused.contains("out of range"), "{refused}");
    }

    #[test]
    fn a_file_configures_and_the_command_line_wins() {
        let config = ConfigFile {
            path: "faultlens.toml".into(),
            text: "[options]\nmax-size = 5\ntimeout = 3".to_owned(),
        };
        let matches = command()
            .try_get_matches_from(["faultlens", "localize", "a.c", "--timeout", "9"])
            .unwrap();
        let given = given_options(matches.subcommand().unwrap().1);
        let options = job_options(Options::default(), &given, Some(&config)).unwrap();
        assert_eq!((options.max_size, options.timeout), (5, 9.0));
    }
}
