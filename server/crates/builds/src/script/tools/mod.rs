//! The small standard tools, modelled on texts in memory.

mod diff;
mod expr;
mod files;
mod grep;
pub(super) mod options;
mod printing;
mod sed;
mod select;
mod translate;

use super::interpreter::{Interpreter, NEXT};
use super::output::{Form, Output};
use super::value::{Part, Status, Value};
use super::variables::Target;
use options::Options;

/// What a filter makes of a text; `None` if that is not modelled.
type Transform = fn(&Options, &str) -> Option<String>;

/// A tool that reads a text and prints another one.
struct Filter {
    name: &'static str,
    /// The options that take a value.
    valued: &'static str,
    /// Number of operands that are no files.
    operands: usize,
    transform: Transform,
}

/// A row of the table.
const fn filter(
    name: &'static str,
    valued: &'static str,
    operands: usize,
    transform: Transform,
) -> Filter {
    Filter {
        name,
        valued,
        operands,
        transform,
    }
}

/// All filters.
const FILTERS: [Filter; 10] = [
    filter("sed", "e", 1, sed::sed),
    filter("tr", "", 2, translate::tr),
    filter("cut", "dfcb", 0, select::cut),
    filter("head", "nc", 0, select::head),
    filter("tail", "nc", 0, select::tail),
    filter("sort", "kto", 0, select::sort),
    filter("uniq", "", 0, select::uniq),
    filter("wc", "", 0, select::wc),
    filter("awk", "F", 1, select::awk),
    filter("tac", "", 0, select::tac),
];

impl Interpreter<'_> {
    /// Executes a tool; `None` if it is none.
    pub(super) fn tool(&mut self, name: &str, args: &[Value]) -> Option<Status> {
        let base = name.rsplit('/').next().unwrap_or(name);
        let is_standard =
            base == name || name == format!("/bin/{base}") || name == format!("/usr/bin/{base}");
        if !is_standard {
            return None;
        }
        if let Some(filter) = FILTERS.iter().find(|filter| filter.name == base) {
            return Some(self.filter(filter, args));
        }
        Some(match base {
            "echo" => self.echo(args),
            "printf" => self.printf(args),
            "cat" => self.cat(args),
            "tee" => self.tee(args),
            "diff" | "cmp" | "colordiff" => self.diff(base, args),
            "grep" | "egrep" | "fgrep" => self.grep(base, args),
            "expr" => self.expr(args),
            "seq" => self.seq(args),
            "xargs" => self.xargs(args),
            _ => return self.file_tool(base, args),
        })
    }

    /// Executes a filter.
    fn filter(&mut self, filter: &Filter, args: &[Value]) -> Status {
        let options = Options::new(args, filter.valued);
        let has_script = filter.name == "sed" && options.has("e");
        let skipped = if has_script { 0 } else { filter.operands };
        let files = options.operands.get(skipped..).unwrap_or_default();
        let mut input = Value::default();
        for file in files {
            let text = self.file_text(file);
            input.append(&text);
        }
        if files.is_empty() {
            input = self.take_input(0);
        }
        if filter.name == "awk" {
            self.consume(&input, "awk");
        }
        self.budget.spend(input.len());
        let is_known = args.iter().all(|arg| arg.text().is_some());
        let transformed = input
            .text()
            .filter(|_| is_known)
            .and_then(|text| (filter.transform)(&options, text));
        let printed = match transformed {
            Some(text) => Value::from(text),
            None => filtered(filter.name, &options, &input),
        };
        if filter.name == "sed" && options.has("i") {
            if let [file] = files {
                let path = self.path(file.text_or_empty());
                self.disk.set(&path, super::disk::Entry::File(printed));
            }
        } else {
            self.write(1, &printed);
        }
        Status::Known(0)
    }

    /// Executes `cat`.
    fn cat(&mut self, args: &[Value]) -> Status {
        let options = Options::new(args, "");
        if options.operands.is_empty() {
            let input = self.take_input(0);
            self.write(1, &input);
        }
        let mut status = Status::Known(0);
        for file in &options.operands {
            let is_missing = file
                .text()
                .is_some_and(|path| path != "-" && self.disk.read(&self.path(path)).is_none());
            if is_missing {
                status = Status::Known(1);
            }
            // Who wants no message expects that the file may be missing.
            let is_tolerated = self.shell.targets.get(&2) == Some(&Target::Nowhere);
            let text = if is_missing && is_tolerated {
                Value::default()
            } else {
                self.file_text(file)
            };
            let changes = ["A", "e", "v", "t", "E", "T", "n", "b"]
                .iter()
                .any(|flag| options.has(flag));
            self.write(1, &if changes { text.through("cat") } else { text });
        }
        status
    }

    /// Executes `tee`.
    fn tee(&mut self, args: &[Value]) -> Status {
        let options = Options::new(args, "");
        let input = self.take_input(0);
        for file in &options.operands {
            let path = self.path(file.text_or_empty());
            let mut text = self
                .disk
                .read(&path)
                .filter(|_| options.has("a"))
                .unwrap_or_default();
            text.append(&input);
            self.disk.set(&path, super::disk::Entry::File(text));
        }
        self.write(1, &input);
        Status::Known(0)
    }

    /// Executes `xargs`: once for all words, or for each line or group of words.
    fn xargs(&mut self, args: &[Value]) -> Status {
        let mut count = usize::MAX;
        let mut placeholder = None;
        let mut command = args;
        while let [option, after @ ..] = command
            && let Some(letters) = option.text().and_then(|text| text.strip_prefix('-'))
        {
            command = after;
            let mut value = letters.get(1..).unwrap_or_default();
            if letters.starts_with(['n', 'I', 'P', 'L', 'd', 's'])
                && value.is_empty()
                && let [next, after @ ..] = after
            {
                value = next.text_or_empty();
                command = after;
            }
            match letters.chars().next() {
                Some('n' | 'L') => count = value.parse().unwrap_or(1).max(1),
                Some('I') => placeholder = Some(value),
                _ => {}
            }
        }
        let input = self.take_input(0);
        let mut calls: Vec<Vec<Value>> = Vec::new();
        match (input.text(), placeholder) {
            (None, _) => calls.push([command, &[input.through("xargs")]].concat()),
            (Some(text), Some(placeholder)) => calls.extend(text.lines().map(|line| {
                let words = command
                    .iter()
                    .map(|word| word.text_or_empty().replace(placeholder, line.trim()));
                words.map(Value::from).collect()
            })),
            (Some(text), None) => {
                let words: Vec<Value> = text.split_whitespace().map(Value::from).collect();
                let groups = words.chunks(count.min(words.len().max(1)));
                calls.extend(groups.map(|group| [command, group].concat()));
            }
        }
        for words in calls {
            if !self.budget.step() || self.subshell(|inner| inner.call(&words, None)) != NEXT {
                break;
            }
        }
        self.shell.status.clone()
    }
}

