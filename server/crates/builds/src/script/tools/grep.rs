//! `grep`, which looks into texts, and makes checks of what runs print.

use super::Options;
use crate::pattern::searchable;
use crate::script::How;
use crate::script::interpreter::Interpreter;
use crate::script::output::Form;
use crate::script::regex::{escaped, from_posix};
use crate::script::value::{Part, Status, Value};
use std::rc::Rc;

impl Interpreter<'_> {
    /// Executes `grep`.
    pub(super) fn grep(&mut self, name: &str, args: &[Value]) -> Status {
        let options = Options::new(args, "eABCmf");
        let mut files = options.operands.clone().into_iter();
        let mut patterns = options.values("e");
        if patterns.is_empty() {
            patterns.extend(files.next());
        }
        let mut input = Value::default();
        if files.len() == 0 {
            input = self.take_input(0);
        }
        for file in files {
            input.append(&self.file_text(&file));
        }
        if !options.has("v") {
            self.spoil_compared(&input, &Value::from("?"));
        }
        let texts: Option<Vec<&str>> = patterns.iter().map(Value::text).collect();
        let Some(texts) = texts.filter(|texts| !texts.is_empty()) else {
            self.write(1, &input.through("grep"));
            return Status::unknown_of([&input]);
        };
        let is_plain = options.has("F") || name == "fgrep";
        let is_extended = options.has("E") || options.has("P") || name == "egrep";
        let lines: Vec<&str> = texts.iter().flat_map(|text| text.split('\n')).collect();
        let parts = lines.iter().map(|line| {
            if is_plain {
                escaped(line)
            } else {
                from_posix(line, is_extended)
            }
        });
        let regex = whole_regex(parts.collect::<Vec<String>>().join("|"), &options);
        let plain = match lines.as_slice() {
            [line] if is_plain || !line.contains(SIGNS) => Some(*line),
            _ => None,
        };
        let is_changed = ["x", "w", "i"].iter().any(|option| options.has(option));
        match input.text() {
            Some(text) => self.grep_text(text, &regex, &options),
            None => {
                let (text, how) = match plain.filter(|_| !is_changed) {
                    Some(plain) => (plain, How::Contains),
                    None => (regex.as_str(), How::Pattern),
                };
                self.grep_symbol(&input, text, how, &options)
            }
        }
    }

    /// Looks into a text that is not known.
    fn grep_symbol(&mut self, input: &Value, text: &str, how: How, options: &Options) -> Status {
        let mut outputs = input.outputs();
        let first = outputs.next().filter(|output| output.spoiled.is_none());
        if let Some(output) = first.filter(|output| output.form != Form::Text) {
            let reason = "it is searched in what a filter leaves of its output";
            self.ledger.spoil(output.run, reason);
        }
        let first = first.filter(|output| output.form == Form::Text);
        let status = match first.filter(|_| !options.has("v") && outputs.next().is_none()) {
            Some(output) => self.ledger.ask(output.run, output.prints(text, how)),
            None => Status::unknown_of([input]),
        };
        let mut printed = input.through("grep");
        if let (Status::Claim(claim), [Part::Output(output)]) = (&status, printed.0.as_mut_slice())
        {
            let mut claim = claim.clone();
            claim.is_inverted = !claim.is_inverted;
            output.empty_if = Some(Rc::new(claim));
        }
        if !is_quiet(options) {
            self.write(1, &printed);
        }
        status
    }

    /// Looks into a text.
    fn grep_text(&mut self, text: &str, regex: &str, options: &Options) -> Status {
        let Some(compiled) = searchable(regex) else {
            return Status::unknown();
        };
        let is_inverse = options.has("v");
        let lines = text
            .lines()
            .filter(|line| compiled.is_match(line) != is_inverse);
        let mut lines: Vec<&str> = lines.collect();
        let is_found = !lines.is_empty();
        let count = lines.len().to_string();
        if options.has("c") {
            lines = vec![&count];
        } else if options.has("o") {
            let matches = lines.iter().flat_map(|line| {
                let found = compiled.find_iter(line);
                found.filter_map(|found| line.get(found.range()))
            });
            lines = matches.collect();
        }
        if !is_quiet(options) && !options.has("l") {
            lines.push("");
            self.print(lines.join("\n"));
        }
        Status::of(is_found)
    }
}

/// Signs of regular expressions.
const SIGNS: [char; 13] = [
    '\\', '^', '$', '.', '*', '[', '+', '?', '(', ')', '|', '{', '}',
];

/// Whether nothing is printed.
fn is_quiet(options: &Options) -> bool {
    ["q", "quiet", "silent"]
        .iter()
        .any(|option| options.has(option))
}

/// A regular expression with what options say of it.
fn whole_regex(regex: String, options: &Options) -> String {
    let regex = match (options.has("x"), options.has("w")) {
        (true, _) => format!("^(?:{regex})$"),
        (_, true) => format!("\\b(?:{regex})\\b"),
        _ => regex,
    };
    let case = if options.has("i") { "(?i)" } else { "" };
    format!("{case}{regex}")
}
