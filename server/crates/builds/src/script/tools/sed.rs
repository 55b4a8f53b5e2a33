//! `sed`, as far as scripts that test use it: `s`, `p`, `d` and `q` with addresses.

use super::Options;
use crate::budget::LONGEST;
use crate::pattern::searchable;
use crate::script::regex::from_posix;
use crate::script::value::Value;
use regex_automata::meta::Regex;

/// A command with the lines to which it applies.
struct Command {
    first: Option<Address>,
    last: Option<Address>,
    is_inverted: bool,
    /// Whether the lines between the addresses are being passed.
    is_inside: bool,
    action: Action,
}

/// The place of a line.
enum Address {
    /// The number of a line.
    Line(usize),
    /// The last one.
    End,
    /// A line that fits.
    Pattern(Regex),
}

/// What is done with a line.
enum Action {
    /// `s`.
    Substitute {
        regex: Regex,
        replacement: String,
        /// The number of the first match that is replaced, counted from 1.
        first: usize,
        is_global: bool,
        is_printed: bool,
    },
    /// `p`, `d` or `q`.
    Letter(char),
}

/// `sed`.
pub(super) fn sed(options: &Options, text: &str) -> Option<String> {
    let is_extended = options.has("E") || options.has("r");
    let mut scripts = options.values("e");
    if scripts.is_empty() {
        scripts.push(options.operands.first()?.clone());
    }
    let scripts: Vec<&str> = scripts.iter().map(Value::text_or_empty).collect();
    let mut commands = commands(&scripts.join("\n"), is_extended)?;
    let count = text.lines().count();
    let mut result = String::new();
    for (index, line) in text.lines().enumerate() {
        let mut line = line.to_string();
        let end = edit(&mut commands, &mut line, &mut result, [index + 1, count]);
        if end != Some('d') && !options.has("n") {
            result.push_str(&line);
            if index + 1 < count || text.ends_with('\n') {
                result.push('\n');
            }
        }
        if end == Some('q') || result.len() > LONGEST {
            break;
        }
    }
    Some(result)
}

/// Applies commands to a line, given its number and that of the last line; returns the letter of the one that ends this.
fn edit(
    commands: &mut [Command],
    line: &mut String,
    result: &mut String,
    numbers: [usize; 2],
) -> Option<char> {
    for command in commands {
        if !applies(command, line, numbers) {
            continue;
        }
        let is_printed = match &command.action {
            Action::Substitute {
                regex,
                replacement,
                first,
                is_global,
                is_printed,
            } => match substituted(line, regex, replacement, *first, *is_global) {
                Some(new) => {
                    *line = new;
                    *is_printed
                }
                None => false,
            },
            Action::Letter('p') => true,
            Action::Letter(letter) => return Some(*letter),
        };
        if is_printed {
            result.push_str(line);
            result.push('\n');
        }
    }
    None
}

/// Reads commands.
fn commands(script: &str, is_extended: bool) -> Option<Vec<Command>> {
    let mut commands = Vec::new();
    let mut rest = script.trim_start_matches([' ', '\t', '\n', ';']);
    while !rest.is_empty() {
        let first = address(&mut rest, is_extended)?;
        let mut last = None;
        if let Some(after) = rest.strip_prefix(',') {
            rest = after;
            last = Some(address(&mut rest, is_extended)??);
        }
        rest = rest.trim_start();
        let is_inverted = rest.starts_with('!');
        rest = rest.trim_start_matches(['!', ' ']);
        let letter = rest.chars().next()?;
        rest = rest.get(letter.len_utf8()..)?;
        let action = match letter {
            's' => substitution(&mut rest, is_extended)?,
            'p' | 'd' | 'q' => Action::Letter(letter),
            _ => return None,
        };
        commands.push(Command {
            first,
            last,
            is_inverted,
            is_inside: false,
            action,
        });
        let after = rest.trim_start_matches([' ', '\t']);
        (after.is_empty() || after.starts_with([';', '\n'])).then_some(())?;
        rest = after.trim_start_matches([' ', '\t', '\n', ';']);
    }
    Some(commands)
}