/// An output behind a filter that is not modelled for it; of a count, it is known when it is 0.
fn filtered(name: &str, options: &Options, input: &Value) -> Value {
    let mut printed = input.through(name);
    let (Some(before), [Part::Output(output)]) = (input.single_output(), printed.0.as_mut_slice())
    else {
        return printed;
    };
    let is_blank = changes_blanks(name, options);
    let is_one = options.value("n") == Some("1") && options.operands.is_empty();
    let form = match name {
        "wc" if options.flags().eq(["l"]) && options.operands.is_empty() => Form::LineCount,
        "head" if is_one => Form::FirstLine,
        "tail" if is_one => Form::LastLine,
        _ => Form::Text,
    };
    if before.form == Form::LineCount && (is_blank || name == "tr") {
        *output = before.clone();
    } else if is_blank {
        let form = Form::Words;
        *output = Output {
            form,
            ..before.clone()
        };
    } else if form != Form::Text && before.form == Form::Text && !before.is_stripped {
        *output = Output {
            form,
            ..before.clone()
        };
    }
    if name == "wc" {
        output.empty_if.clone_from(&before.empty_if);
    }
    printed
}

/// Whether a filter changes nothing but white space, and leaves some between words.
fn changes_blanks(name: &str, options: &Options) -> bool {
    let is_blank = |set: &str| !set.is_empty() && set.chars().all(char::is_whitespace);
    let set = |index| {
        options
            .operand(index)
            .and_then(translate::set)
            .map(String::from_iter)
    };
    let scripts = [options.values("e"), options.operands.clone()].concat();
    match (name, scripts.as_slice()) {
        ("tr", _) if options.has("c") || options.has("C") => false,
        ("tr", [_]) if options.has("d") => set(0).as_deref() == Some("\r"),
        ("tr", [_]) => options.has("s") && set(0).is_some_and(|set| is_blank(&set)),
        ("tr", _) => {
            [set(0), set(1)]
                .iter()
                .flatten()
                .filter(|set| is_blank(set))
                .count()
                == 2
        }
        ("sed", [script]) => {
            let parts: Vec<&str> = script.text_or_empty().split('/').collect();
            let ["s", pattern, "", "" | "g"] = parts.as_slice() else {
                return matches!(
                    script.text(),
                    Some("/^$/d" | "/^\\s*$/d" | "/^[[:space:]]*$/d")
                );
            };
            let is_anchored = pattern.starts_with('^') || pattern.ends_with('$');
            let core = pattern
                .trim_start_matches('^')
                .trim_end_matches(['$', '*', '+', '\\']);
            let blanks = [
                " ",
                "  ",
                "\\t",
                "\\s",
                "[ \\t]",
                "[ \t]",
                "[[:space:]]",
                "[[:blank:]]",
            ];
            core == "\\r" || (is_anchored && blanks.contains(&core))
        }
        _ => false,
    }
}
