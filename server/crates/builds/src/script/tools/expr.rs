//! `expr`, as far as it is used.

use crate::pattern::searchable;
use crate::script::interpreter::Interpreter;
use crate::script::regex::from_posix;
use crate::script::value::{Part, Status, Value};

/// The operators between numbers.
const OPERATORS: &str = " ( ) | & = == != < <= > >= + - * / % ";

impl Interpreter<'_> {
    /// The result of an expression with something that is not known.
    fn unknown_result(&mut self, args: &[Value]) -> Status {
        self.write(
            1,
            &Value::unknown_of("its input is what `expr` prints", args),
        );
        Status::unknown_of(args)
    }

    /// Executes `expr`.
    pub(super) fn expr(&mut self, args: &[Value]) -> Status {
        let texts: Vec<Option<&str>> = args.iter().map(Value::text).collect();
        let text = match texts.as_slice() {
            [Some("length"), Some(text)] => Some(text.chars().count().to_string()),
            [Some(text), Some(":"), Some(regex)] => matched(text, regex),
            _ => None,
        };
        if let Some(text) = text {
            self.print(text + "\n");
            return Status::Known(0);
        }
        let mut expression = Value::default();
        for arg in args {
            let part = match (arg.text(), arg.0.as_slice()) {
                (Some("="), _) => Part::Known("==".to_string()),
                (Some(text), _) => match text.parse::<i64>() {
                    Ok(number) => Part::Known(number.to_string()),
                    Err(_) if OPERATORS.contains(&format!(" {text} ")) => {
                        Part::Known(text.to_string())
                    }
                    Err(_) => return self.unknown_result(args),
                },
                (None, [Part::Status(status)]) => Part::Status(status.clone()),
                (None, _) => return self.unknown_result(args),
            };
            expression.push(part);
            expression.push(Part::Known(" ".to_string()));
        }
        let Some(number) = self.number_of(&expression) else {
            return self.unknown_result(args);
        };
        self.print(format!("{number}\n"));
        Status::of(number != 0)
    }
}

/// The value of `text : regex`: the first group, or the number of letters that fit.
fn matched(text: &str, regex: &str) -> Option<String> {
    let pattern = from_posix(regex.trim_start_matches('^'), false);
    let regex = searchable(&format!("\\A(?:{pattern})"))?;
    let mut found = regex.create_captures();
    regex.captures(text, &mut found);
    let span = found.get_group(usize::from(found.group_len() > 1));
    let fitting = span
        .and_then(|span| text.get(span.range()))
        .unwrap_or_default();
    Some(match found.group_len() {
        0 | 1 => fitting.chars().count().to_string(),
        _ => fitting.to_string(),
    })
}