/// Reads an address, if there is one; the outer `None` if it is wrong.
#[expect(
    clippy::option_option,
    reason = "there may be none, and it may be wrong"
)]
fn address(rest: &mut &str, is_extended: bool) -> Option<Option<Address>> {
    if let Some(after) = rest.strip_prefix('$') {
        *rest = after;
        return Some(Some(Address::End));
    }
    if rest.starts_with('/') {
        *rest = rest.get(1..)?;
        let pattern = part(rest, '/')?;
        return Some(Some(Address::Pattern(searchable(&from_posix(
            &pattern,
            is_extended,
        ))?)));
    }
    let end = rest
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(rest.len());
    let (digits, after) = rest.split_at(end);
    *rest = after;
    match digits {
        "" => Some(None),
        digits => Some(Some(Address::Line(digits.parse().ok()?))),
    }
}

/// Reads up to a separator that is not escaped, and the separator.
fn part(rest: &mut &str, separator: char) -> Option<String> {
    let mut result = String::new();
    let mut letters = rest.char_indices();
    let mut is_in_set = false;
    while let Some((at, letter)) = letters.next() {
        if letter == separator && !is_in_set {
            *rest = rest.get(at + letter.len_utf8()..)?;
            return Some(result);
        }
        match letter {
            '\\' => match letters.next()?.1 {
                escaped if escaped == separator => result.push(escaped),
                'n' => result.push('\n'),
                escaped => result.extend(['\\', escaped]),
            },
            letter => {
                is_in_set = (is_in_set || letter == '[') && letter != ']';
                result.push(letter);
            }
        }
    }
    None
}

/// Reads `s` behind its letter.
fn substitution(rest: &mut &str, is_extended: bool) -> Option<Action> {
    let separator = rest.chars().next()?;
    *rest = rest.get(separator.len_utf8()..)?;
    let pattern = part(rest, separator)?;
    let replacement = part(rest, separator)?;
    let end = rest
        .find(|letter: char| !letter.is_ascii_alphanumeric())
        .unwrap_or(rest.len());
    let (flags, after) = rest.split_at(end);
    *rest = after;
    flags
        .chars()
        .all(|flag| "gpiI".contains(flag) || flag.is_ascii_digit())
        .then_some(())?;
    let number: String = flags.chars().filter(char::is_ascii_digit).collect();
    let case = if flags.contains(['i', 'I']) {
        "(?i)"
    } else {
        ""
    };
    Some(Action::Substitute {
        regex: searchable(&format!("{case}{}", from_posix(&pattern, is_extended)))?,
        replacement,
        first: number.parse().unwrap_or(1),
        is_global: flags.contains('g'),
        is_printed: flags.contains('p'),
    })
}

/// Whether a command applies to a line.
fn applies(command: &mut Command, line: &str, [number, count]: [usize; 2]) -> bool {
    let fits = |address: &Address| match address {
        Address::Line(wanted) => *wanted == number,
        Address::End => number == count,
        Address::Pattern(regex) => regex.is_match(line),
    };
    let is_one = match (&command.first, &command.last) {
        (None, _) => true,
        (Some(first), None) => fits(first),
        (Some(_), Some(last)) if command.is_inside => {
            command.is_inside =
                !fits(last) && !matches!(last, Address::Line(end) if *end <= number);
            true
        }
        (Some(first), Some(last)) => {
            let is_start = fits(first);
            command.is_inside = is_start && !matches!(last, Address::Line(end) if *end <= number);
            is_start
        }
    };
    is_one != command.is_inverted
}

/// A line after a substitution, if there was one.
fn substituted(
    line: &str,
    regex: &Regex,
    replacement: &str,
    first: usize,
    is_global: bool,
) -> Option<String> {
    let mut result = String::new();
    let mut from = 0;
    let mut is_changed = false;
    let most = if is_global { usize::MAX } else { 1 };
    let matches = regex.captures_iter(line).skip(first.saturating_sub(1));
    for found in matches.take(most) {
        let whole = found.get_match()?;
        result.push_str(line.get(from..whole.start())?);
        let mut letters = replacement.chars();
        while let Some(letter) = letters.next() {
            let group = match letter {
                '&' => Some(0),
                '\\' => match letters.next()? {
                    't' => {
                        result.push('\t');
                        continue;
                    }
                    escaped => {
                        let digit = escaped.to_digit(10);
                        result.extend(digit.is_none().then_some(escaped));
                        digit.map(|digit| digit as usize)
                    }
                },
                letter => {
                    result.push(letter);
                    None
                }
            };
            let span = group.and_then(|group| found.get_group(group));
            result.push_str(
                span.and_then(|span| line.get(span.range()))
                    .unwrap_or_default(),
            );
        }
        from = whole.end();
        is_changed = true;
        if result.len() > LONGEST {
            break;
        }
    }
    result.push_str(line.get(from..)?);
    is_changed.then_some(result)
}
