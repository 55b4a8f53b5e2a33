//! `echo`, `printf` and `seq`.

use crate::script::escapes::unescaped;
use crate::script::interpreter::Interpreter;
use crate::script::value::{Status, Value};

/// The most numbers that `seq` prints, and the widest field of `printf`.
const MOST_NUMBERS: usize = 50_000;
const WIDEST: usize = 1_000;

impl Interpreter<'_> {
    /// Executes `echo`.
    pub(super) fn echo(&mut self, args: &[Value]) -> Status {
        let mut rest = args;
        let mut has_newline = true;
        let mut has_escapes = false;
        while let [first, after @ ..] = rest {
            let letters = first.text().and_then(|text| text.strip_prefix('-'));
            let Some(letters) = letters.filter(|letters| is_option(letters)) else {
                break;
            };
            has_newline &= !letters.contains('n');
            has_escapes |= letters.contains('e');
            rest = after;
        }
        let mut printed = Value::default();
        for (index, arg) in rest.iter().enumerate() {
            if index > 0 {
                printed.append(&Value::from(" "));
            }
            match arg.text().filter(|_| has_escapes) {
                Some(text) => {
                    let text = unescaped(text, false);
                    has_newline &= !text.is_ended;
                    printed.append(&Value::from(text.text));
                }
                None => printed.append(arg),
            }
        }
        if has_newline {
            printed.append(&Value::from("\n"));
        }
        self.note_line(&printed);
        self.write(1, &printed);
        Status::Known(0)
    }

    /// Executes `printf`.
    pub(super) fn printf(&mut self, args: &[Value]) -> Status {
        let args = match args {
            [first, rest @ ..] if first.text() == Some("--") => rest,
            args => args,
        };
        let (name, args) = match args {
            [option, name, rest @ ..] if option.text() == Some("-v") => (name.text(), rest),
            args => (None, args),
        };
        let Some((format, args)) = args.split_first() else {
            return Status::Known(1);
        };
        let mut printed = Value::default();
        match format.text() {
            None => printed = format.clone(),
            Some(format) => {
                let mut rest = args.iter();
                loop {
                    let before = rest.len();
                    let is_ended = print_once(format, &mut rest, &mut printed);
                    let is_done = rest.len() == 0 || rest.len() == before || is_ended;
                    if is_done || !self.budget.spend(format.len()) {
                        break;
                    }
                }
            }
        }
        match name {
            Some(name) => self.shell.set(name, printed),
            None => {
                self.note_line(&printed);
                self.write(1, &printed);
            }
        }
        Status::Known(0)
    }

    /// Executes `seq`.
    pub(super) fn seq(&mut self, args: &[Value]) -> Status {
        let options = super::Options::new(args, "sf");
        let is_wide = options.has("w");
        let operands = options
            .operands
            .iter()
            .map(|arg| arg.text().and_then(|text| text.parse::<i64>().ok()));
        let Some(numbers) = operands.collect::<Option<Vec<i64>>>() else {
            self.write(1, &Value::unknown("its input is what `seq` prints"));
            return Status::Known(0);
        };
        let (first, step, last) = match numbers.as_slice() {
            [last] => (1, 1, *last),
            [first, last] => (*first, 1, *last),
            [first, step, last] if *step != 0 => (*first, *step, *last),
            _ => return Status::Known(1),
        };
        let width = if is_wide {
            first.to_string().len().max(last.to_string().len())
        } else {
            0
        };
        let separator = options.value("s").unwrap_or("\n");
        let mut items = Vec::new();
        let mut number = first;
        while items.len() < MOST_NUMBERS
            && (if step > 0 {
                number <= last
            } else {
                number >= last
            })
        {
            items.push(format!("{number:0width$}"));
            number = number.saturating_add(step);
        }
        let end = if items.is_empty() { "" } else { "\n" };
        self.print(items.join(separator) + end);
        Status::Known(0)
    }
}

/// Whether letters are options of `echo`.
fn is_option(letters: &str) -> bool {
    !letters.is_empty() && letters.chars().all(|letter| "neE".contains(letter))
}

/// Prints a format once; returns whether `\c` ends it.
fn print_once(format: &str, args: &mut std::slice::Iter<Value>, printed: &mut Value) -> bool {
    let mut plain = String::new();
    let mut letters = format.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '\\' {
            plain.push('\\');
            plain.extend(letters.next());
            continue;
        }
        if letter != '%' {
            plain.push(letter);
            continue;
        }
        if letters.next_if_eq(&'%').is_some() {
            plain.push('%');
            continue;
        }
        printed.append(&Value::from(
            unescaped(&std::mem::take(&mut plain), true).text,
        ));
        let mut flags = String::new();
        while let Some(flag) = letters.next_if(|letter| "-+ 0#123456789.*l".contains(*letter)) {
            match flag {
                '*' => flags.push_str(args.next().map_or("", Value::text_or_empty)),
                'l' => {}
                flag => flags.push(flag),
            }
        }
        let kind = letters.next().unwrap_or('%');
        let arg = args.next().cloned().unwrap_or_default();
        match arg.text() {
            None => printed.append(&arg),
            Some(text) if kind == 'b' => {
                let inner = unescaped(text, false);
                printed.append(&Value::from(inner.text));
                if inner.is_ended {
                    return true;
                }
            }
            Some(text) => {
                let text = converted(text, kind, &flags);
                printed.append(&Value::from(padded(&text, &flags, kind)));
            }
        }
    }
    let last = unescaped(&plain, true);
    printed.append(&Value::from(last.text));
    last.is_ended
}

/// A text as a directive shows it.
fn converted(text: &str, kind: char, flags: &str) -> String {
    match kind {
        'c' => text.chars().take(1).collect(),
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' => number(text, kind),
        'f' | 'e' | 'g' => decimal(text, flags),
        _ => text.to_string(),
    }
}

/// A number in a base.
fn number(text: &str, kind: char) -> String {
    let text = text.trim();
    let number = match (text.strip_prefix(['\'', '"']), text.strip_prefix("0x")) {
        (Some(letter), _) => letter
            .chars()
            .next()
            .map_or(0, |letter| i64::from(u32::from(letter))),
        (_, Some(digits)) => i64::from_str_radix(digits, 16).unwrap_or(0),
        _ => text.parse().unwrap_or(0),
    };
    match kind {
        'x' => format!("{number:x}"),
        'X' => format!("{number:X}"),
        'o' => format!("{number:o}"),
        _ => number.to_string(),
    }
}

/// A number with digits behind the point.
fn decimal(text: &str, flags: &str) -> String {
    let digits = flags
        .split_once('.')
        .and_then(|(_, digits)| digits.parse().ok())
        .unwrap_or(6_usize);
    let digits = digits.min(WIDEST);
    format!("{:.digits$}", text.trim().parse::<f64>().unwrap_or(0.0))
}

/// A text that is padded and cut as the flags say.
fn padded(text: &str, flags: &str, kind: char) -> String {
    let (width, precision) = flags.split_once('.').unwrap_or((flags, ""));
    let is_left = width.contains('-');
    let digits = width.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let has_zeros = digits.starts_with('0') && kind != 's' && !is_left;
    let width = digits.parse().unwrap_or(0_usize).min(WIDEST);
    let text: String = match precision.parse() {
        Ok(most) if kind == 's' => text.chars().take(most).collect(),
        _ => text.to_string(),
    };
    match text.strip_prefix('-').filter(|_| has_zeros) {
        Some(digits) => format!("-{digits:0>width$}", width = width.saturating_sub(1)),
        None if has_zeros => format!("{text:0>width$}"),
        None if is_left => format!("{text:<width$}"),
        None => format!("{text:>width$}"),
    }
}
